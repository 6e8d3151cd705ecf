"""Sequences that converge: explicit ones by the definition, with and without a script, and false neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr
from verifier.language.claim import claim
from verifier.language.script import Converge, Eventually, Step, Take, Use
from verifier.library.trees import arrives
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.portfolio import decide


def proved(goal: str, seconds: float = 60.0, **variables: str) -> bool:
    """Whether the driver proves it, and the kernel accepts that."""
    task = Task(claim("t", goal, variables=variables), now() + seconds)
    try:
        node = prover(now() + seconds).prove(task.sequent, task.statement.goal, 2)
    except OutOfTime:
        return False
    if node is None:
        return False
    Checker().check(task.sequent, task.statement.goal, node)
    return True


@pytest.mark.parametrize("goal", [
    "tends(1 + exp(-n), n, 1)", "tends((n + 1)/(n + 2), n, 1)", "tends(sqrt(1 + exp(-n)), n, 1)",
    "tends(2 - exp(-2*n), n, 2)", "tends(exp(-n) + 1/(n + 1), n, 0)",
    "tends(exp(-n)*basis(2, 0) + basis(2, 1), n, basis(2, 1))", "tends(Matrix([[exp(-n), 1/(n + 1)]]), n, zeros(1, 2))",
])  # fmt: skip
def test_explicit_sequences_converge(goal: str) -> None:
    assert proved(goal)


def test_with_a_parameter() -> None:
    assert proved("tends(1 + c*exp(-n), n, 1)", c="real")


@pytest.mark.parametrize("goal", [
    "tends(1 + exp(-n), n, 2)", "tends(1 + exp(-n), n, 1 + exp(-100))", "tends((-1)**n, n, 0)",
    "tends(n, n, 0)", "tends((n + 1)/(n + 2), n, 2)", "tends(Matrix([[exp(-n), 1/(n + 1)]]), n, Matrix([[0, 1]]))",
    "tends(exp(-n)*basis(2, 0) + basis(2, 1), n, basis(2, 0))",
    "tends(exp(-n)*basis(2, 0) + n*basis(2, 1), n, basis(2, 1))",
])  # fmt: skip
def test_neighbours_that_converge_elsewhere_or_nowhere_are_not_proved(goal: str) -> None:
    assert not proved(goal, 2.0)


def by_script(
    goal: str, script: Sequence[Step], given: Sequence[str] = (), seconds: float = 3.0, **variables: str
) -> str:
    return decide(claim("t", goal, variables=variables, given=list(given), argument=tuple(script)), seconds).verdict


#: convergence of matrices of any size from that of a bound
SQUEEZED: list[Step] = [
    Converge(), Take("h"), Use("given", at=["h"]),
]  # fmt: skip
BOUND = "forall(h, positive, exists(m, nonnegative integer, forall(n, integer[m, oo], norm2({0}) <= h)))"


def test_matrices_of_any_size_by_the_definition() -> None:
    names = {"d": "positive integer", "A": "matrix(d, d) sequence", "B": "matrix(d, d)"}
    said = BOUND.format("A[n] - B")
    assert by_script(f"implies({said}, tends(A[n], n, B))", [Take(), *SQUEEZED], **names) == "proved"
    others = [BOUND.format("A[n]"), BOUND.format("A[n] - 2*B"), said.replace("<= h", "<= h + 1")]
    for wrong in (*others, said.replace("m, oo", "0, m")):
        assert by_script(f"implies({wrong}, tends(A[n], n, B))", [Take(), *SQUEEZED], seconds=1.0, **names) != "proved"


def test_equal_to_the_limit_from_some_index_on() -> None:
    given = ["forall(n, integer[3, oo], x[n] == c)"]
    names = {"x": "real sequence", "c": "real"}
    goal = f"implies({given[0]}, tends(x[n], n, c))"
    script: list[Step] = [Take(), Eventually("3", [Use("given", at=["n"])])]
    assert by_script(goal, script, **names) == "proved"
    assert by_script(goal.replace("n, c))", "n, c + 1))"), script, seconds=1.0, **names) != "proved"


# -- the kernel's rule -------------------------------------------------------------------------------------------------
def accepted(goal: Expr, then: dict[str, object], **sorts: Expr) -> bool:
    s = Sequent()
    for name, sort in sorts.items():
        s = s.declare(name, sort)
    try:
        Checker().check(s, goal, arrives(goal, then, "definition"))
    except Rejected:
        return False
    return True


CONSTANT: dict[str, object] = {"rule": "intro", "as": "h", "then": {"rule": "intro", "as": "positive", "then": {
    "rule": "witness", "value": 0, "then": {"rule": "intro", "as": "n", "then": {"rule": "arith"}}}}}  # fmt: skip


def test_the_rule_asks_for_the_definition_and_for_real_numbers() -> None:
    x: Expr = ("+", "x", 0)
    trivial: dict[str, object] = {"rule": "split", "nodes": []}
    assert not accepted(("tends", x, "t", "x"), trivial, x=REAL)  # the definition is still to be proved
    assert not accepted(("==", "x", "x"), trivial, x=REAL)  # no convergence
    complexes: Expr = ("complex",)
    i: Expr = ("fn", "I")
    for body, value in ((i, 0), ("x", 0), (("*", i, "t"), 0), (0, i)):
        with_it = {"x": complexes} if body == "x" else {}
        assert not accepted(("tends", body, "t", value), CONSTANT, **with_it)
    assert not accepted(("tends", ("matrix", ("row", i)), "t", ("zeros", 1, 1)), CONSTANT)
