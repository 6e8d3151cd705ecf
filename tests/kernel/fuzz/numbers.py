"""The numbers that models compute with: fractions, rational functions of one letter, and 70 digits of mpmath.

`Ratio` is a rational function over the rationals: what a sequence or a curve is at a moving index, and what decides
"for all t" and "as t grows" exactly.  `Dual` is a value with its slope in one direction.  Where a value has no exact
form it is an mpmath number, and two such numbers differ only where they differ by far more than they can be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import flint
import mpmath

DIGITS = 70
CLOSE, APART = mpmath.mpf(10) ** -45, mpmath.mpf(10) ** -30
CONTEXT = mpmath.mp.clone()
CONTEXT.dps = DIGITS


class Undefined(ValueError):
    """The term has no value in this model, or none that is known."""


class NoValue(Undefined):
    """The term has no value here in mathematics, whatever the model."""


class Missing(NoValue):
    """A limit, an integral or an infinite sum that does not exist: an equation with it is false, not meaningless."""


class Totals:
    """What the inverse of 0 is: nothing, or a number in a model where division is total, as in the kernel.

    `outside`: nothing, or what picks a number where a function has no value.
    `close` and `apart`: below the one two inexact numbers count as equal, above the other as different.
    `order`: how numbers are ordered that are not real, of which nothing is known, by a part of the difference and a
    sign; None where they have no order.
    `far`: a rational function of T stands for its values at all large T, so that it has a sign.
    """

    inverse_of_zero: Fraction | None = None
    outside: int | None = None
    order: tuple[str, int] | None = None
    far = False
    close, apart = CLOSE, APART


#: by the size or a part of their difference first: of any two different numbers one is below the other
ORDERS = (("real", 1), ("real", -1), ("imag", 1), ("imag", -1), ("size", 1), ("size", -1))

Poly: TypeAlias = "flint.fmpq_poly"


def q(x: Fraction | int) -> Any:
    x = Fraction(x)
    return flint.fmpq(x.numerator, x.denominator)


def fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


@dataclass(frozen=True)
class Ratio:
    """A rational function of the letter T, numerator and denominator without a common factor."""

    top: Poly
    below: Poly

    @staticmethod
    def of(top: Poly, below: Poly | None = None) -> Number:
        below = flint.fmpq_poly([1]) if below is None else below
        if below == 0:
            raise NoValue("a denominator that vanishes everywhere")
        common = top.gcd(below)
        top, below = top // common, below // common
        lead = below[below.degree()]
        top, below = top * (1 / lead), below * (1 / lead)
        if top.degree() <= 0 and below.degree() == 0:
            return fraction(top[0])
        return Ratio(top, below)

    def at(self, x: Number) -> Number:
        """The value at a number, or at another rational function."""
        return div(_horner(self.top, x), _horner(self.below, x))

    def limit(self) -> Fraction | None:
        """The limit as T grows; None where it is infinite."""
        m, n = self.top.degree(), self.below.degree()
        return None if m > n else fraction(self.top[m] / self.below[n]) if m == n else Fraction(0)

    def lead(self) -> Fraction:
        """The coefficient that gives the sign for all large T."""
        return fraction(self.top[self.top.degree()] / self.below[self.below.degree()])

    def slope(self) -> Number:
        t, b = self.top, self.below
        return Ratio.of(t.derivative() * b - t * b.derivative(), b * b)


@dataclass(frozen=True)
class Dual:
    """A value and its slope."""

    value: Any
    slope: Any


Number: TypeAlias = "Fraction | Ratio | Dual | mpmath.mpf | mpmath.mpc"
T: Number = Ratio(flint.fmpq_poly([0, 1]), flint.fmpq_poly([1]))


def _horner(p: Poly, x: Number) -> Number:
    total: Number = Fraction(0)
    for c in reversed(p.coeffs()):
        total = add(mul(total, x), fraction(c))
    return total


def approx(x: Number) -> Any:
    """70 digits of a number.  Raises `Undefined` for what moves."""
    if isinstance(x, Fraction):
        return CONTEXT.mpf(x.numerator) / x.denominator
    if isinstance(x, (Ratio, Dual)):
        raise Undefined("a function of what moves")
    return x


def _pair(a: Number, b: Number) -> tuple[Any, Any]:
    """Both in the smallest kind that holds both."""
    if type(a) is type(b):
        return a, b
    if isinstance(a, Dual) or isinstance(b, Dual):
        return (a if isinstance(a, Dual) else Dual(a, Fraction(0)), b if isinstance(b, Dual) else Dual(b, Fraction(0)))
    if isinstance(a, Ratio) or isinstance(b, Ratio):
        return _ratio(a), _ratio(b)
    return approx(a), approx(b)


def _ratio(x: Number) -> Ratio:
    if isinstance(x, Ratio):
        return x
    if not isinstance(x, Fraction):
        raise Undefined("a function of what moves")
    return Ratio(flint.fmpq_poly([q(x)]), flint.fmpq_poly([1]))


def add(a: Number, b: Number) -> Number:
    if type(a) is Fraction and type(b) is Fraction:
        return a + b
    x, y = _pair(a, b)
    if isinstance(x, Dual):
        return Dual(add(x.value, y.value), add(x.slope, y.slope))
    if isinstance(x, Ratio):
        return Ratio.of(x.top * y.below + y.top * x.below, x.below * y.below)
    return x + y


def mul(a: Number, b: Number) -> Number:
    if type(a) is Fraction and type(b) is Fraction:
        return a * b
    x, y = _pair(a, b)
    if isinstance(x, Dual):
        return Dual(mul(x.value, y.value), add(mul(x.value, y.slope), mul(x.slope, y.value)))
    if isinstance(x, Ratio):
        return Ratio.of(x.top * y.top, x.below * y.below)
    return x * y


def neg(a: Number) -> Number:
    return mul(Fraction(-1), a)


def inv(a: Number) -> Number:
    if isinstance(a, Dual):
        one = inv(a.value)
        return Dual(one, neg(mul(mul(one, one), a.slope)))
    if isinstance(a, Ratio):
        return Ratio.of(a.below, a.top)
    if isinstance(a, Fraction):
        if a == 0:
            if Totals.inverse_of_zero is not None:
                return Totals.inverse_of_zero
            raise NoValue("a division by 0")
        return 1 / a
    if abs(a) < CLOSE:
        raise Undefined("a division by what may be 0")
    return 1 / a


def div(a: Number, b: Number) -> Number:
    return a / b if type(a) is Fraction and type(b) is Fraction and b else mul(a, inv(b))


def whole_power(a: Number, n: int) -> Number:
    if abs(n) > 400:
        raise Undefined("a large power")
    base = a if n >= 0 else inv(a)
    if isinstance(base, Fraction):
        return Fraction(base ** abs(n))
    result: Number = Fraction(1)
    for bit in f"{abs(n):b}":
        result = mul(result, result)
        result = mul(result, base) if bit == "1" else result
    return result


def same(a: Number, b: Number) -> bool | None:
    """Whether two numbers are equal; None where that cannot be told."""
    if type(a) is Fraction and type(b) is Fraction:
        return a == b
    d = add(a, neg(b))
    if isinstance(d, Fraction):
        return d == 0
    if isinstance(d, Ratio):
        return False
    if isinstance(d, Dual):
        raise Undefined("a comparison under a derivative")
    size = 1 + abs(approx(a)) + abs(approx(b))
    return True if abs(d) < Totals.close * size else False if abs(d) > Totals.apart * size else None


def below(a: Number, b: Number, strict: bool) -> bool | None:
    """a < b, or a <= b; None where that cannot be told."""
    if type(a) is Fraction and type(b) is Fraction:
        return a < b if strict else a <= b
    d = add(b, neg(a))
    if isinstance(d, Ratio) and Totals.far:
        return d.lead() > 0
    if isinstance(d, (Ratio, Dual)):
        raise Undefined("the order of what moves")
    if isinstance(d, Fraction):
        return d > 0 if strict else d >= 0
    if isinstance(d, CONTEXT.mpc) and abs(d.imag) > CLOSE * (1 + abs(d)):
        if Totals.order is None:
            raise NoValue("the order of complex numbers")
        part, sign = Totals.order
        if part == "size":
            longer = abs(approx(b)) - abs(approx(a))
            if abs(longer) > CLOSE * (1 + abs(d)):
                return bool(sign * longer > 0)
        by_real = part == "real" and abs(d.real) > CLOSE * (1 + abs(d))
        return bool(d.real > 0) if by_real else bool(sign * d.imag > 0)
    size = 1 + abs(approx(a)) + abs(approx(b))
    d = d.real
    if abs(d) < Totals.close * size:
        return None if strict else True
    return None if abs(d) < Totals.apart * size else bool(d > 0)


def floor_far(x: Ratio) -> Fraction:
    """The greatest integer below a rational function at all large T.  Raises `Undefined`."""
    end = x.limit()
    if end is None or not Totals.far:
        raise Undefined("the floor of what moves")
    falls = end.denominator == 1 and below(x, end, True)
    return Fraction(end.numerator // end.denominator - bool(falls))


def integer(x: Number) -> int:
    """An integer as one.  Raises `Undefined`."""
    if isinstance(x, Fraction) and x.denominator == 1:
        return int(x)
    raise Undefined("no integer")
