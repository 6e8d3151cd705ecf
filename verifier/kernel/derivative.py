"""Derivatives of real terms, the conditions under which they hold, and the mean value theorem as a rule.

``derivative`` and ``continuity`` only look at the form of a term.  Their conditions are formulas in the
variable; a term is continuous on an interval, relative to it, where all conditions of `continuity` hold there,
and differentiable at an inner point where those of `smoothness` hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from verifier.kernel.expr import (
    INTEGER,
    RELATIONS,
    TRUE,
    Expr,
    conjunction,
    free_names,
    fresh,
    head,
    negation,
    operands,
    substitute,
)
from verifier.kernel.field import is_real, is_real_curve
from verifier.kernel.integers import Unknown, index_of
from verifier.kernel.logic import Checker, Node, Rejected, Sequent, as_less

_PI: Expr = ("fn", "pi")


def _fn(name: str, *args: Expr) -> Expr:
    return ("fn", name, *args)


def _slope(name: str, u: Expr) -> Expr:
    """The derivative of a function of one argument, at u.  Raises `Unknown` for functions without a line here."""
    square: Expr = ("^", u, 2)
    table: dict[str, Expr] = {
        "exp": _fn("exp", u),
        "log": ("/", 1, u),
        "sin": _fn("cos", u),
        "cos": ("neg", _fn("sin", u)),
        "tan": ("+", 1, ("^", _fn("tan", u), 2)),
        "cot": ("neg", ("+", 1, ("^", _fn("cot", u), 2))),
        "sec": ("*", _fn("sec", u), _fn("tan", u)),
        "csc": ("neg", ("*", _fn("csc", u), _fn("cot", u))),
        "asin": ("/", 1, ("sqrt", ("-", 1, square))),
        "acos": ("neg", ("/", 1, ("sqrt", ("-", 1, square)))),
        "atan": ("/", 1, ("+", 1, square)),
        "acot": ("neg", ("/", 1, ("+", 1, square))),
        "sinh": _fn("cosh", u),
        "cosh": _fn("sinh", u),
        "tanh": ("-", 1, ("^", _fn("tanh", u), 2)),
        "coth": ("-", 1, ("^", _fn("coth", u), 2)),
        "sech": ("neg", ("*", _fn("sech", u), _fn("tanh", u))),
        "csch": ("neg", ("*", _fn("csch", u), _fn("coth", u))),
        "asinh": ("/", 1, ("sqrt", ("+", 1, square))),
        "acosh": ("/", 1, ("sqrt", ("-", square, 1))),
        "atanh": ("/", 1, ("-", 1, square)),
        "erf": ("/", ("*", 2, _fn("exp", ("neg", square))), ("sqrt", _PI)),
        "erfc": ("neg", ("/", ("*", 2, _fn("exp", ("neg", square))), ("sqrt", _PI))),
        "gamma": ("*", _fn("gamma", u), _fn("digamma", u)),
        "loggamma": _fn("digamma", u),
        "lambertw": ("/", 1, ("*", _fn("exp", _fn("lambertw", u)), ("+", 1, _fn("lambertw", u)))),
        "sign": 0,
        "cbrt": ("/", 1, ("*", 3, ("^", _fn("cbrt", u), 2))),
    }
    if name not in table:
        raise Unknown(f"no derivative of {name!r:.40} is known")
    return table[name]


def _domain(name: str, u: Expr, inner: bool) -> list[Expr]:
    """Where a function of one argument is continuous; with `inner`, where it is differentiable."""
    if name in ("exp", "sin", "cos", "atan", "sinh", "cosh", "tanh", "sech", "asinh", "erf", "erfc"):
        return []
    if name in ("log", "gamma", "loggamma", "digamma"):
        return [(">", u, 0)]
    if name in ("tan", "sec"):
        return [("!=", _fn("cos", u), 0)]
    if name in ("cot", "csc"):
        return [("!=", _fn("sin", u), 0)]
    if name in ("coth", "csch", "acot", "sign"):
        return [("!=", u, 0)]
    if name in ("asin", "acos"):
        return [("<" if inner else "<=", -1, u), ("<" if inner else "<=", u, 1)]
    if name == "acosh":
        return [(">" if inner else ">=", u, 1)]
    if name == "atanh":
        return [("<", -1, u), ("<", u, 1)]
    if name == "lambertw":
        return [(">" if inner else ">=", u, ("neg", ("/", 1, _fn("E"))))]
    if name == "cbrt":
        return [("!=", u, 0)] if inner else []
    raise Unknown(f"where {name!r:.40} is continuous is not known")


def _whole(exponent: Expr) -> int | None:
    """The value of an exponent that is a literal integer."""
    if isinstance(exponent, int):
        return exponent
    if head(exponent) == "neg" and isinstance(operands(exponent)[0], int):
        return -operands(exponent)[0]  # type: ignore[operator]
    return None


def _integral(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether an exponent is an integer expression in integer variables."""
    try:
        return all(head(sorts.get(n, 0)) == "integer" for n in index_of(e).names())
    except Unknown:
        return False


