"""Matrices of quadratic polynomials that gradient flow conserves, for all sizes: a model's, or found by search."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.conservation.conserved_polynomials import PRIME, null_space
from verifier.derive.formulas import Formula, Refused
from verifier.derive.matrix_calculus import directional
from verifier.derive.queries.training import gradients, is_gradient
from verifier.derive.readable_terms import Scope, tidied, times
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.text.printing import to_text
from verifier.language.values.arithmetic import Matrix
from verifier.models.model import Model

Sorts = Mapping[str, Expr]


def families(ask: Ask) -> Answer:
    """The families that a model lists, or, where it lists none, those that a search at small sizes proposes; proved.

    Raises `Refused` where there is none.
    """
    model = ask.model
    slopes = gradients(model, tuple(model.parameters))
    texts = model.families or tuple(_proposed(model, slopes))
    if not texts:
        raise Refused(f"conserved of {model.name} for all sizes: no sum of X X' and X' X of the parameters X is "
                      "conserved; give sizes to search for all polynomial laws")  # fmt: skip
    names = ("Q",) if len(texts) == 1 else tuple(f"Q{i}" for i in range(1, len(texts) + 1))
    sorts: Sorts = dict.fromkeys(model.indices, ("integer", 0, "oo"))
    formulas = tuple(Formula(n, n, model.read(text, sorts)) for n, text in zip(names, texts, strict=True))

    def checks() -> list[Check]:
        flow = [is_gradient(model, x) for x in model.parameters]  # along which the derivatives are taken
        laws = [check for text in texts for check in (_kept(model, text, slopes), _drift(model, text))]
        return [*flow, *laws]

    notes = tuple(f"for every {i} = 0, ..., {n} - 1" for i, n in model.indices.items())
    notes += ("In a step of gradient descent with step size eta it changes by eta**2 times itself at the gradients.",)
    if not model.families:
        notes += ("found at small sizes among the sums of X X' and X' X; there may be other laws",)
    return demanded(Answer("conserved", model, None, formulas, notes=(*notes, *ask.notes), verifier=checks,
                           letters=sorts))  # fmt: skip


def _parts(model: Model, text: str) -> tuple[Expr, dict[str, str], Scope]:
    indices: Sorts = dict.fromkeys(model.indices, ("integer", 0, "oo"))
    term = model.read(text, indices)
    directions = {x: f"d{x}" for x in free_names(term) & model.parameters.keys()}
    sorts = {d: model.sorts[x] for x, d in directions.items()}
    return term, directions, Scope({**model.sorts, **indices, **sorts}, model.symmetric)


def _zero(term: Expr, scope: Scope) -> Expr:
    shape = scope.shape(term)
    return 0 if shape[0] == "scalar" else ("zeros", shape[1], shape[2])


def _range(model: Model) -> tuple[dict[str, str], dict[str, Any]]:
    """The domains of the indices, and that they are below their sizes."""
    return dict.fromkeys(model.indices, "nonnegative integer"), {i: f"{i} <= {n} - 1" for i, n in model.indices.items()}


def _kept(model: Model, text: str, slopes: Mapping[str, Expr]) -> Check:
    """The time derivative along the flow vanishes."""
    term, directions, scope = _parts(model, text)
    speed = substitute(directional(term, directions, scope), {d: times(-1, slopes[x]) for x, d in directions.items()})
    letters, given = _range(model)
    return proved(f"d/dt ({text}) = 0", ("==", tidied(speed), _zero(term, scope)), model, letters, given)


def _drift(model: Model, text: str) -> Check:
    """Where the derivative in a direction vanishes, a step in it adds eta^2 times the value at the direction."""
    term, directions, scope = _parts(model, text)
    step = {x: ("-", x, times("eta", d)) for x, d in directions.items()}
    squares = times(("^", "eta", 2), substitute(term, dict(directions)))
    change: Expr = ("==", substitute(term, step), ("+", term, squares))
    letters, given = _range(model)
    letters |= {**model.free, **{d: model.free[x] for x, d in directions.items()}, "eta": "real"}
    given["orthogonal"] = ("==", tidied(directional(term, directions, scope)), _zero(term, scope))
    return proved(f"a step of descent on {text}", change, model, letters, given)


# -- search ------------------------------------------------------------------------------------------------


def _proposed(model: Model, slopes: Mapping[str, Expr]) -> Iterator[str]:
    """Combinations of squares whose rate vanishes at exact points, for small sizes that are all different."""
    sizes = {n: 2 + i % 3 for i, n in enumerate(model.sizes)}
    groups: dict[str, list[str]] = {}
    for x in model.parameters:
        shape = Scope(model.sorts, model.symmetric).shape(x)
        if shape[0] == "scalar":
            groups.setdefault("1", []).append(f"{x}**2")
            continue
        turned = [f"{x}*{x}.T", f"{x}.T*{x}"] if x not in model.symmetric else [f"{x}*{x}"]
        for text, size in zip(turned, shape[1:], strict=False):
            groups.setdefault(to_text(size), []).append(text)
    made = Concrete(model, sizes)
    for texts in groups.values():
        yield from _combinations(model, made, texts, slopes)


def _combinations(model: Model, made: Concrete, texts: Sequence[str], slopes: Mapping[str, Expr]) -> Iterator[str]:
    rates = []
    for text in texts:
        term, directions, scope = _parts(model, text)
        rates.append(substitute(directional(term, directions, scope), {d: slopes[x] for x, d in directions.items()}))
    rows: list[list[int]] = []
    for shift in range(2):
        point = {p: Fraction((7 * p + 3 * shift) % 11 - 5, 1 + (p + shift) % 3) for p in range(len(made.names))}
        values = [_flat(made.value(rate, point)) for rate in rates]
        for entries in itertools.zip_longest(*values, fillvalue=Fraction(0)):
            rows.append([Fraction(x).numerator * pow(Fraction(x).denominator, -1, PRIME) % PRIME for x in entries])
    for vector in null_space(rows, len(texts)):
        parts = [("- " if c < 0 else "+ ") + (text if abs(c) == 1 else f"{abs(c)}*{text}")
                 for c, text in zip(vector, texts, strict=True) if c]  # fmt: skip
        yield " ".join(parts).removeprefix("+ ")


def _flat(value: Any) -> list[Any]:
    return [x for row in value.entries for x in row] if isinstance(value, Matrix) else [value]
