"""From the kernel's normal forms back to expressions, so that a found multiplier can be written down."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from verifier.claims.named import fresh, substitute
from verifier.kernel.binding import free_names, subexpressions
from verifier.kernel.expr import Expr
from verifier.kernel.integers import Index
from verifier.kernel.words import ONE, PREFIX, Factor, Mono

_OUTCOME = "?"  # of the expectation that is being written down


def rational(value: Fraction) -> Expr:
    return value.numerator if value.denominator == 1 else ("/", value.numerator, value.denominator)


def _powered(e: Expr, exponent: Index) -> Expr:
    return e if exponent == ONE else ("^", e, exponent.expr())


def factor_expr(f: Factor) -> Expr:
    """A factor of a word: a letter, transposed or not, to its power."""
    base, transposed, exponent = f
    e: Expr
    if base[0] == "var":
        e = base[1]
    elif base[0] in ("seq", "random"):
        e = _member(base)
    elif base[0] in ("at", "rate"):
        e = (base[0], base[1], poly_expr(base[2]))
    elif base[0] == "basis":
        e = ("basis", base[1].expr(), base[2].expr())
    else:
        e = _mean(product([factor_expr(g) for g in base[1]]))
    return _powered(("T", e) if transposed else e, exponent)


def atom_expr(atom: Any) -> Expr:
    """A scalar atom as an expression."""
    kind = atom[0]
    if kind == "var":
        return str(atom[1])
    if kind in ("seq", "random"):
        return _member(atom)
    if kind in ("at", "rate"):
        return (kind, atom[1], poly_expr(atom[2]))
    if kind == "int":
        return Index(atom[1]).expr()
    if kind == "delta":
        return ("delta", atom[1].expr(), atom[2].expr())
    if kind == "word":
        return product([factor_expr(f) for f in atom[1]])
    if kind == "trace":
        return ("trace", product([factor_expr(f) for f in atom[1]]))
    if kind == "sqrt":
        return ("sqrt", poly_expr(atom[1]))
    if kind == "inv":
        return ("/", 1, poly_expr(atom[1]))
    return _mean(product([atom_expr(a) for a in atom[1]]))


def _member(base: tuple[Any, ...]) -> Expr:
    """A member of a sequence, or a random variable at the outcome of the expectation around it."""
    e: Expr = base[1] if base[0] == "seq" else ("at", base[1], _OUTCOME)
    return ("at", e, base[2].expr()) if len(base) == 3 else e


def _mean(body: Expr) -> Expr:
    w = fresh("w", free_names(body) | {x for x in subexpressions(body) if isinstance(x, str)})
    return ("expect", substitute(body, {_OUTCOME: w}), w)


def product(parts: Iterable[Expr]) -> Expr:
    """A product with no factor for the empty one."""
    kept = [p for p in parts if p != 1]
    return 1 if not kept else kept[0] if len(kept) == 1 else ("*", *kept)


def mono_expr(m: Mono) -> Expr:
    """A monomial as an expression; its sums become sums again."""
    binders, scalars, word = m
    body = product([_powered(atom_expr(a), e) for a, e in scalars] + [factor_expr(f) for f in word])
    for v, lo, hi in reversed(binders):
        low, high = (0, hi.plus(-1)) if lo == PREFIX else (lo.expr(), hi)
        body = ("sum", body, v, low, high.expr())
    return body


def poly_expr(items: Iterable[tuple[Mono, Fraction]]) -> Expr:
    """A value as a sum of monomials."""
    parts: list[Expr] = []
    for m, c in items:
        e = mono_expr(m)
        parts.append(e if c == 1 else rational(c) if e == 1 else ("*", rational(c), e))
    return 0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)
