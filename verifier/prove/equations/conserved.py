"""Equations and inequalities between curves, of numbers or of matrices, from one time and the slopes of both sides.

Decides: M[t] == N[t] for a real variable t of which nothing else is known, where a fact says it at one time; u <= v for
t from such a time on where v - u rises, and u <= exp(L)*c where u' <= L'*u (Gronwall).  How: the mean value theorem for
the gap, for matrices for the trace of gap' gap, of which the slope is 0 where the gap's is, and a square that vanishes;
for exp(L) the gap c - u*exp(-L).  Complete for: nothing.  Cannot do: what is known at no time.
"""

from __future__ import annotations

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.meaning.regularity import moving, perhaps_matrix
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head
from verifier.language.named import conditions, derivative, fresh, negation, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.matrices.rates import times

NAME = "constant along the flow"
OBJECTS = True
EFFORT = 1
CASE = "motion"  # the label of the side on which the time lies; there is one such question at a time


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    curves = frozenset(n for n, sort in s.sorts.items() if head(sort) == "curve")
    if not curves & free_names(goal):
        return None
    if head(goal) in ("<=", ">="):
        return _ordered(driver, s, as_less(goal), curves)
    if head(goal) != "==":
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


def _ordered(driver: Driver, s: Sequent, goal: Expr, curves: frozenset[str]) -> Node | None:
    """u <= v behind a time at which it holds, where v - u rises."""
    everywhere = times(goal, curves)
    anchors = [t for t in dict.fromkeys((0, *everywhere)) if isinstance(t, int)]
    for x in everywhere:
        if not isinstance(x, str) or s.sorts.get(x) != REAL:
            continue
        for anchor in anchors:
            if driver.prove(s, ("<=", anchor, x), 0) is not None:
                found = _grown(driver, s, goal, x, anchor) or _moved(driver.within(0.5), s, goal, x, anchor, False)
                if found is not None and driver.accepts(s, goal, found):
                    return found
    return None


def _grown(driver: Driver, s: Sequent, goal: Expr, x: str, anchor: Expr) -> Node | None:
    """u <= exp(L)*c, c a constant, from u*exp(-L) <= c."""
    low, high = operands(goal)
    powers = [e for e in subexpressions(high) if head(e) == "fn" and operands(e)[0] == "exp" and x in free_names(e)]
    rest = replaced(high, powers[0], 1) if len(set(powers)) == 1 else x
    if x in free_names(rest):
        return None
    power = operands(powers[0])[1]
    falling: Expr = ("fn", "exp", ("neg", power))
    branch = Branch(driver, s)
    formula: Expr = ("<=", ("*", low, falling), rest)
    proof = _moved(driver.within(0.7), s, formula, x, anchor, False, (low, power, falling))
    if proof is None:
        return None
    damped = branch.have(formula, proof)
    positive = branch.have(("<", 0, powers[0]))
    inverse = branch.have(("==", ("*", falling, powers[0]), 1))
    if damped is None or positive is None or inverse is None:
        return None
    return branch.wrap({"rule": "positive", "products": [{"facts": [damped, positive]}],
                        "terms": [{"fact": inverse, "times": to_json(("neg", low))}]})  # fmt: skip


def _moved(
    driver: Driver, s: Sequent, still: Expr, x: str, anchor: Expr, right: bool,
    grown: tuple[Expr, Expr, Expr] | None = None,
) -> Node | None:  # fmt: skip
    """The relation at x from that at the anchor, on one side of it.

    `grown`: it is u*exp(-L) <= c, with u, L and exp(-L).
    """
    number, other = operands(still)
    op = str(head(still))
    t, bounds = fresh("tau", frozenset(s.sorts)), fresh("inside", frozenset(s.facts))
    low, high = (x, anchor) if right else (anchor, x)
    here, curves = substitute(number, {x: t}), moving({**s.sorts, t: REAL})
    around = s.declare(t, REAL)
    closed, inside = (around.assume(bounds, ("and", (r, low, t), (r, t, high))) for r in ("<=", "<"))
    try:
        whole: Expr = ("-", substitute(other, {x: t}), here)
        slope = derivative(whole, t, curves)
        continuous, smooth = (conjunction(conditions(whole, t, inner, curves)) for inner in (False, True))
    except Unknown:
        return None
    asked: dict[str, tuple[Sequent, Expr]] = {
        "side": (s, ("<=", low, high)), "base": (s, substitute(still, {x: anchor})),
        "continuous": (closed, continuous), "smooth": (inside, smooth),
        "slope": (inside, ("==", slope, 0) if op == "==" else (op, 0, slope)),
    }  # fmt: skip
    node: Node = {"rule": "ladder", "of": x, "at": to_json(anchor), "from": "right" if right else "left", "as": t,
                  "bounds": bounds}  # fmt: skip
    for place, (around, wanted) in asked.items():
        if grown is not None and place == "slope":
            proof = _damped(driver, around, [substitute(e, {x: t}) for e in grown], t)
        else:
            proof = driver.prove(around, wanted, 2 if grown is not None and place == "base" else 1)
        if proof is None:
            return None
        node[place] = proof
    return node


def _damped(driver: Driver, s: Sequent, grown: list[Expr], t: str) -> Node | None:
    """0 <= (c - u*exp(-L))' from u' <= L'*u."""
    u, power, falling = grown
    curves = moving(s.sorts)
    branch = Branch(driver, s)
    faster = branch.have(("<=", derivative(u, t, curves), ("*", derivative(power, t, curves), u)), effort=2)
    positive = branch.have(("<", 0, falling))
    if faster is None or positive is None:
        return None
    return branch.wrap({"rule": "positive", "products": [{"facts": [faster, positive]}]})
