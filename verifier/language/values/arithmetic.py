"""Exact numbers and matrices, and the operations that expressions are made of.

Entries may be rationals, `Dual` numbers (that is how gradients are taken), or elements of any commutative
ring that mixes with integers, such as residues or polynomials of python-flint.  Nothing is rounded: a value
that is no rational number raises `Inexact`, a value that does not exist raises `Undefined`.  One-by-one
matrices and scalars are the same thing: `pack` turns the former into the latter.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

Value: TypeAlias = "Fraction | Matrix"
MOST_BITS = 400_000  # of a power of a number
#: A product or a power of polynomials is one call, which nothing breaks off: its terms, and the bits of a power.
MOST_TERMS, MOST_POLYNOMIAL_BITS = 250_000, 40_000_000


class Undefined(ValueError):
    """The expression has no value here; one line says why."""


class Inexact(ValueError):
    """The value is beyond exact rational arithmetic or beyond the limits of the evaluation."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix with its shape, so that matrices without rows or columns have one too."""

    rows: int
    cols: int
    entries: tuple[tuple[Any, ...], ...]

    @staticmethod
    def of(rows: Iterable[Iterable[Any]], cols: int | None = None) -> Matrix:
        """Read rows of integers or fractions; `cols` is needed where there are no rows.

        Raises `ValueError` on ragged rows and `TypeError` on floats.
        """
        table = tuple(tuple(_exact(x) for x in row) for row in rows)
        width = len(table[0]) if table else (cols or 0)
        if any(len(row) != width for row in table):
            raise ValueError("the rows of a matrix differ in length")
        return Matrix(len(table), width, table)

    def map(self, f: Callable[[Any], Any]) -> Matrix:
        return Matrix(self.rows, self.cols, tuple(tuple(f(x) for x in row) for row in self.entries))


def _exact(x: Any) -> Any:
    if isinstance(x, (bool, float)):
        raise TypeError(f"{x!r} is no exact number")
    return x


def matrix(rows: int, cols: int, entry: Callable[[int, int], Any]) -> Matrix:
    """The rows-by-cols matrix with the given entries, indices from 0."""
    return Matrix(rows, cols, tuple(tuple(entry(i, j) for j in range(cols)) for i in range(rows)))


class Dual:
    """value + slope * epsilon; the tag tells nested derivatives apart."""

    __slots__ = ("slope", "tag", "value")

    def __init__(self, tag: int, value: Any, slope: Any) -> None:
        self.tag, self.value, self.slope = tag, value, slope

    def _with(self, other: Any) -> tuple[int, Any, Any, Any, Any]:
        tag = max(self.tag, other.tag) if isinstance(other, Dual) else self.tag
        return tag, *_split(self, tag), *_split(other, tag)

    def __add__(self, other: Any) -> Dual:
        tag, a, da, b, db = self._with(other)
        return Dual(tag, add(a, b), add(da, db))

    def __mul__(self, other: Any) -> Dual:
        tag, a, da, b, db = self._with(other)
        return Dual(tag, mul(a, b), add(mul(a, db), mul(da, b)))

    def __rmul__(self, other: Any) -> Dual:
        return self.__mul__(other)

    __radd__ = __add__


def _split(x: Any, tag: int) -> tuple[Any, Any]:
    return (x.value, x.slope) if isinstance(x, Dual) and x.tag == tag else (x, 0)


def primal(x: Any) -> Any:
    """The number itself, without its derivatives."""
    while isinstance(x, Dual):
        x = x.value
    return x


def add(a: Any, b: Any) -> Any:
    try:
        return a + b
    except TypeError:  # a Fraction meets an element of a ring that knows only integers
        (q, r) = (a, b) if isinstance(a, Fraction) else (b, a)
        return r + (r * 0 + q.numerator) / q.denominator


def mul(a: Any, b: Any) -> Any:
    if _terms(a) * _terms(b) > MOST_TERMS:
        raise Inexact(f"a product with more than {MOST_TERMS} terms")
    try:
        return a * b
    except TypeError:
        (q, r) = (a, b) if isinstance(a, Fraction) else (b, a)
        return r * q.numerator / q.denominator


def _terms(x: Any) -> int:
    """How many terms a polynomial has; 1 for what is no polynomial."""
    return len(x) if hasattr(x, "monoms") else 1


