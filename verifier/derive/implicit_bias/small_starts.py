"""The potential for one concrete start of the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.derive.implicit_bias.confirmation.problems import admitted, checked, kept_constants, renaming
from verifier.derive.implicit_bias.networks import Network, VectorNetwork
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential, Potential
from verifier.derive.implicit_bias.potentials.potential import potential


def potential_at(
    network: Network | VectorNetwork, theta: Mapping[Any, Any], d: int, Q: Potential | None = None
) -> tuple[tuple[Any, ...], Any]:
    """Symbols w_1, ..., w_d and Q(w), exact, for rational values of all parameters of `network.at(d)`.

    Q is up to an additive constant, its gradient at w(0) is zero.  Raises `NetworkError` for a start off the
    relations of the network and `NoPotential` for one outside the domain of the potential.

    >>> from verifier.derive.implicit_bias.networks import diagonal
    >>> theta = {s: 1 for s in diagonal().at(1).parameters}
    >>> potential_at(diagonal(), theta, 1)[1]
    w_1*asinh(w_1/2)/2 - sqrt(4*w_1**2 + 16)/4 + 1
    """
    import sympy

    Q = Q or potential(network)
    flat = network.at(d)
    checked(flat, theta, False)
    if not admitted(Q, network, flat, theta):
        raise NoPotential(f"{flat.name}: the start is outside the domain of the potential: {'; '.join(Q.conditions)}")
    values: dict[str, Any] = {}
    for i in range(1 if Q.radial or not Q.profiles else d):
        rename = renaming(network, flat, i)
        kept = kept_constants(Q, i)
        for name, c in zip(Q.constant_names(i) if kept else [], kept, strict=True):
            values[name] = sympy.sympify(c.in_parameters).subs(rename, simultaneous=True).subs(theta)
    w = sympy.symbols(f"w_1:{d + 1}", real=True)
    start = [sympy.sympify(e).subs(theta) for e in flat.predictor]
    return tuple(w), Q.at(w, start, values)
