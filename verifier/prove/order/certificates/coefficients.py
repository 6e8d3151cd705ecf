"""Polynomials in a letter that is not negative: each coefficient by itself.

Decides: 0 <= c_0 + c_1*p + c_2*p^2 + ... (strictly where c_0 is positive) for a p of known sign, where the driver
proves 0 <= c_i for each coefficient; so (A + p*u*v)^2 <= (B + p*u^2)*(C + p*v^2) is A^2 <= B*C and one quadratic form.
How: a coefficient is tried at numbers before it is asked.  Complete for: nothing; p need not be a variable.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import Field, Poly, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime, accepts
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.shared_terms import wrapped
from verifier.prove.order.certificates.squares import algebraic
from verifier.prove.order.elimination import powers
from verifier.prove.order.signs import Signs
from verifier.prove.refute.floating.rough import likely

NAME = "coefficients"
EFFORT = 2
DEGREE, LETTERS, TERMS = 4, 3, 60


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    less = as_less(goal)
    if goal == FALSE or head(less) not in ("<", "<=") or not all(is_real(a, s.sorts) for a in operands(less)):
        return None
    if not algebraic(goal):  # the signs of functions are other closers' business
        return None
    a, b = operands(less)
    field = Field(s.sorts)
    try:
        top, below = field.add(field.read(b), field.read(a), -1)
    except Unknown:
        return None
    atoms = sorted({i for m in top for i, _ in m})
    if below or len(atoms) < LETTERS or len(top) > TERMS:
        return None
    inner = driver.within(0.6)
    try:
        for atom in atoms:
            parts = powers(top, atom)
            if 1 <= max(parts) <= DEGREE and len(parts) > 1:
                node = _by(inner, s, goal, field, atom, parts, effort)
                if node is not None:
                    return node
    except OutOfTime:
        driver.tick()
    return None


def _by(
    driver: Driver, s: Sequent, goal: Expr, field: Field, atom: int, parts: dict[int, Poly], effort: int
) -> Node | None:
    """The goal from its coefficients in one atom."""
    strict = head(as_less(goal)) == "<"
    forms = {k: term_of(field, tuple(sorted(p.items()))) for k, p in parts.items() if p}
    wanted = {k: ("<" if strict and k == min(forms) else "<=", 0, e) for k, e in forms.items()}
    if not all(likely(s, f) for f in wanted.values()):
        return None
    branch = Branch(driver, s)
    sign = Signs(branch).sign(field.sources[atom])
    if sign is None or sign.op not in (">", ">=") or (strict and min(forms) > 0 and sign.op != ">"):
        return None
    products = []
    for k, formula in sorted(wanted.items()):
        label = branch.have(formula, effort=3)  # smaller goals than this one
        if label is None:
            return None
        products.append({"facts": [label, *[sign.label] * k]})
    tree = wrapped(branch, {"rule": "positive", "products": products})
    return tree if tree is not None and accepts(s, goal, tree) else None
