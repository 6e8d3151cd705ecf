"""Terms over an interval: rules ``bounded`` (there is a bound), ``intermediate`` (there is a zero), ``bootstrap`` (the

continuity method) and ``agree`` (equal terms have equal derivatives).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.kernel.algebra.field import is_real, is_real_curve
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent, as_less
from verifier.kernel.meaning.regularity import conditions, moving
from verifier.kernel.terms.binding import bind, free_names, new_name, opened, operands, substitute
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head


def bounded(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """There is M with term(x) <= M for all x in [low, high], where the term is continuous there (Weierstrass).

    ``name`` is x and ``of`` the term; ``low`` and ``high`` the ends, which may be in any order; ``continuous`` proves
    the conditions of continuity at x, which is between the ends under the label ``bounds``.
    """
    x = str(node["name"])
    inner = s.declare(x, REAL)
    term = c.expression(inner, node["of"])
    low, high = (c.expression(s, node[end]) for end in ("low", "high"))
    if not is_real_curve(term, inner.sorts) or not all(is_real(e, s.sorts) for e in (low, high)):
        raise Rejected("bounded: a term that may not be real")
    between: Expr = ("and", ("<=", low, x), ("<=", x, high))
    here = inner.assume(node["bounds"], between)
    c.check(here, conjunction(conditions(term, x, False, moving(s.sorts))), node["continuous"])
    m = new_name()
    bound = bind("exists", m, REAL, bind("forall", x, REAL, ("implies", between, ("<=", term, m))))
    c.check(s.assume(node["as"], bound), goal, node["then"])


def intermediate(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """There is x in [low, high] with term == 0, from term <= 0 at one end and term >= 0 at the other.

    ``name`` is x and ``of`` the term in x; ``low``, ``high``: the ends, with ``order`` low <= high; ``negative`` and
    ``positive`` prove the signs at low and high, or at high and low where ``falling``; ``continuous``: the conditions
    of continuity at a point ``point`` between the ends, which is known under ``bounds``.
    """
    x, t = str(node["name"]), str(node["point"])
    inner = s.declare(x, REAL)
    term = c.expression(inner, node["of"])
    low, high = (c.expression(s, node[end]) for end in ("low", "high"))
    if not is_real_curve(term, inner.sorts) or not all(is_real(e, s.sorts) for e in (low, high)):
        raise Rejected("intermediate: a term that may not be real")
    c.check(s, ("<=", low, high), node["order"])
    first, last = (high, low) if node.get("falling") else (low, high)
    c.check(s, ("<=", substitute(term, {x: first}), 0), node["negative"])
    c.check(s, (">=", substitute(term, {x: last}), 0), node["positive"])
    here = s.declare(t, REAL).assume(node["bounds"], ("and", ("<=", low, t), ("<=", t, high)))
    c.check(here, conjunction(conditions(substitute(term, {x: t}), t, False, moving(s.sorts))), node["continuous"])
    found = bind("exists", x, REAL, ("and", ("<=", low, x), ("<=", x, high), ("==", term, 0)))
    c.check(s.assume(node["as"], found), goal, node["then"])


def bootstrap(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """P(t) for all t from a on (up to b), where P consists of strict inequalities between continuous terms.

    They may be joined by 'and' and 'or', and by 'there is' a number: unions of open sets are open.

    ``start`` proves P(a), where a <= b is known under ``bounds``.  ``step`` proves P at the time ``as``, which lies
    behind a (under ``bounds``), where P holds at all times from a on before it (under ``before``): the times at which P
    fails are a closed set, and it has no first one.  ``continuous`` proves the conditions of continuity at such a time.
    """
    t = str(node["time"])
    inner = s.declare(t, REAL)
    sort, body = opened(goal, t) if head(goal) == "forall" else (0, 0)
    if sort != REAL or head(body) != "implies":
        raise Rejected("bootstrap: the goal is no statement about all times from one on")
    guard, claim = operands(body)
    ends = [as_less(p) for p in (operands(guard) if head(guard) == "and" else (guard,))]
    if len(ends) > 2 or any(head(p) != "<=" for p in ends) or ends[0][2] != t:  # type: ignore[index]
        raise Rejected("bootstrap: the times do not begin with one of them")
    start: Expr = ends[0][1]  # type: ignore[index]
    last: list[Expr] = [ends[1][2]] if len(ends) == 2 else []  # type: ignore[index]
    if (len(ends) == 2 and ends[1][1] != t) or any(t in free_names(e) for e in (start, *last)):  # type: ignore[index]
        raise Rejected("bootstrap: the times are no interval")
    if not all(is_real(e, s.sorts) for e in (start, *last)):
        raise Rejected("bootstrap: an end that may not be real")
    needed = conjunction(openness(claim, t, s.sorts))
    c.check(inner.assume(node["bounds"], guard), needed, node["continuous"])
    first = s.assume(node["bounds"], ("<=", start, last[0])) if last else s
    c.check(first, substitute(claim, {t: start}), node["start"])
    now = str(node["as"])
    reached = s.declare(now, REAL).assume(
        node["bounds"], conjunction([("<", start, now), *(("<=", now, end) for end in last)])
    )
    r = new_name()
    earlier: Expr = ("implies", ("and", ("<=", start, r), ("<", r, now)), substitute(claim, {t: r}))
    reached = reached.assume(node["before"], bind("forall", r, REAL, earlier))
    c.check(reached, substitute(claim, {t: now}), node["step"])


def openness(claim: Expr, t: str, sorts: Mapping[str, Expr]) -> list[Expr]:
    """Under what conditions on t a formula that holds at t holds nearby.  Raises `Rejected` where none are known."""
    if head(claim) == "exists":
        name = new_name()
        sort, body = opened(claim, name)
        if t in free_names(sort) or (sort != REAL and head(sort) != "integer"):
            raise Rejected("bootstrap: 'there is' something that is no number, or of a range that moves")
        inside = openness(body, t, {**sorts, name: sort})
        return [bind("forall", name, sort, conjunction(inside))] if inside else []
    if head(claim) in ("and", "or"):
        return [f for part in operands(claim) for f in openness(part, t, sorts)]
    if head(claim) not in ("<", ">"):
        raise Rejected("bootstrap: only strict inequalities hold nearby")
    gap: Expr = ("-", *operands(claim))
    if not is_real_curve(gap, {**sorts, t: REAL}):
        raise Rejected("bootstrap: a term that may not be real")
    return list(conditions(gap, t, False, moving(sorts)))


def agree(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Terms that are equal from ``low`` on, up to ``high`` if that is named, have the same derivative at a point there.

    ``name`` is the variable of the terms ``left`` and ``right``, ``at`` the point, which may be an end: one side is
    enough, as both are differentiable at it by ``smooth``.  ``place`` proves low < high and that the point lies there,
    ``equal`` that the terms agree at a variable whose bounds are assumed under ``bounds``.
    """
    x = str(node["name"])
    inner = s.declare(x, REAL)
    left, right = (c.expression(inner, node[side]) for side in ("left", "right"))
    low, point, *high = (c.expression(s, node[end]) for end in ("low", "at", "high") if end in node)
    if not is_real_curve(("-", left, right), inner.sorts) or not all(is_real(e, s.sorts) for e in (low, point, *high)):
        raise Rejected("agree: a term that may not be real")
    place: list[Expr] = [("<=", low, point), *((rel, a, b) for b in high for rel, a in (("<", low), ("<=", point)))]
    c.check(s, conjunction(place), node["place"])
    between = conjunction([("<=", low, x), *(("<=", x, end) for end in high)])
    c.check(inner.assume(node["bounds"], between), ("==", left, right), node["equal"])
    sorts, here = moving(inner.sorts), {x: point}
    needed = [f for e in (left, right) for f in conditions(e, x, True, sorts)]
    c.check(s, conjunction([substitute(f, here) for f in needed]), node["smooth"])
    slopes = (substitute(derivative(e, x, sorts), here) for e in (left, right))
    c.check(s.assume(node["as"], ("==", *slopes)), goal, node["then"])


CURVES: dict[str, Any] = {
    "bounded": bounded, "intermediate": intermediate, "bootstrap": bootstrap, "agree": agree,
}  # fmt: skip
