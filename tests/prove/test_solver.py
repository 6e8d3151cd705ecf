"""z3 as a finder and a last resort: a model refutes only after exact replay, and `unsat` is `computed` at most."""

import importlib.util

import pytest

from verifier.kernel.check import check
from verifier.language.claim import claim
from verifier.prove import solver
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.portfolio import decide

needs_z3 = pytest.mark.skipif(importlib.util.find_spec("z3") is None, reason="z3 is an extra")


def asked(goal, given=(), **variables):
    made = claim("c", goal, variables=variables, given=list(given))
    task = Task(made, now() + 10)
    return solver.attempt(task), task


@needs_z3
@pytest.mark.parametrize(
    "goal, variables, point",
    [
        ("x**2 > 2", {"x": "nonnegative"}, None),
        ("x**2 != 2", {"x": "positive"}, {"x": "sqrt(2)"}),
        ("x**3 != 2", {"x": "real"}, {"x": "2**(1/3)"}),
        ("x**2 + x != 1", {"x": "negative"}, {"x": "(-1 - sqrt(5))/2"}),
        ("x**4 - 4*x + 3 > 0", {"x": "real"}, {"x": "1"}),
        ("floor(x) + floor(y) == floor(x + y)", {"x": "real", "y": "real"}, None),
        ("exists(y, real, y**2 == x)", {"x": "real"}, None),
        ("n**2 + n + 41 != 1681", {"n": "positive integer"}, {"n": "40"}),
        ("x**3 + y**3 + z**3 >= 3*x*y*z + 1/10**30", {"x": "positive", "y": "positive", "z": "positive"}, None),
    ],
)
def test_a_model_is_replayed_exactly(goal, variables, point):
    verdict, task = asked(goal, **variables)
    assert verdict.verdict == "refuted"
    assert check(task.statement, verdict.certificate).establishes == "denial"
    if point is not None:
        assert verdict.counterexample == point


@needs_z3
@pytest.mark.parametrize(
    "goal, variables",
    [
        ("x**3 + y**3 + z**3 >= 3*x*y*z", {"x": "positive", "y": "positive", "z": "positive"}),
        ("floor(x) + floor(y) <= floor(x + y)", {"x": "real", "y": "real"}),
        ("exists(y, real, y**2 == x)", {"x": "nonnegative"}),
        ("sqrt(x)*sqrt(y) == sqrt(x*y)", {"x": "nonnegative", "y": "nonnegative"}),
        ("x**0 == 1", {"x": "real"}),
        ("1/x + 1/y >= 4/(x + y)", {"x": "positive", "y": "positive"}),
        ("n*(n + 1)*(n + 2) >= 6", {"n": "positive integer"}),
    ],
)
def test_unsat_is_computed_and_says_what_is_trusted(goal, variables):
    verdict, _ = asked(goal, **variables)
    assert verdict.verdict == "computed"
    assert verdict.trust[0].startswith("z3 ") and verdict.trust[0].endswith(": unsat")


@needs_z3
@pytest.mark.parametrize(
    "goal, variables",
    [
        ("sin(x) <= 1", {"x": "real"}),  # not its language
        ("1/x*x == 1", {"x": "real"}),  # undefined at 0, where z3 would choose a value of 1/0
        ("sqrt(x)**2 == x", {"x": "real"}),  # undefined for x < 0
        ("trace(A) == trace(A.T)", {"n": "positive integer", "A": "matrix(n, n)"}),
    ],
)
def test_what_it_cannot_say_stays_open(goal, variables):
    verdict, _ = asked(goal, **variables)
    assert verdict is None


@needs_z3
def test_a_model_that_cannot_be_replayed_refutes_nothing(monkeypatch):
    monkeypatch.setattr(solver, "ask", lambda statement, seconds: ("sat", {"x": 1}, "0"))
    verdict, task = asked("x**2 >= 0", x="real")
    assert verdict is None
    assert any("replayed" in note for note in task.notes)


def test_without_z3_there_is_one_clear_line(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    verdict, task = asked("x**2 >= 0", x="real")
    assert verdict is None
    assert task.notes == ["z3 is not installed (pip install 'verifier[smt]')"]


@needs_z3
def test_what_the_kernel_can_prove_is_not_left_to_z3():
    made = claim("c", "x**2 + y**2 >= 2*x*y", variables={"x": "real", "y": "real"})
    assert decide(made, 10).verdict == "proved"
