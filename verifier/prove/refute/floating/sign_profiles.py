"""The sign of a term on a domain, looked at in many points with many digits: what is worth an attempt at a proof."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import Interval
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.order.box_search import RELATIONS, box_for, is_supported, samples
from verifier.prove.refute.floating.floats import Floats, holds
from verifier.prove.refute.recognition import simplest

PREC = 160


def ends(s: Sequent, x: str) -> tuple[list[Expr], list[Expr]]:
    """Terms below and above a variable, directly or through other variables; those without variables first."""
    found: tuple[list[Expr], list[Expr]] = ([], [])
    for side in (0, 1):
        queue: list[Expr] = [x]
        for at in queue:
            for fact in s.facts.values():
                if head(fact) not in ("<", "<=", ">", ">=", "=="):
                    continue
                a, b = operands(as_less(fact))
                pairs = [(b, a), (a, b)] if side == 0 else [(a, b), (b, a)]
                for this, other in pairs if head(fact) == "==" else pairs[:1]:
                    if this == at and x not in free_names(other) and other not in queue and len(queue) < 12:
                        queue.append(other)
        found[side].extend(sorted(queue[1:], key=lambda e: len(free_names(e))))
    return found


def sign_at(e: Expr, here: dict[str, Interval], prec: int = PREC) -> int | None:
    """The sign at a point: 0 where many digits vanish, None where it is undefined."""
    try:
        found = Intervals(prec, here).value(e)
    except Unknown:
        return None
    return 1 if found.positive else -1 if found.negative else 0


class Profile:
    """Points of the domain of a sequent, for the variables of some term."""

    def __init__(self, s: Sequent, names: list[str], x: str) -> None:
        self.x, self.names = x, names
        self.bounds = box_for(s, 60)[0].bounds
        self.lo, self.hi = float(self.bounds[x].lo), float(self.bounds[x].hi)
        strict = {b for f in s.facts.values() if head(f) in ("<", ">", "!=") for b in operands(f) if x in operands(f)}
        self.open = {v for v in (as_float(e) for e in strict if not free_names(e)) if v is not None}
        self.points = self._line() if names == [x] else self._spread(s)

    def _line(self) -> list[dict[str, float]]:
        lo, hi = self.lo, self.hi
        steps = (1e-9, 1e-5, 1e-3, 0.03, 0.1, 0.2, 0.3, 0.42, 0.5, 0.58, 0.7, 0.8, 0.9, 0.97, 1 - 1e-3, 1 - 1e-5)
        far = (1e-9, 1e-4, 1e-2, 0.1, 0.4, 0.8, 1.1, 1.6, 2.3, 3.1, 4.5, 7.0, 12.0, 30.0, 100.0, 1e3, 1e5)
        if math.isfinite(lo) and math.isfinite(hi):
            xs = [lo + (hi - lo) * u for u in steps]
            if hi - lo > 50:
                xs += [lo + u for u in far if u < hi - lo]
        elif math.isfinite(lo):
            xs = [lo + u for u in far]
        elif math.isfinite(hi):
            xs = [hi - u for u in far]
        else:
            xs = list(far[1:]) + [-u for u in far[1:]] + [0.0]
        xs += [v for v in (lo, hi, 0.0, 1.0, -1.0, 0.5, 2.0) if math.isfinite(v) and v not in self.open]
        return [{self.x: v} for v in sorted(set(xs)) if lo <= v <= hi]

    def _spread(self, s: Sequent) -> list[dict[str, float]]:
        known = set(self.names)
        env = samples(self.bounds, self.names, 400, s)
        there = np.ones(400, dtype=bool)
        for fact in s.facts.values():
            if head(fact) in RELATIONS and free_names(fact) <= known and is_supported(fact):
                there = there & holds(fact, env)[0]
        chosen = np.flatnonzero(there)[:40]
        return sorted(({n: float(env[n][i]) for n in self.names} for i in chosen), key=lambda p: p[self.x])

    def signs(self, e: Expr) -> list[tuple[float, int]]:
        """The signs of a term along x, in order; stops where both signs were seen."""
        found: list[tuple[float, int]] = []
        for point in self.points:
            here = {n: balls.ratio(Fraction(v)) for n, v in point.items()}
            sign = sign_at(e, here)
            if sign is not None:
                found.append((point[self.x], sign))
        return found

    def inside(self, at: float | None) -> bool:
        """Whether a number lies inside the interval of x."""
        return at is not None and self.lo < at < self.hi

    def ends_at(self, at: float | None, sign: int) -> bool:
        """Whether the interval of x begins (``sign`` 1) or ends at a number."""
        end = self.lo if sign > 0 else self.hi
        return at is not None and abs(at - end) <= 1e-12 * max(1.0, abs(end))

    def lowest(self, e: Expr, most: int = 3) -> list[float]:
        """Where a term that is nowhere negative comes closest to 0, compared with its neighbours."""
        env = {n: np.array([p[n] for p in self.points]) for n in self.names}
        try:
            with np.errstate(all="ignore"):
                values = np.broadcast_to(np.asarray(Floats(env).value(e), dtype=float), len(self.points))
        except (Unknown, ArithmeticError, ValueError):
            return []
        padded = np.concatenate([[np.inf], np.where(np.isnan(values), np.inf, values), [np.inf]])
        inner = (padded[1:-1] <= padded[:-2]) & (padded[1:-1] <= padded[2:]) & np.isfinite(padded[1:-1])
        places = sorted(np.flatnonzero(inner), key=lambda i: abs(values[i]))
        return [self.points[int(i)][self.x] for i in places[:most]]

    def may_be(self, e: Expr, sign: int, strict: bool = False) -> bool:
        """Whether no point speaks against sign*e >= 0 (``strict``: > 0), with many digits where floats are unclear."""
        if not self.points:
            return True
        env = {n: np.array([p[n] for p in self.points]) for n in self.names}
        try:
            with np.errstate(all="ignore"):
                values = np.broadcast_to(np.asarray(Floats(env).value(e), dtype=float) * sign, len(self.points))
        except (Unknown, ArithmeticError, ValueError):
            return all(v * sign >= 0 for _, v in self.signs(e))
        order = np.argsort(np.where(np.isnan(values), np.inf, values))
        unclear = [i for i in order if not values[i] > 1e-7]
        for i in unclear[:12]:
            here = {n: balls.ratio(Fraction(v)) for n, v in self.points[int(i)].items()}
            found = sign_at(e, here)
            if found == 0 and strict:
                found = sign_at(e, here, 4 * PREC)
            if found is not None and (found * sign < 0 or (strict and found == 0)):
                return False
        return True


def sign_of(e: Expr, x: str, at: Expr) -> int | None:
    """The sign of a term in x at an exact point; None where it is undefined there."""
    try:
        return sign_at(e, {x: Intervals(300, {}).value(at)}, 300)
    except Unknown:
        return None


def exact_zero(e: Expr, x: str, at: Expr) -> bool:
    """Whether a term in x vanishes to many digits at an exact point."""
    try:
        prec = 500
        here = Intervals(prec, {}).value(at)
        found = Intervals(prec, {x: here}).value(e)
    except Unknown:
        return False
    around = not found.positive and not found.negative
    return around and abs(float(found.lo)) < 1e-60 and abs(float(found.hi)) < 1e-60


def as_float(e: Expr) -> float | None:
    """The value of a closed term, roughly."""
    try:
        return float(Intervals(80, {}).value(e).lo)
    except Unknown:
        return None


def between(a: float, b: float) -> Fraction:
    """A simple rational strictly between two numbers."""
    width = Fraction(b) - Fraction(a)
    return simplest(Fraction(a) + width / 3, Fraction(b) - width / 3)
