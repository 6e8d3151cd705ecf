"""Simple complex points are tried in the order in which they look like counterexamples; what is true stays true."""

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide
from verifier.prove.refute.floating.complex_floats import seems

I = ("fn", "I")  # noqa: E741
HOLDS = [
    ("Abs(a + b) == Abs(a - b)", {"a": 1, "b": I}, True),
    ("Abs(a + b) == Abs(a - b)", {"a": 1, "b": 1}, False),
    ("a**2 == -1 and a != 0", {"a": I}, True),
    ("a**2 == -1 or a == 1", {"a": 2}, False),
    ("Abs(a) < 2", {"a": ("+", 1, I)}, True),
    ("re(a) >= im(a)", {"a": I}, False),
    ("exp(a*pi*I) == -1", {"a": 1}, True),
    ("1/a == 0", {"a": 0}, None),
    ("gamma(a) == 1", {"a": 1}, None),
]


@pytest.mark.parametrize(("goal", "point", "answer"), HOLDS)
def test_what_floating_point_says(goal, point, answer):
    statement = claim("c", goal, variables=dict.fromkeys(point, "complex")).statement()
    assert seems(statement.goal, point) is answer


FALSE = ["Abs(Abs(a) - Abs(b)) == Abs(a - b)", "Abs(a + b) == Abs(a) + Abs(b)", "re(a*b) == re(a)*re(b)"]


@pytest.mark.parametrize("goal", FALSE)
def test_false_claims_are_refuted(goal):
    assert decide(claim("c", goal, variables={"a": "complex", "b": "complex"}), 5.0).verdict == "refuted"


@pytest.mark.parametrize("goal", ["re(a + b) == re(a) + re(b)", "Abs(a*b) == Abs(a)*Abs(b)"])
def test_true_ones_are_not(goal):
    assert decide(claim("c", goal, variables={"a": "complex", "b": "complex"}), 5.0).verdict != "refuted"
