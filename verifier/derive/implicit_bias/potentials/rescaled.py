"""How a profile with one constant scales: q(c^a x; c^b k) = c^e q(x; k) for all c > 0, proved.

a and b are the degrees of the predictor and of the constant in the parameters.  So where the parameters are multiplied
by c at the start, Q is multiplied by c^e at c^a w, and the minimiser for labels c^a y is c^a times the one for y.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.metrics.metric_kinds import EntrywiseMetric, RadialMetric
from verifier.derive.implicit_bias.networks import VectorNetwork
from verifier.derive.implicit_bias.potentials.coordinate_profiles import Potential
from verifier.derive.implicit_bias.proving import Proved, attempt, text


@dataclass(frozen=True)
class Scaling:
    """The exponents a of x, b of the constant and e of q."""

    constant: str
    predictor: int
    power: int
    value: Any
    evidence: tuple[Proved, ...]


def scaling(Q: Potential) -> Scaling | None:
    """The scaling of the first profile, from values at two places, kept where it is proved; else None.

    >>> from verifier.derive.implicit_bias.networks import diagonal
    >>> from verifier.derive.implicit_bias.potentials.potential import potential
    >>> found = scaling(potential(diagonal()))
    >>> (found.predictor, found.power, found.value)
    (2, 4, 2)
    """
    import sympy

    if not Q.profiles or len(Q.profiles[0].constants) != 1 or Q.metric.network is None:
        return None
    p = Q.profiles[0]
    (name,) = p.constants
    k = next(s for s in p.value.free_symbols if s.name == name)
    x, c = p.variable, sympy.Symbol("c", positive=True)
    a, b = _degrees(Q, name)
    if not (a and b):
        return None
    ratios = []
    for place in (1, 3):
        here, there = {x: place, k: 2}, {x: place * 16**a, k: 2 * 16**b}
        ratios.append(sympy.log(p.value.subs(there) / p.value.subs(here), 16).evalf(30))
    if not all(r.is_real for r in ratios) or abs(ratios[0] - ratios[1]) > sympy.Float("1e-20"):
        return None
    e = sympy.Rational(round(4 * ratios[0]), 4)
    scaled = p.value.subs({x: c**a * x, k: c**b * k}, simultaneous=True)
    goal = f"{text(scaled)} == {text(c**e * p.value)}"
    proof = attempt("scaling of q", goal, {"c": "positive", str(x): p.domain, name: "positive"})
    return Scaling(name, a, b, e, (proof,)) if proof else None


def _degrees(Q: Potential, name: str) -> tuple[int, int]:
    """The degrees in the parameters of the predictor and of the constant; 0 where one is not homogeneous."""
    import sympy

    own, network = Q.metric, Q.metric.network
    if network is None or isinstance(own, EntrywiseMetric):
        return 0, 0
    flat = network.at(2) if isinstance(network, VectorNetwork) or network.copies else network
    constants = own.constants if isinstance(own, RadialMetric) else own.coordinates[0].constants
    (value,) = (c.in_parameters for c in constants if str(c.symbol) == name)
    letters = sorted(value.free_symbols, key=str)
    t = sympy.Dummy("t")
    moved = value.subs({s: s * t ** (2 if "." in s.name else 1) for s in letters}, simultaneous=True)
    poly = sympy.Poly(sympy.expand(moved), t)
    first = sympy.Poly(flat.predictor[0], *flat.parameters)
    return first.homogeneous_order() or 0, poly.degree() if len(poly.terms()) == 1 else 0
