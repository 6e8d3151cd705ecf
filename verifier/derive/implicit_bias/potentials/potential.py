"""The potential Q that gradient flow minimises among interpolating predictors, from the matching equations.

With H the metric and g a time warp, Q has the Hessian g H.  Separable metrics: q''(w_i) = 1/speed(w_i), integrated
twice.  Radial metrics: Q = q(|w|) + z'w with q'(x)/x = g h and q'' = g (h + b x^2), which agree because g H is a
Hessian map; q = int x g h dx is integrated in the variable t in which x^2 is rational.  The linear term is the one
with grad Q(w(0)) = 0.  Every formula is differentiated back and the identity proved for all values in its domain.

Consequence: d/dt grad Q(w(t)) = g p lies in the range of X, which is closed, and grad Q is continuous; so where the
flow tends to w* with X' w* = y, grad Q(w*) = X nu for some nu, the Karush-Kuhn-Tucker equation, and w* is the one
minimiser of the strictly convex Q over the w with X' w = y.  (Azulay et al. 2021, theorems 1, 2, proposition 1.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from verifier.derive.implicit_bias.metrics.hessian_map import NoHessianMap, hessian_map_residual
from verifier.derive.implicit_bias.metrics.metric import metric
from verifier.derive.implicit_bias.metrics.metric_kinds import (
    Constant,
    CoordinateMetric,
    EntrywiseMetric,
    Metric,
    RadialMetric,
    SeparableMetric,
)
from verifier.derive.implicit_bias.metrics.time_warp import time_warp
from verifier.derive.implicit_bias.networks import Network, VectorNetwork
from verifier.derive.implicit_bias.potentials.closed import closed_potential
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential, Potential, Profile
from verifier.derive.implicit_bias.potentials.reduced_profiles import coordinate_profile, radial_profile


def potential(
    given: Network | VectorNetwork | Metric, zero: Sequence[str] = (), degree: int = 2, warped: bool = True
) -> Potential:
    """The potential of a network (or of a metric), for any start.

    With `warped` false no time warp is allowed: a metric that is no Hessian map is refused with its residual.
    `zero` names conserved quantities that vanish (those that do so because of the start are found).  Raises
    `NoMetric`, `NoHessianMap`, `NoPotential` or `NotVerified`, all `ValueError`, each with one line.

    >>> from verifier.derive.implicit_bias.networks import tied_diagonal
    >>> potential(tied_diagonal()).profiles[0].slope
    asinh(w/sqrt(k))/4
    """
    if isinstance(given, (Network, VectorNetwork)):
        return _of_network(given, tuple(zero), degree, warped)
    if not isinstance(given, (SeparableMetric, RadialMetric, EntrywiseMetric)):
        raise NoPotential(f"a potential is derived for a network or a metric, not for {type(given).__name__}")
    return _of_metric(given, zero, warped)


@lru_cache(maxsize=64)
def _of_network(network: Network | VectorNetwork, zero: tuple[str, ...], degree: int, warped: bool) -> Potential:
    return _of_metric(metric(network, degree), zero, warped)


def _of_metric(own: Metric, zero: Sequence[str], warped: bool) -> Potential:
    if not warped and not (condition := hessian_map_residual(own)).holds:
        raise NoHessianMap(f"{own.name}: {condition}")
    warp = time_warp(own)
    if isinstance(own, SeparableMetric):
        gone = {*zero, *(str(c.symbol) for m in own.coordinates for c in m.constants if c.at_start == 0)}
        _known(zero, [c for m in own.coordinates for c in m.constants])
        profiles = tuple(coordinate_profile(m, gone) for m in own.coordinates)
        conditions = [*own.conditions, *_separable_conditions(own.coordinates, profiles)]
        return Potential(own.name, own, warp, profiles, tuple(conditions))
    if isinstance(own, RadialMetric):
        _known(zero, own.constants)
        gone = {*zero, *(str(c.symbol) for c in own.constants if c.at_start == 0)}
        profile, conditions = radial_profile(own, warp, gone)
        names = [f"{c.symbol} = {c.in_parameters} at the start (there {c.at_start})" for c in own.constants]
        return Potential(own.name, own, warp, (profile,), (*names, *own.conditions, *conditions))
    return closed_potential(own, warp)


def _known(zero: Sequence[str], constants: Sequence[Constant]) -> None:
    names = {str(c.symbol) for c in constants}
    if unknown := [z for z in zero if z not in names]:
        have = ", ".join(sorted(names)) or "none"
        raise NoPotential(f"there is no conserved quantity {unknown[0]!r} in the metric; it has: {have}")


def _separable_conditions(coordinates: Sequence[CoordinateMetric], profiles: Sequence[Profile]) -> list[str]:
    import sympy

    said = []
    for m, p in zip(coordinates, profiles, strict=True):
        for c in m.constants:
            if str(c.symbol) in p.constants:
                said.append(f"{c.symbol} = {sympy.sstr(c.in_parameters)} > 0 at the start (there {c.at_start})")
            else:
                said.append(f"{c.symbol} = 0 at the start")
        if p.domain != "real":
            even = m.speed.subs(m.w, 1) == m.speed.subs(m.w, -1)
            mirror = f" (or the other sign throughout, with -{p.variable} for {p.variable})" if even else ""
            said.append(f"{p.variable} is {p.domain} at the start, and then always, and in the limit{mirror}")
    return said
