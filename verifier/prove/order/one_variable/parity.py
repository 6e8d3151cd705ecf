"""Relations that say the same at -x as at x: the goal for positive x, and from there for negative ones.

Decides: comparisons in one real variable whose gap is even, on domains that are the same on both sides of 0.  How: the
goal is proved for all y > 0 and used at x or at -x; the driver turns what is said at -x into what is said at x.
Complete for: the reduction itself, where the normal form sees that the gap is even.  It saves half of the work on the
whole line, and proves nothing that the halves cannot show.
"""

from __future__ import annotations

import numpy as np

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import TRUE, Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.library.trees import compared
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.refute.floating.floats import Floats

NAME = "parity"
EFFORT = 2
POINTS = np.array([1e-3, 0.07, 0.4, 0.9, 1.3, 2.1, 3.7, 8.0])


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    names = sorted(free_names(goal))
    if len(names) != 1 or s.sorts.get(names[0]) != ("real",) or not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    x = names[0]
    if not any(head(e) == "fn" and x in free_names(e) for e in subexpressions(goal)):
        return None
    about = [f for f in s.facts.values() if x in free_names(f)]
    if not all(f == ("!=", x, 0) for f in about) or not (about or any(head(e) == "abs" for e in subexpressions(goal))):
        return None  # whole lines without a gap and without cases are for those who look for touching points
    if not even(goal, x):
        return None
    label = fresh("half", frozenset(s.facts))
    y = fresh("y", frozenset(s.sorts))
    inner = Sequent(s.sorts, {n: TRUE if x in free_names(f) else f for n, f in s.facts.items()}, s.context)
    inner = inner.declare(y, ("real",)).assume(label, ("<", 0, y))
    proof = driver.prove(inner, substitute(goal, {x: y}), effort)
    if proof is None:
        return None
    start = Branch(driver, s)
    formula: Expr = ("forall", y, ("real",), ("implies", ("<", 0, y), substitute(goal, {x: y})))
    known: Node = {"rule": "intro", "as": y, "then": {"rule": "intro", "as": label, "then": proof}}
    every = start.have(formula, known)
    case = fresh("case.side", frozenset(start.s.facts))
    nodes: dict[str, Node] = {}
    for op in ("<", "==", ">"):
        branch = Branch(driver, start.s.assume(case, (op, x, 0)))
        end: Node | None
        if op == "==":
            end = _at_zero(driver, branch.s, goal, x, case)
        else:
            at: Expr = x if op == ">" else ("neg", x)
            side = driver.prove(branch.s, ("<", 0, at), 0)
            if side is None:
                return None
            said = substitute(goal, {x: at})
            used: Node = {"rule": "use", "fact": every, "at": [to_json(at)], "premises": [side]}
            there = branch.step(used, said, "there")
            end = {"rule": "exact", "fact": there} if op == ">" else _carried(branch, goal, said, there)
        node = branch.wrap(end)
        if node is None:
            return None
        nodes[op] = node
    node = start.wrap(compared(x, 0, case, nodes))
    return node if node is not None and driver.accepts(s, goal, node) else None


def even(goal: Expr, x: str) -> bool:
    """Whether the gap seems to be the same at x and at -x."""
    u, v = operands(goal)
    gap: Expr = ("-", v, u)
    try:
        with np.errstate(all="ignore"):
            here, there = (np.asarray(Floats({x: p}).value(gap), dtype=float) for p in (POINTS, -POINTS))
    except (Unknown, ArithmeticError, ValueError):
        return False
    if here.shape != POINTS.shape or there.shape != POINTS.shape or not np.isfinite(here[3:]).any():
        return False
    seen = np.isfinite(here) & np.isfinite(there)
    return bool(np.array_equal(np.isfinite(here), np.isfinite(there)) and np.allclose(here[seen], there[seen], 1e-7))


def _at_zero(driver: Driver, s: Sequent, goal: Expr, x: str, case: str) -> Node | None:
    apart = next((n for n, f in s.facts.items() if f == ("!=", x, 0)), None)
    if apart is not None:
        return {"rule": "contradict", "fact": apart, "proof": {"rule": "exact", "fact": case}}
    there = driver.prove(s, substitute(goal, {x: 0}), 1)
    return there and {"rule": "replace", "fact": case, "then": there}


def _carried(branch: Branch, goal: Expr, said: Expr, there: str) -> Node | None:
    """The goal from what it says at -x: its sides, put for those of the goal, one by one."""
    ends: list[str] = []
    for here, other in zip(operands(goal), operands(said), strict=True):
        if here != other:
            label = branch.have(("==", here, other), effort=2)
            if label is None:
                return None
            ends.append(label)
    node: Node = {"rule": "exact", "fact": there}
    for label in ends:
        node = {"rule": "replace", "fact": label, "then": node}
    return node
