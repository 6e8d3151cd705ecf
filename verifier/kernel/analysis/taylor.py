"""Rule ``taylor``: the sign of a term in one variable next to a point at which it vanishes to some order.

f with m derivatives between c and x, and f(t)/(t - c)^(m - 1) tending to 0 at c, has f(c) = ... = f^(m - 1)(c) = 0, so
that f(x) = f^(m)(p)/m! (x - c)^m for some p between c and x (Taylor).  The limit is a fact; the m-th coefficient is
enclosed over the whole range that the facts allow between c and x, piece by piece.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.limits import parts
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import Interval
from verifier.kernel.enclosures.boxes import box_of
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.enclosures.jets import ORDERS, PARTS, PRECISION, Jets
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent, as_less
from verifier.kernel.meaning.definedness import meaningful
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.binding import bind, free_names, operands, same
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head, rational
from verifier.kernel.work import spend


def quotient(gap: Expr, x: str, at: Expr, order: int) -> Expr:
    """What has to tend to 0 at the point."""
    return gap if order == 1 else ("/", gap, ("^", ("-", x, at), order - 1))


def coefficient(gap: Expr, x: str, over: Interval, order: int, prec: int) -> Interval:
    """An enclosure of f^(m)(p)/m! for all p in an interval.  Raises `Unknown` where f may not be smooth."""
    there = Intervals(prec, {x: over})
    if there.truth(meaningful(gap, {x: REAL})) is not True:
        raise Unknown("a term that may be undefined")
    if there.truth(conjunction(conditions(gap, x, inner=True))) is not True:
        raise Unknown("a term that may not be smooth")
    return Jets(prec, x, over).of(gap, order)[order]


def taylor(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """u <= v or u < v at x (``of``), where v - u vanishes at c (``at``) to the order ``order``.

    ``from``: "left" where c <= x, "right" where x <= c (``side``; strict for a strict goal).  ``fact``: the limit of
    (v - u)/(x - c)^(order - 1) at c from that side is 0.  ``facts`` bound x; ``cuts``: where the range is divided.
    """
    goal = as_less(goal)
    x, at, order, prec = node["of"], c.expression(s, node["at"]), node["order"], node["prec"]
    if head(goal) not in ("<", "<=") or s.sorts.get(x) != REAL:
        raise Rejected("taylor: the goal is no inequality, or its variable is not real")
    u, v = operands(goal)
    gap: Expr = ("-", v, u)
    if free_names(gap) != {x} or free_names(at):  # `parts` sees that they are real
        raise Rejected("taylor: other variables")
    if type(order) is not int or not 1 <= order <= ORDERS or type(prec) is not int or not 20 <= prec <= PRECISION:
        raise Rejected("taylor: an order or a precision out of range")
    way = {"left": 1, "right": -1}[str(node["from"])]
    strict = head(goal) == "<"
    low, high = (at, x) if way > 0 else (x, at)
    c.check(s, ("<" if strict else "<=", low, high), node["side"])
    fact = s.fact(node["fact"])
    term, value = operands(fact) if head(fact) == "==" else (0, 1)
    binder, point, side = parts(term, s)
    wanted = bind("forall", x, REAL, quotient(gap, x, at, order))
    if value != 0 or not same(binder, wanted) or not same(point, at) or side not in (0, way):
        raise Rejected("taylor: another limit")
    found = box_of(s, list(node["facts"]), prec).bounds[x]
    ends = Intervals(prec, {}).value(at)
    with balls.precision(prec):
        cuts = [balls.ratio(rational(q)).lo for q in node["cuts"]]
        low, high = (ends.lo, found.hi) if way > 0 else (found.lo, ends.hi)
        points = [low, *cuts, high]
        if len(points) > PARTS:
            raise Rejected("taylor: too many cuts")
        for a, b in pairwise(points):
            spend(200)
            k = coefficient(gap, x, Interval(a, b), order, prec)  # `Unknown` where a > b
            k = -k if way < 0 and order % 2 else k
            if not (k.positive if strict else k.nonnegative):
                raise Rejected("taylor: a coefficient that may have the wrong sign")


TAYLOR: dict[str, Any] = {"taylor": taylor}
