"""The constants that an asymptotic order asks for: read off the limit of the quotient that bounds them.

Decides: "there are constants k > 0 with P(k)" where P is a statement near a point, or the failure of one, in which each
constant bounds a quotient; what is left is for `orders`.  How: a constant is a round number beyond (or short of) the
limit, or a term in it where the limit has parameters; those that hold within an explicit radius come first.  Complete
for nothing.  It cannot weigh one constant against another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from verifier.kernel.analysis.limits import OO, infinite
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, TRUE, Expr, from_json, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.language.text.printing import to_text
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.near.near_forms import always, asked, frequent, near
from verifier.prove.near.nearby import Ways, bounded_time
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, truth, value
from verifier.prove.refute.places import Place, plausible

NICE = tuple(Fraction(m) * Fraction(10) ** k for k in range(-6, 7) for m in (1, 2, 3, 5))
PATIENCE = 1.5  # seconds for one choice of explicit constants

def about(s: Sequent, inner: Expr) -> tuple[Place, Expr] | None:
    """Where a statement is about, and what it says there: near a point, or at points ever nearer to it."""
    found = near(inner)
    if found is not None:
        return found.place, found.body
    every = always(inner)
    if every is None:
        return None
    r, then = every
    name = fresh(r, frozenset(s.sorts))
    inside = s.declare(name, REAL).assume(fresh("positive", frozenset(s.facts)), (">", name, 0))
    often = frequent(inside, substitute(then, {r: name}))
    return None if often is None else (often.place, often.body)


def prove(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Name the constants, then prove the rest."""
    names, inner = asked(goal)
    found = about(s, inner) if names else None
    if found is None:
        return _uniform(driver, s, goal, names[0], inner, effort) if len(names) == 1 else None
    place, said = found
    branch = Branch(driver, s)
    ways = Ways(branch, place, effort)
    pools = [list(_values(ways, said, name, set(names))) for name in names]
    if not all(pools):
        return None
    explicit = near(inner)
    choices = [tuple(pool[min(k, len(pool) - 1)] for pool in pools) for k in range(max(map(len, pools)))]
    if explicit is not None:  # those first that hold within an explicit radius
        for choice in choices:
            if any(free_names(e) for e in choice) and effort < 2:
                continue
            body = substitute(explicit.body, dict(zip(names, choice, strict=True)))
            if any(plausible(s, body, place, r) for r in place.radii()):
                node = bounded_time(driver, s, _put(goal, names, choice), effort, PATIENCE, 0.6)
                if node is not None:
                    return _named(driver, s, choice, node)
                break
    for choice in [*choices[1:], *choices[:1]]:
        node = driver.prove(s, _put(goal, names, choice), effort)
        if node is not None:
            return _named(driver, s, choice, node)
    return None


def _uniform(driver: Driver, s: Sequent, goal: Expr, name: str, inner: Expr, effort: int) -> Node | None:
    """One constant for all x: a round number above (or below) what a quotient reaches at sample points."""
    if head(inner) != "forall" or operands(inner)[1] != REAL or free_names(inner) != {name}:
        return None
    x, _, body = operands(inner)
    guard, said = operands(body) if head(body) == "implies" else (TRUE, body)
    bound = _bounded(said, name)
    if bound is None:
        return None
    quotient, upper = bound
    reached: list[float] = []
    for t in (sign * m * Fraction(10) ** k for k in range(-9, 5) for m in (1, 2, 3, 5, 7) for sign in (1, -1)):
        try:
            at = {str(x): value(number(t), {})}
            if truth(guard, at):
                reached.append(float(value(quotient, at)))
        except (NoValue, OverflowError):
            continue
    if len(reached) < 10:
        return None
    most = max(max(reached), 0.0) if upper else min(reached)
    nice = [q for q in NICE if q >= most] if upper else [q for q in reversed(NICE) if q <= most]
    for q in [*nice[1:2], *nice[:1], *nice[2:3]]:  # some room makes proofs easier
        choice = (number(q),)
        node = bounded_time(driver, s, _put(goal, [name], choice), effort, PATIENCE, 0.4)
        if node is not None:
            return _named(driver, s, choice, node)
    return None


def _put(goal: Expr, names: list[str], choice: tuple[Expr, ...]) -> Expr:
    """What is left of the goal once its constants are named."""
    for name, e in zip(names, choice, strict=True):
        *_, rest = operands(operands(goal)[2])
        goal = substitute(rest, {name: e})
    return goal


