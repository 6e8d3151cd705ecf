"""Potentials of metrics that are neither separable nor radial, in a fixed dimension, on R^d or on an orthant."""

from __future__ import annotations

from typing import Any

from verifier.derive.implicit_bias.metrics.matrix_warp import matrix_potential
from verifier.derive.implicit_bias.metrics.metric_kinds import EntrywiseMetric
from verifier.derive.implicit_bias.metrics.time_warp import TimeWarp
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential, Potential
from verifier.derive.implicit_bias.proving import Proved, attempt, text

SECONDS = 3.0


def closed_potential(metric: EntrywiseMetric, warp: TimeWarp) -> Potential:
    """Q with Hess Q = g H, and a convex domain on which g H is proved to be positive definite.

    The domains tried are R^d and those where the letters of g and of denominators are positive.  Raises `NoPotential`
    where neither is proved: the function (`matrix_potential`) exists, but its critical points may be no minima.
    """
    import sympy

    H = metric.inverse.inv().applyfunc(sympy.simplify)
    Q, g = matrix_potential(H, metric.w)
    G = (g * H).applyfunc(sympy.simplify)
    minors = [sympy.factor(sympy.simplify(G[:n, :n].det())) for n in range(1, G.rows + 1)]  # Sylvester's criterion
    constants = {str(c.symbol): "real" for c in metric.constants}
    limited = {s for s in g.free_symbols.union(*map(_limited, G)) if s in metric.w}
    for chosen in ([], sorted(limited, key=str)):
        domains = {str(s): "positive" if s in chosen else "real" for s in metric.w}
        proofs: list[Proved] = []
        for n, e in enumerate((g, *minors)):
            what = f"leading minor {n} of g H" if n else "the factor"
            variables = {k: d for k, d in {**domains, **constants}.items() if k in map(str, e.free_symbols)}
            found = attempt(f"{what} is positive", f"{text(e)} > 0", variables, seconds=SECONDS)
            if found is None:
                break
            proofs.append(found)
        else:
            said = [f"as long as {s} > 0" for s in chosen]
            return Potential(
                metric.name, metric, warp, (), (*metric.conditions, *said), Q, {**domains, **constants}, tuple(proofs)
            )
    raise NoPotential(
        f"{metric.name}: g H with g = {g} is the Hessian of {Q}, but it was not proved to be positive definite on"
        f" R^{G.rows} or on an orthant, so the KKT equation gives no minimiser"
    )


def _limited(e: Any) -> set[Any]:
    """Letters of the denominators and of the roots of an expression."""
    import sympy

    powers = (p for p in e.atoms(sympy.Pow) if p.exp.is_negative or not p.exp.is_Integer)
    return {s for p in powers for s in p.free_symbols}
