"""Derivatives of real terms, the conditions under which they hold, and the mean value theorem as a rule.

``derivative`` and ``continuity`` only look at the form of a term.  Their conditions are formulas in the
variable; a term is continuous on an interval, relative to it, where all conditions of `continuity` hold there,
and differentiable at an inner point where those of `smoothness` hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from verifier.evidence.kernel.expr import (
    INTEGER,
    RELATIONS,
    TRUE,
    Expr,
    conjunction,
    free_names,
    head,
    negation,
    operands,
    substitute,
)
from verifier.evidence.kernel.field import is_real, is_real_curve
from verifier.evidence.kernel.integers import Unknown, index_of
from verifier.evidence.kernel.logic import Checker, Node, Rejected, Sequent, as_less

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

    `sorts` tells which names are integers, so that their powers need no positive base.
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
    below = [f for a in args for f in conditions(a, x, inner, sorts)]
    if op in ("+", "-", "neg", "*"):
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


def derivative(e: Expr, x: str) -> Expr:
    """The derivative by x, where all `conditions` for an inner point hold.  Raises `Unknown`."""
    if e == x:
        return 1
    if not isinstance(e, tuple) or x not in free_names(e):
        return 0
    op, args = e[0], e[1:]
    if op in ("+", "-", "neg"):
        return (op, *(derivative(a, x) for a in args))
    if op == "*":
        terms = [("*", *args[:i], derivative(a, x), *args[i + 1 :]) for i, a in enumerate(args) if x in free_names(a)]
        return terms[0] if len(terms) == 1 else ("+", *terms)
    if op == "/":
        u, v = args
        if x not in free_names(v):
            return ("/", derivative(u, x), v)
        return ("/", ("-", ("*", derivative(u, x), v), ("*", u, derivative(v, x))), ("^", v, 2))
    if op == "^":
        u, r = args
        if r == 0 or r == 1:
            return derivative(u, x) if r else 0
        if x not in free_names(r):
            return ("*", r, ("^", u, r - 1 if isinstance(r, int) else ("-", r, 1)), derivative(u, x))
        growth: Expr = ("+", ("*", derivative(r, x), _fn("log", u)), ("/", ("*", r, derivative(u, x)), u))
        return ("*", e, growth)
    if op == "sqrt":
        return ("/", derivative(args[0], x), ("*", 2, e))
    if op == "abs":
        return ("/", ("*", args[0], derivative(args[0], x)), e)
    if op in ("min", "max"):
        case: Expr = ("<" if op == "min" else ">", args[0], args[1])
        return _fn("Piecewise", derivative(args[0], x), case, derivative(args[1], x), TRUE)
    if op == "sum" and x not in free_names(args[2]) | free_names(args[3]):
        return ("sum", derivative(args[0], x), *args[1:])
    if op == "fn" and args[0] == "Piecewise":
        return _fn("Piecewise", *(a if i % 2 else derivative(a, x) for i, a in enumerate(args[1:])))
    if op == "fn" and len(args) == 2:
        return ("*", _slope(str(args[0]), args[1]), derivative(args[1], x))
    raise Unknown(f"no derivative of {op!r} is known")


def regular(c: Checker, s: Sequent, e: Expr, x: str, lo: Expr, hi: Expr, node: Node) -> Sequent:
    """Check that a term is continuous on [lo, hi] and differentiable inside; give the sequent of an inner point.

    The node names the running point (``as``; its bounds are assumed under ``bounds``) and proves the conditions:
    ``continuous`` on the closed interval, ``smooth`` on the open one.
    """
    t = str(node["as"])
    around = s.declare(t, ("real",))
    closed = around.assume(node["bounds"], ("and", ("<=", lo, t), ("<=", t, hi)))
    c.check(closed, conjunction(conditions(substitute(e, {x: t}), t, inner=False)), node["continuous"])
    inside = around.assume(node["bounds"], ("and", ("<", lo, t), ("<", t, hi)))
    c.check(inside, conjunction(conditions(substitute(e, {x: t}), t, inner=True)), node["smooth"])
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
    slope = derivative(substitute(gap, {x: node["as"]}), str(node["as"]))
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
        inner = derivative(inner, str(name))
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
        body = derivative(body, str(name))
    here = {str(name): point}
    c.check(s, conjunction([substitute(f, here) for f in needed]), node["smooth"])
    c.check(s.assume(node["as"], ("==", e, substitute(body, here))), goal, node["then"])


CALCULUS: dict[str, Any] = {"ladder": ladder, "diff": differentiate}
