"""Hankel matrices of moment sequences, and their positivity decided exactly by a factorisation L D L'.

A sequence m_0, m_1, ... is the moments of a positive measure on the line only if every Hankel matrix (m_{i+j}) is
positive semidefinite; on [a, b] also those of (x - a) and (b - x), or of (x - a)(b - x), times the measure.
Cannot: say of a truncated sequence with a singular Hankel matrix that a measure exists (recovering it does).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.derive.exact_numbers import NotVerified, rational, symbol_free

Row = list[Fraction]


class TooFewMoments(ValueError):
    """The moment sequence is too short for the question."""


@dataclass(frozen=True)
class Positivity:
    """A symmetric rational matrix (SymPy, n x n) with the proof of its sign.

    `kind`: "positive definite" or "positive semidefinite", with matrix = lower diag(pivots) lower'; or "indefinite",
    with a `witness` x for which x' matrix x < 0.  `rank`: of the matrix, where it is semidefinite.  `weight`: what the
    measure is multiplied with, as a polynomial in x.
    """

    matrix: Any
    kind: str
    lower: Any | None
    pivots: tuple[Any, ...]
    witness: Any | None
    weight: Any = 1

    @property
    def holds(self) -> bool:
        """Whether the matrix is positive semidefinite."""
        return self.kind != "indefinite"

    @property
    def rank(self) -> int | None:
        """The rank of a semidefinite matrix, None for an indefinite one."""
        return sum(p != 0 for p in self.pivots) if self.holds else None

    def verify(self) -> bool:
        """The factorisation multiplied out, with pivots of the right sign; or the witness put in."""
        from sympy import diag

        if self.matrix != self.matrix.T:
            return False
        if self.kind == "indefinite":
            return self.witness is not None and bool((self.witness.T * self.matrix * self.witness)[0, 0] < 0)
        if self.lower is None or not self.lower.is_lower or any(x != 1 for x in self.lower.diagonal()):
            return False
        least = min(self.pivots)
        signs = least > 0 if self.kind == "positive definite" else least == 0
        return bool(signs) and self.lower * diag(*self.pivots) * self.lower.T == self.matrix

    def _repr_latex_(self) -> str:
        from sympy import latex

        sign = {"positive definite": "\\succ 0", "positive semidefinite": "\\succeq 0", "indefinite": "\\not\\succeq 0"}
        return f"$\\displaystyle {latex(self.matrix)} {sign[self.kind]}$"


def hankel(moments: Sequence[Any], size: int | None = None, shift: int = 0) -> Any:
    """The Hankel matrix (m_{i+j+shift}) of exact moments, as a SymPy matrix (size x size; the largest that fits).

    Raises `TooFewMoments`, with the number that is needed.

    >>> hankel([1, 0, 1, 0, 3])
    Matrix([
    [1, 0, 1],
    [0, 1, 0],
    [1, 0, 3]])
    """
    from sympy import Matrix

    known = [symbol_free(rational(m, "a moment")) for m in moments]
    n = (len(known) - shift + 1) // 2 if size is None else size
    if n < 1 or shift < 0 or 2 * n - 1 + shift > len(known):
        raise TooFewMoments(
            f"a Hankel matrix of size {max(n, 1)} from moment {shift} on needs {2 * max(n, 1) - 1 + shift} moments;"
            f" there are {len(known)}"
        )
    return Matrix(n, n, lambda i, j: known[i + j + shift])


def positivity(matrix: Any, weight: Any = 1) -> Positivity:
    """Whether a symmetric rational matrix is positive (semi)definite, with factorisation or witness.

    Raises `Inexact` for floats, `ValueError` for a matrix that is not symmetric.
    """
    from sympy import Matrix

    n = matrix.rows
    a = [[rational(matrix[i, j], "an entry") for j in range(matrix.cols)] for i in range(n)]
    if matrix.cols != n or any(a[i][j] != a[j][i] for i in range(n) for j in range(i)):
        raise ValueError("positivity is a question about symmetric matrices; take the symmetric part (M + M.T)/2")
    original = [list(row) for row in a]
    lower: list[Row] = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    pivots: Row = []
    witness: Row | None = None
    for k in range(n):
        pivot = a[k][k]
        below = next((i for i in range(k + 1, n) if a[i][k]), None)
        if pivot < 0 or (pivot == 0 and below is not None):
            witness = [Fraction(0)] * n
            witness[k] = Fraction(1)
            if pivot == 0 and below is not None:  # 2 s b + c = -1 < 0 with x = s e_k + e_below
                witness[k] = -(1 + a[below][below]) / (2 * a[below][k])
                witness[below] = Fraction(1)
            break
        pivots.append(pivot)
        for i in range(k + 1, n):
            if not pivot:
                continue
            lower[i][k] = a[i][k] / pivot
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                a[i][j] -= lower[i][k] * pivot * lower[j][k]
    shown = Matrix(n, n, lambda i, j: symbol_free(original[i][j]))
    if witness is not None:
        # y on the remaining block lifts to x with lower' x = y
        for i in range(len(pivots) - 1, -1, -1):
            witness[i] = -sum((lower[j][i] * witness[j] for j in range(i + 1, n)), Fraction(0))
        result = Positivity(shown, "indefinite", None, (), Matrix([symbol_free(x) for x in witness]), weight)
    else:
        kind = "positive definite" if all(pivots) else "positive semidefinite"
        factor = Matrix(n, n, lambda i, j: symbol_free(lower[i][j]))
        result = Positivity(shown, kind, factor, tuple(symbol_free(p) for p in pivots), None, weight)
    if not result.verify():
        raise NotVerified("the factorisation does not multiply out to the matrix")
    return result


def moment_conditions(moments: Sequence[Any], support: tuple[Any, Any] | None = None) -> tuple[Positivity, ...]:
    """The matrices that are positive semidefinite for the moments of a positive measure on the line, or on a support.

    `support`: (a, b) with exact ends, b may be None for [a, oo).  All positive definite: such a measure exists.
    One indefinite: none does, and its witness q has a negative integral of weight q(x)^2.  Raises `TooFewMoments`.

    Source: Hamburger, Stieltjes, Hausdorff; for balanced stable systems Cohen-Karlik et al. (2023), Appendix E.3.
    """
    from sympy import Integer, Symbol

    x = Symbol("x", real=True)
    known = [rational(m, "a moment") for m in moments]
    if not known:
        raise TooFewMoments("there are no moments; give at least m_0, the mass")
    found = [positivity(hankel(known), Integer(1))]
    if support is None:
        return tuple(found)
    low = rational(support[0], "the lower end")
    above = [known[i + 1] - low * known[i] for i in range(len(known) - 1)]
    weights: list[tuple[Any, list[Fraction]]] = [(x - symbol_free(low), above)]
    if support[1] is not None:
        high = rational(support[1], "the upper end")
        if high <= low:
            raise ValueError(f"[{low}, {high}] is no interval")
        below = [high * known[i] - known[i + 1] for i in range(len(known) - 1)]
        product = [high * above[i] - above[i + 1] for i in range(len(above) - 1)]
        weights += [(symbol_free(high) - x, below), ((x - symbol_free(low)) * (symbol_free(high) - x), product)]
    found += [positivity(hankel(sequence), weight) for weight, sequence in weights if sequence]
    return tuple(found)
