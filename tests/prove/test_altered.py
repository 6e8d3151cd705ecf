"""Witnesses near an example: found where a hypothesis is needed, and never where it is not."""

import pytest

from verifier.evidence.verdict import judge
from verifier.language.claim import claim
from verifier.prove.portfolio import decide
from verifier.prove.questions import altered
from verifier.prove.questions.offer import Offer
from verifier.run.judging import recheck

SIZES = {"d": "positive integer", "n": "positive integer"}
DATA = {**SIZES, "X": "matrix(n, d)", "S": "matrix(d, d)"}
CURVE = {"a": "real", "w": "real curve"}
SEQUENCE = {"a": "real", "w": "real sequence"}
FLOW = "forall(t, real, implies(t >= 0, diff(w[t], t) == a*w[t]))"
STEP = "forall(t, nonnegative integer, w[t + 1] == w[t]*(1 - a*w[t])**2)"
LOSS = "trace((X*W).T*(X*W))/(2*n)"


def without(label, goal, variables, given, **hints):
    """The verdict on the claim without a hypothesis, with the claim itself."""
    whole = claim("c", goal, variables=variables, given=given, **hints)
    proved = decide(whole, 3.0)
    formula = dict(whole.statement().given)[label]
    weaker = whole.without(label)
    return altered.decide(weaker, Offer(proved.said, label, formula)), weaker


LIMIT = "forall(e, positive, exists(D, positive, forall(s, real, implies(s >= D, x + a/s <= e))))"
NEEDED = [  # (hypothesis, goal, variables, hypotheses)
    ("S", "trace(S) >= 0", DATA, {"S": "n*S == X.T*X"}),  # a letter that only an equation with a factor names
    ("flow", "forall(t, real, implies(t >= 0, diff(w[t], t) == a*w[t]))", CURVE, {"flow": FLOW}),
    ("start", "forall(t, nonnegative integer, w[t] > 0)", SEQUENCE,
     {"step": STEP, "start": "0 < w[0] and a*w[0] < 1", "a": "a > 0"}),
    ("a.positive", "w[1] <= w[0]", {"a": "positive", "w": "real sequence"},
     {"step": "w[1] == w[0]*(1 - a)", "start": "w[0] > 0", "small": "a < 1"}),
    ("x", LIMIT, {"x": "real", "a": "real"}, {"a": "a == 0", "x": "x <= 0"}),  # whatever the bound is
    ("same", "S.T == S", {"d": "positive integer", "S": "matrix(d, d)"}, {"same": "S.T == S"}),  # holds where d is 1
    ("S", f"grad({LOSS}, W) == S*W", {**DATA, "W": "matrix(d, d)"}, {"S": "n*S == X.T*X"}),
]  # fmt: skip


@pytest.mark.parametrize(("label", "goal", "variables", "given"), NEEDED)
def test_a_witness_is_found_near_an_example(label, goal, variables, given):
    found, weaker = without(label, goal, variables, given)
    assert found is not None
    assert found.verdict == "refuted"
    assert judge(weaker.statement(), found.certificate, found.method).verdict == "refuted"
    assert "ok" in recheck([(weaker.statement().to_json(), found.to_json(), [])])[0]


NOT_NEEDED = [
    ("a", LIMIT, {"x": "real", "a": "real"}, {"x": "x <= 0", "a": "a <= 0"}),  # a/s tends to 0
    ("x", "y**2 >= 0", {"x": "real", "y": "real"}, {"x": "x == y"}),
    ("S", "trace(X.T*X) >= 0", DATA, {"S": "n*S == X.T*X"}),
    ("bound", "forall(t, nonnegative integer, w[t] >= 0)", SEQUENCE,
     {"positive": "forall(t, nonnegative integer, w[t] > 0)", "bound": "a > 0"}),
    ("S", f"grad({LOSS}, W) == X.T*X*W/n", {**DATA, "W": "matrix(d, d)"}, {"S": "n*S == X.T*X"}),
]  # fmt: skip


@pytest.mark.parametrize(("label", "goal", "variables", "given"), NOT_NEEDED)
def test_none_is_found_where_the_claim_holds_without_it(label, goal, variables, given):
    found, _ = without(label, goal, variables, given)
    assert found is None


def test_a_term_without_a_value_is_a_witness_and_a_hypothesis_without_one_is_not():
    found, weaker = without("apart", "1/(x*y) == 1/x*1/y", {"x": "real", "y": "nonzero"}, {"apart": "x != 0"})
    assert found is not None
    assert found.verdict == "ill-posed"
    assert judge(weaker.statement(), found.certificate, found.method).verdict == "ill-posed"
    below, _ = without("a", "x < 1", {"x": "real", "a": "real"}, {"a": "a > 0", "below": "1/a < 0 or x < 1"})
    assert below is None or below.verdict == "refuted"


def test_what_floating_point_says_is_not_believed(monkeypatch):
    monkeypatch.setattr(altered._Look, "at", lambda self, point, base: "fails")
    for label, goal, variables, given in NOT_NEEDED:
        found, _ = without(label, goal, variables, given)
        assert found is None
    monkeypatch.setattr(altered._Look, "at", lambda self, point, base: "undefined")
    for label, goal, variables, given in NOT_NEEDED:
        found, _ = without(label, goal, variables, given)
        assert found is None
