"""Types of expressions: scalars, matrices with their sizes, sequences, statements.

A statement that does not type is ill-posed.  Sizes that agree only under a hypothesis do not conform.  Each operation
with a head in the kernel has one small rule; the functions without one (exp, sin, diff, Piecewise, ...) share one.
"""

from __future__ import annotations

from collections.abc import Callable

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import HEADS, OUTCOME, RELATIONS, Expr
from verifier.language.errors import one_line
from verifier.language.named import fresh, substitute
from verifier.language.text.vocabulary import CONSTANTS, OO, SCALAR_FUNCTIONS
from verifier.language.typing.kinds import (
    INDEX,
    SCALAR,
    TRUTH,
    Shape,
    Sorts,
    conform,
    describe,
    is_integer,
    matrix,
    shape_of_sort,
    show,
    within,
)
from verifier.language.typing.sizes import constant, same_size

Rule = Callable[[tuple[Expr, ...], Sorts], Shape]

_SORTS = ("real", "complex", "integer", "matrix", "sequence", "curve", "function", "random")
_EXTENDED = ("limit", "integrate", "Sum", "Product")


class IllTyped(ValueError):
    """The expression has no meaning: one line says where and why."""


def shape_of(e: Expr, sorts: Sorts) -> Shape:
    """``("scalar",)``, ``("matrix", m, n)``, ``("sequence", sort)`` or ``("truth",)``.

    Raises `IllTyped` at the first clash.
    """
    if isinstance(e, int):
        return SCALAR
    if isinstance(e, str):
        if e not in sorts:
            raise IllTyped(f"undeclared symbol {one_line(e, 40)}")
        return shape_of_sort(sorts[e])
    op = e[0]
    if op in RELATIONS:
        return _relation(e, sorts)
    if op == "fn":
        return _function(e, sorts)
    rule = RULES.get(str(op))
    if rule is None:
        raise IllTyped(f"{one_line(op, 40)} is no operation")
    arity = HEADS[str(op)]
    if (arity is None and len(e) < 2) or (arity is not None and len(e) != arity + 1):
        raise IllTyped(f"{op} does not take {len(e) - 1} arguments")
    return rule(e, sorts)


def scalar(e: Expr, sorts: Sorts, what: str) -> Shape:
    """Demand a number; raises `IllTyped` that says `what` needs one."""
    if e == OO or e == ("neg", OO):
        raise IllTyped(f"{what} needs a number, {show(e)} is none")
    shape = shape_of(e, sorts)
    if shape != SCALAR:
        raise IllTyped(f"{what} needs a number, {show(e)} is {describe(shape)}")
    return SCALAR


def truth(e: Expr, sorts: Sorts, what: str) -> Shape:
    """Demand a statement."""
    shape = shape_of(e, sorts)
    if shape != TRUTH:
        raise IllTyped(f"{what} needs a statement, {show(e)} is {describe(shape)}")
    return TRUTH


def value(e: Expr, sorts: Sorts, what: str) -> Shape:
    """Demand a number or a matrix."""
    if e == OO or e == ("neg", OO):
        raise IllTyped(f"{what} needs a number or a matrix, {show(e)} is none")
    shape = shape_of(e, sorts)
    if shape[0] not in ("scalar", "matrix"):
        raise IllTyped(f"{what} needs a number or a matrix, {show(e)} is {describe(shape)}")
    return shape


def settled(e: Expr, sorts: Sorts, name: str, sort: Expr, what: str) -> Shape:
    """The shape of a body, which must be one for all values of its bound name."""
    shape = value(e, within(sorts, name, sort), what)
    other = fresh(name, frozenset().union(frozenset((name,)), *map(free_names, shape[1:])))
    if not all(same_size(n, substitute(n, {name: other})) for n in shape[1:]):
        raise IllTyped(f"{what} needs one shape, {show(e)} is {describe(shape)}")
    return shape


def integer(e: Expr, sorts: Sorts, what: str) -> None:
    """Demand an integer-valued expression."""
    scalar(e, sorts, what)
    if not is_integer(e, sorts):
        raise IllTyped(f"{what} must be an integer, {show(e)} need not be one")


