"""P or Q: one of them, or the last one where none of the others holds.

Decides: alternatives of which one is proved, such that two of them make false or one follows from the failure of
another, and those that are known in other words.  Complete for: nothing.  Cannot do: three and more of which none holds
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import FALSE, TRUE, Expr, head
from verifier.language.named import fresh, negation, operands, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.near import orders

NAME = "alternatives"
HEADS = ("or",)
MOST = 4  # cases of a fact


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if effort < 3 and orders.concerns(s, goal):
        return None
    parts = operands(goal)
    for level in sorted({0, min(effort, 1)}):
        for i, part in enumerate(parts):
            node = driver.prove(s, part, level)
            if node is not None:
                return {"rule": "choose", "index": i, "then": node}
        otherwise = _otherwise(driver, s, parts, 0) if level == 0 else None
        if otherwise is not None:
            return otherwise
        label = fresh("none", frozenset(s.facts))
        if level < effort:
            none = driver.prove(s.assume(label, negation(("or", *parts))), FALSE, effort - 1 if level else 0)
            if none is not None:
                return {"rule": "negate", "as": label, "then": none}
    known = _by_cases(driver, s, goal, effort) if effort else None
    return known if known is not None or effort < 2 else _otherwise(driver, s, parts, effort - 1)


def _otherwise(driver: Driver, s: Sequent, parts: Sequence[Expr], effort: int) -> Node | None:
    """One of two alternatives where the other fails; of more, any of the rest would have to be put back in order."""
    label = fresh("case", frozenset(s.facts))
    for i, part in enumerate(parts if len(parts) == 2 else ()):
        node = driver.prove(s.assume(label, negation(part)), parts[1 - i], effort)
        if node is not None:
            no: Node = {"rule": "choose", "index": 1 - i, "then": node}
            yes: Node = {"rule": "choose", "index": i, "then": {"rule": "exact", "fact": label}}
            return {"rule": "either", "formula": to_json(part), "as": label, "yes": yes, "no": no}
    return None


def _by_cases(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """From alternatives that are known, each of which makes one of the goal's true."""
    label = fresh("case", frozenset(s.facts))
    for known, fact in s.facts.items():
        if head(fact) == "or" and len(operands(fact)) <= MOST:
            without = Sequent(s.sorts, {n: TRUE if n == known else f for n, f in s.facts.items()}, s.context)
            nodes: list[Node] = []
            for part in operands(fact):
                node = driver.prove(without.assume(label, part), goal, min(effort, 1))
                if node is None:
                    break
                nodes.append(node)
            else:
                return {"rule": "cases", "fact": known, "as": label, "nodes": nodes}
    return None
