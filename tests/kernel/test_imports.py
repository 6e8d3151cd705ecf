"""The kernel stands alone: it imports nothing but the standard library, python-flint and itself."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import importlib, pathlib, sys
sys.path.insert(0, {root!r})
import flint  # what python-flint brings along: Cython's runtime
allowed = {{name.split(".")[0] for name in sys.modules if "flint" in name or "cython" in name}}
assert not allowed & {{"mpmath", "sympy", "numpy"}}
before = set(sys.modules) - {{name for name in sys.modules if "flint" in name}}
for file in sorted(pathlib.Path({root!r}, "verifier/kernel").glob("*.py")):
    importlib.import_module("verifier.kernel." + file.stem if file.stem != "__init__" else "verifier.kernel")
for name in sorted(set(sys.modules) - before):
    top = name.split(".")[0]
    own = name == "verifier" or name.startswith("verifier.kernel")
    if not own and top not in sys.stdlib_module_names and top not in allowed:
        print(name)
"""


def test_the_kernel_imports_only_the_standard_library_and_python_flint() -> None:
    script = SCRIPT.format(root=str(ROOT))
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_one_module_of_the_kernel_uses_balls() -> None:
    kernel = (ROOT / "verifier/kernel").glob("*.py")
    assert [file.name for file in kernel if re.search(r"(from|import) flint", file.read_text())] == ["balls.py"]


def test_the_kernel_never_executes_text() -> None:
    for file in (ROOT / "verifier/kernel").glob("*.py"):
        text = file.read_text()
        assert not any(word in text for word in ("eval(", "exec(", "__import__", "pickle", "sympify")), file.name
