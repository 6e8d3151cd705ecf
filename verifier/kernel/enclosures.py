"""Enclosures of real functions at single binary numbers: lower and upper bounds, rounded outward.

What mpmath's directed rounding is trusted with: ``+ - * /`` of its binary numbers.  Of its functions exp, log, sqrt,
sin, cos, tan and pi are used, widened by some units in the last place.  Everything else is got from these: inverse
functions by checking a guess, which may come from anywhere.  See `special` for gamma, erf, zeta and the like.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from mpmath import libmp as mp

from verifier.kernel.integers import Unknown

Mpf: TypeAlias = Any  # mpmath's (sign, mantissa, exponent, bit count)
Bounds: TypeAlias = tuple[Mpf, Mpf]
ZERO, ONE, TWO, HALF, INF, MINF = mp.fzero, mp.fone, mp.ftwo, mp.fhalf, mp.finf, mp.fninf
DOWN, UP, NEAR = "f", "c", "n"
LARGEST = 100_000  # binary exponents of arguments stay below this
FAR = 3000  # those of sines and tangents, whose arguments are reduced by as many digits of pi


def binary(n: int) -> Mpf:
    """An integer exactly."""
    return mp.from_int(n)


def ratio(q: Fraction | int, prec: int) -> Bounds:
    """A rational number."""
    p, d = mp.from_int(q.numerator), mp.from_int(q.denominator)
    return mp.mpf_div(p, d, prec, DOWN), mp.mpf_div(p, d, prec, UP)


def exponent(x: Mpf) -> int:
    """The least e with abs(x) < 2**e, for finite x; very small for 0."""
    return x[2] + x[3] if x[1] else -LARGEST


def add(u: Bounds, v: Bounds, prec: int) -> Bounds:
    return mp.mpf_add(u[0], v[0], prec, DOWN), mp.mpf_add(u[1], v[1], prec, UP)


def sub(u: Bounds, v: Bounds, prec: int) -> Bounds:
    return mp.mpf_sub(u[0], v[1], prec, DOWN), mp.mpf_sub(u[1], v[0], prec, UP)


def negate(u: Bounds) -> Bounds:
    return mp.mpf_neg(u[1]), mp.mpf_neg(u[0])


def _product(x: Mpf, y: Mpf, prec: int, way: str) -> Mpf:
    return ZERO if x == ZERO or y == ZERO else mp.mpf_mul(x, y, prec, way)  # an infinite end is never attained


def mul(u: Bounds, v: Bounds, prec: int) -> Bounds:
    if not u[0][0] and not v[0][0] and u[0] != MINF and v[0] != MINF:
        return _product(u[0], v[0], prec, DOWN), _product(u[1], v[1], prec, UP)
    pairs = [(x, y) for x in u for y in v]
    lows = [_product(x, y, prec, DOWN) for x, y in pairs]
    highs = [_product(x, y, prec, UP) for x, y in pairs]
    return smallest(lows), largest(highs)


def smallest(xs: list[Mpf]) -> Mpf:
    least = xs[0]
    for x in xs[1:]:
        if mp.mpf_lt(x, least):
            least = x
    return least


def largest(xs: list[Mpf]) -> Mpf:
    most = xs[0]
    for x in xs[1:]:
        if mp.mpf_gt(x, most):
            most = x
    return most


def reciprocal(v: Bounds, prec: int, nonzero: bool = False) -> Bounds:
    """1/v, where v does not contain 0 (``nonzero``: where 0 is at most an end that is not attained)."""
    if mp.mpf_gt(v[0], ZERO) or mp.mpf_lt(v[1], ZERO):
        return mp.mpf_div(ONE, v[1], prec, DOWN), mp.mpf_div(ONE, v[0], prec, UP)
    if nonzero and v[0] == ZERO and v[1] != ZERO:
        return mp.mpf_div(ONE, v[1], prec, DOWN), INF
    if nonzero and v[1] == ZERO and v[0] != ZERO:
        return MINF, mp.mpf_div(ONE, v[0], prec, UP)
    raise Unknown("a denominator that may vanish")


def div(u: Bounds, v: Bounds, prec: int) -> Bounds:
    return mul(u, reciprocal(v, prec + 4), prec)


def power(u: Bounds, n: int, prec: int) -> Bounds:
    """u**n for n >= 0."""
    if n == 0:
        return ONE, ONE
    if n % 2 == 0:
        if mp.mpf_lt(u[1], ZERO):
            u = negate(u)
        elif mp.mpf_lt(u[0], ZERO):
            u = ZERO, largest([mp.mpf_neg(u[0]), u[1]])
    elif mp.mpf_le(u[1], ZERO) and mp.mpf_lt(u[0], ZERO):
        return negate(power(negate(u), n, prec))
    elif mp.mpf_lt(u[0], ZERO):
        return mp.mpf_neg(power((ZERO, mp.mpf_neg(u[0])), n, prec)[1]), power((ZERO, u[1]), n, prec)[1]
    total: Bounds = (ONE, ONE)
    square, wp = u, prec + 2 * n.bit_length()
    while n:  # of nonnegative numbers, so that the ends go with the ends
        if n & 1:
            total = mul(total, square, wp)
        n >>= 1
        if n:
            square = mul(square, square, wp)
    return rounded(total, prec)


def rounded(u: Bounds, prec: int) -> Bounds:
    return mp.mpf_pos(u[0], prec, DOWN), mp.mpf_pos(u[1], prec, UP)


def _around(y: Mpf, prec: int) -> Bounds:
    """An approximation with a relative error far below 2**-prec, made an enclosure."""
    step = mp.mpf_shift(mp.mpf_abs(y), -prec)
    return mp.mpf_sub(y, step, prec + 8, DOWN), mp.mpf_add(y, step, prec + 8, UP)


def finite(x: Mpf) -> Mpf:
    """Raises `Unknown` for infinities, and for numbers whose exponent is out of all proportion."""
    if x in (INF, MINF) or x == mp.fnan or (x[1] and abs(exponent(x)) > LARGEST):
        raise Unknown("a number that is too large or too small")
    return x


def reachable(x: Mpf) -> Mpf:
    """Raises `Unknown` for what is too large to be reduced by multiples of pi."""
    if exponent(finite(x)) > FAR:
        raise Unknown("an angle that is too large")
    return x


def exp(x: Mpf, prec: int) -> Bounds:
    if x == ZERO:
        return ONE, ONE
    if x == MINF:
        return ZERO, ZERO
    if x == INF:
        return INF, INF
    if exponent(x) > 40:
        return (mp.from_man_exp(1, 1 << 39), INF) if not x[0] else (ZERO, mp.from_man_exp(1, -(1 << 39)))
    return _around(mp.mpf_exp(x, prec + 12, NEAR), prec)


def log(x: Mpf, prec: int) -> Bounds:
    """For x > 0."""
    if x == ZERO or x[0]:
        raise Unknown("the logarithm of a number that is not positive")
    if x == ONE:
        return ZERO, ZERO
    return (INF, INF) if x == INF else _around(mp.mpf_log(x, prec + 12, NEAR), prec)


def sqrt(x: Mpf, prec: int) -> Bounds:
    """For x >= 0; exact where the root is a binary number of this precision."""
    if x in (ZERO, INF):
        return x, x
    root = mp.mpf_sqrt(x, prec + 12, NEAR)
    return (root, root) if mp.mpf_mul(root, root) == x else _around(root, prec)


@lru_cache(maxsize=64)
def pi(prec: int) -> Bounds:
    return _around(mp.mpf_pi(prec + 12, NEAR), prec)


def _wave(function: Callable[..., Mpf], x: Mpf, prec: int) -> Bounds:
    lo, hi = _around(function(reachable(x), prec + 12, NEAR), prec)
    return largest([lo, mp.fnone]), smallest([hi, ONE])


def sin(x: Mpf, prec: int) -> Bounds:
    return (ZERO, ZERO) if x == ZERO else _wave(mp.mpf_sin, x, prec)


def cos(x: Mpf, prec: int) -> Bounds:
    return (ONE, ONE) if x == ZERO else _wave(mp.mpf_cos, x, prec)


def tan(x: Mpf, prec: int) -> Bounds:
    """Where x is not an odd multiple of pi/2; no binary number is one."""
    return (ZERO, ZERO) if x == ZERO else _around(mp.mpf_tan(reachable(x), prec + 12, NEAR), prec)


def sinh(x: Mpf, prec: int) -> Bounds:
    if x in (ZERO, INF, MINF):
        return x, x
    if x[0]:
        return negate(sinh(mp.mpf_neg(x), prec))
    if exponent(x) < -prec:  # x <= sinh(x) <= x + x**3 for 0 <= x <= 1
        return mp.mpf_pos(x, prec, DOWN), mp.mpf_add(x, mp.mpf_pow_int(x, 3, prec, UP), prec, UP)
    wp = prec + 8 + max(0, -exponent(x))
    e = exp(x, wp)
    u = sub(e, reciprocal(e, wp), wp)
    return rounded((mp.mpf_shift(u[0], -1), mp.mpf_shift(u[1], -1)), prec)


def cosh(x: Mpf, prec: int) -> Bounds:
    if x in (INF, MINF):
        return INF, INF
    e = exp(mp.mpf_abs(x), prec + 8)
    u = add(e, reciprocal(e, prec + 8), prec + 8)
    return rounded((mp.mpf_shift(u[0], -1), mp.mpf_shift(u[1], -1)), prec)


def tanh(x: Mpf, prec: int) -> Bounds:
    if x in (ZERO, INF):
        return (ZERO, ZERO) if x == ZERO else (ONE, ONE)
    if x[0]:
        return negate(tanh(mp.mpf_neg(x), prec))
    if exponent(x) > 0:
        e = exp(mp.mpf_shift(x, 1), prec + 8)
        below = reciprocal((mp.mpf_add(e[0], ONE, prec + 8, DOWN), mp.mpf_add(e[1], ONE, prec + 8, UP)), prec + 8)
        return sub((ONE, ONE), mul((TWO, TWO), below, prec + 8), prec)
    return div(sinh(x, prec + 8), cosh(x, prec + 8), prec)


def inverse(f: Callable[[Mpf, int], Bounds | None], x: Mpf, guess: Mpf, ends: Bounds, prec: int) -> Bounds:
    """The y with f(y) == x, from a guess; f increases between the ends, and is None outside of them."""
    wp = 2 * prec + 40
    step = mp.mpf_shift(mp.mpf_abs(guess), -prec) if guess != ZERO else mp.from_man_exp(1, -prec)
    lo, hi = None, None
    for _ in range(prec // 3 + 4):
        if lo is None:
            y = mp.mpf_sub(guess, step)
            value = f(y, wp)
            lo = y if value is not None and mp.mpf_le(value[1], x) else None
        if hi is None:
            y = mp.mpf_add(guess, step)
            value = f(y, wp)
            hi = y if value is not None and mp.mpf_le(x, value[0]) else None
        if lo is not None and hi is not None:
            break
        step = mp.mpf_shift(step, 4)
    return rounded((ends[0] if lo is None else lo, ends[1] if hi is None else hi), prec + 8)


def _quarter(f: Callable[[Mpf, int], Bounds], prec: int) -> Callable[[Mpf, int], Bounds | None]:
    bound = mp.mpf_shift(pi(2 * prec + 60)[0], -1)
    return lambda y, wp: f(y, wp) if mp.mpf_le(mp.mpf_abs(y), bound) else None


def half_pi(prec: int) -> Bounds:
    lo, hi = pi(prec)
    return mp.mpf_shift(lo, -1), mp.mpf_shift(hi, -1)


def atan(x: Mpf, prec: int) -> Bounds:
    if x == ZERO:
        return ZERO, ZERO
    end = half_pi(prec + 8)
    if x in (INF, MINF):
        return end if x == INF else negate(end)
    guess = mp.mpf_atan(finite(x), prec + 20, NEAR)
    return inverse(_quarter(tan, prec), x, guess, (mp.mpf_neg(end[1]), end[1]), prec)


def asin(x: Mpf, prec: int) -> Bounds:
    """For -1 <= x <= 1."""
    end = half_pi(prec + 8)
    if x in (ZERO, ONE, mp.fnone):
        return (ZERO, ZERO) if x == ZERO else end if x == ONE else negate(end)
    guess = mp.mpf_asin(x, prec + 20, NEAR)
    return inverse(_quarter(sin, prec), x, guess, (mp.mpf_neg(end[1]), end[1]), prec)


def asinh(x: Mpf, prec: int) -> Bounds:
    if x in (ZERO, INF, MINF):
        return x, x
    return inverse(sinh, x, mp.mpf_asinh(finite(x), prec + 20, NEAR), (MINF, INF), prec)


def acosh(x: Mpf, prec: int) -> Bounds:
    """For x >= 1."""
    if x in (ONE, INF):
        return (ZERO, ZERO) if x == ONE else (INF, INF)
    guess = mp.mpf_acosh(finite(x), prec + 20, NEAR)
    return inverse(lambda y, wp: None if y[0] else cosh(y, wp), x, guess, (ZERO, INF), prec)


def atanh(x: Mpf, prec: int) -> Bounds:
    """For -1 < x < 1."""
    if x == ZERO:
        return ZERO, ZERO
    return inverse(tanh, x, mp.mpf_atanh(x, prec + 20, NEAR), (MINF, INF), prec)


def root(x: Mpf, n: int, prec: int) -> Bounds:
    """The n-th root of x >= 0."""
    if x in (ZERO, ONE, INF):
        return x, x
    guess = mp.mpf_nthroot(finite(x), n, prec + 20, NEAR)
    if guess[3] * n < 10_000 and mp.from_man_exp(guess[1] ** n, guess[2] * n) == x:
        return guess, guess
    return inverse(lambda y, wp: None if y[0] else power((y, y), n, wp), x, guess, (ZERO, INF), prec)
