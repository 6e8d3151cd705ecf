"""Expressions that are visibly sums of squares, and products of what is known to be positive.

Decides nothing by itself: it cuts an expression into pieces weight * facts * root^2, perhaps summed over ranges, which
the kernel adds up again.  How: `pieces` goes by the form alone (even powers, x'x, tr(A'A), products with facts e > 0);
`square_words` finds words M'M after multiplying out; `completed_squares` completes squares exactly; `halves` cuts a
word W == 0 into M'M. Complete for: polynomials of degree two in scalar atoms (`completed_squares`). Cannot do: squares
whose terms cancel against others, and roots that are sums of words (`matrix_squares`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.reading import Reader
from verifier.kernel.algebra.words import ONE, UNIT, Factor, Mono, add
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.language.text.rebuild import atom_expr, factor_expr, mono_expr, product, rational
from verifier.prove.matrices.word_rewriting import Rewriter, Rule, rules_of


@dataclass(frozen=True)
class Piece:
    """weight * facts * root^2, summed over ranges."""

    weight: Fraction
    square: Expr | None = None
    over: tuple[tuple[str, Expr, Expr], ...] = ()
    facts: tuple[str, ...] = ()
    names: dict[str, str] = field(default_factory=dict, compare=False)

    def node(self, s: Sequent) -> dict[str, Any]:
        result: dict[str, Any] = {"weight": str(self.weight)}
        if self.facts:
            result["facts"] = list(self.facts)
        if self.square is not None:
            result["square"] = to_json(self.square)
            for label, fact in s.facts.items():
                if head(fact) == "!=" and operands(fact) == (self.square, 0):
                    result["nonzero"] = label
        if self.over:
            result["over"] = [[v, to_json(lo), to_json(hi)] for v, lo, hi in self.over]
        return result


def _number(e: Expr) -> Fraction | None:
    if isinstance(e, int):
        return Fraction(e)
    if head(e) == "/" and all(isinstance(a, int) for a in operands(e)) and operands(e)[1]:
        a, b = operands(e)
        return Fraction(a, b)  # type: ignore[arg-type]
    if head(e) == "neg":
        inner = _number(operands(e)[0])
        return None if inner is None else -inner
    return None


def pieces(s: Sequent, e: Expr) -> list[Piece] | None:
    """The expression as pieces that are all at least 0, by its form alone; None where that does not show."""
    value = _number(e)
    if value is not None:
        return None if value < 0 else [Piece(value)] if value else []
    op, args = head(e), operands(e)
    known = next((n for n, f in s.facts.items() if _says_positive(f, e)), None)
    if known is not None:
        return [Piece(Fraction(1), facts=(known,))]
    if op == "+":
        parts = [pieces(s, a) for a in args]
        return None if any(p is None for p in parts) else [x for p in parts if p for x in p]
    if op == "-" and _number(args[1]) is not None and _number(args[1]) == 0:
        return pieces(s, args[0])
    if op == "^" and isinstance(args[1], int) and args[1] % 2 == 0 and args[1] > 0:
        root = args[0] if args[1] == 2 else ("^", args[0], args[1] // 2)
        return [Piece(Fraction(1), root)]
    if op == "trace" and head(args[0]) == "*" and len(operands(args[0])) == 2:
        a, b = operands(args[0])
        if a == ("T", b) or b == ("T", a):
            return [Piece(Fraction(1), b if a == ("T", b) else ("T", b))]
    if op == "*" and len(args) == 2 and args[0] == ("T", args[1]):
        return [Piece(Fraction(1), args[1])]
    if op == "sum":
        body, j, lo, hi = args
        name = fresh(str(j), frozenset(s.sorts))
        inner = pieces(s, substitute(body, {str(j): name}))
        if inner is None or any(p.square is None for p in inner):
            return None
        return [replace(p, over=((name, lo, hi), *p.over)) for p in inner]
    if op == "*":
        total = [Piece(Fraction(1))]
        for a in args:
            parts2 = pieces(s, a)
            if parts2 is None:
                return None
            total = [_times(x, y) for x in total for y in parts2 if _times(x, y) is not None]  # type: ignore[misc]
        return total
    if op == "/":
        below = _number(args[1])
        above = pieces(s, args[0])
        if below is not None and below > 0 and above is not None:
            return [replace(p, weight=p.weight / below) for p in above]
    return None


def _times(x: Piece, y: Piece) -> Piece | None:
    if x.over or y.over or (x.square is not None and y.square is not None):
        if x.over or y.over:
            return None
        assert x.square is not None and y.square is not None
        return Piece(x.weight * y.weight, ("*", x.square, y.square), (), x.facts + y.facts)
    return Piece(x.weight * y.weight, x.square or y.square, (), x.facts + y.facts)


def _says_positive(fact: Expr, e: Expr) -> bool:
    usual = as_less(fact)
    return head(usual) in ("<", "<=") and operands(usual) == (0, e)


def square_words(s: Sequent, e: Expr) -> list[Piece] | None:
    """A number as a sum of squares M'M that show in its words only after multiplying out."""
    reader = s.reader()
    try:
        value = reader.scalar(e)
    except Unknown:
        return None
    same = _symmetric(s)
    found: list[Piece] = []
    for (binders, scalars, word), c in value.items():
        if c < 0 or binders or word or len(scalars) > 1:
            return None
        if not scalars:
            found.append(Piece(Fraction(c)))
            continue
        atom, power = scalars[0]
        roots = (
            [r for w in (atom[1], reader.transposed(atom[1])) for r in _half(reader, w, same)]
            if atom[0] in ("word", "trace")
            else []
        )
        if power != ONE or not roots:
            return None
        found.append(Piece(Fraction(c), roots[0]))
    return found


