"""Random nodes of the rules about integrals; values are compared to a few digits, by quadrature."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction

from fuzz.analysis import SORTS, between, ends_of, real_model
from fuzz.analysis_terms import curve, trap
from fuzz.harness import DONE, REFUSALS, Direct, Generator, Instance, applied, sequent, written
from fuzz.models import Model
from fuzz.numbers import Undefined, approx
from fuzz.values import OO, REAL, Expr

from verifier.kernel.analysis.derivative import moving
from verifier.kernel.facts.integral_table import TABLE
from verifier.kernel.terms.expr import from_json
from verifier.language.named import derivative, line


def slope_of(e: Expr, x: str) -> Expr:
    """The derivative as the kernel writes it; 0 where it knows none."""
    try:
        return written(derivative(from_json(e), x, moving({x: from_json(REAL)})))
    except REFUSALS:
        return 0


def primitive(rng: random.Random) -> Instance:
    """The fundamental theorem with a primitive that may have a jump, and a value that may be wrong."""
    f = curve(rng, "u", 2) if rng.random() < 0.6 else trap(rng, "u")
    body = slope_of(f, "u") or curve(rng, "u", 1)
    if rng.random() < 0.3:  # the primitive of another term
        body = curve(rng, "u", 1)
    lo, hi = ends_of(rng)
    top, low = (_at(f, "u", e) for e in (hi, lo))
    value: Expr = ("-", top, low) if rng.random() < 0.8 else ("-", low, top)
    body = _holed(rng, body, "u")
    goal = ("==", ("fn", "integrate", ("forall", "u", REAL, body), lo, hi), value)
    node = {"rule": "primitive", "primitive": _at(f, "u", "t"), "order": _order(rng, lo, hi), "ends": DONE,
            "as": "t", "bounds": "b", "smooth": DONE, "defined": DONE, "same": DONE, "high": {"continuous": DONE},
            "low": {"continuous": DONE}, "value": DONE}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)
    return Instance(s, goal, node, real_model, models=1, hints=between(lo, hi), total=True)


def _order(rng: random.Random, lo: Expr, hi: Expr) -> str:
    """How two ends lie, which is wrong now and then."""
    return "<=" if (lo <= hi) == (rng.random() < 0.9) else ">="


def _holed(rng: random.Random, body: Expr, x: str) -> Expr:
    """A term, now and then with a part that is 0 but has no value for some numbers."""
    if rng.random() < 0.9:
        return body
    at: Expr = (rng.choice("+-"), x, rng.choice((0, 1, ("/", 1, 2))))
    return ("+", body, ("*", 0, rng.choice((("sqrt", at), ("fn", "log", at), ("fn", "acosh", at)))))


def substitution(rng: random.Random) -> Instance:
    g, u = curve(rng, "v", 1), curve(rng, "t", 1) if rng.random() < 0.6 else trap(rng, "t")
    lo, hi = ends_of(rng)
    if rng.random() < 0.25:  # a jump at an end, or between
        b = rng.choice((lo, hi, ("/", ("+", lo, hi), 2)))
        jump: Expr = ("+", "t", rng.choice((1, 3, -3)))
        u = ("fn", "Piecewise", "t", (rng.choice(("<", "<=")), "t", b), jump, ("true",))
    elif rng.random() < 0.05:
        u = rng.choice((("abs", ("+", "t", ("fn", "I"))), ("*", ("fn", "I"), "t"), ("+", "t", ("fn", "I"))))
    slope = slope_of(u, "t") or 1
    body = ("*", _at(g, "v", u), slope)
    if rng.random() < 0.15:
        body = rng.choice((_at(g, "v", u), ("*", body, 2), ("abs", body)))
    value: Expr = rng.choice((0, 1, "c", "c", "c", "c", ("/", 1, 2), 2))
    body = _holed(rng, body, "t")
    goal = ("==", ("fn", "integrate", ("forall", "t", REAL, body), lo, hi), value)
    node = {"rule": "substitution", "along": u, "name": "v", "of": g, "rising": rng.random() < 0.7,
            "order": _order(rng, lo, hi), "ends": DONE, "as": "t", "bounds": "b", "image": "im", "smooth": DONE,
            "monotone": DONE, "defined": DONE, "same": DONE, "high": {"continuous": DONE}, "low": {"continuous": DONE},
            "then": DONE}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)

    def model(r: random.Random) -> Model:
        m = real_model(r)
        ends = [_at(u, "t", e) for e in (lo, hi)]
        m.env["c"] = m.value(("fn", "integrate", ("forall", "v", REAL, g), *ends), m.env)
        return m

    return Instance(s, goal, node, model, models=1, hints=between(lo, hi), total=True)


def linear_integral(rng: random.Random) -> Instance:
    g, w = curve(rng, "t", 1), rng.choice((2, -1, ("/", 1, 2)))
    lo, hi = ends_of(rng)
    swap = rng.random() < 0.4
    body: Expr = ("*", w, g)
    if rng.random() < 0.25:
        body = rng.choice((("+", body, "t"), ("*", 3, g), ("*", w, ("abs", g)), ("-", body, 1)))
    part: Expr = "c" if rng.random() < 0.9 else ("+", "c", 1)
    value: Expr = ("*", w, part) if not swap or rng.random() < 0.3 else ("neg", ("*", w, part))
    body = _holed(rng, body, "t")
    goal = ("==", ("fn", "integrate", ("forall", "t", REAL, body), lo, hi), value)
    node = {"rule": "linear-integral", "order": _order(rng, lo, hi), "ends": DONE, "as": "t", "bounds": "b",
            "defined": DONE, "same": DONE, "value": DONE,
            "parts": [{"of": g, "weight": w, "value": part, "swap": swap, "proof": DONE}]}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)

    def model(r: random.Random) -> Model:
        m = real_model(r)
        ends = (hi, lo) if swap else (lo, hi)
        m.env["c"] = m.value(("fn", "integrate", ("forall", "t", REAL, g), *ends), m.env)
        return m

    return Instance(s, goal, node, model, models=1, hints=between(lo, hi), total=True)


def _at(e: Expr, name: str, value: Expr) -> Expr:
    return value if e == name else (e[0], *(_at(a, name, value) for a in e[1:])) if isinstance(e, tuple) else e


def tabled(rng: random.Random) -> Instance:
    """A line of the table of integrals at a point of its parameters, with conditions that may fail."""
    name = rng.choice(sorted(TABLE))
    terms: list[Expr] = [rng.choice((1, 2, 3, ("/", 1, 2), ("/", 3, 2), "c")) for _ in TABLE[name][0]]
    conditions, *sides = line(name, *(from_json(e) for e in terms))
    integral, value = map(written, sides)
    goal: Expr = ("==", integral, value if rng.random() < 0.9 else ("*", 2, value))
    node = {"rule": "instance", "name": f"integral-{name}", "at": terms, "premises": [DONE] * len(conditions),
            "as": "new", "then": {"rule": "exact", "fact": "new"}}  # fmt: skip
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


#: rational functions, with poles at 0, 1 and nowhere
IMPROPER: tuple[Expr, ...] = (
    ("/", 1, "u"), ("/", 1, ("^", "u", 2)), ("/", -1, ("^", "u", 2)), ("/", 1, ("-", "u", 1)), ("/", 1, ("^", "u", 3)),
    1, "u", "c", ("^", "u", 2), ("*", "c", "u"), ("/", 1, ("+", ("^", "u", 2), 1)), ("/", "c", ("^", "u", 2)),
    ("abs", ("/", 1, "u")), ("/", ("-", "u", 1), ("^", "u", 2)),
)  # fmt: skip
ENDS: tuple[Expr, ...] = (0, 0, 1, 1, -1, 2, ("neg", OO), OO, OO)


def _improper(rng: random.Random) -> tuple[Expr, Expr, Expr, Expr]:
    """A name, a function of it and two ends, which mostly lie in their order."""
    name = rng.choice(("u", "u", "t", "c", "a"))
    lo, hi = rng.choice(ENDS), rng.choice(ENDS)
    size = {OO: 9, ("neg", OO): -9}
    if size.get(lo, lo) > size.get(hi, hi) and rng.random() < 0.85:
        lo, hi = hi, lo
    return name, _at(rng.choice(IMPROPER), "u", name), lo, hi


def _between(rng: random.Random, lo: Expr, hi: Expr) -> Expr:
    inside = [e for e in (-1, 0, ("/", 1, 2), 1, 2, 3) if rng.random() < 0.5]
    return rng.choice((*inside, 0, lo, hi, "c"))


def pieces(rng: random.Random) -> Instance:
    """An integral cut in two at some point, inside or outside of the range, or at a pole."""
    name, body, lo, hi = _improper(rng)
    cut = _between(rng, lo, hi)
    function = ("forall", name, REAL, body)
    parts = [("fn", "integrate", function, a, b) for a, b in ((lo, cut), (cut, hi))]
    values: list[Expr] = ["a", "b"]
    m = real_model(rng)
    for i, e in enumerate(parts):
        try:
            found = m._side(e, m.env)
        except Undefined:
            continue
        if isinstance(found, float):
            values[i] = OO if found > 0 else ("neg", OO)
    infinite = [v for v in values if v not in ("a", "b")]
    total: Expr = infinite[0] if infinite else ("+", "a", "b")
    if rng.random() < 0.15:
        total = rng.choice((("-", "a", "b"), OO, ("neg", OO), "a"))
    goal = ("==", ("fn", "integrate", function, lo, hi), total)
    node = {"rule": "pieces", "at": cut, "values": values, "nodes": [DONE, DONE], "between": DONE, "value": DONE}
    s = sequent({**SORTS, "a": REAL, "b": REAL}, {})
    s.formula(goal)

    def model(r: random.Random) -> Model:
        m = real_model(r)
        for n, v, e in zip("ab", values, parts, strict=True):
            m.env[n] = Fraction(1)
            if v == n:
                with suppress(Undefined):
                    m.env[n] = m.value(e, m.env)
        return m

    return Instance(s, goal, node, model, models=1)


def divergent(rng: random.Random) -> Instance:
    """An integral that is infinite over a part of its range, or beside it."""
    sign = rng.choice((1, -1))
    m = real_model(rng)
    m.env["a"] = m.env["c"]
    for _ in range(6):
        name, body, lo, hi = _improper(rng)
        part = [end if rng.random() < 0.5 else _between(rng, lo, hi) for end in (lo, hi)]
        with suppress(Undefined, OverflowError):
            found = m._side(("fn", "integrate", ("forall", name, REAL, body), *part), m.env)
            if isinstance(found, float):
                sign = 1 if (found > 0) == (rng.random() < 0.9) else -1
                break
    value = rng.choice(("c", 0, 1, OO, ("neg", OO), ("neg", OO) if sign > 0 else OO))
    goal = ("!=", ("fn", "integrate", ("forall", name, REAL, body), lo, hi), value)
    node = {"rule": "divergent", "part": part, "infinite": "oo" if sign > 0 else "-oo", "inside": DONE,
            "then": DONE}  # fmt: skip
    s = sequent({**SORTS, "a": REAL}, {})
    s.formula(goal)

    def model(r: random.Random) -> Model:
        m = real_model(r)
        m.env["a"] = Fraction(r.randint(-2, 2))
        if r.random() < 0.7:  # the value that the integral has, if it is one
            with suppress(Undefined, OverflowError):
                m.env["c"] = m.value(goal[1], m.env) if "c" not in repr(body) else m.env["c"]
        return m

    return Instance(s, goal, node, model, models=3)


INTEGRALS: dict[str, Generator] = {
    "primitive": primitive, "substitution": substitution, "linear-integral": linear_integral,
    "instance/integral": tabled,
    "integral-enclosed": enclosed, "pieces": pieces, "divergent": divergent,
}  # fmt: skip
