"""Where a range of integration is cut: at zeros of what stands under a bar, in a denominator or in a condition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import conditions, operands
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.integrals.integration import Range

_STEPS = 120


def critical(body: Expr, t: str) -> list[Expr]:
    """Terms at whose zeros the body may have a kink, a jump or a pole."""
    found: list[Expr] = []
    for e in subexpressions(body):
        if t not in free_names(e):
            continue
        op, args = head(e), operands(e)
        if op == "abs" or (op == "fn" and args[0] == "sign"):
            found.append(args[-1])
        elif op in ("min", "max") or op in RELATIONS:
            found.append(("-", args[0], args[1]))
        elif op == "/":
            found.append(args[1])
        elif op == "^" and args[1] != 1:
            found.append(args[0])
        elif op == "sqrt" or (op == "fn" and args[0] == "log"):
            found.append(args[-1])
    return list(dict.fromkeys(_base(u) for u in found if t in free_names(u)))


def _base(u: Expr) -> Expr:
    """A power has the zeros of its base."""
    while head(u) in ("^", "sqrt", "neg"):
        u = operands(u)[0]
    return u


def break_points(r: Range, f: Expr | None = None) -> Iterator[Expr]:
    """Points strictly between the ends, from left to right for each term that vanishes there."""
    terms = critical(r.body, r.t)
    if f is not None:
        try:
            for p in conditions(f, r.t, inner=True):
                relations = [q for q in subexpressions(p) if head(q) in RELATIONS]
                terms += [_base(("-", *operands(q)) if operands(q)[1] != 0 else operands(q)[0]) for q in relations]
        except Unknown:
            pass
    seen: set[Expr] = set()
    for e in subexpressions(r.body):
        if head(e) == "floor" or (head(e) == "fn" and operands(e)[0] in ("floor", "ceiling")):
            terms += _steps(operands(e)[-1], r)
    for u in dict.fromkeys(terms):
        if r.t not in free_names(u):
            continue
        for p in zeros(u, r):
            if p not in seen:
                seen.add(p)
                yield p


def _steps(u: Expr, r: Range) -> list[Expr]:
    """u - k for the integers k that u passes at the sample points, a few of them."""
    try:
        values = sorted(float(value(u, p)) for p in r.points)
    except NoValue:
        return []
    if not values or values[-1] - values[0] > 12:
        return []
    return [("-", u, k) for k in range(int(values[0] // 1), int(values[-1] // 1) + 2)]


def zeros(u: Expr, r: Range) -> list[Expr]:
    """Zeros of a term between the ends: exact terms for those that floating point sees and that have a short form."""
    linear = _linear_zero(u, r)
    if linear is not None:
        return [linear]
    if len(free_names(u)) > 1 or not r.points:
        return []
    import mpmath

    low, high = (r.lo, r.hi) if r.up else (r.hi, r.lo)
    try:
        a, b = value(low, {}), value(high, {})
    except NoValue:
        return []
    a, b = (mpmath.mpf(-30) if mpmath.isinf(a) else a), (mpmath.mpf(30) if mpmath.isinf(b) else b)
    found: list[Expr] = []
    before: tuple[Any, Any] | None = None
    with mpmath.workdps(40):
        for i in range(1, _STEPS):
            x = a + (b - a) * i / _STEPS
            try:
                v = value(u, {r.t: x}, 40)
            except NoValue:
                before = None
                continue
            root = None
            if abs(v) < mpmath.mpf(10) ** -18:
                root = x
            elif before is not None and before[1] * v < 0:
                root = _bisect(u, r.t, before[0], x)
            exact = None if root is None else recognised(root)
            if exact is not None and exact not in found:
                found.append(exact)
            before = (x, v) if root is None or root != x else None
    return found


def _linear_zero(u: Expr, r: Range) -> Expr | None:
    """x - a, a - x: the point a, where it is another variable and the samples have it inside."""
    if head(u) != "-" or r.t not in operands(u):
        return None
    a = next(p for p in operands(u) if p != r.t) if operands(u)[0] != operands(u)[1] else None
    if a is None or r.t in free_names(a) or not free_names(a):
        return None
    try:
        inside = [(value(r.lo, p) - value(a, p)) * (value(r.hi, p) - value(a, p)) < 0 for p in r.points]
    except NoValue:
        return None
    return a if inside and all(inside) else None


def _bisect(u: Expr, t: str, a: Any, b: Any) -> Any:
    try:
        left = value(u, {t: a}, 40)
        for _ in range(110):
            middle = (a + b) / 2
            v = value(u, {t: middle}, 40)
            if v == 0:
                return middle
            a, b = (middle, b) if v * left > 0 else (a, middle)
    except NoValue:
        return None
    return (a + b) / 2


def recognised(v: Any) -> Expr | None:
    """A short exact form of a number: q, q*pi, sqrt(q), log(q) or exp(q) with a rational q; None if there is none."""
    import mpmath

    with mpmath.workdps(40):
        if v == 0:
            return 0
        options: list[tuple[Any, Any]] = [
            (v, lambda q: number(q)),
            (v / mpmath.pi, lambda q: ("fn", "pi") if q == 1 else ("*", number(q), ("fn", "pi"))),
            (v * v, lambda q: ("sqrt", number(q)) if v > 0 else ("neg", ("sqrt", number(q)))),
            (mpmath.exp(v) if abs(v) < 50 else v, lambda q: ("fn", "log", number(q))),
            (mpmath.log(v) if v > 0 else v, lambda q: ("fn", "exp", number(q))),
        ]
        for x, form in options:
            q = Fraction(*_exact(x)).limit_denominator(1000)
            if abs(x - mpmath.mpf(q.numerator) / q.denominator) < mpmath.mpf(10) ** -16:
                return form(q)  # type: ignore[no-any-return]
    return None


def _exact(x: Any) -> tuple[int, int]:
    sign, man, exp, _ = x._mpf_
    n = -int(man) if sign else int(man)
    return (n << exp, 1) if exp >= 0 else (n, 1 << -exp)
