"""Relations in which a matrix, an inner product, a function of vectors or an expectation stands, for all sizes.

Decides: equations by rewriting with the facts and as combinations of them, inequalities that are visibly sums of
squares or combinations of two known ones, contradictions, derivatives of products of curves: `automation`, on one
relation.  Complete for: equations of words with one normal form.  Cannot do: functions of numbers (`letters`).
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.prove.matrices.automation import Auto
from verifier.prove.numbers.driver import Driver, Node

NAME = "matrix algebra"
_NUMBERS = ("real", "integer", "complex")


def objects(s: Sequent) -> frozenset[str]:
    """The variables that are no numbers, and no sequences or curves of them."""
    return frozenset(n for n, sort in s.sorts.items() if not _numeric(sort))


def _numeric(sort: Expr) -> bool:
    if head(sort) in ("sequence", "curve"):
        return _numeric(sort[1])  # type: ignore[index]
    return head(sort) in _NUMBERS


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    others = objects(s)
    if head(goal) == "==":  # members of sequences of numbers at one index that is written in two ways
        others |= {n for n, sort in s.sorts.items() if head(sort) == "sequence"}
    about = free_names(goal) if goal != FALSE else frozenset().union(*map(free_names, s.facts.values()))
    if not others & about:
        return None
    return Auto(driver.deadline).prove(s, goal, min(effort, 1))
