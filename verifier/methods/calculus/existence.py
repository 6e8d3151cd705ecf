"""'There is v with term == v' for a limit, an integral or an infinite sum: that the term has a finite value.

Decides: existence, where an evaluator finds the value; also of proper integrals without variables that nobody has
evaluated, where they can be enclosed.  Complete for: nothing.  It does not show that a value does not exist.
"""

from __future__ import annotations

from verifier.claims.named import operands, to_json
from verifier.kernel.binding import free_names
from verifier.kernel.expr import REAL, Expr, head
from verifier.kernel.field import EXTENDED
from verifier.kernel.integrals import INFINITE
from verifier.kernel.logic import Sequent
from verifier.methods.calculus.driver import Branch, Driver, Node
from verifier.methods.calculus.evaluators import EVALUATORS
from verifier.methods.calculus.integral_bounds import bounded


def prove(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node for 'exists v: term == v', or None."""
    v, _, body = operands(goal)
    if head(body) != "==":
        return None
    term, value = operands(body)
    if value != v or v in free_names(term) or head(term) != "fn" or operands(term)[0] not in EXTENDED:
        return None
    return _by_value(driver, s, term, effort) or _by_enclosure(driver, s, goal, term, effort)


def _by_value(driver: Driver, s: Sequent, term: Expr, effort: int) -> Node | None:
    branch = Branch(driver, s)
    evaluator = EVALUATORS.get(str(operands(term)[0]))
    value = evaluator.evaluate(driver, branch, term, effort) if evaluator is not None else None
    if value is None or value in INFINITE:
        return None
    fact = next((n for n, f in branch.s.facts.items() if f == ("==", term, value)), None)
    if fact is None:
        return None
    return branch.wrap({"rule": "witness", "value": to_json(value), "then": {"rule": "exact", "fact": fact}})


def _by_enclosure(driver: Driver, s: Sequent, goal: Expr, term: Expr, effort: int) -> Node | None:
    if effort < 1 or operands(term)[0] != "integrate" or operands(goal)[1] != REAL or free_names(term):
        return None
    return None if set(operands(term)[2:]) & {*INFINITE} else bounded(driver, s, term)
