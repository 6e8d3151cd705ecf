"""From where on something holds: values for N in 'there is N such that P(n) for all n >= N'.

Decides: nothing; the values are tried by the driver.  How: each comparison in P is solved for n with both sides equal;
the greatest real solution, rounded up for integers, and a few larger ones are handed on, then powers of ten.  Complete
for: P that hold from the greatest such solution on, where SymPy finds it.  It cannot name a value that is no
polynomial in the variables in scope where N is an integer, as 1/e for a real e.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.errors import ClaimError
from verifier.language.named import operands
from verifier.language.sympy_view.sympy_bridge import to_sympy

POWERS = (10, 100, 1000, 10**6)
LARGEST = 10**12  # solutions beyond are left alone


def thresholds(name: str, sort: Expr, body: Expr, sorts: Mapping[str, Expr]) -> Iterator[Expr]:
    """Values from which on the comparisons in the body seem to hold, the least first."""
    found = inner(name, body)
    if found is None:
        return
    n, relations = found
    whole = head(sort) == "integer"
    solutions: list[float] = []
    for relation in relations:
        if free_names(relation) == {n}:
            solutions += roots(n, relation)
    ends = [x for x in solutions if abs(x) < LARGEST]
    if ends:
        last = max(ends)
        start = math.ceil(last - 1e-9)
        yield from (start, start + 1, start + 2) if whole else (start + 1,)
        yield 2 * abs(start) + 2
    yield from POWERS


def inner(name: str, body: Expr) -> tuple[str, list[Expr]] | None:
    """The bound variable that is compared with the name, and the other comparisons in which it occurs."""
    for e in subexpressions(body):
        if head(e) != "forall":
            continue
        n, _, inside = operands(e)
        relations = [r for r in subexpressions(inside) if head(r) in RELATIONS and n in free_names(r)]
        guards = [r for r in relations if set(operands(r)) == {n, name}]
        if guards:
            return str(n), [r for r in relations if name not in free_names(r)]
    return None


def roots(n: str, relation: Expr) -> list[float]:
    """Where the sides of a relation are equal, roughly."""
    import sympy

    try:
        a, b = (to_sympy(side, {n: ("real",)}) for side in operands(relation))
        found = sympy.solve(a - b, to_sympy(n, {n: ("real",)}))
        return [float(Fraction(str(v.evalf(30)))) for v in found if v.is_real]
    except (ClaimError, NotImplementedError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
        return []
