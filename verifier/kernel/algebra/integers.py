"""Integer indices: polynomials with integer coefficients, and linear reasoning about them.

Exponents, sum bounds and matrix sizes are *indices*.  An index is an integer polynomial in integer
variables and in atoms ``("mod", a, n)``; two indices are equal iff their normal forms are.

`Context.entails` decides ``index >= 0`` from a list of such facts by Fourier-Motzkin elimination over
the rationals with integer tightening.  It is sound; it answers False where it does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd
from typing import Any

from verifier.kernel.terms.binding import operands
from verifier.kernel.terms.expr import BINDERS, Expr, head
from verifier.kernel.work import spend

LIMIT = 600  # constraints in one elimination; beyond it the answer is "not known"
PAIRS = 20_000  # products of terms in one multiplication of indices
BITS = 7_000  # length of a coefficient; longer ones have no decimal text, by which terms are ordered


class Unknown(ValueError):
    """The kernel cannot normalise this; never a statement about truth."""


class Index(tuple):  # type: ignore[type-arg]
    """An integer polynomial: sorted ((atom, ...), coefficient) pairs, no coefficient zero."""

    __slots__ = ()

    @staticmethod
    def of(terms: Mapping[tuple[Expr, ...], int]) -> Index:
        found = [(m, c) for m, c in terms.items() if c]
        return Index(sorted(found, key=_first) if len(found) > 1 else found)

    @staticmethod
    def const(value: int) -> Index:
        return Index((((), value),) if value else ())

    @staticmethod
    def var(name: Expr) -> Index:
        return Index((((name,), 1),))

    def __add__(self, other: object) -> Index:
        assert isinstance(other, Index)
        spend(len(self) + len(other))
        terms = dict(self)
        for m, c in other:
            terms[m] = terms.get(m, 0) + c
        return Index.of(terms)

    def scale(self, factor: int) -> Index:
        return Index((m, c * factor) for m, c in self) if factor else Index()

    def __sub__(self, other: Index) -> Index:
        return self + other.scale(-1)

    def times(self, other: Index) -> Index:
        if len(self) * len(other) > PAIRS:
            raise Unknown("an integer expression with too many terms")
        spend(2 * len(self) * len(other) + 1)
        if any(c.bit_length() > BITS for _, c in (*self, *other)):
            raise Unknown("an integer that is too large")
        terms: dict[tuple[Expr, ...], int] = {}
        for m1, c1 in self:
            for m2, c2 in other:
                m = tuple(sorted(m1 + m2, key=repr))
                terms[m] = terms.get(m, 0) + c1 * c2
        return Index.of(terms)

    def plus(self, value: int) -> Index:
        return self + Index.const(value)

    @property
    def constant(self) -> int | None:
        """The value, where the index is a number."""
        return 0 if not self else self[0][1] if len(self) == 1 and self[0][0] == () else None

    @property
    def offset(self) -> int:
        """The constant term."""
        return next((c for m, c in self if m == ()), 0)

    @property
    def bare(self) -> tuple[tuple[tuple[Expr, ...], int], ...]:
        """All but the constant term."""
        return tuple(t for t in self if t[0])

    def atoms(self) -> set[Expr]:
        return {a for m, _ in self for a in m}

    def names(self) -> set[str]:
        """All variables, also those inside a remainder."""
        found: set[str] = set()
        for a in self.atoms():
            found |= {a} if isinstance(a, str) else {n for part in operands(a) for n in _as_index(part).names()}
        return found

    def coefficient(self, name: str) -> int | None:
        """The coefficient of a variable that occurs only linearly and in no remainder; None otherwise."""
        if any(name in m and m != (name,) for m, _ in self) or name not in self.names():
            return None
        if any(not isinstance(a, str) and name in Index.var(a).names() for a in self.atoms()):
            return None
        return int(next(c for m, c in self if m == (name,)))

    def substitute(self, values: Mapping[str, Index]) -> Index:
        if all(isinstance(a, str) and a not in values for m, _ in self for a in m):
            return self
        total = Index()
        for m, c in self:
            part = Index.const(c)
            for a in m:
                if isinstance(a, str):
                    part = part.times(values.get(a, Index.var(a)))
                else:
                    inner, modulus = (_as_index(p).substitute(values) for p in operands(a))
                    part = part.times(remainder(inner, modulus))
            total = total + part
        return total

    def expr(self) -> Expr:
        """The index as an expression."""
        parts: list[Expr] = []
        for m, c in self:
            atoms: list[Expr] = [
                a if isinstance(a, str) else ("mod", *(_as_index(p).expr() for p in operands(a))) for a in m
            ]
            parts.append(c if not m else atoms[0] if c == 1 and len(m) == 1 else ("*", c, *atoms))
        return 0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)


@lru_cache(1 << 14)
def _text(m: tuple[Expr, ...]) -> str:
    return repr(m)


def _first(term: tuple[tuple[Expr, ...], int]) -> str:
    """The order of terms: no two of them have the same monomial."""
    return _text(term[0])


def _as_index(part: Any) -> Index:
    """An index that is kept inside an atom as plain tuples."""
    return Index(part)


def remainder(a: Index, n: Index) -> Index:
    """a mod n: multiples of n and remainders by n inside a are dropped first."""
    size = n.constant
    if size is not None:
        if size <= 0:
            raise Unknown(f"a remainder modulo {size}")
        if a.constant is not None:
            return Index.const(a.constant % size)
    modulus = n[0][0][0] if len(n) == 1 and n[0][1] == 1 and len(n[0][0]) == 1 else None
    flat = Index()
    for m, c in a:
        if modulus in m:
            continue
        part = Index.const(c % size if size else c)
        for atom in m:
            same = isinstance(atom, tuple) and tuple(atom[2]) == tuple(n)
            part = part.times(_as_index(atom[1]) if same else Index.var(atom))
        flat = flat + part
    if not flat:
        return flat
    if flat.constant is not None and size is not None:
        return Index.const(flat.constant % size)
    return Index.var(("mod", tuple(flat), tuple(n)))


def index_of(e: Expr) -> Index:
    """Read an integer expression; `Unknown` for anything else."""
    spend(3)
    if isinstance(e, int):
        return Index.const(e)
    if isinstance(e, str):
        return Index.var(e)
    if head(e) in BINDERS:
        raise Unknown(f"{head(e)!r} in an integer expression")
    op, args = head(e), operands(e)
    if op == "+":
        total = Index()
        for a in args:
            total = total + index_of(a)
        return total
    if op == "-":
        return index_of(args[0]) - index_of(args[1])
    if op == "neg":
        return index_of(args[0]).scale(-1)
    if op == "*":
        product = Index.const(1)
        for a in args:
            product = product.times(index_of(a))
        return product
    if op == "^":
        power = index_of(args[1]).constant
        if power is None or not 0 <= power <= 8:
            raise Unknown("an integer expression with a symbolic exponent")
        product = Index.const(1)
        for _ in range(power):
            product = product.times(index_of(args[0]))
        return product
    if op == "mod":
        return remainder(index_of(args[0]), index_of(args[1]))
    raise Unknown(f"{op!r} in an integer expression")


def relation_facts(formula: Expr, integer_names: set[str]) -> list[Index] | None:
    """An (in)equality or conjunction between integer expressions as facts index >= 0; None if it is none."""
    if head(formula) in BINDERS:
        return None
    op, args = head(formula), operands(formula)
    if op == "and":
        parts = [relation_facts(a, integer_names) for a in args]
        return None if any(p is None for p in parts) else [f for p in parts if p for f in p]
    if op not in ("==", "<", "<=", ">", ">="):
        return None
    try:
        a, b = index_of(args[0]), index_of(args[1])
    except Unknown:
        return None
    if not (a.names() | b.names()) <= integer_names:
        return None
    if op in (">", ">="):
        a, b = b, a
    if op == "==":
        return [a - b, b - a]
    return [(b - a).plus(-1 if op in ("<", ">") else 0)]


Row = dict[tuple[Expr, ...], int]


def _tighten(row: Row) -> Row:
    """Divide by the common factor of the variables' coefficients, rounding the constant down."""
    g = 0
    for m, c in row.items():
        if m:
            g = gcd(g, c)
    if g <= 1:
        return row
    return {m: (c // g) for m, c in row.items()}


class Context:
    """Known facts ``index >= 0``; copies are cheap and facts are only added."""

    def __init__(self, facts: Iterable[Index] = (), equal: Iterable[tuple[Index, Index]] = ()) -> None:
        self.facts: tuple[Index, ...] = tuple(facts)
        for a, b in equal:
            self.facts += (a - b, b - a)
        self._memo: dict[Index, bool] = {}

    def extended(self, facts: Iterable[Index]) -> Context:
        facts = tuple(facts)
        spend(1 + len(facts) * len(self.facts) // 16)
        new = tuple(f for f in facts if f not in self.facts)
        return self.of(self.facts + new) if new else self

    def of(self, facts: tuple[Index, ...]) -> Context:
        """Other facts, of which nothing is known yet."""
        return Context(facts)

    def told(self, *what: Any) -> None:
        """What a rule computes and its certificate does not say.  Nothing becomes of it: a recorder listens here."""

    def entails(self, goal: Index) -> bool:
        """True only if every integer point of the facts has goal >= 0."""
        value = goal.constant
        if value is not None and value >= 0:
            return True
        if goal not in self._memo:
            self._memo[goal] = False  # while it is open, questions inside this one may not rest on it
            self._memo[goal] = self._refute(self._enough(goal), goal.scale(-1).plus(-1))
        return self._memo[goal]

    def _enough(self, goal: Index) -> tuple[Index, ...]:
        """A fact that says it, but for a constant, or all of them: most questions are answered by one."""
        bare, offset = goal.bare, goal.offset
        spend(1 + len(self.facts) // 8)
        return next(((f,) for f in self.facts if f.offset <= offset and f.bare == bare), self.facts)

    def below(self, a: Index, b: Index) -> bool:
        """a <= b for certain."""
        return self.entails(b - a)

    def reduced(self, index: Index) -> Index:
        """The index with every remainder replaced that is known to be of something in range already."""
        for atom in index.atoms():
            if isinstance(atom, tuple):
                value, size = _as_index(atom[1]), _as_index(atom[2])
                if self.entails(value) and self.entails(size - value.plus(1)):
                    terms = Index()
                    for m, c in index:
                        part = Index.const(c)
                        for a in m:
                            part = part.times(value if a == atom else Index.var(a))
                        terms = terms + part
                    return self.reduced(terms)
        return index

    def contradictory(self) -> bool:
        return self._refute(self.facts)

    def _implicit(self, facts: tuple[Index, ...]) -> list[Index]:
        """Bounds of remainders, and products of bounds for products of variables."""
        found: list[Index] = []
        lower: dict[Expr, int] = {}
        for f in facts:
            if len(f.atoms()) == 1 and all(len(m) <= 1 for m, _ in f):
                atom = next(iter(f.atoms()))
                c = next(c for m, c in f if m)
                if c > 0:
                    least = -(f.offset // c)
                    lower[atom] = max(lower.get(atom, least), least)
        for monomial in {m for f in facts for m, _ in f}:
            spend(1 + len(facts) // 16)
            for a in monomial:
                if isinstance(a, tuple):
                    value, size = _as_index(a[1]), _as_index(a[2])
                    if self.entails(size.plus(-1)):  # by a modulus below 1 nothing is known of a remainder
                        found += [Index.var(a), size - Index.var(a).plus(1)]
                    # a remainder of something already in range is that thing
                    if self.entails(value) and self.entails(size - value.plus(1)):
                        found += [Index.var(a) - value, value - Index.var(a)]
            if len(monomial) == 2 and all(a in lower for a in monomial):
                x, y = (Index.var(a).plus(-lower[a]) for a in monomial)
                found.append(x.times(y))
        return found

    def _refute(self, facts: tuple[Index, ...], denied: Index | None = None) -> bool:
        """Whether no integer point has all the facts, and the denied goal as one of them."""
        facts = facts if denied is None else (*facts, denied)
        facts += tuple(self._implicit(facts))
        rows: list[Row] = [_tighten(dict(f)) for f in facts]
        self.told("rows", rows, facts)
        while True:
            spend(1 + sum(len(r) for r in rows))
            if any(r.get((), 0) < 0 and not any(r) for r in rows):
                return True
            rows = [r for r in rows if any(r)]  # no coefficient is 0
            counts: dict[tuple[Expr, ...], list[int]] = {}
            for r in rows:
                for m, c in r.items():
                    if m:
                        counts.setdefault(m, [0, 0])[c > 0] += 1
            if not counts:
                return False
            fewest = min(low * high for low, high in counts.values())
            pivot = min((m for m, (low, high) in counts.items() if low * high == fewest), key=_text)
            above = [r for r in rows if r.get(pivot, 0) > 0]
            below = [r for r in rows if r.get(pivot, 0) < 0]
            rows = [r for r in rows if not r.get(pivot, 0)]
            if len(rows) + len(above) * len(below) > LIMIT:
                return False
            if any(c.bit_length() > BITS for r in above + below for c in r.values()):
                return False
            seen = {frozenset(r.items()) for r in rows}
            for p in above:
                for q in below:
                    spend(4 * (len(p) + len(q)))
                    cp, cq = p[pivot], -q[pivot]
                    r = {m: cq * p.get(m, 0) + cp * q.get(m, 0) for m in {*p, *q}}
                    r = _tighten({m: c for m, c in r.items() if c})
                    self.told("row", r, cq, p, cp, q)
                    key = frozenset(r.items())
                    if key not in seen:
                        seen.add(key)
                        rows.append(r)
