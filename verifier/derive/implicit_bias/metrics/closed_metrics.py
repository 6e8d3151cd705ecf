"""Does the flow of the predictor close?  Decided at an exact point, by brackets of its coordinates' gradient fields.

Under gradient flow dtheta/dt = sum_i p_i F_i with F_i the gradient of w_i, whatever the forces p_i(t) are.  What every
such flow conserves is constant on the orbit of the Lie algebra that the F_i generate, and the brackets [F_i, F_j] are
tangent to the orbit.  If a bracket, less its part in the span of the F_i, keeps w and moves J J' (entries <F_a, F_b>),
and J has its largest rank, then along a curve in the orbit w stays while J J' moves: J J' is no function of w and of
what is conserved, polynomial or not, and there is no metric H(w).

Where the flow closes, H = (J J')^-1 is the Hessian of a function if and only if the fields commute, for
    d_k H_ij - d_j H_ik = -sum_ab H_ka H_jb (H J [F_a, F_b])_i,
the rule for the derivative of a one-form on fields; F_a is carried by J to column a of J J'.
(Li, Wang, Lee and Arora 2022, sections 3 and 4, for commuting fields; the one-forms are H_ij dw_j.)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Fields:
    """Gradients and Hessians of n outputs by N parameters at one rational point.

    `slopes`: n rows of N; `curves`: n symmetric tables N x N; `weights` of the parameters in the inner product (2 for
    an entry off the diagonal of a symmetric matrix).  Numbers are rational.
    """

    slopes: Sequence[Sequence[Any]]
    curves: Sequence[Sequence[Sequence[Any]]]
    weights: Sequence[int]

    @property
    def n(self) -> int:
        return len(self.slopes)

    @cached_property
    def gradients(self) -> list[Any]:
        """F_i as columns."""
        from flint import fmpq_mat

        size = len(self.weights)
        return [fmpq_mat(size, 1, [_q(s) / w for s, w in zip(row, self.weights, strict=True)]) for row in self.slopes]

    @cached_property
    def hessians(self) -> list[Any]:
        from flint import fmpq_mat

        size = len(self.weights)
        return [fmpq_mat(size, size, [_q(x) for row in K for x in row]) for K in self.curves]

    @cached_property
    def jacobian(self) -> Any:
        from flint import fmpq_mat

        return fmpq_mat(self.n, len(self.weights), [_q(x) for row in self.slopes for x in row])

    @cached_property
    def square(self) -> Any:
        """J J' with the weights: entries <F_a, F_b>."""
        from flint import fmpq_mat

        square = fmpq_mat(self.n, self.n)
        for b, field in enumerate(self.gradients):
            column = self.jacobian * field
            for a in range(self.n):
                square[a, b] = column[a, 0]
        return square

    @cached_property
    def rank(self) -> int:
        return int(self.square.rank())

    def bracket(self, i: int, j: int) -> Any:
        """[F_i, F_j] = DF_j F_i - DF_i F_j as a column."""
        raw = self.hessians[j] * self.gradients[i] - self.hessians[i] * self.gradients[j]
        return _scaled(raw, self.weights)

    def brackets(self) -> Iterator[tuple[int, int, Any]]:
        for i, j in itertools.combinations(range(self.n), 2):
            field = self.bracket(i, j)
            if any(field[a, 0] != 0 for a in range(len(self.weights))):
                yield i, j, field

    def fibre_part(self, field: Any) -> Any:
        """A field less the combination of the F_i that moves w as it does."""
        from flint import fmpq_mat

        wide = fmpq_mat(self.n, self.n + 1)
        moved = self.jacobian * field
        for a in range(self.n):
            for b in range(self.n):
                wide[a, b] = self.square[a, b]
            wide[a, self.n] = moved[a, 0]
        reduced, rank = wide.rref()
        rest = field
        for r in range(rank):
            pivot = next(c for c in range(self.n + 1) if reduced[r, c] != 0)
            rest = rest - reduced[r, self.n] * self.gradients[pivot]
        return rest

    def rate(self, a: int, b: int, field: Any) -> Any:
        """The derivative of <F_a, F_b> along a field."""
        first = (self.hessians[a] * field).transpose() * self.gradients[b]
        second = (self.hessians[b] * field).transpose() * self.gradients[a]
        return first[0, 0] + second[0, 0]


@dataclass(frozen=True)
class Leak:
    """[F_i, F_j] has a part that keeps w, along which entry (a, b) of J J' moves at a rate that is not 0 (from 0)."""

    i: int
    j: int
    entry: tuple[int, int]
    rate: Any


def leak(fields: Fields) -> Leak | None:
    """Why the flow of w does not close near this point, if first brackets show it; J is to be of largest rank there."""
    for i, j, field in fields.brackets():
        rest = fields.fibre_part(field)
        for a in range(fields.n):
            for b in range(a, fields.n):
                if (rate := fields.rate(a, b, rest)) != 0:
                    return Leak(i, j, (a, b), rate)
    return None


@dataclass(frozen=True)
class Residual:
    """d_k H_ij - d_j H_ik = value at the point (indices from 0)."""

    i: int
    j: int
    k: int
    value: Any


def residuals(fields: Fields) -> dict[tuple[int, int, int], Any]:
    """(i, j, k) -> d_k H_ij - d_j H_ik for j < k where it is not 0.  J J' is to be regular, and the flow to close."""
    n, H = fields.n, fields.square.inv()
    pairs = {(a, b): H * (fields.jacobian * field) for a, b, field in fields.brackets()}
    found = {}
    for i, (j, k) in itertools.product(range(n), itertools.combinations(range(n), 2)):
        value = -sum(((H[k, a] * H[j, b] - H[k, b] * H[j, a]) * v[i, 0] for (a, b), v in pairs.items()), _q(0))
        if value != 0:
            found[i, j, k] = value
    return found


def contradiction(fields: Fields) -> tuple[tuple[Any, str], tuple[Any, str]] | None:
    """Two demands of g H being a Hessian on the slope of log g that differ, each with where it comes from; else None.

    With phi = log g: phi_k H_ij - phi_j H_ik = -R_ijk, so sum_i (H^-1)_mi R_ijk = -(phi_k [m=j] - phi_j [m=k]).
    """
    n, M, R = fields.n, fields.square, residuals(fields)
    seen: dict[int, tuple[Any, str]] = {}
    for j, k in itertools.combinations(range(n), 2):
        for m in range(n):
            total = sum((M[m, i] * R.get((i, j, k), _q(0)) for i in range(n)), _q(0))
            if m not in (j, k):
                if total != 0:
                    return (total, f"m, j, k = {m}, {j}, {k}"), (_q(0), "none")
                continue
            place, value = (k, -total) if m == j else (j, total)
            here = (value, f"m, j, k = {m}, {j}, {k}")
            if place in seen and seen[place][0] != value:
                return seen[place], here
            seen.setdefault(place, here)
    return None


def _q(x: Any) -> Any:
    from flint import fmpq

    return x if isinstance(x, fmpq) else fmpq(int(x.numerator), int(x.denominator))


def _scaled(column: Any, weights: Sequence[int]) -> Any:
    from flint import fmpq_mat

    return fmpq_mat(len(weights), 1, [column[a, 0] / w for a, w in enumerate(weights)])