def _open(p: Expr, x: str) -> Expr:
    """A condition at a point that also holds nearby: the strict form of its relations in x."""
    op, args = head(p), operands(p)
    if x not in free_names(p):
        return p
    if op in ("and", "or"):
        return (op, *(_open(a, x) for a in args))
    if op in ("forall", "implies"):
        return (op, *args[:-1], _open(args[-1], x))
    return (op[0], *args) if op in ("<=", ">=") else p


def _pieces(args: tuple[Expr, ...], x: str, inner: bool, sorts: Mapping[str, Expr]) -> list[Expr]:
    """Of v1, c1, v2, c2, ...: away from the borders of the cases, each value is smooth where its case holds."""
    found: list[Expr] = []
    before: list[Expr] = []
    for value, case in zip(args[::2], args[1::2], strict=True):
        if case != TRUE:
            if head(case) not in RELATIONS:
                raise Unknown("cases that are no relations")
            sides = [f for side in operands(case) for f in conditions(side, x, False, sorts)]
            found += [_open(f, x) for f in sides] if inner else sides
            if x in free_names(case):
                found.append(("!=", *operands(case)))
        needed = conditions(value, x, inner, sorts)
        if needed:
            here = conjunction([*before, case])
            found.append(conjunction(needed) if here == TRUE else ("implies", here, conjunction(needed)))
        before.append(negation(case))
    return found if args[-1] == TRUE else [*found, ("or", *args[1::2])]  # nothing is known where no case holds


def conditions(e: Expr, x: str, inner: bool, sorts: Mapping[str, Expr] = MappingProxyType({})) -> list[Expr]:
    """Formulas under which the term is continuous in x (with `inner`: differentiable).  Raises `Unknown`.

    `sorts` tells which names are integers, so that their powers need no positive base, which are curves, and which are
    matrices, whose powers have another derivative; terms with matrices need all names told.
    """
    if not isinstance(e, tuple) or x not in free_names(e):
        return []
    op, args = e[0], e[1:]
    if op == "sum":
        body, j, lo, hi = args
        if x in free_names(lo) | free_names(hi):
            raise Unknown(f"a sum whose range depends on {x}")
        each = conditions(body, x, inner, {**sorts, str(j): INTEGER})
        return [("forall", j, ("integer", lo, hi), conjunction(each))] if each else []
    if op == "fn" and args[0] == "Piecewise":
        return _pieces(args[1:], x, inner, sorts)
    if op in ("at", "rate"):
        _curve(e, sorts)
        return conditions(args[1], x, inner, sorts)
    if op == "entry":
        _entry(e, x, sorts)
        return conditions(args[0], x, inner, sorts)
    below = [f for a in args for f in conditions(a, x, inner, sorts)]
    if op in ("T", "trace") and not free_names(e) <= {x, *sorts}:
        raise Unknown("a matrix of names that nobody has told about")
    if op in ("+", "-", "neg", "*", "T", "trace"):
        return below
    if op in ("abs", "min", "max"):
        apart: Expr = ("!=", args[0], args[1] if op != "abs" else 0)
        return [*below, apart] if inner else below
    if op == "/":
        return [*below, ("!=", args[1], 0)]
    if op == "sqrt":
        return [*below, (">" if inner else ">=", args[0], 0)]
    if op == "^":
        n = _whole(args[1])
        if perhaps_matrix(args[0], sorts):
            if x in free_names(args[1]) or (n is None and not _integral(args[1], sorts)):
                raise Unknown("a power of a matrix whose exponent is no fixed integer")
            return below if n is not None and n >= 0 else [*below, (">=", args[1], 0)]
        if n is not None:
            return below if n >= 0 else [*below, ("!=", args[0], 0)]
        if x not in free_names(args[1]) and _integral(args[1], sorts):
            return [*below, ("or", (">=", args[1], 0), ("!=", args[0], 0))]
        if not inner and x not in free_names(args[1]):
            return [*below, ("or", (">", args[0], 0), ("and", (">=", args[0], 0), (">", args[1], 0)))]
        return [*below, (">", args[0], 0)]
    if op == "fn" and len(args) == 2:
        return [*below, *_domain(str(args[0]), args[1], inner)]
    raise Unknown(f"whether {op!r} is continuous in {x} is not known")


