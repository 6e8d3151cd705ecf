"""Exponential sums: loss, gradient, Hessian, flow and steps, for all widths and at given sizes, for every target.

All derivatives are residual moments I_n(w_k), the integral of t^n e^(-w_k t) (rhohat - rho).  For all widths that is
proved (`verifier.theory.exponential_sum_claims`); the formulas of I_n are compared with the derivatives of the closed
form at small sizes.  At given sizes the closed form is differentiated, and the outcome compared with the moments.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, Formula, Refused, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.kernels import Residual, plain, residual
from verifier.derive.queries import training
from verifier.evidence.kernel.expr import Expr

MEANING = "I_n(x) is the integral over t >= 0 of t^n e^(-x t) times student's minus target's kernel"
SMALL = ({"m": 1, "n": 1}, {"m": 2, "n": 1}, {"m": 3, "n": 2})


def loss(ask: Ask) -> Answer:
    """The squared distance of the kernels as a closed form, by Ito's isometry."""
    found = residual(ask)
    formulas = [Formula("L", "L", None, plain(found.loss))]
    if ask.sizes is None and found.kind != "transform":
        formulas += _unfolded(found, ())
    if found.kind == "sum" and ask.sizes is None:
        formulas = [Formula("L", "L", ask.model.loss_term)]
    return _answer(ask, found, "loss", formulas, lambda: [*_integrals(1), *_confirmed(ask, found)])


