"""Derivatives, integrals, limits and infinite sums in a model: exact for rational functions, else to many digits.

What diverges to an infinity is a float, and what has no value at all raises `Missing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from fuzz.numbers import (
    APART,
    CLOSE,
    Missing,
    NoValue,
    Number,
    Ratio,
    T,
    Totals,
    Undefined,
    add,
    approx,
    div,
    fraction,
    mul,
    q,
)
from fuzz.numbers import CONTEXT as MP
from fuzz.series import limit_of_powers, moves, powers, product_of_ratio, sum_of_powers, sum_of_ratio
from fuzz.values import Values, infinite

INFINITY = float("inf")


@lru_cache(4096)
def _names(e: Any) -> tuple[str, ...]:
    """The names in a term, and the words."""
    if isinstance(e, str):
        return (e,)
    return tuple(sorted({n for part in e for n in _names(part)})) if isinstance(e, tuple) else ()


class Calculus(Values):
    def function(self, name: str, args: Any, env: Mapping[str, Any]) -> Any:
        if name == "diff":
            return self._diff(args, env)
        if name not in EXTENDED:
            return super().function(name, args, env)
        found = self.extended(name, args, env)
        if isinstance(found, float):
            raise NoValue("an infinity where a number is needed")
        return found

    def extended(self, name: str, args: Any, env: Mapping[str, Any]) -> Any:
        """The value of a limit, an integral or a series, an infinite one as a float; nothing stands for one inside.

        Rule, obligations and conclusion speak of the same ones: what was found, or was not, is remembered.
        """
        values = [(n, type(env[n]), env[n]) for n in _names(args) if n in env]
        key = (name, args, MP.prec, Totals.far, Totals.order, *values)
        try:
            if key not in self.remembered:
                self.remembered[key] = self._extended(name, args, env)
        except TypeError:  # a value that nothing can be remembered by
            return self._extended(name, args, env)
        except Undefined as error:
            self.remembered[key] = error
        found = self.remembered[key]
        if isinstance(found, Undefined):
            raise found
        return found

    def _extended(self, name: str, args: Any, env: Mapping[str, Any]) -> Any:
        before = Totals.inverse_of_zero, Totals.outside, Totals.close, Totals.apart
        Totals.inverse_of_zero = Totals.outside = None
        Totals.close, Totals.apart = CLOSE, APART  # cases inside are told by numbers that are not rounded yet
        try:
            return EXTENDED[name](self, args, env)
        finally:
            Totals.inverse_of_zero, Totals.outside, Totals.close, Totals.apart = before

    def _diff(self, args: Any, env: Mapping[str, Any]) -> Number:
        """The derivative: exactly for rational functions, else by differences in 260 digits from both sides."""
        (_, name, _, body), point, order = args
        x = self.number(point, env)
        try:
            f = self.number(body, {**env, name: T})
            for _ in range(order):
                f = f.slope() if isinstance(f, Ratio) else Fraction(0)
            return f.at(x) if isinstance(f, Ratio) else f
        except Undefined:
            if order != 1:
                raise
        if not isinstance(x, Fraction):
            raise Undefined("a derivative at no rational point")
        h = Fraction(1, 10**60)
        with MP.workdps(260):
            left, here, right = (approx(self.number(body, {**env, name: x + d})) for d in (-h, Fraction(0), h))
            slopes = [(here - left) * 10**60, (right - here) * 10**60]
        if abs(slopes[0] - slopes[1]) > MP.mpf(10) ** -40 * (1 + abs(slopes[0])):
            raise NoValue("no derivative")
        return (slopes[0] + slopes[1]) / 2

    def _integral(self, args: Any, env: Mapping[str, Any]) -> Any:
        """An integral between numbers, or over a half line: whether it exists exactly for rational functions.

        Values are exact for polynomials, else by quadrature: good for a dozen digits.
        """
        (_, name, _, body), *places = args
        ends = [infinite(a) * INFINITY if infinite(a) else self.number(a, env) for a in places]
        try:
            f = self.number(body, {**env, name: T})
        except Undefined:
            f = None
        if isinstance(f, (Fraction, Ratio)) and all(isinstance(e, (Fraction, float)) for e in ends):
            sign = 1 if ends[0] <= ends[1] else -1
            if (found := _of_ratio(f, min(ends), max(ends))) is not None:
                return sign * found
        if any(isinstance(e, MP.mpc) for e in ends):
            raise Undefined("an integral between numbers that are not real")
        if any(isinstance(e, float) for e in ends) and any(f"'{w}'" in repr(body) for w in ("sin", "cos")):
            raise Undefined("an integral that oscillates")
        lo, hi = (MP.mpf(e) if isinstance(e, float) else approx(e) for e in ends)

        def at(t: Any) -> Any:
            return approx(self.number(body, {**env, name: MP.mpf(t)}))

        with MP.workdps(20):
            middle = [MP.mpf(0)] if lo < 0 < hi else []
            try:
                value, error = MP.quad(at, [lo, *middle, hi], error=True)
            except NoValue:
                self._covered(at, lo, hi)
                raise
            if error > MP.mpf(10) ** -12 * (1 + abs(value)) or not MP.isfinite(value):
                if any(_steep(at, e, sign) for e, sign in ((lo, 1), (hi, -1)) if MP.isfinite(e)):
                    raise Missing("an integral that diverges at an end")
                raise Undefined("an integral that cannot be told")
        return value

    def _covered(self, at: Any, lo: Any, hi: Any) -> None:
        """Raises `Missing` where an integrand has no value on a part of the range."""
        for k in range(1, 8):
            try:
                at(lo + (hi - lo) * MP.sqrt(2) * k / 11)
            except NoValue:
                raise Missing("an integrand without values") from None

    def _limit(self, args: Any, env: Mapping[str, Any]) -> Any:
        """The limit of a function that is rational next to the point, or of exponentials as they grow."""
        (_, name, _, body), point, side = args
        way = infinite(point)
        signs = [way] if way else [s for s in (1, -1) if side != -s]
        before, Totals.far = Totals.far, True
        try:
            ends = [self._reached(name, body, None if way else self.number(point, env), s, env) for s in signs]
        finally:
            Totals.far = before
        if any(e != ends[0] for e in ends):
            raise Missing("a limit that does not exist")
        return ends[0]

    def _reached(self, name: str, body: Any, point: Any, sign: int, env: Mapping[str, Any]) -> Any:
        """Where a term tends as its variable goes to the point from one side; to an infinity where that is None."""
        step = Fraction(sign)
        way = mul(step, T) if point is None else add(point, div(step, T))
        try:
            f = self.number(body, {**env, name: way})
        except Undefined:
            if any(isinstance(v, MP.mpc) for v in env.values()):
                return self._neared(name, body, point, sign, env)
            if point is not None or sign < 0:
                raise
            terms = powers(self, body, name, env)
            if any(base < 0 for base in terms):
                raise
            return limit_of_powers(terms)
        if not isinstance(f, Ratio):
            return f
        end = f.limit()
        return end if end is not None else INFINITY if f.lead() > 0 else -INFINITY

    def _neared(self, name: str, body: Any, point: Any, sign: int, env: Mapping[str, Any]) -> Any:
        """A limit where complex numbers stand: the simple number that values next to the point are close to."""
        small = [Fraction(sign, 10**k) for k in (30, 34)]
        ways = [1 / h if point is None else add(point, h) for h in small]
        a, b = (MP.mpc(approx(self.number(body, {**env, name: w}))) for w in ways)
        simple = MP.mpc(MP.nint(a.real * 720) / 720, MP.nint(a.imag * 720) / 720)
        if max(abs(a - simple), abs(b - simple)) > MP.mpf(10) ** -20:
            raise Undefined("a limit that cannot be told")
        return simple if simple.imag else Fraction(int(simple.real * 720), 720)

    def _series(self, args: Any, env: Mapping[str, Any]) -> Any:
        ((_, name, sort, body),) = args
        return self._total(body, name, self.whole(sort[1], env), env)

    def _total(self, e: Any, k: str, lo: int, env: Mapping[str, Any]) -> Any:
        """The sum from lo on, part by part where powers and rational functions are added."""
        try:
            return sum_of_powers(powers(self, e, k, env), lo)
        except NoValue:
            raise
        except Undefined:
            pass
        if e[0] == "+":
            parts = [self._total(a, k, lo, env) for a in e[1:]]
            infinite_ones = [p for p in parts if isinstance(p, float)]
            if len(set(infinite_ones)) > 1:
                raise Undefined("a sum of what diverges")
            return infinite_ones[0] if infinite_ones else reduce(add, parts)
        if e[0] == "*" and len(e) == 3 and not moves(e[1], k):
            weight, total = self.number(e[1], env), self._total(e[2], k, lo, env)
            if isinstance(total, float):
                if not isinstance(weight, Fraction) or weight == 0:
                    raise Undefined("a weight of what diverges")
                return total if weight > 0 else -total
            return mul(weight, total)
        return sum_of_ratio(self.number(e, {**env, k: T}), lo)

    def _product(self, args: Any, env: Mapping[str, Any]) -> Any:
        ((_, name, sort, body),) = args
        return product_of_ratio(self.number(body, {**env, name: T}), self.whole(sort[1], env))


def _steep(at: Any, end: Any, sign: int) -> bool:
    """Whether values next to an end grow like the inverse of the distance at least."""
    steps = [MP.mpf(10) ** -k for k in (6, 10, 14)]
    sizes = [h * abs(at(end + sign * h)) for h in steps]
    return sizes[0] > MP.mpf(10) ** -9 and sizes[0] <= 1.01 * sizes[1] <= 1.02 * sizes[2]


def _of_ratio(f: Fraction | Ratio, lo: Any, hi: Any) -> Any:
    """The integral over lo <= hi where it is known exactly, also that it is infinite; None where it is some number."""
    if lo == hi:
        return Fraction(0)
    if isinstance(f, Fraction):
        return f * (hi - lo) if f and not isinstance(hi - lo, float) else f and INFINITY * (1 if f > 0 else -1)
    signs = set()
    fall = f.below.degree() - f.top.degree()
    lead = 1 if f.lead() > 0 else -1
    if fall <= 1:
        signs |= {lead} if hi == INFINITY else set()
        signs |= {lead * (-1) ** (fall % 2)} if lo == -INFINITY else set()
    for factor, order in f.below.factor()[1]:
        if factor.degree() > 1:
            if any(r.imag == 0 and not _beside(r.real, lo, hi) for r, _ in factor.complex_roots()):
                raise Undefined("a pole at no rational point")
            continue
        root = -fraction(factor[0]) / fraction(factor[1])
        if lo <= root <= hi:
            rest = f.below
            for _ in range(order):
                rest = rest.derivative()
            right = 1 if f.top(q(root)) / rest(q(root)) > 0 else -1
            signs |= {right} if root != hi else set()
            signs |= {right * (-1) ** order} if root != lo else set()
    if len(signs) == 2:
        raise Missing("an integral that does not exist")
    if signs:
        return INFINITY * signs.pop()
    if f.below.degree() == 0 and not isinstance(hi - lo, float):
        whole = f.top.integral()
        return fraction((whole(q(hi)) - whole(q(lo))) / f.below[0])
    return None


def _beside(x: Any, lo: Any, hi: Any) -> bool:
    """Whether an enclosed number lies outside of a range for sure."""
    low, high = (q(e) if isinstance(e, Fraction) else e for e in (lo, hi))
    return bool(x < low) or bool(x > high)


EXTENDED = {"limit": Calculus._limit, "integrate": Calculus._integral, "Sum": Calculus._series,
            "Product": Calculus._product}  # fmt: skip
