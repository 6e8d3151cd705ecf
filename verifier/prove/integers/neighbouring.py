"""Factorials, binomials, Stirling, Fibonacci and harmonic numbers, sums and products at neighbouring integers.

In factorial(n + 2), binomial(2*n + 2, n + 1), fibonacci(n + 3), sum(f, k, 1, n + 1) only factorial(n),
binomial(2*n, n), ... are left.  A handler does one rewriting of one term, or says that there is none.  A new function
is one handler here.
"""

from __future__ import annotations

from collections.abc import Callable

from verifier.kernel.algebra.counting import counted
from verifier.kernel.algebra.field import Field
from verifier.kernel.algebra.integers import Index, index_of
from verifier.kernel.algebra.sums import joined
from verifier.kernel.terms.expr import INTEGER, Expr, head
from verifier.language.named import fewer, operands, substitute, to_json
from verifier.library.facts import schema
from verifier.prove.driver.driver import Node
from verifier.prove.integers.integer_powers import power
from verifier.prove.normal.term_rewriting import SHIFT, Groups, Handler, Rewriter, integer, key_of, lowest
from verifier.prove.numbers.shared_terms import number
from verifier.prove.values.sums.finite_sums import numbers, termwise, written


def literal(r: Rewriter, term: Expr) -> bool:
    """The value at numbers."""
    word, *args = operands(term)
    values = [i.constant if (i := integer(r.branch, a)) is not None else None for a in args]
    if any(v is None for v in values):
        return False
    value = counted(str(word), [v for v in values if v is not None])
    return value is not None and r.keep(term, number(value), [])


def climbing(name: str, back: int, value: Callable[[Index, Expr], Expr]) -> Handler:
    """f(u) by f(u - 1), ..., f(u - back), from the schema `name` at u - back."""

    def handler(r: Rewriter, term: Expr, groups: Groups) -> bool:
        if literal(r, term):
            return True
        word, at = operands(term)
        u = index_of(at)
        own, least = lowest(r, term, groups)
        if not back <= own - least <= SHIFT:
            return False
        label = r.instance(name, u.plus(-back))
        if label is None:
            return False
        return r.keep(term, value(u, str(word)), [(label, -1)])

    return handler


def _fn(word: Expr, *args: Index | Expr) -> Expr:
    return ("fn", word, *(a.expr() if isinstance(a, Index) else a for a in args))


def _binomial(r: Rewriter, term: Expr, groups: Groups) -> bool:
    if literal(r, term):
        return True
    _, a, b = operands(term)
    u, v = integer(r.branch, a), integer(r.branch, b)
    if u is None or v is None or not r.entails(u):
        return False
    gap = (u - v).constant
    if r.entails(v.scale(-1).plus(-1)):
        label = r.instance("binomial-negative", v, u)
        return label is not None and r.keep(term, 0, [(label, -1)])
    if r.entails(v - u.plus(1)):
        label = r.instance("binomial-outside", v, u)
        return label is not None and r.keep(term, 0, [(label, -1)])
    if v.constant == 0 or gap == 0:
        label = r.instance("binomial-zero", u) if v.constant == 0 else r.instance("binomial-same", u)
        return label is not None and r.keep(term, 1, [(label, -1)])
    if v.constant is not None and v.constant <= SHIFT:
        return _absorb(r, term, u, v)
    if gap is not None and gap <= SHIFT and r.entails(v):
        return _upper(r, term, u, v)
    own, least = lowest(r, term, groups, 1)
    first, start = lowest(r, term, groups, 0)
    base_u, base_v = u.plus(start - first), v.plus(least - own)
    ratio = r.entails(base_v) and r.entails(base_u - base_v)
    if ratio and own > least:
        return _absorb(r, term, u, v)
    if first > start:
        if (ratio or (r.entails(v) and r.entails(u - v.plus(1)))) and _upper(r, term, u, v):
            return True
        return _pascal(r, term, u, v)
    return False


def _absorb(r: Rewriter, term: Expr, u: Index, v: Index) -> bool:
    """v * binomial(u, v) == (u - v + 1) * binomial(u, v - 1)."""
    label = r.instance("binomial-absorb", v.plus(-1), u)
    if label is None:
        return False
    value: Expr = ("/", ("*", (u - v).plus(1).expr(), _fn("binomial", u, v.plus(-1))), v.expr())
    return r.keep(term, value, [(label, ("/", -1, v.expr()))])


def _upper(r: Rewriter, term: Expr, u: Index, v: Index) -> bool:
    """(u - v) * binomial(u, v) == u * binomial(u - 1, v)."""
    label = r.instance("binomial-upper", v, u.plus(-1))
    if label is None:
        return False
    below = (u - v).expr()
    value: Expr = ("/", ("*", u.expr(), _fn("binomial", u.plus(-1), v)), below)
    return r.keep(term, value, [(label, ("/", -1, below))])


def _pascal(r: Rewriter, term: Expr, u: Index, v: Index) -> bool:
    label = r.instance("binomial-pascal", v.plus(-1), u.plus(-1))
    if label is None:
        return False
    value: Expr = ("+", _fn("binomial", u.plus(-1), v.plus(-1)), _fn("binomial", u.plus(-1), v))
    return r.keep(term, value, [(label, -1)])


