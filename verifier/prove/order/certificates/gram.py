"""Sums of squares times facts, exactly: an identity sum of (square * fact) + ... == 0 by Gram matrices.

A candidate comes from the interior-point method in `sdp`.  Where the solutions lie on a face of the cone (the
inequality is tight somewhere), the face is read off the dual solution, rounded to rational directions, and the bases
are cut down to it; on the face there is an inner point, which is rounded, put back into the affine space of exact
solutions, and decomposed by L D L'.  Nothing numerical is in the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verifier.kernel.algebra.field import Poly
from verifier.kernel.terms.expr import Number
from verifier.prove.equations.ideals import unpacked
from verifier.prove.matrices.at_sizes.membership import ELIMINATION
from verifier.prove.matrices.echelon import echelon
from verifier.prove.order.certificates.sdp import Centre, centre
from verifier.prove.overdue import charge

Packed = dict[int, Number]  # a polynomial whose monomials are packed (`ideals.packed`): they multiply by adding
NORM = -1  # the row that says that the strict weights are 1 together
MOST_ROWS, MOST_COLUMNS, MOST_BASIS = 420, 3200, 36
GRIDS = (3, 6, 10, 16, 24, 34)


@dataclass
class Block:
    """sum of X_ij basis_i basis_j * factor with X positive semidefinite; with a basis of one, X is a number."""

    factor: Packed
    basis: list[Packed]
    strict: bool = False  # a number whose weight counts in the norm row


@dataclass
class Solution:
    """For each block its squares (weight, root); for each free column its weight."""

    squares: list[list[tuple[Fraction, Poly]]]
    free: list[Fraction]


def times(p: Packed, q: Packed) -> Packed:
    total: Packed = {}
    for m, c in p.items():
        for n, d in q.items():
            k = m + n
            total[k] = total.get(k, 0) + c * d
    return {m: c for m, c in total.items() if c}


def trimmed(blocks: Sequence[Block], free: Sequence[Packed]) -> None:
    """Drop basis monomials that no solution can use: their squares meet nothing of the other sign (in place)."""
    loose = {m for p in free for m in p}
    factors = [[(m, c > 0) for m, c in b.factor.items()] for b in blocks]
    while True:
        signs: dict[int, list[tuple[int, int, bool]]] = {}
        mixed = set(loose)
        for k, b in enumerate(blocks):
            monomials = [next(iter(p)) for p in b.basis]
            for i, m in enumerate(monomials):
                for n, up in factors[k]:
                    signs.setdefault(2 * m + n, []).append((k, i, up))
            crossed = {m + n for i, m in enumerate(monomials) for n in monomials[:i]}
            for n, _ in factors[k]:
                mixed.update([m + n for m in crossed])
        gone: dict[int, set[int]] = {}
        for m, entries in signs.items():
            if m not in mixed and len({up for _, _, up in entries}) == 1:
                for k, i, _ in entries:
                    gone.setdefault(k, set()).add(i)
        if not gone:
            return
        for k, drop in gone.items():
            blocks[k].basis = [p for i, p in enumerate(blocks[k].basis) if i not in drop]


class System:
    """The exact linear equations for the entries of the Gram matrices, row by row a monomial."""

    def __init__(self, blocks: Sequence[Block], free: Sequence[Packed]) -> None:
        self.blocks = blocks
        self.columns: list[tuple[int, int, int]] = []  # block, i <= j; block -1 for free columns
        self.entries: list[Packed] = []
        for k, b in enumerate(blocks):
            for i, p in enumerate(b.basis):
                left = times(p, b.factor)
                for j in range(i, len(b.basis)):
                    double = 2 if j > i else 1
                    column: Packed = {m: double * c for m, c in times(left, b.basis[j]).items()}
                    if b.strict:
                        column[NORM] = 1
                    self.columns.append((k, i, j))
                    self.entries.append(column)
        for i, p in enumerate(free):
            self.columns.append((-1, i, i))
            self.entries.append(dict(p))
        rows = dict.fromkeys(m for e in self.entries for m in e)
        self.rows = {m: i for i, m in enumerate(rows)}

    def fits(self) -> bool:
        return (
            NORM in self.rows
            and len(self.rows) <= MOST_ROWS
            and len(self.columns) <= MOST_COLUMNS
            and max((len(b.basis) for b in self.blocks), default=0) <= MOST_BASIS
        )

    def numeric(self) -> tuple[Any, Any, Any]:
        """Rows over the entries of the blocks, right side, free columns, for `sdp.centre`."""
        starts, total = [], 0
        for b in self.blocks:
            starts.append(total)
            total += len(b.basis) ** 2
        a = np.zeros((len(self.rows), total))
        free = np.zeros((len(self.rows), sum(k < 0 for k, _, _ in self.columns)))
        for (k, i, j), entry in zip(self.columns, self.entries, strict=True):
            for m, c in entry.items():
                if k < 0:
                    free[self.rows[m], i] = float(c)
                    continue
                n = len(self.blocks[k].basis)
                if i == j:
                    a[self.rows[m], starts[k] + i * n + i] = float(c)
                else:
                    a[self.rows[m], starts[k] + i * n + j] = float(c) / 2
                    a[self.rows[m], starts[k] + j * n + i] = float(c) / 2
        right = np.zeros(len(self.rows))
        right[self.rows[NORM]] = 1.0
        return a, right, free

    def start(self, found: Centre) -> list[float]:
        """The numerical solution column by column."""
        a, b, free = self.numeric()
        flat = np.concatenate([x.ravel() for x in found.blocks])
        rest = np.linalg.lstsq(free, b - a @ flat, rcond=None)[0] if free.shape[1] else np.zeros(0)
        return [float(rest[i]) if k < 0 else float(found.blocks[k][i, j]) for k, i, j in self.columns]

    def pivots(self) -> list[int] | None:
        """Columns that carry the whole row space: free ones and those off the diagonal first."""
        from flint import nmod_mat

        prime = (1 << 61) - 1
        order = sorted(range(len(self.columns)), key=lambda c: (self.columns[c][0] >= 0, self._diagonal(c)))
        width = len(order)
        cells = [0] * (len(self.rows) * width)
        for place, c in enumerate(order):
            for m, v in self.entries[c].items():
                q = Fraction(v)
                cells[self.rows[m] * width + place] = q.numerator * pow(q.denominator, -1, prime) % prime
        charge(ELIMINATION * len(cells) * min(len(self.rows), width))
        reduced, rank = nmod_mat(len(self.rows), width, cells, prime).rref()
        found, place = [], 0
        for r in range(int(rank)):
            while place < width and int(reduced[r, place]) == 0:
                place += 1
            found.append(order[place])
        return found

    def _diagonal(self, c: int) -> bool:
        return self.columns[c][1] == self.columns[c][2]

    def corrected(self, x: list[Fraction], pivots: list[int]) -> list[Fraction] | None:
        """The exact solution that differs from x in the pivot columns only."""
        residual = [Fraction(0)] * len(self.rows)
        residual[self.rows[NORM]] = Fraction(1)
        for value, entry in zip(x, self.entries, strict=True):
            if value:
                for m, w in entry.items():
                    residual[self.rows[m]] -= value * w
        if not any(residual):
            return x
        rows = [[Fraction(0)] * len(pivots) + [rest] for rest in residual]
        for place, c in enumerate(pivots):
            for m, v in self.entries[c].items():
                rows[self.rows[m]][place] = Fraction(v)
        rows, found = echelon(rows, len(pivots) + 1)
        if found != list(range(len(pivots))):
            return None
        result = list(x)
        for row, c in zip(rows, pivots, strict=True):
            result[c] += row[-1]
        return result

    def decomposed(self, x: list[Fraction]) -> Solution | None:
        """L D L' of every block; None where one is not positive semidefinite."""
        squares: list[list[tuple[Fraction, Poly]]] = []
        place = 0
        for b in self.blocks:
            n = len(b.basis)
            matrix = [[Fraction(0)] * n for _ in range(n)]
            for i in range(n):
                for j in range(i, n):
                    matrix[i][j] = matrix[j][i] = x[place]
                    place += 1
            parts = ldl(matrix)
            if parts is None:
                return None
            roots: list[tuple[Fraction, Poly]] = []
            for d, vector in parts:
                root: Packed = {}
                for c, p in zip(vector, b.basis, strict=True):
                    for m, w in p.items():
                        root[m] = root.get(m, 0) + c * w
                roots.append((d, unpacked({m: w for m, w in root.items() if w})))
            squares.append(roots)
        return Solution(squares, x[place:])


