"""A plain relation from a fact about functions of its sides: were it false, so were the fact.

Decides: x < y from exp(x) < exp(y), x == 2 from x^3 == 8, and the like: the negation of the goal is assumed, and the
negation of the fact is proved from it.  Complete for: nothing; the step itself is left to the other closers.  Cannot
do: goals whose sides are more than variables and constants, and facts about more than two variables.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, TRUE, Expr, head
from verifier.language.named import fresh, negation, operands
from verifier.library.trees import compared
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.order.monotone import endless

NAME = "contrapositive"
EFFORT = 2


def _plain(e: Expr) -> bool:
    """A variable or a term without variables."""
    return isinstance(e, str) or not free_names(e)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in RELATIONS or head(goal) == "!=":
        return None
    names = free_names(goal)
    if not names or not all(_plain(a) and is_real(a, s.sorts) for a in operands(goal)):
        return None
    if any(label.startswith("denied") for label in s.facts):
        return None
    for fact_label, fact in list(s.facts.items()):
        if head(fact) not in RELATIONS or head(fact) == "!=" or not names <= free_names(fact) or endless(fact):
            continue
        if all(_plain(a) for a in operands(fact)) or len(free_names(fact)) > 2:
            continue
        if not all(is_real(a, s.sorts) for a in operands(fact)):
            continue
        try:
            node = _denied(driver.within(0.4), s, goal, fact_label, effort)
        except OutOfTime:
            driver.tick()
            continue
        if node is not None:
            return node
    return None


def _denied(driver: Driver, s: Sequent, goal: Expr, fact_label: str, effort: int) -> Node | None:
    label = fresh("denied", frozenset(s.facts))
    fact = s.facts[fact_label]
    rest = Sequent(s.sorts, {n: (TRUE if f == fact else f) for n, f in s.facts.items()}, s.context)

    def contradiction(assumed: Expr) -> Node | None:
        here = rest.assume(label, assumed)
        if head(fact) == "==":
            proof = _apart(driver, here, fact, effort)
        else:
            proof = driver.prove(here, negation(fact), min(effort, 2))
        return None if proof is None else {"rule": "contradict", "fact": fact_label, "proof": proof}

    if head(goal) == "==":
        nodes: dict[str, Node] = {}
        for op in ("<", ">"):
            found = contradiction((op, *operands(goal)))
            if found is None:
                return None
            nodes[op] = found
        nodes["=="] = {"rule": "exact", "fact": label}
        return compared(operands(goal)[0], operands(goal)[1], label, nodes)
    end = contradiction(negation(goal))
    return None if end is None else {"rule": "negate", "as": label, "then": end}


def _apart(driver: Driver, s: Sequent, fact: Expr, effort: int) -> Node | None:
    """a != b, from a < b or b < a."""
    a, b = operands(fact)
    for relation in (("<", a, b), ("<", b, a)):
        branch = Branch(driver, s)
        if branch.have(relation, effort=min(effort, 2)) is not None:
            return branch.wrap(driver.prove(branch.s, ("!=", a, b), 0))
    return None
