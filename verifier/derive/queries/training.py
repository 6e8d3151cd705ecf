"""Gradient and Hessian of the loss, for all sizes and for given ones."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from verifier.derive.answer import PASSED, Answer, Check, accepted, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.exact_values import value_at
from verifier.derive.formulas import Formula, Refused
from verifier.derive.matrix_calculus import NoDerivative, directional, gradient
from verifier.derive.polishing import polished
from verifier.derive.readable_terms import Scope, plus, times
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import substitute
from verifier.language.values.arithmetic import Matrix
from verifier.models.model import Model


def gradients(model: Model, wrt: Sequence[str]) -> dict[str, Expr]:
    """The gradient of the loss with respect to each letter, for all sizes and within the letter's structure.

    Raises `Refused` where a rule is missing.
    """
    scope = Scope(model.sorts, model.symmetric)
    try:
        return {x: within(model, x, gradient(model.loss_term, x, scope), scope) for x in wrt}
    except NoDerivative as error:
        raise Refused(f"gradient of {model.name} for all sizes: {error}; give sizes") from None


def within(model: Model, letter: str, free: Expr, scope: Scope) -> Expr:
    """The orthogonal projection of a gradient to symmetric or diagonal matrices, where the letter is one."""
    text = model.parameters[letter]
    if text.startswith("diagonal") and free != 0:
        size = model.sorts[letter][1]  # type: ignore[index]
        unit: Expr = ("basis", size, "i")
        return ("sum", times(unit, ("T", unit), free, unit, ("T", unit)), "i", 0, ("-", size, 1))
    if text.startswith("symmetric"):
        turned = scope.transposed(free)
        return free if turned == free else plus([times(HALF, term) for term in (free, turned)])
    return free


HALF: Expr = ("/", 1, 2)


def gradient_query(ask: Ask) -> Answer:
    """The gradient of the loss: of the parameter's shape, entry by entry the partial derivatives."""
    wrt = ask.model.trained(ask.wrt)
    if ask.sizes is None:
        return _gradient_all(ask, wrt)
    made = Concrete(ask.model, ask.sizes)
    value = made.number(ask.model.loss_term)
    slopes = {x: made.gradient(value, x) for x in wrt}
    formulas = tuple(Formula(f"dL/d{x}", rf"\nabla_{{{x}}} L", None, made.sympy(g)) for x, g in slopes.items())

    def checks() -> list[Check]:
        seen: dict[Any, Any] = {}
        return [_agrees(made, x, f.value, seen) for x, f in zip(slopes, formulas, strict=True)]

    return demanded(Answer("gradient", ask.model, made.sizes, formulas, notes=ask.notes, verifier=checks))


def _gradient_all(ask: Ask, wrt: Sequence[str]) -> Answer:
    model = ask.model
    scope = Scope(model.sorts, model.symmetric)
    found = [shown(g, scope, partial(_gradient_checks, model, x)) for x, g in gradients(model, wrt).items()]
    formulas = tuple(Formula(f"dL/d{x}", rf"\nabla_{{{x}}} L", g) for x, (g, _) in zip(wrt, found, strict=True))

    def again() -> list[Check]:
        return [c for x, (g, _) in zip(wrt, found, strict=True) for c in _gradient_checks(model, x, g)]

    checks = tuple(c for _, own in found for c in own)
    return accepted(Answer("gradient", model, None, formulas, checks, ask.notes, again))


def shown(term: Expr, scope: Scope, checks: Callable[[Expr], list[Check]]) -> tuple[Expr, list[Check]]:
    """The form of a formula that reads best among those whose checks come out, with these checks."""
    polish = polished(term, scope)
    found = checks(polish)
    if polish == term or all(c.verdict in PASSED for c in found):
        return polish, found
    return term, checks(term)


def _gradient_checks(model: Model, letter: str, term: Expr) -> list[Check]:
    """The displayed formula is the gradient; a projection is compared with the partial derivatives at small sizes."""
    if all(model.free[x] == model.parameters[x] for x in model.parameters):
        return [is_gradient(model, letter, term)]
    if model.free[letter] != model.parameters[letter]:
        return [is_gradient(model, letter), _is_projection(model, letter, term)]
    return [is_gradient(model, letter), _within_structure(model, letter, free_gradient(model, letter), term)]


def free_gradient(model: Model, letter: str) -> Expr:
    """The gradient with respect to a letter, no parameter being of any structure."""
    return gradient(model.loss_term, letter, Scope(model.sorts, model.symmetric - model.parameters.keys()))


def _within_structure(model: Model, letter: str, free: Expr, term: Expr) -> Check:
    """For symmetric (diagonal) parameters the displayed formula is the one that was proved for all of them."""
    wider = {x: model.parameters[x].replace("diagonal", "symmetric") for x in model.parameters}
    zero: Expr = ("*", 0, letter)
    left, right = free if free != 0 else zero, term if term != 0 else zero
    return proved(f"grad(L, {letter}) within the structure", ("==", left, right), model, {**model.free, **wider})


