"""'For all integers of a range': one after the other where there are few, else by induction on them.

Decides: such goals where the step follows from the one before alone.  How: the driver has tried it for any integer of
the range.  Complete for: ranges between two numbers less than a dozen apart, as far as each case is.  Cannot do:
inductions that need a stronger claim (`naturals` strengthens relations).
"""

from __future__ import annotations

from verifier.kernel.algebra.integers import index_of
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, substitute
from verifier.library.trees import each
from verifier.prove.driver.driver import Driver, Node

NAME = "ranges of integers"
HEADS = ("forall",)
EFFORT = 1
MOST = 12  # cases


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    bound, sort, body = operands(goal)
    if head(sort) != "integer" or operands(sort)[0] == "-oo":
        return None
    lo, hi = operands(sort)
    first, last = (None if x == "oo" else index_of(x).constant for x in (lo, hi))
    if first is not None and last is not None and last - first < MOST:
        nodes: list[Node] = []
        for i in range(first, last + 1):
            node = driver.prove(s, substitute(body, {str(bound): i}), effort - 1)
            if node is None:
                return None
            nodes.append(node)
        return each(goal, first, last, nodes, {*s.sorts, *s.facts})
    within = fresh("range", frozenset(s.facts))
    start = s if hi == "oo" else s.assume(within, ("<=", lo, hi))
    base = driver.prove(start, substitute(body, {str(bound): lo}), effort - 1)
    if base is None:
        return None
    name, label = fresh(str(bound), frozenset(s.sorts)), fresh("IH", frozenset(s.facts))
    inner = s.declare(name, ("integer", lo, hi if hi == "oo" else ("-", hi, 1)))
    inner = inner.assume(label, substitute(body, {str(bound): name}))
    step = driver.prove(inner, substitute(body, {str(bound): ("+", name, 1)}), effort - 1)
    if step is None:
        return None
    return {"rule": "induction", "name": name, "as": label, "base": base, "step": step, "range": within}
