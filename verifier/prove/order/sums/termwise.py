"""Two sums over one range, compared term by term.

Decides: sum(f) <= sum(g) from f <= g for each index in the range.  How: the terms are compared for an index of their
own, then the theorem about sums is used.  Complete for: sums whose terms are ordered.  Cannot do: other sums
(`averages`).
"""

from __future__ import annotations

import contextlib

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.values.sums.finite_sums import sequence

NAME = "comparison term by term"
AT_ONCE = True
HEADS = ("<=", ">=")
SHARE = 0.5  # of the time, for the terms


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    usual = as_less(goal)
    if goal == FALSE or effort < 1 or any(head(side) != "sum" for side in operands(usual)):
        return None
    (f, i, lo, hi), (g, k, *ends) = (operands(side) for side in operands(usual))
    if ends != [lo, hi]:
        return None
    j = fresh(str(i), frozenset(s.sorts))
    low, high = substitute(f, {str(i): j}), substitute(g, {str(k): j})
    whole: Expr = ("forall", j, ("integer", lo, hi), ("<=", low, high))
    terms = driver.within(SHARE).prove(s, whole, effort)
    if terms is None:
        return None
    branch = Branch(driver, s)
    each: Node = {"rule": "exact", "fact": branch.have(whole, terms)}
    with contextlib.suppress(Rejected, Unknown):  # a range of which it is not known that it may be summed over
        values = [sequence(j, low), sequence(j, high), to_json(lo), to_json(hi)]
        label = branch.theorem("sum-monotone", values, [each], usual)
        return branch.wrap({"rule": "exact", "fact": label} if usual == goal else driver.prove(branch.s, goal, 0))
    return None
