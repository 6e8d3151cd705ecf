"""Membership in an ideal with cofactors: linear algebra on a bounded degree.

`membership` asks whether target = sum of cofactor * generator with every product of degree at most `bound`.
The unknown coefficients solve a linear system modulo a 61-bit prime; the solution is lifted to rationals and
checked exactly.  Gradings of the generators (all weights for which they are homogeneous) split the system
into small ones: that is what makes it fast for the polynomials of matrix words.  Complete for its degree,
except that it gives up where a system has more than a few million entries.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, isqrt
from typing import Any

from verifier.language.values.sparse import exponents
from verifier.prove.driver.effort import now
from verifier.prove.overdue import charge

PRIME = 2305843009213693951  # 2^61 - 1
MOST_MONOMIALS = 60_000
MOST_CELLS = 8_000_000
ELIMINATION, WHOLE = 3e-10, 1.4e-8  # seconds of FLINT for a cell and a row of it: modulo a prime, over the integers

Terms = Mapping[int, Any]


def degree(terms: Terms) -> int:
    """The total degree; 0 for the polynomial 0."""
    return max((sum(k for _, k in exponents(m)) for m in terms), default=0)


def membership(
    target: Terms, generators: Sequence[Terms], bound: int, atoms: int, seconds: float = 10.0
) -> list[tuple[int, dict[int, Any]]] | None:
    """Cofactors as (index of the generator, polynomial), or None."""
    until = now() + seconds
    used = sorted({i for p in (target, *generators) for m in p for i, _ in exponents(m)})
    weights = _gradings(generators, used)

    def weigh(m: int) -> tuple[int, ...]:
        powers = dict(exponents(m))
        return tuple(sum(w[i] * powers.get(a, 0) for i, a in enumerate(used)) for w in weights)

    parts: dict[tuple[int, ...], dict[int, Any]] = {}
    for m, c in target.items():
        parts.setdefault(weigh(m), {})[m] = c
    room = max((bound - degree(g) for g in generators), default=-1)
    if room < 0 or comb(len(used) + room, room) > MOST_MONOMIALS:
        return None
    multipliers: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for d in range(room + 1):
        for choice in itertools.combinations_with_replacement(used, d):
            m = sum(1 << (16 * a) for a in choice)
            multipliers.setdefault(weigh(m), []).append((d, m))
    heads = [(weigh(next(iter(g))), degree(g)) for g in generators]

    cofactors: dict[int, dict[int, Any]] = {}
    for weight, part in parts.items():
        columns = []
        for k, (own, size) in enumerate(heads):
            needed = tuple(a - b for a, b in zip(weight, own, strict=True))
            columns += [(d + size, k, m) for d, m in multipliers.get(needed, ()) if d + size <= bound]
        columns.sort()
        found = _solve(part, generators, [(k, m) for _, k, m in columns], until)
        if found is None or now() > until:
            return None
        for (k, m), c in found:
            cofactors.setdefault(k, {})[m] = c
    return sorted(cofactors.items())


def _gradings(generators: Sequence[Terms], used: list[int]) -> list[list[int]]:
    """A basis of the weights of the atoms for which every generator is homogeneous."""
    from flint import fmpz_mat

    rows = set()
    for g in generators:
        powers = [dict(exponents(m)) for m in g]
        for other in powers[1:]:
            rows.add(tuple(other.get(a, 0) - powers[0].get(a, 0) for a in used))
    n = len(used)
    if not n:
        return []
    if not rows:
        return [[int(i == j) for j in range(n)] for i in range(n)]
    charge(WHOLE * len(rows) * n * min(len(rows), n))
    basis, rank = fmpz_mat(len(rows), n, [x for r in sorted(rows) for x in r]).nullspace()
    return [[int(basis[i, j]) for i in range(n)] for j in range(int(rank))]


def _solve(
    target: Terms, generators: Sequence[Terms], columns: list[tuple[int, int]], until: float
) -> list[tuple[tuple[int, int], Any]] | None:
    from flint import nmod_mat

    places: dict[int, int] = {}
    for m in target:
        places.setdefault(m, len(places))
    products = []
    for k, m in columns:
        product = {m + n: c for n, c in generators[k].items()}
        products.append(product)
        for n in product:
            places.setdefault(n, len(places))
    width = len(columns) + 1
    price = ELIMINATION * len(places) * width * min(len(places), width)
    if len(places) * width > MOST_CELLS or now() + price > until:
        return None
    cells = [0] * (len(places) * width)
    for j, product in enumerate((*products, dict(target))):
        for m, c in product.items():
            cells[places[m] * width + j] = _residue(c)
    charge(price)
    reduced, rank = nmod_mat(len(places), width, cells, PRIME).rref()
    solution, column = [], 0
    for r in range(int(rank)):
        while int(reduced[r, column]) == 0:
            column += 1
        if column == width - 1:
            return None
        c = _lift(int(reduced[r, width - 1]))
        if c is None:
            return None
        if c:
            solution.append((column, c))
    total = dict(target)
    for j, c in solution:
        for m, v in products[j].items():
            total[m] = total.get(m, 0) - c * v
    if any(total.values()):
        return None
    return [(columns[j], c.numerator if c.denominator == 1 else c) for j, c in solution]


def _residue(c: Any) -> int:
    q = Fraction(c)
    return q.numerator * pow(q.denominator, -1, PRIME) % PRIME


def _lift(x: int) -> Fraction | None:
    """The rational number with small numerator and denominator that is x modulo the prime."""
    bound = isqrt(PRIME // 2)
    (r0, s0), (r1, s1) = (PRIME, 0), (x, 1)
    while r1 > bound:
        q = r0 // r1
        (r0, s0), (r1, s1) = (r1, s1), (r0 - q * r1, s0 - q * s1)
    return Fraction(r1, s1) if s1 and abs(s1) <= bound else None
