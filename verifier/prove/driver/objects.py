"""Which variables are no numbers, and which goals are about them."""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, REAL, Expr, head

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
    formulas = (goal,) if goal != FALSE else tuple(s.facts.values())  # of a contradiction: what the facts are about
    about = frozenset().union(*map(free_names, formulas))
    return bool(objects(s) & about) or any(map(of_matrices, formulas))


def of_matrices(e: Expr) -> bool:
    """Whether something in it makes a matrix, or a number from one."""
    return any(head(x) in _MATRICES for x in subexpressions(e))


def rewritten(s: Sequent, goal: Expr) -> bool:
    """Whether it is an equation of sums, of members of sequences or of values of curves, which are words, too."""
    moving = any(head(s.sorts.get(n, REAL)) not in _NUMBERS for n in free_names(goal))
    return head(goal) == "==" and (moving or any(head(x) == "sum" for x in subexpressions(goal)))


def near(s: Sequent, goal: Expr) -> bool:
    """Whether a fact that mentions an object says something of what the goal is about."""
    kinds, about = objects(s), free_names(goal)
    return any(names & kinds and names & about for names in map(free_names, s.facts.values()))
