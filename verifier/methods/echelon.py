"""Linear equations over the rationals, solved by FLINT."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat


def echelon(rows: Sequence[Sequence[Fraction]], width: int) -> tuple[list[list[Fraction]], list[int]]:
    """The reduced row echelon form of rows of `width` numbers, without its rows of zeros; the columns of its pivots."""
    cells = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    form, rank = fmpq_mat(len(rows), width, cells).rref()
    found = [[Fraction(int(x.p), int(x.q)) for x in (form[r, c] for c in range(width))] for r in range(rank)]
    return found, [next(c for c, x in enumerate(row) if x) for row in found]
