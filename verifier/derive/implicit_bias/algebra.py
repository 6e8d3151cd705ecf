"""Exact algebra behind the metric: what the flow conserves for every force, and algebraic dependence.

Polynomials with rational coefficients only; every relation that is returned expands to zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

from verifier.derive.conservation.conserved_polynomials import NotFound, conserved_quantities
from verifier.derive.conservation.duals import Point

MAX_UNKNOWNS = 600  # monomials of one ansatz; exact elimination of that many takes about a second


class NoRelation(ValueError):
    """No algebraic relation of the degrees that were searched; one line says which."""


def integer_flow(letters: Sequence[Any], forces: Sequence[Any], field: Sequence[Any]) -> Any:
    """A polynomial field as a `Flow` of the conservation module, up to one positive factor (the speed of time).

    Letters and forces are called x0, x1, ... and p0, p1, ...
    """
    import sympy

    names = [f"x{i}" for i in range(len(letters))] + [f"p{i}" for i in range(len(forces))]
    terms = [sympy.Poly(e, *letters, *forces, domain=sympy.QQ).terms() for e in field]
    scale = lcm(1, *(int(c.q) for row in terms for _, c in row))

    def flow(point: Point) -> dict[str, Any]:
        speed = {}
        for name, row in zip(names, terms, strict=False):
            total: Any = 0
            for powers, c in row:
                value: Any = int(c * scale)
                for letter, e in zip(names, powers, strict=True):
                    if e:
                        value = point[letter] ** e * value
                total = value + total
            speed[name] = total
        return speed

    return flow


def conserved(letters: Sequence[Any], forces: Sequence[Any], field: Sequence[Any], degree: int = 2) -> tuple[Any, ...]:
    """All polynomials in `letters` up to a degree that the field conserves whatever the forces are, as a basis.

    The forces may change with time: the rate vanishes identically in them.  Raises `NoRelation` where the exact
    linear algebra gives no answer.
    """
    import sympy

    names = [f"x{i}" for i in range(len(letters))]
    back = dict(zip(names, letters, strict=True))
    extra = [f"p{i}" for i in range(len(forces))]
    try:
        found = conserved_quantities(names, integer_flow(letters, forces, field), extra, degree)
    except NotFound as error:
        raise NoRelation(f"conserved quantities of degree {degree}: {error}") from None
    return tuple(
        sum(sympy.Rational(c.numerator, c.denominator) * sympy.prod(back[n] for n in m) for m, c in q.items())
        for q in found
    )


@dataclass(frozen=True)
class Variety:
    """Polynomials in `letters` modulo relations; `weights` grade the letters (all 1 for plain parameters)."""

    letters: tuple[Any, ...]
    relations: tuple[Any, ...] = ()
    weights: tuple[int, ...] = ()

    @cached_property
    def _ring(self) -> Any:
        import sympy

        return sympy.ring([f"x{i}" for i in range(len(self.letters))], sympy.QQ, sympy.lex)[0]

    @cached_property
    def _basis(self) -> list[Any]:
        from sympy.polys.groebnertools import groebner

        given = [q for q in (self._read(e) for e in self.relations) if q]
        return list(groebner(given, self._ring)) if given else []

    def _read(self, e: Any) -> Any:
        import sympy

        return self._ring.from_dict(dict(sympy.Poly(e, *self.letters, domain=sympy.QQ).rep.to_dict()))

    def reduce(self, e: Any) -> Any:
        """The normal form of a polynomial, as an element of the ring."""
        return self._normal(self._read(e))

    def _normal(self, q: Any) -> Any:
        return q.rem(self._basis) if self._basis else q

    def expression(self, e: Any) -> Any:
        """The normal form of a polynomial, factored, as an expression."""
        import sympy

        return sympy.factor(self.reduce(e).as_expr(*self.letters))

    def vanishes(self, e: Any) -> bool:
        """Whether a polynomial lies in the ideal of the relations."""
        return not self.reduce(e)

    def _grades(self, q: Any) -> set[int]:
        weights = self.weights or (1,) * len(self.letters)
        return {sum(a * b for a, b in zip(m, weights, strict=True)) for m in q}

    def dependence(self, target: Any, given: Mapping[Any, Any], power: int) -> dict[int, Any] | None:
        """c_0, ..., c_{power-1} with target^power + sum_i c_i target^i = 0, polynomials in the keys of `given`.

        `given` maps symbols to the polynomials they stand for.  The weights of the terms do not exceed (and equal,
        where everything is homogeneous) that of target^power.  None where there is no such relation.
        """
        import sympy
        from flint import fmpq, fmpq_mat

        top = self.reduce(target)
        known = {s: q for s, e in given.items() if (q := self.reduce(e)) and not q.is_ground}
        if not top or top.is_ground:
            return {0: -sympy.Rational(str(top)) if top else sympy.S.Zero} if power == 1 else None
        symbols, values = list(known), list(known.values())
        grades = [self._grades(q) for q in (top, *values)]
        homogeneous = all(len(g) == 1 for g in grades)
        limit = power * max(grades[0])
        shapes = sorted(
            (
                m
                for m in _exponents([max(g) for g in grades], limit, homogeneous)
                if m[0] < power
            ),
            key=lambda m: (m[0], sum(m), [-x for x in m]),
        )
        if len(shapes) > MAX_UNKNOWNS:
            raise NoRelation(f"an ansatz with {len(shapes)} unknown coefficients is too large")
        memory: dict[tuple[int, tuple[int, ...]], Any] = {}
        columns = [self._product((top, *values), m, memory) for m in shapes]
        columns.append(self._product((top, *values), (power, *([0] * len(values))), memory))
        rows = {m: i for i, m in enumerate(sorted({m for q in columns for m in q}))}
        matrix = fmpq_mat(len(rows), len(columns))
        for j, q in enumerate(columns):
            for m, c in q.items():
                matrix[rows[m], j] = fmpq(int(c.numerator), int(c.denominator))
        reduced, rank = matrix.rref()
        answer: dict[int, Any] = dict.fromkeys(range(power), sympy.S.Zero)
        for r in range(rank):
            pivot = next(j for j in range(len(columns)) if reduced[r, j] != 0)
            if pivot == len(shapes):
                return None
            c = reduced[r, len(shapes)]
            if c != 0:
                m = shapes[pivot]
                term = sympy.prod(s**e for s, e in zip(symbols, m[1:], strict=True))
                answer[m[0]] -= sympy.Rational(int(c.p), int(c.q)) * term
        return answer

    def _product(self, factors: Sequence[Any], powers: tuple[int, ...], memory: dict[Any, Any]) -> Any:
        """The normal form of a product of powers, from that of a smaller one."""
        found = memory.get(powers)
        if found is None:
            i = next((i for i, e in enumerate(powers) if e), None)
            if i is None:
                found = self._ring.one
            else:
                less = (*powers[:i], powers[i] - 1, *powers[i + 1 :])
                found = self._normal(self._product(factors, less, memory) * factors[i])
            memory[powers] = found
        return found


def _exponents(weights: Sequence[int], limit: int, exact: bool) -> Iterator[tuple[int, ...]]:
    """Exponents of the monomials whose weight is at most (or exactly) the limit."""
    if not weights:
        if limit == 0 or not exact:
            yield ()
        return
    step = max(weights[0], 1)
    for e in range(limit // step + 1):
        for rest in _exponents(weights[1:], limit - e * step, exact):
            yield (e, *rest)
