"""Inequalities, and inequalities only, about integrals between numbers that nobody has evaluated: by enclosing them.

Decides: relations <, <=, != (and their mirror images) in which proper integrals without variables occur, where the
two sides differ by more than an enclosure of reasonable work; also that an integral is not the real number v, since
it diverges on a part of its range.  How: the integrals are enclosed (`enclosures`).  Complete for nothing; an
equation is never proved here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.field import is_real
from verifier.kernel.analysis.integrals import INFINITE, OO
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head
from verifier.language.named import fresh, operands, replaced, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.numbers.evaluators import EVALUATORS
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.breaks import break_points
from verifier.prove.values.integrals.definite import integration
from verifier.prove.values.integrals.enclosures import enclosure

NAME = "enclosed integrals"
EFFORT = 2


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">=", "!="):
        return None
    broken = _broken(driver, s, goal, effort)
    if broken is not None:
        return broken
    found = [e for e in dict.fromkeys(subexpressions(goal)) if head(e) == "fn" and operands(e)[0] == "integrate"]
    terms = [e for e in found if not free_names(e) and not set(operands(e)[2:]) & {*INFINITE}]
    if not terms or any(e != t and e in subexpressions(t) for t in terms for e in terms):
        return None
    gap = _gap(goal, terms)
    if gap is None:
        return None
    chain: list[Node] = []
    for term in terms:
        node = enclosure(driver, term, gap / (4 * len(terms)))
        if node is None:
            return None
        low, high = Fraction(str(node["low"])), Fraction(str(node["high"]))
        v = fresh("v", frozenset(s.sorts))
        bounds: list[Expr] = [("==", term, v), ("<=", number(low), v), ("<=", v, number(high))]
        exists: Expr = ("exists", v, REAL, ("and", *bounds))
        known, facts = fresh("value", frozenset(s.facts)), fresh("enclosed", frozenset(s.facts))
        chain.append({"rule": "have", "formula": to_json(exists), "as": known, "proof": node})
        s = s.assume(known, exists)
        chain.append({"rule": "obtain", "fact": known, "name": v, "as": facts})
        s = s.declare(v, REAL).assume(facts, ("and", *bounds))
        chain.append({"rule": "replace", "fact": f"{facts}.0"})
        goal = replaced(goal, term, v)
    try:
        end = _ended(driver, s, goal) if len(terms) == 1 else None
        end = end or driver.prove(s, goal, 1)
    except RecursionError:
        return None
    for step in reversed(chain):
        if end is None:
            return None
        end = {**step, "then": end}
    return end


def _broken(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """integral != v, since the integral is infinite on one side of a point where the integrand breaks off."""
    term, v = operands(goal)
    if head(goal) != "!=" or head(term) != "fn" or operands(term)[0] != "integrate" or not is_real(v, s.sorts):
        return None
    work = integration(driver, s, effort, EVALUATORS)
    r = work.open(term)
    if r is None or not r.up:
        return None
    _, binder, lo, hi = operands(term)
    points = [*break_points(r), *([0] if lo in INFINITE and hi in INFINITE else [])]
    for p in points[:3]:
        for a, b in ((lo, p), (p, hi)):
            found = work.deeper().solve(("fn", "integrate", binder, a, b))
            if found is None or found[0] not in INFINITE:
                continue
            inner: list[Expr] = [] if a == lo or lo in INFINITE else [("<=", lo, a)]
            inner += [] if b == hi or hi in INFINITE else [("<=", b, hi)]
            inner += [] if a in INFINITE or b in INFINITE else [("<", a, b)]
            inside = work.ask(s, conjunction(inner), 1)
            if inside is not None:
                infinite = "oo" if found[0] == OO else "-oo"
                ends = [to_json(a), to_json(b)]
                return {"rule": "divergent", "part": ends, "infinite": infinite, "inside": inside, "then": found[1]}
    return None


def _ended(driver: Driver, s: Sequent, goal: Expr) -> Node | None:
    """v R w from v <= high < w or w < low <= v."""
    *_, bounds = s.facts
    stem = bounds.rpartition(".")[0]
    low, v = operands(s.facts[f"{stem}.1"])
    _, high = operands(s.facts[f"{stem}.2"])
    sides = operands(goal)
    if v not in sides:
        return None
    w = sides[1] if sides[0] == v else sides[0]
    under, over = fresh("under", frozenset(s.facts)), fresh("apart", frozenset(s.facts))
    for formula, bound in ((("<", high, w), "2"), (("<", w, low), "1")):
        node = driver.prove(s, formula, 1)
        if node is None:
            continue
        products = [{"facts": [f"{stem}.{bound}"]}, {"facts": [under]}]
        end: Node = {"rule": "positive", "products": products}
        if head(goal) == "!=":
            equal = 1 if (bound == "1") == (sides[0] == v) else -1
            inner: Node = {**end, "terms": [{"fact": over, "times": equal}]}
            end = {"rule": "intro", "as": over, "then": inner}
        tree: Node = {"rule": "have", "formula": to_json(formula), "as": under, "proof": node, "then": end}
        if driver.accepts(s, goal, tree):
            return tree
    return None


def _gap(goal: Expr, terms: list[Expr]) -> Fraction | None:
    """About how far the two sides lie apart, where the goal is true in floating point."""
    import mpmath

    at: dict[str, Any] = {}
    for i, term in enumerate(terms):
        v = approximate(term)
        if v is None:
            return None
        at[f"?{i}"] = v
        goal = replaced(goal, term, f"?{i}")
    try:
        a, b = (value(side, at) for side in operands(goal))
    except NoValue:
        return None
    right = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "!=": a != b}[str(head(goal))]
    gap = abs(a - b)
    if not right or not mpmath.isfinite(gap) or gap < mpmath.mpf(10) ** -16 * (1 + abs(a)):
        return None
    return Fraction(mpmath.nstr(gap, 5, strip_zeros=False, min_fixed=-40, max_fixed=40))


def approximate(term: Expr, digits: int = 20) -> Any:
    """The integral in floating point, by quadrature; None where that fails.  Nothing is decided by it."""
    import mpmath

    _, binder, lo, hi = operands(term)
    x, _, body = operands(binder)
    try:
        a, b = value(lo, {}, digits), value(hi, {}, digits)
        with mpmath.workdps(digits):
            nodes = [a + (b - a) * k / 8 for k in range(9)] if mpmath.isfinite(b - a) else [a, b]
            found, error = mpmath.quad(lambda t: value(body, {str(x): t}, digits), nodes, error=True)
        return found if error < 1e-3 * (1 + abs(found)) else None
    except (NoValue, ArithmeticError, ValueError, TypeError):
        return None
