"""The critical points of a rational function: all of them, as points and families, each with its inertia and value.

The numerators of the gradient are split by `real_solutions`; on each piece the Hessian is classified by `inertia`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verifier.derive.stationary.inertia import AtRoot, Ratio, Stratum, exact_inertia, put, real_roots, strata
from verifier.derive.stationary.real_solutions import Case, Node, TooHard, real_solutions
from verifier.derive.stationary.ring_polynomials import as_squares, factors_of, in_lowest_terms, last_of, variables_of

SAMPLES = 6


@dataclass(frozen=True)
class Piece:
    """A point or a family of critical points.

    `at` is the real root that the ring's last generator stands for, None where it does not occur.  `strata` is empty
    where too many signs are open, `why` says so.
    """

    case: Case
    at: AtRoot | None
    value: Ratio
    strata: tuple[Stratum, ...]
    why: str = ""

    @property
    def solved(self) -> dict[int, Ratio]:
        return {x: (a, b) for x, a, b in self.case.solved}

    def free(self, variables: int) -> list[int]:
        """The numbers of the free variables."""
        return [x for x in range(variables) if x not in self.solved]

    @property
    def away_from(self) -> list[Any]:
        """The irreducible polynomials that must not vanish on the piece, those left out that cannot."""
        found: list[Any] = []
        for u in self.case.nonzero:
            for f, _ in factors_of(u):
                squares = as_squares(f)
                never = squares is not None and any(s.is_ground for s in squares[1])
                if not never and not variables_of(f) <= {last_of(f)} and f.monic() not in found:
                    found.append(f.monic())
        return found


@dataclass(frozen=True)
class CriticalSet:
    """All real critical points: the pieces, and the tree of cases that shows that there are no others."""

    variables: int
    tree: Node
    pieces: tuple[Piece, ...]
    gradient: tuple[Ratio, ...] = field(repr=False)
    hessian: tuple[tuple[Ratio, ...], ...] = field(repr=False)

    def complete(self) -> bool:
        """Whether the cases, replayed, cover all real critical points."""
        return self.tree.verify()

    def stationary(self) -> bool:
        """Whether the numerators of the gradient vanish on each piece."""
        for piece in self.pieces:
            for slope in self.gradient:
                top, bottom = put(slope, piece.case)
                if piece.case.equations:
                    top = top.rem(list(piece.case.equations))
                if top or not bottom:
                    return False
        return True

    def agrees(self) -> int | None:
        """At how many exact points of the families symmetric elimination gives the stated inertia; None for a clash."""
        count, size = 0, len(self.gradient[0][0].ring.gens)
        for piece in self.pieces:
            if piece.at is not None or piece.case.equations or not piece.strata:
                continue
            for stratum in piece.strata:
                for point in _points(stratum.case, self.variables, size) if stratum.at is None else ():
                    if stratum.inertia is None or any(_sign(p, point) != s for p, s in stratum.signs):
                        continue
                    rows = [[_number(p, point) / _number(q, point) for p, q in row] for row in self.hessian]
                    if exact_inertia(rows) != stratum.inertia:
                        return None
                    count += 1
        return count


def critical_set(loss: Ratio, variables: int, nonzero: Sequence[Any] = ()) -> CriticalSet:
    """The critical set of a rational function of the first generators of a polynomial ring over QQ.

    The last generator is for an algebraic number and must not occur.  Raises `real_solutions.TooHard`.
    """
    ring = loss[0].ring
    gens = ring.gens[:variables]
    gradient = tuple(_slope(loss, x) for x in gens)
    hessian = tuple(tuple(_slope(g, x) for x in gens) for g in gradient)
    bottoms = [] if loss[1].is_ground else [loss[1]]
    tree = real_solutions([g[0] for g in gradient], [*bottoms, *nonzero])
    pieces = []
    for case in tree.leaves():
        for at in real_roots(case.root) if case.root is not None else [None]:
            pieces.append(_piece(loss, hessian, case, at))
    return CriticalSet(variables, tree, tuple(pieces), gradient, hessian)


def _piece(loss: Ratio, hessian: Sequence[Sequence[Ratio]], case: Case, at: AtRoot | None) -> Piece:
    own = [x for x, *_ in case.solved] if not case.equations else list(range(len(hessian)))
    value, rest = put(loss, case), len(hessian) - len(own)
    try:
        found = strata([[hessian[i][j] for j in own] for i in own], case, at)
    except TooHard as error:
        return Piece(case, at, value, (), str(error))
    return Piece(case, at, value, tuple(_with_zeros(s, rest) for s in found))


def _with_zeros(s: Stratum, more: int) -> Stratum:
    return s if s.inertia is None else replace(s, inertia=replace(s.inertia, zero=s.inertia.zero + more))


def _slope(ratio: Ratio, x: Any) -> Ratio:
    top, bottom = ratio
    return in_lowest_terms(top.diff(x) * bottom - top * bottom.diff(x), bottom**2, None)


def _points(case: Case, variables: int, size: int) -> list[list[Fraction]]:
    """A few exact points of a family, at small numbers for the free variables."""
    free = [x for x in range(variables) if x not in {y for y, *_ in case.solved}]
    choices = [Fraction(1), Fraction(-1), Fraction(2), Fraction(0), Fraction(-1, 2), Fraction(3)]
    found: list[list[Fraction]] = []
    for shift, turn in itertools.product(range(len(choices)), (1, 2)):
        point = [Fraction(0)] * size
        for k, x in enumerate(free):
            point[x] = choices[(shift + turn * k) % len(choices)]
        if any(_number(u, point) == 0 for u in case.nonzero):
            continue
        for x, top, bottom in case.solved:
            point[x] = _number(top, point) / _number(bottom, point)
        if point not in found:
            found.append(point)
        if len(found) == SAMPLES or not free:
            break
    return found


def _number(p: Any, point: Sequence[Fraction]) -> Fraction:
    total = Fraction(0)
    for m, c in p.terms():
        term = Fraction(int(c.numerator), int(c.denominator))
        for x, e in zip(point, m, strict=True):
            term *= x**e
        total += term
    return total


def _sign(p: Any, point: Sequence[Fraction]) -> int:
    value = _number(p, point)
    return (value > 0) - (value < 0)
