"""Where a term is continuous and where differentiable: the one judgement that every rule asks.

`conditions` looks at the form of a term and at `function_table`, and gives formulas that remain to
be shown.  Nothing is continuous that is not named here: what is made from continuous parts by +, -,
*, /, powers, roots, absolute values, extrema, finite sums over a fixed range, functions of the
table, curves, and matrix operations that are polynomials of the entries.  Sequences and functions
of matrices have no continuity, and the derivative of a curve need not have any.

* On a set: where the conditions of continuity hold at every point of a set, the term is continuous
  relative to it.
* Nearby: where the conditions of `nearby` hold at a point, they hold in a neighbourhood, on which
  the term is continuous.  They are the strict forms; the terms that they compare are continuous.
* Where the conditions for differentiability hold, they hold nearby as well, and the term is
  differentiable there, with the derivative of `derivative`; where nothing but numbers and functions
  of the table goes in, as often as one likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.facts.function_table import FUNCTIONS, formula
from verifier.kernel.terms.binding import bind, free_names, negation, new_name, opened, operands, substitute
from verifier.kernel.terms.expr import BINDERS, INTEGER, RELATIONS, TRUE, Expr, conjunction, head

Sorts: TypeAlias = Mapping[str, Expr]
NOTHING: Sorts = MappingProxyType({})


def moving(sorts: Sorts) -> Sorts:
    """What most rules tell of the names in scope; integers only where there are curves."""
    if any(head(sort) == "curve" for sort in sorts.values()):
        return sorts
    return {n: sort for n, sort in sorts.items() if head(sort) != "integer"}


def conditions(e: Expr, x: str | frozenset[str], inner: bool, sorts: Sorts = NOTHING) -> list[Expr]:
    """Formulas under which a term is continuous in x (with `inner`: differentiable).

    x may be several names: then it is continuous in all of them together.  `sorts` tells which
    names are integers, so that their powers need no positive base, which are curves, and which are
    matrices, whose powers have another derivative; terms with matrices need all names told.
    Raises `Unknown` where nothing is known.
    """
    xs = frozenset((x,)) if isinstance(x, str) else x
    if not isinstance(e, tuple) or xs.isdisjoint(free_names(e)):
        return []
    op = e[0]
    if op == "sum":
        j = new_name()
        body, lo, hi = opened(e, j)
        if not xs.isdisjoint(free_names(lo) | free_names(hi)):
            raise Unknown("a sum whose range depends on what moves")
        each = conditions(body, xs, inner, {**sorts, j: INTEGER})
        return [bind("forall", j, ("integer", lo, hi), conjunction(each))] if each else []
    if op in BINDERS:
        raise Unknown(f"whether {op!r} is continuous is not known")
    args = operands(e)
    if op == "fn" and args[0] == "Piecewise":
        return _pieces(args[1:], xs, inner, sorts)
    if op in ("at", "rate"):
        curve_of(e, sorts)
        return conditions(args[1], xs, inner, sorts)
    if op == "entry":
        fixed_place(e, xs, sorts)
        return conditions(args[0], xs, inner, sorts)
    if op in ("matrix", "row", "det", "inverse") and inner:
        raise Unknown(f"the derivative of {op!r}")
    below = [f for a in args for f in conditions(a, xs, inner, sorts)]
    if op in ("T", "trace", "det", "inverse") and not free_names(e) <= xs | sorts.keys():
        raise Unknown("a matrix of names that nobody has told about")
    if op in ("+", "-", "neg", "*", "T", "trace", "matrix", "row", "det"):
        return below
    if op == "inverse":
        return [*below, ("!=", ("det", args[0]), 0)]
    if op in ("abs", "min", "max"):
        apart: Expr = ("!=", args[0], args[1] if op != "abs" else 0)
        return [*below, apart] if inner else below
    if op == "/":
        return [*below, ("!=", args[1], 0)]
    if op == "sqrt":
        return [*below, (">" if inner else ">=", args[0], 0)]
    if op == "^":
        return [*below, *_power(args[0], args[1], xs, inner, sorts)]
    if op == "fn" and len(args) == 2 and args[0] in FUNCTIONS:
        known = FUNCTIONS[str(args[0])]
        where = known.smooth if inner and known.smooth is not None else known.continuous
        if where is not None:
            found = [substitute(f, {"a": args[1]}) for f in formula(where)]
            return [*below, *((_open(f, xs) for f in found) if inner else found)]
    raise Unknown(f"whether {op if op != 'fn' else args[0]!r:.40} is continuous is not known")


def nearby(e: Expr, xs: frozenset[str], sorts: Sorts) -> list[Expr]:
    """Formulas that at a point mean that a term is continuous there and around."""
    return [_open(f, xs) for f in conditions(e, xs, False, sorts)]


def _power(base: Expr, exponent: Expr, xs: frozenset[str], inner: bool, sorts: Sorts) -> list[Expr]:
    """A number with a fixed integer exponent, or a positive one; a matrix to a natural power."""
    n, fixed = whole(exponent), xs.isdisjoint(free_names(exponent))
    if perhaps_matrix(base, sorts):
        if not fixed or not _integral(exponent, sorts):
            raise Unknown("a power of a matrix whose exponent is no fixed integer")
        return [] if n is not None and n >= 0 else [(">=", exponent, 0)]
    if n is not None:
        return [] if n >= 0 else [("!=", base, 0)]
    if fixed and _integral(exponent, sorts):
        return [("or", (">=", exponent, 0), ("!=", base, 0))]
    if fixed and not inner:
        return [("or", (">", base, 0), ("and", (">=", base, 0), (">", exponent, 0)))]
    return [(">", base, 0)]


def _pieces(args: tuple[Expr, ...], xs: frozenset[str], inner: bool, sorts: Sorts) -> list[Expr]:
    """Of v1, c1, v2, c2, ...: apart from borders of cases each value is, where it is taken."""
    found: list[Expr] = []
    before: list[Expr] = []
    for value, case in zip(args[::2], args[1::2], strict=True):
        if case != TRUE:
            if head(case) not in RELATIONS:
                raise Unknown("cases that are no relations")
            sides = [f for side in operands(case) for f in conditions(side, xs, False, sorts)]
            found += [_open(f, xs) for f in sides] if inner else sides
            if not xs.isdisjoint(free_names(case)):
                found.append(("!=", *operands(case)))
        needed = conditions(value, xs, inner, sorts)
        if needed:
            here = conjunction([*before, case])
            found.append(
                conjunction(needed) if here == TRUE else ("implies", here, conjunction(needed))
            )
        before.append(negation(case))
    # nothing is known where no case holds
    return found if args[-1] == TRUE else [*found, ("or", *args[1::2])]


def _open(p: Expr, xs: frozenset[str]) -> Expr:
    """A condition that holds nearby where it holds: its relations in what moves are strict."""
    if xs.isdisjoint(free_names(p)):
        return p
    op = head(p)
    if op == "forall":
        j = new_name()
        sort, body = opened(p, j)
        return bind("forall", j, sort, _open(body, xs))
    args = operands(p)
    if op in ("and", "or"):
        return (op, *(_open(a, xs) for a in args))
    if op == "implies":
        return (op, args[0], _open(args[1], xs))
    return (op[0], *args) if op in ("<=", ">=") else p


def whole(exponent: Expr) -> int | None:
    """The value of an exponent that is a literal integer."""
    if isinstance(exponent, int):
        return exponent
    if head(exponent) == "neg" and isinstance(operands(exponent)[0], int):
        return -operands(exponent)[0]  # type: ignore[operator]
    return None


def _integral(e: Expr, sorts: Sorts) -> bool:
    """Whether an exponent is an integer expression in integer variables."""
    try:
        return all(head(sorts.get(n, 0)) == "integer" for n in index_of(e).names())
    except Unknown:
        return False


_SCALARS = ("trace", "det", "entry", "abs", "sqrt", "floor", "min", "max", "mod", "delta")


def perhaps_matrix(e: Expr, sorts: Sorts) -> bool:
    """Whether a term may be a matrix that is no number; a 1-by-1 product may be taken for one."""
    if isinstance(e, int):
        return False
    op = head(e)
    if op in BINDERS:
        return op not in ("sum", "product") or perhaps_matrix(opened(e, new_name())[0], sorts)
    args = operands(e)
    if isinstance(e, str) or op in ("at", "rate"):
        while isinstance(e, tuple):
            e = operands(e)[0]
        sort = sorts.get(str(e), 0)
        while head(sort) in ("sequence", "curve", "function", "random"):
            sort = operands(sort)[-1]
        return head(sort) == "matrix"
    if op == "fn" and args[0] == "Piecewise":
        return any(perhaps_matrix(a, sorts) for a in args[1::2])
    if op == "fn" and args[0] in ("diff", "integrate", "limit", "Sum", "Product"):
        return True  # of the shape of what stands inside, which is not looked into
    if op in ("eye", "zeros", "basis", "matrix", "inverse", "T"):
        return True
    return op not in _SCALARS and op != "fn" and any(perhaps_matrix(a, sorts) for a in args)


def curve_of(e: Expr, sorts: Sorts | None) -> Expr:
    """The name of the curve in ``("at", name, time)``, which alone is differentiable."""
    name = operands(e)[0]
    if sorts is None or head(e) != "at" or head(sorts.get(name, 0)) != "curve":  # type: ignore[arg-type]
        raise Unknown("the derivative of something that is no curve")
    return name


def fixed_place(e: Expr, xs: frozenset[str], sorts: Sorts | None) -> None:
    """An entry moves as its matrix does, where its place stays and the matrix is known."""
    matrix, *place = operands(e)
    told = sorts is not None and free_names(matrix) <= xs | sorts.keys()
    if not told or not all(xs.isdisjoint(free_names(i)) for i in place):
        raise Unknown("an entry whose place moves, or of a matrix that nobody has told about")
