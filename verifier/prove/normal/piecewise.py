"""Piecewise terms: their value where a case is decided, and a distinction of cases where none is.

`evaluate` proves of one case after the other that it holds or fails; `close` distinguishes whether the first undecided
case holds.  Complete for: reducing goals to such without Piecewise, when the cases are relations.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import fresh, negation, operands, to_json
from verifier.prove.driver.driver import Branch, Driver, Node

NAME = "pieces"
EFFORT = 1
MOST = 6


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of a Piecewise term where the driver decides its cases.  Raises `OutOfTime`."""
    args = operands(term)[1:]
    fail: list[Node] = []
    for i, (value, case) in enumerate(zip(args[::2], args[1::2], strict=True)):
        holds = driver.prove(branch.s, case, min(1, effort))
        if holds is not None:
            node: Node = {"rule": "piece", "of": to_json(term), "index": i, "fail": fail, "holds": holds}
            branch.step(node, ("==", term, value), "piece")
            return value
        fails = driver.prove(branch.s, negation(case), min(1, effort))
        if fails is None:
            return None
        fail.append(fails)
    return None


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if sum(1 for n in s.facts if n.startswith("piece")) >= MOST:
        return None
    for e in subexpressions(goal):
        if head(e) != "fn" or operands(e)[0] != "Piecewise" or not free_names(e) <= set(s.sorts):
            continue
        for case in operands(e)[2::2]:
            if head(case) not in RELATIONS or case in s.facts.values() or negation(case) in s.facts.values():
                continue
            label = fresh("piece", frozenset(s.facts))
            yes = driver.prove(s.assume(label, case), goal, effort)
            no = None if yes is None else driver.prove(s.assume(label, negation(case)), goal, effort)
            if yes is None or no is None:
                return None
            return {"rule": "either", "formula": to_json(case), "as": label, "yes": yes, "no": no}
    return None
