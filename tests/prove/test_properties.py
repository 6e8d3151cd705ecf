"""Claims as Hypothesis properties: false ones are found and shrunk, true ones are not accused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.language.claim import claim
from verifier.prove.questions.properties import property_run

TRUE = [
    ("a*a - b*b == (a - b)*(a + b)", {"a": "real", "b": "real"}, {}),
    ("(M*N).T == N.T*M.T", {"n": "positive integer", "M": "matrix(n, n)", "N": "matrix(n, n)"}, {}),
    ("a > 0", {"a": "real", "b": "real"}, {"above": "a > b", "low": "b >= 0"}),
]
FALSE = [
    ("a*a - b*b == (a - b)*(a - b)", {"a": "real", "b": "real"}, {}),
    ("(M*N).T == M.T*N.T", {"n": "positive integer", "M": "matrix(n, n)", "N": "matrix(n, n)"}, {}),
    ("a > 1/2", {"a": "real", "b": "real"}, {"above": "a > b", "low": "b >= 0"}),
]


@pytest.mark.parametrize(("goal", "variables", "given"), TRUE)
def test_a_true_claim_has_no_violation(goal: str, variables: dict[str, str], given: dict[str, str]) -> None:
    report = property_run(claim("c", goal, variables=variables, given=given).statement(), 60)
    assert report.satisfied and not report.violated


@pytest.mark.parametrize(("goal", "variables", "given"), FALSE)
def test_a_false_claim_is_violated(goal: str, variables: dict[str, str], given: dict[str, str]) -> None:
    report = property_run(claim("c", goal, variables=variables, given=given).statement(), 60)
    assert report.violated and report.violation is not None


def test_the_violation_is_shrunk() -> None:
    report = property_run(claim("c", "a*a == a", variables={"a": "real"}).statement(), 60)
    assert report.violation is not None and abs(report.violation["a"]) <= Fraction(2)


def test_a_run_is_the_same_twice() -> None:
    statement = claim("c", "a*b == b", variables={"a": "real", "b": "real"}).statement()
    assert property_run(statement, 30, 7) == property_run(statement, 30, 7)
