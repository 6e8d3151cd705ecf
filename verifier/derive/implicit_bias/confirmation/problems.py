"""Random rational problems for a network: starts on its relations, data, and labels that it reaches."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from verifier.derive.implicit_bias.metrics.metric_kinds import RadialMetric, SeparableMetric
from verifier.derive.implicit_bias.networks import Network, NetworkError, VectorNetwork
from verifier.derive.implicit_bias.potentials.coordinate_profiles import Potential


def random_problem(
    Q: Potential, network: Network | VectorNetwork, flat: Network, theta: Mapping[Any, Any], source: random.Random,
    samples: int, control: bool,
) -> tuple[Any, list[Any], list[Any], list[Any]] | None:  # fmt: skip
    """Random data (X, y, slopes, w(0)) with labels that a predictor of the network reaches; None: draw again.

    Outside a control the conserved quantities of the start are in the domain of the potential.  The flow of a leaky
    unit starts with the signs of its goal.
    """
    import sympy

    d = len(flat.predictor)
    bounded = not Q.radial and any(p.domain != "real" for p in Q.profiles)  # then the goal is to be in the domain
    goal = random_start(network, d, source, free=not bounded)
    w0, w1 = ([sympy.sympify(e).subs(p) for e in flat.predictor] for p in (theta, goal))
    if not all(Q.admits(i, e) for w in (w0, w1) for i, e in enumerate(w)):
        return None
    if not control and not admitted(Q, network, flat, theta):
        return None
    X = sympy.Matrix(
        d, max(1, min(samples, d - 1)), lambda i, j: sympy.Rational(source.choice([-1, 1]) * source.randint(1, 8), 4)
    )
    before, after = (list(X.T * sympy.Matrix(w)) for w in (w0, w1))
    inside = before
    if isinstance(network, VectorNetwork) and flat.slope != 1:  # f sigma(v'x) looks at v, not at w
        v = [theta[sympy.Symbol(f"{network.vectors[0]}_{i + 1}", real=True)] for i in range(d)]
        inside = list(X.T * sympy.Matrix(v))
    if Q.radial and any(x != 0 for x in w0) and X.row_join(sympy.Matrix(w0)).rank() == X.shape[1]:
        return None  # w stays in the range of X: every radial function would pass
    crossed = any((a >= 0) != (b >= 0) for a, b in zip(before, after, strict=True))
    if X.rank() < X.shape[1] or (flat.slope != 1 and crossed):
        return None
    slopes = [sympy.S.One if a >= 0 else sympy.Rational(flat.slope) for a in inside]
    return X, [s * b for s, b in zip(slopes, after, strict=True)], slopes, w0


def admitted(Q: Potential, network: Network | VectorNetwork, flat: Network, theta: Mapping[Any, Any]) -> bool:
    """Whether a start and its conserved quantities are in the domain of the potential: zero where it was so derived."""
    import sympy

    w0 = [sympy.sympify(e).subs(theta) for e in flat.predictor]
    if not all(Q.admits(i, x) for i, x in enumerate(w0)):
        return False
    positive: list[Any] = []
    for i in range(1 if Q.radial else len(w0)):
        rename = renaming(network, flat, i)
        kept = kept_constants(Q, i)
        for c in metric_constants(Q, i):
            value = sympy.sympify(c.in_parameters).subs(rename, simultaneous=True).subs(theta)
            if (value < 0 or (value == 0 and not Q.radial)) if c in kept else value != 0:
                return False
            positive += [c] if c in kept and value > 0 else []
    if Q.radial and all(x == 0 for x in w0):  # w = 0 moves where the Hessian at 0 is finite: a positive constant
        return bool(Q.profiles[0].constants) and len(positive) == len(Q.profiles[0].constants)
    return True


def kept_constants(Q: Potential, i: int) -> list[Any]:
    """The constants of coordinate i that its profile has."""
    return [c for c in metric_constants(Q, i) if str(c.symbol) in Q.profile_of(i).constants]


def metric_constants(Q: Potential, i: int) -> list[Any]:
    """The constants of the metric of coordinate i."""
    if isinstance(Q.metric, RadialMetric):
        return list(Q.metric.constants)
    if isinstance(Q.metric, SeparableMetric):
        return list(Q.metric.coordinates[0 if Q.metric.every else i].constants)
    return []


def random_start(network: Network | VectorNetwork, d: int, source: random.Random, free: bool = False) -> dict[Any, Any]:
    """Random rational parameters on the relations of the start (`free`: anywhere).

    Linear relations are solved; a Gram matrix a a' by parallel vectors on a rational unit vector.  Raises
    `NetworkError` where neither gives a start.
    """
    import sympy

    flat = network.at(d)
    values = {s: sympy.Rational(source.choice([-1, 1]) * source.randint(2, 9), 6) for s in flat.parameters}
    if free or not flat.start:
        return values
    if all(sympy.Poly(e, *flat.parameters).total_degree() <= 1 for e in flat.start):
        solved = sympy.solve(list(flat.start), list(flat.parameters), dict=True)
        if solved:
            fixed = {s: e.subs(values) for s, e in solved[0].items()}
            return {**values, **fixed}
    if isinstance(network, VectorNetwork) and len(network.vectors) == len(network.scalars):
        head = {1: [(1, 1)], 2: [(3, 5), (-4, 5)]}.get(d, [(2, 3), (-1, 3), (2, 3)])
        unit = [*(sympy.Rational(*q) for q in head), *([sympy.S.Zero] * (d - len(head)))]
        source.shuffle(unit)
        for a, v in zip(network.scalars, network.vectors, strict=True):
            values |= {sympy.Symbol(f"{v}_{i + 1}", real=True): values[a] * e for i, e in enumerate(unit)}
        if all(sympy.sympify(e).subs(values) == 0 for e in flat.start):
            return values
    raise NetworkError(f"{flat.name}: no start on its relations was found; give rational values of the parameters")


def checked(flat: Network, theta: Mapping[Any, Any], broken: bool) -> None:
    import sympy

    if missing := [s for s in flat.parameters if s not in theta]:
        raise NetworkError(f"the start has no value for {missing[0]}")
    if not all(sympy.sympify(v).is_Rational for v in theta.values()):
        raise NetworkError("the values of a start are rational numbers")
    if not broken and any(sympy.sympify(e).subs(theta) != 0 for e in flat.start):
        raise NetworkError(f"the start is off the relations of {flat.name}")


def renaming(network: Network | VectorNetwork, flat: Network, i: int) -> dict[Any, Any]:
    """From the letters of the constants of coordinate i to the parameters of the network at one dimension."""
    import sympy

    if isinstance(network, VectorNetwork):
        d = len(flat.predictor)
        parts = {v: sympy.symbols(f"{v}_1:{d + 1}", real=True) for v in network.vectors}
        pairs = [(s, parts[network.vectors[a]], parts[network.vectors[b]]) for a, b, s in network.products]
        return {s: sum(x * y for x, y in zip(u, v, strict=True)) for s, u, v in pairs}
    return {s: sympy.Symbol(f"{s.name}_{i + 1}", real=True) for s in network.parameters} if network.copies else {}
