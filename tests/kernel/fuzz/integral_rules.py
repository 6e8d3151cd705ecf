"""Random nodes of the rules about integrals; values are compared to a few digits, by quadrature."""

from __future__ import annotations

import random
from fractions import Fraction

from fuzz.analysis import REAL, SORTS, between, ends_of, real_model
from fuzz.analysis_terms import curve
from fuzz.harness import DONE, Direct, Generator, Instance, applied, sequent
from fuzz.models import Expr, Model
from fuzz.numbers import Undefined, approx

from verifier.claims.named import derivative, line
from verifier.kernel.derivative import moving
from verifier.kernel.integral_table import TABLE


def primitive(rng: random.Random) -> Instance:
    """The fundamental theorem with a primitive that may have a jump, and a value that may be wrong."""
    f = curve(rng, "u", 2)
    try:
        body = derivative(f, "u", moving({"u": REAL}))
    except Exception:
        body = curve(rng, "u", 1)
    if rng.random() < 0.3:  # the primitive of another term
        body = curve(rng, "u", 1)
    lo, hi = ends_of(rng)
    top, low = (_at(f, "u", e) for e in (hi, lo))
    value: Expr = ("-", top, low) if rng.random() < 0.8 else ("-", low, top)
    goal = ("==", ("fn", "integrate", ("forall", "u", REAL, body), lo, hi), value)
    node = {"rule": "primitive", "primitive": _at(f, "u", "t"), "order": "<=" if lo <= hi else ">=", "ends": DONE,
            "as": "t", "bounds": "b", "smooth": DONE, "defined": DONE, "same": DONE, "high": {"continuous": DONE},
            "low": {"continuous": DONE}, "value": DONE}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)
    return Instance(s, goal, node, real_model, models=1, hints=between(lo, hi))


def substitution(rng: random.Random) -> Instance:
    g, u = curve(rng, "v", 1), curve(rng, "t", 1)
    try:
        slope = derivative(u, "t", moving({"t": REAL}))
    except Exception:
        slope = 1
    lo, hi = ends_of(rng)
    body = ("*", _at(g, "v", u), slope)
    value: Expr = rng.choice((0, 1, "c", ("/", 1, 2), 2))
    goal = ("==", ("fn", "integrate", ("forall", "t", REAL, body), lo, hi), value)
    node = {"rule": "substitution", "along": u, "name": "v", "of": g, "rising": rng.random() < 0.7,
            "order": "<=" if lo <= hi else ">=", "ends": DONE, "as": "t", "bounds": "b", "image": "im", "smooth": DONE,
            "monotone": DONE, "defined": DONE, "same": DONE, "high": {"continuous": DONE}, "low": {"continuous": DONE},
            "then": DONE}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)

    def model(r: random.Random) -> Model:
        m = real_model(r)
        ends = [_at(u, "t", e) for e in (lo, hi)]
        m.env["c"] = m.value(("fn", "integrate", ("forall", "v", REAL, g), *ends), m.env)
        return m

    return Instance(s, goal, node, model, models=1, hints=between(lo, hi))


def linear_integral(rng: random.Random) -> Instance:
    g, w = curve(rng, "t", 1), rng.choice((2, -1, ("/", 1, 2)))
    lo, hi = ends_of(rng)
    swap = rng.random() < 0.4
    body: Expr = ("*", w, g)
    value: Expr = ("*", w, "c") if not swap or rng.random() < 0.3 else ("neg", ("*", w, "c"))
    goal = ("==", ("fn", "integrate", ("forall", "t", REAL, body), lo, hi), value)
    node = {"rule": "linear-integral", "order": "<=" if lo <= hi else ">=", "ends": DONE, "as": "t", "bounds": "b",
            "defined": DONE, "same": DONE, "value": DONE,
            "parts": [{"of": g, "weight": w, "value": "c", "swap": swap, "proof": DONE}]}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)

    def model(r: random.Random) -> Model:
        m = real_model(r)
        ends = (hi, lo) if swap else (lo, hi)
        m.env["c"] = m.value(("fn", "integrate", ("forall", "t", REAL, g), *ends), m.env)
        return m

    return Instance(s, goal, node, model, models=1, hints=between(lo, hi))


def _at(e: Expr, name: str, value: Expr) -> Expr:
    return value if e == name else (e[0], *(_at(a, name, value) for a in e[1:])) if isinstance(e, tuple) else e


def tabled(rng: random.Random) -> Instance:
    """A line of the table of integrals at a point of its parameters, with conditions that may fail."""
    name = rng.choice(sorted(TABLE))
    terms: list[Expr] = [rng.choice((1, 2, 3, ("/", 1, 2), ("/", 3, 2), "c")) for _ in TABLE[name][0]]
    conditions, integral, value = line(name, *terms)
    goal: Expr = ("==", integral, value if rng.random() < 0.9 else ("*", 2, value))
    node = {"rule": "integral", "name": name, "at": terms, "premises": [DONE] * len(conditions)}
    return Instance(sequent(SORTS, {}), goal, node, real_model, models=1)


def enclosed(rng: random.Random) -> Direct:
    """An enclosure of an integral, around its value or beside it."""
    body, (lo, hi) = curve(rng, "t", 2), ends_of(rng)
    term = ("fn", "integrate", ("forall", "t", REAL, body), lo, hi)
    m = Model({})
    try:
        value = Fraction(int(approx(m.value(term, {})).real * 10**9), 10**9)
    except (Undefined, OverflowError, ValueError):
        return Direct(False, None)
    away = rng.choice((0, 0, 0, 1, -1)) * Fraction(1, rng.choice((10, 1000)))
    low, high = value + away - Fraction(1, rng.choice((20, 2000))), value + away + Fraction(1, rng.choice((20, 2000)))

    def written(x: Fraction) -> Expr:
        return x.numerator if x.denominator == 1 else ("/", x.numerator, x.denominator)

    goal: Expr = (
        "exists",
        "v",
        REAL,
        ("and", ("==", term, "v"), ("<=", written(low), "v"), ("<=", "v", written(high))),
    )
    node = {"rule": "integral-enclosed", "low": str(low), "high": str(high), "prec": 60,
            "cuts": [str(Fraction(lo + hi, 2))],
            "orders": [6, 6]}  # fmt: skip
    accepted = applied(Instance(sequent({}, {}), goal, node, real_model)) is not None
    outside = not low - Fraction(1, 10**7) <= value <= high + Fraction(1, 10**7)
    return Direct(accepted, "sampled" if outside else None, True, repr((node, goal)))


INTEGRALS: dict[str, Generator] = {
    "primitive": primitive, "substitution": substitution, "linear-integral": linear_integral, "integral": tabled,
    "integral-enclosed": enclosed,
}  # fmt: skip
