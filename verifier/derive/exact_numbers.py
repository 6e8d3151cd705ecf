"""Exact rational input: what counts as an exact number, and small exact linear algebra over the rationals.

Floats are refused everywhere: 0.1 as a float is another number than one tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any


class Inexact(ValueError):
    """A number is not exact, or not rational where it has to be."""


class NotVerified(ValueError):
    """A formula was derived and then failed its verification: it is not returned."""


def rational(value: Any, name: str = "a number") -> Fraction:
    """The rational number that an int, a Fraction, a SymPy Rational or a text such as ``"3/4"`` or ``"0.1"`` means.

    Raises `Inexact` for floats, truth values and everything that is not rational.

    >>> rational("0.1")
    Fraction(1, 10)
    """
    if isinstance(value, (bool, float)):
        raise Inexact(f"{name} is {value!r}, not exact; write Rational(1, 10) or the text '1/10' for one tenth")
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, str):
        try:
            return Fraction(value.strip())
        except (ValueError, ZeroDivisionError):
            raise Inexact(f"{name} is {value!r:.40}, which is no rational number such as '3/4' or '0.1'") from None
    if getattr(value, "is_Rational", False):
        return Fraction(int(value.p), int(value.q))
    raise Inexact(f"{name} is {str(value)[:40]!r}, which is no rational number")


def symbol_free(value: Fraction) -> Any:
    """The same number as a SymPy Rational."""
    from sympy import Rational

    return Rational(value.numerator, value.denominator)


def rank(rows: Sequence[Sequence[Fraction]]) -> int:
    """The exact rank of a rational matrix, given by its rows."""
    from flint import fmpq, fmpq_mat

    if not rows or not rows[0]:
        return 0
    flat = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    return int(fmpq_mat(len(rows), len(rows[0]), flat).rank())


def null_space(rows: Sequence[Sequence[Fraction]], width: int) -> list[list[Fraction]]:
    """A basis of the vectors that a rational matrix with `width` columns maps to 0."""
    from flint import fmpq, fmpq_mat

    if not rows:
        return [[Fraction(int(i == j)) for j in range(width)] for i in range(width)]
    flat = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    reduced, count = fmpq_mat(len(rows), width, flat).rref()
    entry = [[Fraction(int(reduced[i, j].p), int(reduced[i, j].q)) for j in range(width)] for i in range(int(count))]
    pivots = [next(j for j in range(width) if row[j]) for row in entry]
    basis = []
    for free in (j for j in range(width) if j not in pivots):
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for row, pivot in zip(entry, pivots, strict=True):
            vector[pivot] = -row[free]
        basis.append(vector)
    return basis
