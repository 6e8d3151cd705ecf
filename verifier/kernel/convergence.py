"""Integrals without their values: that one exists, that it lies between two others, that it diverges."""

from __future__ import annotations

from typing import Any

from verifier.kernel.definedness import meaningful
from verifier.kernel.expr import REAL, Expr, conjunction, free_names, head, operands, same
from verifier.kernel.field import is_real, is_real_curve
from verifier.kernel.integrals import INFINITE, OO, at_end, integral, opened, opposite, valued
from verifier.kernel.logic import Checker, Node, Rejected, Sequent
from verifier.kernel.regularity import conditions


def between(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """There is v with integral == v (and L <= v <= U), since f is continuous (and lies between g and h).

    Without bounds f has to be continuous up to both ends.  With bounds the integrals of g and h are L and U; both
    inequalities are strict where ``strict`` says so, and then g < f < h between ends that are apart.
    """
    if head(goal) != "exists":
        raise Rejected("between: the goal is no 'exists'")
    v, sort, body = operands(goal)
    first = operands(body)[0] if head(body) == "and" else body
    term, value = valued(first, node)
    r = opened(c, s, term, node)
    if str(v) in r.around.sorts or v in free_names(term):
        raise Rejected("between: the name of the value is also a variable")
    if sort != REAL or value != v or not r.up or not is_real_curve(r.body, r.around.sorts):
        raise Rejected("between: the goal is not that a real integral has a real value")
    c.check(r.inside, meaningful(r.body, r.inside.sorts), node["defined"])
    c.check(r.inside, conjunction(conditions(r.body, r.t, inner=False)), node["continuous"])
    bounds = node.get("bounds-by")
    if bounds is None:
        for upper in (False, True):
            end = at_end(c, s, r, r.body, upper, node["high" if upper else "low"])
            if end in INFINITE or (r.hi if upper else r.lo) in INFINITE:
                raise Rejected("between: an integral that may not be proper")
        if not same(goal, ("exists", v, REAL, first)):
            raise Rejected("between: the goal says more than that the integral exists")
        return
    strict = bool(node.get("strict"))
    if strict and not r.strict:
        raise Rejected("between: a strict bound over a range that may be empty")
    relation = "<" if strict else "<="
    found: list[Expr] = [first]
    for part, upper in zip(bounds, (False, True), strict=True):
        g, end = c.expression(r.around, part["of"]), c.expression(s, part["value"])
        if not is_real(g, r.around.sorts) or not is_real(end, s.sorts):
            raise Rejected("between: a bound that may not be real")
        c.check(s, ("==", integral(g, r.t, r.lo, r.hi), end), part["proof"])
        c.check(r.inside, (relation, r.body, g) if upper else (relation, g, r.body), part["order"])
        found.append((relation, v, end) if upper else (relation, end, v))
    if not same(goal, ("exists", v, REAL, ("and", *found))):
        raise Rejected("between: the goal is another statement")


def divergent(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The integral is not v, real or the other infinity, since over a part of the range it is infinite."""
    if head(goal) != "!=":
        raise Rejected("divergent: the goal is no '!='")
    term, value = operands(goal)
    a, b = (c.expression(s, e) for e in node["part"])
    if head(term) != "fn" or operands(term)[0] != "integrate" or node["infinite"] not in ("oo", "-oo"):
        raise Rejected("divergent: no integral")
    _, binder, lo, hi = operands(term)
    infinity = OO if node["infinite"] == "oo" else opposite(OO)
    if not (value == opposite(infinity) or is_real(value, s.sorts)):
        raise Rejected("divergent: a value that may be the same infinity")
    inner: list[Expr] = [] if a == lo or lo == INFINITE[1] else [("<=", lo, a)]
    inner += [] if b == hi or hi == OO else [("<=", b, hi)]
    inner += [] if a == INFINITE[1] or b == OO else [("<", a, b)]
    if a == OO or b == INFINITE[1] or not all(is_real(e, s.sorts) for p in inner for e in operands(p)):
        raise Rejected("divergent: an end that may not be real")
    c.check(s, conjunction(inner), node["inside"])
    c.check(s, ("==", ("fn", "integrate", binder, a, b), infinity), node["then"])


CONVERGENCE: dict[str, Any] = {"between": between, "divergent": divergent}
