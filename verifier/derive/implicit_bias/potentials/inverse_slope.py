"""The inverse of q', the mirror map's inverse along one profile, derived and proved: q'(s(r)) = r.

Radial: in the variable t with x^2 = square(t), r = q'(x) = x growth(t) gives square(t) growth(t)^2 = r^2, solved for t.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.metrics.metric_kinds import RadialMetric
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential, Potential
from verifier.derive.implicit_bias.proving import Proved, attempt, text


@dataclass(frozen=True)
class InverseSlope:
    """s(r) with q'(s(r)) = r, for r in `domain`; `condition` says for which constants (empty: all)."""

    y: Any
    value: Any
    domain: str
    condition: str
    evidence: tuple[Proved, ...]


def inverse_slope(Q: Potential, i: int = 0) -> InverseSlope:
    """The inverse of q' of profile i.  Raises `NoPotential` where it is not found or not proved.

    >>> from verifier.derive.implicit_bias.networks import tied_diagonal
    >>> from verifier.derive.implicit_bias.potentials.potential import potential
    >>> inverse_slope(potential(tied_diagonal())).value
    sqrt(k)*sinh(4*r)
    """
    import sympy

    if not Q.profiles:
        raise NoPotential(f"{Q.name}: no profile of one variable, so the inverse of grad Q is not derived")
    p = Q.profile_of(i)
    y = sympy.Symbol("r", positive=True) if Q.radial else sympy.Symbol("r", real=True)
    for value in _candidates(Q, p, y):
        for domains, condition in _cases(p, Q.radial):
            used = {s.name for s in value.free_symbols | p.slope.free_symbols}
            here = {str(y): p.domain, **{n: d for n, d in domains.items() if n in used}}
            back = text(p.slope.subs(p.variable, value))
            proof = attempt("q'(s(r)) = r", f"{back} == {y}", here)
            if proof is not None:
                return InverseSlope(y, value, p.domain, condition, (proof,))
    raise NoPotential(f"{Q.name}: the inverse of q' = {p.slope} was not found in closed form")


def _cases(p: Any, radial: bool) -> list[tuple[dict[str, str], str]]:
    """Domains of the constants to try, with what they suppose: all of them first."""
    first = (dict(p.constants), "")
    if not radial or not p.constants:
        return [first]
    names = ", ".join(p.constants)
    return [first, (dict.fromkeys(p.constants, "nonnegative"), f"{names} >= 0")]


def _candidates(Q: Potential, p: Any, y: Any) -> list[Any]:
    import sympy

    if not Q.radial:
        positive = {s: sympy.Symbol(s.name, positive=True) for s in p.slope.free_symbols if s != p.variable}
        try:
            return [sympy.simplify(e) for e in sympy.solve(p.slope.subs(positive) - y, p.variable)]
        except NotImplementedError:
            return []
    own, growth = Q.metric, Q.warp.growth
    if not isinstance(own, RadialMetric):
        return []
    try:
        roots = sympy.solve(sympy.simplify(own.square * growth**2 - y**2), own.t)
    except NotImplementedError:
        return []
    kept = {c.symbol: next((s for s in p.slope.free_symbols if s.name == str(c.symbol)), sympy.S.Zero)
            for c in own.constants}  # fmt: skip
    return [sympy.powsimp(sympy.simplify(y / growth.subs(own.t, r))).subs(kept) for r in roots]
