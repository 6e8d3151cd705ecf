"""Arithmetic of expansions at one level: sums, products, power series.  See `scales` for what an expansion says."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key

from verifier.kernel.algebra.field import Ratio, frozen
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.scales import TERMS, ZERO, Constants, Expansion

EXACTLY_ZERO = Expansion(())


def number(n: int) -> Ratio:
    return ({(): n} if n else {}), {}


class Arithmetic(Constants):
    """Adds, multiplies and composes expansions."""

    def make(self, terms: Sequence[tuple[Ratio, Ratio]], error: Ratio | None) -> Expansion:
        """Sort, merge equal exponents, drop what vanishes and what the error covers."""
        merged: list[tuple[Ratio, Ratio]] = []
        grouped: dict[object, tuple[Ratio, Ratio]] = {}
        for e, c in terms:
            key = frozen(e)
            grouped[key] = (e, self.add(grouped[key][1], c)) if key in grouped else (e, c)
        falling = cmp_to_key(lambda s, t: self.sign(self.add(t[0], s[0], -1)))  # type: ignore[index]
        for e, c in sorted(grouped.values(), key=falling):
            if error is not None and self.sign(self.add(e, error, -1)) <= 0:
                break
            if merged and not self.sign(self.add(merged[-1][0], e, -1)):
                e, c = e, self.add(merged.pop()[1], c)
            merged.append((e, c))
        kept = tuple((e, c) for e, c in merged if not self.vanishes(c))
        if len(kept) > TERMS:
            raise Unknown("an expansion with too many terms")
        return Expansion(kept, error)

    def worse(self, *errors: Ratio | None) -> Ratio | None:
        worst: Ratio | None = None
        for e in errors:
            if e is not None and (worst is None or self.sign(self.add(e, worst, -1)) > 0):
                worst = e
        return worst

    def plus(self, *parts: Expansion) -> Expansion:
        return self.make([t for p in parts for t in p.terms], self.worse(*(p.error for p in parts)))

    def top(self, a: Expansion) -> Ratio | None:
        return a.terms[0][0] if a.terms else a.error

    def mul(self, a: Expansion, b: Expansion) -> Expansion:
        if a == EXACTLY_ZERO or b == EXACTLY_ZERO:
            return EXACTLY_ZERO
        errors = [self.add(p.error, t) for p, t in ((a, self.top(b)), (b, self.top(a))) if p.error and t]
        terms = [(self.add(e, f), self.times(c, d)) for e, c in a.terms for f, d in b.terms]
        return self.make(terms, self.worse(*errors))

    def scaled(self, a: Expansion, exponent: Ratio, coefficient: Ratio) -> Expansion:
        """a times coefficient * b_i^exponent."""
        terms = tuple((self.add(e, exponent), self.times(c, coefficient)) for e, c in a.terms)
        return Expansion(terms, None if a.error is None else self.add(a.error, exponent))

    def slow(self, c: Ratio) -> Expansion:
        return Expansion(((ZERO, c),)) if not self.vanishes(c) else EXACTLY_ZERO

    def compose(self, series: Sequence[Ratio], s: Expansion, exact: bool = False) -> Expansion:
        """The sum of series[k] s^k, where s tends to 0; the remainder is O(s^len), or 0 where `exact`."""
        if s == EXACTLY_ZERO:
            return self.slow(series[0])
        top = self.top(s)
        if top is None or self.sign(top) >= 0:
            raise Unknown("a power series in something that does not tend to 0 fast enough")
        total = EXACTLY_ZERO if exact else Expansion((), ZERO)
        for c in reversed(series):
            total = self.plus(self.slow(c), self.mul(s, total))
        return total

    def _divided(self, r: Ratio, n: int) -> Ratio:
        return {m: Fraction(c) / n for m, c in r[0].items()}, r[1]
