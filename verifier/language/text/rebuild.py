"""From the kernel's normal forms back to expressions, so that a found multiplier can be written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from verifier.kernel.algebra.integers import Index
from verifier.kernel.algebra.words import ONE, PREFIX, Binder, Factor, Mono
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, Number
from verifier.language.named import fresh, substitute


def rational(value: Number) -> Expr:
    return value.numerator if value.denominator == 1 else ("/", value.numerator, value.denominator)


def product(parts: Iterable[Expr]) -> Expr:
    """A product with no factor for the empty one."""
    kept = [p for p in parts if p != 1]
    return 1 if not kept else kept[0] if len(kept) == 1 else ("*", *kept)


def powered(e: Expr, exponent: Index) -> Expr:
    return e if exponent == ONE else ("^", e, exponent.expr())


class Rebuild:
    """How the parts of a normal form are written."""

    outcome = "?"  # of the expectation that is being written down

    def factor(self, f: Factor) -> Expr:
        """A factor of a word: a letter, transposed or not, to its power."""
        base, transposed, exponent = f
        e = self.atom(base)
        return powered(("T", e) if transposed else e, exponent)

    def atom(self, atom: Any) -> Expr:
        """A scalar atom or a letter."""
        kind = atom[0]
        if kind == "var":
            return str(atom[1])
        if kind in ("seq", "random"):
            return self._member(atom)
        if kind in ("at", "rate"):
            return (kind, atom[1], self.poly(atom[2]))
        if kind == "int":
            return Index(atom[1]).expr()
        if kind in ("delta", "basis"):
            return (kind, atom[1].expr(), atom[2].expr())
        if kind in ("word", "trace"):
            word = product([self.factor(f) for f in atom[1]])
            return word if kind == "word" else (kind, word)
        if kind == "sqrt":
            return ("sqrt", self.poly(atom[1]))
        if kind == "inv":
            return ("/", 1, self.poly(atom[1]))
        return self.mean([self.factor(f) for f in atom[1]] if kind == "mean" else [self.atom(a) for a in atom[1]])

    def _member(self, base: tuple[Any, ...]) -> Expr:
        """A member of a sequence, or a random variable at the outcome of the expectation around it."""
        e: Expr = base[1] if base[0] == "seq" else ("at", base[1], self.outcome)
        return ("at", e, base[2].expr()) if len(base) == 3 else e

    def mean(self, factors: list[Expr]) -> Expr:
        body = product(factors)
        w = fresh("w", free_names(body) | {x for x in subexpressions(body) if isinstance(x, str)})
        return ("expect", substitute(body, {self.outcome: w}), w)

    def factors(self, m: Mono) -> list[Expr]:
        """What a monomial multiplies, inside of its sums."""
        return [powered(self.atom(a), e) for a, e in m[1]] + [self.factor(f) for f in m[2]]

    def under(self, binders: Sequence[Binder], body: Expr) -> Expr:
        """A term under the sums of a monomial, which become sums again."""
        for v, lo, hi in reversed(binders):
            low, high = (0, hi.plus(-1)) if lo == PREFIX else (lo.expr(), hi)
            body = ("sum", body, v, low, high.expr())
        return body

    def mono(self, m: Mono) -> Expr:
        return self.under(m[0], product(self.factors(m)))

    def poly(self, items: Iterable[tuple[Mono, Number]]) -> Expr:
        """A value as a sum of monomials."""
        parts: list[Expr] = []
        for m, c in items:
            e = self.mono(m)
            parts.append(e if c == 1 else rational(c) if e == 1 else ("*", rational(c), e))
        return 0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)


_plain = Rebuild()
factor_expr, atom_expr, mono_expr, poly_expr = _plain.factor, _plain.atom, _plain.mono, _plain.poly
