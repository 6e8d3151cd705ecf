"""Random nodes of the rules about infinite sums and products: exponentials times polynomials, rational functions.

Their values are exact.  What is damaged: an index, a first term, a coefficient, a sign, the names that are bound.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fuzz.harness import DONE, Generator, Instance, sequent
from fuzz.models import Model
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


def combine(rng: random.Random) -> Instance:
    """Sums of the same range, weighted; the parts may begin elsewhere or the weights be other ones."""
    k, lo = rng.choice(LETTERS), rng.choice((0, 0, 1, "m"))
    facts: dict[str, Expr] = {}
    totals: dict[str, Expr] = {}
    parts: list[Any] = []
    whole: list[Expr] = []
    for i in range(rng.randint(1, 2)):
        j, v = rng.choice(LETTERS), f"v{i}"
        g = summand(rng, j)
        e = series(g, j, lo if rng.random() < 0.9 else 1)
        facts[f"f{i}"] = ("==", e, v) if rng.random() < 0.95 else ("==", v, e)
        totals[v] = e
        weight: Expr = rng.choice((1, 2, -1, "a", "b", ("/", 1, 3)))
        parts.append([weight, f"f{i}"])
        whole.append(("*", weight if rng.random() < 0.95 else 3, renamed(g, j, k)))
    f: Expr = whole[0] if len(whole) == 1 else ("+", *whole)
    node = {"rule": "series-combine", "of": series(f, k, lo), "parts": parts, "each": DONE}
    return _added(node, facts, totals)


def shift(rng: random.Random) -> Instance:
    k, lo = rng.choice(LETTERS), rng.choice((0, 1, 2, "m"))
    e = series(summand(rng, k), k, lo)
    node = {"rule": "series-shift", "fact": "f", "drop": rng.choice((0, 1, 2, 3, -1, -2)),
            "by": rng.choice((0, 0, 1, -1, 2, "m", ("-", "m", 1)))}  # fmt: skip
    return _added(node, {"f": ("==", e, "v")}, {"v": e})


def by_limit(rng: random.Random) -> Instance:
    """Partial sums by their formula, or between bounds; the formula may be off by one term."""
    k, n = rng.choice(LETTERS), rng.choice(("n", "t", "k", "c"))
    lo = rng.choice((0, 0, 1))
    last: Expr = rng.choice((n, n, n, ("+", n, 1)))
    word = "Sum"
    if (kind := rng.random()) < 0.35:  # geometric
        r = rng.choice((Fraction(1, 2), Fraction(1, 3), Fraction(2), Fraction(2, 3)))
        f: Expr = ("^", literal(r), k)
        grown: Expr = ("^", literal(r), ("+", last, 1))
        partial: Expr = ("/", ("-", literal(r**lo), grown), literal(1 - r))
        value = literal(r**lo / (1 - r)) if r < 1 else OO
    elif kind < 0.6:  # telescoping
        f = ("/", 1, ("*", ("+", k, 1), ("+", k, 2)))
        value = literal(Fraction(1, lo + 1))
        partial = ("-", value, ("/", 1, ("+", last, 2)))
    elif kind < 0.75:
        f, partial = rng.choice(((1, ("+", last, 1 - lo)), ("a", ("*", "a", ("+", last, 1 - lo)))))
        value = rng.choice((OO, ("neg", OO), 0)) if f == "a" else OO
    else:
        word = "Product"
        f = ("/", ("^", ("+", k, 2), 2), ("*", ("+", k, 1), ("+", k, 3)))
        value = literal(Fraction(lo + 2, lo + 1))
        partial = ("*", value, ("/", ("+", last, 2), ("+", last, 3)))
    e = series(f, k, lo, word)
    if rng.random() < 0.1:
        value = rng.choice((1, 2, OO, ("neg", OO)))
    node: dict[str, Any] = {"rule": "series-limit", "of": e, "value": value, "name": n, "each": DONE,
                            "limits": {"partial": DONE, "low": DONE, "high": DONE}}  # fmt: skip
    if rng.random() < 0.5:
        node["partial"] = partial
    else:
        gap: Expr = ("/", rng.choice((1, 1, -1)), ("+", n, 3))
        bounds = {"low": ("-", partial, gap), "high": ("+", partial, gap)}
        if rng.random() < 0.15:  # one bound tends elsewhere, and so it is said of the sum
            place, way = rng.choice((("low", "-"), ("high", "+")))
            bounds[place], node["value"] = (
                (way, partial, 1),
                (way, value, 1) if value not in (OO, ("neg", OO)) else value,
            )
        node.update({place: b for place, b in bounds.items() if rng.random() < 0.85})
    return _added(node, {}, {})


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
    "series-combine": combine, "series-shift": shift, "series-limit": by_limit, "series-derivative": power_series,
}  # fmt: skip
