"""Exponential sums: loss, gradient, Hessian, flow and steps, for all widths and at given sizes, for every target.

All derivatives are residual moments I_n(w_k), the integral of t^n e^(-w_k t) (rhohat - rho).  For all widths that is
proved (`exponential_sum_claims`); the formulas of I_n are compared with the derivatives of the closed form at small
sizes.  At given sizes the closed form is differentiated, and the outcome compared with the moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.derive.answer import Answer
from verifier.derive.ask import Ask
from verifier.derive.continuous.exponential_networks import Residual, plain, residual
from verifier.derive.continuous.sum_checks import (
    answer,
    confirmed,
    derivation,
    derivatives,
    entries,
    integrals,
    moments_agree,
    second,
    unfolded,
    widths,
)
from verifier.derive.formulas import Formula
from verifier.derive.queries import training, training_steps
from verifier.kernel.terms.expr import Expr


def loss(ask: Ask) -> Answer:
    """The squared distance of the kernels as a closed form, by Ito's isometry."""
    found = residual(ask)
    formulas = [Formula("L", "L", None, plain(found.loss))]
    if ask.sizes is None and found.kind != "transform":
        formulas += unfolded(found, ())
    if found.kind == "sum" and ask.sizes is None:
        formulas = [Formula("L", "L", ask.model.loss_term)]
    return answer(ask, found, "loss", formulas, lambda: [*integrals(1), *confirmed(ask, found)])


def gradient(ask: Ask, query: str = "gradient") -> Answer:
    """The partial derivatives; for all widths those with respect to the letters of neuron k."""
    if ask.model.kernel == "sum" and ask.sizes is not None:
        general = {"gradient": training.gradient_query, "flow": training_steps.flow,
                   "descent-step": training_steps.descent_step,
                   "momentum-step": training_steps.momentum_step}  # fmt: skip
        return general[query](ask)
    found, wrt = residual(ask), ask.model.trained(ask.wrt)
    if ask.sizes is None:
        formulas = [_slope(query, x, _factor(ask.model)) for x in wrt]
        formulas += unfolded(found, [n for n, x in enumerate("aw") if x in wrt])
        return answer(ask, found, query, formulas, lambda: [*derivatives("gradient"), *entries(ask)], _extra(query))
    slopes = {x: _column(found, x) for x in wrt}
    formulas = [Formula(*_name(query, x), None, plain(_moved(query, found, x, g))) for x, g in slopes.items()]
    return answer(ask, found, query, formulas, lambda: [*derivation(found), *moments_agree(found, slopes)],
                   _extra(query, ask, wrt))  # fmt: skip


def flow(ask: Ask) -> Answer:
    """Gradient flow: the speed of each parameter, minus the gradient."""
    return gradient(ask, "flow")


def descent_step(ask: Ask) -> Answer:
    """One step of gradient descent with step size eta."""
    return gradient(ask, "descent-step")


def momentum_step(ask: Ask) -> Answer:
    """One step of the heavy ball: descent with step size eta, and mu_ times the step before it."""
    return gradient(ask, "momentum-step")


def _factor(model: Any) -> str:
    """The letter of the momentum: mu, or mu_ where mu is the place of the memory."""
    return "mu_" if "mu" in model.data else "mu"


def _extra(query: str, ask: Ask | None = None, wrt: Sequence[str] = ()) -> dict[str, Expr]:
    letters: dict[str, Expr] = {"eta": ("real",)} if query in ("descent-step", "momentum-step") else {}
    if query == "momentum-step" and ask is not None:
        letters[_factor(ask.model)] = ("real",)
        letters |= {f"{x}_previous": ask.model.sorts[x] for x in wrt}
    return letters


def _name(query: str, x: str) -> tuple[str, str]:
    return {"gradient": (f"dL/d{x}", rf"\nabla_{{{x}}} L"), "flow": (f"d{x}/dt", rf"\dot{{{x}}}"),
            }.get(query, (f"{x}_next", f"{x}^{{+}}"))  # fmt: skip


