"""Sparse polynomials over the rationals, with reciprocals of polynomials that are known not to be zero.

A polynomial is a dictionary from packed monomials to non-zero coefficients: the exponent of the i-th atom
sits in bits 16 i, ..., 16 i + 15 of one integer, so that monomials multiply by adding.  The total degree is
tracked and kept below 2^16, so that exponents never run over.  Atoms are whatever a `Ring` names.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from verifier.kernel.work import spend

BITS, MASK = 16, (1 << 16) - 1
MOST_PRODUCTS = 20_000_000
MOST_BITS = 50_000


class Poly(NamedTuple):
    """`terms`: packed monomial -> coefficient; `degree`: an upper bound for the total degree."""

    terms: dict[int, Any]
    degree: int


def constant(c: Any) -> Poly:
    return Poly({0: c} if c else {}, 0)


def _bounded(c: Any) -> None:
    """Refuses long numbers and pays for what is done with them."""
    bits = max(c.numerator.bit_length(), c.denominator.bit_length())
    if bits > 1000:
        spend((bits >> 8) ** 2 >> 4)
        if bits > MOST_BITS:
            raise ValueError("a number that is too large")


def value_of(p: Poly) -> Any:
    """The number that a constant polynomial is; None otherwise."""
    return 0 if not p.terms else p.terms[0] if len(p.terms) == 1 and 0 in p.terms else None


def _whole(c: Any) -> Any:
    return c if type(c) is int or c.denominator != 1 else c.numerator


def scale(p: Poly, c: Any) -> Poly:
    return Poly({m: _whole(v * c) for m, v in p.terms.items()} if c else {}, p.degree)


def plus(p: Poly, q: Poly) -> Poly:
    if len(p.terms) < len(q.terms):
        p, q = q, p
    spend(1 + len(p.terms) // 16 + len(q.terms))
    terms = dict(p.terms)
    for m, c in q.terms.items():
        c += terms.get(m, 0)
        _bounded(c)
        if c:
            terms[m] = _whole(c)
        else:
            del terms[m]
    return Poly(terms, max(p.degree, q.degree))


def exponents(monomial: int) -> list[tuple[int, int]]:
    """(place of the atom, exponent) for the atoms that occur."""
    found, place = [], 0
    while monomial:
        if monomial & MASK:
            found.append((place, monomial & MASK))
        monomial >>= BITS
        place += 1
    return found


class Arithmetic:
    """Products, quotients and derivatives; keeps the names of the atoms and what may be divided by."""

    def __init__(self) -> None:
        self.atoms: dict[Any, int] = {}
        #: (monic polynomial, place of the atom that is its reciprocal), in order of declaration
        self.nonzero: list[tuple[Poly, int]] = []
        self.spent = 0

    def times(self, p: Poly, q: Poly) -> Poly:
        self.spent += len(p.terms) * len(q.terms)
        if self.spent > MOST_PRODUCTS or p.degree + q.degree > MASK:
            raise ValueError("the expansion is too large")
        spend(1 + len(p.terms) * len(q.terms) // 8)
        out: dict[int, Any] = {}
        get, right = out.get, list(q.terms.items())
        for m, c in p.terms.items():
            for n, d in right:
                out[m + n] = get(m + n, 0) + c * d
        spend(len(out) * (1 + len(self.atoms) // 32))  # a monomial is as long as there are atoms
        for c in out.values():
            _bounded(c)
        return Poly({m: _whole(c) for m, c in out.items() if c}, p.degree + q.degree)

    def power(self, p: Poly, n: int) -> Poly:
        if n > 2000:
            raise ValueError(f"the exponent {n} is too large")
        return self.reciprocal(self.power(p, -n)) if n < 0 else self._repeat(p, n)

    def _repeat(self, p: Poly, n: int) -> Poly:
        result = constant(1)
        for _ in range(n):
            result = self.times(result, p)
        return result

    def _atom(self, key: Any) -> Poly:
        return Poly({1 << (BITS * self.atoms.setdefault(key, len(self.atoms))): 1}, 1)

    def _monic(self, p: Poly) -> tuple[Any, Poly]:
        lead = p.terms[max(p.terms)]
        return lead, scale(p, Fraction(1) / lead)

    def declare_nonzero(self, p: Poly) -> None:
        """Admit division by p.  The caller vouches that p is not zero at the values of the atoms."""
        if p.terms and value_of(p) is None and self._monic(p)[1] not in [q for q, _ in self.nonzero]:
            self._atom(("reciprocal", len(self.nonzero)))
            self.nonzero.append((self._monic(p)[1], len(self.atoms) - 1))

    def reciprocal(self, p: Poly) -> Poly:
        if not p.terms:
            raise ValueError("division by zero")
        lead, monic = self._monic(p)
        result = constant(Fraction(1) / lead)
        found = next((place for q, place in self.nonzero if q.terms == monic.terms), None)
        if found is not None:
            return self.times(result, Poly({1 << (BITS * found): 1}, 1))
        if len(p.terms) > 1:
            raise ValueError("division by an expression that is not declared to be non-zero")
        for place, exponent in exponents(max(p.terms)):
            single = 1 << (BITS * place)
            found = next((k for q, k in self.nonzero if q.terms == {single: 1}), None)
            if found is None:
                raise ValueError("division by an expression that is not declared to be non-zero")
            result = self.times(result, Poly({exponent << (BITS * found): 1}, exponent))
        return result

    def vanishes(self, p: Poly) -> bool:
        """Whether p is identically zero once every reciprocal is multiplied out."""
        for q, place in reversed(self.nonzero):
            layers: dict[int, dict[int, Any]] = {}
            for m, c in p.terms.items():
                k = (m >> (BITS * place)) & MASK
                layers.setdefault(k, {})[m - (k << (BITS * place))] = c
            top, cleared = max(layers, default=0), constant(0)
            for k, terms in layers.items():
                cleared = plus(cleared, self.times(Poly(terms, p.degree), self._repeat(q, top - k)))
            p = cleared
        return not p.terms

    def partial(self, p: Poly, place: int) -> Poly:
        """The derivative with respect to one atom, all others (reciprocals too) held fixed."""
        terms = {}
        for m, c in p.terms.items():
            k = (m >> (BITS * place)) & MASK
            if k:
                terms[m - (1 << (BITS * place))] = c * k
        return Poly(terms, p.degree)

    def derivative(self, p: Poly, place: int) -> Poly:
        """The derivative with respect to a variable, through the reciprocals: (1/q)' = -q'/q^2."""
        result = self.partial(p, place)
        for q, own in self.nonzero:
            outer = self.partial(p, own)
            if outer.terms:
                inner = self.times(self.derivative(q, place), Poly({2 << (BITS * own): -1}, 2))
                result = plus(result, self.times(outer, inner))
        return result

    def readable(self, p: Poly) -> dict[Any, Any]:
        """{((atom, exponent), ...): coefficient} for readers of the polynomial."""
        names = list(self.atoms)
        return {tuple((names[i], k) for i, k in exponents(m)): c for m, c in p.terms.items()}
