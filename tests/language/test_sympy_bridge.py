"""SymPy as a view, and statements that come from SymPy."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from sympy import Rational, Symbol, symbols

from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.language.sympy_view.sympy_bridge import from_sympy, to_sympy
from verifier.language.text.text import parse
from verifier.language.typing.typing import check_types

SORTS: dict[str, Expr] = {
    "x": ("real",), "y": ("real",), "z": ("complex",), "n": ("integer", 1, "oo"), "A": ("matrix", "n", "n"),
    "B": ("matrix", "n", 1), "C": ("matrix", 1, "n"), "s": ("sequence", ("real",)),
    "S": ("sequence", ("matrix", 2, 2)),
}  # fmt: skip


def view(text: str) -> Any:
    return to_sympy(parse(text, declared=SORTS), SORTS)


def test_statements_stay_unevaluated() -> None:
    x = Symbol("x", real=True)
    assert view("x**2 >= 0") == sympy.Ge(x**2, 0, evaluate=False)
    assert isinstance(view("x**2 >= 0"), sympy.core.relational.Relational)
    assert view("x/x") != 1 and view("x/x").doit() == 1
    assert isinstance(view("x == x"), sympy.Eq)


def test_scalar_values_agree_with_sympy() -> None:
    values = {Symbol("x", real=True): Rational(1, 3), Symbol("n", integer=True, positive=True): 4}
    for text, expected in [
        ("x**2 - 1/2 + Min(x, 1)*Abs(-x)", Rational(-5, 18)),
        ("Sum(j*x, (j, 0, n))", Rational(10, 3)),
        ("Product(j, (j, 1, n))", 24),
        ("binomial(n, 2) + factorial(n) + Mod(n, 3)", 31),
        ("cbrt(-8) + root(16, 4)", 0),
        ("delta(n, 4) + delta(n, 5)", 1),
        ("diff(x**3, x)", Rational(1, 3)),
        ("diff(x**3, (x, 2))", 12),
        ("integrate(t**2, (t, 0, 3))", 9),
        ("limit(sin(t)/t, t, 0)", 1),
        ("Piecewise((1, x < 0), (2, True))", 2),
        ("Sum(1/2**j, (j, 0, oo))", 2),
    ]:
        assert sympy.simplify(view(text).subs(values).doit() - expected) == 0, text


def test_matrices_become_matrix_expressions() -> None:
    n = Symbol("n", integer=True, positive=True)
    a = sympy.MatrixSymbol("A", n, n)
    assert view("A.T*A") == sympy.MatMul(a.T, a)
    assert view("trace(A*A.T)") == sympy.Trace(a * a.T)
    assert view("A == zeros(n, n)") == sympy.Eq(a, sympy.ZeroMatrix(n, n))
    assert str(view("C*A**2*B == x")) == "Eq((C*A**2*B)[0, 0], x)"


def test_one_by_one_products_have_the_value_of_their_entry() -> None:
    sorts: dict[str, Expr] = {"A": ("matrix", 2, 2), "B": ("matrix", 2, 1), "C": ("matrix", 1, 2)}
    e = to_sympy(parse("C*A**2*B", declared=sorts), sorts)
    a, b, c = sympy.Matrix([[1, 2], [3, 4]]), sympy.Matrix([5, 6]), sympy.Matrix([[7, 8]])
    named = {str(m): m for m in e.atoms(sympy.MatrixSymbol)}
    value = e.subs({named["A"]: a, named["B"]: b, named["C"]: c}).doit()
    assert value == (c * a**2 * b)[0, 0]


@pytest.mark.parametrize(
    "text", ["forall(t, real, t > x)", "expect(x) == 0", "grad(trace(A), A) == A", "S[0] == S[1]"]
)
def test_what_sympy_cannot_say_is_an_error(text: str) -> None:
    with pytest.raises(ClaimError):
        view(text)


x = Symbol("x", nonnegative=True)
n = Symbol("n", integer=True, positive=True)
STATEMENTS = [
    (sympy.asinh(x) <= x, ("<=", ("fn", "asinh", "x"), "x"), {"x": "nonnegative"}),
    (sympy.Ge(n / 2, Rational(3, 4)), (">=", ("*", ("/", 1, 2), "n"), ("/", 3, 4)),
     {"n": "positive integer"}),
    (sympy.sqrt(x) + 1 / (x + 1) > 1, None, {"x": "nonnegative"}),
    (sympy.Eq(sympy.Sum(n**2, (n, 1, 3)), 14), ("==", ("sum", ("^", "n", 2), "n", 1, 3), 14), {}),
    (sympy.Eq(sympy.Integral(x**2, (x, 0, 1)), Rational(1, 3)),
     ("==", ("fn", "integrate", ("forall", "x", ("real",), ("^", "x", 2)), 0, 1), ("/", 1, 3)), {}),
    (sympy.Eq(sympy.Derivative(x**2, x), 2 * x),
     ("==", ("fn", "diff", ("forall", "x", ("real",), ("^", "x", 2)), "x", 1), ("*", 2, "x")),
     {"x": "nonnegative"}),
    (sympy.And(x < 1, sympy.Not(sympy.Eq(x, 2))), None, {"x": "nonnegative"}),
    (sympy.Symbol("u") < 1, ("<", "u", 1), {"u": "real"}),
    (sympy.Eq(sympy.Symbol("u", complex=True), sympy.I), ("==", "u", ("fn", "I")), {"u": "complex"}),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "meaning", "domains"), STATEMENTS)
def test_sympy_statements_become_claims(
    statement: Any, meaning: Expr | None, domains: dict[str, str]
) -> None:
    e, variables = from_sympy(statement)
    assert meaning is None or e == meaning
    assert variables == domains
    check_types(claim("c", e, variables=variables).statement())


def test_matrix_statements_declare_their_sizes() -> None:
    a = sympy.MatrixSymbol("A", n, n)
    e, variables = from_sympy(sympy.Eq(sympy.Trace(a * a.T), 0))
    assert e == ("==", ("trace", ("*", "A", ("T", "A"))), 0)
    assert variables == {"n": "positive integer", "A": "matrix(n, n)"}


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (x >= 0, "evaluated it before"),
        (True, "evaluated it before"),
        (sympy.Eq(x, 0.5), "float"),
        (0.25, "float"),
        (sympy.Eq(x, sympy.nan, evaluate=False), "undefined|evaluated"),
        ("x > 0", "SymPy statement is expected"),
        (Symbol("p", prime=True) < 3, "assumptions"),
        (Symbol("x_{1}") < 3, "no name"),
        (Symbol("a") + Symbol("a", positive=True) < 3, "two symbols have the name a"),
        (sympy.Function("f")(symbols("u")) < 3, "no form"),
    ],
)
def test_what_is_no_exact_statement_is_refused(statement: Any, words: str) -> None:
    with pytest.raises(ClaimError, match=words):
        from_sympy(statement)


def test_there_and_back_keeps_the_meaning() -> None:
    for text in (
        "x + 2*y <= Abs(x - y)",
        "sqrt(x**2 + 1) > x",
        "Max(x, y) >= Min(x, y)",
        "exp(x)*y == sin(x)/(1 + y**2)",
    ):
        e, _ = from_sympy(view(text))
        for point in ({"x": 1, "y": -2}, {"x": Rational(1, 2), "y": 3}):
            one, two = view(text), to_sympy(e, SORTS)
            named = {s: point[str(s)] for s in one.free_symbols | two.free_symbols}
            assert one.subs(named).doit() == two.subs(named).doit(), text
