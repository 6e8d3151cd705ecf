"""Statements near a point and their failures, recognised in a goal that quantifiers spell out."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.kernel.analysis.limits import OO, infinite
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head
from verifier.language.named import negation, operands
from verifier.prove.refute.places import Place, flat


@dataclass(frozen=True)
class Near:
    """There is a radius (`radius`, bound) such that `body` holds wherever x is in the place."""

    place: Place
    radius: str
    body: Expr


def place_of(bounds: list[Expr], x: str, radius: str) -> Place | None:
    """Near which point x lies, from bounds on it that mention the radius."""
    for bound in bounds:
        a, b = operands(bound) if head(bound) in ("<", ">") else (0, 0)
        if a != x or radius not in free_names(b):
            continue
        if b == radius or b == ("neg", radius):
            points: list[Expr] = [0, OO, ("neg", OO)]
        else:
            points = [operands(b)[0]] if head(b) in ("+", "-") and operands(b)[1] == radius else []
        for point in points:
            for side in (1, -1, 0):
                place = Place(x, point, 0 if infinite(point) else side)
                if {*bounds} == {*flat(place.within(radius), "and")}:
                    return place
    return None


def near(goal: Expr) -> Near | None:
    """A goal 'there is r > 0 such that P wherever x is within r', taken apart."""
    if head(goal) != "exists" or operands(goal)[1] != REAL:
        return None
    radius, _, body = operands(goal)
    rest = body
    if head(body) == "and" and len(operands(body)) == 2 and as_less(operands(body)[0]) == ("<", 0, radius):
        rest = operands(body)[1]
    if head(rest) != "forall" or operands(rest)[1] != REAL or head(operands(rest)[2]) != "implies":
        return None
    x, _, inside = operands(rest)
    guard, said = operands(inside)
    if radius in free_names(said):
        return None
    place = place_of(flat(guard, "and"), str(x), str(radius))
    return None if place is None else Near(place, str(radius), said)


def frequent(s: Sequent, goal: Expr) -> Near | None:
    """A goal 'there is x within r with Q', where r is a variable or a positive number, taken apart."""
    if head(goal) != "exists" or operands(goal)[1] != REAL or head(operands(goal)[2]) != "and":
        return None
    x, _, body = operands(goal)
    *bounds, said = operands(body)
    flattened = [q for b in bounds for q in flat(b, "and")]
    for radius in sorted(free_names(conjunction(flattened)) - {str(x)}):
        if any(as_less(f) == ("<", 0, radius) for f in s.facts.values()) and radius not in free_names(said):
            place = place_of(flattened, str(x), radius)
            if place is not None:
                return Near(place, radius, said)
    return None


def asked(goal: Expr) -> tuple[list[str], Expr]:
    """The positive constants that a goal asks for, and what it says of them."""
    names: list[str] = []
    while head(goal) == "exists" and operands(goal)[1] == REAL and near(goal) is None:
        name, _, body = operands(goal)
        parts = operands(body)
        if head(body) != "and" or len(parts) != 2 or as_less(parts[0]) != ("<", 0, name) or name in names:
            break
        names.append(str(name))
        goal = parts[1]
    return names, goal


def always(goal: Expr) -> tuple[str, Expr] | None:
    """For all r > 0: the name of r, and what holds for it."""
    if head(goal) != "forall" or operands(goal)[1] != REAL:
        return None
    r, _, body = operands(goal)
    if head(body) in ("or", "implies") and len(operands(body)) == 2:
        first, then = operands(body)
        guard = first if head(body) == "implies" else negation(first)
        if as_less(guard) == ("<", 0, r):
            return str(r), then
    return None
