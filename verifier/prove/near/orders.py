"""Asymptotic orders: statements near a point, with constants that are found, and their negations.

Decides: "there are constants k and a radius r such that P(k, x) wherever x is within r of a point" (big O, little o and
their kin once they are expanded), and "for all radii there is an x within r with Q(x)", which is how these fail.  How:
`constants` names the constants; radii are explicit where the driver proves P on an interval, and else come from limits
(`nearby`); a witness x for a failure lies within the radius on which a limit forces Q, or on a sequence along which the
oscillating parts stand still (`oscillation`).  Complete for: bounds by quotients that have a limit (oo and 0 included),
given the limit.  It cannot choose constants by more than one quotient, nor radii that depend on what is quantified
inside.
"""

from __future__ import annotations

from itertools import product

from verifier.kernel.analysis.limits import OO, infinite
from verifier.kernel.logic.sequents import Sequent, as_less, halved
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, RELATIONS, Expr, conjunction, head
from verifier.language.named import fresh, negation, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.near import constants, oscillation
from verifier.prove.near.near_forms import Near, asked, frequent, near
from verifier.prove.near.nearby import Ways, bounded_time, plainly
from verifier.prove.refute.places import Place, flat, plausible

NAME = "asymptotic orders"
HEADS = ("exists", "or")
SHARE = 3.0  # seconds for the explicit radii of one statement


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node for a statement near a point or a failure of one; None for other goals and where nothing is found."""
    if effort < 1:
        return None
    if head(goal) == "or":
        return _alternative(driver, s, goal, effort)
    found = near(goal)
    if found is not None:
        return _eventually(driver, s, goal, found, effort)
    often = frequent(s, goal)
    if often is not None:
        return _frequently(driver, s, goal, often, effort)
    return constants.prove(driver, s, goal, effort) or _somewhere(driver, s, goal, effort)


def concerns(s: Sequent, goal: Expr) -> bool:
    """Whether a goal is of a form that is decided here: whoever finds nothing here need not look elsewhere for long."""
    return near(asked(goal)[1]) is not None or frequent(s, goal) is not None


# -- statements near a point ------------------------------------------------------------------------------
def _eventually(driver: Driver, s: Sequent, goal: Expr, found: Near, effort: int) -> Node | None:
    if found.place.side == 0 and not infinite(found.place.point):
        return _both_sides(driver, s, goal, found, effort)
    radius, body = found.radius, operands(goal)[2]
    for r in found.place.radii():
        if plausible(s, found.body, found.place, r):
            node = bounded_time(driver, s, substitute(body, {radius: r}), 2, SHARE / 4)
            if node is not None:
                return {"rule": "witness", "value": to_json(r), "then": node}
            break
    branch = Branch(driver, s)
    x = fresh(found.place.x, frozenset(s.sorts))
    place = Place(x, found.place.point, found.place.side)
    said = substitute(found.body, {found.place.x: x})
    ways = Ways(branch, place, effort, explicit=True if len(flat(said, "and")) > 1 else None)
    if not ways.add(said):
        return None
    least = ways.radius()
    ways.smaller(branch, least)
    outer, label = branch.s, fresh("here", frozenset(branch.s.facts))
    name = fresh(x, frozenset(outer.sorts))
    inside = Branch(driver, outer.declare(name, REAL).assume(label, place.within(least, name)))
    if any(finish(inside, name) is None for finish in ways.found.values()):
        return None
    end = inside.wrap(driver.prove(inside.s, substitute(said, {x: name}), 1))
    if end is None:
        return None
    tail: Node = {"rule": "intro", "as": name, "then": {"rule": "intro", "as": label, "then": end}}
    if head(body) == "and":
        positive = driver.prove(outer, ("<", 0, least), 1)
        tail = {"rule": "split", "nodes": [positive, tail]}
    node = branch.wrap({"rule": "witness", "value": to_json(least), "then": tail})
    return node if node is not None and driver.accepts(s, goal, node) else None


def _both_sides(driver: Driver, s: Sequent, goal: Expr, found: Near, effort: int) -> Node | None:
    """Near a point on both sides, from each side."""
    branch, point = Branch(driver, s), found.place.point
    least: Expr = next((r for r in found.place.radii() if plausible(s, found.body, found.place, r)), 1)
    halves = _halves(branch, found, [least, least], effort)
    if halves is None:
        branch = Branch(driver, s)
        halves = _halves(branch, found, [None, None], effort)
        if halves is None:
            return None
        least = ("min", halves[0][0], halves[1][0])
        for smaller in (("<=", least, halves[0][0]), ("<=", least, halves[1][0]), ("<", 0, least)):
            plainly(branch, smaller)
    outer, label = branch.s, fresh("here", frozenset(branch.s.facts))
    x = fresh(found.place.x, frozenset(outer.sorts))
    inside = outer.declare(x, REAL).assume(label, found.place.within(least, x))
    cut, ends = fresh("side", frozenset(inside.facts)), []
    for (r, fact), side in zip(halves, (1, -1), strict=True):
        part = Branch(driver, inside.assume(cut, (">" if side == 1 else "<=", x, point)))
        if side == -1 and part.have(("<", x, point), effort=2) is None:
            return None
        premise = driver.prove(part.s, Place(x, point, side).within(r), 1)
        if premise is None:
            return None
        here = substitute(found.body, {found.place.x: x})
        used = part.step({"rule": "use", "fact": fact, "at": [x], "premises": [premise]}, here, "there")
        ends.append(part.wrap({"rule": "exact", "fact": used}))
    cases: Node = {"rule": "either", "formula": to_json((">", x, point)), "as": cut, "yes": ends[0], "no": ends[1]}
    tail: Node = {"rule": "intro", "as": x, "then": {"rule": "intro", "as": label, "then": cases}}
    if head(operands(goal)[2]) == "and":
        tail = {"rule": "split", "nodes": [driver.prove(outer, ("<", 0, least), 1), tail]}
    node = branch.wrap({"rule": "witness", "value": to_json(least), "then": tail})
    return node if node is not None and driver.accepts(s, goal, node) else None


def _halves(
    branch: Branch, found: Near, radii: list[Expr | None], effort: int
) -> list[tuple[Expr, str]] | None:  # fmt: skip
    """Each side of the point: a radius (any where none is given), and the fact that the statement holds within it."""
    driver, halves = branch.driver, []
    for side, radius in zip((1, -1), radii, strict=True):
        within = Place(found.place.x, found.place.point, side).within(found.radius)
        there: Expr = ("forall", found.place.x, REAL, ("implies", within, found.body))
        if radius is not None:
            there = substitute(there, {found.radius: radius})
            proof = bounded_time(driver, branch.s, there, 2, SHARE / 6)
            if proof is None:
                return None
            halves.append((radius, str(branch.have(there, proof))))
            continue
        half: Expr = ("exists", found.radius, REAL, ("and", (">", found.radius, 0), there))
        proof = driver.prove(branch.s, half, effort)
        if proof is None:
            return None
        label = branch.have(half, proof)
        r = fresh(found.radius, frozenset(branch.s.sorts))
        branch.s = branch.s.declare(r, REAL)
        body = substitute(operands(half)[2], {found.radius: r})
        known = branch.step({"rule": "obtain", "fact": label, "name": r}, body, "side")
        halves.append((r, f"{known}.1"))
    return halves


# -- failures ---------------------------------------------------------------------------------------------
def _frequently(driver: Driver, s: Sequent, goal: Expr, found: Near, effort: int) -> Node | None:
    """A point within the radius at which one of the alternatives holds."""
    for part in flat(found.body, "or"):
        for reach in (_reached, oscillation.reached):
            point = reach(driver, s, found, part, effort)
            if point is None:
                continue
            branch, x = point
            end = driver.prove(branch.s, substitute(operands(goal)[2], {found.place.x: x}), 1)
            node = branch.wrap(None if end is None else {"rule": "witness", "value": to_json(x), "then": end})
            if node is not None and driver.accepts(s, goal, node):
                return node
    return None


def _reached(driver: Driver, s: Sequent, found: Near, part: Expr, effort: int) -> tuple[Branch, Expr] | None:
    """A branch with a point within the radius at which the part holds since it holds near the point."""
    point, side_ = found.place.point, found.place.side
    for side in (1, -1) if side_ == 0 and not infinite(point) else (side_,):
        reached = _point(driver, s, Place(found.place.x, point, side), found.radius, [part], effort)
        if reached is not None:
            for bound in flat(found.place.within(found.radius, "?"), "and"):
                plainly(reached[0], substitute(bound, {"?": reached[1]}))
            return reached
    return None


def _point(
    driver: Driver, s: Sequent, place: Place, radius: str | None, relations: list[Expr], effort: int
) -> tuple[Branch, Expr] | None:  # fmt: skip
    """A point in the place (within the radius, if there is one) at which relations hold, since they hold near it."""
    x = fresh(place.x, frozenset(s.sorts))
    ways = Ways(Branch(driver, s), Place(x, place.point, place.side), effort, explicit=False)
    if not all(ways.add(substitute(p, {place.x: x})) for p in relations):
        return None
    branch = ways.branch
    if radius is not None:
        ways.radii.insert(0, radius)
    least = ways.radius()
    ways.smaller(branch, least)
    half: Expr = ("/", least, 2)
    at: Expr = half if place.point == 0 and place.side == 1 else ("+" if place.side == 1 else "-", place.point, half)
    if infinite(place.point):
        at = ("+", least, 1) if place.point == OO else ("neg", ("+", least, 1))
    for r in ways.radii:
        for bound in flat(ways.place.within(r, "?"), "and"):
            plainly(branch, substitute(bound, {"?": at}))
    return None if any(finish(branch, at) is None for finish in ways.found.values()) else (branch, at)


def _somewhere(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """There is x in an interval with Q(x, k), where a limit at an end of the interval brings Q about whatever k is."""
    if head(goal) != "exists" or operands(goal)[1] != REAL or head(operands(goal)[2]) != "and":
        return None
    x, _, body = operands(goal)
    parts = flat(body, "and")
    bounds = [p for p in parts if head(p) in ("<", "<=", ">", ">=") and operands(p)[0] == x]
    rest = [p for p in parts if p not in bounds]
    if not bounds or not rest or any(str(x) in free_names(operands(p)[1]) for p in bounds):
        return None
    if any(head(q) not in RELATIONS for p in rest for q in flat(p, "or")):
        return None
    if not free_names(conjunction(rest)) - {x}:
        return None
    places = [Place(str(x), operands(p)[1], 1 if str(head(p))[0] == ">" else -1) for p in bounds]
    signs = {place.side for place in places}
    places += [Place(str(x), end, 0) for end, side in ((OO, -1), (("neg", OO), 1)) if side not in signs]
    for place in places:
        for choice in product(*(flat(p, "or") for p in rest)):
            relations = [*bounds, *choice]
            if not all(any(plausible(s, p, place, r) for r in place.radii()) for p in bounds):
                continue
            reached = _point(driver, s, place, None, relations, effort)
            if reached is None:
                continue
            branch, at = reached
            end = driver.prove(branch.s, substitute(body, {str(x): at}), 1)
            node = branch.wrap(None if end is None else {"rule": "witness", "value": to_json(at), "then": end})
            if node is not None and driver.accepts(s, goal, node):
                return node
    return None


def _alternative(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """r <= 0, or something that is quantified: the latter where r > 0."""
    first, *rest = operands(goal)
    if len(rest) != 1 or head(first) not in ("<=", ">=") or head(rest[0]) not in ("exists", "forall") or halved(first):
        return None
    small, large = operands(as_less(first))
    if not isinstance(small, str) or large != 0:
        return None
    label = fresh("positive", frozenset(s.facts))
    then = driver.prove(s.assume(label, negation(first)), rest[0], effort)
    if then is None:
        return None
    yes: Node = {"rule": "choose", "index": 0, "then": {"rule": "exact", "fact": label}}
    no: Node = {"rule": "choose", "index": 1, "then": then}
    return {"rule": "either", "formula": to_json(first), "as": label, "yes": yes, "no": no}
