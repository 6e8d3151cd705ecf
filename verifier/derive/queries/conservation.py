"""What gradient flow conserves: matrix families for all sizes, all polynomial laws up to a degree for given sizes."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from verifier.derive.answer import Answer, Check, Formula, Refused, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.calculus import directional
from verifier.derive.concrete import Concrete
from verifier.derive.queries.training import gradients, is_gradient
from verifier.derive.terms import Scope, tidied, times
from verifier.evidence.kernel.expr import Expr, free_names, substitute
from verifier.theory.models.model import Model

MOST_VARIABLES = 40


def conserved(ask: Ask) -> Answer:
    """Polynomials that gradient flow on the loss does not change, for every data set.

    For all sizes the matrices of quadratic polynomials that the model lists, each proved; for given sizes all
    polynomials up to the degree of the option `degree` (2), with a bound on the number of independent laws of any kind.
    """
    return _families(ask) if ask.sizes is None else _all_laws(ask)


def _families(ask: Ask) -> Answer:
    model = ask.model
    if not model.families:
        raise Refused(f"conserved of {model.name} for all sizes: no family is known; give sizes to search for all laws")
    slopes = gradients(model, tuple(model.parameters))
    names = ("Q",) if len(model.families) == 1 else tuple(f"Q{i}" for i in range(1, len(model.families) + 1))
    formulas = tuple(Formula(n, n, model.read(text)) for n, text in zip(names, model.families, strict=True))

    def checks() -> list[Check]:
        flow = [is_gradient(model, x) for x in model.parameters]  # along which the derivatives are taken
        laws = [check for text in model.families for check in (_kept(model, text, slopes), _drift(model, text))]
        return [*flow, *laws]

    notes = ("In a step of gradient descent with step size eta it changes by eta**2 times itself at the gradients.",)
    return demanded(Answer("conserved", model, None, formulas, notes=(*notes, *ask.notes), verifier=checks))


def _parts(model: Model, text: str) -> tuple[Expr, dict[str, str], Scope]:
    term = model.read(text)
    directions = {x: f"d{x}" for x in free_names(term) & model.parameters.keys()}
    sorts = {d: model.sorts[x] for x, d in directions.items()}
    return term, directions, Scope({**model.sorts, **sorts}, model.symmetric)


def _zero(term: Expr, scope: Scope) -> Expr:
    shape = scope.shape(term)
    return 0 if shape[0] == "scalar" else ("zeros", shape[1], shape[2])


def _kept(model: Model, text: str, slopes: Mapping[str, Expr]) -> Check:
    """The time derivative along the flow vanishes."""
    term, directions, scope = _parts(model, text)
    speed = substitute(directional(term, directions, scope), {d: times(-1, slopes[x]) for x, d in directions.items()})
    return proved(f"d/dt ({text}) = 0", ("==", tidied(speed), _zero(term, scope)), model)


def _drift(model: Model, text: str) -> Check:
    """Where the derivative in a direction vanishes, a step in it adds eta^2 times the value at the direction."""
    term, directions, scope = _parts(model, text)
    step = {x: ("-", x, times("eta", d)) for x, d in directions.items()}
    squares = times(("^", "eta", 2), substitute(term, dict(directions)))
    change: Expr = ("==", substitute(term, step), ("+", term, squares))
    letters = {d: model.free[x] for x, d in directions.items()}
    given = {"orthogonal": ("==", tidied(directional(term, directions, scope)), _zero(term, scope))}
    return proved(f"a step of descent on {text}", change, model, {**model.free, **letters, "eta": "real"}, given)


# -- given sizes -------------------------------------------------------------------------------------------


def _all_laws(ask: Ask) -> Answer:
    import sympy

    from verifier.theory.complete_laws import laws_for_every_data_set
    from verifier.theory.conserved import conserved_by_field
    from verifier.theory.polynomial_programs import NotPolynomial, loss_from_sympy

    model, degree = ask.model, int(ask.options.get("degree", 2))
    made = Concrete(model, ask.sizes or {})
    own = made.own(tuple(model.parameters))
    if len(own) > MOST_VARIABLES:
        raise Refused(f"conserved of {model.name}: {len(own)} parameters at these sizes, more than {MOST_VARIABLES}")
    variables = [sympy.Symbol(made.names[p]) for *_, p in own]
    value = made.number(model.loss_term)
    loss = made.sympy(value)
    data = sorted(s.name for s in loss.free_symbols - set(variables))
    structured = any(len(set(made.places[x].values())) < len(made.places[x]) for x in model.parameters)
    found: Any
    try:
        if structured:
            slopes = {x: made.sympy(made.gradient(value, x)) for x in model.parameters}
            field = {v: -slopes[x][i, j] for v, (x, i, j, _) in zip(variables, own, strict=True)}
            found = conserved_by_field(field, degree=degree)
        else:
            found = laws_for_every_data_set(loss_from_sympy(loss, variables), [v.name for v in variables], data, degree)
    except NotPolynomial:
        found = _of_rational(made, loss, variables, degree)
    laws = getattr(found, "laws", found)
    laws = laws if hasattr(laws, "independent") else found
    formulas = tuple(Formula(f"Q{i}", f"Q_{{{i}}}", None, q) for i, q in enumerate(laws.sympy(variables), 1))

    def checks() -> list[Check]:
        start = time.monotonic()
        verdict = "checked" if found.verify() else "refuted"
        what = f"each is conserved, and none up to degree {degree} is missing"
        return [Check(what, verdict, "exact linear algebra", time.monotonic() - start)]

    notes = tuple(line for line in str(found).splitlines() if not line.startswith("  "))
    return demanded(Answer("conserved", model, made.sizes, formulas, notes=(*notes, *ask.notes), verifier=checks))


def _of_rational(made: Concrete, loss: Any, variables: list[Any], degree: int) -> Any:
    from verifier.theory.conserved import conserved_by_loss

    return conserved_by_loss(loss, variables, None, degree)
