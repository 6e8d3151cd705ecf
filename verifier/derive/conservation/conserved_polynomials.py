"""Which polynomials a polynomial flow conserves, found by exact linear algebra.

A polynomial Q is conserved along dx/dt = F(x) when grad Q . F = 0 identically; for polynomials of bounded
degree that is a linear system for the coefficients of Q.  The system is solved from values of F at random
points modulo the prime 2^61 - 1, the solution is lifted to rationals, and every Q found is then verified by
expanding grad Q . F exactly.  The answer is a basis of *all* conserved polynomials of that degree: points
modulo a prime can only leave too many candidates, never too few, and a surplus fails the exact check.

Cannot: conserved quantities that are no polynomials, or of higher degree than asked for; fields whose
coefficients are no integers.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm, prod
from typing import Any

from verifier.derive.conservation.duals import Point, gradient, lifted, parts

PRIME = 2**61 - 1

#: A vector field: the time derivative of each variable at a point, with ring operations and integers only.
Flow = Callable[[Point], Mapping[str, Any]]
#: A polynomial: from monomials, as sorted tuples of names with repetition, to coefficients.
Quantity = Mapping[tuple[str, ...], Fraction]


class NotFound(ArithmeticError, ValueError):
    """The solution modulo the prime is not the reduction of small rationals: nothing is known."""


@dataclass(frozen=True)
class GradientFlow:
    """The field -grad L of a potential L; it keeps L, since grad Q . grad L is one derivative of L, along grad Q."""

    variables: tuple[str, ...]
    potential: Callable[[Point], Any]

    def __call__(self, point: Point) -> dict[str, Any]:
        slope = gradient(self.potential, {n: i for i, n in enumerate(self.variables)}, point)
        return {n: -slope[i] if i in slope else 0 for i, n in enumerate(self.variables)}


def gradient_flow(variables: Sequence[str], potential: Callable[[Point], Any]) -> Flow:
    """The field -grad L of a potential L, given as a callable that adds, multiplies and uses integers only.

    >>> flow = gradient_flow(["x", "y"], lambda p: p["x"] ** 2 * p["y"] + 3)
    >>> flow({"x": 5, "y": 7})
    {'x': -70, 'y': -25}
    """
    return GradientFlow(tuple(variables), potential)


def conserved_quantities(
    variables: Sequence[str], flow: Flow, parameters: Sequence[str] = (), degree: int = 2, seed: int = 0
) -> list[dict[tuple[str, ...], Fraction]]:
    """A basis of the polynomials of degree 1 to `degree` in `variables` that are constant along `flow`.

    `parameters` are symbols of the field that do not move and do not occur in the quantities; a quantity is
    conserved for all their values.  Raises `NotFound` where the solution has no small rational coefficients
    or fails the exact check (never for want of a conserved quantity: then the basis is empty).

    >>> spring = lambda p: {"x": p["v"], "v": -p["x"]}
    >>> [dict(q) for q in conserved_quantities(["x", "v"], spring)]
    [{('x', 'x'): Fraction(1, 1), ('v', 'v'): Fraction(1, 1)}]
    """
    basis = monomials(variables, degree)
    found = [
        {m: c for m, c in zip(basis, vector, strict=True) if c}
        for vector in null_space(_rates(basis, variables, flow, parameters, seed), len(basis))
    ]
    if not all(are_conserved(found, variables, flow, parameters)):
        raise NotFound("a candidate from values modulo a prime is not conserved exactly")
    return found


def is_conserved(
    quantity: Quantity, variables: Sequence[str], flow: Flow, parameters: Sequence[str] = ()
) -> bool:
    """Whether grad Q . F expands to the polynomial 0."""
    return are_conserved([quantity], variables, flow, parameters)[0]


def are_conserved(
    quantities: Sequence[Quantity], variables: Sequence[str], flow: Flow, parameters: Sequence[str] = ()
) -> list[bool]:
    """For each quantity Q whether grad Q . F expands to the polynomial 0.

    For a `GradientFlow` the derivative of the potential along all grad Q is expanded instead: along a conserved Q it
    vanishes early in the evaluation, before large products are formed.
    """
    from flint import Ordering, fmpz_mpoly_ctx

    names = [*variables, *parameters]
    context = fmpz_mpoly_ctx.get((("x", len(names)),), Ordering.degrevlex)
    point = dict(zip(names, context.gens(), strict=True))
    whole = [_integral(q) for q in quantities]
    if isinstance(flow, GradientFlow):
        still = context.constant(0)
        slopes: dict[str, dict[int, Any]] = {n: {} for n in variables}
        for i, quantity in enumerate(whole):
            for m, c in quantity.items():
                for name in sorted(set(m)):
                    rest = list(m)
                    rest.remove(name)
                    term = c * m.count(name) * prod((point[n] for n in rest), start=still + 1)
                    slopes[name][i] = slopes[name].get(i, still) + term
        for slope in slopes.values():
            for i in [i for i, x in slope.items() if x == 0]:
                del slope[i]
        change = parts(flow.potential(lifted(point, slopes)))
        return [bool(change.get(i, 0) == 0) for i in range(len(whole))]
    speed = flow(point)
    zero = context.constant(0)
    return [bool(sum((c * _rate(m, point, speed) for m, c in q.items()), start=zero) == 0) for q in whole]


def _integral(quantity: Quantity) -> dict[tuple[str, ...], int]:
    """A multiple with integer coefficients."""
    common = lcm(1, *(Fraction(c).denominator for c in quantity.values()))
    return {m: int(c * common) for m, c in quantity.items()}


def value_rank(
    variables: Sequence[str], flow: Flow, parameters: Sequence[str] = (), degree: int = 2, seed: int = 0
) -> tuple[int, int]:
    """The rank, modulo the prime, of the rates of all monomials at random points, and the number of monomials.

    Their difference bounds from above how many independent polynomials of degree 1 to `degree` are conserved.
    """
    from flint import nmod_mat

    basis = monomials(variables, degree)
    rows = _rates(basis, variables, flow, parameters, seed)
    return int(nmod_mat(len(rows), len(basis), [x for r in rows for x in r], PRIME).rank()), len(basis)


def monomials(variables: Sequence[str], degree: int) -> list[tuple[str, ...]]:
    """The monomials of degree 1 to `degree`, names in the order of `variables`, highest degree first."""
    return [
        m for k in range(degree, 0, -1) for m in itertools.combinations_with_replacement(variables, k)
    ]


def _rate(monomial: tuple[str, ...], point: Point, speed: Mapping[str, Any]) -> Any:
    """The time derivative of a monomial, by the product rule."""
    total: Any = 0
    for i, moving in enumerate(monomial):
        term = speed[moving]
        for j, other in enumerate(monomial):
            if j != i:
                term = term * point[other]
        total = term + total
    return total


def _rates(
    basis: Sequence[tuple[str, ...]], variables: Sequence[str], flow: Flow, parameters: Sequence[str], seed: int
) -> list[list[int]]:
    """The rates of all monomials at a few more random points than there are monomials, modulo the prime."""
    from flint import nmod

    source = random.Random(seed)
    rows = []
    for _ in range(len(basis) + 8):
        point = {n: nmod(source.randrange(PRIME), PRIME) for n in (*variables, *parameters)}
        speed = flow(point)
        rows.append([int(_rate(m, point, speed)) for m in basis])
    return rows


def null_space(rows: Sequence[Sequence[int]], width: int) -> list[list[Fraction]]:
    """A reduced basis of the null space modulo the prime, lifted to the rationals.  Raises `NotFound`."""
    from flint import nmod_mat

    # columns reversed: then the first monomial of a quantity has the coefficient 1
    reduced, rank = nmod_mat(len(rows), width, [x for r in rows for x in reversed(r)], PRIME).rref()
    pivots = []
    for r in range(int(rank)):
        pivots.append(next(j for j in range(width) if int(reduced[r, j])))
    vectors = []
    for free in (j for j in range(width) if j not in set(pivots)):
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for r, pivot in enumerate(pivots):
            vector[pivot] = _lift(-int(reduced[r, free]) % PRIME)
        vectors.append(vector[::-1])
    return vectors[::-1]


def _lift(x: int) -> Fraction:
    """The rational number with small numerator and denominator that is x modulo the prime."""
    bound = isqrt(PRIME // 2)
    (r0, s0), (r1, s1) = (PRIME, 0), (x, 1)
    while r1 > bound:
        q = r0 // r1
        (r0, s0), (r1, s1) = (r1, s1), (r0 - q * r1, s0 - q * s1)
    if abs(s1) > bound:
        raise NotFound("a coefficient is no small rational number")
    return Fraction(r1, s1)
