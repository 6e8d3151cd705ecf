"""Derivatives for all sizes entry by entry, where the loss is a double sum over neurons: for neurons k and j != k.

I_n(w) stands for the integral of t^n e^(-w t) (student's kernel - teacher's kernel), the residual moments.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, Formula, Refused, decided, demanded
from verifier.derive.ask import Ask

NOTE = "I_n(w) is the integral over t >= 0 of t^n e^(-w t) times student's minus teacher's kernel; j is not k"


def gradient(ask: Ask, query: str = "gradient") -> Answer:
    """The partial derivatives with respect to the letters of neuron k."""
    found = _entries()
    wrt = ask.model.trained(ask.wrt)
    signs = {"gradient": 1, "flow": -1}
    if query not in signs:
        raise Refused(f"{query} of {ask.model.name} for all sizes: ask for the gradient or the flow, or give sizes")
    formulas = [Formula(*_named(query, x), None, signs[query] * found.entry(f"{x}_k")) for x in wrt]
    return _answer(ask, query, formulas)


def hessian(ask: Ask) -> Answer:
    """The second derivatives for neuron k, and for two neurons."""
    wrt = ask.model.trained(ask.wrt)
    found = _entries()
    formulas = [
        Formula(f"d2L/({name.replace(' ', ' d')})", rf"\partial_{{{name}}} L", None, found.entry(name))
        for name, _ in found.entries if " " in name and all(part[0] in wrt for part in name.split())
    ]  # fmt: skip
    return _answer(ask, "hessian", formulas)


def _named(query: str, letter: str) -> tuple[str, str]:
    if query == "gradient":
        return f"dL/d{letter}_k", rf"\partial_{{{letter}_k}} L"
    return f"d{letter}_k/dt", rf"\dot{{{letter}}}_k"


def _entries() -> Any:
    from verifier.theory.exponential_sum_entries import all_widths

    return all_widths()


def _answer(ask: Ask, query: str, formulas: Sequence[Formula]) -> Answer:
    def checks() -> list[Check]:
        from verifier.theory.exponential_sum_entries import split_claims

        began = time.monotonic()
        same = "checked" if _entries().verify((1, 2, 3)) else "refuted"
        own = Check("the entries", same, "derivatives of the closed form at m = 1, 2, 3", time.monotonic() - began)
        return [*(decided(f"the double sum: {c.id}", c) for c in split_claims()), own]

    return demanded(Answer(query, ask.model, None, tuple(formulas), notes=(NOTE, *ask.notes), verifier=checks))
