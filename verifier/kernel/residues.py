"""Rule ``residues``: what depends on integers only through remainders is decided by trying all of these.

A formula of remainders ``mod(p, m)``, m a positive literal and p made of integer variables by sums, products, powers
with literal exponents, and powers ``a^(k*n + d)`` of literals, depends on n only through n and a^n modulo the least
common multiple M of all m.  From n to n + 1 these change in a way that they determine themselves, so after the first
repetition nothing new comes.  Without powers of literals n may be any integer, and 0, ..., M - 1 are enough.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from verifier.kernel.binding import free_names, operands, subexpressions
from verifier.kernel.expr import BINDERS, RELATIONS, Expr, conjunction, head
from verifier.kernel.integers import Unknown, index_of
from verifier.kernel.logic import Checker, Node, Rejected, Sequent
from verifier.kernel.work import spend

MOST = 20_000  # points that are tried
LARGEST = 5_000  # least common multiple of the moduli
HIGHEST = 1_000  # literal exponents


class Residues:
    """Formulas of remainders, evaluated at integers.  Raises `Rejected` for others."""

    def __init__(self, e: Expr) -> None:
        self.modulus = 1
        self.bases: dict[str, set[int]] = {}  # n -> the literals a with a power a^(k*n + d)
        self.least: dict[str, int] = {}  # n -> the least n at which all of these exponents are natural
        self._read(e, inside=False)

    def _read(self, e: Expr, inside: bool) -> None:
        spend()
        if head(e) in BINDERS:
            raise Rejected(f"residues: {head(e)} besides remainders")
        op, args = head(e), operands(e)
        if isinstance(e, int) or (isinstance(e, str) and inside) or op in ("true", "false"):
            return
        if op == "mod":
            m = args[1]
            if not isinstance(m, int) or m < 1:
                raise Rejected("residues: a modulus that is no positive literal")
            self.modulus = math.lcm(self.modulus, m)
            if self.modulus > LARGEST:
                raise Rejected("residues: large moduli")
            self._read(args[0], True)
        elif op == "^" and inside:
            self._power(*args)
        elif op in ("+", "-", "neg", "*") or (not inside and op in (*RELATIONS, "and", "or", "implies", "not")):
            for a in args:
                self._read(a, inside)
        else:
            raise Rejected(f"residues: {op or e!r:.40} besides remainders")

    def _power(self, base: Expr, exponent: Expr) -> None:
        if isinstance(exponent, int):
            if not 0 <= exponent <= HIGHEST:
                raise Rejected("residues: an exponent out of range")
            return self._read(base, True)
        literal = _literal(base)
        if literal is None:
            raise Rejected("residues: a power of a variable with a variable exponent")
        index = index_of(exponent)
        names = sorted(index.names())
        rate = dict(index).get((names[0],), 0) if len(names) == 1 else 0
        if rate < 1 or set(dict(index)) - {(), (names[0],)}:
            raise Rejected("residues: an exponent that does not grow with one variable")
        self.bases.setdefault(names[0], set()).add(literal)
        self.least[names[0]] = max(self.least.get(names[0], -(10**6)), -(index.offset // rate))

    def points(self, name: str, sort: Expr) -> Sequence[int]:
        """Values of a variable that stand for all of them."""
        if head(sort) != "integer":
            raise Rejected(f"residues: {name} is no integer")
        lo = _literal(operands(sort)[0])
        bases = sorted(self.bases.get(name, ()))
        if not bases:
            return range(self.modulus)
        if lo is None or lo < self.least[name]:
            raise Rejected("residues: an exponent that may be negative")
        seen: set[tuple[int, ...]] = set()
        for n in range(lo, lo + MOST):
            spend(len(bases))
            state = (n % self.modulus, *(pow(a, n - lo, self.modulus) for a in bases))
            if state in seen:
                return range(lo, n)
            seen.add(state)
        raise Rejected("residues: too many remainders")

    def holds(self, p: Expr, at: Mapping[str, int]) -> bool:
        spend(4)
        op, args = head(p), operands(p)
        if op in ("true", "false"):
            return op == "true"
        if op == "and":
            return all(self.holds(a, at) for a in args)
        if op == "or":
            return any(self.holds(a, at) for a in args)
        if op == "not":
            return not self.holds(args[0], at)
        if op == "implies":
            return not self.holds(args[0], at) or self.holds(args[1], at)
        a, b = (self.value(x, at, None) for x in args)
        return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[str(op)]

    def value(self, e: Expr, at: Mapping[str, int], m: int | None) -> int:
        """The value of a term, modulo m where that is given."""
        spend(2)
        if isinstance(e, int):
            return e if m is None else e % m
        if isinstance(e, str):
            return at[e] if m is None else at[e] % m
        op, args = e[0], operands(e)
        if op == "mod":
            found = self.value(args[0], at, args[1])  # type: ignore[arg-type]
        elif op == "^":
            exponent = args[1] if isinstance(args[1], int) else self.value(args[1], at, None)
            spend(exponent.bit_length() // 16)
            found = pow(self.value(args[0], at, m), exponent, m)
        elif op not in ("+", "-", "neg", "*"):
            raise Rejected(f"residues: {op} inside of a remainder")
        else:
            values = [self.value(a, at, m) for a in args]
            found = -values[0] if op == "neg" else values[0]
            for v in values[1:]:
                found = found + v if op == "+" else found - v if op == "-" else found * v
        return found if m is None else found % m


def _literal(e: Expr) -> int | None:
    if isinstance(e, int):
        return e
    inner = operands(e)[0] if head(e) == "neg" else None
    return -inner if isinstance(inner, int) else None


def residues(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The goal from the facts, where it holds at all points that the remainders of its variables can take.

    Its variables are integers, and so are those of the facts; see above why finitely many points are enough.
    """
    parts = [s.fact(label) for label in node.get("facts", [])]
    whole: Expr = ("implies", conjunction(parts), goal) if parts else goal
    if not any(head(e) == "mod" for e in subexpressions(whole)):
        raise Rejected("residues: no remainders")
    try:
        reader = Residues(whole)
    except Unknown as error:
        raise Rejected(f"residues: {error}") from None
    names = sorted(free_names(whole))
    points = [reader.points(n, s.sorts[n]) for n in names]
    if math.prod(len(p) for p in points) > MOST:
        raise Rejected("residues: too many points")
    for choice in product(*points):
        if not reader.holds(whole, dict(zip(names, choice, strict=True))):
            raise Rejected("residues: it fails at some remainders")


RESIDUES: dict[str, Any] = {"residues": residues}
