"""Enclosures of real numbers and functions by FLINT's balls, which no other kernel module uses.

What is trusted: an operation of ``arb`` that stands below contains the true value at exact binary
arguments, at any precision.  A ball is a midpoint with a radius of 30 bits, so that a wide one
ends somewhere near.  An `Interval` has exact ends instead, which may be infinite: a monotone
function takes it between its values at the ends, and an interval that begins at 0 has a sign.
FLINT ends the process where memory runs out, hence the bounds on precision and on the size of
arguments; what a call costs is paid for beforehand by those who call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from flint import arb, ctx

from verifier.kernel.algebra.integers import Unknown

End: TypeAlias = Any  # an exact ``arb``: a binary number, or an infinite one
ZERO, ONE, OO, MOO = arb(0), arb(1), arb.pos_inf(), arb.neg_inf()
PRECISION = 10_000  # bits; the most that is computed with
LARGEST = 100_000  # binary exponent of a number that is written out, or rounded to an integer
_WHOLE, _GAMMA, _ANGLE, _SIZE, _HUGE = (arb((1, e)) for e in (60, 2000, 3000, LARGEST, 10**12))
_ZETA, _TINY = arb(4096), arb((1, -(10**12)))


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Computes with so many bits inside; sets back what was, whatever ends it."""
    if not 2 <= bits <= PRECISION:
        raise Unknown("a precision out of range")
    before = ctx.prec
    try:  # an alarm may break it off at any moment
        ctx.prec = bits
        yield
    finally:
        ctx.prec = before


def working(more: int) -> Any:
    """So many bits more than now."""
    return precision(ctx.prec + more)


class Interval:
    """The real numbers between two exact ends; an infinite one is never attained.  Immutable.

    Raises `Unknown` where the ends are no numbers, in the wrong order, or infinite on one side.
    """

    __slots__ = ("hi", "lo")

    def __init__(self, lo: End, hi: End) -> None:
        if not ((lo <= hi) is True and (lo < OO) is True and (hi > MOO) is True):
            raise Unknown("an operation that has no enclosure")
        self.lo, self.hi = lo, hi

    def __repr__(self) -> str:
        return f"[{self.lo.str(20)}, {self.hi.str(20)}]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Interval) and self.lo == other.lo and self.hi == other.hi

    def __hash__(self) -> int:
        return hash((float(self.lo), float(self.hi)))

    # -- what is certain -----------------------------------------------------------------------
    @property
    def positive(self) -> bool:
        return (self.lo > ZERO) is True

    @property
    def negative(self) -> bool:
        return (self.hi < ZERO) is True

    @property
    def nonnegative(self) -> bool:
        return (self.lo >= ZERO) is True

    @property
    def nonpositive(self) -> bool:
        return (self.hi <= ZERO) is True

    @property
    def is_point(self) -> bool:
        return (self.lo == self.hi) is True

    def below(self, other: Interval) -> bool:
        """Each number of this one is less than each of the other."""
        return (self.hi < other.lo) is True

    def under(self, other: Interval) -> bool:
        """Each number of this one is at most each of the other."""
        return (self.hi <= other.lo) is True

    def within(self, low: End, high: End) -> bool:
        return (low <= self.lo) is True and (self.hi <= high) is True

    def whole(self) -> int | None:
        """The one number, if it is an integer of moderate size."""
        if not self.is_point or not self.within(-_WHOLE, _WHOLE) or not self.lo.is_integer():
            return None
        return int(self.lo.unique_fmpz())

    # -- arithmetic, at the present precision --------------------------------------------------
    def __neg__(self) -> Interval:
        return Interval((-self.hi).lower(), (-self.lo).upper())

    def __add__(self, other: Interval) -> Interval:
        return Interval((self.lo + other.lo).lower(), (self.hi + other.hi).upper())

    def __sub__(self, other: Interval) -> Interval:
        return Interval((self.lo - other.hi).lower(), (self.hi - other.lo).upper())

    def __mul__(self, other: Interval) -> Interval:
        if self.nonnegative and other.nonnegative:  # half of the work
            return Interval(_times(self.lo, other.lo).lower(), _times(self.hi, other.hi).upper())
        corners = [_times(x, y) for x in (self.lo, self.hi) for y in (other.lo, other.hi)]
        return Interval(min(p.lower() for p in corners), max(p.upper() for p in corners))

    def __truediv__(self, other: Interval) -> Interval:
        return self * other.reciprocal()

    def reciprocal(self, nonzero: bool = False) -> Interval:
        """1/x, where 0 does not belong to it (``nonzero``: is at most an end that is left out)."""
        if self.positive or self.negative:
            return Interval((1 / self.hi).lower(), (1 / self.lo).upper())
        if nonzero and self.nonnegative:  # 1/0 is no number: no interval ends there
            return Interval((1 / self.hi).lower(), OO)
        if nonzero and self.nonpositive:
            return Interval(MOO, (1 / self.lo).upper())
        raise Unknown("a denominator that may vanish")

    def __abs__(self) -> Interval:
        if self.nonnegative:
            return self
        return -self if self.nonpositive else Interval(ZERO, max((-self.lo).upper(), self.hi))

    def power(self, n: int) -> Interval:
        """x**n for n >= 0; 0**0 is 1."""
        u = UNIT if n == 0 else abs(self) if n % 2 == 0 else self
        low, high = (x**n if x.is_finite() else x for x in (u.lo, u.hi))
        return Interval(low.lower(), high.upper())

    def hull(self, other: Interval) -> Interval:
        return Interval(min(self.lo, other.lo), max(self.hi, other.hi))

    def met(self, lo: End, hi: End) -> Interval | None:
        """The part between two ends; None where that is empty."""
        lo, hi = max(self.lo, lo), min(self.hi, hi)
        return Interval(lo, hi) if lo <= hi else None

    def middle(self) -> End:
        """A number of a bounded interval, about in its middle."""
        between = ((_moderate(self.lo) + _moderate(self.hi)) / 2).mid()
        return max(self.lo, min(self.hi, between))


