"""Random nodes of the rules of analysis: terms in one variable with corners, jumps and poles.

The obligations about all points of an interval are asked at many of its points, so what is found is said to rest on a
sample; the conclusion is decided at one point, by an exact value or to many digits.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from fuzz.algebra import models
from fuzz.analysis_terms import SLOPED, curve, trap
from fuzz.harness import DONE, Generator, Instance, sequent
from fuzz.models import Model
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import Undefined
from fuzz.values import FALSE, REAL, Expr
from fuzz.words import line

SORTS: dict[str, Expr] = {"x": REAL, "c": REAL, "q": ("curve", REAL)}


LETTERS = ("x", "t", "c", "u", "q")
NEXT = Fraction(1, 10**15)


def ends_of(rng: random.Random) -> tuple[Expr, Expr]:
    lo = rng.randint(-2, 1)
    return lo, lo + rng.choice((0, 1, 1, 2, 3)) if rng.random() < 0.9 else lo - 1


def between(*ends: Expr) -> Callable[[Model, Mapping[str, Any], str], list[Any]]:
    """Points of an interval as first guesses: its ends, points next to them, and a grid."""

    def hints(m: Model, env: Mapping[str, Any], name: str) -> list[Any]:
        found: list[Any] = []
        try:
            values = sorted(v for v in (m.number(e, env) for e in ends) if isinstance(v, Fraction))
        except (Undefined, TypeError):
            return []
        if values:
            lo, hi = values[0], values[-1]
            found = [lo, hi, *(lo + (hi - lo) * Fraction(i, 12) for i in range(1, 12))]
            found += [lo + Fraction(1, 10**6), hi - Fraction(1, 10**6)]
        return found

    return hints


def real_value(m: Model, e: Expr, env: Mapping[str, Any]) -> float:
    """A real value as a float, for differences that are large.  Raises `Undefined`."""
    x = line(m.number(e, env))
    if isinstance(x, MP.mpc):
        raise Undefined("a complex value")
    return float(x)


def real_model(rng: random.Random) -> Model:
    m = models(SORTS)(rng)
    m.env["x"] = Fraction(rng.randint(-6, 6), rng.choice((1, 2, 2)))
    m.env["q"] = m.member(("curve", REAL), {}, rng)
    return m


def ladder(rng: random.Random) -> Instance:
    """u R v at x, with an anchor on the left or the right; the slope decides in between."""
    u, v = curve(rng, "x", 2, ("c",)), curve(rng, "x", 1, ("c",))
    if rng.random() < 0.4:
        u, v = rng.choice((0, "c", u, 1, -1)), trap(rng, "x")
    if rng.random() < 0.2:
        v = ("+", v, ("at", "q", "x"))
    anchor = rng.choice((0, 1, -1, "c"))
    goal = (rng.choice(("<", "<=", "==", ">=")), u, v)
    node = {"rule": "ladder", "of": "x", "at": anchor, "from": rng.choice(("left", "right")), "side": DONE,
            "base": DONE,
            "as": rng.choice(("t", "s", "c")), "bounds": "b", "continuous": DONE, "smooth": DONE, "slope": DONE,
            "strict": rng.choice(("base", "slope"))}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)
    return Instance(s, goal, node, real_model, models=12, hints=between("x", anchor))


def diff(rng: random.Random) -> Instance:
    name = rng.choice(LETTERS[:4])
    body = curve(rng, name, 3, ("c",) if rng.random() < 0.5 else ()) if rng.random() < 0.6 else trap(rng, name)
    if rng.random() < 0.4:
        inside = rng.choice((name, ("+", name, 2), ("/", name, 3), ("*", name, name), ("neg", name), ("+", name, "c")))
        body = ("fn", rng.choice(SLOPED), inside)
    e = (
        "fn",
        "diff",
        ("forall", name, REAL, body),
        rng.choice(("x", "c", 0, 1, ("/", 1, 2))),
        rng.choice((1, 1, 1, 2)),
    )
    node = {"rule": "diff", "of": e, "smooth": DONE, "as": "new", "then": DONE}
    return Instance(sequent(SORTS, {}), FALSE, node, real_model, models=8)


def agree(rng: random.Random) -> Instance:
    """Terms that are equal on an interval, one of them with a corner just there perhaps."""
    a = curve(rng, "u", 2)
    b = rng.choice((
        a, ("fn", "Piecewise", a, (rng.choice(("<=", "<")), "u", rng.randint(-1, 1)), curve(rng, "u", 1), ("true",)),
        ("*", ("fn", "sign", "u"), a), ("+", a, ("-", ("abs", "u"), "u")),
    ))  # fmt: skip
    if rng.random() < 0.05:
        a, b = ("^", ("abs", ("+", "u", rng.choice((("fn", "I"), "c")))), 2), ("+", ("^", "u", 2), 1)
    lo, hi = ends_of(rng)
    at = rng.choice((lo, hi, "x"))
    if rng.random() < 0.2:  # equal up to an end, or from it on, where they part
        turned: Expr = ("+", a, ("*", 4, ("-", "u", at)))
        b = ("fn", "Piecewise", a, (rng.choice(("<", "<=", ">", ">=")), "u", at), turned, ("true",))
    node: dict[str, Any] = {"rule": "agree", "name": "u", "left": a, "right": b, "low": lo, "at": at,
                            "place": DONE, "bounds": "b", "equal": DONE, "smooth": DONE, "as": "new",
                            "then": DONE}  # fmt: skip
    if rng.random() < 0.6:
        node["high"] = hi
    return Instance(sequent(SORTS, {}), FALSE, node, real_model, models=6, hints=between(lo, hi))


def bootstrap(rng: random.Random) -> Instance:
    """For all times: strict relations between terms, some of which jump."""
    t = rng.choice(("u", "t"))
    term = curve(rng, t, 2, ("c",)) if rng.random() < 0.6 else trap(rng, t)
    at, jumps = rng.randint(-1, 1), rng.random() < 0.15
    if jumps:
        case: Expr = (rng.choice(("<", "<=")), t, at)
        term = ("fn", "Piecewise", rng.randint(-1, 3), case, rng.randint(-1, 3), ("true",))
    claim: Expr = (rng.choice(("<", ">", "<=")), term, rng.choice((1, 2, "c", 0)))
    if not jumps and rng.random() < 0.3:
        claim = (rng.choice(("and", "or")), claim, ("<", curve(rng, t, 1), 2))
    lo, hi = ends_of(rng)
    first, last = lo, hi
    if rng.random() < 0.3:
        first, last = rng.choice((("c", hi), (lo, "c"), ("c", hi), (lo, "c"), (lo, ("+", t, 1)), (("-", t, 1), hi)))
    guard: Expr = ("and", ("<=", first, t), ("<=", t, last)) if rng.random() < 0.7 else ("<=", first, t)
    goal = ("forall", t, REAL, ("implies", guard, claim))
    node = {"rule": "bootstrap", "time": t, "as": "now", "bounds": "b", "before": "before", "continuous": DONE,
            "start": DONE, "step": DONE}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)

    def earlier(op: str, sort: Expr, bound: list[Any]) -> list[Any] | None:
        """Times between the jump and the ones that are looked at: on either side of it all are alike."""
        return [Fraction(n, 2) for n in range(-4, 9)] + [(v + at) / 2 for v in bound if isinstance(v, Fraction)]

    def model(r: random.Random) -> Model:
        m = real_model(r)
        m.places = earlier if jumps else None
        return m

    return Instance(s, goal, node, model, models=4, hints=between(lo, hi))


def taylor(rng: random.Random) -> Instance:
    """The sign next to a zero of a known order; facts bound x."""
    at, order = rng.choice((0, 1)), rng.choice((1, 1, 2, 3))
    move: Expr = "x" if at == 0 else ("-", "x", at)
    u: Expr = rng.choice((0, move, ("fn", "sin", move), ("-", ("fn", "exp", move), 1), ("^", move, 2), ("*", -1, move),
                          ("-", 1, ("fn", "cos", move)), ("abs", move)))  # fmt: skip
    v: Expr = rng.choice(
        (move, ("^", move, order), ("-", ("fn", "exp", move), 1), ("fn", "tanh", move), ("fn", "atan", move))
    )
    way = rng.choice(("left", "right"))
    gap: Expr = ("-", v, u)
    body: Expr = gap if order == 1 else ("/", gap, ("^", ("-", "x", at), order - 1))
    side = rng.choice((0, 1 if way == "left" else -1))
    facts: dict[str, Expr] = {
        "low": ("<=", at if way == "left" else at - 1, "x"), "high": ("<=", "x", at + 1 if way == "left" else at),
        "limit": ("==", ("fn", "limit", ("forall", "x", REAL, body), at, side), 0),
    }  # fmt: skip
    goal = (rng.choice(("<", "<=")), u, v)
    node = {"rule": "taylor", "of": "x", "at": at, "order": order, "prec": 60, "from": way, "side": DONE,
            "fact": "limit",
            "facts": ["low", "high"], "cuts": [str(at + Fraction(1, 2) * (1 if way == "left" else -1))]}  # fmt: skip
    s = sequent(SORTS, facts)
    s.formula(goal)

    def vanishing(r: random.Random) -> Model:
        m = real_model(r)
        m.env["x"] = at + Fraction(r.randint(0, 8), 8) * (1 if way == "left" else -1)
        h = Fraction(1, 10**20) * (1 if way == "left" else -1)
        if abs(real_value(m, body, {**m.env, "x": at + h})) > 1e-6:
            raise Undefined("the limit is another one")
        return m

    return Instance(s, goal, node, vanishing, frozenset(("limit",)), 8)


def identical(rng: random.Random) -> Instance:
    a = curve(rng, "x", 2)
    b = a if rng.random() < 0.7 else curve(rng, "x", 2)
    if rng.random() < 0.3:
        a, b = (("sum", ("*", "k", e), n, 0, 2) for e, n in ((a, "k"), (b, rng.choice(("k", "x", "i")))))
    goal = ("==", a, b)
    s = sequent({**SORTS, "k": ("integer", 0, 3)}, {})
    s.formula(goal)
    return Instance(s, goal, {"rule": "identical"}, lambda r: _with_k(real_model(r)), models=6)


def _with_k(m: Model) -> Model:
    m.env["k"] = Fraction(2)
    return m


ANALYSIS: dict[str, Generator] = {
    "ladder": ladder, "diff": diff, "agree": agree, "bootstrap": bootstrap, "taylor": taylor, "identical": identical,
}  # fmt: skip
