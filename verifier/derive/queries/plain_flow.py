"""Models whose predictor is one of their parameters: the metric is the identity, and everything follows for all sizes.

dW/dt = p, so H = I is the Hessian of Q(W) = |W|^2/2 - <W(0), W>, and the limit of the flow is the minimiser of the loss
nearest to W(0).  (Gunasekar, Lee, Soudry and Srebro 2018, section 3.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Formula, Refused
from verifier.derive.queries.geometry import domain_of, metric, refuse_options
from verifier.derive.queries.moving_predictor import refuse_one_parameter
from verifier.derive.queries.training import HALF, is_gradient
from verifier.derive.readable_terms import plus, times
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.models.model import Model

START = "W0_"


def is_plain(ask: Ask) -> bool:
    """Whether the predictor is a parameter."""
    if ask.model.predictor not in ask.model.parameters:
        return False
    refuse_one_parameter(ask, "the flow of the predictor")
    refuse_options(ask, "the flow of the predictor", ("balanced", "confirm"))
    if ask.options.get("balanced") or ask.options.get("confirm"):
        raise Refused(f"{ask.model.name} is its own predictor: it needs neither --balanced nor --confirm")
    return True


def _letters(model: Model) -> dict[str, Expr]:
    return dict.fromkeys((START, "p_", "dW_"), model.sorts[model.predictor])


def _answer(
    ask: Ask, query: str, formulas: Mapping[tuple[str, str], Expr], notes: tuple[str, ...], verifier: Any,
    numbers: Mapping[str, Expr] | None = None,
) -> Answer:  # fmt: skip
    model = ask.model
    w, used = model.predictor, {n: s for n, s in _letters(model).items() if any(n in str(e) for e in formulas.values())}
    notes = (*(n.replace("W", w).replace(f"{w}0_", START) for n in notes), *ask.notes)
    used |= numbers or {}
    if ask.sizes is None:
        shown = tuple(Formula(*name, e) for name, e in formulas.items())
        return demanded(Answer(query, model, None, shown, notes=notes, verifier=verifier, letters=used))
    at = Concrete(model, ask.sizes, {n: domain_of(s) for n, s in used.items()})
    found = []
    for name, e in formulas.items():
        value = at.sympy(at.matrix(e))
        found.append(Formula(*name, None, value[0, 0] if value.shape == (1, 1) else value))
    return demanded(Answer(query, model, at.sizes, tuple(found), notes=notes, verifier=verifier, letters=used))


def _forces(ask: Ask) -> Check:
    """The flow of the predictor is minus the gradient of the loss itself."""
    return is_gradient(ask.model, ask.model.predictor)


def _domains(model: Model) -> dict[str, str]:
    return {n: domain_of(s) for n, s in _letters(model).items()}


def _energy(w: str) -> Expr:
    """Q(W) = |W|^2/2 - <W0, W>."""
    return plus([times(HALF, ("trace", ("*", ("T", w), w))), times(-1, ("trace", ("*", ("T", START), w)))])


def _is_potential(ask: Ask) -> list[Check]:
    """grad Q = W - W0, whose derivative along a direction is the direction: the Hessian is the identity."""
    model, w = ask.model, ask.model.predictor
    slope: Expr = ("-", w, START)
    moved = substitute(slope, {w: ("+", w, "dW_")})
    energy, domains = _energy(w), _domains(model)
    further: Expr = ("-", substitute(energy, {w: ("+", w, "dW_")}), energy)
    second = plus([("trace", ("*", ("T", slope), "dW_")), times(HALF, ("trace", ("*", ("T", "dW_"), "dW_")))])
    return [
        proved("grad Q = W - W(0)", ("==", ("grad", energy, w, w), slope), model, {**model.free, **domains}),
        proved("Hess Q = I", ("==", ("-", moved, slope), "dW_"), model, {**model.free, **domains}),
        proved("Q(W + dW) - Q(W) = <grad Q(W), dW> + |dW|^2/2", ("==", further, second), model,
               {**model.free, **domains}),
        _forces(ask),
    ]  # fmt: skip


def mirror_flow(ask: Ask) -> Answer:
    """dW/dt = p."""
    notes = ("dW/dt = M p with M the identity, p = -dL/dW, from every start",)
    return _answer(ask, "mirror-flow", {("M p_", "M p"): "p_"}, notes, lambda: _moves(ask))


def _moves(ask: Ask) -> list[Check]:
    return [*metric(Ask(ask.model, None)).verify(), _forces(ask)]


def hessian_map(ask: Ask) -> Answer:
    """The residual is zero: H is constant."""
    name = ("residual", r"\partial_k H_{ij} - \partial_j H_{ik}")
    return _answer(ask, "hessian-map", {name: 0}, ("a Hessian map: H = I is that of |W|^2/2",),
                   lambda: [*_moves(ask)[:-1], *_is_potential(ask)])  # fmt: skip


def time_warp(ask: Ask) -> Answer:
    """g = 1."""
    return _answer(ask, "time-warp", {("g", "g"): 1}, ("H = I is a Hessian without a warp",),
                   lambda: [*_moves(ask)[:-1], *_is_potential(ask)])  # fmt: skip


def potential(ask: Ask) -> Answer:
    """Q(W) = |W|^2/2 - <W0, W>."""
    w = ask.model.predictor
    notes = (
        f"{START} is the start; all W, every start, whatever its scale and shape: Q does not depend on a constant",
        "Karush-Kuhn-Tucker: p is in the range of the samples, so where the flow tends to W* that fits them, W* - W(0)"
        " is in that range and W* is the one fitting W nearest to W(0)",
    )
    formulas = {("Q", "Q"): _energy(w), ("grad Q", r"\nabla Q"): ("-", w, START)}
    return _answer(ask, "potential", formulas, notes, lambda: [*_moves(ask)[:-1], *_is_potential(ask)])


def bregman(ask: Ask) -> Answer:
    """D_Q(W, W0) = |W - W0|^2/2."""
    w, model = ask.model.predictor, ask.model
    shown = times(HALF, ("trace", ("*", ("T", ("-", w, START)), ("-", w, START))))

    def checks() -> list[Check]:
        Q = _energy(w)
        tangent = ("trace", ("*", ("T", ("-", START, START)), ("-", w, START)))
        own: Expr = ("==", ("-", ("-", Q, substitute(Q, {w: START})), tangent), shown)
        domains = {**model.free, **_domains(model)}
        return [proved("D_Q(W, W0) = Q(W) - Q(W0) - <grad Q(W0), W - W0>", own, model, domains), *_is_potential(ask)]

    return _answer(ask, "bregman", {("D", "D_Q"): shown}, (f"half the squared distance to {START}, the start",), checks)


def mirror_step(ask: Ask) -> Answer:
    """W + eta p: mirror descent with |W|^2/2 is gradient descent."""
    w, model = ask.model.predictor, ask.model
    eta: dict[str, Expr] = {"eta": ("real",)}
    term = plus([w, times("eta", "p_")])

    def checks() -> list[Check]:
        domains = {**model.free, **_domains(model), "eta": "real"}
        moved: Expr = ("-", substitute(("-", w, START), {w: term}), ("-", w, START))
        step = proved("grad Q(W_next) - grad Q(W) = eta p", ("==", moved, times("eta", "p_")), model, domains)
        return [step, *_is_potential(ask)]

    notes = ("grad Q(W_next) = grad Q(W) + eta p with Q = |W|^2/2, p = -dL/dW: gradient descent",)
    return _answer(ask, "mirror-step", {(f"{w}_next", f"{w}^{{+}}"): term}, notes, checks, eta)


def warped_flow(ask: Ask) -> Answer:
    """dW/ds = p with s = t."""
    formulas: dict[tuple[str, str], Expr] = {("ds/dt", r"\dot{s}"): 1, ("dW/ds", "W'"): "p_"}
    return _answer(ask, "warped-flow", formulas, ("no warp is needed: H = I is a Hessian, s = t",),
                   lambda: [*_moves(ask)[:-1], *_is_potential(ask)])  # fmt: skip
