"""Closed terms compared by intervals of growing precision; where the sides agree, weak relations by equality.

Decides: strict relations between closed terms, weak ones that are strict in fact, by rule ``box`` without variables;
weak ones whose sides are equal, where the driver proves the equation.  Complete for: terms whose functions the kernel
encloses, when the sides differ by more than about 10**-600.  It proves no equations itself.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.enclosures.boxes import real_terms
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.numbers.basic import gap_of, nonzero
from verifier.prove.numbers.gathered import stem_of

NAME = "interval arithmetic"
PRECISIONS = (60, 150, 500, 2000)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE or head(goal) == "==" or free_names(goal):
        return None
    if not all(is_real(e, s.sorts) for e in real_terms(goal)):
        return None
    for prec in PRECISIONS[: 2 if effort == 0 else 4]:
        driver.tick()
        truth = Intervals(prec, {}).truth(goal)
        if truth:
            return {"rule": "box", "prec": prec, "tree": "pass"}
        if truth is False:
            return None
    return weakly(driver, s, goal, effort) if head(goal) in ("<=", ">=") and effort else None


def weakly(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """a <= b from a == b, which the driver proves."""
    equal: Expr = ("==", *operands(goal))
    proof = driver.prove(s, equal, effort)
    if proof is None:
        return None
    field = Field(s.sorts)
    _, below = gap_of(field, goal)
    apart = nonzero(driver, s, field, below)
    if apart is None:
        return None
    label = f"{stem_of(s, (goal, 'equal'))}.0"
    times = 1 if head(goal) == "<=" else -1
    end: Node = {"rule": "positive", "products": [], "terms": [{"fact": label, "times": times}], "nonzero": apart}
    return {"rule": "have", "formula": to_json(equal), "proof": proof, "as": label, "then": end}
