"""Matrices of numbers, curves of rational functions, and random values of both.

A 1-by-1 matrix is a number; sizes may be 0.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import flint
from fuzz.numbers import NoValue, Number, Ratio, Totals, add, div, mul, neg


class Mat(NamedTuple):
    """A matrix that is not 1 by 1."""

    rows: tuple[tuple[Number, ...], ...]
    m: int
    n: int


@dataclass(frozen=True)
class Curve:
    """A curve given by its values at any rational, and at any moving, time; the entries are rational functions."""

    entries: Any  # Number (a Ratio or a Fraction) or Mat of such

    def __call__(self, t: Number) -> Any:
        return each(self.entries, lambda r: r.at(t) if isinstance(r, Ratio) else r)

    def rate(self, t: Number) -> Any:
        slope = each(self.entries, lambda r: r.slope() if isinstance(r, Ratio) else Fraction(0))
        return each(slope, lambda r: r.at(t) if isinstance(r, Ratio) else r)


def matrix(rows: Iterable[Iterable[Number]], m: int, n: int) -> Any:
    table = tuple(tuple(r) for r in rows)
    return table[0][0] if m == n == 1 else Mat(table, m, n)


def each(x: Any, f: Callable[[Number], Number]) -> Any:
    return Mat(tuple(tuple(f(a) for a in r) for r in x.rows), x.m, x.n) if isinstance(x, Mat) else f(x)


def grid(x: Any) -> Mat:
    return x if isinstance(x, Mat) else Mat(((x,),), 1, 1)


def minus(a: Any, b: Any) -> Any:
    return a - b if type(a) is Fraction and type(b) is Fraction else plus(a, times(Fraction(-1), b))


def plus(a: Any, b: Any) -> Any:
    if type(a) is Fraction and type(b) is Fraction:
        return a + b
    if isinstance(a, Mat) or isinstance(b, Mat):
        if not (isinstance(a, Mat) and isinstance(b, Mat) and (a.m, a.n) == (b.m, b.n)):
            raise NoValue("a sum of different shapes")
        rows = tuple(tuple(add(x, y) for x, y in zip(r, s, strict=True)) for r, s in zip(a.rows, b.rows, strict=True))
        return Mat(rows, a.m, a.n)
    return add(a, b)


def times(a: Any, b: Any) -> Any:
    if type(a) is Fraction and type(b) is Fraction:
        return a * b
    if not isinstance(a, Mat):
        return each(b, lambda x: mul(a, x))
    if not isinstance(b, Mat):
        return each(a, lambda x: mul(x, b))
    if a.n != b.m:
        raise NoValue("a product of shapes that do not fit")
    rows = [[total(mul(a.rows[i][k], b.rows[k][j]) for k in range(a.n)) for j in range(b.n)] for i in range(a.m)]
    return matrix(rows, a.m, b.n)


def total(parts: Iterable[Number]) -> Number:
    total: Number = Fraction(0)
    for p in parts:
        total = add(total, p)
    return total


def transposed(a: Any) -> Any:
    if not isinstance(a, Mat):
        return a
    return Mat(tuple(tuple(a.rows[i][j] for i in range(a.m)) for j in range(a.n)), a.n, a.m)


def determinant(a: Mat) -> Number:
    if a.m != a.n:
        raise NoValue("no square matrix")
    if a.m == 0:
        return Fraction(1)
    total: Number = Fraction(0)
    for j in range(a.n):
        minor = Mat(tuple(r[:j] + r[j + 1 :] for r in a.rows[1:]), a.m - 1, a.n - 1)
        term = mul(a.rows[0][j], determinant(minor))
        total = add(total, term if j % 2 == 0 else neg(term))
    return total


def inverse(a: Any) -> Any:
    if not isinstance(a, Mat):
        return div(Fraction(1), a)
    d = determinant(a)
    if d == 0:
        if Totals.inverse_of_zero is None:
            raise NoValue("the inverse of a singular matrix")
        return times(Totals.inverse_of_zero, identity(a.m))
    rows = []
    for i in range(a.m):
        row = []
        for j in range(a.n):
            minor = tuple(r[:i] + r[i + 1 :] for k, r in enumerate(a.rows) if k != j)
            c = determinant(Mat(minor, a.m - 1, a.n - 1))
            row.append(div(c if (i + j) % 2 == 0 else neg(c), d))
        rows.append(row)
    return matrix(rows, a.m, a.n)


def identity(n: int) -> Any:
    return matrix([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], n, n)


def trace(a: Mat) -> Number:
    if a.m != a.n:
        raise NoValue("no square matrix")
    return total(a.rows[i][i] for i in range(a.m))


def zeros(m: int, n: int) -> Any:
    return matrix([[Fraction(0)] * n for _ in range(m)], m, n)


def rational(rng: random.Random) -> Fraction:
    """A small rational number, often an integer."""
    return Fraction(rng.randint(-4, 4), rng.choice((1, 1, 1, 2, 3)))


def table(rng: random.Random, m: int, n: int) -> Any:
    return matrix([[rational(rng) if rng.random() < 0.8 else Fraction(0) for _ in range(n)] for _ in range(m)], m, n)


def polynomial_curve(rng: random.Random, shape: tuple[int, int]) -> Curve:
    def entry() -> Number:
        return Ratio.of(flint.fmpq_poly([rng.randint(-2, 2) for _ in range(rng.randint(1, 3))]))

    return Curve(matrix([[entry() for _ in range(shape[1])] for _ in range(shape[0])], *shape))


def falling_curve(rng: random.Random, shape: tuple[int, int], zero: float = 0.2) -> Curve:
    """A sequence with a limit: c + d/(t + k), with no pole from 0 on; c is 0 with some probability."""

    def entry() -> Number:
        k, c, d = rng.randint(1, 4), rng.randint(-2, 2) if rng.random() > zero else 0, rng.randint(-2, 2)
        return Ratio.of(flint.fmpq_poly([c * k + d, c]), flint.fmpq_poly([k, 1]))

    return Curve(matrix([[entry() for _ in range(shape[1])] for _ in range(shape[0])], *shape))
