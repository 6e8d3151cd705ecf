"""Infinite sums and products: what their value is, as the limit of their partial sums over lo..n.

``("fn", "Sum", ("forall", k, ("integer", lo, "oo"), f)) == v`` means that the partial sums converge to v, or tend to
v where v is oo or -oo.  Every rule adds one fact of this kind under ``as`` and goes on with ``then``.  No arithmetic is
done with infinite sums, only with values that are known to be real.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.derivative import derivative
from verifier.kernel.expr import INTEGER, REAL, Expr, conjunction, head, operands, substitute
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


def _parts(c: Checker, s: Sequent, e: Expr) -> tuple[str, str, Expr, Expr]:
    """Word, index, first index and term of an infinite sum or product of numbers."""
    word, binder = operands(e)[:2] if head(e) == "fn" and len(operands(e)) == 2 else ("", 0)
    _need(word in PARTIAL and head(binder) == "forall", "no infinite sum")
    k, sort, f = operands(binder)
    _need(head(sort) == "integer" and operands(sort)[1] == "oo" and operands(sort)[0] != "-oo", "no infinite sum")
    c.fits(s, operands(sort)[0], INTEGER)
    scalar(s, f, str(k))
    return str(word), str(k), operands(sort)[0], f


def _series(k: str, lo: Expr, f: Expr) -> Expr:
    return ("fn", "Sum", ("forall", k, ("integer", lo, "oo"), f))


def _known(c: Checker, s: Sequent, label: Any) -> tuple[str, Expr, Expr, Expr]:
    """Index, first index, term and real value of a sum whose value is a fact."""
    fact = s.fact(label)
    _need(head(fact) == "==", "the fact is no equation")
    e, value = operands(fact)
    word, k, lo, f = _parts(c, s, e)
    _need(word == "Sum" and is_real(value, s.sorts), "no sum with a real value")
    Field(s.sorts).read(value)
    return k, lo, f, value


def _tends(c: Checker, s: Sequent, n: str, e: Expr, value: Expr, proof: Any) -> None:
    """e tends to value as the real number n grows: then so it does along the integers."""
    c.check(s, ("==", ("fn", "limit", ("forall", n, REAL, e), OO, 0), value), proof)


def by_limit(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The limit of ``partial``, a formula for the partial sums; or their limit because they are caught between bounds.

    ``low`` and ``high`` (one of them where the limit is oo or -oo) bound the partial sums and tend to ``value``.
    """
    e, value = c.expression(s, node["of"]), c.expression(s, node["value"])
    word, k, lo, f = _parts(c, s, e)
    n = str(node["name"])
    s.declare(n, INTEGER)  # raises where the name is taken
    _need(value in (OO, ("neg", OO)) or is_real(value, s.sorts), "series-limit: a value that may not be real")
    total: Expr = (PARTIAL[word], f, k, lo, n)
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
    c.check(s, ("forall", n, ("integer", lo, "oo"), conjunction(bounds)), node["each"])
    c.check(s.assume(node["as"], ("==", e, value)), goal, node["then"])


def combine(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A sum whose terms are sum of c_i * f_i, for sums of f_i with real values v_i: sum of c_i * v_i."""
    e = c.expression(s, node["of"])
    word, k, lo, f = _parts(c, s, e)
    _need(word == "Sum", "series-combine: no sum")
    terms: list[Expr] = []
    values: list[Expr] = []
    for data, label in node["parts"]:
        factor = c.expression(s, data)
        Field(s.sorts).read(factor)
        j, first, g, value = _known(c, s, label)
        _need(index_of(first) == index_of(lo), "series-combine: sums that do not start together")
        terms.append(("*", factor, substitute(g, {j: k})))
        values.append(("*", factor, value))
    c.check(s, ("forall", k, ("integer", lo, "oo"), ("==", f, joined("sum", terms))), node["each"])
    c.check(s.assume(node["as"], ("==", e, joined("sum", values))), goal, node["then"])


def shift(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """From a sum that starts at lo one that starts at lo + ``drop``, with index k + ``by`` for k.

    ``drop`` is a number; where it is negative, the terms before the first one are added.
    """
    k, lo, f, value = _known(c, s, node["fact"])
    drop, first = node["drop"], index_of(lo)
    _need(isinstance(drop, int) and abs(drop) <= TERMS, "series-shift: a number of terms, and not too many")
    d = c.expression(s, node["by"])
    c.fits(s, d, INTEGER)
    at = range(drop) if drop > 0 else range(drop, 0)
    extra = joined("sum", [substitute(f, {k: first.plus(i).expr()}) for i in at])
    place = (Index.var(k) + index_of(d)).expr()
    e = _series(k, (first.plus(drop) - index_of(d)).expr(), substitute(f, {k: place}))
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
    _need(x != k and x not in s.sorts, "series-derivative: the name is taken")
    inner = s.declare(x, REAL)
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
