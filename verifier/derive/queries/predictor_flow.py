"""How the predictor of a model moves under gradient flow: its metric for every dimension or at given sizes, or why not.

The networks of `verifier.derive.implicit_bias.networks` stand for every dimension; any other model is taken at sizes,
as a network of its entries.  Before anything is derived, brackets at an exact point decide whether the flow closes.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import TooLarge
from verifier.derive.formulas import Refused
from verifier.derive.implicit_bias import networks
from verifier.derive.implicit_bias.metrics.balanced import balanced_metric
from verifier.derive.implicit_bias.metrics.closed_metrics import contradiction, leak, residuals
from verifier.derive.implicit_bias.metrics.metric import metric
from verifier.derive.implicit_bias.metrics.radial import LEAKY
from verifier.derive.implicit_bias.networks import Network
from verifier.derive.queries.balanced_depth import is_deep, radial_flow
from verifier.derive.queries.geometry import listed, predictor_of, refuse_options
from verifier.derive.queries.moving_predictor import (
    CONSTANTS,
    MOST_LETTERS,
    PredictorFlow,
    entries,
    fields_at,
    refuse_one_parameter,
    weight,
)

#: letters of the networks of the theory -> those of the models
LETTERS: Mapping[str, Mapping[str, str]] = {
    "diagonal": {"u_plus": "up", "v_plus": "vp", "u_minus": "um", "v_minus": "vm"},
    "tied_diagonal": {"u_plus": "up", "u_minus": "um"},
    "single_neuron": {"v.v": "|w|**2", "v": "w"},
    "leaky_relu_neuron": {"v.v": "|w|**2", "v": "w"},
}
BALANCED = ("fully-connected-network",)
HALF_SLOPE = Fraction(1, 2)  # the slope of the leaky ReLU unless it is told, for the flows that confirm
MOST_OUTPUTS = 40


def predictor_flow(ask: Ask, query: str) -> PredictorFlow:
    """The metric of the model's predictor.  Raises `Refused` with the reason where its flow does not close."""
    model, balanced = ask.model, bool(ask.options.get("balanced"))
    predictor_of(model, query)
    refuse_one_parameter(ask, query)
    leaky = model.network == "leaky_relu_neuron" and set(ask.options.get("data", {})) <= {"rho"}
    refuse_options(ask, query, ("balanced", "confirm", *(["data"] if leaky else [])))
    if balanced and is_deep(model):
        return radial_flow(ask, query)
    if balanced and model.name not in BALANCED:
        raise Refused(f"{query}: balanced starts are for {', '.join(BALANCED)} and products of weight matrices")
    sizes, letter = ask.sizes, "h" if model.response else "w" if "w" not in model.variables else "u"
    legend = () if letter == "w" else (f"{letter} stands for the predictor {model.predictor}",)
    d = None if sizes is None else sizes["d"] if model.network else -1
    try:
        if balanced:
            return PredictorFlow(model, None, balanced_metric(), d, letter, {}, legend)
        if model.network and model.network != "fully_connected" and (d is None or d > 1 or "diagonal" in model.network):
            made, slope = _of_every_dimension(ask)
            legend = (*legend, LEAKY) if slope != 1 else legend
            return PredictorFlow(model, made, metric_of(made), d, letter, LETTERS[model.network], legend, slope)
        if model.network == "fully_connected" and sizes is not None and sizes["m"] == 1 and sizes["d"] > 1:
            names = {"v1.v1": "|W|**2", "v1": "W", "a_1": "a_0"}
            made = networks.fully_connected(1)
            return PredictorFlow(model, made, metric_of(made), d, letter, names, legend)
        own, shown = _at_sizes(ask, query)
        found = metric_of(own)
    except Refused:
        raise
    except ValueError as error:
        raise Refused(f"{query} of {model.name}: {error}{_residual(ask)}") from None
    if sizes is None:
        raise Refused(f"{query}: {model.name} has no answer for all sizes here; give sizes, as in --size {shown}")
    n = len(own.predictor)
    shift = {f"w_{i + 1}": f"{letter}_{i}" for i in range(n)} if n > 1 else {}
    legend = (f"{letter}_0, ... are the coordinates of {model.predictor}, row by row" if not model.response else
              f"{letter}_j is the response {model.response}", )  # fmt: skip
    shift |= {old: new for old, new in CONSTANTS.items() if old in model.variables}
    return PredictorFlow(model, own, found, n, letter, shift, legend)


@lru_cache(maxsize=32)
def metric_of(network: Any) -> Any:
    """The metric of a network, derived once."""
    return metric(network)


