"""The three kinds of metrics of an equivalent linear predictor: separable, radial, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from verifier.derive.implicit_bias.networks import Network, VectorNetwork
from verifier.derive.implicit_bias.proving import Proved


class NoMetric(ValueError):
    """J J' is not a function of w and the conserved quantities that were found; one line says why."""


@dataclass(frozen=True)
class Constant:
    """A quantity that the flow conserves, under a name of its own."""

    symbol: Any
    in_parameters: Any  #: polynomial in the parameters, constant along the flow
    at_start: Any  #: the same under the relations of the start, in the parameters at time 0


@dataclass(frozen=True)
class CoordinateMetric:
    """dw_i/dt = speed(w_i) p_i for one coordinate of the predictor; H_ii = 1/speed."""

    parameters: tuple[Any, ...]
    predictor: Any
    w: Any  #: the real symbol of the coordinate
    speed_in_parameters: Any
    speed: Any  #: in w and the constants
    constants: tuple[Constant, ...]
    relation: Any  #: in M (the speed), w and the constants; it vanishes along the flow
    evidence: tuple[Proved, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"d{self.w}/dt = ({self.speed}) p"


@dataclass(frozen=True)
class SeparableMetric:
    """J J' is diagonal.  With `every` the one coordinate stands for each of d coordinates, for every d."""

    name: str
    coordinates: tuple[CoordinateMetric, ...]
    every: bool
    conserved: tuple[Any, ...]
    conditions: tuple[str, ...]
    network: Network | None = field(default=None, repr=False)

    def __str__(self) -> str:
        scope = " for each coordinate, every d" if self.every else ""
        return "; ".join(map(str, self.coordinates)) + scope


@dataclass(frozen=True)
class RadialMetric:
    """J J' = A I + B w w' on R^d for every d >= 1, and H = h I + b w w', functions of x = |w|.

    All are given in `t`, a function of x (`root`) in which they are rational, with x^2 = `square`(t).
    """

    name: str
    x: Any  #: positive symbol, |w|
    t: Any
    square: Any
    root: Any
    across: Any  #: A(t), the eigenvalue of J J' orthogonal to w
    beta: Any  #: B(t)
    constants: tuple[Constant, ...]
    conserved: tuple[Any, ...] = ()
    relation: Any = 0
    conditions: tuple[str, ...] = ()
    evidence: tuple[Proved, ...] = field(default=(), repr=False)
    network: Network | VectorNetwork | None = field(default=None, repr=False)

    @classmethod
    def of(cls, h: Any, b: Any, x: Any, name: str = "H = h I + b w w'") -> RadialMetric:
        """The metric H = h(x) I + b(x) w w' with x = |w|, a positive SymPy symbol.

        >>> import sympy
        >>> r = sympy.Symbol("r", positive=True)
        >>> RadialMetric.of(1, 1, r).beta
        -1/(x**2 + 1)
        """
        import sympy

        h, b = sympy.sympify(h), sympy.sympify(b)
        if not x.is_positive or (h.free_symbols | b.free_symbols) - {x}:
            raise NoMetric("a radial metric is given by two functions of one positive symbol")
        r = sympy.Symbol("x", positive=True)
        h, b = h.subs(x, r), b.subs(x, r)
        if h == 0 or sympy.simplify(h + b * r**2) == 0:
            raise NoMetric("a metric is invertible: h and h + b x^2 are not zero")
        return cls(name, r, r, r**2, r, 1 / h, sympy.cancel(-b / (h * (h + b * r**2))), ())

    def __str__(self) -> str:
        return f"J J' = A I + B w w', x = |w|: A = {self.in_x(self.across)}, B = {self.in_x(self.beta)}"

    @property
    def h(self) -> Any:
        """h(t) in H = h I + b w w' (inverse of a rank-one update; Sherman and Morrison)."""
        return 1 / self.across

    @property
    def b(self) -> Any:
        """b(t) in H = h I + b w w'."""
        import sympy

        return sympy.cancel(-self.beta / (self.across * (self.across + self.beta * self.square)))

    def in_x(self, e: Any) -> Any:
        """A function of t as one of x."""
        return e.subs(self.t, self.root)

    def matrix(self, w: Sequence[Any]) -> Any:
        """H as a SymPy matrix for the symbols w."""
        import sympy

        v = sympy.Matrix(w)
        norm = sympy.sqrt(sum(e**2 for e in w))
        h, b = (self.in_x(e).subs(self.x, norm) for e in (self.h, self.b))
        return h * sympy.eye(len(w)) + b * v * v.T


@dataclass(frozen=True)
class EntrywiseMetric:
    """J J' for a fixed dimension, entry by entry, as rational functions of the symbols w and the constants."""

    name: str
    w: tuple[Any, ...]
    inverse: Any
    constants: tuple[Constant, ...]
    conserved: tuple[Any, ...]
    conditions: tuple[str, ...] = ()
    network: Network | None = field(default=None, repr=False)


Metric = SeparableMetric | RadialMetric | EntrywiseMetric
