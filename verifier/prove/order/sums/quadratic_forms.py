"""Inequalities between inner products of vectors and matrices of any size, from known ones of the same kind.

Decides: u <= v where, after denominators of known sign are cleared, a positive multiple of v - u is a sum of facts with
weights and of squares |p_1 X_1 + p_2 X_2 + ...|^2, the p_i polynomials in numbers: descent lemmas, projections, strong
convexity.  How: each vector is a letter and an inner product the product of two, so what is linear in inner products
holds for all sizes where it holds for numbers (a Gram matrix is what it is in one dimension).  The weights and squares
come from a semidefinite program (`gram`), cut down by the weights under which all facts are homogeneous.  Complete for:
inequalities that are linear in inner products and in the facts, with multipliers of the degrees that are tried.
Cannot do: products of inner products (`letters`), sums.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.words import ONE
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, Expr, Number, head
from verifier.language.named import operands, to_json
from verifier.language.text.rebuild import atom_expr, poly_expr, product, rational
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.driver.objects import objects
from verifier.prove.equations.ideals import packed
from verifier.prove.matrices.echelon import echelon
from verifier.prove.matrices.equations import accepts
from verifier.prove.matrices.squares.matrix_squares import cuts, letters_of, matrix, transposed
from verifier.prove.order.certificates.gram import Block, Solution, solve

NAME = "quadratic forms"
OBJECTS = True
EFFORT = 1
MOST_UNITS = 8  # vectors of one shape
MOST_FACTS = 40
MOST_LETTERS = 5  # positive numbers that multiply
MORE = 3  # positive factors of the goal beyond those that clear its denominators

Exponents = tuple[tuple[int, int], ...]  # of letters, sorted by letter
Value = dict[Exponents, Number]


class Unit(NamedTuple):
    """A vector or matrix and its letter."""

    e: Expr
    letter: int


@dataclass
class Known:
    """A fact 0 <= value (or 0 == value), multiplied with what is positive, so that no denominator is left."""

    label: str
    value: Value
    cleared: list[Expr]  # what it was multiplied with
    unit: Expr | None = None  # of an equation between matrices: what it is multiplied with


@dataclass
class Reading:
    """Numbers as polynomials in letters, of which two stand for vectors or none does."""

    s: Sequent
    units: dict[object, list[Unit]] = field(default_factory=dict)
    inner: dict[Any, Exponents] = field(default_factory=dict)
    scalars: dict[Any, int] = field(default_factory=dict)
    below: dict[int, Value] = field(default_factory=dict)  # of letters that are 1 over a sum: the sum
    count: int = 0

    def letter(self) -> int:
        self.count += 1
        return self.count - 1

    def learn(self, polys: Sequence[Mapping[Any, Number]]) -> None:
        """The vectors of which inner products occur."""
        reader = self.s.reader()
        for p in polys:
            for _, scalars, _ in p:
                for atom, _ in scalars:
                    for e in _halves(atom):
                        with contextlib.suppress(Unknown):
                            value, shape = reader.read(e)
                            same = self.units.setdefault(shape, []) if shape is not None and value else []
                            if shape is not None and len(same) < MOST_UNITS and all(e != u.e for u in same):
                                same.append(Unit(e, self.letter()))
        for same in self.units.values():
            for i, a in enumerate(same):
                for b in same[: i + 1]:
                    with contextlib.suppress(Unknown):
                        for (binders, scalars, word), c in reader.scalar(("trace", ("*", ("T", a.e), b.e))).items():
                            if c == 1 and not binders and not word and [e for _, e in scalars] == [ONE]:
                                self.inner.setdefault(scalars[0][0], _times(((a.letter, 1),), ((b.letter, 1),)))

    @property
    def vectors(self) -> set[int]:
        return {u.letter for same in self.units.values() for u in same}

    def value(self, poly: Mapping[Any, Number]) -> Value:
        """A number in letters, with negative exponents for denominators.  Raises `Unknown` for what is no such form."""
        total: Value = {}
        for (binders, scalars, word), c in poly.items():
            if word:
                raise Unknown("a matrix")
            m: Exponents = ()
            if binders:
                m = ((self._scalar((binders, scalars)), 1),)
                scalars = ()
            for atom, power in scalars:
                if power.constant is None:
                    raise Unknown("a symbolic power")
                if atom in self.inner:
                    m = _times(m, _power(self.inner[atom], power.constant))
                    continue
                below = dict(atom[1]) if atom[0] == "inv" else {}
                if len(below) == 1:
                    (((others, under, rest), d),) = below.items()
                    if not others and not rest and all(e.constant is not None for _, e in under):
                        c = Fraction(c) / Fraction(d) ** power.constant
                        for a, e in under:
                            m = _times(m, ((self._scalar(a), -(e.constant or 0) * power.constant),))
                        continue
                n = self._scalar(atom)
                if below and n not in self.below:
                    self.below[n] = self.value(below)
                m = _times(m, ((n, power.constant),))
            if sum(e for a, e in m if a in self.vectors) not in (0, 2):
                raise Unknown("a product of inner products")
            total[m] = total.get(m, 0) + c
        return {m: c for m, c in total.items() if c}

    def _scalar(self, atom: Any) -> int:
        if atom not in self.scalars:
            self.scalars[atom] = self.letter()
        return self.scalars[atom]

    def expr(self, m: Exponents) -> Expr:
        """A monomial in numbers."""
        names = {n: a for a, n in self.scalars.items()}
        return product([e if k == 1 else ("^", e, k) for a, k in m for e in [atom_expr(names[a])]])


def _halves(atom: Any) -> Iterator[Expr]:
    """The vectors or matrices of which an atom may be the inner product: of words, also of vectors in them."""
    word = letters_of(atom[1]) if atom[0] in ("word", "trace") else None
    for left, right in cuts(word, atom[0] == "trace") if word else ():
        if atom[0] == "word" or abs(len(left) - len(right)) <= 1:
            yield matrix(right)
            yield matrix(transposed(left))


def _times(a: Exponents, b: Exponents) -> Exponents:
    total = dict(a)
    for n, e in b:
        total[n] = total.get(n, 0) + e
    return tuple(sorted((n, e) for n, e in total.items() if e))


def _power(m: Exponents, k: int) -> Exponents:
    return tuple((n, e * k) for n, e in m)


def _scaled(p: Value, by: Exponents) -> Value:
    return {_times(m, by): c for m, c in p.items()}


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    usual = as_less(goal) if goal != FALSE else goal
    others = objects(s)
    if head(usual) != "<=" or not others or (effort < 2 and not others & free_names(goal)):
        return None
    try:
        search = _Search(driver.within(0.3), s, usual)
        return search.found(MORE if effort > 1 else 1)
    except OutOfTime:
        driver.tick()
        return None
    except Unknown:
        return None


class _Piece(NamedTuple):
    """What is multiplied with squares: positive letters and facts."""

    by: Exponents
    facts: list[Known]


class _Search:
    """The search for a certificate of one goal.  Raises `Unknown` where the goal is no such form."""

    def __init__(self, driver: Driver, s: Sequent, goal: Expr) -> None:
        self.driver, self.s, self.goal = driver, s, goal
        self.branch = Branch(driver, s)
        reader = s.reader()
        low, high = operands(goal)
        gap = reader.scalar(("-", high, low))
        facts: list[tuple[str, Any, bool]] = []
        matrices: list[tuple[str, Expr]] = []
        for label, fact in s.facts.items():
            usual = as_less(fact)
            if head(usual) not in ("<", "<=", "=="):
                continue
            with contextlib.suppress(Unknown, Rejected):
                a, b = operands(usual)
                value, shape = reader.read(("-", b, a))
                if shape is None:
                    facts.append((label, value, head(usual) == "=="))
                elif head(usual) == "==":
                    matrices.append((label, ("-", b, a)))
        self.reading = Reading(s)
        self.reading.learn([gap, *(p for _, p, _ in facts)])
        if not self.reading.inner:
            raise Unknown("no inner product")
        goal_value = self.reading.value(gap)
        values: list[tuple[str, Value, bool, Expr | None]] = []
        for label, p, equation in facts:
            with contextlib.suppress(Unknown):
                values.append((label, self.reading.value(p), equation, None))
        for label, e in matrices:
            for same in self.reading.units.values():
                for u in same:
                    with contextlib.suppress(Unknown):
                        p = self.reading.value(reader.scalar(("trace", ("*", ("T", u.e), e))))
                        if p:
                            values.append((label, p, True, u.e))
        self.positive: dict[int, Expr] = {}  # letters that are above 0
        self.above: dict[Expr, str] = {}  # the labels of what is above 0
        for label, v, equation, _ in values:
            if not equation and len(v) == 1 and head(as_less(s.facts[label])) == "<":
                ((m, c),) = v.items()
                if c == 1 and len(m) == 1 and m[0][1] == 1 and m[0][0] not in self.reading.below:
                    e = self.reading.expr(m)
                    self.positive.setdefault(m[0][0], e)
                    self.above.setdefault(e, label)
        self.at_least: list[Known] = []
        self.equal: list[Known] = []
        for label, v, equation, unit in values:
            if label in self.above.values() or not v:
                continue
            with contextlib.suppress(Unknown):
                cleared, by = self.cleared(v)
                (self.equal if equation else self.at_least).append(Known(label, cleared, by, unit))
        self.target, self.by = self.cleared(goal_value)
        self._related()

    def cleared(self, p: Value) -> tuple[Value, list[Expr]]:
        """The value times what is positive, and what that is: no denominators are left.  Raises `Unknown`."""
        reading, by = self.reading, list[Expr]()
        for n in [n for n in reading.below if any(a == n for m in p for a, _ in m)]:
            e = self._sum(n)
            while any(a == n for m in p for a, _ in m):
                by.append(e)
                total: Value = {}
                for m, c in p.items():
                    by_sum = _product({m: c}, reading.below[n])
                    for k, d in ({_times(m, ((n, -1),)): c} if any(a == n for a, _ in m) else by_sum).items():
                        total[k] = total.get(k, 0) + d
                p = {m: c for m, c in total.items() if c}
        lowest: dict[int, int] = {}
        for m in p:
            for a, e in m:
                lowest[a] = min(lowest.get(a, 0), e)
        for n in [n for n, e in lowest.items() for _ in range(-e)]:
            if n not in self.positive:
                raise Unknown("a denominator of unknown sign")
            by.append(self.positive[n])
            p = _scaled(p, ((n, 1),))
        return p, by

    def _sum(self, n: int) -> Expr:
        """A denominator that is a sum, of which it is known that it is positive.  Raises `Unknown`."""
        names = {k: a for a, k in self.reading.scalars.items()}
        e = poly_expr(names[n][1])
        if e not in self.above:
            label = self.branch.have(("<", 0, e))
            if label is None:
                raise Unknown("a denominator of unknown sign")
            self.above[e] = label
        return e

    def _related(self) -> None:
        """Only the facts that share letters with the goal or with such facts; positive letters count where alone."""

        def about(p: Value) -> set[int]:
            names = {n for m in p for n, _ in m}
            return names - self.positive.keys() or names

        names = {n for m in self.target for n, _ in m}
        waiting: list[Known] = [*self.at_least, *self.equal]
        kept: list[Known] = []
        while near := [k for k in waiting if names & about(k.value)]:
            kept += near
            waiting = [k for k in waiting if k not in near]
            names |= {n for k in near for m in k.value for n, _ in m}
        self.at_least = [k for k in self.at_least if k in kept][:MOST_FACTS]
        self.equal = [k for k in self.equal if k in kept][:MOST_FACTS]

    def found(self, more: int) -> Node | None:
        """A node; `more`: how many positive factors the goal may get."""
        reading = self.reading
        polys = [self.target, *(k.value for k in (*self.at_least, *self.equal))]
        used = {n for p in polys for m in p for n, _ in m}
        factors = {n for p in polys for m in p if any(a in reading.vectors for a, _ in m) for n, _ in m}
        numbers = sorted(n for n in used if n not in reading.vectors and (n in self.positive or n in factors))
        positive = [n for n in numbers if n in self.positive]
        if len(numbers) > MOST_LETTERS:
            return None
        residue = _Residues(polys, sorted(used | reading.vectors))
        scales = [_monomial(c) for k in range(MORE + 1) for c in combinations_with_replacement(positive, k)]
        roots = [_monomial(c) for k in range(3) for c in combinations_with_replacement(numbers, k)]
        for scale in (m for m in scales if _degree(m) <= more):
            self.driver.tick()
            node = self._attempt(scale, scales, roots, residue)
            if node is not None:
                return node
        return None

    def _attempt(
        self, scale: Exponents, scales: list[Exponents], roots: list[Exponents], residue: _Residues
    ) -> Node | None:
        if not self.target:
            return None
        lead = _times(next(iter(self.target)), scale)
        wanted, degree = residue(lead), _degree(lead) + 2
        against = {m: -c for m, c in _scaled(self.target, scale).items()}
        pieces: list[_Piece] = [_Piece(scale, [])]
        blocks = [Block(packed(against), [{0: 1}], True)]

        def add(piece: _Piece, factor: Value, bases: list[list[Exponents]]) -> None:
            first = next(iter(factor))
            for basis in bases:
                fit = [
                    b for b in basis if residue(_times(first, _power(b, 2))) == wanted
                    and _degree(first) + 2 * _degree(b) <= degree
                ]  # fmt: skip
                if fit:
                    pieces.append(piece)
                    blocks.append(Block(packed(factor), [packed({b: 1}) for b in fit]))

        units: list[list[Exponents]] = [[((u.letter, 1),) for u in same] for same in self.reading.units.values()]
        plain: list[list[Exponents]] = [[()]]
        squares = [[_times(root, u) for root in roots for u in same] for same in (*units, *plain)]
        numbers = [k for k in self.at_least if not self.reading.vectors & {n for m in k.value for n, _ in m}]
        for by in scales:
            add(_Piece(by, []), {by: 1}, squares)
            for k in self.at_least:
                add(_Piece(by, [k]), _scaled(k.value, by), squares if k in numbers else plain)
                for other in numbers if not by else ():
                    add(_Piece(by, [k, other]), _product(k.value, other.value), plain)
        free: list[tuple[Exponents, Known]] = []
        for k in self.equal:
            first = next(iter(k.value))
            free += [(root, k) for root in roots if residue(_times(first, root)) == wanted]
        solution = solve(blocks, [packed(_scaled(k.value, root)) for root, k in free], self.driver.tick)
        return None if solution is None else self._node(pieces, free, solution)

    def _node(self, pieces: list[_Piece], free: list[tuple[Exponents, Known]], solution: Solution) -> Node | None:
        """What the kernel checks: the goal times what is positive as a sum, and the division by it."""
        weight = sum((w * Fraction(root[()]) ** 2 for w, root in solution.squares[0]), Fraction(0))
        if weight <= 0:
            return None
        positive: list[Node] = []
        for piece, squares in zip(pieces[1:], solution.squares[1:], strict=True):
            labels = [self.above[e] for e in self._scale(piece.by)]
            for k in piece.facts:
                labels += [*(self.above[e] for e in k.cleared), k.label]
            for w, root in squares:
                if set(root) == {()}:
                    positive.append({"weight": str(w * root[()] ** 2), "facts": labels})
                else:
                    positive.append({"weight": str(w), "facts": labels, "square": to_json(self._root(root))})
        terms: list[Node] = []
        for (m, k), t in zip(free, solution.free, strict=True):
            if t:
                hole: Expr = "_" if k.unit is None else ("trace", ("*", ("T", k.unit), "_"))
                place = product([rational(-t), self.reading.expr(m), *k.cleared, hole])
                terms.append({"fact": k.label, "in": to_json(place)})
        by = [*self.by, *self._scale(pieces[0].by)]
        low, high = operands(self.goal)
        whole: Expr = ("<=", 0, product([rational(weight), *by, ("-", high, low)]))
        node: Node = {"rule": "order", "positive": positive, "terms": terms, "nonzero": list(self.above.values())}
        branch = self.branch
        if not accepts(branch.s, whole, node):
            return None
        label = branch.have(whole, node)
        if not by:
            return branch.wrap({"rule": "order", "positive": [{"weight": str(1 / weight), "facts": [label]}]})
        if not all(is_real(side, branch.s.sorts) for side in (low, high)):  # what divides is about numbers
            return None
        below: list[Node] = []
        for e in dict.fromkeys(by):
            proof = self.driver.prove(branch.s, ("!=", e, 0), 0)
            below += [] if proof is None else [{"of": to_json(e), "proof": proof}]
        return branch.wrap({"rule": "positive", "multiplier": [{"facts": [self.above[e] for e in by]}],
                            "products": [{"facts": [label]}], "nonzero": below})  # fmt: skip

    def _scale(self, m: Exponents) -> list[Expr]:
        return [self.positive[n] for n, e in m for _ in range(e)]

    def _root(self, root: Mapping[Exponents, Number]) -> Expr:
        """A combination of vectors, or of numbers."""
        units = {u.letter: u.e for same in self.reading.units.values() for u in same}
        parts: list[Expr] = []
        for m, c in root.items():
            vector = [units[n] for n, _ in m if n in units]
            number = self.reading.expr(tuple(x for x in m if x[0] not in units))
            parts.append(product([rational(Fraction(c)), number, *vector]))
        return parts[0] if len(parts) == 1 else ("+", *parts)


def _product(p: Value, q: Value) -> Value:
    total: Value = {}
    for m, c in p.items():
        for n, d in q.items():
            k = _times(m, n)
            total[k] = total.get(k, 0) + c * d
    return {m: c for m, c in total.items() if c}


def _degree(m: Exponents) -> int:
    return sum(e for _, e in m)


def _monomial(names: Sequence[int]) -> Exponents:
    m: Exponents = ()
    for n in names:
        m = _times(m, ((n, 1),))
    return m


class _Residues:
    """Classes of monomials that have the same weight whatever weights make every polynomial homogeneous."""

    def __init__(self, polys: Sequence[Value], names: Sequence[int]) -> None:
        self.places = {n: i for i, n in enumerate(names)}
        rows = []
        for p in polys:
            first = next(iter(p), ())
            rows += [[a - b for a, b in zip(self._row(m), self._row(first), strict=True)] for m in p]
        rows = [r for r in rows if any(r)]
        self.rows, self.pivots = echelon(rows, len(names)) if rows else ([], [])

    def _row(self, m: Exponents) -> list[Fraction]:
        row = [Fraction(0)] * len(self.places)
        for n, e in m:
            row[self.places[n]] = Fraction(e)
        return row

    def __call__(self, m: Exponents) -> tuple[Fraction, ...]:
        row = self._row(m)
        for other, pivot in zip(self.rows, self.pivots, strict=True):
            if row[pivot]:
                factor = row[pivot]
                row = [a - factor * b for a, b in zip(row, other, strict=True)]
        return tuple(row)
