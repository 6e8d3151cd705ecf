"""Initialization shape: the factor of the time warp is smooth where x > 0, for delta = 0 not at x = 0."""

from collections.abc import Sequence
from fractions import Fraction as F

import mpmath
import pytest
import shipped
from mpmath import mpf
from shipped import decide

from verifier.language.claim import claim
from verifier.language.script import (
    At,
    Contradict,
    Have,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    SameSlope,
    Split,
    Step,
    Take,
    Use,
    Witness,
)
from verifier.papers.book import Book

ITEMS = ["B1-c-logs", "B1-c-smooth", "B1-c"]


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("initialization_shape")


@pytest.mark.parametrize("item", ITEMS)
def test_the_items_are_proved(book: Book, item: str) -> None:
    entry = book.entries(book.items[item])[0]
    assert (shipped.found(entry.claim).verdict, entry.fidelity) == ("proved", "faithful")


def verdict(book: Book, item: str, old: str, new: str, script: Sequence[Step] = (), **point: int) -> str:
    """Of the item with one thing changed, at a point, by a script where one is needed."""
    page = book.items[item]
    text = page.conclusion.text
    assert old in text
    twin = claim("twin", text.replace(old, new), variables=page.variables, given=page.given,
                 definitions=page.definitions, argument=script, counterexample=point)  # fmt: skip
    return decide(twin, 5).verdict


@pytest.mark.parametrize(("old", "new", "point"), [
    ("g(x) <= ", "g(x) < ", {"delta": 0, "x": 1, "R": 1}),
    ("sqrt(R + delta)", "sqrt(R + delta/2)", {"delta": 2, "x": 1, "R": 1}),
    ("g(x) > 0", "g(x) > 3/2", {"delta": 0, "x": 1, "R": 1}),
])  # fmt: skip
def test_sharper_bounds_are_refuted(book: Book, old: str, new: str, point: dict[str, int]) -> None:
    assert verdict(book, "B1-c", old, new, **point) == "refuted"


@pytest.mark.parametrize(("variables", "given", "point"), [
    ({"R": "positive"}, {}, {"delta": 0, "x": 4, "R": 1}),
    ({"delta": "real"}, {"inside": "x <= R"}, {"delta": -1, "x": 1, "R": 1}),
])  # fmt: skip
def test_hypotheses_are_needed(
    book: Book, variables: dict[str, str], given: dict[str, str], point: dict[str, int]
) -> None:
    page = book.items["B1-c"]
    twin = claim("weaker", page.conclusion.text, variables={**page.variables, **variables}, given=given,
                 definitions=page.definitions, counterexample=point)  # fmt: skip
    assert decide(twin, 15).verdict == "refuted"


# -- slopes that are wrong: what is said to exist does not, since its values have other slopes --------------------
def test_a_wrong_sign_of_the_slope_of_log_S_is_refuted(book: Book) -> None:
    """For delta = 0 it is l(t) = t."""
    script = At({"goal": [Take("l", "m"), Negate("all"),
        SameSlope("l[s]", "s", "s", "0", "-1", "1", name="slopes", place=[Numbers(using=[])], by=[
            Use("all", at=["s"], name="now"),
            Have("log(sqrt(exp(s)**2 + 0**2/4)) == s", name="plain", by=[Numbers(using=[])]),
            Rewritten("now.0", ["plain"], name="done", forwards=True), Use("done")]),
        Use("all", at=["0"], name="now"), Contradict("slopes", [Numbers(using=["now.2"])])]})  # fmt: skip
    assert verdict(book, "B1-c-logs", "exp(2*t - 2*l[t])", "-exp(2*t - 2*l[t])", [script], delta=0) == "refuted"


def test_S_plus_half_delta_in_place_of_S_is_refuted(book: Book) -> None:
    """For delta = 2 at t = 0: m' = 1/(sqrt(2) (sqrt(2) + 1)), and not 1/(sqrt(2) + 1)^2."""
    script = At({"goal": [Take("l", "m"), Negate("all"),
        SameSlope("m[s]", "log(sqrt(exp(s)**2 + 2**2/4) + 2/2)", "s", "0", "-1", "1", name="slopes",
                  place=[Numbers(using=[])], smooth=[Numbers(using=[])],
                  by=[Use("all", at=["s"], name="now"), Use("now.1")]),
        Use("all", at=["0"], name="now"), Rewritten("now.3", ["now.1"], name="said", forwards=True),
        Have("exp(2*0 - 2*log(sqrt(exp(0)**2 + 2**2/4) + 2/2)) < 1/4", name="low", by=[Numbers(using=[])]),
        Have("diff(m[s], (s, 0)) < 1/4", name="low now", by=[Rewritten("low", ["said"], name="done"), Use("done")]),
        Have("exp(0) == 1", name="one", by=[Numbers(using=[])]),
        Rewritten("slopes", ["one"], name="slopes now", forwards=True),
        Have("diff(m[s], (s, 0)) > 1/4", name="high", by=[Numbers(using=["slopes now"])]),
        Contradict("low now", [Numbers(using=["high"])])]})  # fmt: skip
    assert verdict(book, "B1-c-logs", "exp(2*t - l[t] - m[t])", "exp(2*t - 2*m[t])", [script], delta=2) == "refuted"


