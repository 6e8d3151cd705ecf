"""The rules that close a branch by algebra: equations, inequalities, sums of squares, integers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.canonical import normal
from verifier.kernel.algebra.integers import Unknown, index_of, relation_facts
from verifier.kernel.algebra.reading import Reader
from verifier.kernel.algebra.words import PREFIX, UNIT, Poly, add, atoms_of, freeze
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Rule, Sequent, as_less
from verifier.kernel.terms.binding import bind, free_names, operands, read, substitute
from verifier.kernel.terms.expr import FALSE, Expr, Number, exact, head, rational

HOLE = "_"  # where a term's equation stands in what is made of it; no variable has this name
Ranges = list[tuple[str, Expr, Expr]]


class Balance:
    """What is left of an expression when the terms and the nonnegative pieces of a node are subtracted.

    A *term* ``{"fact": label, "at": values, "premises": nodes, "in": e, "over": ranges}`` is e with the left side of
    the fact (or of its instance) in the place of `HOLE`, minus e with the right side there, summed over the ranges:
    equals for equals, so it is 0.  A *piece* is a positive weight times known inequalities times a square.
    """

    def __init__(self, c: Checking, s: Sequent, node: Node, start: Expr) -> None:
        self.c, self.s, self.node = c, s, node
        self.reader: Reader = s.reader()
        self.total, self.shape = self.reader.read(start)
        s.context.told("read", 1, start, self.total)
        self.strict = False  # whether some piece is surely above 0
        for piece in node.get("positive", []):
            self._piece(piece)
        for term in node.get("terms", []):
            self._term(term)

    def _minus(self, e: Expr, weight: Number = 1) -> None:
        value, shape = self.reader.read(e)
        if shape != self.shape:
            raise Rejected("a term of another shape than the goal")
        self.total = add(self.total, value, -weight)
        self.s.context.told("read", -weight, e, value)

    def _over(self, part: Node) -> tuple[Ranges, Sequent]:
        """The ranges of a sum, and the scope inside it."""
        ranges: Ranges = []
        inner = self.s
        for v, lo, hi in part.get("over", []):
            ranges.append((str(v), self.c.expression(inner, lo), self.c.expression(inner, hi)))
            inner = inner.declare(str(v), ("integer", *ranges[-1][1:]))
        return ranges, inner

    def _term(self, term: Node) -> None:
        ranges, inner = self._over(term)
        fact = self.c.applied(inner, inner.fact(term["fact"]), term)
        if head(fact) != "==":
            raise Rejected(f"{term['fact']} is no equation")
        place = read(term.get("in", HOLE))
        sides = [substitute(place, {HOLE: side}) for side in operands(fact)]
        inner.formula(("==", *sides))
        self._minus(_summed(("-", *sides), ranges))

    def _piece(self, piece: Node) -> None:
        weight = rational(piece["weight"])
        if weight <= 0:
            raise Rejected("a weight that is not positive")
        ranges, inner = self._over(piece)
        product: list[Expr] = []
        strict = True
        for label in piece.get("facts", []):
            fact = as_less(self.s.fact(label))
            if head(fact) not in ("<", "<="):
                raise Rejected(f"{label} is no inequality")
            strict = strict and head(fact) == "<"
            a, b = operands(fact)
            product.append(("-", b, a))
            self.reader.scalar(product[-1])  # matrices are not ordered
        if "square" in piece:
            root = self.c.expression(inner, piece["square"])
            _, shape = inner.reader().read(root)
            product.append(("^", root, 2) if shape is None else ("trace", ("*", ("T", root), root)))
            apart = piece.get("nonzero")
            strict = strict and apart is not None and not ranges and self._says_nonzero(self.s.fact(apart), root)
        self.strict = self.strict or (strict and not ranges)
        self._minus(_summed(("*", 1, *product), ranges), weight)

    def _says_nonzero(self, fact: Expr, root: Expr) -> bool:
        if head(fact) != "!=":
            return False
        a, shape = self.reader.read(("-", *operands(fact)))
        b, other = self.reader.read(root)
        return shape == other and normal(self.reader, a) == normal(self.reader, b)

    def rest(self) -> Poly:
        """What is left, denominators cleared, in normal form.

        Denominators go first: sums still run over their own ranges then, so factors may move into them.
        """
        p = self.total
        for _ in range(40):
            before = p
            p = {m: c for m, c in p.items() if not (m[0] and self.reader.under(m[0], self.s.context).contradictory())}
            self.s.context.told("empty", before, p)
            inverse = self._denominator(p)
            if inverse is None:
                return normal(self.reader, p)
            before, p = p, self._cleared(p, inverse)
            self.s.context.told("clear", (before, dict(inverse[1])), p)
        raise Unknown("denominators that do not clear")

    def _denominator(self, p: Poly) -> Any:
        """The outermost denominator in a value; None where there is none."""
        inverse = {a for m in p for a, _ in m[1] if a[0] == "inv"}
        return max(inverse, key=lambda a: (len(repr(a)), repr(a)), default=None)

    def _cleared(self, p: Poly, atom: Any) -> Poly:
        """Multiply by a denominator that is known not to vanish, as often as it occurs."""
        below: Poly = dict(atom[1])
        if any(b[1] == PREFIX for m in below for b in m[0]):
            raise Unknown("a denominator that is a sum")
        if not self._nonzero(below):
            raise Unknown("a denominator that may vanish")
        powers: list[int] = []
        for m in p:
            bound = {v for v, _, _ in m[0]}
            if bound & atoms_of(atom):
                raise Unknown("a denominator that changes under a sum")
            for a, e in m[1]:
                if a == atom:
                    if e.constant is None:
                        raise Unknown("a denominator under a symbolic power")
                    powers.append(e.constant)
        total: Poly = {}
        for (binders, scalars, word), c in p.items():
            have = next((e.constant or 0 for a, e in scalars if a == atom), 0)
            piece: Poly = {(binders, tuple(x for x in scalars if x[0] != atom), word): c}
            for _ in range(max(powers) - have):
                piece = self.reader.times(piece, below, self.reader.context)
            total = add(total, piece)
        return total

    def _nonzero(self, below: Poly) -> bool:
        """A cited fact says that this value is not 0."""
        if set(below) == {UNIT}:
            return True
        for label in self.node.get("nonzero", []):
            fact = as_less(self.s.fact(label))
            if head(fact) not in ("!=", "<"):
                continue
            value = normal(self.reader, self.reader.scalar(("-", *operands(fact))))
            if not value:
                continue
            m = next(iter(value))
            if m in below and freeze({k: exact(v * Fraction(below[m], value[m])) for k, v in value.items()}) == freeze(
                below
            ):
                self.s.context.told("nonzero", below, label)
                return True
        return False


def _summed(e: Expr, ranges: Ranges) -> Expr:
    for v, lo, hi in reversed(ranges):
        e = bind("sum", v, e, lo, hi)
    return e


def equation(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """a == b: a - b is a combination of cited equations."""
    if head(goal) != "==" or "positive" in node:
        raise Rejected("linear: the goal is no equation")
    rest = Balance(c, s, node, ("-", *operands(goal))).rest()
    if rest:
        raise Rejected(f"linear: the sides differ by {len(rest)} terms")


def order(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """a <= b, a < b or false: b - a is a sum of squares and products of facts with positive weights."""
    goal = as_less(goal)
    if goal != FALSE and head(goal) not in ("<", "<="):
        raise Rejected("order: the goal is no inequality")
    balance = Balance(c, s, node, 0 if goal == FALSE else ("-", *reversed(operands(goal))))
    if balance.shape is not None:
        raise Rejected("order: matrices are not ordered")
    if head(goal) != "<=" and not balance.strict:
        raise Rejected("order: nothing makes the inequality strict")
    rest = balance.rest()
    if rest:
        raise Rejected(f"order: the sides differ by {len(rest)} terms")


def arithmetic(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Relations between integers that follow linearly from the facts."""
    if goal == FALSE and s.context.contradictory():
        return
    integers = {n for n, sort in s.sorts.items() if head(sort) == "integer"}
    if head(goal) == "!=" and free_names(goal) <= integers:
        a, b = (index_of(x) for x in operands(goal))
        if s.context.below(a, b.plus(-1)) or s.context.below(b, a.plus(-1)):
            return
    facts = relation_facts(goal, integers)
    if facts is None:
        raise Rejected("arith: the goal is no relation between integers, or an inequation that does not follow")
    if not all(s.context.entails(f) for f in facts):
        raise Rejected("arith: this does not follow from the facts about integers")


CLOSING: dict[str, Rule] = {
    "linear": equation, "order": order, "arith": arithmetic,
}  # fmt: skip
