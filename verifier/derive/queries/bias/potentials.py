"""Which function training minimises: the Hessian-map condition, the time warp, the potential, its Bregman divergence.

Everything comes from `verifier.derive.implicit_bias`, which derives it from the network's parameters and predictor.
For given sizes the formulas are those of the coordinates, compared with J J' at an exact start; a model whose predictor
is a parameter is answered by `verifier.derive.queries.plain_flow`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from verifier.derive.answer import Answer, Check, demanded
from verifier.derive.ask import Ask
from verifier.derive.formulas import Formula, Refused
from verifier.derive.implicit_bias.metrics.hessian_map import hessian_map_residual
from verifier.derive.implicit_bias.metrics.time_warp import time_warp as warp
from verifier.derive.implicit_bias.potentials.bregman import bregman as divergence
from verifier.derive.implicit_bias.potentials.potential import potential as solved
from verifier.derive.queries import balanced_depth, plain_flow
from verifier.derive.queries.bias.bias_at_starts import confirmed, metric_at_a_start, sized_divergence, sized_potential
from verifier.derive.queries.bias.statements import limits, statement
from verifier.derive.queries.moving_predictor import PredictorFlow, constants
from verifier.derive.queries.predictor_flow import metric_of, predictor_flow

RADIAL = "the residual is (h'/x - b) (w_k [i=j] - w_j [i=k]) for H = h I + b w w', x = |w|; shown is h'/x - b"


def checks_of(evidence: Sequence[Any]) -> list[Check]:
    """The proofs, each certificate checked by the kernel once more."""
    found = []
    for one in evidence:
        start = time.monotonic()
        one.verdict.recheck()
        found.append(Check(f"{one.what}", one.verdict.verdict, one.verdict.method, time.monotonic() - start))
    return found


def answered(
    ask: Ask, query: str, own: PredictorFlow, formulas: Sequence[Formula], notes: Sequence[str],
    evidence: Sequence[Any], more: Any = None,
) -> Answer:  # fmt: skip
    """The answer with its proofs, at given sizes with the metric at an exact start; `more` gives further checks."""
    if not evidence:
        raise Refused(f"{query} of {ask.model.name}: there is no proof of it, so nothing is shown")

    def checks() -> list[Check]:
        at_start = [metric_at_a_start(own)] if own.d is not None and own.network is not None else []
        own_checks = own.extra() if own.extra else []
        return [*checks_of(evidence), *at_start, *own_checks, *(more() if more else [])]

    said = [own.said(n) for n in dict.fromkeys(notes)]
    formulas = tuple(replace(f, value=own.shown(f.value)) for f in formulas)
    return demanded(Answer(query, ask.model, ask.sizes, formulas, notes=(*said, *own.legend, *ask.notes),
                           verifier=checks))  # fmt: skip


def own_evidence(metric: Any) -> list[Any]:
    """The proofs that come with a metric."""
    coordinates = getattr(metric, "coordinates", ())
    return [e for c in coordinates for e in c.evidence] or list(getattr(metric, "evidence", ()))


def conditions(metric: Any) -> list[str]:
    return list(getattr(metric, "conditions", ()))


def defined(own: PredictorFlow) -> list[str]:
    """What the constants are, in the parameters."""
    start = getattr(own.network, "start", ())
    unbiased = ", ".join(f"{e} = 0" for e in start)
    lines = []
    for c in constants(own.metric):
        index = f"; {c.symbol}_i is that of coordinate i, in its own letters" if own.d and _every(own) else ""
        there = f"; where {unbiased} at the start, {c.at_start}" if start else ""
        lines.append(f"{c.symbol} = {c.in_parameters}, constant along the flow{there}{index}")
    return lines


def _every(own: PredictorFlow) -> bool:
    return bool(getattr(own.metric, "every", False))


def mirror_flow(ask: Ask) -> Answer:
    """The flow of the predictor w alone: dw/dt = M(w) p with p = -dL/dw and M in w and constants of the start.

    M is diagonal, with one speed for each coordinate, or A I + B w w' with functions of x = |w|.  Where M is the
    inverse of a Hessian this is mirror flow (natural gradient flow of the potential); else time is to be warped.
    """
    if plain_flow.is_plain(ask):
        return plain_flow.mirror_flow(ask)
    if balanced_depth.is_matrix(ask):
        return balanced_depth.mirror_flow(ask)
    flow = predictor_flow(ask, "mirror-flow")
    own = flow.metric
    if flow.d is not None:
        formulas = [Formula("M", "M", None, flow.matrix().as_immutable())]
    elif hasattr(own, "coordinates"):
        formulas = [Formula("dw_i/dt / p_i", r"\dot{w}_i / p_i", None, own.coordinates[0].speed)]
    else:
        formulas = [Formula("A", "A", None, own.in_x(own.across)), Formula("B", "B", None, own.in_x(own.beta))]
    shape = ["dw/dt = M p with M = A I + B w w', x = |w|"] if len(formulas) == 2 else ["dw/dt = M p, p = -dL/dw"]
    return answered(ask, "mirror-flow", flow, formulas, [*shape, *defined(flow), *conditions(own)], own_evidence(own))


def hessian_map(ask: Ask) -> Answer:
    """Whether H in dw/dt = H^-1 X r is the Hessian of a function: the residual d_k H_ij - d_j H_ik."""
    if plain_flow.is_plain(ask):
        return plain_flow.hessian_map(ask)
    if balanced_depth.is_matrix(ask):
        return balanced_depth.hessian_map(ask)
    flow = predictor_flow(ask, "hessian-map")
    own = flow.metric
    found = hessian_map_residual(own)
    if flow.d == 1:
        formulas = [Formula("residual", r"\partial_k H_{ij} - \partial_j H_{ik}", None, 0)]
        return answered(ask, "hessian-map", flow, formulas, ["a Hessian map: d = 1 has no condition", *conditions(own)],
                        own_evidence(own))  # fmt: skip
    formulas = [Formula("residual", r"\partial_k H_{ij} - \partial_j H_{ik}", None, found.residual)]
    radial = [] if found.holds or not hasattr(own, "across") else [RADIAL]
    evidence = [*own_evidence(own), *([found.everywhere] if found.everywhere is not None else [])]
    notes = [str(found), *radial, *defined(flow), *conditions(own)]
    return answered(ask, "hessian-map", flow, formulas, notes, evidence)


def time_warp(ask: Ask) -> Answer:
    """A positive factor g(w) that makes g H a Hessian map: a change of the speed of time, not of the path."""
    if plain_flow.is_plain(ask):
        return plain_flow.time_warp(ask)
    flow = predictor_flow(ask, "time-warp")
    found = warp_of(ask, flow, "time-warp")
    notes = [f"holds {found.domain}" if found.domain else "", *defined(flow), *conditions(flow.metric)]
    formula = Formula("g", "g", None, flow.at_size(found.factor))
    evidence = [*own_evidence(flow.metric), *found.evidence]
    return answered(ask, "time-warp", flow, [formula], [n for n in notes if n], evidence)


def warp_of(ask: Ask, flow: PredictorFlow, query: str) -> Any:
    """The time warp of a metric.  Raises `Refused`."""
    try:
        return warp(flow.metric) if flow.network is None else _warp_of(flow.network)
    except ValueError as error:
        raise Refused(f"{query} of {ask.model.name}: {error}") from None


@lru_cache(maxsize=32)
def _warp_of(network: Any) -> Any:
    return warp(metric_of(network))


def potential_of(ask: Ask, flow: PredictorFlow, query: str) -> Any:
    """The potential of a predictor's flow.  Raises `Refused`."""
    try:
        return solved(flow.metric if flow.network is None else flow.network)
    except ValueError as error:
        raise Refused(f"{query} of {ask.model.name}: {error}") from None


