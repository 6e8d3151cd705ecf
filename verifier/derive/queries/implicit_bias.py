"""Which function training minimises: the Hessian-map condition, the time warp, the potential, its Bregman divergence.

Everything comes from `verifier.theory.implicit_bias`, which derives it from the network's parameters and predictor.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from verifier.derive.answer import Answer, Check, Formula, Refused
from verifier.derive.ask import Ask
from verifier.theory.models.model import Model


def _network(ask: Ask, query: str) -> Any:
    """The network of a model, as `verifier.theory.implicit_bias` describes networks: for every dimension d."""
    import sympy

    from verifier.theory.implicit_bias import networks

    model = ask.model
    if not model.network:
        raise Refused(f"{query}: {model.name} is no network with a linear predictor here; {_with_networks()} are")
    if model.network == "leaky_relu_neuron":
        rho = Fraction(ask.options.get("data", {}).get("rho", Fraction(1, 2)))
        return networks.leaky_relu_neuron(sympy.Rational(rho.numerator, rho.denominator))
    if model.network == "fully_connected":
        return networks.fully_connected((ask.sizes or model.sizes)["m"], balanced=bool(ask.options.get("balanced")))
    return getattr(networks, model.network)()


def _with_networks() -> str:
    from verifier.theory.models import MODELS

    return ", ".join(n for n, m in MODELS.items() if m.network)


def _metric(ask: Ask, query: str) -> Any:
    from verifier.theory.implicit_bias.metric import metric

    try:
        return metric(_network(ask, query))
    except Refused:
        raise
    except ValueError as error:
        raise Refused(f"{query}: {error}{_advice(ask.model)}") from None


def _advice(model: Model) -> str:
    return " (--balanced supposes such a start)" if model.network == "fully_connected" else ""


def _checks(evidence: Sequence[Any]) -> list[Check]:
    """The proofs, each certificate checked by the kernel once more."""
    found = []
    for one in evidence:
        start = time.monotonic()
        one.verdict.recheck()
        found.append(Check(f"{one.what}", one.verdict.verdict, one.verdict.method, time.monotonic() - start))
    return found


def _answer(ask: Ask, query: str, formulas: Sequence[Formula], notes: Sequence[str], evidence: Sequence[Any]) -> Answer:
    checks = tuple(_checks(evidence))
    if not checks:
        raise Refused(f"{query} of {ask.model.name}: there is no proof of it, so nothing is shown")
    return Answer(query, ask.model, None, tuple(formulas), checks, (*notes, *ask.notes),
                  verifier=lambda: _checks(evidence))  # fmt: skip


def mirror_flow(ask: Ask) -> Answer:
    """The flow of the predictor w alone: dw/dt = M(w) p with p = -dL/dw and M in w and constants of the start.

    M is diagonal, with one speed for each coordinate, or A I + B w w' with functions of x = |w|.  Where M is the
    inverse of a Hessian this is mirror flow (natural gradient flow of the potential); else time is to be warped.
    """
    own = _metric(ask, "mirror-flow")
    coordinates = getattr(own, "coordinates", ())
    if coordinates:
        formulas = [Formula("dw_i/dt / p_i", r"\dot{w}_i / p_i", None, coordinates[0].speed)]
    elif hasattr(own, "across"):
        formulas = [Formula("A", "A", None, own.in_x(own.across)), Formula("B", "B", None, own.in_x(own.beta))]
    else:
        formulas = [Formula("M", "M", None, own.inverse)]
    notes = [f"{c.symbol} = {c.in_parameters}" for c in _constants(own)]
    return _answer(ask, "mirror-flow", formulas, [*notes, *_conditions(own)], _own_evidence(own))


def hessian_map(ask: Ask) -> Answer:
    """Whether H in dw/dt = H^-1 X r is the Hessian of a function: the residual d_k H_ij - d_j H_ik."""
    from verifier.theory.implicit_bias.hessian_map import hessian_map_residual

    own = _metric(ask, "hessian-map")
    found = hessian_map_residual(own)
    formulas = [Formula("residual", r"\partial_k H_{ij} - \partial_j H_{ik}", None, found.residual)]
    evidence = [*_own_evidence(own), *([found.everywhere] if found.everywhere is not None else [])]
    return _answer(ask, "hessian-map", formulas, [str(found), *_conditions(own)], evidence)


def _own_evidence(metric: Any) -> list[Any]:
    coordinates = getattr(metric, "coordinates", ())
    return [e for c in coordinates for e in c.evidence] or list(getattr(metric, "evidence", ()))


def _conditions(metric: Any) -> list[str]:
    return list(getattr(metric, "conditions", ()))


def time_warp(ask: Ask) -> Answer:
    """A positive factor g(w) that makes g H a Hessian map: a change of the speed of time, not of the path."""
    from verifier.theory.implicit_bias.time_warp import time_warp as warp

    own = _metric(ask, "time-warp")
    try:
        found = warp(own)
    except ValueError as error:
        raise Refused(f"time-warp of {ask.model.name}: {error}") from None
    notes = [f"holds {found.domain}" if found.domain else "", *_conditions(own)]
    formula = Formula("g", "g", None, found.factor)
    return _answer(ask, "time-warp", [formula], [n for n in notes if n], [*_own_evidence(own), *found.evidence])


def _potential(ask: Ask, query: str) -> Any:
    from verifier.theory.implicit_bias.potential import potential as solved

    try:
        return solved(_network(ask, query))
    except Refused:
        raise
    except ValueError as error:
        raise Refused(f"{query} of {ask.model.name}: {error}{_advice(ask.model)}") from None


def potential(ask: Ask) -> Answer:
    """Q with Hessian H or g H, for any start: what gradient flow minimises among the predictors that fit the data."""
    from verifier.theory.implicit_bias.limits import extremes

    found = _potential(ask, "potential")
    formulas, notes = [], [found.statement]
    for p in found.profiles:
        formulas += [Formula(f"q({p.variable})", f"q({p.variable})", None, p.value),
                     Formula(f"q'({p.variable})", f"q'({p.variable})", None, p.slope)]  # fmt: skip
    radial = "Q(w) = q(|w|) - q'(|w(0)|) w(0)'w/|w(0)|"
    notes.append(radial if found.radial else "Q(w) = sum of q(w_i) - q'(w_i(0)) w_i")
    notes += [f"{c.symbol} = {c.in_parameters}; at this start {c.at_start}" for c in _constants(found.metric)]
    notes += found.conditions
    evidence = list(found.evidence)
    for end in extremes(found):
        notes.append(f"as {end.constant} -> {end.end}: {end.factor} (q - q(0)) -> {end.leading}")
        evidence += end.evidence
    return _answer(ask, "potential", formulas, notes, evidence)


def _constants(metric: Any) -> list[Any]:
    coordinates = getattr(metric, "coordinates", ())
    return [c for m in coordinates[:1] for c in m.constants] or list(getattr(metric, "constants", ()))


def bregman(ask: Ask) -> Answer:
    """D_Q(w, w0), which the limit of the flow minimises: a term for each coordinate, or one in |w| and |w0|."""
    from verifier.theory.implicit_bias.bregman import bregman as divergence

    found = divergence(_potential(ask, "bregman"))
    formulas = [Formula("D", "D_Q", None, term) for term in found.terms]
    where = "x = |w|, y = |w0|" if found.product is not None else "a term for each coordinate: x of w, y of w0"
    notes = [where, "not negative, and zero only at w = w0, since q is strictly convex"]
    return _answer(ask, "bregman", formulas, notes, [*found.potential.evidence, *found.evidence])
