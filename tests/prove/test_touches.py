"""Taylor's formula, circles, rising functions and separated variables: what they decide, and false neighbours."""

from __future__ import annotations

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.normal import waves
from verifier.prove.numbers import cases
from verifier.prove.order import comparing, separation
from verifier.prove.order.one_variable import touches


def proved(closer, goal, effort=2, seconds=90, given=(), **variables):
    task = Task(claim("t", goal, variables=variables, given=list(given)), now() + seconds)
    driver = prover(now() + seconds)
    try:
        node = closer.close(driver, task.sequent, task.statement.goal, effort)
    except OutOfTime:
        return False
    if node is None:
        return False
    Checker().check(task.sequent, task.statement.goal, node)
    return True


QUARTER = {"x": "(0, pi/2)"}
#: closer, a true claim, its variables, claims that are false by a little
CLAIMS = [
    (touches, "sin(x)/x < (2 + cos(x))/3", QUARTER, ["sin(x)/x < (2 + cos(x))/3 - x**4/179"]),
    (touches, "(sin(x)/x)**2 + tan(x)/x > 2", QUARTER, ["(sin(x)/x)**2 + tan(x)/x > 2 + x**4/5"]),
    (touches, "8/(pi**2 - 4*x**2) < tan(x)/x", QUARTER, ["8/(pi**2 - 4*x**2) < tan(x)/x*(1 - 1/10**9)"]),
    (touches, "sin(x) >= 2*x/pi", {"x": "[0, pi/2]"}, ["sin(x) > 2*x/pi", "sin(x) >= 2*x/pi + x**2/10**9"]),
    (touches, "3**x <= 1 + 2*x", {"x": "[0, 1]"}, ["3**x < 1 + 2*x", "3**x <= 1 + 2*x - x*(1 - x)"]),
    (touches, "cos(x)*cosh(x) <= 1", {"x": "[0, 1]"}, ["cos(x)*cosh(x) < 1", "cos(x)*cosh(x) <= 1 - x**4/5"]),
    (touches, "exp(x) >= E*x", {"x": "[0, 3]"}, ["exp(x) > E*x", "exp(x) >= E*x + (x - 1)**2*2"]),
    (waves, "3 + 4*cos(x) + cos(2*x) >= 0", {"x": "real"}, ["3 + 4*cos(x) + cos(2*x) > 0"]),
    (waves, "cos(x) + cos(y) - cos(x + y) <= 3/2", {"x": "real", "y": "real"},
     ["cos(x) + cos(y) - cos(x + y) < 3/2", "cos(x) + cos(y) - cos(x + y) <= 3/2 - 1/10**6"]),
    (comparing, "cos(y) <= cos(x)", {"x": "[0, 1]", "y": "[1, pi]"}, ["cos(y) < cos(x)", "cos(y) >= cos(x)"]),
    (comparing, "2*atan(x) < 2*atan(x + 1)", {"x": "real"}, ["2*atan(x) > 2*atan(x + 1)"]),
    (comparing, "cosh(x) <= cosh(2*x)", {"x": "nonnegative"}, ["cosh(x) < cosh(2*x)"]),
    (separation, "(x + y)*(exp(x) - 1 - x + exp(y) - 1 - y)/(x + y) >= 0", {"x": "positive", "y": "positive"},
     ["(x + y)*(exp(x) - 1 - x + exp(y) - 2 - y)/(x + y) >= 0"]),
    (cases, "sign(x*y) == sign(x)*sign(y)", {"x": "real", "y": "real"}, ["sign(x*y) == sign(x)"]),
]  # fmt: skip


@pytest.mark.parametrize("closer, goal, variables", [c[:3] for c in CLAIMS], ids=[c[1] for c in CLAIMS])
def test_true_claims(closer, goal, variables):
    assert proved(closer, goal, **variables)


@pytest.mark.parametrize("closer, goal, variables", [(c, f, v) for c, _, v, false in CLAIMS for f in false])
def test_false_neighbours(closer, goal, variables):
    assert not proved(closer, goal, seconds=2, **variables)


def test_what_a_dropped_bound_makes_false():
    assert proved(comparing, "sin(x) <= sin(y)", given=["x <= y"], x="[-1, 1]", y="[-1, 1]")
    assert not proved(comparing, "sin(x) <= sin(y)", given=["x <= y"], x="[-1, 2]", y="[-1, 2]", seconds=2)
    assert not proved(comparing, "cosh(x) <= cosh(y)", given=["x <= y"], x="real", y="real", seconds=2)
    assert not proved(comparing, "x**t <= y**t", given=["x <= y"], x="positive", y="positive", t="real", seconds=2)
