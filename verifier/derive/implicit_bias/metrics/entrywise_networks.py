"""Metrics for a fixed dimension whose entries are rational functions of w, and the reason where they are not."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from verifier.derive.implicit_bias.algebra import NoRelation, Variety, conserved
from verifier.derive.implicit_bias.metrics.metric_kinds import Constant, EntrywiseMetric, NoMetric
from verifier.derive.implicit_bias.networks import Network


def unbound(target: Any, given: Sequence[Any], letters: Sequence[Any]) -> str:
    """Why the entry `target` of J J' is no function of `given`, by a rational point; empty where none was found.

    At the point the gradient of the target is no combination of the gradients of the given polynomials, whose rank
    is constant nearby, so the target moves along a curve on which all of them stay.
    """
    import sympy

    source = random.Random(0)
    table = sympy.Matrix([[sympy.diff(e, s) for s in letters] for e in (*given, target)])
    generic = _rank(table[:-1, :]) if given else 0
    for _ in range(6):
        point = [source.randint(-9, 9) for _ in letters]
        values = table.subs(dict(zip(letters, point, strict=True)))
        if generic == (_rank(values[:-1, :]) if given else 0) < _rank(values):
            where = ", ".join(f"{s} = {v}" for s, v in zip(letters, point, strict=True))
            return (
                "the matrix J J' moves while w and every conserved polynomial that was found stay put"
                f" (at {where}): it is no function of w and of these"
            )
    return ""


def _rank(matrix: Any) -> int:
    """The rank over the field of rational functions of the entries' symbols."""
    from sympy.polys.matrices import DomainMatrix

    return int(DomainMatrix.from_Matrix(matrix).to_field().rank())


def jacobian_square(network: Network) -> Any:
    """J J' in the parameters."""
    import sympy

    J = sympy.Matrix(network.predictor).jacobian(sympy.Matrix(network.parameters))
    return (J * J.T).applyfunc(sympy.expand)


def forced_field(network: Network) -> tuple[tuple[Any, ...], list[Any]]:
    """Fresh forces p, one for each coordinate, and the field J' p of the parameters."""
    import sympy

    forces = tuple(sympy.Dummy(f"p{i}") for i in range(len(network.predictor)))
    field = [
        sum(p * sympy.diff(e, s) for p, e in zip(forces, network.predictor, strict=True)) for s in network.parameters
    ]
    return forces, field


def _rational_entry(e: Any, given: dict[Any, Any], w: Sequence[Any], variety: Variety, place: tuple[int, int]) -> Any:
    """An entry as a polynomial in `given` over a monomial of degree at most two in w.  Raises `NoRelation`."""
    import sympy

    for size in range(3):
        for letters in itertools.combinations_with_replacement(w, size):
            below = sympy.prod(letters)
            found = variety.dependence(e * sympy.sympify(below).subs(given, simultaneous=True), given, 1)
            if found is not None:
                return sympy.expand(-found[0]) / below
    raise NoRelation(f"entry {place} of J J' was not found as a rational function of w and what is conserved")


def entrywise_metric(network: Network, degree: int) -> EntrywiseMetric:
    """The metric where each entry is a rational function of w and the conserved quantities.  Raises `NoMetric`."""
    import sympy

    own, n = network.parameters, len(network.predictor)
    if network.start:
        raise NoMetric(
            f"{network.name}: its coordinates share parameters and J J' is not A I + B w w'; what the start relates is"
            " used for networks of vectors (VectorNetwork) and of separate coordinates"
        )
    square = jacobian_square(network)
    quantities = conserved(own, *forced_field(network), degree)
    w = sympy.symbols(f"w_1:{n + 1}", real=True)
    constants = {sympy.Symbol(f"c_{i}", real=True): q for i, q in enumerate(quantities, 1)}
    variety, start = Variety(own), Variety(own, network.start)
    given = {**dict(zip(w, network.predictor, strict=True)), **constants}
    inverse = sympy.zeros(n, n)
    for i in range(n):
        for j in range(i, n):
            if why := unbound(square[i, j], tuple(given.values()), own):
                raise NoMetric(f"{network.name}: {why}")
            inverse[i, j] = inverse[j, i] = _rational_entry(square[i, j], given, w, variety, (i + 1, j + 1))
    if sympy.simplify(inverse.det()) == 0:
        raise NoMetric(f"{network.name}: J J' is singular everywhere, so w moves in fewer dimensions than it has")
    used = tuple(
        Constant(s, q, start.expression(q)) for s, q in constants.items() if inverse.has(s)
    )
    return EntrywiseMetric(network.name, tuple(w), inverse, used, quantities, (), network)
