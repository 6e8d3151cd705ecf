"""Sums over all coordinates: a sum of e_j e_j' over the whole range is the identity.

Decides: equations between words in which such sums stand: entries of products, norms as sums of squares, traces as sums
over the diagonal, for all sizes.  How: in what is left of an equation a summed index that stands in two basis vectors
and nowhere else is taken away, each time by the resolution of the identity at that size.  Complete for: sums over whole
ranges that go one after the other.  Cannot do: find a place where a sum has to be put in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.algebra.integers import Index, Unknown
from verifier.kernel.algebra.words import ONE, PREFIX, ZERO, Binder, Factor, Mono, Poly, add, atoms_of, parts_of
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr, Number
from verifier.language.named import AXIOMS, fresh, operands, substitute, to_json
from verifier.language.text.rebuild import Rebuild, product, rational
from verifier.prove.matrices.spelling import Node, accepted

AXIOM = "resolution-of-identity"
MOST = 24  # sums that are taken away

_write = Rebuild()
Ranges = list[tuple[str, Expr, Expr]]


def equation(s: Sequent, goal: Expr, value: Callable[[Expr], Poly], closing: Node) -> Node | None:
    """A node for an equation; None where something else is left.

    `value` is the normal form of a term, as the rule in the node `closing` rewrites it.
    """
    label = fresh("coordinates", frozenset(s.facts))
    terms: list[Node] = []
    try:
        rest = value(("-", *operands(goal)))
        for _ in range(MOST):
            if not rest:
                break
            for found in [t for m, c in rest.items() for t in _without(m, c)]:
                size, inside, over = _named(s, *found)
                less = add(rest, value(_taken(size, inside, over)), -1)
                if _sums(less) < _sums(rest):
                    rest = less
                    terms.append({"fact": label, "at": [to_json(size)], "in": to_json(inside), "over":
                                  [[v, to_json(lo), to_json(hi)] for v, lo, hi in over]})  # fmt: skip
                    break
            else:
                return None
    except (Unknown, Rejected):
        return None
    then = accepted(s.assume(label, AXIOMS[AXIOM]), goal, {**closing, "terms": terms}) if terms else None
    if then is None:
        return None
    return {"rule": "instance", "name": AXIOM, "at": [], "premises": [], "as": label, "then": then}


def _named(s: Sequent, size: Expr, inside: Expr, over: Ranges) -> tuple[Expr, Expr, Ranges]:
    """The same with names for the sums that a certificate may have."""
    names: dict[str, Expr] = {}
    for v, _, _ in over:
        names[v] = fresh("j", {*s.sorts, *map(str, names.values())})
    ranges = [(str(names[v]), substitute(lo, names), substitute(hi, names)) for v, lo, hi in over]
    return size, substitute(inside, names), ranges


def _taken(size: Expr, inside: Expr, over: Ranges) -> Expr:
    """What a term takes from the left side of the equation, less what it takes from the right."""
    n, _, formula = operands(AXIOMS[AXIOM])
    sides = [substitute(inside, {HOLE: substitute(side, {str(n): size})}) for side in operands(formula)]
    e: Expr = ("-", *sides)
    for v, lo, hi in reversed(over):
        e = ("sum", e, v, lo, hi)
    return e


def _sums(p: Poly) -> int:
    """How many sums there are."""
    return sum(len(m[0]) for m in p)


def _without(m: Mono, c: Number) -> Iterator[tuple[Expr, Expr, Ranges]]:
    """For a sum of the monomial over coordinates: their number, where the identity stands, the other sums.

    Of a whole sum a normal form may have written out the last terms.
    """
    for binder in m[0]:
        v, lo, hi = binder
        others = [b for b in m[0] if b is not binder]
        if lo not in (PREFIX, ZERO) or any(v in atoms_of(b[1:]) for b in others):
            continue
        bases = [p for p in parts_of(m) if isinstance(p, tuple) and p[:1] == ("basis",) and p[2] == Index.var(v)]
        for base in dict.fromkeys(bases):
            if base[1] != hi and (base[1] - hi).constant is None:
                continue
            for around, rest in _joined(m, base):
                if v not in atoms_of(rest):
                    factors = [_write.atom(a) if e == ONE else ("^", _write.atom(a), e.expr()) for a, e in rest]
                    inside = product([rational(-c), *factors, around])
                    yield base[1].expr(), inside, [_range(b) for b in others]


def _range(b: Binder) -> tuple[str, Expr, Expr]:
    v, lo, hi = b
    return (v, 0, hi.plus(-1).expr()) if lo == PREFIX else (v, lo.expr(), hi.expr())


def _joined(m: Mono, base: Any) -> Iterator[tuple[Expr, tuple[Any, ...]]]:
    """The factors that hold both basis vectors with a hole between them, and the other scalar factors."""
    row, column = (base, True, ONE), (base, False, ONE)
    (v,) = base[2].names()
    here = [x for x in m[1] if v in atoms_of(x[0])]
    others = tuple(x for x in m[1] if v not in atoms_of(x[0]))
    words = [w for x in here for w in _words(x)]
    in_word, word = v in atoms_of(m[2]), [_write.factor(f) for f in m[2]]
    if any(not _words(x) for x in here):
        return
    inner = words[0][1:-1] if len(words) == 1 and (words[0][0], words[0][-1]) == (row, column) else None
    if inner is not None and not in_word and v not in atoms_of(inner):  # e_j' A e_j
        yield product([("trace", product([*map(_write.factor, inner), HOLE])), *word]), others
    ends = [_end(w, row) for w in words]
    if any(e is None or v in atoms_of(e) for e in ends):
        return
    sides = [product(map(_write.factor, e)) for e in ends if e is not None]
    if not in_word and len(sides) == 2:  # (e_j' a) (e_j' b)
        yield product([("T", sides[0]), HOLE, sides[1], *word]), others
    hole: list[Expr] = [HOLE]
    for factor in (row, column) if in_word else ():
        if factor not in m[2]:
            continue
        at = m[2].index(factor)
        before, after = m[2][:at], m[2][at + 1 :]
        if not sides and factor == column and after[:1] == (row,):  # A e_j e_j' B
            after, parts = after[1:], hole
        elif len(sides) == 1:  # A e_j B (e_j' a), A e_j' B (e_j' a)
            parts = [*hole, sides[0]] if factor == column else [("T", sides[0]), *hole]
        else:
            continue
        if v not in atoms_of((before, after)):
            yield product([*map(_write.factor, before), *parts, *map(_write.factor, after)]), others


def _words(scalar: tuple[Any, Any]) -> list[tuple[Factor, ...]]:
    """The word of a scalar factor, twice for its square; nothing for another kind."""
    atom, exponent = scalar
    return [tuple(atom[1])] * int(exponent.constant) if atom[0] == "word" and exponent.constant in (1, 2) else []


def _end(word: tuple[Factor, ...], row: Factor) -> tuple[Factor, ...] | None:
    """w where the number is e_j' w: it begins so, or its transpose does."""
    if word[0] == row:
        return word[1:]
    if word[-1] == (row[0], False, ONE):
        return tuple((b, not t, e) for b, t, e in reversed(word[:-1]))
    return None