def _times(x: End, y: End) -> Any:
    return ZERO if x == ZERO or y == ZERO else x * y  # an infinite end is never attained


def _moderate(x: End, most: End = _SIZE, least: End = 1 / _SIZE) -> End:
    """Raises `Unknown` for infinite ends, and for numbers out of all proportion."""
    if not ((-most < x) is True and (x < most) is True):
        raise Unknown("a number that is too large")
    if not (x == ZERO or (least < x) is True or (x < -least) is True):
        raise Unknown("a number that is too small")
    return x


def _length(x: End) -> int:
    """The least n with abs(x) < 2**n, of a finite number."""
    m, e = x.man_exp()
    return int(m.bit_length() + e)


def _value(at: Callable[[Any], Any], x: End) -> Any:
    """The value at an end, with more bits where FLINT loses some, as near to poles."""
    y = at(x)
    if y.rel_accuracy_bits() >= ctx.prec - 12 or not x.is_finite():
        return y
    with working(ctx.prec + min(x.bits(), 200)):  # about as dear again, and paid for with the call
        return at(x)


LINE, NONE, UNIT = Interval(MOO, OO), Interval(ZERO, ZERO), Interval(ONE, ONE)


# -- numbers in and out ------------------------------------------------------------------------
def around(ball: Any) -> Interval:
    """The numbers of a ball."""
    return Interval(ball.lower(), ball.upper())


def point(x: End) -> Interval:
    return Interval(x, x)


def number(n: int) -> Interval:
    """An integer exactly."""
    return point(arb(n))


def ratio(q: Fraction | int) -> Interval:
    """A rational number, to the present precision."""
    return around(arb(q.numerator) / q.denominator)


def binary(m: int, e: int) -> End:
    """m*2**e exactly."""
    if abs(e) > LARGEST:
        raise Unknown("a number that is too large or too small")
    return arb((m, e))


def fraction(x: End) -> Fraction:
    """An end as a fraction.  Raises `Unknown` for one that is infinite or out of proportion."""
    m, e = _moderate(x).man_exp()
    return Fraction(int(m)) * Fraction(2) ** int(e)


def floor(u: Interval) -> Interval:
    return Interval(_moderate(u.lo).floor().lower(), _moderate(u.hi).floor().upper())


def ceiling(u: Interval) -> Interval:
    return Interval(_moderate(u.lo).ceil().lower(), _moderate(u.hi).ceil().upper())


def least_integer(u: Interval, strict: bool) -> Interval:
    """The least integer that is at least (``strict``: above) a number of the interval."""
    return floor(u) + UNIT if strict else ceiling(u)


CONSTANTS: dict[str, Callable[[], Any]] = {
    "pi": arb.pi, "E": arb.const_e, "EulerGamma": arb.const_euler, "Catalan": arb.const_catalan,
    "GoldenRatio": lambda: (1 + arb(5).sqrt()) / 2,
}  # fmt: skip


def constant(name: str) -> Interval:
    return around(CONSTANTS[name]())


