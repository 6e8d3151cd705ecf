"""Implicit bias at given sizes: formulas in the coordinates, compared at an exact start; flows to 40 digits."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any

from verifier.derive.answer import CONFIRMED, Check
from verifier.derive.ask import Ask
from verifier.derive.formulas import Refused
from verifier.derive.implicit_bias.confirmation.confirmation import confirm
from verifier.derive.implicit_bias.confirmation.problems import random_start, renaming
from verifier.derive.implicit_bias.metrics.entrywise_networks import jacobian_square
from verifier.derive.implicit_bias.networks import Network, fully_connected, leaky_relu_neuron
from verifier.derive.queries.moving_predictor import PredictorFlow, constants

SEEDS = (1, 2)
SMALL, LARGE = 1e-38, 1e-6  # residuals of a flow that confirms, and of a control


def _start(flow: PredictorFlow) -> tuple[Any, dict[Any, Any], list[Any], dict[str, Any]]:
    """The network at its size, a random rational start, the predictor there, and the constants by their shown names."""
    import sympy

    network = flow.network
    flat = network if isinstance(network, Network) and not network.copies else network.at(flow.d)
    theta = random_start(network, flow.d or 1, random.Random(3), free=True)
    w = [sympy.sympify(e).subs(theta) for e in flat.predictor]
    values = {}
    for i in range(len(w) if getattr(flow.metric, "every", False) else 1):
        rename, names = renaming(network, flat, i), flow.at_coordinate(i)
        for c in constants(flow.metric):
            shown = str(names.get(c.symbol, c.symbol))
            values[shown] = sympy.sympify(c.in_parameters).subs(rename, simultaneous=True).subs(theta)
    return flat, theta, w, values


def _at(e: Any, flow: PredictorFlow, w: list[Any], values: Mapping[str, Any]) -> Any:
    at = dict(zip(flow.coordinates, w, strict=True))
    return e.subs({**at, **{s: values[s.name] for s in e.free_symbols if s.name in values}})


def metric_at_a_start(flow: PredictorFlow) -> Check:
    """M in the predictor and the constants against J J' in the parameters, at an exact rational start."""
    import sympy

    start = time.monotonic()
    flat, theta, w, values = _start(flow)
    difference = _at(flow.matrix(), flow, w, values) - jacobian_square(flat).subs(theta)
    same = all(sympy.simplify(e) == 0 for e in difference)
    return Check("M against J J' at a start", "checked" if same else "refuted", "equal as numbers at a rational start",
                 time.monotonic() - start)  # fmt: skip


def _named(flow: PredictorFlow, Q: Any) -> dict[str, Any]:
    """The constants of a potential under the names of the sized formulas."""
    import sympy

    found = {}
    for i in range(len(flow.coordinates)):
        for name, full in zip(Q.profile_of(i).constants if Q.profiles else [], Q.constant_names(i), strict=False):
            own = f"{name}_{i}" if getattr(flow.metric, "every", False) else name
            found[full] = sympy.Symbol(own, real=True)
    return found


def starting_point(flow: PredictorFlow) -> list[Any]:
    import sympy

    return [sympy.Symbol(f"{flow.letter}_start_{i}", real=True) for i in range(flow.d or 0)]


def sized_potential(flow: PredictorFlow, Q: Any) -> tuple[Any, Any, Any]:
    """Q and its gradient in the coordinates, the start and the constants; and the check of Hess Q = g H at a start."""
    import sympy

    w, w0, names = flow.coordinates, starting_point(flow), _named(flow, Q)
    value = Q.at(w, w0, names)
    gradient = sympy.ImmutableMatrix(Q.gradient(w, w0, names))

    def check() -> list[Check]:
        if flow.network is None:
            return []
        return [_hessian_at_a_start(flow, Q, gradient)]

    return value, gradient, check


