"""Interval arithmetic contains the true values, compared with mpmath at 700 bits, and refuses what may be undefined."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from ends import contains, interval, numbers
from mpmath import mp, mpf

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures.intervals import Intervals


def cbrt(x):
    return mpmath.sign(x) * mpmath.root(abs(x), 3) if x else mpf(0)


#: word -> (reference, ends of the arguments)
FUNCTIONS = {
    "exp": (mpmath.exp, -40, 40), "log": (mpmath.log, 0, 100), "sin": (mpmath.sin, -60, 60),
    "cos": (mpmath.cos, -60, 60), "tan": (mpmath.tan, -10, 10), "cot": (mpmath.cot, -10, 10),
    "sec": (mpmath.sec, -10, 10), "csc": (mpmath.csc, -10, 10), "sinh": (mpmath.sinh, -30, 30),
    "cosh": (mpmath.cosh, -30, 30), "tanh": (mpmath.tanh, -30, 30), "coth": (mpmath.coth, -9, 9),
    "sech": (mpmath.sech, -20, 20), "csch": (mpmath.csch, -20, 20), "asin": (mpmath.asin, -1, 1),
    "acos": (mpmath.acos, -1, 1), "atan": (mpmath.atan, -100, 100), "acot": (mpmath.acot, -30, 30),
    "asinh": (mpmath.asinh, -100, 100), "acosh": (mpmath.acosh, 1, 100), "atanh": (mpmath.atanh, -1, 1),
    "erf": (mpmath.erf, -9, 9), "erfc": (mpmath.erfc, -9, 40), "gamma": (mpmath.gamma, 0, 30),
    "loggamma": (mpmath.loggamma, 0, 200), "digamma": (mpmath.digamma, 0, 50), "zeta": (mpmath.zeta, 1, 30),
    "lambertw": (lambda x: mpmath.lambertw(x).real, -0.36787944, 50), "cbrt": (cbrt, -30, 30),
    "ceiling": (mpmath.ceil, -30, 30), "sign": (mpmath.sign, -2, 2),
}  # fmt: skip


def argument(source: random.Random, lo: float, hi: float):
    """An argument, often near an end, near 0, whole, or near the place where gamma is least."""
    kind = source.random()
    x = mpf(source.uniform(lo, hi))
    if kind < 0.2:
        x = mpf(source.choice([lo, hi, 0])) + mpf(source.uniform(-1, 1)) * mpf(2) ** -source.randint(1, 60)
    elif kind < 0.3:
        x = mpf(round(x))
    elif kind < 0.4:
        x = mpf(source.choice([1, 1.4616321449683622])) + mpf(source.choice([-1, 1])) * mpf(2) ** -source.randint(5, 50)
    return x if lo <= x <= hi else mpf(source.uniform(lo, hi))


@pytest.mark.parametrize("word", sorted(FUNCTIONS))
def test_containment(word):
    function, lo, hi = FUNCTIONS[word]
    source = random.Random(word)
    decided = 0
    with mp.workprec(700):
        for _ in range(40):
            a = argument(source, lo, hi)
            wide = mpf(source.uniform(0, 1)) * mpf(2) ** source.randint(-30, 3)
            b = a if source.random() < 0.4 else min(mpf(hi), a + wide)
            prec = source.choice([40, 53, 100, 200])
            try:
                found = Intervals(prec, {"x": interval(a, b)}).value(("fn", word, "x"))
            except Unknown:
                continue
            decided += 1
            for x in (a, b, *(a + (b - a) * mpf(source.random()) for _ in range(4))):
                try:
                    y = function(x)
                except (ValueError, ZeroDivisionError):
                    continue
                if mpmath.isinf(y) or (isinstance(y, mpmath.mpc) and y.imag != 0):
                    continue
                assert contains(found, mpmath.re(y)), (word, prec, a, b, x)
    assert decided >= 20


def test_thin_arguments_give_tight_values():
    """An enclosure that contained everything would pass the test above."""
    for word, (_, lo, hi) in FUNCTIONS.items():
        x = mpf((lo + 3 * hi) / 4)
        found = Intervals(80, {"x": interval(x, x)}).value(("fn", word, "x"))
        lo, hi = numbers(found)
        assert hi - lo <= mpf(2) ** -60 * (1 + abs(hi)), word


def test_powers_and_arithmetic():
    source = random.Random(5)
    forms = [
        ("^", "x", 3), ("^", "x", -2), ("^", "x", ("/", 5, 3)), ("^", "x", "y"), ("/", "y", "x"), ("*", "x", "y", "y"),
        ("-", ("*", "x", "x"), "y"), ("sqrt", "x"), ("abs", "y"), ("min", "x", "y"), ("max", "x", "y"),
        ("fn", "atan2", "y", "x"), ("fn", "log", "x", 3), ("fn", "beta", "x", 2), ("fn", "root", "y", 3),
        ("sum", ("^", "x", "k"), "k", 0, 5), ("product", ("+", "x", "k"), "k", 1, 3),
        ("fn", "Piecewise", "x", (">", "y", 0), ("neg", "x"), ("true",)),
    ]  # fmt: skip
    values = [
        lambda x, y: x**3, lambda x, y: x**-2, lambda x, y: x ** (mpf(5) / 3), lambda x, y: x**y, lambda x, y: y / x,
        lambda x, y: x * y * y, lambda x, y: x * x - y, lambda x, y: mpmath.sqrt(x), lambda x, y: abs(y), min, max,
        lambda x, y: mpmath.atan2(y, x), lambda x, y: mpmath.log(x, 3), lambda x, y: mpmath.beta(x, 2),
        lambda x, y: cbrt(y), lambda x, y: sum(x**k for k in range(6)), lambda x, y: (x + 1) * (x + 2) * (x + 3),
        lambda x, y: x if y > 0 else -x,
    ]  # fmt: skip
    with mp.workprec(300):
        for form, value in zip(forms, values, strict=True):
            for _ in range(30):
                a, c = mpf(source.uniform(0.01, 3)), mpf(source.uniform(-3, 3))
                b, d = a + mpf(source.random()), c + mpf(source.random()) * source.randint(0, 1)
                found = Intervals(60, {"x": interval(a, b), "y": interval(c, d)}).value(form)
                for _ in range(5):
                    x, y = a + (b - a) * mpf(source.random()), c + (d - c) * mpf(source.random())
                    assert contains(found, value(x, y)), (form, x, y)


@pytest.mark.parametrize(
    "e, value",
    [
        (("fn", "pi"), mpmath.pi), (("fn", "E"), mpmath.e), (("fn", "EulerGamma"), mpmath.euler),
        (("fn", "Catalan"), mpmath.catalan), (("fn", "GoldenRatio"), mpmath.phi),
        (("fn", "zeta", -3), Fraction(1, 120)),
        (("fn", "harmonic", 4), Fraction(25, 12)), (("fn", "bell", 5), 52), (("fn", "stirling2", 5, 2), 15),
        (("fn", "stirling1", 5, 2), 50), (("fn", "binomial", 10, 3), 120), (("fn", "fibonacci", 20), 6765),
    ],
)  # fmt: skip
def test_constants(e, value):
    with mp.workprec(700):
        value = mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else +mpf(value)
        for prec in (40, 100, 300):
            found = Intervals(prec, {}).value(e)
            assert contains(found, value, mpf(2) ** -600)
            lo, hi = numbers(found)
            assert hi - lo < mpf(2) ** (-prec + 12)


@pytest.mark.parametrize(
    "e, lo, hi",
    [
        (("fn", "log", "x"), 0, 1), (("fn", "log", "x"), -1, 1), (("sqrt", "x"), -1, 1), (("/", 1, "x"), 0, 1),
        (("/", 1, "x"), -1, 1), (("fn", "tan", "x"), 1, 2), (("fn", "cot", "x"), -1, 1), (("fn", "asin", "x"), 0, 2),
        (("fn", "acosh", "x"), 0, 2), (("fn", "atanh", "x"), 0, 1), (("fn", "gamma", "x"), 0, 1),
        (("fn", "zeta", "x"), 1, 2), (("fn", "lambertw", "x"), -1, 0), (("^", "x", ("/", 1, 2)), -1, 1),
        (("^", "x", -1), 0, 1), (("^", "x", "x"), 0, 1), (("fn", "I"), 0, 1), ("y", 0, 1),
        (("fn", "factorial", "x"), 0, 1), (("fn", "atan2", "x", -1), -1, 1), (("sum", "x", "k", 0, 10**9), 0, 1),
        (("fn", "limit", ("forall", "t", ("real",), "t"), 0, 0), 0, 1), (("fn", "nonsense", "x"), 0, 1),
    ],
)  # fmt: skip
def test_what_may_be_undefined_has_no_value(e, lo, hi):
    with pytest.raises(Unknown):
        Intervals(60, {"x": interval(mpf(lo), mpf(hi))}).value(e)


@pytest.mark.parametrize(
    "e, lo, hi",
    [
        (("fn", "atanh", "x"), -1, 0), (("fn", "atanh", "x"), 0, 1), (("fn", "zeta", "x"), 1, 2),
        (("fn", "asin", "x"), 0, 2), (("fn", "coth", "x"), -1, 1), (("fn", "log", "x"), -1, 0),
        (("/", 1, "x"), -1, 1), (("fn", "cot", "x"), 0, 1),
        (("^", "x", -1), -1, 1), (("fn", "acosh", "x"), 0, 2), (("fn", "lambertw", "x"), -1, 0),
    ],
)  # fmt: skip
def test_a_variable_that_is_not_0_may_still_leave_the_domain(e, lo, hi):
    box = {"x": interval(mpf(lo), mpf(hi))}
    with pytest.raises(Unknown):
        Intervals(60, box, frozenset("x")).value(e)
    assert Intervals(60, box | {"x": interval(mpf(0), mpf(1))}, frozenset("x")).value(("fn", "log", "x")).hi == 0


def test_what_is_known_not_to_vanish():
    box = {"x": interval(mpf(0), mpf(1)), "y": interval(mpf(0), mpf(1))}
    known = Intervals(60, box, frozenset("x"))
    assert known.truth((">", ("/", 1, "x"), ("/", 1, 2))) is True
    assert known.truth((">", ("*", "x", ("+", "x", "y")), 0)) is True
    assert known.truth((">", ("fn", "sinh", ("^", "x", 2)), 0)) is True
    assert known.truth((">", ("*", "x", "y"), 0)) is None  # y may be 0
    assert known.truth((">", ("-", "x", "y"), 0)) is None
    assert known.truth((">", ("+", "x", ("neg", ("*", "x", "x"))), 0)) is None
    assert Intervals(60, box).truth((">", "x", 0)) is None
    assert Intervals(60, {"x": interval(mpf(0), mpf(4))}, frozenset("x")).truth((">", ("fn", "sin", "x"), 0)) is None


def test_three_valued_logic():
    here = Intervals(60, {"x": interval(mpf(0), mpf(1))})
    yes, no, open_ = ("<", "x", 2), (">", "x", 2), ("<", "x", ("/", 1, 2))
    assert here.truth(("or", open_, yes)) is True and here.truth(("and", open_, no)) is False
    assert here.truth(("and", open_, yes)) is None and here.truth(("not", open_)) is None
    assert here.truth(("implies", no, open_)) is True and here.truth(("implies", yes, no)) is False
    assert here.truth(("<", ("/", 1, "x"), 5)) is None  # undefined somewhere: never true, never false
    assert here.truth(("or", ("<", ("/", 1, "x"), 5), yes)) is True
    assert here.truth(("==", "x", "x")) is None
    assert here.truth(("<=", "x", 1)) is True and here.truth(("<", "x", 1)) is None
    assert here.truth(("forall", "t", ("real",), yes)) is None
