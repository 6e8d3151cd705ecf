"""Random nodes of the rules about values next to a point and far out: limits, what follows from them, infinities."""

from __future__ import annotations

import random
from fractions import Fraction

from fuzz.analysis import SORTS, real_model, real_value
from fuzz.analysis_terms import curve
from fuzz.harness import DONE, Direct, Generator, Instance, applied, sequent
from fuzz.numbers import Undefined
from fuzz.values import FALSE, OO, REAL


def asymptotic(rng: random.Random) -> Direct:
    """A limit of a rational or an elementary function, against its values near the point."""
    body, point = curve(rng, "u", 3), rng.choice((0, 1, OO, ("neg", OO)))
    side = rng.choice((1, -1, 0))
    if rng.random() < 0.5:
        body = ("/", body, rng.choice(("u", ("^", "u", 2), ("-", "u", 1), ("fn", "exp", "u"))))
    term = ("fn", "limit", ("forall", "u", REAL, body), point, side)
    ends = []
    signs = [1] if isinstance(point, tuple) else [s for s in (1, -1) if side != -s]
    m = real_model(rng)
    try:
        for sign in signs:
            far = 1 if point == OO else -1
            for size in (30, 33):
                x = (
                    far * Fraction(10) ** (size - 26)
                    if isinstance(point, tuple)
                    else point + sign * Fraction(1, 10**size)
                )
                ends.append(real_value(m, body, {**m.env, "u": x}))
    except (Undefined, OverflowError):
        return Direct(False, None)
    near = round(ends[0]) if abs(ends[0]) < 10**6 else 0
    value = rng.choice((near, near, near, OO, ("neg", OO), near + 1, ("/", 1, 2)))
    basis = rng.choice((["y"], ["y", ["fn", "log", "y"]], [["fn", "exp", "y"], "y"]))
    way = {"scale": basis, "depth": 4, "facts": []}
    node = {"rule": "asymptotic", "of": term, "value": value, "name": "y", "ways": [way] * len(signs), "as": "new",
            "then": DONE}  # fmt: skip
    if applied(Instance(sequent(SORTS, {}), FALSE, node, real_model)) is None:
        return Direct(False, None)
    if value in (OO, ("neg", OO)):  # large, of this sign, and growing
        sign = 1 if value == OO else -1
        wrong = any(sign * e < 0.5 for e in ends) or any(
            sign * (b - a) < 0 for a, b in zip(ends[::2], ends[1::2], strict=True)
        )
    else:
        exact = real_value(m, value, {})
        wrong = any(abs(e - exact) > 0.01 for e in ends) and not all(
            abs(b - exact) < abs(a - exact) for a, b in zip(ends[::2], ends[1::2], strict=True)
        )
    return Direct(True, "sampled" if wrong else None, True, repr((node, ends)))


INFINITE: dict[str, Generator] = {"asymptotic": asymptotic}
