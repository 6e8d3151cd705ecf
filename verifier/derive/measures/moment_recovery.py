"""Atoms and weights of a discrete measure from its moments (Prony's method), exactly and as certified balls.

The moments of r atoms satisfy one linear recurrence of order r, whose characteristic polynomial p has the atoms as its
roots; with the polynomial of the second kind q the weight at the atom x is q(x)/p'(x).  Both are rational functions,
so that everything is exact in the field Q[x]/(f), f an irreducible factor of p, whether its roots are rational or not.
Sturm sequences say that all roots are real.

Source: Prony; Cohen and Yeredor (2011), Theorem 1; Cohen-Karlik et al. (2023), Lemma 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from verifier.derive.enclosed_numbers import Ball, ball, decimals, rounded, upper
from verifier.derive.exact_numbers import NotVerified, null_space, rank, rational, symbol_free
from verifier.derive.measures.discrete_measures import DiscreteMeasure
from verifier.derive.measures.hankel_positivity import TooFewMoments


class NotMoments(ValueError):
    """No discrete measure on the line with that many atoms has these moments."""


@dataclass(frozen=True)
class RecoveredMeasure:
    """The only discrete measure with at most len(moments)/2 atoms that has the given moments.

    `polynomial`: monic, its roots are the atoms (SymPy Poly in x).  `parts`: pairs (f, w) of an irreducible factor and
    the weight at its roots as a polynomial in x of smaller degree.  `moments`: what was given (SymPy Rationals).
    """

    moments: tuple[Any, ...]
    polynomial: Any
    parts: tuple[tuple[Any, Any], ...]

    @property
    def measure(self) -> DiscreteMeasure:
        """Atoms in ascending order, with weights: rational, by radicals up to degree 2, else `CRootOf`."""
        from sympy import radsimp

        pairs = []
        for factor, weight in self.parts:
            for root in factor.real_roots():
                value = weight.as_expr().subs(weight.gen, root)
                pairs.append((root, radsimp(value) if factor.degree() <= 2 else value))
        pairs.sort(key=cmp_to_key(_ascending))
        return DiscreteMeasure(tuple(x for x, _ in pairs), tuple(w for _, w in pairs))

    @property
    def order(self) -> int:
        """The number of atoms."""
        return int(self.polynomial.degree())

    @property
    def rational(self) -> bool:
        """Whether all atoms (and then all weights) are rational numbers."""
        return all(factor.degree() == 1 for factor, _ in self.parts)

    def moment(self, k: int) -> Any:
        """Moment k, for any k >= 0, as an exact rational: the sum of the traces of w(x) x^k over the fields Q[x]/(f).

        Raises `NotMoments` for k < 0.
        """
        from sympy import Integer, Poly

        if k < 0:
            raise NotMoments(f"there is no moment {k}; moments are counted from 0")
        total = Integer(0)
        for factor, weight in self.parts:
            x = factor.gen
            sums = _power_sums(factor, factor.degree())
            element = (weight * Poly(x, x).pow(k)).rem(factor)
            total += sum(c * sums[monomial[0]] for monomial, c in element.terms())
        return total

    def numbers(self, digits: int = 40) -> tuple[tuple[Ball, Ball], ...]:
        """Atoms and weights as balls that certainly contain them, with about `digits` correct digits, ascending."""
        with decimals(digits + 20):
            return tuple((rounded(x, digits), rounded(w, digits)) for x, w in _balls(self))

    def residual_bound(self, digits: int = 40) -> str:
        """A bound on |sum_i w_i x_i^k - m_k| for all given moments and any numbers in the balls of `numbers`."""
        from flint import arb

        with decimals(digits + 20):
            balls = [(arb(x.middle, x.radius), arb(w.middle, w.radius)) for x, w in self.numbers(digits)]
            worst = arb(0)
            for k, m in enumerate(self.moments):
                total = -ball(m)
                for x, w in balls:
                    total += w * x**k if k else w
                worst = worst.max(abs(total).upper())
            return upper(worst)

    def verify(self) -> bool:
        """All given moments reproduced exactly by traces; all roots real and simple by Sturm; weights not 0."""
        from math import prod

        from sympy import Poly

        whole: Any = prod((factor.as_expr() for factor, _ in self.parts), start=1)
        x = self.polynomial.gen
        if Poly(whole, x).monic() != self.polynomial.monic() or self.polynomial.count_roots() != self.order:
            return False
        if any(weight.is_zero or not factor.is_irreducible for factor, weight in self.parts):
            return False
        return all(self.moment(k) == m for k, m in enumerate(self.moments))

    def _repr_latex_(self) -> str:
        return self.measure._repr_latex_()


def recover(moments: Sequence[Any], atoms: int | None = None) -> RecoveredMeasure:
    """The discrete measure with exact rational moments m_0, m_1, ...; `atoms` of them, or as few as will do.

    2n moments determine n atoms (weights of any sign); all moments that are given have to fit.
    Raises `TooFewMoments`; `NotMoments` where the polynomial has complex or repeated roots or the moments do not fit:
    without `atoms` no measure with at most len(moments)/2 atoms has them then.

    >>> recover([3, 0, "3/2", "-3/4"]).measure
    DiscreteMeasure(atoms=(-1, 1/2), weights=(1, 2))
    """
    from sympy import Poly, Symbol

    m = [rational(x, "a moment") for x in moments]
    if not m:
        raise TooFewMoments("there are no moments; n atoms need 2n of them")
    largest = len(m) // 2
    if atoms is not None and atoms < 0:
        raise TooFewMoments(f"a measure has no {atoms} atoms; the number is at least 0")
    if atoms is not None and atoms > largest:
        raise TooFewMoments(f"{atoms} atoms need {2 * atoms} moments; there are {len(m)}")
    x = Symbol("x", real=True)
    n = atoms
    if n is None:
        # the smallest order of a recurrence; it is the rank of the largest Hankel matrix, if the moments fit at all
        half = largest
        n = rank([[m[i + j] for j in range(len(m) - half)] for i in range(half)]) if half else 0
        n = min(n, largest)  # r atoms, r <= largest, give this Hankel matrix the rank r: a failure below excludes all r
    try:
        coefficients = _recurrence(m, n)
    except NotMoments:
        if atoms is not None:
            raise
        few = f"no measure with at most {largest} atom{'s' * (largest != 1)} has these {len(m)} moments"
        raise NotMoments(f"{few}; one with {largest + 1} is determined by {2 * largest + 2}") from None
    p = Poly([symbol_free(c) for c in reversed(coefficients)], x, domain="QQ")
    if n and (p.count_roots() < n or not p.is_sqf):
        why = "a repeated root" if not p.is_sqf else "roots that are not real"
        raise NotMoments(f"the polynomial {p.as_expr()} of the moments has {why}: no measure with {n} atoms has them")
    second = [
        symbol_free(sum((coefficients[j] * m[j - k - 1] for j in range(k + 1, n + 1)), Fraction(0))) for k in range(n)
    ]
    q = Poly(list(reversed(second)) or [0], x)
    parts = []
    for factor, _ in p.factor_list()[1] if n else []:
        monic = factor.monic()
        weight = (q * p.diff(x).invert(monic)).rem(monic)
        if weight.is_zero:
            raise NotMoments(f"fewer than {n} atoms have these moments; leave `atoms` out")
        parts.append((monic, weight))
    found = RecoveredMeasure(tuple(symbol_free(v) for v in m), p, tuple(parts))
    if not found.verify():
        raise NotVerified("the recovered measure does not have the given moments")
    return found


def _recurrence(m: Sequence[Fraction], n: int) -> list[Fraction]:
    """The coefficients c_0, ..., c_n = 1 with sum_j c_j m_{i+j} = 0 for all i; raises `NotMoments` without them."""
    if n == 0:
        if len(m) == 1 and m[0]:
            raise TooFewMoments("one moment is the mass alone; n atoms need 2n moments")
        if any(m):
            raise NotMoments("the moments are not all 0, so there is at least one atom")
        return [Fraction(1)]
    rows = [list(m[i : i + n + 1]) for i in range(len(m) - n)]
    basis = [v for v in null_space(rows, n + 1) if v[n]]
    if not basis:
        raise NotMoments(f"the moments satisfy no recurrence of order {n}: no measure with {n} atoms has them all")
    if len(null_space(rows, n + 1)) > 1:
        raise NotMoments(f"fewer than {n} atoms have these moments; leave `atoms` out")
    return [c / basis[0][n] for c in basis[0]]


def _power_sums(polynomial: Any, count: int) -> list[Any]:
    """The power sums 0, ..., count of the roots of a monic polynomial, as traces of powers of its companion matrix."""
    from sympy import Integer, eye, zeros

    d = int(polynomial.degree())
    coefficients = polynomial.all_coeffs()
    companion = zeros(d, d)
    for i in range(d):
        if i:
            companion[i, i - 1] = Integer(1)
        companion[i, d - 1] = -coefficients[d - i]
    power, sums = eye(d), []
    for _ in range(count + 1):
        sums.append(power.trace())
        power = power * companion
    return sums


def _ascending(a: tuple[Any, Any], b: tuple[Any, Any]) -> int:
    """The order of two pairs by their first numbers, which are apart; exact for SymPy numbers and for balls."""
    return -1 if bool(a[0] < b[0]) else 1


def _balls(found: RecoveredMeasure) -> list[tuple[Any, Any]]:
    """Enclosures of atoms and weights by ball arithmetic: isolated roots, then the weight polynomial at them."""
    from flint import fmpq, fmpq_poly

    pairs = []
    for factor, weight in found.parts:
        f = fmpq_poly([fmpq(int(c.p), int(c.q)) for c in reversed(factor.all_coeffs())])
        w = [ball(c) for c in reversed(weight.all_coeffs())]
        for root, _ in f.numer().complex_roots():
            x = root.real
            pairs.append((x, sum((c * x**k for k, c in enumerate(w[1:], 1)), start=w[0])))
    pairs.sort(key=cmp_to_key(_ascending))
    return pairs
