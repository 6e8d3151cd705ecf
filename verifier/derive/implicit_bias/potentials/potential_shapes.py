"""Potentials by the scale and the shape of the start: of one coordinate with two layers, and of a single neuron.

Scale alpha = |u| |v| and shape s = (|u| - |v|)/(|u| + |v|), so that |u|^2 = alpha (1 + s)/(1 - s) and
|v|^2 = alpha (1 - s)/(1 + s).
(Azulay et al. 2021, section 7, lemmas 1 and 2, appendix F.2.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.metrics.metric_kinds import RadialMetric, SeparableMetric
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential, Potential
from verifier.derive.implicit_bias.proving import Proved, attempt, prove, text


@dataclass(frozen=True)
class NeuronShape:
    """A radial potential from a start of scale alpha = |a| |v| and shape s = (|a| - |v|)/(|a| + |v|), 0 <= s < 1.

    Q(w) - Q(w(0)) = (pull/(2 alpha)) (w - w(0))' B (w - w(0)) + third order with B = I - bend u u', u = w(0)/|w(0)|;
    `pull` = q'(alpha) = |z| is the size of the linear term.  All are functions of alpha and s.
    """

    constant: Any
    pull: Any
    bend: Any
    limits: tuple[tuple[str, Any], ...]
    evidence: tuple[Proved, ...]


@dataclass(frozen=True)
class CoordinateShape:
    """The constant k of one coordinate whose start has two free parameters u, v, by their scale and shape, |s| < 1.

    `limits` says where k tends at the ends of scale and shape, and with it the potential (`extremes`).
    """

    constant: Any
    limits: tuple[tuple[str, Any], ...]
    evidence: tuple[Proved, ...]


def coordinate_shape(Q: Potential, i: int = 0) -> CoordinateShape:
    """k as a function of alpha and s for coordinate i (from 0).  Raises `NoPotential`, `NotVerified`.

    >>> from verifier.derive.implicit_bias.networks import diagonal
    >>> from verifier.derive.implicit_bias.potentials.potential import potential
    >>> coordinate_shape(potential(diagonal())).constant
    16*alpha**2*(s**2 + 1)**2/((s - 1)**2*(s + 1)**2)
    """
    import sympy

    if not isinstance(Q.metric, SeparableMetric) or len(Q.profile_of(i).constants) != 1:
        raise NoPotential("scale and shape of a coordinate are those of a separable potential with one constant")
    (constant,) = Q.metric.coordinates[0 if Q.metric.every else i].constants
    letters = sorted(constant.at_start.free_symbols, key=str)
    if len(letters) != 2:
        raise NoPotential(f"scale and shape are those of two parameters; the start has {len(letters)}")
    alpha, s = sympy.Symbol("alpha", positive=True), sympy.Symbol("s", real=True)
    root = sympy.sqrt(alpha / (1 - s**2))
    forms = set()
    for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        layers = {letters[0]: a * root * (1 + s), letters[1]: b * root * (1 - s)}
        forms.add(sympy.factor(sympy.simplify(constant.at_start.subs(layers))))
    if len(forms) != 1:
        raise NoPotential("the constant depends on the signs of the parameters at the start, not on their sizes alone")
    (value,) = forms
    u, v = (str(x) for x in letters)
    shape = {f"Abs({u})*Abs({v})": "alpha", f"(Abs({u}) - Abs({v}))/(Abs({u}) + Abs({v}))": "s"}
    words = text(value)
    for term, name in shape.items():
        words = re.sub(rf"\b{name}\b", f"({term})", words)
    domain = {u: "nonzero", v: "nonzero"}
    evidence = [prove("k by scale and shape", f"{text(constant.at_start)} == {words}", domain)]
    limits = []
    for what, letter, place, side in (("alpha -> 0", alpha, 0, "+"), ("s -> 1", s, 1, "-"), ("s -> -1", s, -1, "+")):
        end = sympy.limit(value, letter, place, side)
        other = {n: d for n, d in {"alpha": "positive", "s": "(-1, 1)"}.items() if n != str(letter)}
        if proof := attempt(f"k, {what}", f"limit({text(value)}, {letter}, {place}, '{side}') == {text(end)}", other):
            limits.append((what, end))
            evidence.append(proof)
    return CoordinateShape(value, tuple(limits), tuple(evidence))


def neuron_shape(Q: Potential) -> NeuronShape:
    """The potential of the single neuron by scale and shape of its start.  Raises `NoPotential`, `NotVerified`.

    >>> from verifier.derive.implicit_bias.networks import single_neuron
    >>> from verifier.derive.implicit_bias.potentials.potential import potential
    >>> neuron_shape(potential(single_neuron())).bend
    (s - 1)**2/(2*s**2 + 2)
    """
    import sympy

    if not isinstance(Q.metric, RadialMetric) or len(Q.profiles[0].constants) != 1:
        raise NoPotential("scale and shape are those of a single neuron: a radial potential with one constant")
    (constant,) = (c for c in Q.metric.constants if str(c.symbol) in Q.profiles[0].constants)
    letters = sorted(constant.in_parameters.free_symbols, key=lambda s: "." in s.name)
    if len(letters) != 2 or "." not in letters[1].name or "." in letters[0].name:
        raise NoPotential("scale and shape are those of one scalar and one vector")
    alpha, s = sympy.symbols("alpha s", positive=True)
    # |a| + |v| = m and |a| - |v| = m s with |a| |v| = alpha, so that m^2 (1 - s^2) = 4 alpha
    square = 4 * alpha / (1 - s**2)
    scalar, vector = square * (1 + s) ** 2 / 4, square * (1 - s) ** 2 / 4  # |a|^2 and |v|^2
    delta = _tidy(constant.in_parameters.subs({letters[0]: sympy.sqrt(scalar), letters[1]: vector}))
    x, t, c = Q.metric.x, Q.metric.t, constant.symbol
    if sympy.simplify(Q.metric.relation.subs({c: delta, x: alpha, t: scalar})) != 0:
        raise NoPotential("the eigenvalue across w is not the square of the scalar at the start")
    pull = sympy.sqrt(_tidy(((x * Q.warp.growth) ** 2).subs({c: delta, x: alpha, t: scalar})))
    along = sympy.simplify(1 + Q.metric.b / Q.metric.h * Q.metric.square)  # x q''/q' = (h + b x^2)/h
    bend = _tidy((1 - along).subs(c, delta).subs(t, scalar))
    slope, ratio = text(Q.profiles[0].slope), text(Q.metric.in_x(along))
    domain = {"alpha": "positive", "s": "[0, 1)"}

    def at_start(formula: str) -> str:
        return re.sub(rf"\b{c}\b", f"({_words(delta)})", re.sub(r"\bx\b", "alpha", formula))

    evidence = [
        prove("x q'' as a multiple of q'", f"diff({slope}, x)*x == {ratio}*{slope}", {"x": "positive", str(c): "real"}),
        prove("pull of the start", f"{at_start(slope)} == {text(pull)}", domain),
        prove("bend of the start", f"1 - {at_start(ratio)} == {_words(bend)}", domain),
    ]
    limits = []
    for what, e, letter, place, side in (
        ("bend, s -> 1", bend, s, 1, "-"), ("bend, s -> 0", bend, s, 0, "+"), ("pull, alpha -> 0", pull, alpha, 0, "+"),
        ("pull, s -> 1", pull, s, 1, "-"),
    ):  # fmt: skip
        value = sympy.limit(e, letter, place, side)
        goal = f"limit({text(e)}, {letter}, {place}, '{side}') == {text(value)}"
        free = {n: d for n, d in {"alpha": "positive", "s": "(0, 1)"}.items() if n != str(letter) and e.has(
            alpha if n == "alpha" else s)}  # fmt: skip
        if proof := attempt(what, goal, free):
            limits.append((what, value))
            evidence.append(proof)
    return NeuronShape(delta, pull, bend, tuple(limits), tuple(evidence))


def _tidy(e: Any) -> Any:
    """A rational function of alpha and s as a quotient whose denominator is positive for 0 <= s < 1."""
    import sympy

    upper, lower = sympy.fraction(sympy.factor(sympy.simplify(e)))
    s = sympy.Symbol("s", positive=True)
    sign = -1 if lower.subs({s: sympy.Rational(1, 2)}).could_extract_minus_sign() else 1
    return sympy.factor(sign * upper) / sympy.expand(sign * lower)


def _words(e: Any) -> str:
    """A quotient as text, its denominator kept as it is."""
    import sympy

    upper, lower = sympy.fraction(e)
    return f"({text(upper)})/({text(lower)})"
