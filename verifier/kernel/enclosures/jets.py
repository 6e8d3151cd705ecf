"""Taylor coefficients in intervals, and integrals enclosed by them.

``Jets(prec, t, at).of(e, n)`` encloses f(p), f'(p), f''(p)/2, ..., f^(n)(p)/n! for every p in the
interval `at`.  Taylor's formula with an even order n then encloses the integral of f over a part of
the range: the coefficients at a centre, and the n-th one over the whole part, times the integral of
(t - centre)^n, which has one sign.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import NONE, UNIT, Interval
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.meaning.definedness import meaningful
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.binding import bind, free_names, new_name, opened, operands, same
from verifier.kernel.terms.expr import BINDERS, REAL, Expr, conjunction, head, rational
from verifier.kernel.work import spend

ORDERS, PARTS, PRECISION, WORK = 40, 2000, 2000, 2_000_000


class Jets:
    """Taylor coefficients of terms in one variable; `Unknown` where one may not be smooth."""

    def __init__(self, prec: int, t: str, at: Interval) -> None:
        self.prec, self.t, self.at = prec, t, at
        self.point = Intervals(prec, {t: at})
        self.work = WORK
        self._known: dict[Expr, list[Interval]] = {}

    def of(self, e: Expr, n: int) -> list[Interval]:
        """The coefficients of orders 0 to n."""
        known = self._known.get(e)
        if known is None or len(known) <= n:
            with balls.precision(self.prec):
                known = self._known[e] = self._computed(e, n)
        return known[: n + 1]

    def _computed(self, e: Expr, n: int) -> list[Interval]:
        if self.t not in free_names(e):
            return [self.point.value(e), *[NONE] * n]
        if e == self.t:
            return [self.at, UNIT, *[NONE] * n][: n + 1]
        if head(e) in BINDERS:
            return self._by_derivative(e, n)
        op, args = head(e), operands(e)
        if op == "neg":
            return [-c for c in self.of(args[0], n)]
        if op in ("+", "-", "*"):
            total = self.of(args[0], n)
            for a in args[1:]:
                total = self._joined(str(op), total, self.of(a, n))
            return total
        if op == "/":
            return self._quotient(self.of(args[0], n), self.of(args[1], n))
        if op in ("abs", "min", "max"):
            return self.of(self._chosen(str(op), args), n)
        if op == "^" and isinstance(args[1], int) and 0 <= args[1] <= 64:
            total = [UNIT, *[NONE] * n]
            for _ in range(args[1]):
                total = self._joined("*", total, self.of(args[0], n))
            return total
        return self._by_derivative(e, n)

    def _chosen(self, op: str, args: tuple[Expr, ...]) -> Expr:
        """abs, min and max where it is certain which of the two cases holds."""
        a, b = (args[0], 0) if op == "abs" else (args[0], args[1])
        below, above = self.point.truth(("<", a, b)), self.point.truth(("<", b, a))
        if below is not True and above is not True:
            raise Unknown("a kink")
        if op == "abs":
            return args[0] if above else ("neg", args[0])
        return a if (below is True) == (op == "min") else b

    def _joined(self, op: str, u: list[Interval], v: list[Interval]) -> list[Interval]:
        if op == "*":
            return [self._dot(u[: k + 1], v[k::-1]) for k in range(len(u))]
        return [a + b if op == "+" else a - b for a, b in zip(u, v, strict=True)]

    def _dot(self, u: list[Interval], v: list[Interval]) -> Interval:
        spend((10 + self.prec // 100) * len(u))
        self.work -= len(u)
        if self.work < 0:
            raise Unknown("too much work in Taylor coefficients")
        total = NONE
        for a, b in zip(u, v, strict=True):
            total = total + a * b
        return total

    def _quotient(self, u: list[Interval], v: list[Interval]) -> list[Interval]:
        """q with q*v == u."""
        inverse = v[0].reciprocal()
        q: list[Interval] = []
        for k in range(len(u)):
            q.append((u[k] - self._dot(q, v[k:0:-1])) * inverse)
        return q

    def _by_derivative(self, e: Expr, n: int) -> list[Interval]:
        """From the value and the coefficients of the derivative, where there is one."""
        if self.point.truth(conjunction(conditions(e, self.t, inner=True))) is not True:
            raise Unknown("a function that may not be smooth")
        slope = self.of(derivative(e, self.t), n - 1) if n else []
        terms = [c * balls.ratio(Fraction(1, k)) for k, c in enumerate(slope, 1)]
        return [self.point.value(e), *terms]


def part(body: Expr, t: str, left: Interval, right: Interval, order: int, prec: int) -> Interval:
    """An enclosure of the integral of a term between ends that are enclosed themselves."""
    whole = left.hull(right)
    over = Intervals(prec, {t: whole})
    if over.truth(meaningful(body, {t: REAL})) is not True:
        raise Unknown("an integrand that may be undefined")
    if over.truth(conjunction(conditions(body, t, inner=order > 0))) is not True:
        raise Unknown("an integrand that may not be smooth enough")
    with balls.precision(prec):
        if order == 0:
            return over.value(body) * (right - left)
        centre = balls.point(whole.middle())
        coefficients = Jets(prec, t, centre).of(body, order - 1)
        coefficients = [*coefficients, Jets(prec, t, whole).of(body, order)[order]]
        a, b = left - centre, right - centre
        total = NONE
        for k, c in enumerate(coefficients, 1):
            total = total + c * (b.power(k) - a.power(k)) * balls.ratio(Fraction(1, k))
        return total


def total(
    body: Expr, t: str, lo: Expr, hi: Expr, cuts: list[Fraction], orders: list[int], prec: int
) -> Interval:
    """An enclosure of the integral from lo to hi, cut at rational points.  Raises `Unknown`."""
    if len(orders) != len(cuts) + 1 or not 1 <= len(cuts) < PARTS or not 20 <= prec <= PRECISION:
        raise Unknown("too many parts, no cuts, or too many digits")
    if any(type(n) is not int or n < 0 or n % 2 or n > ORDERS for n in orders):
        raise Unknown("an order that is odd, negative or too large")
    with balls.precision(prec):
        ends = Intervals(prec, {})
        points = [ends.value(lo), *(balls.ratio(q) for q in cuts), ends.value(hi)]
        result = NONE
        for left, right, order in zip(points, points[1:], orders, strict=False):
            if not left.under(right):
                raise Unknown("cuts that are not in order")
            spend(200)
            result = result + part(body, t, left, right, order, prec)
    return result


def enclosed(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """There is v with integral == v and low <= v <= high: by Taylor's formula on parts."""
    v = new_name()
    _, body = opened(goal, v) if head(goal) == "exists" else (0, 0)
    first = operands(body)[0] if head(body) == "and" else body
    term = operands(first)[0] if head(first) == "==" else 0
    if head(term) != "fn" or operands(term)[0] != "integrate":
        raise Rejected("enclosed: the goal is no enclosure of an integral")
    _, binder, lo, hi = operands(term)
    t = new_name()
    sort, f = opened(binder, t)
    if sort != REAL or free_names(term) or not is_real(f, {t: REAL}):
        raise Rejected("enclosed: variables, or an integrand that may not be real")
    low, high = rational(node["low"]), rational(node["high"])
    bounds: Any = ("<=", _literal(low), v), ("<=", v, _literal(high))
    wanted = bind("exists", v, REAL, ("and", ("==", term, v), *bounds))
    if not same(goal, wanted):
        raise Rejected("enclosed: the goal is another statement")
    prec = node["prec"]
    if type(prec) is not int:
        raise Rejected("enclosed: no precision")
    cuts, orders = [rational(q) for q in node["cuts"]], list(node["orders"])
    found = total(f, t, lo, hi, cuts, orders, prec)
    with balls.precision(prec):
        inside = balls.ratio(low).under(found) and found.under(balls.ratio(high))
    if not inside:
        raise Rejected("enclosed: the enclosure is wider")


def _literal(q: Fraction) -> Expr:
    return q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)


JETS: dict[str, Any] = {"integral-enclosed": enclosed}
