"""Mirror descent with a derived potential, and the flow in warped time that is mirror flow.

Mirror descent: grad Q(w+) = grad Q(w) + eta p, with p = -dL/dw; its inverse mirror map is derived and proved.  Warped
flow: with the time s, ds = g dt, the flow dw/dt = M p becomes dw/ds = M p/g, the mirror flow d/ds grad Q(w) = p.
(Nemirovski and Yudin 1983; Gunasekar et al. 2018, section 2; Azulay et al. 2021, section 5.)
"""

from __future__ import annotations

import time
from typing import Any

from verifier.derive.answer import Answer, Check
from verifier.derive.ask import Ask
from verifier.derive.formulas import Formula, Refused
from verifier.derive.implicit_bias.potentials.inverse_slope import inverse_slope
from verifier.derive.implicit_bias.proving import NotVerified, prove, text
from verifier.derive.queries import plain_flow
from verifier.derive.queries.bias.potentials import answered, conditions, defined, own_evidence, potential_of
from verifier.derive.queries.moving_predictor import PredictorFlow
from verifier.derive.queries.predictor_flow import predictor_flow


def mirror_step(ask: Ask) -> Answer:
    """One step of mirror descent with the potential Q of the model's flow: what the predictor becomes."""
    import sympy

    if plain_flow.is_plain(ask):
        return plain_flow.mirror_step(ask)
    flow = predictor_flow(ask, "mirror-step")
    Q = potential_of(ask, flow, "mirror-step")
    try:
        inverse = inverse_slope(Q)
    except ValueError as error:
        raise Refused(f"mirror-step of {ask.model.name}: {error}") from None
    eta = sympy.Symbol("eta", positive=True)
    notes = ["grad Q(w_next) = grad Q(w) + eta p, p = -dL/dw, with the potential Q of the flow (query potential)",
             "where the steps tend to w* with X'w* = y, grad Q(w*) - grad Q(w(0)) is in the range of X: w* is the"
             " minimiser that the flow from w(0) tends to"]  # fmt: skip
    notes += [f"holds for {inverse.condition}"] if inverse.condition else []
    evidence = [*Q.evidence, *inverse.evidence]
    if flow.d is not None:
        value = _next(flow, Q, inverse, eta)
        shown = [Formula(f"{flow.letter}_next", f"{flow.letter}^{{+}}", None, value)]

        def more() -> list[Check]:
            return [_stepped(flow, Q, value)] if Q.radial else []

        return answered(ask, "mirror-step", flow, shown, [*notes, *defined(flow), *Q.conditions], evidence, more)
    p = Q.profiles[0]
    if Q.radial:
        shown = [Formula("q'(x)/x", "q'(x)/x", None, sympy.powsimp(p.slope / p.variable)),
                 Formula("s(r)/r", "s(r)/r", None, _ratio(inverse))]  # fmt: skip
        notes.insert(0, "w_next = (s(r)/r) z with z = (q'(x)/x) w + eta p, x = |w|, r = |z|, where q'(s(r)) = r;"
                        " 0 for z = 0")  # fmt: skip
    else:
        force = sympy.Symbol("p", real=True)
        shown = [Formula("w_next", "w^{+}", None, inverse.value.subs(inverse.y, p.slope + eta * force))]
        notes.insert(0, "for each coordinate, with its own p and constants")
    return answered(ask, "mirror-step", flow, shown, [*notes, *defined(flow), *Q.conditions], evidence)


def _ratio(inverse: Any) -> Any:
    import sympy

    return sympy.powsimp(inverse.value / inverse.y)


def _forces(flow: PredictorFlow) -> list[Any]:
    import sympy

    return [sympy.Symbol(f"p_{i}", real=True) for i in range(flow.d or 0)]


def _next(flow: PredictorFlow, Q: Any, inverse: Any, eta: Any) -> Any:
    """The predictor after a step, in the coordinates."""
    import sympy

    w, p = flow.coordinates, _forces(flow)
    if Q.radial:
        x = sympy.sqrt(sum(s**2 for s in w))
        own = Q.profiles[0]
        z = [(own.slope / own.variable).subs(own.variable, x) * a + eta * b for a, b in zip(w, p, strict=True)]
        ratio = _ratio(inverse).subs(inverse.y, sympy.sqrt(sum(e**2 for e in z)))
        return sympy.ImmutableMatrix([ratio * e for e in z])
    rows = []
    for i, (a, b) in enumerate(zip(w, p, strict=True)):
        own, names = Q.profile_of(i), {c.name: s for c, s in flow.at_coordinate(i).items()}
        e = inverse.value.subs(inverse.y, own.slope.subs(own.variable, a) + eta * b)
        rows.append(e.subs({s: names[s.name] for s in e.free_symbols if s.name in names}))
    return sympy.ImmutableMatrix(rows)


