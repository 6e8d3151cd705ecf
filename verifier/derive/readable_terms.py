"""Building expressions that read well: rational numbers in front, equal terms together, transposes at the letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.text.settling import number
from verifier.language.typing.kinds import SCALAR
from verifier.language.typing.typing import shape_of


def constant(x: Fraction) -> Expr:
    """A rational number as an expression."""
    return x.numerator if x.denominator == 1 else ("/", x.numerator, x.denominator)


def split(e: Expr) -> tuple[Fraction, list[Expr]]:
    """A product as its rational number and its other factors, in order.

    A product among the factors stays one: it is in parentheses because it is one-by-one and commutes.
    """
    value = number(e)
    if value is not None:
        return value, []
    if head(e) == "neg":
        value, factors = split(operands(e)[0])
        return -value, factors
    if head(e) == "/" and (bottom := number(operands(e)[1])):
        value, factors = split(operands(e)[0])
        return value / bottom, factors
    if head(e) != "*":
        return Fraction(1), [e]
    total, found = Fraction(1), []
    for part in operands(e):
        value, factors = (Fraction(1), [part]) if head(part) == "*" else split(part)
        total *= value
        found += factors
    return total, found


def joined(value: Fraction, factors: list[Expr]) -> Expr:
    """The product of a rational number and factors, the inverse of `split`."""
    if not value or not factors:
        return constant(value)
    shown = factors if abs(value) == 1 else [constant(abs(value)), *factors]
    product: Expr = shown[0] if len(shown) == 1 else ("*", *shown)
    return ("neg", product) if value < 0 else product


def times(*factors: Expr) -> Expr:
    """The product, its rational number in front; factors that are products are multiplied in."""
    total, found = Fraction(1), []
    for factor in factors:
        value, parts = split(factor)
        total *= value
        found += parts
    return joined(total, found)


def plus(parts: Iterable[Expr]) -> Expr:
    """The sum with equal terms together and negative ones subtracted; 0 for nothing."""
    weights: dict[tuple[Expr, ...], Fraction] = {}
    for part in _terms(parts):
        value, factors = split(part)
        weights[tuple(factors)] = weights.get(tuple(factors), Fraction(0)) + value
    shown = [(v, list(f)) for f, v in weights.items() if v]
    if not shown:
        return 0
    shown.sort(key=lambda term: term[0] < 0)  # a positive term first
    total = joined(*shown[0])
    for value, factors in shown[1:]:
        if value < 0:
            total = ("-", total, joined(-value, factors))
        else:
            total = ("+", *(operands(total) if head(total) == "+" else (total,)), joined(value, factors))
    return total


def _terms(parts: Iterable[Expr]) -> Iterable[Expr]:
    for part in parts:
        if head(part) == "+" and len(operands(part)) > 1:
            yield from _terms(operands(part))
        elif head(part) == "-":
            yield from _terms([operands(part)[0]])
            yield from (times(-1, t) for t in _terms([operands(part)[1]]))
        elif part != 0:
            yield part


def over(a: Expr, b: Expr) -> Expr:
    """The quotient, rational numbers in front."""
    value, factors = split(a)
    bottom, below = split(b)
    if not below:
        return joined(value / bottom, factors)
    quotient: Expr = ("/", joined(Fraction(1), factors), joined(Fraction(1), below))
    return joined(value / bottom, [quotient])


def power(base: Expr, exponent: Expr) -> Expr:
    return 1 if exponent == 0 else base if exponent == 1 else ("^", base, exponent)


def summed(body: Expr, index: str, lo: Expr, hi: Expr) -> Expr:
    """The sum with rational factors and signs in front."""
    value, factors = split(body)
    return joined(value, [("sum", joined(Fraction(1), factors), index, lo, hi)]) if value else 0


def fresh(wanted: str, *used: Expr) -> str:
    """A bound name that occurs in none of the expressions."""
    taken: set[str] = set().union(*(free_names(e) for e in used))
    return next(n for n in (wanted if i == 0 else f"{wanted}{i}" for i in count()) if n not in taken)


def tidied(e: Expr) -> Expr:
    """The expression without the marks of `Scope.atom`: its products stay nested where they were marked."""
    if not isinstance(e, tuple):
        return e
    if e[0] == "+" and len(e) == 2:
        return tidied(e[1])
    return (e[0], *(tidied(a) for a in e[1:]))


@dataclass(frozen=True)
class Scope:
    """What is known of the letters: their sorts, and which of them are symmetric."""

    sorts: Mapping[str, Expr]
    symmetric: frozenset[str] = frozenset()

    def inside(self, index: str, lo: Expr, hi: Expr) -> Scope:
        """The scope under a sum."""
        return Scope({**self.sorts, index: ("integer", lo, hi)}, self.symmetric)

    def with_letters(self, sorts: Mapping[str, Expr]) -> Scope:
        return Scope({**self.sorts, **sorts}, self.symmetric)

    def shape(self, e: Expr) -> tuple[Any, ...]:
        """``("scalar",)`` or ``("matrix", m, n)``.  Raises `IllTyped`."""
        return shape_of(e, self.sorts)

    def is_number(self, e: Expr) -> bool:
        """Whether an expression is a number or a one-by-one matrix, which commutes with everything."""
        shape = self.shape(e)
        return shape == SCALAR or shape[1:] == (1, 1)

    def parted(self, e: Expr) -> tuple[list[Expr], list[Expr]]:
        """The factors of a product that are numbers, and the others."""
        value, factors = split(e)
        numbers = [self.atom(f) for f in factors if self.is_number(f)]
        return [constant(value), *numbers], [f for f in factors if not self.is_number(f)]

    def atom(self, e: Expr) -> Expr:
        """A one-by-one product of matrices in parentheses, so that it does not dissolve in a longer product."""
        if head(e) not in ("*", "neg", "/") or not self.is_number(e):
            return e
        value, factors = split(e)
        matrices = [f for f in factors if not self.is_number(f)]
        if not matrices:
            return e
        numbers = [self.atom(f) for f in factors if self.is_number(f)]
        return joined(value, [*numbers, ("+", joined(Fraction(1), matrices))])

    def transposed(self, e: Expr) -> Expr:
        """The transpose, carried to the letters."""
        op, args = head(e), operands(e)
        if isinstance(e, int) or self.is_number(e) or e in self.symmetric or op == "eye":
            return e
        if op == "T":
            return args[0]
        if op == "zeros":
            return ("zeros", args[1], args[0])
        if op in ("+", "-", "neg"):
            return (str(op), *(self.transposed(a) for a in args))
        if op == "*":
            numbers, matrices = self.parted(e)
            return times(*numbers, *(self.transposed(a) for a in reversed(matrices)))
        if op in ("^", "inverse", "/"):
            return (str(op), self.transposed(args[0]), *args[1:])
        if op == "sum":
            return ("sum", self.inside(str(args[1]), args[2], args[3]).transposed(args[0]), *args[1:])
        return ("T", e)
