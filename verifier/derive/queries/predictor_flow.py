"""How the predictor of a model moves under gradient flow: its metric for every dimension or at given sizes, or why not.

The networks of `verifier.derive.implicit_bias.networks` stand for every dimension; any other model is taken at sizes,
as a network of its entries.  Before anything is derived, brackets at an exact point decide whether the flow closes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import Factored, TooLarge
from verifier.derive.formulas import Refused
from verifier.derive.implicit_bias import networks
from verifier.derive.implicit_bias.balanced import balanced_metric
from verifier.derive.implicit_bias.closed_metrics import Fields, contradiction, leak, residuals
from verifier.derive.implicit_bias.metric import metric
from verifier.derive.implicit_bias.networks import Network
from verifier.derive.implicit_bias.radial import LEAKY
from verifier.derive.queries.geometry import INDEX, listed, outputs_of, predictor_of, refuse_options
from verifier.models.model import Model

#: letters of the networks of the theory -> those of the models
LETTERS: Mapping[str, Mapping[str, str]] = {
    "diagonal": {"u_plus": "up", "v_plus": "vp", "u_minus": "um", "v_minus": "vm"},
    "tied_diagonal": {"u_plus": "up", "u_minus": "um"},
    "single_neuron": {"v.v": "|w|**2", "v": "w"},
    "leaky_relu_neuron": {"v.v": "|w|**2", "v": "w"},
}
CONSTANTS = {"k": "kappa"}  # the name of a constant -> its name where the model has a letter of that name
BALANCED = ("fully-connected-network",)
HALF_SLOPE = Fraction(1, 2)  # the slope of the leaky ReLU unless it is told, for the flows that confirm
MOST_OUTPUTS, MOST_LETTERS = 40, 60


@dataclass(frozen=True)
class PredictorFlow:
    """The metric of a model's predictor.  `d` is None for every dimension; `letter` names the predictor's coordinates.

    `network` is None for the strictly balanced network of any number of neurons.
    """

    model: Model
    network: Any
    metric: Any
    d: int | None
    letter: str
    rename: Mapping[str, str]
    legend: tuple[str, ...] = ()
    slope: Any = 1  # of a leaky ReLU on top of the network
    extra: Any = None  # further checks of the metric

    def said(self, line: str) -> str:
        """A line about the network in the model's letters: w, dw, w_i and w0 are the predictor's."""

        def turned(m: re.Match[str]) -> str:
            word = m.group()
            if word in self.rename:
                return self.rename[word]
            own = re.fullmatch(r"(d?)w(0?(?:_[ijk]|_next)?)", word)
            return f"{own[1]}{self.letter}{own[2]}" if own else word

        return re.sub(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)?", turned, line)

    def shown(self, e: Any) -> Any:
        """A formula with the constants under names that the model does not use."""
        import sympy

        if not isinstance(e, sympy.Basic | sympy.MatrixBase):
            return e
        old = {s: self.rename[s.name] for s in e.free_symbols if s.name in self.rename and s.name in CONSTANTS}
        return e.xreplace({s: sympy.Symbol(n, **s.assumptions0) for s, n in old.items()})

    @cached_property
    def coordinates(self) -> list[Any]:
        """The symbols of the predictor's coordinates at given sizes."""
        import sympy

        return [sympy.Symbol(f"{self.letter}_{i}", real=True) for i in range(self.d or 0)]

    def matrix(self) -> Any:
        """M at given sizes, in the coordinates and the constants."""
        import sympy

        own, w = self.metric, self.coordinates
        if hasattr(own, "coordinates"):
            speeds = [own.coordinates[0 if own.every else i] for i in range(len(w))]
            names = [self.at_coordinate(i) for i in range(len(w))]
            return sympy.diag(*(m.speed.subs({m.w: x, **n}) for m, x, n in zip(speeds, w, names, strict=True)))
        if hasattr(own, "across"):
            x, v = sympy.sqrt(sum(s**2 for s in w)), sympy.Matrix(w)
            A, B = (own.in_x(e).subs(own.x, x) for e in (own.across, own.beta))
            return A * sympy.eye(len(w)) + B * v * v.T
        return own.inverse.subs(dict(zip(own.w, w, strict=True)), simultaneous=True)

    def at_coordinate(self, i: int) -> dict[Any, Any]:
        """The constants of coordinate i: with its index where one coordinate stands for all."""
        import sympy

        own = self.metric
        if not getattr(own, "every", False):
            return {}
        return {c.symbol: sympy.Symbol(f"{c.symbol}_{i}", real=True) for c in own.coordinates[0].constants}


def constants(metric: Any) -> list[Any]:
    """The conserved quantities in a metric."""
    own = getattr(metric, "coordinates", ())
    return [c for m in own for c in m.constants] or list(getattr(metric, "constants", ()))


def predictor_flow(ask: Ask, query: str) -> PredictorFlow:
    """The metric of the model's predictor.  Raises `Refused` with the reason where its flow does not close."""
    from verifier.derive.queries.balanced_depth import is_deep, radial_flow

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


def refuse_one_parameter(ask: Ask, query: str) -> None:
    """Raises `Refused` where one parameter is named: the flow of the predictor is that of all of them."""
    if ask.wrt is not None:
        raise Refused(f"{query}: the flow of the predictor is that of all parameters; leave out --wrt")


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

    from verifier.derive.queries.balanced_depth import is_deep

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
    if any(_weight(at, p) > 1 for p in own):
        raise Refused(f"{query} of {model.name}: at {where} its symmetric parameters are not taken entry by entry")
    letters = [sympy.Symbol(at.names[p[3]], real=True) for p in own]
    real = {sympy.Symbol(s.name): s for s in letters}
    shown = [sympy.expand(at.sympy(f).xreplace(real)) for f in outputs]
    option = where.replace(", ", " --size ").replace(" = ", "=")
    return Network(f"{model.name} at {where}", tuple(letters), tuple(shown)), option


def entries(ask: Ask) -> tuple[Concrete, list[Any]]:
    """The model at its sizes and the coordinates of its predictor."""
    model = ask.model
    at = Concrete(model, ask.sizes or {})
    if sum(len(at.places[x]) for x in model.parameters) > MOST_LETTERS:
        raise TooLarge("more entries than are decided here")
    predictor, _ = predictor_of(model, "metric")
    response = model.read(model.response.replace("j", "i_"), {"i_": INDEX}) if model.response else None
    return at, [Factored.of(at.ring, f) for f in outputs_of(at, response, predictor)]


def _weight(at: Concrete, own: tuple[str, int, int, int]) -> int:
    """How many entries an independent one stands for: its weight in the inner product."""
    return list(at.places[own[0]].values()).count(own[3])


def fields_at(at: Concrete, outputs: list[Any], own: list[tuple[str, int, int, int]], point: Mapping[int, int]) -> Any:
    """The gradients and Hessians of the coordinates at an exact point."""
    whole = {i: point.get(i, 0) for i in range(len(at.names))}
    seen: dict[Any, Any] = {}
    slopes = [[f.diff(p) for *_, p in own] for f in outputs]
    curves = [[[g.diff(p).value(whole, seen) for *_, p in own] for g in row] for row in slopes]
    values = [[g.value(whole, seen) for g in row] for row in slopes]
    return Fields(values, curves, [_weight(at, p) for p in own])


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
