"""Polynomials in atoms that appear as they are needed, and what follows from equations between them.

A `Room` hands out atoms (entries of matrices, members of sequences, moments of random entries) as generators
of one ring of python-flint and evaluates terms in it.  `Ideal` keeps what is assumed: equations that determine
an atom are solved and substituted, the others go into a Groebner basis.  Membership in the ideal or its radical
is shown exactly; "not shown" means nothing, for the bases are cut off where they grow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import Any

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.values import arithmetic as ar
from verifier.language.values.arithmetic import Inexact, entry, matrix, number, pack, shape
from verifier.language.values.semantics import Env, Evaluator, Limits, Outcome
from verifier.prove.driver.effort import now

MOST_ATOMS = 320
BASIS = (24, 80, 240)  # polynomials, terms of each, bits of their coefficients
MOST_TERMS = 4_000


class Full(ValueError):
    """More atoms or terms than this room holds."""


class Late(Exception):
    """The time is up."""


class Room(Evaluator):
    """A ring with `size` generators, handed out one by one, and terms evaluated in it.

    Raises `Full` where the atoms do not suffice or a polynomial grows, `Late` after the time `until`.
    """

    def __init__(self, size: int = MOST_ATOMS, until: float = math.inf) -> None:
        from flint import Ordering, fmpq_mpoly_ctx
        from flint.utils.flint_exceptions import DomainError

        super().__init__(Limits(steps=400_000, span=60))
        self.outside = DomainError
        self.until = until
        self.context = fmpq_mpoly_ctx.get((("x", size),), Ordering.degrevlex)
        self.generators = self.context.gens()
        self.used = 0
        self.lazy = False  # whether something may still ask for atoms later
        self.random: set[int] = set()
        self.moments: dict[tuple[int, ...], Any] = {}
        self.roots: dict[str, Any] = {}
        self.facts: list[Any] = []  # what holds of the atoms by what they stand for: squares of square roots

    def atom(self, random: bool = False) -> Any:
        if self.used >= len(self.generators):
            raise Full("no atom is left")
        if random:
            self.random.add(self.used)
        self.used += 1
        return self.generators[self.used - 1]

    def unknown(self, sort: Expr, env: Env, random: bool = False) -> Any:
        """A value of the sort whose entries are new atoms; the members of a sequence appear when asked for."""
        if head(sort) == "random":
            return self.unknown(operands(sort)[0], env, True)
        if head(sort) == "sequence":
            self.lazy = True
            members: dict[int, Any] = {}

            def member(t: int) -> Any:
                if t not in members:
                    members[t] = self.unknown(operands(sort)[0], env, random)
                return members[t]

            return member
        m, n = (self.size(a, env) for a in operands(sort)) if head(sort) == "matrix" else (1, 1)
        if head(sort) not in ("matrix", "real"):
            raise Inexact(f"no unknown of sort {head(sort)}")
        return pack(matrix(m, n, lambda i, j: self.atom(random)))

    def poly(self, x: Any) -> Any:
        """A number or polynomial as a polynomial.  Raises `Full` for a long one."""
        from flint import fmpq

        if hasattr(x, "monoms"):
            if len(x) > MOST_TERMS:
                raise Full("a long polynomial")
            return x
        q = Fraction(x)
        return self.context.constant(fmpq(q.numerator, q.denominator))

    def polys(self, x: Any) -> list[Any]:
        rows = x.entries if isinstance(x, ar.Matrix) else ((x,),)
        return [self.poly(v) for row in rows for v in row]

    def value(self, e: Expr, env: Env) -> Any:
        if self.left % 16 == 0 and now() > self.until:
            raise Late
        if isinstance(e, tuple) and e[0] == "sqrt":
            return self._root(number(self.value(e[1], env)))
        try:
            return super().value(e, env)
        except self.outside:
            raise Inexact("a quotient outside the ring") from None

    def _root(self, x: Any) -> Any:
        if not hasattr(x, "monoms"):
            return ar.root(x)
        if x.is_constant():
            if x == 0:
                return Fraction(0)
            c = x.leading_coefficient()
            return ar.root(Fraction(int(c.p), int(c.q)))
        if str(x) not in self.roots:
            self.lazy = True
            self.roots[str(x)] = self.atom()
            self.facts.append(self.roots[str(x)] ** 2 - x)
        return self.roots[str(x)]

    def _grad(self, env: Env, f: Expr, x: str, point: Expr) -> Any:
        if x != point and free_names(f) & free_names(point):
            raise Inexact("a gradient at a point that the function depends on in another way")
        here = self.value(point, env)
        body = self.poly(number(self.value(f, {**env, x: here})))

        def slope(i: int, j: int) -> Any:
            point = self.poly(entry(here, i, j))
            place = next((k for k in range(self.used) if self.generators[k] == point), None)
            if place is None:
                raise Inexact("a gradient with respect to something that is no variable")
            return body.derivative(place)

        return pack(matrix(*shape(here), slope))

    def _expect(self, env: Env, f: Expr, w: str) -> Any:
        inner = self.value(f, {**env, w: Outcome(env)})
        if isinstance(inner, ar.Matrix):
            return inner.map(self._mean)
        return self._mean(inner)

    def _mean(self, x: Any) -> Any:
        """Linear in the moments, which are atoms; nothing else is used of a law."""
        total = self.poly(0)
        for exponents, c in self.poly(x).to_dict().items():
            inside = tuple(e if i in self.random else 0 for i, e in enumerate(exponents))
            outside = tuple(0 if i in self.random else e for i, e in enumerate(exponents))
            part = self.context.from_dict({outside: c})
            if any(inside):
                if inside not in self.moments:
                    self.lazy = True
                    self.moments[inside] = self.atom()
                part *= self.moments[inside]
            total += part
        return total


class Ideal:
    """Equations between polynomials of a room, and what can be shown to follow from them."""

    def __init__(self, room: Room, equations: Iterable[Any] = (), only: set[int] | None = None) -> None:
        self.room = room
        self.solved: list[tuple[int, Any]] = []  # atom -> polynomial, in the order of substitution
        self.rest: list[Any] = []
        self.basis: list[Any] | None = None
        todo = [p for p in (room.poly(e) for e in equations) if p != 0]
        while todo:
            todo.sort(key=len)
            found = next(((k, at) for k, p in enumerate(todo) if (at := _determined(p, only)) is not None), None)
            if found is None:
                break
            k, at = found
            p = todo.pop(k)
            c = p.derivative(at)
            value = room.generators[at] - p / c.leading_coefficient()
            self.solved.append((at, value))
            todo = [q for q in (self._put(e, at, value) for e in todo) if q != 0]
        self.rest = todo

    def _put(self, p: Any, at: int, value: Any) -> Any:
        if p.degrees()[at] == 0:
            return p
        values = list(self.room.generators)
        values[at] = value
        return self.room.poly(p.compose(*values))

    def reduced(self, p: Any) -> Any:
        """The polynomial with the solved atoms put in."""
        p = self.room.poly(p)
        for at, value in self.solved:
            p = self._put(p, at, value)
        return p

    def contains(self, p: Any, radical: bool = True) -> bool:
        """Whether p is shown to vanish where the equations hold; without `radical`, by division alone."""
        p = self.reduced(p)
        if p == 0:
            return True
        if any(q.is_constant() for q in self.rest):
            return True
        if not self.rest:
            return False
        if any(divmod(p, q)[1] == 0 for q in self.rest):
            return True
        if self.basis is None:
            self.basis = basis(self.room, self.rest)
        if any(q.is_constant() for q in self.basis) or _normal(self.room, p, self.basis) == 0:
            return True
        if not radical or p.is_constant() or self.room.used >= len(self.room.generators):
            return False
        extra = 1 - self.room.generators[self.room.used] * p  # one more atom, only here: p is not 0
        return any(q.is_constant() for q in basis(self.room, [*self.rest, extra]))

    def free(self, known: Ideal) -> bool:
        """Whether all equations were solved, but for some that follow from what is known."""
        return all(known.contains(q) for q in self.rest)

    def inconsistent(self) -> bool:
        return self.contains(1)


def _determined(p: Any, only: set[int] | None = None) -> int | None:
    """The last atom (of some, where `only` says so) that p = 0 determines as a polynomial in the others."""
    degrees = p.degrees()
    linear: dict[int, int] = {}
    for exponents in p.monoms():
        places = [i for i, e in enumerate(exponents) if e]
        if len(places) == 1 and degrees[places[0]] == 1:
            linear[places[0]] = linear.get(places[0], 0)
        else:
            for i in places:
                if degrees[i] == 1:
                    linear[i] = 2
    return max((i for i, times in linear.items() if times == 0 and (only is None or i in only)), default=None)


def basis(room: Room, polynomials: Iterable[Any]) -> list[Any]:
    """A Groebner basis where it is small, otherwise some elements of the ideal that generate it."""
    from flint import Ordering, fmpz_mpoly_ctx, fmpz_mpoly_vec

    given = list(polynomials)
    places = sorted({i for p in given for i, d in enumerate(p.degrees()) if d})
    if not places:
        return given
    small = fmpz_mpoly_ctx.get((("y", len(places)),), Ordering.degrevlex)
    vector = []
    for p in given:
        terms = p.to_dict()
        below = 1
        for c in terms.values():
            below = below * int(c.q) // gcd(below, int(c.q))
        vector.append(small.from_dict({tuple(m[i] for i in places): int(c.p) * (below // int(c.q))
                                       for m, c in terms.items()}))  # fmt: skip
    found, _ = fmpz_mpoly_vec(vector, small).buchberger_naive(limits=BASIS)
    width = len(room.generators)
    result = given  # cut off, the basis may have lost some of them
    for q in found:
        terms = {}
        for m, c in q.to_dict().items():
            wide = [0] * width
            for i, e in zip(places, m, strict=True):
                wide[i] = e
            terms[tuple(wide)] = c
        result.append(room.context.from_dict(terms))
    return result


def _normal(room: Room, p: Any, divisors: list[Any], most: int = 3_000) -> Any:
    """The remainder of p; what is left where the division takes too long."""
    heads = [(q.monoms()[0], q.coeffs()[0], q) for q in divisors if q != 0]
    left, kept = p, room.poly(0)
    for _ in range(most):
        if left == 0:
            return kept
        m, c = left.monoms()[0], left.coeffs()[0]
        for n, d, q in heads:
            if all(a >= b for a, b in zip(m, n, strict=True)):
                left -= room.context.from_dict({tuple(a - b for a, b in zip(m, n, strict=True)): c / d}) * q
                break
        else:
            term = room.context.from_dict({m: c})
            kept, left = kept + term, left - term
    return kept + left