def _hessian_at_a_start(flow: PredictorFlow, Q: Any, gradient: Any) -> Check:
    """The Hessian of the shown Q against g (J J')^-1 at an exact rational start, from where Q is taken."""
    import sympy

    start = time.monotonic()
    flat, theta, w, values = _start(flow)
    w0 = dict(zip(starting_point(flow), w, strict=True))
    factor = _at(sympy.sympify(flow.at_size(Q.warp.factor)), flow, w, values)
    H = jacobian_square(flat).subs(theta).inv()
    hessian = _at(gradient.jacobian(flow.coordinates), flow, w, values)
    pairs = zip((*hessian, *_at(gradient.subs(w0), flow, w, values)), (*(factor * H), *([0] * len(w))), strict=True)
    same = all(sympy.simplify(sympy.sqrtdenest(sympy.expand(a - b))) == 0 for a, b in pairs)
    return Check("Hess Q = g (J J')^-1 and grad Q(w(0)) = 0 at a start", "checked" if same else "refuted",
                 "differentiated, equal as numbers at a rational start", time.monotonic() - start)  # fmt: skip


def sized_divergence(flow: PredictorFlow, D: Any) -> Any:
    """D_Q(w, w0) in the coordinates."""
    import sympy

    w, w0, Q = flow.coordinates, starting_point(flow), D.potential
    if D.product is not None:
        norms = {D.x: sympy.sqrt(sum(s**2 for s in w)), D.y: sympy.sqrt(sum(s**2 for s in w0))}
        return D.terms[0].subs({**norms, D.product: sum(a * b for a, b in zip(w, w0, strict=True))})
    if not Q.profiles:
        return D.at(w, w0)
    total = sympy.S.Zero
    for i, (a, b) in enumerate(zip(w, w0, strict=True)):
        term = D.terms[i if len(D.terms) > 1 else 0]
        names = {s: t for s in term.free_symbols for c, t in flow.at_coordinate(i).items() if s.name == c.name}
        own = {s: a if s.name == "x" else b for s in term.free_symbols if s.name in ("x", "y")}
        total += term.subs({**names, **own}, simultaneous=True)
    return total


# -- flows to many digits --------------------------------------------------------------------------------------


def confirmed(ask: Ask, flow: PredictorFlow, Q: Any) -> list[Check]:
    """Flows of random problems integrated to 40 digits: the KKT residual; a control with one hypothesis broken.

    They decide nothing: a flow that confirms is no proof, one that does not withholds the formula.
    """
    network = flow.network
    if flow.slope != 1:
        network = leaky_relu_neuron(flow.slope)
    if network is None and flow.model.network != "fully_connected":
        raise Refused(f"--confirm has no random balanced starts of {ask.model.name}; leave it out")
    if network is None:  # strictly balanced
        network = fully_connected((ask.sizes or ask.model.sizes)["m"], balanced=True)
    d = flow.d or 3
    if d < 2 or (isinstance(network, Network) and not network.copies):
        raise Refused(f"--confirm is for predictors of at least two coordinates, not for {ask.model.name} at d = {d}")
    if d > 6:
        raise Refused(f"--confirm integrates flows for d up to 6, not for d = {d}")
    samples = min((ask.sizes or {}).get("N", 2), d - 1)
    return [*(_confirmed(network, Q, seed, d, samples) for seed in SEEDS), _control(network, Q, d, samples)]


def _confirmed(network: Any, Q: Any, seed: int, d: int, samples: int, control: bool = False) -> Check:
    import mpmath

    start = time.monotonic()
    what = f"control: KKT residual with a hypothesis broken, d = {d}" if control else (
        f"KKT residual of a flow to 40 digits, d = {d}, {samples} samples, problem {seed}")  # fmt: skip
    try:
        found = confirm(network, seed=seed, d=d, samples=samples, control=control, Q=Q)
    except ValueError as error:
        return Check(what, "undecided", str(error), time.monotonic() - start)
    passed = found.residual > LARGE if control else max(found.residual, found.drift, found.oracle or 0) < SMALL
    said = [f"residual {mpmath.nstr(found.residual, 3)}", f"drift of the constants {mpmath.nstr(found.drift, 3)}"]
    said += [f"broken: {found.control}"] if control else []
    said += [f"distance to the solution by Newton {mpmath.nstr(found.oracle, 3)}"] if found.oracle is not None else []
    verdict = CONFIRMED if passed else "refuted"
    return Check(what, verdict, f"{', '.join(said)}, {found.steps} steps", time.monotonic() - start)


def _control(network: Any, Q: Any, d: int, samples: int) -> Check:
    return _confirmed(network, Q, SEEDS[0], d, samples, control=True)
