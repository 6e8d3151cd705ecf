"""Loss, gradient, Hessian, gradient flow and descent step, for all sizes and for given ones."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verifier.claims.arithmetic import Matrix
from verifier.derive.answer import Answer, Check, Formula, Refused, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import Factored
from verifier.derive.queries import entries
from verifier.evidence.kernel.expr import Expr, free_names, head, subexpressions, substitute
from verifier.theory.matrix_calculus import NoDerivative, directional, gradient
from verifier.theory.models.model import Model
from verifier.theory.terms import Scope, plus, times


def loss(ask: Ask) -> Answer:
    """The training loss."""
    if ask.sizes is None:
        term = ask.model.loss_term
        return Answer("loss", ask.model, None, (Formula("L", "L", term),), notes=ask.notes)
    made = Concrete(ask.model, ask.sizes)
    value = made.sympy(made.number(ask.model.loss_term))
    return Answer("loss", ask.model, made.sizes, (Formula("L", "L", None, value),), notes=ask.notes)


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
    if ask.sizes is None and ask.model.entrywise:
        return entries.gradient(ask)
    if ask.sizes is None:
        found = gradients(ask.model, wrt)
        formulas = tuple(Formula(f"dL/d{x}", rf"\nabla_{{{x}}} L", g) for x, g in found.items())

        def proofs() -> list[Check]:
            structured = [x for x in wrt if ask.model.free[x] != ask.model.parameters[x]]
            own = [_is_projection(ask.model, x, found[x]) for x in structured]
            return [*(is_gradient(ask.model, x) for x in wrt), *own]

        return demanded(Answer("gradient", ask.model, None, formulas, notes=ask.notes, verifier=proofs))
    made = Concrete(ask.model, ask.sizes)
    value = made.number(ask.model.loss_term)
    slopes = {x: made.gradient(value, x) for x in wrt}
    formulas = tuple(Formula(f"dL/d{x}", rf"\nabla_{{{x}}} L", None, made.sympy(g)) for x, g in slopes.items())

    def checks() -> list[Check]:
        seen: dict[Any, Any] = {}
        return [_agrees(made, x, g, seen) for x, g in slopes.items()]

    return demanded(Answer("gradient", ask.model, made.sizes, formulas, notes=ask.notes, verifier=checks))


def is_gradient(model: Model, letter: str) -> Check:
    """The kernel's proof that the formula is the gradient (before the projection to the letter's structure)."""
    free = gradient(model.loss_term, letter, Scope(model.sorts, model.symmetric - model.parameters.keys()))
    if free == 0:
        free = ("*", 0, letter)
    what = f"grad(L, {letter})"
    found = proved(what, ("==", ("grad", model.loss_term, letter), free), model, model.free, budget=2.0)
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


def _agrees(made: Concrete, letter: str, found: Matrix | Factored, seen: dict[Any, Any]) -> Check:
    """The formula against forward differentiation of the loss by dual numbers, at an exact point."""
    start = time.monotonic()
    point, own = _point(made), made.places[letter]
    other = made.value(("grad", made.model.loss_term, letter), point)
    verdict = "checked"
    for (i, j), place in own.items():
        mine = found.entries[i][j] if isinstance(found, Matrix) else found
        twins = [pq for pq, at in own.items() if at == place]
        shared = [other.entries[p][q] if isinstance(other, Matrix) else other for p, q in twins]
        if Factored.of(made.ring, mine).value(point, seen) != sum(shared, Fraction(0)) / len(shared):
            verdict = "refuted"
    how = "differentiated exactly, equal to dual numbers at an exact point"
    return Check(f"grad(L, {letter})", verdict, how, time.monotonic() - start)


def _point(made: Concrete) -> dict[int, int]:
    """Positive integers, at which no sum of letters in a denominator vanishes."""
    source = random.Random(f"{made.model.name} {sorted(made.sizes.items())}")
    return {i: source.randint(1, 97) for i in range(len(made.names))}


# -- flow and descent ------------------------------------------------------------------------------------


def flow(ask: Ask) -> Answer:
    """Gradient flow: the speed of each parameter, minus the gradient."""
    return _moved(ask, "flow", lambda x, g: times(-1, g), lambda x, g: -g, "d{0}/dt", r"\dot{{{0}}}")


def descent_step(ask: Ask) -> Answer:
    """One step of gradient descent with step size eta: what each parameter becomes."""
    if "eta" in ask.model.variables:
        raise Refused(f"descent-step of {ask.model.name}: its letter eta is taken by the step size")
    import sympy

    eta = sympy.Symbol("eta")

    def moved(x: Any, g: Any) -> Any:
        return x - eta * g

    return _moved(ask, "descent-step", lambda x, g: plus([x, times(-1, "eta", g)]), moved, "{0}_next", "{0}^{{+}}")


def momentum_step(ask: Ask) -> Answer:
    """One step of the heavy ball (Polyak 1964): descent with step size eta, and mu times the step before it.

    A letter with ``_previous`` is the parameter one step earlier.
    """
    for letter in ("eta", "mu"):
        if letter in ask.model.variables:
            raise Refused(f"momentum-step of {ask.model.name}: its letter {letter} is taken")
    base = descent_step(ask)
    formulas = []
    for letter, f in zip(ask.model.trained(ask.wrt), base.formulas, strict=True):
        before = f"{letter}_previous"
        if f.term is not None:
            formulas.append(replace(f, term=plus([f.term, times("mu", ("-", letter, before))])))
        else:
            made = Concrete(ask.model, ask.sizes or {}, {before: ask.model.parameters[letter]})
            import sympy

            pull = sympy.Symbol("mu") * (made.symbols(letter) - made.symbols(before))
            formulas.append(replace(f, value=f.value + pull))
    letters: dict[str, Expr] = {"eta": ("real",), "mu": ("real",)}
    letters |= {f"{x}_previous": ask.model.sorts[x] for x in ask.model.trained(ask.wrt)}
    return replace(base, query="momentum-step", formulas=tuple(formulas), letters=letters)


def _moved(ask: Ask, query: str, term: Any, value: Any, name: str, latex_name: str) -> Answer:
    if ask.sizes is None and ask.model.entrywise:
        return entries.gradient(ask, query)
    base = gradient_query(ask)
    formulas = []
    for letter, f in zip(ask.model.trained(ask.wrt), base.formulas, strict=True):
        shown = name.format(letter), latex_name.format(letter)
        if f.term is not None:
            formulas.append(Formula(*shown, term(letter, f.term)))
        else:
            made = Concrete(ask.model, ask.sizes or {})
            formulas.append(Formula(*shown, None, value(made.symbols(letter), f.value)))
    letters: dict[str, Expr] = {"eta": ("real",)} if query == "descent-step" else {}
    return Answer(query, ask.model, base.sizes, tuple(formulas), base.checks, base.notes, base.verifier, letters)


# -- Hessian ---------------------------------------------------------------------------------------------


def hessian(ask: Ask) -> Answer:
    """The Hessian: for given sizes the matrix of second derivatives, for all sizes what it does to a direction."""
    if ask.sizes is None and ask.model.entrywise:
        return entries.hessian(ask)
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
        return [_symmetric_differences(made, first, table, [p for *_, p in own])]

    answer = Answer("hessian", ask.model, made.sizes, (Formula("hess L", r"\nabla^2 L", None, shown),),
                    notes=(f"rows and columns: {order}", *ask.notes), verifier=checks)  # fmt: skip
    return demanded(answer)


def _symmetric_differences(made: Concrete, first: list[Factored], table: list[list[Factored]], own: list[int]) -> Check:
    """Each column against the derivative of the gradient by exact dual numbers along its direction, at exact points."""
    start = time.monotonic()
    point, verdict = _point(made), "checked"
    seen: dict[Any, Any] = {}
    for column, place in enumerate(own):
        other = made.dual(made.model.loss_term, point, place, own)
        if [table[row][column].value(point, seen) for row in range(len(own))] != other:
            verdict = "refuted"
    how = "differentiated exactly, equal to dual numbers at an exact point"
    return Check("hess L", verdict, how, time.monotonic() - start)


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

    def checks() -> list[Check]:
        moved = [_is_speed(model, x, slopes[x], found[x], directions) for x in wrt]
        return [*(is_gradient(model, x) for x in wrt), *moved]

    names = ", ".join(directions.values())
    formulas = tuple(
        Formula(f"(hess L)[{names}] in {x}", rf"\nabla^2 L[{names}]_{{{x}}}", within(model, x, h, scope))
        for x, h in found.items()
    )
    notes = ("The sum of the inner products with the direction is the second derivative along it.", *ask.notes)
    return demanded(Answer("hessian", model, None, formulas, notes=notes, verifier=checks, letters=sorts))


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
        return proved(what, ("==", speed, substitute(moved, at)), model, letters, budget=3.0)

    def by_gradients() -> Check:
        parts = [_inner(d, ("grad", inner, x), scope) for x, d in directions.items() if x in free_names(inner)]
        letters = {**model.free, test: model.free[letter], **{d: model.free[x] for x, d in directions.items()}}
        return proved(what, ("==", plus(parts), moved), model, letters, budget=3.0)

    ways = [along_curves, by_gradients]
    entries_used = any(head(e) == "entry" for e in subexpressions(inner))
    if entries_used or any(model.sorts[x] == ("real",) for x in directions):
        ways.reverse()  # words of matrices have the product rule along curves, entries and numbers beside them have not
    first = ways[0]()
    return first if first.verdict == "proved" else ways[1]()


def _inner(left: str, right: Expr, scope: Scope) -> Expr:
    """<left, right>."""
    if right == 0:
        return 0
    return times(left, right) if scope.is_number(left) else ("trace", ("*", ("T", left), right))
