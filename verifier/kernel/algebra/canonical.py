"""The second half of normalisation: sums with symbolic bounds in a form where equal sums meet.

Each sum over lo <= v <= hi becomes a difference of *prefix sums* over 0 <= v < upper, after a change of
the summation variable (shift or reflection) that puts the summand into a least form.  Telescoping and
index reversal then happen by cancellation.

Why this is sound.  For a summand g that is written down by a formula, let g(v) = 0 wherever that formula
is undefined (a negative exponent).  With P(n) = g(0) + ... + g(n-1) for n >= 0 and
P(n) = -(g(n) + ... + g(-1)) for n < 0, the sum over lo..hi is P(hi + 1) - P(lo) whenever hi + 1 >= lo,
which is asked of the context; otherwise the sum is left as it stands.  P(n + c) for a number c is P(n)
plus c terms; a term is only written out where the context decides whether it is defined.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from verifier.kernel.algebra.integers import Context, Index, Unknown
from verifier.kernel.algebra.words import ONE, PREFIX, ZERO, Algebra, Binder, Mono, Poly, add, atoms_of, each, parts_of
from verifier.kernel.work import spend

EMIT = 8  # terms written out when a prefix's end is shifted


def normal(algebra: Algebra, p: Poly) -> Poly:
    """The normal form of a value under the algebra's integer context."""

    def form(m: Mono) -> Poly:
        if not m[0]:
            return {m: 1}
        return each(_prefixes(algebra, m, algebra.context), lambda n: {_renamed(algebra, n): 1})

    result = each(p, form)
    algebra.context.told("normal", p, result)
    return result


def _prefixes(algebra: Algebra, m: Mono, context: Context) -> Poly:
    """Turn the innermost plain sum into prefix sums, until none is left."""
    binders = m[0]
    plain = [i for i, b in enumerate(binders) if b[1] != PREFIX and not b[0].startswith("!")]
    if not plain:
        return {m: 1}
    place = plain[-1]
    m = _best_variable(algebra, m, place, context)
    v, lo, hi = m[0][place]
    outer = algebra.under(_ranges(m[0][:place]), context)
    if not outer.entails(hi.plus(1) - lo):
        if outer.below(hi, lo.plus(-1)):
            return {}
        kept = _replace(m, place, ("!" + v, lo, hi), {v: Index.var("!" + v)}, algebra)
        return _prefixes(algebra, kept, context)
    total: Poly = {}
    ends = (hi.plus(1), 1), (lo, -1)
    context.told("split", m, [(_ending(m, place, upper), sign) for upper, sign in ends])
    for upper, sign in ends:
        shifted = _shifted(algebra, m, place, upper, outer)
        total = add(total, each(shifted, lambda n: _prefixes(algebra, n, context)), sign)
    return total


def _ranges(binders: tuple[Binder, ...]) -> tuple[Binder, ...]:
    return tuple(b for b in binders if b[1] != PREFIX)


def _replace(m: Mono, place: int, binder: Binder, values: dict[str, Index], algebra: Algebra) -> Mono:
    binders, scalars, word = m
    later = tuple((w, algebra.move(x, values), algebra.move(y, values)) for w, x, y in binders[place + 1 :])
    return (*binders[:place], binder, *later), algebra.move(scalars, values), algebra.move(word, values)


def _ending(m: Mono, place: int, upper: Index) -> Mono:
    """The monomial with one of its sums taken over all 0 <= v < upper."""
    return (*m[0][:place], (m[0][place][0], PREFIX, upper), *m[0][place + 1 :]), m[1], m[2]


def _shifted(algebra: Algebra, m: Mono, place: int, upper: Index, outer: Context) -> Poly:
    """The prefix sum up to `upper` with the constant part of `upper` written out as terms."""
    v = m[0][place][0]
    if v not in atoms_of((m[0][place + 1 :], m[1], m[2])):
        rest: Poly = {((*m[0][:place], *m[0][place + 1 :]), m[1], m[2]): 1}
        # the number comes second: `times` gives the second factor's sums new names, and it may use the first's
        total = algebra.times(rest, algebra.integer(upper, ONE, outer), algebra.context)
        algebra.context.told("write out", _ending(m, place, upper), total)
        return total
    shift = upper.offset
    total = {}
    if abs(shift) > EMIT:
        shift = 0
    base = upper.plus(-shift)
    try:
        for i in range(abs(shift)):
            at = base.plus(i if shift > 0 else -i - 1)
            total = add(total, _term(algebra, m, place, v, at, outer), 1 if shift > 0 else -1)
    except Unknown:
        total, base = {}, upper
    if base != ZERO:
        total = add(total, {_ending(m, place, base): 1})
    algebra.context.told("write out", _ending(m, place, upper), total)
    return total


