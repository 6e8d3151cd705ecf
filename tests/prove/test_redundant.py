"""Hypotheses that say nothing new are superfluous; those that say something are not."""

import pytest

from verifier.evidence.verdict import judge
from verifier.kernel.terms.expr import conjunction
from verifier.language.claim import claim
from verifier.prove.portfolio import decide
from verifier.prove.questions import redundant
from verifier.prove.questions.offer import Offer
from verifier.run.judging import recheck

DATA = {"d": "positive integer", "n": "positive integer", "X": "matrix(n, d)", "S": "matrix(d, d)"}


def without(labels, goal, variables, given):
    whole = claim("c", goal, variables=variables, given=given)
    proved = decide(whole, 5.0)
    assert proved.verdict == "proved"
    weaker = whole
    for label in labels:
        weaker = weaker.without(label)
    from verifier.papers.book import trimmed

    weaker = trimmed(weaker)
    known = whole.statement().given
    parts = tuple((n, f) for n, f in known if n in labels)
    label = labels[0] if len(labels) == 1 else ""
    offer = Offer(proved.said, label, conjunction([f for _, f in parts]), False, whole.sorts(),
                  parts if len(parts) > 1 else ())  # fmt: skip
    return redundant.decide(weaker, offer), weaker


RATES = {"lam": "positive", "sigma": "positive", "w": "real"}
FOLLOWS = [  # (hypotheses taken away, goal, variables, hypotheses)
    (["sigma.positive"], "w*lam < sigma and sigma > 0", RATES, {"start": "0 < w and w < sigma/lam"}),
    # that w < sigma/lam is said supposes lam != 0
    (["lam.positive"], "w*lam < sigma and lam > 0", RATES, {"start": "0 < w and w < sigma/lam"}),
    (["b"], "trace(X.T*X) <= b and b >= 0", {**DATA, "b": "real"}, {"b": "b >= 0", "size": "trace(X.T*X) <= b"}),
    (["b"], "b >= 0", {**DATA, "b": "real"}, {"b": "b >= 0", "size": "trace(X.T*X) <= n*b"}),
    (["two", "three"], "x > 1", {"x": "real"}, {"four": "x > 4", "two": "x > 2", "three": "x > 3"}),
]


@pytest.mark.parametrize(("labels", "goal", "variables", "given"), FOLLOWS)
def test_what_follows_from_the_others_is_superfluous(labels, goal, variables, given):
    found, weaker = without(labels, goal, variables, given)
    assert found is not None
    assert found.verdict == "proved"
    assert judge(weaker.statement(), found.certificate, found.method).verdict == "proved"
    assert "ok" in recheck([(weaker.statement().to_json(), found.to_json(), [])])[0]


def test_a_definition_that_nothing_else_uses_is_superfluous():
    goal = "X.T*X*X.T == n*S*X.T or X.T*X == X.T*X"
    found, _ = without(["S"], goal, DATA, {"S": "n*S == X.T*X"})
    assert found is None  # the goal mentions S
    goal, given = "trace(X.T*X) >= 0", {"S": "n*S == X.T*X", "size": "trace(X.T*X) >= 0"}
    found, weaker = without(["S"], goal, DATA, given)
    assert found is not None
    assert "S" not in weaker.sorts()
    assert judge(weaker.statement(), found.certificate, found.method).verdict == "proved"


SAYS_MORE = [
    (["sigma.positive"], "w*lam < sigma", RATES, {"start": "w < sigma/lam"}),
    (["lam.positive", "sigma.positive"], "w*lam < sigma", RATES, {"start": "0 < w and w < sigma/lam"}),
    (["b"], "b >= 0", {**DATA, "b": "real"}, {"b": "b >= 0", "size": "trace(X.T*X) >= b"}),
    (["two"], "x > 1", {"x": "real"}, {"one": "x > 1/2", "two": "x > 2"}),
    (["four"], "y > 1", {"x": "real", "y": "real"}, {"four": "x > 4 and x < 3 or y > 1"}),
]


@pytest.mark.parametrize(("labels", "goal", "variables", "given"), SAYS_MORE)
def test_what_says_more_is_not(labels, goal, variables, given):
    found, _ = without(labels, goal, variables, given)
    assert found is None


def test_a_letter_is_not_named_where_no_value_is_found():
    found, _ = without(["y"], "x > 0", {"x": "real", "y": "real"}, {"y": "y**2 == 2 and x > 0"})
    assert found is None
