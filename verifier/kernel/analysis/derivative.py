"""Derivatives of real terms, and the mean value theorem as a rule.

``derivative`` only looks at the form of a term; it is the derivative where the conditions of `regularity` hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.kernel.algebra.field import is_real, is_real_curve
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.facts.function_table import FUNCTIONS, formula
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent, as_less
from verifier.kernel.meaning.regularity import conditions, curve_of, fixed_place, moving, perhaps_matrix
from verifier.kernel.terms.binding import bind, free_names, new_name, opened, operands, outer, substitute
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, TRUE, Expr, conjunction, head
from verifier.kernel.terms.shapes import Shapes


def _fn(name: str, *args: Expr) -> Expr:
    return ("fn", name, *args)


def _chain(outer: Expr, inner: Expr) -> Expr:
    if head(inner) in ("+", "-", "neg") and all(isinstance(a, int) for a in operands(inner)):  # of a moved time
        first, *rest = operands(inner)
        inner = -first if head(inner) == "neg" else first + sum(rest) if head(inner) == "+" else first - rest[0]  # type: ignore
    return outer if inner == 1 else ("*", inner, outer)


def _matrix_power(base: Expr, n: Expr, x: str, sorts: Mapping[str, Expr]) -> Expr:
    """(A^n)' = sum of A^r A' A^(n-1-r); the exponent is at least 0 and does not move."""
    slope = derivative(base, x, sorts)
    if n == 0 or n == 1:
        return slope if n else 0
    r = new_name()
    last: Expr = n - 1 if isinstance(n, int) else ("-", n, 1)
    return bind("sum", r, ("*", ("^", base, r), slope, ("^", base, ("-", last, r))), 0, last)


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
    op = e[0]
    if op == "sum":
        j = new_name()
        body, lo, hi = opened(e, j)
        if x not in free_names(lo) | free_names(hi):
            return bind("sum", j, derivative(body, x, None if sorts is None else {**sorts, j: INTEGER}), lo, hi)
    if op in BINDERS:
        raise Unknown(f"no derivative of {op!r} is known")
    args = operands(e)
    if op == "at":
        return _chain(("rate", curve_of(e, sorts), args[1]), derivative(args[1], x, sorts))
    if op == "entry":
        fixed_place(e, frozenset((x,)), sorts)
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
    if op == "fn" and args[0] == "Piecewise":
        return _fn("Piecewise", *(a if i % 2 else derivative(a, x, sorts) for i, a in enumerate(args[1:])))
    if op == "fn" and len(args) == 2:
        known = FUNCTIONS.get(str(args[0]))
        if known is None or known.slope is None:
            raise Unknown(f"no derivative of {args[0]!r:.40} is known")
        return ("*", substitute(formula(known.slope)[0], {"a": args[1]}), derivative(args[1], x, sorts))
    raise Unknown(f"no derivative of {op!r} is known")


def ladder(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """u R v at x, from u R v at an anchor and the sign of (v - u)' between the anchor and x.

    ``of``: x, a real variable; ``at``: the anchor; ``from``: "left" where anchor <= x, "right" where x <= anchor.
    R is <=, < or ==.  A strict goal needs a strict ``base`` (``strict``: "base") or a strict ``slope`` and an anchor
    apart from x (``strict``: "slope").  The gap v - u is continuous between them, ends included (``continuous``), and
    differentiable at inner points (``smooth``), where ``bounds`` is what is known of the point ``as``: by the mean
    value theorem the sign of its slope is that of differences.
    """
    goal = as_less(goal)
    x = node["of"]
    if head(goal) not in ("<", "<=", "==") or s.sorts.get(x) != REAL:
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
    t = str(node["as"])
    around, here, curves = s.declare(t, REAL), substitute(gap, {x: t}), moving(s.sorts)
    closed, inside = (around.assume(node["bounds"], ("and", (r, lo, t), (r, t, hi))) for r in ("<=", "<"))
    c.check(closed, conjunction(conditions(here, t, False, curves)), node["continuous"])
    c.check(inside, conjunction(conditions(here, t, True, curves)), node["smooth"])
    slope = derivative(here, t, curves)
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
    x = new_name()
    sort, inner = opened(binder, x)
    if sort != REAL or y in free_names(point) or not isinstance(order, int) or not 0 < order < 5:
        raise Unknown("a derivative inside of a derivative")
    needed: list[Expr] = []
    sorts = {**sorts, x: REAL}
    for _ in range(order):
        needed += conditions(inner, x, True, sorts) + conditions(inner, y, True, sorts)
        inner = derivative(inner, x, sorts)
    if any(head(f) not in ("<", ">", "!=") for f in needed):
        raise Unknown("conditions that may not hold nearby")
    return substitute(inner, {x: point}), [substitute(f, {x: point}) for f in needed]


def has_real_values(e: Expr, s: Sequent) -> bool:
    """Whether ``diff(f, x)`` is of a real function at a real point; of a function with matrices as values by f'f."""
    if is_real_curve(e, s.sorts):
        return True
    _, binder, point, _ = operands(e)
    if Shapes(s.sorts, s.context).term(e) is None or not is_real(point, s.sorts):
        return False
    x = new_name()
    body = opened(binder, x)[1]
    return is_real_curve(("trace", ("*", ("T", body), body)), {**s.sorts, x: REAL})


def differentiate(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The value of a derivative ``diff(f, x)`` at a point: the formula, where f is differentiable there.

    The values of f are numbers or matrices, whose entries are then differentiable, and products keep their order.
    """
    e = c.expression(s, node["of"])
    if head(e) != "fn" or operands(e)[0] != "diff":
        raise Rejected("diff: no derivative")
    _, binder, point, order = operands(e)
    if outer(binder) != (REAL,) or not isinstance(order, int) or order < 1:
        raise Rejected("diff: no derivative of a function of a real variable")
    if not has_real_values(e, s):
        raise Rejected("diff: a function or a point that may not be real")
    x = new_name()
    sorts = {**s.sorts, x: REAL}
    body, needed = flattened(opened(binder, x)[1], x, sorts)
    for _ in range(order):
        if order > 12:
            raise Rejected("diff: an order above 12")
        needed += conditions(body, x, True, sorts)
        body = derivative(body, x, sorts)
    here = {x: point}
    c.check(s, conjunction([substitute(f, here) for f in needed]), node["smooth"])
    c.check(s.assume(node["as"], ("==", e, of_shape(s, e, substitute(body, here)))), goal, node["then"])


def of_shape(s: Sequent, e: Expr, slope: Expr) -> Expr:
    """The value of a derivative e, of its shape: the slope of a matrix that does not move is no number.

    A number 0 is not the matrix 0: their powers with exponent 0 have other traces.  Raises `Malformed`.
    """
    if Shapes(s.sorts, s.context).term(e) is not None:
        _, binder, point, _ = operands(e)
        slope = ("*", 0, opened(binder, point)[1]) if slope == 0 else slope
        s.formula(("==", e, slope))
    return slope


CALCULUS: dict[str, Any] = {"ladder": ladder, "diff": differentiate}
