"""The inertia of a symmetric matrix along a piece of real solutions, by congruence; with the strata where it changes.

Symmetric elimination with a pivot of known sign changes nothing but the basis (Sylvester's law), and so does a block
[[0, b], [b, c]] with b != 0, which has one positive and one negative eigenvalue.  Where no such pivot is left, the
piece is cut by a factor of an entry: where it vanishes (which is solved again, `real_solutions`) and where it does not.

Along a piece of critical points, a graph over its free variables, the Hessian vanishes on the tangent space; its
inertia is that of its block in the other variables, and as many zeros as there are free variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verifier.derive.stationary.real_solutions import Case, TooHard, is_unit, real_solutions_within
from verifier.derive.stationary.ring_polynomials import (
    as_squares,
    factors_of,
    in_lowest_terms,
    last_of,
    put_in,
    variables_of,
)

Ratio = tuple[Any, Any]  # numerator and denominator, polynomials of the ring
Table = list[list[Ratio]]
MOST_STRATA = 40


@dataclass(frozen=True)
class Inertia:
    """Numbers of positive, negative and zero eigenvalues."""

    positive: int
    negative: int
    zero: int

    def __str__(self) -> str:
        return f"+{self.positive} -{self.negative} 0{self.zero}"


@dataclass(frozen=True)
class Stratum:
    """Where in the piece (a case within the piece's), at which signs of polynomials, and the inertia there.

    The inertia is None where the equation of the stratum was not solved.
    """

    case: Case
    signs: tuple[tuple[Any, int], ...]
    inertia: Inertia | None
    at: AtRoot | None = None


@dataclass(frozen=True)
class AtRoot:
    """A real root of an irreducible polynomial (SymPy Poly over QQ): its number, ascending; an isolating interval."""

    polynomial: Any
    number: int
    low: Any
    high: Any

    def sign(self, p: Any) -> int:
        """The sign of a polynomial of a ring's last generator at the root: the interval is made small enough."""
        from sympy import Poly

        q = Poly(p.as_expr(), p.ring.symbols[-1], domain="QQ")
        if q.rem(self.polynomial).is_zero:
            return 0
        low, high = self.low, self.high
        while low != high and q.count_roots(low, high):
            low, high = self.polynomial.refine_root(low, high, eps=(high - low) / 4)
        return 1 if q.eval((low + high) / 2) > 0 else -1


def real_roots(m: Any) -> list[AtRoot]:
    """The real roots of an irreducible polynomial of a ring's last generator, ascending."""
    from sympy import Poly

    p = Poly(m.as_expr(), m.ring.symbols[-1], domain="QQ")
    return [AtRoot(p, i, a, b) for i, ((a, b), _) in enumerate(p.intervals())]


def put(ratio: Ratio, case: Case) -> Ratio:
    """A rational function on a piece: of the free variables, in lowest terms."""
    top, bottom = ratio
    for x, a, b in case.solved:
        (p, u), (q, v) = put_in(top, x, a, b), put_in(bottom, x, a, b)
        top, bottom = in_lowest_terms(p * v, q * u, case.root)
    if case.equations:
        top = top.rem(list(case.equations))
    return in_lowest_terms(top, bottom, case.root)


def strata(table: Sequence[Sequence[Ratio]], case: Case, at: AtRoot | None = None) -> list[Stratum]:
    """The inertia of a symmetric matrix of rational functions on a piece.  Raises `TooHard` for too many strata."""
    found: list[Stratum] = []
    _collect([[put(x, case) for x in row] for row in table], case, at, (), Inertia(0, 0, 0), found)
    if found and all(s.inertia is not None and s.inertia == found[0].inertia for s in found):
        return [Stratum(case, (), found[0].inertia, at)]
    return found


def exact_inertia(rows: Sequence[Sequence[Fraction]]) -> Inertia:
    """The inertia of a symmetric matrix of rationals, by the signs in Descartes' rule: another route than `strata`.

    The roots of the characteristic polynomial are real, so that the numbers of sign changes are exact.
    """
    from flint import fmpq, fmpq_mat

    n = len(rows)
    entries = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    if n == 0:
        return Inertia(0, 0, 0)
    coefficients = [fmpq_mat(n, n, entries).charpoly()[k] for k in range(n + 1)]
    zero = next(k for k, c in enumerate(coefficients) if c != 0)
    positive = _changes([c for c in coefficients if c != 0])
    return Inertia(positive, n - zero - positive, zero)


def _changes(values: Sequence[Any]) -> int:
    return sum(1 for a, b in pairwise(values) if (a > 0) != (b > 0))


def _collect(
    table: Table, case: Case, at: AtRoot | None, signs: tuple[tuple[Any, int], ...], so_far: Inertia,
    found: list[Stratum],
) -> None:  # fmt: skip
    if len(found) > MOST_STRATA:
        raise TooHard(f"more than {MOST_STRATA} strata")
    known = Signs(case, at, signs)
    while (pivot := _pivot(table, known)) is not None:
        table, more = _eliminated(table, *pivot, known)
        so_far = Inertia(so_far.positive + more.positive, so_far.negative + more.negative, 0)
    entries = sorted((p for row in table for x in row for p in x if x[0]), key=lambda p: (len(p), str(p)))
    if not entries:
        found.append(Stratum(case, signs, replace(so_far, zero=len(table)), at))
        return
    factor = next(f for p in entries for f, _ in factors_of(p) if len(known.possible(f)) > 1)
    if is_unit(factor, case):  # the sign is open
        sides: list[list[Stratum]] = [[], []]
        for side, sign in zip(sides, (1, -1), strict=True):
            _collect(table, case, at, (*signs, (factor.monic(), sign)), so_far, side)
        freed = [[replace(s, signs=tuple(x for x in s.signs if x[0] != factor.monic())) for s in x] for x in sides]
        found += freed[0] if freed[0] == freed[1] else sides[0] + sides[1]
        return
    for away in known.possible(factor):
        if away:
            apart = replace(case, nonzero=(*case.nonzero, factor.monic()))
            kept = signs if known.possible(factor) == (1, 0, -1) else (*signs, (factor.monic(), away))
            _collect(table, apart, at, kept, so_far, found)
            if kept == signs:
                break
    try:
        zero = list(real_solutions_within(case, factor).leaves())
    except TooHard:
        found.append(Stratum(case, (*signs, (factor.monic(), 0)), None, at))
        return
    for inside in zero:
        fresh = inside.root is not None and case.root is None
        for root in real_roots(inside.root) if fresh else [at]:
            _collect([[put(x, inside) for x in row] for row in table], inside, root, signs, so_far, found)


def _pivot(table: Table, known: Signs) -> tuple[int, ...] | None:
    """A diagonal entry of known sign, or a pair (i, j) with a zero at i on the diagonal and no zero at (i, j)."""
    n = len(table)
    for i in range(n):
        if table[i][i][0] and known.of(table[i][i]) is not None:
            return (i,)
    for i in range(n):
        if not table[i][i][0]:
            for j in range(n):
                if i != j and table[i][j][0] and known.apart(table[i][j][0]):
                    return (i, j)
    return None


def _eliminated(table: Table, *chosen: Any) -> tuple[Table, Inertia]:
    """The Schur complement of the pivot, and the pivot's inertia."""
    *pivot, known = chosen
    case = known.case
    if len(pivot) == 1:
        (i,) = pivot
        sign = known.of(table[i][i])
        inverse = {(i, i): (table[i][i][1], table[i][i][0])}
        more = Inertia(int(sign > 0), int(sign < 0), 0)
    else:  # [[0, b], [b, c]] has the inverse [[-c/b^2, 1/b], [1/b, 0]]
        i, j = pivot
        b, c = table[i][j], table[j][j]
        inverse = {(i, j): (b[1], b[0]), (j, i): (b[1], b[0]), (i, i): (-c[0] * b[1] ** 2, c[1] * b[0] ** 2)}
        more = Inertia(1, 1, 0)
    rest = [k for k in range(len(table)) if k not in pivot]
    made: Table = []
    for p in rest:
        row = []
        for q in rest:
            top, bottom = table[p][q]
            for (r, s), (u, v) in inverse.items():
                (a, b1), (d, e) = table[p][r], table[s][q]
                part = (a * u * d, b1 * v * e)
                top, bottom = _lowest(top * part[1] - bottom * part[0], bottom * part[1], case)
            row.append((top, bottom))
        made.append(row)
    return made, more


def _lowest(top: Any, bottom: Any, case: Case) -> Ratio:
    if case.equations:
        top = top.rem(list(case.equations))
    return in_lowest_terms(top, bottom, case.root)


class Signs:
    """Signs of rational functions on a piece, some of them supposed."""

    def __init__(self, case: Case, at: AtRoot | None, supposed: Sequence[tuple[Any, int]] = ()) -> None:
        self.case, self.at, self.supposed = case, at, dict(supposed)

    def of(self, ratio: Ratio) -> int | None:
        """The sign, not 0, where it is known on the whole piece."""
        total = 1
        for p in ratio:
            lead, factors = p.factor_list()
            total *= 1 if lead > 0 else -1
            for f, e in factors:
                possible = self.possible(f)
                if 0 in possible or (len(possible) > 1 and e % 2):
                    return None
                total *= possible[0] ** e
        return total

    def apart(self, p: Any) -> bool:
        """Whether a polynomial vanishes nowhere on the piece."""
        return all(0 not in self.possible(f) for f, _ in factors_of(p))

    def possible(self, f: Any) -> tuple[int, ...]:
        """The signs that a polynomial can have."""
        lead = 1 if f.LC > 0 else -1
        if f.monic() in self.supposed:
            return (lead * self.supposed[f.monic()],)
        if self.at is not None and variables_of(f) <= {last_of(f)}:
            return (self.at.sign(f),)
        apart, weak = is_unit(f, self.case), 0
        if last_of(f) in variables_of(f):
            weak, strict = self._even(f)
        else:
            found = as_squares(f)
            strict = found is not None and any(is_unit(s, self.case) for s in found[1])
            if found is not None:
                weak = 1 if sum((c * s**2 for c, s in zip(*found, strict=True)), f.ring.zero) == f else -1
        if weak:
            return (weak,) if strict or apart else (weak, 0)
        return (1, -1) if apart else (1, 0, -1)

    def _even(self, f: Any) -> tuple[int, bool]:
        """The sign of a polynomial with even powers whose coefficients, at the root, have one sign; whether strict."""
        parts: dict[tuple[int, ...], Any] = {}
        for m, c in f.terms():
            part = f.ring.from_dict({(*[0] * (len(m) - 1), m[-1]): c})
            parts[m[:-1]] = parts.get(m[:-1], f.ring.zero) + part
        signs = {m: self.at.sign(c) for m, c in parts.items() if self.at is not None}
        if any(e % 2 for m, s in signs.items() if s for e in m) or len({s for s in signs.values() if s}) != 1:
            return 0, False
        strict = any(s and is_unit(f.ring.from_dict({(*m, 0): f.ring.domain.one}), self.case) for m, s in signs.items())
        return next(s for s in signs.values() if s), strict
