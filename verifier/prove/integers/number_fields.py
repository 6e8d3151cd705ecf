"""Polynomials that factor, over the rationals or once square roots are adjoined: each factor's sign by itself.

Decides: a != b where b - a is a polynomial, in any atoms, that factors over the rationals; a <= b, a < b and a != b
where b - a is a polynomial in one variable x that factors over the field of the square roots of integers in the goal
and in the facts about x.  How: exact factorisation, with at least two factors; the other closers find their signs.
Complete for: the factorisation, up to degree `HIGHEST` and `MOST_ROOTS` square roots; it removes double zeros exactly.
Cannot do: several variables together with square roots.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from verifier.kernel.algebra.field import Field, Poly, is_real
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, accepts
from verifier.prove.normal.field_polynomials import atoms, total_degree
from verifier.prove.numbers.basic import gap_of, term_of
from verifier.prove.numbers.shared_terms import number
from verifier.prove.order.factoring import _have, _sign, factored
from verifier.prove.values.symbolic import from_sympy, guarded, to_sympy

NAME = "number fields"
EFFORT = 1
HIGHEST, MOST_ROOTS = 12, 2
SECONDS = 3.0


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    less = as_less(goal)
    if goal == FALSE or head(less) not in ("<", "<=", "!=") or not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    field = Field(s.sorts)
    gap, below = gap_of(field, less)
    if head(less) == "!=" and not below and (node := _by_rational_factors(driver, s, less, field, gap, effort)):
        return node
    sources = [field.sources[a] for a in atoms(gap)]
    names = [e for e in sources if isinstance(e, str)]
    if below or len(names) != 1 or not all(_root(e) for e in sources if e != names[0]):
        return None
    x = names[0]
    near = [goal, *(f for f in s.facts.values() if x in subexpressions(f))]
    roots = list(dict.fromkeys(e for f in near for e in subexpressions(f) if _root(e)))
    if not 0 < len(roots) <= MOST_ROOTS:
        return None
    whole = term_of(field, tuple(sorted(gap.items())))
    found = _quadratic(gap, x, roots) or _factors(whole, x, roots)
    if found is None:
        return None
    weight, parts = found
    product: Expr = ("*", weight, *(p if e == 1 else ("^", p, e) for p, e in parts))
    branch = Branch(driver, s)
    same = branch.have(("==", whole, product), effort=1)
    if same is None:
        return None
    node = _apart(driver, branch, less, weight, parts, same, effort) if head(less) == "!=" else _order(
        driver, branch, less, weight, parts, same, effort)  # fmt: skip
    return node if node is not None and accepts(s, goal, node) else None


def _by_rational_factors(
    driver: Driver, s: Sequent, goal: Expr, field: Field, gap: Poly, effort: int
) -> Node | None:
    if not atoms(gap) or total_degree(gap) > 2 * HIGHEST or len(gap) > 400:
        return None
    weight, found = factored(gap)
    if sum(e for _, e in found) < 2:
        return None
    parts = [(term_of(field, tuple(sorted(p.items()))), e) for p, e in found]
    branch = Branch(driver, s)
    whole = term_of(field, tuple(sorted(gap.items())))
    product: Expr = ("*", number(weight), *(p if e == 1 else ("^", p, e) for p, e in parts))
    same = branch.have(("==", whole, product), {"rule": "field"})
    node = None if same is None else _apart(driver, branch, goal, number(weight), parts, same, effort)
    return node if node is not None and accepts(s, goal, node) else None


def _root(e: Expr) -> bool:
    return head(e) == "sqrt" and isinstance(operands(e)[0], int) and 1 < operands(e)[0] < 10**6  # type: ignore[operator]


def _quadratic(gap: Poly, x: str, roots: list[Expr]) -> tuple[Expr, list[tuple[Expr, int]]] | None:
    """a*x^2 + b*x + c with rational a, b, c and a discriminant that is q^2 times one of the radicands."""
    by_degree: dict[int, Fraction] = {}
    for m, c in gap.items():
        if len(m) > 1 or len(atoms(gap)) != 1:
            return None
        by_degree[m[0][1] if m else 0] = Fraction(c)
    if max(by_degree, default=0) != 2:
        return None
    a, b, c0 = (by_degree.get(k, Fraction(0)) for k in (2, 1, 0))
    for r in roots:
        square = (b * b - 4 * a * c0) / Fraction(operands(r)[0])  # type: ignore[arg-type]
        top, below = isqrt(max(square.numerator, 0)), isqrt(square.denominator)
        if square > 0 and top * top == square.numerator and below * below == square.denominator:
            half = Fraction(top, below) / (2 * a)
            ends: list[Expr] = [("+", number(-b / (2 * a)), ("*", number(h), r)) for h in (half, -half)]
            return number(a), [(("-", x, e), 1) for e in ends]
    return None


def _factors(whole: Expr, x: str, roots: list[Expr]) -> tuple[Expr, list[tuple[Expr, int]]] | None:
    """A number and at least two factors (or one with a power) over the field of the roots."""
    import sympy

    def work() -> Any:
        unknown = sympy.Symbol("x_", real=True)
        p = sympy.expand(to_sympy(whole, {x: unknown}))
        if sympy.degree(p, unknown) > HIGHEST:
            return None
        weight, parts = sympy.factor_list(p, unknown, extension=[sympy.sqrt(operands(r)[0]) for r in roots])
        if sum(e for _, e in parts) < 2:
            return None
        return from_sympy(weight), [(from_sympy(q.as_expr()), int(e)) for q, e in parts]

    found = guarded(work, SECONDS)
    if found is None:
        return None
    weight, parts = found
    return weight, [(_renamed(q, x), e) for q, e in parts]


def _renamed(e: Expr, x: str) -> Expr:
    return substitute(e, {"x_": x})


def _order(
    driver: Driver, branch: Branch, goal: Expr, weight: Expr, parts: list[tuple[Expr, int]], same: str, effort: int
) -> Node | None:
    strict = head(goal) == "<"
    signs = _sign(driver, branch, weight, True, effort)
    if signs is None:
        return None
    labels, up, roots = [signs[0]], signs[1], []
    for p, e in parts:
        if e % 2:
            found = _sign(driver, branch, p, strict, effort)
            if found is None:
                return None
            labels, up = [*labels, found[0]], up == found[1]
        elif strict:
            apart = _have(driver, branch, ("!=", p, 0), effort)
            if apart is None:
                return None
            labels += [apart] * (e // 2)
        if not strict or e % 2:
            roots += [p] * (e // 2)
    if strict and any(e % 2 and e > 1 for _, e in parts):
        return None
    if not up:
        return None
    term: dict[str, object] = {"facts": labels}
    if roots:
        term["square"] = to_json(roots[0] if len(roots) == 1 else ("*", *roots))
    return branch.wrap({"rule": "positive", "products": [term], "terms": [{"fact": same, "times": -1}]})


def _apart(
    driver: Driver, branch: Branch, goal: Expr, weight: Expr, parts: list[tuple[Expr, int]], same: str, effort: int
) -> Node | None:
    """No factor vanishes: then neither does the product, whose square is positive."""
    labels: list[str] = []
    for p in (weight, *(p for p, e in parts for _ in range(e))):
        label = _have(driver, branch, ("!=", p, 0), effort)
        if label is None:
            return None
        labels.append(label)
    zero = fresh("zero", frozenset(branch.s.facts))
    product: Expr = ("*", weight, *(p for p, e in parts for _ in range(e)))
    against = to_json(("neg", product))
    terms: list[Node] = [{"fact": same, "times": against}, {"fact": zero, "times": against}]
    end: Node = {"rule": "positive", "products": [{"facts": labels}], "terms": terms}
    return branch.wrap({"rule": "intro", "as": zero, "then": end})

