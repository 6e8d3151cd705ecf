"""Derivatives: the evaluator of ``diff``, and equations because a derivative vanishes.

`evaluate` adds ``diff(f, x) at a point == the formula`` where the driver proves that f is smooth there; whether the
formula is what the claim says is the other closers' business.  `by_derivative` proves u == v where (v - u)' == 0
between an anchor and x, and u == v at the anchor (the kernel's rule ``ladder``); anchors are tried in the order of
simplicity.  Complete for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import conditions, derivative, flattened, fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, accepts
from verifier.prove.refute.floating.approximation import NoValue, truth, value

_PI: Expr = ("fn", "pi")
ANCHORS: tuple[Expr, ...] = (
    0, 1, -1, ("/", 1, 2), ("/", -1, 2), 2, -2, _PI, ("neg", _PI), ("/", _PI, 2), ("/", _PI, 4), 3, -3,
    ("*", 2, _PI), 5, -5,
)  # fmt: skip
_FLAT = frozenset((
    "asin", "acos", "atan", "acot", "log", "asinh", "acosh", "atanh", "loggamma", "erf", "erfc", "atan2", "lambertw",
))  # fmt: skip


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of a derivative at a point.  Raises `OutOfTime`."""
    _, binder, point, order = operands(term)
    name, _, body = operands(binder)
    if not isinstance(order, int) or not 1 <= order <= 12:
        return None
    try:
        body, needed = flattened(body, str(name), branch.s.sorts)
        for _ in range(order):
            needed += conditions(body, str(name), True, branch.s.sorts)
            body = derivative(body, str(name), branch.s.sorts)
    except Unknown as error:
        driver.notes.append(f"diff: {error}"[:200])
        return None
    here = {str(name): point}
    node = _all(driver, branch.s, [substitute(f, here) for f in needed], max(1, effort - 1))
    if node is None:
        return None
    result = substitute(body, here)
    branch.step({"rule": "diff", "of": to_json(term), "smooth": node}, ("==", term, result), "diff")
    return result


def _all(driver: Driver, s: Sequent, parts: list[Expr], effort: int) -> Node | None:
    """A node for `conjunction(parts)`; easy attempts first for each part."""
    nodes: list[Node] = []
    for part in parts:
        node = next((n for k in range(effort + 1) if (n := driver.prove(s, part, k)) is not None), None)
        if node is None:
            driver.notes.append(f"not shown: {part}"[:200])
            return None
        nodes.append(node)
    return nodes[0] if len(nodes) == 1 else {"rule": "split", "nodes": nodes}


def by_derivative(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """u == v by a vanishing derivative.  Raises `OutOfTime`."""
    words = {str(operands(e)[0]) for e in subexpressions(goal) if head(e) == "fn"}
    if not words & _FLAT or not all(is_real(side, s.sorts) for side in operands(goal)):
        return None
    for x in sorted(n for n in free_names(goal) if s.sorts.get(n) == ("real",)):
        tried = 0
        for anchor in _anchors(s, x):
            if tried >= 3:
                break
            base = substitute(goal, {x: anchor})
            proof = driver.prove(s, base, 1 if free_names(base) else min(effort, 2))
            if proof is None:
                continue
            tried += 1
            node = _from_anchor(driver, s, goal, x, anchor, proof, effort)
            if node is not None and accepts(s, goal, node):
                return node
    return None


def _anchors(s: Sequent, x: str) -> Iterator[Expr]:
    """Points that satisfy the facts about x alone, and the ends of its range."""
    import mpmath

    about = [f for f in s.facts.values() if free_names(f) == {x} and head(f) in RELATIONS]
    ends = [e for f in about for e in operands(f) if not free_names(e)]
    middles: list[Expr] = [("/", ("+", a, b), 2) for i, a in enumerate(ends) for b in ends[i + 1 :]]
    for anchor in dict.fromkeys((*ANCHORS, *middles, *ends)):
        try:
            at = {x: mpmath.mpf(value(anchor, {}, 25))}
            if all(truth(f, at) for f in about):
                yield anchor
        except NoValue:
            continue


def _from_anchor(driver: Driver, s: Sequent, goal: Expr, x: str, anchor: Expr, base: Node, effort: int) -> Node | None:
    left: Expr = ("<=", anchor, x)
    for side, relation in (("left", left), ("right", ("<=", x, anchor))):
        known = driver.prove(s, relation, 0)
        if known is not None:
            return _one_side(driver, s, goal, x, anchor, base, side, effort, known)
    label = fresh("from", frozenset(s.facts))
    yes = _one_side(driver, s.assume(label, left), goal, x, anchor, base, "left", effort)
    if yes is None:
        return None
    no = _one_side(driver, s.assume(label, (">", anchor, x)), goal, x, anchor, base, "right", effort)
    if no is None:
        return None
    return {"rule": "either", "formula": to_json(left), "as": label, "yes": yes, "no": no}


def _one_side(
    driver: Driver, s: Sequent, goal: Expr, x: str, anchor: Expr, base: Node, side: str, effort: int,
    known: Node | None = None,
) -> Node | None:  # fmt: skip
    u, v = operands(goal)
    gap: Expr = ("-", v, u)
    lo, hi = (anchor, x) if side == "left" else (x, anchor)
    known = known or driver.prove(s, ("<=", lo, hi), 1)
    t = fresh(x, frozenset(s.sorts) | free_names(goal))
    bounds = fresh("between", frozenset(s.facts))
    try:
        around = s.declare(t, ("real",))
        moved = substitute(gap, {x: t})
        closed = around.assume(bounds, ("and", ("<=", lo, t), ("<=", t, hi)))
        inside = around.assume(bounds, ("and", ("<", lo, t), ("<", t, hi)))
        smooth = _all(driver, inside, conditions(moved, t, inner=True), 1)
        continuous = None if smooth is None else _all(driver, closed, conditions(moved, t, inner=False), 1)
        if continuous is None or known is None:
            return None
        slope = driver.prove(inside, ("==", derivative(moved, t), 0), 1)  # more would come back here
    except (Unknown, Rejected):
        return None
    if slope is None:
        return None
    return {
        "rule": "ladder", "of": x, "at": to_json(anchor), "from": side, "side": known, "base": base, "as": t,
        "bounds": bounds, "continuous": continuous, "smooth": smooth, "slope": slope,
    }  # fmt: skip

