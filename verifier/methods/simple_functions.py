"""Counterexamples with functions of matrices: with simple functions put in, a claim is one about numbers and matrices.

The search knows constant functions (`sampling.constant_form`).  Here each function becomes the first entry of its
argument, the identity, or the squared norm, and what is left is searched.  Complete for: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.claims.named import apply_value, operands, substitute
from verifier.kernel.expr import Expr, head
from verifier.kernel.logic import Rejected
from verifier.kernel.statement import Statement
from verifier.methods.search import find_counterexample

ARGUMENT = "t"  # the argument in the value of a function


def found(statement: Statement, budget: float) -> Iterator[Mapping[str, Expr]]:
    """Points at which some function is not constant, to be certified; nothing where there is no function."""
    functions = {n: sort for n, sort in statement.variables if head(sort) == "function"}
    for kind in ("first", "norm") if functions else ():
        values = {n: _value(sort, kind) for n, sort in functions.items()}
        try:
            formulas = [_put(f, values, functions) for f in (*(g for _, g in statement.given), statement.goal)]
        except Rejected:
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
    number: Expr = ("entry", ARGUMENT, 0, 0) if kind == "first" else ("trace", ("*", ("T", ARGUMENT), ARGUMENT))
    if values == argument:
        return ARGUMENT if kind == "first" else ("*", number, ARGUMENT)
    if head(values) != "matrix":
        return number
    m, n = operands(values)
    return ("*", number, ("eye", m) if m == n else ("*", ("basis", m, 0), ("T", ("basis", n, 0))))


def _put(formula: Expr, values: Mapping[str, Expr], sorts: Mapping[str, Expr]) -> Expr:
    for name, value in values.items():
        formula = apply_value(formula, name, sorts[name], value, ARGUMENT)
    return formula