def _term(algebra: Algebra, m: Mono, place: int, v: str, at: Index, outer: Context) -> Poly:
    """One summand; nothing where its formula is undefined; Unknown where that is open."""
    rest = (*m[0][:place], *m[0][place + 1 :])
    if any(b[0].startswith("!") for b in rest[place:]):
        raise Unknown("a term around a sum that may be empty")
    dependent = [i for i in range(place, len(rest)) if v in atoms_of(rest[i][1:])]
    if len(dependent) > 1 or any(rest[i][1] != PREFIX for i in dependent):
        raise Unknown("a term with several dependent sums")
    values = {v: at}
    moved: Mono = algebra.move((rest, m[1], m[2]), values)
    inner = algebra.under(moved[0], outer)
    for e in _exponents(moved):
        if not inner.entails(e):
            if inner.entails(e.scale(-1).plus(-1)):
                return {}
            raise Unknown("a term that may be undefined")
    for size, i in [p[1:] for p in parts_of(moved) if isinstance(p, tuple) and len(p) == 3 and p[0] == "basis"]:
        if not (inner.entails(i) and inner.below(i, size.plus(-1))):
            if inner.below(size, i) or inner.below(i, Index.const(-1)):
                return {}
            raise Unknown("a basis vector that may be out of range")
    if not dependent:
        # not under the sums' own ranges: a delta may carry out a sum that is empty
        return algebra.substitute(moved, "", ZERO, algebra.context)
    # the sum inside has a new end, whose constant part is written out in its turn
    return _shifted(algebra, moved, dependent[0], moved[0][dependent[0]][2], outer)


def _exponents(part: Any) -> list[Index]:
    """All exponents of words in a monomial."""
    found: list[Index] = []
    for p in parts_of(part):
        if not isinstance(p, tuple) or isinstance(p, Index):
            continue
        factor = len(p) == 3 and isinstance(p[1], bool) and isinstance(p[2], Index)
        if factor or (len(p) == 2 and isinstance(p[1], Index) and isinstance(p[0], tuple)):
            found.append(p[-1])
    return found


def _best_variable(algebra: Algebra, m: Mono, place: int, context: Context) -> Mono:
    """Change the variable of one sum by a shift or a reflection so that the summand becomes least."""
    v, lo, hi = m[0][place]
    inner = {w for w, _, _ in m[0][place + 1 :]}
    options: dict[tuple[int, Index], None] = {}
    for index in _indices(m, place):
        c = index.coefficient(v)
        if c in (1, -1):
            rest = index - Index.var(v).scale(c)
            if not rest.names() & inner:
                options[(c, rest)] = None
    if not options:  # else the choice must not depend on how the sum was written
        options[(1, ZERO)] = None
    best: tuple[tuple[int, str], Mono] | None = None
    for c, rest in options:
        spend(20)
        # the occurrence c v + rest becomes the new variable s, so v = c (s - rest)
        value = (Index.var(v) - rest).scale(c)
        ends = (lo + rest, hi + rest) if c == 1 else (rest - hi, rest - lo)
        moved = _replace(m, place, (v, *ends), {v: value}, algebra)
        try:
            tidy = _tidy(algebra, moved, context)
        except Unknown:
            continue
        binders = tidy[0]
        text = repr(algebra.move((binders[place + 1 :], tidy[1], tidy[2]), {v: Index.var("#")}))
        key = len(text), text
        if best is None or key < best[0]:
            best = key, tidy
    if best is None:
        return m
    context.told("shift", m, best[1])
    return best[1]


def _tidy(algebra: Algebra, m: Mono, context: Context) -> Mono:
    """Canonical order inside a monomial after its indices have changed."""
    plain = all(b[1] != PREFIX for b in m[0])
    if not plain:
        binders, scalars, word = m
        return binders, tuple(sorted(((_atom(algebra, a), e) for a, e in scalars), key=repr)), word
    poly = algebra.substitute(m, "", ZERO, context)
    if len(poly) != 1 or next(iter(poly.values())) != 1:
        raise Unknown("an integer factor that splits")
    tidy = next(iter(poly))
    if len(tidy[0]) != len(m[0]):
        raise Unknown("a sum that a delta has carried out")
    return tidy


def _atom(algebra: Algebra, a: Any) -> Any:
    if a[0] == "word":
        return ("word", min(a[1], algebra.transposed(a[1]), key=repr))
    if a[0] == "trace":
        return ("trace", algebra.cyclic(a[1]))
    return a


def _indices(m: Mono, place: int) -> list[Index]:
    """All indices of a monomial's body and of the sums inside it, in order of first appearance."""
    return [p for p in parts_of((m[2], m[1], m[0][place + 1 :])) if isinstance(p, Index)]


def _renamed(algebra: Algebra, m: Mono) -> Mono:
    """Name the bound variables by the order that makes the monomial least."""
    names = [v for v, _, _ in m[0]]
    if len(names) > 5:
        raise Unknown("more than five nested sums")
    best: tuple[str, Mono] | None = None
    for order in permutations(range(len(names))):
        spend(20)
        values = {names[i]: Index.var(f"#{k}") for k, i in enumerate(order)}
        binders, scalars, word = algebra.move(m, values)
        named = tuple(sorted(((f"#{order.index(i)}", b[1], b[2]) for i, b in enumerate(binders)), key=repr))
        tidy = (named, tuple(sorted(((_atom(algebra, a), e) for a, e in scalars), key=repr)), word)
        key = repr(tidy)
        if best is None or key < best[0]:
            best = key, tidy
    assert best is not None
    algebra.context.told("swap", m, best[1])
    return best[1]
