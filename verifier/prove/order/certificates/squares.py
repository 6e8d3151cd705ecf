"""Polynomial inequalities in several variables: certificates with sums of squares (Positivstellensatz).

Decides: inequalities, !=, equations between reals and contradictions that follow from polynomial facts.  How: the
facts and the negated goal, multiplied by sums of squares and by each other up to a degree, must add up to a
contradiction; Gram matrices are found numerically and made exact (`gram`), also where the inequality is tight.
Complete in the limit on bounded domains (Putinar, Schmuedgen) for strict goals; in practice for small degrees.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

from verifier.kernel.algebra.field import Mono, Poly, is_real
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import FALSE, Expr
from verifier.language.named import operands
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.equations.ideals import packed
from verifier.prove.normal.field_polynomials import atoms, multiplied, total_degree
from verifier.prove.order.certificates.gram import Block, Packed, solve
from verifier.prove.order.certificates.linear import integers
from verifier.prove.order.certificates.problem import Bound, Product
from verifier.prove.order.certificates.reducing import Reducing

NAME = "sums of squares"
EFFORT = 2
MOST_ATOMS, MOST_DEGREE = 9, 14


def close(
    driver: Driver, s: Sequent, goal: Expr, effort: int, ignored: frozenset[str] = frozenset()
) -> Node | None:
    if goal != FALSE and not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    try:  # a share of the time, as other ways are open: least where functions stand in the way of polynomials
        return _certified(driver.within(0.6 if algebraic(goal) else 0.1), s, goal, effort, ignored)
    except OutOfTime:
        driver.tick()
        return None


def algebraic(e: Expr) -> bool:
    """Whether only rational operations, radicals, powers and exponentials occur."""
    return all(
        not isinstance(x, tuple) or x[0] != "fn" or x[1] in ("exp", "cbrt", "root", "pi", "E", "GoldenRatio")
        for x in subexpressions(e)
    )


def _certified(driver: Driver, s: Sequent, goal: Expr, effort: int, ignored: frozenset[str]) -> Node | None:
    problem = Reducing(driver, s, goal, effort, ignored)
    integers(problem)
    problem.eliminate()
    problem.reduce()
    if effort > 2 and problem.solvable():
        node = certificate(problem, 2)
        if node is not None:
            return node
        problem.eliminate(quotients=True)
    return certificate(problem, effort)


def certificate(problem: Reducing, effort: int) -> Node | None:
    """A contradiction from the facts of a problem, one degree after the other."""
    low = relevant(problem)
    equations = [(n, p) for n, p in problem.zero if atoms(p)]
    names = atoms(*(b.poly for b in low), *(p for _, p in equations), *(p for _, p in problem.apart))
    if not 1 <= len(names) <= MOST_ATOMS or len(low) > 16:
        return None
    size = max([total_degree(p) for p in _goal(problem)] or [2])
    first = max(2, size + size % 2)
    polys = [*(b.poly for b in low), *(p for _, p in equations), *(p for _, p in problem.apart)]
    signs = gradings(polys, names)
    goal = list(_goal(problem))
    kept = [g for g in signs if all(not parity(next(iter(p)), [g])[0] for p in goal if p)]
    modes = [signs] if len(kept) == len(signs) else [_even(signs, goal), signs]
    if any(isinstance(problem.field.sources[a], tuple) for a in names):
        node = without_roots(problem, low, equations, names)
        if node is not None:
            return node
    for degree, pairs in schedule(first, size, [total_degree(p) for _, p in equations], len(names), effort):
        for mode in modes:
            problem.driver.tick()
            node = attempt(problem, low, equations, names, degree, pairs, mode)
            if node is not None:
                return node
    return None


def without_roots(
    problem: Reducing, low: list[Bound], equations: list[tuple[str, Poly]], names: list[int]
) -> Node | None:
    """The negated goal 0 < P - N, with N >= 0 a sum of roots, squared: 0 < P^2 - N^2; up to three times."""
    known = {next(iter(b.poly))[0][0]: b.label for b in low if len(b.poly) == 1 and list(b.poly.values()) == [1]
             and len(next(iter(b.poly))) == 1 and next(iter(b.poly))[0][1] == 1}  # fmt: skip
    roots = [a for a in known if isinstance(problem.field.sources[a], tuple)]
    rest = [b for b in low if b.label not in problem.goals]
    current = [b for b in low if b.label in problem.goals and b.strict]
    for _ in range(3):
        current = [x for b in current if (x := problem.squared(b, known, roots)) is not None]
        if not current:
            return None
        polys = [b.poly for b in (*current, *rest)] + [p for _, p in equations]
        degree = max(total_degree(b.poly) for b in current)
        for pairs in (0, 1):
            if degree > 8 or len(names) > 7:
                break
            signs = gradings(polys, names)
            mode = _even(signs, [b.poly for b in current]) if len(signs) else signs
            kept = [g for g in signs if not any(parity(next(iter(b.poly)), [g])[0] for b in current)]
            found = attempt(
                problem, [*current, *rest], equations, names, degree + degree % 2, pairs,
                signs if len(kept) == len(signs) else mode,
            )  # fmt: skip
            if found is not None:
                return found
    return None


def schedule(first: int, size: int, equations: list[int], count: int, effort: int) -> list[tuple[int, int]]:
    """Which degrees are tried with how many further factors, the cheapest first."""
    most = max([first, *(d + d % 2 for d in equations)])
    degrees = dict.fromkeys(d for d in (first, first + 2, most, most + 2, 2 * size, 2 * size + 2) if d <= MOST_DEGREE)
    found = [(d, pairs) for d in degrees for pairs in (0, 1)]
    found = [x for x in found if effort > 2 or x[0] <= first + 2]
    if effort > 2:
        found += [(d, 2) for d in degrees]
    limit = {1: 14, 2: 12, 3: 10, 4: 8}.get(count, 6)
    return [(d, pairs) for d, pairs in found if d <= max(limit, first)]


Grading = frozenset[int]  # the atoms whose sign is changed


def gradings(polys: list[Poly], names: list[int]) -> list[Grading]:
    """A basis of the changes of signs under which every polynomial is even or odd."""
    rows: list[int] = []
    for p in polys:
        masks = [sum(1 << i for i, a in enumerate(names) if dict(m).get(a, 0) % 2) for m in p]
        rows += [masks[0] ^ x for x in masks[1:]]
    pivots: dict[int, int] = {}
    for row in rows:
        for bit, other in pivots.items():
            if row >> bit & 1:
                row ^= other
        if row:
            bit = row.bit_length() - 1
            pivots = {b: x ^ row if x >> bit & 1 else x for b, x in pivots.items()}
            pivots[bit] = row
    found: list[Grading] = []
    for i in range(len(names)):
        if i not in pivots:
            found.append(frozenset([names[i], *(names[b] for b, x in pivots.items() if x >> i & 1)]))
    return found


def parity(m: Mono, signs: list[Grading]) -> tuple[int, ...]:
    return tuple(sum(e for a, e in m if a in g) % 2 for g in signs)


def _even(signs: list[Grading], goal: list[Poly]) -> list[Grading]:
    """The changes of signs, out of all combinations, that leave the goal as it is."""
    odd = [g for g in signs if any(parity(next(iter(p)), [g])[0] for p in goal)]
    return [g for g in signs if g not in odd] + [g ^ odd[0] for g in odd[1:]]


def _goal(problem: Reducing) -> Iterator[Poly]:
    """The polynomials whose degree the search starts from."""
    if problem.against is None:
        yield from (b.poly for b in problem.low)
        return
    for b in problem.low:
        if b.label in problem.goals:
            yield b.poly
    for n, p in problem.apart:
        if n in problem.goals:
            yield _times(p, p)


def relevant(problem: Reducing) -> list[Bound]:
    """The inequalities without those that say nothing."""
    found: list[Bound] = []
    for b in problem.low:
        plain = all(c > 0 and all(e % 2 == 0 for _, e in m) for m, c in b.poly.items())
        if plain and not (b.strict and () not in b.poly):
            continue  # a sum of squares with positive weights
        if atoms(b.poly) and all(b.poly != c.poly or (b.strict and not c.strict) for c in found):
            found = [c for c in found if c.poly != b.poly] + [b]
    return found


def monomials(names: list[int], most: int) -> list[Mono]:
    """All monomials up to a degree."""
    found: list[Mono] = [()]
    for d in range(1, most + 1):
        for choice in combinations_with_replacement(names, d):
            m: Mono = ()
            for a in choice:
                m = multiplied(m, ((a, 1),))
            found.append(m)
    return found


def attempt(
    problem: Reducing, low: list[Bound], equations: list[tuple[str, Poly]], names: list[int], degree: int, pairs: int,
    signs: list[Grading],
) -> Node | None:  # fmt: skip
    """One relaxation: everything up to a degree; `pairs`: products of up to that many facts beyond one."""
    factors: list[Product] = [problem.product([])]
    chosen = [b for b in low if total_degree(b.poly) <= degree]
    for count in range(1, 2 + pairs):
        for group in combinations_with_replacement(chosen, count):
            if any(a is b and b.label not in problem.goals for a, b in pairwise(group)):
                continue  # squares of facts are squares; the goal's own square is strict
            if sum(total_degree(b.poly) for b in group) <= degree:
                factors.append(problem.product(group))
        if len(factors) > 60:
            break
    for n, p in problem.apart:
        square = _times(p, p)
        for b in (None, *low):
            q = square if b is None else _times(square, b.poly)
            if total_degree(q) <= degree:
                factors.append(Product((n,) if b is None else (n, b.label), None, q, b is None or b.strict))
        if 2 * total_degree(square) <= degree:
            factors.append(Product((n, n), None, _times(square, square), True))
    weak = any(b.label in problem.goals and b.strict for b in low)
    even = (0,) * len(signs)
    blocks: list[Block] = []
    owners: list[Product] = []
    for f in factors:
        if not f.poly or parity(next(iter(f.poly)), signs) != even:
            continue
        scaled = packed(scale(f.poly))
        goal = any(n in problem.goals for n in f.facts)
        strict = f.strict and (goal or not weak)
        if strict:
            blocks.append(Block(scaled, [{0: 1}], True))
            owners.append(f)
        room = (degree - total_degree(f.poly)) // 2
        if strict and room == 0:
            continue
        if goal and not pairs and weak:
            continue
        classes: dict[tuple[int, ...], list[Packed]] = {}
        for m in monomials(names, room):
            classes.setdefault(parity(m, signs), []).append(packed({m: 1}))
        if max(map(len, classes.values())) > 80:
            return None
        for basis in classes.values():
            blocks.append(Block(scaled, basis))
            owners.append(f)
    free: list[tuple[str, Poly, Poly]] = []
    for n, p in equations:
        for m in monomials(names, degree - total_degree(p)):
            if parity(multiplied(m, next(iter(p))), signs) == even:
                free.append((n, {m: 1}, _times(p, {m: 1})))
    if len(free) > 800:
        return None
    solution = solve(blocks, [packed(p) for _, _, p in free], problem.driver.tick)
    if solution is None:
        return None
    products: list[tuple[Fraction, Product]] = []
    for f, squares in zip(owners, solution.squares, strict=True):
        unit = Fraction(next(iter(scale(f.poly).values()))) / next(iter(f.poly.values()))
        for w, root in squares:
            constant = set(root) == {()}
            weight = w * unit * (root[()] ** 2 if constant else 1)
            products.append((weight, Product(f.facts, None if constant else root, {}, f.strict)))
    cofactors: dict[str, Poly] = {}
    for (n, multiplier, _), t in zip(free, solution.free, strict=True):
        if t:
            cofactors[n] = problem.field.plus(cofactors.get(n, {}), multiplier, t)
    return problem.contradiction(products, cofactors)


def _times(p: Poly, q: Poly) -> Poly:
    total: Poly = {}
    for m, c in p.items():
        for n, d in q.items():
            k = multiplied(m, n)
            total[k] = total.get(k, 0) + c * d
    return {m: c for m, c in total.items() if c}


def scale(p: Poly) -> Poly:
    """A positive multiple whose largest coefficient is about 1."""
    top = max(abs(float(c)) for c in p.values())
    unit = Fraction(1)
    while top * unit > 2:
        unit /= 2
    while top * unit < 0.5:
        unit *= 2
    return {m: q.numerator if (q := c * unit).denominator == 1 else q for m, c in p.items()}
