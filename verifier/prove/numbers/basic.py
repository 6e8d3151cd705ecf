"""What is plain: integer arithmetic, rational identities, numbers, and facts up to a positive factor.

Decides: relations between integers that follow linearly from the facts; equations that are identities of rational
functions (denominators proved nonzero at effort 0); inequalities whose two sides differ by a positive number times a
fact, or by a number; that a squared norm trace(X.T*X) is not negative.  Complete for the first two where denominators
are constants; it does not search.  Cannot do: inequalities between reals that need two facts.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Field, Frozen, Poly, constant
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands, to_json
from verifier.prove.driver.driver import Driver, Node, accepts
from verifier.prove.matrices.equations import identical

NAME = "plain arithmetic"
AT_ONCE = True


def term_of(field: Field, factor: Frozen) -> Expr:
    """A polynomial in atoms as an expression."""
    terms: list[Expr] = []
    for m, c in factor:
        q = Fraction(c)
        number: Expr = q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)
        powers: list[Expr] = [field.sources[a] if e == 1 else ("^", field.sources[a], e) for a, e in m]
        parts = powers if number == 1 and powers else [number, *powers]
        terms.append(parts[0] if len(parts) == 1 else ("*", *parts))
    return 0 if not terms else terms[0] if len(terms) == 1 else ("+", *terms)


def nonzero(driver: Driver, s: Sequent, field: Field, factors: list[Frozen]) -> list[dict[str, object]] | None:
    """Proofs that denominators do not vanish, as the rules ``field`` and ``positive`` want them; None if one fails."""
    found: list[dict[str, object]] = []
    for factor in factors:
        e = term_of(field, factor)
        node = driver.prove(s, ("!=", e, 0), 0)
        if node is None:
            return None
        found.append({"of": to_json(e), "proof": node})
    return found


def gap_of(field: Field, relation: Expr) -> tuple[Poly, list[Frozen]]:
    """Right side minus left side: numerator and the factors of the denominator."""
    a, b = operands(as_less(relation))
    r = field.add(field.read(b), field.read(a), -1)
    return r[0], list(r[1])


def root_of(goal: Expr) -> Expr | None:
    """X, where a goal is trace(X.T*X) >= 0."""
    if head(goal) != ">=" or operands(goal)[1] != 0 or head(operands(goal)[0]) != "trace":
        return None
    (product,) = operands(operands(goal)[0])
    if head(product) != "*" or operands(product)[0] != ("T", operands(product)[1]):
        return None
    return operands(product)[1]


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if identical(goal):
        return {"rule": "identical"}
    if accepts(s, goal, {"rule": "arith"}):
        return {"rule": "arith"}
    if goal == FALSE:
        return None
    root = root_of(goal)
    if root is not None:
        node: Node = {"rule": "order", "positive": [{"weight": "1", "square": to_json(root)}]}
        if accepts(s, goal, node):
            return node
    if head(goal) == "!=":
        return _apart(driver, s, goal, effort)
    field = Field(s.sorts)
    gap, below = gap_of(field, goal)
    if head(goal) == "==":
        if gap:
            return None
        proofs = nonzero(driver, s, field, [*below, *sorted(field.needed.difference(below))])
        return None if proofs is None else {"rule": "field", "nonzero": proofs}
    if not below:
        number = constant((gap, {}))
        if number is not None and (number > 0 or (number == 0 and head(as_less(goal)) == "<=")):
            products = [{"weight": str(number)}] if number else []
            return {"rule": "positive", "products": products}
        return _scaled(s, field, goal, gap)
    return None


def _scaled(s: Sequent, field: Field, goal: Expr, gap: Poly) -> Node | None:
    """The goal is a fact, up to a positive factor."""
    for label, fact in s.facts.items():
        if head(fact) not in ("<", "<=", ">", ">="):
            continue
        try:
            other, below = gap_of(field, fact)
        except Unknown:
            continue
        if below or len(other) != len(gap) or not other:
            continue
        m = next(iter(other))
        ratio = Fraction(gap.get(m, 0)) / other[m]
        if ratio > 0 and all(Fraction(gap.get(n, 0)) == ratio * c for n, c in other.items()):
            node: Node = {"rule": "positive", "products": [{"weight": str(ratio), "facts": [label]}]}
            if accepts(s, goal, node):
                return node
    return None


def _apart(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """a != b from a < b or b < a."""
    a, b = operands(goal)
    field = Field(s.sorts)
    below = gap_of(field, ("<", a, b))[1]
    less = fresh("less", frozenset(s.facts))
    equal = fresh("equal", frozenset(s.facts))
    both: list[tuple[Expr, Expr, Expr]] = [("<", a, b), ("<", b, a)]
    for level, relation in ((e, r) for e in sorted({0, min(1, effort), effort}) for r in both):  # one of them is false
        node = driver.prove(s, relation, level)
        if node is None:
            continue
        proofs = nonzero(driver, s.assume(less, relation).assume(equal, ("==", a, b)), field, below)
        if proofs is None:
            continue
        end: Node = {
            "rule": "positive", "products": [{"facts": [less]}],
            "terms": [{"fact": equal, "times": -1 if relation[1] == a else 1}], "nonzero": proofs,
        }  # fmt: skip
        then: Node = {"rule": "intro", "as": equal, "then": end}
        return {"rule": "have", "formula": to_json(relation), "proof": node, "as": less, "then": then}
    return None