# -- monotone functions ------------------------------------------------------------------------
class Monotone(NamedTuple):
    """A function that rises (falls) on its domain, and whose values there lie between two numbers.

    A finite end of the domain belongs to it where it is `closed`.  Arguments are less than `most`,
    and larger than `least` or 0.
    """

    at: Callable[[Any], Any]
    domain: tuple[End, End] = (MOO, OO)
    values: tuple[End, End] = (MOO, OO)
    closed: bool = True
    falls: bool = False
    most: End = _HUGE
    least: End = _TINY

    def of(self, u: Interval, apart: bool = False) -> Interval:
        """The values on an interval (``apart``: without 0); `Unknown` outside of the domain."""
        out = [x for x in self.domain if x.is_finite() and not (apart and x == ZERO)]
        edge = not self.closed and (u.lo in out or u.hi in out)
        if not u.within(*self.domain) or edge:
            raise Unknown("an argument that may lie outside of its domain")
        for x in (u.lo, u.hi):
            if x not in (MOO, OO):
                _moderate(x, self.most, self.least)
        first, last = (u.hi, u.lo) if self.falls else (u.lo, u.hi)
        below, above = _value(self.at, first).lower(), _value(self.at, last).upper()
        # where FLINT has no value, as at an infinite end, the bounds of all values stand
        return Interval(
            below if (self.values[0] <= below) is True else self.values[0],
            above if (above <= self.values[1]) is True else self.values[1],
        )


_TWO = arb(2)  # pi/2 is less
MONOTONE: dict[str, Monotone] = {
    "exp": Monotone(arb.exp, values=(ZERO, OO)),
    "log": Monotone(arb.log, (ZERO, OO), closed=False),
    "sqrt": Monotone(arb.sqrt, (ZERO, OO), (ZERO, OO)),
    "sinh": Monotone(arb.sinh),
    "tanh": Monotone(arb.tanh, values=(-ONE, ONE)),
    "asinh": Monotone(arb.asinh),
    "acosh": Monotone(arb.acosh, (ONE, OO), (ZERO, OO)),
    "atanh": Monotone(arb.atanh, (-ONE, ONE), closed=False),
    "asin": Monotone(arb.asin, (-ONE, ONE), (-_TWO, _TWO)),
    "acos": Monotone(arb.acos, (-ONE, ONE), (ZERO, 2 * _TWO), falls=True),
    "atan": Monotone(arb.atan, values=(-_TWO, _TWO)),
    "erf": Monotone(arb.erf, values=(-ONE, ONE)),
    "erfc": Monotone(arb.erfc, values=(ZERO, _TWO), falls=True),
    "digamma": Monotone(arb.digamma, (ZERO, OO), closed=False, most=_GAMMA, least=1 / _GAMMA),
    "zeta": Monotone(arb.zeta, (ONE, OO), (ONE, OO), closed=False, falls=True, most=_ZETA),
}  # fmt: skip
_COSH = Monotone(arb.cosh, (ZERO, OO), (ONE, OO))
_LAMBERTW = Monotone(arb.lambertw, values=(-ONE, OO))
_TAN, _COT = Monotone(arb.tan, most=_ANGLE), Monotone(arb.cot, falls=True, most=_ANGLE)


def _root(x: End, n: int) -> Any:
    """The n-th root of x >= 0; exactly where it is an integer."""
    y = x.root(n) if x > ZERO else x
    m = y.unique_fmpz() if (y < _WHOLE) is True else None
    return arb(m) if m is not None and m**n == x else y


def root(u: Interval, n: int) -> Interval:
    """The n-th root; for odd n also of negative numbers."""
    if n % 2 == 0:
        return Monotone(lambda x: _root(x, n), (ZERO, OO), (ZERO, OO)).of(u)
    return Monotone(lambda x: _root(x, n) if x >= ZERO else -_root(-x, n)).of(u)


# -- other functions ---------------------------------------------------------------------------
def _meets(u: Interval, first: int) -> bool:
    """Whether pi/2*(first + 4*k) may lie in a bounded interval, for an integer k."""
    with working(20 + max(0, _length(u.lo), _length(u.hi))):
        v = (u * number(2) / constant("pi") - number(first)) / number(4)
        return (v.hi < v.lo.ceil().lower()) is not True


def _wave(u: Interval, at: Callable[[Any], Any], crest: int) -> Interval:
    """sin or cos: the values at the ends, and +-1 where a crest may lie inside."""
    if (u.hi - u.lo < 7) is not True:
        return Interval(-ONE, ONE)
    values = [_value(at, _moderate(x, _ANGLE, _TINY)) for x in (u.lo, u.hi)]
    low, high = min(y.lower() for y in values), max(y.upper() for y in values)
    if not u.is_point:
        low = -ONE if _meets(u, crest + 2) else low
        high = ONE if _meets(u, crest) else high
    return Interval(max(low, -ONE), min(high, ONE))


