"""The pseudoinverse and the exponential of rational matrices, exactly.

A = B C with B of full column rank and C of full row rank (from the reduced row echelon form) has the pseudoinverse
C' (C C')^-1 (B' B)^-1 B'.  A matrix whose minimal polynomial m has simple roots is diagonalisable, and

    f(S) = sum over roots z of m of f(z) E_z,    E_z = q_z(S)/m'(z),    q_z(x) = (m(x) - m(z))/(x - z):

the spectral projectors are polynomials in z and S, exact for roots that are no rational numbers as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verifier.derive.exact_numbers import NotVerified, rational, symbol_free


class NoInverse(ValueError):
    """The matrix has no pseudoinverse or spectral form of the kind that was asked for."""


def rational_matrix(rows: Any, name: str = "the matrix") -> Any:
    """A SymPy matrix of exact rationals from nested lists or a matrix; raises `Inexact` for floats and symbols."""
    from sympy import Matrix

    return Matrix(rows).applyfunc(lambda x: symbol_free(rational(x, f"an entry of {name}")))


def pseudoinverse(matrix: Any) -> Any:
    """The Moore-Penrose pseudoinverse (n x m) of a rational matrix (m x n) of any rank, exact.

    >>> pseudoinverse([[1, 1], [1, 1]])
    Matrix([
    [1/4, 1/4],
    [1/4, 1/4]])
    """
    from sympy import zeros

    a = rational_matrix(matrix)
    reduced, pivots = a.rref()
    if not pivots:
        return zeros(a.cols, a.rows)
    b, c = a.extract(list(range(a.rows)), list(pivots)), reduced[: len(pivots), :]
    inverse = c.T * (c * c.T).inv() * (b.T * b).inv() * b.T
    if not all(penrose(a, inverse)):
        raise NotVerified("a Penrose equation fails")
    return inverse


def penrose(a: Any, p: Any) -> tuple[bool, bool, bool, bool]:
    """Which of Penrose's four equations hold: a p a = a, p a p = p, (a p)' = a p, (p a)' = p a."""
    return a * p * a == a, p * a * p == p, a * p == (a * p).T, p * a == (p * a).T


@dataclass(frozen=True)
class Spectrum:
    """A diagonalisable rational matrix S (n x n) with its minimal polynomial (monic SymPy Poly, simple roots)."""

    matrix: Any
    minimal: Any

    @property
    def eigenvalues(self) -> tuple[Any, ...]:
        """The distinct eigenvalues: rational, by radicals up to degree 2, else `CRootOf`; real ones ascending first."""
        from sympy import roots

        found: list[Any] = []
        for factor, _ in self.minimal.factor_list()[1]:
            found += list(roots(factor)) if factor.degree() <= 2 else factor.all_roots()
        found.sort(key=lambda z: (not z.is_real, complex(z).real, complex(z).imag))
        return tuple(found)

    def projector(self, eigenvalue: Any) -> Any:
        """E_z for an eigenvalue z, or for a symbol z in its place: a polynomial in z over m'(z)."""
        from sympy import Integer, zeros

        coefficients = self.minimal.all_coeffs()
        n, degree = self.matrix.rows, len(coefficients) - 1
        powers = [self.matrix**0]
        for _ in range(degree - 1):
            powers.append(powers[-1] * self.matrix)
        total = zeros(n, n)
        for i in range(degree):  # x^i in q_z has the coefficient z^(degree-1-i) + ... (Horner)
            horner = Integer(0)
            for c in coefficients[: degree - i]:
                horner = horner * eigenvalue + c
            total += horner * powers[i]
        slope = self.minimal.diff().as_expr().subs(self.minimal.gen, eigenvalue)
        return total / slope

    def function(self, f: Callable[[Any], Any]) -> Any:
        """f(S) for a function of a SymPy number, for example ``lambda z: exp(-z*t)``."""
        from sympy import radsimp, zeros

        total = zeros(self.matrix.rows, self.matrix.rows)
        for z in self.eigenvalues:
            projector = self.projector(z)
            total += f(z) * (projector.applyfunc(radsimp) if z.is_algebraic and not z.is_Rational else projector)
        return total

    def verify(self) -> bool:
        """m(S) = 0 and simple roots; sum_z z^k/m'(z) is 0 for k < deg m - 1 and 1 for k = deg m - 1.

        The first makes S E_z = z E_z, since (S - z) q_z(S) = m(S) - m(z); the second makes the E_z sum to the identity.
        """
        from sympy import Poly, zeros

        m, x = self.minimal, self.minimal.gen
        power, total = self.matrix**0, zeros(self.matrix.rows, self.matrix.rows)
        for c in reversed(m.all_coeffs()):
            total, power = total + c * power, power * self.matrix
        if not total.is_zero_matrix or not m.is_sqf:
            return False
        degree = int(m.degree())
        weight = m.diff().invert(m)
        for k in range(degree):
            element = (weight * Poly(x**k, x)).rem(m)
            if _trace(element, m) != int(k == degree - 1):
                return False
        return True


def _trace(element: Any, m: Any) -> Any:
    """The sum of a polynomial over the roots of m, as the trace of the multiplication by it modulo m."""
    from sympy import Integer, Poly

    total = Integer(0)
    for i in range(int(m.degree())):
        image = (element * Poly(m.gen**i, m.gen)).rem(m)
        total += image.coeff_monomial(m.gen**i)
    return total


def spectrum(matrix: Any) -> Spectrum:
    """The spectral form of a square rational matrix that is diagonalisable (a symmetric one always is).

    Raises `NoInverse` where it is not.
    """
    from sympy import Poly, Symbol, zeros

    s = rational_matrix(matrix)
    if s.rows != s.cols:
        raise NoInverse(f"the matrix is {s.rows} by {s.cols}; a spectral form needs a square one")
    x = Symbol("x")
    factors = Poly(s.charpoly(x).as_expr(), x, domain="QQ").factor_list()[1]
    minimal = Poly(1, x, domain="QQ")
    for factor, _ in factors:
        minimal = minimal * factor.monic()
    total, power = zeros(s.rows, s.rows), s**0
    for c in reversed(minimal.all_coeffs()):
        total, power = total + c * power, power * s
    if not total.is_zero_matrix:
        raise NoInverse("the matrix is not diagonalisable, its exponential has powers of t; take a symmetric one")
    found = Spectrum(s, minimal)
    if not found.verify():
        raise NotVerified("the spectral projectors do not add up to the identity")
    return found
