"""What training does to the parameters: gradient flow, a step of gradient descent, a step with momentum."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.derive.answer import Answer, Check, accepted, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.exact_values import value_at
from verifier.derive.formulas import Formula, Refused
from verifier.derive.queries.training import gradient_query, point_of
from verifier.derive.readable_terms import plus, times
from verifier.kernel.terms.expr import Expr
from verifier.models.model import Model

REAL: Expr = ("real",)


@dataclass(frozen=True)
class Rule:
    """How a parameter moves: as a term of (parameter, the one before, gradient) and as a function of such numbers.

    `letters` are the numbers it takes; `memory` says whether it looks at the parameter one step earlier.
    """

    query: str
    name: str
    latex_name: str
    term: Callable[[Expr, Expr, Expr], Expr]
    defined: Callable[[Expr, Expr, Expr], Expr]
    value: Callable[[Any, Any, Any, Mapping[str, Any]], Any]
    letters: tuple[str, ...] = ()
    memory: bool = False


FLOW = Rule("flow", "d{0}/dt", r"\dot{{{0}}}", lambda x, w, g: plus([("-", 0, g)]), lambda x, w, g: ("neg", g),
            lambda x, w, g, at: -g)  # fmt: skip
STEP = Rule("descent-step", "{0}_next", "{0}^{{+}}", lambda x, w, g: plus([x, times(-1, "eta", g)]),
            lambda x, w, g: ("-", x, ("*", "eta", g)), lambda x, w, g, at: x - at["eta"] * g, ("eta",))  # fmt: skip
BALL = Rule("momentum-step", "{0}_next", "{0}^{{+}}",
            lambda x, w, g: plus([x, times(-1, "eta", g), times("mu", ("-", x, w))]),
            lambda x, w, g: ("+", ("-", x, ("*", "eta", g)), ("*", "mu", ("-", x, w))),
            lambda x, w, g, at: x - at["eta"] * g + at["mu"] * (x - w), ("eta", "mu"), True)  # fmt: skip


def flow(ask: Ask) -> Answer:
    """Gradient flow: the speed of each parameter, minus the gradient."""
    return _moved(ask, FLOW)


def descent_step(ask: Ask) -> Answer:
    """One step of gradient descent with step size eta: what each parameter becomes."""
    return _moved(ask, STEP)


def momentum_step(ask: Ask) -> Answer:
    """One step of the heavy ball (Polyak 1964): descent with step size eta, and mu times the step before it.

    A letter with ``_previous`` is the parameter one step earlier.
    """
    return _moved(ask, BALL)


def letters_of(query: str, model: Model, wrt: Sequence[str]) -> dict[str, Expr]:
    """The letters of a query about training beyond those of the model, with their sorts.

    Raises `Refused` where the model has one of them.
    """
    rule = next((r for r in (FLOW, STEP, BALL) if r.query == query), None)
    if rule is None:
        return {}
    found = dict.fromkeys(rule.letters, REAL) | ({f"{x}_previous": model.sorts[x] for x in wrt} if rule.memory else {})
    for letter in found:
        if letter in model.variables:
            raise Refused(f"{rule.query} of {model.name}: its letter {letter} is taken; rename that of the model")
    return found


def _moved(ask: Ask, rule: Rule) -> Answer:
    model, wrt = ask.model, ask.model.trained(ask.wrt)
    before = {x: f"{x}_previous" for x in wrt} if rule.memory else {}
    letters = letters_of(rule.query, model, wrt)
    base = gradient_query(ask)
    slopes = dict(zip(wrt, base.formulas, strict=True))
    names = {x: (rule.name.format(x), rule.latex_name.format(x)) for x in wrt}
    if ask.sizes is None:
        found = [Formula(*names[x], rule.term(x, before.get(x, 0), f.term or 0)) for x, f in slopes.items()]

        def own() -> list[Check]:
            free = {
                **model.free,
                **dict.fromkeys(rule.letters, "real"),
                **{w: model.free[x] for x, w in before.items()},
            }
            return [_is_move(ask, rule, x, before.get(x, 0), f.term, slopes[x].term, free)
                    for x, f in zip(wrt, found, strict=True)]  # fmt: skip
    else:
        import sympy

        made = Concrete(model, ask.sizes, {w: model.parameters[x] for x, w in before.items()})
        symbols = {n: sympy.Symbol(n) for n in rule.letters}
        found = []
        for x, f in slopes.items():
            was = made.symbols(before[x]) if before else 0
            found.append(Formula(*names[x], None, rule.value(made.symbols(x), was, f.value, symbols)))

        def own() -> list[Check]:
            return [
                _moves(made, rule, x, before.get(x), f.value, slopes[x].value) for x, f in zip(wrt, found, strict=True)
            ]

    again = base.verifier

    def checks() -> list[Check]:
        return [*(again() if again is not None else ()), *own()]

    return accepted(
        Answer(rule.query, model, base.sizes, tuple(found), (*base.checks, *own()), base.notes, checks,
               letters=letters)
    )


def _is_move(ask: Ask, rule: Rule, x: str, before: Expr, term: Expr | None, slope: Expr | None, free: Any) -> Check:
    """The displayed move is the one that the rule makes of the displayed gradient, for all sizes."""
    left: Expr = ("*", 0, x) if term == 0 else term or 0
    right = rule.defined(x, before, ("*", 0, x) if slope == 0 else slope or 0)
    return proved(_said(rule, x), ("==", left, right), ask.model, free)


def _moves(made: Concrete, rule: Rule, x: str, before: str | None, shown: Any, slope: Any) -> Check:
    """The displayed move at an exact point, entry by entry what the rule makes of the displayed gradient there."""
    start = time.monotonic()
    at = {**made.named(point_of(made)), "eta": Fraction(3, 7), "mu": Fraction(5, 11)}
    seen: dict[Any, Any] = {}
    now, g, mine = (value_at(e, at, seen) for e in (made.symbols(x), slope, shown))
    was = value_at(made.symbols(before), at, seen) if before else None
    if isinstance(mine, tuple):
        was = was or now
        same = all(mine[i][j] == rule.value(now[i][j], was[i][j], g[i][j], at)
                   for i, row in enumerate(now) for j in range(len(row)))  # fmt: skip
    else:
        same = mine == rule.value(now, was if before else now, g, at)
    return Check(_said(rule, x), "checked" if same else "refuted", "equal at an exact point", time.monotonic() - start)


def _said(rule: Rule, x: str) -> str:
    way = {"flow": "-grad(L, {0})", "descent-step": "{0} - eta grad(L, {0})",
           "momentum-step": "{0} - eta grad(L, {0}) + mu ({0} - {0}_previous)"}[rule.query]  # fmt: skip
    return f"{rule.name.format(x)} = {way.format(x)}"
