"""Taylor coefficients in intervals, and the enclosures of integrals that rest on them."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from ends import contains, interval, numbers

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures.balls import ratio
from verifier.kernel.enclosures.jets import Jets, part, total
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr
from verifier.language.text.text import parse
from verifier.prove.refute.floating.approximation import _value

TERMS = [
    ("exp(sin(x))/(1 + x**2)", 0.7), ("1/(cos(x) - 3)**2", 1.0), ("tan(x)*atan(x)", 0.5), ("sqrt(1 + x)*log(x)", 2.0),
    ("x**x", 1.3), ("erf(x)*tanh(x)**3", 0.4), ("Abs(x - 3)**(1/3)/x**3", 1.1), ("asin(x) - acos(x/2)", 0.3),
    ("cosh(x)*x**(-2)*sqrt(x)", 0.8), ("Max(x, x**2)*sinh(x)", 1.5), ("x**100/2**x", 1.0),
]  # fmt: skip


def term(text: str) -> Expr:
    return parse(text, declared={"x": REAL})


@pytest.mark.parametrize(("text", "at"), TERMS)
def test_coefficients_enclose_those_of_mpmath(text: str, at: float) -> None:
    e, draw = term(text), random.Random(3)
    box = interval(at - 0.03, at + 0.03)
    wide = Jets(80, "x", box).of(e, 7)
    with mpmath.workdps(40):
        for _ in range(4):
            p = at + draw.uniform(-0.03, 0.03)
            exact = mpmath.taylor(lambda x: _value(e, {"x": x}), mpmath.mpf(p), 7)
            thin = Jets(80, "x", interval(p, p)).of(e, 7)
            for c, w, t in zip(exact, wide, thin, strict=True):
                slack = mpmath.mpf(10) ** -18 * (1 + abs(c))
                assert contains(w, c, slack) and contains(t, c, slack)
                lo, hi = numbers(t)
                assert hi - lo < 1e-12 * (1 + abs(c))


@pytest.mark.parametrize(
    "text", ["Abs(x)", "sqrt(x)", "log(x)", "1/x", "x**(1/3)", "Max(x, 0)", "floor(x)", "tan(pi/2 - x)"]
)
def test_no_coefficients_where_a_term_is_not_smooth(text: str) -> None:
    with pytest.raises(Unknown):
        Jets(60, "x", interval(-0.25, 0.5)).of(term(text), 3)


@pytest.mark.parametrize("order", [0, 2, 6, 12])
@pytest.mark.parametrize("text", ["exp(-x**2)", "sin(3*x)/(1 + x)", "sqrt(1 + x**3)", "x*log(1 + x)"])
def test_enclosures_of_integrals_contain_the_value(text: str, order: int) -> None:
    e = term(text)
    found = total(e, "x", 0, 2, [Fraction(k, 4) for k in range(1, 8)], [order] * 8, 80)
    numeric = mpmath.quad(lambda x: _value(e, {"x": x}), [0, 1, 2])
    lo, hi = numbers(found)
    assert lo <= numeric <= hi
    assert hi - lo < {0: 3, 2: 0.2, 6: 1e-3, 12: 1e-7}[order]


def test_no_enclosure_across_a_pole_or_a_gap() -> None:
    for text in ("1/x**2", "1/x", "log(x)", "log(Abs(x))"):
        for order in (0, 4):
            with pytest.raises(Unknown):
                part(term(text), "x", ratio(-1), ratio(1), order, 60)


def test_a_kink_is_only_enclosed_without_derivatives() -> None:
    found = part(term("Abs(x)"), "x", ratio(-1), ratio(1), 0, 60)
    assert contains(found, 1)
    with pytest.raises(Unknown):
        part(term("Abs(x)"), "x", ratio(-1), ratio(1), 4, 60)


def enclosed(low: str, high: str, changes: dict[str, Any] | None = None) -> bool:
    """Whether the kernel accepts bounds for the integral of exp(-x**2) over (0, 1), 0.7468241328..."""
    i = parse("integrate(exp(-x**2), (x, 0, 1))", declared={})
    bounds = [Fraction(low), Fraction(high)]
    literals = [("/", q.numerator, q.denominator) for q in bounds]
    goal: Expr = ("exists", "v", REAL, ("and", ("==", i, "v"), ("<=", literals[0], "v"), ("<=", "v", literals[1])))
    node = {
        "rule": "integral-enclosed", "low": str(bounds[0]), "high": str(bounds[1]), "prec": 80,
        "cuts": ["1/4", "1/2", "3/4"], "orders": [12, 12, 12, 12], **(changes or {}),
    }  # fmt: skip
    try:
        Checker().check(Sequent(), goal, node)
    except Rejected:
        return False
    return True


def test_bounds_are_accepted_if_they_are_bounds() -> None:
    assert enclosed("0.74682413", "0.74682414")
    assert not enclosed("0.74682414", "0.74682415")
    assert not enclosed("0.74682412", "0.74682413")
    assert not enclosed("0.74682414", "0.74682413")


@pytest.mark.parametrize(
    "changes",
    [
        {"low": "0"}, {"high": "1"}, {"cuts": []}, {"cuts": ["1/2", "1/4", "3/4"]}, {"cuts": ["1/4", "1/2", "5/4"]},
        {"cuts": ["-1/4", "1/2", "3/4"]}, {"prec": 10**6}, {"prec": "80"}, {"orders": [12, 12, 12]},
        {"orders": [12, 12, 12, 11]}, {"orders": [12, 12, 12, -2]}, {"orders": [0, 0, 0, 0]},
        {"orders": [True, 12, 12, 12]},
    ],
)  # fmt: skip
def test_a_damaged_enclosure_is_rejected(changes: dict[str, Any]) -> None:
    assert not enclosed("0.74682413", "0.74682414", changes)
