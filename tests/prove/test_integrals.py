"""Integrals: values that are found and proved, and claims about them that must not be proved."""

from __future__ import annotations

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.claim import claim
from verifier.language.named import operands
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Node, OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.numbers.evaluators import EVALUATORS
from verifier.prove.refute.floating.approximation import value
from verifier.prove.values.integrals.definite import integration

SECONDS = 60.0


def sequent(goal: str, variables: dict[str, str] | None = None) -> tuple[Sequent, Expr]:
    task = Task(claim("t", goal, variables=variables or {}), now() + SECONDS)
    return task.sequent, task.statement.goal


def integral_in(goal: Expr) -> Expr:
    return next(e for e in subexpressions(goal) if head(e) == "fn" and operands(e)[0] == "integrate")


Found = tuple[Sequent, Expr, Expr, Node]


def found(goal: str, variables: dict[str, str] | None = None, effort: int = 3) -> Found | None:
    """The value of the integral in the goal; the kernel has accepted its proof."""
    s, formula = sequent(goal, variables)
    term = integral_in(formula)
    try:
        result = integration(prover(now() + SECONDS), s, effort, EVALUATORS).solve(term)
    except OutOfTime:
        return None
    if result is None:
        return None
    Checker().check(s, ("==", term, result[0]), result[1])
    return s, term, result[0], result[1]


def proved(goal: str, variables: dict[str, str] | None = None, effort: int = 2, seconds: float = 6.0) -> bool:
    s, formula = sequent(goal, variables)
    try:
        node = prover(now() + seconds).prove(s, formula, effort)
    except OutOfTime:
        return False
    if node is not None:
        Checker().check(s, formula, node)
    return node is not None


VALUES = [
    ("integrate(x**2, (x, 0, 1))", {}, "1/3"),
    ("integrate(x**2, (x, 1, 0))", {}, "-1/3"),
    ("integrate(1/x, (x, 1, 2))", {}, "log(2)"),
    ("integrate(1/x, (x, -2, -1))", {}, "-log(2)"),
    ("integrate(sin(x)*exp(cos(x)), (x, 0, 1))", {}, "E - exp(cos(1))"),
    ("integrate(1/sqrt(x), (x, 0, 1))", {}, "2"),
    ("integrate(log(x), (x, 0, 1))", {}, "-1"),
    ("integrate(1/x**2, (x, 1, oo))", {}, "1"),
    ("integrate(1/(1+x**2), (x, -oo, oo))", {}, "pi"),
    ("integrate(Abs(x-1), (x, 0, 3))", {}, "5/2"),
    ("integrate(sign(x), (x, -1, 3))", {}, "2"),
    ("integrate(Max(x, x**2), (x, 0, 2))", {}, "1/2 + 7/3"),
    ("integrate(integrate(x*y, (x, 0, y)), (y, 0, 1))", {}, "1/8"),
    ("integrate(t**2, (t, 0, x))", {"x": "real"}, "x**3/3"),
    ("integrate(1/(a*x+b*(1-x))**2, (x, 0, 1))", {"a": "positive", "b": "positive"}, "1/(a*b)"),
    ("integrate(sqrt(sin(x)), (x, 0, pi/2))", {}, "gamma(3/4)*gamma(1/2)/(2*gamma(5/4))"),
    ("integrate(sqrt(-log(x)), (x, 0, 1))", {}, "sqrt(pi)/2"),
    ("integrate((x-x**2)**n, (x, 0, 1))", {"n": "nonnegative integer"}, "factorial(n)**2/factorial(2*n+1)"),
    ("integrate(x*exp(-x**2-x), (x, -oo, oo))", {}, "-sqrt(pi)*exp(1/4)/2"),
    ("integrate(exp(-a*x**2), (x, -oo, oo))", {"a": "positive"}, "sqrt(pi/a)"),
    ("integrate(log(x)/(sqrt(x)*sqrt(1-x)), (x, 0, 1))", {}, "-2*pi*log(2)"),
    ("integrate(log(sin(x)), (x, 0, pi))", {}, "-pi*log(2)"),
    ("integrate(log(1+tan(x)), (x, 0, pi/4))", {}, "pi*log(2)/8"),
    ("integrate(sin(x**3), (x, -1, 1))", {}, "0"),
    ("integrate(x*floor(2*x), (x, 0, 3/2))", {}, "13/8"),
    ("integrate(sin(a*x)/x, (x, 0, oo))", {"a": "positive"}, "pi/2"),
    ("integrate(Piecewise((1, x < 1), (x, True)), (x, 0, 2))", {}, "5/2"),
]


@pytest.mark.parametrize(("integral", "variables", "expected"), VALUES, ids=[v[0] for v in VALUES])
def test_the_value_of_an_integral_is_found(integral: str, variables: dict[str, str], expected: str) -> None:
    result = found(f"{integral} == {expected}", variables)
    assert result is not None
    _, right = operands(sequent(f"{integral} == {expected}", variables)[1])
    at = {"a": 1.7, "b": 0.6, "n": 3, "x": -1.3}
    assert abs(value(result[2], at) - value(right, at)) < 1e-9


