"""A goal about order as polynomials: what is at least 0, what is 0, and how facts are multiplied into a proof.

The goal's negation is assumed, so that a proof is a contradiction: sum of products of facts and squares plus a
combination of equations is 0, with something strict in it.  Denominators with a known sign are cleared first: each
fact with one becomes a new fact without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from verifier.kernel.algebra.field import Field, Poly, Ratio, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import negation, operands, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, accepts
from verifier.prove.normal.algebraic import introduce
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.shared_terms import wrapped
from verifier.prove.order.certificates.lp import farkas
from verifier.prove.order.function_facts import bounds
from verifier.prove.order.signs import Signs


class Bound(NamedTuple):
    """0 < poly (strict) or 0 <= poly, by a fact."""

    label: str
    poly: Poly
    strict: bool


class Product(NamedTuple):
    """A product of facts and a square: as an entry of the rule `positive`, and as a polynomial."""

    facts: tuple[str, ...]
    square: Poly | None
    poly: Poly
    strict: bool


def expression(field: Field, p: Poly) -> Expr:
    """A polynomial in atoms as an expression."""
    return term_of(field, tuple(sorted(p.items())))


class Problem:
    """The facts of a branch and the negated goal, as polynomials."""

    def __init__(
        self, driver: Driver, s: Sequent, goal: Expr, effort: int = 0, ignored: frozenset[str] = frozenset()
    ) -> None:
        self.driver, self.start, self.goal = driver, s, goal
        self.against: str | None = None
        inner = s
        if goal != FALSE:
            self.against = Branch(driver, s).label("against")
            inner = s.assume(self.against, negation(goal))
        self.branch = Branch(driver, inner)
        terms = [goal, *(f for n, f in s.facts.items() if n not in ignored)]
        bounds(self.branch, terms)
        if effort > 0:
            introduce(self.branch, terms, effort - 1)
        self.signs = Signs(self.branch)
        self.field = self.signs.field
        self.low: list[Bound] = []
        self.zero: list[tuple[str, Poly]] = []
        self.apart: list[tuple[str, Poly]] = []
        self.read: set[str] = set(ignored)
        self.goals = {self.against}  # the labels of the negated goal in its several forms
        self.collect()

    # -- facts ----------------------------------------------------------------------------------------
    def collect(self) -> None:
        """Read the facts of the branch that have not been read yet."""
        for label, fact in list(self.branch.s.facts.items()):
            if label in self.read:
                continue
            self.read.add(label)
            fact = as_less(fact)
            op = head(fact)
            if op not in ("<", "<=", "==", "!=") or not all(is_real(a, self.branch.s.sorts) for a in operands(fact)):
                continue
            a, b = operands(fact)
            try:
                r = self.field.add(self.field.read(b), self.field.read(a), -1)
            except Unknown:
                continue
            if r[1]:
                cleared = self.clear(label, op, r)
                if cleared is None:
                    continue
                if label in self.goals:
                    self.goals.add(cleared[0])
                label, p = cleared
                self.read.add(label)
            else:
                p = r[0]
            self.keep(label, str(op), p)

    def keep(self, label: str, op: str, p: Poly) -> None:
        if op in ("<", "<="):
            if op == "<" or p:
                self.low.append(Bound(label, p, op == "<"))
        elif op == "==":
            if p:
                self.zero.append((label, p))
        else:
            self.apart.append((label, p))

    def clear(self, label: str, op: str, r: Ratio) -> tuple[str, Poly] | None:
        """The fact times a positive multiple of its denominator, as a new fact."""
        found = self._clearing(r)
        if found is None:
            return None
        labels, factor, rest = found
        p = self.field.times(r[0], rest)
        e2 = expression(self.field, p)
        formula: Expr = (op, 0, e2) if op in ("<", "<=") else (str(op), e2, 0)
        node: Node
        times = to_json(expression(self.field, factor))
        if op in ("<", "<="):
            node = {"rule": "positive", "products": [{"facts": [label, *labels]}]}
        elif op == "==":
            node = {"rule": "field", "terms": [{"fact": label, "times": times}]}
        else:
            return None
        entries = self.signs.nonzero([formula, self.branch.s.facts[label]])
        if entries is None:
            return None
        new = self.branch.have(formula, {**node, "nonzero": entries})
        if new is None:
            return None
        return new, (p if op != "==" else {m: -c for m, c in p.items()})

    def _clearing(self, r: Ratio) -> tuple[list[str], Poly, Poly] | None:
        """Positive facts, their product (a multiple of the denominator), and what is left of it after division."""
        field = self.field
        factor: Poly = {(): 1}
        rest: Poly = {(): 1}
        labels: list[str] = []
        for f, e in r[1].items():
            sign = self.signs.sign(term_of(field, f))
            if sign is None or sign.op not in (">", "<", "!="):
                break
            whole = e + e % 2 if sign.op == "!=" else e
            labels += [sign.label] * (whole // 2 if sign.op == "!=" else whole)
            turn: Poly = {(): -1 if sign.op == "<" and e % 2 else 1}
            factor = field.times(field.times(factor, field.power(dict(f), whole)), turn)
            rest = field.times(field.times(rest, field.power(dict(f), whole - e)), turn)
        else:
            return labels, factor, rest
        product: Poly = {(): 1}
        for f, e in r[1].items():
            product = field.times(product, field.power(dict(f), e))
        sign = self.signs.sign(expression(field, product))
        if sign is None or sign.op not in (">", "<"):
            return None
        turned: Poly = {(): 1 if sign.op == ">" else -1}
        return [sign.label], field.times(product, turned), turned

    # -- proofs ---------------------------------------------------------------------------------------
    def product(self, bounds: Sequence[Bound], square: Poly | None = None) -> Product:
        p: Poly = {(): 1}
        for b in bounds:
            p = self.field.times(p, b.poly)
        strict = all(b.strict for b in bounds)
        if square is not None:
            p = self.field.times(p, self.field.times(square, square))
            strict = strict and set(square) == {()}
        return Product(tuple(b.label for b in bounds), square, p, strict)

    def combine(self, products: Sequence[Product], multiples: Iterable[tuple[str, Poly, Poly]]) -> Node | None:
        """False from products with nonnegative weights and equations (label, multiplier, their product)."""
        equations = list(multiples)
        found = farkas(
            [x.poly for x in products], [p for _, _, p in equations], [x.strict for x in products], self.driver.tick
        )
        if found is None:
            return None
        weights, times = found
        chosen = [(w, x) for w, x in zip(weights, products, strict=True) if w]
        total: dict[str, Poly] = {}
        for (label, m, _), t in zip(equations, times, strict=True):
            if t:
                total[label] = self.field.plus(total.get(label, {}), m, t)
        return self.contradiction(chosen, total)

    def contradiction(self, chosen: Sequence[tuple[Fraction, Product]], times: dict[str, Poly]) -> Node | None:
        """The node for weights and multipliers with sum weight * product + sum times * equation == 0."""
        products: list[dict[str, object]] = []
        for w, x in chosen:
            entry: dict[str, object] = {"weight": str(w)}
            if x.facts:
                entry["facts"] = list(x.facts)
            if x.square is not None:
                entry["square"] = to_json(expression(self.field, x.square))
            products.append(entry)
        terms = [{"fact": n, "times": to_json(expression(self.field, p))} for n, p in times.items() if p]
        return self.finished({"rule": "positive", "products": products, "terms": terms})

    def finished(self, end: Node) -> Node | None:
        """The end with its steps, below the assumption of the negated goal; only if the kernel accepts it."""
        tree = wrapped(self.branch, end)
        if tree is None:
            return None
        if self.against is not None:
            tree = {"rule": "negate", "as": self.against, "then": tree}
        return tree if accepts(self.start, self.goal, tree) else None
