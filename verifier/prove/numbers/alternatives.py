"""P or Q: one of them, or the last one where none of the others holds.

Decides: alternatives of which one is proved, and such that two of them make false or one follows from the failure of
another.  Complete for: nothing.  Cannot do: three and more of which none holds everywhere.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import FALSE, Expr
from verifier.language.named import fresh, negation, operands, to_json
from verifier.prove.near import orders
from verifier.prove.numbers.driver import Driver, Node

NAME = "alternatives"
HEADS = ("or",)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if effort < 3 and orders.concerns(s, goal):
        return None
    parts = operands(goal)
    for level in sorted({0, min(effort, 1)}):
        for i, part in enumerate(parts):
            node = driver.prove(s, part, level)
            if node is not None:
                return {"rule": "choose", "index": i, "then": node}
        label = fresh("none", frozenset(s.facts))
        if level < effort:
            none = driver.prove(s.assume(label, negation(("or", *parts))), FALSE, effort - 1 if level else 0)
            if none is not None:
                return {"rule": "negate", "as": label, "then": none}
    if effort < 2 or len(parts) < 2:
        return None
    label = fresh("case", frozenset(s.facts))
    for i, part in enumerate(parts):  # assume that one fails, prove one of the rest
        rest = [p for j, p in enumerate(parts) if j != i]
        others: Expr = rest[0] if len(rest) == 1 else ("or", *rest)
        node = driver.prove(s.assume(label, negation(part)), others, effort - 1)
        if node is None:
            continue
        if len(rest) == 1:
            no: Node = {"rule": "choose", "index": 1 - i, "then": node}
            yes: Node = {"rule": "choose", "index": i, "then": {"rule": "exact", "fact": label}}
            return {"rule": "either", "formula": to_json(part), "as": label, "yes": yes, "no": no}
        return None  # nested alternatives would have to be put back in order
    return None
