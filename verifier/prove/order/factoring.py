"""Inequalities whose difference of sides factors: each factor's sign by itself.

Decides: a <= b and a < b where b - a is a polynomial in atoms that is a number times a product of powers, and the
factors of odd exponent have a sign that the other closers find (for a < b all factors must not vanish). How: exact
factorisation over the rationals.  It removes double zeros exactly, also those at irrational points.  Complete for: the
factorisation.  Cannot do: polynomials that are irreducible over the rationals (`number_fields` goes further).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from verifier.kernel.algebra.field import Field, Poly, is_real
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.normal.field_polynomials import atoms, total_degree
from verifier.prove.numbers.basic import gap_of, term_of
from verifier.prove.overdue import charge

NAME = "factoring"
EFFORT = 2
FACTOR = 5e-5  # seconds of FLINT for a term of what it factors


def factored(p: Poly) -> tuple[Fraction, list[tuple[Poly, int]]]:
    """A number and irreducible factors with their exponents."""
    from flint import fmpz_mpoly_ctx

    names = atoms(p)
    scale = lcm(*(Fraction(c).denominator for c in p.values()))
    context = fmpz_mpoly_ctx.get(tuple(f"x{i}" for i in range(len(names))), "lex")
    places = {a: i for i, a in enumerate(names)}
    data: dict[tuple[int, ...], int] = {}
    for m, c in p.items():
        exponents = [0] * len(names)
        for a, e in m:
            exponents[places[a]] = e
        data[tuple(exponents)] = int(c * scale)
    whole = context.from_dict(data)
    charge(FACTOR * len(data))
    try:
        number, parts = whole.factor()
    except OverflowError:  # python-flint 0.9 cannot sort factors with coefficients above 64 bits
        number, parts = 1, [(whole, 1)]
    found: list[tuple[Poly, int]] = []
    for f, e in parts:
        q: Poly = {}
        for exps, c in f.to_dict().items():
            q[tuple((names[i], int(k)) for i, k in enumerate(exps) if int(k))] = int(c)
        found.append((q, int(e)))
    return Fraction(int(number), scale), found


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE or head(as_less(goal)) not in ("<", "<="):
        return None
    goal = as_less(goal)
    if not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    field = Field(s.sorts)
    gap, below = gap_of(field, goal)
    if below or not atoms(gap) or total_degree(gap) > 24 or len(gap) > 400:
        return None
    weight, parts = factored(gap)
    if sum(e for _, e in parts) < 2:
        return None
    strict = head(goal) == "<"
    branch = Branch(driver, s)
    labels: list[str] = []
    roots: list[Expr] = []
    up = weight > 0
    for p, e in sorted(parts, key=lambda x: total_degree(x[0])):
        term = term_of(field, tuple(sorted(p.items())))
        if e % 2:
            found = _sign(driver, branch, term, strict, effort)
            if found is None:
                return None
            label, positive = found
            up = up == positive
            labels += [label] * (e if strict else 1)
        elif strict:
            apart = _have(driver, branch, ("!=", term, 0), effort)
            if apart is None:
                return None
            labels += [apart] * (e // 2)
        if not strict and e > 1:
            roots.append(term if e < 4 else ("^", term, e // 2))
    if not up:
        return None
    product: dict[str, object] = {"weight": str(abs(weight)), "facts": labels}
    if roots:
        product["square"] = to_json(roots[0] if len(roots) == 1 else ("*", *roots))
    node: Node = {"rule": "positive", "products": [product]}
    tree = branch.wrap(node)
    return tree if tree is not None and driver.accepts(s, goal, tree) else None


def _sign(driver: Driver, branch: Branch, term: Expr, strict: bool, effort: int) -> tuple[str, bool] | None:
    op = "<" if strict else "<="
    for level in dict.fromkeys((0, effort - 1)):
        for formula, positive in (((op, 0, term), True), ((op, term, 0), False)):
            label = _have(driver, branch, formula, level)
            if label is not None:
                return label, positive
    return None


def _have(driver: Driver, branch: Branch, formula: Expr, effort: int) -> str | None:
    try:
        proof = driver.within(0.3).prove(branch.s, formula, effort)
    except OutOfTime:
        driver.tick()
        return None
    return None if proof is None else branch.have(formula, proof)
