"""Enclosures of special functions at single binary numbers, by series with a remainder.

gamma and its kin by Stirling's series, whose rest lies between 0 and the first omitted term, zeta by Euler and
Maclaurin's formula likewise, erf and Catalan's constant by series of positive terms, lambertw by checking a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

from mpmath import libmp as mp

from verifier.kernel.enclosures import (
    HALF,
    INF,
    MINF,
    ONE,
    TWO,
    UP,
    ZERO,
    Bounds,
    Mpf,
    add,
    binary,
    div,
    exp,
    exponent,
    finite,
    inverse,
    largest,
    log,
    mul,
    negate,
    pi,
    power,
    ratio,
    reciprocal,
    rounded,
    smallest,
    sqrt,
    sub,
)
from verifier.kernel.integers import Unknown
from verifier.kernel.work import spend


def lambertw(x: Mpf, prec: int) -> Bounds:
    """The y >= -1 with y*exp(y) == x, for x that is shown to be at least -1/e."""
    if x in (ZERO, INF):
        return x, x
    wp = prec + 20

    def back(y: Mpf, p: int) -> Bounds | None:
        return None if mp.mpf_lt(y, mp.fnone) else mul((y, y), exp(y, p), p)

    lo, hi = (ZERO, largest([x, ONE])) if not x[0] else (mp.fnone, ZERO)
    if mp.mpf_gt(x, TWO):  # log(x) - log(log(x)) <= y <= log(x) from x == e on
        hi = mp.mpf_add(mp.mpf_log(x, wp), ONE, wp)
        lo = mp.mpf_sub(hi, mp.mpf_add(mp.mpf_log(hi, wp), TWO, wp), wp)
    for _ in range(30):  # bisection to start with, then Newton's steps: only a guess
        y = mp.mpf_shift(mp.mpf_add(lo, hi, wp), -1)
        lo, hi = (y, hi) if mp.mpf_lt(mp.mpf_mul(y, mp.mpf_exp(y, 60), 60), x) else (lo, y)
    for _ in range(prec.bit_length() + 2):
        e = mp.mpf_exp(y, wp)
        slope = mp.mpf_mul(e, mp.mpf_add(y, ONE, wp), wp)
        if slope == ZERO:
            break
        y = mp.mpf_sub(y, mp.mpf_div(mp.mpf_sub(mp.mpf_mul(y, e, wp), x, wp), slope, wp), wp)
    return inverse(back, x, y, (mp.fnone, INF), prec)


@lru_cache(maxsize=1)
def _bernoulli_table() -> list[Fraction]:
    return [Fraction(1)]


def bernoulli(n: int) -> Fraction:
    """B_n with B_1 = -1/2, by the recurrence that sums binomial(n + 1, k)*B_k to 0."""
    table = _bernoulli_table()
    while len(table) <= n:
        m = len(table)
        odd = m > 1 and m % 2 == 1
        total = Fraction(0) if odd else sum((comb(m + 1, k) * table[k] for k in range(m)), Fraction(0))
        table.append(-total / (m + 1))
    return table[n]


def _stirling(x: Mpf, prec: int, term: Callable[[int], Fraction], first: int) -> tuple[Bounds, Bounds, int]:
    """z = x + shift, and the sum of term(k)/z**(first + 2*k) with its remainder; an alternating, enveloping series."""
    wp = prec + 20
    need = wp // 4 + 4
    shift = 0 if mp.mpf_gt(x, binary(need)) else max(0, need - int(mp.to_int(x)))
    z = (mp.mpf_add(x, binary(shift)),) * 2
    one_over = reciprocal(z, wp)
    square, at = mul(one_over, one_over, wp), power(one_over, first, wp)
    total: Bounds = (ZERO, ZERO)
    spend((20 + wp // 50) * shift)
    for k in range(1, wp // 4 + 8):
        spend(20 + wp // 20)
        last = mul(ratio(term(k), wp), at, wp)
        if max(exponent(last[0]), exponent(last[1])) < -wp:
            break
        total = add(total, last, wp)
        at = mul(at, square, wp)
    else:
        last = mul(ratio(term(k + 1), wp), at, wp)
    hull = (smallest([ZERO, last[0]]), largest([ZERO, last[1]]))  # the rest lies between 0 and the omitted term
    return z, add(total, hull, wp), shift


def loggamma(x: Mpf, prec: int) -> Bounds:
    """For x > 0."""
    if x in (ONE, TWO):
        return ZERO, ZERO
    if exponent(finite(x)) > 2000 or exponent(x) < -2000:
        raise Unknown("an argument of gamma that is too large or too small")
    wp = prec + 30 + max(0, exponent(x))
    z, series, shift = _stirling(x, wp, lambda k: bernoulli(2 * k) / (2 * k * (2 * k - 1)), 1)
    logz = (log(z[0], wp)[0], log(z[1], wp)[1])
    two_pi = (mp.mpf_shift(pi(wp)[0], 1), mp.mpf_shift(pi(wp)[1], 1))
    half = (log(two_pi[0], wp)[0], log(two_pi[1], wp)[1])
    total = sub(mul(sub(z, (HALF, HALF), wp), logz, wp), z, wp)
    total = add(add(total, (mp.mpf_shift(half[0], -1), mp.mpf_shift(half[1], -1)), wp), series, wp)
    steps: Bounds = (ONE, ONE)
    for i in range(shift):
        steps = mul(steps, (mp.mpf_add(x, binary(i)),) * 2, wp)
    return rounded(sub(total, (log(steps[0], wp)[0], log(steps[1], wp)[1]), wp), prec + 10)


def gamma(x: Mpf, prec: int) -> Bounds:
    """For x > 0; whole numbers exactly."""
    if exponent(x) <= 9 and x[2] >= 0:
        return rounded((binary(factorial(mp.to_int(x) - 1)),) * 2, prec + 10)
    u = loggamma(x, prec + 10 + max(0, exponent(x)))
    return exp(u[0], prec)[0], exp(u[1], prec)[1]


def digamma(x: Mpf, prec: int) -> Bounds:
    """For x > 0."""
    if exponent(finite(x)) > 2000 or exponent(x) < -2000:
        raise Unknown("an argument of digamma that is too large or too small")
    wp = prec + 30
    z, series, shift = _stirling(x, wp, lambda k: -bernoulli(2 * k) / (2 * k), 2)
    total = sub((log(z[0], wp)[0], log(z[1], wp)[1]), div((HALF, HALF), z, wp), wp)
    total = add(total, series, wp)
    for i in range(shift):
        total = sub(total, reciprocal((mp.mpf_add(x, binary(i)),) * 2, wp), wp)
    return rounded(total, prec + 10)


def erf(x: Mpf, prec: int) -> Bounds:
    if x in (ZERO, INF, MINF):
        return (ZERO, ZERO) if x == ZERO else (ONE, ONE) if x == INF else (mp.fnone, mp.fnone)
    if x[0]:
        return negate(erf(mp.mpf_neg(x), prec))
    if exponent(x) > 4:
        return sub((ONE, ONE), erfc(x, prec), prec + 8)
    return rounded(_erf_series(x, prec + 10), prec + 8)


def _erf_series(x: Mpf, wp: int) -> Bounds:
    """2*x*exp(-x**2)/sqrt(pi) times the sum of (2*x**2)**n/(1*3*...*(2*n + 1)), whose terms are positive."""
    square = mul((x, x), (x, x), wp)
    twice = (mp.mpf_shift(square[0], 1), mp.mpf_shift(square[1], 1))
    term: Bounds = (ONE, ONE)
    total = term
    n = 0
    while True:
        n += 1
        spend(30 + wp // 50)
        term = div(mul(term, twice, wp), (binary(2 * n + 1),) * 2, wp)
        total = add(total, term, wp)
        if mp.mpf_lt(mp.mpf_shift(twice[1], 1), binary(2 * n + 3)) and exponent(term[1]) < -wp:
            break  # from here on each term is at most half of the one before
    total = total[0], mp.mpf_add(total[1], term[1], wp, UP)
    e = (exp(mp.mpf_neg(square[1]), wp)[0], exp(mp.mpf_neg(square[0]), wp)[1])
    front = mul(mul((x, x), e, wp), total, wp)
    root_pi = (sqrt(pi(wp)[0], wp)[0], sqrt(pi(wp)[1], wp)[1])
    u = div(front, root_pi, wp)
    return mp.mpf_shift(u[0], 1), mp.mpf_shift(u[1], 1)


def erfc(x: Mpf, prec: int) -> Bounds:
    if x in (INF, MINF):
        return (ZERO, ZERO) if x == INF else (TWO, TWO)
    if x[0] or exponent(x) <= 0:
        return sub((ONE, ONE), erf(x, prec + 8), prec + 8)
    if exponent(x) > 30:  # 0 < erfc(x) < exp(-x**2) for x > 0
        return ZERO, mp.from_man_exp(1, -(1 << 39))
    if exponent(x) <= 4:
        size = int(mp.to_int(mp.mpf_mul(x, x, 30, UP))) + 1
        return rounded(sub((ONE, ONE), _erf_series(x, prec + 3 * size + 20), prec + 3 * size + 20), prec + 8)
    wp = prec + 20 + 2 * exponent(x)  # exp(-x**2)/(x*sqrt(pi))*(1 - 1/(2*x**2) + ...): partial sums on both sides
    square = mul((x, x), (x, x), wp)
    step = div((HALF, HALF), square, wp)
    term: Bounds = (ONE, ONE)
    total: Bounds = (ZERO, ZERO)
    for k in range(1, min(prec, 80)):
        total = add(total, term if k % 2 else negate(term), wp)
        term = mul(term, mul(step, (binary(2 * k - 1),) * 2, wp), wp)
        if exponent(term[1]) < -wp:
            break
    last = negate(term) if k % 2 else term
    total = add(total, (smallest([ZERO, last[0]]), largest([ZERO, last[1]])), wp)
    e = (exp(mp.mpf_neg(square[1]), wp)[0], exp(mp.mpf_neg(square[0]), wp)[1])
    root_pi = (sqrt(pi(wp)[0], wp)[0], sqrt(pi(wp)[1], wp)[1])
    return rounded(div(mul(e, total, wp), mul((x, x), root_pi, wp), wp), prec + 8)


def zeta(s: Mpf, prec: int) -> Bounds:
    """For s > 1: Euler and Maclaurin's formula, whose rest lies between 0 and the first omitted term."""
    if exponent(finite(s)) > 12:  # 1 < zeta(s) < 1 + 2**(1 - s)*2
        return ONE, mp.mpf_add(ONE, mp.from_man_exp(1, -4000), prec, UP)
    near = -exponent(mp.mpf_sub(s, ONE))
    if near > 500:
        raise Unknown("an argument of zeta that is too near to 1")
    wp = prec + 20 + max(0, near)
    n = wp // 4 + 5
    at = (s, s)

    def raised(k: int) -> Bounds:  # k**(-s)
        u = mul(at, log(binary(k), wp), wp)
        return exp(mp.mpf_neg(u[1]), wp)[0], exp(mp.mpf_neg(u[0]), wp)[1]

    total: Bounds = (ZERO, ZERO)
    for k in range(1, n):
        spend(20 + wp * wp // 5000)
        total = add(total, raised(k), wp)
    size: Bounds = (binary(n), binary(n))
    end = raised(n)
    total = add(total, div(mul(end, size, wp), sub(at, (ONE, ONE), wp), wp), wp)
    total = add(total, (mp.mpf_shift(end[0], -1), mp.mpf_shift(end[1], -1)), wp)
    rising = div(mul(end, at, wp), size, wp)  # s*(s + 1)*...*(s + 2*k - 2)/n**(s + 2*k - 1)
    hull: Bounds = (ZERO, ZERO)
    for k in range(1, wp // 4 + 5):
        spend(30 + wp // 20)
        term = mul(ratio(bernoulli(2 * k) / factorial(2 * k), wp), rising, wp)
        hull = (smallest([ZERO, term[0]]), largest([ZERO, term[1]]))
        if max(exponent(term[0]), exponent(term[1])) < -wp:
            break
        total = add(total, term, wp)
        for i in (2 * k - 1, 2 * k):
            rising = div(mul(rising, add(at, (binary(i),) * 2, wp), wp), size, wp)
    else:
        term = mul(ratio(bernoulli(2 * k + 2) / factorial(2 * k + 2), wp), rising, wp)
        hull = (smallest([ZERO, term[0]]), largest([ZERO, term[1]]))
    return rounded(add(total, hull, wp), prec + 8)


@lru_cache(maxsize=32)
def catalan(prec: int) -> Bounds:
    """pi/8*log(2 + sqrt(3)) + 3/8*(sum of 1/((2*k + 1)**2*binomial(2*k, k)))."""
    wp = prec + 20
    total = Fraction(0)
    count = wp // 2 + 2
    for k in range(count):
        total += Fraction((1 << wp) // ((2 * k + 1) ** 2 * comb(2 * k, k)), 1 << wp)  # each is less by below 2**-wp
    low = ratio(total, wp)[0]
    # the omitted terms are below 2**-k each and at most half of the one before
    high = ratio(total + Fraction(count, 1 << wp) + Fraction(2, comb(2 * count, count)), wp)[1]
    root3 = sqrt(binary(3), wp)
    u = add((TWO, TWO), root3, wp)
    part = mul(pi(wp), (log(u[0], wp)[0], log(u[1], wp)[1]), wp)
    whole = add(part, mul((binary(3),) * 2, (low, high), wp), wp)
    return rounded((mp.mpf_shift(whole[0], -3), mp.mpf_shift(whole[1], -3)), prec + 8)
