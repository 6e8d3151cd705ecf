"""What a statement is made of: the kernel's own unevaluated expressions.

An expression is plain data and nothing else:

* an ``int`` is an integer literal,
* a ``str`` is the name of a variable,
* a ``tuple`` ``(head, *arguments)`` is an operation, its head one of `HEADS`.

Nothing is evaluated or rearranged when an expression is built: ``("/", 6, 4)`` stays as it is.  The JSON
form is the same with lists for tuples, so a second reader of the format is an afternoon's work.

Binding operations have their bound variable in a fixed place, by a name where they are read and written, and by a mark
where the kernel computes with them (see `binding`):

* ``("sum", body, j, lo, hi)`` and ``("product", body, j, lo, hi)``: j runs over lo, lo+1, ..., hi,
  and the value for hi < lo is 0 (1 for the product);
* ``("forall", x, sort, body)`` and ``("exists", x, sort, body)``;
* ``("tends", body, t, limit)``: body(t) converges to limit as the natural number t grows;
* ``("grad", body, x, point)``: the gradient of x -> body(x) at the point, a number or a matrix of the point's shape;
* ``("expect", body, w)``: the mean of body(w) over the outcomes w of the one space on which random variables live.

A *sort* says over what a variable ranges:

* ``("real",)``, ``("complex",)``,
* ``("integer", lo, hi)`` with expressions for the ends, or ``"-oo"``, ``"oo"``,
* ``("matrix", m, n)``: real m-by-n matrices, m and n integer expressions of value at least 0,
* ``("sequence", sort)``: functions from the integers into a sort, applied with ``("at", x, t)``,
* ``("curve", sort)``: differentiable functions from the real numbers into real numbers or matrices; ``("at", x, t)``
  is the value and ``("rate", x, t)`` the derivative at a real t,
* ``("function", sort, sort)``: all functions from real matrices of one shape into real numbers or matrices, applied
  with ``("at", f, x)``; nothing is known of them, no continuity and no derivative,
* ``("random", sort)``: random variables, which are functions of the outcome with values in a sort: ``("at", X, w)``
  is the value, and only ``("expect", ...)`` introduces an outcome w.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, TypeAlias

from verifier.kernel.work import spend

Number: TypeAlias = int | Fraction
Expr: TypeAlias = int | str | tuple["Expr", ...]

#: head -> number of arguments (None: one or more)
HEADS: dict[str, int | None] = {
    # arithmetic, on scalars and conforming matrices
    "+": None, "-": 2, "neg": 1, "*": None, "/": 2, "^": 2, "mod": 2, "abs": 1, "sqrt": 1,
    "floor": 1, "min": 2, "max": 2, "fn": None,
    # matrices; indices count from 0
    "T": 1, "trace": 1, "det": 1, "inverse": 1, "eye": 1, "zeros": 2, "basis": 2, "entry": 3, "matrix": None,
    "row": None,
    # sequences, curves, functions and random variables; Kronecker delta
    "at": 2, "rate": 2, "delta": 2,
    # binders
    "grad": 3, "expect": 2, "sum": 4, "product": 4, "forall": 3, "exists": 3, "tends": 3,
    # relations and connectives
    "==": 2, "!=": 2, "<": 2, "<=": 2, ">": 2, ">=": 2,
    "and": None, "or": None, "not": 1, "implies": 2, "true": 0, "false": 0,
    # sorts
    "real": 0, "complex": 0, "integer": 2, "sequence": 1, "curve": 1, "function": 2, "random": 1,
}  # fmt: skip

#: head -> (place of the bound name, places of the arguments in its scope), counted after the head
BINDERS: dict[str, tuple[int, tuple[int, ...]]] = {
    "sum": (1, (0,)),
    "product": (1, (0,)),
    "forall": (0, (2,)),
    "exists": (0, (2,)),
    "tends": (1, (0,)),
    "grad": (1, (0,)),
    "expect": (1, (0,)),
}

RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
TRUE: Expr = ("true",)
FALSE: Expr = ("false",)
INTEGER: Expr = ("integer", "-oo", "oo")
REAL: Expr = ("real",)
OUTCOME: Expr = ("outcome",)  # the sort of what an expectation binds; no certificate can write it down
ENDS = ("-oo", "oo")  # the two names that are no variables


class Malformed(ValueError):
    """Raised for data that is no expression, with one line that says what and where."""


def head(e: Expr) -> str | None:
    """The head of an operation; None for a literal or a name."""
    return e[0] if isinstance(e, tuple) else None  # type: ignore[return-value]


def from_json(data: Any, depth: int = 0) -> Expr:
    """Read an expression from decoded JSON.

    Raises `Malformed` on floats, truth values, unknown heads, wrong numbers of arguments, and nesting
    deeper than 200.
    """
    if depth > 200:
        raise Malformed("an expression is nested deeper than 200 levels")
    spend()
    if isinstance(data, (bool, float)):
        raise Malformed(f"{data!r} is no exact number and no expression")
    if isinstance(data, int):
        return data
    if isinstance(data, str):
        if not data or data[0] in "#?!" or not data.isprintable():  # the kernel's own: see `binding`
            raise Malformed(f"a name that is empty, reserved or cannot be printed: {data!a:.40}")
        return data
    if not isinstance(data, (list, tuple)) or not data or not isinstance(data[0], str):
        raise Malformed(f"{data!r:.60} is no expression")
    name = data[0]
    if name not in HEADS:
        raise Malformed(f"unknown operation {name!r:.40}")
    args = tuple(from_json(a, depth + 1) for a in data[1:])
    arity = HEADS[name]
    if (not args) if arity is None else (len(args) != arity):
        raise Malformed(f"operation {name!r} does not take {len(args)} arguments")
    if name == "fn" and not isinstance(args[0], str):
        raise Malformed("the name of a function is no expression")  # nothing is put into it: it would be no constant
    if name in BINDERS and (not isinstance(args[BINDERS[name][0]], str) or args[BINDERS[name][0]] in ENDS):
        raise Malformed(f"the bound variable of {name!r} must be a name")
    return (name, *args)


def rational(data: Any) -> Fraction:
    """An integer or a string "p/q" as a number.  Raises `ValueError`."""
    written = isinstance(data, str) and re.fullmatch(r"-?[0-9]{1,2000}(/0*[1-9][0-9]{0,1999})?", data)
    if type(data) is not int and not written:
        raise ValueError(f"{data!r:.40} is no rational number")
    return Fraction(data)


def exact(q: Number) -> Number:
    """The same number, as an integer where it is one: arithmetic with these is many times as fast."""
    return q.numerator if q.denominator == 1 else q


def to_json(e: Expr) -> Any:
    """The same expression as lists, strings and integers."""
    return [to_json(a) for a in e] if isinstance(e, tuple) else e


def conjunction(parts: list[Expr]) -> Expr:
    """The parts joined by `and`; a single part is itself, no part is true."""
    return TRUE if not parts else parts[0] if len(parts) == 1 else ("and", *parts)
