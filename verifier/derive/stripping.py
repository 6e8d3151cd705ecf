"""The matrix of a linear map, from what it does to a column: K with K v = the given term, for all sizes.

Products are turned so that the letter v stands last: what follows v in a word is one-by-one and commutes, and v' y is
y' v.  Nothing here is trusted: that K v is the term is proved by who asks.
"""

from __future__ import annotations

from verifier.derive.matrix_calculus import NoDerivative
from verifier.derive.readable_terms import Scope, constant, fresh, over, plus, split, summed, tidied, times
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute


def stripped(e: Expr, letter: str, scope: Scope) -> Expr:
    """K with K v = e for a term e that is linear in the column `letter`; 0 for the zero term.  Raises `NoDerivative`.

    >>> scope = Scope({"x": ("matrix", "d", 1), "A": ("matrix", "d", "d"), "v": ("matrix", "d", 1)})
    >>> stripped(("*", "A", "x", ("T", "v"), "x"), "v", scope)
    ('*', 'A', 'x', ('T', 'x'))
    """
    return tidied(_Stripping(letter, scope).of(e, [], [], []))


class _Stripping:
    """Of numbers * left * e * right, where e has the letter once in each of its terms."""

    def __init__(self, letter: str, scope: Scope) -> None:
        self.letter, self.scope = letter, scope

    def of(self, e: Expr, numbers: list[Expr], left: list[Expr], right: list[Expr]) -> Expr:
        op, args = head(e), operands(e)
        if e == self.letter:
            tail = [self.scope.atom(times(*right))] if right else []
            unit: list[Expr] = left or [("eye", self.scope.shape(self.letter)[1])]
            return _ordered([*numbers, *tail], unit)
        if e == ("T", self.letter):
            return _ordered(numbers, [*left, self.scope.transposed(times(*right))])
        if op == "T":
            return self.of(self.scope.transposed(args[0]), numbers, left, right)
        if op == "+":
            return plus([self.of(a, numbers, left, right) for a in args if self.letter in free_names(a)])
        if op == "-":
            first, second = ([self.of(a, numbers, left, right)] if self.letter in free_names(a) else [] for a in args)
            return plus([*first, *(times(-1, b) for b in second)])
        if op == "neg":
            return times(-1, self.of(args[0], numbers, left, right))
        if op == "/" and self.letter not in free_names(args[1]):
            return self.of(args[0], [*numbers, over(1, args[1])], left, right)
        if op == "*":
            return self._product(e, numbers, left, right)
        if op == "sum":
            return self._sum(e, numbers, left, right)
        raise NoDerivative(f"the matrix of a map is not read off from {op!r}")

    def _product(self, e: Expr, numbers: list[Expr], left: list[Expr], right: list[Expr]) -> Expr:
        value, factors = split(e)
        place = next(i for i, f in enumerate(factors) if self.letter in free_names(f))
        numbers = [constant(value), *numbers]
        before, own, after = factors[:place], factors[place], factors[place + 1 :]
        if self.scope.is_number(own):  # a number that has the letter: it stands last, and its row is the answer
            rest = [*left, *before, *after, *right]
            own_numbers = [self.scope.atom(f) for f in rest if self.scope.is_number(f)]
            column = [f for f in rest if not self.scope.is_number(f)]
            return _ordered([*numbers, *own_numbers], [*column, self.of(own, [], [], [])])
        numbers += [self.scope.atom(f) for f in (*before, *after) if self.scope.is_number(f)]
        before, after = ([f for f in part if not self.scope.is_number(f)] for part in (before, after))
        return self.of(own, numbers, [*left, *before], [*after, *right])

    def _sum(self, e: Expr, numbers: list[Expr], left: list[Expr], right: list[Expr]) -> Expr:
        body, index, lo, hi = operands(e)
        name = str(index)
        if any(name in free_names(f) for f in (*numbers, *left, *right)):
            new = fresh(name, body, *numbers, *left, *right)
            body, name = substitute(body, {name: new}), new
        deeper = _Stripping(self.letter, self.scope.inside(name, lo, hi))
        return summed(deeper.of(body, numbers, left, right), name, lo, hi)


def _ordered(numbers: list[Expr], word: list[Expr]) -> Expr:
    """The product; numbers that are products stand last, where they are shown in parentheses."""
    long = [n for n in numbers if head(n) == "+" and len(operands(n)) == 1]
    return times(*(n for n in numbers if n not in long), *word, *long)
