"""Random nodes of the rules about infinite sums and products: exponentials times polynomials, rational functions.

Their values are exact.  What is damaged: an index, a first term, a coefficient, a sign, the names that are bound.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fuzz.harness import DONE, Direct, Generator, Instance, applied, sequent
from fuzz.models import Model
from fuzz.numbers import Undefined
from fuzz.values import FALSE, OO, REAL, Expr, renamed

SORTS: dict[str, Expr] = {"c": REAL, "a": REAL, "b": REAL, "m": ("integer", -2, 3)}
LETTERS = ("k", "k", "k", "j", "n", "m", "c", "x")
QUOTIENTS: tuple[Expr, ...] = (("/", 1, 2), ("/", -1, 2), ("/", 1, 3), ("/", 2, 3), "c")


def literal(x: Fraction) -> Expr:
    """A rational number as a term."""
    return x.numerator if x.denominator == 1 else ("/", x.numerator, x.denominator)


def series(f: Expr, k: str, lo: Expr, word: str = "Sum") -> Expr:
    return ("fn", word, ("forall", k, ("integer", lo, "oo"), f))


def summand(rng: random.Random, k: str) -> Expr:
    """A term of a series, which mostly converges."""
    if rng.random() < 0.3:
        i = rng.randint(1, 3)
        return ("/", rng.choice((1, -1, "a", k)), ("*", ("+", k, i), ("+", k, i + rng.randint(1, 2))))
    base = rng.choice(QUOTIENTS) if rng.random() < 0.9 else rng.choice((1, -1, 2))
    power: Expr = ("^", base, rng.choice((k, k, k, k, ("+", k, 1), ("*", 2, k))))
    return ("*", rng.choice((1, 1, 2, -1, "a", k, ("^", k, 2))), power)


def model(rng: random.Random) -> Model:
    env: dict[str, Any] = {n: Fraction(rng.randint(-3, 3), rng.choice((1, 2, 4, 5))) for n in "ab"}
    env["c"] = Fraction(rng.randint(-3, 3), 4)
    return Model({**env, "m": Fraction(rng.randint(-2, 3))}, seed=rng.randint(0, 10**6))


def _added(node: dict[str, Any], facts: Mapping[str, Expr], totals: Mapping[str, Expr], hints: Any = None) -> Instance:
    """A node that adds a fact, in models where the names of `totals` have the values of their series."""
    s = sequent({**SORTS, **dict.fromkeys(totals, REAL)}, facts)

    def settled(r: random.Random) -> Model:
        m = model(r)
        for name, e in totals.items():
            m.env[name] = m.value(e, m.env) if r.random() < 0.95 else Fraction(1)
        return m

    return Instance(s, FALSE, {**node, "as": "new", "then": DONE}, settled, models=8, hints=hints)


FAR = Fraction(200)  # partial sums up to here are near their limits, or beyond `LARGE`
LARGE = 100


def definition(rng: random.Random) -> Direct:
    """The value of a series, right or off by one, against what the rule says that its partial sums do."""
    k, lo, m = rng.choice(LETTERS), rng.choice((0, 0, 1, 2)), model(rng)
    word, f = "Sum", summand(rng, k)
    if (kind := rng.random()) < 0.2:
        f = rng.choice((1, -1, 2, ("^", 2, k), ("neg", ("^", 2, k))))
    elif kind < 0.35:
        word, f = "Product", ("/", ("^", ("+", k, 2), 2), ("*", ("+", k, 1), ("+", k, 3)))
    e = series(f, k, lo, word)
    try:
        found = m.value(e, m.env)
    except (Undefined, OverflowError):
        return Direct(False, None)
    infinite = isinstance(found, float)
    if not infinite and not isinstance(found, Fraction):
        return Direct(False, None)
    value: Expr = (OO if found > 0 else ("neg", OO)) if infinite else literal(found)
    right = rng.random() < 0.5
    if not right:
        other: list[Expr] = [0, 1] if infinite else [literal(found + 1), literal(found - 1)]
        wrong: list[Expr] = [OO, ("neg", OO), *other]
        value = rng.choice([w for w in wrong if w != value])
    node = {"rule": "series-definition", "of": ("==", e, value), "as": "new", "then": DONE}
    obligations = applied(Instance(sequent(SORTS, {}), FALSE, node, model))
    if obligations is None:
        return Direct(False, None)
    _, (_, formula, says), back = obligations[-1].facts["new"]
    told = back == ("implies", says, formula) and says[0] == ("forall" if value in (OO, ("neg", OO)) else "tends")
    near = _near(m, says, value)
    if near is None:
        return Direct(True, None, False)
    return Direct(True, None if told and near is right else "sampled", True, repr((node, m.env)))


def _near(m: Model, says: Expr, value: Expr) -> bool | None:
    """Whether a partial sum far out is where the formula has it; None where that is not seen."""
    if says[0] == "tends":
        _, partial, n, limit = says
        gap = m.number(("-", partial, limit), {**m.env, n: FAR})
        return None if Fraction(1, 4) < abs(gap) < Fraction(3, 4) else bool(abs(gap) <= Fraction(1, 4))  # type: ignore[operator]
    late = says[3][3]  # there is N such that for all n >= N: h < partial, or h > partial
    _, n, _, (way, _, partial) = late
    total = m.number(partial, {**m.env, n: FAR})
    return bool(total > LARGE if way == "<" else total < -LARGE)  # type: ignore[operator]


POWER_SERIES: tuple[tuple[Expr, int, Expr, Fraction], ...] = (
    (1, 0, ("/", 1, ("-", 1, "x")), Fraction(1)),
    (1, 1, ("/", "x", ("-", 1, "x")), Fraction(1)),
    ("k", 0, ("/", "x", ("^", ("-", 1, "x"), 2)), Fraction(1)),
    (("^", 2, "k"), 0, ("/", 1, ("-", 1, ("*", 2, "x"))), Fraction(1, 2)),
    (("^", -1, "k"), 0, ("/", 1, ("+", 1, "x")), Fraction(1)),
    (("/", "a", ("^", 2, "k")), 0, ("/", ("*", 2, "a"), ("-", 2, "x")), Fraction(2)),
)


def power_series(rng: random.Random) -> Instance:
    """Derivatives of power series, inside of their interval of convergence or beyond it."""
    a, lo, total, r = rng.choice(POWER_SERIES)
    x, k = rng.choice(("x", "x", "y", "k", "c")), rng.choice(("k", "k", "j", "x", "a"))
    a, total = renamed(a, "k", k), renamed(total, "x", x)
    if rng.random() < 0.2:
        total = rng.choice((("+", total, 1), ("neg", total), ("abs", total), ("+", total, ("abs", ("-", x, x)))))
    r *= rng.choice((1, 1, 1, 2, Fraction(1, 2), -1))
    p = rng.choice((Fraction(0), r / 2, -r / 2, r / 3, r, -r, 2 * r))
    node = {"rule": "series-derivative", "name": x, "index": k, "from": rng.choice((lo, lo, lo, lo + 1, -1)),
            "coefficient": a, "value": total, "at": rng.choice((literal(p), literal(p), "c")), "radius": literal(r),
            "inside": DONE, "range": "r", "each": DONE, "smooth": DONE}  # fmt: skip

    def inside(m: Model, env: Mapping[str, Any], name: str) -> list[Any]:
        return [r * Fraction(i, 8) for i in range(-7, 8)]

    return _added(node, {}, {}, inside)


SERIES: dict[str, Generator] = {
    "series-definition": definition, "series-derivative": power_series,
}  # fmt: skip
