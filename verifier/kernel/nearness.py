"""What limits say of values, and values of limits; and that integers are unbounded.

* ``near``: the definition of a limit, from the limit to the function: near the point it lies as close to its limit as
  one likes, or beyond every bound where the limit is infinite.  Constants of asymptotic orders come from here.
* ``converges``: the definition of the convergence of a sequence of real numbers or matrices, from what it asks for.
* ``limit``: an equation or a weak inequality between continuous terms passes to the limits of sequences.
* ``integer-beyond``: there is an integer above every real number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.kernel.definedness import remaining
from verifier.kernel.domains import without_complex
from verifier.kernel.expr import (
    BINDERS,
    INTEGER,
    REAL,
    TRUE,
    Expr,
    conjunction,
    free_names,
    fresh,
    head,
    operands,
    subexpressions,
    substitute,
)
from verifier.kernel.field import is_real, unsettled
from verifier.kernel.limits import OO, infinite, parts
from verifier.kernel.logic import Checker, Node, Rejected, Sequent
from verifier.kernel.regularity import nearby
from verifier.kernel.shapes import Shapes


def vicinity(point: Expr, side: int, radius: Expr, v: str) -> Expr:
    """v lies within the radius of the point and apart from it, on this side; beyond the radius for oo and -oo."""
    if point == OO:
        return (">", v, radius)
    if infinite(point):
        return ("<", v, ("neg", radius))
    low: Expr = point if side == 1 else ("neg", radius) if point == 0 else ("-", point, radius)
    high: Expr = point if side == -1 else radius if point == 0 else ("+", point, radius)
    ends: list[Expr] = [(">", v, low), ("<", v, high)]
    return conjunction(ends if side else [*ends, ("!=", v, point)])


def closeness(term: Expr, value: Expr, within: Expr, s: Sequent) -> Expr:
    """There is a positive radius within which the function of a limit is close to the value.

    `within` is the distance from a real value, and the bound that is passed where the value is infinite.
    """
    name, body, point, side = parts(term, s)
    taken = free_names(body) | free_names(point) | free_names(value) | free_names(within) | {name}
    radius = fresh("r", taken)
    v = fresh("v", taken | {radius})
    here = substitute(body, {name: v})
    if infinite(value):
        near: Expr = ("<", within, here) if value == OO else ("<", here, within)
    else:
        near = ("and", ("<", ("-", value, within), here), ("<", here, ("+", value, within)))
    everywhere: Expr = ("forall", v, REAL, ("implies", vicinity(point, side, radius, v), near))
    return ("exists", radius, REAL, ("and", (">", radius, 0), everywhere))


def near(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """From limit == value: near the point the function is within a positive distance of it (``positive`` proves that),

    or beyond a real bound where the value is infinite.
    """
    fact = s.fact(node["fact"])
    if head(fact) != "==":
        raise Rejected("near: the fact is no limit")
    term, value = operands(fact)
    within = c.expression(s, node["within"])
    if not is_real(within, s.sorts) or not (infinite(value) or is_real(value, s.sorts)):
        raise Rejected("near: a value or a distance that may not be real")
    if infinite(within):
        raise Rejected("near: an infinite distance")
    if not infinite(value):
        c.check(s, ("<", 0, within), node["positive"])
    c.check(s.assume(node["as"], closeness(term, value, within, s)), goal, node["then"])


def arrival(goal: Expr, s: Sequent) -> Expr:
    """What ``tends`` says: for every h > 0, from some index on, the squared (Frobenius) distance is at most h.

    Raises `Rejected` where the distance may be that of complex numbers, whose square says nothing.
    """
    body, t, value = operands(goal)
    taken = free_names(body) | free_names(value) | frozenset(s.sorts) | {str(t)}
    h, first, n = fresh("h", taken), fresh("first", taken), fresh("n", taken)
    here, sorts = substitute(body, {str(t): n}), {**s.sorts, n: INTEGER}
    gap: Expr = ("-", here, value)
    scalar = Shapes(sorts, s.context).term(gap) is None
    distance: Expr = ("^", gap, 2) if scalar else ("trace", ("*", ("T", gap), gap))
    if not is_real(gap if scalar else distance, sorts):
        raise Rejected("converges: a distance between numbers that may not be real")
    late: Expr = ("forall", n, ("integer", first, "oo"), ("<=", distance, h))
    reached: Expr = ("exists", first, ("integer", 0, "oo"), late)
    return ("forall", h, REAL, ("implies", (">", h, 0), reached))


def converges(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The goal is that a sequence converges: proved where its definition is."""
    if head(goal) != "tends":
        raise Rejected("converges: the goal is no convergence")
    c.check(s, arrival(goal, s), node["then"])


