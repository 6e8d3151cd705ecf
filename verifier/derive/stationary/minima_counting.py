"""Global minimisers of an over-parametrised exponential sum: affine spaces, one for each set partition.

The student is a_1 e^(-w_1 t) + ... + a_m e^(-w_m t), the target A_1 e^(-W_1 t) + ... + A_n e^(-W_n t) with A_j != 0 and
distinct W_j > 0, n <= m.  The student equals the target exactly on the union of the spaces M_P: a partition P of the
neurons has n blocks with the labels 1, ..., n (there w_i = W_j and the a_i have the sum A_j), and any number of null
blocks (there the w_i are one further number v_r and the a_i have the sum 0).

Source: Li, Han, E and Li (ICLR 2021), Definition C.1, Lemma C.3, Remark C.2, Theorems D.1 and D.2.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Any

from verifier.derive.exact_numbers import NotVerified, rank, rational, symbol_free
from verifier.derive.measures.set_partitions import restricted_growth_strings, stirling2

MAX_NEURONS = 12  #: enumeration: 12 neurons have 4 213 597 partitions


class NoMinimum(ValueError):
    """The target, the width or the point does not fit the question."""


@dataclass(frozen=True)
class AffineSpace:
    """One space M_P in the parameters (a_1..a_m, w_1..w_m); `null_exponents` are positive rationals or free symbols.

    `target` are the pairs (A_j, W_j); `blocks[j]` the neurons (from 0) with the exponent W_j; `null_blocks` the rest.
    """

    target: tuple[tuple[Any, Any], ...]
    blocks: tuple[tuple[int, ...], ...]
    null_blocks: tuple[tuple[int, ...], ...] = ()
    null_exponents: tuple[Any, ...] = ()

    @property
    def width(self) -> int:
        """The number m of neurons."""
        return sum(map(len, (*self.blocks, *self.null_blocks)))

    @property
    def degenerate(self) -> bool:
        """Whether there are null blocks; their exponents are then free, and the spaces uncountably many."""
        return bool(self.null_blocks)

    @property
    def dimension(self) -> int:
        """Its dimension for fixed null exponents: 2m less the exact rank of its constraints."""
        return 2 * self.width - rank(self.constraints())

    @property
    def family_dimension(self) -> int:
        """The dimension of the union over all null exponents, from the rank of the parametrisation's Jacobian."""
        return len(_jacobian_pivots(self))

    def constraints(self) -> list[list[Fraction]]:
        """The left-hand sides of the linear equations, one row of length 2m for each; (a, w) are the columns."""
        m, rows = self.width, []
        for block in (*self.blocks, *self.null_blocks):
            rows.append([Fraction(int(i in block)) for i in range(m)] + [Fraction(0)] * m)
            rows += [[Fraction(0)] * m + [Fraction(int(i == j)) for j in range(m)] for i in block]
        return rows

    def parametrisation(self) -> tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]:
        """(a, w, free symbols): the general member, exact; in each block the last amplitude is determined."""
        from sympy import Symbol

        a: list[Any] = [None] * self.width
        w: list[Any] = [None] * self.width
        free: list[Any] = []
        totals = [*self.target, *((0, v) for v in self.null_exponents)]
        for block, (total, exponent) in zip((*self.blocks, *self.null_blocks), totals, strict=True):
            for i in block[:-1]:
                a[i] = Symbol(f"a{i + 1}", real=True)
                free.append(a[i])
                total = total - a[i]
            a[block[-1]] = total
            for i in block:
                w[i] = exponent
        free += [v for v in self.null_exponents if v.is_Symbol]
        return tuple(a), tuple(w), tuple(free)

    def contains(self, a: Sequence[Any], w: Sequence[Any]) -> bool:
        """Whether an exact rational point lies on the space; free null exponents take any value that M_P admits.

        Raises `NoMinimum` where the point has another number of neurons, `Inexact` for floats.
        """
        found = locate(self.target, a, w)
        if len(a) != self.width:
            raise NoMinimum(f"the space has {self.width} neurons, the point {len(a)}")
        if found is None or found.blocks != self.blocks or set(found.null_blocks) != set(self.null_blocks):
            return False
        given = dict(zip(self.null_blocks, self.null_exponents, strict=True))
        here = dict(zip(found.null_blocks, found.null_exponents, strict=True))
        return all(v.is_Symbol or v == here[block] for block, v in given.items())

    def member(self, seed: int = 0) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """A random exact rational member (a, w)."""
        from sympy import Rational

        source = random.Random(seed)
        a, w, free = self.parametrisation()
        taken = {exponent for _, exponent in self.target} | {v for v in self.null_exponents if not v.is_Symbol}
        values: dict[Any, Any] = {}
        for symbol in free:
            value = Rational(source.randint(-20, 20), source.randint(1, 9))
            while symbol in self.null_exponents and (value <= 0 or value in taken):
                value = Rational(source.randint(1, 40), source.randint(1, 9))
            if symbol in self.null_exponents:
                taken.add(value)
            values[symbol] = value

        def at(terms: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(Rational(x) if isinstance(x, int) else x.subs(values) for x in terms)

        return at(a), at(w)

    def verify(self) -> bool:
        """The general member equals the target as a formal exponential sum; a member off by a little does not.

        The dimension is compared with the count of equations, and a random member is located again from its numbers.
        """
        from sympy import Rational, expand

        if len({W for _, W in self.target}) < len(self.target) or any(A == 0 or W <= 0 for A, W in self.target):
            return False
        a, w, free = self.parametrisation()
        residual: dict[Any, Any] = {}
        for amplitude, exponent in [*zip(a, w, strict=True), *((-A, W) for A, W in self.target)]:
            residual[exponent] = residual.get(exponent, 0) + amplitude
        if any(expand(total) != 0 for total in residual.values()):
            return False
        blocks = len(self.blocks) + len(self.null_blocks)
        if self.dimension != self.width - blocks or self.family_dimension != len(free):
            return False
        point, exponents = self.member()
        moved = (point[0] + Rational(1, 97), *point[1:])
        return self.contains(point, exponents) and locate(self.target, moved, exponents) is None

    def _repr_latex_(self) -> str:
        parts = []
        labels = [f"{A}" for A, _ in self.target] + ["0"] * len(self.null_blocks)
        exponents = [f"{W}" for _, W in self.target] + [str(v) for v in self.null_exponents]
        for block, total, exponent in zip((*self.blocks, *self.null_blocks), labels, exponents, strict=True):
            sums = " + ".join(f"a_{{{i + 1}}}" for i in block)
            parts.append(f"{sums} = {total},\\; " + " = ".join(f"w_{{{i + 1}}}" for i in block) + f" = {exponent}")
        return "$\\displaystyle " + ",\\quad ".join(parts) + "$"


def _jacobian_pivots(space: AffineSpace) -> tuple[int, ...]:
    from sympy import Matrix

    a, w, free = space.parametrisation()
    return tuple(Matrix([*a, *w]).jacobian(list(free)).rref()[1]) if free else ()


def minimising_spaces(m: int, target: Sequence[tuple[Any, Any]], null_blocks: int = 0) -> Iterator[AffineSpace]:
    """The spaces M_P for m neurons with a given number of null blocks (0: the non-degenerate ones), each once.

    `target`: pairs (A_j, W_j) of exact rationals.  With null blocks, a result is a family: its exponents are symbols.
    Raises `NoMinimum` for a target that is no non-degenerate exponential sum, or a width that does not fit.

    >>> [space.blocks for space in minimising_spaces(3, [(1, 1), (2, 3)])][:2]
    [((0, 1), (2,)), ((2,), (0, 1))]
    """
    from sympy import Symbol

    pairs = _target(target)
    n = len(pairs)
    if not 1 <= m <= MAX_NEURONS:
        raise NoMinimum(f"spaces are enumerated for 1 to {MAX_NEURONS} neurons; their number at any width is `count`")
    if m < n + null_blocks:
        raise NoMinimum(f"{m} neurons have no partition into {n + null_blocks} blocks; take at least {n + null_blocks}")
    exponents = tuple(Symbol(f"v{r + 1}", positive=True) for r in range(null_blocks))
    for word in restricted_growth_strings(m, n + null_blocks):
        parts = [tuple(i for i in range(m) if word[i] == b) for b in range(n + null_blocks)]
        for labelled in itertools.permutations(range(n + null_blocks), n):
            rest = tuple(parts[b] for b in range(n + null_blocks) if b not in labelled)
            yield AffineSpace(pairs, tuple(parts[b] for b in labelled), rest, exponents)


@dataclass(frozen=True)
class SpaceCount:
    """How many spaces (families) there are for m neurons, n target terms and r null blocks, counted in two ways.

    `formula` is (n+r)!/r! S(m, n+r), that is n! S(m, n) where r = 0; `enumerated` is None beyond `MAX_NEURONS`.
    `dimension`: of each space for fixed null exponents; `family_dimension`: with the null exponents free.
    """

    neurons: int
    target_terms: int
    null_blocks: int
    formula: int
    enumerated: int | None
    dimension: int
    family_dimension: int

    def verify(self) -> bool:
        """The enumeration (distinct spaces) agrees with the formula, and with a recurrence for the formula."""
        m, blocks = self.neurons, self.target_terms + self.null_blocks
        row = [1] + [0] * blocks
        for _ in range(m):  # S(m, b) = b S(m-1, b) + S(m-1, b-1), another route than inclusion and exclusion
            row = [0] + [b * row[b] + row[b - 1] for b in range(1, blocks + 1)]
        again = row[blocks] * factorial(blocks) // factorial(self.null_blocks)
        return again == self.formula and self.enumerated in (None, self.formula)


def count(m: int, n: int, null_blocks: int = 0, enumerate_up_to: int = 7) -> SpaceCount:
    """The number of spaces for m neurons and a target of n terms, by formula and (for small m) by enumeration.

    Raises `NoMinimum` where the sizes do not fit.

    >>> count(4, 2).formula
    14
    """
    if not all(isinstance(x, int) for x in (m, n, null_blocks)):
        raise NoMinimum("the numbers of neurons, terms and null blocks are integers")
    if n < 1 or null_blocks < 0 or m < n + null_blocks:
        raise NoMinimum(f"{m} neurons have no partition into {n} blocks and {null_blocks} null blocks")
    blocks = n + null_blocks
    formula = stirling2(m, blocks) * factorial(blocks) // factorial(null_blocks)
    found = None
    dimension, family = m - blocks, m - n
    if m <= min(enumerate_up_to, MAX_NEURONS):
        spaces = [(s.blocks, s.null_blocks) for s in minimising_spaces(m, [(1, j + 1) for j in range(n)], null_blocks)]
        found = len(set(spaces))
        sample = next(iter(minimising_spaces(m, [(1, j + 1) for j in range(n)], null_blocks)))
        dimension, family = sample.dimension, sample.family_dimension
    result = SpaceCount(m, n, null_blocks, formula, found, dimension, family)
    if not result.verify():
        raise NotVerified("enumeration and formula disagree")
    return result


def locate(target: Sequence[tuple[Any, Any]], a: Sequence[Any], w: Sequence[Any]) -> AffineSpace | None:
    """The space M_P on which an exact rational point lies, or None where its exponential sum is not the target.

    Exact: exponentials with distinct exponents are linearly independent, so coefficients can be compared.
    Raises `NoMinimum` where a and w differ in length or an exponent is not positive; `Inexact` for floats.
    """
    pairs = _target(target)
    if len(a) != len(w) or not a:
        raise NoMinimum(f"{len(a)} amplitudes and {len(w)} exponents are no point")
    amplitudes = [rational(x, "an amplitude") for x in a]
    exponents = [rational(x, "an exponent") for x in w]
    if min(exponents) <= 0:
        raise NoMinimum("exponents are positive")
    groups: dict[Fraction, list[int]] = {}
    for i, exponent in enumerate(exponents):
        groups.setdefault(exponent, []).append(i)
    blocks = []
    for A, W in pairs:
        members = groups.pop(rational(W), [])
        if not members or sum(amplitudes[i] for i in members) != rational(A):
            return None
        blocks.append(tuple(members))
    if any(sum(amplitudes[i] for i in members) for members in groups.values()):
        return None
    values = tuple(symbol_free(v) for v in groups)
    return AffineSpace(pairs, tuple(blocks), tuple(tuple(g) for g in groups.values()), values)


def _target(target: Sequence[tuple[Any, Any]]) -> tuple[tuple[Any, Any], ...]:
    pairs = [(rational(A, "an amplitude"), rational(W, "an exponent")) for A, W in target]
    if not pairs:
        raise NoMinimum("the target has no terms; give pairs (amplitude, exponent)")
    if any(A == 0 or W <= 0 for A, W in pairs) or len({W for _, W in pairs}) < len(pairs):
        raise NoMinimum("a target has amplitudes other than 0 and distinct positive exponents; merge equal exponents")
    return tuple((symbol_free(A), symbol_free(W)) for A, W in pairs)
