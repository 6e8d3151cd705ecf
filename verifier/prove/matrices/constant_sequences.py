"""Sequences that do not move: they tend to what they are, and what they tend to is what they are.

Decides: ``tends(b(n), n, v)`` where b(n) == v from the start, or from the second member on; relations that follow from
a limit of a term without the index.  Complete for: nothing.  Cannot do: sequences that become constant later.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, RELATIONS, Expr, head
from verifier.language.named import fresh, operands, substitute
from verifier.library.trees import equal_from, of_a_constant
from verifier.prove.driver.driver import Branch, Driver, Node

NAME = "constant sequences"
OBJECTS = True
HEADS = ("tends", *RELATIONS, head(FALSE))


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    return _tends(driver, s, goal, effort) if head(goal) == "tends" else _values(driver, s, goal, effort)


def _values(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """From the limits of terms that do not move."""
    for label, fact in s.facts.items():
        if head(fact) == "tends" and f"value:{label}" not in s.facts:
            body, t, value = operands(fact)
            if t not in free_names(body):
                found = driver.prove(s.assume(f"value:{label}", ("==", value, body)), goal, effort)
                return None if found is None else of_a_constant(fact, s, label, f"value:{label}", found)
    return None


def _tends(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    body, t, value = operands(goal)
    name = fresh(str(t), frozenset(s.sorts))
    for start in (0, 1):
        inner = s.declare(name, ("integer", start, "oo"))
        proof = driver.prove(inner, ("==", substitute(body, {str(t): name}), value), 0)
        if proof is not None:
            return equal_from(goal, s, start, name, proof, fresh("equal", frozenset(s.facts)))
    if effort < 2:
        return None
    always: Expr = ("forall", name, ("integer", 0, "oo"), ("==", substitute(body, {str(t): name}), value))
    branch = Branch(driver, s)
    label = branch.have(always, effort=effort - 1)  # by induction, say
    if label is None:
        return None
    here = fresh("here", frozenset(branch.s.facts))
    use: Node = {"rule": "use", "fact": label, "at": [name], "as": here, "then": {"rule": "exact", "fact": here}}
    return branch.wrap(equal_from(goal, branch.s, 0, name, use, fresh("equal", frozenset(branch.s.facts))))
