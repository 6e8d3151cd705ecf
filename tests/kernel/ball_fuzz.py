"""Random calls of every function in `verifier.kernel.enclosures.balls`, compared with a second route.

The second route is mpmath with at least 100 bits more than the enclosure, at the ends of an interval, at points in it
and at its poles, crests and least values; and functional equations, which use no other program.  Used by
`test_balls_fuzz` (a sample) and by `benchmarks/balls.py` (the whole).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

import mpmath
from ends import contains, end, numbers
from mpmath import mp, mpf

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import FUNCTIONS, UNIT, Interval

PRECISIONS = (30, 53, 64, 100, 200, 500, 1000, 2000)
Real = Callable[..., Any]
Equation = Callable[[Interval], tuple[Interval, Interval]]


@dataclass(frozen=True)
class Case:
    """How one function is tried: its value by mpmath, and where its arguments lie."""

    value: Real
    low: float = -mpmath.inf
    high: float = mpmath.inf
    special: tuple[Any, ...] = (0, 1, -1)  # arguments lie near to these
    reach: int = 900  # binary exponents of the largest and the smallest arguments
    inner: Real | None = None  # k -> the k-th place inside of which the function is extreme
    equation: Equation | None = None
    digits: int = 2000  # bits, at most


@dataclass
class Count:
    """What happened in the calls of one function."""

    calls: int = 0
    refused: int = 0  # no enclosure, since the argument may lie outside of the domain
    points: int = 0  # values that were compared
    outside: int = 0  # that did not lie in the enclosure
    loose: int = 0  # enclosures much wider than the values

    def add(self, other: Count) -> None:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def line(self, name: str) -> str:
        figures = (self.calls, self.refused, self.points, self.outside, self.loose)
        return f"{name:12}" + "".join(f"{n:10}" for n in figures)


HEADING = f"{'':12}" + "".join(f"{word:>10}" for word in ("calls", "refused", "points", "outside", "loose"))


def f(name: str, u: Interval, apart: bool = False) -> Interval:
    return FUNCTIONS[name](u, apart)


def _two(u: Interval) -> Interval:
    return u * balls.number(2)


def _sign(x: Any) -> Any:
    return mpf((x > 0) - (x < 0))


def _least_of_gamma(k: int) -> Any:
    return mpmath.findroot(mpmath.digamma, 1.4616321449683622) if k == 0 else mpf(-1)


def _half_pi(k: int) -> Any:
    return k * mp.pi / 2


_ANGLE: dict[str, Any] = {"special": (0, 0.5, 1, 1.5, 2, 3), "reach": 300, "inner": _half_pi}
_SLOW: dict[str, Any] = {"reach": 60, "digits": 500}
CASES: dict[str, Case] = {
    "exp": Case(mp.exp, reach=30, equation=lambda u: (f("log", f("exp", u)), u)),
    "log": Case(mp.log, 0, equation=lambda u: (f("exp", f("log", u)), u)),
    "sqrt": Case(mp.sqrt, 0, equation=lambda u: (f("sqrt", u) * f("sqrt", u), u)),
    "cbrt": Case(lambda x: _sign(x) * mp.cbrt(abs(x)), equation=lambda u: (f("cbrt", u).power(3), u)),
    "sin": Case(mp.sin, equation=lambda u: (f("sin", u).power(2) + f("cos", u).power(2), UNIT), **_ANGLE),
    "cos": Case(mp.cos, equation=lambda u: (f("cos", _two(u)), _two(f("cos", u).power(2)) - UNIT), **_ANGLE),
    "tan": Case(mp.tan, equation=lambda u: (f("tan", u) * f("cos", u), f("sin", u)), **_ANGLE),
    "cot": Case(mp.cot, equation=lambda u: (f("cot", u) * f("sin", u), f("cos", u)), **_ANGLE),
    "sec": Case(mp.sec, equation=lambda u: (f("sec", u) * f("cos", u), UNIT), **_ANGLE),
    "csc": Case(mp.csc, equation=lambda u: (f("csc", u) * f("sin", u), UNIT), **_ANGLE),
    "sinh": Case(mp.sinh, reach=30, equation=lambda u: (f("sinh", u) + f("cosh", u), f("exp", u))),
    "cosh": Case(mp.cosh, reach=30, inner=lambda k: mpf(0) if k == 0 else mpf(-1),
                 equation=lambda u: (f("cosh", u).power(2), UNIT + f("sinh", u).power(2))),
    "tanh": Case(mp.tanh, reach=12, equation=lambda u: (f("tanh", u) * f("cosh", u), f("sinh", u))),
    "coth": Case(mp.coth, reach=12, equation=lambda u: (f("coth", u) * f("tanh", u), UNIT)),
    "sech": Case(mp.sech, reach=30, inner=lambda k: mpf(0) if k == 0 else mpf(-1),
                 equation=lambda u: (f("sech", u) * f("cosh", u), UNIT)),
    "csch": Case(mp.csch, reach=30, equation=lambda u: (f("csch", u) * f("sinh", u), UNIT)),
    "asin": Case(mp.asin, -1, 1, equation=lambda u: (f("sin", f("asin", u)), u)),
    "acos": Case(mp.acos, -1, 1, equation=lambda u: (f("cos", f("acos", u)), u)),
    "atan": Case(mp.atan, equation=lambda u: (f("tan", f("atan", u)), u)),
    "acot": Case(mp.acot, equation=lambda u: (f("cot", f("acot", u)), u)),
    "asinh": Case(mp.asinh, equation=lambda u: (f("sinh", f("asinh", u)), u)),
    "acosh": Case(mp.acosh, 1, equation=lambda u: (f("cosh", f("acosh", u)), u)),
    "atanh": Case(mp.atanh, -1, 1, equation=lambda u: (f("tanh", f("atanh", u)), u)),
    "erf": Case(mp.erf, reach=8, equation=lambda u: (f("erf", u) + f("erfc", u), UNIT)),
    "erfc": Case(mp.erfc, reach=8, equation=lambda u: (f("erfc", u) + f("erfc", -u), balls.number(2))),
    "gamma": Case(mp.gamma, 0, special=(0, 1, 1.4616321449683622, 2), inner=_least_of_gamma, reach=9, digits=500,
                  equation=lambda u: (f("gamma", u + UNIT), u * f("gamma", u))),
    "loggamma": Case(mp.loggamma, 0, special=(0, 1, 1.4616321449683622, 2), inner=_least_of_gamma, **_SLOW,
                     equation=lambda u: (f("loggamma", u + UNIT), f("log", u) + f("loggamma", u))),
    "digamma": Case(mp.digamma, 0, special=(0, 1, 1.4616321449683622), **_SLOW,
                    equation=lambda u: (f("digamma", u + UNIT), f("digamma", u) + u.reciprocal())),
    "zeta": Case(mp.zeta, 1, special=(1, 1, 2), reach=40, digits=250),
    "lambertw": Case(lambda x: mp.lambertw(x).real, -0.36787944117144233, special=(0, 1, -0.36787944117144233),
                     equation=lambda u: (f("lambertw", u) * f("exp", f("lambertw", u)), u), reach=300, digits=1000),
    "sign": Case(_sign), "re": Case(mp.re), "im": Case(mp.im), "conjugate": Case(mp.conj),
    "ceiling": Case(mp.ceil, reach=60, special=(0, 1, -3, 1000)),
}  # fmt: skip

#: operations of one or two intervals: (the operation, its value, the number of arguments)
OPERATIONS: dict[str, tuple[Real, Real, int]] = {
    "+": (lambda u, v: u + v, lambda x, y: x + y, 2), "-": (lambda u, v: u - v, lambda x, y: x - y, 2),
    "*": (lambda u, v: u * v, lambda x, y: x * y, 2), "/": (lambda u, v: u / v, lambda x, y: x / y, 2),
    "neg": (lambda u: -u, lambda x: -x, 1), "abs": (abs, abs, 1),
    "1/x": (lambda u: u.reciprocal(), lambda x: 1 / x, 1), "floor": (balls.floor, mp.floor, 1),
    "x**2": (lambda u: u.power(2), lambda x: x**2, 1), "x**7": (lambda u: u.power(7), lambda x: x**7, 1),
    "root 4": (lambda u: balls.root(u, 4), lambda x: mp.root(x, 4), 1),
    "root 7": (lambda u: balls.root(u, 7), lambda x: _sign(x) * mp.root(abs(x), 7), 1),
    "log(x, y)": (balls.PAIRS["log"], mp.log, 2), "beta": (balls.PAIRS["beta"], mp.beta, 2),
    "hull": (lambda u, v: u.hull(v), lambda x, y: x, 2), "atan2": (balls.PAIRS["atan2"], mp.atan2, 2),
}  # fmt: skip


def scaled(source: random.Random, least: int, most: int) -> Any:
    """A positive number between 2**least and 2**most, of few or of many digits."""
    bits = source.choice([1, 3, 20, 53, 200])
    return mpmath.ldexp(mpf(source.getrandbits(bits) | 1), source.randint(least, most) - bits)


def point(source: random.Random, case: Case) -> Any:
    """An argument: near to a special one, of any size, whole, or a multiple of pi/2 rounded to some digits."""
    kind, sign = source.random(), source.choice([-1, 1])
    if kind < 0.35:
        x = mpf(source.choice(case.special)) + sign * scaled(source, -min(case.reach, 200), 0)
    elif kind < 0.5 and case.inner is not None:
        with mp.workprec(source.choice([20, 53, 100, 300])):
            x = +case.inner(source.choice([0, 1, 2, 3, -1, -2, source.getrandbits(60)]))
    elif kind < 0.65:
        x = mpf(source.choice([*case.special, source.randint(-20, 20)]))
    elif kind < 0.8:
        x = sign * scaled(source, -case.reach, case.reach)
    else:
        x = sign * scaled(source, -6, 6)
    return x if case.low <= x <= case.high else min(max(abs(x), mpf(case.low)), mpf(case.high))


def argument(source: random.Random, case: Case) -> tuple[Any, Any]:
    """The ends of an interval: one number, or two that lie close together or far apart."""
    a = point(source, case)
    if source.random() < 0.4:
        return a, a
    b = a + scaled(source, -60, 3) * max(1, abs(a)) if source.random() < 0.6 else point(source, case)
    return min(a, b), min(max(a, b), mpf(case.high))


def inside(source: random.Random, case: Case, a: Any, b: Any) -> list[Any]:
    """The ends, points between them, and where the function is extreme."""
    xs = [a, b] if a == b else [a, b, (a + b) / 2, *(a + (b - a) * mpf(source.random()) for _ in range(2))]
    if case.inner is _half_pi and b - a < 60:
        first = int(mp.floor(a / (mp.pi / 2)))
        xs += [case.inner(k) for k in range(first, first + 40)]
    elif case.inner is not None:
        xs.append(case.inner(0))
    return [x for x in xs if a <= x <= b]


def real(value: Real, *xs: Any) -> Any:
    """The value by mpmath, or None where there is none."""
    try:
        y = value(*xs)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    if isinstance(y, mpmath.mpc) or not mpmath.isfinite(y):
        return None
    return y


def compare(count: Count, found: Interval, ys: list[Any], prec: int, slack: Any, both: bool) -> None:
    """Counts the values outside, and an enclosure that is far wider than the values (``both``: than two of them)."""
    count.points += len(ys)
    count.outside += sum(not contains(found, y, slack * abs(y)) for y in ys)
    if ys and both:
        lo, hi = numbers(found)
        room = mpf(2) ** (14 - prec) + mpf(2) ** -45 * (len(ys) > 2)
        low, high = min(ys), max(ys)
        count.loose += bool(lo < low - room * (1 + abs(low)) or hi > high + room * (1 + abs(high)))


def try_function(name: str, source: random.Random, count: Count) -> None:
    """One call of a function, with one of its functional equations where there is one."""
    case = CASES[name]
    prec = source.choice([p for p in PRECISIONS if p <= case.digits])
    count.calls += 1
    more = 100 + 2 * case.reach + (700 if case.inner is _half_pi else 0)
    with mp.workprec(2 * prec + more):
        a, b = argument(source, case)
        u = Interval(end(a), end(b))
        before = repr(u)
        try:
            with balls.precision(prec):
                found = f(name, u)
                pair = case.equation(u) if case.equation is not None and u.is_point else None
        except Unknown:
            count.refused += 1
            return
        ys = [y for y in (real(case.value, x) for x in inside(source, case, a, b)) if y is not None]
        flat = a < 1.47 and b > 1.46 and name in ("gamma", "loggamma")  # a tangent bounds the least value
        tight = not flat and (case.inner is not _half_pi or b - a < 7)
        compare(count, found, ys, prec, mpf(2) ** (-prec - 90), tight)
        if pair is not None:
            count.points += 1
            count.outside += pair[0].below(pair[1]) or pair[1].below(pair[0]) or repr(u) != before


def try_operation(name: str, source: random.Random, count: Count) -> None:
    """One operation of intervals; now and then of an interval with itself."""
    operation, value, arity = OPERATIONS[name]
    case = Case(value, 0, reach=30) if name in ("beta", "log(x, y)") else Case(value)
    prec = source.choice(PRECISIONS)
    count.calls += 1
    more = 4000 if case.reach == 900 else 100 + 2 * case.reach  # sums and products of arguments of all sizes are exact
    with mp.workprec(2 * prec + more):
        ends = [argument(source, case) for _ in range(arity)]
        us = [Interval(end(a), end(b)) for a, b in ends]
        if arity == 2 and source.random() < 0.2:
            us[1], ends[1] = us[0], ends[0]
        before = [repr(u) for u in us]
        try:
            with balls.precision(prec):
                found = operation(*us)
        except Unknown:
            count.refused += 1
            return
        points = [inside(source, case, a, b) for a, b in ends]
        ys = [real(value, x, *rest) for x in points[0] for rest in ([[y] for y in points[1]] if arity == 2 else [[]])]
        ys = [y for y in ys if y is not None]
        tight = name not in ("hull", "beta") and (name not in ("abs", "x**2") or us[0].nonnegative)
        compare(count, found, ys, prec, mpf(2) ** (-prec - 90), tight)
        count.outside += [repr(u) for u in us] != before


def try_ratio(source: random.Random, count: Count) -> None:
    """Rational numbers, and back again."""
    prec = source.choice(PRECISIONS)
    q = Fraction(source.getrandbits(300) - 2**299, source.getrandbits(source.choice([1, 60, 300])) | 1)
    count.calls += 1
    count.points += 1
    with balls.precision(prec):
        u = balls.ratio(q)
    low, high = balls.fraction(u.lo), balls.fraction(u.hi)
    count.outside += not low <= q <= high
    count.loose += high - low > abs(q) / 2 ** (prec - 4)


def constant(name: str) -> Count:
    count = Count()
    value = {"pi": mp.pi, "E": mp.e, "EulerGamma": mp.euler, "Catalan": mp.catalan, "GoldenRatio": mp.phi}[name]
    for prec in PRECISIONS:
        count.calls += 1
        with mp.workprec(2 * prec + 100), balls.precision(prec):
            compare(count, balls.constant(name), [+value], prec, mpf(2) ** (-prec - 50), True)
    return count


def names() -> list[str]:
    return [*CASES, *OPERATIONS, "p/q", *balls.CONSTANTS]


def run(name: str, calls: int, seed: int) -> Count:
    """So many calls of one function or operation; a constant is tried at each precision once."""
    if name in balls.CONSTANTS:
        return constant(name)
    source, count = random.Random(f"{name} {seed}"), Count()
    for _ in range(calls):
        if name in CASES:
            try_function(name, source, count)
        elif name in OPERATIONS:
            try_operation(name, source, count)
        else:
            try_ratio(source, count)
    return count
