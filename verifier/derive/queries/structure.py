"""What does not change the loss: symmetries and scalings; and the geometry of training.

The tangent kernel is K(x, x') = sum over the parameters of the products of the partial derivatives of the outputs at x
and x'; the metric is the matrix M in dw/dt = M p, where w is the equivalent linear predictor and p = -dL/dw.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from verifier.claims.script import Have
from verifier.derive.answer import Answer, Check, Formula, Refused, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import Factored
from verifier.derive.queries.training import within
from verifier.evidence.kernel.expr import Expr, substitute
from verifier.theory.matrix_calculus import NoDerivative, directional, gradient
from verifier.theory.models.model import Model, Scaling, Symmetry
from verifier.theory.terms import Scope, plus, tidied, times


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
    from verifier.claims.text import read_domain

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


# -- geometry ------------------------------------------------------------------------------------------------


def _predictor(model: Model, query: str) -> tuple[Expr, Scope]:
    if not model.predictor:
        raise Refused(f"{query}: {model.name} has no equivalent linear predictor")
    return model.read(model.predictor, {"j": ("integer", 0, "oo")}), Scope(model.sorts, model.symmetric)


def tangent_kernel(ask: Ask) -> Answer:
    """K(x, x') = sum over the parameters of df(x)/dtheta df(x')/dtheta, as a formula in x and x' (here x_ and z_)."""
    model = ask.model
    predictor, scope = _predictor(model, "tangent-kernel")
    if model.response:
        raise Refused(f"tangent-kernel of {model.name}: its predictor is the impulse response; ask for the metric")
    shape = scope.shape(predictor)
    if shape[2:] != (1,):
        raise Refused(f"tangent-kernel of {model.name}: several outputs; ask for the metric")
    column: Expr = ("matrix", shape[1], 1)
    inner = Scope({**model.sorts, "x_": column, "z_": column}, model.symmetric)
    parts: list[Expr] = []
    for x in model.parameters:
        at = {v: gradient(times(("T", v), predictor), x, inner) for v in ("x_", "z_")}
        parts.append(_pair(at["x_"], at["z_"], inner))
    term = tidied(plus(parts))
    domain = "matrix(d, 1)"

    def checks() -> list[Check]:
        return [
            proved(f"df/d{x}", ("==", ("grad", times(("T", "x_"), predictor), x),
                   gradient(times(("T", "x_"), predictor), x, inner)), model, {**model.free, "x_": domain})
            for x in model.parameters
        ] + [_kernel_at(model, term, predictor, ask.sizes or {}, domain)]  # fmt: skip

    if ask.sizes is None:
        return demanded(Answer("tangent-kernel", model, None, (Formula("K(x_, z_)", "K(x, z)", term),), notes=ask.notes,
                               letters={"x_": column, "z_": column}, verifier=checks))  # fmt: skip
    made = Concrete(model, ask.sizes, {"x_": domain, "z_": domain})
    value = made.sympy(made.number(term))
    return demanded(Answer("tangent-kernel", model, made.sizes, (Formula("K(x_, z_)", "K(x, z)", None, value),),
                           notes=ask.notes, verifier=checks))  # fmt: skip


def _kernel_at(model: Model, term: Expr, predictor: Expr, sizes: Mapping[str, int], domain: str) -> Check:
    """The formula at given sizes against x' J J' z with the Jacobian entry by entry: equal as polynomials."""
    start = time.monotonic()
    made = Concrete(model, sizes, {"x_": domain, "z_": domain})
    x, z = ([made.generator(p) for *_, p in made.own((v,))] for v in ("x_", "z_"))
    square = _jacobian_square(made, predictor)
    total = made.zero
    for i, row in enumerate(square):
        for j, entry in enumerate(row):
            total = total + x[i] * entry * z[j]
    verdict = "checked" if made.number(term) == total else "refuted"
    return Check(f"K(x, z) = x' J J' z at {_listed(made)}", verdict, "equal as polynomials", time.monotonic() - start)


def _listed(made: Concrete) -> str:
    return ", ".join(f"{n} = {v}" for n, v in made.sizes.items())


def _pair(left: Expr, right: Expr, scope: Scope) -> Expr:
    """<left, right>."""
    if left == 0 or right == 0:
        return 0
    if scope.is_number(left):
        return times(scope.atom(left), scope.atom(right))
    word = times(scope.transposed(left), right)
    return scope.atom(word) if scope.is_number(word) else ("trace", word)


def metric(ask: Ask) -> Answer:
    """dw/dt = M p under gradient flow, p = -dL/dw: for all sizes M applied to p, for given sizes the matrix M."""
    model = ask.model
    predictor, scope = _predictor(model, "metric")
    if model.response:
        return _metric_of_responses(ask)
    shape = scope.shape(predictor)
    sort: Expr = ("matrix", shape[1], shape[2])
    inner = Scope({**model.sorts, "p_": sort}, model.symmetric)
    try:
        product = _pair("p_", predictor, inner)
        forces = {x: gradient(product, x, inner) for x in model.parameters}
        moving = {x: f"d{x}" for x in model.parameters}
        full = Scope({**inner.sorts, **{d: model.sorts[x] for x, d in moving.items()}}, model.symmetric)
        speed = directional(predictor, moving, full)
    except NoDerivative as error:
        raise Refused(f"metric of {model.name}: {error}") from None
    term = tidied(substitute(speed, {d: forces[x] for x, d in moving.items()}))
    size = "matrix(d, 1)" if shape[2] == 1 else f"matrix({shape[1]}, {shape[2]})"

    def checks() -> list[Check]:
        forced = [proved(f"d<p, w>/d{x}", ("==", ("grad", product, x), forces[x]), model, {**model.free, "p_": size})
                  for x in model.parameters]  # fmt: skip
        squares = _sum_of_squares(model, term, forces, size, inner)
        return [*forced, squares, _metric_at(model, term, predictor, size)]

    if ask.sizes is None:
        return demanded(Answer("metric", model, None, (Formula("M p_", "M p", term),), notes=ask.notes,
                               letters={"p_": sort}, verifier=checks))  # fmt: skip
    import sympy

    made = Concrete(model, ask.sizes)
    value = sympy.ImmutableMatrix([[made.sympy(x) for x in row] for row in _jacobian_square(made, predictor)])
    return demanded(Answer("metric", model, made.sizes, (Formula("M", "M", None, value),), notes=ask.notes,
                           verifier=checks))  # fmt: skip


