"""Types of expressions: scalars, matrices with their sizes, sequences, statements.

A statement that does not type is ill-posed.  A one-by-one matrix is a scalar.  Sizes agree when they are
the same polynomial in the integer variables; sizes that agree only under a hypothesis do not conform.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import HEADS, RELATIONS, Expr
from verifier.language.errors import one_line
from verifier.language.named import fresh, substitute
from verifier.language.text.vocabulary import OO
from verifier.language.typing.sizes import constant, same_size

Sorts: TypeAlias = Mapping[str, Expr]
Shape: TypeAlias = tuple[Expr, ...]

SCALAR: Shape = ("scalar",)
TRUTH: Shape = ("truth",)
INDEX: Expr = ("integer", "-oo", "oo")
_SORTS = ("real", "complex", "integer", "matrix", "sequence", "curve", "function", "random")
_COUNTING = ("factorial", "binomial", "stirling1", "stirling2", "bell", "fibonacci", "ceiling")
_EXTENDED = ("limit", "integrate", "Sum", "Product")


class IllTyped(ValueError):
    """The expression has no meaning: one line says where and why."""


def show(e: Expr) -> str:
    from verifier.language.text.printing import to_text  # only needed in errors

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
        from verifier.language.typing.typing_functions import function_shape

        return function_shape(e, sorts)
    from verifier.language.typing.typing_rules import RULES  # the rules call back into this module

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
