"""Exact values of combinatorial functions at numbers, from their recurrences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, factorial

from verifier.kernel.work import spend

LARGEST = 300  # argument that is computed
HIGHEST = 20  # order of a harmonic number


def _stirling(n: int, k: int, weight: Callable[[int, int], int]) -> int | None:
    """T(n, k) with T(0, 0) = 1 and T(n + 1, k) = T(n, k - 1) + weight(n, k) * T(n, k)."""
    if k < 0:
        return None
    spend(n * n // 2)
    row = [1]
    for m in range(n):
        row = [(row[i - 1] if i else 0) + (weight(m, i) * row[i] if i <= m else 0) for i in range(m + 2)]
    return row[k] if k <= n else 0


def _fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def _bell(n: int) -> int:
    """The triangle whose rows begin with the last number of the row before."""
    spend(n * n // 2)
    row = [1]
    for _ in range(n):
        row = list(accumulate([row[-1], *row]))
    return row[0]


def _harmonic(n: int, order: int = 1) -> Fraction | None:
    spend(10 * n if abs(order) < 2 else n * n)
    return sum((Fraction(i) ** -order for i in range(1, n + 1)), Fraction(0)) if abs(order) <= HIGHEST else None


_VALUES: dict[tuple[str, int], Callable[..., Fraction | int | None]] = {
    ("factorial", 1): factorial,
    ("binomial", 2): lambda n, k: comb(n, k) if k >= 0 else 0,
    ("fibonacci", 1): _fibonacci,
    ("harmonic", 1): _harmonic,
    ("harmonic", 2): _harmonic,
    ("stirling1", 2): lambda n, k: _stirling(n, k, lambda m, j: m),
    ("stirling2", 2): lambda n, k: _stirling(n, k, lambda m, j: j),
    ("bell", 1): _bell,
}


def counted(word: str, args: Sequence[int]) -> Fraction | int | None:
    """The value at natural numbers; None where none is computed.

    What is chosen and the order of a harmonic number may be negative.
    """
    value = _VALUES.get((word, len(args)))
    if value is None or not 0 <= args[0] <= LARGEST or any(abs(a) > LARGEST for a in args):
        return None
    spend(10 + args[0])
    return value(*args)