def _sin(u: Interval) -> Interval:
    return _wave(u, arb.sin, 1)


def _cos(u: Interval) -> Interval:
    return _wave(u, arb.cos, 0)


def _between_poles(function: Monotone, u: Interval, wave: Interval) -> Interval:
    """The tangent (cotangent) on a bounded interval on which the cosine (sine) keeps its sign."""
    if not (wave.positive or wave.negative):
        raise Unknown("a tangent or cotangent that may be undefined")
    return function.of(u)


def _atan2(v: Interval, u: Interval) -> Interval:
    """The angle of the point (u, v)."""
    atan, half = MONOTONE["atan"].of, constant("pi") / number(2)
    if u.positive:
        return atan(v / u)
    if v.positive:
        return half - atan(u / v)
    if v.negative:
        return -half - atan(u / v)
    if v.nonnegative:
        return atan(v / u) + constant("pi")  # there is v / u for negative u alone
    raise Unknown("an angle that may jump")


def _convex(u: Interval, at: Callable[[Any], Any], slope: Callable[[Any], Any]) -> Interval:
    """gamma or loggamma for x > 0: the ends, and a tangent below the least value, near 1.46163."""
    if not u.positive:
        raise Unknown("an argument that may not be positive")
    first, last = (around(at(_moderate(x, _GAMMA, 1 / _GAMMA))) for x in (u.lo, u.hi))
    if around(slope(u.lo)).nonnegative:
        low = first
    elif around(slope(u.hi)).nonpositive:
        low = last
    else:
        middle = arb((6277662261, -32))
        low = around(at(middle)) - abs(u - point(middle)) * abs(around(slope(middle)))
    return Interval(low.lo, max(first.hi, last.hi))


def _gamma(u: Interval) -> Interval:
    return _convex(u, arb.gamma, lambda x: x.gamma() * x.digamma())


def _zeta(u: Interval) -> Interval:
    """For s > 1, and at 0, -1, ..., -100."""
    n = u.whole()
    return around(arb(n).zeta()) if n is not None and -100 <= n <= 0 else MONOTONE["zeta"].of(u)


def _lambertw(u: Interval) -> Interval:
    """The branch that is at least -1."""
    if (u.lo >= (-1 / arb.const_e()).upper()) is not True:
        raise Unknown("an argument of lambertw that may lie below -1/e")
    return _LAMBERTW.of(u)


def _sign(u: Interval, apart: bool) -> Interval:
    signs = [(x > ZERO) - (x < ZERO) for x in (u.lo, u.hi)]
    signs = [s for s in signs if s] if apart and any(signs) else signs
    return Interval(arb(signs[0]), arb(signs[-1]))


def _acot(u: Interval, apart: bool) -> Interval:
    return constant("pi") / number(2) if u == NONE else MONOTONE["atan"].of(u.reciprocal(apart))


#: functions of one argument; with whether it is known not to be 0, where its enclosure ends there
FUNCTIONS: dict[str, Callable[[Interval, bool], Interval]] = {
    **{name: function.of for name, function in MONOTONE.items()},
    "cosh": lambda u, _: _COSH.of(abs(u)), "sech": lambda u, _: _COSH.of(abs(u)).reciprocal(),
    "coth": lambda u, apart: MONOTONE["tanh"].of(u).reciprocal(apart),
    "csch": lambda u, apart: MONOTONE["sinh"].of(u).reciprocal(apart),
    "sin": lambda u, _: _sin(u), "csc": lambda u, _: _sin(u).reciprocal(),
    "cos": lambda u, _: _cos(u), "sec": lambda u, _: _cos(u).reciprocal(),
    "tan": lambda u, _: _between_poles(_TAN, u, _cos(u)),
    "cot": lambda u, _: _between_poles(_COT, u, _sin(u)), "acot": _acot,
    "gamma": lambda u, _: _gamma(u), "loggamma": lambda u, _: _convex(u, arb.lgamma, arb.digamma),
    "zeta": lambda u, _: _zeta(u), "lambertw": lambda u, _: _lambertw(u), "sign": _sign,
    "cbrt": lambda u, _: root(u, 3), "ceiling": lambda u, _: ceiling(u),
    "re": lambda u, _: u, "im": lambda u, _: NONE, "conjugate": lambda u, _: u,
}  # fmt: skip
#: functions of two arguments; of a logarithm, the second one is the base
PAIRS: dict[str, Callable[[Interval, Interval], Interval]] = {
    "log": lambda u, v: MONOTONE["log"].of(u) / MONOTONE["log"].of(v),
    "atan2": _atan2,
    "beta": lambda u, v: _gamma(u) * _gamma(v) / _gamma(u + v),
}  # fmt: skip
