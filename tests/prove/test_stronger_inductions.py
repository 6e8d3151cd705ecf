"""Inductions that need more than the goal: stronger bounds, signs of sums, products of many facts; and their twins."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

BOUNDED = [
    ("Sum(1/k**2, (k, 1, n)) < 2", "Sum(1/k**2, (k, 1, n)) < 8/5"),
    ("Sum(1/factorial(k), (k, 0, n)) < 3", "Sum(1/factorial(k), (k, 0, n)) < 27/10"),
    ("Sum(1/k**3, (k, 1, n)) < 5/4", "Sum(1/k**3, (k, 1, n)) < 6/5"),
    ("Sum(1/(k*2**k), (k, 1, n)) < 1", "Sum(1/(k*2**k), (k, 1, n)) < 2/3"),
    ("Product(1 + 1/2**k, (k, 1, n)) < 5/2", "Product(1 + 1/2**k, (k, 1, n)) < 9/4"),
    ("Product(1 - 1/4**k, (k, 1, n)) > 1/2", "Product(1 - 1/4**k, (k, 1, n)) > 7/10"),
    ("2 > Product(1 + 1/3**k, (k, 1, n))", "3/2 > Product(1 + 1/3**k, (k, 1, n))"),
]
SEQUENCES = {"n": "positive integer", "p": "real sequence", "u": "real sequence", "v": "real sequence"}
WEIGHTS = {"p": "forall(i, integer, p[i] >= 0)"}
CAUCHY = "Sum(p[i]*u[i]*v[i], (i, 1, n))**2 <= Sum(p[i]*u[i]**2, (i, 1, n))*Sum(p[i]*v[i]**2, (i, 1, n))"
RATE = {"a": "real sequence", "c": "positive", "k": "nonnegative integer"}
SLOW = {"a": "forall(j, nonnegative integer, a[j] > 0)",
        "step": "forall(j, nonnegative integer, a[j+1] <= a[j] - c*a[j]**2)"}  # fmt: skip
LETTERS = dict.fromkeys("ABCpuv", "real")
SIGNS = {"ac": "A**2 <= B*C", "b": "B >= 0", "c": "C >= 0", "p": "p >= 0"}


def verdict(
    goal: str, variables: dict[str, str], given: dict[str, str] | None = None, seconds: float = 10
) -> str:
    return decide(claim("c", goal, variables=variables, given=given or {}), seconds).verdict


@pytest.mark.parametrize(("true", "false"), BOUNDED)
def test_a_constant_bound_of_a_sum_or_a_product(true: str, false: str) -> None:
    assert verdict(true, {"n": "positive integer"}) == "proved"
    assert verdict(false, {"n": "positive integer"}) != "proved"


@pytest.mark.usefixtures("counted")
def test_cauchy_schwarz_with_weights() -> None:
    assert verdict(CAUCHY, SEQUENCES, WEIGHTS) == "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (CAUCHY, {}),
        (CAUCHY, {"p": "forall(i, integer, p[i] >= -1)"}),
        (CAUCHY.replace("<= Sum(p[i]*u", "<= Sum(p[i]**2*u"), WEIGHTS),
        (CAUCHY + "/2", WEIGHTS),
        (CAUCHY.replace("<=", "<"), WEIGHTS),
    ],
)
def test_its_twins(goal: str, given: dict[str, str]) -> None:
    assert verdict(goal, SEQUENCES, given, 4) != "proved"


def test_a_rate_by_products_of_facts() -> None:
    found = decide(claim("c", "a[k] <= a[0]/(1 + c*k*a[0])", variables=RATE, given=SLOW), 10)
    assert (found.verdict, found.vacuity) == ("proved", "inhabited")


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("a[k] <= a[0]/(1 + 2*c*k*a[0])", SLOW),
        ("a[k] <= a[0]/(1 + c*(k + 1)*a[0])", SLOW),
        ("a[k] <= a[0]/(1 + c*k*a[0])", {"a": SLOW["a"], "step": SLOW["step"].replace("- c*a", "- c/2*a")}),
        ("a[k] < a[0]/(1 + c*k*a[0])", SLOW),
    ],
)
def test_twins_of_the_rate(goal: str, given: dict[str, str]) -> None:
    assert verdict(goal, RATE, given, 4) != "proved"


def test_coefficients_in_a_letter_that_is_not_negative() -> None:
    assert verdict("(A + p*u*v)**2 <= (B + p*u**2)*(C + p*v**2)", LETTERS, SIGNS) == "proved"
    assert verdict("(A + p*u*v)**2 <= (B + p*u**2)*(C - p*v**2)", LETTERS, SIGNS) == "refuted"
    assert verdict("(A + p*u*v)**2 <= (B + p*u**2)*(C + p*v**2)", LETTERS, {**SIGNS, "p": "p >= -1"}) == "refuted"
    assert verdict("(A + p*u*v)**2 < (B + p*u**2)*(C + p*v**2)", LETTERS, SIGNS) == "refuted"


def test_products_of_facts() -> None:
    letters = {"x": "positive", "c": "positive", "y": "positive", "B": "real"}
    given = {"B": "B >= x", "y": "y <= x - c*x**2"}
    assert verdict("y*(1 + c*B) <= B", letters, given) == "proved"
    assert verdict("y*(1 + 2*c*B) <= B", letters, given) == "refuted"
    assert verdict("y*(1 + c*B) <= x", letters, given) == "refuted"
