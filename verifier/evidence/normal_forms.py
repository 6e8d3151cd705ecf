"""The kernel's normal forms in JSON.

A value is a list of [coefficient, term].  A term is an expression in which a sum runs from its
innermost to its outermost index; ``("prefix", body, v, n)`` is the sum over 0 <= v < n, and minus the
sum over n <= v < 0 where n is negative.  What is summed there is 0 where it is not defined.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from verifier.kernel.algebra.field import Frozen
from verifier.kernel.algebra.words import PREFIX, Binder, Mono, Poly, atoms_of
from verifier.kernel.terms.expr import Expr, to_json
from verifier.language.text.rebuild import Rebuild, product

Value: TypeAlias = list[list[Any]]


class _Traced(Rebuild):
    outcome = "_w"

    def under(self, binders: Sequence[Binder], body: Expr) -> Expr:
        """Each sum inside of those that its ends mention: a normal form lists them in another order."""
        left, order = list(binders), []
        while left:
            free = [b for b in left if not any(v in b[1].names() | b[2].names() for v, _, _ in left)]
            order.append(free[0])
            left.remove(free[0])
        for v, lo, hi in reversed(order):
            body = ("prefix", body, v, hi.expr()) if lo == PREFIX else ("sum", body, v, lo.expr(), hi.expr())
        return body


_traced = _Traced()


def number(q: Fraction | int) -> int | str:
    """An integer, or "p/q"."""
    q = Fraction(q)
    return q.numerator if q.denominator == 1 else f"{q.numerator}/{q.denominator}"


def poly(p: Frozen) -> list[Any]:
    """A polynomial in the atoms of a field: [coefficient, [[number of the atom, exponent], ...]], ..."""
    return [[number(c), [list(power) for power in m]] for m, c in p]


def value(p: Poly | list[tuple[Mono, Fraction | int]] | Mono) -> Value:
    """A normal form, its terms, or one monomial of it."""
    terms = p.items() if isinstance(p, dict) else p if isinstance(p, list) else [(p, 1)]
    return [[number(c), to_json(_traced.mono(m))] for m, c in terms]


def inside(p: Poly, q: Poly) -> Value | None:
    """The product where sums of the first factor bind names of the second, which is meant to stand inside of them.

    None where they bind none.
    """
    taken = set().union(*(atoms_of(m) for m in q))
    if not any(v in taken for m in p for v, _, _ in m[0]):
        return None
    within = _traced.poly(q.items())
    return [[number(c), to_json(_traced.under(m[0], product([*_traced.factors(m), within])))] for m, c in p.items()]
