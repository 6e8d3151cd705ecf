"""Limits that must be proved, beside them false values that must not be, and limits that do not exist."""

from __future__ import annotations

import pytest

from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.named import negation
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.matrices.equations import OutOfTime, accepts

SECONDS = 8.0


def decided(goal: str, variables: dict[str, str] | None = None) -> str:
    """"proved", "refuted" (the negation is proved) or "open", by proofs that the kernel accepts as a whole."""
    task = Task(claim("c", goal, variables=variables or {}), now() + 60)

    def holds(formula: Expr) -> bool:
        driver = prover(now() + SECONDS)
        try:
            node = driver.prove(task.sequent, formula, 2)
        except OutOfTime:
            return False
        return node is not None and accepts(task.sequent, formula, node)

    if holds(task.statement.goal):
        return "proved"
    return "refuted" if holds(negation(task.statement.goal)) else "open"


TRUE = """
limit((x**2 - 9)/(x - 3), x, 3) == 6
limit((exp(2*x) - 1)/x, x, 0) == 2
limit((1 - cos(3*x))/x**2, x, 0) == 9/2
limit((asin(x) - x)/x**3, x, 0) == 1/6
limit((atan(x) - x)/x**3, x, 0) == -1/3
limit((tan(sin(x)) - sin(tan(x)))/x**7, x, 0) == 1/30
limit(((1 + 2*x)**(1/x) - exp(2))/x, x, 0) == -2*exp(2)
limit(x*log(x), x, 0, '+') == 0
limit(x**x, x, 0, '+') == 1
limit(exp(-1/x), x, 0, '+') == 0
limit(exp(-1/x), x, 0, '-') == oo
limit(exp(-1/x**2)/x**9, x, 0) == 0
limit(tan(x), x, pi/2, '-') == oo
limit(acos(1 - x)/sqrt(x), x, 0, '+') == sqrt(2)
limit(acosh(x)/sqrt(x - 1), x, 1, '+') == sqrt(2)
limit(log(x)**5/x**(1/10), x, oo) == 0
limit(x**50/exp(x), x, oo) == 0
limit(sqrt(x**2 + x) - x, x, oo) == 1/2
limit(sqrt(x**2 + x) + x, x, -oo) == -1/2
limit(root(x**3 + x**2, 3) - x, x, oo) == 1/3
limit(root(x**3 + x**2, 3) - x, x, -oo) == 1/3
limit((2**x + 7**x)**(1/x), x, oo) == 7
limit(x**pi/x**(22/7), x, oo) == 0
limit((1 + 3/x)**(2*x), x, oo) == exp(6)
limit(log(log(log(x)))/log(log(x)), x, oo) == 0
limit(exp(x + exp(-x))/exp(x), x, oo) == 1
limit((exp(1/x + exp(-x)) - exp(1/x))*exp(x), x, oo) == 1
limit(exp(exp(x))/exp(exp(x - exp(-exp(x)))), x, oo) == 1
limit(exp(exp(x)/(1 - 1/x)) - exp(exp(x)), x, oo) == oo
limit(asinh(x) - log(x), x, oo) == log(2)
limit((1 - tanh(x))*exp(2*x), x, oo) == 2
limit(x*(pi/2 - atan(x)), x, oo) == 1
limit(erf(x), x, -oo) == -1
limit((1 - erf(x))*x*exp(x**2), x, oo) == 1/sqrt(pi)
limit(gamma(x + 1/2)/(gamma(x)*sqrt(x)), x, oo) == 1
limit(loggamma(x) - (x - 1/2)*log(x) + x, x, oo) == log(2*pi)/2
limit(x*(digamma(x) - log(x)), x, oo) == -1/2
limit(factorial(x)**2*4**x/(factorial(2*x)*sqrt(x)), x, oo) == sqrt(pi)
limit(x*gamma(x), x, 0) == 1
limit(gamma(x), x, -1, '-') == oo
limit((gamma(1 + x) - 1)/x, x, 0) == -EulerGamma
limit(floor(x), x, 3, '-') == 2
limit(ceiling(x), x, 3, '+') == 4
limit(floor(cos(x)), x, 0) == 0
limit(floor(pi*x)/x, x, oo) == pi
limit(x*floor(1/x), x, 0) == 1
limit(abs(x - 2)/(x - 2), x, 2, '-') == -1
limit(sign(sin(x)), x, pi, '+') == -1
limit(Max(x, x**2)/x, x, 0, '+') == 1
limit(Piecewise((x, x > 1), (5, True)), x, 1, '-') == 5
limit((x + sin(x))/x, x, oo) == 1
limit(sin(sqrt(x + 1)) - sin(sqrt(x)), x, oo) == 0
limit(x*sin(1/x), x, 0) == 0
limit((cos(x) + 2)**(1/x), x, oo) == 1
limit(exp(sin(x))/x, x, oo) == 0
limit(x*(2 + sin(x)), x, oo) == oo
limit((2 + sin(1/x))/x**2, x, 0) == oo
limit(sin(x)/x, x, oo) < 1/10
""".strip().splitlines()


