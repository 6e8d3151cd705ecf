"""Functions and curves that exist: rules ``differentiable``, ``choice`` and ``compact``.

A term with a derivative at each point is a curve, a value for each argument makes a function, and radii that do near
each point of a closed interval have one below them that does everywhere.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import is_real, unsettled
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.terms.binding import bind, free_names, new_name, opened, read, subexpressions, substitute
from verifier.kernel.terms.expr import REAL, Expr, head


def _every(name: str, sort: Expr, guard: Expr, then: Expr) -> Expr:
    return bind("forall", name, sort, ("implies", guard, then))


def _some_positive(name: str, then: Expr) -> Expr:
    return bind("exists", name, REAL, ("and", (">", name, 0), then))


def has_slope(term: Expr, x: str, slope: Expr, matrix: bool) -> Expr:
    """The definition: for every h > 0 there is r > 0 such that (y - x)^2 <= r gives

    |f(y) - f(x) - (y - x) slope|^2 <= h (y - x)^2 for all y.
    """
    h, r, y = new_name(), new_name(), new_name()
    move: Expr = ("-", y, x)
    gap: Expr = ("-", ("-", substitute(term, {x: y}), term), ("*", move, slope))
    size: Expr = ("trace", ("*", ("T", gap), gap)) if matrix else ("^", gap, 2)
    close = _every(y, REAL, ("<=", ("^", move, 2), r), ("<=", size, ("*", h, ("^", move, 2))))
    return _every(h, REAL, (">", h, 0), _some_positive(r, close))


def differentiable(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """A term that has a derivative at every real x, by the definition, is a curve, whose derivative it is.

    ``name`` is x, ``of`` the term in x, a number or a matrix of the given ``sort``; ``proof``: at each x some slope is
    the derivative.  The curve q has q[x] == term, and its rate is the derivative of the term.
    """
    x, sort = str(node["name"]), read(node["sort"])
    if head(sort) not in ("real", "matrix"):
        raise Rejected("differentiable: a curve through something that is no number and no matrix")
    inner = s.declare(x, REAL)
    term = c.expression(inner, node["of"])
    c.fits(inner, term, sort)
    if unsettled(term):
        raise Rejected("differentiable: a term that may have no value")
    matrix = head(sort) == "matrix"
    slope, q = new_name(), new_name()
    some = bind("exists", slope, sort, has_slope(term, x, slope, matrix))
    c.check(s, bind("forall", x, REAL, some), node["proof"])
    known: Expr = ("and", ("==", ("at", q, x), term), has_slope(term, x, ("rate", q, x), matrix))
    found = bind("exists", q, ("curve", sort), bind("forall", x, REAL, known))
    c.check(s.assume(node["as"], found), goal, node["then"])


def choice(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Where there is a value y with P(x, y) for every matrix x, there is a function f with P(x, f[x]) for every x."""
    fact = s.fact(node["fact"])
    x, f = new_name(), new_name()
    domain, inside = opened(fact, x) if head(fact) == "forall" else (0, 0)
    values, claim = opened(inside, ("at", f, x)) if head(inside) == "exists" else (0, 0)
    if head(domain) != "matrix" or head(values) not in ("real", "matrix") or x in free_names(values):
        raise Rejected("choice: the fact is not that there is a number or a matrix for every matrix")
    if any(head(e) == "grad" for e in subexpressions(claim)):
        raise Rejected("choice: the value of a function would stand in a gradient")
    found = bind("exists", f, ("function", domain, values), bind("forall", x, domain, claim))
    c.check(s.assume(node["as"], found), goal, node["then"])


def covering(inner: Sequent, x: str, r: str, claim: Expr, low: Expr, high: Expr) -> tuple[Expr, Expr, Expr]:
    """P near each point for some radius, with each radius for the smaller ones, and everywhere for one radius."""
    t, q = new_name(), new_name()

    def inside(name: str) -> tuple[Expr, Expr]:
        return ("<=", low, name), ("<=", name, high)

    near = _every(x, REAL, ("and", *inside(x), ("<=", ("^", ("-", x, t), 2), r)), claim)
    less = _every(q, REAL, ("and", (">", q, 0), ("<=", q, r)), substitute(claim, {r: q}))
    given: Expr = ("and", *inside(x), (">", r, 0), claim)
    return (
        _every(t, REAL, ("and", *inside(t)), _some_positive(r, near)),
        bind("forall", x, REAL, bind("forall", r, REAL, ("implies", given, less))),
        _some_positive(r, _every(x, REAL, ("and", *inside(x)), claim)),
    )


def compact(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """One radius r > 0 has P(x, r) for all x in [low, high], where each point has one that does for all x near it.

    ``name`` is x, ``radius`` r, ``formula`` P.  ``local`` proves that for every t in [low, high] there is r > 0 such
    that P(x, r) for all x in [low, high] with (x - t)^2 <= r; ``smaller`` that P(x, r) implies P(x, q) for 0 < q <= r.
    Finitely many of these neighbourhoods cover the interval (Heine and Borel); the least of their radii does.
    """
    x, r = str(node["name"]), str(node["radius"])
    inner = s.declare(x, REAL).declare(r, REAL)
    claim = c.formula(inner, node["formula"])
    low, high = (c.expression(s, node[end]) for end in ("low", "high"))
    if not all(is_real(e, s.sorts) for e in (low, high)):  # oo is not
        raise Rejected("compact: an end that may not be real")
    local, smaller, found = covering(inner, x, r, claim, low, high)
    c.check(s, local, node["local"])
    c.check(s, smaller, node["smaller"])
    c.check(s.assume(node["as"], found), goal, node["then"])


FUNCTIONS: dict[str, Any] = {"differentiable": differentiable, "choice": choice, "compact": compact}
