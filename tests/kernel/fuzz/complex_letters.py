"""A complex number where a real one is written: what is said of real numbers may be wrong of others."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fuzz.harness import Instance, sequent
from fuzz.models import Model
from fuzz.numbers import CONTEXT as MP
from fuzz.values import REAL, Expr, Given

COMPLEX: Expr = ("complex",)
SHARE = 0.35  # of the instances
_PARTS = (0, 0, 1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 2), -5)


def number(rng: random.Random) -> Any:
    """A small number that is not real."""
    a, b = rng.choice(_PARTS), rng.choice(_PARTS[2:])
    return MP.mpc(MP.mpf(a.numerator) / a.denominator, MP.mpf(b.numerator) / b.denominator)


def complexified(i: Instance, rng: random.Random) -> Instance:
    """Now and then the instance where one of the real letters is complex.  Raises where it has no meaning then."""
    if rng.random() > SHARE:
        return i
    used, moved = repr((i.goal, i.node, i.sequent.given)), i.node.get("of")
    sorts = {n: sort for n, sort in i.sequent.sorts.items() if sort == REAL or sort == ("sequence", REAL)}
    letters = [n for n in sorts if n != moved and n not in i.made and f"'{n}'" in used]
    if not letters:
        return i
    name = rng.choice(letters)
    sort = sorts[name]
    sorts = {**i.sequent.sorts, name: COMPLEX if sort == REAL else (sort[0], COMPLEX)}
    s = sequent(sorts, i.sequent.given)
    s.formula(i.goal)

    def model(r: random.Random) -> Model:
        if r.random() > 0.8:
            return i.model(r)
        value = number(r)
        Given.settled = {name: value if sort == REAL else lambda _: value}
        try:
            return i.model(r)
        finally:
            Given.settled = {}

    return replace(i, sequent=s, model=model, granted=frozenset(), models=max(i.models, 4))
