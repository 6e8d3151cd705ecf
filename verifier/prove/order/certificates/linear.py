"""Linear arithmetic over monomials: Farkas' lemma, with products of facts and squares as further facts.

Decides: inequalities, !=, and contradictions of facts that follow by adding multiples of the facts (effort 0), of
products of two facts and of squares of differences of atoms, with equations times atoms (effort 1); equations that are
combinations of equations, or that follow from two inequalities.  Complete for linear goals from linear facts over the
reals; strict facts between integers are sharpened by 1. Cannot do: proofs that need products of three facts; `squares`
goes further.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from verifier.kernel.algebra.field import Poly, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, INTEGER, Expr, head
from verifier.language.named import fresh, operands
from verifier.library.trees import between
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.equations.ideals import combination
from verifier.prove.normal.field_polynomials import atoms
from verifier.prove.order.certificates.problem import Problem, Product

NAME = "linear arithmetic"
MOST_FACTS = 24
MOST_PRODUCTS = 160


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal != FALSE and head(goal) == "==":
        node = equation(driver, s, goal, effort)
        if node is not None or effort < 1:
            return node
    if goal != FALSE and not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    problem = Problem(driver, s, goal, min(effort, 1))
    integers(problem)
    near = set(atoms(*(b.poly for b in problem.low if b.label in problem.goals)))
    problem.low.sort(key=lambda b: (b.label not in problem.goals, not near & set(atoms(b.poly))))
    del problem.low[MOST_FACTS:]
    plain = [*(problem.product([b]) for b in problem.low), *apart(problem)]
    one = problem.product([])
    equations: list[tuple[str, Poly, Poly]] = [(n, {(): 1}, p) for n, p in problem.zero]
    node = problem.combine([*plain, one], equations)
    if node is not None or effort < 1:
        return node
    products = list(seconds(problem))[:MOST_PRODUCTS]
    times = list(equations)
    for n, p in problem.zero:
        for a in atoms(*(b.poly for b in problem.low), *(q for _, q in problem.zero))[:8]:
            m: Poly = {((a, 1),): 1}
            times.append((n, m, problem.field.times(p, m)))
    return problem.combine([*plain, *products, one], times)


def seconds(problem: Problem) -> Iterator[Product]:
    """Products of two facts, squares of atoms and of their sums and differences, facts times squares."""
    field = problem.field
    against = [b for b in problem.low if b.label in problem.goals]
    others = [b for b in problem.low if b.label not in problem.goals]
    names = atoms(*(b.poly for b in problem.low), *(p for _, p in problem.zero))[:8]
    variables: list[Poly] = [{((a, 1),): 1} for a in names]
    for v in variables:
        yield problem.product([], v)
    for u, v in combinations(variables, 2):
        yield problem.product([], field.plus(u, v))
        yield problem.product([], field.plus(u, v, -1))
    for v in variables:
        yield problem.product([], field.plus(v, {(): 1}))
        yield problem.product([], field.plus(v, {(): 1}, -1))
    for b, c in combinations_with_replacement([*against, *others[:14]], 2):
        yield problem.product([b, c])


def apart(problem: Problem) -> Iterator[Product]:
    """What is not 0 has a positive square."""
    for label, p in problem.apart:
        yield Product((label,), None, problem.field.times(p, p), True)


def integers(problem: Problem) -> None:
    """m < n between integers also says m + 1 <= n; the ends of integer ranges are facts."""
    s = problem.branch.s
    names = [n for n, sort in s.sorts.items() if head(sort) == "integer"]
    if not names:
        return
    for name in names:
        lo, hi = operands(s.sorts[name])
        for formula, end in ((("<=", lo, name), lo), (("<=", name, hi), hi)):
            if end not in ("-oo", "oo"):
                problem.branch.have(formula, {"rule": "arith"})
    for fact in list(problem.branch.s.facts.values()):
        fact = as_less(fact)
        if head(fact) != "<" or any(head(s.sorts.get(n, 0)) != "integer" for n in free_names(fact)):
            continue
        try:
            for side in operands(fact):
                Checker().fits(problem.branch.s, side, INTEGER)
            problem.branch.instance("integer-step", *operands(fact))
        except (Unknown, Rejected):
            continue
    problem.collect()


def equation(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """a == b by a combination of equations, or from a <= b and b <= a."""
    node = combination(driver, s, goal, effort)
    if node is not None or not all(is_real(a, s.sorts) for a in operands(goal)):
        return node
    if not any(head(as_less(f)) in ("<", "<=") for f in s.facts.values()):
        return None
    a, b = operands(goal)
    low = close(driver, s, ("<=", a, b), 0)
    high = None if low is None else close(driver, s, ("<=", b, a), 0)
    return None if low is None or high is None else between(a, b, low, high, fresh("equal", frozenset(s.facts)))