def _stirling(r: Rewriter, term: Expr, groups: Groups) -> bool:
    if literal(r, term):
        return True
    word, a, b = operands(term)
    u, v = integer(r.branch, a), integer(r.branch, b)
    if u is None or v is None:
        return False
    if r.entails(v - u.plus(1)):
        label = r.instance(f"{word}-outside", v, u)
        return label is not None and r.keep(term, 0, [(label, -1)])
    if v.constant == 0:
        label = r.instance(f"{word}-zero", u)
        return label is not None and r.keep(term, 0, [(label, -1)])
    first, start = lowest(r, term, groups, 0)
    if first <= start:
        return False
    label = r.instance(str(word), v.plus(-1), u.plus(-1))
    if label is None:
        return False
    weight = v if word == "stirling2" else u.plus(-1)
    left: Expr = ("*", weight.expr(), _fn(word, u.plus(-1), v))
    return r.keep(term, ("+", left, _fn(word, u.plus(-1), v.plus(-1))), [(label, -1)])


def _steps(name: str, sign: int) -> Handler:
    """Rising and falling factorials."""

    def handler(r: Rewriter, term: Expr, groups: Groups) -> bool:
        word, z, at = operands(term)
        u = integer(r.branch, at)
        if u is None:
            return False
        if u.constant == 0:
            label = r.instance(f"{name}-zero", z)
            return label is not None and r.keep(term, 1, [(label, -1)])
        own, least = lowest(r, term, groups)
        if own - least > SHIFT or (own == least and u.constant is None) or (u.constant or 1) < 1:
            return False
        before = u.plus(-1)
        label = r.instance(name, before, z)
        if label is None:
            return False
        factor: Expr = ("+" if sign > 0 else "-", z, before.expr())
        return r.keep(term, ("*", factor, _fn(word, z, before)), [(label, -1)])

    return handler


def _bell(r: Rewriter, term: Expr) -> bool:
    """Sums over a row of a triangle that are Bell numbers."""
    f, j, lo, hi = operands(term)
    if lo != 0 or ("bell" not in repr(f) and "stirling2" not in repr(f)):
        return False
    for name in ("bell", "bell-stirling"):
        left, right = (substitute(x, {"n": hi}) for x in operands(schema(name)[2]))
        known, value = (right, left) if head(right) == "sum" else (left, right)
        g, i = operands(known)[:2]
        sorts = {**r.branch.s.sorts, str(j): INTEGER}
        field = Field(sorts)
        if field.add(field.read(f), field.read(substitute(g, {str(i): j})), -1)[0]:
            continue
        label = r.instance(name, hi)
        if label is None:
            return False
        same_sum = r.branch.s.facts[label]
        known, value = reversed(operands(same_sum)) if head(operands(same_sum)[1]) == "sum" else operands(same_sum)
        other = substitute(operands(known)[0], {str(operands(known)[1]): j})
        step = termwise(r.branch, term, other, {"rule": "intro", "as": j, "then": {"rule": "field"}})
        return r.keep(term, value, [(step, -1), (label, 1 if head(operands(same_sum)[1]) == "sum" else -1)])
    return False


def _ranges(r: Rewriter, term: Expr, groups: Groups) -> bool:
    """A sum over few terms written out; one over a longer range by the one over the range of its group."""
    kind, (f, j, lo, hi) = str(head(term)), operands(term)
    low, high = integer(r.branch, lo), integer(r.branch, hi)
    if low is None or high is None or j in r.branch.s.sorts or not numbers(r.branch.s, f, str(j)):
        return False
    if kind == "sum" and _bell(r, term):
        return True
    count = (high - low).plus(1).constant
    if count is None and r.entails(low - high.plus(1)):
        count = 0
    if count is not None:
        if count > 60:
            return False
        terms = [substitute(f, {str(j): low.plus(i).expr()}) for i in range(count)]
        return r.step(written(term, count > 0), term, joined(kind, terms))
    found = key_of(r, term)
    assert found is not None
    shifts = groups.get(found[0], [found[1]])
    new_low = low.plus(max(x[0] for x in shifts) - found[1][0])
    new_high = high.plus(min(x[1] for x in shifts) - found[1][1])
    if (new_low, new_high) != (low, high) and not r.entails(new_high.plus(1) - new_low):
        return False
    ends = new_low.expr(), new_high.expr()
    value = fewer(term, *ends, r.branch.s.context)
    if value == term:
        return False
    node: Node = {"rule": "sum-range", "of": to_json(term), "range": [to_json(e) for e in ends]}
    return r.step(node, term, value)


HANDLERS: dict[str, Handler] = {
    "sum": _ranges, "product": _ranges, "^": power, "binomial": _binomial,
    "stirling1": _stirling, "stirling2": _stirling, "bell": lambda r, t, g: literal(r, t),
    "factorial": climbing("factorial", 1, lambda u, w: ("*", u.expr(), _fn(w, u.plus(-1)))),
    "harmonic": climbing("harmonic", 1, lambda u, w: ("+", _fn(w, u.plus(-1)), ("/", 1, u.expr()))),
    "fibonacci": climbing("fibonacci", 2, lambda u, w: ("+", _fn(w, u.plus(-1)), _fn(w, u.plus(-2)))),
    "RisingFactorial": _steps("rising", 1), "FallingFactorial": _steps("falling", -1),
}  # fmt: skip