def ldl(matrix: list[list[Fraction]]) -> list[tuple[Fraction, list[Fraction]]] | None:
    """(weight, vector) with sum weight * vector vector' == matrix and weights > 0; None if it is not semidefinite."""
    n = len(matrix)
    rows = [list(r) for r in matrix]
    found: list[tuple[Fraction, list[Fraction]]] = []
    for i in range(n):
        d = rows[i][i]
        if d < 0:
            return None
        if not d:
            if any(rows[i][j] for j in range(i, n)):
                return None
            continue
        vector = [Fraction(0)] * i + [rows[i][j] / d for j in range(i, n)]
        found.append((d, vector))
        for j in range(i + 1, n):
            if vector[j]:
                f = rows[i][j]
                for k in range(j, n):
                    rows[j][k] -= f * vector[k]
                    rows[k][j] = rows[j][k]
    return found


def cut(b: Block, x: Any, dual: Any) -> list[Packed] | None:
    """The basis without the directions that no solution uses; None where they are not rational.

    First those that the dual solution excludes, then those in which the numerical solution vanishes.
    """
    values, vectors = np.linalg.eigh(x)
    top = max(1e-9, float(values[-1]))
    small = [i for i in range(len(values)) if values[i] < 1e-3 * max(1.0, top)]
    choices = [[i for i in small if _excluded(vectors[:, i], values[i], dual)]]
    for k in range(len(small), 0, -1):
        following = float(values[k]) if k < len(values) else top
        if following > 30 * abs(float(values[k - 1])) and list(range(k)) not in choices:
            choices.append(list(range(k)))
    if not choices[0] and len(choices) == 1:
        return b.basis
    for null in choices:
        basis = _without(b.basis, vectors[:, null].T.copy()) if null else None
        if basis is not None:
            return basis
    return None if choices[0] else b.basis


