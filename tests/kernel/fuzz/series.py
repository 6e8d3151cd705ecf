"""Infinite sums and limits of terms like 3*k**2/2**k + k, whose values are exact, and of rational functions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import Missing, NoValue, Number, Ratio, Undefined, approx, fraction, integer, q
from fuzz.values import Expr, Values

Powers = dict[Fraction, Any]  # from a to p: the sum of p(k) * a**k with polynomials p that are not 0; 0**0 is 1
ONE = Fraction(1)


def powers(m: Values, e: Expr, k: str, env: Mapping[str, Any]) -> Powers:
    """A term in k as a sum of polynomials times powers of numbers.  Raises `Undefined` where it is none."""
    if e == k:
        return {ONE: flint.fmpq_poly([0, 1])}
    if not moves(e, k):
        value = m.number(e, env)
        if not isinstance(value, Fraction):
            raise Undefined("a coefficient that is not rational")
        return {ONE: flint.fmpq_poly([q(value)])} if value else {}
    op, args = e[0], e[1:]
    if op == "^" and not moves(args[0], k):
        return _power(m, *args, k, env)
    if op == "^" and isinstance(args[1], int) and 0 <= args[1] <= 6:
        return _product([powers(m, args[0], k, env)] * args[1])
    if op == "/" and not moves(args[1], k):
        return _product([powers(m, args[0], k, env), powers(m, ("/", 1, args[1]), k, env)])
    if op == "/" and args[1][0] == "^" and not moves(args[1][1], k):
        below = _power(m, ("/", 1, args[1][1]), args[1][2], k, env)
        return _product([powers(m, args[0], k, env), below])
    if op not in ("+", "-", "neg", "*"):
        raise Undefined(f"{op} besides powers")
    parts = [powers(m, a, k, env) for a in args]
    if op == "*":
        return _product(parts)
    signs = [-1] if op == "neg" else [1, -1] if op == "-" else [1] * len(parts)
    total: Powers = {}
    for sign, part in zip(signs, parts, strict=True):
        for a, p in part.items():
            total[a] = total.get(a, 0) + sign * p
    return {a: p for a, p in total.items() if p != 0}


def moves(e: Expr, k: str) -> bool:
    """Whether a name occurs in a term."""
    return e == k or (isinstance(e, tuple) and any(moves(a, k) for a in e[1:]))


def _power(m: Values, base: Expr, exponent: Expr, k: str, env: Mapping[str, Any]) -> Powers:
    """a**(n*k + d) for integers n and d."""
    a, n = m.number(base, env), powers(m, exponent, k, env)
    if not isinstance(a, Fraction) or set(n) != {ONE} or n[ONE].degree() != 1:
        raise Undefined("a power of another kind")
    rate, first = (integer(fraction(c)) for c in (n[ONE][1], n[ONE][0]))
    if a == 0:
        if rate < 1 or first != 0:
            raise Undefined("a power of 0 that is looked into nowhere")
        return {a: flint.fmpq_poly([1])}
    if max(abs(rate), abs(first)) > 50:
        raise Undefined("a large power")
    return {a**rate: flint.fmpq_poly([q(a**first)])}


def _product(parts: list[Powers]) -> Powers:
    total: Powers = {ONE: flint.fmpq_poly([1])}
    for part in parts:
        found: Powers = {}
        for a, p in total.items():
            for b, r in part.items():
                found[a * b] = found.get(a * b, 0) + p * r
        total = {a: p for a, p in found.items() if p != 0}
    return total


def _sign(p: Any) -> float:
    return float("inf") if p[p.degree()] > 0 else float("-inf")


def limit_of_powers(terms: Powers) -> Any:
    """Where a sum of powers tends along the integers; an infinity is a float.  Raises `Missing`, `Undefined`."""
    large = {a: p for a, p in terms.items() if abs(a) >= 1}
    if not large:
        return Fraction(0)
    size = max(map(abs, large))
    if size in large and -size in large:
        raise Undefined("a sign that is not looked into")
    if size not in large:
        raise Missing("a limit of what oscillates")
    if size == 1 and large[size].degree() <= 0:
        return fraction(large[size][0])
    return _sign(large[size])


def sum_of_powers(terms: Powers, lo: int) -> Any:
    """The sum from lo on; an infinity is a float.  Raises `Missing` where there is none."""
    large = {a: p for a, p in terms.items() if abs(a) >= 1}
    if large:
        size = max(map(abs, large))
        if size in large and -size in large:
            raise Undefined("a sign that is not looked into")
        if size not in large:
            raise Missing("a sum of what oscillates")
        return _sign(large[size])
    total = Fraction(0)
    for a, p in terms.items():
        if a == 0:
            if lo < 0:
                raise NoValue("a negative power of 0")
            total += fraction(p[0]) if lo == 0 else 0
            continue
        values = [fraction(p(q(Fraction(lo + i)))) for i in range(p.degree() + 1)]
        for i in range(len(values)):  # sum over j of binomial(j, i) a**j is a**i / (1 - a)**(i + 1)
            total += a**lo * values[0] * a**i / (1 - a) ** (i + 1)
            values = [y - x for x, y in pairwise(values)]
    return total


def _roots(p: Any) -> list[Fraction]:
    """All roots with their orders.  Raises `Undefined` where one is not rational."""
    factors = p.factor()[1]
    if any(factor.degree() != 1 for factor, _ in factors):
        raise Undefined("a root that is not rational")
    return [-fraction(f[0]) / fraction(f[1]) for f, order in factors for _ in range(order)]


def product_of_ratio(f: Number, lo: int) -> Any:
    """The product from lo on of a rational function that tends to 1; an infinity is a float."""
    if not isinstance(f, Ratio) or f.limit() != 1:
        raise Undefined("a product of another kind")
    top, below = _roots(f.top), _roots(f.below)
    if any(r.denominator == 1 and r >= lo for r in below):
        raise NoValue("a factor that has no value")
    if any(r.denominator == 1 and r >= lo for r in top):
        return Fraction(0)
    grows = sum(below) - sum(top)  # the partial products are about n to this power
    value = MP.gammaprod([approx(lo - r) for r in below], [approx(lo - r) for r in top])
    if grows:
        return Fraction(0) if grows < 0 else float("inf") if value > 0 else float("-inf")
    return value


def sum_of_ratio(f: Number, lo: int) -> Any:
    """The sum of a rational function with simple rational poles; an infinity is a float."""
    if not isinstance(f, Ratio):
        raise Undefined("a sum of no rational function")
    roots = _roots(f.below)
    if len(set(roots)) < len(roots):
        raise Undefined("poles that are not simple")
    if any(r.denominator == 1 and r >= lo for r in roots):
        raise NoValue("a term that has no value")
    if f.below.degree() - f.top.degree() < 2:
        return float("inf") if f.lead() > 0 else float("-inf")
    slope = f.below.derivative()
    return -sum(approx(fraction(f.top(q(r)) / slope(q(r)))) * MP.digamma(approx(lo - r)) for r in roots)
