"""Sums inside of functions, by what bounds them: their sign, single terms, and terms at a bound of all members.

Decides: goals such as log(sum of exp(x_i)) <= M + log(n) that follow from bounds of the sums in them.  How: for each
sum inside of a function it is asked whether it is positive, at least one of its terms (at members that the goal names),
and at most or at least the number of terms times the term at a bound that a hypothesis states for all members; what is
shown is put beside the goal, for which the sums are any numbers then (`letters`).  Complete for: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, RELATIONS, Expr, head
from verifier.language.named import operands, replaced, substitute
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.order.sums.expectations import POINTWISE

NAME = "bounds of sums"
EFFORT = 2
MOST = 3  # sums
SHARE, SECONDS = 0.3, 0.5  # for one bound


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE or head(as_less(goal)) not in ("<", "<=") or len(POINTWISE):
        return None
    within = [e for e in subexpressions(goal) if head(e) in ("fn", "sqrt")]
    sums = dict.fromkeys(x for e in within for x in subexpressions(e) if head(x) == "sum")
    if not 1 <= len(sums) <= MOST:
        return None
    asked = {term: list(_bounds(s, goal, term)) for term in sums}
    if not any(asked.values()):
        return None
    branch = Branch(driver, s)
    with POINTWISE.asking():
        for term, bounds in asked.items():
            for bound in (("<", 0, term), *bounds):
                try:
                    proof = driver.within(SHARE, SECONDS).prove(branch.s, bound, 2)
                except OutOfTime:
                    driver.tick()
                    continue
                if proof is not None:
                    branch.have(bound, proof)
        try:
            return branch.wrap(driver.within(0.5).prove(branch.s, goal, effort)) if branch.steps else None
        except OutOfTime:
            driver.tick()
            return None


def _bounds(s: Sequent, goal: Expr, term: Expr) -> Iterator[Expr]:
    """What a sum may be at least, or at most."""
    body, bound, lo, hi = operands(term)
    members = [e for e in subexpressions(body) if head(e) == "at" and operands(e)[1] == bound]
    for e in dict.fromkeys(subexpressions(goal)):
        if head(e) == "at" and any(operands(e)[0] == operands(m)[0] for m in members) and e not in members:
            yield ("<=", substitute(body, {str(bound): operands(e)[1]}), term)
    count: Expr = hi if lo == 1 else ("+", ("-", hi, lo), 1)
    for fact in s.facts.values():
        said = as_less(operands(fact)[2]) if head(fact) == "forall" else FALSE
        if head(said) not in RELATIONS:
            continue
        low, high = operands(said)
        for member, value in ((low, high), (high, low)):
            for m in members if value != 0 else ():  # signs are asked for anyhow
                if member == ("at", operands(m)[0], operands(fact)[0]) and operands(fact)[0] not in free_names(value):
                    most: Expr = ("*", count, replaced(body, m, value))
                    yield from (("<=", term, most), ("<=", most, term))
