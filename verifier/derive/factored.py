"""Exact numbers of a model at given sizes: sums of products of polynomials, expanded only where that stays small.

The loss of a recurrent network at (d, k) = (3, 6) has tens of thousands of monomials, but it is a sum of six squares of
short polynomials; kept as such it is read, differentiated and printed at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

Factors: TypeAlias = tuple[tuple[Any, int], ...]  # polynomials of SymPy's `ring` and their exponents

SHORT = 30  # terms of a product that reads better multiplied out
LONG = 40_000  # terms of a product that is still multiplied out inside a matrix product
MOST = 60_000  # terms of everything in one number


INSTEAD = "ask for all sizes or for NumPy source (--format numpy: loss, gradient, flow and steps)"
WORK = 2_000_000  # products of terms in all that is worked out at given sizes


class TooLarge(ValueError):
    """The formula at these sizes is longer than anybody would read."""


class Room:
    """A polynomial ring of SymPy with a bound on what is multiplied out in it."""

    def __init__(self, ring: Any) -> None:
        self.gens, self.domain, self.zero, self.one = ring.gens, ring.domain, ring.zero, ring.one
        self._ring, self._left = (
            ring,
            WORK * 24 // max(24, len(ring.gens)),
        )  # a product costs as much as there are letters

    def __call__(self, x: Any) -> Any:
        return self._ring(x)

    def domain_of_polynomials(self) -> Any:
        """The ring as a domain of SymPy's matrices."""
        return self._ring.to_domain()

    def spend(self, products: int) -> None:
        """Raises `TooLarge` when the bound is reached."""
        self._left -= products
        if self._left < 0:
            raise TooLarge(f"the formula at these sizes is too long to write out; {INSTEAD}")


