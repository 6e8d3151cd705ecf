"""The shape of each operation with a head in the kernel: one small rule a head."""

from __future__ import annotations

from collections.abc import Callable

from verifier.kernel.terms.expr import OUTCOME, Expr
from verifier.language.typing import typing as t
from verifier.language.typing.sizes import constant, same_size

Rule = Callable[[tuple[Expr, ...], t.Sorts], t.Shape]


def _sum(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = t.value(e[1], sorts, f"the operation {e[0]}")
    for a in e[2:]:
        other = t.value(a, sorts, f"the operation {e[0]}")
        if not t.conform(shape, other):
            sign = "plus" if e[0] == "+" else "minus"
            raise t.IllTyped(f"{t.show(e)}: {t.describe(shape)} {sign} {t.describe(other)}")
    return shape


def _product(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = t.value(e[1], sorts, "a product")
    for i, a in enumerate(e[2:], 2):
        other = t.value(a, sorts, "a product")
        if shape[0] == "matrix" and other[0] == "matrix":
            if not same_size(shape[2], other[1]):
                so_far = e[: i + 1]
                raise t.IllTyped(f"{t.show(so_far)}: {t.describe(shape)} times {_one(other)}")
            shape = t.matrix(shape[1], other[2])
        elif other[0] == "matrix":
            shape = other
    return shape


def _one(shape: t.Shape) -> str:
    return t.describe(shape).replace("a matrix", "one")


def _neg(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    return t.value(e[1], sorts, "a minus sign")


def _quotient(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = t.value(e[1], sorts, "a quotient")
    t.scalar(e[2], sorts, "a denominator")
    return shape


def _square(e: Expr, sorts: t.Sorts, what: str) -> t.Shape:
    shape = t.value(e, sorts, what)
    if shape[0] == "matrix" and not same_size(shape[1], shape[2]):
        raise t.IllTyped(f"{what} needs a square matrix, {t.show(e)} is {t.describe(shape)}")
    return shape


def _power(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = _square(e[1], sorts, "a power")
    t.scalar(e[2], sorts, "an exponent")
    if shape[0] == "matrix":
        t.integer(e[2], sorts, "the exponent of a matrix")
        fixed = constant(e[2])
        if fixed is not None and fixed < 0:
            raise t.IllTyped(f"{t.show(e)}: the exponent of a matrix is negative; write inverse(...)")
    return shape


def _scalars(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    for a in e[1:]:
        t.scalar(a, sorts, f"the function {e[0]}")
    return t.SCALAR


def _integers(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    for a in e[1:]:
        t.integer(a, sorts, f"an argument of {e[0]}")
    return t.SCALAR


def _transpose(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = t.value(e[1], sorts, "a transpose")
    return ("matrix", shape[2], shape[1]) if shape[0] == "matrix" else shape


def _trace(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    _square(e[1], sorts, str(e[0]))
    return t.SCALAR


def _inverse(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    return _square(e[1], sorts, "inverse")


def _size(n: Expr, sorts: t.Sorts) -> Expr:
    t.check_sort(("matrix", n, n), sorts)
    return n


def _eye(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    return t.matrix(_size(e[1], sorts), e[1])


def _zeros(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    return t.matrix(_size(e[1], sorts), _size(e[2], sorts))


def _basis(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    _size(e[1], sorts)
    _index(e[2], e[1], e, sorts)
    return t.matrix(e[1], 1)


def _index(i: Expr, n: Expr, e: Expr, sorts: t.Sorts) -> None:
    t.integer(i, sorts, "an index")
    low, room = constant(i), constant(("-", n, i))
    if (low is not None and low < 0) or (room is not None and room <= 0):
        raise t.IllTyped(f"{t.show(e)}: the index {t.show(i)} is outside 0, ..., {t.show(n)} - 1")


def _entry(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = t.value(e[1], sorts, "an entry")
    rows, columns = (shape[1], shape[2]) if shape[0] == "matrix" else (1, 1)
    _index(e[2], rows, e, sorts)
    _index(e[3], columns, e, sorts)
    return t.SCALAR


def _matrix(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    width = None
    for row in e[1:]:
        if not isinstance(row, tuple) or row[0] != "row" or (width is not None and len(row) - 1 != width):
            raise t.IllTyped("the rows of a matrix must have the same length")
        width = len(row) - 1
        for a in row[1:]:
            t.scalar(a, sorts, "an entry of a matrix")
    return t.matrix(len(e) - 1, width or 0)


def _row(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    raise t.IllTyped("a row stands outside a matrix")


def _at(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = t.shape_of(e[1], sorts)
    if isinstance(e[2], str) and sorts.get(e[2]) == OUTCOME:  # of a random variable
        return shape
    if shape[0] == "curve":
        t.scalar(e[2], sorts, "the time of a curve")
        return t.shape_of_sort(shape[1])
    if shape[0] == "function":
        argument, wanted = t.value(e[2], sorts, "the argument of a function"), t.shape_of_sort(shape[1])
        if not t.conform(argument, wanted):
            what = f"{t.show(e[1])} is a function of {t.describe(wanted)}, not of {t.describe(argument)}"
            raise t.IllTyped(f"{t.show(e)}: {what}")
        return t.shape_of_sort(shape[2])
    if shape[0] != "sequence":
        hint = "; an entry of a matrix has two indices" if shape[0] == "matrix" else ""
        raise t.IllTyped(f"{t.show(e)}: {t.show(e[1])} is {t.describe(shape)}, not a sequence{hint}")
    t.integer(e[2], sorts, "the index of a sequence")
    return t.shape_of_sort(shape[1])


def _rate(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    shape = t.shape_of(e[1], sorts)
    if shape[0] != "curve":
        raise t.IllTyped(f"{t.show(e)}: {t.show(e[1])} is {t.describe(shape)}, not a curve, and has no derivative")
    t.scalar(e[2], sorts, "the time of a curve")
    return t.shape_of_sort(shape[1])


def _grad(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    sort = sorts.get(e[3]) if isinstance(e[3], str) else None
    if not isinstance(sort, tuple) or sort[0] not in ("real", "matrix"):
        raise t.IllTyped(f"a gradient is taken with respect to a real or matrix variable, not {t.show(e[3])}")
    t.scalar(e[1], t.within(sorts, str(e[2]), sort), "a gradient")
    return t.shape_of_sort(sort)


def _expect(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    return t.settled(e[1], sorts, str(e[2]), OUTCOME, "an expectation")


def _indexed(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    for end in e[3:]:
        t.integer(end, sorts, f"an end of a {e[0]}")
    if e[0] == "product":
        _square(e[1], t.within(sorts, str(e[2]), t.INDEX), "a product")
    return t.settled(e[1], sorts, str(e[2]), t.INDEX, f"a {e[0]}")


def _tends(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    body = t.settled(e[1], sorts, str(e[2]), t.INDEX, "a limit")
    limit = t.value(e[3], sorts, "a limit")
    if not t.conform(body, limit):
        raise t.IllTyped(f"{t.show(e)}: {t.describe(body)} tends to {t.describe(limit)}")
    return t.TRUTH


def _quantifier(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    t.check_sort(e[2], sorts)
    return t.truth(e[3], t.within(sorts, str(e[1]), e[2]), f"{e[0]}")


def _connective(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    for a in e[1:]:
        t.truth(a, sorts, f"{e[0]}")
    return t.TRUTH


RULES: dict[str, Rule] = {
    "+": _sum, "-": _sum, "neg": _neg, "*": _product, "/": _quotient, "^": _power, "mod": _integers,
    "abs": _scalars, "sqrt": _scalars, "floor": _scalars, "min": _scalars, "max": _scalars,
    "T": _transpose, "trace": _trace, "det": _trace, "inverse": _inverse, "eye": _eye, "zeros": _zeros,
    "basis": _basis, "entry": _entry, "matrix": _matrix, "row": _row, "at": _at, "rate": _rate, "delta": _integers,
    "grad": _grad, "expect": _expect, "sum": _indexed, "product": _indexed, "tends": _tends,
    "forall": _quantifier, "exists": _quantifier, "and": _connective, "or": _connective,
    "not": _connective, "implies": _connective, "true": _connective, "false": _connective,
}  # fmt: skip
