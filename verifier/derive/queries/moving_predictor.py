"""The flow of a model's predictor as an object, with its metric; and the model's entries at an exact point."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import Factored, TooLarge
from verifier.derive.formulas import Refused
from verifier.derive.implicit_bias.metrics.closed_metrics import Fields
from verifier.derive.queries.geometry import INDEX, outputs_of, predictor_of
from verifier.models.model import Model

CONSTANTS = {"k": "kappa"}  # the name of a constant -> its name where the model has a letter of that name
MOST_LETTERS = 60


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

    def at_size(self, e: Any) -> Any:
        """A function of x = |w| at given sizes, in the coordinates."""
        import sympy

        if self.d is None or not hasattr(self.metric, "across"):
            return e
        return sympy.sympify(e).subs(self.metric.x, sympy.sqrt(sum(s**2 for s in self.coordinates)))


def constants(metric: Any) -> list[Any]:
    """The conserved quantities in a metric."""
    own = getattr(metric, "coordinates", ())
    return [c for m in own for c in m.constants] or list(getattr(metric, "constants", ()))


def refuse_one_parameter(ask: Ask, query: str) -> None:
    """Raises `Refused` where one parameter is named: the flow of the predictor is that of all of them."""
    if ask.wrt is not None:
        raise Refused(f"{query}: the flow of the predictor is that of all parameters; leave out --wrt")


def entries(ask: Ask) -> tuple[Concrete, list[Any]]:
    """The model at its sizes and the coordinates of its predictor."""
    model = ask.model
    at = Concrete(model, ask.sizes or {})
    if sum(len(at.places[x]) for x in model.parameters) > MOST_LETTERS:
        raise TooLarge("more entries than are decided here")
    predictor, _ = predictor_of(model, "metric")
    response = model.read(model.response.replace("j", "i_"), {"i_": INDEX}) if model.response else None
    return at, [Factored.of(at.ring, f) for f in outputs_of(at, response, predictor)]


def weight(at: Concrete, own: tuple[str, int, int, int]) -> int:
    """How many entries an independent one stands for: its weight in the inner product."""
    return list(at.places[own[0]].values()).count(own[3])


def fields_at(at: Concrete, outputs: list[Any], own: list[tuple[str, int, int, int]], point: Mapping[int, int]) -> Any:
    """The gradients and Hessians of the coordinates at an exact point."""
    whole = {i: point.get(i, 0) for i in range(len(at.names))}
    seen: dict[Any, Any] = {}
    slopes = [[f.diff(p) for *_, p in own] for f in outputs]
    curves = [[[g.diff(p).value(whole, seen) for *_, p in own] for g in row] for row in slopes]
    values = [[g.value(whole, seen) for g in row] for row in slopes]
    return Fields(values, curves, [weight(at, p) for p in own])
