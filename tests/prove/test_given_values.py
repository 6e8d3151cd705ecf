"""Values that hypotheses give are put in where functions meet; a value a little off proves nothing."""

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

REALS = dict.fromkeys(("a", "b", "c", "x", "y"), "real")
TRUE = [
    ("exp(2*g) == q**2", {"q": "(1, oo)", "g": "real"}, ["g == log(q)"]),
    ("a*b == c", REALS, ["a == exp(x)", "b == exp(y)", "c == exp(x + y)"]),
    ("s > t/((1 - t)*exp(-171/100) + t)", {"s": "real", "t": "real"}, ["s == 393129/400000", "t == 9/10"]),
    ("x == 1/c + 1/d", {"x": "real", "c": "positive", "d": "positive"}, ["1/c + 1/d == x"]),
]  # fmt: skip
TWINS = [
    ("exp(2*g) == q**3", {"q": "(1, oo)", "g": "real"}, ["g == log(q)"]),
    ("a*b == c", REALS, ["a == exp(x)", "b == exp(y)", "c == exp(x - y)"]),
    ("s > t/((1 - t)*exp(-17/10) + t)", {"s": "real", "t": "real"}, ["s == 9/10", "t == 9/10"]),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "variables", "given"), TRUE)
def test_what_follows_from_given_values(goal, variables, given):
    assert decide(claim("value", goal, variables=variables, given=given), 8.0).verdict == "proved"


@pytest.mark.parametrize(("goal", "variables", "given"), TWINS)
def test_what_does_not_follow(goal, variables, given):
    assert decide(claim("twin", goal, variables=variables, given=given), 4.0).verdict == "refuted"
