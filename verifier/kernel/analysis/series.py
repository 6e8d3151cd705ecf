"""Infinite sums and products: what their value is, as the limit of their partial sums over lo..n.

``("fn", "Sum", ("forall", k, ("integer", lo, "oo"), f)) == v`` means that the partial sums converge to v, or tend to
v where v is oo or -oo.  Every rule adds one fact of this kind under ``as`` and goes on with ``then``.  No arithmetic is
done with infinite sums, only with values that are known to be real.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import Field, is_real, is_real_curve
from verifier.kernel.algebra.integers import index_of
from verifier.kernel.algebra.sums import scalar
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.binding import bind, new_name, opened, operands, substitute
from verifier.kernel.terms.expr import INTEGER, REAL, Expr, conjunction, head

PARTIAL = {"Sum": "sum", "Product": "product"}
OO: Expr = ("fn", "oo")


def _need(condition: bool, why: str) -> None:
    if not condition:
        raise Rejected(why)


def _parts(c: Checking, s: Sequent, e: Expr) -> tuple[str, Expr, Expr]:
    """Word, first index and binder of an infinite sum or product of numbers."""
    word, binder = operands(e) if head(e) == "fn" and len(operands(e)) == 2 else ("", 0)
    _need(word in PARTIAL, "no infinite sum")
    k = new_name()
    sort, f = opened(binder, k)
    _need(operands(sort)[1] == "oo", "no infinite sum")
    lo = operands(sort)[0]
    c.fits(s, lo, INTEGER)
    scalar(s, f, k)
    return str(word), lo, binder


def _series(k: str, lo: Expr, f: Expr) -> Expr:
    return ("fn", "Sum", bind("forall", k, ("integer", lo, "oo"), f))


def arrives(c: Checking, s: Sequent, formula: Expr) -> Expr:
    """What sum == value says: that the partial sums converge to a real value, or pass every bound."""
    e, value = operands(formula) if head(formula) == "==" else (0, 0)
    word, lo, binder = _parts(c, s, e)
    n, k = new_name(), new_name()
    partial = bind(PARTIAL[word], k, opened(binder, k)[1], lo, n)
    if value not in (OO, ("neg", OO)):
        _need(is_real(value, s.sorts), "series-definition: a value that may not be real")
        Field(s.sorts).read(value)
        return bind("tends", n, partial, value)
    _need(is_real(partial, {**s.sorts, n: INTEGER}), "series-definition: terms that may not be real")
    h, first = new_name(), new_name()
    far: Expr = ("<", h, partial) if value == OO else (">", h, partial)
    late = bind("exists", first, ("integer", 0, "oo"), bind("forall", n, ("integer", first, "oo"), far))
    return bind("forall", h, REAL, late)


def definition(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The definition: an infinite sum or product is the limit of its partial ones (``of``: that it has a value).

    Both implications, of which the first unfolds a value and the second proves one, are the parts of a new fact.
    """
    formula = c.formula(s, node["of"])
    says = arrives(c, s, formula)
    both: Expr = ("and", ("implies", formula, says), ("implies", says, formula))
    c.check(s.assume(node["as"], both), goal, node["then"])


def power_series(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
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


SERIES: dict[str, Any] = {"series-definition": definition, "series-derivative": power_series}
