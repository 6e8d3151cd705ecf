"""Matrices of symbolic size are equal where their columns, their rows or their entries are.

Decides: equations between matrices of which facts know columns, rows or entries one by one; that some column, row or
entry is not what it would be where two matrices were equal.  How: the equation is shown at one basis vector with a free
index, and summed up by the resolution of the identity.  Complete for: nothing.  Cannot do: matrices of literal size,
which `fixed_size` writes out.
"""

from __future__ import annotations

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.kernel.terms.shapes import Shapes
from verifier.language.named import AXIOMS, fresh, negation, operands, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.matrices.coordinates import AXIOM

NAME = "entry by entry"
OBJECTS = True
HEADS = ("==", "exists")
EFFORT = 1


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) == "exists":
        return _by_contradiction(driver, s, goal, effort)
    return _equal(driver, s, goal, effort) if any(map(_at_indices, s.facts.values())) else None


def _at_indices(fact: Expr) -> bool:
    """A fact for all integers about something at a basis vector."""
    return head(fact) == "forall" and head(operands(fact)[1]) == "integer" and any(
        head(e) in ("basis", "entry") for e in subexpressions(fact)
    )  # fmt: skip


def _equal(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    left, right = operands(goal)
    shape = Shapes(s.sorts, s.context).term(left)
    if shape is None or all(n.constant is not None for n in shape):
        return None
    columns = shape[1].constant != 1
    n = shape[1 if columns else 0].expr()
    j = fresh("j", frozenset(s.sorts))
    e: Expr = ("basis", n, j)

    def at(term: Expr) -> Expr:
        return ("*", term, e) if columns else ("*", ("T", e), term)

    each: Expr = ("forall", j, ("integer", 0, ("-", n, 1)), ("==", at(left), at(right)))
    proof = driver.prove(s, each, effort)
    if proof is None:
        return None
    branch = Branch(driver, s)
    known = branch.have(each, proof)
    whole = branch.step({"rule": "instance", "name": AXIOM, "at": [], "premises": []}, AXIOMS[AXIOM], "coordinates")
    gap: Expr = ("-", left, right)
    around: Expr = ("*", gap, HOLE) if columns else ("*", HOLE, gap)
    inside: Expr = ("*", HOLE, ("T", e)) if columns else ("*", e, HOLE)
    last: Node = {"rule": "linear", "terms": [
        {"fact": whole, "at": [to_json(n)], "in": to_json(around)},
        {"fact": known, "at": [j], "in": to_json(inside), "over": [[j, 0, to_json(("-", n, 1))]]},
    ]}  # fmt: skip
    return branch.wrap(last if driver.accepts(branch.s, goal, last) else None)


def _by_contradiction(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Where no index did it, two matrices were equal of which a fact says that they are not."""
    if head(operands(goal)[1]) != "integer":
        return None
    label = fresh("none", frozenset(s.facts))
    inner = s.assume(label, negation(goal))
    if not _at_indices(inner.facts[label]):
        return None
    for name, fact in s.facts.items():
        if head(fact) == "!=":
            node = _equal(driver, inner, ("==", *operands(fact)), effort)
            if node is not None:
                return {"rule": "negate", "as": label, "then": {"rule": "contradict", "fact": name, "proof": node}}
    return None