def _chain(outer: Expr, inner: Expr) -> Expr:
    if head(inner) in ("+", "-", "neg") and all(isinstance(a, int) for a in operands(inner)):  # of a moved time
        first, *rest = operands(inner)
        inner = -first if head(inner) == "neg" else first + sum(rest) if head(inner) == "+" else first - rest[0]  # type: ignore
    return outer if inner == 1 else ("*", inner, outer)


def moving(sorts: Mapping[str, Expr]) -> Mapping[str, Expr]:
    """What `derivative` and `conditions` have to know of the names in scope; integers only where there are curves."""
    if any(head(sort) == "curve" for sort in sorts.values()):
        return sorts
    return {n: sort for n, sort in sorts.items() if head(sort) != "integer"}


_SCALARS = ("trace", "det", "entry", "abs", "sqrt", "floor", "min", "max", "mod", "delta")


def perhaps_matrix(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether a term may be a matrix that is no number, by its form; a 1-by-1 product may be taken for one."""
    if isinstance(e, int):
        return False
    op, args = head(e), operands(e)
    if isinstance(e, str) or op in ("at", "rate"):
        while isinstance(e, tuple):
            e = e[1]
        sort = sorts.get(str(e), 0)
        while head(sort) in ("sequence", "curve", "function", "random"):
            sort = operands(sort)[-1]
        return head(sort) == "matrix"
    if op == "fn" and args[0] == "Piecewise":
        return any(perhaps_matrix(a, sorts) for a in args[1::2])
    if op == "fn" and args[0] in ("diff", "integrate", "limit", "Sum", "Product"):
        return True  # of the shape of what stands inside, which is not looked into
    if op in ("sum", "product"):
        return perhaps_matrix(args[0], sorts)
    if op in ("eye", "zeros", "basis", "matrix", "inverse", "T", "grad", "expect"):
        return True
    return op not in _SCALARS and op != "fn" and any(perhaps_matrix(a, sorts) for a in args)


def _curve(e: Expr, sorts: Mapping[str, Expr] | None) -> Expr:
    """The name of the curve in ``("at", name, time)``, which alone is differentiable.  Raises `Unknown`."""
    name = operands(e)[0]
    if sorts is None or head(e) != "at" or not isinstance(name, str) or head(sorts.get(name, 0)) != "curve":
        raise Unknown("the derivative of something that is no curve")
    return name


def _entry(e: Expr, x: str, sorts: Mapping[str, Expr] | None) -> None:
    """An entry moves as its matrix does, where its place does not move and the matrix is known.  Raises `Unknown`."""
    matrix, *place = operands(e)
    if sorts is None or any(x in free_names(i) for i in place) or not free_names(matrix) <= {x, *sorts}:
        raise Unknown("an entry whose place moves, or of a matrix that nobody has told about")


def _matrix_power(base: Expr, n: Expr, x: str, sorts: Mapping[str, Expr]) -> Expr:
    """(A^n)' = sum of A^r A' A^(n-1-r); the exponent is at least 0 and does not move."""
    slope = derivative(base, x, sorts)
    if n == 0 or n == 1:
        return slope if n else 0
    r = fresh("r", free_names(base) | free_names(slope) | free_names(n) | frozenset(sorts))
    last: Expr = n - 1 if isinstance(n, int) else ("-", n, 1)
    return ("sum", ("*", ("^", base, r), slope, ("^", base, ("-", last, r))), r, 0, last)


def _nonzero(terms: list[Expr]) -> Expr:
    kept = [a for a in terms if a != 0 and a != ("neg", 0)]
    return 0 if not kept else kept[0] if len(kept) == 1 else ("+", *kept)


def derivative(e: Expr, x: str, sorts: Mapping[str, Expr] | None = None) -> Expr:
    """The derivative by x, where all `conditions` for an inner point hold; 0 where x does not occur.  Raises `Unknown`.

    `sorts` tells which names are curves, and which are matrices; without it only numbers are understood.
    """
    if e == x:
        return 1
    if not isinstance(e, tuple) or x not in free_names(e):
        return 0
    op, args = e[0], e[1:]
    if op == "at":
        return _chain(("rate", _curve(e, sorts), args[1]), derivative(args[1], x, sorts))
    if op == "entry":
        _entry(e, x, sorts)
        slope = derivative(args[0], x, sorts)
        return slope if slope == 0 else ("entry", slope, *args[1:])
    if sorts is not None and (op in ("T", "trace") or (op in ("+", "-", "neg") and perhaps_matrix(e, sorts))):
        slopes = [derivative(a, x, sorts) for a in args]
        if op in ("T", "trace"):
            return (op, slopes[0])
        return _nonzero([("neg", s) if op == "neg" or (op == "-" and i) else s for i, s in enumerate(slopes)])
    if op in ("+", "-", "neg"):
        return (op, *(derivative(a, x, sorts) for a in args))
    if op == "*":
        moves = [(i, derivative(a, x, sorts)) for i, a in enumerate(args) if x in free_names(a)]
        terms = [("*", *args[:i], slope, *args[i + 1 :]) for i, slope in moves]
        return terms[0] if len(terms) == 1 else ("+", *terms)
    if op == "/":
        u, v = args
        if x not in free_names(v):
            return ("/", derivative(u, x, sorts), v)
        return ("/", ("-", ("*", derivative(u, x, sorts), v), ("*", u, derivative(v, x, sorts))), ("^", v, 2))
    if op == "^":
        u, r = args
        if sorts is not None and perhaps_matrix(u, sorts):
            return _matrix_power(u, r, x, sorts)
        if r == 0 or r == 1:
            return derivative(u, x, sorts) if r else 0
        if x not in free_names(r):
            return ("*", r, ("^", u, r - 1 if isinstance(r, int) else ("-", r, 1)), derivative(u, x, sorts))
        growth: Expr = ("+", ("*", derivative(r, x, sorts), _fn("log", u)), ("/", ("*", r, derivative(u, x, sorts)), u))
        return ("*", e, growth)
    if op == "sqrt":
        return ("/", derivative(args[0], x, sorts), ("*", 2, e))
    if op == "abs":
        return ("/", ("*", args[0], derivative(args[0], x, sorts)), e)
    if op in ("min", "max"):
        case: Expr = ("<" if op == "min" else ">", args[0], args[1])
        return _fn("Piecewise", derivative(args[0], x, sorts), case, derivative(args[1], x, sorts), TRUE)
    if op == "sum" and x not in free_names(args[2]) | free_names(args[3]):
        return ("sum", derivative(args[0], x, None if sorts is None else {**sorts, str(args[1]): INTEGER}), *args[1:])
    if op == "fn" and args[0] == "Piecewise":
        return _fn("Piecewise", *(a if i % 2 else derivative(a, x, sorts) for i, a in enumerate(args[1:])))
    if op == "fn" and len(args) == 2:
        return ("*", _slope(str(args[0]), args[1]), derivative(args[1], x, sorts))
    raise Unknown(f"no derivative of {op!r} is known")


def regular(c: Checker, s: Sequent, e: Expr, x: str, lo: Expr, hi: Expr, node: Node) -> Sequent:
    """Check that a term is continuous on [lo, hi] and differentiable inside; give the sequent of an inner point.

    The node names the running point (``as``; its bounds are assumed under ``bounds``) and proves the conditions:
    ``continuous`` on the closed interval, ``smooth`` on the open one.
    """
    t = str(node["as"])
    around = s.declare(t, ("real",))
    closed = around.assume(node["bounds"], ("and", ("<=", lo, t), ("<=", t, hi)))
    curves = moving(s.sorts)
    c.check(closed, conjunction(conditions(substitute(e, {x: t}), t, False, curves)), node["continuous"])
    inside = around.assume(node["bounds"], ("and", ("<", lo, t), ("<", t, hi)))
    c.check(inside, conjunction(conditions(substitute(e, {x: t}), t, True, curves)), node["smooth"])
    return inside


def ladder(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """u R v at x, from u R v at an anchor and the sign of (v - u)' between the anchor and x.

    ``of``: x, a real variable; ``at``: the anchor; ``from``: "left" where anchor <= x, "right" where x <= anchor.
    R is <=, < or ==.  A strict goal needs a strict ``base`` (``strict``: "base") or a strict ``slope`` and an anchor
    apart from x (``strict``: "slope").
    """
    goal = as_less(goal)
    x = node["of"]
    if head(goal) not in ("<", "<=", "==") or not isinstance(x, str) or s.sorts.get(x) != ("real",):
        raise Rejected("ladder: the goal is no relation, or its variable is not real")
    u, v = operands(goal)
    anchor = c.expression(s, node["at"])
    gap: Expr = ("-", v, u)
    if x in free_names(anchor) or not is_real(anchor, s.sorts) or not is_real_curve(gap, s.sorts):
        raise Rejected("ladder: the anchor moves, or a term may not be real")
    rising = node["from"] == "left"
    if not rising and node["from"] != "right":
        raise Rejected("ladder: from left or from right")
    lo, hi = (anchor, x) if rising else (x, anchor)
    by_slope = head(goal) == "<" and node.get("strict") == "slope"
    c.check(s, ("<" if by_slope else "<=", lo, hi), node["side"])
    relation = "<=" if by_slope else str(head(goal))
    c.check(s, (relation, substitute(u, {x: anchor}), substitute(v, {x: anchor})), node["base"])
    inside = regular(c, s, gap, x, lo, hi, node)
    slope = derivative(substitute(gap, {x: node["as"]}), str(node["as"]), moving(s.sorts))
    if head(goal) == "==":
        wanted: Expr = ("==", slope, 0)
    else:
        sign = "<" if by_slope else "<="
        wanted = (sign, 0, slope) if rising else (sign, slope, 0)
    c.check(inside, wanted, node["slope"])


def flattened(body: Expr, y: str, sorts: Mapping[str, Expr]) -> tuple[Expr, list[Expr]]:
    """An inner derivative as a formula, and conditions at a point that make it one for all y nearby.

    Strict relations between terms that are continuous in y hold nearby where they hold.  Raises `Unknown`.
    """
    if head(body) != "fn" or operands(body)[0] != "diff":
        return body, []
    _, binder, point, order = operands(body)
    name, sort, inner = operands(binder)
    if sort != ("real",) or y in free_names(point) or y == name or not isinstance(order, int) or not 0 < order < 5:
        raise Unknown("a derivative inside of a derivative")
    needed: list[Expr] = []
    for _ in range(order):
        needed += conditions(inner, str(name), True, sorts) + conditions(inner, y, True, sorts)
        inner = derivative(inner, str(name), sorts)
    if any(head(f) not in ("<", ">", "!=") for f in needed):
        raise Unknown("conditions that may not hold nearby")
    return substitute(inner, {str(name): point}), [substitute(f, {str(name): point}) for f in needed]


def differentiate(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The value of a derivative ``diff(f, x)`` at a point: the formula, where f is differentiable there."""
    e = c.expression(s, node["of"])
    if head(e) != "fn" or operands(e)[0] != "diff":
        raise Rejected("diff: no derivative")
    _, binder, point, order = operands(e)
    name, sort, body = operands(binder)
    if head(binder) != "forall" or sort != ("real",) or not isinstance(order, int) or order < 1:
        raise Rejected("diff: no derivative of a function of a real variable")
    if not is_real_curve(e, s.sorts):
        raise Rejected("diff: a function or a point that may not be real")
    body, needed = flattened(body, str(name), s.sorts)
    for _ in range(order):
        if order > 12:
            raise Rejected("diff: an order above 12")
        needed += conditions(body, str(name), True, s.sorts)
        body = derivative(body, str(name), s.sorts)
    here = {str(name): point}
    c.check(s, conjunction([substitute(f, here) for f in needed]), node["smooth"])
    c.check(s.assume(node["as"], ("==", e, substitute(body, here))), goal, node["then"])


CALCULUS: dict[str, Any] = {"ladder": ladder, "diff": differentiate}
