"""The value of a Piecewise term: that of the first case that holds."""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import unsettled
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.terms.binding import operands
from verifier.kernel.terms.expr import Expr, head


def piece(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Piecewise(v1, c1, v2, c2, ...) == v_i, where c_i holds (``holds``) and the earlier cases fail (``fail``)."""
    e = c.expression(s, node["of"])
    i = node["index"]
    if head(e) != "fn" or operands(e)[0] != "Piecewise":
        raise Rejected("piece: no Piecewise")
    values, cases = operands(e)[1::2], operands(e)[2::2]
    if len(node["fail"]) != i:
        raise Rejected("piece: no such case")
    if unsettled(values[i]):
        raise Rejected("piece: an equation with a limit or an integral says that this exists")
    for case, proof in zip(cases, node["fail"], strict=False):
        c.check(s, ("not", case), proof)
    c.check(s, cases[i], node["holds"])
    c.check(s.assume(node["as"], ("==", e, values[i])), goal, node["then"])


PIECES: dict[str, Any] = {"piece": piece}
