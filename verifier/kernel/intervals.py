"""Interval arithmetic with functions: monotone ones by their ends, the others piece by piece.  See `interval_terms`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from mpmath import libmp as mp

from verifier.kernel import enclosures as en
from verifier.kernel import special as sp
from verifier.kernel.counting import counted
from verifier.kernel.enclosures import INF, MINF, ONE, ZERO, Bounds, Mpf
from verifier.kernel.expr import Expr
from verifier.kernel.integers import Unknown
from verifier.kernel.interval_terms import LINE, LONGEST, WORK, Purse, Terms, absolute
from verifier.kernel.logic import Rejected

__all__ = ["LINE", "WORK", "Intervals", "Purse"]

_INCREASING: dict[str, Callable[[Mpf, int], Bounds]] = {
    "exp": en.exp, "sinh": en.sinh, "tanh": en.tanh, "atan": en.atan, "asinh": en.asinh, "erf": sp.erf,
}  # fmt: skip
_CONSTANTS: dict[str, Callable[[int], Bounds]] = {
    "pi": en.pi,
    "E": lambda p: en.exp(ONE, p),
    "EulerGamma": lambda p: en.negate(sp.digamma(ONE, p)),
    "Catalan": sp.catalan,
    "GoldenRatio": lambda p: tuple(mp.mpf_shift(x, -1) for x in en.add((ONE, ONE), en.sqrt(en.binary(5), p), p)),  # type: ignore[dict-item]
}
_COMBINATORIAL = frozenset(("factorial", "binomial", "harmonic", "fibonacci", "bell", "stirling1", "stirling2"))
_OTHER = frozenset((
    "log", "sin", "cos", "tan", "cot", "sec", "csc", "cosh", "coth", "sech", "csch", "asin", "acos", "acosh", "atanh",
    "acot", "atan2", "erfc", "sign", "ceiling", "cbrt", "root", "lambertw", "gamma", "loggamma", "digamma", "beta",
    "zeta", "re", "im", "conjugate",
))  # fmt: skip
_SLOW = frozenset(("gamma", "loggamma", "digamma", "beta", "zeta", "erf", "erfc", "EulerGamma", "lambertw"))
#: by `inverse`, at twice the precision
_CHECKED = frozenset(("asin", "acos", "atan", "acot", "atan2", "asinh", "acosh", "atanh", "root", "cbrt"))


class Intervals(Terms):
    """Evaluates terms and formulas over a box of intervals with binary ends, infinite ones included."""

    def _function(self, name: str, args: tuple[Expr, ...]) -> Bounds:
        p = self.prec
        self.purse.spend(10 + p * p // (1500 if name in _CHECKED else 25_000))
        if name in _SLOW or name == "Catalan":
            self.purse.spend(100 + p)
            if p > 1000:
                raise Unknown(f"{name} at such a precision")
        if not args and name in _CONSTANTS:
            return _CONSTANTS[name](p)
        if name == "Piecewise":
            return self._piecewise(args)
        if name in _INCREASING and len(args) == 1:
            u = self.value(args[0])
            return _INCREASING[name](u[0], p)[0], _INCREASING[name](u[1], p)[1]
        if name in _COMBINATORIAL:
            return self._exact(name, args)
        method = getattr(self, "_" + name) if name in _OTHER else None
        if method is None:
            raise Unknown(f"no enclosure of {name!r:.40}")
        return method(*args)  # type: ignore[no-any-return]

    def _piecewise(self, args: tuple[Expr, ...]) -> Bounds:
        found: list[Bounds] = []
        for value, condition in zip(args[::2], args[1::2], strict=True):
            truth = self.truth(condition)
            if truth is not False:
                found.append(self.value(value))
            if truth:
                return en.smallest([u[0] for u in found]), en.largest([u[1] for u in found])
        raise Unknown("a Piecewise of which no case may hold")

    def _log(self, e: Expr, base: Expr | None = None) -> Bounds:
        if base is not None:
            return en.mul(self._log(e), en.reciprocal(self._log(base), self.prec + 4), self.prec)
        lo, hi = self.value(e)
        if lo == ZERO and hi != ZERO and self.nonzero(e):
            return MINF, en.log(hi, self.prec)[1]
        self._within((lo, hi), ZERO, LINE[1], apart=hi != INF)
        if lo == ZERO:
            raise Unknown("a logarithm of what may vanish")
        return en.log(lo, self.prec)[0], en.log(hi, self.prec)[1]

    def _wave(self, u: Bounds, turn: Callable[[Mpf, int], Bounds], top: int) -> Bounds:
        """sin or cos: the ends, and +-1 where a crest (at a multiple ``top``/2 of pi and its period) may lie inside."""
        if u[0] == MINF or u[1] == INF or mp.mpf_gt(mp.mpf_sub(u[1], u[0], 20, en.UP), en.binary(7)):
            return mp.fnone, ONE
        ends = [turn(u[0], self.prec), turn(u[1], self.prec)]
        lo, hi = en.smallest([e[0] for e in ends]), en.largest([e[1] for e in ends])
        if u[0] == u[1]:
            return lo, hi
        return (mp.fnone if self._meets(u, top + 2, 4) else lo), (ONE if self._meets(u, top, 4) else hi)

    def _meets(self, u: Bounds, first: int, period: int) -> bool:
        """Whether the interval may contain pi/2*(first + period*k) for an integer k."""
        wp = self.prec + max(0, *(en.exponent(en.reachable(x)) for x in u)) + 10
        scaled = en.div(u, en.half_pi(wp), wp)
        scaled = en.div(en.sub(scaled, (en.binary(first),) * 2, wp), (en.binary(period),) * 2, wp)
        return bool(mp.mpf_le(mp.mpf_ceil(scaled[0]), scaled[1]))

    def _sin(self, e: Expr) -> Bounds:
        return self._wave(self.value(e), en.sin, 1)

    def _cos(self, e: Expr) -> Bounds:
        return self._wave(self.value(e), en.cos, 0)

    def _tan(self, e: Expr) -> Bounds:
        u = self.value(e)
        if u[0] == MINF or u[1] == INF or self._meets(u, 1, 2):
            raise Unknown("a tangent that may be undefined")
        return en.tan(u[0], self.prec)[0], en.tan(u[1], self.prec)[1]

    def _cot(self, e: Expr) -> Bounds:
        u = self.value(e)
        if u[0] == MINF or u[1] == INF or self._meets(u, 0, 2):
            raise Unknown("a cotangent that may be undefined")
        low, high = (en.reciprocal(en.tan(x, self.prec + 4), self.prec) for x in (u[1], u[0]))
        return low[0], high[1]

    def _sec(self, e: Expr) -> Bounds:
        return en.reciprocal(self._cos(e), self.prec)

    def _csc(self, e: Expr) -> Bounds:
        return en.reciprocal(self._sin(e), self.prec)

    def _cosh(self, e: Expr) -> Bounds:
        lo, hi = absolute(self.value(e))
        return en.cosh(lo, self.prec)[0], en.cosh(hi, self.prec)[1]

    def _coth(self, e: Expr) -> Bounds:
        lo, hi = self._nonzero(e)
        u = en.tanh(lo, self.prec)[0], en.tanh(hi, self.prec)[1]
        return en.reciprocal(u, self.prec, self.nonzero(e))

    def _sech(self, e: Expr) -> Bounds:
        return en.reciprocal(self._cosh(e), self.prec)

    def _csch(self, e: Expr) -> Bounds:
        lo, hi = self._nonzero(e)
        u = en.sinh(lo, self.prec)[0], en.sinh(hi, self.prec)[1]
        return en.reciprocal(u, self.prec, self.nonzero(e))

    def _nonzero(self, e: Expr) -> Bounds:
        u = self.value(e)
        if not self.nonzero(e):
            raise Unknown("an argument that may vanish")
        return u

    def _asin(self, e: Expr) -> Bounds:
        lo, hi = self._within(self.value(e), mp.fnone, ONE)
        return en.asin(lo, self.prec)[0], en.asin(hi, self.prec)[1]

    def _acos(self, e: Expr) -> Bounds:
        lo, hi = self._within(self.value(e), mp.fnone, ONE)
        if lo == ONE:
            return ZERO, ZERO
        u = en.sub(en.half_pi(self.prec + 8), (en.asin(lo, self.prec)[0], en.asin(hi, self.prec)[1]), self.prec)
        if en.exponent(mp.mpf_sub(ONE, hi)) < -4:  # no cancellation: acos(x) == asin(sqrt(1 - x**2))
            p = self.prec
            least = en.sqrt(en.sub((ONE, ONE), en.mul((hi, hi), (hi, hi), 3 * p), 3 * p)[0], p)[0]
            u = en.largest([u[0], en.asin(least, p)[0]]), u[1]
        return en.largest([u[0], ZERO]), u[1]

    def _acosh(self, e: Expr) -> Bounds:
        lo, hi = self._within(self.value(e), ONE, INF)
        return en.acosh(lo, self.prec)[0], en.acosh(hi, self.prec)[1]

    def _atanh(self, e: Expr) -> Bounds:
        lo, hi = self._within(self.value(e), mp.fnone, ONE, apart=True)
        return en.atanh(lo, self.prec)[0], en.atanh(hi, self.prec)[1]

    def _acot(self, e: Expr) -> Bounds:
        if self.value(e) == (ZERO, ZERO):
            return en.half_pi(self.prec)
        u = en.reciprocal(self._nonzero(e), self.prec + 4, True)
        return en.atan(u[0], self.prec)[0], en.atan(u[1], self.prec)[1]

    def _atan2(self, y: Expr, x: Expr) -> Bounds:
        p = self.prec
        v, u = self.value(y), self.value(x)

        def angle(a: Bounds, b: Bounds) -> Bounds:
            t = en.div(a, b, p + 4)
            return en.atan(t[0], p)[0], en.atan(t[1], p)[1]

        if mp.mpf_gt(u[0], ZERO):
            return angle(v, u)
        if mp.mpf_gt(v[0], ZERO):
            return en.sub(en.half_pi(p), angle(u, v), p)
        if mp.mpf_lt(v[1], ZERO):
            return en.sub(en.negate(en.half_pi(p)), angle(u, v), p)
        if mp.mpf_lt(u[1], ZERO) and mp.mpf_ge(v[0], ZERO):
            return en.add(angle(v, u), en.pi(p), p)
        raise Unknown("an angle that may jump")

    def _erfc(self, e: Expr) -> Bounds:
        lo, hi = self.value(e)
        return sp.erfc(hi, self.prec)[0], sp.erfc(lo, self.prec)[1]

    def _sign(self, e: Expr) -> Bounds:
        lo, hi = self.value(e)
        signs = [en.binary(mp.mpf_sign(x)) for x in (lo, hi)]
        if self.nonzero(e) and ZERO in signs:
            signs = [s for s in signs if s != ZERO] * 2
        return signs[0], signs[1]

    def _ceiling(self, e: Expr) -> Bounds:
        lo, hi = self.value(e)
        return mp.mpf_ceil(en.finite(lo)), mp.mpf_ceil(en.finite(hi))

    def _cbrt(self, e: Expr) -> Bounds:
        return self._odd_root(self.value(e), 3)

    def _odd_root(self, u: Bounds, n: int) -> Bounds:
        ends = [en.root(mp.mpf_abs(x), n, self.prec) for x in u]
        low, high = (en.negate(r) if x[0] else r for r, x in zip(ends, u, strict=True))
        return low[0], high[1]

    def _root(self, e: Expr, index: Expr) -> Bounds:
        n, u = self.whole(index), self.value(e)
        if n is None or not 1 <= n <= 200:
            raise Unknown("a root of that index")
        if n % 2:
            return self._odd_root(u, n)
        lo, hi = self._within(u, ZERO, INF)
        return en.root(lo, n, self.prec)[0], en.root(hi, n, self.prec)[1]

    def _lambertw(self, e: Expr) -> Bounds:
        lo, hi = self.value(e)
        if not mp.mpf_ge(lo, en.negate(en.exp(mp.fnone, self.prec + 8))[1]):
            raise Unknown("an argument of lambertw that may lie below -1/e")
        return sp.lambertw(lo, self.prec)[0], sp.lambertw(hi, self.prec)[1]

    def _positive(self, e: Expr) -> Bounds:
        u = self.value(e)
        if not mp.mpf_gt(u[0], ZERO) or u[1] == INF:
            raise Unknown("an argument that may not be positive, or is not bounded")
        return u

    def _convex(self, u: Bounds, f: Callable[[Mpf, int], Bounds], slope: Callable[[Mpf], Bounds]) -> Bounds:
        """A convex function with its least value near 1.46163: the ends, and a tangent below the least value."""
        p = self.prec
        ends = [f(x, p) for x in u]
        high = en.largest([e[1] for e in ends])
        if mp.mpf_ge(slope(u[0])[0], ZERO):
            return ends[0][0], high
        if mp.mpf_le(slope(u[1])[1], ZERO):
            return ends[1][0], high
        middle = mp.from_man_exp(6277662261, -32)
        reach = absolute(en.sub(u, (middle, middle), p))[1]
        drop = en.mul(absolute(slope(middle)), (reach, reach), p)[1]
        return mp.mpf_sub(f(middle, p)[0], drop, p, en.DOWN), high

    def _gamma(self, e: Expr) -> Bounds:
        p = self.prec
        return self._convex(self._positive(e), sp.gamma, lambda x: en.mul(sp.gamma(x, p), sp.digamma(x, p), p))

    def _loggamma(self, e: Expr) -> Bounds:
        return self._convex(self._positive(e), sp.loggamma, lambda x: sp.digamma(x, self.prec))

    def _digamma(self, e: Expr) -> Bounds:
        lo, hi = self._positive(e)
        return sp.digamma(lo, self.prec)[0], sp.digamma(hi, self.prec)[1]

    def _beta(self, a: Expr, b: Expr) -> Bounds:
        p = self.prec
        u = en.mul(self._gamma(a), self._gamma(b), p + 4)
        return en.div(u, self._gamma(("+", a, b)), p)

    def _zeta(self, e: Expr) -> Bounds:
        n = self.whole(e)
        if n is not None and -100 <= n <= 0:
            return en.ratio(Fraction(-1, 2) if n == 0 else -sp.bernoulli(1 - n) / (1 - n), self.prec)
        lo, hi = self.value(e)
        if not mp.mpf_gt(lo, ONE):
            raise Unknown("an argument of zeta that may not exceed 1")
        if hi == INF:
            return ONE, sp.zeta(lo, self.prec)[1]
        return sp.zeta(hi, self.prec)[0], sp.zeta(lo, self.prec)[1]

    def _re(self, e: Expr) -> Bounds:
        return self.value(e)

    _conjugate = _re

    def _im(self, e: Expr) -> Bounds:
        self.value(e)
        return ZERO, ZERO

    def _exact(self, name: str, args: tuple[Expr, ...]) -> Bounds:
        numbers = [self.whole(a) for a in args]
        if any(n is None or abs(n) > LONGEST for n in numbers):
            raise Unknown(f"{name} at something that is no number of moderate size")
        self.purse.spend(50)
        try:
            return en.ratio(counted(name, [n for n in numbers if n is not None]), self.prec)
        except Rejected as error:
            raise Unknown(str(error)) from None
