"""Finite sums and products with symbolic ends.

Every rule adds one fact under ``as`` and goes on with ``then``.  A sum over lo..hi is that over all integers j with
lo <= j <= hi; ends are integers (this is checked), and a sum from lo to hi < lo is 0, a product 1.  Summands are
scalars whose value is some number at every integer, so that terms may be split off and put together anywhere; what is
known of them only holds where their conditions do.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import Field
from verifier.kernel.algebra.integers import Context, index_of
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.terms.binding import bind, new_name, opened, outer
from verifier.kernel.terms.expr import INTEGER, Expr, head

TERMS = 400  # terms that one rule writes out


def _need(condition: bool, why: str) -> None:
    if not condition:
        raise Rejected(why)


def finite(c: Checking, s: Sequent, data: Any) -> tuple[Expr, Expr, Expr]:
    """A finite sum or product of scalars of a certificate: itself and its ends."""
    e = c.expression(s, data)
    _need(head(e) in ("sum", "product"), "no finite sum and no finite product")
    j = new_name()
    f, lo, hi = opened(e, j)
    scalar(s, f, j)
    c.fits(s, lo, INTEGER)
    c.fits(s, hi, INTEGER)
    return e, lo, hi


def scalar(s: Sequent, f: Expr, j: str) -> None:
    """The term is a number, where j is an integer.  Raises `Unknown`."""
    Field({**s.sorts, j: INTEGER}).read(f)


def joined(kind: str, terms: list[Expr]) -> Expr:
    """Terms added or multiplied."""
    if len(terms) < 2:
        return terms[0] if terms else int(kind == "product")
    return ("+" if kind == "sum" else "*", *terms)


def fewer(e: Expr, low: Expr, high: Expr, context: Context) -> Expr:
    """A finite sum or product by that over the smaller range low..high and the terms outside of it.

    Where the smaller range is known to be empty, nothing stands for it.
    """
    kind, (lo, hi) = str(head(e)), (index_of(end) for end in outer(e))
    before, behind = (index_of(low) - lo).constant, (hi - index_of(high)).constant
    if before is None or behind is None or not (0 <= before <= TERMS and 0 <= behind <= TERMS):
        raise Rejected("the new range is not inside the old one, a number of terms from its ends")
    first = [opened(e, lo.plus(i).expr())[0] for i in range(before)]
    last = [opened(e, hi.plus(-i).expr())[0] for i in reversed(range(behind))]
    j = new_name()
    empty = context.below(index_of(high).plus(1), index_of(low))
    return joined(kind, [*first, *([] if empty else [bind(kind, j, opened(e, j)[0], low, high)]), *last])


def range_(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """sum(f, lo..hi) == terms before + sum(f, low..high) + terms behind, for products likewise.

    low is lo plus a number of terms and high is hi minus one, both at least 0, and low <= high + 1 follows from the
    facts: then the three parts are the range, one behind the other.  The middle is left out where high < low follows:
    so all terms are written out, or none, where hi < lo.  Terms are scalars that are defined as total functions at
    every integer, so they may be split off anywhere.
    """
    e, lo, hi = finite(c, s, node["of"])
    low, high = (c.expression(s, x) for x in node["range"])
    value = fewer(e, low, high, s.context)
    same_range = index_of(low) == index_of(lo) and index_of(high) == index_of(hi)
    _need(same_range or s.context.entails(index_of(high).plus(1) - index_of(low)), "the rest may be less than empty")
    c.check(s.assume(node["as"], ("==", e, value)), goal, node["then"])


SUMS: dict[str, Any] = {"sum-range": range_}
