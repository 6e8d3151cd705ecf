"""Facts that are no relations, and facts with limits, integrals and sums: what follows from them, and what does not."""

from __future__ import annotations

import pytest

from verifier.evidence.manner import way
from verifier.kernel.check import check
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import FALSE
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Driver
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.numbers import hypotheses
from verifier.prove.questions import wellposed
from verifier.prove.refute.candidates import candidates
from verifier.prove.refute.floating import descent
from verifier.prove.refute.valued import with_values

REAL = dict.fromkeys("abxyz", "real")


def driver_for(task: Task) -> Driver:
    driver = prover(task.deadline)
    driver.given = frozenset(task.sequent.facts)
    return driver


def proved(goal: str, given: list[str], **domains: str) -> bool:
    made = claim("t", goal, variables={**REAL, **domains}, given=given)
    task = Task(made, now() + 8)
    node = driver_for(task).prove(task.sequent, task.statement.goal, 2)
    if node is None:
        return False
    assert way(node)
    certificate = task.proof(node)
    if wellposed.defined(task) is not None:
        certificate["defined"] = wellposed.defined(task)
    return check(task.statement, certificate).establishes == "statement"


#: hypotheses, a goal that follows, and one that does not
FOLLOWS = [
    (["x > 1 or x < -1"], "x**2 > 1", "x**2 > 2"),
    (["x >= 1 or x <= -1 or x == 0"], "x**3 - x == 0 or x**2 >= 1", "x**2 >= 1"),
    (["implies(y > 0, x > 1)", "y > 1"], "x > 0", "x > 2"),
    (["implies(y > 0, x > 1)", "implies(y <= 0, x > 2)"], "x > 1", "x > 2"),
    (["implies(y > 0, implies(x > 0, z > 1))", "y > 1", "x > 1"], "z > 0", "z > 1 and x > 2"),
    (["exists(t, real, t**2 == a)"], "a >= 0", "a > 0"),
    (["exists(t, positive, x == y + t)"], "x > y", "x > y + 1"),
    (["forall(t, real, t**2 + a >= 0)"], "a >= 0", "a > 0"),
    (["forall(t, positive, t > y)"], "y < 1", "y < 0"),
    (["implies(x > 0, forall(t, real, t**2 >= y))", "x > 1"], "y <= 0", "y < 0"),
    (["limit((exp(a*t) - 1)/t, t, 0) == 3"], "a == 3", "a == 4"),
    (["x == limit(sin(t)/t, t, 0)"], "x == 1", "x == 0"),
    (["x >= integrate(t, (t, 0, 1))"], "2*x >= 1", "2*x > 1"),
    (["integrate(t*a, (t, 0, 1)) > 1"], "a > 2", "a > 3"),
]


@pytest.mark.parametrize(("given", "goal", "twin"), FOLLOWS)
def test_facts_are_taken_apart(given: list[str], goal: str, twin: str) -> None:
    assert proved(goal, given)
    assert not proved(twin, given)


def test_a_dropped_hypothesis_is_missed() -> None:
    assert not proved("x > 0", ["implies(y > 0, x > 1)"])
    assert not proved("x > 1", ["implies(y > 0, x > 1)", "y >= 0"])
    assert not proved("x > 0", ["implies(x > 0, y > 1)", "y > 1"])  # the converse
    assert not proved("x**2 > 1", ["x > 1 or x < 1"])


def test_false_is_not_derived_from_facts_that_can_hold() -> None:
    for given in (["x > 1 or x < -1"], ["cos(x)**2 + sin(x)**2 == 1"], ["implies(x > 0, x > 3)", "x > 1"],
                  ["forall(t, real, t**2 >= a)"], ["exists(t, real, t == x)"]):  # fmt: skip
        assert not proved("1 == 2", given)


def test_a_fact_whose_negation_follows_is_a_contradiction() -> None:
    made = claim("t", "1 == 2", variables=REAL, given=["cos(x)**2 + sin(x)**2 == 2"])
    task = Task(made, now() + 8)
    node = driver_for(task).prove(task.sequent, FALSE, 2)
    assert node is not None and check(task.statement, task.proof(node, "vacuous")).establishes == "vacuity"


def test_the_search_of_points_reads_values_of_limits() -> None:
    made = claim("t", "a == 4", variables={"a": "real"}, given=["limit((exp(a*t) - 1)/t, t, 0) == 3"])
    plain = with_values(made.statement(), now() + 5)
    assert plain.given == (("h1", ("==", "a", 3)),) and plain.goal == made.statement().goal
    untouched = claim("t", "a == 4", variables={"a": "real"}, given=["a > 3"]).statement()
    assert with_values(untouched, now() + 5) is untouched


def test_points_of_thin_sets_are_found() -> None:
    made = claim("t", "1 == 2", variables=dict.fromkeys("xyz", "real"),
                 given=["x**2 + y**2 + z**2 <= 1", "x + y + z >= 1.7320"])  # fmt: skip
    anywhere = Statement(made.statement().variables, made.statement().given, FALSE)
    point = next(iter(candidates(anywhere, 2, now() + 5)))
    assert set(point) == {"x", "y", "z"}
    empty = Statement(anywhere.variables, (*anywhere.given, ("h", ("<", "x", ("/", 1, 2)))), FALSE)
    assert list(candidates(empty, 2, now() + 5)) == []  # what is found has been looked at by intervals


def test_descent_gives_up_quietly_on_what_is_undefined_or_overflows() -> None:
    import numpy as np

    formula = ("and", ("==", ("fn", "log", "x"), ("fn", "exp", ("fn", "exp", "x"))), (">", "x", 1))
    starts = {"x": np.array([-5.0, 700.0, 1e5])}
    with np.errstate(all="raise"):
        found = list(descent.descended(formula, starts, {"x": (-1e6, 1e6)}, dict, lambda name: False))
    assert all(np.isfinite(p["x"]) for p in found)


def test_facts_made_here_are_taken_apart_as_well() -> None:
    own = (hypotheses.FROM + "h1", hypotheses.CASE + "h1.0", "if", "if2")
    assert all(hypotheses.OWN.fullmatch(label) for label in own)
    assert not any(hypotheses.OWN.fullmatch(label) for label in ("f", "iff", "ih", "between"))
    given = ["implies(x > 0, y > 1 or y < -1)", "x > 1", "implies(y**2 > 1, exists(t, positive, z == t))"]
    assert proved("z > 0", given)
    assert not proved("z > 1", given)
