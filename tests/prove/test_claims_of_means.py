"""Claims about random variables of any law: what is proved of all of them, and twins that a law refutes."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.prove.portfolio import decide

R = {"X": "random real", "Y": "random real"}
V = {"d": "positive integer", "Z": "random matrix(d, 1)", "g": "matrix(d, 1)"}
BOUNDS = ("a <= X", "X <= b")


def verdict(goal: str, given: tuple[str, ...], variables: dict[str, str]) -> str:
    return decide(claim("c", goal, variables=variables, given=list(given)), 30).verdict


TRUE: list[tuple[str, tuple[str, ...], dict[str, str]]] = [
    ("expect(X)**2 <= expect(X**2)", (), R),
    ("expect(X**2)**2 <= expect(X**4)", (), R),
    ("expect(X*Y)**2 <= expect(X**2)*expect(Y**2)", (), R),
    ("covariance(X, Y)**2 <= variance(X)*variance(Y)", (), R),
    ("expect(exp(X)) >= 1 + expect(X)", (), R),
    ("variance(X + Y) <= 2*variance(X) + 2*variance(Y)", (), R),
    ("variance(X + Y) == variance(X) + variance(Y)", ("covariance(X, Y) == 0",), R),
    ("probability(Abs(X - expect(X)) >= a) <= variance(X)/a**2", (), {**R, "a": "positive"}),
    ("probability(X >= a) <= expect(X)/a", ("X >= 0",), {**R, "a": "positive"}),
    ("expect(X**2) <= b*expect(X)", ("0 <= X and X <= b",), {**R, "b": "real"}),
    ("variance(X) <= (b - a)**2/4", BOUNDS, {**R, "a": "real", "b": "real"}),
    ("expect(X) <= expect(Y)", ("X <= Y",), R),
    ("norm2(expect(Z)) <= expect(norm2(Z))", (), V),
]
FALSE: list[tuple[str, tuple[str, ...], dict[str, str]]] = [
    ("expect(X**2) <= expect(X)**2", (), R),
    ("expect(X*Y)**2 <= expect(X**2)*expect(Y**2)/2", (), R),
    ("covariance(X, Y)**2 <= variance(X)*variance(Y)/2", (), R),
    ("variance(X + Y) == variance(X) + variance(Y)", (), R),
    ("probability(Abs(X) >= a) <= expect(Abs(X))/(2*a)", (), {**R, "a": "positive"}),
    ("probability(X >= a) <= expect(X)/(2*a)", ("X >= 0",), {**R, "a": "positive"}),
    ("variance(X) <= (b - a)**2/8", BOUNDS, {**R, "a": "real", "b": "real"}),
    ("expect(X) >= 1", ("X >= 0",), R),
    ("X >= 0", (), R),
    ("expect(X) < expect(Y)", ("X <= Y",), R),
]


@pytest.mark.parametrize(("goal", "given", "variables"), TRUE)
def test_what_holds_of_all_laws_is_proved(goal: str, given: tuple[str, ...], variables: dict[str, str]) -> None:
    assert verdict(goal, given, variables) == "proved"


@pytest.mark.parametrize(("goal", "given", "variables"), FALSE)
def test_what_does_not_is_refuted_by_one(goal: str, given: tuple[str, ...], variables: dict[str, str]) -> None:
    assert verdict(goal, given, variables) == "refuted"


def test_hypotheses_about_laws_are_met_by_one() -> None:
    found = decide(claim("c", "expect(X) >= 0", variables=R, given=["X >= 0"]), 30)
    assert found.vacuity == "inhabited"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("variance(X)", "expect((X - expect(X))**2)"),
        ("covariance(X, Y)", "expect((X - expect(X))*(Y - expect(Y)))"),
        ("expectation(X)", "expect(X)"),
        ("probability(X > Y)", "expect(Piecewise((1, X > Y), (0, True)))"),
    ],
)
def test_words_for_random_variables(written: str, meant: str) -> None:
    said, other = (claim("c", f"{text} <= 5", variables=R).statement() for text in (written, meant))
    assert said.digest() == other.digest()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("X >= Y", "expect(Piecewise((0, X >= Y), (1, True))) == 0"),
        ("X >= expect(Y) and c == 1", "expect(Piecewise((0, X >= expect(Y)), (1, True))) == 0 and c == 1"),
        ("implies(expect(X) == 0, X == 0)", "implies(expect(X) == 0, expect(Piecewise((0, X == 0), (1, True))) == 0)"),
        ("implies(X >= 0, expect(X) >= 0)", "implies(expect(Piecewise((0, X >= 0), (1, True))) == 0, expect(X) >= 0)"),
        ("implies(X >= 1, X >= 0)", "expect(Piecewise((0, implies(X >= 1, X >= 0)), (1, True))) == 0"),
        ("forall(Q, random real, Q >= 0)", "forall(Q, random real, expect(Piecewise((0, Q >= 0), (1, True))) == 0)"),
        ("X > 0 or X < 0", "expect(Piecewise((0, X > 0 or X < 0), (1, True))) == 0"),
        ("forall(t, real, X != t)", "forall(t, real, expect(Piecewise((0, X != t), (1, True))) == 0)"),
        ("forall(X, real, X**2 >= 0)", "forall(u, real, u**2 >= 0)"),
    ],
)
def test_statements_about_random_variables_are_meant_almost_surely(written: str, meant: str) -> None:
    said, other = (claim("c", text, variables={**R, "c": "real"}).statement() for text in (written, meant))
    assert said.digest() == other.digest()


@pytest.mark.parametrize("text", ["variance(W) >= 0", "covariance(W, X) == 0", "variance(z) >= 0", "covariance(X) == 0",
                                  "variance(X, Y) == 0", "probability(X) == 1"])  # fmt: skip
def test_what_has_no_usual_meaning_is_refused(text: str) -> None:
    with pytest.raises(ClaimError):
        claim("c", text, variables={**R, "W": "random matrix(2, 2)", "z": "complex"})
