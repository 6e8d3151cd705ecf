"""Rule ``intermediate``: a continuous term that changes its sign between two numbers vanishes between them."""

from __future__ import annotations

from typing import Any

from verifier.kernel.expr import REAL, Expr, conjunction, free_names, substitute
from verifier.kernel.field import is_real, is_real_curve
from verifier.kernel.logic import Checker, Node, Rejected, Sequent
from verifier.kernel.regularity import conditions, moving


def intermediate(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
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
    if x in free_names(low) | free_names(high):
        raise Rejected("intermediate: the ends depend on the variable")
    c.check(s, ("<=", low, high), node["order"])
    first, last = (high, low) if node.get("falling") else (low, high)
    c.check(s, ("<=", substitute(term, {x: first}), 0), node["negative"])
    c.check(s, (">=", substitute(term, {x: last}), 0), node["positive"])
    here = s.declare(t, REAL).assume(node["bounds"], ("and", ("<=", low, t), ("<=", t, high)))
    c.check(here, conjunction(conditions(substitute(term, {x: t}), t, False, moving(s.sorts))), node["continuous"])
    found: Expr = ("exists", x, REAL, ("and", ("<=", low, x), ("<=", x, high), ("==", term, 0)))
    c.check(s.assume(node["as"], found), goal, node["then"])


INTERMEDIATE: dict[str, Any] = {"intermediate": intermediate}
