"""Random nodes of the rule for means: relations that are linear in them, and such that are not."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from fuzz.algebra import models
from fuzz.harness import DONE, Instance, Obligation, sequent
from fuzz.models import Model
from fuzz.values import REAL, Expr

from verifier.language.laws.outcomes import with_outcomes

SORTS: Mapping[str, Expr] = MappingProxyType({
    "X": ("random", REAL), "Y": ("random", REAL), "Z": ("random", ("matrix", 2, 1)), "c": REAL, "B": ("matrix", 1, 2),
})  # fmt: skip
TRUE: Expr = ("true",)
RELATIONS = ("==", "<=", "<", ">=", ">", "!=")


def expectation(rng: random.Random) -> Instance:
    """Means of polynomials, moduli and cases; some stand where a mean is not linear, or speak of another outcome."""

    def number(depth: int) -> Expr:
        kind = rng.randint(0, 8)
        if depth == 0 or kind < 3:
            return rng.choice(("X", "X", "Y", "c", rng.randint(-2, 2), ("trace", ("*", "B", "Z"))))
        if kind == 3:
            return ("^", number(depth - 1), 2)
        if kind == 4:
            return ("abs", number(depth - 1))
        if kind == 5:
            return ("fn", "Piecewise", number(0), ("<=", "X", "c"), number(depth - 1), TRUE)
        if kind == 6:
            return ("fn", "expect", number(depth - 1))  # a mean inside of a mean is a number
        return (rng.choice("+-*"), number(depth - 1), number(depth - 1))

    def mean() -> Expr:
        return ("fn", "expect", number(2))

    def side() -> Expr:
        kind = rng.randint(0, 11)
        if kind < 4:
            return mean()
        if kind == 4:
            return rng.choice((0, 1, "c"))
        if kind == 5:
            return (rng.choice("+-"), mean(), rng.choice((mean(), "c", 1)))
        if kind == 6:
            return ("*", rng.choice(("c", 2, -1)), mean())
        if kind == 7:
            return ("/", mean(), rng.choice((2, -1, ("+", ("^", "c", 2), 1))))
        if kind == 8:
            return ("trace", ("*", "B", ("fn", "expect", "Z")))
        return rng.choice((("*", mean(), mean()), ("^", mean(), 2), ("abs", mean()), ("/", 1, mean()), ("neg", mean()),
                           ("sum", mean(), "X", 0, 1), ("fn", "Piecewise", 0, ("<=", mean(), 0), 1, TRUE)))  # fmt: skip

    goal: Expr = (rng.choice(RELATIONS), side(), side())
    facts: dict[str, Expr] = {}
    if rng.random() < 0.5:
        sure = rng.choice((("<=", "X", 1), (">=", "Y", 0),
                           ("<=", ("abs", "Y"), "c"), ("==", "X", "Y"), ("<", "X", "Y")))  # fmt: skip
        ends = rng.choice(((0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 1), (0, 2, 0)))
        facts["sure"] = ("==", ("fn", "expect", ("fn", "Piecewise", ends[0], sure, ends[1], TRUE)), ends[2])
    names = ["X", "Y", "Z"] if rng.random() < 0.8 else rng.sample(["X", "Y", "Z", "c"], 2)
    letters = {name: rng.choice((name.lower(), name.lower(), "u")) for name in names}
    node: dict[str, Any] = {"rule": "expectation", "letters": letters, "then": DONE}
    if facts and rng.random() < 0.8:
        node["almost"] = {"sure": "known"}
    s = sequent(dict(SORTS), {n: with_outcomes(f, SORTS) for n, f in facts.items()})
    told = {"then": _told(letters)}
    return Instance(s, with_outcomes(goal, SORTS), node, models(dict(SORTS), 3, 2), models=12, told=told)


def _told(letters: Mapping[str, str]) -> Callable[[Model, Obligation], bool | None]:
    """Whether the obligation holds at the values of the letters at each outcome: no more is needed of it."""

    def told(m: Model, o: Obligation) -> bool | None:
        answer: bool | None = True
        for i, _ in enumerate(m.weights):
            env = {**m.env, **{letter: m.env[n].values[i] for n, letter in letters.items()}}
            if all(m.holds(f, env) for f in o.facts.values()):
                inside = m.holds(o.goal, env)
                if inside is False:
                    return False
                answer = answer and inside
        return answer

    return told


MEANS = {"expectation": expectation}
