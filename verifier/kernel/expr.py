"""What a statement is made of: the kernel's own unevaluated expressions.

An expression is plain data and nothing else:

* an ``int`` is an integer literal,
* a ``str`` is the name of a variable,
* a ``tuple`` ``(head, *arguments)`` is an operation, its head one of `HEADS`.

Nothing is evaluated or rearranged when an expression is built: ``("/", 6, 4)`` stays as it is.  The JSON
form is the same with lists for tuples, so a second reader of the format is an afternoon's work.

Binding operations carry the bound name as a plain string in a fixed place:

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

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from verifier.kernel.work import STEPS, TooMuch, spend

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
    if isinstance(data, (bool, float)) or data is None:
        raise Malformed(f"{data!r} is no exact number and no expression")
    if isinstance(data, int):
        return data
    if isinstance(data, str):
        if not data or data[0] in "#?!":
            raise Malformed(f"an empty or reserved name {data!r:.40}")  # the kernel's own: see `canonical`
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


def to_json(e: Expr) -> Any:
    """The same expression as lists, strings and integers."""
    return [to_json(a) for a in e] if isinstance(e, tuple) else e


def operands(e: Expr) -> tuple[Expr, ...]:
    """The arguments of an operation; none for a literal or a name."""
    return e[1:] if isinstance(e, tuple) else ()


def free_names(e: Expr) -> frozenset[str]:
    """Names that occur in `e` and are not bound in it (heads, bound names and -oo, oo excluded)."""
    known = _free(e)
    spend(known[2])
    return known[0]


#: What is known of operations, by identity: (the operation, which is kept alive by this, names, parts, binds).
_known: dict[int, tuple[Expr, frozenset[str], int, bool]] = {}
KNOWN = 1 << 16  # so many at most: then all are forgotten
LONGEST = STEPS  # parts of an expression that anybody can pay for
NO_NAMES: frozenset[str] = frozenset()


def _free(e: Expr) -> tuple[frozenset[str], bool, int]:
    """(free names, whether a name is bound anywhere inside, of how many parts that is read).

    Expressions never change, so each is read once.  Whoever asks again pays for all parts again: the work of a check
    must not depend on what was asked before.  What nobody could pay for is not read to its end: where much has been
    forgotten, shared parts are read again and again.  Raises `TooMuch`.
    """
    if isinstance(e, str):
        return (NO_NAMES if e in ENDS else frozenset((e,))), False, 1
    if isinstance(e, int):
        return NO_NAMES, False, 1
    known = _known.get(id(e))
    if known is not None and known[0] is e:
        return known[1], known[3], known[2]
    op, args = e[0], e[1:]
    place, scope = BINDERS.get(op, (None, ()))  # type: ignore[arg-type]
    binds, steps = place is not None, 1
    names = NO_NAMES
    for i, a in enumerate(args):
        if i == place or (op == "fn" and i == 0):  # ("fn", name, arguments...): a function's name is no variable
            continue
        inside, deeper, more = _free(a)
        if i in scope:
            inside = inside - {args[place]}  # type: ignore[index]
        if not inside <= names:
            names = names | inside if names else inside
        binds, steps = binds or deeper, steps + more
        if steps > LONGEST:
            raise TooMuch("too much work")
    if len(_known) >= KNOWN:
        _known.clear()
    _known[id(e)] = e, names, steps, binds
    return names, binds, steps


def fresh(name: str, taken: frozenset[str] | set[str]) -> str:
    """`name`, or `name` with the first number that makes it differ from all taken names."""
    if name not in taken:
        return name
    stem = name.rstrip("0123456789") or name
    i = 1
    while f"{stem}{i}" in taken:
        i += 1
    return f"{stem}{i}"


def substitute(e: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace free names by expressions, renaming bound names where they would capture one."""
    if isinstance(e, str):
        spend()
        return values.get(e, e)
    names, _, parts = _free(e)
    if names.isdisjoint(values):
        spend(parts)
        return e
    spend()
    assert isinstance(e, tuple)
    op, args = e[0], e[1:]
    if op == "fn":
        return ("fn", args[0], *(substitute(a, values) for a in args[1:]))
    if op not in BINDERS:
        return (op, *(substitute(a, values) for a in args))
    place, scope = BINDERS[op]  # type: ignore[index]
    bound = str(args[place])
    inner = {k: v for k, v in values.items() if k != bound}
    used = frozenset().union(*(free_names(args[i]) for i in scope))
    incoming = frozenset().union(*(free_names(v) for k, v in inner.items() if k in used))
    if bound in incoming:
        name = fresh(bound, incoming | used | frozenset(inner))
        inner[bound] = name
        args = (*args[:place], name, *args[place + 1 :])
    return (op, *(a if i == place else substitute(a, inner if i in scope else values) for i, a in enumerate(args)))


