"""A point that a variable is near to, and what seems to hold near it in floating point (nothing is decided by that)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from verifier.kernel.analysis.limits import infinite
from verifier.kernel.analysis.nearness import vicinity
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, samples, truth, value

RADII = (Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000))
BOUNDS = (Fraction(1), Fraction(2), Fraction(10), Fraction(100), Fraction(1000))  # the same where the point is oo
#: at which parts of a radius a statement is looked at in floating point
TIMES = (*(Fraction(2 * k + 1, 36) for k in range(18)), *(1 - Fraction(1, 10**k) for k in (2, 4, 8)),
         *(Fraction(1, 10 ** (2 * k)) for k in range(1, 6)))  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A point that x is near to, from which side (see `vicinity`)."""

    x: str
    point: Expr
    side: int

    def within(self, radius: Expr, x: str | None = None) -> Expr:
        """x lies within the radius."""
        return vicinity(self.point, self.side, radius, x or self.x)

    def limit(self, f: Expr) -> Expr:
        """The term limit(f, x, point)."""
        return ("fn", "limit", ("forall", self.x, REAL, f), self.point, self.side)

    def radii(self) -> list[Expr]:
        return [number(q) for q in (BOUNDS if infinite(self.point) else RADII)]


def flat(p: Expr, op: str) -> list[Expr]:
    """The parts of nested conjunctions (or disjunctions)."""
    return [q for a in operands(p) for q in flat(a, op)] if head(p) == op else [p]


def plausible(s: Sequent, p: Expr, place: Place, radius: Expr) -> bool:
    """Whether a statement seems to hold at points within a radius, in floating point; True where nobody can say."""
    names = (free_names(p) | free_names(radius) | free_names(place.point)) - {place.x}
    environments = list(_environments(s, names))
    seen = 0
    for at in environments:
        try:
            r = value(radius, at)
            p0 = 0 if infinite(place.point) else value(place.point, at)
        except NoValue:
            return True
        for t in TIMES:
            for sign in (1, -1) if place.side == 0 else (place.side,):
                step = float(r) * float(t)
                x: Any = p0 + sign * step if not infinite(place.point) else infinite(place.point) * float(r) / float(t)
                try:
                    if not truth(p, {**at, place.x: _mpf(x)}):
                        return False
                    seen += 1
                except NoValue:
                    continue
    return seen > 0 or not environments


def _environments(s: Sequent, names: frozenset[str]) -> Iterator[dict[str, Any]]:
    """Values of the parameters that satisfy what is known of them: ordinary ones, small ones and large ones."""
    if not names:
        yield {}
        return
    facts = [f for f in s.facts.values() if head(f) in RELATIONS and free_names(f) <= names]
    for at in samples(s, names, 2):
        yield at
        reals = [n for n in at if head(s.sorts.get(n, 0)) != "integer"]
        groups = [reals, *([n] for n in reals if 1 < len(reals) < 5)]
        for group, scale in product(groups, (Fraction(1, 10**6), 1000)):
            other = {n: v * _mpf(scale) if n in group else v for n, v in at.items()}
            try:
                if all(truth(f, other) for f in facts):
                    yield other
            except NoValue:
                continue


def _mpf(x: Any) -> Any:
    import mpmath

    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpmath.mpf(x)
