"""Random nodes of the rules about cases and remainders."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from typing import Any

from fuzz.analysis_terms import curve
from fuzz.harness import DONE, Generator, Instance, sequent
from fuzz.models import Model
from fuzz.numbers import Undefined
from fuzz.values import FALSE, REAL, Expr

RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


def piece(rng: random.Random) -> Instance:
    """One of some cases; earlier ones may hold as well, and values may exist nowhere."""
    sorts: dict[str, Expr] = {"x": REAL, "c": REAL, "k": ("integer", -2, 2)}

    def value() -> Expr:
        kind = rng.random()
        if kind < 0.1:
            return ("fn", "limit", ("forall", "u", REAL, ("/", rng.choice((1, "u")), "u")), 0, rng.choice((0, 1)))
        if kind < 0.25:
            j = rng.choice("jkx")
            return ("sum", ("*", j, rng.choice(("x", "c", 2))), j, 0, rng.choice((2, "k")))
        return curve(rng, "x", 2, ("c", "k"))

    def case() -> Expr:
        relation: Expr = (rng.choice(RELATIONS), rng.choice(("x", "c", ("+", "x", "c"))), rng.choice((0, 1, "k", "c")))
        if rng.random() < 0.2:
            return (rng.choice(("and", "or")), relation, (rng.choice(RELATIONS), "k", rng.randint(-1, 1)))
        return ("not", relation) if rng.random() < 0.1 else relation

    count = rng.randint(1, 3)
    cases = [case() for _ in range(count)]
    if rng.random() < 0.5:
        cases[-1] = ("true",)
    e: Expr = ("fn", "Piecewise", *(a for c in cases for a in (value(), c)))
    index = rng.choice((*range(count), -1)) if rng.random() < 0.3 else rng.randrange(count)
    node = {"rule": "piece", "of": e, "index": index, "holds": DONE, "as": "new", "then": DONE,
            "fail": [DONE] * max(0, index - (rng.random() < 0.1))}  # fmt: skip

    def model(r: random.Random) -> Model:
        env: dict[str, Any] = {n: Fraction(r.randint(-3, 3), r.choice((1, 1, 2))) for n in "xc"}
        return Model({**env, "k": Fraction(r.randint(-2, 2))})

    return Instance(sequent(sorts, {}), FALSE, node, model, models=15)


def residues(rng: random.Random) -> Instance:
    """Remainders of polynomials and powers: the values that they take at some integers, of which one may be missing."""
    least = rng.choice((0, 1, -1))
    sorts: dict[str, Expr] = {"i": ("integer", "-oo", "oo"), "j": ("integer", 0, 5), "n": ("integer", least, "oo")}
    if rng.random() < 0.05:
        sorts["i"] = REAL
    names = rng.sample("ijn", rng.choice((1, 1, 2)))

    def inside(depth: int) -> Expr:
        kind = rng.random()
        if depth == 0 or kind < 0.25:
            return rng.choice((*names, *names, rng.randint(-3, 6)))
        if kind < 0.4:
            return ("^", inside(depth - 1), rng.choice((2, 3, 0, 1, -1)))
        if kind < 0.6 and "n" in names:
            exponent = rng.choice(("n", "n", ("+", "n", 1), ("*", 2, "n"), ("-", "n", 1), ("neg", "n")))
            return ("^", rng.choice((2, 3, 4, ("neg", 1), ("neg", 2), 7)), exponent)
        if kind < 0.65:
            return ("mod", inside(depth - 1), rng.randint(1, 6))
        return (rng.choice("+-**"), inside(depth - 1), inside(depth - 1))

    def sample(r: random.Random) -> Model:
        wide = r.choice((3, 12, 40))
        env = {"i": Fraction(r.randint(-wide, wide)), "j": Fraction(r.randint(0, 5))}
        return Model({**env, "n": Fraction(least + r.randint(0, wide))})

    m = rng.randint(2, 8)
    e: Expr = ("mod", inside(2), m)
    facts: dict[str, Expr] = {}
    if rng.random() < 0.4:
        facts["f"] = ("==", ("mod", rng.choice(names), rng.choice((2, 3, m))), rng.randint(0, 2))
    values = set()
    for _ in range(40):
        model = sample(rng)
        if all(model.holds(f) for f in facts.values()):
            with suppress(Undefined):
                values.add(model.whole(e, model.env))
    found = sorted(values)
    if found and rng.random() < 0.15:
        found.remove(rng.choice(found))
    kind = rng.random()
    goal: Expr = ("or", *(("==", e, v) for v in found)) if found else (rng.choice(RELATIONS), e, rng.randint(0, m))
    if found and kind < 0.3:
        goal = (rng.choice(("<=", "<")), e, found[-1] + rng.choice((0, 0, 1)))
    elif kind < 0.5:
        missing = [v for v in range(m) if v not in found] or [m]
        goal = ("!=", e, rng.choice(missing))
    elif kind < 0.6:
        goal = ("implies", ("==", e, rng.choice((*found, 0))), ("<=", ("mod", inside(1), m), m - 1))
    labels = list(facts) if rng.random() < 0.9 else []
    s = sequent(sorts, facts)
    s.formula(goal)
    return Instance(s, goal, {"rule": "residues", "facts": labels}, sample, models=25)


DISCRETE: dict[str, Generator] = {"piece": piece, "residues": residues}
