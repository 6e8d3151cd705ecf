"""Critical points: stationary for all data, for all sizes; all that elimination finds, for given sizes and data."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verifier.derive.answer import Answer, Check, Formula, Refused, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import Factored
from verifier.derive.queries.training import gradients
from verifier.derive.terms import Scope, tidied
from verifier.evidence.kernel.expr import Expr, substitute
from verifier.methods.overdue import part
from verifier.theory.models.model import Model, ModelError

SECONDS = 20.0  # for the elimination
MOST_VARIABLES = 8


def critical_points(ask: Ask) -> Answer:
    """Where the gradient vanishes.

    For all sizes: the origin, where it is stationary whatever the data.  For given sizes the data are numbers, given as
    the option `data` with an entry for each symbol; the points and families of points that SymPy's elimination finds
    are verified, and each point is classified by the exact inertia of the Hessian.
    """
    return _resting(ask) if ask.sizes is None else solved(ask)


def _resting(ask: Ask) -> Answer:
    """Where the resting letters vanish: stationary whatever the data and the other letters."""
    model = ask.model
    slopes = gradients(model, tuple(model.parameters))
    scope = Scope(model.sorts, model.symmetric)

    def zero(x: str) -> Expr:
        shape = scope.shape(x)
        return 0 if shape[0] == "scalar" else ("zeros", shape[1], shape[2])

    zeros = {x: zero(x) for x in model.resting or tuple(model.parameters)}

    def checks() -> list[Check]:
        return [proved(f"dL/d{x} = 0 there", ("==", tidied(substitute(g, zeros)), zero(x)), model)
                for x, g in slopes.items()]  # fmt: skip

    formulas = tuple(Formula(x, x, zeros.get(x, x)) for x in model.parameters)
    bad = [c for c in checks() if c.verdict != "proved"]
    if bad:
        why = "is not stationary for all data" if bad[0].verdict == "refuted" else f"is not decided ({bad[0].what})"
        raise Refused(f"critical-points of {model.name}: the origin {why}; give sizes and data (--size, --set)")
    notes = ("Stationary for all sizes and data; give sizes and data for the other points.", *ask.notes)
    return demanded(Answer("critical-points", model, None, formulas, verifier=checks, notes=notes))


def solved(ask: Ask, positive: str = "") -> Answer:
    """The critical points at given sizes and data; the entries of the letters in `positive` are positive."""
    import sympy

    model = ask.model
    made = Concrete(model, ask.sizes or {})
    loss = made.number(model.loss_term)
    own = made.own(tuple(model.parameters))
    if len(own) > MOST_VARIABLES:
        raise Refused(f"critical-points of {model.name}: {len(own)} letters, over {MOST_VARIABLES}: take small sizes")
    places = [p for *_, p in own]
    names = [made.names[p] for p in places]
    data = _data(made, loss, names, ask.options.get("data", {}))
    symbols = [sympy.Symbol(n) for n in names]
    slopes = [sympy.numer(sympy.together(made.sympy(loss.diff(p)).subs(data))) for p in places]
    exact = [made.sympy(loss.diff(p)).subs(data) for p in places]
    solutions = _elimination(model, slopes, symbols)
    inside = [s for n, s in zip(names, symbols, strict=True) if n[0] in positive]
    solutions = [s for s in solutions if not any(s.get(x, x).is_positive is False for x in inside)]
    kept = [s for s in solutions if not _undefined(exact, s)]
    hessian = [[made.sympy(loss.diff(p).diff(q)).subs(data) for q in places] for p in places]
    formulas, notes = [], []
    for i, solution in enumerate(kept, 1):
        point = sympy.ImmutableMatrix([solution.get(s, s) for s in symbols])
        formulas.append(Formula(f"point {i}", rf"\theta_{{{i}}}", None, point.T))
        notes.append(f"point {i}: {_kind(hessian, solution, symbols)}")

    def checks() -> list[Check]:
        start, same = time.monotonic(), False
        with part(SECONDS):
            same = all(sympy.simplify(g.subs(s, simultaneous=True)) == 0 for g in exact for s in kept)
        return [Check("the gradient vanishes at each", "checked" if same else "undecided", "substituted exactly",
                      time.monotonic() - start)]  # fmt: skip

    values = "any real value" if not inside else f"any value, {', '.join(map(str, inside))} positive"
    shown = (f"entries in the order {', '.join(names)}; a letter stands for {values}",
             "found by SymPy's elimination, whose completeness is not checked", *notes, *ask.notes)  # fmt: skip
    return demanded(Answer("critical-points", model, made.sizes, tuple(formulas), notes=shown, verifier=checks))


def _data(made: Concrete, loss: Factored, names: list[str], given: Mapping[str, Any]) -> dict[Any, Any]:
    import sympy

    needed = sorted(s.name for s in made.sympy(loss).free_symbols if s.name not in names)
    unknown = sorted(set(given) - set(needed))
    if unknown:
        raise ModelError(f"{unknown[0]!r} is no symbol of the data; they are {', '.join(needed) or 'none'}")
    missing = [n for n in needed if n not in given]
    if missing:
        raise Refused(f"critical-points: give every symbol of the data a number, as in --set {missing[0]}=1; "
                      f"missing are {', '.join(missing)}")  # fmt: skip
    return {sympy.Symbol(n): sympy.Rational(Fraction(x).numerator, Fraction(x).denominator) for n, x in given.items()}


def _elimination(model: Model, slopes: list[Any], symbols: list[Any]) -> list[dict[Any, Any]]:
    import sympy

    found: list[dict[Any, Any]] | None = None
    with part(SECONDS):
        try:
            found = sympy.solve(slopes, symbols, dict=True)
        except NotImplementedError:
            found = None
    if found is None:
        raise Refused(f"critical-points of {model.name}: elimination did not finish in {SECONDS:.0f} s at these sizes")
    return [s for s in found if all(v.is_real is not False for v in s.values())]


def _undefined(exact: list[Any], solution: Mapping[Any, Any]) -> bool:
    import sympy

    return any(not sympy.simplify(sympy.denom(sympy.together(g)).subs(solution)) for g in exact)


def _kind(hessian: list[list[Any]], solution: Mapping[Any, Any], symbols: list[Any]) -> str:
    """Minimum, maximum, saddle or degenerate, by the signs of the eigenvalues: from the characteristic polynomial."""
    import sympy

    table = sympy.Matrix(hessian).subs(solution, simultaneous=True).applyfunc(sympy.simplify)
    if table.free_symbols or not all(e.is_rational for e in table):
        return "a family, or no rational point: not classified" if table.free_symbols else "irrational: not classified"
    x = sympy.Symbol("x")
    polynomial = table.charpoly(x).as_expr()
    roots = sympy.Poly(polynomial, x)
    zero = 0
    while roots.eval(0) == 0:
        roots, zero = sympy.quo(roots, sympy.Poly(x, x)), zero + 1
    signs = [c for c in roots.all_coeffs() if c != 0]
    positive = sum(1 for a, b in pairwise(signs) if a * b < 0)  # Descartes: all roots are real
    negative = len(symbols) - zero - positive
    inertia = f"inertia +{positive} -{negative} 0{zero}"
    if positive and negative:
        return f"saddle ({inertia})"
    if zero:
        return f"degenerate ({inertia})"
    return f"strict local {'minimum' if positive else 'maximum'} ({inertia})"
