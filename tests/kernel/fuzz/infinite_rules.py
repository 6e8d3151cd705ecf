"""Random nodes of the rules about values next to a point and far out: limits, what follows from them, infinities."""

from __future__ import annotations

import random
from fractions import Fraction

from fuzz.analysis import SORTS, real_model, real_value
from fuzz.analysis_terms import curve
from fuzz.harness import DONE, Direct, Generator, Instance, applied, sequent
from fuzz.numbers import Undefined
from fuzz.values import FALSE, OO, REAL, Expr


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


def near(rng: random.Random) -> Direct:
    """From a limit of a rational function: within some radius its values are close to it."""
    body = rng.choice(("u", ("^", "u", 2), ("/", 1, "u"), ("/", ("+", "u", "c"), ("+", "u", 3)), ("*", "c", "u")))
    where = rng.choice((0, 1, "c", OO, ("neg", OO)))
    side = rng.choice((1, -1, 0))
    term = ("fn", "limit", ("forall", "u", REAL, body), where, side)
    m = real_model(rng)
    try:
        value = m._side(term, m.env)
    except (Undefined, OverflowError):
        return Direct(False, None)
    shown: Expr = (
        (OO if value > 0 else ("neg", OO)) if isinstance(value, float) else ("/", value.numerator, value.denominator)
    )
    node = {"rule": "near", "fact": "f", "within": rng.choice(("c", ("/", 1, 10), 2, "x")), "positive": DONE,
            "as": "new", "then": DONE}  # fmt: skip
    i = Instance(sequent(SORTS, {"f": ("==", term, shown)}), FALSE, node, real_model)
    obligations = applied(i)
    if obligations is None:
        return Direct(False, None)
    if not all(m.holds(o.goal) is True for o in obligations[:-1]):
        return Direct(True, None, False)
    _, radius, _, (_, _, (_, v, _, inside)) = obligations[-1].facts["new"]
    for r in (Fraction(1, 10**6), Fraction(1, 10), Fraction(1), Fraction(10**6), Fraction(1, 10**15)):
        env = {**m.env, radius: r}
        spots = (
            [r * Fraction(i, 4) for i in (-3, -2, -1, 1, 2, 3)]
            if not isinstance(where, tuple)
            else [2 * r, -2 * r, 9 * r]
        )
        base = m.number(where, m.env) if not isinstance(where, tuple) else Fraction(0)
        if all(m.holds(inside, {**env, v: base + d}) is not False for d in spots):  # type: ignore[operator]
            return Direct(True, None)
    return Direct(True, "sampled", True, repr((node, term, shown, m.env)))


INFINITE: dict[str, Generator] = {"asymptotic": asymptotic, "near": near}
