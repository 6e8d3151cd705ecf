"""What a quantifier says of a value of its sort: values for sequences, curves, functions and random variables."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.kernel.algebra.integers import Context
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import free_names, new_name, opened, operands, outer, substitute, under
from verifier.kernel.terms.expr import BINDERS, Expr, Malformed, head
from verifier.kernel.terms.shapes import Shapes
from verifier.kernel.work import spend


def apply_value(
    formula: Expr, name: str, sort: Expr, value: Expr, index: str | None = None,
    sorts: Mapping[str, Expr] | None = None,
) -> Expr:  # fmt: skip
    """Replace a variable of a sort by a value; the value of a sequence or a curve is an expression in its index.

    A random variable becomes a constant.  Where the derivative of a curve stands, `sorts` tells which names in its
    value are matrices.
    """
    result = _applied(formula, name, value, index, sorts, head(sort) == "random")
    free_names(result)  # pays for its length: indices inside indices can make it exponential
    return result


def _applied(
    formula: Expr, name: str, value: Expr, index: str | None, sorts: Mapping[str, Expr] | None, chance: bool
) -> Expr:
    spend()
    if index is None and not chance:
        return substitute(formula, {name: value})
    if formula == name:
        raise Rejected(f"{name} stands without an index")
    if name not in free_names(formula) or not isinstance(formula, tuple):
        return formula

    def inside(e: Expr) -> Expr:
        return _applied(e, name, value, index, sorts, chance)

    op = formula[0]
    if op in BINDERS:
        return under(formula, inside)
    args = operands(formula)
    called = args[0] if chance and index is not None and op == "at" else formula
    if head(called) == "at" and operands(called)[0] == name:  # with an index, at an outcome or both
        return value if index is None else substitute(value, {index: inside(args[1])})
    if op == "rate" and args[0] == name:
        return substitute(_slope(value, str(index), sorts), {str(index): inside(args[1])})
    return (op, *(inside(a) for a in args))


def instantiated(e: Expr, value: Expr, index: str | None, sorts: Mapping[str, Expr]) -> Expr:
    """What a quantifier says of a value of its sort."""
    if index is None and head(outer(e)[0]) != "random":
        return opened(e, value)[1]
    name = new_name()
    sort, body = opened(e, name)
    return apply_value(body, name, sort, value, index, sorts)


def _slope(value: Expr, index: str, sorts: Mapping[str, Expr] | None) -> Expr:
    if sorts is None and free_names(value) - {index}:
        raise Rejected("the derivative of a value with names that nobody has told about")
    slope = derivative(value, index, sorts or {})
    if slope == 0:
        return ("*", 0, value)  # of the right shape
    shapes = Shapes({**(sorts or {}), index: ("real",)}, Context(()))
    try:
        shapes.conform(shapes.term(slope), shapes.term(value), "a derivative")
    except Malformed as error:
        raise Rejected(f"the derivative of a value: {error}") from None
    return slope
