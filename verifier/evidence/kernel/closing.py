"""The rules that close a branch by algebra: equations, inequalities, sums of squares, integers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from verifier.evidence.kernel.canonical import normal
from verifier.evidence.kernel.expr import FALSE, Expr, free_names, head, operands
from verifier.evidence.kernel.integers import Unknown, index_of
from verifier.evidence.kernel.logic import Checker, Node, Rejected, Sequent, as_less
from verifier.evidence.kernel.polynomials import close_entries, rational
from verifier.evidence.kernel.reading import Reader
from verifier.evidence.kernel.rewrite import Rewriter, Rule, relation_facts, rules_of
from verifier.evidence.kernel.words import PREFIX, UNIT, Poly, Shape, add, atoms_of, freeze


def reversed_equation(formula: Expr) -> Expr:
    """The same equation with its sides exchanged, under its quantifiers."""
    op, args = head(formula), operands(formula)
    if op == "forall":
        return ("forall", args[0], args[1], reversed_equation(args[2]))
    if op == "implies":
        return ("implies", args[0], reversed_equation(args[1]))
    return ("==", args[1], args[0]) if op == "==" else formula


class Balance:
    """Adds up the two sides of a certificate and asks whether they agree."""

    def __init__(self, c: Checker, s: Sequent, node: Node) -> None:
        self.c, self.s, self.node = c, s, node
        self.reader: Reader = s.reader()
        rules: list[Rule] = []
        for label in node.get("rewrite", []):
            back = label.startswith("~")  # read from right to left
            fact = s.fact(label[back:])
            rules += rules_of(reversed_equation(fact) if back else fact, dict(s.sorts), s.context)
        self.rewriter = Rewriter(self.reader, rules)
        self.total: Poly = {}
        self.shape: Shape = None

    def start(self, e: Expr) -> None:
        self.total, self.shape = self.reader.read(e)

    def minus(self, e: Expr, weight: Fraction = Fraction(1)) -> None:
        value, shape = self.reader.read(e)
        if shape != self.shape:
            raise Rejected("a term of another shape than the goal")
        self.total = add(self.total, value, -weight)

    def equations(self) -> None:
        """Subtract left * (lhs - rhs) * right for each cited equation."""
        for term in self.node.get("terms", []):
            fact = self.s.fact(term["fact"])
            if head(fact) != "==":
                raise Rejected(f"{term['fact']} is no equation")
            gap: Expr = ("-", *operands(fact))
            left = self.c.expression(self.s, term.get("left", 1))
            right = self.c.expression(self.s, term.get("right", 1))
            product: Expr = gap
            if right != 1:
                product = ("*", product, right)
            if left != 1:
                product = ("*", left, *(operands(product) if head(product) == "*" else (product,)))
            if term.get("trace"):
                product = ("trace", product)
            self.minus(product)

    def rest(self) -> Poly:
        """What is left, rewritten, denominators cleared, in normal form.

        Denominators go first: sums still run over their own ranges then, so factors may move into them.
        """
        p = self.rewriter.apply(self.total)
        for _ in range(40):
            inverse = {a for m in p for a, _ in m[1] if a[0] == "inv"}
            if not inverse:
                return normal(self.reader, p)
            p = self.rewriter.apply(self._cleared(p, max(inverse, key=lambda a: (len(repr(a)), repr(a)))))
        raise Unknown("denominators that do not clear")

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
            if not value or len(value) != len(below):
                continue
            m = next(iter(value))
            if m in below and freeze({k: v * (below[m] / value[m]) for k, v in value.items()}) == freeze(
                below
            ):
                return True
        return False


def equation(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """a == b: a - b is a combination of cited equations, after rewriting."""
    if head(goal) != "==":
        raise Rejected("linear: the goal is no equation")
    balance = Balance(c, s, node)
    balance.start(("-", *operands(goal)))
    balance.equations()
    rest = balance.rest()
    if rest:
        raise Rejected(f"linear: the sides differ by {len(rest)} terms")


def _weight(data: Any) -> Fraction:
    weight = rational(data)
    if weight <= 0:
        raise Rejected("a weight that is not positive")
    return weight


def _square(
    c: Checker, s: Sequent, term: Node, extra: Expr = 1
) -> tuple[Expr, Expr, list[tuple[str, Expr, Expr]]]:
    """A weighted square as an expression, its root, and its summation ranges."""
    over = [(str(v), c.expression(s, lo), c.expression(s, hi)) for v, lo, hi in term.get("over", [])]
    names = frozenset(v for v, _, _ in over)
    if names & set(s.sorts):
        raise Rejected("a summation variable whose name is taken")
    root = c.expression(s, term["square"], names)
    reader = s
    for v, lo, hi in over:
        reader = reader.declare(v, ("integer", lo, hi))
    _, shape = reader.reader().read(root)
    square: Expr = ("^", root, 2) if shape is None else ("trace", ("*", ("T", root), root))
    if extra != 1:
        square = ("*", extra, square)
    for v, lo, hi in reversed(over):
        square = ("sum", square, v, lo, hi)
    return square, root, over


def order(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """a <= b, a < b or false: b - a is a sum of squares and products of facts with positive weights."""
    strict = False
    if goal == FALSE:
        low, high, needs = 0, 0, True
    elif head(as_less(goal)) in ("<", "<="):
        low, high = operands(as_less(goal))  # type: ignore[assignment]
        needs = head(as_less(goal)) == "<"
    else:
        raise Rejected("order: the goal is no inequality")
    balance = Balance(c, s, node)
    balance.start(("-", high, low))
    if balance.shape is not None:
        raise Rejected("order: matrices are not ordered")
    for term in node.get("positive", []):
        weight = _weight(term["weight"])
        product: Expr = 1
        positive = True
        for label in term.get("facts", []):
            fact = as_less(s.fact(label))
            if head(fact) not in ("<", "<="):
                raise Rejected(f"order: {label} is no inequality")
            positive = positive and head(fact) == "<"
            a, b = operands(fact)
            balance.reader.scalar(("-", b, a))  # matrices are not ordered
            product = ("*", product, ("-", b, a))
        if "square" in term:
            square, root, over = _square(c, s, term, product)
            apart = term.get("nonzero")
            known = apart is not None and not over and _says_nonzero(s, s.fact(apart), root)
            positive = positive and known
            balance.minus(square, weight)
        else:
            balance.minus(product, weight)
        strict = strict or positive
    if needs and not strict:
        raise Rejected("order: nothing makes the inequality strict")
    balance.equations()
    rest = balance.rest()
    if rest:
        raise Rejected(f"order: the sides differ by {len(rest)} terms")


def _says_nonzero(s: Sequent, fact: Expr, root: Expr) -> bool:
    if head(fact) != "!=":
        return False
    reader = s.reader()
    a, shape = reader.read(("-", *operands(fact)))
    b, other = reader.read(root)
    return shape == other and normal(reader, a) == normal(reader, b)


def vanish(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A sum of squares that is at most 0: every square's root is 0."""
    fact = as_less(s.fact(node["fact"]))
    if head(fact) not in ("==", "<="):
        raise Rejected("vanish: the fact is no equation and no upper bound")
    balance = Balance(c, s, node)
    balance.start(("-", *operands(fact)))
    found: list[tuple[str, Expr]] = []
    for term in node["positive"]:
        product: Expr = 1
        for label in term.get("facts", []):
            positive = as_less(s.fact(label))
            if head(positive) != "<":
                raise Rejected("vanish: a weight that is not known to be positive")
            gap: Expr = ("-", operands(positive)[1], operands(positive)[0])
            balance.reader.scalar(gap)  # matrices are not ordered
            product = ("*", product, gap)
        square, root, over = _square(c, s, term, product)
        balance.minus(square, _weight(term["weight"]))
        inner = s
        for v, lo, hi in over:
            inner = inner.declare(v, ("integer", lo, hi))
        _, shape = inner.reader().read(root)
        zero: Expr = 0 if shape is None else ("zeros", shape[0].expr(), shape[1].expr())
        formula: Expr = ("==", root, zero)
        for v, lo, hi in reversed(over):
            formula = ("forall", v, ("integer", lo, hi), formula)
        if "as" in term:
            found.append((str(term["as"]), formula))
    balance.equations()
    if balance.rest():
        raise Rejected("vanish: the fact is not this sum of squares")
    for label, formula in found:
        s = s.assume(label, formula)
    c.check(s, goal, node["then"])


def arithmetic(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """Relations between integers that follow linearly from the facts."""
    if goal == FALSE:
        if s.context.contradictory():
            return
        raise Rejected("arith: the facts about integers do not contradict each other")
    integers = {n for n, sort in s.sorts.items() if head(sort) == "integer"}
    if head(goal) == "!=" and free_names(goal) <= integers:
        a, b = (index_of(x) for x in operands(goal))
        if s.context.below(a, b.plus(-1)) or s.context.below(b, a.plus(-1)):
            return
        raise Rejected("arith: the integers may be equal")
    facts = relation_facts(goal, integers)
    if facts is None:
        raise Rejected("arith: the goal is no relation between integers")
    if not all(s.context.entails(f) for f in facts):
        raise Rejected("arith: this does not follow from the facts about integers")


def entries(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """At fixed sizes, entry by entry, over commutative polynomials."""
    try:
        close_entries(goal, s.facts, s.sorts, node)
    except ValueError as error:
        raise Rejected(f"entries: {error}") from None


CLOSING: dict[str, Callable[[Checker, Sequent, Expr, Any], None]] = {
    "linear": equation, "order": order, "vanish": vanish, "arith": arithmetic, "entries": entries,
}  # fmt: skip
