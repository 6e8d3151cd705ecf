"""Exact numbers and matrices to try, from simple to random, and how to make them fit a domain."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from verifier.language.values.arithmetic import (
    Matrix,
    Undefined,
    identity,
    inverse,
    matrix,
    pack,
    plus,
    times,
    transpose,
)

#: scalars in a mathematician's order: simple, then tiny and huge
NUMBERS = tuple(
    Fraction(p, q)
    for p, q in (
        *((0, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (-2, 1), (-1, 2), (3, 1), (-3, 1), (1, 3), (3, 2)),
        *((1, 100), (100, 1), (-100, 1), (1, 10**6), (10**6, 1)),
    )
)


def simplicity(x: Any) -> tuple[int, int, int]:
    """Smaller is simpler: 0, 1, -1, 1/2, 2, ..., then by size of numerator and denominator."""
    x = Fraction(x)
    if x in NUMBERS[:6]:
        return (0, NUMBERS.index(x), 0)
    return (1, abs(x.numerator) + x.denominator, int(x < 0))


def matrices(m: int, n: int) -> Iterator[Any]:
    """Simple m-by-n matrices: zero, identity, diagonal, permutation, nilpotent, rank one, symmetric, full."""
    if (m, n) == (1, 1):
        yield from NUMBERS
        return
    forms: list[Callable[[int, int], Any]] = [
        lambda i, j: 0,
        lambda i, j: int(i == j),
        lambda i, j: int(i == j == 0),
        lambda i, j: int(j == (i + 1) % max(n, 1)) if m == n else int(i == m - 1 and j == n - 1),
        lambda i, j: int(j == i + 1) if m == n else -int(i == j == 0),
        lambda i, j: 1,
        lambda i, j: 2 * int(i == j),
        lambda i, j: -int(i == j),
        lambda i, j: int(i == j) * (-1) ** i,
        lambda i, j: int(i == j) * (i + 1),
        lambda i, j: Fraction(int(i == j), 2),
        lambda i, j: int(i == j + 1) if m == n else (-1) ** (i + j),
        lambda i, j: int(i == j or j == i + 1) if m == n else i + j + 1,
        lambda i, j: (j - i) * int(abs(i - j) == 1) if m == n else int((i, j) in ((0, 0), (m - 1, n - 1))),
        lambda i, j: int(abs(i - j) == 1) if m == n else 2 * (i + j) - 1,
        lambda i, j: i * n + j + 1,
        lambda i, j: (i * n + j + 1) * (-1) ** (i * j),
        lambda i, j: Fraction(1, i + j + 1),
    ]
    yield from dict.fromkeys(matrix(m, n, f).map(Fraction) for f in forms)


def impose(kind: str, x: Any) -> Any:
    """A matrix of the kind, made from an arbitrary one.  Raises `Undefined` where that one does not serve."""
    if not isinstance(x, Matrix):
        return {"orthogonal": 1, "skew": 0, "psd": abs(x), "pd": abs(x) + 1, "nonnegative": abs(x)}.get(
            kind, x
        )
    e = x.entries
    if kind == "nonnegative":
        return x.map(abs)
    if x.rows != x.cols:
        return x
    n = x.rows
    if kind == "symmetric":
        return matrix(n, n, lambda i, j: e[min(i, j)][max(i, j)])
    if kind == "skew":
        return matrix(n, n, lambda i, j: e[i][j] if i < j else -e[j][i] if j < i else 0)
    if kind == "diagonal":
        return matrix(n, n, lambda i, j: e[i][i] if i == j else 0)
    if kind == "orthogonal":  # Cayley's transform
        s = impose("skew", x)
        return times(plus(identity(n), times(-1, s)), inverse(plus(identity(n), s)))
    if kind in ("psd", "pd"):
        form = times(transpose(x), x)
        return plus(form, identity(n)) if kind == "pd" else form
    return x


def as_probability(x: Any) -> Any:
    """A probability vector made from an arbitrary vector."""
    if not isinstance(x, Matrix):
        return Fraction(1)
    total = sum(abs(v) for row in x.entries for v in row)
    return (
        x.map(lambda v: abs(v) / Fraction(total)) if total else x.map(lambda v: Fraction(1, x.rows * x.cols))
    )


class Constant:
    """A constant sequence."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, t: int) -> Any:
        return self.value


def constant(x: Any, depth: int) -> Any:
    return x if depth == 0 else Constant(constant(x, depth - 1))


def structured(m: int, n: int, source: random.Random) -> Any:
    """A random rational matrix of a random structure, entries p/q with |p| <= 8 and q <= 6."""

    def number() -> Fraction:
        simple = source.random() < 0.6
        return source.choice(NUMBERS[:9]) if simple else Fraction(source.randint(-8, 8), source.randint(1, 6))

    full = matrix(m, n, lambda i, j: number())
    if (m, n) == (1, 1):
        return source.choice(NUMBERS) if source.random() < 0.5 else pack(full)
    form = source.choice(
        ("full", "full", "sparse", "rank one", "unit", *(("diagonal", "symmetric", "nilpotent", "permutation",
         "orthogonal", "companion", "blocks", "skew") if m == n else ("sparse",)))
    )  # fmt: skip
    e = full.entries
    order = source.sample(range(n), n)
    forms: dict[str, Callable[[int, int], Any]] = {
        "sparse": lambda i, j: e[i][j] if source.random() < 0.35 else Fraction(0),
        "rank one": lambda i, j: e[i][0] * e[0][j],
        "unit": lambda i, j: Fraction(
            int(i % max(n, 1) == order[0] or j % max(m, 1) == order[0] % max(m, 1))
        ),
        "nilpotent": lambda i, j: e[i][j] if i < j else Fraction(0),
        "permutation": lambda i, j: Fraction(int(order[i] == j)),
        "companion": lambda i, j: e[i][j] if i == n - 1 else Fraction(int(j == i + 1)),
        "blocks": lambda i, j: e[i][j] if (i < n // 2) == (j < n // 2) else Fraction(0),
    }
    if form in forms:
        return matrix(m, n, forms[form])
    try:
        return impose(form, full)
    except Undefined:
        return full
