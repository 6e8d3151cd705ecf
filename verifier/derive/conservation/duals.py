"""Forward differentiation over any commutative ring: values with directional derivatives along several directions.

The ring may itself be one of such values: that is how nested derivatives (Lie brackets) are computed exactly at a
point.
Every value that is differentiated at one level has to be lifted to that level (`lifted`), so that levels never mix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

#: Values in any commutative ring with integers, by the names of the variables.
Point = Mapping[str, Any]


class Dual:
    """a + sum_i b_i e_i with e_i e_j = 0: b_i is the derivative along direction i; a missing b_i is 0."""

    __slots__ = ("a", "b")

    def __init__(self, a: Any, b: Mapping[int, Any]) -> None:
        self.a, self.b = a, b

    def __add__(self, other: Any) -> Dual:
        if not isinstance(other, Dual):
            return Dual(self.a + other, self.b)
        if not self.b or not other.b:
            return Dual(self.a + other.a, self.b or other.b)
        b = dict(self.b)
        for i, y in other.b.items():
            b[i] = b[i] + y if i in b else y
        return Dual(self.a + other.a, b)

    def __mul__(self, other: Any) -> Dual:
        if not isinstance(other, Dual):
            return Dual(self.a * other, {i: x * other for i, x in self.b.items()})
        b = {i: x * other.a for i, x in self.b.items()}
        for i, y in other.b.items():
            term = self.a * y
            b[i] = b[i] + term if i in b else term
        return Dual(self.a * other.a, b)

    def __neg__(self) -> Dual:
        return Dual(-self.a, {i: -x for i, x in self.b.items()})

    def __sub__(self, other: Any) -> Dual:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Dual:
        return self.__neg__().__add__(other)

    def __pow__(self, n: int) -> Dual:
        """The power with an exponent n >= 0, by repeated squaring."""
        if n < 0:
            raise ValueError("only powers with a nonnegative exponent are polynomials")
        power: Dual | None = None
        square = self
        while n:
            if n & 1:
                power = square if power is None else power * square
            n >>= 1
            if n:
                square = square * square
        return Dual(1, {}) if power is None else power

    __radd__ = __add__
    __rmul__ = __mul__


def lifted(point: Point, directions: Mapping[str, Mapping[int, Any]]) -> dict[str, Any]:
    """The point with derivatives: `directions` gives each moving name its components, other names stand still."""
    return {n: Dual(x, directions.get(n, {})) for n, x in point.items()}


def parts(value: Any) -> Mapping[int, Any]:
    """The derivatives of a value that was computed from a lifted point; none where it is a constant."""
    return value.b if isinstance(value, Dual) else {}


def gradient(potential: Callable[[Point], Any], variables: Mapping[str, int], point: Point) -> Mapping[int, Any]:
    """The partial derivatives of a potential at a point, by the numbers of the variables; a missing one is 0."""
    return parts(potential(lifted(point, {name: {i: 1} for name, i in variables.items()})))