def _jacobian_square(made: Concrete, predictor: Expr) -> list[list[Any]]:
    """J J' entry by entry, the entries of a predictor row by row."""
    outputs = [x for row in made.matrix(predictor).entries for x in row]
    own = [p for *_, p in made.own(tuple(made.model.parameters))]
    rows = [[Factored.of(made.ring, f).diff(p) for p in own] for f in outputs]
    return [[sum((a * b for a, b in zip(r, s, strict=True)), made.zero) for s in rows] for r in rows]


def _metric_at(model: Model, term: Expr, predictor: Expr, domain: str) -> Check:
    """The formula M p at small sizes against the Jacobian entry by entry: equal as polynomials."""
    start = time.monotonic()
    made = Concrete(model, {}, {"p_": domain})
    p = [made.generator(place) for *_, place in made.own(("p_",))]
    found = [x for row in made.matrix(term).entries for x in row]
    same = True
    for own, row in zip(found, _jacobian_square(made, predictor), strict=True):
        total = made.zero
        for entry, x in zip(row, p, strict=True):
            total = total + entry * x
        same = same and total == own
    return Check(f"M p = J J' p at {_listed(made)}", "checked" if same else "refuted", "equal as polynomials",
                 time.monotonic() - start)  # fmt: skip


def _sum_of_squares(model: Model, term: Expr, forces: dict[str, Expr], size: str, scope: Scope) -> Check:
    """<p, M p> is the squared length of the forces on the parameters."""
    squares = plus([_pair(f, f, scope) for f in forces.values()])
    return proved("<p, M p> = |J'p|^2", ("==", tidied(_pair("p_", term, scope)), tidied(squares)), model,
                  {**model.free, "p_": size})  # fmt: skip


def _metric_of_responses(ask: Ask) -> Answer:
    """The metric of the first k terms of the impulse response: entry (i, j) is <grad h(i), grad h(j)>."""
    model = ask.model
    names = {"i_": ("integer", 0, "oo"), "j_": ("integer", 0, "oo")}
    scope = Scope({**model.sorts, **names}, model.symmetric - model.parameters.keys())  # type: ignore[dict-item]
    text = model.response
    first, second = (model.read(text.replace("j", n), {n: ("integer", 0, "oo")}) for n in names)
    if not scope.is_number(first):
        raise Refused(f"metric of {model.name}: several outputs")
    slopes = [{x: gradient(h, x, scope) for x in model.parameters} for h in (first, second)]
    inside = [{x: within(model, x, g, scope) for x, g in each.items()} for each in slopes]
    term = tidied(plus([_pair(inside[0][x], inside[1][x], scope) for x in model.parameters]))

    def checks() -> list[Check]:
        proofs = [proved(f"dh(i)/d{x}", ("==", ("grad", first, x), slopes[0][x]), model,
                         {**model.free, "i_": "nonnegative integer"}) for x in model.parameters]  # fmt: skip
        return [*proofs, _responses_at(model, term, first)]

    if ask.sizes is None:
        return demanded(Answer("metric", model, None, (Formula("M[i_, j_]", "M_{ij}", term),), notes=ask.notes,
                               letters=dict(names), verifier=checks))  # type: ignore[arg-type]  # fmt: skip
    import sympy

    made = Concrete(model, ask.sizes)
    table = [[made.sympy(x) for x in row] for row in _responses_square(made, first)]
    return demanded(Answer("metric", model, made.sizes, (Formula("M", "M", None, sympy.ImmutableMatrix(table)),),
                           notes=ask.notes, verifier=checks))  # fmt: skip


def _responses_square(made: Concrete, first: Expr) -> list[list[Any]]:
    """<grad h(i), grad h(j)> for i, j < k, entry by entry, within the structure of the parameters."""
    letters = tuple(made.model.parameters)
    slopes = []
    for i in range(made.sizes["k"]):
        h = made.number(substitute(first, {"i_": i}))
        own = [made.gradient(h, x) for x in letters]
        slopes.append([e for g in own for e in ([g] if isinstance(g, Factored) else [x for r in g.entries for x in r])])
    return [[sum((a * b for a, b in zip(r, s, strict=True)), made.zero) for s in slopes] for r in slopes]


def _responses_at(model: Model, term: Expr, first: Expr) -> Check:
    """The formula at small sizes against the gradients entry by entry: equal as polynomials."""
    start = time.monotonic()
    made = Concrete(model, {})
    square = _responses_square(made, first)
    same = all(made.number(substitute(term, {"i_": i, "j_": j})) == entry
               for i, row in enumerate(square) for j, entry in enumerate(row))  # fmt: skip
    return Check(f"M[i, j] at {_listed(made)}", "checked" if same else "refuted", "equal as polynomials",
                 time.monotonic() - start)  # fmt: skip
