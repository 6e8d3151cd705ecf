"""The kernel stands alone: it imports nothing but the standard library, python-flint and itself."""

from __future__ import annotations

import ast
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
for file in sorted(pathlib.Path({root!r}, "verifier/kernel").rglob("*.py")):
    parts = file.relative_to({root!r}).with_suffix("").parts
    importlib.import_module(".".join(p for p in parts if p != "__init__"))
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
    kernel = (ROOT / "verifier/kernel").rglob("*.py")
    assert [file.name for file in kernel if re.search(r"(from|import) flint", file.read_text())] == ["balls.py"]


#: of FLINT's balls: what makes them, what reads them, and the functions whose values they enclose
MADE = {"pos_inf", "neg_inf", "pi", "const_e", "const_euler", "const_catalan"}
READ = {
    "lower", "upper", "mid", "man_exp", "bits", "rel_accuracy_bits", "is_finite", "is_integer", "unique_fmpz", "str",
}  # fmt: skip
VALUES = {
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "cot", "digamma", "erf", "erfc", "exp",
    "floor", "gamma", "lambertw", "lgamma", "log", "root", "sin", "sinh", "sqrt", "tan", "tanh", "zeta",
}  # fmt: skip


def test_balls_are_used_through_a_whitelist() -> None:
    """No integrals, no series, no strings and floats, no truth value of a ball (True for the one around 0)."""
    import flint

    tree = ast.parse((ROOT / "verifier/kernel/enclosures/balls.py").read_text())
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    theirs = {name for name in dir(flint.arb) if not name.startswith("_")}
    own = {name for cls in ast.walk(tree) if isinstance(cls, ast.ClassDef) for name in dir_of(cls)}
    assert (used & theirs) - own <= MADE | READ | VALUES
    assert {node.attr for node in ast.walk(tree) if is_of(node, "ctx")} == {"prec"}
    assert {node.attr for node in ast.walk(tree) if is_of(node, "arb")} <= MADE | VALUES
    floats = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, float)]
    names = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == "bool"]
    assert not floats and not any(called(name, tree) for name in names)


def dir_of(cls: ast.ClassDef) -> set[str]:
    return {item.name for item in cls.body if isinstance(item, ast.FunctionDef)}


def is_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name


def called(name: ast.Name, tree: ast.AST) -> bool:
    return any(isinstance(node, ast.Call) and node.func is name for node in ast.walk(tree))


def test_the_kernel_never_executes_text() -> None:
    for file in (ROOT / "verifier/kernel").rglob("*.py"):
        text = file.read_text()
        assert not any(word in text for word in ("eval(", "exec(", "__import__", "pickle", "sympify")), file.name


def test_no_two_rooms_of_the_kernel_have_a_module_of_the_same_name() -> None:
    names = [f.stem for f in (ROOT / "verifier/kernel").rglob("*.py") if f.stem != "__init__"]
    assert len(names) == len(set(names))
