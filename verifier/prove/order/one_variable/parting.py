"""Inequalities in one variable on both sides of a point: one that is excluded, one where the sides touch, one far out.

Decides: x != c by x < c and x > c; goals on the whole line that touch at c (or at 0) by x <= c and x > c; on
half-lines what boxes decide far out, with the rest of the line; and goals that nearly touch at an exact point c, by
f >= f(c) > 0.  Each part is a goal for the driver.  Complete for: the reduction itself.
"""

from __future__ import annotations

import math
from fractions import Fraction

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import derivative, operands, substitute, to_json
from verifier.library.trees import compared
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.numbers.gathered import Steps, stem_of
from verifier.prove.order import box_search
from verifier.prove.order.one_variable.rungs import touching
from verifier.prove.order.one_variable.touches import LEAVES, Touching, analytic, excluded
from verifier.prove.refute.floating.sign_profiles import exact_zero
from verifier.prove.refute.floating.stationary import stationary
from verifier.prove.refute.recognition import values
from verifier.prove.refute.solved import literal

NAME = "both sides of a point"
EFFORT = 2
SHARE, MOST = 0.25, 0.7  # of the time, on half-lines and otherwise


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    names = sorted(free_names(goal))
    if len(names) != 1 or s.sorts.get(names[0]) != ("real",) or not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    if not analytic(goal, names[0]):
        return None
    try:
        node = _pieces(driver, s, names[0], goal, effort)
    except (OutOfTime, Unknown):
        driver.tick()
        return None
    return node if node is not None and driver.accepts(s, goal, node) else None


def _pieces(driver: Driver, s: Sequent, x: str, goal: Expr, effort: int) -> Node | None:
    """The goal on both sides of an excluded point, of a touching one, or of one far out; by whatever way there is."""
    for label, c in excluded(s, x):
        driver = driver.within(MOST)
        new = f"{stem_of(s, (goal, c))}.a"
        equal: Node = {"rule": "contradict", "fact": label, "proof": {"rule": "exact", "fact": new}}
        nodes: dict[str, Node] = {"==": equal}
        for op in ("<", ">"):
            part = driver.prove(s.assume(new, (op, x, c)), goal, effort)
            if part is None:
                return None
            nodes[op] = part
        return compared(x, c, new, nodes)
    work = Touching(driver, s, x, goal, effort)
    if not work.profile.may_be(work.gap, 1, head(goal) == "<"):
        return None
    lo, hi = work.profile.lo, work.profile.hi
    driver = driver.within(MOST if math.isinf(lo) and math.isinf(hi) else SHARE)
    if math.isinf(lo) and math.isinf(hi):
        points = touching(work.gap, x, work.profile)[:1]
        raised = None if points else _raised(driver, s, x, goal, work, effort)
        return raised or _cut(driver, s, x, goal, points[0] if points else 0, effort)
    if math.isinf(lo) != math.isinf(hi):
        up = math.isinf(hi)
        start = Fraction(lo if up else hi).limit_denominator(1000)
        for far in (1, 3, 8, 30):
            end = literal(start + (far if up else -far))
            label = f"{stem_of(s, (goal, end))}.far"
            one = box_search.attempt(driver, s.assume(label, (">" if up else "<=", x, end)), goal, LEAVES[1])
            if one is None:
                continue
            other = driver.prove(s.assume(label, ("<=" if up else ">", x, end)), goal, effort)
            if other is None:
                return None
            yes, no = (other, one) if up else (one, other)
            return {"rule": "either", "formula": to_json(("<=", x, end)), "as": label, "yes": yes, "no": no}
    return _raised(driver, s, x, goal, work, effort)


def _cut(driver: Driver, s: Sequent, x: str, goal: Expr, c: Expr, effort: int) -> Node | None:
    label = f"{stem_of(s, (goal, c))}.h"
    left: Expr = ("<=", x, c)
    yes = driver.prove(s.assume(label, left), goal, effort)
    no = None if yes is None else driver.prove(s.assume(label, (">", x, c)), goal, effort)
    if yes is None or no is None:
        return None
    return {"rule": "either", "formula": to_json(left), "as": label, "yes": yes, "no": no}


def _raised(driver: Driver, s: Sequent, x: str, goal: Expr, work: Touching, effort: int) -> Node | None:
    """0 R f from f(c) <= f and 0 R f(c), where f nearly vanishes at its least value f(c), c exact."""
    for start in work.profile.lowest(work.gap, 1):
        q = stationary(work.gap, x, start, tries=16, near=None)
        if q is None or not work.profile.inside(float(q)):
            continue
        for c in values(float(q), 1e-12):
            least = substitute(work.gap, {x: c})
            size = Touching.value(least)
            if size is None or not 0 < size < 1e-3 or not exact_zero(derivative(work.gap, x), x, c):
                continue
            ground = driver.prove(s, (str(head(goal)), 0, least), 1)
            over: Expr = ("<=", least, work.gap)
            node = None if ground is None else driver.prove(s, over, 1) or driver.prove(s, over, effort)
            if node is not None:
                steps = Steps(driver, s, stem_of(s, (goal, "raised")))
                labels = [steps.have((str(head(goal)), 0, least), ground), steps.have(over, node)]
                return steps.wrap({"rule": "positive", "products": [{"facts": [n]} for n in labels]})
    return None
