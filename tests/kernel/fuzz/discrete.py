"""Random nodes of the rule about cases."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from fuzz.analysis_terms import curve
from fuzz.harness import DONE, Generator, Instance, sequent
from fuzz.models import Model
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


DISCRETE: dict[str, Generator] = {"piece": piece}