ENTRY: list[Step] = [
    Take("F"), Negate("all"),
    Have("exists(f, real curve, forall(t, real, f[t] == F[t][0, 0] and diff(f[t], t) == diff(F[t], t)[0, 0]))",
         name="there is f", by=[Witness("F[t][0, 0]", index="t"), Take("t"), Split([[], []])]),
    Obtain("there is f", "f", label="f"),
]  # fmt: skip


def square(of: str, value: str, using: Sequence[str], low: str) -> list[Step]:
    """For delta = 0 the first entry f has f^2 = 9/4 times a value: the slopes at 0."""
    g = f"3/2*sqrt(sqrt({of}**2 + 0**2/4) + 0/2)"
    return [SameSlope("f[s]**2", f"9/4*{value}", "s", "0", low, "1", name="slopes", place=[Numbers(using=[])], by=[
        Use("all", at=["s"], name="now"), Use("f", at=["s"], name="here"), Have("-1 <= s", name="side"),
        Have(f"({g})**2 == 9/4*{value}", name="square", by=[Numbers(using=using)]),
        Rewritten("square", ["now.0", "here.0"], name="done"), Use("done")])]  # fmt: skip


def test_for_delta_0_the_factor_is_not_smooth_at_0(book: Book) -> None:
    """Had f(x) = (3/2) sqrt|x| a derivative at 0, 2 f f' = (f^2)' from the right would be 9/4 there, but f(0) = 0."""
    script = At({"goal": [Witness("0"), *ENTRY, *square("s", "s", ["between"], "0"),
        Use("all", at=["0"], name="first"), Use("f", at=["0"], name="f first"),
        Have("3/2*sqrt(sqrt(0**2 + 0**2/4) + 0/2) == 0", name="plain", by=[Numbers(using=[])]),
        Rewritten("first.0", ["plain"], name="zero", forwards=True),
        Have("9/4 == 0", name="absurd", by=[Linear(terms=[("slopes", "-1", "1"), ("zero", "2*diff(f[s], (s, 0))", "1"),
                                                         ("f first.0", "2*diff(f[s], (s, 0))", "1")])]),
        Contradict("absurd", [Numbers(using=[])])]})  # fmt: skip
    assert verdict(book, "B1-c-smooth", "S(exp(t))", "S(t)", [script], delta=0) == "refuted"


def test_the_factor_is_not_its_own_derivative(book: Book) -> None:
    """For delta = 0 it is (3/2) sqrt(x), with the slope 3/4 at x = 1."""
    script = At({"goal": [Witness("1"), *ENTRY, *square("exp(s)", "exp(s)", [], "-1"),
        Use("all", at=["0"], name="first"), Use("first.1", at=["0"], name="slope"), Use("f", at=["0"], name="f first"),
        Have("3/2*sqrt(sqrt(exp(0)**2 + 0**2/4) + 0/2) == 3/2", name="plain", by=[Numbers(using=[])]),
        Have("exp(0) == 1", name="one", by=[Numbers(using=[])]),
        Rewritten("slope", ["one"], name="slope now", forwards=True),
        Rewritten("first.0", ["plain"], name="entry", forwards=True),
        Have("f[0] == 3/2", name="value", by=[Linear(terms=[("entry", "1", "1"), ("f first.0", "1", "1")])]),
        Have("diff(f[s], (s, 0)) == 3/2", name="own", by=[
            Linear(terms=[("slope now", "1", "1"), ("entry", "1", "1"), ("f first.1", "1", "1")])]),
        Contradict("slopes", [Numbers(using=["value", "own"])])]})  # fmt: skip
    assert verdict(book, "B1-c-smooth", "F[t][i+1, 0]", "F[t][i, 0]", [script], delta=0) == "refuted"


# -- the same recursion in numbers: derivatives by x of S^p (S + delta/2)^q x^r ------------------------------------
def derivative(p: F, q: F, r: F, order: int, x: mpf, delta: int, wrong: int = 0) -> mpf:
    if order:
        parts = ((p, p - 2, q, r + 1), (q, p - 1 - wrong, q - 1, r + 1), (r, p, q, r - 1))
        return mpmath.fsum(float(c) * derivative(*e, order - 1, x, delta, wrong) for c, *e in parts if c)
    s = mpmath.sqrt(x**2 + mpf(delta) ** 2 / 4)
    return s ** float(p) * (s + mpf(delta) / 2) ** float(q) * x ** float(r)


@pytest.mark.parametrize("delta", [0, 1, -3])
def test_the_recursion_gives_the_derivatives(delta: int) -> None:
    def root(x: mpf) -> mpf:
        return mpmath.sqrt(mpmath.sqrt(x**2 + mpf(delta) ** 2 / 4) + mpf(delta) / 2)

    with mpmath.workdps(40):
        for order in range(5):
            wanted = mpmath.diff(root, mpf("0.7"), order)
            right, wrong = (derivative(F(0), F(1, 2), F(0), order, mpf("0.7"), delta, k) for k in (0, 1))
            assert abs(right - wanted) < 1e-12
            assert order == 0 or abs(wrong - wanted) > 1e-3
