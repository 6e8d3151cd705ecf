"""Linear equations over the rationals, solved by FLINT."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from verifier.prove.overdue import charge

FRACTIONS = 3e-8  # seconds of FLINT for a cell and a row of a rational matrix that it reduces


def echelon(rows: Sequence[Sequence[Fraction]], width: int) -> tuple[list[list[Fraction]], list[int]]:
    """The reduced row echelon form of rows of `width` numbers, without its rows of zeros; the columns of its pivots."""
    cells = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    charge(FRACTIONS * len(cells) * min(len(rows), width))
    form, rank = fmpq_mat(len(rows), width, cells).rref()
    found = [[Fraction(int(x.p), int(x.q)) for x in (form[r, c] for c in range(width))] for r in range(rank)]
    return found, [next(c for c, x in enumerate(row) if x) for row in found]
