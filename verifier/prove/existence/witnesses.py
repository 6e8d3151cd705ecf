"""Values for 'there is x with P': plain numbers, terms of the formula, and solutions of its equations.

Decides: nothing; each value is tried by the driver.  How: numbers that occur in the formula and small ones, ends of
inequalities and their midpoints, and what SymPy's `solve` finds for x in an equation of the formula, in terms of the
other variables.  Complete for: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.errors import ClaimError
from verifier.language.named import operands
from verifier.language.sympy_view.sympy_bridge import from_sympy, to_sympy
from verifier.prove.existence.thresholds import thresholds

SMALL = (0, 1, -1, 2, Fraction(1, 2), -2, 3, Fraction(-1, 2), 10, -10, 100, -100)
MANY = 32  # values that are tried


def witnesses(name: str, sort: Expr, body: Expr, sorts: Mapping[str, Expr], effort: int) -> Iterator[Expr]:
    """Terms that may satisfy `body` when they are put for `name`, the plainest first."""
    seen: set[Expr] = set()
    for value in _all(name, sort, body, sorts, effort):
        if value not in seen and free_names(value) <= sorts.keys() - {name} and len(seen) < MANY:
            seen.add(value)
            yield value


def _all(name: str, sort: Expr, body: Expr, sorts: Mapping[str, Expr], effort: int) -> Iterator[Expr]:
    relations = [e for e in subexpressions(body) if head(e) in RELATIONS and name in free_names(e)]
    sides: list[Expr] = []
    for relation in relations:
        a, b = operands(relation)
        sides += [b] if a == name else [a] if b == name else []
    if head(sort) == "integer":
        sides += [end for end in operands(sort) if end not in ("-oo", "oo")]
        sides += [n for n, other in sorts.items() if head(other) == "integer" and n != name] if effort > 1 else []
    yield from sides
    for q in SMALL:
        number = Fraction(q)
        if number.denominator == 1 or head(sort) != "integer":
            yield number.numerator if number.denominator == 1 else ("/", number.numerator, number.denominator)
    if head(sort) != "integer":
        for i, a in enumerate(sides):
            yield from (("/", ("+", a, b), 2) for b in sides[i + 1 :])
    yield from (v for a in sides for v in (("+", a, 1), ("-", a, 1)))
    if effort >= 2:
        others = sorted(n for n in free_names(body) - {name} if head(sorts.get(n, 0)) == "real")
        for v in others if head(sort) != "integer" else ():
            scaled: list[Expr] = [v, ("sqrt", v), ("min", 1, v), ("/", v, 2), ("/", v, 3), ("/", v, 10), ("*", 2, v)]
            yield from [*scaled, ("/", 1, v)]
        yield from thresholds(name, sort, body, sorts)
        for relation in relations:
            yield from _solutions(name, relation, {**sorts, name: sort})


def _solutions(name: str, relation: Expr, sorts: Mapping[str, Expr]) -> Iterator[Expr]:
    """What SymPy finds for the name where both sides are equal; it may be wrong, and is tried like anything else."""
    import sympy

    if not free_names(relation) <= sorts.keys():
        return
    try:
        a, b = (to_sympy(side, sorts) for side in operands(relation))
        unknown = to_sympy(name, sorts)
        found = sympy.solve(a - b, unknown)[:4]
        yield from (from_sympy(value)[0] for value in found)
    except (ClaimError, NotImplementedError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError):
        return
