"""'There is v with P': a value of a term that has one, plain witnesses, points where two sides meet, what is far out.

Decides: that a limit, an integral or a sum has a value, where an evaluator finds it, and of proper integrals without
variables also where they can be enclosed; other goals where one of `witnesses` is accepted, else by `crossings` and
`beyond`.  Complete for: nothing.  It does not show that a value does not exist.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.integrals import INFINITE
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, Expr, Malformed, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.existence import beyond, crossings
from verifier.prove.existence.witnesses import witnesses
from verifier.prove.near import orders
from verifier.prove.numbers.evaluators import EVALUATORS
from verifier.prove.values.integrals.enclosures import bounded

NAME = "witnesses"
HEADS = ("exists",)
NUMBERS_AND_MATRICES = ("real", "integer", "complex", "matrix")


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Name a value and prove that it is one."""
    if effort < 3 and orders.concerns(s, goal):
        return None
    known = _from_fact(driver, s, goal, effort)
    if known is not None:
        return known
    name, sort, body = operands(goal)
    if head(sort) == "matrix":
        return _zero(driver, s, goal, effort)
    if effort < 1 or head(sort) not in ("real", "integer", "complex"):
        return None
    found = _finite(driver, s, goal, effort)
    far = beyond.moves(s, goal)  # no number would do
    if found is None and far:
        found = beyond.prove(driver, s, goal, effort)
    if found is not None:
        return found
    for value in witnesses(str(name), sort, body, s.sorts, effort):
        driver.tick()
        try:
            Checker().fits(s, value, sort)
        except (Rejected, Unknown, Malformed):
            continue
        node = driver.prove(s, substitute(body, {str(name): value}), min(effort, 2))
        if node is not None:
            return {"rule": "witness", "value": to_json(value), "then": node}
    node = crossings.prove(driver, s, goal, effort)
    return node if node is not None or far else beyond.prove(driver, s, goal, effort)


def _from_fact(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """What a fact promises, for what is the same when it is written differently."""
    _, sort, body = operands(goal)
    branch = Branch(driver, s)
    for label, fact in s.facts.items():
        if head(fact) == "implies":
            _promised(branch, label, fact)
    s = branch.s
    for label, fact in s.facts.items():
        if head(fact) != "exists" or head(operands(fact)[1]) != head(sort) or head(sort) not in NUMBERS_AND_MATRICES:
            continue
        bound, its, promised = operands(fact)
        name = fresh(str(bound), frozenset(s.sorts))
        inner = s.declare(name, its)
        own = fresh(name, frozenset(inner.facts))
        inner = inner.assume(own, substitute(promised, {str(bound): name}))
        try:
            Checker().fits(inner, name, sort)
        except (Rejected, Unknown, Malformed):
            continue
        node = driver.prove(inner, substitute(body, {str(operands(goal)[0]): name}), min(effort, 1))
        if node is not None:
            node = {"rule": "witness", "value": name, "then": node}
            return branch.wrap({"rule": "obtain", "fact": label, "name": name, "as": own, "then": node})
    return None


def _promised(branch: Branch, label: str, fact: Expr) -> None:
    """Add what a fact promises under conditions, where these are met."""
    premises: list[Node] = []
    while head(fact) == "implies":
        condition, fact = operands(fact)
        proof = branch.driver.prove(branch.s, condition, 0) if head(fact) in ("implies", "exists") else None
        if proof is None:
            return
        premises.append(proof)
    branch.step({"rule": "use", "fact": label, "premises": premises}, fact)


def _zero(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Of matrices only the zero matrix is tried."""
    name, sort, body = operands(goal)
    zero: Expr = ("zeros", *operands(sort))
    try:
        Checker().fits(s, zero, sort)
    except (Rejected, Unknown, Malformed):
        return None
    node = driver.prove(s, substitute(body, {str(name): zero}), min(effort, 1))
    return None if node is None else {"rule": "witness", "value": to_json(zero), "then": node}


def _finite(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node for 'there is v with term == v', or None."""
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
    value = evaluator(driver, branch, term, effort) if evaluator is not None else None
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
