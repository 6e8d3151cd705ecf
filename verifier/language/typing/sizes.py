"""Equality of sizes: integer expressions compared as polynomials in their variables.

Complete for equality of polynomials; an operation that is no polynomial counts as a variable of its own.
"""

from __future__ import annotations

from typing import TypeAlias

from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Expr

Monomial: TypeAlias = tuple[tuple[str, int], ...]
Polynomial: TypeAlias = dict[Monomial, int]

MAX_TERMS = 300
MAX_POWER = 12


def polynomial(e: Expr) -> Polynomial:
    """An integer expression as a sum of monomials with integer coefficients."""
    if isinstance(e, int):
        return {(): e} if e else {}
    if isinstance(e, tuple):
        op = e[0]
        if op in ("+", "-", "neg", "*"):
            parts = [polynomial(a) for a in e[1:]]
            if op == "neg":
                return _add({}, parts[0], -1)
            total = parts[0]
            for part in parts[1:]:
                if op == "*":
                    if len(total) * len(part) > MAX_TERMS:
                        return _atom(e)
                    total = _times(total, part)
                else:
                    total = _add(total, part, 1 if op == "+" else -1)
            return total
        if op == "^" and isinstance(e[2], int) and 0 <= e[2] <= MAX_POWER:
            base = polynomial(e[1])
            result: Polynomial = {(): 1}
            for _ in range(e[2]):
                if len(result) * len(base) > MAX_TERMS:
                    return _atom(e)
                result = _times(result, base)
            return result
    return _atom(e)


def _atom(e: Expr) -> Polynomial:
    return {((e if isinstance(e, str) else repr(marked(e)), 1),): 1}


def _add(a: Polynomial, b: Polynomial, sign: int) -> Polynomial:
    total = dict(a)
    for m, c in b.items():
        total[m] = total.get(m, 0) + sign * c
        if not total[m]:
            del total[m]
    return total


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for m, c in a.items():
        for n, d in b.items():
            powers = dict(m)
            for name, k in n:
                powers[name] = powers.get(name, 0) + k
            key = tuple(sorted(powers.items()))
            total[key] = total.get(key, 0) + c * d
            if not total[key]:
                del total[key]
    return total


def same_size(a: Expr, b: Expr) -> bool:
    """Whether two sizes agree for all values of their variables."""
    return a == b or polynomial(a) == polynomial(b)


def constant(e: Expr) -> int | None:
    """The value of an integer expression that does not depend on any variable; None if it may."""
    p = polynomial(e)
    if not p:
        return 0
    return p[()] if set(p) == {()} else None
