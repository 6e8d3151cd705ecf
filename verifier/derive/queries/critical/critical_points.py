"""Critical points: stationary for all data, for all sizes; all of them with their inertia, for given sizes and data."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Formula, Refused
from verifier.derive.queries.critical.critical_texts import described, shown_value
from verifier.derive.queries.critical.normal_equations import invariance, solutions
from verifier.derive.queries.training import gradients
from verifier.derive.readable_terms import Scope, tidied
from verifier.derive.stationary.critical_sets import CriticalSet, critical_set
from verifier.derive.stationary.real_solutions import TooHard
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute
from verifier.models.model import Model, ModelError
from verifier.prove.driver.effort import metered
from verifier.prove.overdue import part

SECONDS = 15.0  # for the case distinctions
MOST_VARIABLES = 12


def critical_points(ask: Ask) -> Answer:
    """Where the gradient vanishes.

    For all sizes: the origin, where it is stationary whatever the data, and what the critical points of a two-layer
    network have in common.  For given sizes the data are numbers, given as the option `data` with an entry for each
    symbol: all real critical points then, as points and parametrised families, with the loss and the exact inertia of
    the Hessian along each.  Raises `Refused` where the case distinctions do not end.
    """
    return _resting(ask) if ask.sizes is None else _solved(ask)


def _resting(ask: Ask) -> Answer:
    """Where the resting letters vanish: stationary whatever the data and the other letters."""
    model = ask.model
    if ask.options.get("data"):
        raise Refused(f"critical-points of {model.name}: numbers for data (--set) go with given sizes, not with all")
    if model.normal and len(model.parameters) == 1:
        formulas, claims, notes = solutions(model)
        letters = {"P": ("matrix", "d", "d"), "Z": ("matrix", "d", "p")}
        return demanded(Answer("critical-points", model, None, formulas, verifier=claims, letters=letters,
                               notes=(*notes, *ask.notes)))  # fmt: skip
    slopes = gradients(model, tuple(model.parameters))
    scope = Scope(model.sorts, model.symmetric)

    def zero(x: str) -> Expr:
        shape = scope.shape(x)
        return 0 if shape[0] == "scalar" else ("zeros", shape[1], shape[2])

    zeros = {x: zero(x) for x in model.resting or tuple(model.parameters)}
    more, claims, notes = invariance(model)

    def checks() -> list[Check]:
        rest = [proved(f"dL/d{x} = 0 there", ("==", tidied(substitute(g, zeros)), zero(x)), model)
                for x, g in slopes.items()]  # fmt: skip
        return [*rest, *claims()]

    formulas = tuple(Formula(x, x, zeros.get(x, x)) for x in model.parameters)
    bad = [c for c in checks() if c.verdict != "proved"]
    if bad:
        why = "is not stationary for all data" if bad[0].verdict == "refuted" else f"is not decided ({bad[0].what})"
        raise Refused(f"critical-points of {model.name}: the origin {why}; give sizes and data (--size, --set)")
    notes = ("Stationary for all sizes and data; give sizes and data for the other points.", *notes, *ask.notes)
    return demanded(Answer("critical-points", model, None, (*formulas, *more), verifier=checks, notes=notes))


def _solved(ask: Ask) -> Answer:
    import sympy

    model = ask.model
    made = Concrete(model, ask.sizes or {})
    loss = made.number(model.loss_term)
    own = made.own(tuple(model.parameters))
    if len(own) > MOST_VARIABLES:
        raise Refused(f"critical-points of {model.name}: {len(own)} unknowns, over {MOST_VARIABLES}: smaller sizes")
    names = [made.names[p] for *_, p in own]
    data = _data(model, made, loss, names, ask.options.get("data", {}))
    ring = sympy.ring([*names, _letter(names)], sympy.QQ)[0]
    top, bottom = sympy.fraction(sympy.together(made.sympy(loss).subs(data)))

    def solved() -> CriticalSet:
        both = ring.from_expr(sympy.expand(top)), ring.from_expr(sympy.expand(bottom))
        return critical_set(both, len(names), signed(model, names, own, ring))

    try:
        with metered():
            found = part(SECONDS, solved)
    except TooHard as error:
        raise Refused(f"critical-points of {model.name}: {error}; smaller sizes or simpler data") from None
    if found is None:
        raise Refused(f"critical-points of {model.name}: not solved in {SECONDS:.0f} s; take "
                      "smaller sizes (d = 1, say) or simpler data")
    formulas, notes, titles, squares = [], [], [0, 0], is_sum_of_squares(model.loss_term)
    for piece in found.pieces:
        point = shown_value(piece, ring, names)
        family = bool(piece.free(len(names)))
        titles[family] += 1
        name = f"{'family' if family else 'point'} {titles[family]}"
        index = rf"\theta_{{{titles[family]}}}" if not family else rf"\Theta_{{{titles[family]}}}"
        formulas.append(Formula(name, index, None, point))
        formulas += [Formula(f"{name} is where 0", rf"{index}:\ 0", None, q.as_expr()) for q in piece.case.equations]
        notes.append(f"{name}: {described(piece, len(names), squares)}")
    if not formulas:
        notes.append("there is no real critical point")

    def checks() -> list[Check]:
        assert found is not None
        count = sum(1 for _ in found.tree.nodes())
        compared = found.agrees()
        more = f"; at {compared} exact points the characteristic polynomial agrees" if compared else ""
        return [
            _timed("the gradient vanishes at each", found.stationary, "substituted exactly"),
            _timed("there are no other real critical points", found.complete,
                   f"{count} cases, each split by an equivalence over the reals, replayed"),
            _timed("the inertia", lambda: compared is not None, f"congruence{more}"),
        ]  # fmt: skip

    head = [f"entries in the order {', '.join(names)}; inertia: positive, negative, zero eigenvalues of the Hessian"]
    if titles[1]:
        head.append("a letter left in a family is any real number that its conditions admit; families are disjoint")
    return demanded(Answer("critical-points", model, made.sizes, tuple(formulas), verifier=checks,
                           notes=(*head, *notes, *ask.notes)))  # fmt: skip


def is_sum_of_squares(e: Expr) -> bool:
    """Whether a term is evidently nonnegative: squares and squared norms, added and multiplied."""
    op = head(e)
    if isinstance(e, int):
        return e >= 0
    if op in ("+", "*"):
        return all(is_sum_of_squares(a) for a in operands(e))
    if op == "/":
        return all(is_sum_of_squares(a) for a in operands(e)) and isinstance(operands(e)[1], int)
    if op == "^":
        return operands(e)[1] in (2, 4, 6, 8)
    if op == "trace":
        inner = operands(e)[0]
        return head(inner) == "*" and len(operands(inner)) == 2 and operands(inner)[0] == ("T", operands(inner)[1])
    return op == "sum" and is_sum_of_squares(operands(e)[0])


def _timed(what: str, test: Any, how: str) -> Check:
    start = time.monotonic()
    return Check(what, "checked" if test() else "refuted", how, time.monotonic() - start)


def _letter(names: Sequence[str]) -> str:
    letter = "rho"
    while letter in names:
        letter += "_"
    return letter


def signed(model: Model, names: Sequence[str], own: Sequence[tuple[str, int, int, int]], ring: Any) -> list[Any]:
    """What the domains of the parameters say beyond that they are real.  Raises `Refused` for other domains."""
    nonzero = []
    for x, (letter, *_) in zip(ring.gens, own, strict=False):
        domain = model.parameters[letter]
        if domain == "nonzero":
            nonzero.append(x)
        elif domain != "real" and not domain.startswith(("matrix", "symmetric", "diagonal", "real sequence")):
            raise Refused(f"critical-points of {model.name}: {letter} is {domain}; solved for real letters and "
                          "matrices (declare it real and look at its sign)")  # fmt: skip
    return nonzero


def _data(model: Model, made: Concrete, loss: Any, names: list[str], given: Mapping[str, Any]) -> dict[Any, Any]:
    import sympy

    letter = {made.names[p]: x for x in model.data for p in made.places.get(x, {}).values()}
    needed = sorted(s.name for s in made.sympy(loss).free_symbols if s.name not in names)
    unknown = sorted(set(given) - set(letter) - set(needed))
    if unknown:
        raise ModelError(f"{unknown[0]!r} is no symbol of the data; they are {', '.join(needed) or 'none'}")
    missing = [n for n in needed if n not in given]
    if missing:
        raise Refused(f"critical-points: give every symbol of the data a number, as in --set {missing[0]}=1; "
                      f"missing are {', '.join(missing)}")  # fmt: skip
    for n in needed:
        domain = model.data.get(letter.get(n, n), "")
        wrong = {"nonnegative": given[n] < 0, "positive": given[n] <= 0, "nonzero": given[n] == 0}
        if any(bad for word, bad in wrong.items() if domain.split(" ")[0] == word):
            raise ModelError(f"{n} = {given[n]}: {letter.get(n, n)} is a {domain}")
    values = {n: Fraction(given[n]) for n in needed}
    return {sympy.Symbol(n): sympy.Rational(x.numerator, x.denominator) for n, x in values.items()}