def apart(e: Expr, names: frozenset[str]) -> Expr:
    """A binding operation whose bound name is none of these; the same where it already is none."""
    op, args = str(head(e)), list(operands(e))
    place, scope = BINDERS[op]
    bound = str(args[place])
    if bound not in names:
        return e
    args[place] = fresh(bound, names | free_names(e).union(*(free_names(args[i]) for i in scope)))
    for i in scope:
        args[i] = substitute(args[i], {bound: args[place]})
    return (op, *args)


def canonical(e: Expr, names: Mapping[str, str] | None = None, depth: int = 0) -> Expr:
    """The expression with bound names replaced by their binding depth: equal iff alpha-equivalent."""
    names = names or {}
    spend()
    if isinstance(e, str):
        return names.get(e, e)
    if isinstance(e, int):
        return e
    op, args = e[0], e[1:]
    if op == "fn":
        return ("fn", args[0], *(canonical(a, names, depth) for a in args[1:]))
    if op not in BINDERS:
        return (op, *(canonical(a, names, depth) for a in args))
    place, scope = BINDERS[op]  # type: ignore[index]
    name = f"#{depth}"
    inner = {**names, str(args[place]): name}
    return (
        op,
        *(
            name
            if i == place
            else canonical(a, inner, depth + 1)
            if i in scope
            else canonical(a, names, depth)
            for i, a in enumerate(args)
        ),
    )


def same(a: Expr, b: Expr) -> bool:
    """Equality up to the names of bound variables."""
    if a == b:
        return True
    (names, binds, parts), (others, also, more) = _free(a), _free(b)
    if not binds or not also or names != others:
        spend(parts + more)
        return False
    return canonical(a) == canonical(b)


def subexpressions(e: Expr) -> Iterator[Expr]:
    """`e` and everything inside it, outermost first."""
    spend()
    yield e
    for a in operands(e):
        yield from subexpressions(a)


def conjunction(parts: list[Expr]) -> Expr:
    """The parts joined by `and`; a single part is itself, no part is true."""
    return TRUE if not parts else parts[0] if len(parts) == 1 else ("and", *parts)


def negation(p: Expr) -> Expr:
    """The negation of a formula, pushed through connectives and quantifiers down to relations."""
    spend()
    op, args = head(p), operands(p)
    flipped = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
    if op in flipped:
        return (flipped[op], *args)
    if op == "true" or op == "false":
        return FALSE if op == "true" else TRUE
    if op == "not":
        return args[0]
    if op == "and" or op == "or":
        return ("or" if op == "and" else "and", *(negation(a) for a in args))
    if op == "implies":
        return ("and", args[0], negation(args[1]))
    if op == "forall" or op == "exists":
        return ("exists" if op == "forall" else "forall", args[0], args[1], negation(args[2]))
    return ("not", p)


@dataclass(frozen=True)
class Statement:
    """A claim as the kernel sees it: for all `variables` that satisfy every `given`, `goal` holds.

    `variables`: (name, sort) in order; a sort may mention earlier integer names.
    `given`: (label, formula), the domains' own conditions first.
    """

    variables: tuple[tuple[str, Expr], ...]
    given: tuple[tuple[str, Expr], ...]
    goal: Expr

    def closed(self) -> Expr:
        """The statement as one closed formula."""
        body = self.goal
        if self.given:
            body = ("implies", conjunction([f for _, f in self.given]), body)
        for name, sort in reversed(self.variables):
            body = ("forall", name, sort, body)
        return body

    def digest(self) -> str:
        """The SHA-256 of the meaning: unchanged when a variable, bound or quantified outside, is renamed."""
        text = json.dumps(to_json(canonical(self.closed())), separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {
            "variables": [[n, to_json(s)] for n, s in self.variables],
            "given": [[n, to_json(f)] for n, f in self.given],
            "goal": to_json(self.goal),
        }

    @staticmethod
    def from_json(data: Any) -> Statement:
        """Raises `Malformed` where `data` is not the JSON form of a statement."""
        try:
            return Statement(
                tuple((str(n), from_json(s)) for n, s in data["variables"]),
                tuple((str(n), from_json(f)) for n, f in data["given"]),
                from_json(data["goal"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, Malformed):
                raise
            raise Malformed(f"not a statement: {error}") from None
