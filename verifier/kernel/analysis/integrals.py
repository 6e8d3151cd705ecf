"""Definite integrals: rules that prove ``integrate(f, (x, a, b)) == v``, where v may be oo or -oo.

The integral is Riemann's, improper at the ends and at finitely many points between, where each piece has to
converge on its own; ``== oo`` says that it diverges to oo.  Turning the ends round changes the sign.  Each rule
also proves that the integrand is defined on the open range (``split`` leaves out a point).

A node says how the ends lie (``order``: "<", "<=", ">" or ">=", with the proof ``ends`` where both are finite)
and names a point of the open range (``as``), whose bounds are the fact ``bounds``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from verifier.kernel.algebra.field import EXTENDED, is_real, is_real_curve
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.meaning.definedness import meaningful
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.binding import bind, opened, operands, outer, same, subexpressions, substitute
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head

OO: Expr = ("fn", "oo")
INFINITE: tuple[Expr, ...] = (OO, ("neg", OO))


def opposite(infinity: Expr) -> Expr:
    return INFINITE[1] if infinity == OO else OO


def integral(f: Expr, x: str, lo: Expr, hi: Expr) -> Expr:
    """The term integrate(f, (x, lo, hi))."""
    return ("fn", "integrate", bind("forall", x, REAL, f), lo, hi)


@dataclass(frozen=True)
class Range:
    """The integral of `body`, a term in `t`, from `lo` to `hi`; `inside` is the sequent of a point between."""

    t: str
    body: Expr
    lo: Expr
    hi: Expr
    up: bool
    strict: bool
    around: Sequent
    inside: Sequent

    def equal(self, c: Checking, formula: Expr, node: Node) -> None:
        """The integrand is equal to `formula`, and defined, at every point between the ends."""
        c.check(self.inside, meaningful(self.body, self.inside.sorts), node["defined"])
        c.check(self.inside, ("==", self.body, formula), node["same"])


def apart(c: Checking, s: Sequent, term: Expr, node: Node) -> Range:
    """Take an integral apart.  Raises `Rejected` where the ends do not lie as the node says."""
    if head(term) != "fn" or operands(term)[0] != "integrate":
        raise Rejected(f"{node['rule']}: no integral")
    _, binder, lo, hi = operands(term)
    if outer(binder) != (REAL,):
        raise Rejected(f"{node['rule']}: an integral over something else than reals")
    order = node["order"]
    if order not in ("<", "<=", ">", ">="):
        raise Rejected(f"{node['rule']}: the order of the ends is <, <=, > or >=")
    up = order[0] == "<"
    low, high = (lo, hi) if up else (hi, lo)
    if low == OO or high == INFINITE[1]:
        raise Rejected(f"{node['rule']}: infinite ends the wrong way round")
    finite = [e for e in (low, high) if e not in INFINITE]
    if not all(is_real(e, s.sorts) for e in finite):
        raise Rejected(f"{node['rule']}: an end that may not be real")
    if len(finite) == 2:
        c.check(s, (order, lo, hi), node["ends"])
    t = str(node["as"])
    around = s.declare(t, REAL)
    bounds: list[Expr] = [("<", low, t)] if low in finite else []
    bounds += [("<", t, high)] if high in finite else []
    inside = around.assume(node["bounds"], conjunction(bounds)) if bounds else around
    strict = len(order) == 1 or len(finite) < 2
    return Range(t, opened(binder, t)[1], lo, hi, up, strict, around, inside)


def valued(goal: Expr, node: Node) -> tuple[Expr, Expr]:
    """The two sides of the goal."""
    if head(goal) != "==":
        raise Rejected(f"{node['rule']}: the goal is no equation")
    term, value = operands(goal)
    return term, value


def _settle(c: Checking, s: Sequent, computed: Expr, value: Expr, node: Node) -> None:
    """What was computed is the value that the goal names."""
    if computed in INFINITE:
        if value != computed:
            raise Rejected(f"{node['rule']}: the integral is infinite")
        return
    if not is_real(value, s.sorts):
        raise Rejected(f"{node['rule']}: the integral is finite, the value may not be real")
    c.check(s, ("==", computed, value), node["value"])


def at_end(c: Checking, s: Sequent, r: Range, f: Expr, upper: bool, node: Node) -> Expr:
    """The value or one-sided limit of a term at an end; the term has to be continuous between the ends."""
    p = r.hi if upper else r.lo
    if "limit" in node:
        value = c.expression(s, node["value"])
        if not r.strict or not (value in INFINITE or is_real(value, s.sorts)):
            raise Rejected("a limit at an end of an empty range, or one that may not be real")
        side = 0 if p in INFINITE else 1 if upper != r.up else -1
        c.check(s, ("==", ("fn", "limit", bind("forall", r.t, REAL, f), p, side), value), node["limit"])
        return value
    if p in INFINITE:
        raise Rejected("a value at an infinite end")
    c.check(s, conjunction([substitute(q, {r.t: p}) for q in conditions(f, r.t, inner=False)]), node["continuous"])
    return substitute(f, {r.t: p})


def _difference(high: Expr, low: Expr) -> Expr:
    """high - low, where both may be infinite."""
    if high in INFINITE:
        if low == high:
            raise Rejected("oo - oo")
        return high
    return opposite(low) if low in INFINITE else ("-", high, low)


def primitive(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The fundamental theorem: F is differentiable between the ends with F' == f; ends by value or by limit.

    F' is continuous where the conditions for differentiability hold, so f is integrable on every closed part.
    """
    term, value = valued(goal, node)
    r = apart(c, s, term, node)
    f = c.expression(r.around, node["primitive"])
    if not is_real_curve(f, r.around.sorts):
        raise Rejected("primitive: a term that may not be real")
    c.check(r.inside, conjunction(conditions(f, r.t, inner=True)), node["smooth"])
    r.equal(c, derivative(f, r.t), node)
    high, low = at_end(c, s, r, f, True, node["high"]), at_end(c, s, r, f, False, node["low"])
    _settle(c, s, _difference(high, low), value, node)