@pytest.mark.parametrize("goal", TRUE)
def test_a_true_limit_is_proved(goal: str) -> None:
    assert decided(goal) == "proved"


FALSE = """
limit((1 - cos(3*x))/x**2, x, 0) == 9
limit(sin(x)/x, x, 0) == 1 + 1/10**30
limit((1 + 1/x)**x, x, oo) == E - 1/10**30
limit(x*log(x), x, 0, '+') == -1/10**30
limit((tan(sin(x)) - sin(tan(x)))/x**7, x, 0) == 1/31
limit(1/x, x, 0, '-') == oo
limit(1/x, x, 0) == oo
limit(1/x, x, 0) == 0
limit(abs(x)/x, x, 0) == 1
limit(floor(x), x, 1) == 1
limit(floor(x), x, 1, '-') == 1
limit(ceiling(x), x, 1, '+') == 1
limit(tan(x), x, pi/2) == oo
limit(exp(1/x), x, 0) == 0
limit(sign(x), x, 0) == 0
limit(x*(1/x), x, oo) == 0
limit(x**2*(1/x), x, oo) == 0
limit(sqrt(x**2)/x, x, -oo) == 1
limit(sqrt(x**2 + x) - x, x, -oo) == 1/2
limit((x + sin(x))/x, x, oo) == 2
limit(x*(2 + sin(x)), x, oo) == -oo
limit(exp(x)/x**1000, x, oo) == 0
limit(2**x*3**x/6**x, x, oo) == 0
limit((sqrt(2)**2 - 2)*x, x, oo) == oo
limit(x**pi/x**(22/7), x, oo) == oo
limit(gamma(x), x, 0, '-') == oo
limit(loggamma(x) - (x - 1/2)*log(x) + x, x, oo) == log(2*pi)
limit(erf(x), x, oo) == -1
limit(exp(x)*(sinh(x) - cosh(x)), x, oo) == 1
limit(exp(-1/x**2)/x**9, x, 0) == oo
limit(exp(exp(x))/exp(exp(x - exp(-exp(x)))), x, oo) == oo
limit(sin(x)/x, x, oo) > 0
""".strip().splitlines()


@pytest.mark.parametrize("goal", FALSE)
def test_a_false_value_is_refuted(goal: str) -> None:
    assert decided(goal) == "refuted"


NO_LIMIT = """
limit(sin(x), x, oo) == 0
limit(x*sin(x), x, oo) == oo
limit(x*(1 + sin(x)), x, oo) == oo
limit(cos(1/x), x, 0) == 1
limit(x - floor(x), x, oo) == 0
limit(sin(x + 1) - sin(x), x, oo) == 0
limit(exp(x*sin(x)), x, oo) == 0
limit(gamma(x), x, -oo) == 0
"""
UNDEFINED = """
limit(sqrt(x), x, 0, '-') == 0
limit(log(x), x, 0, '-') == -oo
limit(acos(x), x, 1, '+') == 0
limit(x*log(-1), x, 0) == 0
limit(0*log(-x), x, oo) == 0
limit(sin(log(-x))/x, x, oo) == 0
limit(0/(x - x), x, oo) == 0
limit((x - x)/(x - x), x, oo) == 1
limit(1/(sin(x)**2 + cos(x)**2 - 1), x, oo) == oo
limit((-2)**x/3**x, x, oo) == 0
limit(x**x, x, 0, '-') == 1
"""


@pytest.mark.parametrize("goal", (NO_LIMIT + UNDEFINED).split("\n"))
def test_a_limit_that_does_not_exist_has_no_value(goal: str) -> None:
    assert not goal or decided(goal) != "proved"


@pytest.mark.parametrize(
    "goal, verdict",
    [
        ("limit((1 + a/x)**x, x, oo) == exp(a)", "proved"),
        ("limit((1 + a/x)**x, x, oo) == exp(-a)", "refuted"),
        ("limit(sin(a*x)/x, x, 0) == a", "proved"),
        ("limit((sin(a + h) - sin(a))/h, h, 0) == cos(a)", "proved"),
        ("limit((sin(a + h) - sin(a))/h, h, 0) == sin(a)", "open"),
        ("limit(a/x**2, x, 0) == oo", "proved"),
        ("limit((x**a - 1)/log(x), x, 1) == a", "proved"),
        ("limit(x**a*exp(-x), x, oo) == 0", "proved"),
    ],
)
def test_limits_with_a_positive_parameter(goal: str, verdict: str) -> None:
    assert decided(goal, {"a": "positive"}) == verdict


def test_a_sign_that_is_not_known_is_not_guessed() -> None:
    assert decided("limit(a/x**2, x, 0) == oo", {"a": "real"}) == "open"
    assert decided("limit(exp(a*x), x, oo) == oo", {"a": "nonnegative"}) == "open"