def test_a_primitive_that_jumps_inside_is_cut_there() -> None:
    result = found("integrate(1/(2+cos(x)), (x, 0, 2*pi)) == 0")
    assert result is not None and abs(value(result[2], {}) - 3.6275987284684357) < 1e-9


@pytest.mark.parametrize(
    ("integral", "expected"),
    [
        ("integrate(1/x, (x, 1, oo))", ("fn", "oo")),
        ("integrate(1/x**2, (x, -1, 1))", ("fn", "oo")),
        ("integrate(-1/x, (x, 0, 1))", ("neg", ("fn", "oo"))),
    ],
)
def test_divergence_has_a_sign(integral: str, expected: Expr) -> None:
    result = found(f"{integral} == 0")
    assert result is not None and result[2] == expected


FALSE = [
    ("integrate(1/x**2, (x, -1, 1)) == -2", {}),  # the primitive is infinite inside
    ("integrate(1/(x-1), (x, 0, 2)) == 0", {}),  # a principal value is no value
    ("integrate(x, (x, -oo, oo)) == 0", {}),
    ("integrate(1/x, (x, -1, 1)) == 0", {}),
    ("integrate(1/(2+cos(x)), (x, 0, 2*pi)) == 0", {}),  # the primitive jumps
    ("integrate(1/x, (x, -2, -1)) == log(2)", {}),
    ("integrate(x**2, (x, 0, 1)) == 1/3 + 1/10**30", {}),
    ("integrate(sqrt(x**2), (x, -1, 1)) == 0", {}),  # sqrt(x**2) is not x
    ("integrate(exp(-a*x), (x, 0, oo)) == 1/a", {"a": "real"}),
    ("integrate(exp(-a*x), (x, 0, oo)) == 1/a", {"a": "nonnegative"}),
    ("integrate(1/x**k, (x, 1, oo)) == 1/(k-1)", {"k": "[1, oo)"}),
    ("integrate(x**k, (x, 0, 1)) == 1/(k+1)", {"k": "nonzero"}),
    ("integrate((x-x**2)**n, (x, 0, 1)) == factorial(n)**2/factorial(2*n+1)", {"n": "integer"}),
    ("integrate((x-x**2)**n, (x, 0, 1)) == factorial(n)**2/factorial(2*n)", {"n": "nonnegative integer"}),
    ("integrate(exp(-a*x**2), (x, -oo, oo)) == sqrt(pi/a)", {"a": "nonzero"}),
    ("integrate(cos(x), (x, 0, oo)) == 0", {}),
    ("integrate(sin(x)/x, (x, 0, oo)) == pi", {}),
    ("integrate(Abs(x), (x, -1, 1)) == 0", {}),
    ("integrate(t**2, (t, 0, x)) == Abs(x)**3/3", {"x": "real"}),
    ("integrate(exp(-x**2), (x, 0, 1)) < 0.746824132", {}),
    ("integrate(1/(cos(x)-3)**2, (x, 0, 3)) < 0.4076", {}),
    ("integrate(0*log(x), (x, -1, 1)) == 0", {}),  # the integrand is not defined on half of the range
    ("integrate(x/x, (x, -1, 1)) != 2", {}),
    ("integrate(1/x**3, (x, -1, 1)) == 0", {}),  # odd, and it does not exist
    ("integrate(sin(a*x)/x, (x, 0, oo)) == pi/2", {"a": "real"}),
    ("integrate(floor(x), (x, 0, 3)) == 9/2", {}),
    ("integrate(log(sin(x)), (x, 0, pi)) == pi*log(2)", {}),
]


@pytest.mark.parametrize(("goal", "variables"), FALSE, ids=[f[0] for f in FALSE])
def test_a_false_claim_is_not_proved(goal: str, variables: dict[str, str]) -> None:
    assert not proved(goal, variables, seconds=2.0)


@pytest.mark.parametrize(
    "goal",
    [
        "integrate(1/(x-1), (x, 0, 2)) != 0",
        "integrate(x, (x, -oo, oo)) != 0",
        "integrate(1/x**2, (x, -1, 1)) != -2",
        "integrate(x**2, (x, 0, 1)) != 1/3 + 1/10**30",
        "integrate(exp(-x**2), (x, 0, 1)) > 0.746824132",
        "integrate(sqrt(sin(x)), (x, 0, pi/2)) < 1.1982",
        "integrate(sin(x)/x, (x, 1, pi)) != 1",
    ],
)
def test_a_wrong_value_is_refuted(goal: str) -> None:
    assert proved(goal, seconds=10.0)


def test_no_value_but_the_right_one_passes_with_the_same_proof() -> None:
    for text, variables, _ in VALUES[:9]:
        result = found(f"{text} == 0", variables)
        assert result is not None
        s, term, right, node = result
        for wrong in (("+", right, 1), ("neg", right), ("+", right, ("/", 1, 10**30)), ("fn", "oo")):
            with pytest.raises(Rejected):
                Checker().check(s, ("==", term, wrong), node)
