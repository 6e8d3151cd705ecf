"""Terms as rational-linear combinations, and as products of factors: what the handlers of `normal` take apart.

Decides nothing.  The splitting is exact; factors are irreducible over the rationals (python-flint), except where its
coefficients grow beyond 64 bits: then the polynomial stays one factor.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from verifier.kernel.algebra.field import Field, Poly, Ratio, frozen
from verifier.kernel.terms.expr import Expr
from verifier.prove.normal.normal import Normal
from verifier.prove.numbers.shared_terms import number
from verifier.prove.order.factoring import FACTOR
from verifier.prove.overdue import charge

MOST = 12  # largest multiple of an angle that is expanded


class Part(NamedTuple):
    """A rational multiple of a monomial in generators."""

    factor: Fraction
    of: Expr
    key: object
    poly: Poly


def scaled(q: Fraction | int, e: Expr) -> Expr:
    """q*e with as few signs as possible."""
    q = Fraction(q)
    if e == 1:
        return number(q)
    return e if q == 1 else ("*", number(q), e)


def total(parts: list[Expr]) -> Expr:
    return 0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)


def product(parts: list[Expr]) -> Expr:
    parts = [p for p in parts if p != 1]
    return 1 if not parts else parts[0] if len(parts) == 1 else ("*", *parts)


def split(normal: Normal, e: Expr) -> list[Part]:
    """The term as a sum of rational multiples of monomials (over its denominator); empty for 0."""
    field = normal.field
    top, below = normal.cancel(field.read(e))
    parts: list[Part] = []
    for m, c in sorted(top.items()):
        r: Ratio = ({m: 1}, below)
        parts.append(Part(Fraction(c), normal.expr(r), frozen(r), {m: 1}))
    return parts


def rest_of(parts: list[Part]) -> Expr:
    return total([scaled(p.factor, p.of) for p in parts])


def sole_atom(field: Field, part: Part) -> Expr | None:
    """The expression of the atom that a part is a multiple of."""
    ((m, _),) = part.poly.items()
    return field.sources[m[0][0]] if len(m) == 1 and m[0][1] == 1 and part.of == field.sources[m[0][0]] else None


def primes(n: int) -> list[tuple[int, int]]:
    """The prime factors of n >= 1 with exponents; what is left beyond 10^5 stands as it is."""
    found: list[tuple[int, int]] = []
    p = 2
    while p * p <= n and p < 100_000:
        e = 0
        while n % p == 0:
            n //= p
            e += 1
        if e:
            found.append((p, e))
        p += 1 + (p > 2)
    return [*found, (n, 1)] if n > 1 else found


def factored(normal: Normal, e: Expr) -> tuple[Fraction, list[tuple[Expr, int]]]:
    """e == c * product of f^k with irreducible f whose content is 1 (k may be negative); c == 0 for 0."""
    field = normal.field
    top, below = normal.cancel(field.read(e))
    if not top:
        return Fraction(0), []
    c, found = _factor(top)
    for f, k in below.items():
        d, inner = _factor(dict(f))
        c /= d**k
        found += [(p, -k * j) for p, j in inner]
    merged: dict[Any, int] = {}
    for p, j in found:
        merged[p] = merged.get(p, 0) + j
    return c, [(normal.expr((dict(p), {})), j) for p, j in sorted(merged.items()) if j]


def _factor(p: Poly) -> tuple[Fraction, list[tuple[Any, int]]]:
    common = dict(min(p))
    for m in p:
        powers = dict(m)
        common = {a: min(e, powers[a]) for a, e in common.items() if a in powers}
    found: list[tuple[Any, int]] = [((((((a, 1),), 1)),), e) for a, e in common.items()]
    rest: Poly = {tuple((a, e - common.get(a, 0)) for a, e in m if e > common.get(a, 0)): c for m, c in p.items()}
    if len(rest) == 1:
        return Fraction(next(iter(rest.values()))), found
    from flint import fmpz_mpoly_ctx

    denominator = 1
    for c in rest.values():
        denominator = denominator * (d := Fraction(c).denominator) // _gcd(denominator, d)
    atoms = sorted({a for m in rest for a, _ in m})
    ring = fmpz_mpoly_ctx.get([f"a{a}" for a in atoms], "lex")
    terms = {}
    for m, c in rest.items():
        powers = dict(m)
        terms[tuple(powers.get(a, 0) for a in atoms)] = int(c * denominator)
    whole = ring.from_dict(terms)
    charge(FACTOR * len(terms))
    try:
        content, parts = whole.factor()
    except OverflowError:  # python-flint 0.9 cannot sort factors with coefficients above 64 bits
        content, parts = 1, [(whole, 1)]
    for q, k in parts:
        poly = {
            tuple((a, int(e)) for a, e in zip(atoms, m, strict=True) if e): int(v) for m, v in q.terms()
        }
        found.append((tuple(sorted(poly.items())), int(k)))
    return Fraction(int(content), denominator), found


def _gcd(a: int, b: int) -> int:
    from math import gcd

    return gcd(a, b)
