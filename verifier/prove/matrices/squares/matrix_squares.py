"""Sums of squares of matrix words, for all sizes: Cauchy-Schwarz, norms of sums, traces of products.

Decides: inequalities between scalars made of words, such as (x'y)^2 <= (x'x)(y'y) or 2 tr(A'B) <= tr(A'A) + tr(B'B).
How: every scalar word of the difference is cut into two, u'v, and the pieces, and their outer products where two
words are multiplied, are candidates for roots.  Squares of small combinations of roots of one shape, and the known
inequalities, are the columns of a linear program; its exact solution is the certificate.  Complete for: nothing.
Cannot do: roots with large or irrational coefficients, sums, inverses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.reading import Reader
from verifier.kernel.algebra.words import ONE, Factor, Mono, Poly
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.text import rebuild
from verifier.language.text.rebuild import atom_expr, factor_expr
from verifier.prove.matrices.squares.visible_squares import Piece
from verifier.prove.order.certificates.lp import farkas

ROOTS = 8  # of one shape
MOST = 600  # columns
WEIGHTS = (1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 2))


def matrix_squares(s: Sequent, gap: Expr, tick: Callable[[], None]) -> list[Piece] | None:
    """A number as a nonnegative combination of squares of words and of known inequalities; None where none is found."""
    reader = s.reader()
    try:
        target = reader.scalar(gap)
        found = roots(reader, target)
    except Unknown:
        return None
    if not any(shape is not None for shape in found):
        return None
    pieces: list[Piece] = []
    columns: list[Poly] = []
    for piece in (*_facts(s), *_squares(found)):
        tick()
        square = _value(s, reader, piece)
        if square and len(pieces) < MOST:
            pieces.append(piece)
            columns.append(square)
    against = {m: -c for m, c in target.items()}
    solution = farkas([against, *columns], [], [True, *(False for _ in columns)], tick)
    if solution is None:
        return None
    weights = solution[0]
    return [
        Piece(w / weights[0], p.square, facts=p.facts) for w, p in zip(weights[1:], pieces, strict=True) if w
    ]


def _value(s: Sequent, reader: Reader, piece: Piece) -> Poly:
    """What a piece of weight 1 is worth; empty where it cannot be read."""
    try:
        if piece.facts:
            low, high = operands(as_less(s.facts[piece.facts[0]]))
            return reader.scalar(("-", high, low))
        assert piece.square is not None
        scalar = reader.read(piece.square)[1] is None
        return reader.scalar(
            ("^", piece.square, 2) if scalar else ("trace", ("*", ("T", piece.square), piece.square))
        )
    except (Unknown, Rejected):
        return {}


def _facts(s: Sequent) -> Iterator[Piece]:
    for label, fact in s.facts.items():
        if head(as_less(fact)) in ("<", "<="):
            yield Piece(Fraction(1), facts=(label,))


def _squares(found: dict[object, list[Expr]]) -> Iterator[Piece]:
    """Single roots, then combinations of two with small weights, then of three with weights 1 and -1."""
    for each in found.values():
        for root in each:
            yield Piece(Fraction(1), root)
    for each in found.values():
        for a, b in combinations(each, 2):
            for w in WEIGHTS:
                yield Piece(Fraction(1), ("+", a, _scaled(w, b)))
    for each in found.values():
        for a, b, c in combinations(each, 3):
            for v, w in product((1, -1), repeat=2):
                yield Piece(Fraction(1), ("+", a, _scaled(v, b), _scaled(w, c)))


def _scaled(weight: Fraction | int, e: Expr) -> Expr:
    return e if weight == 1 else ("*", rebuild.rational(Fraction(weight)), e)


def roots(reader: Reader, target: Poly) -> dict[object, list[Expr]]:
    """Candidates for roots by shape.  Raises `Unknown` for sums and for powers that are no small numbers."""
    found: dict[object, list[Expr]] = {}
    for m in target:
        for root in _of_monomial(m):
            try:
                _, shape = reader.read(root)
            except Unknown:
                continue
            same = found.setdefault(shape, [])
            if root not in same and len(same) < ROOTS:
                same.append(root)
    return found


def _of_monomial(m: Mono) -> Iterator[Expr]:
    binders, scalars, word = m
    if binders or word:
        raise Unknown("a sum")
    words: list[list[Factor]] = []
    cyclic: list[bool] = []
    others: list[Expr] = []
    for atom, power in scalars:
        count = power.constant
        if count is None or not 0 < count <= 4:
            raise Unknown("a power that is no small number")
        letters = letters_of(atom[1]) if atom[0] in ("word", "trace") else None
        if atom[0] in ("word", "trace") and letters is None:
            raise Unknown("a symbolic power")
        for _ in range(count):
            if letters is None:
                others.append(atom_expr(atom))
            else:
                words.append(letters)
                cyclic.append(atom[0] == "trace")
    scales: list[Expr] = [1] if not others else others if len(others) == 2 else []
    numbers = [_scalar(w, c) for w, c in zip(words, cyclic, strict=True)]
    if len(words) == 1:
        for left, right in cuts(words[0], cyclic[0]):
            for root in (matrix(right), matrix(transposed(left))):
                yield from (("*", k, root) if k != 1 else root for k in scales)
        yield from (number for number in numbers if not others)
    elif len(words) == 2 and not others:
        yield from numbers
        for a, b in product(cuts(words[0], cyclic[0]), cuts(words[1], cyclic[1])):
            for p, q in product((transposed(a[0]), a[1]), (transposed(b[0]), b[1])):
                yield ("*", matrix(p), ("T", matrix(q)))
    elif not words and len(others) == 2:
        yield from others


def letters_of(word: tuple[Factor, ...]) -> list[Factor] | None:
    """The word with powers written out; None where a power is symbolic or negative."""
    letters: list[Factor] = []
    for base, transposed, power in word:
        if power.constant is None or not 0 < power.constant <= 8:
            return None
        letters += [(base, transposed, ONE)] * power.constant
    return letters


def cuts(letters: list[Factor], cyclic: bool) -> Iterator[tuple[list[Factor], list[Factor]]]:
    """All ways to cut the word, the most even ones first."""
    n = len(letters)
    for k in sorted(range(1, n), key=lambda k: abs(2 * k - n)):
        for turn in range(n if cyclic else 1):
            turned = letters[turn:] + letters[:turn]
            yield turned[:k], turned[k:]


def transposed(letters: list[Factor]) -> list[Factor]:
    return [(base, not transposed, power) for base, transposed, power in reversed(letters)]


def matrix(letters: list[Factor]) -> Expr:
    return rebuild.product([factor_expr(f) for f in letters])


def _scalar(letters: list[Factor], cyclic: bool) -> Expr:
    return ("trace", matrix(letters)) if cyclic else matrix(letters)