def check_sort(sort: Expr, sorts: Sorts) -> None:
    """Raises `IllTyped` for a sort whose sizes or ends are no integers, or negative numbers."""
    if not isinstance(sort, tuple) or sort[0] not in _SORTS:
        raise IllTyped(f"{one_line(sort, 40)} is no sort")
    if sort[0] == "integer":
        for end in sort[1:]:
            if end not in ("oo", "-oo"):
                integer(end, sorts, "an end of a range")
    elif sort[0] == "matrix":
        if len(sort) != 3:
            raise IllTyped("a matrix has two sizes")
        for n in sort[1:]:
            integer(n, sorts, "the size of a matrix")
            fixed = constant(n)
            if fixed is not None and fixed < 0:
                raise IllTyped(f"the size of a matrix cannot be {show(n)}")
    elif sort[0] in ("sequence", "random"):
        check_sort(sort[1], sorts)
    elif sort[0] == "curve":
        if not isinstance(sort[1], tuple) or sort[1][0] not in ("real", "matrix"):
            raise IllTyped("a curve runs through real numbers or real matrices")
        check_sort(sort[1], sorts)
    elif sort[0] == "function":
        argument, values = sort[1:]
        if not isinstance(argument, tuple) or argument[0] != "matrix":
            raise IllTyped("a function is one of real matrices")
        if not isinstance(values, tuple) or values[0] not in ("real", "matrix"):
            raise IllTyped("the values of a function are real numbers or real matrices")
        check_sort(argument, sorts)
        check_sort(values, sorts)


def check_types(statement: Statement) -> None:
    """Raises `IllTyped` (one line) at the first clash in the variables, the hypotheses or the goal."""
    sorts: dict[str, Expr] = {}
    for name, sort in statement.variables:
        if name in sorts:
            raise IllTyped(f"{name} is declared twice")
        _inside(f"domain of {name}", check_sort, sort, sorts)
        sorts[name] = sort
    for label, formula in statement.given:
        _inside(f"hypothesis {label}", lambda f, s: truth(f, s, "a hypothesis"), formula, sorts)
    _inside("goal", lambda f, s: truth(f, s, "a goal"), statement.goal, sorts)


def _inside(where: str, check: object, e: Expr, sorts: Sorts) -> None:
    try:
        check(e, dict(sorts))  # type: ignore[operator]
    except IllTyped as error:
        raise IllTyped(one_line(f"{where}: {error}")) from None
    except RecursionError:
        raise IllTyped(f"{where}: nested too deeply") from None


def _relation(e: Expr, sorts: Sorts) -> Shape:
    assert isinstance(e, tuple)
    op, left, right = e
    infinite = [s for s in (left, right) if s == OO or s == ("neg", OO)]
    if infinite:
        for side in (left, right):
            core = side[1] if isinstance(side, tuple) and side[0] == "neg" else side
            limit = isinstance(core, tuple) and core[0] == "fn" and core[1] in _EXTENDED
            if side not in infinite and not limit:
                raise IllTyped(f"{show(e)}: only limits, infinite sums and integrals are compared with oo")
            if side not in infinite:
                shape_of(side, sorts)
        return TRUTH
    a, b = value(left, sorts, f"the relation {op}"), value(right, sorts, f"the relation {op}")
    if op not in ("==", "!="):
        for side in (left, right):
            scalar(side, sorts, f"the relation {op}")
    elif not conform(a, b):
        hint = ""
        if (left == 0 or right == 0) and "matrix" in (a[0], b[0]):
            hint = "; write zeros(m, n) for the zero matrix"
        raise IllTyped(f"{show(e)}: {describe(a)} {op} {describe(b)}{hint}")
    return TRUTH


