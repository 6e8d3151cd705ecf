"""The kernel stands alone: it imports nothing but the standard library, mpmath and itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import importlib, pathlib, sys
sys.path.insert(0, {root!r})
before = set(sys.modules)
for file in sorted(pathlib.Path({root!r}, "verifier/kernel").glob("*.py")):
    importlib.import_module("verifier.kernel." + file.stem if file.stem != "__init__" else "verifier.kernel")
for name in sorted(set(sys.modules) - before):
    top = name.split(".")[0]
    own = name == "verifier" or name.startswith("verifier.kernel")
    if not own and top not in sys.stdlib_module_names and top != "mpmath":
        print(name)
"""


def test_the_kernel_imports_only_the_standard_library_and_mpmath() -> None:
    script = SCRIPT.format(root=str(ROOT))
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_the_kernel_never_executes_text() -> None:
    for file in (ROOT / "verifier/kernel").glob("*.py"):
        text = file.read_text()
        assert not any(word in text for word in ("eval(", "exec(", "__import__", "pickle", "sympify")), file.name
