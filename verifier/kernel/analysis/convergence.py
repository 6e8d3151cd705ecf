"""Integrals that diverge."""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import is_real
from verifier.kernel.analysis.integrals import INFINITE, OO, opposite
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.terms.binding import operands
from verifier.kernel.terms.expr import Expr, conjunction, head


def divergent(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """An integral that is infinite over a part of its range is not v, if v is real or the other infinity.

    Were it v, the integral over each part of the range would be real or that infinity.  The part is proved to lie
    inside the range and to have its ends in order, and its ends are real, or those of the range.
    """
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


CONVERGENCE: dict[str, Any] = {"divergent": divergent}
