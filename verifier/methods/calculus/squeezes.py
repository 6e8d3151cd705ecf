"""Limits between two bounds: where an oscillation decides nothing, although it never dies out.

Decides: limits of functions that lie between what they become when their sines and cosines are replaced by -1 or 1,
provided that these two have the same limit (one of them does where the limit is infinite). How: which replacement is a
bound is seen at sample points and proved by the driver; `limits` evaluates the bounds; the rule ``limit-between``.
Complete for nothing.  Cannot do: more than two oscillations, and functions with parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verifier.claims.named import fresh, meaningful, operands, parts, replaced, substitute, to_json
from verifier.kernel.binding import free_names, subexpressions
from verifier.kernel.expr import REAL, Expr, conjunction, head
from verifier.kernel.limits import OO, infinite
from verifier.methods.calculus import limits
from verifier.methods.calculus.approximation import NoValue, value
from verifier.methods.calculus.driver import Branch, Driver, Node

SAMPLES = tuple(Fraction(37 * k, 11) + 90 for k in range(1, 40))


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of a limit, which becomes a fact of the branch."""
    name, body, point, side = parts(term, branch.s)
    waves = [e for e in dict.fromkeys(subexpressions(body)) if _wave(e) and name in free_names(e)]
    if not 1 <= len(waves) <= 2 or free_names(body) != {name}:
        return None
    trial = Branch(driver, branch.s)
    found: dict[str, tuple[Expr, Expr, str]] = {}
    for bound in _bounds(body, waves):
        kind = _kind(body, bound, name, point, side)
        other: Expr = ("fn", "limit", ("forall", name, REAL, bound), point, side)
        if kind is None or kind in found:
            continue
        limit = limits.expanded(driver, trial, other, effort)
        label = next((n for n, f in trial.s.facts.items() if limit is not None and f == ("==", other, limit)), None)
        if limit is None or label is None:
            continue
        found[kind] = (bound, limit, label)
        if infinite(limit) == (1 if kind == "low" else -1):
            return _between(trial, branch, term, {kind: found[kind]}, effort)
    if len(found) == 2 and found["low"][1] == found["high"][1]:
        return _between(trial, branch, term, found, effort)
    return None


def _wave(e: Expr) -> bool:
    return head(e) == "fn" and operands(e)[0] in ("sin", "cos")


def _bounds(body: Expr, waves: list[Expr]) -> Iterator[Expr]:
    """The function with its oscillations at their ends."""
    for ends in product((-1, 1), repeat=len(waves)):
        bound = body
        for wave, end in zip(waves, ends, strict=True):
            bound = replaced(bound, wave, end)
        yield bound


def _kind(body: Expr, bound: Expr, name: str, point: Expr, side: int) -> str | None:
    """Whether a function seems to be a lower or an upper bound near the point."""
    low = high = True
    for k, t in enumerate(SAMPLES):
        try:
            if infinite(point):
                x = value(("*", infinite(point), int(t * 10)), {})
            else:
                sign = side or (1 if k % 2 else -1)
                x = value(("+", point, ("/", sign, int(t * 100))), {})
            f, g = value(body, {name: x}), value(bound, {name: x})
        except NoValue:
            return None
        low, high = low and g <= f, high and g >= f
    return "low" if low else "high" if high else None


def _between(
    trial: Branch, branch: Branch, term: Expr, found: dict[str, tuple[Expr, Expr, str]], effort: int
) -> Expr | None:
    name, body, point, side = parts(term, trial.s)
    driver, s = trial.driver, trial.s
    limit = next(iter(found.values()))[1]
    v, label = fresh("v", frozenset(s.sorts)), trial.label("near")
    for size in (1, 10):
        fields: Node = {"name": v, "bounds": label}
        if infinite(point):
            beyond = size * infinite(point)
            near: Expr = ("<", beyond, v) if point == OO else ("<", v, beyond)
            fields["beyond"] = beyond
        else:
            radius: Expr = ("/", 1, size)
            low: Expr = ("<", point if side == 1 else ("-", point, radius), v)
            high: Expr = ("<", v, point if side == -1 else ("+", point, radius))
            near = conjunction([low, high] + ([("!=", v, point)] if side == 0 else []))
            fields |= {"radius": to_json(radius), "positive": driver.prove(s, ("<", 0, radius), 0)}
        inner = s.declare(v, REAL).assume(label, near)
        here = substitute(body, {name: v})
        fields["defined"] = driver.prove(inner, meaningful(here, inner.sorts), min(effort, 1))
        for kind, (bound, _, fact) in found.items():
            there = substitute(bound, {name: v})
            goal: Expr = ("<=", there, here) if kind == "low" else ("<=", here, there)
            fields[kind] = {"fact": fact, "proof": driver.prove(inner, goal, min(effort, 2))}
        as_ = trial.label("limit")
        node: Node = {"rule": "limit-between", "of": to_json(term), "value": to_json(limit), **fields, "as": as_}
        fact_: Expr = ("==", term, limit)
        end: Node = {**node, "then": {"rule": "exact", "fact": as_}}
        if driver.accepts(s, fact_, end):
            return limit if branch.have(fact_, trial.wrap(end)) else None
    return None
