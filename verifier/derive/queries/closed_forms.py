"""Closed forms of training: matrices for one layer, the modes of deeper linear networks."""

from __future__ import annotations

import time
from typing import Any

from verifier.derive.answer import Answer, Check, Formula, Refused, decided, demanded
from verifier.derive.ask import Ask
from verifier.theory.models.model import Model


def closed_form(ask: Ask) -> Answer:
    """The solution of gradient flow and descent, where there is one in closed form; else the reason.

    One layer: matrices, for all sizes.  Deeper linear networks: each mode of a start in the common singular basis of
    the data, for two layers explicitly and for more as the time at which a mode has a given size.
    """
    depth = _depth(ask.model)
    if depth == 1:
        return _one_layer(ask)
    return _two_layers(ask) if depth == 2 else _deeper(ask, depth)


def _depth(model: Model) -> int:
    stem = model.name.removeprefix("linear-network-")
    if stem == model.name:
        raise Refused(f"closed-form: gradient flow on {model.name} has no closed form here; linear-network-1 to -8 do")
    return int(stem)


def _one_layer(ask: Ask) -> Answer:
    """dW/dt = Q - S W with S = S_x, Q = S_xy, and W+ = W - eta (S W - Q)."""
    from verifier.claims.text import parse
    from verifier.theory.linear_closed_forms import all_sizes_claims

    square, wide = ("matrix", "d", "d"), ("matrix", "d", "p")
    letters: dict[str, Any] = {"S": square, "P": square, "Q": wide, "K": wide, "F": ("curve", square), "M": square,
                               "t": ("real",), "n": ("integer", 0, "oo"), "eta": ("real",),
                               "d": ("integer", 1, "oo"), "p": ("integer", 1, "oo")}  # fmt: skip
    texts = {"W1(t)": "F[t]*(K - P*Q) + P*Q + t*(Q - S*P*Q)", "W1_n": "M**n*(K - P*Q) + P*Q + eta*n*(Q - S*P*Q)"}
    formulas = tuple(Formula(n, latex, parse(texts[n], declared=letters))
                     for n, latex in (("W1(t)", "W_1(t)"), ("W1_n", "W_1^{(n)}")))  # fmt: skip
    notes = (
        "S = S_x, Q = S_xy, P the pseudoinverse of S, K = W1(0), F(t) = exp(-t S), M = 1 - eta S",
        "Q - S P Q = 0 for covariances of data, so that the drift vanishes", *ask.notes,
    )  # fmt: skip

    def checks() -> list[Check]:
        return [decided(c.id, c) for c in all_sizes_claims()]

    return demanded(Answer("closed-form", ask.model, None, formulas, notes=notes, letters=letters, verifier=checks))


def _two_layers(ask: Ask) -> Answer:
    """w' = 2 w (sigma - lambda w) for each mode of a balanced start in the common singular basis."""
    import sympy

    from verifier.theory.sigmoid_modes import mode, mode_claims

    sigma, lam, start, t = sympy.symbols("sigma lambda w0 t", positive=True)
    found = mode(sigma, lam, start)
    formulas = (Formula("w(t)", "w(t)", None, found.at(t)), Formula("w(oo)", r"w(\infty)", None, found.limit))
    notes = ("each mode of a balanced start in the common singular basis of S_x (lambda) and S_xy (sigma)", *ask.notes)

    def checks() -> list[Check]:
        began = time.monotonic()
        same = Check("w' = 2 w (sigma - lambda w)", "checked" if found.verify() else "refuted", "substituted exactly",
                     time.monotonic() - began)  # fmt: skip
        return [same, *(decided(c.id, c) for c in mode_claims())]

    return demanded(Answer("closed-form", ask.model, None, formulas, notes=notes, verifier=checks))


def _deeper(ask: Ask, depth: int) -> Answer:
    """w' = L w^(2 - 2/L) (sigma - lambda w): the time at which a mode has the size w."""
    import sympy

    from verifier.theory.depth_modes import depth_mode

    sigma, lam, start, w = sympy.symbols("sigma lambda w0 w", positive=True)
    found = depth_mode(depth, sigma, lam, start)
    formula = Formula("t(w)", "t(w)", None, found.time(w))
    notes = (f"the time at which a balanced mode, started at w0 < sigma/lambda, has the size w; depth {depth} has no "
             "elementary w(t)", *ask.notes)  # fmt: skip

    def checks() -> list[Check]:
        began = time.monotonic()
        return [Check("dt/dw is 1 over the speed", "checked" if found.verify() else "refuted", "differentiated exactly",
                      time.monotonic() - began)]  # fmt: skip

    return demanded(Answer("closed-form", ask.model, None, (formula,), notes=notes, verifier=checks))
