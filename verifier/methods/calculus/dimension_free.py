"""Relations in which a matrix, an inner product, a function of vectors or an expectation stands, for all sizes.

Decides: equations by rewriting with the facts and as combinations of them, inequalities that are visibly sums of
squares or combinations of two known ones, contradictions, derivatives of products of curves: `automation`, on one
relation.  Complete for: equations of words with one normal form.  Cannot do: functions of numbers (`letters`).
"""

from __future__ import annotations

from verifier.kernel.binding import free_names
from verifier.kernel.expr import FALSE, Expr
from verifier.kernel.logic import Sequent
from verifier.methods.automation import Auto
from verifier.methods.calculus.driver import Driver, Node

NAME = "matrix algebra"


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    from verifier.methods.calculus.letters import objects

    others = objects(s)
    about = free_names(goal) if goal != FALSE else frozenset().union(*map(free_names, s.facts.values()))
    if not others & about:
        return None
    return Auto(driver.deadline).prove(s, goal, min(effort, 1))
