"""A second meaning of expressions at concrete sizes, to compare the kernel with: matrices of exact polynomials.

Nothing is shared with the kernel or with `verifier.language.values.semantics`.  The variables that a gradient may be
taken with respect to stay symbols, everything else has a rational value, so a gradient is the derivative of
an expanded polynomial.  A one-by-one matrix is a number, and the sum of nothing is a zero of any shape.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import flint

from verifier.kernel.algebra.words import PREFIX, Poly
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.text.rebuild import atom_expr, factor_expr


class NoValue(ValueError):
    """The expression has no value here."""


class Outcome(dict[str, Any]):
    """The values of the random variables at one outcome."""


class Table(NamedTuple):
    """A matrix: its rows, and its number of columns."""

    rows: list[list[Any]]
    cols: int

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), self.cols


NOTHING = Table([], -1)  # the sum of no matrices, of whatever shape


class World:
    """Symbols for the entries of some variables, and a law for the random ones."""

    def __init__(self, symbols: dict[str, tuple[int, int]], law: list[tuple[Any, dict[str, Any]]]) -> None:
        self.law = law
        names = [f"{n}_{i}_{j}" for n, (r, c) in symbols.items() for i in range(r) for j in range(c)]
        self.ring = flint.fmpq_mpoly_ctx.get(names or ["none"], "lex")
        symbol = dict(zip(names, self.ring.gens(), strict=False))
        self.place = {(n, i, j): names.index(f"{n}_{i}_{j}")
                      for n, (r, c) in symbols.items() for i in range(r) for j in range(c)}  # fmt: skip
        self.symbols = {n: Table([[symbol[f"{n}_{i}_{j}"] for j in range(c)] for i in range(r)], c)
                        for n, (r, c) in symbols.items()}  # fmt: skip

    def number(self, c: Any) -> Table:
        return Table([[self.ring.constant(c)]], 1)

    def table(self, rows: int, cols: int, entry: Any) -> Table:
        return Table([[self.ring.constant(entry(i, j)) for j in range(cols)] for i in range(rows)], cols)

    def whole(self, e: Expr, env: dict[str, Any]) -> int:
        x = self.value(e, env)
        c = self.one(x)
        if not c.is_constant():
            raise NoValue("no constant")
        q = flint.fmpq(0) if c == 0 else c.leading_coefficient()
        if q.q != 1:
            raise NoValue("no integer")
        return int(q.p)

    def one(self, x: Table) -> Any:
        if x is NOTHING:
            return self.ring.constant(0)
        if x.shape != (1, 1):
            raise NoValue("a matrix for a number")
        return x.rows[0][0]

    def value(self, e: Any, env: dict[str, Any]) -> Table:
        if isinstance(e, int):
            return self.number(e)
        if isinstance(e, str):
            x = env[e]
            return self.number(x) if isinstance(x, int) else x
        op, args = e[0], e[1:]
        if op == "at" and args[1] in env and isinstance(env[args[1]], Outcome):
            x = env[args[1]][args[0]]
            return self.number(x) if isinstance(x, int) else x
        if op == "at":
            called = self.value(args[0], env) if isinstance(args[0], tuple) else env[args[0]]
            return called(self.whole(args[1], env))
        if op in ("sum", "expect"):
            places = [env | {args[1]: i} for i in range(self.whole(args[2], env), self.whole(args[3], env) + 1)] \
                if op == "sum" else [env | {args[1]: Outcome(values)} for _, values in self.law]  # fmt: skip
            weights = [1] * len(places) if op == "sum" else [w for w, _ in self.law]
            total = NOTHING
            for w, here in zip(weights, places, strict=True):
                total = self.plus(total, self.times(self.number(w), self.value(args[0], here)))
            return total
        if op == "grad":
            if args[1] != args[2] and args[2] in free_names(args[0]):
                raise NoValue("a gradient at a point that the function depends on in another way")
            x = self.symbols[args[2]]
            f = self.one(self.value(args[0], env | {args[1]: x}))
            return Table([[f.derivative(self.place[args[2], i, j]) for j in range(x.cols)]
                          for i in range(len(x.rows))], x.cols)  # fmt: skip
        if op == "^":
            base, n = self.value(args[0], env), self.whole(args[1], env)
            if n < 0 or (base is NOTHING and n == 0):
                raise NoValue("a power")
            if base is not NOTHING and base.shape[0] != base.cols:
                raise NoValue("a power of a matrix that is not square")
            result = base if n else self.table(*base.shape, lambda i, j: int(i == j))
            for _ in range(n - 1):
                result = self.times(result, base)
            return result
        if op == "mod":
            a, n = (self.whole(x, env) for x in args)
            if n < 1:
                raise NoValue("a remainder")
            return self.number(a % n)
        if op == "delta":
            return self.number(int(self.whole(args[0], env) == self.whole(args[1], env)))
        if op in ("eye", "zeros", "basis"):
            sizes = [self.whole(x, env) for x in args]
            if sizes[0] < 0 or (op == "zeros" and sizes[1] < 0) or (op == "basis" and not 0 <= sizes[1] < sizes[0]):
                raise NoValue(f"no {op}")
            if op == "basis":
                return self.table(sizes[0], 1, lambda i, j: int(i == sizes[1]))
            return self.table(sizes[0], sizes[-1], lambda i, j: int(op == "eye" and i == j))
        if op == "entry":
            x, i, j = self.value(args[0], env), self.whole(args[1], env), self.whole(args[2], env)
            if x is NOTHING:
                return NOTHING
            if not (0 <= i < x.shape[0] and 0 <= j < x.cols):
                raise NoValue("no such entry")
            return Table([[x.rows[i][j]]], 1)
        if op == "matrix":
            rows = [[self.one(self.value(a, env)) for a in row[1:]] for row in args]
            return Table(rows, len(rows[0]))
        parts = [self.value(a, env) for a in args]
        if op == "/":
            c = self.one(parts[1])
            if not c.is_constant() or c == 0:
                raise NoValue("a quotient")
            return self.times(self.number(1 / c.leading_coefficient()), parts[0])
        if op == "neg":
            return self.times(self.number(-1), parts[0])
        if op == "T":
            x = parts[0]
            return x if x is NOTHING else Table([[r[j] for r in x.rows] for j in range(x.cols)], x.shape[0])
        if op == "trace":
            x = parts[0]
            if x is not NOTHING and x.shape[0] != x.cols:
                raise NoValue("a trace")
            return Table([[sum((x.rows[i][i] for i in range(len(x.rows))), self.ring.constant(0))]], 1)
        total = parts[0]
        for x in parts[1:]:
            if op == "-":
                x = self.times(self.number(-1), x)
            total = self.times(total, x) if op == "*" else self.plus(total, x)
        return total

    def plus(self, x: Table, y: Table) -> Table:
        if x is NOTHING or y is NOTHING:
            return x if y is NOTHING else y
        if x.shape != y.shape:
            raise NoValue("a sum of different shapes")
        return Table([[a + b for a, b in zip(r, s, strict=True)] for r, s in zip(x.rows, y.rows, strict=True)], x.cols)

    def times(self, x: Table, y: Table) -> Table:
        if x is NOTHING or y is NOTHING:
            return NOTHING
        if x.shape == (1, 1) or y.shape == (1, 1):
            c, z = (x, y) if x.shape == (1, 1) else (y, x)
            return Table([[c.rows[0][0] * a for a in r] for r in z.rows], z.cols)
        if x.cols != y.shape[0]:
            raise NoValue("a product that does not conform")
        zero = self.ring.constant(0)
        return Table([[sum((r[k] * y.rows[k][j] for k in range(x.cols)), zero) for j in range(y.cols)]
                      for r in x.rows], y.cols)  # fmt: skip

    # -- normal forms ---------------------------------------------------------------------------------------
    def form(self, p: Poly, env: dict[str, Any], one: Expr = 1) -> Table:
        """The value of a normal form, with `one` for the empty word; prefix sums as `canonical` defines them."""
        total = NOTHING
        for (binders, scalars, word), c in p.items():
            factors = [("^", atom_expr(a), e.expr()) for a, e in scalars] + [factor_expr(f) for f in word]
            body: Expr = ("*", ("/", c.numerator, c.denominator), *factors, 1 if word else one)
            total = self.plus(total, self._sums(list(binders), body, env, False))
        return total

    def _sums(self, binders: list[Any], body: Expr, env: dict[str, Any], extended: bool) -> Table:
        if not binders:
            try:
                return self.value(body, env)
            except NoValue:
                if extended:
                    return NOTHING
                raise
        place = next(i for i, (_, lo, hi) in enumerate(binders) if (lo.names() | hi.names()) - {"-oo"} <= set(env))
        v, lo, hi = binders[place]
        rest, top, sign = binders[:place] + binders[place + 1 :], self.whole(hi.expr(), env), 1
        if lo == PREFIX:
            sign, places, extended = (1, range(top), True) if top >= 0 else (-1, range(top, 0), True)
        else:
            places = range(self.whole(lo.expr(), env), top + 1)
        total = NOTHING
        for i in places:
            total = self.plus(total, self.times(self.number(sign), self._sums(rest, body, env | {v: i}, extended)))
        return total

    def zero(self, x: Table) -> bool:
        return all(c == 0 for row in x.rows for c in row)