def _function(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    """The shape of ``("fn", name, arguments...)``.  Raises `IllTyped`."""
    name = str(e[1]) if len(e) > 1 else ""
    args = e[2:]
    if name in CONSTANTS and not args:
        if name == "oo":
            raise IllTyped("oo is not a number")
        return SCALAR
    if name in SCALAR_FUNCTIONS:
        least, most = SCALAR_FUNCTIONS[name]
        if not least <= len(args) <= most:
            raise IllTyped(f"{name} does not take {len(args)} arguments")
        for a in args:
            scalar(a, sorts, f"the function {name}")
        return SCALAR
    if name in ("diff", "integrate", "limit") and len(args) == 3:
        return _analysis(name, args, sorts)
    if name in ("Sum", "Product") and len(args) == 1:
        shape = _abstraction(args[0], sorts, name)
        if name == "Product" and shape != SCALAR:
            raise IllTyped("an infinite product needs numbers")
        return shape
    if name == "Piecewise" and args and len(args) % 2 == 0:
        shape = value(args[0], sorts, "Piecewise")
        for v, c in zip(args[::2], args[1::2], strict=True):
            truth(c, sorts, "a condition of Piecewise")
            if not conform(shape, value(v, sorts, "Piecewise")):
                raise IllTyped(f"the pieces of {show(e)} have different shapes")
        return shape
    if name == "norm2" and len(args) == 1:
        value(args[0], sorts, "norm2")
        return SCALAR
    raise IllTyped(f"undefined function {name[:40]!r} of {len(args)} arguments")


def _abstraction(f: Expr, sorts: Sorts, what: str) -> Shape:
    if not isinstance(f, tuple) or f[0] != "forall" or len(f) != 4:
        raise IllTyped(f"{what} needs a function of one variable")
    check_sort(f[2], sorts)
    return settled(f[3], sorts, str(f[1]), f[2], what)


def _analysis(name: str, args: tuple[Expr, ...], sorts: Sorts) -> Shape:
    f, first, second = args
    shape = _abstraction(f, sorts, name)
    if name == "diff":
        scalar(first, sorts, "the point of a derivative")
        if not isinstance(second, int) or second < 1:
            raise IllTyped("the order of a derivative is a number from 1")
        return shape
    for end in (first,) if name == "limit" else (first, second):
        if end not in (OO, ("neg", OO)):
            scalar(end, sorts, f"an end of {name}")
    return shape


def _sum(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = value(e[1], sorts, f"the operation {e[0]}")
    for a in e[2:]:
        other = value(a, sorts, f"the operation {e[0]}")
        if not conform(shape, other):
            sign = "plus" if e[0] == "+" else "minus"
            raise IllTyped(f"{show(e)}: {describe(shape)} {sign} {describe(other)}")
    return shape


def _product(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = value(e[1], sorts, "a product")
    for i, a in enumerate(e[2:], 2):
        other = value(a, sorts, "a product")
        if shape[0] == "matrix" and other[0] == "matrix":
            if not same_size(shape[2], other[1]):
                so_far = e[: i + 1]
                raise IllTyped(f"{show(so_far)}: {describe(shape)} times {_one(other)}")
            shape = matrix(shape[1], other[2])
        elif other[0] == "matrix":
            shape = other
    return shape


def _one(shape: Shape) -> str:
    return describe(shape).replace("a matrix", "one")


def _neg(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    return value(e[1], sorts, "a minus sign")


def _quotient(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = value(e[1], sorts, "a quotient")
    scalar(e[2], sorts, "a denominator")
    return shape


def _square(e: Expr, sorts: Sorts, what: str) -> Shape:
    shape = value(e, sorts, what)
    if shape[0] == "matrix" and not same_size(shape[1], shape[2]):
        raise IllTyped(f"{what} needs a square matrix, {show(e)} is {describe(shape)}")
    return shape


def _power(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = _square(e[1], sorts, "a power")
    scalar(e[2], sorts, "an exponent")
    if shape[0] == "matrix":
        integer(e[2], sorts, "the exponent of a matrix")
        fixed = constant(e[2])
        if fixed is not None and fixed < 0:
            raise IllTyped(f"{show(e)}: the exponent of a matrix is negative; write inverse(...)")
    return shape


def _scalars(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    for a in e[1:]:
        scalar(a, sorts, f"the function {e[0]}")
    return SCALAR


def _integers(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    for a in e[1:]:
        integer(a, sorts, f"an argument of {e[0]}")
    return SCALAR


def _transpose(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = value(e[1], sorts, "a transpose")
    return ("matrix", shape[2], shape[1]) if shape[0] == "matrix" else shape


def _trace(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    _square(e[1], sorts, str(e[0]))
    return SCALAR


def _inverse(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    return _square(e[1], sorts, "inverse")


def _size(n: Expr, sorts: Sorts) -> Expr:
    check_sort(("matrix", n, n), sorts)
    return n


def _eye(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    return matrix(_size(e[1], sorts), e[1])


def _zeros(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    return matrix(_size(e[1], sorts), _size(e[2], sorts))


def _basis(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    _size(e[1], sorts)
    _index(e[2], e[1], e, sorts)
    return matrix(e[1], 1)


def _index(i: Expr, n: Expr, e: Expr, sorts: Sorts) -> None:
    integer(i, sorts, "an index")
    low, room = constant(i), constant(("-", n, i))
    if (low is not None and low < 0) or (room is not None and room <= 0):
        raise IllTyped(f"{show(e)}: the index {show(i)} is outside 0, ..., {show(n)} - 1")


def _entry(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = value(e[1], sorts, "an entry")
    rows, columns = (shape[1], shape[2]) if shape[0] == "matrix" else (1, 1)
    _index(e[2], rows, e, sorts)
    _index(e[3], columns, e, sorts)
    return SCALAR


def _matrix(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    width = None
    for row in e[1:]:
        if not isinstance(row, tuple) or row[0] != "row" or (width is not None and len(row) - 1 != width):
            raise IllTyped("the rows of a matrix must have the same length")
        width = len(row) - 1
        for a in row[1:]:
            scalar(a, sorts, "an entry of a matrix")
    return matrix(len(e) - 1, width or 0)


def _row(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    raise IllTyped("a row stands outside a matrix")


def _at(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = shape_of(e[1], sorts)
    if isinstance(e[2], str) and sorts.get(e[2]) == OUTCOME:  # of a random variable
        return shape
    if shape[0] == "curve":
        scalar(e[2], sorts, "the time of a curve")
        return shape_of_sort(shape[1])
    if shape[0] == "function":
        argument, wanted = value(e[2], sorts, "the argument of a function"), shape_of_sort(shape[1])
        if not conform(argument, wanted):
            what = f"{show(e[1])} is a function of {describe(wanted)}, not of {describe(argument)}"
            raise IllTyped(f"{show(e)}: {what}")
        return shape_of_sort(shape[2])
    if shape[0] != "sequence":
        hint = "; an entry of a matrix has two indices" if shape[0] == "matrix" else ""
        raise IllTyped(f"{show(e)}: {show(e[1])} is {describe(shape)}, not a sequence{hint}")
    integer(e[2], sorts, "the index of a sequence")
    return shape_of_sort(shape[1])


def _rate(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    shape = shape_of(e[1], sorts)
    if shape[0] != "curve":
        raise IllTyped(f"{show(e)}: {show(e[1])} is {describe(shape)}, not a curve, and has no derivative")
    scalar(e[2], sorts, "the time of a curve")
    return shape_of_sort(shape[1])


def _grad(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    sort = sorts.get(e[3]) if isinstance(e[3], str) else None
    if not isinstance(sort, tuple) or sort[0] not in ("real", "matrix"):
        raise IllTyped(f"a gradient is taken with respect to a real or matrix variable, not {show(e[3])}")
    scalar(e[1], within(sorts, str(e[2]), sort), "a gradient")
    return shape_of_sort(sort)


def _expect(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    return settled(e[1], sorts, str(e[2]), OUTCOME, "an expectation")


def _indexed(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    for end in e[3:]:
        integer(end, sorts, f"an end of a {e[0]}")
    if e[0] == "product":
        _square(e[1], within(sorts, str(e[2]), INDEX), "a product")
    return settled(e[1], sorts, str(e[2]), INDEX, f"a {e[0]}")


def _tends(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    body = settled(e[1], sorts, str(e[2]), INDEX, "a limit")
    limit = value(e[3], sorts, "a limit")
    if not conform(body, limit):
        raise IllTyped(f"{show(e)}: {describe(body)} tends to {describe(limit)}")
    return TRUTH


def _quantifier(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    check_sort(e[2], sorts)
    return truth(e[3], within(sorts, str(e[1]), e[2]), f"{e[0]}")


def _connective(e: tuple[Expr, ...], sorts: Sorts) -> Shape:
    for a in e[1:]:
        truth(a, sorts, f"{e[0]}")
    return TRUTH


RULES: dict[str, Rule] = {
    "+": _sum, "-": _sum, "neg": _neg, "*": _product, "/": _quotient, "^": _power, "mod": _integers,
    "abs": _scalars, "sqrt": _scalars, "floor": _scalars, "min": _scalars, "max": _scalars,
    "T": _transpose, "trace": _trace, "det": _trace, "inverse": _inverse, "eye": _eye, "zeros": _zeros,
    "basis": _basis, "entry": _entry, "matrix": _matrix, "row": _row, "at": _at, "rate": _rate, "delta": _integers,
    "grad": _grad, "expect": _expect, "sum": _indexed, "product": _indexed, "tends": _tends,
    "forall": _quantifier, "exists": _quantifier, "and": _connective, "or": _connective,
    "not": _connective, "implies": _connective, "true": _connective, "false": _connective,
}  # fmt: skip
