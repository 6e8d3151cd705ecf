"""The training loss: the formula, and that it is what it means by definition."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.exact_values import value_at
from verifier.derive.formulas import Formula
from verifier.derive.program import NoProgram, Program
from verifier.derive.running import run
from verifier.models.model import Model

TIMES = 2  # exact points


def loss(ask: Ask) -> Answer:
    """The training loss.

    For all sizes the definition (a mean over random inputs, a sum over samples) is proved to be the formula.  At given
    sizes the displayed formula is compared at exact points with the definition carried out there: the network is run,
    the mean taken from the moments of the normal law.  A user's own loss is its definition; the formula at given sizes
    is compared with the program of matrix operations that is traced from it.
    """
    model = ask.model
    if ask.sizes is None:
        term = model.loss_term
        answer = Answer("loss", model, None, (Formula("L", "L", term),), notes=(*_said(model), *ask.notes),
                        verifier=lambda: _meant(model))  # fmt: skip
        return demanded(answer) if model.meaning is not None else answer
    made = Concrete(model, ask.sizes)
    value = made.sympy(made.number(model.loss_term))
    formulas = (Formula("L", "L", None, value),)
    notes = (*_said(model), *ask.notes)
    return demanded(Answer("loss", model, made.sizes, formulas, notes=notes, verifier=lambda: _compared(made, value)))


def _said(model: Model) -> tuple[str, ...]:
    return (f"L is {model.meaning.says}",) if model.meaning is not None else ("the loss as it was given",)


def _meant(model: Model) -> list[Check]:
    """The kernel's proof that the formula is what the loss means; of a recurrent network, what its output is, too."""
    meaning = model.meaning
    if meaning is None:
        return []
    found = [proved(f"L is {meaning.says}", meaning.goal, model, meaning.letters, meaning.given, meaning.argument)]
    return [*found, _unrolled(model)] if model.response else found


def _unrolled(model: Model) -> Check:
    """The recurrence from rest, unrolled, for any inputs: C s(t) is the sum of the responses."""
    columns = model.parameters["B"].rpartition(",")[2].strip(" )")
    letters = {"s": "matrix(d, 1) sequence", "u": f"matrix({columns}, 1) sequence"}
    given = {"rest": "s[0] == zeros(d, 1)", "step": "forall(t, nonnegative integer, s[t+1] == A*s[t] + B*u[t])"}
    goal = "forall(t, nonnegative integer, s[t+1] == Sum(A**j*B*u[t-j], (j, 0, t)))"
    return proved("the state after the inputs u(0), ..., u(t) is the sum of A^j B u(t-j)", goal, model, letters, given)


def _compared(made: Concrete, shown: Any) -> list[Check]:
    """The displayed formula at exact points, against the definition or, where there is none, the traced program."""
    meaning = made.model.meaning
    found: list[Check] = []
    if meaning is not None:
        how = "the definition carried out, the network run"
        found.append(_at_points(made, shown, _by_definition, f"L is {meaning.says}", how))
    try:
        program = Program(made.model.sorts, made.sizes)
        output = program.trace(made.model.loss_term, {})
    except NoProgram:
        return found
    return [*found, _at_points(made, shown, lambda m, at, source: run(program, [output], m.letters_at(at))[0], "L",
                               "its program of matrix operations run")]  # fmt: skip


def _at_points(made: Concrete, shown: Any, other: Any, what: str, how: str) -> Check:
    """Whether another route gives the value of the displayed formula; it may move the point first."""
    start = time.monotonic()
    verdict = "checked"
    for i in range(TIMES):
        source = random.Random(f"{made.model.name} {sorted(made.sizes.items())} {i}")
        signs = (-1, 1) if made.model.meaning is not None else (1,)
        point = {p: Fraction(source.choice(signs) * source.randint(1, 40), source.randint(1, 9))
                 for p in range(len(made.names))}  # fmt: skip
        right = other(made, point, source)
        if value_at(shown, made.named(point)) != right:
            verdict = "refuted"
    return Check(what, verdict, f"{how}, equal at {TIMES} exact points", time.monotonic() - start)


def _by_definition(made: Concrete, point: dict[int, Fraction], source: random.Random) -> Any:
    """The loss by its definition; the point takes over the letters that the definition gives other values."""
    assert made.model.meaning is not None
    try:
        moved, value = made.model.meaning.simulate(made.sizes, made.letters_at(point), source)
    except (IndexError, KeyError):  # the formula lacks a letter that the definition has
        return None
    for letter, rows in moved.items():
        for (i, j), place in made.places[letter].items():
            point[place] = rows[i][j]
    return value
