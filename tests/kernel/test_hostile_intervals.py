"""Enclosures under attack: extreme arguments, waves, poles, Taylor coefficients, and long work."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from ends import contains, interval, numbers
from mpmath import libmp, mp, mpf
from pace import within_bounds

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import check
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.enclosures.jets import Jets, total
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.kernel.work import TooMuch, bounded

Node = dict[str, Any]
REAL: Expr = ("real",)


def fn(word: str, *args: Expr) -> Expr:
    return ("fn", word, *args)


def box(tree: Any = "pass", facts: tuple[str, ...] = (), given: tuple[str, ...] = (), prec: int = 53) -> Node:
    return {"rule": "box", "prec": prec, "tree": tree, "facts": list(facts), "given": list(given)}


# -- single points ----------------------------------------------------------------------------------------


def scaled(source: random.Random, least: int, most: int) -> Any:
    """A positive number between 2**least and 2**most, of few or of many digits."""
    bits = source.choice([1, 3, 20, 53, 200])
    return mpmath.ldexp(mpf(source.getrandbits(bits) | 1), source.randint(least, most) - bits)


def signed(source: random.Random, least: int, most: int) -> Any:
    return source.choice([-1, 1]) * scaled(source, least, most)


def angle(source: random.Random) -> Any:
    """Often a multiple of pi/2, rounded to some number of digits: near to a zero, a crest or a pole."""
    if source.random() < 0.4:
        return signed(source, -1000, 997)
    with mp.workprec(2500):
        x = mp.pi / 2 * source.choice([source.randint(-9, 9), source.getrandbits(80), source.getrandbits(900)])
    return mp.make_mpf(libmp.mpf_pos(x._mpf_, source.choice([5, 20, 53, 200, 900]), "n"))


def inside(source: random.Random) -> Any:
    """Between -1 and 1, often near to an end or to 0."""
    edge = 1 - mpmath.ldexp(mpf(source.randint(1, 9)), -source.randint(4, 300))
    return source.choice([-1, 1]) * source.choice([edge, scaled(source, -1000, 0)])


def above(source: random.Random, least: int) -> Any:
    return least + scaled(source, -300, 6) if source.random() < 0.7 else least + scaled(source, -300, 300)


def branch(source: random.Random) -> Any:
    """At least -1/e, often near to it."""
    with mp.workprec(2000):
        end = -mp.exp(-1)
    end = mp.make_mpf(libmp.mpf_pos(end._mpf_, source.choice([10, 53, 500]), "c"))
    return source.choice([end, end + scaled(source, -300, 0), scaled(source, -900, 900)])


Argument = Callable[[random.Random], Any]
POINTS: dict[str, tuple[Callable[[Any], Any], Argument]] = {
    "exp": (mp.exp, lambda s: signed(s, -1000, 35)),
    "log": (mp.log, lambda s: s.choice([scaled(s, -1000, 1000), 1 + signed(s, -500, -1)])),
    "sqrt": (mp.sqrt, lambda s: scaled(s, -1000, 1000)),
    "sin": (mp.sin, angle), "cos": (mp.cos, angle), "tan": (mp.tan, angle),
    "sinh": (mp.sinh, lambda s: signed(s, -900, 30)), "cosh": (mp.cosh, lambda s: signed(s, -900, 30)),
    "tanh": (mp.tanh, lambda s: signed(s, -900, 12)), "atan": (mp.atan, lambda s: signed(s, -900, 900)),
    "asin": (mp.asin, inside), "atanh": (mp.atanh, inside), "acos": (mp.acos, inside),
    "asinh": (mp.asinh, lambda s: signed(s, -900, 900)), "acosh": (mp.acosh, lambda s: above(s, 1)),
    "erf": (mp.erf, lambda s: signed(s, -900, 6)), "erfc": (mp.erfc, lambda s: signed(s, -900, 9)),
    "gamma": (mp.gamma, lambda s: scaled(s, -300, 10)),
    "loggamma": (mp.loggamma, lambda s: s.choice([scaled(s, -300, 300), 2 + signed(s, -300, -1)])),
    "digamma": (mp.digamma, lambda s: scaled(s, -300, 300)),
    "zeta": (mp.zeta, lambda s: above(s, 1) if s.random() < 0.3 else 1 + scaled(s, -60, 6)),
    "lambertw": (lambda x: mp.lambertw(x).real, branch),
    "cbrt": (mp.cbrt, lambda s: scaled(s, -900, 900)),
}  # fmt: skip


@pytest.mark.parametrize("word", sorted(POINTS))
def test_extreme_arguments(word: str) -> None:
    value, argument = POINTS[word]
    source = random.Random(word)
    decided = 0
    for _ in range(25):
        prec = source.choice([10, 11, 24, 53, 80, 150, 300])
        with mp.workprec(3000):
            x = argument(source)
        try:
            found = Intervals(prec, {"x": interval(x, x)}).value(fn(word, "x"))
        except Unknown:
            continue
        decided += 1
        digits = 900 if word in ("zeta", "gamma", "digamma", "loggamma") else 3500
        with mp.workprec(digits):
            y = value(x)
            slack = abs(y) * mpf(2) ** (-digits // 2)  # of the reference; the enclosure may be one number
            assert contains(found, y, slack), (word, prec, x)
    assert decided >= 15


@pytest.mark.parametrize("word", ["sin", "cos", "tan", "cot", "sec", "csc"])
def test_waves_on_wide_intervals(word: str) -> None:
    """Crests, zeros and poles inside of an interval, at its ends and close to them."""
    source = random.Random(word)
    function = getattr(mp, word)
    decided = 0
    with mp.workprec(400):
        for _ in range(150):
            place = mp.pi / 2 * source.randint(-40, 40) + source.choice([-1, 1]) * scaled(source, -60, 0)
            lo = mp.make_mpf(libmp.mpf_pos(place._mpf_, 90, "n"))
            hi = lo + scaled(source, -30, 3)
            try:
                found = Intervals(60, {"x": interval(lo, hi)}).value(fn(word, "x"))
            except Unknown:
                continue
            decided += 1
            inner = [lo + (hi - lo) * k / 40 for k in range(41)]
            corners = [mp.pi / 2 * k for k in range(int(lo / mp.pi * 2) - 1, int(hi / mp.pi * 2) + 2)]
            for x in inner + [c for c in corners if lo <= c <= hi]:
                assert contains(found, function(x), mpf(2) ** -200), (lo, hi, x)
    assert decided > 20


@pytest.mark.parametrize(
    "e",
    [
        fn("acos", fn("exp", ("neg", ("^", 2, 50)))), fn("loggamma", ("^", 2, -1990)), fn("erf", ("/", 635, 10)),
        *(fn(w, ("^", ("^", 2, 10**6), 10**6)) for w in
          ("tan", "cot", "sin", "cos", "lambertw", "erf", "erfc", "acosh", "asinh", "tanh", "log", "exp", "gamma")),
        *(fn(w, ("^", ("^", 2, 10**6), 10**2)) for w in ("tan", "cot", "lambertw", "erfc")),
        *(fn(w, ("^", 2, 99_990)) for w in ("sin", "tan", "lambertw", "erfc", "atan", "loggamma")),
        *(fn(w, fn("exp", ("neg", ("^", 2, 50)))) for w in
          ("sin", "cos", "tan", "asin", "atan", "sinh", "tanh", "erf", "erfc", "lambertw", "gamma", "digamma", "log")),
        ("+", ("^", ("^", 2, 10**6), 10**6), ("/", 1, 3)), ("floor", ("^", ("^", 2, 10**6), 10**6)),
        fn("zeta", ("+", 1, ("^", 2, -900))), fn("zeta", ("^", 2, 5000)), fn("zeta", 10**12), fn("exp", 10**9),
        fn("gamma", 10**12), ("^", 2, 10**9), fn("gamma", ("^", 10, 600)), fn("exp", fn("exp", fn("exp", 100))),
        ("floor", fn("exp", 10**9)), fn("sin", fn("exp", 10**9)), fn("digamma", ("^", 2, -90_000)),
        fn("cbrt", ("^", ("^", 2, 10**6), 10**6)),
    ],
    ids=lambda e: repr(e)[:60],
)  # fmt: skip
def test_numbers_out_of_all_proportion_cost_little(e: Expr) -> None:
    with within_bounds():
        for prec in (53, 1000):
            try:
                found = Intervals(prec, {}).value(e)
                assert found.lo <= found.hi
            except Unknown:
                pass


def test_the_precision_is_set_back_whatever_ends_the_work() -> None:
    before = balls.ctx.prec
    with balls.precision(300), balls.working(20):
        assert balls.ctx.prec == 320
        with pytest.raises(Unknown):
            Intervals(80, {}).value(("/", 1, 0))
        with pytest.raises(TooMuch), bounded(50):
            Intervals(90, {}).value(("sum", fn("exp", "i"), "i", 1, 600))
        assert balls.ctx.prec == 320
    with pytest.raises(ZeroDivisionError), balls.precision(500):
        _ = 1 // 0
    for bits in (1, 0, -5, balls.PRECISION + 1):
        with pytest.raises(Unknown), balls.precision(bits):
            pass
    assert balls.ctx.prec == before


def test_no_interval_without_ends_in_order() -> None:
    nan = balls.MOO + balls.OO
    for lo, hi in ((1, 0), (nan, 1), (0, nan), (nan, nan), (balls.OO, balls.OO), (balls.MOO, balls.MOO)):
        with pytest.raises(Unknown):
            balls.Interval(balls.ONE * lo, balls.ONE * hi)


# -- integrals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "f, lo, hi, exact",
    [
        (fn("exp", ("neg", ("^", "t", 2))), 0, 2, lambda: mp.sqrt(mp.pi) / 2 * mp.erf(2)),
        (("/", 1, ("+", 1, ("^", "t", 2))), -1, 1, lambda: mp.pi / 2),
        (("^", ("+", "t", 2), ("/", 5, 3)), -1, 1, lambda: (mpf(3) ** (mpf(8) / 3) - 1) * 3 / 8),
        (fn("tan", ("/", "t", 2)), -1, 1, lambda: mpf(0)), (("abs", ("+", "t", 2)), -1, 1, lambda: mpf(4)),
        (("^", 2, "t"), 0, 3, lambda: 7 / mp.log(2)),
        (fn("lambertw", "t"), 0, 1, lambda: mp.quad(mp.lambertw, [0, 1]).real),
    ],
)  # fmt: skip
def test_integrals_are_enclosed(f: Expr, lo: Expr, hi: Expr, exact: Callable[[], Any]) -> None:
    cuts = [Fraction(lo) + Fraction(int(hi) - int(lo)) * Fraction(k, 7) for k in (1, 3, 5)]  # type: ignore[arg-type]
    for order in (0, 2, 6, 12):
        found = total(f, "t", lo, hi, cuts, [order] * 4, 60)
        with mp.workprec(100):
            assert contains(found, exact(), mpf(2) ** -80)
    below, top = numbers(found)
    assert top - below < mpf(1) / 100


@pytest.mark.parametrize(
    "f, order",
    [
        (("/", 1, "t"), 0), (("/", 1, "t"), 2), (("abs", "t"), 2), (fn("sign", "t"), 0), (("floor", "t"), 0),
        (("sqrt", "t"), 0), (fn("cbrt", "t"), 2), (fn("tan", ("*", 2, "t")), 0), (fn("log", ("+", "t", 1)), 0),
        (("^", "t", ("/", 1, 3)), 2), (("max", "t", 0), 2),
    ],
)  # fmt: skip
def test_no_enclosure_across_a_pole_a_jump_or_a_kink(f: Expr, order: int) -> None:
    with pytest.raises(Unknown):
        total(f, "t", -1, 1, [Fraction(1, 3)], [order] * 2, 60)


def test_no_taylor_coefficients_across_a_jump() -> None:
    across = interval(-1, 1)
    for f in (fn("sign", "t"), ("abs", "t"), fn("acot", "t"), ("floor", "t"), fn("cbrt", "t")):
        with pytest.raises(Unknown):
            Jets(60, "t", across).of(f, 1)


# -- work ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "e",
    [
        ("sum", ("sum", ("*", "i", "j"), "i", 1, 600), "j", 1, 600), ("sum", fn("stirling2", 300, "i"), "i", 1, 300),
        ("sum", fn("atanh", ("/", 1, ("+", "i", 1))), "i", 1, 600), ("sum", fn("gamma", ("/", "i", 7)), "i", 1, 600),
        ("sum", fn("zeta", ("+", 1, ("/", 1, ("+", "i", 1)))), "i", 1, 300),
        ("sum", fn("erf", ("/", "i", 20)), "i", 1, 300),
        ("sum", ("^", ("/", 1, 3), ("/", 1, "i")), "i", 1, 600), ("sum", fn("Catalan"), "i", 1, 600),
    ],
    ids=lambda e: repr(e)[:50],
)  # fmt: skip
def test_interval_arithmetic_is_paid_for(e: Expr) -> None:
    with within_bounds(), pytest.raises(TooMuch), bounded(30_000):  # steps are paid for before the work is done
        Intervals(700, {}).value(e)


def test_certificates_that_repeat_themselves() -> None:
    given = tuple((f"f{i}", ("<", -5, "x") if i % 2 else ("<", ("^", "x", i), i)) for i in range(200))
    s = Statement((("x", REAL),), given, ("and", *[("<", 0, 1)] * 15_000))
    trees = [
        {"rule": "split", "nodes": [box("pass", tuple(label for label, _ in given if label != "f0"))] * 15_000},
        box("pass", ("f1",) * 100_000),
    ]
    for tree in trees:
        with within_bounds(), pytest.raises(Rejected):
            check(s, {"kind": "proof", "tree": tree})
