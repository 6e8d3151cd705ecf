"""Random nodes of the rules about limits of functions: rational ones with corners and jumps, whose limits are exact."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from fuzz.harness import DONE, Direct, Generator, Instance, applied, sequent
from fuzz.models import Model
from fuzz.numbers import Undefined
from fuzz.values import FALSE, OO, REAL, Expr, infinite

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


SIMPLE: tuple[Expr, ...] = (
    "u", ("^", "u", 2), ("/", 1, "u"), ("/", ("+", "u", "c"), ("+", "u", 3)), ("*", "c", "u"), ("/", ("abs", "u"), "u"),
)  # fmt: skip


def definition(rng: random.Random) -> Direct:
    """A function approaches its limit, and what it approaches is its limit: at points within a small radius."""
    body = rng.choice(SIMPLE) if rng.random() < 0.6 else corner(rng, "u", 2)
    point, side = _place(rng)
    term, m = limit(body, "u", point, side), free(rng)
    try:
        found = m._side(term, m.env)
    except Undefined:
        found = None
    value = "l"
    if isinstance(found, Fraction):
        m.env["l"] = found
    elif isinstance(found, float):
        value = OO if found > 0 else ("neg", OO)
    right = found is not None
    if rng.random() < 0.5:
        value = rng.choice((OO, ("neg", OO), ("+", "l", 1), ("-", "l", ("/", 1, 10)), "c"))
        given = infinite(value) or m.number(value, m.env)
        right = isinstance(found, Fraction) and not infinite(value) and found == given
        right = right or (isinstance(found, float) and infinite(value) == (1 if found > 0 else -1))
    node = {"rule": "limit-definition", "of": ("==", term, value), "as": "new", "then": DONE}
    obligations = applied(Instance(sequent(SORTS, {}), FALSE, node, free))
    if obligations is None:
        return Direct(False, None)
    if found is None and body not in SIMPLE:
        return Direct(True, None, False)  # there may be a limit that the model does not see
    _, (_, _, near), (_, defined, _) = obligations[-1].facts["new"]
    wrong = approaches(m, near, point, False) is False if right else approaches(m, defined, point, True)
    return Direct(True, "sampled" if wrong else None, True, repr((node, m.env)))


def approaches(m: Model, said: Expr, point: Expr, sure: bool) -> bool:
    """Whether for each of some distances there is a radius within which the formula holds, or surely does."""
    _, h, _, close = said
    sizes = (Fraction(1, 1000), Fraction(1, 10), Fraction(3))
    if close[0] == "implies":
        close = close[2]
    else:
        sizes = (Fraction(-1000), Fraction(3), Fraction(1000))
    _, radius, _, (_, _, (_, v, _, inside)) = close
    base = Fraction(0) if infinite(point) else m.number(point, m.env)
    steps = [Fraction(10) ** n * 3 / 7 for n in (-18, -12, -7, -3, -1, 0, 1, 3, 7, 12, 18)]
    spots = [base + d for step in steps for d in (step, -step)]  # type: ignore[operator]

    def within(size: Fraction, r: Fraction) -> bool:
        shown = (m.holds(inside, {**m.env, h: size, radius: r, v: spot}) for spot in spots)
        return all(x is True if sure else x is not False for x in shown)

    radii = [Fraction(10) ** n for n in (-15, -9, -6, -1, 0, 1, 6, 9, 15)]
    return all(any(within(size, r) for r in radii) for size in sizes)


LIMITS: dict[str, Generator] = {"limit-definition": definition}
