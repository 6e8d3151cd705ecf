"""Random nodes of the rules about limits of functions: rational ones with corners and jumps, whose limits are exact."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fuzz.analysis_terms import trap
from fuzz.harness import DONE, Generator, Instance, sequent
from fuzz.models import Model
from fuzz.numbers import Undefined
from fuzz.values import FALSE, OO, REAL, Expr, infinite, renamed

SORTS: dict[str, Expr] = {"x": REAL, "c": REAL, "l": REAL}
LETTERS = ("u", "u", "u", "t", "x", "c")
TINY = (Fraction(1, 10**15), Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 3), Fraction(9, 10))


#: pairs u, v with u < v on one side of something
LADDERS: tuple[tuple[Expr, Expr], ...] = (
    (0, ("/", 1, "x")), (("/", 1, ("+", "x", 1)), ("/", 2, "x")), ("c", ("+", "c", ("/", 1, "x"))), (0, ("^", "x", 2)),
    (("neg", "x"), ("^", "x", 3)), (("/", 1, "x"), "c"),
)  # fmt: skip


def corner(rng: random.Random, x: str, depth: int, others: tuple[str, ...] = ("c",)) -> Expr:
    """A term in x that is rational but for corners, jumps and poles."""
    kind = rng.random()
    if depth == 0 or kind < 0.2:
        return rng.choice((x, x, ("/", 1, x), ("^", x, 2), ("neg", x), 1, ("/", 1, 2), *others))

    def inner() -> Expr:
        return corner(rng, x, depth - 1, others)

    if kind < 0.65:
        return (rng.choice("++-*/"), inner(), inner())
    if kind < 0.85:
        word = rng.choice(("abs", "abs", "min", "max", "floor"))
        return (word, inner(), inner()) if word in ("min", "max") else (word, inner())
    return ("fn", "Piecewise", inner(), (rng.choice(("<", "<=")), x, rng.choice((0, 1))), inner(), ("true",))


def limit(body: Expr, name: str, point: Expr, side: int) -> Expr:
    return ("fn", "limit", ("forall", name, REAL, body), point, side)


def _place(rng: random.Random) -> tuple[Expr, int]:
    point: Expr = rng.choice((0, 0, 1, "c", OO, ("neg", OO)))
    return point, 0 if infinite(point) else rng.choice((0, 0, 1, -1))


def free(rng: random.Random) -> Model:
    env: dict[str, Any] = {n: Fraction(rng.randint(-4, 4), rng.choice((1, 1, 2))) for n in "xc"}
    return Model({**env, "l": Fraction(rng.randint(-2, 2))}, seed=rng.randint(0, 10**6))


def value_of(rng: random.Random, term: Expr) -> Expr:
    """How the value of a limit is written: an infinity, a name for a number, or something else now and then."""
    m = free(rng)
    try:
        found = m._side(term, m.env)
    except Undefined:
        found = None
    if rng.random() < 0.05:
        return rng.choice((OO, 0, "c"))
    return (OO if found > 0 else ("neg", OO)) if isinstance(found, float) else "l"


def settled(term: Expr) -> Any:
    """Models in which l is the value of a limit, if it has one."""

    def model(rng: random.Random) -> Model:
        m = free(rng)
        found = m._side(term, m.env)
        if not isinstance(found, float):
            m.env["l"] = found
        return m

    return model


def one_side(rng: random.Random) -> Instance:
    """From a limit its one side, or the other way round."""
    name, (point, side) = rng.choice(LETTERS), _place(rng)
    term = limit(corner(rng, name, 2), name, point, side)
    fact = ("==", term, value_of(rng, term))
    node = {"rule": "limit-side", "fact": "f", "side": rng.choice((1, -1, 1, -1, 0)), "as": "new", "then": DONE}
    return Instance(sequent(SORTS, {"f": fact}), FALSE, node, settled(term), models=8)


def between(rng: random.Random) -> Instance:
    """A function between two others that have one limit; it may leave them, and they may have others."""
    (point, side), names = _place(rng), [rng.choice(LETTERS) for _ in range(3)]
    f, low, high = (corner(rng, "u", 2) for _ in range(3))
    gap: Expr = rng.choice((("abs", ("-", "u", 0 if infinite(point) else point)), ("^", ("-", "u", 1), 2)))
    if infinite(point):
        gap = ("/", 1, gap)
    if rng.random() < 0.9:
        low, high = ("-", f, gap), ("+", f, ("*", 2, gap))
        if rng.random() < 0.2:
            f = rng.choice((("-", f, 1), ("+", f, 1), ("*", 2, f)))
        elif rng.random() < 0.2:
            low, high = rng.choice(((low, ("+", high, 1)), (("-", low, 1), high)))
        if rng.random() < 0.5:
            f = rng.choice((("min", f, high), ("/", ("+", low, high), 2), ("fn", "Piecewise", low, ("<", "u", 0), high,
                            ("true",)), ("+", f, rng.choice((gap, ("neg", gap), ("/", 1, 10))))))  # fmt: skip
    bodies = [renamed(e, "u", n) for e, n in zip((f, low, high), names, strict=True)]
    terms = [limit(e, n, point, side) for e, n in zip(bodies, names, strict=True)]
    value = value_of(rng, terms[1])
    other = rng.choice((-1, 1)) if rng.random() < 0.1 else side
    facts = {"low": ("==", terms[1], value), "high": ("==", limit(bodies[2], names[2], point, other), value)}
    v = rng.choice(("v", "v", "t", "u", "x"))
    node: dict[str, Any] = {"rule": "limit-between", "of": terms[0], "value": value, "name": v, "bounds": "b",
                            "radius": rng.choice((1, ("/", 1, 10), "c")), "beyond": rng.choice((1, 10, "c")),
                            "positive": DONE, "defined": DONE, "low": {"fact": "low", "proof": DONE},
                            "high": {"fact": "high", "proof": DONE}, "as": "new", "then": DONE}  # fmt: skip

    def hints(m: Model, env: Mapping[str, Any], name: str) -> list[Any]:
        if infinite(point):
            return [infinite(point) * Fraction(n) for n in (10**15, 10**6, 11, 2)]
        at = m.number(point, m.env)
        return [at + sign * d for d in TINY for sign in (1, -1)]  # type: ignore[operator]

    used = {label: f for label, f in facts.items() if value not in (OO, ("neg", OO)) or label == _needed(value)}
    return Instance(sequent(SORTS, used), FALSE, node, settled(terms[1]), models=5, hints=hints)


def _needed(value: Expr) -> str:
    return "low" if value == OO else "high"


def ladder_limit(rng: random.Random) -> Instance:
    """u R v at x from the limit of v - u at an end, and the slope between; the end may lie on the other side."""
    u, v = corner(rng, "x", 1, ("c",) * 3), corner(rng, "x", 2, ("c",) * 3)
    if rng.random() < 0.4:
        u, v = rng.choice(LADDERS) if rng.random() < 0.5 else (rng.choice((0, "c", -1)), trap(rng, "x"))
    point, side = _place(rng)
    name = rng.choice(("x", "x", "u", "t"))
    term = limit(renamed(("-", v, u), "x", name) if rng.random() < 0.95 else corner(rng, name, 2), name, point, side)
    value = value_of(rng, term)
    side_of_end = "left" if infinite(point) < 0 else "right" if infinite(point) else rng.choice(("left", "right"))
    if rng.random() < 0.1:
        side_of_end = rng.choice(("left", "right"))
    goal = (rng.choice(("<", "<=", ">")), u, v)
    if goal[0] == ">":
        goal = (">", v, u)
    node = {"rule": "ladder-limit", "of": "x", "fact": "f", "from": side_of_end, "as": rng.choice(("s", "t", "u", "c")),
            "bounds": "b", "side": DONE, "base": DONE, "strict": rng.choice(("base", "slope")), "continuous": DONE,
            "smooth": DONE, "slope": DONE}  # fmt: skip
    s = sequent(SORTS, {"f": ("==", term, value)})
    s.formula(goal)

    def hints(m: Model, env: Mapping[str, Any], _: str) -> list[Any]:
        x = m.env["x"]
        if infinite(point):
            steps = [Fraction(n) for n in (0, 1, 2, 5, 100, 10**6)] + [Fraction(1, n) for n in (2, 10, 10**9)]
            return [x + infinite(point) * d for d in steps]
        at = m.number(point, m.env)
        return [x, at, *(x + (at - x) * d for d in (*TINY, Fraction(1, 2), 1 - TINY[0]))]  # type: ignore[operator]

    return Instance(s, goal, node, settled(term), models=14, hints=hints, made=frozenset("l"))


LIMITS: dict[str, Generator] = {"limit-side": one_side, "limit-between": between, "ladder-limit": ladder_limit}