def linear(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Linearity: where f == w1*g1 + w2*g2 + ... at all points between the ends, its integral is w1*I1 + w2*I2 + ...

    Ii is the integral of gi, which exists (``swap``: over the range with exchanged ends, and then it counts with the
    other sign).  All terms are real and the wi do not move; an infinite Ii stands alone, with wi > 0.
    """
    term, value = valued(goal, node)
    r = apart(c, s, term, node)
    total: list[Expr] = []
    body: list[Expr] = []
    for part in node["parts"]:
        g, w = c.expression(r.around, part["of"]), c.expression(s, part.get("weight", 1))
        v = c.expression(s, part["value"])
        if not is_real(g, r.around.sorts) or not is_real(w, s.sorts):
            raise Rejected("linear: a term that may not be real")
        ends = (r.hi, r.lo) if part.get("swap") else (r.lo, r.hi)
        c.check(s, ("==", integral(g, r.t, *ends), v), part["proof"])
        if v in INFINITE:
            if len(node["parts"]) > 1 or part.get("swap"):
                raise Rejected("linear: an infinite part")
            c.check(s, ("<", 0, w), part["positive"])
            total = [v]
        elif not is_real(v, s.sorts):
            raise Rejected("linear: a value that may not be real")
        else:
            total.append(("neg", ("*", w, v)) if part.get("swap") else ("*", w, v))
        body.append(("*", w, g))
    r.equal(c, _sum(body), node)
    _settle(c, s, _sum(total), value, node)


def _sum(terms: list[Expr]) -> Expr:
    return 0 if not terms else terms[0] if len(terms) == 1 else ("+", *terms)


def pieces(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The integral from lo to hi is the sum of those from lo to p and from p to hi, where these are real.

    One may be infinite, or both in the same way, where lo < p < hi (``between``): then each covers a part of the range.
    """
    term, value = valued(goal, node)
    _, binder, lo, hi = operands(term)
    cut = c.expression(s, node["at"])
    values = [c.expression(s, v) for v in node["values"]]
    if term[:2] != ("fn", "integrate") or len(values) != 2 or (lo == hi and lo in INFINITE):  # type: ignore[index]
        raise Rejected("pieces: no integral")
    if not all(is_real(e, s.sorts) for e in (lo, cut, hi) if e not in INFINITE) or cut in INFINITE:
        raise Rejected("pieces: a point that may not be real")
    for (a, b), v, proof in zip(((lo, cut), (cut, hi)), values, node["nodes"], strict=True):
        c.check(s, ("==", ("fn", "integrate", binder, a, b), v), proof)
        if v not in INFINITE and not is_real(v, s.sorts):
            raise Rejected("pieces: a value that may not be real")
    infinite = [v for v in values if v in INFINITE]
    if infinite:
        sides: list[Expr] = [("<", lo, cut)] if lo not in INFINITE else []
        sides += [("<", cut, hi)] if hi not in INFINITE else []
        if infinite != [infinite[0]] * len(infinite) or lo == OO or hi == INFINITE[1]:
            raise Rejected("pieces: oo - oo, or ends the wrong way round")
        c.check(s, conjunction(sides), node["between"])
    _settle(c, s, infinite[0] if infinite else ("+", *values), value, node)


def substitution(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """f(t) == g(u(t)) * u'(t), u' has one sign between the ends: the integral of g from u(lo) to u(hi).

    That u(t) lies between the values at the ends may be used under the label ``image``.
    """
    term, value = valued(goal, node)
    r = apart(c, s, term, node)
    u, y = c.expression(r.around, node["along"]), str(node["name"])
    g = c.expression(s.declare(y, REAL), node["of"])
    if not is_real_curve(u, r.around.sorts) or not is_real(g, {**s.sorts, y: REAL}):
        raise Rejected("substitution: a term that may not be real")
    c.check(r.inside, conjunction(conditions(u, r.t, inner=True)), node["smooth"])
    slope = derivative(u, r.t)
    rising = node["rising"] is True
    c.check(r.inside, ("<", 0, slope) if rising else ("<", slope, 0), node["monotone"])
    ends = [at_end(c, s, r, u, upper, node["high" if upper else "low"]) for upper in (False, True)]
    for i, which in enumerate((node["low"], node["high"])):
        if "equals" in which:  # another form of the same number
            other = c.expression(s, which["equals"])
            if ends[i] in INFINITE or not is_real(other, s.sorts):
                raise Rejected("substitution: an end that may not be real")
            c.check(s, ("==", ends[i], other), which["equal"])
            ends[i] = other
    least, most = ends if rising == r.up else reversed(ends)
    bounds: list[Expr] = [("<", least, u)] if least not in INFINITE else []
    bounds += [("<", u, most)] if most not in INFINITE else []
    inside = r.inside.assume(node["image"], conjunction(bounds)) if bounds else r.inside
    replace(r, inside=inside).equal(c, ("*", substitute(g, {y: u}), slope), node)
    c.check(s, ("==", integral(g, y, *ends), value), node["then"])


def identical(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """a == a, where a has a value: an equation with a limit or an integral says that this exists."""
    if head(goal) != "==" or not same(*operands(goal)):
        raise Rejected("identical: the sides are written in different ways")
    if any(head(e) == "fn" and operands(e)[0] in EXTENDED for e in subexpressions(goal)):
        raise Rejected("identical: a term that may have no value")


INTEGRALS: dict[str, Any] = {
    "primitive": primitive, "linear-integral": linear, "pieces": pieces, "substitution": substitution,
    "identical": identical,
}  # fmt: skip