class Factored:
    """A sum over products of powers: factors -> polynomial in front.  Works as an element of a commutative ring."""

    __slots__ = ("ring", "terms")

    def __init__(self, ring: Any, terms: Mapping[Factors, Any]) -> None:
        self.ring = ring
        self.terms = {f: p for f, p in terms.items() if p}
        if sum(len(p) + sum(len(q) for q, _ in f) for f, p in self.terms.items()) > MOST:
            raise TooLarge(f"the formula at these sizes has over {MOST} terms; {INSTEAD}")

    @classmethod
    def of(cls, ring: Any, x: Any) -> Factored:
        """A polynomial or a rational number as such a number."""
        if isinstance(x, Factored):
            return x
        if isinstance(x, Fraction):
            x = ring.domain(x.numerator, x.denominator)
        return cls(ring, {(): ring(x)})

    def _made(self, x: Any) -> Factored:
        return Factored.of(self.ring, x)

    def __add__(self, other: Any) -> Factored:
        total = dict(self.terms)
        for factors, p in self._made(other).terms.items():
            self.ring.spend(1 + len(p) + len(total.get(factors, ())))
            total[factors] = total[factors] + p if factors in total else p
        return Factored(self.ring, total)

    __radd__ = __add__

    def __neg__(self) -> Factored:
        return Factored(self.ring, {f: -p for f, p in self.terms.items()})

    def __sub__(self, other: Any) -> Factored:
        return self + self._made(other) * -1

    def __rsub__(self, other: Any) -> Factored:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Factored:
        return self.times(self._made(other), LONG)

    def times(self, other: Factored, most: int) -> Factored:
        """The product; polynomials in front are multiplied out up to so many terms and become factors beyond."""
        total: dict[Factors, Any] = {}
        for f, p in self.terms.items():
            for g, q in other.terms.items():
                factors, front = _merged(f, g), self.ring.one
                self.ring.spend(1 + min(len(p) * len(q), most))
                if len(p) == 1 or len(q) == 1 or len(p) * len(q) <= most:
                    front = p * q
                else:
                    factors = _merged(factors, _merged(((p, 1),), ((q, 1),)))
                total[factors] = total[factors] + front if factors in total else front
        return Factored(self.ring, total)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Factored:
        divisor = self._made(other).expanded()
        if divisor.is_ground:
            return Factored(self.ring, {f: p * (1 / divisor.LC) for f, p in self.terms.items()})
        return Factored(self.ring, {_merged(f, ((divisor, -1),)): p for f, p in self.terms.items()})

    def __pow__(self, n: int) -> Factored:
        if n < 0:
            return Factored.of(self.ring, 1) / self**-n
        if len(self.terms) == 1:
            ((factors, p),) = self.terms.items()
            raised = tuple((q, e * n) for q, e in factors)
            if len(p) == 1 or n == 0:
                return Factored(self.ring, {raised: p**n})
            return Factored(self.ring, {_merged(raised, ((p, n),)): self.ring.one})
        power = self._made(1)
        for _ in range(n):
            power = power * self
        return power

    def __eq__(self, other: object) -> bool:
        difference = self - other
        if all(e > 0 for f in difference.terms for _, e in f):
            return not difference.expanded()
        return not difference.numerator()

    __hash__ = None  # type: ignore[assignment]

    def expanded(self) -> Any:
        """The polynomial, multiplied out.  Raises `TooLarge` for a quotient of polynomials."""
        total = self.ring.zero
        for factors, p in self.terms.items():
            for q, e in factors:
                if e < 0:
                    raise TooLarge("a quotient by a quotient is not supported")
                for _ in range(e):
                    self.ring.spend(len(p) * len(q))
                    p = p * q
            total += p
        return total

    def numerator(self) -> Any:
        """The numerator over the common denominator, multiplied out: zero when the number is zero."""
        worst: dict[Any, int] = {}
        for factors in self.terms:
            for q, e in factors:
                worst[q] = min(worst.get(q, 0), e)
        common = tuple((q, -e) for q, e in worst.items() if e < 0)
        return Factored(self.ring, {_merged(f, common): p for f, p in self.terms.items()}).expanded()

    def diff(self, place: int) -> Factored:
        """The partial derivative with respect to the ring's generator at a place."""
        x = self.ring.gens[place]
        total = Factored(self.ring, {})
        for factors, p in self.terms.items():
            total = total + Factored(self.ring, {factors: p.diff(x)})
            for i, (q, e) in enumerate(factors):
                slope = q.diff(x)
                if slope:
                    rest = _merged((*factors[:i], *factors[i + 1 :]), ((q, e - 1),) if e != 1 else ())
                    total = total + Factored(self.ring, {rest: p * e}).times(Factored(self.ring, {(): slope}), SHORT)
        return total

    def value(self, point: Mapping[int, Any], seen: dict[Any, Any] | None = None) -> Fraction:
        """The exact value at rational values of the generators; `seen` keeps the polynomials' values at this point.

        Raises `ZeroDivisionError`.
        """
        places = [point[i] for i in range(len(self.ring.gens))]
        known: dict[Any, Any] = {} if seen is None else seen

        def at(p: Any) -> Any:
            if p not in known:
                known[p] = sum((_monomial(c, places, m) for m, c in p.terms()), 0)
            return known[p]

        total = Fraction(0)
        for factors, p in self.terms.items():
            term = at(p)
            for q, e in factors:
                term = term * (at(q) ** e if e > 0 else Fraction(at(q)) ** e)
            total += term
        return total

    def as_sympy(self, seen: dict[Any, Any]) -> Any:
        """The number as a SymPy expression; `seen` keeps the polynomials that are written already."""
        import sympy

        def shown(p: Any) -> Any:
            if p not in seen:
                seen[p] = p.as_expr()
            return seen[p]

        parts = [sympy.Mul(shown(p), *(sympy.Pow(shown(q), e) for q, e in f)) for f, p in self.terms.items()]
        return sympy.Add(*parts)


def _monomial(coefficient: Any, places: list[Any], exponents: tuple[int, ...]) -> Any:
    term = int(coefficient) if coefficient.denominator == 1 else Fraction(int(coefficient.numerator),
                                                                          int(coefficient.denominator))  # fmt: skip
    for x, e in zip(places, exponents, strict=True):
        if e:
            term = term * x**e
    return term


def _merged(f: Factors, g: Factors) -> Factors:
    found = dict(f)
    for q, e in g:
        found[q] = found.get(q, 0) + e
    return tuple(sorted(((q, e) for q, e in found.items() if e), key=lambda t: hash(t[0])))