def gradient(ask: Ask, query: str = "gradient") -> Answer:
    """The partial derivatives; for all widths those with respect to the letters of neuron k."""
    if ask.model.kernel == "sum" and ask.sizes is not None:
        general = {"gradient": training.gradient_query, "flow": training.flow, "descent-step": training.descent_step,
                   "momentum-step": training.momentum_step}  # fmt: skip
        return general[query](ask)
    found, wrt = residual(ask), ask.model.trained(ask.wrt)
    if ask.sizes is None:
        formulas = [_slope(query, x, _factor(ask.model)) for x in wrt]
        formulas += _unfolded(found, [n for n, x in enumerate("aw") if x in wrt])
        return _answer(ask, found, query, formulas, lambda: [*_derivatives("gradient"), *_entries(ask)], _extra(query))
    slopes = {x: _column(found, x) for x in wrt}
    formulas = [Formula(*_name(query, x), None, plain(_moved(query, found, x, g))) for x, g in slopes.items()]
    return _answer(ask, found, query, formulas, lambda: [*_derivation(found), *_moments_agree(found, slopes)],
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


def _unfolded(found: Residual, orders: Sequence[int]) -> list[Formula]:
    """The formulas of I_n; where there are none to show, R and the squared norm."""
    from sympy import Symbol

    x = Symbol("x", positive=True)
    if not orders:
        return [Formula("R(x)", "R(x)", None, plain(found.R(x)))]
    return [Formula(f"I_{n}(x)", f"I_{n}(x)", None, plain(found.moment(n, x))) for n in orders]


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
    return _answer(ask, found, "hessian", [formula], lambda: [*_derivation(found), _second(found, own, table)],
                   notes=(order,))  # fmt: skip


def _hessian_all(ask: Ask, found: Residual, wrt: Sequence[str]) -> Answer:
    from sympy import Function, Indexed, IndexedBase, symbols

    j, k = symbols("j k", integer=True)
    entries = _widths()
    indexed = {s: Indexed(IndexedBase(s.name[0]), k if s.name.endswith("k") else j) for s in entries.symbols}
    formulas, used = [], set()
    for name, value in entries.entries:
        parts = name.split()
        if len(parts) == 2 and all(p[0] in wrt for p in parts):
            formulas.append(Formula(f"d2L/(d{parts[0]} d{parts[1]})", rf"\partial_{{{name}}} L", None,
                                    value.xreplace(indexed)))  # fmt: skip
            used |= {n for n in range(3) if value.has(Function(f"I_{n}"))}
    formulas += _unfolded(found, sorted(used)) if used else []
    return _answer(ask, found, "hessian", formulas, lambda: [*_derivatives("hessian"), *_entries(ask)],
                   notes=("j is not k",))  # fmt: skip


# -- checks ------------------------------------------------------------------------------------------------


def _answer(ask: Ask, found: Residual, query: str, formulas: Sequence[Formula], checks: Any,
            letters: dict[str, Expr] | None = None, notes: Sequence[str] = ()) -> Answer:  # fmt: skip
    meaning = (MEANING,) if any("I_" in f.name or "I_" in str(f.value) for f in formulas) else ()
    shown = (*notes, *meaning, *found.notes, *ask.notes)
    if query == "momentum-step" and found.memory is not None:
        shown = ("mu_ is the weight of the step before, mu the place of the memory", *shown)
    return demanded(Answer(query, ask.model, ask.sizes, tuple(formulas), notes=shown, verifier=checks,
                           letters=letters or {}))  # fmt: skip


def _widths() -> Any:
    from verifier.theory.exponential_sum_entries import all_widths

    return all_widths()


def _integrals(count: int) -> list[Check]:
    from verifier.theory.exponential_sum_claims import integral_claims

    return [decided(c.id, c) for c in integral_claims()[:count]]


def _derivatives(order: str) -> list[Check]:
    """The kernel's proofs for all widths and targets."""
    from verifier.theory import exponential_sum_claims as claims

    own = claims.gradient_claims() + (claims.hessian_claims() if order == "hessian" else ())
    needed = (*claims.integral_claims(), *claims.speed_claims())
    if order == "gradient":
        needed = (*claims.integral_claims()[:2], claims.speed_claims()[0])
    return [decided(c.id, c) for c in (*needed, *own)]


def _timed(what: str, how: str, right: Any) -> Check:
    began = time.monotonic()
    verdict = "checked" if right() else "refuted"
    return Check(what, verdict, how, time.monotonic() - began)


def _derivation(found: Residual) -> list[Check]:
    """The transform of the memory, derived again."""
    if found.memory is None:
        return []
    return [_timed("the transform and the norm of the memory", found.memory.derivation, found.memory.verify)]


def _entries(ask: Ask) -> list[Check]:
    """The formulas for all widths, with their sums written out, against derivatives of the closed form."""
    found = residual(ask)

    def right() -> bool:
        return all(_same_moments(ask, found, sizes) for sizes in small)

    small = SMALL if found.memory is None else SMALL[1:2]  # the target adds to each I_n a term without the neurons
    how = f"sums written out, equal to derivatives of the closed form at m = {', '.join(str(s['m']) for s in small)}"
    return [*_derivation(found), _timed("the formulas entry by entry", how, right)]


def _same_moments(ask: Ask, general: Residual, sizes: dict[str, int]) -> bool:
    """I_0 and I_1 for all widths at given sizes: twice I_0(w_k) and -2 a_k I_1(w_k) are the partial derivatives.

    I_2 is compared through d^2L/dw_k^2 = a_k^2/(2 w_k^3) + 2 a_k I_2(w_k).
    """
    from sympy import Symbol

    from verifier.theory.exponential_sums import same

    own = residual(Ask(ask.model, {n: sizes[n] for n in ask.model.sizes}, None, ask.options))
    y, k = Symbol("x", positive=True), 0
    moments = [written_out(general.moment(n, y), own, sizes).subs(y, own.w[k]) for n in range(3)]
    a, w = own.a[k], own.w[k]
    wanted = [own.loss.diff(a), own.loss.diff(w), own.loss.diff(w, 2)]
    given = [2 * moments[0], -2 * a * moments[1], a**2 / (2 * w**3) + 2 * a * moments[2]]
    return all(same(x.doit() - z.doit()) for x, z in zip(wanted, given, strict=True))


def written_out(e: Any, own: Residual, sizes: dict[str, int]) -> Any:
    """A formula for all widths at given sizes: sums written out, indexed letters replaced by symbols."""
    from sympy import Indexed, Sum, Symbol

    ends = {Symbol(n, integer=True): v for n, v in sizes.items()}
    e = e.replace(lambda x: isinstance(x, Sum), lambda x: x.subs(ends).doit())
    letters = {x.name: x for x in own.loss.free_symbols}
    return e.xreplace({x: letters[f"{x.base}_{x.indices[0]}"] for x in e.atoms(Indexed)})


def _moments_agree(found: Residual, slopes: dict[str, Any]) -> list[Check]:
    """The derivatives of the closed form are 2 I_0(w_k) and -2 a_k I_1(w_k)."""
    from verifier.theory.exponential_sums import same

    def right() -> bool:
        pairs = zip(found.a, found.w, strict=True)
        wanted = [(2 * found.moment(0, w), -2 * a * found.moment(1, w)) for a, w in pairs]
        return all(same(g[i] - wanted[i]["aw".index(x)]) for x, g in slopes.items() for i in range(len(wanted)))

    return [*_integrals(2), _timed("dL/da_k = 2 I_0(w_k), dL/dw_k = -2 a_k I_1(w_k)", "equal as formulas", right)]


def _second(found: Residual, own: Sequence[Any], table: Any) -> Check:
    """Each entry against the formulas for all widths, by residual moments."""
    from verifier.theory.exponential_sums import same

    def wanted(p: Any, q: Any) -> Any:
        (x, k), (y, j) = sorted(((str(z)[0], int(str(z).split("_")[1])) for z in (p, q)), reverse=True)
        a, w = found.a, found.w
        if x + y == "aa":
            return 2 / (w[k] + w[j])
        if x + y == "wa":
            return -2 * a[k] / (w[k] + w[j]) ** 2 - (2 * found.moment(1, w[k]) if k == j else 0)
        return 4 * a[k] * a[j] / (w[k] + w[j]) ** 3 + (2 * a[k] * found.moment(2, w[k]) if k == j else 0)

    def right() -> bool:
        n = len(own)
        return all(same(table[i, j] - wanted(own[i], own[j])) for i in range(n) for j in range(n))

    return _timed("hess L by residual moments", "equal as formulas", right)


def _confirmed(ask: Ask, found: Residual) -> list[Check]:
    """The derivation of the transform, and the closed form against the integral at a point, both in balls."""
    if found.kind == "transform":
        return []
    sized = found if ask.sizes is not None else residual(Ask(ask.model, dict(ask.model.sizes), None, ask.options))

    def right() -> bool:
        return enclosed(sized)

    how = "balls of closed form and integral meet at an exact point, radius below 1e-15"
    return [*_derivation(found), _timed("L is the integral of (student - target)^2", how, right)]


def enclosed(found: Residual, wrong: Any = 0) -> bool:
    """Whether the ball of the closed form (plus `wrong`) meets that of the integral at an exact point."""
    from flint import arb
    from sympy import Function, Rational

    from verifier.theory.balls import decimals
    from verifier.theory.kernel_integrals import airy_laplace, enclosure, squared_distance

    letters = sorted(found.loss.free_symbols, key=str)
    point = {x: Rational(3 + 2 * i, 4 + i) for i, x in enumerate(letters)}
    point |= {x: Rational(7, 2) for x in letters if x.name == "mu"}  # beyond h
    value = found.loss.xreplace(point) + wrong
    terms = [(point[x], point[y]) for x, y in zip(found.a, found.w, strict=True)]
    rest = {x.name: q for x, q in point.items()}
    terms += [(-rest[n], rest[n.replace("s", "v")]) for n in rest if n.startswith("s_")]
    with decimals(35):
        known = {e: airy_laplace(*e.args) for e in value.atoms(Function) if type(e).__name__ == "A"}
        mine = enclosure(value, known)
        other = squared_distance(terms, "" if found.memory is None else found.kind, rest)
        return bool(mine.overlaps(other) and mine.rad() + other.rad() < arb("1e-15"))


def refused(ask: Ask, query: str, why: str) -> Refused:
    """The refusal of a query about these models."""
    return Refused(f"{query} of {ask.model.name}: {why}")
