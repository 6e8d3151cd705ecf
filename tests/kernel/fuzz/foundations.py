"""What stands beside the rules: laws of random variables, definedness, and the rounding of numbers in boxes."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from fuzz.algebra import Words, models
from fuzz.analysis_terms import ONE, TWO, functions
from fuzz.complex_letters import number
from fuzz.harness import REFUSALS, Direct, Generator, Instance, applied, sequent, written
from fuzz.matrices import rational
from fuzz.models import Model
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import NoValue, Undefined, approx
from fuzz.values import REAL, Expr

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import from_json
from verifier.language.laws.outcomes import with_outcomes
from verifier.language.named import meaningful, under_law


def law(rng: random.Random) -> Direct:
    """Expectations as finite sums: a formula before and after says the same, binders of the same names and all."""
    letters = ("X", "Y", "i", "k")
    sorts: dict[str, Expr] = {"X": ("random", ("real",)), "Y": ("random", ("real",))}

    def inside(depth: int, scope: tuple[str, ...]) -> Expr:
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(("X", "Y", *scope, 2))
        if rng.random() < 0.2:
            j = rng.choice(letters)
            return ("sum", inside(depth - 1, (*scope, j)), j, 0, 2)
        if rng.random() < 0.15:
            return ("fn", "expect", inside(depth - 1, scope))
        return (rng.choice("+*-"), inside(depth - 1, scope), inside(depth - 1, scope))

    def outside(depth: int, scope: tuple[str, ...]) -> Expr:
        if depth == 0 or rng.random() < 0.4:
            return ("fn", "expect", inside(2, scope))
        if rng.random() < 0.5:
            j = rng.choice(letters)
            return ("sum", outside(depth - 1, (*scope, j)), j, rng.randint(0, 1), 2)
        return (rng.choice("+*-"), outside(depth - 1, scope), outside(depth - 1, scope))

    formula: Expr = (rng.choice(("==", "<", "!=")), outside(2, ()), rng.choice((outside(1, ()), rng.randint(-1, 2))))
    if rng.random() < 0.3:
        x = rng.choice(letters)
        formula = (rng.choice(("forall", "exists")), x, ("integer", 0, 2), ("==", outside(1, (x,)), rng.choice((x, 1))))
    if rng.random() < 0.25:
        x = rng.choice(letters)
        product: Expr = ("*", ("fn", "expect", "X"), ("fn", "expect", x))
        body: Expr = (rng.choice(("==", "!=")), ("fn", "expect", ("*", "X", x)), product)
        formula = (rng.choice(("forall", "exists")), x, rng.choice((("random", ("real",)), ("real",))), body)
    formula = with_outcomes(formula, sorts)
    count = rng.randint(1, 3)
    cuts = [rng.randint(0, 3) for _ in range(count - 1)]
    weights = [Fraction(c, sum(cuts) + 1) for c in cuts] + [Fraction(1, sum(cuts) + 1)]
    values = {n: [rng.randint(-2, 2) for _ in weights] for n in sorts}
    data = {"weights": [str(w) for w in weights], "outcomes": values}
    try:
        s = sequent(sorts, {})
        s.formula(formula)
        random_ = {n: from_json(sort) for n, sort in sorts.items()}
        found = written(under_law(Checker(), Sequent(), from_json(formula), random_, data))
        sequent({}, {}).formula(found)
    except REFUSALS:
        return Direct(False, None)
    from fuzz.values import Random

    m = Model({n: Random(tuple(Fraction(v) for v in values[n])) for n in sorts}, tuple(weights), rng.randint(0, 99))
    before, after = m.holds(formula), Model({}, m.weights, m.seed).holds(found)  # what is left is about this space
    told = before is not None and after is not None
    if told and before != after and formula[0] in ("forall", "exists") and formula[2][0] != "integer":
        # both were sampled: only what fails somewhere is certain
        told = before is False
    return Direct(True, "certain" if told and before != after else None, told, repr((formula, data)))


LETTERS = ("x", "y", "k", "z")


def defined(rng: random.Random) -> Direct:
    """Where the conditions of definedness hold a term has a value."""
    sorts: dict[str, Expr] = {"x": REAL, "y": REAL, "k": ("integer", "-oo", "oo"), "A": ("matrix", 2, 2),
                              "z": ("complex",)}  # fmt: skip
    e = functions(rng, LETTERS if rng.random() < 0.5 else LETTERS[:3], 2)
    if rng.random() < 0.4:  # every word of the table; those of two arguments often at two that are real
        word = rng.choice(rng.choice((ONE, TWO, TWO)))
        plain: list[Expr] = ["x", "y", -1, ("/", 1, 2)]
        pool = plain if word in TWO and rng.random() < 0.7 else [*plain, *LETTERS, ("+", "x", "z")]
        e = ("fn", word, *(rng.choice(pool) for _ in range(1 + (word in TWO))))
    if rng.random() < 0.15:
        size = rng.choice(("k", ("-", "k", 2)))
        e = rng.choice((("trace", ("eye", size)), ("entry", "A", "k", 0), ("trace", ("^", "A", "k"))))
    if rng.random() < 0.1:
        e = ("fn", "Piecewise", e, ("<", rng.choice("xxz"), 1), functions(rng, LETTERS[:3], 1), ("true",))
    if rng.random() < 0.2:  # an end that is an integer by its form, for some values or for none
        i = rng.choice(("i", "j", *LETTERS))
        word = rng.choice(("floor", "ceiling", "fibonacci", "bell", "factorial", "re"))
        rounded: Expr = (word, rng.choice(LETTERS)) if word == "floor" else ("fn", word, rng.choice(LETTERS))
        ends = [rounded, rng.choice((0, "k", 3))]
        rng.shuffle(ends)
        e = (rng.choice(("sum", "product")), functions(rng, (i, "z", *LETTERS), 1), i, *ends)
        e = rng.choice((e, ("floor", e), ("floor", e), ("max", e, 0), ("fn", rng.choice(ONE), e)))
    try:
        s = sequent(sorts, {})
        s.formula(("==", e, e))
        kernel = {n: from_json(sort) for n, sort in sorts.items()}
        needed = written(meaningful(from_json(("==", e, e)), kernel))
    except REFUSALS:
        return Direct(False, None)
    told = False
    for _ in range(6):
        m = Model({"k": Fraction(rng.randint(-3, 4))}, seed=rng.randint(0, 99))
        for n in "xy":
            m.env[n] = Fraction(rng.randint(-3, 3), rng.choice((1, 1, 2)))
        m.env["A"] = m.member(sorts["A"], m.env, rng)
        m.env["z"] = rng.choice((number(rng), number(rng), m.env["x"]))
        if m.holds(needed) is not True:
            continue
        try:
            m.value(e, m.env)
            told = True
        except NoValue:
            return Direct(True, "certain", True, repr((e, m.env, needed)))
        except (Undefined, OverflowError):
            continue
    return Direct(True, None, told)


def _long(rng: random.Random, bits: int) -> Fraction:
    """A number with a long mantissa."""
    return Fraction(rng.getrandbits(bits) * 2 + 1, 2 ** max(0, bits - rng.randint(-2, 4))) * rng.choice((1, -1))


def _written(x: Fraction) -> Expr:
    return x.numerator if x.denominator == 1 else ("/", x.numerator, x.denominator)


def _tiny(rng: random.Random, depth: int = 2) -> Expr:
    """A term without variables: functions of rational numbers, small and large, with long mantissas."""
    kind = rng.random()
    if depth == 0 or kind < 0.25:
        return _written(_long(rng, rng.choice((3, 20, 90, 160, 200))) if rng.random() < 0.7 else rational(rng))
    if kind < 0.45:
        return ("fn", "exp", ("neg", rng.randint(-3, 120)))
    if kind < 0.6:
        word = rng.choice(("loggamma", "exp", "log", "sin", "cos", "atan", "erf", "gamma", "digamma", "sinh", "tanh"))
        return ("fn", word, _written(abs(rational(rng)) + Fraction(1, 2)))
    if kind < 0.68:
        return ("sqrt", _written(abs(rational(rng))))
    return (rng.choice("+-*-+/"), _tiny(rng, depth - 1), _tiny(rng, depth - 1))


def box(rng: random.Random) -> Instance | Direct:
    """An inequality in a few variables, or a constant next to its value."""
    if rng.random() < 0.5:
        return _rounded(rng)
    sorts: dict[str, Expr] = {"x": ("real",), "y": ("real",), "n": ("integer", -2, 2)}
    u = functions(rng, ("x", "y", "n"), 2)
    goal: Expr = (rng.choice(("<", "<=", "!=")), u, functions(rng, ("x",), 1))
    lows = [rng.randint(-3, 2) for _ in "xy"]
    facts: dict[str, Expr] = {}
    for name, lo in zip("xy", lows, strict=True):
        facts |= {
            f"{name}-low": (rng.choice(("<=", "<")), lo, name),
            f"{name}-high": ("<=", name, lo + rng.randint(0, 2)),
        }

    def leaf(depth: int) -> Any:
        kind = rng.random()
        if depth == 0 or kind < 0.3:
            return rng.choice(("pass", "mean"))
        name = rng.choice("xyn")
        if kind < 0.6:
            at = [rng.randint(-6, 6), -1]
            return {"split": name, "at": at, "low": leaf(depth - 1), "high": leaf(depth - 1)}
        return {"face": name, "to": rng.choice(("low", "high")), "then": leaf(depth - 1)}

    node = {"rule": "box", "facts": list(facts), "prec": rng.choice((30, 60)), "tree": leaf(2)}

    def model(r: random.Random) -> Model:
        env: dict[str, Any] = {"n": Fraction(r.randint(-2, 2))}
        for name, lo in zip("xy", lows, strict=True):
            env[name] = lo + Fraction(r.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 8)), 4)
        return Model(env)

    return Instance(sequent(sorts, facts), goal, node, model, models=25)


def _rounded(rng: random.Random) -> Direct:
    """A constant against a rational number next to it, in few digits: the difference decides, and rounding."""
    prec = rng.choice((30, 53, 64, 100, 120, 150))
    e = _tiny(rng)
    try:
        with MP.workdps(180):
            value = _constant(e)
            near = value + MP.mpf(2) ** (-prec + rng.randint(-60, 30)) * rng.choice((0, 1, -1)) * max(1, abs(value))
            q = _kept(near, rng.choice((prec - 2, prec, prec + 40, 3 * prec)), rng.choice((0, 1)))
            return _compared(rng.choice(("<", "<=", ">", ">=")), e, q, prec)
    except (Undefined, OverflowError, ZeroDivisionError, ValueError, TypeError):
        return Direct(False, None)


def rounding(rng: random.Random) -> Direct:
    """A sum whose second part is smaller than what is kept of the first, against the first as it is kept."""
    prec, sign = rng.randint(100, 130), rng.choice("+-")
    word = rng.choice(("loggamma", "loggamma", "loggamma", "digamma", "erf"))
    big: Expr = ("fn", word, _written(abs(rational(rng)) + Fraction(1, 2)))
    try:
        with MP.workdps(180):
            value = _constant(big)
            if value <= 0:
                return Direct(False, None)
            bits = prec + rng.randint(4, 6) - int(MP.floor(MP.log(value, 2)))
            e: Expr = (sign, big, ("fn", "exp", ("neg", int(bits * 0.6931472) + 1)))
            q = _kept(value, prec, int(sign == "+"))
            # the true side is shown with more bits, the other one by nothing
            return _compared(rng.choice(("<=", ">=")), e, q, rng.choice((prec, prec + 100)))
    except (Undefined, OverflowError, ZeroDivisionError, ValueError, TypeError):
        return Direct(False, None)


def _constant(e: Expr) -> Any:
    """The value of a term without variables.  Raises `Undefined`."""
    value = approx(Model({}).number(e, {}))
    if isinstance(value, MP.mpc) or not MP.isfinite(value) or abs(value) > 10**40:
        raise Undefined("no number of moderate size")
    return value


def _kept(x: Any, bits: int, up: int) -> Fraction:
    """The number of so many binary digits next to a number, below or above."""
    if x == 0:
        return Fraction(0)
    unit = bits - 1 - int(MP.floor(MP.log(abs(x), 2)))
    return (int(MP.floor(x * MP.mpf(2) ** unit)) + up) / Fraction(2) ** unit


def _compared(relation: str, e: Expr, q: Fraction, prec: int) -> Direct:
    exact = _constant(e) - MP.mpf(q.numerator) / q.denominator
    if abs(exact) < MP.mpf(10) ** -150:
        return Direct(False, None)
    goal: Expr = (relation, e, _written(q))
    node = {"rule": "box", "prec": prec, "tree": "pass"}
    accepted = applied(Instance(sequent({}, {}), goal, node, models({}))) is not None
    true = (exact < 0) == (relation[0] == "<")
    return Direct(accepted, None if true else "certain", True, repr((goal, prec)))


def expectation(rng: random.Random) -> Instance:
    """`linear` with expectations of random vectors, over finite laws."""
    t = Words(rng)
    t.sorts |= {"X": ("random", ("matrix", "n", 1)), "Y": ("random", ("real",))}

    def term(depth: int) -> Expr:
        kind = rng.randint(0, 6)
        if depth == 0 or kind < 2:
            mean: Expr = ("fn", "expect", "X")
            return rng.choice((("fn", "expect", ("*", "X", ("T", "X"))), ("*", mean, ("T", mean)), "A"))
        if kind == 2:
            return ("fn", "expect", ("*", "Y", t.square(0), rng.choice((("*", "X", ("T", "X")), "A"))))
        if kind == 3:
            return ("fn", "expect", (rng.choice("+-"), ("*", "Y", "A"), ("*", "X", ("T", "X"))))
        if kind == 4:
            j = rng.choice(("i", "k", "X", "Y"))
            return ("sum", ("fn", "expect", ("*", j, ("*", "X", ("T", "X")))), j, 0, rng.choice(("k", 2)))
        return (rng.choice("+-*"), term(depth - 1), term(depth - 1))

    def moved(e: Expr) -> Expr:
        """The mean taken inwards, rightly or not."""
        if not isinstance(e, tuple):
            return e
        if e[:2] == ("fn", "expect") and isinstance(e[2], tuple) and rng.random() < 0.7:
            a = e[2]
            if a[0] in "+-":
                return (a[0], ("fn", "expect", a[1]), ("fn", "expect", a[2]))
            if a[0] == "*" and rng.random() < 0.3:
                return ("*", ("fn", "expect", a[1]), ("fn", "expect", a[2] if len(a) == 3 else ("*", *a[2:])))
            if a[0] == "*" and len(a) == 4:
                return ("*", a[2], ("fn", "expect", ("*", a[1], a[3])))
        if e[0] == "sum":
            return e
        return (e[0], *(moved(a) for a in e[1:]))

    a = term(2)
    goal = with_outcomes(("==", a, moved(t.rewritten(a) if rng.random() < 0.3 else a)), t.sorts)
    s = sequent(t.sorts, {})
    s.formula(goal)
    return Instance(s, goal, {"rule": "linear"}, models(t.sorts, 2, 2), models=10)


FOUNDATIONS: dict[str, Generator] = {
    "under-law": law, "defined": defined, "box": box, "box/rounding": rounding, "linear/expectation": expectation,
}  # fmt: skip
