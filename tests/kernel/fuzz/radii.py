"""Random nodes of the rules about functions and radii that exist: "for all, there is, for all" over real numbers.

The models look at the places where terms break, at places next to them on several scales, and at radii in between, and
take what they see there for the whole: points next to a break that is looked at are nearer than the least radius.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fuzz.harness import DONE, Generator, Instance, sequent
from fuzz.matrices import Curve, each, plus, table, times
from fuzz.models import Model
from fuzz.numbers import Undefined
from fuzz.series_rules import literal
from fuzz.values import FALSE, REAL, Expr

HALF: Expr = ("/", 1, 2)
NEXT = Fraction(1, 1000)  # the outermost points lie so far from a break
RADII = [Fraction(1, 10**20), Fraction(1, 16), Fraction(1, 10**60)]
TINY = Fraction(1, 10**100)
Places = Callable[[str, Expr, list[Any]], list[Any] | None]


def around(breaks: Iterable[Fraction]) -> Places:
    """Places next to the breaks at first, then nearer ones, and next to the numbers that are bound already."""
    coarse = [b + d for b in breaks for d in (0, NEXT, -NEXT)]
    near = [b + d for b in breaks for d in (0, TINY, -TINY)]

    def places(op: str, sort: Expr, bound: list[Any]) -> list[Any]:
        if op == "exists" or not bound:
            return RADII if op == "exists" else coarse
        return [RADII[-1], *near, *(v + d for v in bound for d in (0, TINY, -TINY, NEXT / 100, -NEXT / 100))]

    return places


def broken(rng: random.Random, x: str, breaks: list[Fraction]) -> Expr:
    """A term in x that may vanish, jump or have a corner at a break."""
    b = literal(rng.choice(breaks))
    at: Expr = ("-", x, b)
    one: Expr = rng.choice((1, ("abs", at), ("^", at, 2), ("+", ("abs", at), 1), x, ("*", 2, at), ("^", at, 3)))
    kind = rng.random()
    if kind < 0.4:
        return one
    if kind < 0.6:
        return (rng.choice("+*-"), one, rng.choice((1, x, ("abs", at), at)))
    if kind < 0.7 and Fraction(0) in breaks:
        return (rng.choice(("min", "max")), ("abs", x), ("^", x, 2))
    other: Expr = rng.choice((0, 1, ("*", -1, at), ("^", at, 2), b, x))
    return ("fn", "Piecewise", one, (rng.choice(("<", "<=", "==")), x, b), other, ("true",))


def some(rng: random.Random) -> list[Fraction]:
    return rng.sample([Fraction(0), Fraction(1, 2), Fraction(1)], rng.choice((1, 1, 2)))


def compact(rng: random.Random) -> Instance:
    """A radius for each point, and one for all: missing where they fall to 0 at a break."""
    x, r = rng.choice(("x", "x", "t", "q", "c")), rng.choice(("r", "r", "q", "x", "t"))
    relation, breaks = rng.choice(("<=", "<=", "<", ">=", "!=")), some(rng)
    claim: Expr = (relation, r, broken(rng, x, breaks))
    if rng.random() < 0.2:
        b = literal(rng.choice(breaks))
        claim = (rng.choice(("or", "and")), claim, (rng.choice(("<", "==", "!=")), x, b))
    if rng.random() < 0.15:
        claim = ("<=", ("*", r, broken(rng, x, breaks)), 1)
    if rng.random() < 0.15:  # what a small radius does for large x, a large one does for small x
        most, least = (rng.choice((Fraction(3, 4), Fraction(1, 4), Fraction(1))) for _ in range(2))
        breaks += [most, least]
        parts = [("and", ("<=", x, literal(most)), (">=", r, ("/", 1, 16))),
                 ("and", (">=", x, literal(least)), ("<", r, ("/", 1, 16)))]  # fmt: skip
        claim = ("or", *parts)
    low, high = rng.choice(((0, 1), (0, 1), (0, 2), (HALF, 1), (0, 0), (1, 0), ("c", 1)))
    node = {"rule": "compact", "name": x, "radius": r, "formula": claim, "low": low, "high": high, "local": DONE,
            "smaller": DONE, "as": "new", "then": DONE}  # fmt: skip

    def model(rng: random.Random) -> Model:
        m = Model({"c": rng.choice(breaks)})
        ends = [m.number(e, m.env) for e in (low, high)]
        m.places = around(dict.fromkeys([*breaks, *ends]))
        return m

    return Instance(sequent({"c": REAL}, {}), FALSE, node, model, models=1)


@dataclass(frozen=True)
class Drawn(Curve):
    """A curve by a term and its slope from the right."""

    model: Model
    name: str

    def __call__(self, t: Any) -> Any:
        return self.model.value(self.entries, {**self.model.env, self.name: t})

    def rate(self, t: Any) -> Any:
        rise = plus(self(t + TINY * TINY), times(Fraction(-1), self(t)))
        return each(rise, lambda d: d / (TINY * TINY))


def differentiable(rng: random.Random) -> Instance:
    """A term with a corner, a jump or neither; its slope at each place is the one from the right."""
    x = rng.choice(("x", "x", "y", "r", "h", "slope", "q", "c"))
    breaks = some(rng)
    term = broken(rng, x, breaks)
    matrix = rng.random() < 0.2
    sorts: dict[str, Expr] = {"c": REAL, "A": ("matrix", 2, 1)}
    if matrix:
        term = ("*", term, "A") if rng.random() < 0.5 else ("+", "A", ("*", term, "A"))
    elif rng.random() < 0.3:
        term = ("+", term, rng.choice((("*", "c", x), ("fn", "limit", ("forall", "u", REAL, ("/", 1, "u")), 0, 0))))
    sort: list[Any] = ["matrix", 2, 1] if matrix else ["real"]
    node = {"rule": "differentiable", "name": x, "of": term, "sort": sort, "proof": DONE, "as": "new", "then": DONE}

    def model(r: random.Random) -> Model:
        m = Model({"c": Fraction(r.randint(-2, 2)), "A": table(r, 2, 1)})
        drawn, places = Drawn(term, m, x), around(breaks)

        def asked(op: str, sort: Expr, bound: list[Any]) -> list[Any]:
            if sort[0] == "curve":
                return [drawn]
            if op == "exists" and len(bound) == 1:
                return [drawn.rate(bound[0])]
            numbers = [v for v in bound if isinstance(v, Fraction)]
            if op == "forall" and len(bound) == 2:  # the bound on the error of the slope
                return [Fraction(1), Fraction(1, 10**12)]
            return places(op, sort, numbers[:1])

        m.places = asked
        return m

    return Instance(sequent(sorts, {}), FALSE, node, model, models=1)


def choice(rng: random.Random) -> Instance:
    """A value for each matrix, given by a term or bounded by it, and the function that takes it."""
    x, y = rng.choice(("x", "x", "f", "c", "A")), rng.choice(("y", "y", "f", "x", "c"))
    shape = rng.choice((("matrix", 2, 1), ("matrix", 1, 1), ("matrix", 2, 2)))
    value: Expr = rng.choice(
        (("trace", ("*", ("T", x), x)), ("entry", x, 0, 0), ("*", "c", ("entry", x, 0, 0)), "c", 0)
    )
    sort: Expr = REAL
    if rng.random() < 0.3:
        sort, value = shape, rng.choice((x, ("*", 2, x), ("-", x, x), ("*", "c", x)))
    elif rng.random() < 0.1:
        sort = ("integer", 0, "oo")
    claim: Expr = ("==", y, value)
    if sort == REAL and rng.random() < 0.5:
        claim = (rng.choice(("<=", ">=", "!=")), y, ("+", value, rng.choice((0, 0, 1))))
    if rng.random() < 0.2:
        z = rng.choice(("z", "f", "f1", "f2", x))
        claim = ("and", claim, ("==", ("sum", ("*", z, y), z, 0, 2), ("*", 3, y)))
    fact: Expr = ("forall", x, shape if rng.random() < 0.9 else REAL, ("exists", y, sort, claim))
    if rng.random() < 0.1:
        fact = ("exists", y, sort, ("forall", x, shape, claim))
    node = {"rule": "choice", "fact": "f", "as": "new", "then": DONE}
    names: dict[str, Expr] = {"c": REAL, **({"f": REAL} if rng.random() < 0.3 else {})}
    s = sequent(names, {"f": fact})

    def model(r: random.Random) -> Model:
        m = Model({n: Fraction(r.randint(-2, 2)) for n in names}, seed=r.randint(0, 99))

        def some_of(v: Any) -> list[Any]:
            given = m.value(value, {**m.env, x: v})
            return [given, *(each(given, lambda e, d=step: e + d) for step in (1, -1))]

        def chosen(v: Any) -> Any:
            """The first value that does."""
            return next((w for w in some_of(v) if m.holds(claim, {**m.env, x: v, y: w})), Fraction(0))

        def asked(op: str, sort: Expr, bound: list[Any]) -> list[Any] | None:
            argument = next((v for v in bound if not callable(v)), None)
            if op == "exists" and sort[0] == "function":
                return [chosen]
            try:
                return None if op == "forall" or argument is None else some_of(argument)
            except Undefined:
                return None

        m.places = asked
        return m

    return Instance(s, FALSE, node, model, models=4)


RADII_RULES: dict[str, Generator] = {"compact": compact, "differentiable": differentiable, "choice": choice}
