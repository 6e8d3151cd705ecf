"""Claims about numbers and functions: the driver on the claim, then on its negation at points.

Decides: whatever the closers decide; see each of them.  How: in rounds of growing effort, a proof of the goal from the
hypotheses is looked for, then values at which the hypotheses and the goal's negation are proved (`refute`).
Variables are numbers or matrices of literal sizes, which are taken by their entries.  Complete for: nothing as a whole.
Cannot do: matrices of symbolic size and sequences of matrices, which belong to the other methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from verifier.evidence.manner import way
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr, head
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Node, OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.near import constants
from verifier.prove.numbers.entries import literal_sizes
from verifier.prove.overdue import part
from verifier.prove.refute import refute

NAME = "analysis"
SLACK = 0.3  # seconds beyond a share, for what was found at the last moment


def scalar(task: Task) -> bool:
    """Whether all variables are numbers, sequences of them, curves, or matrices whose sizes are literals; no curve
    comes alone with matrices of symbolic sizes.
    """
    kinds = ("real", "integer", "complex", "curve")
    sorts = [sort for _, sort in task.statement.variables if sort != ("sequence", ("real",))]
    return all(head(sort) in kinds or literal_sizes(sort) is not None for sort in sorts)


def attempt(task: Task) -> Evidence | None:
    return _rounds(task, ((2, 0.5), (3, 0.9)))


def first_look(task: Task) -> Evidence | None:
    """What takes little time, before the methods that were made for matrices."""
    return _rounds(task, ((1, 0.15),))


def _rounds(task: Task, rounds: Sequence[tuple[int, float]]) -> Evidence | None:
    """A proof, else a counterexample, with more and more effort; each round has a share of the time that is left."""
    for effort, share in rounds:
        prove = partial(_proved, task, task.sequent, task.statement.goal, effort, share / 2)
        node = part(share / 2 * task.left() + SLACK, prove)
        if node is not None:
            values = constants.named(task.statement.goal, node)
            reason = "proved for all values" if task.statement.variables else "proved"
            reason += f", with {values}" if values else ""
            return Evidence(task.proof(node), reason, method=way(node))
        if any(head(sort) in ("curve", "sequence") for _, sort in task.statement.variables):
            continue  # values of curves are not searched for
        found = part(share / 2 * task.left() + SLACK, partial(refute.attempt, task, effort, share / 2))
        if found is not None:
            return found
    return None


def _proved(task: Task, s: Sequent, goal: Expr, effort: int, share: float) -> Node | None:
    driver = prover(now() + share * (task.deadline - now()))
    driver.given = frozenset(s.facts)
    try:
        node = driver.prove(s, goal, effort)
    except (OutOfTime, Rejected, Unknown):
        node = None
    task.notes.extend(driver.notes[-3:])
    return node
