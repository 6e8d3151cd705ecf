"""Two sums over one range, compared term by term.

Decides: sum(f) <= sum(g) from f <= g for each index in the range, and sum(f) == sum(g) from f == g.  How: the terms
are compared for an index of their own, then the theorem about sums is used.  Complete for: sums whose terms are
ordered.  Cannot do: other sums (`averages`).
"""

from __future__ import annotations

import contextlib

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import FALSE, TRUE, Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.values.sums.finite_sums import sequence

NAME = "comparison term by term"
AT_ONCE = True
HEADS = ("<=", ">=", "==")
SHARE = 0.5  # of the time, for the terms


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    usual = as_less(goal)
    if goal == FALSE or effort < 1 or any(head(side) != "sum" for side in operands(usual)):
        return None
    if head(usual) == "==" and all(head(fact) != "forall" for fact in s.facts.values()):
        return None  # what makes each term equal is said for all indices; other equal sums have other terms
    (f, i, lo, hi), (g, k, *ends) = (operands(side) for side in operands(usual))
    if ends != [lo, hi]:
        return None
    j = fresh(str(i), frozenset(s.sorts))
    low, high = substitute(f, {str(i): j}), substitute(g, {str(k): j})
    whole: Expr = ("forall", j, ("integer", lo, hi), (str(head(usual)), low, high))
    terms = driver.within(SHARE).prove(s, whole, effort)
    if terms is None:
        return None
    branch = Branch(driver, s)
    branch.have(whole, terms)
    ordered = [(low, high), (high, low)] if head(usual) == "==" else [(low, high)]
    with contextlib.suppress(Rejected, Unknown):  # a range of which it is not known that it may be summed over
        labels: list[str] = []
        for a, b in ordered:
            each = driver.prove(branch.s, ("forall", j, ("integer", lo, hi), ("<=", a, b)), 1)
            if each is None:
                return None
            values = [sequence(j, a), sequence(j, b), to_json(lo), to_json(hi)]
            said: Expr = ("<=", ("sum", a, j, lo, hi), ("sum", b, j, lo, hi))
            labels.append(branch.theorem("sum-monotone", values, [each], said))
        only = {n: f if n in labels else TRUE for n, f in branch.s.facts.items()}
        return branch.wrap(driver.prove(Sequent(s.sorts, only, s.context), goal, 1))
    return None