def divide(a: Any, b: Any) -> Any:
    """a / b; raises `Undefined` for b = 0 and `Inexact` where the ring has no such quotient."""
    if primal(b) == 0:
        raise Undefined("division by zero")
    if isinstance(a, Dual) or isinstance(b, Dual):
        tag = max(x.tag for x in (a, b) if isinstance(x, Dual))
        (x, dx), (y, dy) = _split(a, tag), _split(b, tag)
        q = divide(x, y)
        return Dual(tag, q, divide(add(dx, mul(-1, mul(q, dy))), y))
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return Fraction(a) / b
    try:
        return mul(a, 1 / Fraction(b)) if isinstance(b, (int, Fraction)) else (a + 0 * b) / b
    except (ValueError, ArithmeticError, TypeError):
        raise Inexact("a quotient outside the ring of computation") from None


def power(a: Any, n: int) -> Any:
    """a^n for a scalar; 0^0 = 1.  Raises `Undefined` for a negative power of zero."""
    if n < 0:
        return divide(1, power(a, -n))
    if isinstance(a, Dual):
        if n == 0:
            return Dual(a.tag, 1, 0)
        return Dual(a.tag, power(a.value, n), mul(mul(n, power(a.value, n - 1)), a.slope))
    if isinstance(a, (int, Fraction)) and a not in (0, 1, -1) and n * _bits(a) > MOST_BITS:
        raise Inexact(f"a power with more than {MOST_BITS} bits")
    if hasattr(a, "monoms") and n > 1:
        _bound_power(a, n)
    return a**n


def _bound_power(a: Any, n: int) -> None:
    """Raises `Inexact` where a power of a polynomial would be long; its coefficients grow with the terms as well."""
    more = max(len(a) - 1, 0)
    terms = math.comb(n + more, more) if min(n, more) <= 20 else math.inf
    if terms > MOST_TERMS:
        raise Inexact(f"a power with more than {MOST_TERMS} terms")
    longest = max((_bits(c) for c in a.coeffs()), default=0) + len(a).bit_length()
    if terms * n * longest > MOST_POLYNOMIAL_BITS:
        raise Inexact(f"a power with more than {MOST_POLYNOMIAL_BITS} bits")


def _bits(x: Any) -> int:
    """The bits of a rational number, of Python or of FLINT."""
    return max(int(x.numerator).bit_length(), int(x.denominator).bit_length())


def whole(x: Any, what: str) -> int:
    """The integer x; raises `Undefined` otherwise."""
    x = primal(x)
    if isinstance(x, int):
        return x
    if isinstance(x, Fraction) and x.denominator == 1:
        return x.numerator
    raise (
        Undefined(f"{what} is no integer") if isinstance(x, Fraction) else Inexact(f"{what} is not a literal")
    )


def root(x: Any) -> Any:
    """The exact square root of a rational square; raises `Undefined` below 0, otherwise `Inexact`."""
    if isinstance(x, Dual):
        s = root(x.value)
        return Dual(x.tag, s, divide(x.slope, mul(2, s)))
    if not isinstance(x, (int, Fraction)):
        raise Inexact("the square root of a symbol")
    if x < 0:
        raise Undefined("the square root of a negative number")
    p, q = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if p * p != x.numerator or q * q != x.denominator:
        raise Inexact("an irrational square root")
    return Fraction(p, q)


def number(x: Any) -> Any:
    if isinstance(x, Matrix):
        raise Undefined(f"a {x.rows}-by-{x.cols} matrix where a number is needed")
    return x


def shape(x: Any) -> tuple[int, int]:
    return (x.rows, x.cols) if isinstance(x, Matrix) else (1, 1)


def entry(x: Any, i: int, j: int) -> Any:
    m, n = shape(x)
    if not (0 <= i < m and 0 <= j < n):
        raise Undefined(f"entry ({i}, {j}) of a {m}-by-{n} matrix")
    return x.entries[i][j] if isinstance(x, Matrix) else x


def pack(m: Matrix) -> Any:
    return m.entries[0][0] if (m.rows, m.cols) == (1, 1) else m


def plus(x: Any, y: Any) -> Any:
    if not isinstance(x, Matrix) and not isinstance(y, Matrix):
        return add(x, y)
    if shape(x) != shape(y):
        if isinstance(x, int) and x == 0:
            return y
        if isinstance(y, int) and y == 0:
            return x
        raise Undefined(f"the sum of shapes {shape(x)} and {shape(y)}")
    return matrix(x.rows, x.cols, lambda i, j: add(x.entries[i][j], y.entries[i][j]))


def times(x: Any, y: Any) -> Any:
    if not isinstance(x, Matrix):
        return y.map(lambda v: mul(x, v)) if isinstance(y, Matrix) else mul(x, y)
    if not isinstance(y, Matrix):
        return x.map(lambda v: mul(v, y))
    if x.cols != y.rows:
        raise Undefined(f"the product of shapes {shape(x)} and {shape(y)}")
    columns = tuple(zip(*y.entries, strict=True)) if y.rows else ((),) * y.cols

    def inner(i: int, j: int) -> Any:
        total: Any = 0
        for a, b in zip(x.entries[i], columns[j], strict=True):
            total = add(total, mul(a, b))
        return total

    return pack(matrix(x.rows, y.cols, inner))


