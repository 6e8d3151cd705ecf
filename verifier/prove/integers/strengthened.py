"""Sums and products with a constant bound: induction needs a stronger one.

Decides: ``S(n) < L`` (also <=, >, >=) for a finite sum or product S up to n and an L without n, such as
1 + 1/4 + ... + 1/n^2 < 2.  How: S(n) <= L - c*h(n) is proved by induction, for a sum, or S(n) <= L*(1 - c*h(n)), for a
product, where h(n) is the last summand, n times that, or 1/n, and c a simple number; values at the first integers
choose h, c and where the induction starts.  The values before that are gone through one by one.  Complete for: nothing.
Cannot do: bounds that only hold in the limit, as that of the series itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verifier.kernel.algebra.integers import Index, Unknown, index_of
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.integers import naturals
from verifier.prove.numbers.generalised import bounds, enumerated
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.rough import roughly

NAME = "a stronger bound by induction"
WEIGHTS = tuple(Fraction(p, q) for p, q in ((1, 1), (1, 2), (2, 1), (3, 2), (3, 1), (4, 1), (1, 3), (2, 3)))
STARTS = 8  # how much later than at the least value the induction may start
AHEAD = 12  # integers at which a stronger bound is tried
ATTEMPTS = 4  # stronger bounds that are asked to be proved
TINY = 1e-13


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    less = as_less(goal)
    if effort < 2 or head(less) not in ("<", "<=") or naturals.nested(s):
        return None
    for side, other in (operands(less), operands(less)[::-1]):
        if head(side) not in ("sum", "product"):
            continue
        n = _last(s, side)
        if n is None or n in free_names(other):
            continue
        above = side == operands(less)[0]
        for stronger, start in _found(s, side, other, n, above):
            node = _proved(driver, s, goal, stronger, n, start, effort)
            if node is not None:
                return node
    return None


def _last(s: Sequent, e: Expr) -> str | None:
    """The integer variable that is the upper end of a sum or product from a literal, and occurs nowhere else in it."""
    body, _, lo, hi = operands(e)
    try:
        names = index_of(hi).names()
    except Unknown:
        return None
    if len(names) != 1 or not isinstance(lo, int):
        return None
    (n,) = names
    if head(s.sorts.get(n, 0)) != "integer" or index_of(hi).coefficient(n) != 1 or n in free_names(body):
        return None
    return n


def _found(s: Sequent, whole: Expr, limit: Expr, n: str, above: bool) -> Iterator[tuple[Expr, int]]:
    """Stronger bounds that hold at the first integers and pass from each to the next, with the least where they do."""
    low, _ = bounds(s, n)
    least = max((x.constant for x in low if x.constant is not None), default=None)
    if least is None or free_names(whole) != {n}:
        return
    found = 0
    for h in _rests(whole, n):
        for c in WEIGHTS:
            part: Expr = ("*", number(c), h)
            if head(whole) == "product":
                bound: Expr = ("*", limit, ("-" if above else "+", 1, part))
            else:
                bound = ("-" if above else "+", limit, part)
            start = _start(whole, bound, n, least, above)
            if start is not None:
                yield ("<=", whole, bound) if above else ("<=", bound, whole), start
                found += 1
                if found == ATTEMPTS:
                    return


def _rests(whole: Expr, n: str) -> Iterator[Expr]:
    """What may be left of a series: its last summand (of a product: its last factor without 1), n times that, 1/n."""
    body, k, _, hi = operands(whole)
    last = substitute(body, {str(k): hi})
    sizes = [last] if head(whole) == "sum" else [("-", last, 1), ("-", 1, last)]
    yield from sizes
    yield ("/", 1, n)
    yield from (("*", n, size) for size in sizes)
    yield ("/", 1, ("+", n, 1))


def _start(whole: Expr, bound: Expr, n: str, least: int, above: bool) -> int | None:
    """The first integer from which a bound holds and moves no faster than the sum, at the integers that are tried.

    In floating point: the kernel sees only the bound that is chosen.
    """
    way, first = 1 if above else -1, None
    before: tuple[float, float] | None = None
    try:
        for i in range(least, least + STARTS + AHEAD):
            a, b = roughly(whole, {n: i}), roughly(bound, {n: i})
            holds = (b - a) * way >= -TINY * (1 + abs(b))
            if before is not None and first is not None:
                moved = before[1] + a - before[0] if head(whole) == "sum" else before[1] * a / before[0]
                holds = holds and (b - moved) * way >= -TINY * (1 + abs(b))
            first = None if not holds else i if first is None else first
            before = a, b
    except (ValueError, ArithmeticError):
        return None
    return first if first is not None and first <= least + STARTS else None


def _proved(driver: Driver, s: Sequent, goal: Expr, stronger: Expr, n: str, start: int, effort: int) -> Node | None:
    """The goal from a stronger bound, which an induction proves, and the values before it starts."""
    label = fresh("stronger", frozenset(s.facts))
    side = fresh("first", frozenset({*s.facts, label}))
    few: Expr = ("<=", n, start - 1)
    later = s.assume(side, (">", n, start - 1))
    proof = naturals.induction(driver, later, stronger, n, Index.const(start), 1, effort)
    if proof is None:
        return None
    then = driver.prove(later.assume(label, stronger), goal, effort)
    if then is None:
        return None
    no: Node = {"rule": "have", "formula": to_json(stronger), "as": label, "proof": proof, "then": then}
    yes = enumerated(driver, s.assume(side, few), goal, [n], effort)
    return yes and {"rule": "either", "formula": to_json(few), "as": side, "yes": yes, "no": no}
