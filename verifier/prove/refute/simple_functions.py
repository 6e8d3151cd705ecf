"""Counterexamples with functions of matrices and with curves: with simple ones put in, a claim is about what is left.

The search knows constant functions and curves (`sampling.constant_form`).  Here each function becomes the first entry
of its argument, the identity, the squared norm, or half of it, of which the identity is the gradient; each curve a line
through the identity matrix, or the time and its square; and what is left is searched.  Complete for: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.meaning.regularity import moving
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import REAL, Expr, head
from verifier.language.named import apply_value, derivative, operands, replaced, substitute
from verifier.prove.refute.search import find_counterexample

ARGUMENT = "t"  # the argument in the value of a function, the time in that of a curve
KINDS = ("first", "norm", "half")


def found(statement: Statement, budget: float) -> Iterator[Mapping[str, Expr]]:
    """Points at which some function is not constant, to be certified; nothing where there is none."""
    functions = {n: sort for n, sort in statement.variables if head(sort) in ("function", "curve")}
    for kind in KINDS if functions else ():
        values = {n: (_curve if head(sort) == "curve" else _value)(sort, kind) for n, sort in functions.items()}
        sorts = dict(statement.variables)
        try:
            formulas = [_put(f, values, sorts) for f in (*(g for _, g in statement.given), statement.goal)]
            formulas = [_differentiated(f, sorts) for f in formulas]
        except (Rejected, Unknown):
            continue
        labels = [label for label, _ in statement.given]
        plain = Statement(
            tuple(v for v in statement.variables if v[0] not in functions),
            tuple(zip(labels, formulas[:-1], strict=True)),
            formulas[-1],
        )
        point = find_counterexample(plain, budget=budget)
        if point is not None:
            sizes = {n: point.values[n] for n, sort in plain.variables if head(sort) == "integer" and n in point.values}
            closed = {n: substitute(value, sizes) for n, value in values.items()}
            yield {n: {**point.values, **closed}[n] for n, _ in statement.variables if n in point.values or n in closed}


def _value(sort: Expr, kind: str) -> Expr:
    argument, values = operands(sort)
    square: Expr = ("trace", ("*", ("T", ARGUMENT), ARGUMENT))
    number: Expr = ("entry", ARGUMENT, 0, 0) if kind == "first" else ("/", square, 2) if kind == "half" else square
    if values == argument:
        return ("*", number, ARGUMENT) if kind == "norm" else ARGUMENT
    if head(values) != "matrix":
        return number
    m, n = operands(values)
    return ("*", number, ("eye", m) if m == n else ("*", ("basis", m, 0), ("T", ("basis", n, 0))))


def _curve(sort: Expr, kind: str) -> Expr:
    """A curve of numbers or matrices; of square ones I + t*e_0*e_1', which does not commute with its transpose."""
    (values,) = operands(sort)
    if head(values) != "matrix":
        return ARGUMENT if kind == "first" else ("^", ARGUMENT, 2)
    m, n = operands(values)
    if kind == "first" and m == n:
        return ("+", ("eye", m), ("*", ARGUMENT, ("basis", m, 0), ("T", ("basis", m, 1))))
    return ("*", ARGUMENT, ("basis", m, 0), ("T", ("basis", n, 0)))


def _differentiated(formula: Expr, sorts: Mapping[str, Expr]) -> Expr:
    """The formula with derivatives by their formulas, which the search can evaluate.  Raises `Unknown`."""
    for term in set(subexpressions(formula)):
        if head(term) == "fn" and operands(term)[0] == "diff" and operands(term)[3] == 1:
            (x, _, body), point = operands(operands(term)[1]), operands(term)[2]
            slope = derivative(body, str(x), moving({**sorts, str(x): REAL}))
            formula = replaced(formula, term, substitute(slope, {str(x): point}))
    return formula


def _put(formula: Expr, values: Mapping[str, Expr], sorts: Mapping[str, Expr]) -> Expr:
    for name, value in values.items():
        formula = apply_value(formula, name, sorts[name], value, ARGUMENT, sorts)
    return formula
