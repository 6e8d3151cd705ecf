"""Dimension-free matrix algebra: sums of words over matrices whose sizes are symbols.

A value is a `Poly`: a finite map from monomials to rational coefficients.  A monomial is

* *binders* ``(v, lo, hi)``: the monomial is summed over lo <= v <= hi, outermost first;
* *scalars*: a sorted tuple of (atom, exponent); scalars commute;
* a *word*: a tuple of factors, read as their matrix product; the empty word is the identity.

A factor is ``(base, transposed, exponent)``; bases are ``("var", name)``, ``("seq", name, index)``,
``("at", name, time)`` and ``("rate", name, time)`` of a curve, ``("at", name, argument)`` of a function,
``("random", name)`` and ``("random", name, index)`` at the outcome of the innermost expectation,
``("basis", n, i)`` (unit column vector, i from 0) and ``("mean", word)`` (expectation of a word of random
matrices).  Scalar atoms are scalar variables, 1-by-1 words, traces, Kronecker deltas, square roots and
inverses of polynomials, and means of scalar products.

What is used: associativity, distributivity, (XY)' = Y'X', commuting scalars, a 1-by-1 matrix equals its
transpose, tr(XY) = tr(YX), A^i A^j = A^(i+j), e_i' e_j = delta(i, j).  Whatever needs a side condition
(exponents at least 0, indices in range) is asked of the integer context, and `Unknown` is raised where
that does not follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import count, pairwise
from typing import Any, TypeAlias

from verifier.kernel.algebra.integers import BITS, Context, Index, Unknown, index_of
from verifier.kernel.terms.binding import operands
from verifier.kernel.terms.expr import Expr, Number, exact, head
from verifier.kernel.work import spend

Base: TypeAlias = tuple[Any, ...]
Factor: TypeAlias = tuple[Base, bool, Index]
Atom: TypeAlias = tuple[Any, ...]
Binder: TypeAlias = tuple[str, Index, Index]
Mono: TypeAlias = tuple[tuple[Binder, ...], tuple[tuple[Atom, Index], ...], tuple[Factor, ...]]
Poly: TypeAlias = dict[Mono, Number]
Shape: TypeAlias = tuple[Index, Index] | None  # None: a scalar

ONE, ZERO = Index.const(1), Index()
PREFIX = Index.var("-oo")  # the lower end that marks a prefix sum (v, PREFIX, n): the sum over 0 <= v < n
UNIT: Mono = ((), (), ())
_NAMED = ("var", "seq", "random", "at", "rate")  # bases with a name
_MEANS = ("mean", "scalar-mean")
TERMS = 20000  # monomials in one value; beyond it `Unknown`


def add(p: Poly, q: Poly, factor: Number = 1) -> Poly:
    spend(len(p) // 16)
    total = dict(p)
    put(total, q, factor)
    return total


def put(total: Poly, q: Poly, factor: Number = 1) -> None:
    """Add to a value in its place."""
    spend(1 + 2 * len(q))
    for m, c in q.items():
        value, before = c if factor == 1 else c * factor, total.get(m)
        if before is not None:
            value += before
        if value.denominator.bit_length() > BITS:
            raise Unknown("a number that is too large")
        if value:
            total[m] = exact(value)
        else:
            total.pop(m, None)


def each(p: Poly, f: Callable[[Mono], Poly]) -> Poly:
    """The value in which every monomial is replaced by a value."""
    total: Poly = {}
    for m, c in p.items():
        put(total, f(m), c)
    return total


def parts_of(m: Any) -> Iterator[Any]:
    """A monomial (or a part of one) and everything inside it; an index is not looked into."""
    parts = [m]
    while parts:
        part = parts.pop()
        yield part
        if isinstance(part, tuple) and not isinstance(part, Index):
            parts.extend(reversed(part))


def atoms_of(m: Any) -> set[str]:
    """All integer variables that a monomial (or any part of one) mentions in an index."""
    return {name for part in parts_of(m) if isinstance(part, Index) for name in part.names()}


class Algebra:
    """Normalisation of expressions to `Poly` under fixed sorts and an integer context."""

    def __init__(self, sorts: Mapping[str, Expr], context: Context) -> None:
        self.sorts = dict(sorts)
        self.context = context
        self._names, self._reads = count(), count()

    # -- shapes ---------------------------------------------------------------------------------------
    def sort_shape(self, sort: Expr) -> Shape:
        op, args = head(sort), operands(sort)
        if op in ("random", "sequence", "curve", "function"):
            return self.sort_shape(args[-1])
        if op == "matrix":
            m, n = index_of(args[0]), index_of(args[1])
            return None if m == ONE and n == ONE else (m, n)
        if op not in ("real", "integer"):
            raise Unknown(f"an algebra over {op!r}")
        return None

    def index(self, e: Expr) -> Index:
        """An integer expression whose names are integer variables."""
        i = index_of(e)
        for name in i.names():
            if head(self.sorts.get(name, 0)) != "integer":
                raise Unknown(f"{name} is no integer")
        return i

    def base_shape(self, base: Base) -> tuple[Index, Index]:
        kind = base[0]
        if kind in _NAMED:
            return self.sort_shape(self.sorts[base[1]]) or (ONE, ONE)
        if kind == "basis":
            return base[1], ONE
        word = base[1]
        return self.factor_shape(word[0])[0], self.factor_shape(word[-1])[1]

    def factor_shape(self, f: Factor) -> tuple[Index, Index]:
        m, n = self.base_shape(f[0])
        return (n, m) if f[1] else (m, n)

    def is_random(self, part: Any) -> bool:
        """Whether a monomial part mentions a random variable outside an expectation."""
        if isinstance(part, Index) or not isinstance(part, tuple) or not part:
            return False
        return part[0] == "random" or (part[0] not in _MEANS and any(self.is_random(p) for p in part))

    # -- building monomials ---------------------------------------------------------------------------
    def power(self, base: Base, transposed: bool, exponent: Index, context: Context) -> tuple[Factor, ...]:
        if exponent == ZERO:
            return ()
        if not context.entails(exponent):
            raise Unknown(f"an exponent that may be negative: {exponent.expr()}")
        return ((base, transposed, exponent),)

    def join(self, word: tuple[Factor, ...]) -> tuple[Factor, ...]:
        """Merge neighbouring powers of one matrix."""
        out: list[Factor] = []
        for f in word:
            if out and out[-1][0] == f[0] and out[-1][1] == f[1]:
                square = self.base_shape(f[0])
                if square[0] == square[1]:
                    total = out[-1][2] + f[2]
                    out.pop()
                    if total != ZERO:
                        out.append((f[0], f[1], total))
                    continue
            out.append(f)
        return tuple(out)

    def transposed(self, word: tuple[Factor, ...]) -> tuple[Factor, ...]:
        return tuple((b, not t, e) for b, t, e in reversed(word))

    def scalar_word(self, word: tuple[Factor, ...], context: Context) -> list[tuple[Atom, Index]] | None:
        """A 1-by-1 word as scalar atoms; None where a Kronecker delta makes it vanish."""
        word = self.join(word)
        if not word:
            return []
        if len(word) == 2 and word[0][0][0] == "basis" and word[1][0][0] == "basis":
            return self.delta(word[0][0][2], word[1][0][2], context)
        if all(self.base_shape(b) == (ONE, ONE) for b, _, _ in word):
            return [(b if b[0] in _NAMED else ("word", ((b, False, ONE),)), e) for b, _, e in word]
        return [(("word", min(word, self.transposed(word), key=repr)), ONE)]

    def delta(self, i: Index, j: Index, context: Context) -> list[tuple[Atom, Index]] | None:
        if i == j:
            return []
        if context.below(i, j.plus(-1)) or context.below(j, i.plus(-1)):
            return None
        if context.below(i, j) and context.below(j, i):
            return []
        return [(("delta", *sorted((i, j), key=repr)), ONE)]

    def mono(
        self, binders: tuple[Binder, ...], scalars: list[tuple[Atom, Index]], word: tuple[Factor, ...],
        context: Context,
    ) -> Mono | None:  # fmt: skip
        """Assemble one monomial: cut 1-by-1 pieces out of the word, merge scalar powers."""
        spend(20 + 8 * (len(scalars) + len(word)))
        given = binders, scalars, word
        word = self.join(word)
        scalars = list(scalars)
        if word:
            cuts = [0] if self.factor_shape(word[0])[0] == ONE else []
            cuts += [i + 1 for i, f in enumerate(word) if self.factor_shape(f)[1] == ONE]
            for a, b in pairwise(cuts):
                piece = self.scalar_word(word[a:b], context)
                if piece is None:
                    return None
                scalars += piece
            if len(cuts) > 1:
                word = self.join(word[: cuts[0]] + word[cuts[-1] :])
        merged: dict[Atom, Index] = {}
        for atom, e in scalars:
            if atom[0] == "delta":
                merged[atom] = ONE  # a delta is its own square
            else:
                merged[atom] = merged.get(atom, ZERO) + e
        m = binders, tuple(sorted(((a, e) for a, e in merged.items() if e != ZERO), key=repr)), word
        context.told("merge", given, m)
        return m

    def collapse(self, m: Mono, context: Context) -> Poly | None:
        """Carry out one sum against a Kronecker delta, if one can be; None if there is none."""
        binders, scalars, word = m
        inner = self.under(binders, context)
        for atom, _ in scalars:
            if atom[0] != "delta":
                continue
            for v, lo, hi in reversed(binders):
                if lo == PREFIX:
                    continue
                for a, b in ((atom[1], atom[2]), (atom[2], atom[1])):
                    c = (a - b).coefficient(v)
                    if c not in (1, -1):
                        continue
                    solution = (Index.var(v).scale(c) - (a - b)).scale(c)
                    later = binders[[w for w, _, _ in binders].index(v) + 1 :]
                    if any(w in solution.names() for w, _, _ in later):
                        continue
                    rest = tuple((w, x, y) for w, x, y in binders if w != v)
                    outer = self.under(tuple(b for b in rest if b not in later), context)
                    if outer.below(lo, solution) and outer.below(solution, hi):
                        kept = [(x, e) for x, e in scalars if x != atom]
                        return self.substitute((rest, tuple(kept), word), v, solution, context)
                    if outer.below(solution, lo.plus(-1)) or outer.below(hi.plus(1), solution):
                        return {}
        return {} if inner.contradictory() else None

    def under(self, binders: tuple[Binder, ...], context: Context) -> Context:
        facts: list[Index] = []
        for v, lo, hi in binders:
            if lo != PREFIX:
                facts += [Index.var(v) - lo, hi - Index.var(v)]
            elif context.extended(facts).entails(hi):
                facts += [Index.var(v), hi.plus(-1) - Index.var(v)]
        return context.extended(facts)

    def substitute(self, m: Mono, v: str, value: Index, context: Context) -> Poly:
        """The monomial with an integer variable replaced by an index."""
        binders, scalars, word = m
        values = {v: value}
        new = tuple((w, lo.substitute(values), hi.substitute(values)) for w, lo, hi in binders)
        inner = self.under(new, context)
        result: Poly = {UNIT: 1}
        for atom, e in scalars:
            piece = self.atom_power(self.move(atom, values), e.substitute(values), inner)
            result = self.times(result, piece, inner)
        factors: list[Factor] = []
        for b, t, e in word:
            base = self.move(b, values)
            if base[0] == "basis":
                base = ("basis", base[1], inner.reduced(base[2]))
            factors += self.power(base, t, e.substitute(values), inner)
        result = self.times(result, {((), (), tuple(factors)): 1}, inner)
        # the sums come last: one that a delta carries out must meet all factors, and may be empty
        return each(result, lambda m: self.settle((new + m[0], *m[1:]), context))

    def move(self, part: Any, values: Mapping[str, Index]) -> Any:
        """A part of a monomial with integer variables replaced; Unknown where a sum inside would catch one."""
        spend()
        if isinstance(part, Index):
            return part.substitute(values)
        if isinstance(part, tuple):
            if part and part[0] in ("sqrt", "inv"):
                bound = {v for m, _ in part[1] for v, _, _ in m[0]}
                values = {v: i for v, i in values.items() if v not in bound}  # not the one inside
                if bound and any(bound & i.names() for v, i in values.items() if v in atoms_of(part)):
                    raise Unknown("an index under a sum of the same name")
            return tuple(self.move(p, values) for p in part)
        return part

    def atom_power(self, atom: Atom, e: Index, context: Context) -> Poly:
        """An atom whose indices have changed, made canonical again and raised to a power."""
        if e == ZERO:
            return {UNIT: 1}
        if atom[0] == "int":
            return self.integer(Index(atom[1]), e, context)
        if atom[0] == "delta":
            piece = self.delta(atom[1], atom[2], context)
            return {} if piece is None else {((), tuple(piece), ()): 1}
        if atom[0] == "word":
            word: list[Factor] = []
            for b, t, x in atom[1]:
                word += self.power(b, t, x, context)
            piece = self.scalar_word(tuple(word), context)
            if piece is None:
                return {} if context.entails(e.plus(-1)) else _unknown("a power of zero")
            if any(a[0] == "delta" for a, _ in piece) and not context.entails(e.plus(-1)):
                raise Unknown("a power of a delta, which may be 0")
            return {((), tuple(sorted(((a, x.times(e)) for a, x in piece), key=repr)), ()): 1}
        if atom[0] == "trace":
            moved: list[Factor] = []
            for b, t, x in atom[1]:
                moved += self.power(b, t, x, context)
            if not moved:  # the trace of an identity
                return self.integer(self.factor_shape(atom[1][0])[0], e, context)
            atom = ("trace", self.cyclic(tuple(moved)))
        return scalar_atom(atom, e)

    def integer(self, value: Index, e: Index, context: Context) -> Poly:
        """An integer index used as a number."""
        if value.constant is not None and e.constant is not None:
            return {UNIT: number_power(value.constant, e.constant)} if value.constant else {}
        if not value and not context.entails(e.plus(-1)):
            raise Unknown("a power of zero")
        if e != ONE and len(value) > 1:
            if e.constant is None:
                raise Unknown("a symbolic power of a sum")
            result: Poly = {UNIT: 1}
            for _ in range(e.constant):
                result = self.times(result, self.integer(value, ONE, context), context)
            return result
        poly: Poly = {}
        for monomial, c in value:
            scalars: dict[Atom, Index] = {}
            for a in monomial:
                key = ("int", Index.var(a))
                scalars[key] = scalars.get(key, ZERO) + e
            if c != 1 and e.constant is None:
                raise Unknown("a symbolic power of a number")
            poly[((), tuple(sorted(scalars.items(), key=repr)), ())] = number_power(c, e.constant or 1)
        return poly

    def cyclic(self, word: tuple[Factor, ...]) -> tuple[Factor, ...]:
        """The least rotation of a trace's word or of its transpose."""
        spend(2 * len(word) * len(word))
        word = self.join(word)
        while len(word) > 1 and word[0][:2] == word[-1][:2]:
            word = self.join(word[1:] + word[:1])
        turns = [w[i:] + w[:i] for w in (word, self.transposed(word)) for i in range(len(word))]
        return min(turns, key=repr)

    # -- arithmetic -----------------------------------------------------------------------------------
    def rename(self, m: Mono) -> Mono:
        """Fresh names for the binders, so that two sums can be multiplied."""
        binders, scalars, word = m
        if not binders:
            return m
        values = {v: Index.var(f"_{next(self._names)}") for v, _, _ in binders}
        new = tuple(
            (values[v][0][0][0], lo.substitute(values), hi.substitute(values)) for v, lo, hi in binders
        )
        return new, self.move(scalars, values), self.move(word, values)

    def times(self, p: Poly, q: Poly, context: Context) -> Poly:
        if len(p) * len(q) > TERMS:
            raise Unknown("too many terms")
        result: Poly = {}
        for m1, c1 in p.items():
            for m2, c2 in q.items():
                m2 = self.rename(m2)
                inner = self.under(m1[0] + m2[0], context)
                m = self.mono(m1[0] + m2[0], list(m1[1] + m2[1]), m1[2] + m2[2], inner)
                if m is None:
                    continue
                put(result, self.settle(m, context), number_power(c1 * c2, 1))
        context.told("distribute", (p, q), result)
        return result

    def settle(self, m: Mono, context: Context) -> Poly:
        """Carry out all sums against deltas."""
        collapsed = self.collapse(m, context) if any(a[0] == "delta" for a, _ in m[1]) and m[0] else None
        if collapsed is None:
            return {m: 1}
        context.told("collapse", m, collapsed)
        return each(collapsed, lambda n: self.settle(n, context))

    def transpose(self, p: Poly) -> Poly:
        result = each(p, lambda m: {(m[0], m[1], self.transposed(m[2])): 1})
        self.context.told("transpose", p, result)
        return result

    def trace(self, p: Poly, shape: Shape, context: Context) -> Poly:
        def traced(m: Mono) -> Poly:
            binders, scalars, word = m
            ends = [i for i, f in enumerate(word) if self.factor_shape(f)[0] == ONE]
            if shape is None:
                piece: Poly = {((), (), word): 1}
            elif not word:
                piece = self.integer(shape[0], ONE, context)
            elif ends:  # rotate to a 1-by-1 word, cut in `mono`
                cut = self.mono((), [], word[ends[0] :] + word[: ends[0]], self.under(binders, context))
                piece = {} if cut is None else {cut: 1}
            else:
                piece = scalar_atom(("trace", self.cyclic(word)))
            return self.times({(binders, scalars, ()): 1}, piece, context)

        result = each(p, traced)
        context.told("rotate", (p, shape), result)
        return result


def _unknown(why: str) -> Poly:
    raise Unknown(why)


def number_power(c: Number, e: int) -> Number:
    if abs(c) != 1 and max(c.numerator.bit_length(), c.denominator.bit_length()) * abs(e) > BITS:
        raise Unknown("a number that is too large")
    return c if e == 1 else exact(Fraction(c) ** e)


def scalar_atom(atom: Atom, e: Index = ONE) -> Poly:
    """A single atom as a value."""
    return {((), ((atom, e),), ()): 1}


def freeze(p: Poly) -> tuple[tuple[Mono, Number], ...]:
    """A hashable form of a value, the same for equal dictionaries."""
    return tuple(sorted(p.items(), key=repr))