def is_gradient(model: Model, letter: str, term: Expr | None = None) -> Check:
    """The kernel's proof that a formula, by default the one before the projection to a structure, is the gradient."""
    free = term
    if free is None:
        free = free_gradient(model, letter)
    if free == 0:
        free = ("*", 0, letter)
    what = f"grad(L, {letter})"
    found = proved(what, ("==", ("grad", model.loss_term, letter, letter), free), model, model.free, budget=2.0)
    if found.verdict == "proved" or model.sorts[letter] != ("real",):
        return found
    slope: Expr = ("fn", "diff", ("forall", letter, ("real",), model.loss_term), letter, 1)  # functions of numbers
    return proved(what, ("==", slope, free), model, model.free)


def _is_projection(model: Model, letter: str, term: Expr) -> Check:
    """The gradient within the letter's structure, at small sizes, against the partial derivatives by its entries."""
    start = time.monotonic()
    made = Concrete(model, {})
    own = made.gradient(made.number(model.loss_term), letter)
    same = isinstance(own, Matrix) and made.matrix(term).entries == own.entries
    return Check(f"grad(L, {letter}) within its structure, at small sizes", "checked" if same else "refuted",
                 "equal as polynomials", time.monotonic() - start)  # fmt: skip


def _agrees(made: Concrete, letter: str, shown: Any, seen: dict[Any, Any]) -> Check:
    """The displayed formula against forward differentiation of the loss by dual numbers, at an exact point."""
    start = time.monotonic()
    point, own = point_of(made), made.places[letter]
    other = made.value(("grad", made.model.loss_term, letter, letter), point)
    mine = value_at(shown, made.named(point), seen)
    verdict = "checked"
    for (i, j), place in own.items():
        twins = [pq for pq, at in own.items() if at == place]
        shared = [other.entries[p][q] if isinstance(other, Matrix) else other for p, q in twins]
        if (mine[i][j] if isinstance(mine, tuple) else mine) != sum(shared, Fraction(0)) / len(shared):
            verdict = "refuted"
    if isinstance(mine, tuple) and any(x for i, r in enumerate(mine) for j, x in enumerate(r) if (i, j) not in own):
        verdict = "refuted"  # nothing outside the diagonal of a diagonal matrix
    how = "differentiated exactly, equal to dual numbers at an exact point"
    return Check(f"grad(L, {letter})", verdict, how, time.monotonic() - start)


def point_of(made: Concrete) -> dict[int, int]:
    """Positive integers, at which no sum of letters in a denominator vanishes."""
    source = random.Random(f"{made.model.name} {sorted(made.sizes.items())}")
    return {i: source.randint(1, 97) for i in range(len(made.names))}


# -- Hessian ---------------------------------------------------------------------------------------------


def hessian(ask: Ask) -> Answer:
    """The Hessian: for given sizes the matrix of second derivatives, for all sizes what it does to a direction."""
    return _hessian_all(ask) if ask.sizes is None else _hessian_at(ask)


def _hessian_at(ask: Ask) -> Answer:
    import sympy

    made = Concrete(ask.model, ask.sizes or {})
    value = made.number(ask.model.loss_term)
    own = made.own(ask.model.trained(ask.wrt))
    first = [value.diff(p) for *_, p in own]
    rows = [[first[i].diff(own[j][3]) for j in range(i + 1)] for i in range(len(own))]
    table = [[rows[max(i, j)][min(i, j)] for j in range(len(own))] for i in range(len(own))]
    shown = sympy.ImmutableMatrix([[made.sympy(x) for x in row] for row in table]) if own else sympy.ImmutableMatrix()
    order = ", ".join(made.names[p] for *_, p in own)

    def checks() -> list[Check]:
        return [_is_hessian(made, shown, [p for *_, p in own])]

    answer = Answer("hessian", ask.model, made.sizes, (Formula("hess L", r"\nabla^2 L", None, shown),),
                    notes=(f"rows and columns: {order}", *ask.notes), verifier=checks)  # fmt: skip
    return demanded(answer)


def _is_hessian(made: Concrete, shown: Any, own: list[int]) -> Check:
    """Each displayed column against the derivative of the gradient by exact dual numbers, at an exact point."""
    start = time.monotonic()
    point = point_of(made)
    mine = value_at(shown, made.named(point))
    other = [made.dual(made.model.loss_term, point, place, own) for place in own]
    same = len(mine) == len(own) and all(
        mine[i][j] == column[i] for j, column in enumerate(other) for i in range(len(own))
    )
    how = "differentiated exactly, equal to dual numbers at an exact point"
    return Check("hess L", "checked" if same else "refuted", how, time.monotonic() - start)


