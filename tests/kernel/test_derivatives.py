"""Derivatives and their conditions against difference quotients; the value of a Piecewise term."""

from __future__ import annotations

import random
from typing import Any

import mpmath
import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr, head
from verifier.language.claim import claim
from verifier.language.named import conditions, derivative, flattened, operands, to_json
from verifier.prove.portfolio import decide
from verifier.prove.refute.floating.approximation import NoValue, truth, value

REAL: Expr = ("real",)
TERMS = (
    "x**2*sin(x)", "exp(-x**2)/x", "log(x)*x", "sqrt(x+2)", "x**x", "Abs(x-1)", "Min(x, x**2)",
    "Max(sin(x), cos(x))", "tan(x)", "cot(x)", "sec(x)", "csc(x)", "asin(x/3)", "acos(x/3)", "atan(x)", "acot(x)",
    "sinh(x)", "tanh(x)", "coth(x)", "sech(x)",
    "csch(x)", "asinh(x)", "acosh(x)", "atanh(x/3)", "erf(x)", "erfc(x)", "gamma(x)", "loggamma(x)", "cbrt(x)",
    "lambertw(x)", "sign(x)*x", "2**x", "x**(3/2)", "x**(-2)", "Piecewise((x**2, x < 1), (3*x, True))",
    "Piecewise((sin(x), x**2 < 1), (exp(x), x > 1), (x, True))",
)  # fmt: skip


def term(text: str, **domains: str) -> Expr:
    statement: Statement = claim("c", f"{text} == 0", variables={"x": "real", **domains}).statement()
    return operands(statement.goal)[0]


def holds(formulas: list[Expr], x: Any) -> bool:
    def one(f: Expr) -> bool:
        if head(f) == "implies":
            return not one(operands(f)[0]) or one(operands(f)[1])
        if head(f) == "and":
            return all(one(a) for a in operands(f))
        return truth(f, {"x": x})

    return all(one(f) for f in formulas)


@pytest.mark.parametrize("text", TERMS)
def test_a_derivative_is_the_limit_of_difference_quotients_where_its_conditions_hold(text: str) -> None:
    e = term(text)
    slope, needed = derivative(e, "x"), conditions(e, "x", inner=True)
    draw, tested = random.Random(5), 0
    with mpmath.workdps(40):
        for _ in range(40):
            x = mpmath.mpf(draw.randrange(-290, 290)) / 97
            try:
                if not holds(needed, x):
                    continue
                h = mpmath.mpf(10) ** -10
                quotient = (value(e, {"x": x + h}, 40) - value(e, {"x": x - h}, 40)) / (2 * h)
                found = value(slope, {"x": x}, 40)
            except NoValue:
                continue
            assert abs(quotient - found) < 1e-8 * (1 + abs(found)), (text, x)
            tested += 1
    assert tested >= 5


@pytest.mark.parametrize(
    ("text", "x"),
    [("Abs(x)", 0), ("Min(x, 2*x)", 0), ("sign(x)", 0), ("sqrt(x)", 0), ("cbrt(x)", 0), ("asin(x)", 1),
     ("acosh(x)", 1),
     ("Piecewise((x, x < 1), (2*x, True))", 1), ("1/x", 0), ("acot(x)", 0), ("x**(1/2)", 0), ("log(x)", -1)],
)  # fmt: skip
def test_conditions_fail_where_there_is_no_derivative(text: str, x: int) -> None:
    assert not holds(conditions(term(text), "x", inner=True), mpmath.mpf(x))


@pytest.mark.parametrize("text", ["Piecewise((x, x < 1), (2*x, True))", "sign(x)", "1/x"])
def test_conditions_fail_where_a_term_is_not_continuous(text: str) -> None:
    at = mpmath.mpf(1 if "Piecewise" in text else 0)
    assert not holds(conditions(term(text), "x", inner=False), at)


def test_what_has_no_derivative_is_refused() -> None:
    for text in ("floor(x)", "zeta(x)", "Sum(1/k, (k, 1, floor(x)))"):
        with pytest.raises((Unknown, ValueError)):
            derivative(term(text), "x")
    with pytest.raises(Unknown):
        conditions(term("Sum(x, (k, 1, floor(x)))"), "x", inner=True)


def test_a_power_with_an_integer_exponent_needs_no_positive_base() -> None:
    e: Expr = ("^", "x", "n")
    assert conditions(e, "x", True, {"n": ("integer", "-oo", "oo")}) == [("or", (">=", "n", 0), ("!=", "x", 0))]
    assert conditions(e, "x", True, {"n": REAL}) == [(">", "x", 0)]
    assert conditions(e, "x", True) == [(">", "x", 0)]


