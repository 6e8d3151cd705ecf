"""Interval branch and bound: formulas that hold with room to spare on a box, or monotonically up to its faces.

Decides: relations between terms that interval arithmetic encloses, on boxes read off the facts, unbounded ones
included.  How: natural interval evaluation, monotone reduction to faces, mean value form, bisection; the tree is the
certificate.  Complete for: strict inequalities on compact boxes, given time.  It cannot handle points inside where
the two sides touch; `ladders` does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import MOO, OO, End, Interval
from verifier.kernel.enclosures.boxes import Bounds, Box, Tree, formula_of, real_terms
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.refute.floating.floats import Floats, holds

NAME = "interval boxes"
LEAVES = (1, 40, 400, 4000)  # by effort
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


class Hopeless(Exception):
    """The tree grows beyond its limit, or the formula seems to fail somewhere."""


def bounding(fact: Expr) -> bool:
    """Whether a fact can bound a variable."""
    if head(fact) not in RELATIONS:
        return False
    a, b = operands(as_less(fact))
    if head(fact) == "!=":
        return (isinstance(a, str) and b == 0) or (isinstance(b, str) and a == 0)
    return isinstance(a, str) or isinstance(b, str) or (head(a) == "abs" and isinstance(operands(a)[0], str))


def box_for(s: Sequent, prec: int) -> tuple[Box, list[str]]:
    """The box of a sequent, and the labels of the facts that describe it."""
    box = Box(s, prec)
    labels: list[str] = []
    facts = [(label, f) for label, f in s.facts.items() if bounding(f)]
    for _ in range(3):
        before = dict(box.bounds), box.apart
        for label, fact in facts:
            last = dict(box.bounds), box.apart
            try:
                box.use(fact)
            except (Rejected, Unknown):
                continue
            if (box.bounds, box.apart) != last:
                labels.append(label)
        if (box.bounds, box.apart) == before:
            break
    return box, labels


def samples(bounds: Bounds, names: list[str], n: int, s: Sequent) -> dict[str, Any]:
    """Random points of a box, as arrays."""
    source = np.random.default_rng(3)
    env: dict[str, Any] = {}
    for x in names:
        lo, hi = float(bounds[x].lo), float(bounds[x].hi)
        u = source.random(n)
        if np.isfinite(lo) and np.isfinite(hi):
            values = lo + (hi - lo) * u
        else:
            size = 10.0 ** (8 * u - 4)
            sign = np.where(source.random(n) < 0.5, -1.0, 1.0)
            values = lo + size if np.isfinite(lo) else hi - size if np.isfinite(hi) else sign * size
        env[x] = np.round(values) if head(s.sorts[x]) == "integer" else values
    return env


class Growth:
    """Grows a tree for one formula; gives up where the formula seems to fail."""

    def __init__(self, driver: Driver, s: Sequent, formula: Expr, box: Box, leaves: int) -> None:
        self.driver, self.s, self.leaves = driver, s, leaves
        self.tree = Tree(s, formula, box)
        self.names = sorted(free_names(formula) & set(box.bounds))

    def grow(self, bounds: Bounds | None, depth: int = 0) -> Any:
        """A leaf or a tree for a box.  Raises `Hopeless` and `OutOfTime`."""
        self.driver.tick()
        self.leaves -= 1
        if bounds is None:
            return "pass"
        evaluate = self.tree.evaluator(bounds)
        truth = evaluate.truth(self.tree.formula)
        if truth:
            return "pass"
        if truth is False or self.leaves < 0 or depth > 60:
            raise Hopeless
        slopes = self._slopes(bounds, evaluate)
        for x, slope in slopes.items():
            for to, flat in (("low", slope.nonnegative), ("high", slope.nonpositive)):
                if flat:
                    try:
                        face = self.tree.face(x, to == "low", bounds)
                    except (Rejected, Unknown):
                        continue
                    return {"face": x, "to": to, "then": self.grow(face, depth + 1)}
        if slopes:
            try:
                if self.tree.mean(bounds, evaluate):
                    return "mean"
            except Unknown:
                pass
        if self.leaves < 1:
            raise Hopeless
        x, at = self._cut(bounds, slopes)
        low, high = self.tree.halves(x, at, bounds)
        m, e = at.man_exp()
        return {
            "split": x, "at": [int(m), int(e)],
            "low": self.grow(low, depth + 1), "high": self.grow(high, depth + 1),
        }  # fmt: skip

    def _slopes(self, bounds: Bounds, evaluate: Intervals) -> dict[str, Interval]:
        if self.tree.gap is None:
            return {}
        found: dict[str, Interval] = {}
        for x in self.names:
            if not bounds[x].is_point:
                try:
                    found[x] = self.tree.slope(x, evaluate)
                except Unknown:
                    continue
        return found

    def _cut(self, bounds: Bounds, slopes: dict[str, Interval]) -> tuple[str, End]:
        """The variable whose width matters most, and where to cut it."""
        best, most = None, -1.0
        for x in self.names:
            lo, hi = float(bounds[x].lo), float(bounds[x].hi)
            if lo == hi or (head(self.s.sorts[x]) == "integer" and hi - lo < 1):
                continue
            width = hi - lo
            weight = width
            if x in slopes and width < 1e300:
                a, b = abs(float(slopes[x].lo)), abs(float(slopes[x].hi))
                weight = width * max(a, b) if max(a, b) < 1e300 else width * 1e3
            if weight > most:
                best, most = x, weight
        if best is None or most < 1e-14:
            raise Hopeless
        lo, hi = bounds[best].lo, bounds[best].hi
        with balls.precision(20 if most > 1e-4 else self.tree.prec):
            if lo == MOO and hi == OO:
                return best, balls.binary(0, 0)
            if hi == OO:
                return best, balls.binary(1, 0) if lo < 1 else (2 * lo).mid()
            if lo == MOO:
                return best, balls.binary(-1, 0) if hi > -1 else (2 * hi).mid()
            return best, bounds[best].middle()


def seems_false(s: Sequent, goal: Expr, bounds: Bounds, n: int = 120) -> tuple[bool, float]:
    """Whether a sample violates the goal though it satisfies the facts, and the least margin of the goal."""
    names = sorted(n for n in s.sorts if n in bounds)
    if not names or goal == FALSE:
        return False, 1.0
    env = samples(bounds, names, n, s)
    facts = [f for f in s.facts.values() if head(f) in RELATIONS and is_supported(f)]
    try:
        fine, margin = holds(goal, env)
        there = np.ones(n, dtype=bool)
        for fact in facts:
            there = there & holds(fact, env)[0]
    except Unknown:
        return False, 1.0
    clear = there & np.isfinite(margin)  # an infinite one is an overflow, and says nothing
    bad = clear & ~fine & (margin < -1e-9)
    return bool(bad.any()), float(np.min(margin[clear])) if clear.any() else 1.0


def is_supported(fact: Expr) -> bool:
    try:
        with np.errstate(all="ignore"):
            Floats(dict.fromkeys(free_names(fact), 0.5)).formula(fact)
    except (Unknown, ArithmeticError, ValueError):
        return False
    return True


def _plain(e: Expr) -> bool:
    return isinstance(e, str) or not free_names(e)


def attempt(
    driver: Driver, s: Sequent, goal: Expr, leaves: int, patient: bool = False, prec: int = 60
) -> Node | None:
    """A node for the goal by at most so many leaves (few where it nearly fails, unless `patient`), or None.

    Raises `OutOfTime`.
    """
    if not all(is_real(e, s.sorts) for e in real_terms(goal)):
        return None
    box, labels = box_for(s, prec)
    if box.empty:
        return {"rule": "box", "prec": prec, "facts": labels, "tree": "pass"}
    names = free_names(goal)
    others = [
        label for label, f in s.facts.items()
        if head(f) in RELATIONS and head(f) != "!=" and label not in labels and not all(map(_plain, operands(f)))
        and (free_names(f) & names or goal == FALSE)
        and all(is_real(e, s.sorts) for e in operands(f))
    ]  # fmt: skip
    if leaves > 1:
        false, margin = seems_false(s, goal, box.bounds)
        if false:
            return None
        if margin < 1e-9 or (margin < 1e-3 and not patient):
            leaves = min(leaves, 60 if patient else 5)
    for given in ([], others) if others and goal != FALSE else (others,):
        formula = formula_of(s, goal, given)
        if formula == FALSE or len(given) > 8:
            continue
        growth = Growth(driver, s, formula, box, leaves)
        try:
            tree = growth.grow(box.bounds)
        except (Hopeless, Unknown, RecursionError):
            continue
        node: Node = {"rule": "box", "prec": prec, "facts": labels, "tree": tree}
        return {**node, "given": given} if given else node
    return None


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) == "==" or (goal != FALSE and not free_names(goal)) or (goal == FALSE and effort < 2):
        return None
    facts = [f for f in s.facts.values() if head(f) in RELATIONS] if goal == FALSE else []
    met = free_names(goal).union(*(free_names(f) for f in facts))
    if any(head(s.sorts.get(n, ("real",))) not in ("real", "integer") for n in met):
        return None  # curves, sequences and matrices have no ranges
    node = attempt(driver, s, goal, LEAVES[effort], patient=effort > 1)
    return node if node is not None and driver.accepts(s, goal, node) else None
