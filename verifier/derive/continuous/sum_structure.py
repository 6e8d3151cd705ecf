"""Exponential sums: symmetries, what is conserved; and what such a network has not."""

from __future__ import annotations

import time

from verifier.derive.answer import Answer, Check, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.conservation.conservation_families import exponential_sum_laws
from verifier.derive.continuous.exponential_networks import residual
from verifier.derive.continuous.exponential_sum_claims import symmetry_claims
from verifier.derive.continuous.sum_checks import no_answer, refused, timed
from verifier.derive.formulas import Formula
from verifier.derive.queries import conserved_quantities
from verifier.kernel.terms.expr import Expr

#: letters of the targets -> the power of t_ with which they move when time runs t_ times as fast
TIME = {"w": 1, "v": 1, "kappa": 1, "mu": -1, "sigma": -1, "h": -1}
OUTPUTS = ("a", "s", "c")


def symmetries(ask: Ask) -> Answer:
    """Permutations of the neurons, the scales of outputs and of time."""
    model = ask.model
    unit: Expr = ("matrix", "m", "m")
    letters: dict[str, Expr] = {"P": unit, "t_": ("real",)}
    formulas = [Formula(f"permutation: {x}", x, model.read(f"P*{x}", letters)) for x in "aw"]
    if model.kernel == "transform":
        formulas += [Formula(f"scale of outputs: {n}", n, model.read(x, letters))
                     for n, x in (("a", "t_*a"), ("rho2", "t_**2*rho2"))]  # fmt: skip
        notes = ["P is a permutation matrix", "scale of outputs: R becomes t_*R, the loss is multiplied by t_**2"]
    else:
        own = [*model.parameters, *model.data]
        formulas += [Formula(f"scale of outputs: {x}", x, model.read(f"t_*{x}", letters)) for x in OUTPUTS if x in own]
        formulas += [Formula(f"scale of time: {x}", x, model.read(f"t_*{x}" if p == 1 else f"{x}/t_", letters))
                     for x, p in TIME.items() if x in own]  # fmt: skip
        notes = ["P is a permutation matrix", "scale of outputs: the loss is multiplied by t_**2",
                 "scale of time: the loss is multiplied by 1/t_, t_ > 0"]  # fmt: skip

    def checks() -> list[Check]:
        if model.kernel == "transform":
            return [decided(c.id, c) for c in symmetry_claims()[:2]]
        return [*(decided(c.id, c) for c in symmetry_claims()), _scaled(ask)]

    return demanded(Answer("symmetries", model, None, tuple(formulas), notes=(*notes, model.note), verifier=checks,
                           letters=letters))  # fmt: skip


def _scaled(ask: Ask) -> Check:
    """The scaled target at t is the target at t_ t, and t_ times as large in the scale of outputs."""
    from sympy import Symbol, expand, simplify

    found = residual(Ask(ask.model, dict(ask.model.sizes), None, ask.options))
    z, t = Symbol("z", positive=True), Symbol("t", positive=True)
    rho = found.student(t) + (found.rho(t) if found.rho is not None else 0)
    if ask.model.kernel == "compact":
        rho = rho + found.memory.value.subs(found.memory.t, t) * Symbol("c", real=True)
    faster = {x: x * z ** TIME[_stem(x.name)] for x in rho.free_symbols if _stem(x.name) in TIME}
    larger = {x: x * z for x in rho.free_symbols if _stem(x.name) in OUTPUTS}

    def right() -> bool:
        return bool(simplify(rho.subs(faster, simultaneous=True) - rho.subs(t, z * t)) == 0
                    and expand(rho.subs(larger, simultaneous=True) - z * rho) == 0)  # fmt: skip

    return timed("student and target under both scales", "equal as functions of t", right)


def _stem(name: str) -> str:
    return name.split("_")[0]


def conserved(ask: Ask) -> Answer:
    """Nothing is conserved for every target: the gradient fields of 2 m targets are independent at an exact point."""
    if ask.sizes is None:
        raise refused(ask, "conserved", "that there is nothing is certified by a minor for each width; give --size m=3")

    m = ask.sizes["m"]
    found = exponential_sum_laws(m, 1)  # the bound is one for functions of any kind

    def checks() -> list[Check]:
        start = time.monotonic()
        right = found.verify() and found.bound.bound == 0
        what = f"the gradient fields for the targets e^(-v t), v = 1, ..., {2 * m}, are independent at an exact point"
        return [Check(what, "checked" if right else "refuted", f"a minor of size {2 * m} is not 0",
                      time.monotonic() - start)]  # fmt: skip

    note = "no differentiable function of a and w but the constants is conserved for every target"
    own = conserved_quantities.conserved(ask) if ask.model.kernel == "sum" and m <= 2 else None
    formulas = own.formulas if own is not None else ()
    single = ["polynomial laws for one target alone are searched for at m = 1, 2 and a target of exponentials"]
    if own is not None:
        single = [f"for the target with these symbols: {n}" for n in own.notes if n not in ask.notes]

    def all_checks() -> list[Check]:
        return [*checks(), *(own.verify() if own is not None else ())]

    return demanded(Answer("conserved", ask.model, ask.sizes, formulas, notes=(note, *single, ask.model.note),
                           verifier=all_checks))  # fmt: skip


# -- what there is not -------------------------------------------------------------------------------------


closed_form = no_answer("closed-form", "its flow is a rational system without a known solution; ask for the flow")
_WHY = "its predictor is a function h on [0, oo), whose metric (ask metric) is an operator and no finite matrix"
mirror_flow, warped_flow, mirror_step, hessian_map, time_warp, potential, bregman = (
    no_answer(q, _WHY)
    for q in ("mirror-flow", "warped-flow", "mirror-step", "hessian-map", "time-warp", "potential", "bregman")
)