def test_an_inner_derivative_needs_conditions_that_hold_nearby() -> None:
    inner: Expr = ("fn", "diff", ("forall", "x", REAL, ("*", "x", ("fn", "log", "y"))), "x", 1)
    body, needed = flattened(inner, "y", {})
    assert (">", "y", 0) in needed and body != inner
    twice: Expr = ("fn", "diff", ("forall", "x", REAL, inner), "x", 1)
    with pytest.raises(Unknown):
        conditions(flattened(twice, "y", {})[0], "y", True)
    moving: Expr = ("fn", "diff", ("forall", "x", REAL, ("*", "x", "y")), "y", 1)
    with pytest.raises(Unknown):
        flattened(moving, "y", {})


PIECE: Expr = ("fn", "Piecewise", 1, ("<", "x", 0), 2, ("<", "x", 5), 3, ("true",))


def piece(index: Any, fail: list[Any], holds: Any, says: Expr) -> None:
    facts = {"a": (">=", "x", 0), "b": ("<", "x", 5)}
    s = Sequent({"x": REAL}, facts)
    node = {"rule": "piece", "of": to_json(PIECE), "index": index, "fail": fail, "holds": holds, "as": "p",
            "then": {"rule": "exact", "fact": "p"}}  # fmt: skip
    Checker().check(s, ("==", PIECE, says), node)


A, B, T = {"rule": "exact", "fact": "a"}, {"rule": "exact", "fact": "b"}, {"rule": "split", "nodes": []}


def test_the_first_case_that_holds_gives_the_value() -> None:
    piece(1, [A], B, 2)


@pytest.mark.parametrize(
    ("index", "fail", "holds", "says"),
    [(1, [], B, 2), (1, [B], B, 2), (1, [A], A, 2), (2, [A], T, 3), (2, [A, A], T, 3), (2, [A, B], T, 3), (0, [], A, 1),
     (1, [A], B, 3), (-1, [A], T, 3), (3, [A, B, T], T, 3), (True, [A], T, 2), ("1", [A], B, 2), (1, [A, A], B, 2)],
)  # fmt: skip
def test_a_later_case_needs_the_earlier_ones_to_fail(index: Any, fail: list[Any], holds: Any, says: Expr) -> None:
    with pytest.raises(Rejected):
        piece(index, fail, holds, says)


# -- entries of matrices that move ------------------------------------------------------------------------
CURVED = {"m": "positive integer", "A": "matrix(m, m) curve", "B": "matrix(m, m)", "i": "integer", "t": "real"}
INSIDE = ["0 <= i < m"]


@pytest.mark.parametrize(
    ("goal", "true"),
    [
        ("diff(A[t][i, 0], t) == diff(A[t], t)[i, 0]", True),
        ("diff(A[t][i, 0]**2, t) == 2*A[t][i, 0]*diff(A[t], t)[i, 0]", True),
        ("diff(A[t][i, 0]**2, t) == A[t][i, 0]*diff(A[t], t)[i, 0]", False),
        ("diff((A[t]*B)[i, 0], t) == (diff(A[t], t)*B)[i, 0]", True),
        ("diff((A[t]*B)[i, 0], t) == (diff(A[t], t)*B)[0, i]", False),
        ("diff((t*B)[i, 0], t) == B[i, 0]", True),
        ("diff((t*B)[i, 0], t) == 0", False),
        ("diff((A[t]*A[t])[i, i], t) == (diff(A[t], t)*A[t] + A[t]*diff(A[t], t))[i, i]", True),
        ("diff((A[t]*A[t])[i, i], t) == 2*(diff(A[t], t)*A[t])[i, i]", False),
    ],
)
def test_an_entry_moves_as_its_matrix_does(goal: str, true: bool) -> None:
    verdict = decide(claim("c", goal, variables=CURVED, given=INSIDE), 4).verdict
    assert (verdict == "proved") is true


def test_an_entry_at_a_place_that_moves_has_no_derivative_here() -> None:
    moving = ("entry", "B", ("floor", "x"), 0)
    with pytest.raises(Unknown):
        derivative(moving, "x", {"B": ("matrix", 2, 2), "x": REAL})
    with pytest.raises(Unknown):
        conditions(("entry", ("*", "x", "C"), 0, 0), "x", True, {"x": REAL})  # nobody said what C is
