"""Sums whose summand depends on the induction variable: their recurrences become facts (creative telescoping).

Decides: ``sum of c_i(n) S(n + i) == boundary terms`` for the sums S(n) in a goal; `naturals` uses that in its induction
step.  How: Zeilberger's algorithm, or the triangle recurrence of Stirling numbers, suggests the pointwise identity; the
driver proves it over a range of k that is inside all of the sums, and a theorem of the library adds it up.  Complete
for: what `telescoping` is complete for, at the order asked for.  Cannot do: products, and sums whose ends the facts do
not put in order.
"""

from __future__ import annotations

from verifier.kernel.algebra.integers import index_of
from verifier.kernel.algebra.sums import joined
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute
from verifier.prove.driver.driver import Branch
from verifier.prove.normal.term_rewriting import free_terms
from verifier.prove.values.sums.finite_sums import telescope
from verifier.prove.values.sums.telescoping import Telescoped, triangle, zeilberger

MOST = 4  # sums that one recurrence relates: so many the theorems are about
Found = tuple[Expr, str, Telescoped]  #: a sum, the variable in its summand, and the recurrence


def parametric(goal: Expr, n: str) -> list[Expr]:
    """Sums whose summand depends on n."""
    found = [t for t in free_terms(goal) if head(t) in ("sum", "product")]
    return [t for t in dict.fromkeys(found) if n in free_names(operands(t)[0])]


def recurrences(sums: list[Expr], n: str, order: int) -> list[Found] | None:
    """Recurrences in n for all of the sums; None where one has none."""
    found: list[Found] = []
    for t in sums:
        f, k, _, _ = operands(t)
        told = None
        if head(t) == "sum":
            told = triangle(f, str(k), n) if order == 1 else None
            told = told or zeilberger(f, str(k), n, order)
        if told is None:
            return None
        found.append((t, n, told))
    return found


def telescoped(branch: Branch, found: Found, m: str, margin: tuple[int, int]) -> str | None:
    """The recurrence of a sum as a fact, over a range in which nothing is undefined."""
    term, n, told = found
    f, index, lo, hi = operands(term)
    k = str(index)
    places: list[Expr] = [m]
    for _ in told.coefficients[1:]:
        places.append(("+", places[-1], 1))
    lows, highs = ([index_of(substitute(e, {n: p})) for p in places] for e in (lo, hi))
    low = next((x for x in lows if all(branch.s.context.below(y, x) for y in lows)), None)
    high = next((x for x in highs if all(branch.s.context.below(x, y) for y in highs)), None)
    if low is None or high is None:
        return None
    low, high = low.plus(margin[0]), high.plus(-margin[1])
    if not branch.s.context.entails(high.plus(1) - low) or k in branch.s.sorts or len(places) > MOST:
        return None
    gap = substitute(told.gap, {n: m})
    parts = [(substitute(c, {n: m}), substitute(f, {n: p})) for c, p in zip(told.coefficients, places, strict=True)]
    terms: list[Expr] = [("*", c, g) for c, g in parts]
    rise: Expr = ("-", substitute(gap, {k: ("+", k, 1)}), gap)
    each: Expr = ("forall", k, ("integer", low.expr(), high.expr()), ("==", joined("sum", terms), rise))
    node = branch.driver.prove(branch.s, each, 1)
    if node is None:
        return None
    return telescope(branch, parts, gap, k, low.expr(), high.expr(), node)
