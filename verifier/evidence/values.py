"""The kernel's normal forms as expressions.

A value is a list of [coefficient, term].  A term is an expression in which a sum runs from its
innermost to its outermost index; ``("prefix", body, v, n)`` is the sum over 0 <= v < n, and minus the
sum over n <= v < 0 where n is negative.  What is summed there is 0 where it is not defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from verifier.kernel.expr import Expr, to_json
from verifier.kernel.field import Frozen
from verifier.kernel.integers import Index
from verifier.kernel.words import ONE, PREFIX, Atom, Base, Binder, Factor, Mono, Poly, atoms_of

OUTCOME = "_w"  # what an expectation binds here
Value: TypeAlias = list[list[Any]]


def number(q: Fraction | int) -> int | str:
    """An integer, or "p/q"."""
    q = Fraction(q)
    return q.numerator if q.denominator == 1 else f"{q.numerator}/{q.denominator}"


def poly(p: Frozen) -> list[Any]:
    """A polynomial in the atoms of a field: [coefficient, [[number of the atom, exponent], ...]], ..."""
    return [[number(c), [list(power) for power in m]] for m, c in p]


def value(p: Poly | Mono) -> Value:
    """A normal form, or one monomial of it, in JSON."""
    return [[number(c), to_json(_mono(m))] for m, c in (p.items() if isinstance(p, dict) else [(p, 1)])]


def inside(p: Poly, q: Poly) -> Value | None:
    """The product where sums of the first factor bind names of the second, which is meant to stand inside of them.

    None where they bind none.
    """
    taken = set().union(*(atoms_of(m) for m in q))
    if not any(v in taken for m in p for v, _, _ in m[0]):
        return None
    within = _sum(q.items())
    return [[number(c), to_json(_under(m[0], _product([*_factors(m), within])))] for m, c in p.items()]


def _mono(m: Mono) -> Expr:
    return _under(m[0], _product(_factors(m)))


def _factors(m: Mono) -> list[Expr]:
    return [*(_power(_atom(a), x) for a, x in m[1]), *(_factor(f) for f in m[2])]


def _under(binders: Sequence[Binder], e: Expr) -> Expr:
    """A term under sums, each inside of those that its ends mention: a normal form lists them in another order."""
    left, order = list(binders), []
    while left:
        free = [b for b in left if not any(v in b[1].names() | b[2].names() for v, _, _ in left)]
        order.append(free[0])
        left.remove(free[0])
    for v, lo, hi in reversed(order):
        e = ("prefix", e, v, hi.expr()) if lo == PREFIX else ("sum", e, v, lo.expr(), hi.expr())
    return e


def _product(parts: list[Expr]) -> Expr:
    return 1 if not parts else parts[0] if len(parts) == 1 else ("*", *parts)


def _power(e: Expr, x: Index) -> Expr:
    return e if x == ONE else ("^", e, x.expr())


def _factor(f: Factor) -> Expr:
    base, transposed, x = f
    e = _base(base)
    return _power(("T", e) if transposed else e, x)


def _base(b: Base) -> Expr:
    kind = b[0]
    if kind == "var":
        return str(b[1])
    if kind in ("at", "rate"):
        return (kind, b[1], _sum(b[2]))
    if kind == "seq":
        return ("at", b[1], b[2].expr())
    if kind == "random":
        outcome: Expr = ("at", b[1], OUTCOME)
        return outcome if len(b) == 2 else ("at", outcome, b[2].expr())
    if kind == "basis":
        return ("basis", b[1].expr(), b[2].expr())
    return ("expect", _product([_factor(f) for f in b[1]]), OUTCOME)


def _atom(a: Atom) -> Expr:
    kind = a[0]
    if kind == "word":
        return _product([_factor(f) for f in a[1]])
    if kind == "trace":
        return ("trace", _product([_factor(f) for f in a[1]]))
    if kind == "delta":
        return ("delta", a[1].expr(), a[2].expr())
    if kind == "int":
        return Index(a[1]).expr()
    if kind == "sqrt":
        return ("sqrt", _sum(a[1]))
    if kind == "inv":
        return ("/", 1, _sum(a[1]))
    if kind == "scalar-mean":
        return ("expect", _product([_atom(x) for x in a[1]]), OUTCOME)
    return _base(a)


def _sum(terms: Iterable[tuple[Mono, Fraction]]) -> Expr:
    parts: list[Expr] = []
    for m, c in terms:
        e = _mono(m)
        q: Expr = c.numerator if c.denominator == 1 else ("/", c.numerator, c.denominator)
        parts.append(e if c == 1 else ("*", q, e))
    return 0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)