def _stepped(flow: PredictorFlow, Q: Any, value: Any) -> Check:
    """grad Q(w_next) - grad Q(w) = eta p for the shown step, where everything is rational: w = 4 v for a unit vector v.

    The constant delta of a neuron is 15 there, so that delta^2 + 4 |w|^2 = 17^2 and (15 + 17)/2 = 16 are squares.
    """
    import sympy

    start = time.monotonic()
    w, p, d = flow.coordinates, _forces(flow), flow.d or 1
    first, second = (_unit(d, shift) for shift in (0, 1))
    constant = {s: sympy.Integer(15) for s in value.free_symbols if s not in w and s not in p and s.name != "eta"}
    gradient = Q.gradient(w, [sympy.S.Zero] * d, dict.fromkeys(Q.profiles[0].constants, 15))
    at = dict(zip(w, (4 * e for e in first), strict=True))
    here = [sympy.simplify(e.subs(at)) for e in gradient]
    wanted = [sympy.simplify(here[0] / first[0]) * e for e in second]  # of the same length, so that roots stay rational
    force = {b: 2 * (z - e) for b, z, e in zip(p, wanted, here, strict=True)}
    halved = {s: sympy.Rational(1, 2) for s in value.free_symbols if s.name == "eta"}
    there = [sympy.simplify(e.subs({**at, **force, **constant, **halved})) for e in value]
    then = [sympy.simplify(e.subs(dict(zip(w, there, strict=True)))) for e in gradient]
    same = all(sympy.simplify(b - a - force[f] / 2) == 0 for a, b, f in zip(here, then, p, strict=True))
    return Check("grad Q(w_next) - grad Q(w) = eta p", "checked" if same else "refuted",
                 "equal as numbers at a rational point", time.monotonic() - start)  # fmt: skip


def _unit(d: int, shift: int) -> list[Any]:
    """A rational unit vector of d coordinates, none of which is 0 (d = 1: 1 or -1)."""
    import sympy

    if d == 1:
        return [sympy.Integer(1 - 2 * shift)]
    own = [sympy.Rational(i + 1 + shift, 2) for i in range(d - 1)]  # stereographic projection
    square = sum(e**2 for e in own)
    return [*(2 * e / (1 + square) for e in own), (1 - square) / (1 + square)]


def warped_flow(ask: Ask) -> Answer:
    """The flow of the predictor in the time s with ds = g dt, which is the mirror flow of the potential."""
    import sympy

    if plain_flow.is_plain(ask):
        return plain_flow.warped_flow(ask)
    flow = predictor_flow(ask, "warped-flow")
    own, Q = flow.metric, potential_of(ask, flow, "warped-flow")
    g = sympy.sympify(Q.warp.factor)
    notes = [
        "dw/dt = M p becomes dw/ds = M p/g in the time s, ds/dt = g > 0: d/ds grad Q(w) = p, the mirror flow of Q",
        "the path and its limit are those of the flow, by the chain rule; s runs up to the integral of g",
    ]
    evidence = list(Q.evidence)
    formulas = [Formula("ds/dt", r"\dot{s}", None, flow.at_size(g))]
    if Q.radial:
        p = Q.profiles[0]
        fixed = {c.symbol: next((s for s in p.slope.free_symbols if s.name == str(c.symbol)), c.symbol)
                 for c in own.constants}  # fmt: skip
        ratio, growth = sympy.cancel(sympy.together(own.beta / own.across)), Q.warp.growth  # g = growth A
        across, upon, along = (own.in_x(sympy.powsimp(e / growth)).subs(fixed)
                               for e in (1, ratio, sympy.cancel(1 + ratio * own.square)))  # fmt: skip
        domain = {"x": "positive", **p.constants}
        try:
            evidence += [
                prove("A/g times q'/x", f"({text(across)})*({text(p.slope / p.variable)}) == 1", domain),
                prove("(A + B x^2)/g times q''", f"({text(along)})*diff({text(p.slope)}, x) == 1", domain),
            ]
        except NotVerified as error:
            raise Refused(f"warped-flow of {ask.model.name}: {error}") from None
        if flow.d is None:
            formulas += [Formula("A/g", "A/g", None, across), Formula("B/g", "B/g", None, upon)]
            notes.append("M = A I + B w w', x = |w|")
    elif flow.d is None:
        formulas.append(Formula("dw_i/ds / p_i", r"w_i' / p_i", None, own.coordinates[0].speed))
    if flow.d is not None:
        formulas.append(Formula("M/g", "M/g", None, (flow.matrix() / flow.at_size(g)).as_immutable()))
    notes += [*defined(flow), *conditions(own)]
    return answered(ask, "warped-flow", flow, formulas, notes, evidence or own_evidence(own))
