"""Relations in which a matrix, an inner product, a function of vectors or an expectation stands, for all sizes.

Decides: equations by rewriting with the facts and as combinations of them, inequalities that are visibly sums of
squares or combinations of two known ones, contradictions, derivatives of products of curves.  How: facts that hold at
all times are used at those of the goal (`rates`); then `equations`, `inequalities`, `contradictions`.  Complete for:
equations of words with one normal form.  Cannot do: functions of numbers (`letters`).
"""

from __future__ import annotations

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.kernel.terms.shapes import Shapes
from verifier.language.named import fresh, operands, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, under
from verifier.prove.driver.objects import concerns, near, rewritten
from verifier.prove.matrices.contradictions import Contradictions
from verifier.prove.matrices.equations import accepted
from verifier.prove.matrices.rates import at_the_times, without_derivatives

NAME = "matrix algebra"
OBJECTS = True
FACTS = 2  # the effort from which on it is asked about numbers of which only a fact relates them to objects
SQUARES = 2  # the effort from which on squares are looked for that are not visible


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if not concerns(s, goal) and not rewritten(s, goal) and not (effort >= FACTS and near(s, goal)):
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
    algebra = Contradictions(driver.deadline, squares=effort >= SQUARES)
    if head(goal) == "==":
        return algebra.equation(s, goal)
    if head(goal) == "!=":
        label = fresh("equal", frozenset(s.facts))
        then = driver.prove(s.assume(label, ("==", *operands(goal))), FALSE, effort)
        if then is None and effort > 0:
            then = _of_size(driver, s, goal, label, effort)
        return under({"rule": "intro", "as": label}, then)
    return algebra.contradiction(s) if goal == FALSE else algebra.inequality(s, goal)


def _of_size(driver: Driver, s: Sequent, goal: Expr, label: str, effort: int) -> Node | None:
    """False from the equation `label` between matrices whose difference has a positive square."""
    gap: Expr = ("-", *operands(goal))
    if Shapes(s.sorts, s.context).term(gap) is None:
        return None
    square: Expr = ("trace", ("*", ("T", gap), gap))
    positive = driver.prove(s, (">", square, 0), effort - 1)
    if positive is None:
        return None
    equal = s.assume(label, ("==", *operands(goal)))
    term = {"fact": label, "in": to_json(("trace", ("*", ("T", gap), HOLE)))}
    none = accepted(equal, ("==", square, 0), {"rule": "linear", "terms": [term]})
    branch = Branch(driver, equal)
    if none is None or branch.have((">", square, 0), positive) is None or branch.have(("==", square, 0), none) is None:
        return None
    return branch.wrap(driver.prove(branch.s, FALSE, 0))
