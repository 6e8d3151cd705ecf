"""What limits say of values, and values of limits.

* ``limit-definition``: near the point a function lies as close to its limit as one likes, or beyond every bound where
  the limit is infinite, and what does has this limit.  Constants of asymptotic orders come from here.
* ``convergence``: the definition of the convergence of a sequence of real numbers or matrices.
* ``limit``: an equation or a weak inequality between continuous terms passes to the limits of sequences.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real, unsettled
from verifier.kernel.analysis.limits import OO, infinite, parts
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Rule, Sequent
from verifier.kernel.meaning.conditions import without_complex
from verifier.kernel.meaning.definedness import meaningful, remaining
from verifier.kernel.meaning.regularity import nearby
from verifier.kernel.terms.binding import (
    bind,
    free_names,
    new_name,
    opened,
    operands,
    subexpressions,
    substitute,
    under,
)
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, TRUE, Expr, conjunction, head
from verifier.kernel.terms.shapes import Shapes


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


def closeness(term: Expr, value: Expr, within: Expr, s: Sequent, defined: bool = False) -> Expr:
    """There is a positive radius within which the function of a limit is close to the value (and defined).

    `within` is the distance from a real value, and the bound that is passed where the value is infinite.
    """
    binder, point, side = parts(term, s)
    radius, v = new_name(), new_name()
    here = opened(binder, v)[1]
    if infinite(value):
        near: Expr = ("<", within, here) if value == OO else ("<", here, within)
    else:
        near = ("and", ("<", ("-", value, within), here), ("<", here, ("+", value, within)))
    needed = meaningful(here, {**s.sorts, v: REAL}) if defined else TRUE
    near = near if needed == TRUE else ("and", needed, near)
    everywhere = bind("forall", v, REAL, ("implies", vicinity(point, side, radius, v), near))
    return bind("exists", radius, REAL, ("and", (">", radius, 0), everywhere))


def approach(formula: Expr, s: Sequent, defined: bool = False) -> Expr:
    """What limit == value says: within some radius, as close to the value as one likes, or beyond every bound."""
    term, value = operands(formula)
    if not infinite(value) and not is_real(value, s.sorts):
        raise Rejected("limit-definition: a value that may not be real")
    h = new_name()
    close = closeness(term, value, h, s, defined)
    return bind("forall", h, REAL, close if infinite(value) else ("implies", (">", h, 0), close))


def limit_definition(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The definition: limit == value (``of``) just where the function approaches the value.

    Two implications are the parts of a new fact.  The first unfolds a limit; the second proves one, where the function
    is defined near the point as well.
    """
    formula = c.formula(s, node["of"])
    if head(formula) != "==":
        raise Rejected("limit-definition: no equation")
    says = ("implies", formula, approach(formula, s))
    both: Expr = ("and", says, ("implies", approach(formula, s, defined=True), formula))
    c.check(s.assume(node["as"], both), goal, node["then"])


def arrival(goal: Expr, s: Sequent) -> Expr:
    """What ``tends`` says: for every h > 0, from some index on, the squared (Frobenius) distance is at most h.

    Raises `Rejected` where the distance may be that of complex numbers, whose square says nothing.
    """
    h, first, n = new_name(), new_name(), new_name()
    (here, value), sorts = opened(goal, n), {**s.sorts, n: INTEGER}
    gap: Expr = ("-", here, value)
    scalar = Shapes(sorts, s.context).term(gap) is None
    distance: Expr = ("^", gap, 2) if scalar else ("trace", ("*", ("T", gap), gap))
    if unsettled(gap) or not is_real(gap if scalar else distance, sorts):
        raise Rejected("convergence: a distance that may have no value, or between numbers that may not be real")
    late = bind("forall", n, ("integer", first, "oo"), ("<=", distance, h))
    reached = bind("exists", first, ("integer", 0, "oo"), late)
    return bind("forall", h, REAL, ("implies", (">", h, 0), reached))


def convergence(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The definition: a sequence converges (``of``) just where it arrives.

    Both implications, of which the first unfolds a convergence and the second proves one, are the parts of a new fact.
    """
    formula = c.formula(s, node["of"])
    if head(formula) != "tends":
        raise Rejected("convergence: no convergence")
    says = arrival(formula, s)
    both: Expr = ("and", ("implies", formula, says), ("implies", says, formula))
    c.check(s.assume(node["as"], both), goal, node["then"])


def _members(e: Expr, names: dict[tuple[Expr, Expr], str]) -> Expr:
    """The term with a variable of its own for each member s[t], s[t + 1], ... of a sequence in `names`."""
    if not isinstance(e, tuple):
        return e
    if head(e) in BINDERS:
        return under(e, lambda a: _members(a, names))
    args = operands(e)
    if head(e) == "at" and args in names:
        return names[args]  # type: ignore[index]
    return (e[0], *(_members(a, names) for a in args))


def limit(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """u(t) == v(t), u(t) <= v(t) or u(t) >= v(t) for all integers t from some on (``fact``) holds in the limit.

    ``limits``: facts that the sequences s, ... tend to l, ....  The terms may depend on t through members s[t + k] of
    them alone, and have to be continuous functions of these members at the point where each is its limit.  Then both
    sides converge to their values there, and equations and weak inequalities pass to limits.  ``continuous`` proves
    the conditions that make them continuous near that point, where the ranges of integers do not.
    """
    fact = s.fact(node["fact"])
    t = new_name()
    sort, relation = opened(fact, t) if head(fact) == "forall" else (0, 0)
    if head(sort) != "integer" or operands(sort)[1] != "oo":
        raise Rejected("limit: the fact is not 'for all t'")
    if head(relation) not in ("==", "<=", ">="):
        raise Rejected("limit: a strict relation does not pass to the limit")
    values: dict[Expr, Expr] = {}
    for label in node["limits"]:
        tends = s.fact(label)
        body, value = opened(tends, t) if head(tends) == "tends" else (0, 0)
        name, index = operands(body) if head(body) == "at" else (0, 0)
        if index != t or not isinstance(name, str) or head(s.sorts.get(name, 0)) not in ("sequence", "curve"):
            raise Rejected("limit: convergence of something that is no sequence")
        values[name] = value
    if unsettled(relation) or not without_complex(relation, {**s.sorts, t: INTEGER}):
        raise Rejected("limit: a term that may have no value, or may not be real")
    names: dict[tuple[Expr, Expr], str] = {}
    sorts, here = dict(s.sorts), {}
    for e in subexpressions(relation):
        place = operands(e)[1] if head(e) == "at" else 0
        shift = operands(place) if head(place) == "+" else (place,)
        if head(e) != "at" or operands(e)[0] not in values or [a for a in shift if type(a) is not int] != [t]:
            continue
        sequence = operands(e)[0]
        if (sequence, place) not in names:
            y = names[sequence, place] = new_name()
            kind = operands(s.sorts[str(sequence)])[-1]
            sorts[y], here[y] = kind if head(kind) == "matrix" else REAL, values[sequence]
    moved = _members(relation, names)
    if t in free_names(moved):
        raise Rejected("limit: t is left over, or an index is not t plus a number")
    needed = [f for side in operands(moved) for f in nearby(side, frozenset(here), sorts)]
    left = remaining(s, substitute(conjunction(needed), here))
    if left != TRUE:
        c.check(s, left, node["continuous"])
    c.check(s.assume(node["as"], substitute(moved, here)), goal, node["then"])


NEARNESS: dict[str, Rule] = {
    "limit-definition": limit_definition, "convergence": convergence, "limit": limit,
}  # fmt: skip
