"""Points that a page suggests, with hypotheses that need a witness or a variable taken; and points that are none."""

import pytest

from verifier.claims.claim import claim
from verifier.methods.portfolio import decide

FLOW = "forall(t, [0, oo), exists(c, matrix(N, 1), diff(w[t], t) == X*c))"
SPACE = {"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "w": "matrix(d, 1) curve"}
REST = {"d": "1", "N": "1", "X": "1"}


@pytest.mark.parametrize(("letters", "given", "example"), [
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] >= R))"}, {"tau": "t"}),
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] > R))"}, {"tau": "t"}),
    (SPACE, {"inclusion": FLOW}, {**REST, "w": "1"}),
    ({"s": "real", "x": "positive"}, {"s": "s == sqrt(x**2 + 3)", "x": "x**2 == 1"}, {"s": "2", "x": "1"}),
    ({"d": "positive integer", "K": "matrix(d, 1)", "T": "real sequence"},
     {"v": "forall(i, integer[0, d-1], T[i] == asinh(2*K[i, 0]))"}, {"d": "1", "K": "0", "T": "0"}),
])  # fmt: skip
def test_an_example_is_shown_by_a_plain_script(letters, given, example):
    assert decide(claim("c", "0 == 0", variables=letters, given=given, example=example), 6.0).vacuity == "inhabited"


@pytest.mark.parametrize(("letters", "given", "example"), [
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] >= R))"}, {"tau": "-t"}),
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] >= R))"}, {"tau": "1 - exp(-t)"}),
    (SPACE, {"inclusion": FLOW}, {**REST, "X": "0", "w": "t"}),
    ({"d": "positive integer", "K": "matrix(d, 1)", "T": "real sequence"},
     {"v": "forall(i, integer[0, d-1], T[i] == asinh(2*K[i, 0]) + 1)"}, {"d": "1", "K": "0", "T": "0"}),
])  # fmt: skip
def test_a_point_that_is_none_is_not_kept(letters, given, example):
    found = decide(claim("c", "0 == 0", variables=letters, given=given, example=example), 4.0)
    kept = found.details.get("inhabited")
    assert kept is None or "values" not in kept or str(example.get("tau", example.get("T"))) not in str(kept["values"])


def test_a_counterexample_with_a_hypothesis_that_asks_for_a_witness():
    kept = claim("c", "w[1] == w[0]", variables=SPACE, given={"inclusion": FLOW}, counterexample={**REST, "w": "t"})
    assert decide(kept, 5.0).verdict == "refuted"  # the witness is 1
    still = claim("c", "w[1] != w[0]", variables=SPACE, given={"inclusion": FLOW}, counterexample={**REST, "w": "1"})
    assert decide(still, 5.0).verdict == "refuted"
    right = claim("c", "w[0] == w[0]", variables=SPACE, given={"inclusion": FLOW}, counterexample={**REST, "w": "1"})
    assert decide(right, 5.0).verdict == "proved"
