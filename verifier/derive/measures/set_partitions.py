"""Set partitions: enumerated as restricted growth strings, counted by Stirling numbers; critical spaces in total.

A loss of m equal neurons repeats each non-degenerate minimiser of n <= m neurons on n! S(m, n) affine spaces.
Source: Li, Han, E and Li (ICLR 2021), Theorems D.1, D.2 and D.6.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Any

from verifier.derive.exact_numbers import NotVerified


def restricted_growth_strings(m: int, n: int | None = None) -> Iterator[tuple[int, ...]]:
    """The set partitions of m elements (into n blocks): entry i is the number of the block of element i.

    Blocks are numbered by their first elements, so every partition occurs once.

    >>> list(restricted_growth_strings(3, 2))
    [(0, 0, 1), (0, 1, 0), (0, 1, 1)]
    """
    if m < 0 or (n is not None and n < 0):
        raise ValueError(f"{m} elements have no partition into {n} blocks; both numbers are at least 0")
    word = [0] * m

    def extend(i: int, used: int) -> Iterator[tuple[int, ...]]:
        if i == m:
            if n is None or used == n:
                yield tuple(word)
            return
        if n is not None and used + m - i < n:
            return  # too few elements are left for the missing blocks
        for block in range(used + 1 if n is None or used < n else used):
            word[i] = block
            yield from extend(i + 1, max(used, block + 1))

    yield from extend(0, 0)


def stirling2(m: int, n: int) -> int:
    """The number of partitions of m elements into n blocks, by inclusion and exclusion."""
    if n < 0 or n > m:
        return 0
    surjections: int = sum((-1) ** k * comb(n, k) * (n - k) ** m for k in range(n + 1))
    return surjections // factorial(n)


@dataclass(frozen=True)
class CriticalSpaceCount:
    """Coincided critical affine spaces of a loss of m neurons, from the minimisers of 1, ..., `largest` neurons.

    `by_size[n-1]` is n! S(m, n): surjections of the neurons onto the n different exponents.  `ratio` is the total over
    n < m by m!, the number of global minimisers of a target with m terms; `ratio_bound` keeps the two largest terms.
    """

    neurons: int
    largest: int
    by_size: tuple[int, ...]
    total: int
    ratio: Fraction
    ratio_bound: Fraction

    def verify(self) -> bool:
        """Surjections counted by a recurrence; the bound's polynomial derived and compared; the bound is one."""
        m = self.neurons
        row = [1] + [0] * m
        for _ in range(m):  # a surjection onto n: the last element's image is used before or it is not
            row = [0] + [n * (row[n] + row[n - 1]) for n in range(1, m + 1)]
        below = Fraction(sum(row[1:m]), factorial(m))
        polynomial = ratio_polynomial()
        (symbol,) = polynomial.free_symbols
        bound = polynomial.subs(symbol, m) if m >= 2 else 0
        return (
            tuple(row[1 : self.largest + 1]) == self.by_size and sum(self.by_size) == self.total
            and below == self.ratio >= self.ratio_bound and bound == self.ratio_bound
        )  # fmt: skip


def ratio_polynomial() -> Any:
    """((m-1)! S(m, m-1) + (m-2)! S(m, m-2))/m! as a polynomial in m (SymPy), derived from the recurrence of S.

    S(m, m-1) and S(m, m-2) are sums over the recurrence S(m, n) = n S(m-1, n) + S(m-1, n-1) down the diagonal.

    >>> ratio_polynomial()
    (m + 1)*(3*m - 2)/24
    """
    from sympy import Symbol, expand, factor, summation

    m, k = Symbol("m", integer=True, positive=True), Symbol("k", integer=True, positive=True)
    first = summation(k - 1, (k, 2, m))  # S(k, k-1) - S(k-1, k-2) = k - 1
    second = summation(expand((k - 2) * first.subs(m, k - 1)), (k, 3, m))  # S(k, k-2) - S(k-1, k-3)
    for term, diagonal in ((first, 1), (second, 2)):
        # the recurrence as an identity of polynomials, and its first value
        before = term.subs(m, m - 1)
        slope = (m - diagonal) * (first.subs(m, m - 1) if diagonal == 2 else 1)
        if expand(term - before - slope) != 0 or term.subs(m, diagonal + 1) != stirling2(diagonal + 1, 1):
            raise NotVerified("a Stirling polynomial fails its recurrence")
    return factor(first / m + second / (m * (m - 1)))


def critical_spaces(m: int, largest: int | None = None) -> CriticalSpaceCount:
    """The number of critical affine spaces for m neurons, from non-degenerate minimisers of up to `largest` neurons.

    `largest`: m where left out.  Raises `ValueError` unless 1 <= largest <= m.

    >>> critical_spaces(4).by_size
    (1, 14, 36, 24)
    """
    if m < 1:
        raise ValueError(f"a student has at least one neuron, not {m}")
    top = m if largest is None else largest
    if not 1 <= top <= m:
        raise ValueError(f"minimisers of 1 to {m} neurons give critical spaces of {m} neurons; {top} is none of these")
    sizes = tuple(factorial(n) * stirling2(m, n) for n in range(1, top + 1))
    below = Fraction(sum(factorial(n) * stirling2(m, n) for n in range(1, m)), factorial(m))
    bound = sum((Fraction(factorial(n) * stirling2(m, n), factorial(m)) for n in (m - 2, m - 1) if n >= 1), Fraction(0))
    result = CriticalSpaceCount(m, top, sizes, sum(sizes), below, bound)
    if not result.verify():
        raise NotVerified("two counts of the critical spaces disagree")
    return result