def _slope(query: str, x: str, weight: str) -> Formula:
    """The formula for neuron k in terms of I_0 and I_1."""
    from sympy import Function, Indexed, IndexedBase, Symbol, symbols

    k = Symbol("k", integer=True)
    a, w = (Indexed(IndexedBase(n), k) for n in "aw")
    g = 2 * Function("I_0")(w) if x == "a" else -2 * a * Function("I_1")(w)
    own, before = {"a": a, "w": w}[x], Indexed(IndexedBase(f"{x}_previous"), k)
    eta, mu = symbols(f"eta {weight}")
    value = {"gradient": g, "flow": -g, "descent-step": own - eta * g,
             "momentum-step": own - eta * g + mu * (own - before)}[query]  # fmt: skip
    names = {"gradient": (f"dL/d{x}_k", rf"\partial_{{{x}_k}} L"), "flow": (f"d{x}_k/dt", rf"\dot{{{x}}}_k")}
    return Formula(*names.get(query, (f"{x}_k_next", rf"{x}_k^{{+}}")), None, value)


def _column(found: Residual, letter: str) -> Any:
    """The partial derivatives of the closed form."""
    from sympy import ImmutableMatrix

    return ImmutableMatrix([found.loss.diff(x).doit() for x in getattr(found, letter)])


def _moved(query: str, found: Residual, letter: str, g: Any) -> Any:
    from sympy import ImmutableMatrix, Symbol, symbols

    own = ImmutableMatrix(list(getattr(found, letter)))
    before = ImmutableMatrix([Symbol(f"{letter}_previous_{i}") for i in range(own.rows)])
    eta, mu = symbols("eta mu_") if found.memory is not None else symbols("eta mu")
    return {"gradient": g, "flow": -g, "descent-step": own - eta * g,
            "momentum-step": own - eta * g + mu * (own - before)}[query]  # fmt: skip


def hessian(ask: Ask) -> Answer:
    """Second derivatives: for all widths those of neuron k and of two neurons k and j, else the matrix."""
    if ask.model.kernel == "sum" and ask.sizes is not None:
        return training.hessian(ask)
    found, wrt = residual(ask), ask.model.trained(ask.wrt)
    if ask.sizes is None:
        return _hessian_all(ask, found, wrt)
    from sympy import ImmutableMatrix

    own = [x for letter in wrt for x in getattr(found, letter)]
    slopes = {x: found.loss.diff(x).doit() for x in own}
    table = ImmutableMatrix(len(own), len(own), lambda i, j: slopes[own[max(i, j)]].diff(own[min(i, j)]).doit())
    order = f"rows and columns: {', '.join(str(x) for x in own)}"
    formula = Formula("hess L", r"\nabla^2 L", None, plain(table))
    return answer(ask, found, "hessian", [formula], lambda: [*derivation(found), second(found, own, table)],
                   notes=(order,))  # fmt: skip


def _hessian_all(ask: Ask, found: Residual, wrt: Sequence[str]) -> Answer:
    from sympy import Function, Indexed, IndexedBase, symbols

    j, k = symbols("j k", integer=True)
    made = widths()
    indexed = {s: Indexed(IndexedBase(s.name[0]), k if s.name.endswith("k") else j) for s in made.symbols}
    formulas, used = [], set()
    for name, value in made.entries:
        parts = name.split()
        if len(parts) == 2 and all(p[0] in wrt for p in parts):
            formulas.append(Formula(f"d2L/(d{parts[0]} d{parts[1]})", rf"\partial_{{{name}}} L", None,
                                    value.xreplace(indexed)))  # fmt: skip
            used |= {n for n in range(3) if value.has(Function(f"I_{n}"))}
    formulas += unfolded(found, sorted(used)) if used else []
    return answer(ask, found, "hessian", formulas, lambda: [*derivatives("hessian"), *entries(ask)],
                   notes=("j is not k",))  # fmt: skip
