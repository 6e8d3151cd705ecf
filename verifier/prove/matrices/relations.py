"""Relations in which a matrix, an inner product, a function of vectors or an expectation stands, for all sizes.

Decides: equations by rewriting with the facts and as combinations of them, inequalities that are visibly sums of
squares or combinations of two known ones, contradictions, derivatives of products of curves.  How: facts that hold at
all times are used at those of the goal (`rates`); then `equations`, `inequalities`, `contradictions`.  Complete for:
equations of words with one normal form.  Cannot do: functions of numbers (`letters`).
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands
from verifier.prove.matrices.contradictions import Contradictions
from verifier.prove.matrices.rates import at_the_times, without_derivatives
from verifier.prove.numbers.driver import Driver, Node, under

NAME = "matrix algebra"
_NUMBERS = ("real", "integer", "complex")
_MATRICES = ("eye", "zeros", "basis", "T", "trace", "delta", "entry")


def objects(s: Sequent) -> frozenset[str]:
    """The variables that are no numbers, and no sequences or curves of them."""
    return frozenset(n for n, sort in s.sorts.items() if not _numeric(sort))


def _numeric(sort: Expr) -> bool:
    if head(sort) in ("sequence", "curve"):
        return _numeric(sort[1])  # type: ignore[index]
    return head(sort) in _NUMBERS


def concerns(s: Sequent, goal: Expr) -> bool:
    """Whether the matrix algebra may have something to say."""
    others = objects(s)
    if head(goal) == "==":  # members of sequences of numbers at one index that is written in two ways
        others |= {n for n, sort in s.sorts.items() if head(sort) == "sequence"}
    about = free_names(goal) if goal != FALSE else frozenset().union(*map(free_names, s.facts.values()))
    return bool(others & about) or any(head(e) in _MATRICES for e in subexpressions(goal))


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if not concerns(s, goal):
        return None
    if effort > 0:
        there, steps = at_the_times(s, goal, lambda around, premise: driver.prove(around, premise, 0))
        if steps:
            found = driver.prove(there, goal, effort)
            for step in reversed(steps):
                found = under(step, found)
            return found
        found = without_derivatives(s, goal, lambda around, then: driver.prove(around, then, effort))
        if found is not None:
            return found
    algebra = Contradictions(driver.deadline)
    if head(goal) == "==":
        return algebra.equation(s, goal)
    if head(goal) == "!=":
        label = fresh("equal", frozenset(s.facts))
        then = driver.prove(s.assume(label, ("==", *operands(goal))), FALSE, effort)
        return under({"rule": "intro", "as": label}, then)
    return algebra.contradiction(s) if goal == FALSE else algebra.inequality(s, goal)
