"""Rule ``ladder-limit``: the sign of a term at x from its limit at an end and the sign of its derivative in between.

A term that does not rise from x to oo is at least its limit there; one that does not fall from a (or from -oo) to x
is at least its limit at a.  The limit is a fact, of the form ``limit(v - u, x, end) == L`` with L real.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.binding import bind, free_names, operands, same
from verifier.kernel.derivative import regular
from verifier.kernel.expr import REAL, Expr, conjunction, head
from verifier.kernel.field import is_real, is_real_curve
from verifier.kernel.limits import infinite, parts
from verifier.kernel.logic import Checker, Node, Rejected, Sequent, as_less


def ladder_limit(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """u <= v or u < v at x (``of``), from the limit ``fact`` of v - u at an end of an interval from x to there.

    ``side`` proves that x lies apart from a finite end (``from``: "left" where the end is below x, else "right").
    ``base``: 0 <= L, or 0 < L; with ``strict``: "slope" the derivative is strict instead.
    """
    goal = as_less(goal)
    x = node["of"]
    if head(goal) not in ("<", "<=") or not isinstance(x, str) or s.sorts.get(x) != REAL:
        raise Rejected("ladder-limit: the goal is no inequality, or its variable is not real")
    u, v = operands(goal)
    gap: Expr = ("-", v, u)
    fact = s.fact(node["fact"])
    if head(fact) != "==" or not is_real_curve(gap, s.sorts):
        raise Rejected("ladder-limit: the fact is no limit, or a term may not be real")
    term, value = operands(fact)
    binder, point, side = parts(term, s)
    if not same(binder, bind("forall", x, REAL, gap)) or x in free_names(point):
        raise Rejected("ladder-limit: the limit of another function")
    if infinite(value) or not is_real(value, s.sorts):
        raise Rejected("ladder-limit: the limit may not be real")
    rising = node["from"] == "left"
    if not rising and node["from"] != "right":
        raise Rejected("ladder-limit: from left or from right")
    t = str(node["as"])
    toward: list[Expr] = []
    if infinite(point):
        if rising != (infinite(point) < 0):
            raise Rejected("ladder-limit: the end lies on the other side")
    else:
        if side not in (0, 1 if rising else -1):
            raise Rejected("ladder-limit: the limit is taken on the other side")
        c.check(s, ("<", point, x) if rising else ("<", x, point), node["side"])
        toward = [("<", point, t) if rising else ("<", t, point)]
    by_slope = head(goal) == "<" and node.get("strict") == "slope"
    c.check(s, ("<=" if by_slope or head(goal) == "<=" else "<", 0, value), node["base"])
    closed, inner = (conjunction([*toward, (r, t, x) if rising else (r, x, t)]) for r in ("<=", "<"))
    inside, slope = regular(c, s, gap, x, closed, inner, node)
    sign = "<" if by_slope else "<="
    c.check(inside, (sign, 0, slope) if rising else (sign, slope, 0), node["slope"])


ENDS_RULES: dict[str, Any] = {"ladder-limit": ladder_limit}
