"""Sums and expectations term by term, logarithms below their tangents, and twins."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

P = {"n": "positive integer", "p": "positive sequence", "q": "positive sequence", "x": "real sequence"}
ONE = "Sum(p[i], (i, 1, n)) == 1"
TWO = (ONE, "Sum(q[i], (i, 1, n)) == 1")
X = {"X": "random real"}
REAL = {"p": "positive", "q": "positive", "n": "positive"}
TRUE = {
    "Gibbs": (P, TWO, "Sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0"),
    "chi square": (P, TWO, "Sum(p[i]*log(p[i]/q[i]), (i, 1, n)) <= Sum(p[i]**2/q[i], (i, 1, n)) - 1"),
    "entropy": (P, (ONE,), "-Sum(p[i]*log(p[i]), (i, 1, n)) <= log(n)"),
    "the equation turned": (P, ("1 == Sum(p[j], (j, 1, n))",), "-Sum(p[i]*log(p[i]), (i, 1, n)) <= log(n)"),
    "Jensen for the square": (P, (ONE,), "Sum(p[i]*x[i], (i, 1, n))**2 <= Sum(p[i]*x[i]**2, (i, 1, n))"),
    "Jensen for the logarithm": (P, (ONE,), "Sum(p[i]*log(q[i]), (i, 1, n)) <= log(Sum(p[i]*q[i], (i, 1, n)))"),
    "the free energy": (
        P, (ONE,),
        "Sum(p[i]*x[i], (i, 1, n)) - Sum(p[i]*log(p[i]), (i, 1, n)) <= log(Sum(exp(x[i]), (i, 1, n)))"),
    "means of squares": (P, (), "Sum(x[i], (i, 1, n))**2 <= n*Sum(x[i]**2, (i, 1, n))"),
    "Jensen for the exponential": (X, (), "exp(expect(X)) <= expect(exp(X))"),
    "a known mean": (X, ("expect(X) == 2",), "expect(exp(X)) >= exp(2)"),
    "a mean that is not 0": (X, ("X > 0",), "expect(X) != 0"),
    "one term": (P, (), "p[n]*log(p[n]/q[n]) - p[n] + q[n] >= 0"),
    "logarithms apart": (REAL, (), "p*log(p) + p*log(n) >= p - 1/n"),
}  # fmt: skip
TWINS = {
    "totals that differ": (P, (ONE,), "Sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0"),
    "another total": (P, (ONE, "Sum(q[i], (i, 1, n)) == 2"), "Sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0"),
    "other ends": (P, (ONE, "Sum(q[i], (i, 0, n)) == 1"), "Sum(q[i]*log(q[i]/p[i]), (i, 1, n)) >= 0"),
    "half of chi square": (P, TWO, "Sum(p[i]*log(p[i]/q[i]), (i, 1, n)) <= (Sum(p[i]**2/q[i], (i, 1, n)) - 1)/4"),
    "less entropy": (P, (ONE,), "-Sum(p[i]*log(p[i]), (i, 1, n)) <= log(n)/2"),
    "Jensen without weights that add up": (
        P, (), "Sum(p[i]*x[i], (i, 1, n))**2 <= Sum(p[i]*x[i]**2, (i, 1, n))"),
    "Jensen turned": (P, (ONE,), "Sum(p[i]*log(q[i]), (i, 1, n)) >= log(Sum(p[i]*q[i], (i, 1, n)))"),
    "one term too few": (P, (), "Sum(x[i], (i, 0, n))**2 <= n*Sum(x[i]**2, (i, 0, n))"),
    "the exponential turned": (X, (), "exp(expect(X)) >= expect(exp(X))"),
    "another mean": (X, ("expect(X) == 2",), "expect(exp(X)) >= exp(3)"),
    "a mean that may be 0": (X, ("X >= 0",), "expect(X) != 0"),
    "logarithms too high": (REAL, (), "p*log(p) + p*log(n) >= p - 1/(2*n)"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_proved(name: str) -> None:
    variables, given, goal = TRUE[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 15).verdict == "proved"


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_is_not_proved(name: str) -> None:
    variables, given, goal = TWINS[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 3).verdict != "proved"
