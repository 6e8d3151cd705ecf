"""Products of facts, sorted by their degrees: inequalities that need products of many factors.

Decides: polynomial inequalities (also after denominators of known sign are cleared) that follow by adding products of
facts, such as y <= B/(1 + c*B) from y <= x - c*x^2, 0 < x <= B, 0 < y, 0 < c.  How: facts and the negated goal are
multiplied with each other and with positive letters.  Weights of the letters under which every fact is homogeneous
sort the products into classes, and what adds up to a contradiction does so within one of them; there Farkas' lemma
finds the multiples.  Complete for: nothing.  Cannot do: squares of sums, which `squares` finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from verifier.kernel.algebra.field import Poly, is_real
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime, accepts
from verifier.prove.matrices.echelon import echelon
from verifier.prove.normal.field_polynomials import atoms, total_degree
from verifier.prove.order.certificates.problem import Bound, Problem, Product
from verifier.prove.order.certificates.squares import algebraic

NAME = "products of facts"
EFFORT = 2
MOST_ATOMS, MOST_FACTS = 7, 7
MORE = 3  # degrees beyond that of the goal
MOST = 420  # products of one class
Degree = tuple[Fraction, ...]


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE or head(as_less(goal)) not in ("<", "<="):
        return None
    if not algebraic(goal) or not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    try:
        return _found(driver.within(0.2), s, goal)
    except OutOfTime:
        driver.tick()
        return None


def _found(driver: Driver, s: Sequent, goal: Expr) -> Node | None:
    branch = Branch(driver, s)
    for n, sort in s.sorts.items():  # an integer from 1 on is a positive letter
        sign: Expr = (">", n, 0)
        if head(sort) == "integer" and sign not in s.facts.values() and accepts(s, sign, {"rule": "arith"}):
            branch.have(sign, {"rule": "arith"})
    return branch.wrap(_combined(driver, branch.s, goal))


def _combined(driver: Driver, s: Sequent, goal: Expr) -> Node | None:
    problem = Problem(driver, s, goal)
    against = [b for b in problem.low if b.label in problem.goals]
    names = set(atoms(*(b.poly for b in against)))
    low = _related(problem.low, names)
    if not against or len(atoms(*(b.poly for b in low))) > MOST_ATOMS:
        return None
    letters = [b for b in low if _is_letter(b.poly) and b.strict]
    others = [b for b in low if b not in letters and b not in against and b.poly]
    if not letters or len(others) > MOST_FACTS:
        return None
    weights = _weights([b.poly for b in low])
    for goals in [[b] for b in against[-2:]]:
        for more in range(MORE + 1):
            most = total_degree(goals[0].poly) + more
            for products in _classes(problem, goals, others, letters, most, weights):
                node = problem.combine(products, [])
                if node is not None:
                    return node
    return None


def _is_letter(p: Poly) -> bool:
    ((m, c),) = p.items() if len(p) == 1 else (((), 0),)
    return len(m) == 1 and m[0][1] == 1 and c > 0


def _related(low: Sequence[Bound], names: set[int]) -> list[Bound]:
    """The facts that share letters with the goal, or with one that does."""
    for _ in range(2):
        for b in low:
            if names & set(atoms(b.poly)):
                names |= set(atoms(b.poly))
    seen: set[tuple[object, ...]] = set()
    found = []
    for b in low:
        key = tuple(sorted(b.poly.items()))
        if set(atoms(b.poly)) <= names and atoms(b.poly) and key not in seen:
            seen.add(key)
            found.append(b)
    return found


def _weights(polys: Sequence[Poly]) -> list[dict[int, Fraction]]:
    """A basis of the weights of atoms under which all polynomials are homogeneous."""
    names = sorted(atoms(*polys))
    rows: list[list[Fraction]] = []
    for p in polys:
        monos = [dict(m) for m in p]
        rows += [[Fraction(m.get(a, 0) - monos[0].get(a, 0)) for a in names] for m in monos[1:]]
    rows, pivots = echelon(rows, len(names))
    found = []
    for free in (k for k in range(len(names)) if k not in pivots):
        weight = {names[free]: Fraction(1)}
        for r, k in enumerate(pivots):
            weight[names[k]] = -rows[r][free]
        found.append(weight)
    return found


def _degree(p: Poly, weights: Sequence[dict[int, Fraction]]) -> Degree:
    """The weights of a homogeneous polynomial."""
    m = next(iter(p))
    return tuple(sum((w.get(a, Fraction(0)) * e for a, e in m), Fraction(0)) for w in weights)


def _classes(
    problem: Problem, goals: Sequence[Bound], others: Sequence[Bound], letters: Sequence[Bound], most: int,
    weights: Sequence[dict[int, Fraction]],
) -> Iterator[list[Product]]:  # fmt: skip
    """Products of one class at a time, the negated goal among them."""
    cores: list[tuple[Bound, ...]] = [()]
    for count in (1, 2):
        cores += list(combinations_with_replacement([*goals, *others], count))
    classes: dict[Degree, list[tuple[Bound, ...]]] = {}
    wanted: dict[Degree, None] = {}
    for core in cores:
        degree = sum(total_degree(b.poly) for b in core)
        base = [sum(x, Fraction(0)) for x in zip(*(_degree(b.poly, weights) for b in core), strict=True)]
        base = base or [Fraction(0)] * len(weights)
        for count in range(most - degree + 1):
            for extra in combinations_with_replacement(letters, count):
                problem.driver.tick()
                more = [_degree(b.poly, weights) for b in extra]
                key = tuple(sum((d[i] for d in more), base[i]) for i in range(len(weights)))
                classes.setdefault(key, []).append((*core, *extra))
                if any(b in goals for b in core):
                    wanted.setdefault(key)
    for key in sorted(wanted, key=lambda k: len(classes[k])):
        if len(classes[key]) <= MOST:
            yield [problem.product(bounds) for bounds in classes[key]]
