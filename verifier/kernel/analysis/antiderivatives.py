"""Curves that exist: rules ``antiderivative`` (of a continuous term) and ``inverse`` (of a term with a positive slope).

Together they separate variables: dx/dt = v(x) with v > 0 is solved by the inverse of an antiderivative of 1/v, where
that takes every value.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import is_real, is_real_curve
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.meaning.regularity import conditions, moving
from verifier.kernel.terms.binding import bind, new_name, operands, substitute
from verifier.kernel.terms.expr import REAL, Expr, conjunction

CURVE: Expr = ("curve", REAL)


def _of_the_line(c: Checking, s: Sequent, node: Node) -> tuple[str, Sequent, Expr]:
    """The variable, which ranges over all real numbers, and the term in it."""
    x = str(node["name"])
    inner = s.declare(x, REAL)
    term = c.expression(inner, node["of"])
    if not is_real_curve(term, inner.sorts):
        raise Rejected("a curve from a term that may not be real")
    return x, inner, term


def _matrix_of_the_line(c: Checking, s: Sequent, node: Node, sort: Expr) -> tuple[str, Sequent, Expr]:
    """The same for a term whose values are matrices of a sort; continuous are its entries."""
    x = str(node["name"])
    inner = s.declare(x, REAL)
    term = c.expression(inner, node["of"])
    c.fits(inner, term, sort)
    if not is_real_curve(("trace", ("*", ("T", term), term)), inner.sorts):
        raise Rejected("a curve from a term that may not be real")
    return x, inner, term


def antiderivative(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """There is a curve F with F[start] == 0 and F' == term everywhere, where the term is continuous on the whole line.

    ``name`` is x and ``of`` the term in x, a number or, with ``shape``, a matrix of that shape; ``continuous`` proves
    the conditions of continuity at every real x.
    """
    sort: Expr = ("matrix", *(c.expression(s, n) for n in node["shape"])) if "shape" in node else REAL
    x, inner, term = _of_the_line(c, s, node) if sort == REAL else _matrix_of_the_line(c, s, node, sort)
    start = c.expression(s, node["start"])
    if not is_real(start, s.sorts):
        raise Rejected("antiderivative: a start that may not be real")
    c.check(inner, conjunction(conditions(term, x, False, moving(s.sorts))), node["continuous"])
    f = new_name()
    slope = bind("forall", x, REAL, ("==", ("rate", f, x), term))
    zero: Expr = 0 if sort == REAL else ("zeros", *operands(sort))
    found = bind("exists", f, ("curve", sort), ("and", ("==", ("at", f, start), zero), slope))
    c.check(s.assume(node["as"], found), goal, node["then"])


def inverse(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """There is a curve G with G[term(x)] == x, term(G[t]) == t and G'[t] term'(G[t]) == 1 for all real x and t.

    ``name`` is x and ``of`` the term in x; ``smooth`` proves the conditions of differentiability at every real x,
    ``slope`` that the derivative is positive there, and ``onto`` that the term takes every real value (``value``).
    """
    x, inner, term = _of_the_line(c, s, node)
    t = str(node["value"])
    s.declare(t, REAL)
    if t == x:
        raise Rejected("inverse: one name for two things")
    c.check(inner, conjunction(conditions(term, x, True, moving(s.sorts))), node["smooth"])
    slope = derivative(term, x, moving(s.sorts))
    c.check(inner, ("<", 0, slope), node["slope"])
    c.check(s, bind("forall", t, REAL, bind("exists", x, REAL, ("==", term, t))), node["onto"])
    g = new_name()
    there: dict[str, Expr] = {x: ("at", g, t)}
    left = bind("forall", x, REAL, ("==", ("at", g, term), x))
    moves: Expr = ("==", ("*", ("rate", g, t), substitute(slope, there)), 1)
    right = bind("forall", t, REAL, ("and", ("==", substitute(term, there), t), moves))
    found = bind("exists", g, CURVE, ("and", left, right))
    c.check(s.assume(node["as"], found), goal, node["then"])


ANTIDERIVATIVES: dict[str, Any] = {"antiderivative": antiderivative, "inverse": inverse}
