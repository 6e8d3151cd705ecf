"""Random nodes of the rules of analysis that say "there is": a zero, a bound, an antiderivative, an inverse.

Whether there is one is told by values of the term at many points, next to where it breaks, and far out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from fuzz.analysis import SORTS, between, ends_of, real_model, real_value
from fuzz.analysis_terms import curve, trap
from fuzz.harness import DONE, NOTHING, Generator, Instance, Obligation, Told, sequent
from fuzz.models import Model
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import NoValue, Undefined, approx
from fuzz.values import FALSE, Expr
from fuzz.words import line

NEXT = Fraction(1, 10**15)
GRID = [Fraction(n, 4) for n in range(-16, 17)]
Refuted = Callable[[Model, Expr], bool | None]


def _exists(
    node: dict[str, Any], ends: tuple[Expr, Expr], false: Refuted, told: Mapping[str, Told] = NOTHING
) -> Instance:
    """A rule that adds "there is": `false` says whether there is none in a model."""

    def refuted(m: Model, o: Obligation) -> bool | None:
        try:
            return false(m, o.facts["new"])
        except (Undefined, OverflowError):
            return None

    new = {**node, "as": "new", "then": DONE}
    return Instance(sequent(SORTS, {}), FALSE, new, real_model, models=4, hints=between(*ends), refuted=refuted,
                    told=told)  # fmt: skip


def _along(m: Model, name: str, guard: Expr, *ends: Expr) -> list[Fraction]:
    """Points that satisfy a condition: of the interval if the ends are real, else of a grid."""
    values = [m.number(e, m.env) for e in ends]
    points = GRID
    if all(isinstance(v, Fraction) for v in values):
        lo, hi = values
        points = [lo + (hi - lo) * Fraction(i, 24) for i in range(25)]  # type: ignore[operator]
    return [x for x in points if m.holds(guard, {**m.env, name: x})]


def intermediate(rng: random.Random) -> Instance:
    """A change of sign without a zero is a jump or a pole, or passes by beside the line."""
    term, (lo, hi) = curve(rng, "u", 2, ("c",)) if rng.random() < 0.6 else trap(rng, "u"), ends_of(rng)
    if rng.random() < 0.35:
        lo, hi = rng.choice((("c", hi), (lo, "c"), ("c", hi), (lo, "c"), ("u", hi), (lo, ("+", "u", 1))))
    term = ("-", term, rng.choice(("c", ("/", 1, 3), 0)))
    if rng.random() < 0.1:
        term = ("*", term, rng.choice(("c", ("-", "u", "c"))))
    node = {"rule": "intermediate", "name": "u", "point": rng.choice(("t", "u")), "of": term, "low": lo, "high": hi,
            "order": DONE, "negative": DONE, "positive": DONE, "falling": rng.random() < 0.5, "bounds": "b",
            "continuous": DONE}  # fmt: skip

    def no_zero(m: Model, fact: Expr) -> bool | None:
        _, name, _, (_, low, high, (_, f, _)) = fact
        points = _along(m, name, ("and", low, high), low[1], high[2])
        values = [line(m.number(f, {**m.env, name: x})) for x in points]
        if any(abs(v) < 1e-9 for v in values):
            return False
        if all(map(real, values)):
            steps = zip(pairwise(points), pairwise(values), strict=True)
            if any(_passes(m, f, name, *ends) for ends, (a, b) in steps if (a < 0) != (b < 0)):
                return False
        return True if all(abs(v) >= 0.1 for v in values) else None

    return _exists(node, (lo, hi), no_zero)


def _passes(m: Model, f: Expr, name: str, a: Fraction, b: Fraction) -> bool:
    """Whether a term of different signs at two points comes close to 0 between them, by halves."""
    left = real_value(m, f, {**m.env, name: a})
    for _ in range(60):
        middle = (a + b) / 2
        value = real_value(m, f, {**m.env, name: middle})
        if abs(value) < 1e-4:
            return True
        a, b = (middle, b) if value * left > 0 else (a, middle)
    return False


def bounded(rng: random.Random) -> Instance:
    """A pole inside makes a term that has no bound."""
    term, (lo, hi) = curve(rng, "u", 2, ("c",)), ends_of(rng)
    if rng.random() < 0.4:
        term = ("/", term, ("-", "u", rng.choice((lo, hi, "c", 0))))
    if rng.random() < 0.25:
        lo, hi = rng.choice((("c", hi), (lo, "c")))
    node = {"rule": "bounded", "name": "u", "of": term, "low": lo, "high": hi, "bounds": "b", "continuous": DONE}

    def no_bound(m: Model, fact: Expr) -> bool | None:
        most, name, (_, near, (_, f, _)) = fact[1], fact[3][1], fact[3][3]
        points = _along(m, name, near, near[1][1], near[2][2])[::4]
        nearer = [(x + sign * NEXT, x + sign * NEXT / 1000) for x in points for sign in (1, -1)]
        for way in (*nearer, *((sign * 10**9, sign * 10**12) for sign in (1, -1))):
            if not all(m.holds(near, {**m.env, name: Fraction(x)}) for x in way):
                continue
            try:
                a, b = (line(m.number(f, {**m.env, name: Fraction(x)})) for x in way)
            except Undefined:
                continue
            if real(a) and real(b) and a > 10**6 and b > 5 * a:
                return True
        values = [approx(m.number(f, {**m.env, name: x})) for x in points]
        env = {**m.env, most: 1 + 2 * max(map(abs, values), default=MP.mpf(0))}
        return any(m.holds(("<=", "v", most), {**env, "v": v}) is False for v in values)

    return _exists(node, (lo, hi), no_bound)


def antiderivative(rng: random.Random) -> Instance:
    """A curve with a given slope: wrong where the term jumps, or is not real."""
    term = curve(rng, "u", 2, ("c",)) if rng.random() < 0.6 else trap(rng, "u")
    node = {"rule": "antiderivative", "name": "u", "of": term, "start": rng.choice((0, "c")), "continuous": DONE}

    def jumps(m: Model, fact: Expr) -> bool | None:
        (_, (_, _, start), _), (_, name, _, (_, _, body)) = fact[3][1:]
        if not real(m.number(start, m.env)):
            return True
        tiny, told = Fraction(1, 10**30), 0
        for i in range(-12, 13):
            x = Fraction(i, 2)
            try:
                a, b, c = (m.number(body, {**m.env, name: x + d}) for d in (-tiny, tiny, 0))
            except NoValue:
                return None  # what stands for a value there is not known
            if not all(map(real, (a, b, c))):
                return True
            a, b, c = (float(line(v)) for v in (a, b, c))
            if max(abs(a - b), abs(a - c)) > 1e-6 and abs(a) < 10**8:
                return True
            told += 1
        return False if told == 25 else None

    return _exists(node, (-3, 3), jumps)


def real(x: Any) -> bool:
    return not isinstance(line(x), MP.mpc)


WIDE = [Fraction(i, 4) for i in range(-16, 17)]
FAR = 10**8


def inverse(rng: random.Random) -> Instance:
    """A curve that undoes a term: wrong where the term does not rise, has a corner or does not take every value."""
    term = curve(rng, "u", 2, ("c",))
    if rng.random() < 0.6:
        term = ("+", rng.choice(("u", ("^", "u", 3), ("*", 2, "u"))), term)
    if rng.random() < 0.3:
        moved: Expr = ("abs", ("-", "u", "c"))
        steep: Expr = rng.choice((("*", 2, "u"), ("+", ("*", 2, "u"), moved), ("+", ("*", 2, "u"), ("abs", "u")),
                                  ("*", "u", ("abs", "u"))))  # fmt: skip
        b = rng.randint(-1, 1)
        term = rng.choice((steep, ("fn", "Piecewise", ("+", steep, rng.choice((3, 0, -3))), ("<", "u", b), steep,
                           ("true",))))  # fmt: skip
    node = {"rule": "inverse", "name": "u", "value": rng.choice(("t", "u")), "of": term, "smooth": DONE, "slope": DONE,
            "onto": DONE}  # fmt: skip

    def at(m: Model, body: Expr, name: str, x: Any) -> Any:
        return m.number(body, {**m.env, name: Fraction(x)})

    def onto(m: Model, o: Obligation) -> bool | None:
        """By its values far out, and where it jumps upwards: between these it may take every value."""
        (_, _, _, (_, x, _, (_, body, _))) = o.goal
        ends = [at(m, body, x, far) for far in (-FAR, FAR)]
        values = [at(m, body, x, v) for v in WIDE]
        if not all(map(real, (*ends, *values))):
            return False
        if max(abs(float(line(e))) for e in ends) < 100:
            return False
        values = [float(line(v)) for v in values]
        tiny = Fraction(1, 10**20)
        for v in (-1, 0, 1):
            a, b = (float(line(at(m, body, x, v + d))) for d in (-tiny, tiny))
            if b > a + 1e-6 and all(y <= a + 1e-6 or y >= b - 1e-6 for y in values):
                return False
        low, high = (float(line(e)) for e in ends)
        return True if min(low, high) < -1000 and max(low, high) > 1000 else None

    def falls(m: Model, fact: Expr) -> bool | None:
        name, body = fact[3][1][1], fact[3][1][3][1][2]
        values = [at(m, body, name, x) for x in (-FAR, *WIDE, FAR)]
        if not all(map(real, values)):
            return True
        steps = [float(line(v)) for v in values]
        if any(a >= b for a, b in pairwise(steps)) or max(map(abs, steps)) < 100:
            return True
        (_, t, _, (_, _, (_, (_, _, said), _))), tiny = fact[3][2], Fraction(1, 10**20)
        for x in (-1, 0, 1):
            left, here, right = (line(at(m, body, name, x + d)) for d in (-tiny, 0, tiny))
            slopes = [float((b - a) / (MP.mpf(1) / tiny.denominator)) for a, b in ((left, here), (here, right))]
            there = {**m.env, fact[1]: lambda _, x=x: Fraction(x), t: Fraction(0)}
            for slope in (slopes[1], approx(m.number(said, there))):
                if abs(slopes[0] - slope) > 1e-6 * (1 + abs(slopes[0])):
                    return True
        return False if min(steps) < -1000 and max(steps) > 1000 else None

    return _exists(node, (-3, 3), falls, {"onto": onto})


EXISTENCE: dict[str, Generator] = {
    "intermediate": intermediate, "bounded": bounded, "antiderivative": antiderivative, "inverse": inverse,
}  # fmt: skip