def identity(n: int) -> Any:
    return pack(matrix(n, n, lambda i, j: int(i == j)))


def square(x: Any, what: str) -> int:
    m, n = shape(x)
    if m != n:
        raise Undefined(f"the {what} of a {m}-by-{n} matrix")
    return m


def determinant(x: Any) -> Any:
    """By minors, column by column: exact in every commutative ring (at most 8 columns)."""
    n = square(x, "determinant")
    if n > 8:
        raise Inexact("a determinant of more than 8 columns")
    minors: dict[tuple[int, ...], Any] = {(): 1}
    for k in range(1, n + 1):
        minors = {
            rows: _alternating([mul(entry(x, r, k - 1), minors[rows[:p] + rows[p + 1 :]])
                                for p, r in enumerate(rows)], k)
            for rows in itertools.combinations(range(n), k)
        }  # fmt: skip
    return minors[tuple(range(n))]


def _alternating(parts: Sequence[Any], k: int) -> Any:
    total: Any = 0
    for p, part in enumerate(parts):
        total = add(total, part if (p + k) % 2 else mul(-1, part))
    return total


def inverse(x: Any) -> Any:
    """By Gauss and Jordan; raises `Undefined` for singular matrices."""
    n = square(x, "inverse")
    rows = [[entry(x, i, j) for j in range(n)] + [int(i == j) for j in range(n)] for i in range(n)]
    for c in range(n):
        pivot = next((r for r in range(c, n) if primal(rows[r][c]) != 0), None)
        if pivot is None:
            raise Undefined("the inverse of a singular matrix")
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [divide(v, rows[c][c]) for v in rows[c]]
        for r in range(n):
            if r != c:
                factor = mul(-1, rows[r][c])
                rows[r] = [add(v, mul(factor, w)) for v, w in zip(rows[r], rows[c], strict=True)]
    return pack(matrix(n, n, lambda i, j: rows[i][n + j]))


def matrix_power(base: Any, n: int, most: int = 20_000) -> Any:
    """base^n for a square matrix or a scalar; base^0 is the identity."""
    if not isinstance(base, Matrix):
        return power(base, n)
    size = square(base, "power")
    if n < 0:
        return matrix_power(inverse(base), -n, most)
    if n > most:
        raise Inexact(f"the {n}-th power of a matrix")
    result = identity(size)
    while n:
        result = times(result, base) if n & 1 else result
        base, n = times(base, base) if n > 1 else base, n >> 1
    return result


def transpose(x: Any) -> Any:
    return matrix(x.cols, x.rows, lambda i, j: x.entries[j][i]) if isinstance(x, Matrix) else x


def trace(x: Any) -> Any:
    total: Any = 0
    for i in range(square(x, "trace")):
        total = add(total, entry(x, i, i))
    return total


def floor(x: Any) -> Any:
    p = primal(number(x))
    if not isinstance(p, (int, Fraction)):
        raise Inexact("the floor of a symbol")
    if isinstance(x, Dual) and Fraction(p).denominator == 1:
        raise Undefined("the derivative of floor at an integer")
    return math.floor(p)


def compare(x: Any, y: Any) -> int:
    """The sign of x - y for numbers."""
    p, q = primal(number(x)), primal(number(y))
    if not (isinstance(p, (int, Fraction)) and isinstance(q, (int, Fraction))):
        if p == q:
            return 0
        raise Inexact("symbols have no order")
    return (p > q) - (p < q)


def choose(x: Any, y: Any, sign: int) -> Any:
    """The smaller (sign -1) or greater (sign 1) of two numbers."""
    order = compare(x, y)
    if order == 0 and (isinstance(x, Dual) or isinstance(y, Dual)):
        raise Undefined("the derivative of a minimum or maximum at a tie")
    return x if order == sign or order == 0 else y


def quotient(x: Any, y: Any) -> Any:
    """A number or matrix divided by a number."""
    divisor = number(y)
    return x.map(lambda v: divide(v, divisor)) if isinstance(x, Matrix) else divide(x, divisor)


def absolute(x: Any) -> Any:
    order = compare(x, 0)
    if order == 0 and isinstance(x, Dual):
        raise Undefined("the derivative of the absolute value at 0")
    return x if order >= 0 else mul(-1, x)


def remainder(a: Any, n: Any) -> int:
    divisor = whole(number(n), "a modulus")
    if divisor < 1:
        raise Undefined(f"a remainder modulo {divisor}")
    return whole(number(a), "a dividend") % divisor
