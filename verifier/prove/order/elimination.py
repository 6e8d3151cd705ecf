"""Goals from facts by elimination of one atom after the other: the end of most induction steps.

An equation is reduced by equations that are facts, each solved for one of its atoms (of degree 1, or with a leading
coefficient that is a number); an inequality by an inequality that shares an atom.  The cofactors make one step of the
rules ``field`` and ``positive``.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Field, Frozen, Poly, Ratio, factors
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import Expr, Number, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.normal.field_polynomials import divided, quotient
from verifier.prove.normal.term_rewriting import field_node
from verifier.prove.numbers.basic import nonzero, term_of
from verifier.prove.refute.floating.rough import plausible

ROUNDS = 12


def expression(field: Field, p: Poly) -> Expr:
    return term_of(field, tuple(sorted(p.items())))


def over(field: Field, p: Poly, below: dict[Frozen, int]) -> Expr:
    """A polynomial over denominators, as an expression that is read with these denominators again."""
    e = expression(field, p)
    for factor, power in below.items():
        for _ in range(power):
            e = ("/", e, term_of(field, factor))
    return e


def powers(p: Poly, atom: int) -> dict[int, Poly]:
    """The coefficients of a polynomial in one atom."""
    found: dict[int, Poly] = {}
    for m, c in p.items():
        e = dict(m).get(atom, 0)
        rest = tuple((a, k) for a, k in m if a != atom)
        found.setdefault(e, {})[rest] = c
    return found


def atoms(p: Poly) -> set[int]:
    return {a for m in p for a, _ in m}


def rank(e: Expr) -> int:
    """Sums first, then functions and powers, variables last."""
    if isinstance(e, str):
        return 3
    return 0 if head(e) in ("sum", "product") else 1 if head(e) == "fn" else 2


class Solved:
    """An equation of the branch, to be used for an atom: lead * atom^degree + rest == 0."""

    def __init__(self, label: str, gap: Ratio, atom: int, degree: int, lead: Poly) -> None:
        self.label, self.gap, self.atom, self.degree = label, gap, atom, degree
        self.lead, self.below = cancelled(lead, gap[1])
        self.known = True  # whether the leading coefficient is known not to vanish


def cancelled(lead: Poly, below: dict[Frozen, int]) -> tuple[Poly, dict[Frozen, int]]:
    """lead / below, with factors that are visibly shared left out."""
    rest = dict(below)
    for factor in below:
        while rest[factor] and (smaller := quotient(lead, dict(factor))) is not None:
            lead = smaller
            rest[factor] -= 1
    return lead, {f: e for f, e in rest.items() if e}


def choices(field: Field, p: Poly) -> list[tuple[int, int, Poly]]:
    """Atoms for which p may be solved, the best first: atom, degree, leading coefficient."""
    found: list[tuple[tuple[int, int, int, int], int, int, Poly]] = []
    for a in atoms(p):
        parts = powers(p, a)
        degree = max(parts)
        lead = parts[degree]
        plain = set(lead) == {()}
        if degree == 1 or plain:
            r = rank(field.sources[a])
            if r == 3 and not plain:
                continue
            found.append(((degree > 2, r if r in (0, 3) else 1, not plain, degree), a, degree, lead))
    return [(a, d, lead) for _, a, d, lead in sorted(found, key=lambda x: (x[0], x[1]))]


def solved(driver: Driver, s: Sequent, field: Field, labels: list[str]) -> list[Solved]:
    """Facts as rules; each for another atom."""
    taken: set[int] = set()
    found: list[Solved] = []
    for label in labels:
        fact = s.facts[label]
        if head(fact) != "==":
            continue
        try:
            a, b = operands(fact)
            gap = field.add(field.read(b), field.read(a), -1)
        except Unknown:
            continue
        if len(gap[0]) == 1:  # a product that vanishes
            rule = Solved(label, gap, -1, 0, {(): 1})
            rule.lead = gap[0]
            found.append(rule)
            continue
        for atom, degree, lead in choices(field, gap[0]):
            if atom in taken:
                continue
            lead, _ = cancelled(lead, gap[1])
            rule = Solved(label, gap, atom, degree, powers(gap[0], atom)[degree])
            rule.known = set(lead) == {()} or driver.prove(s, ("!=", expression(field, lead), 0), 0) is not None
            if not rule.known and rank(field.sources[atom]) > 0:
                continue
            taken.add(atom)
            found.append(rule)
            break
    return found


def reduced(
    driver: Driver, field: Field, total: Ratio, rules: list[Solved]
) -> tuple[Ratio, list[tuple[str, Expr]]]:
    """total minus cofactors times the gaps of the rules, and the cofactors."""
    used: list[tuple[str, Expr]] = []
    for _ in range(ROUNDS):
        changed = False
        for rule in rules:
            driver.tick()
            if rule.atom < 0:
                ((product, c),) = rule.lead.items()
                part: Poly = {}
                for m, x in total[0].items():
                    left = divided(m, product)
                    if left is not None:
                        part[left] = _exact(Fraction(x) / c)
                if part:
                    clear: Ratio = (field.over(({(): 1}, {}), rule.gap[1]), {})
                    vanishing = field.multiply((part, dict(total[1])), clear)
                    total = field.add(total, field.multiply(vanishing, rule.gap), -1)
                    used.append((rule.label, over(field, *vanishing)))
                    changed = True
                continue
            parts = powers(total[0], rule.atom)
            if not parts or max(parts) < rule.degree or (max(parts) == 0):
                continue
            degree = max(parts)
            shift: Poly = {((rule.atom, degree - rule.degree),): 1} if degree > rule.degree else {(): 1}
            top = field.times(parts[degree], shift)
            # cofactor: top * gap.below / (total.below * lead)
            below = dict(total[1])
            exact = quotient(top, rule.lead) if set(rule.lead) != {()} else None
            if exact is None and not rule.known:
                continue
            if exact is not None:
                top = exact
            elif set(rule.lead) == {()}:
                top = field.times(top, {(): _exact(1 / Fraction(rule.lead[()]))})
            else:
                for factor, e in factors(rule.lead)[1].items():
                    below[factor] = below.get(factor, 0) + e
                top = field.times(top, {(): _exact(1 / Fraction(factors(rule.lead)[0]))})
            for factor, e in rule.below.items():
                for _ in range(e):
                    if below.get(factor):
                        below[factor] -= 1
                    else:
                        top = field.times(top, dict(factor))
            below = {f: e for f, e in below.items() if e}
            times: Ratio = (top, below)
            total = field.add(total, field.multiply(times, rule.gap), -1)
            used.append((rule.label, over(field, top, below)))
            changed = True
            if not total[0]:
                return total, used
        if not changed:
            break
    return total, used


def _exact(q: Fraction) -> Number:
    return q.numerator if q.denominator == 1 else q


def equation(driver: Driver, s: Sequent, goal: Expr, labels: list[str], effort: int = 0) -> Node | None:
    """a == b by eliminating atoms with the facts; what is left is given to the other closers with this effort."""
    field = Field(s.sorts)
    a, b = operands(goal)
    try:
        total = field.add(field.read(a), field.read(b), -1)
    except Unknown:
        return None
    used: list[tuple[str, Expr]] = []
    if total[0]:
        if not labels:
            return None
        rules = solved(driver, s, field, labels)
        total, used = reduced(driver, field, total, rules)
        if total[0]:
            if not effort or not used or not {label for label, _ in used} & set(labels):
                return None
            left: Expr = ("==", factor_expr(field, (total[0], {})), 0)
            node = driver.prove(s, left, effort)
            if node is None:
                return None
            branch = Branch(driver, s)
            label = branch.have(left, node)
            assert label is not None
            below = over(field, {(): -1}, dict(total[1]))
            return branch.wrap(field_node(driver, branch.s, goal, [*used, (label, below)]))
    return field_node(driver, s, goal, used)


def positive_node(
    driver: Driver, s: Sequent, goal: Expr, products: list[list[str]], terms: list[tuple[str, Expr]]
) -> Node | None:
    """The goal as a sum of products of facts, with the denominators proved nonzero."""
    field = Field(s.sorts)
    total: Ratio = ({}, {})

    def gap(e: Expr) -> Ratio:
        a, b = operands(as_less(e))
        return field.add(field.read(b), field.read(a), -1)

    try:
        total = gap(goal)
        for labels in products:
            part: Ratio = ({(): 1}, {})
            for label in labels:
                part = field.multiply(part, gap(s.facts[label]))
            total = field.add(total, part, -1)
    except Unknown:
        return None
    if total[0] or terms:
        return None
    proofs = nonzero(driver, s, field, sorted(field.needed.union(total[1])))
    if proofs is None:
        return None
    return {"rule": "positive", "products": [{"facts": x} for x in products], "nonzero": proofs}


def inequality(driver: Driver, s: Sequent, goal: Expr, hypotheses: list[str], effort: int) -> Node | None:
    """gap of the goal == factor * gap of a hypothesis + rest, with a factor and a rest that have signs."""
    goal = as_less(goal)
    strict = head(goal) == "<"
    field = Field(s.sorts)
    a, b = operands(goal)
    try:
        whole = field.add(field.read(b), field.read(a), -1)
    except Unknown:
        return None
    for label in hypotheses:
        fact = as_less(s.facts[label])
        if head(fact) not in ("<", "<="):
            continue
        try:
            x, y = operands(fact)
            known = field.add(field.read(y), field.read(x), -1)
        except Unknown:
            continue
        shared = sorted(atoms(whole[0]) & atoms(known[0]), key=lambda i: rank(field.sources[i]))
        for atom in shared:
            if rank(field.sources[atom]) == 3:
                continue
            driver.tick()
            mine, its = powers(whole[0], atom), powers(known[0], atom)
            if max(mine) != 1 or max(its) != 1:
                continue
            factor = field.multiply((mine[1], dict(whole[1])), field.invert((its[1], dict(known[1]))))
            found = _with_factor(driver, s, goal, label, factor_expr(field, factor), head(fact) == "<", strict, effort)
            if found is not None:
                return found
    return None


def factor_expr(field: Field, r: Ratio) -> Expr:
    """A ratio as an expression, with what numerator and denominator visibly share cancelled."""
    top, below = r[0], dict(r[1])
    lead, parts = factors(top)
    for f in list(parts):
        while parts.get(f) and below.get(f):
            parts[f] -= 1
            below[f] -= 1
    p: Poly = {(): lead}
    for f, e in parts.items():
        for _ in range(e):
            p = field.times(p, dict(f))
    return over(field, p, {f: e for f, e in below.items() if e})


def _with_factor(
    driver: Driver, s: Sequent, goal: Expr, label: str, factor: Expr, known_strict: bool, strict: bool, effort: int
) -> Node | None:
    branch = Branch(driver, s)
    a, b = operands(goal)
    x, y = operands(as_less(s.facts[label]))
    rest = simplified(s, ("-", ("-", b, a), ("*", factor, ("-", y, x))))
    by_fact = strict and known_strict
    relation = ("<" if by_fact else "<=", 0, factor)
    positive = branch.have(relation, effort=1)
    if positive is None and by_fact:
        by_fact = False
        positive = branch.have(("<=", 0, factor), effort=1)
    if positive is None:
        return None
    products = [[label, positive]]
    if rest != 0 and not plausible(branch.s, ("<=", 0, rest)):
        return None
    if rest != 0:
        wanted: Expr = ("<" if strict and not by_fact else "<=", 0, rest)
        node = driver.prove(branch.s, wanted, effort)
        if node is None:
            return None
        remainder = branch.have(wanted, node)
        assert remainder is not None
        products.append([remainder])
    elif strict and not by_fact:
        return None
    return branch.wrap(positive_node(driver, branch.s, goal, products, []))


def simplified(s: Sequent, e: Expr) -> Expr:
    """A scalar as one quotient."""
    field = Field(s.sorts)
    r = field.read(e)
    if not r[0]:
        return 0
    return factor_expr(field, r)
