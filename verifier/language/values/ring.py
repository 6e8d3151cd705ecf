"""The expansion of terms at concrete matrix sizes into polynomials.

Atoms are scalar variables, entries of matrix variables, values of sequences, and reciprocals of polynomials
declared to be non-zero.  Expansion is a homomorphism: the polynomial, at the values of its atoms, is the
value of the term wherever the term has one.  Everything outside polynomial arithmetic raises `ValueError`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.kernel.work import spend
from verifier.language.named import operands, substitute
from verifier.language.values.sparse import BITS, Arithmetic, Poly, constant, exponents, plus, scale, value_of

MOST_ENTRIES = 4096
MOST_TERMS = 300_000  # subterms under the values of their summation indices


class Mat(NamedTuple):
    rows: int
    cols: int
    data: list[list[Poly]]


class Ring(Arithmetic):
    """Expands terms.  `sorts` types the variables; `values` fixes some of them (sequences as constants)."""

    def __init__(self, sorts: Mapping[str, Expr], values: Mapping[str, Expr] | None = None) -> None:
        super().__init__()
        self.sorts, self.values = sorts, dict(values or {})
        self._free: frozenset[str] = frozenset()  # fixed variables that a gradient sets free again
        self._seen: dict[Any, Any] = {}

    def entries(self, e: Expr) -> list[Poly]:
        """The entries of a term, row by row."""
        x = self.expand(e, {})
        return [p for row in x.data for p in row] if isinstance(x, Mat) else [x]

    def scalar(self, e: Expr, env: Mapping[str, int] | None = None) -> Poly:
        x = self.expand(e, env or {})
        if isinstance(x, Mat):
            raise ValueError(f"a {x.rows}-by-{x.cols} matrix where a number is needed")
        found: Poly = x
        return found

    def integer(self, e: Expr, env: Mapping[str, int]) -> int:
        c = value_of(self.scalar(e, env))
        if not isinstance(c, int):
            raise ValueError("a size, index, exponent or bound that is no literal integer")
        return c

    def expand(self, e: Expr, env: Mapping[str, int]) -> Any:
        """The `Poly` or `Mat` of a term; `env` gives the values of summation indices."""
        if isinstance(e, int):
            return constant(e)
        spend(4)
        key = (e, tuple(sorted(env.items())), self._free)
        if key not in self._seen:
            if len(self._seen) > MOST_TERMS:
                raise ValueError("the expansion is too large")
            found = self._expand(e, env)
            spend(sum(1 + len(p.terms) for r in found.data for p in r) if isinstance(found, Mat) else len(found.terms))
            single = isinstance(found, Mat) and (found.rows, found.cols) == (1, 1)
            self._seen[key] = found.data[0][0] if single else found
        return self._seen[key]

    def _expand(self, e: Any, env: Mapping[str, int]) -> Any:
        if isinstance(e, str):
            return constant(env[e]) if e in env else self._variable(e, env)
        op, args = e[0], e[1:]
        if op == "at":
            return self._variable(e, env)
        if op == "+" or op == "-":
            parts = [self.expand(a, env) for a in args]
            if op == "-":
                parts[1] = each(lambda p: scale(p, -1), parts[1])
            return _total(parts)
        if op == "neg":
            return each(lambda p: scale(p, -1), self.expand(args[0], env))
        if op == "*":
            return self._chain(self._factors(e, env))
        if op == "/":
            r = self.reciprocal(self.scalar(args[1], env))
            return each(lambda p: self.times(p, r), self.expand(args[0], env))
        if op == "^":
            return self._chain(self._factors(e, env)) if self._is_matrix(args[0], env) else self.power(
                self.scalar(args[0], env), self.integer(args[1], env)
            )  # fmt: skip
        if op == "sum" or op == "product":
            lo, hi = self.integer(args[2], env), self.integer(args[3], env)
            if hi - lo > 5000:
                raise ValueError("a sum or product of more than 5000 terms")
            parts = [self.expand(args[0], {**env, args[1]: i}) for i in range(lo, hi + 1)]
            if not parts:
                m, n = self.shape(args[0], {**env, args[1]: lo})
                return table(m, n, lambda i, j: int(op == "product" and i == j))
            return _total(parts) if op == "sum" else self._chain(parts)
        if op == "T":
            return _transposed(self.expand(args[0], env))
        if op == "trace":
            x = _matrix(self.expand(args[0], env), square=True)
            return _total([constant(0)] + [x.data[i][i] for i in range(x.rows)])
        if op == "det":
            return self._det(_matrix(self.expand(args[0], env), square=True).data)
        if op == "inverse":
            return self._inverse(_matrix(self.expand(args[0], env), square=True))
        if op == "eye" or op == "zeros" or op == "basis":
            sizes = [self.integer(a, env) for a in args]
            if op == "basis" and not 0 <= sizes[1] < sizes[0]:
                raise ValueError("a unit vector outside its range")
            m, n = (sizes[0], 1) if op == "basis" else (sizes[0], sizes[-1])
            return table(m, n, lambda i, j: int(op != "zeros" and i == (sizes[1] if op == "basis" else j)))
        if op == "entry":
            x, i, j = (
                _matrix(self.expand(args[0], env)),
                self.integer(args[1], env),
                self.integer(args[2], env),
            )
            if not (0 <= i < x.rows and 0 <= j < x.cols):
                raise ValueError("an entry outside its matrix")
            return x.data[i][j]
        if op == "matrix":
            rows = [[self.scalar(a, env) for a in operands(r)] for r in args]
            if any(len(r) != len(rows[0]) for r in rows):
                raise ValueError("rows of different lengths")
            return Mat(len(rows), len(rows[0]), rows)
        if op == "delta":
            gap = value_of(plus(self.scalar(args[0], env), scale(self.scalar(args[1], env), -1)))
            if gap is None:
                raise ValueError("an undecided Kronecker delta")
            return constant(int(gap == 0))
        if op == "grad":
            return self._gradient(args[0], str(args[1]), args[2], env)
        return constant(self._number(op, args, env))

    def _number(self, op: str, args: tuple[Expr, ...], env: Mapping[str, int]) -> Any:
        """Functions that are no polynomials, at constants."""
        known: dict[str, Callable[..., Any]] = {"abs": abs, "floor": math.floor, "min": min, "max": max}
        if op == "mod":
            a, n = (self.integer(x, env) for x in args)
            if n < 1:
                raise ValueError("a remainder with a modulus below 1")
            return a % n
        if op not in known:
            raise ValueError(f"{op!r} is no polynomial")
        values = [value_of(self.scalar(a, env)) for a in args]
        if None in values:
            raise ValueError(f"{op!r} of something that is no constant")
        return known[op](*values)

    def _variable(self, e: Expr, env: Mapping[str, int]) -> Any:
        path: list[Any] = []
        while head(e) == "at":
            path.append(tuple(sorted(self.scalar(operands(e)[1], env).terms.items())))
            e = operands(e)[0]
        if not isinstance(e, str) or e in env or e not in self.sorts:
            raise ValueError(f"{e!r:.60} is no declared variable")
        sort = self.sorts[e]
        for _ in path:
            if head(sort) != "sequence":
                raise ValueError(f"an index on {e}, which is no sequence")
            sort = operands(sort)[0]
        if e in self.values and e not in self._free:
            return self.expand(self.values[e], {})
        name = (e, *reversed(path))
        if head(sort) in ("real", "integer"):
            return self._atom(name)
        if head(sort) != "matrix":
            raise ValueError(f"{e} is neither a number nor a matrix")
        m, n = (self.integer(a, {}) for a in operands(sort))
        checked(m, n)
        return Mat(m, n, [[self._atom((name, i, j)) for j in range(n)] for i in range(m)])

    def _gradient(self, f: Expr, bound: str, x: Expr, env: Mapping[str, int]) -> Any:
        if bound != x:
            if x in free_names(f):
                raise ValueError("a gradient at a point that the function depends on in another way")
            f = substitute(f, {bound: x})
        if not isinstance(x, str) or x in env or head(self.sorts.get(x, 0)) not in ("real", "matrix"):
            raise ValueError("a gradient with respect to something that is no real or matrix variable")
        before = self._free
        self._free = before | {x}
        variable, body = self.expand(x, env), self.scalar(f, env)
        self._free = before
        result = each(lambda p: self.derivative(body, next(iter(exponents(max(p.terms))))[0]), variable)
        if x not in self.values or x in before:
            return result
        new = [p for row in _matrix(self.expand(x, env)).data for p in row]
        old = [max(p.terms) for row in _matrix(variable).data for p in row]
        if len(new) != len(old):
            raise ValueError(f"the value of {x} has the wrong shape")
        return each(lambda p: self._substitute(p, dict(zip(old, new, strict=True))), result)

    def _substitute(self, p: Poly, values: Mapping[int, Poly]) -> Poly:
        total, own = constant(0), {place for _, place in self.nonzero}
        for m, c in p.terms.items():
            part = constant(c)
            for place, k in exponents(m):
                atom = 1 << (BITS * place)
                if place in own:
                    raise ValueError("a gradient of a quotient at fixed values")
                part = self.times(part, self._repeat(values.get(atom, Poly({atom: 1}, 1)), k))
            total = plus(total, part)
        return total

    # matrices

    def _is_matrix(self, e: Expr, env: Mapping[str, int]) -> bool:
        return isinstance(self.expand(e, env), Mat)

    def _factors(self, e: Expr, env: Mapping[str, int]) -> list[Any]:
        """The factors of a product, powers of matrices written out."""
        if head(e) == "*":
            found: list[Any] = []
            for a in operands(e):
                nested = head(a) in ("*", "^") and self.shape(a, env) != (1, 1)
                found += self._factors(a, env) if nested else [self.expand(a, env)]
            return found
        if head(e) == "^" and self._is_matrix(operands(e)[0], env):
            base, n = self.expand(operands(e)[0], env), self.integer(operands(e)[1], env)
            if n < 0:
                base, n = self._inverse(_matrix(base, square=True)), -n
            if n > 2000:
                raise ValueError(f"the exponent {n} is too large")
            return [base] * n or [table(_matrix(base, square=True).rows, base.cols, lambda i, j: int(i == j))]
        return [self.expand(e, env)]

    def _chain(self, factors: list[Any]) -> Any:
        """The product; a stretch of matrices that closes to a number is one."""
        front = constant(1)
        open_: list[Mat] = []
        for x in factors:
            if isinstance(x, Mat):
                open_.append(x)
                if open_[0].rows == 1 and x.cols == 1:
                    front, open_ = self.times(front, self._stretch(open_).data[0][0]), []
            else:
                front = self.times(front, x)
        if not open_:
            return front
        return each(lambda p: self.times(front, p), self._stretch(open_))

    def _stretch(self, chain: list[Mat]) -> Mat:
        """A product of conforming matrices, multiplied from its thinner end."""
        forward = chain[0].rows <= chain[-1].cols
        result = chain[0] if forward else chain[-1]
        for x in chain[1:] if forward else reversed(chain[:-1]):
            result = self._product(result, x) if forward else self._product(x, result)
        return result

    def _product(self, x: Mat, y: Mat) -> Mat:
        if x.cols != y.rows:
            raise ValueError("the shapes of a product do not conform")
        return Mat(x.rows, y.cols, [[self._dot(r, y, j) for j in range(y.cols)] for r in x.data])

    def _dot(self, row: list[Poly], y: Mat, j: int) -> Poly:
        total = constant(0)
        for k, p in enumerate(row):
            total = plus(total, self.times(p, y.data[k][j]))
        return total

    def _det(self, rows: list[list[Poly]]) -> Poly:
        if len(rows) > 8:
            raise ValueError("a determinant of more than 8 rows")
        minors: dict[tuple[int, ...], Poly] = {(): constant(1)}
        for k in range(1, len(rows) + 1):
            below, minors = minors, {}
            for chosen in itertools.combinations(range(len(rows)), k):
                total = constant(0)
                for p, r in enumerate(chosen):
                    part = self.times(rows[r][k - 1], below[chosen[:p] + chosen[p + 1 :]])
                    total = plus(total, scale(part, (-1) ** (p + k + 1)))
                minors[chosen] = total
        return minors[tuple(range(len(rows)))]

    def _inverse(self, x: Mat) -> Mat:
        r, n = self.reciprocal(self._det(x.data)), range(x.rows)

        def cofactor(i: int, j: int) -> Poly:
            minor = [[x.data[p][q] for q in n if q != i] for p in n if p != j]
            return scale(self.times(self._det(minor), r), (-1) ** (i + j))

        return Mat(x.rows, x.rows, [[cofactor(i, j) for j in n] for i in n])

    def shape(self, e: Expr, env: Mapping[str, int]) -> tuple[int, int]:
        """The shape of the summand of an empty sum."""
        op, args = head(e), operands(e)
        if op in ("+", "-", "neg", "^", "/", "inverse"):
            return self.shape(args[0], env)
        if op == "*":
            shapes = [s for s in (self.shape(a, env) for a in args) if s != (1, 1)]
            return (shapes[0][0], shapes[-1][1]) if shapes else (1, 1)
        if op == "T":
            return self.shape(args[0], env)[::-1]
        if op in ("trace", "det", "entry", "delta", "abs", "floor", "min", "max", "mod"):
            return (1, 1)
        if op == "sum" or op == "product":
            return self.shape(args[0], {**env, str(args[1]): 0})
        if op in ("eye", "zeros", "basis"):
            m = self.integer(args[0], env)
            return m, 1 if op == "basis" else self.integer(args[-1], env)
        x = _matrix(self.expand(args[2] if op == "grad" else e, env))
        return x.rows, x.cols


def _transposed(x: Any) -> Any:
    if not isinstance(x, Mat):
        return x
    return Mat(x.cols, x.rows, [[x.data[i][j] for i in range(x.rows)] for j in range(x.cols)])


def checked(m: int, n: int) -> None:
    if m < 0 or n < 0 or m * n > MOST_ENTRIES:
        raise ValueError(f"a matrix of shape {m} by {n}")


def table(m: int, n: int, entry: Callable[[int, int], int]) -> Mat:
    checked(m, n)
    return Mat(m, n, [[constant(entry(i, j)) for j in range(n)] for i in range(m)])


def each(f: Callable[[Poly], Poly], x: Any) -> Any:
    return Mat(x.rows, x.cols, [[f(p) for p in row] for row in x.data]) if isinstance(x, Mat) else f(x)


def _matrix(x: Any, square: bool = False) -> Mat:
    m = x if isinstance(x, Mat) else Mat(1, 1, [[x]])
    if square and m.rows != m.cols:
        raise ValueError("a square matrix is needed")
    return m


def _total(parts: list[Any]) -> Any:
    total = parts[0]
    for x in parts[1:]:
        a, b = _matrix(total), _matrix(x)
        if (a.rows, a.cols) != (b.rows, b.cols):
            raise ValueError("the shapes of a sum do not conform")
        both = [[plus(p, q) for p, q in zip(r, s, strict=True)] for r, s in zip(a.data, b.data, strict=True)]
        total = Mat(a.rows, a.cols, both) if isinstance(total, Mat) else both[0][0]
    return total
