"""Equations from equations: linear combinations, and membership in the ideal that the facts generate.

Decides: a == b where a - b (times a power of what is known not to be 0) is a combination of the facts' equations
with polynomial cofactors.  How: linear algebra on a bounded degree (`membership`), one degree after the other.
Complete for each degree; the degree that is tried grows with the effort.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import Poly
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.language.values.sparse import exponents
from verifier.prove.driver.driver import Branch, Driver, Node, accepts
from verifier.prove.matrices.at_sizes.membership import membership
from verifier.prove.normal.field_polynomials import total_degree
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.shared_terms import wrapped
from verifier.prove.order.signs import Signs

ROOM = {0: 1, 1: 2, 2: 4, 3: 6}


def packed(p: Poly) -> dict[int, Any]:
    """A polynomial with its monomials packed as `membership` wants them."""
    return {sum(e << (16 * a) for a, e in m): c for m, c in p.items()}


def unpacked(p: dict[int, Any]) -> Poly:
    return {tuple(exponents(m)): c for m, c in p.items()}


def combination(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node with the rule `field` for an equation, or None."""
    branch = Branch(driver, s)
    signs = Signs(branch)
    field = signs.field
    a, b = operands(goal)
    try:
        gap = field.add(field.read(b), field.read(a), -1)
    except Unknown:
        return None
    target: Poly = {m: -c for m, c in gap[0].items()}
    facts: list[tuple[str, Poly, Expr]] = []
    apart: list[Poly] = []
    for label, fact in s.facts.items():
        op = head(fact)
        if op not in ("==", "!=", "<", "<=", ">", ">="):
            continue
        try:
            c, d = (field.read(x) for x in operands(fact))
        except Unknown:
            continue
        r = field.add(d, c, -1)
        if op == "==" and r[0]:
            below: Poly = {(): 1}
            for f, e in r[1].items():
                below = field.times(below, field.power(dict(f), e))
            facts.append((label, r[0], term_of(field, tuple(sorted(below.items())))))
        elif op in ("!=", "<", ">") and not r[1] and len(r[0]) <= 2 and len(apart) < 2:
            apart.append(r[0])
    if not facts or len(facts) > 30:
        return None
    generators = [packed(p) for _, p, _ in facts]
    top = max(total_degree(p) for p in (target, *(q for _, q, _ in facts)))
    count = len(field.sources)
    multipliers: list[Poly] = [{(): 1}]
    if effort >= 1:
        multipliers += [*apart, *(field.times(p, p) for p in apart)]
    for room in range(ROOM.get(effort, 6) + 1):
        for m in multipliers:
            driver.tick()
            wanted = packed(field.times(target, m))
            found = membership(wanted, generators, top + room + total_degree(m), count, min(1.0, driver.left()))
            if found is None:
                continue
            over = term_of(field, tuple(sorted(m.items())))
            outer: Poly = {(): 1}
            for f, e in gap[1].items():
                outer = field.times(outer, field.power(dict(f), e))
            bottom: Expr = ("*", over, term_of(field, tuple(sorted(outer.items()))))
            terms = []
            for i, cofactor in found:
                times = term_of(field, tuple(sorted(unpacked(cofactor).items())))
                value: Expr = ("*", times, facts[i][2]) if facts[i][2] != 1 else times
                terms.append((facts[i][0], value if bottom == ("*", 1, 1) else ("/", value, bottom)))
            return _node(signs, s, goal, terms)
        if top + room > 12:
            break
    return None


def _node(signs: Signs, s: Sequent, goal: Expr, terms: list[tuple[str, Expr]]) -> Node | None:
    """The rule `field`: target == -(b - a), and gaps are right minus left."""
    entries = signs.nonzero([goal, *(s.facts[n] for n, _ in terms), *(t for _, t in terms)])
    if entries is None:
        return None
    node: Node = {
        "rule": "field", "nonzero": entries, "terms": [{"fact": n, "times": to_json(t)} for n, t in terms],
    }  # fmt: skip
    tree = wrapped(signs.branch, node)
    return tree if tree is not None and accepts(s, goal, tree) else None
