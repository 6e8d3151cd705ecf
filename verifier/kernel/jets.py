"""Taylor coefficients in intervals, and integrals enclosed by them.

``Jets(prec, t, at).of(e, n)`` encloses f(p), f'(p), f''(p)/2, ..., f^(n)(p)/n! for every p in the interval `at`.
Taylor's formula with an even order n then encloses the integral of f over a part of the range: the coefficients at
a centre, and the n-th one over the whole part, times the integral of (t - centre)^n, which has one sign.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from mpmath import libmp as mp

from verifier.kernel import enclosures as en
from verifier.kernel.definedness import meaningful
from verifier.kernel.derivative import conditions, derivative
from verifier.kernel.enclosures import ONE, ZERO, Bounds
from verifier.kernel.expr import REAL, Expr, conjunction, free_names, head, operands, rational, same
from verifier.kernel.field import is_real
from verifier.kernel.integers import Unknown
from verifier.kernel.intervals import Intervals
from verifier.kernel.logic import Checker, Node, Rejected, Sequent
from verifier.kernel.work import spend

ORDERS, PARTS, PRECISION, WORK = 40, 2000, 2000, 2_000_000


class Jets:
    """Taylor coefficients of terms in one variable.  Raises `Unknown` where one may be undefined or not smooth."""

    def __init__(self, prec: int, t: str, at: Bounds) -> None:
        self.prec, self.t = prec, t
        self.at = at
        self.point = Intervals(prec, {t: at})
        self.work = WORK
        self._known: dict[Expr, list[Bounds]] = {}

    def of(self, e: Expr, n: int) -> list[Bounds]:
        known = self._known.get(e)
        if known is None or len(known) <= n:
            known = self._computed(e, n)
            self._known[e] = known
        return known[: n + 1]

    def _computed(self, e: Expr, n: int) -> list[Bounds]:
        zeros: list[Bounds] = [(ZERO, ZERO)] * n
        if self.t not in free_names(e):
            return [self.point.value(e), *zeros]
        if e == self.t:
            return [self.at, (ONE, ONE), *zeros][: n + 1]
        assert isinstance(e, tuple)
        op, args = e[0], e[1:]
        if op == "neg":
            return [en.negate(c) for c in self.of(args[0], n)]
        if op in ("+", "-", "*"):
            total = self.of(args[0], n)
            for a in args[1:]:
                total = self._joined(str(op), total, self.of(a, n))
            return total
        if op == "/":
            return self._quotient(self.of(args[0], n), self.of(args[1], n))
        if op in ("abs", "min", "max"):
            return self.of(self._chosen(str(op), args), n)
        if op == "sqrt":
            return self._power(e, args[0], ("/", 1, 2), n)
        if op == "^":
            whole = self.point.whole(args[1]) if self.t not in free_names(args[1]) else None
            if whole is not None and 0 <= whole <= 64:
                total = [(ONE, ONE), *zeros]
                for _ in range(whole):
                    total = self._joined("*", total, self.of(args[0], n))
                return total
            if self.t in free_names(args[1]):
                self._positive(args[0])
                return self.of(("fn", "exp", ("*", args[1], ("fn", "log", args[0]))), n)
            return self._power(e, args[0], args[1], n)
        if op == "fn" and args[0] == "exp":
            return self._exponential(e, args[1], n)
        return self._by_derivative(e, n)

    def _positive(self, u: Expr) -> None:
        if self.point.truth(("<", 0, u)) is not True:
            raise Unknown("a power of what may not be positive")

    def _chosen(self, op: str, args: tuple[Expr, ...]) -> Expr:
        """abs, min and max where it is certain which of the two cases holds."""
        a, b = (args[0], 0) if op == "abs" else (args[0], args[1])
        below, above = self.point.truth(("<", a, b)), self.point.truth(("<", b, a))
        if below is not True and above is not True:
            raise Unknown("a kink")
        if op == "abs":
            return args[0] if above else ("neg", args[0])
        return a if (below is True) == (op == "min") else b

    def _joined(self, op: str, u: list[Bounds], v: list[Bounds]) -> list[Bounds]:
        if op != "*":
            return [(en.add if op == "+" else en.sub)(a, b, self.prec) for a, b in zip(u, v, strict=True)]
        return [self._dot(u[: k + 1], v[k::-1]) for k in range(len(u))]

    def _dot(self, u: list[Bounds], v: list[Bounds]) -> Bounds:
        spend((10 + self.prec // 100) * len(u))
        self.work -= len(u)
        if self.work < 0:
            raise Unknown("too much work in Taylor coefficients")
        total: Bounds = (ZERO, ZERO)
        for a, b in zip(u, v, strict=True):
            total = en.add(total, en.mul(a, b, self.prec), self.prec)
        return total

    def _quotient(self, u: list[Bounds], v: list[Bounds]) -> list[Bounds]:
        """q with q*v == u."""
        inverse = en.reciprocal(v[0], self.prec)
        q: list[Bounds] = []
        for k in range(len(u)):
            rest = self._dot(q, v[k:0:-1]) if k else (ZERO, ZERO)
            q.append(en.mul(en.sub(u[k], rest, self.prec), inverse, self.prec))
        return q

    def _power(self, e: Expr, base: Expr, exponent: Expr, n: int) -> list[Bounds]:
        """y = u^r, by u*y' == r*u'*y; u is positive, or r a whole number and u not 0."""
        u, r = self.of(base, n), self.point.value(exponent)
        if self.point.whole(exponent) is None:
            self._positive(base)
        inverse = en.reciprocal(u[0], self.prec)
        y = [self.point.value(e)]
        for k in range(1, n + 1):
            weighted = []
            spend((10 + self.prec // 100) * k)
            for j in range(1, k + 1):
                factor = en.sub(en.mul(r, _whole(j), self.prec), _whole(k - j), self.prec)
                weighted.append(en.mul(factor, u[j], self.prec))
            total = self._dot(weighted, y[k - 1 :: -1])
            y.append(en.mul(en.mul(total, inverse, self.prec), en.ratio(Fraction(1, k), self.prec), self.prec))
        return y

    def _exponential(self, e: Expr, u: Expr, n: int) -> list[Bounds]:
        """y = exp(u), by y' == u'*y."""
        inner = self.of(u, n)
        y = [self.point.value(e)]
        for k in range(1, n + 1):
            weighted = [en.mul(inner[j], _whole(j), self.prec) for j in range(1, k + 1)]
            total = self._dot(weighted, y[k - 1 :: -1])
            y.append(en.mul(total, en.ratio(Fraction(1, k), self.prec), self.prec))
        return y

    def _by_derivative(self, e: Expr, n: int) -> list[Bounds]:
        """From the value and the coefficients of the derivative, where the conditions for it hold."""
        if self.point.truth(conjunction(conditions(e, self.t, inner=True))) is not True:
            raise Unknown("a function that may not be smooth")
        first = self.point.value(e)
        if n == 0:
            return [first]
        slope = self.of(derivative(e, self.t), n - 1)
        return [first, *(en.mul(c, en.ratio(Fraction(1, k), self.prec), self.prec) for k, c in enumerate(slope, 1))]


def _whole(k: int) -> Bounds:
    return en.binary(k), en.binary(k)


def part(body: Expr, t: str, left: Bounds, right: Bounds, order: int, prec: int) -> Bounds:
    """An enclosure of the integral of a term over a part of the line between ends that are enclosed themselves."""
    box: Bounds = (left[0], right[1])
    over = Intervals(prec, {t: box})
    if over.truth(meaningful(body, {t: REAL})) is not True:
        raise Unknown("an integrand that may be undefined")
    if over.truth(conjunction(conditions(body, t, inner=order > 0))) is not True:
        raise Unknown("an integrand that may not be smooth enough")
    if order == 0:
        return en.mul(over.value(body), en.sub(right, left, prec), prec)
    middle = mp.mpf_shift(mp.mpf_add(box[0], box[1]), -1)
    centre: Bounds = (middle, middle)
    coefficients = Jets(prec, t, centre).of(body, order - 1) + Jets(prec, t, box).of(body, order)[-1:]
    a, b = en.sub(left, centre, prec), en.sub(right, centre, prec)
    total: Bounds = (ZERO, ZERO)
    for k, c in enumerate(coefficients, 1):
        moment = en.sub(en.power(b, k, prec), en.power(a, k, prec), prec)
        total = en.add(total, en.mul(en.mul(c, moment, prec), en.ratio(Fraction(1, k), prec), prec), prec)
    return total


def total(body: Expr, t: str, lo: Expr, hi: Expr, cuts: list[Fraction], orders: list[int], prec: int) -> Bounds:
    """An enclosure of the integral from lo to hi, cut at rational points.  Raises `Unknown`."""
    if len(orders) != len(cuts) + 1 or not 1 <= len(cuts) < PARTS or not 20 <= prec <= PRECISION:
        raise Unknown("too many parts, no cuts, or too many digits")
    if any(type(n) is not int or n < 0 or n % 2 or n > ORDERS for n in orders):
        raise Unknown("an order that is odd, negative or too large")
    ends = Intervals(prec, {})
    points = [ends.value(lo), *(en.ratio(q, prec) for q in cuts), ends.value(hi)]
    result: Bounds = (ZERO, ZERO)
    for left, right, order in zip(points, points[1:], orders, strict=False):
        if not mp.mpf_le(left[1], right[0]):
            raise Unknown("cuts that are not in order")
        spend(200)
        result = en.add(result, part(body, t, left, right, order, prec), prec)
    if any(x in (en.INF, en.MINF, mp.fnan) for x in result):
        raise Unknown("an enclosure without end")
    return result


def enclosed(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """There is v with integral == v and low <= v <= high: Taylor's formula on parts of a range without variables."""
    v, _, body = operands(goal) if head(goal) == "exists" else ("", "", "")
    term = operands(operands(body)[0])[0] if head(body) == "and" and head(operands(body)[0]) == "==" else 0
    if head(term) != "fn" or operands(term)[0] != "integrate":
        raise Rejected("enclosed: the goal is no enclosure of an integral")
    _, binder, lo, hi = operands(term)
    t, sort, f = operands(binder)
    if sort != REAL or free_names(term) or not is_real(f, {str(t): REAL}):
        raise Rejected("enclosed: variables, or an integrand that may not be real")
    low, high = rational(node["low"]), rational(node["high"])
    wanted: Any = ("exists", v, REAL, ("and", ("==", term, v), ("<=", _literal(low), v), ("<=", v, _literal(high))))
    if not same(goal, wanted):
        raise Rejected("enclosed: the goal is another statement")
    prec = node["prec"]
    if type(prec) is not int:
        raise Rejected("enclosed: no precision")
    found = total(f, str(t), lo, hi, [rational(q) for q in node["cuts"]], list(node["orders"]), prec)
    if not (mp.mpf_le(en.ratio(low, prec)[1], found[0]) and mp.mpf_le(found[1], en.ratio(high, prec)[0])):
        raise Rejected("enclosed: the enclosure is wider")


def _literal(q: Fraction) -> Expr:
    return q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)


JETS: dict[str, Any] = {"integral-enclosed": enclosed}
