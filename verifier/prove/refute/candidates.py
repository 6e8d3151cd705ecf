"""Candidate points for a counterexample, the plainest first: exact values where floating point sees a violation.

Looks at: simple values, ends of intervals, small integers; then random points of all sizes with local improvement,
for regions that few samples hit, and least squares for thin ones; then touching points (where a strict claim is only
just false), recognised from their digits.  Equations among the hypotheses are solved for variables first.  A point that
interval arithmetic excludes is dropped; the rest is for the driver to prove.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures.boxes import Box
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, conjunction, head
from verifier.language.named import negation, operands, substitute
from verifier.prove.driver.effort import now
from verifier.prove.refute.floating.complex_floats import seems
from verifier.prove.refute.floating.descent import descended
from verifier.prove.refute.floating.floats import Array, Floats, holds
from verifier.prove.refute.floating.stationary import stationary
from verifier.prove.refute.recognition import near, values
from verifier.prove.refute.solved import literal, systems, tidy

GRID = 4000  # plain points that are looked at together
PLAIN = (0, 1, -1, "1/2", 2, "-1/2", -2, 3, "1/3", -3, "1/4", "3/4", "3/2", 10, "1/10", "-1/10", 5, -10, 100, "1/100",
         -100, 1000)  # fmt: skip
COMPLEX: tuple[Expr, ...] = (0, 1, ("fn", "I"), -1, ("+", 1, ("fn", "I")), ("neg", ("fn", "I")), 2)
MOST = 12  # candidates of one kind that are handed on


def candidates(statement: Statement, effort: int, deadline: float) -> Iterator[dict[str, Expr]]:
    """Values of all variables at which the claim may fail; a claim without variables has the empty point."""
    if not statement.variables:
        yield {}
        return
    sorts = dict(statement.variables)
    kinds = {str(head(sort)) for sort in sorts.values()}
    if not kinds <= {"real", "integer", "complex"}:
        return
    if "complex" in kinds:
        yield from _complex(statement)
        return
    equations = [f for _, f in statement.given if head(f) == "=="]
    seen: set[tuple[Expr, ...]] = set()
    solutions = list(itertools.islice(systems(equations, sorts), 6)) if equations else [[]]
    rounds = [Search(statement, dict(solution), deadline) for solution in solutions or [[]]]
    stages = ["plain"] if effort < 1 else ["plain", "random"]
    stages += [] if effort < 2 else ["descent"] if effort < 3 else ["deep", "wide"]
    for stage in stages:
        for search in rounds:
            for point in search.points(stage):
                key = tuple(point[n] for n in sorts)
                if key not in seen:
                    seen.add(key)
                    yield point
                if now() > deadline:
                    return


def _complex(statement: Statement) -> Iterator[dict[str, Expr]]:
    """Simple complex numbers and integers, first those where the claim seems to fail."""
    pools: list[list[Expr]] = []
    for _, sort in statement.variables:
        pools.append(list(COMPLEX) if head(sort) == "complex" else [0, 1, 2, -1, 3])
    ranked = sorted(itertools.product(*(list(enumerate(p)) for p in pools)), key=lambda t: sum(i for i, _ in t))
    names = [name for name, _ in statement.variables]
    points = [dict(zip(names, (e for _, e in choice), strict=True)) for choice in ranked[:40]]
    denial = conjunction([f for _, f in statement.given] + [negation(statement.goal)])
    order = {True: 0, None: 1, False: 2}
    yield from sorted(points, key=lambda point: order[seems(denial, point)])


class Search:
    """The search over the variables that are not determined by equations."""

    def __init__(self, statement: Statement, solved: dict[str, Expr], deadline: float) -> None:
        self.statement, self.solved, self.deadline = statement, solved, deadline
        self.sorts = dict(statement.variables)
        self.free = [n for n, _ in statement.variables if n not in solved]
        self.denial = conjunction([f for _, f in statement.given] + [negation(statement.goal)])
        self.source = np.random.default_rng(7)
        self.ends: dict[str, list[Expr]] = {n: [] for n in self.sorts}
        self.bounds = self._bounds()
        self.blind = False

    def _bounds(self) -> dict[str, tuple[float, float]]:
        s = Sequent()
        facts: list[Expr] = []
        for name, sort in self.statement.variables:
            s = s.declare(name, sort)
        for _, f in self.statement.given:
            facts.extend(operands(f) if head(f) == "and" else [f])
        box = Box(s, 60)
        for fact in facts + facts:
            try:
                box.use(fact)
            except Rejected:
                continue
            for this, other in (operands(fact), operands(fact)[::-1]):  # type: ignore[misc]
                if this in self.ends and not free_names(other) and head(fact) != "!=" and other not in self.ends[this]:
                    self.ends[str(this)].append(tidy(other))
        if box.empty:
            return dict.fromkeys(self.sorts, (1.0, 0.0))
        return {n: (float(box.bounds[n].lo), float(box.bounds[n].hi)) for n in self.sorts}

    # -- evaluation -----------------------------------------------------------------------------------
    def whole(self, name: str) -> bool:
        return head(self.sorts[name]) == "integer"

    def look(self, env: dict[str, Array]) -> tuple[Array, Array]:
        """Whether the claim seems to fail at points, and by what margin."""
        return holds(self.denial, self.full(env))

    def full(self, env: dict[str, Array]) -> dict[str, Array]:
        """Values of all variables from those of the free ones."""
        full = dict(env)
        for name, term in reversed(list(self.solved.items())):
            with np.errstate(all="ignore"):
                full[name] = np.broadcast_to(Floats(full).value(term), np.shape(next(iter(env.values()), 0.0)))
        return full

    def complete(self, point: dict[str, Expr]) -> dict[str, Expr]:
        """Exact values of all variables from those of the free ones."""
        full = dict(point)
        for name, term in reversed(list(self.solved.items())):
            full[name] = tidy(substitute(term, full))
        return {n: full[n] for n in self.sorts}

    def excluded(self, point: dict[str, Expr]) -> bool:
        """Whether intervals say that the claim does not fail at an exact point."""
        return Intervals(200, {}).truth(substitute(self.denial, point)) is False

    def certain(self, point: dict[str, Expr]) -> bool:
        return Intervals(200, {}).truth(substitute(self.denial, point)) is True

    # -- stages ---------------------------------------------------------------------------------------
    def points(self, stage: str) -> Iterator[dict[str, Expr]]:
        if not self.free:
            if stage == "plain":
                yield self.complete({})
            return
        if any(low > high for low, high in self.bounds.values()):
            return
        try:
            if stage == "plain":
                yield from self._plain()
            elif stage in ("descent", "deep") and not self.blind:
                starts = self.starts(3 if stage == "descent" else 8)
                for point in descended(self.denial, starts, self.bounds, self.full, self.whole):
                    if now() > self.deadline:
                        return
                    here, _ = self.look({x: np.array([v]) for x, v in point.items()})
                    yield from self._handed(self._simple(point) if here[0] else self._touching(point))
            elif not self.blind:
                yield from self._random(3000 if stage == "random" else 20000, 6 if stage == "random" else 20)
        except (Unknown, ArithmeticError):
            self.blind = True  # no numbers to go by: simple points only
            if stage == "plain":
                pools = [self._pool(n)[:6] for n in self.free]
                for choice in itertools.islice(_ranked(pools, 30), MOST):
                    yield self.complete(dict(zip(self.free, choice, strict=True)))

    def _pool(self, name: str) -> list[Expr]:
        """Simple values of one variable, inside its bounds."""
        lo, hi = self.bounds[name]
        if self.whole(name):
            start = int(lo) if lo > -math.inf else int(hi) - 20 if hi < math.inf else 0
            near_start = range(start, int(min(hi, start + 60)) + 1)
            negative = range(-1, -9, -1) if lo == -math.inf and hi == math.inf else range(0)
            return [*near_start, *negative][:70]
        pool: list[Expr] = [literal(Fraction(t)) for t in PLAIN]
        pool += self.ends[name]
        for end, sign in ((lo, 1), (hi, -1)):
            if math.isfinite(end):
                at = Fraction(end).limit_denominator(10**6)
                pool += [literal(at + sign * Fraction(1, d)) for d in (2, 10, 100, 1000, 10**6)]
                pool += [literal(at + sign * n) for n in (1, 2, 10, 100)]
        if math.isfinite(lo) and math.isfinite(hi):
            a, b = Fraction(lo).limit_denominator(10**6), Fraction(hi).limit_denominator(10**6)
            pool += [literal(a + (b - a) * Fraction(k, 8)) for k in range(1, 8)]
        kept: list[Expr] = []
        for e in pool:
            x = float(np.asarray(Floats({}).value(e)))
            if lo - 1e-12 <= x <= hi + 1e-12 and e not in kept:
                kept.append(e)
        return kept

    def _plain(self) -> Iterator[dict[str, Expr]]:
        pools = [self._pool(n) for n in self.free]
        if any(not p for p in pools):
            return
        most = max(2, int(GRID ** (1 / len(pools))))
        choices = list(_ranked([p[:most] if len(pools) > 1 else p for p in pools], GRID))
        numbers = {e: float(np.asarray(Floats({}).value(e))) for pool in pools for e in pool}
        env = {n: np.array([numbers[c[i]] for c in choices]) for i, n in enumerate(self.free)}
        ok, _ = self.look(env)
        yield from self._handed(dict(zip(self.free, choices[i], strict=True)) for i in np.flatnonzero(ok))

    def _handed(self, points: Iterator[dict[str, Expr]]) -> Iterator[dict[str, Expr]]:
        """Complete points that are not excluded; certain ones end the search."""
        given = 0
        for point in points:
            if now() > self.deadline or given >= MOST:
                return
            full = self.complete(point)
            if not self.excluded(full):
                given += 1
                yield full

    def starts(self, n: int) -> dict[str, Array]:
        """Points of all sizes to start from."""
        return self._sample(n)

    def _sample(self, n: int) -> dict[str, Array]:
        env: dict[str, Array] = {}
        kind = self.source.integers(0, 4, n)
        for name in self.free:
            lo, hi = self.bounds[name]
            a, b = max(lo, -4.0 if hi > -4 else hi - 8), min(hi, 4.0 if lo < 4 else lo + 8)
            flat = self.source.uniform(a, b, n)
            if math.isfinite(lo) and math.isfinite(hi):
                flat = np.where(kind < 3, self.source.uniform(lo, hi, n), flat)
            size = 10.0 ** self.source.uniform(-4, 6, n)
            sign = np.where(self.source.random(n) < 0.5, -1.0, 1.0)
            wide = np.where(sign > 0, lo + size, hi - size) if math.isfinite(lo) and math.isfinite(hi) else (
                lo + size if math.isfinite(lo) else hi - size if math.isfinite(hi) else sign * size
            )  # fmt: skip
            x = np.clip(np.where(kind == 3, wide, flat), lo, hi)
            env[name] = np.round(x) if self.whole(name) else x
        return env

    def _improve(self, point: dict[str, float], margin: float, rounds: int = 26) -> tuple[dict[str, float], float]:
        """Random steps of all sizes round a point, kept where the margin grows."""
        n = 60
        width = {x: max(abs(point[x]), 0.1) for x in self.free}
        for _ in range(rounds):
            scale = 10.0 ** self.source.uniform(-9, 0, n)
            one = self.source.integers(0, len(self.free) + 1, n)
            env: dict[str, Array] = {}
            for i, x in enumerate(self.free):
                step = scale * width[x] * self.source.normal(size=n)
                moved = np.clip(point[x] + step * ((one == i) | (one == len(self.free))), *self.bounds[x])
                env[x] = np.round(moved) if self.whole(x) else moved
            _, m = self.look(env)
            m = np.where(np.isnan(m), -math.inf, m)
            best = int(np.argmax(m))
            if m[best] > margin:
                point, margin = {x: float(env[x][best]) for x in self.free}, float(m[best])
        return point, margin

    def _random(self, n: int, starts: int) -> Iterator[dict[str, Expr]]:
        env = self._sample(n)
        _, margin = self.look(env)
        margin = np.where(np.isnan(margin), -math.inf, margin)
        order = np.argsort(-margin, kind="stable")[: 40 * starts]
        chosen: list[int] = []
        for i in order:  # the best ones, apart from each other
            here = [env[x][i] for x in self.free]
            if margin[i] > -math.inf and all(_apart(here, [env[x][j] for x in self.free]) for j in chosen):
                chosen.append(int(i))
            if len(chosen) >= starts:
                break
        for i in chosen:
            if now() > self.deadline:
                return
            start = {x: float(env[x][i]) for x in self.free}
            point, best = self._improve(start, float(margin[i]))
            if best > 1e-13:
                yield from self._handed(self._simple(point))
            elif best > -1e-9:
                yield from self._handed(self._touching(point))

    def _simple(self, point: dict[str, float]) -> Iterator[dict[str, Expr]]:
        """The simplest rational points near one that still violate the claim."""
        ladders: list[list[Fraction]] = []
        for x in self.free:
            ladders.append([Fraction(round(point[x]))] if self.whole(x) else list(near(point[x])))
        depth = max(len(steps) for steps in ladders)
        for k in range(depth):
            choice = [steps[min(k, len(steps) - 1)] for steps in ladders]
            env = {x: np.array([float(q)]) for x, q in zip(self.free, choice, strict=True)}
            exact = {x: literal(q) for x, q in zip(self.free, choice, strict=True)}
            if self.look(env)[0][0] and self.certain(self.complete(exact)):
                yield exact
                return
        for k in (depth // 2, depth - 1):
            yield {x: literal(s[min(k, len(s) - 1)]) for x, s in zip(self.free, ladders, strict=True)}

    def _touching(self, point: dict[str, float]) -> Iterator[dict[str, Expr]]:
        """Exact values that a point is close to, and rational ones ever nearer."""
        pools: list[list[Expr]] = []
        for x in self.free:
            if self.whole(x):
                pools.append([round(point[x])])
                continue
            found: list[Expr] = []
            for tolerance in (1e-7, 1e-4):
                found += [e for e in values(point[x], tolerance) if e not in found]
            pools.append(found[:5] or [literal(Fraction(point[x]))])
        for choice in _ranked(pools, 60):
            exact = dict(zip(self.free, choice, strict=True))
            env = {x: np.array([float(np.asarray(Floats({}).value(e)))]) for x, e in exact.items()}
            if self.look(env)[0][0]:
                yield exact
        refined = self.refine(point)
        if refined is not None:
            for digits in (8, 12, 16, 20, 25, 30):
                exact = {x: literal(q.limit_denominator(10**digits)) for x, q in refined.items()}
                if self.certain(self.complete(exact)):
                    yield exact
                    return

    def refine(self, point: dict[str, float]) -> dict[str, Fraction] | None:
        """The stationary point of the violated inequality near a point, for one variable, with many digits."""
        relations = _relations(negation(self.statement.goal))
        if len(self.free) != 1 or self.solved or len(relations) != 1:
            return None
        x = self.free[0]
        q = stationary(("-", *operands(relations[0])), x, point[x], until=self.deadline)
        return None if q is None else {x: q}


def _relations(p: Expr) -> list[Expr]:
    return [r for a in operands(p) for r in _relations(a)] if head(p) in ("and", "or") else [p]


def _apart(a: list[Any], b: list[Any]) -> bool:
    return any(abs(x - y) > 0.02 * max(1.0, abs(x)) for x, y in zip(a, b, strict=True))


def _ranked(pools: list[list[Expr]], most: int) -> Iterator[tuple[Expr, ...]]:
    """Combinations of values, those first whose places in their lists add up to the least."""
    total = math.prod(len(p) for p in pools)
    if total > 40 * most:
        cut = max(2, int((40 * most) ** (1 / len(pools))))
        pools = [p[:cut] for p in pools]
    if math.prod(len(p) for p in pools) > 40 * most:  # two values each are too many still: all but a few at the first
        few = (set(c) for k in range(3) for c in itertools.combinations(range(len(pools)), k))
        for changed in itertools.islice(few, most):
            yield tuple(p[min(i in changed, len(p) - 1)] for i, p in enumerate(pools))
        return
    ranked = sorted(itertools.product(*(range(len(p)) for p in pools)), key=lambda t: (sum(t), max(t)))
    for places in ranked[:most]:
        yield tuple(p[i] for p, i in zip(pools, places, strict=True))
