"""The rules that close a branch by arithmetic in a commutative field, and by the order of the reals.

* ``field``: a == b, because a - b is a combination of equations that are facts;
* ``positive``: a <= b, a < b or false, because a positive multiple of b - a is a sum of squares and of products
  of facts with positive weights, plus a combination of equations (a Positivstellensatz certificate);
* ``replace``: put one side of an equation for the other inside the goal or a fact.

Denominators are cleared only where ``nonzero`` proves that they do not vanish.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.field import Field, Frozen, Ratio, constant, factors, is_real
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Rule, Sequent, as_less
from verifier.kernel.terms.binding import operands, replaced
from verifier.kernel.terms.expr import FALSE, Expr, exact, head, rational


class Identity:
    """One identity between rational functions, whose denominators a node proves not to vanish."""

    def __init__(self, c: Checking, s: Sequent, node: Node) -> None:
        self.c, self.s, self.node = c, s, node
        self.field = Field(s.sorts)
        self.total: Ratio = ({}, {})

    def read(self, e: Expr, real: bool = False) -> Ratio:
        if real and not is_real(e, self.s.sorts):
            raise Rejected("a term that may not be real is not ordered")
        return self.field.read(e)

    def gap(self, fact: Expr, real: bool = False) -> Ratio:
        """Right side minus left side of a relation."""
        a, b = operands(fact)
        return self.field.add(self.read(b, real), self.read(a, real), -1)

    def subtract(self, r: Ratio, weight: Fraction = Fraction(1)) -> None:
        self.total = self.field.add(self.total, r, -weight)

    def equations(self, real: bool = False) -> None:
        for term in self.node.get("terms", []):
            fact = self.s.fact(term["fact"])
            if head(fact) != "==":
                raise Rejected(f"{term['fact']!r:.60} is no equation")
            times = self.read(self.c.expression(self.s, term.get("times", 1)), real)
            self.subtract(self.field.multiply(times, self.gap(fact, real)))

    def close(self) -> None:
        """The rest is 0, and every denominator that was met does not vanish."""
        if self.total[0]:
            raise Rejected(f"{self.node['rule']}: the sides differ by {len(self.total[0])} terms")
        known: set[Frozen] = set()
        for entry in self.node.get("nonzero", []):
            e = self.c.expression(self.s, entry["of"])
            self.c.check(self.s, ("!=", e, 0), entry["proof"])
            ((top, below),), needs = self.field.inside(e)
            if below or needs - known:
                raise Rejected("a denominator that is a fraction itself")
            known |= set(factors(top)[1]) if top else set()
            self.s.context.told("factors", e, top)
        divisors = set(self.total[1]) | self.field.needed
        if loose := divisors - known:
            raise Rejected(f"{self.node['rule']}: {len(loose)} denominators are not known to be nonzero")
        self.s.context.told("identity", self.field, divisors)


def equation(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """a == b, where a - b == sum of c_i*(u_i - v_i) in the field of rational functions of the atoms, for equations

    u_i == v_i that are facts; every denominator that occurs is proved not to vanish.  The terms are scalars that may be
    complex, and no limit, integral or series stands in them.
    """
    if head(goal) != "==":
        raise Rejected("field: the goal is no equation")
    identity = Identity(c, s, node)
    identity.subtract(identity.gap(goal))
    identity.equations()
    identity.close()


def _products(identity: Identity, terms: Sequence[Any]) -> tuple[Ratio, bool]:
    """A sum of weighted products of facts and squares, and whether it is known to be positive."""
    field, s = identity.field, identity.s
    total: Ratio = ({}, {})
    strict = False
    for term in terms:
        weight = rational(term.get("weight", 1))
        if weight <= 0:
            raise Rejected("a weight that is not positive")
        product: Ratio = ({(): exact(weight)}, {})
        positive = True
        for label in term.get("facts", []):
            fact = as_less(s.fact(label))
            if head(fact) not in ("<", "<=", "!="):
                raise Rejected(f"{label!r:.60} is no inequality")
            positive = positive and head(fact) != "<="
            gap = identity.gap(fact, real=True)
            product = field.multiply(product, gap)
            if head(fact) == "!=":  # what is not 0 has a positive square
                product = field.multiply(product, gap)
        if "square" in term:
            root = identity.read(identity.c.expression(s, term["square"]), real=True)
            product = field.multiply(field.multiply(product, root), root)
            value = constant(root)
            positive = positive and value is not None and value != 0
        total = field.add(total, product)
        strict = strict or positive
    return total, strict


def order(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """a <= b, where m*(b - a) == sum of w_i*p_i*q_i^2 + equations, with m > 0, w_i > 0, p_i products of facts.

    All terms are real.  It is a < b, or false (m*(b - a) stands for 0), where some summand is surely positive: all of
    its facts are strict or say that something is not 0 (which counts by its square), and q_i is 1 or a literal that is
    not 0; m is a sum of such summands.  Denominators are proved not to vanish.
    """
    identity = Identity(c, s, node)
    goal = as_less(goal)
    if goal != FALSE and head(goal) not in ("<", "<="):
        raise Rejected("positive: the goal is no inequality")
    nonnegative, strict = _products(identity, node.get("products", []))
    if (goal == FALSE or head(goal) == "<") and not strict:
        raise Rejected("positive: nothing makes the inequality strict")
    if goal != FALSE:
        multiplier, positive = _products(identity, node.get("multiplier", [{}]))
        if not positive:
            raise Rejected("positive: the multiplier is not known to be positive")
        identity.total = identity.field.multiply(multiplier, identity.gap(goal, real=True))
    identity.subtract(nonnegative)
    identity.equations(real=True)
    identity.close()


def replace(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """From u == v: the goal, or the fact ``on``, with v in the place of u (``back``: the other way round)."""
    fact = s.fact(node["fact"])
    if head(fact) != "==":
        raise Rejected("replace: the fact is no equation")
    old, new = reversed(operands(fact)) if node.get("back") else operands(fact)
    if "on" in node:
        c.check(s.assume(node["as"], replaced(s.fact(node["on"]), old, new)), goal, node["then"])
    else:
        c.check(s, replaced(goal, old, new), node["then"])


SCALARS: dict[str, Rule] = {
    "field": equation, "positive": order, "replace": replace,
}  # fmt: skip
