"""Exact values of combinatorial functions at numbers, from their definitions, and the rule ``count``."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial
from typing import Any

from verifier.kernel.binding import operands
from verifier.kernel.expr import Expr, head
from verifier.kernel.integers import index_of
from verifier.kernel.logic import Checker, Node, Rejected, Sequent
from verifier.kernel.work import spend

LARGEST = 300  # argument that is computed
_PAIRS = frozenset(("binomial", "stirling1", "stirling2"))  # that take two arguments


def _need(condition: bool, why: str) -> None:
    if not condition:
        raise Rejected(why)


def number(q: Fraction | int) -> Expr:
    """A rational number as an expression."""
    q = Fraction(q)
    return q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)


def stirling(n: int, k: int, weight: Any) -> int:
    """T(n, k) with T(0, 0) = 1 and T(n + 1, k) = T(n, k - 1) + weight(n, k) * T(n, k)."""
    row = [1]
    for m in range(n):
        row = [(row[i - 1] if i else 0) + (weight(m, i) * row[i] if i <= m else 0) for i in range(m + 2)]
    return row[k] if 0 <= k <= n else 0


def counted(word: str, args: list[int]) -> Fraction:
    """The value at a natural number; the lower index of a triangle may be negative."""
    n = args[0]
    _need(0 <= n <= LARGEST and all(abs(a) <= LARGEST for a in args), "count: an argument out of range")
    spend(10 + (n * n // 2 if word in ("stirling1", "stirling2", "bell") else n))
    if word == "harmonic" and len(args) == 2:  # of higher order
        _need(abs(args[1]) <= 20, "count: an argument out of range")
        spend(n * n)
        return sum((Fraction(i) ** -args[1] for i in range(1, n + 1)), Fraction(0))
    _need(len(args) == (2 if word in _PAIRS else 1), "count: another number of arguments")
    if word == "factorial":
        return Fraction(factorial(n))
    if word == "binomial":
        return Fraction(comb(n, args[1]) if args[1] >= 0 else 0)
    if word == "fibonacci":
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        return Fraction(a)
    if word == "harmonic":
        return sum((Fraction(1, i) for i in range(1, n + 1)), Fraction(0))
    if word == "stirling2":
        return Fraction(stirling(n, args[1], lambda m, k: k))
    if word == "stirling1":
        return Fraction(stirling(n, args[1], lambda m, k: m))
    if word == "bell":
        row = [1]
        for _ in range(n):
            following = [row[-1]]
            for value in row:
                following.append(following[-1] + value)
            row = following
        return Fraction(row[0])
    raise Rejected(f"count: {word!r:.40} is not computed")


def count(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The value of a combinatorial function at literal arguments in its range, by its recurrence, exactly."""
    e = c.expression(s, node["of"])
    _need(head(e) == "fn" and len(operands(e)) in (2, 3), "count: no combinatorial function")
    word, *args = operands(e)
    values = [index_of(a).constant for a in args]
    arity = 2 if word in _PAIRS else 1
    _need(len(args) == arity, "count: another number of arguments")
    value = counted(str(word), [v for v in values if v is not None and len(args) == len(values)])
    _need(None not in values, "count: an argument that is no number")
    c.check(s.assume(node["as"], ("==", e, number(value))), goal, node["then"])
