"""'There is v with term == v' for a limit, an integral or an infinite sum: that the term has a finite value.

Decides: existence, where an evaluator finds the value; also of proper integrals that nobody has evaluated, of functions
that are continuous up to both ends or that can be enclosed.  Complete for: nothing.  It does not show that a value does
not exist.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.expr import REAL, Expr, free_names, fresh, head, operands, to_json
from verifier.kernel.field import EXTENDED
from verifier.kernel.integrals import INFINITE
from verifier.kernel.logic import Sequent
from verifier.methods.calculus.driver import Branch, Driver, Node
from verifier.methods.calculus.terms import number

WIDE = Fraction(1, 4)  # an enclosure that shows no more than that there is a value


def prove(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node for 'exists v: term == v', or None."""
    v, _, body = operands(goal)
    if head(body) != "==":
        return None
    term, value = operands(body)
    if value != v or v in free_names(term) or head(term) != "fn" or operands(term)[0] not in EXTENDED:
        return None
    return _by_value(driver, s, term, effort) or _by_continuity(driver, s, goal, term, effort)


def _by_value(driver: Driver, s: Sequent, term: Expr, effort: int) -> Node | None:
    from verifier.methods.calculus.evaluators import EVALUATORS

    branch = Branch(driver, s)
    evaluator = EVALUATORS.get(str(operands(term)[0]))
    value = evaluator.evaluate(driver, branch, term, effort) if evaluator is not None else None
    if value is None or value in INFINITE:
        return None
    fact = next((n for n, f in branch.s.facts.items() if f == ("==", term, value)), None)
    if fact is None:
        return None
    return branch.wrap({"rule": "witness", "value": to_json(value), "then": {"rule": "exact", "fact": fact}})


def _by_continuity(driver: Driver, s: Sequent, goal: Expr, term: Expr, effort: int) -> Node | None:
    from verifier.methods.calculus.integral_bounds import enclosure
    from verifier.methods.calculus.integral_rules import existence
    from verifier.methods.calculus.integrals import Integration

    if operands(term)[0] != "integrate" or operands(goal)[1] != REAL or set(operands(term)[2:]) & {*INFINITE}:
        return None
    work = Integration(driver, s, effort)
    r = work.open(term)
    node = existence(work, r) if r is not None and r.up else None
    if node is not None and driver.accepts(s, goal, node):
        return node
    if effort < 2 or free_names(term):
        return None
    closed = enclosure(driver, term, WIDE)
    if closed is None:
        return None
    v = fresh("v", frozenset(s.sorts))
    bounds: list[Expr] = [("==", term, v)]
    for key, relation in (("low", "<="), ("high", ">=")):
        end = number(Fraction(str(closed[key])))
        bounds.append((relation, end, v) if relation == "<=" else ("<=", v, end))
    known, facts = fresh("value", frozenset(s.facts)), fresh("enclosed", frozenset(s.facts))
    named: Node = {"rule": "witness", "value": v, "then": {"rule": "exact", "fact": f"{facts}.0"}}
    taken: Node = {"rule": "obtain", "fact": known, "name": v, "as": facts, "then": named}
    formula = to_json(("exists", v, REAL, ("and", *bounds)))
    return {"rule": "have", "formula": formula, "as": known, "proof": closed, "then": taken}
