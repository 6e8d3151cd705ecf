"""Equations between curves, of numbers or of matrices: both sides move alike and are equal at one time.

Decides: M[t] == N[t] for a real variable t of which nothing else is known, where a fact says it at one time.  How: the
mean value theorem for the gap, for matrices for the trace of gap' gap, of which the slope is 0 where the gap's is; then
a square that vanishes.  Complete for: nothing.  Cannot do: equations that are known at no time.
"""

from __future__ import annotations

from verifier.claims.named import conditions, derivative, fresh, negation, operands, substitute, to_json
from verifier.kernel.binding import free_names
from verifier.kernel.expr import REAL, Expr, conjunction, head
from verifier.kernel.integers import Unknown
from verifier.kernel.logic import Sequent
from verifier.kernel.regularity import moving, perhaps_matrix
from verifier.methods.calculus.driver import Driver, Node
from verifier.methods.rates import times

NAME = "constant along the flow"
EFFORT = 1
CASE = "motion"  # the label of the side on which the time lies; there is one such question at a time


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    curves = frozenset(n for n, sort in s.sorts.items() if head(sort) == "curve")
    if head(goal) != "==" or not curves & free_names(goal):
        return None
    known = [t for f in s.facts.values() if head(f) == "==" for t in times(f, curves)]
    for x in times(goal, curves):
        if not isinstance(x, str) or s.sorts.get(x) != REAL or CASE in s.facts:
            continue
        for anchor in dict.fromkeys(t for t in known if x not in free_names(t)):
            start = substitute(goal, {x: anchor})
            if start in s.facts.values() or driver.prove(s, start, 0) is not None:
                found = _constant(driver, s, goal, x, anchor, effort)
                if found is not None:
                    return found
    return None


def _constant(driver: Driver, s: Sequent, goal: Expr, x: str, anchor: Expr, effort: int) -> Node | None:
    gap: Expr = ("-", *operands(goal))
    matrix = perhaps_matrix(gap, s.sorts)
    number: Expr = ("trace", ("*", ("T", gap), gap)) if matrix else gap
    still: Expr = ("==", number, 0)
    case, label = fresh(CASE, frozenset(s.facts)), fresh("still", frozenset(s.facts))
    side: Expr = ("<=", anchor, x)
    yes = _moved(driver, s.assume(case, side), still, x, anchor, False)
    no = yes and _moved(driver, s.assume(case, negation(side)), still, x, anchor, True)
    if yes is None or no is None:
        return None
    proof: Node = {"rule": "either", "formula": to_json(side), "as": case, "yes": yes, "no": no}
    then = driver.prove(s.assume(label, still), goal, effort)
    if then is None:
        return None
    return {"rule": "have", "formula": to_json(still), "proof": proof, "as": label, "then": then}


def _moved(driver: Driver, s: Sequent, still: Expr, x: str, anchor: Expr, right: bool) -> Node | None:
    """The equation at x from that at the anchor, on one side of it."""
    number = operands(still)[0]
    t, bounds = fresh("tau", frozenset(s.sorts)), fresh("inside", frozenset(s.facts))
    low, high = (x, anchor) if right else (anchor, x)
    here, curves = substitute(number, {x: t}), moving({**s.sorts, t: REAL})
    around = s.declare(t, REAL)
    closed, inside = (around.assume(bounds, ("and", (r, low, t), (r, t, high))) for r in ("<=", "<"))
    try:
        whole: Expr = ("-", 0, here)
        slope = derivative(whole, t, curves)
        continuous, smooth = (conjunction(conditions(whole, t, inner, curves)) for inner in (False, True))
    except Unknown:
        return None
    asked: dict[str, tuple[Sequent, Expr]] = {
        "side": (s, ("<=", low, high)), "base": (s, ("==", substitute(number, {x: anchor}), 0)),
        "continuous": (closed, continuous), "smooth": (inside, smooth), "slope": (inside, ("==", slope, 0)),
    }  # fmt: skip
    node: Node = {"rule": "ladder", "of": x, "at": to_json(anchor), "from": "right" if right else "left", "as": t,
                  "bounds": bounds}  # fmt: skip
    for place, (around, wanted) in asked.items():
        proof = driver.prove(around, wanted, 1)
        if proof is None:
            return None
        node[place] = proof
    return node
