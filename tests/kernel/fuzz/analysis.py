"""Random nodes of the rules of analysis: terms in one variable with corners, jumps and poles.

The obligations about all points of an interval are asked at many of its points, so what is found is said to rest on a
sample; the conclusion is decided at one point, by an exact value or to many digits.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from fuzz.algebra import models
from fuzz.analysis_terms import curve, trap
from fuzz.harness import DONE, Direct, Generator, Instance, applied, holds, sequent
from fuzz.models import Model
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import NoValue, Undefined, approx
from fuzz.values import FALSE, REAL, Expr

SORTS: dict[str, Expr] = {"x": REAL, "c": REAL, "q": ("curve", REAL)}


LETTERS = ("x", "t", "c", "u", "q")


def ends_of(rng: random.Random) -> tuple[Expr, Expr]:
    lo = rng.randint(-2, 1)
    return lo, lo + rng.choice((0, 1, 1, 2, 3)) if rng.random() < 0.9 else lo - 1


def between(*ends: Expr) -> Callable[[Model, Mapping[str, Any], str], list[Any]]:
    """Points of an interval as first guesses: its ends, points next to them, and a grid."""

    def hints(m: Model, env: Mapping[str, Any], name: str) -> list[Any]:
        found: list[Any] = []
        try:
            values = sorted(v for v in (m.number(e, env) for e in ends) if isinstance(v, Fraction))
        except (Undefined, TypeError):
            return []
        if values:
            lo, hi = values[0], values[-1]
            found = [lo, hi, *(lo + (hi - lo) * Fraction(i, 12) for i in range(1, 12))]
            found += [lo + Fraction(1, 10**6), hi - Fraction(1, 10**6)]
        return found

    return hints


def real_value(m: Model, e: Expr, env: Mapping[str, Any]) -> float:
    """A real value as a float, for differences that are large.  Raises `Undefined`."""
    x = approx(m.number(e, env))
    if isinstance(x, MP.mpc):
        raise Undefined("a complex value")
    return float(x)


def real_model(rng: random.Random) -> Model:
    m = models(SORTS)(rng)
    m.env["x"] = Fraction(rng.randint(-6, 6), rng.choice((1, 2, 2)))
    m.env["q"] = m.member(("curve", REAL), {}, rng)
    return m


def ladder(rng: random.Random) -> Instance:
    """u R v at x, with an anchor on the left or the right; the slope decides in between."""
    u, v = curve(rng, "x", 2, ("c",)), curve(rng, "x", 1, ("c",))
    if rng.random() < 0.4:
        u, v = rng.choice((0, "c", u, 1, -1)), trap(rng, "x")
    if rng.random() < 0.2:
        v = ("+", v, ("at", "q", "x"))
    anchor = rng.choice((0, 1, -1, "c"))
    goal = (rng.choice(("<", "<=", "==", ">=")), u, v)
    node = {"rule": "ladder", "of": "x", "at": anchor, "from": rng.choice(("left", "right")), "side": DONE,
            "base": DONE,
            "as": rng.choice(("t", "s", "c")), "bounds": "b", "continuous": DONE, "smooth": DONE, "slope": DONE,
            "strict": rng.choice(("base", "slope"))}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)
    return Instance(s, goal, node, real_model, models=12, hints=between("x", anchor))


def diff(rng: random.Random) -> Instance:
    name = rng.choice(LETTERS[:4])
    body = curve(rng, name, 3, ("c",) if rng.random() < 0.5 else ()) if rng.random() < 0.6 else trap(rng, name)
    e = (
        "fn",
        "diff",
        ("forall", name, REAL, body),
        rng.choice(("x", "c", 0, 1, ("/", 1, 2))),
        rng.choice((1, 1, 1, 2)),
    )
    node = {"rule": "diff", "of": e, "smooth": DONE, "as": "new", "then": DONE}
    return Instance(sequent(SORTS, {}), FALSE, node, real_model, models=8)


def agree(rng: random.Random) -> Instance:
    """Terms that are equal on an interval, one of them with a corner just there perhaps."""
    a = curve(rng, "u", 2)
    b = rng.choice((
        a, ("fn", "Piecewise", a, (rng.choice(("<=", "<")), "u", rng.randint(-1, 1)), curve(rng, "u", 1), ("true",)),
        ("*", ("fn", "sign", "u"), a), ("+", a, ("-", ("abs", "u"), "u")),
    ))  # fmt: skip
    lo, hi = ends_of(rng)
    at = rng.choice((lo, hi, "x"))
    if rng.random() < 0.2:  # equal up to an end, or from it on, where they part
        turned: Expr = ("+", a, ("*", 4, ("-", "u", at)))
        b = ("fn", "Piecewise", a, (rng.choice(("<", "<=", ">", ">=")), "u", at), turned, ("true",))
    node: dict[str, Any] = {"rule": "agree", "name": "u", "left": a, "right": b, "low": lo, "at": at,
                            "place": DONE, "bounds": "b", "equal": DONE, "smooth": DONE, "as": "new",
                            "then": DONE}  # fmt: skip
    if rng.random() < 0.6:
        node["high"] = hi
    return Instance(sequent(SORTS, {}), FALSE, node, real_model, models=6, hints=between(lo, hi))


def _exists(
    rng: random.Random, node: dict[str, Any], ends: tuple[Expr, Expr], ask: Callable[..., bool | None], asked: int = 9
) -> Direct:
    """Run a rule that adds "there is"; `ask` says whether that is false, when all obligations hold on the sample.

    Only the first `asked` obligations need to hold: those that have a decision.
    """
    i = Instance(sequent(SORTS, {}), FALSE, {**node, "as": "new", "then": DONE}, real_model, hints=between(*ends))
    obligations = applied(i)
    if obligations is None:
        return Direct(False, None)
    told = False
    for _ in range(4):
        m = real_model(rng)
        answers = [holds(m, i, o) for o in obligations[:-1][:asked]]
        told = told or None not in answers
        if not all(answers):
            continue
        try:
            if ask(m, obligations[-1].facts["new"]):
                return Direct(True, "sampled", True, repr((node, m.env["x"], m.env["c"])))
        except (Undefined, OverflowError):
            continue
    return Direct(True, None, told)


def intermediate(rng: random.Random) -> Direct:
    """A change of sign without a zero is a jump or a pole."""
    term, (lo, hi) = curve(rng, "u", 2) if rng.random() < 0.6 else trap(rng, "u"), ends_of(rng)
    term = ("-", term, rng.choice(("c", ("/", 1, 3), 0)))
    node = {"rule": "intermediate", "name": "u", "point": rng.choice(("t", "u")), "of": term, "low": lo, "high": hi,
            "order": DONE, "negative": DONE, "positive": DONE, "falling": rng.random() < 0.5, "bounds": "b",
            "continuous": DONE}  # fmt: skip

    def no_zero(m: Model, fact: Expr) -> bool:
        _, name, _, (_, low, high, (_, f, zero)) = fact
        a, b = (m.number(e, m.env) for e in (low[1], high[2]))
        if not isinstance(a, Fraction) or not isinstance(b, Fraction) or a > b:
            return a > b  # type: ignore[operator]
        values = []
        for i in range(121):
            x = a + (b - a) * Fraction(i, 120)
            d = real_value(m, f, {**m.env, name: x}) - real_value(m, zero, m.env)
            if abs(d) < 0.1:
                return False
            values.append(d > 0)
        return True

    return _exists(rng, node, (lo, hi), no_zero)


def bounded(rng: random.Random) -> Direct:
    """A pole inside makes a term that has no bound."""
    term, (lo, hi) = curve(rng, "u", 2), ends_of(rng)
    if rng.random() < 0.4:
        term = ("/", term, ("-", "u", rng.choice((lo, hi, "c", 0))))
    node = {"rule": "bounded", "name": "u", "of": term, "low": lo, "high": hi, "bounds": "b", "continuous": DONE}

    def no_bound(m: Model, fact: Expr) -> bool:
        name, (_, near, (_, f, _)) = fact[3][1], fact[3][3]
        a, b = (m.number(e, m.env) for e in (near[1][1], near[2][2]))
        if not isinstance(a, Fraction) or not isinstance(b, Fraction) or a >= b:
            return False
        for i in range(13):
            for sign in (1, -1):
                x = a + (b - a) * Fraction(i, 12) + sign * Fraction(1, 10**15)
                try:
                    if a <= x <= b and real_value(m, f, {**m.env, name: x}) > 1e12:
                        return True
                except NoValue:
                    continue
        return False

    return _exists(rng, node, (lo, hi), no_bound)


def bootstrap(rng: random.Random) -> Instance:
    """For all times: strict relations between terms, some of which jump."""
    t = rng.choice(("u", "t"))
    term = curve(rng, t, 2) if rng.random() < 0.6 else trap(rng, t)
    at, jumps = rng.randint(-1, 1), rng.random() < 0.15
    if jumps:
        case: Expr = (rng.choice(("<", "<=")), t, at)
        term = ("fn", "Piecewise", rng.randint(-1, 3), case, rng.randint(-1, 3), ("true",))
    claim: Expr = (rng.choice(("<", ">", "<=")), term, rng.choice((1, 2, "c", 0)))
    if not jumps and rng.random() < 0.3:
        claim = (rng.choice(("and", "or")), claim, ("<", curve(rng, t, 1), 2))
    lo, hi = ends_of(rng)
    guard: Expr = ("and", ("<=", lo, t), ("<=", t, hi)) if rng.random() < 0.7 else ("<=", lo, t)
    goal = ("forall", t, REAL, ("implies", guard, claim))
    node = {"rule": "bootstrap", "time": t, "as": "now", "bounds": "b", "before": "before", "continuous": DONE,
            "start": DONE, "step": DONE}  # fmt: skip
    s = sequent(SORTS, {})
    s.formula(goal)

    def earlier(op: str, sort: Expr, bound: list[Any]) -> list[Any] | None:
        """Times between the jump and the ones that are looked at: on either side of it all are alike."""
        return [Fraction(n, 2) for n in range(-4, 9)] + [(v + at) / 2 for v in bound if isinstance(v, Fraction)]

    def model(r: random.Random) -> Model:
        m = real_model(r)
        m.places = earlier if jumps else None
        return m

    return Instance(s, goal, node, model, models=4, hints=between(lo, hi))


def taylor(rng: random.Random) -> Instance:
    """The sign next to a zero of a known order; facts bound x."""
    at, order = rng.choice((0, 1)), rng.choice((1, 1, 2, 3))
    move: Expr = "x" if at == 0 else ("-", "x", at)
    u: Expr = rng.choice((0, move, ("fn", "sin", move), ("-", ("fn", "exp", move), 1), ("^", move, 2), ("*", -1, move),
                          ("-", 1, ("fn", "cos", move)), ("abs", move)))  # fmt: skip
    v: Expr = rng.choice(
        (move, ("^", move, order), ("-", ("fn", "exp", move), 1), ("fn", "tanh", move), ("fn", "atan", move))
    )
    way = rng.choice(("left", "right"))
    gap: Expr = ("-", v, u)
    body: Expr = gap if order == 1 else ("/", gap, ("^", ("-", "x", at), order - 1))
    side = rng.choice((0, 1 if way == "left" else -1))
    facts: dict[str, Expr] = {
        "low": ("<=", at if way == "left" else at - 1, "x"), "high": ("<=", "x", at + 1 if way == "left" else at),
        "limit": ("==", ("fn", "limit", ("forall", "x", REAL, body), at, side), 0),
    }  # fmt: skip
    goal = (rng.choice(("<", "<=")), u, v)
    node = {"rule": "taylor", "of": "x", "at": at, "order": order, "prec": 60, "from": way, "side": DONE,
            "fact": "limit",
            "facts": ["low", "high"], "cuts": [str(at + Fraction(1, 2) * (1 if way == "left" else -1))]}  # fmt: skip
    s = sequent(SORTS, facts)
    s.formula(goal)

    def vanishing(r: random.Random) -> Model:
        m = real_model(r)
        m.env["x"] = at + Fraction(r.randint(0, 8), 8) * (1 if way == "left" else -1)
        h = Fraction(1, 10**20) * (1 if way == "left" else -1)
        if abs(real_value(m, body, {**m.env, "x": at + h})) > 1e-6:
            raise Undefined("the limit is another one")
        return m

    return Instance(s, goal, node, vanishing, frozenset(("limit",)), 8)


def identical(rng: random.Random) -> Instance:
    a = curve(rng, "x", 2)
    b = a if rng.random() < 0.7 else curve(rng, "x", 2)
    if rng.random() < 0.3:
        a, b = (("sum", ("*", "k", e), n, 0, 2) for e, n in ((a, "k"), (b, rng.choice(("k", "x", "i")))))
    goal = ("==", a, b)
    s = sequent({**SORTS, "k": ("integer", 0, 3)}, {})
    s.formula(goal)
    return Instance(s, goal, {"rule": "identical"}, lambda r: _with_k(real_model(r)), models=6)


def _with_k(m: Model) -> Model:
    m.env["k"] = Fraction(2)
    return m


def antiderivative(rng: random.Random) -> Direct:
    """A curve with a given slope: wrong where the term jumps."""
    term = curve(rng, "u", 2) if rng.random() < 0.6 else trap(rng, "u")
    node = {"rule": "antiderivative", "name": "u", "of": term, "start": rng.choice((0, "c")), "continuous": DONE}

    def jumps(m: Model, fact: Expr) -> bool:
        name, body = fact[3][2][1], fact[3][2][3][2]
        tiny = Fraction(1, 10**30)
        for i in range(-12, 13):
            x = Fraction(i, 2)
            a, b = (real_value(m, body, {**m.env, name: x + d}) for d in (-tiny, tiny))
            if abs(a - b) > 1e-6 and abs(a) < 10**8:
                return True
        return False

    return _exists(rng, node, (-3, 3), jumps)


def inverse(rng: random.Random) -> Direct:
    """A curve that undoes a term: wrong where the term does not rise."""
    term = curve(rng, "u", 2)
    if rng.random() < 0.5:
        term = ("+", rng.choice(("u", ("^", "u", 3), ("*", 2, "u"))), term)
    node = {"rule": "inverse", "name": "u", "value": rng.choice(("t", "u")), "of": term, "smooth": DONE, "slope": DONE,
            "onto": DONE}  # fmt: skip

    def falls(m: Model, fact: Expr) -> bool:
        name, body = fact[3][1][1], fact[3][1][3][1][2]
        values = [real_value(m, body, {**m.env, name: Fraction(i, 4)}) for i in range(-16, 17)]
        return any(a >= b for a, b in pairwise(values))

    return _exists(rng, node, (-3, 3), falls, 2)


ANALYSIS: dict[str, Generator] = {
    "ladder": ladder, "diff": diff, "agree": agree, "intermediate": intermediate, "bounded": bounded,
    "bootstrap": bootstrap, "taylor": taylor, "identical": identical,
    "antiderivative": antiderivative, "inverse": inverse,
}  # fmt: skip