def _hessian_all(ask: Ask) -> Answer:
    """H[E] for a direction E: the derivative of the gradient; its inner product with E is the second derivative."""
    model, wrt = ask.model, ask.model.trained(ask.wrt)
    directions = {x: f"d{x}" for x in wrt}
    taken = set(directions.values()) & set(model.variables)
    if taken:
        raise Refused(f"hessian of {model.name}: the letter {min(taken)} of a direction is taken")
    sorts = {d: model.sorts[x] for x, d in directions.items()}
    scope = Scope({**model.sorts, **sorts}, model.symmetric - model.parameters.keys())
    try:
        slopes = {x: gradient(model.loss_term, x, scope) for x in wrt}
        found = {x: directional(g, directions, scope) for x, g in slopes.items()}
    except NoDerivative as error:
        raise Refused(f"hessian of {model.name} for all sizes: {error}; give sizes") from None

    def own(x: str, term: Expr) -> list[Check]:
        if model.free[x] == model.parameters[x]:
            return [_is_speed(model, x, slopes[x], term, directions)]
        return [_is_speed(model, x, slopes[x], found[x], directions), _is_projected_speed(model, x, term, directions)]

    terms = {x: shown(within(model, x, h, scope), scope, partial(own, x)) for x, h in found.items()}
    firsts = [is_gradient(model, x) for x in wrt]

    def again() -> list[Check]:
        return [*(is_gradient(model, x) for x in wrt), *(c for x, (term, _) in terms.items() for c in own(x, term))]

    names = ", ".join(directions.values())
    formulas = tuple(
        Formula(f"(hess L)[{names}] in {x}", rf"\nabla^2 L[{names}]_{{{x}}}", h) for x, (h, _) in terms.items()
    )
    notes = ("The sum of the inner products with the direction is the second derivative along it.", *ask.notes)
    checks = (*firsts, *(c for _, made in terms.values() for c in made))
    return accepted(Answer("hessian", model, None, formulas, checks, notes, again, letters=sorts))


def _is_speed(model: Model, letter: str, slope: Expr, found: Expr, directions: Mapping[str, str]) -> Check:
    """The formula is the derivative of the gradient, in the inner product with any F of the letter's shape.

    Along curves of the parameters, by the product rule; else by the gradients of that inner product.
    """
    test = "F" if "F" not in model.variables else "F_"
    sorts = {d: model.sorts[x] for x, d in directions.items()}
    scope = Scope({**model.sorts, **sorts, test: model.sorts[letter]}, model.symmetric - model.parameters.keys())
    inner, moved = _inner(test, slope, scope), _inner(test, found, scope)
    what = f"hess(L) in {letter}"

    def along_curves() -> Check:
        at = {x: ("at", x, "t") for x in directions} | {d: ("rate", x, "t") for x, d in directions.items()}
        curves = {x: f"{model.free[x]} curve" for x in directions}
        letters = {**model.free, **curves, test: model.free[letter], "t": "real"}
        speed: Expr = ("fn", "diff", ("forall", "t", ("real",), substitute(inner, at)), "t", 1)
        return proved(what, ("==", speed, substitute(moved, at)), model, letters, budget=6.0)

    def by_gradients() -> Check:
        parts = [_inner(d, ("grad", inner, x, x), scope) for x, d in directions.items() if x in free_names(inner)]
        letters = {**model.free, test: model.free[letter], **{d: model.free[x] for x, d in directions.items()}}
        return proved(what, ("==", plus(parts), moved), model, letters, budget=6.0)

    ways = [along_curves, by_gradients]
    entries_used = any(head(e) == "entry" for e in subexpressions(inner))
    if entries_used or any(model.sorts[x] == ("real",) for x in directions):
        ways.reverse()  # words of matrices have the product rule along curves, entries and numbers beside them have not
    first = ways[0]()
    return first if first.verdict == "proved" else ways[1]()


def _is_projected_speed(model: Model, letter: str, term: Expr, directions: Mapping[str, str]) -> Check:
    """The formula within the letter's structure against the second derivatives by its entries, at small sizes."""
    start = time.monotonic()
    made = Concrete(model, {}, {d: model.parameters[x] for x, d in directions.items()})
    loss, found = made.number(model.loss_term), made.matrix(term)
    moves = [(p, made.places[d][i, j]) for x, d in directions.items() for _, i, j, p in made.own((x,))]
    places = made.places[letter]
    same = True
    for i, j in itertools.product(range(found.rows), range(found.cols)):
        total = made.zero
        if (i, j) in places:
            slope = loss.diff(places[i, j])
            total = sum((slope.diff(p) * made.generator(q) for p, q in moves), total)
            total = total * Fraction(1, sum(place == places[i, j] for place in places.values()))
        same = same and total == found.entries[i][j]
    return Check(f"hess(L) in {letter} within its structure, at small sizes", "checked" if same else "refuted",
                 "equal as polynomials", time.monotonic() - start)  # fmt: skip


def _inner(left: str, right: Expr, scope: Scope) -> Expr:
    """<left, right>."""
    if right == 0:
        return 0
    return times(left, right) if scope.is_number(left) else ("trace", ("*", ("T", left), right))