def potential(ask: Ask) -> Answer:
    """Q with Hessian H or g H, for any start: what gradient flow minimises among the predictors that fit the data."""
    if plain_flow.is_plain(ask):
        return plain_flow.potential(ask)
    flow = predictor_flow(ask, "potential")
    found = potential_of(ask, flow, "potential")
    formulas, more = [], []
    if flow.d is not None:
        value, gradient, check = sized_potential(flow, found)
        formulas = [Formula("Q", "Q", None, value), Formula("grad Q", r"\nabla Q", None, gradient)]
        more = [check]
    else:
        for p in found.profiles:
            formulas += [Formula(f"q({p.variable})", f"q({p.variable})", None, p.value),
                         Formula(f"q'({p.variable})", f"q'({p.variable})", None, p.slope)]  # fmt: skip
    notes = [*statement(flow, found), *defined(flow), *found.conditions]
    extra, evidence = limits(flow, found)
    if ask.options.get("confirm"):
        more.append(lambda: confirmed(ask, flow, found))

    def further() -> list[Check]:
        return [c for one in more for c in one()]

    return answered(ask, "potential", flow, formulas, [*notes, *extra], [*found.evidence, *evidence], further)


def bregman(ask: Ask) -> Answer:
    """D_Q(w, w0), which the limit of the flow minimises: a term for each coordinate, or one in |w| and |w0|."""
    if plain_flow.is_plain(ask):
        return plain_flow.bregman(ask)
    flow = predictor_flow(ask, "bregman")
    potential = potential_of(ask, flow, "bregman")
    found = divergence(potential)
    where = "x = |w|, y = |w0|" if found.product is not None else "a term for each coordinate: x of w, y of w0"
    notes = ["not negative, and zero only at w = w0, since q is strictly convex",
             "where gradient flow from w0 tends to w* with X'w* = y, w* minimises D_Q(w, w0) over the w with X'w = y",
             *defined(flow), *potential.conditions]  # fmt: skip
    if flow.d is not None:
        formulas = [Formula("D", "D_Q", None, sized_divergence(flow, found))]
    else:
        formulas, notes = [Formula("D", "D_Q", None, term) for term in found.terms], [where, *notes]
    more = (lambda: confirmed(ask, flow, potential)) if ask.options.get("confirm") else None
    return answered(ask, "bregman", flow, formulas, notes, [*potential.evidence, *found.evidence], more)