def _without(basis: list[Packed], v: Any) -> list[Packed] | None:
    """A basis of what is orthogonal to the rows of v, if their space is rational as far as one can see."""
    if len(v) == len(basis):
        return []
    places: list[int] = []
    for r in range(len(v)):
        j = int(np.argmax(np.abs(v[r:]).max(axis=0)))
        i = r + int(np.argmax(np.abs(v[r:, j])))
        if abs(v[i, j]) < 1e-6:
            return None
        v[[r, i]] = v[[i, r]]
        v[r] /= v[r, j]
        for k in range(len(v)):
            if k != r:
                v[k] -= v[k, j] * v[r]
        places.append(j)
    result: list[Packed] = []
    for j in range(len(basis)):
        if j in places:
            continue
        p = dict(basis[j])
        for r, place in enumerate(places):
            c = near(float(v[r, j]))
            if c is None:
                return None
            if c:
                for m, w in basis[place].items():
                    p[m] = p.get(m, 0) - c * w
        result.append({m: c for m, c in p.items() if c})
    return result


def _excluded(vector: Any, value: float, dual: Any) -> bool:
    return bool(float(vector @ dual @ vector) > max(value, 1e-6))


def near(x: float) -> Fraction | None:
    """The simple rational number near x."""
    for size, tolerance in ((6, 3e-3), (30, 1.5e-4), (200, 3e-6)):
        q = Fraction(x).limit_denominator(size)
        if abs(float(q) - x) < tolerance:
            return q
    return None


def solve(blocks: list[Block], free: list[Packed], tick: Callable[[], None], rounds: int = 6) -> Solution | None:
    """Squares and weights with sum of everything == 0 and weight 1 on the strict blocks; None where none is found."""
    trimmed(blocks, free)
    for _ in range(rounds):
        if not any(b.strict and b.basis for b in blocks):
            return None
        live = [b for b in blocks if b.basis]
        system = System(live, free)
        if not system.fits():
            return None
        tick()
        a, rhs, loose = system.numeric()
        found = centre([len(b.basis) for b in live], a, rhs, loose, tick)
        if found is None or found.t < -1e-3:
            return None
        if found.t > 1e-6:
            solution = rounded(system, found, tick)
            if solution is not None:
                squares = iter(solution.squares)
                return Solution([next(squares) if b.basis else [] for b in blocks], solution.free)
        if not _faces(live, found):
            return None
    return None


def _faces(live: list[Block], found: Centre) -> bool:
    """Cut all bases down to the face; a factor whose squares would have to be irrational is dropped."""
    bases = [cut(b, x, dual) for b, x, dual in zip(live, found.blocks, found.dual, strict=True)]
    stuck = [b for b, basis in zip(live, bases, strict=True) if basis is None]
    loose = [b for b in stuck if set(b.factor) != {0}] or sorted(stuck, key=lambda b: len(b.basis))[:-1]
    changed = bool(loose)
    for b, basis in zip(live, bases, strict=True):
        if basis is not None:
            changed = changed or len(basis) < len(b.basis)
            b.basis = basis
    for b in loose:
        b.basis = []
    return changed


def rounded(system: System, found: Centre, tick: Callable[[], None]) -> Solution | None:
    """An exact solution near the numerical one."""
    start = system.start(found)
    pivots = system.pivots()
    if pivots is None:
        return None
    for bits in GRIDS:
        tick()
        x = [Fraction(round(v * 2**bits), 2**bits) for v in start]
        exact = system.corrected(x, pivots)
        if exact is None:
            return None
        solution = system.decomposed(exact)
        if solution is not None:
            return solution
    return None
