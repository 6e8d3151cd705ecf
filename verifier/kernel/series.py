"""Infinite sums and products: what their value is, as the limit of their partial sums over lo..n.

``("fn", "Sum", ("forall", k, ("integer", lo, "oo"), f)) == v`` means that the partial sums converge to v, or tend to
v where v is oo or -oo.  Every rule adds one fact of this kind under ``as`` and goes on with ``then``.  No arithmetic is
done with infinite sums, only with values that are known to be real.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.binding import bind, new_name, opened, operands, substitute
from verifier.kernel.derivative import derivative
from verifier.kernel.expr import INTEGER, REAL, Expr, conjunction, head
from verifier.kernel.field import Field, is_real, is_real_curve
from verifier.kernel.integers import Index, index_of
from verifier.kernel.logic import Checker, Node, Rejected, Sequent
from verifier.kernel.regularity import conditions
from verifier.kernel.sums import TERMS, joined, scalar

PARTIAL = {"Sum": "sum", "Product": "product"}
OO: Expr = ("fn", "oo")


def _need(condition: bool, why: str) -> None:
    if not condition:
        raise Rejected(why)


def _parts(c: Checker, s: Sequent, e: Expr) -> tuple[str, Expr, Expr]:
    """Word, first index and binder of an infinite sum or product of numbers."""
    word, binder = operands(e) if head(e) == "fn" and len(operands(e)) == 2 else ("", 0)
    _need(word in PARTIAL and head(binder) == "forall", "no infinite sum")
    k = new_name()
    sort, f = opened(binder, k)
    _need(head(sort) == "integer" and operands(sort)[1] == "oo" and operands(sort)[0] != "-oo", "no infinite sum")
    lo = operands(sort)[0]
    c.fits(s, lo, INTEGER)
    scalar(s, f, k)
    return str(word), lo, binder


def _series(k: str, lo: Expr, f: Expr) -> Expr:
    return ("fn", "Sum", bind("forall", k, ("integer", lo, "oo"), f))


def _known(c: Checker, s: Sequent, label: Any) -> tuple[Expr, Expr, Expr]:
    """First index, binder and real value of a sum whose value is a fact."""
    fact = s.fact(label)
    _need(head(fact) == "==", "the fact is no equation")
    e, value = operands(fact)
    word, lo, binder = _parts(c, s, e)
    _need(word == "Sum" and is_real(value, s.sorts), "no sum with a real value")
    Field(s.sorts).read(value)
    return lo, binder, value


def _tends(c: Checker, s: Sequent, n: str, e: Expr, value: Expr, proof: Any) -> None:
    """e tends to value as the real number n grows: then so it does along the integers."""
    c.check(s, ("==", ("fn", "limit", bind("forall", n, REAL, e), OO, 0), value), proof)


def by_limit(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The limit of ``partial``, a formula for the partial sums; or their limit because they are caught between bounds.

    ``low`` and ``high`` (one of them where the limit is oo or -oo) bound the partial sums and tend to ``value``.
    """
    e, value = c.expression(s, node["of"]), c.expression(s, node["value"])
    word, lo, binder = _parts(c, s, e)
    n = str(node["name"])
    s.declare(n, INTEGER)  # raises where the name is taken
    _need(value in (OO, ("neg", OO)) or is_real(value, s.sorts), "series-limit: a value that may not be real")
    k = new_name()
    total = bind(PARTIAL[word], k, opened(binder, k)[1], lo, n)
    within = frozenset((n,))
    bounds: list[Expr] = []
    for place in ("partial", "low", "high"):
        if place in node:
            bound = c.expression(s, node[place], within)
            _tends(c, s, n, bound, value, node["limits"][place])
            way: Expr = ("==", total, bound) if place == "partial" else ("<=", total, bound)
            bounds.append(("<=", bound, total) if place == "low" else way)
    one_sided = (value == OO and "low" in node) or (value == ("neg", OO) and "high" in node)
    _need("partial" in node or ("low" in node and "high" in node) or one_sided, "series-limit: a bound is missing")
    _need("partial" in node or is_real(total, {**s.sorts, n: INTEGER}), "series-limit: terms that may not be real")
    c.check(s, bind("forall", n, ("integer", lo, "oo"), conjunction(bounds)), node["each"])
    c.check(s.assume(node["as"], ("==", e, value)), goal, node["then"])


