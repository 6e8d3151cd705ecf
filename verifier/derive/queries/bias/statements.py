"""What a potential says, in lines: its form, its domain, the Karush-Kuhn-Tucker consequence, its limits."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from verifier.derive.implicit_bias.potentials.potential import potential
from verifier.derive.implicit_bias.potentials.potential_limits import extremes
from verifier.derive.implicit_bias.potentials.potential_shapes import coordinate_shape, neuron_shape
from verifier.derive.implicit_bias.potentials.rescaled import scaling
from verifier.derive.queries.moving_predictor import PredictorFlow


def statement(flow: PredictorFlow, Q: Any) -> list[str]:
    """The form of Q and its consequence."""
    lines = []
    if flow.d is None:
        radial = "Q(w) = q(|w|) - q'(|w(0)|) w(0)'w/|w(0)|"
        lines.append(radial if Q.radial else "Q(w) = sum of q(w_i) - q'(w_i(0)) w_i")
    else:
        lines.append(f"{flow.letter}_start_i is the start of {flow.letter}_i: grad Q vanishes there")
    factor = Q.warp.factor
    warped = f"Hess Q = g H with g = {factor} > 0, x = |w|, H the inverse of M: d/dt grad Q(w(t)) = g p"
    lines.append("Hess Q = H, the inverse of M: d/dt grad Q(w(t)) = p" if factor == 1 else warped)
    columns = "input sequences (all unit vectors for white noise)" if flow.model.response else "samples"
    samples = f"p = -dL/dw is in the range of X, whose columns are the {columns}"
    said = Q.statement
    if flow.slope != 1:
        said = said.replace("X'w = y", "X'w = X'w*").replace("X'w* = y", "outputs y")
        said += ", so a Karush-Kuhn-Tucker point for the leaky outputs"
    return [*lines, f"Karush-Kuhn-Tucker: {samples}; {said}"]


def limits(flow: PredictorFlow, Q: Any) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """Lines on the ends of the constant, on scale and shape of the start, with what is uniform; and their proofs."""
    if flow.network is not None:
        return _limits_of(flow.network)
    return _limits(Q)


@lru_cache(maxsize=32)
def _limits_of(network: Any) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    return _limits(potential(network))


def _limits(Q: Any) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    lines: list[str] = []
    evidence: list[Any] = []
    for end in extremes(Q):
        what = "x = |w|" if Q.radial else "x = |w_i|"
        lines.append(f"as {end.constant} -> {end.end}: {end.factor} (q - q(0)) -> {end.leading} ({what}), uniformly on"
                     f" bounded sets of w; {_meaning(end.leading, Q.radial)}")  # fmt: skip
        evidence += end.evidence
    found = scaling(Q)
    if found is not None:
        c, k = "c", found.constant
        grown = _power(c, found.predictor)
        law = f"q({grown} x; {_power(c, found.power)} {k}) = {_power(c, found.value)} q(x; {k})"
        lines.append(
            f"scale: {law} for c > 0, so parameters times c at the start and labels times {grown} give the minimiser"
            f" times {grown}; at fixed labels and c -> oo, (w* - w(0))/{grown} tends to its value for c = 1 and"
            " labels 0, which is 0 only where X'w(0) = 0: elsewhere the tangent kernel need not stay,"
            " however large the scale"
        )
        evidence += found.evidence
    more, proofs = _shape(Q)
    return (*lines, *more), (*evidence, *proofs)


def _power(c: str, e: Any) -> str:
    return c if e == 1 else f"{c}**{e}" if str(e).isdigit() else f"{c}**({e})"


def _meaning(leading: Any, radial: bool) -> str:
    """What minimising the limit means, for one constant of all coordinates and a fixed start w(0)."""
    import sympy

    (x,) = leading.free_symbols or (sympy.Symbol("x"),)
    degree = sympy.degree(leading, x) if leading.is_polynomial(x) else None
    if degree == 2:
        return ("" if radial else "with one constant for all coordinates ") + (
            "the minimisers tend to the w with X'w = y nearest to w(0)")  # fmt: skip
    if degree == 1 and not radial:
        return "at w(0) = 0 and one constant for all coordinates, limits of minimisers have the least |w|_1"
    return "as w(0) -> 0 as well, the minimisers tend to the w with X'w = y of least |w|" if radial else (
        "at w(0) = 0, limits of minimisers minimise the sum of these")  # fmt: skip


def _shape(Q: Any) -> tuple[list[str], list[Any]]:
    try:
        if Q.radial:
            neuron = neuron_shape(Q)
            ends = ", ".join(f"{what}: {value}" for what, value in neuron.limits)
            return [
                "shape: a start of scale alpha = |a| |v| and shape s = (|a| - |v|)/(|a| + |v|), 0 <= s < 1, has"
                f" delta = {neuron.constant}, and Q(w) - Q(w(0)) = b/(2 alpha) (w - w(0))'(I - e n n')(w - w(0)) +"
                f" third order, n = w(0)/|w(0)|, b = {neuron.pull} (the pull), e = {neuron.bend} (the bend; {ends});"
                " the quadratic part alone decides where |w* - w(0)|/alpha -> 0, for fixed s uniformly in alpha"
            ], list(neuron.evidence)
        shape = coordinate_shape(Q)
    except ValueError:
        return [], []
    u, v = sorted(str(s) for c in Q.metric.coordinates[:1] for m in c.constants for s in m.at_start.free_symbols)
    ends = ", ".join(f"{what}: {value}" for what, value in shape.limits)
    where = f"alpha = |{u} {v}|, s = (|{u}| - |{v}|)/(|{u}| + |{v}|)"
    line = f"shape: a start of scale and shape {where} has k = {shape.constant}, so as {ends} (the limits in k above)"
    return [line], list(shape.evidence)