def _members(e: Expr, t: str, names: dict[tuple[str, Expr], str]) -> Expr:
    """The term with a variable of its own for each member s[t], s[t + 1], ... of a sequence in `names`."""
    if not isinstance(e, tuple):
        return e
    if head(e) == "at" and (e[1], e[2]) in names:
        return names[e[1], e[2]]  # type: ignore[index]
    return (e[0], *(_members(a, t, names) for a in e[1:]))


def limit(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """u(t) == v(t), u(t) <= v(t) or u(t) >= v(t) for all integers t from some on (``fact``) holds in the limit.

    ``limits``: facts that the sequences s, ... tend to l, ....  The terms may depend on t through members s[t + k] of
    them alone, and have to be continuous functions of these members at the point where each is its limit.  Then both
    sides converge to their values there, and equations and weak inequalities pass to limits.  ``continuous`` proves
    the conditions that make them continuous near that point, where the ranges of integers do not.
    """
    fact = s.fact(node["fact"])
    name, sort, relation = operands(fact) if head(fact) == "forall" else ("", 0, 0)
    if head(sort) != "integer" or operands(sort)[1] != "oo":
        raise Rejected("limit: the fact is not 'for all t'")
    if head(relation) not in ("==", "<=", ">="):
        raise Rejected("limit: a strict relation does not pass to the limit")
    t, values = str(name), {}
    for label in node["limits"]:
        body, index, value = operands(s.fact(label)) if head(s.fact(label)) == "tends" else (0, 0, 0)
        if head(body) != "at" or not isinstance(operands(body)[0], str) or operands(body)[1] != index:
            raise Rejected("limit: convergence of something that is no sequence")
        values[str(operands(body)[0])] = value
    inside = list(subexpressions(relation))
    bound = {str(operands(e)[BINDERS[str(head(e))][0]]) for e in inside if head(e) in BINDERS}
    if bound & {t, *values} or t in values:
        raise Rejected("limit: the name of t or of a sequence is bound inside")
    if unsettled(relation) or not without_complex(relation, {**s.sorts, t: INTEGER}):
        raise Rejected("limit: a term that may have no value, or may not be real")
    names: dict[tuple[str, Expr], str] = {}
    sorts, here = dict(s.sorts), {}
    for e in inside:
        place = operands(e)[1] if head(e) == "at" else 0
        shift = operands(place) if head(place) == "+" else (place,)
        if head(e) != "at" or operands(e)[0] not in values or [a for a in shift if type(a) is not int] != [t]:
            continue
        sequence = str(operands(e)[0])
        y = fresh("y", free_names(fact) | sorts.keys() | bound | set(names.values()))
        if names.setdefault((sequence, place), y) == y:
            kind = operands(s.sorts[sequence])[-1]
            sorts[y], here[y] = kind if head(kind) == "matrix" else REAL, values[sequence]
    moved = _members(relation, t, names)
    if t in free_names(moved):
        raise Rejected("limit: t is left over, or an index is not t plus a number")
    needed = [f for side in operands(moved) for f in nearby(side, frozenset(here), sorts)]
    left = remaining(s, substitute(conjunction(needed), here))
    if left != TRUE:
        c.check(s, left, node["continuous"])
    c.check(s.assume(node["as"], substitute(moved, here)), goal, node["then"])


def integer_beyond(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """There is an integer above a real number."""
    bound = c.expression(s, node["of"])
    if not is_real(bound, s.sorts) or infinite(bound):
        raise Rejected("integer-beyond: a bound that may not be real")
    n = fresh("n", free_names(bound))
    c.check(s.assume(node["as"], ("exists", n, INTEGER, ("<", bound, n))), goal, node["then"])


NEARNESS: dict[str, Callable[[Checker, Sequent, Expr, Any], None]] = {
    "near": near, "converges": converges, "limit": limit, "integer-beyond": integer_beyond,
}  # fmt: skip
