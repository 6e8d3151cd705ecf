"""Asymptotic expansions of functions of a real x -> +oo over a scale of growth.

A scale is a list b_0, ..., b_{n-1} of positive functions that tend to oo, each one growing faster than every power of
the next: log b_{i+1} = o(log b_i).  A function is *slow* at level i where it is O(b_i^e) for every e > 0.  An
`Expansion` at level i says

    f(x) = c_1(x) b_i^e_1 + ... + c_k(x) b_i^e_k + r(x),    e_1 > ... > e_k,

with coefficients that are slow and exact (rational functions in atoms, which are expanded themselves at level i + 1
when they are looked into), and r(x) / b_i^error slow; `error` is below all exponents, and None stands for r = 0.
At level n only constants are left.  Exponents are constants, real and not only rational.  Everything holds for all
sufficiently large x; coefficients and denominators that are divided by have been shown not to vanish there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from verifier.kernel.algebra.field import Field, Frozen, Poly, Ratio, constant, factors, frozen
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.terms.binding import free_names, operands
from verifier.kernel.terms.expr import Expr, head
from verifier.kernel.work import spend

ZERO: Ratio = ({}, {})
ONE: Ratio = ({(): 1}, {})
TERMS = 150  # of one expansion


class Wanted(Unknown):
    """A fact, a larger scale or a longer expansion is missing; `kind` and `of` say which."""

    def __init__(self, kind: str, of: Expr = 0) -> None:
        super().__init__(f"expansion: {kind} {of!r:.100}")
        self.kind, self.of = kind, of


@dataclass(frozen=True)
class Expansion:
    """Exponents and coefficients, the exponents falling; see the module."""

    terms: tuple[tuple[Ratio, Ratio], ...]
    error: Ratio | None = None


class Atoms(Field):
    """A field in which atoms may be known to have a value, and long powers stay atoms."""

    def __init__(self, sorts: dict[str, Expr]) -> None:
        super().__init__(sorts)
        self.values: dict[int, Ratio] = {}

    def atom(self, key: object, source: Expr, needs: Iterable[Frozen] = ()) -> Ratio:
        r = super().atom(key, source, needs)
        return self.values.get(next(iter(r[0]))[0][0], r)

    def power_of(self, a: int, k: int) -> Ratio:
        """An atom to an integer power, negative where the atom does not vanish."""
        p: Poly = {((a, abs(k)),): 1}
        return (p, {}) if k >= 0 else ({(): 1}, {(((((a, 1),), 1),)): -k})

    def _power(self, base: Expr, exponent: Expr) -> Ratio:
        if isinstance(exponent, int) and abs(exponent) > 6:
            b = self.read(base)
            if max(map(len, (b[0], *b[1]))) > 1:
                return self.atom(("power", frozen(b), exponent), ("^", base, exponent))
        return super()._power(base, exponent)


class Constants:
    """Arithmetic of coefficients, and what the facts say of those that are constant."""

    def __init__(self, sorts: dict[str, Expr], x: str) -> None:
        self.x = x
        self.field = Atoms(sorts)
        self.signs: dict[object, int | None] = {}  # of canonical constants; None: not zero
        self.facts: list[Expr] = []

    def learn(self, fact: Expr) -> None:
        """An equation, an order or a '!=' between constants; other facts serve as conditions only."""
        self.facts.append(fact)
        op = head(fact)
        if op not in ("==", "<", ">", "!=") or self.x in free_names(fact):
            return
        a, b = (self.constant(e) for e in operands(fact))
        (m, c), *more = a[0].items() or [((), 0)]
        atom = m[0][0] if op == "==" and (more, c, a[1], len(m)) == ([], 1, {}, 1) and m[0][1] == 1 else None
        if atom is not None and all(atom not in dict(n) for p in (b[0], *map(dict, b[1])) for n in p):
            self.field.values[atom] = b
            return
        key, orientation = self.key(self.add(b, a, -1))
        self.signs[key] = {"==": 0, "<": orientation, ">": -orientation, "!=": None}[str(op)]

    def key(self, r: Ratio) -> tuple[object, int]:
        """A ratio up to a rational factor, and the factor's sign."""
        if not r[0]:
            return (), 1
        spend(4 * len(r[0]))
        lead = Fraction(r[0][max(r[0])])
        monic = tuple(sorted((m, c / lead) for m, c in r[0].items()))
        return (monic, tuple(sorted(r[1].items()))), 1 if lead > 0 else -1

    def tidy(self, r: Ratio) -> Ratio:
        """Cancel what visibly divides both sides; denominators do not vanish."""
        if not r[0] or not r[1]:
            return (r[0], {}) if not r[0] else r
        lead, above = factors(r[0])
        common = {f: min(e, r[1][f]) for f, e in above.items() if f in r[1]}
        if not common:
            return r
        top: Poly = {(): lead}
        for f, e in above.items():
            top = self.field.times(top, self.field.power(dict(f), e - common.get(f, 0)))
        return top, {f: e - common.get(f, 0) for f, e in r[1].items() if e > common.get(f, 0)}

    def add(self, a: Ratio, b: Ratio, weight: int = 1) -> Ratio:
        return self.tidy(self.field.add(a, b, weight))

    def times(self, a: Ratio, b: Ratio) -> Ratio:
        return self.tidy(self.field.multiply(a, b))

    def over(self, a: Ratio, b: Ratio) -> Ratio:
        """a / b, where b has been shown not to vanish."""
        return self.times(a, self.field.invert(b))

    def read(self, e: Expr) -> Ratio:
        return self.tidy(self.field.read(e))

    def constant(self, e: Expr) -> Ratio:
        """A constant of the statement, whose denominators must be known not to vanish."""
        (r,), needs = self.field.inside(e)
        for f in sorted(needs.union(r[1])):
            self.apart((dict(f), {}))
        return self.tidy(r)

    def fixed(self, r: Ratio) -> bool:
        """Whether all atoms are constants."""
        numbers = {a for p in (r[0], *map(dict, r[1])) for m in p for a, _ in m}
        return all(self.x not in free_names(self.field.sources[a]) for a in numbers)

    def sign(self, r: Ratio) -> int:
        """The sign of a constant.  Raises `Wanted`."""
        q = constant(r)
        if q is not None:
            return (q > 0) - (q < 0)
        key, orientation = self.key(r)
        known = self.signs.get(key)
        if known is None:
            raise Wanted("sign", self.expr(r))
        return known * orientation

    def apart(self, r: Ratio) -> None:
        """A constant that is not zero.  Raises `Wanted`."""
        q, key = constant(r), self.key(r)[0]
        if q == 0 or (q is None and self.signs.get(key, 0) == 0):
            raise Wanted("nonzero", self.expr(r))

    def vanishes(self, r: Ratio) -> bool:
        if not r[0] or (constant(r) is None and self.signs.get(self.key(r)[0]) == 0 and self.fixed(r)):
            return True
        return len(r[0]) > 1 and not self.merged(r[0])[0]

    def merged(self, p: Poly) -> Ratio:
        """A polynomial with one exponential in each term: exp(u)^k*exp(v) is exp(k*u + v)."""
        total = ZERO
        for m, c in p.items():
            exponent, rest = ZERO, []
            for a, k in m:
                source = self.field.sources[a]
                if head(source) == "fn" and operands(source)[0] == "exp":
                    exponent = self.add(exponent, self.read(operands(source)[1]), k)
                else:
                    rest.append((a, k))
            term: Ratio = ({tuple(rest): c}, {})
            if exponent[0]:
                term = self.field.multiply(term, self.read(("fn", "exp", self.expr(exponent))))
            total = self.field.add(total, term)
        return total

    def polynomial(self, p: Poly | Frozen) -> Expr:
        """A polynomial in atoms as an expression."""
        terms: list[Expr] = []
        for m, c in sorted(dict(p).items()):
            q = Fraction(c)
            number: Expr = q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)
            parts: list[Expr] = [self.field.sources[a] if e == 1 else ("^", self.field.sources[a], e) for a, e in m]
            parts = parts if q == 1 and parts else [number, *parts]
            terms.append(parts[0] if len(parts) == 1 else ("*", *parts))
        return 0 if not terms else terms[0] if len(terms) == 1 else ("+", *terms)

    def expr(self, r: Ratio) -> Expr:
        """An expression that is read as this ratio again."""
        e = self.polynomial(r[0])
        for f, k in r[1].items():
            below = self.polynomial(f)
            if len(f) == 1:
                e = ("/", e, below if k == 1 else ("^", below, k))
            else:
                for _ in range(k):
                    e = ("/", e, below)
        return e
