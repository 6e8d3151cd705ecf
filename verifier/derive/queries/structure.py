"""What does not change the loss: symmetries, and scalings that multiply it."""

from __future__ import annotations

import time
from collections.abc import Mapping

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Formula, Refused
from verifier.derive.readable_terms import times
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.script import Have
from verifier.language.text.text import read_domain
from verifier.models.model import Model, Scaling, Symmetry


def symmetries(ask: Ask) -> Answer:
    """Changes of the parameters that leave the loss as it is, and of scale that multiply it; each one proved."""
    model = ask.model
    if not model.symmetries and not model.scalings:
        raise Refused(f"symmetries: none are listed for {model.name}")
    formulas = [
        Formula(f"{s.name}: {letter}", letter, model.read(text, _sorts(model, s))) for s in model.symmetries
        for letter, text in s.change.items()
    ]  # fmt: skip
    formulas += [
        Formula(f"scale of {s.name}: {letter}", letter, times(("^", "t_", power) if power != 1 else "t_", letter))
        for s in model.scalings for letter, power in s.powers.items()
    ]  # fmt: skip
    notes = tuple(f"{s.name}: {', '.join(s.given)}" for s in model.symmetries if s.given)
    notes += tuple(f"{s.name}: the loss is multiplied by t_**{s.loss}" for s in model.scalings)
    more = {n: sort for s in model.symmetries for n, sort in _sorts(model, s).items()}

    def checks() -> list[Check]:
        scaled = [_scaled(model, s) if ask.sizes is None else _scaled_at(model, s, ask.sizes) for s in model.scalings]
        return [*(_invariant(model, s) for s in model.symmetries), *scaled]

    sizes = ask.sizes if model.scalings else None
    return demanded(Answer("symmetries", model, sizes, tuple(formulas), notes=(*notes, *ask.notes), verifier=checks,
                           letters={**more, "t_": ("real",)}))  # fmt: skip


def _sorts(model: Model, symmetry: Symmetry) -> dict[str, Expr]:
    return {n: read_domain(text, declared=model.sorts).sort for n, text in symmetry.letters.items()}


def _invariant(model: Model, symmetry: Symmetry) -> Check:
    change = {x: model.read(text, _sorts(model, symmetry)) for x, text in symmetry.change.items()}
    goal = ("==", substitute(model.loss_term, change), model.loss_term)
    steps = [Have(f"forall(j, nonnegative integer, {x}**j == {power})", name=f"powers of {x}")
             for x, power in symmetry.powers.items()]  # fmt: skip
    return proved(symmetry.name, goal, model, symmetry.letters, list(symmetry.given), steps)


def _scaled(model: Model, scaling: Scaling) -> Check:
    loss, multiple = _both(model, scaling)
    return proved(f"scale of {scaling.name}", ("==", loss, multiple), model, {"t_": "positive"})


def _scaled_at(model: Model, scaling: Scaling, sizes: Mapping[str, int]) -> Check:
    """The same at given sizes, as rational functions."""
    start = time.monotonic()
    made = Concrete(model, sizes, {"t_": "positive"})
    loss, multiple = (made.number(side) for side in _both(model, scaling))
    verdict = "checked" if loss == multiple else "refuted"
    return Check(f"scale of {scaling.name}", verdict, "equal as rational functions", time.monotonic() - start)


def _both(model: Model, scaling: Scaling) -> tuple[Expr, Expr]:
    """The loss at the scaled letters, and the multiple of the loss that it should be."""
    loss = model.loss_term
    for letter, power in scaling.powers.items():
        loss = _replaced(loss, letter, times("t_" if power == 1 else ("^", "t_", power), letter))
    return loss, times(("^", "t_", scaling.loss), model.loss_term)


def _replaced(e: Expr, letter: str, value: Expr) -> Expr:
    """A letter's values multiplied; a sequence is scaled at each index."""
    if e == letter:
        return value
    if not isinstance(e, tuple):
        return e
    if e[0] == "at" and e[1] == letter:
        return substitute(value, {letter: e})
    return (e[0], *(_replaced(a, letter, value) for a in e[1:]))
