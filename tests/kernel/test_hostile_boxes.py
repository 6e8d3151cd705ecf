"""Rule ``box`` under attack: false statements with trees made up for them, some by hand and some by chance."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from ends import end
from mpmath import mp, mpf

from verifier.kernel.algebra.counting import counted
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import boxes
from verifier.kernel.enclosures.balls import LINE, ZERO, Interval
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.named import definedness

Node = dict[str, Any]
REAL: Expr = ("real",)


def fn(word: str, *args: Expr) -> Expr:
    return ("fn", word, *args)


def box(tree: Any = "pass", facts: tuple[str, ...] = (), given: tuple[str, ...] = (), prec: int = 53) -> Node:
    return {"rule": "box", "prec": prec, "tree": tree, "facts": list(facts), "given": list(given)}


def face(x: str, to: str, then: Any = "pass") -> Node:
    return {"face": x, "to": to, "then": then}


def split(x: str, m: int, e: int, low: Any = "pass", high: Any = "pass") -> Node:
    return {"split": x, "at": [m, e], "low": low, "high": high}


# -- false statements ---------------------------------------------------------------------------------------

FALSE_ONES = [
    # a derivative across a gap or a jump, or at an end where the function is not continuous
    ("1/x >= -1", ["x != 0", "abs(x) <= 1"], ["mean", face("x", "high"), face("x", "low")]),
    ("sign(x) >= 1", ["x != 0", "abs(x) <= 1"], ["pass", "mean", face("x", "high")]),
    ("acot(x) < 0", ["x != 0", "abs(x) <= 1"], ["mean", face("x", "low"), face("x", "high")]),
    ("acot(x) > -1", ["x >= -1", "x < 0"], ["pass", "mean", face("x", "high")]),
    ("sign(x) > -1/2", ["x >= -1", "x < 0"], ["pass", "mean", face("x", "high")]),
    ("log(x) >= -100", ["x > 0", "x <= 1"], ["mean", face("x", "low")]),
    ("sin(x)/x >= 1", ["x > 0", "x <= 1"], ["mean", face("x", "low"), face("x", "high")]),
    ("x**x >= 1", ["x > 0", "x <= 1"], ["mean", face("x", "low"), face("x", "high")]),
    ("floor(x) < 1", ["x >= 0", "x <= 1"], ["pass", "mean", face("x", "low")]),
    ("floor(x) <= x - 1/2", ["x >= 0", "x <= 1"], ["pass", "mean", face("x", "high")]),
    ("abs(x) > 0", ["x >= -1", "x <= 1"], ["mean", split("x", 0, 0, face("x", "high"), face("x", "low"))]),
    # strict where the two sides touch, at an end that belongs to the range
    ("x < 1", ["x >= 0", "x <= 1"], ["pass", "mean", face("x", "low"), face("x", "high")]),
    ("exp(x) > 1", ["x >= 0", "x <= 9"], ["pass", "mean", face("x", "low")]),
    ("x**2 > 0", ["x >= 0", "x <= 1"], ["pass", "mean", face("x", "low"), split("x", 0, 0)]),
    # the wrong face, the wrong direction of a bound, a cut that leaves a point out
    ("x*(1 - x) > 0", ["x >= 0", "x <= 1"], [face("x", "low"), face("x", "high"), split("x", 1, -1)]),
    ("x <= 1/2", ["x >= 0", "x <= 1"], [face("x", "low"), face("x", "high"), split("x", 1, -1)]),
    ("x >= 1", ["x < 1", "1 > x"], ["pass"]), ("x <= 1", ["1 <= x", "x >= 1"], ["pass"]),
    ("x >= -1", ["abs(x) >= 1", "x != 2"], ["pass"]), ("x > 0", ["x != 1", "x >= 0"], ["pass", split("x", 0, 0)]),
    ("2*x**2 > 2*x", ["x >= -5", "x <= 5"], [split("x", 0, 0, "pass", split("x", 1, 0)), split("x", 1, -1)]),
    # ends at infinity
    ("x > -10**9", ["x <= 1", "x != 0"], ["pass", "mean", face("x", "low")]),
    ("tanh(x) < 99/100", ["x >= 0", "x != 1"], ["pass", face("x", "low")]),
    # what may be undefined
    ("log(x) == log(x)", ["x >= -1", "x <= -1"], ["pass"]), ("sqrt(x) >= 0", ["x >= -1", "x <= 1"], ["pass"]),
    ("log(x) < 5 or x > 5", ["x >= -1", "x <= 1"], ["pass"]), ("0*log(x) == 0", ["x >= -1", "x <= 1"], ["pass"]),
]  # fmt: skip


@pytest.mark.parametrize("goal, given, trees", FALSE_ONES, ids=[g for g, *_ in FALSE_ONES])
def test_no_tree_proves_a_false_inequality(goal: str, given: list[str], trees: list[Any]) -> None:
    statement = claim("t", goal, variables={"x": "real"}, given=given).statement()
    s = Sequent().declare("x", REAL)
    for label, fact in statement.given:
        s = s.assume(label, fact)
    for tree in trees:
        for facts in (("h1", "h2"), ("h2", "h1"), ("h1",), ("h2",), ()):
            for prec in (10, 53, 200):
                with pytest.raises(Rejected):
                    Checker().check(s, statement.goal, box(tree, facts, prec=prec))


@pytest.mark.parametrize(
    "goal",
    [
        "harmonic(2, 2) == 3/2", "harmonic(2, 2) >= 3/2", "lambertw(1, -1) > 0", "log(8, 2) < 3", "0**0 == 0",
        "root(-8, 3) > 0", "(-8)**(1/3) < 0", "cbrt(-8) >= -1", "atan2(0, -1) == 0", "acot(-1) > 0", "zeta(-1) > 0",
        "sign(0) == 1", "fibonacci(0) == 1", "bell(0) == 0", "floor(-1/2) == 0", "ceiling(-1/2) < 0", "erf(30) == 1",
        "exp(pi*sqrt(163)) >= 262537412640768744", "tanh(1000) == 1", "exp(-10**13) == 0", "cos(1/10**300) == 1",
        "log(1 + 1/10**40) == 0", "gamma(1/2)**2 > pi", "asin(1) > pi/2", "1/0 == 1/0", "tan(pi/2) > 0",
        "EulerGamma > 577216/10**6", "Catalan < 915965/10**6", "GoldenRatio**2 > GoldenRatio + 1",
        "stirling1(4, 2) < 0", "sqrt(-1)**2 == -1",
    ],
)  # fmt: skip
def test_false_statements_about_numbers(goal: str) -> None:
    statement = claim("t", goal).statement()
    for prec in (10, 53, 300):
        with pytest.raises(Rejected):
            Checker().check(Sequent(), statement.goal, box(prec=prec))


@pytest.mark.parametrize("prec", [10, 53, 60, 100, 149, 150, 151, 152, 160, 200, 300, 1000])
def test_a_difference_below_the_precision_is_rounded_outward(prec: int) -> None:
    """0 == 1 followed from this: the right side exceeds the left one by 1.1e-47, and a sum was rounded inward."""
    number = "857043401475313325894219053033682738988611515/2**149"
    false, true = (f"loggamma(7/2) - exp(-107) {relation} {number}" for relation in (">=", "<"))
    for goal in (false, f"{number} <= loggamma(7/2) - exp(-107)", f"not ({true})"):
        with pytest.raises(Rejected):
            Checker().check(Sequent(), claim("t", goal).statement().goal, box(prec=prec))
    if prec > 160:
        Checker().check(Sequent(), claim("t", true).statement().goal, box(prec=prec))


def test_functions_with_another_number_of_arguments() -> None:
    assert counted("harmonic", [2, 2]) == Fraction(5, 4) and counted("harmonic", [3, -1]) == 6
    for word, args in (("fibonacci", [5, 2]), ("bell", [5, 2]), ("binomial", [5]), ("factorial", [3, 3])):
        assert counted(word, args) is None


def test_the_other_branch_of_lambertw_is_real_below_0_only() -> None:
    for goal in ("lambertw(1, -1) < 0", "lambertw(-1/9, 3) < 0"):
        statement = claim("t", goal).statement()
        for tree in ({"rule": "split", "nodes": []}, box()):
            with pytest.raises(Rejected):
                Checker().check(Sequent(), definedness(statement), tree)
    statement = claim("t", "lambertw(-1/9, -1) < 0").statement()
    Checker().check(Sequent(), definedness(statement), box())


# -- false inequalities by chance ------------------------------------------------------------------------------

ONE = ("exp", "log", "sin", "cos", "tan", "sinh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "erf")


def term(source: random.Random, depth: int) -> Expr:
    kind = source.randrange(10)
    if depth == 0 or kind == 0:
        return source.choice(["x", "x", "y", source.randint(-3, 4), ("/", source.randint(1, 5), 3)])
    below = lambda: term(source, depth - 1)  # noqa: E731
    if kind < 5:
        return (source.choice("+-*/"), below(), below())
    if kind == 5:
        return ("^", below(), source.choice([2, 3, -1, -2, 0, ("/", 1, 2), ("/", -2, 3)]))
    if kind == 6:
        return source.choice(
            [("abs", below()), ("sqrt", below()), ("min", below(), below()), ("max", below(), below())]
        )
    return fn(source.choice(ONE), below())


class Undefined(ValueError):
    """No real value here."""


def value(e: Expr, env: dict[str, Any]) -> Any:
    """The value of a term at a point, by mpmath."""
    if isinstance(e, int):
        return mpf(e)
    if isinstance(e, str):
        return env[e]
    op, args = e[0], e[1:]
    u = [value(a, env) for a in (args[1:] if op == "fn" else args)]
    try:
        if op == "^" and u[1] != mp.floor(u[1]) and u[0] <= 0:
            raise Undefined
        y = {
            "+": lambda a, b: a + b,
            "-": lambda a, b: a - b,
            "*": lambda a, b: a * b,
            "/": lambda a, b: a / b,
            "^": lambda a, b: a**b,
            "abs": abs,
            "sqrt": mp.sqrt,
            "min": min,
            "max": max,
            "fn": getattr(mp, str(args[0]), None),
        }[str(op)](*u)  # type: ignore[operator,misc]
    except (ZeroDivisionError, OverflowError):
        raise Undefined from None
    if isinstance(y, mpmath.mpc) or not mpmath.isfinite(y):
        raise Undefined
    return y


def tree_for(source: random.Random, depth: int) -> Any:
    kind = source.random()
    if depth == 0 or kind < 0.3:
        return source.choice(["pass", "mean"])
    x = source.choice("xxy")
    if kind < 0.65:
        return face(x, source.choice(["low", "high"]), tree_for(source, depth - 1))
    m, e = source.choice([(0, 0), (1, 0), (source.randint(-9, 9), -2)])
    return split(x, m, e, tree_for(source, depth - 1), tree_for(source, depth - 1))


def test_false_inequalities_by_chance() -> None:
    """Each claims that a term exceeds a value that it takes by a little; what is true is often proved."""
    source = random.Random(8)
    accepted = 0
    with mp.workprec(250):
        for _ in range(250):
            s, points, labels = Sequent().declare("x", REAL).declare("y", REAL), [{} for _ in range(8)], []
            for x in "xy":
                lo = Fraction(source.randint(-6, 6), source.choice([1, 1, 2, 3]))
                hi = lo + Fraction(source.randint(1, 9), 2 ** source.randint(0, 12))
                first = source.choice(["<", "<="])
                for fact in (
                    (first, ("/", lo.numerator, lo.denominator), x),
                    ("<=", x, ("/", hi.numerator, hi.denominator)),
                ):
                    labels.append(f"f{len(labels)}")
                    s = s.assume(labels[-1], fact)
                for i, p in enumerate(points):
                    share = source.choice([mpf(source.random()), mpf(2) ** -source.randint(1, 60), mpf(i % 2)])
                    share = share if share or first == "<=" else mpf(1) / 3
                    p[x] = mpf(lo.numerator) / lo.denominator + mpf((hi - lo).numerator) / (hi - lo).denominator * share
            whole = boxes.box_of(s, labels, source.choice([10, 30, 53, 100]))
            e = term(source, source.randint(1, 3))
            found = []
            for p in points:
                try:
                    found.append(value(e, p))
                except Undefined:
                    continue
            if not found or abs(min(found)) > 10**9:
                continue
            least = min(found)
            gap = max(abs(least), mpf(2) ** -20) * mpf(2) ** -source.randint(2, 16)
            for truth in (False, True):
                q = int(mp.floor((least - gap if truth else least + gap) * 2**50))
                for _ in range(4):
                    goal: Expr = (source.choice(["<", "<="]), ("/", q, 2**50), e)
                    tree = tree_for(source, source.randint(0, 3))
                    try:
                        boxes.Tree(s, goal, whole).check(whole.bounds, tree)
                    except (Unknown, Rejected):
                        continue
                    assert truth, (goal, tree, s.facts)
                    accepted += 1
    assert accepted > 60


def test_the_middle_of_an_interval_lies_in_it() -> None:
    tiny, huge = (end(mpmath.ldexp(3, e)) for e in (-99_000, 99_000))
    for lo, hi in ((tiny, huge), (huge, huge), (-huge, tiny), (tiny, tiny)):
        middle = Interval(lo, hi).middle()
        assert lo <= middle and middle <= hi and middle.is_exact()


def test_integer_bounds() -> None:
    """Strict bounds of integers move by one, others do not; a bound without measure is left alone."""
    s = Sequent().declare("n", ("integer", "-oo", "oo"))
    for i, fact in enumerate([("<", "n", ("/", 7, 2)), ("<", "n", 3), ("<=", "n", 3), (">", "n", ("/", -1, 2))]):
        s = s.assume(f"f{i}", fact)
    upper = lambda labels: boxes.box_of(s, labels, 53).bounds["n"].hi  # noqa: E731
    assert upper(["f0"]) == 3 and upper(["f1"]) == 2 and upper(["f2"]) == 3
    assert boxes.box_of(s, ["f3"], 53).bounds["n"].lo == ZERO
    s = s.assume("huge", ("<", ("^", ("^", 2, 10**6), 10**6), "n"))
    assert boxes.box_of(s, ["huge"], 53).bounds["n"] == LINE