def combine(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A sum whose terms are sum of c_i * f_i, for sums of f_i with real values v_i: sum of c_i * v_i."""
    e = c.expression(s, node["of"])
    word, lo, binder = _parts(c, s, e)
    _need(word == "Sum", "series-combine: no sum")
    k = new_name()
    terms: list[Expr] = []
    values: list[Expr] = []
    for data, label in node["parts"]:
        factor = c.expression(s, data)
        Field(s.sorts).read(factor)
        first, other, value = _known(c, s, label)
        _need(index_of(first) == index_of(lo), "series-combine: sums that do not start together")
        terms.append(("*", factor, opened(other, k)[1]))
        values.append(("*", factor, value))
    equal: Expr = ("==", opened(binder, k)[1], joined("sum", terms))
    c.check(s, bind("forall", k, ("integer", lo, "oo"), equal), node["each"])
    c.check(s.assume(node["as"], ("==", e, joined("sum", values))), goal, node["then"])


def shift(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """From a sum that starts at lo one that starts at lo + ``drop``, with index k + ``by`` for k.

    ``drop`` is a number; where it is negative, the terms before the first one are added.
    """
    lo, binder, value = _known(c, s, node["fact"])
    drop, first = node["drop"], index_of(lo)
    _need(isinstance(drop, int) and abs(drop) <= TERMS, "series-shift: a number of terms, and not too many")
    d = c.expression(s, node["by"])
    c.fits(s, d, INTEGER)
    at = range(drop) if drop > 0 else range(drop, 0)
    extra = joined("sum", [opened(binder, first.plus(i).expr())[1] for i in at])
    k = new_name()
    place = (Index.var(k) + index_of(d)).expr()
    e = _series(k, (first.plus(drop) - index_of(d)).expr(), opened(binder, place)[1])
    total: Expr = ("-", value, extra) if drop > 0 else ("+", value, extra)
    c.check(s.assume(node["as"], ("==", e, total)), goal, node["then"])


def power_series(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """sum of k a_k p^k == p S'(p), where sum of a_k x^k == S(x) for all x in (-r, r), and p lies there, r > 0.

    A power series may be differentiated term by term inside its interval of convergence.
    """
    x, k, lo = str(node["name"]), str(node["index"]), c.expression(s, node["from"])
    a = c.expression(s, node["coefficient"], frozenset((k,)))
    total = c.expression(s, node["value"], frozenset((x,)))
    p, r = c.expression(s, node["at"]), c.expression(s, node["radius"])
    c.fits(s, lo, INTEGER)
    scalar(s, a, k)
    inner = s.declare(x, REAL)
    inner.declare(k, INTEGER)  # raises where the name is taken: the point may speak of what has it
    real = is_real(a, {**s.sorts, k: INTEGER}) and is_real_curve(total, inner.sorts) and is_real(p, s.sorts)
    _need(real and is_real(r, s.sorts) and s.context.entails(index_of(lo)), "series-derivative: no real power series")
    c.check(s, ("and", ("<", ("neg", r), p), ("<", p, r)), node["inside"])
    around = inner.assume(node["range"], ("and", ("<", ("neg", r), x), ("<", x, r)))
    c.check(around, ("==", _series(k, lo, ("*", a, ("^", x, k))), total), node["each"])
    c.check(s, substitute(conjunction(conditions(total, x, inner=True)), {x: p}), node["smooth"])
    e = _series(k, lo, ("*", k, a, ("^", p, k)))
    value: Expr = ("*", p, substitute(derivative(total, x), {x: p}))
    c.check(s.assume(node["as"], ("==", e, value)), goal, node["then"])


SERIES: dict[str, Any] = {
    "series-limit": by_limit, "series-combine": combine, "series-shift": shift, "series-derivative": power_series,
}  # fmt: skip