def _symmetric(s: Sequent) -> frozenset[Expr]:
    """The matrices that a fact calls symmetric."""
    sides = [operands(f) for f in s.facts.values() if head(f) == "=="]
    return frozenset(b if a == ("T", b) else a for a, b in sides if a == ("T", b) or b == ("T", a))


def _half(reader: Reader, word: tuple[Factor, ...], same: frozenset[Expr] = frozenset()) -> list[Expr]:
    """M, if the word reads M'M; letters that are called symmetric are `same` as their transposes."""
    letters = [(b, t) for b, t, e in word for _ in range(e.constant or 1)]
    half = letters[len(letters) // 2 :]
    plain = {b for b, _ in letters if atom_expr(b) in same}
    if len(letters) % 2 or [(b, t if b in plain else not t) for b, t in reversed(half)] != [
        (b, t) for b, t in letters[: len(letters) // 2]
    ]:
        return []
    return [product([factor_expr(f) for f in reader.join(tuple((b, t, ONE) for b, t in half))])]


def completed_squares(s: Sequent, e: Expr) -> list[Piece] | None:
    """A polynomial of degree two in scalar atoms as a sum of squares, by completing squares exactly."""
    reader = s.reader()
    try:
        left = reader.scalar(e)
    except Unknown:
        return None
    found: list[Piece] = []
    for _ in range(len(left) + 1):
        if set(left) <= {UNIT}:
            rest = left.get(UNIT, Fraction(0))
            return None if rest < 0 else [*found, Piece(Fraction(rest))] if rest else found
        pivot = next((m for m, c in left.items() if c > 0 and _is_square(m)), None)
        if pivot is None:
            return None
        atom, c = pivot[1][0][0], left[pivot]
        root: Expr = atom_expr(atom)
        for m, d in left.items():  # c x^2 + d x y = c (x + d y / 2c)^2 - ...
            if m != pivot and any(a == atom for a, _ in m[1]):
                others = tuple((a, x) for a, x in m[1] if a != atom)
                if m[0] or m[2] or dict(m[1])[atom] != ONE or sum(x.constant or 9 for _, x in others) > 1:
                    return None
                root = ("+", root, ("*", rational(Fraction(d) / (2 * c)), mono_expr(((), others, ()))))
        found.append(Piece(Fraction(c), root))
        left = add(left, reader.scalar(("^", root, 2)), -c)
    return None


def _is_square(m: Mono) -> bool:
    return not m[0] and not m[2] and len(m[1]) == 1 and m[1][0][1].constant == 2


def halves(s: Sequent, left: Expr, right: Expr, rewrite: list[str]) -> Iterator[list[Piece]]:
    """A scalar word W == 0 as M'M: the second half of W, read after rewriting, is the root M."""
    if right != 0:
        return
    reader = s.reader()
    rules: list[Rule] = []
    try:
        for label in rewrite:
            if not label.startswith("~"):
                rules += rules_of(label, s)
        value = Rewriter(reader, rules).apply(reader.scalar(left))
    except Unknown:
        try:
            value = reader.scalar(left)
        except Unknown:
            return
    if len(value) != 1:
        return
    (_, scalars, _), c = next(iter(value.items()))
    if len(scalars) != 1 or scalars[0][0][0] not in ("word", "trace") or c <= 0:
        return
    for word in (scalars[0][0][1], reader.transposed(scalars[0][0][1])):
        letters = [(b, t) for b, t, e in word for _ in range(e.constant or 1)]
        half = letters[len(letters) // 2 :]
        if 2 * len(half) == len(letters):
            root = product([factor_expr(f) for f in reader.join(tuple((b, t, ONE) for b, t in half))])
            yield [Piece(Fraction(c), root)]
