"""Polynomials as the kernel's `Field` keeps them: exact division, degrees, atoms.  Decides nothing."""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Mono, Poly


def divided(m: Mono, n: Mono) -> Mono | None:
    """m / n for monomials, or None."""
    powers = dict(m)
    for a, e in n:
        left = powers.get(a, 0) - e
        if left < 0:
            return None
        if left:
            powers[a] = left
        else:
            del powers[a]
    return tuple(sorted(powers.items()))


def multiplied(m: Mono, n: Mono) -> Mono:
    powers = dict(m)
    for a, e in n:
        powers[a] = powers.get(a, 0) + e
    return tuple(sorted(powers.items()))


def degree(m: Mono) -> int:
    return sum(e for _, e in m)


def total_degree(p: Poly) -> int:
    return max((degree(m) for m in p), default=0)


def atoms(*polys: Poly) -> list[int]:
    """The atoms that occur, in order."""
    return sorted({a for p in polys for m in p for a, _ in m})


def graded(m: Mono) -> tuple[int, list[tuple[int, int]]]:
    """A key of a monomial order (graded lexicographic)."""
    return degree(m), [(-a, e) for a, e in m]


def quotient(p: Poly, q: Poly) -> Poly | None:
    """p / q where q divides p, else None."""
    if not q:
        return None
    names = atoms(p, q)

    def key(m: Mono) -> tuple[int, ...]:
        powers = dict(m)
        return tuple(powers.get(a, 0) for a in names)

    lead = max(q, key=key)
    rest: Poly = dict(p)
    result: Poly = {}
    while rest:
        top = max(rest, key=key)
        m = divided(top, lead)
        if m is None or len(result) > 5000:
            return None
        c = Fraction(rest[top]) / q[lead]
        result[m] = c.numerator if c.denominator == 1 else c
        for n, d in q.items():
            k = multiplied(m, n)
            value = rest.get(k, 0) - c * d
            if value:
                rest[k] = value
            else:
                rest.pop(k, None)
    return result
