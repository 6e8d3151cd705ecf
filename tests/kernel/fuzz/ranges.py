"""Over what the names of a model range: the values of a sort, and a random one of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fuzz.matrices import Mat, each, falling_curve, polynomial_curve, rational, table
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import Undefined, approx, integer
from fuzz.values import Expr, Random, Values, size

FINITE = 40  # values of a range that are tried one by one


_FIXED = [Fraction(1, 10**12), *map(Fraction, (0, 1, -1, 2, -2, "1/2", "-1/2", "1/3", 3, -3, 10, "1/10"))]


@lru_cache(1 << 10)
def _reals(seed: int) -> tuple[Fraction, ...]:
    rng = random.Random(seed)
    return (*_FIXED, *(rational(rng) for _ in range(8)))


class Ranges(Values):
    def members(self, sort: Expr, env: Mapping[str, Any]) -> tuple[list[Any], bool]:
        """Values of a sort, and whether they are all of them."""
        kind = sort[0]
        if kind == "real":
            return list(_reals(self.seed)), False
        if kind == "integer":
            lo, hi = (None if a in ("-oo", "oo") else integer(self.value(a, env)) for a in sort[1:])
            if lo is not None and hi is not None and hi - lo < FINITE:
                return [Fraction(i) for i in range(lo, hi + 1)], True
            if lo is None and hi is None:
                found = [*range(-4, 7), -100, 100]
            elif lo is None:
                assert hi is not None
                found = [hi - i for i in (*range(8), 100)]
            else:
                found = [i for i in (*range(lo, lo + 9), lo + 100) if hi is None or i <= hi]
            return [Fraction(i) for i in found], False
        rng = random.Random(f"{self.seed} {sort!r}")
        if kind == "matrix":
            m, n = (size(integer(self.value(a, env))) for a in sort[1:])
            if 0 in (m, n):
                return [Mat(tuple(() for _ in range(m)), m, n)], True
            found = [table(rng, m, n) for _ in range(6)]
            return [each(found[0], lambda _: Fraction(0)), *found], False
        if kind == "sequence" and sort[1][0] == "integer" and sort[1][1] == sort[1][2]:
            only = self.value(sort[1][1], env)
            return [lambda t: only], True
        return [self.member(sort, env, rng) for _ in range(4)], False

    def member(self, sort: Expr, env: Mapping[str, Any], rng: random.Random) -> Any:
        """A random value of a sort."""
        kind = sort[0]
        if kind in ("integer", "real"):
            values, _ = self.members(sort, env)
            if not values:
                raise Undefined("an empty range")
            return (
                rng.choice(values if kind == "integer" else values[1:])
                if kind == "integer" or rng.random() < 0.4
                else rational(rng)
            )
        if kind == "complex":
            return MP.mpc(*(approx(rational(rng)) for _ in range(2)))
        if kind == "matrix":
            m, n = (size(integer(self.value(a, env))) for a in sort[1:])
            return table(rng, m, n)
        if kind == "random":
            return Random(tuple(self.member(sort[1], env, rng) for _ in self.weights))
        if kind == "sequence" and sort[1][0] == "sequence":
            raise Undefined("a sequence of sequences")
        if kind == "sequence" and sort[1][0] == "integer":
            seed = rng.random()
            return lambda t: self.member(sort[1], env, random.Random(f"{seed} {integer(t)}"))
        if kind == "sequence":
            return falling_curve(rng, self._shape(sort[1], env))
        if kind == "curve":
            return polynomial_curve(rng, self._shape(sort[1], env))
        if kind == "function":
            seed, shape = rng.random(), self._shape(sort[2], env)
            return lambda x: table(random.Random(f"{seed} {_exact(x)}"), *shape)
        raise Undefined(f"no values of the sort {kind}")

    def _shape(self, sort: Expr, env: Mapping[str, Any]) -> tuple[int, int]:
        if sort[0] == "real":
            return 1, 1
        if sort[0] != "matrix":
            raise Undefined(f"no shape of {sort[0]}")
        m, n = (size(integer(self.value(a, env))) for a in sort[1:])
        return m, n


def _exact(x: Any) -> str:
    return repr(each(x, lambda v: v if isinstance(v, Fraction) else Fraction(0)))