def _named(driver: Driver, s: Sequent, choice: tuple[Expr, ...], node: Node) -> Node | None:
    for e in reversed(choice):
        positive = driver.prove(s, (">", e, 0), 2)
        if positive is None:
            return None
        node = {"rule": "witness", "value": to_json(e), "then": {"rule": "split", "nodes": [positive, node]}}
    return node


def _values(ways: Ways, said: Expr, name: str, names: set[str]) -> Iterator[Expr]:
    """Values for a constant: a little more (or less) than the limit of the quotient that it has to bound."""
    for relation in subexpressions(said):
        bound = _bounded(relation, name)
        if bound is None or free_names(bound[0]) & names:
            continue
        quotient, upper = bound
        found = ways.limit(quotient) or _one_sided(ways, quotient)
        if found is None and upper and (plain := _without_sizes(quotient)) is not None:
            signed = ways.limit(plain)
            if signed is not None and not infinite(signed[0]):
                yield ("+", ("abs", signed[0]), 1)
                return
        if found is None:
            yield from (1, 2, 10) if upper else (1, ("/", 1, 10), ("/", 1, 2))
            return
        yield from _beside(ways, found[0], upper)
        return
    yield 1


def _one_sided(ways: Ways, quotient: Expr) -> tuple[Expr, str] | None:
    """The limit from the right where there is none from both sides."""
    place = ways.place
    if place.side or infinite(place.point):
        return None
    return Ways(ways.branch, Place(place.x, place.point, 1), ways.effort).limit(quotient)


def _without_sizes(quotient: Expr) -> Expr | None:
    """f/g from |f|/|g|."""
    f, g = operands(quotient) if head(quotient) == "/" else (quotient, 1)
    if head(f) != "abs":
        return None
    f = operands(f)[0]
    return f if g == 1 else ("/", f, operands(g)[0] if head(g) == "abs" else g)


def _bounded(relation: Expr, name: str) -> tuple[Expr, bool] | None:
    """u/v and True from u <= k*v, u/v and False from k*v <= u."""
    if head(relation) not in ("<", "<=", ">", ">="):
        return None
    sides = operands(as_less(relation))
    for side, other, upper in ((sides[1], sides[0], True), (sides[0], sides[1], False)):
        if side == name:
            return other, upper
        if head(side) == "*" and name in operands(side) and name not in free_names(other):
            rest = [e for e in operands(side) if e != name]
            if len(rest) == len(operands(side)) - 1 and not any(name in free_names(e) for e in rest):
                return ("/", other, rest[0] if len(rest) == 1 else ("*", *rest)), upper
    return None


def _beside(ways: Ways, limit: Expr, upper: bool) -> Iterator[Expr]:
    if infinite(limit):
        if limit != OO or not upper:
            yield 1
        return
    if free_names(limit):
        if not upper:
            yield ("/", limit, 2)
        elif ways.branch.driver.prove(ways.branch.s, ("<=", 0, limit), 1) is not None:
            yield from (limit, ("*", 2, limit), ("+", limit, 1))
        else:
            yield ("+", ("abs", limit), 1)
        return
    try:
        at = float(value(limit, {}))
    except (NoValue, OverflowError):
        return
    if upper:
        least = max(at, 0.0)
        nice = [q for q in NICE if q >= least * (1 - 1e-12) and (least > 0 or q >= 1)]
        yield from (number(q) for q in nice[:4])
        if not nice:
            yield ("+", limit, 1)
    elif at > 0:
        nice = [q for q in NICE if q < at * (1 - 1e-12)]
        yield from (number(q) for q in nice[:-5:-1])
        if not nice:
            yield ("/", limit, 2)


def named(goal: Expr, node: Any) -> str:
    """The values that a proof names for what the goal says exists, in words; "" where it names none."""
    shown: list[str] = []
    hidden: set[str] = set()
    while isinstance(node, Mapping) and len(shown) < 8:
        rule, args = node.get("rule"), operands(goal)
        if rule == "witness" and head(goal) == "exists":
            e = from_json(node["value"])
            shown.append(f"{args[0]} from a limit" if free_names(e) & hidden else f"{args[0]} = {to_text(e)}")
            goal, node = args[2], node["then"]
        elif rule == "split" and head(goal) == "and":
            goal, node = args[-1], node["nodes"][-1]
        elif rule == "intro" and head(goal) in ("forall", "implies"):
            goal, node = args[-1], node["then"]
        elif rule in ("have", "use", "instance", "limit-definition", "obtain", "asymptotic"):
            hidden |= {str(node["name"])} if rule == "obtain" else set()
            node = node["then"]
        else:
            break
    return ", ".join(shown)