def _of_every_dimension(ask: Ask) -> tuple[Any, Any]:
    """The network of the model's predictor, and the slope of the unit on top of it."""
    import sympy

    if ask.model.network != "leaky_relu_neuron":
        return getattr(networks, ask.model.network)(), 1
    rho = Fraction(ask.options.get("data", {}).get("rho", HALF_SLOPE))
    if rho <= 0:
        raise Refused(f"{ask.model.name}: the slope rho = {rho} must be positive")
    return networks.single_neuron(), sympy.Rational(rho.numerator, rho.denominator)


def _at_sizes(ask: Ask, query: str) -> tuple[Any, str]:
    """The network of a model's entries at its sizes, or small ones.  Raises `Refused` where its flow does not close."""
    import sympy

    model = ask.model
    try:
        at, outputs = entries(ask)
    except TooLarge:
        raise Refused(f"{query} of {model.name}: too large to decide at these sizes; give smaller sizes") from None
    where = listed(at)
    own = [p for p in at.own(tuple(model.parameters)) if any(f.diff(p[3]) != at.zero for f in outputs)]
    if len(outputs) > MOST_OUTPUTS or len(own) > MOST_LETTERS:
        raise Refused(f"{query} of {model.name} at {where}: too large to decide here; give smaller sizes")
    if why := _obstruction(at, outputs, own):
        closes = model.name in BALANCED or is_deep(model)
        advice = " (--balanced supposes a start from which it does close)" if closes else ""
        raise Refused(f"{query} of {model.name}: at {where} {why}{advice}")
    if any(weight(at, p) > 1 for p in own):
        raise Refused(f"{query} of {model.name}: at {where} its symmetric parameters are not taken entry by entry")
    letters = [sympy.Symbol(at.names[p[3]], real=True) for p in own]
    real = {sympy.Symbol(s.name): s for s in letters}
    shown = [sympy.expand(at.sympy(f).xreplace(real)) for f in outputs]
    option = where.replace(", ", " --size ").replace(" = ", "=")
    return Network(f"{model.name} at {where}", tuple(letters), tuple(shown)), option


def _obstruction(at: Concrete, outputs: list[Any], own: list[tuple[str, int, int, int]]) -> str:
    """One line on why the flow of the predictor does not close, with an exact point; empty where nothing was found."""
    point = _point(own)
    shown = ", ".join(f"{at.names[p]} = {v}" for p, v in point.items())
    fields = fields_at(at, outputs, own, point)
    if fields.rank < fields.n:
        where = "everywhere" if len(outputs) <= 9 and len(own) <= 12 and _singular(at, outputs, own) else f"at {shown}"
        return f"J J' is singular {where}: the predictor moves in fewer dimensions than its {fields.n} entries"
    found = leak(fields)
    if found is None:
        return ""
    i, j, (a, b) = found.i, found.j, found.entry
    return (
        "J J' is no function of the predictor w and of what is conserved for every force p, so there is no metric H(w)"
        f" to be a Hessian: at {shown} the gradient fields of w_{i} and w_{j} do not commute, and their bracket less"
        f" its part that moves w changes entry ({a}, {b}) of J J' at the rate {found.rate}"
    )


def _residual(ask: Ask) -> str:
    """For a flow that no bracket shows not to close: the residual of its metric at an exact point, from brackets."""
    at, outputs = entries(ask)
    own = [p for p in at.own(tuple(ask.model.parameters)) if any(f.diff(p[3]) != at.zero for f in outputs)]
    point = _point(own)
    fields = fields_at(at, outputs, own, point)
    if fields.n < 2 or fields.rank < fields.n or not (found := residuals(fields)):
        return ""
    (i, j, k), value = next(iter(found.items()))
    warp = " and no factor g(w) makes g H one" if contradiction(fields) else ""
    shown = ", ".join(f"{at.names[p]} = {v}" for p, v in point.items())
    residual = f"d_{k} H_{i}{j} - d_{j} H_{i}{k} = {value} at {shown}"
    return f"; the metric H is no Hessian map{warp}: {residual} (from brackets)"


def _point(own: list[tuple[str, int, int, int]]) -> dict[int, int]:
    """Small integers for the entries of the parameters."""
    source = random.Random(1)
    return {p: source.choice([-3, -2, -1, 1, 2, 3]) for *_, p in own}


def _singular(at: Concrete, outputs: list[Any], own: list[tuple[str, int, int, int]]) -> bool:
    """Whether the Jacobian has fewer than its full rank as a matrix of rational functions."""
    import sympy
    from sympy.polys.matrices import DomainMatrix

    J = sympy.Matrix([[at.sympy(f.diff(p)) for *_, p in own] for f in outputs])
    return int(DomainMatrix.from_Matrix(J).to_field().rank()) < len(outputs)
