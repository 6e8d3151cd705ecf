"""Shapes: what kinds of objects there are, in what words they are shown, and when two agree.

A one-by-one matrix is a scalar.  Sizes agree when they are the same polynomial in the integer variables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.errors import one_line
from verifier.language.named import fresh, substitute
from verifier.language.text.printing import to_text
from verifier.language.typing.sizes import same_size

Sorts: TypeAlias = Mapping[str, Expr]
Shape: TypeAlias = tuple[Expr, ...]

SCALAR: Shape = ("scalar",)
TRUTH: Shape = ("truth",)
INDEX: Expr = ("integer", "-oo", "oo")
_COUNTING = ("factorial", "binomial", "stirling1", "stirling2", "bell", "fibonacci", "ceiling")


def show(e: Expr) -> str:
    return one_line(to_text(e), 80)


def matrix(rows: Expr, columns: Expr) -> Shape:
    """The shape of a matrix; one by one is a scalar."""
    return SCALAR if same_size(rows, 1) and same_size(columns, 1) else ("matrix", rows, columns)


def describe(shape: Shape) -> str:
    if shape[0] == "matrix":
        return f"a matrix of {show(shape[1])} x {show(shape[2])}"
    words = {"scalar": "a number", "truth": "a statement"}
    return words.get(str(shape[0]), f"a {shape[0]}")


def conform(a: Shape, b: Shape) -> bool:
    """Whether two shapes are the same."""
    if a[0] == "matrix" == b[0]:
        return same_size(a[1], b[1]) and same_size(a[2], b[2])
    if a[0] == b[0] and a[0] in ("sequence", "curve"):
        return conform(shape_of_sort(a[1]), shape_of_sort(b[1]))
    if a[0] == b[0] == "function":
        return all(conform(shape_of_sort(x), shape_of_sort(y)) for x, y in zip(a[1:], b[1:], strict=True))
    return a == b


def within(sorts: Sorts, name: str, sort: Expr) -> Sorts:
    """The sorts in the scope of a bound name: a size that was made of an outer variable of that name is another one."""
    if name not in sorts:
        return {**sorts, name: sort}
    outer = {name: fresh(f"outer {name}", frozenset().union(*map(free_names, sorts.values())))}
    return {**{n: substitute(s, outer) for n, s in sorts.items()}, name: sort}


def shape_of_sort(sort: Expr) -> Shape:
    """The shape of the values of a sort."""
    assert isinstance(sort, tuple)
    if sort[0] == "matrix":
        return matrix(sort[1], sort[2])
    if sort[0] == "random":
        return shape_of_sort(sort[1])
    return sort if sort[0] in ("sequence", "curve", "function") else SCALAR


def is_integer(e: Expr, sorts: Sorts) -> bool:
    """Whether an expression is integer-valued by its form; False may mean unknown."""
    if isinstance(e, int):
        return True
    if isinstance(e, str):
        return _integer_sort(sorts.get(e, ("real",)))
    op = e[0]
    if op in ("+", "-", "neg", "*", "abs", "min", "max", "mod"):
        return all(is_integer(a, sorts) for a in e[1:])
    if op == "^":
        return is_integer(e[1], sorts) and is_integer(e[2], sorts) and _not_negative(e[2], sorts)
    if op in ("floor", "delta"):
        return True
    if op in ("sum", "product"):
        return is_integer(e[1], {**sorts, str(e[2]): INDEX})
    if op == "at" and isinstance(e[1], str):
        sort = sorts.get(e[1], ("real",))
        return isinstance(sort, tuple) and sort[0] == "sequence" and _integer_sort(sort[1])
    if op == "fn" and e[1] in _COUNTING:
        return all(is_integer(a, sorts) for a in e[2:]) or e[1] == "ceiling"
    return False


def _integer_sort(sort: Expr) -> bool:
    while isinstance(sort, tuple) and sort[0] == "random":
        sort = sort[1]
    return isinstance(sort, tuple) and sort[0] == "integer"


def _not_negative(e: Expr, sorts: Sorts) -> bool:
    if isinstance(e, int):
        return e >= 0
    if isinstance(e, str):
        sort = sorts.get(e)
        return isinstance(sort, tuple) and sort[0] == "integer" and isinstance(sort[1], int) and sort[1] >= 0
    return e[0] in ("+", "*") and all(_not_negative(a, sorts) for a in e[1:])
