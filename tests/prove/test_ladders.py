"""Derivative ladders: inequalities that touch, on bounded and unbounded domains, and their false neighbours."""

from __future__ import annotations

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.order.one_variable import ladders


def proved(goal, given=(), effort=2, seconds=12, **variables):
    task = Task(claim("t", goal, variables=variables, given=list(given)), now() + seconds)
    driver = prover(now() + seconds)
    try:
        node = ladders.close(driver, task.sequent, task.statement.goal, effort)
    except OutOfTime:
        return False
    if node is None:
        return False
    Checker().check(task.sequent, task.statement.goal, node)
    return True


#: a true claim, and claims that are false by a hair
CLAIMS = [
    ("exp(x) >= 1 + x", {"x": "real"}, ["exp(x) > 1 + x", "exp(x) >= 1 + x + 1/10**30"]),
    ("x*exp(-x) <= exp(-1)", {"x": "real"}, ["x*exp(-x) < exp(-1)", "x*exp(-x) <= exp(-1) - 1/10**30"]),
    ("asinh(x) <= x", {"x": "nonnegative"}, ["asinh(x) < x", "asinh(x) <= x*(1 - 1/10**30)"]),
    ("log(1 + x) < x", {"x": "positive"}, ["log(1 + x) < x - x**2/2"]),
    ("exp(-x)*(1 + x + x**2/2) <= 1", {"x": "nonnegative"}, ["exp(-x)*(1 + x + x**2/2) < 1"]),
    ("log(x) <= x - 1", {"x": "positive"}, ["log(x) < x - 1", "log(x) <= (x - 1)*(1 - 1/10**30)"]),
    ("sin(x) <= x", {"x": "nonnegative"}, ["sin(x) < x", "sin(x) <= x - x**3/6"]),
    ("cos(x) >= 1 - x**2/2", {"x": "[0, 10]"}, ["cos(x) > 1 - x**2/2", "cos(x) >= 1 - x**2/2 + x**4/24"]),
    ("tanh(x) < x", {"x": "positive"}, ["tanh(x) < x - x**3/3"]),
    ("sin(x) >= 2*x/pi", {"x": "[0, pi/2]"}, ["sin(x) > 2*x/pi", "sin(x) >= 2*x/pi + x/10**30"]),
    ("log(1 + 1/x) < 1/x", {"x": "positive"}, []),
    ("log(1 + 1/x) > 1/(x + 1)", {"x": "positive"}, ["log(1 + 1/x) > 1/(x + 1/3)"]),
]


@pytest.mark.parametrize("goal, variables, _false", CLAIMS)
def test_true_claims(goal, variables, _false):
    assert proved(goal, **variables)


@pytest.mark.parametrize("goal, variables", [(f, v) for _, v, false in CLAIMS for f in false])
def test_false_neighbours(goal, variables):
    assert not proved(goal, seconds=4, **variables)


def test_touching_at_several_points():
    assert proved("sin(x)**2*(2 + cos(x)) >= 0", x="[0, 7]")
    assert not proved("sin(x)**2*(2 + cos(x)) > 0", x="[0, 7]", seconds=3)


def test_high_order_at_an_end():
    assert proved("x*(2 + cosh(x)) >= 3*sinh(x)", x="[0, 2]")
    assert not proved("x*(2 + cosh(x)) > 3*sinh(x)", x="[0, 2]", seconds=3)


def test_a_second_variable():
    assert proved("x*exp(y) >= x + x*y", x="positive", y="real")


# -- from the limit at an end -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("goal", "x"),
    [
        ("log(1 + 1/x) > 1/(x + 1)", "positive real"), ("x*atan(1/x) < 1", "positive real"),
        ("atan(x) + 1/x > pi/2", "positive real"), ("log(1 - 1/x) > 1/(1 - x)", "negative real"),
        ("x*log(x) >= x - 1", "(0, 1)"),
    ],
)  # fmt: skip
def test_a_limit_as_anchor(goal, x):
    assert proved(goal, x=x, seconds=30)


@pytest.mark.parametrize("goal", ["log(1 + 1/x) > 1/x", "x*atan(1/x) > 1", "atan(x) + 1/x < pi/2"])
def test_no_sign_from_a_limit_on_the_other_side(goal):
    assert not proved(goal, x="positive", seconds=2)
