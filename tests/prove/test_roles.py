"""What a hypothesis does: found from the proof with it, and from what happens where it fails."""

from dataclasses import replace

import pytest

from verifier.evidence.verdict import judge, undecided
from verifier.language.claim import claim
from verifier.language.script import Have, Linear, Numbers, Split, Take, Use
from verifier.prove import portfolio
from verifier.prove.portfolio import certify, decide
from verifier.prove.questions import roles
from verifier.prove.questions.offer import Offer
from verifier.run.judging import recheck

BUDGET = 5.0


def asked(goal, variables, given, label, decider=decide):
    """(verdict without the hypothesis, the claim without it, how many claims were decided)."""
    whole = claim("c", goal, variables=variables, given=given)
    proved = decide(whole, BUDGET)
    assert proved.verdict == "proved"
    formula = dict(whole.statement().given)[label]
    count = []

    def counted(c, seconds):
        count.append(c.id)
        return decider(c, seconds)

    weaker = whole.without(label)
    found = roles.decide(weaker, Offer(proved.said, label, formula), BUDGET, counted)
    return found, weaker, len(count)


def test_what_the_proof_does_not_use_is_superfluous_without_a_search():
    found, weaker, searches = asked("x**2 >= 0", {"x": "real", "y": "real"}, {"large": "y > 3", "x": "x > 1"}, "large")
    assert (found.verdict, searches) == ("proved", 0)
    assert judge(weaker.statement(), found.certificate, found.method).verdict == "proved"
    # what is stored is accepted when it is read again: no evidence about the hypothesis that went is left in it
    assert "ok" in recheck([(weaker.statement().to_json(), found.to_json(), [])])[0]


def test_a_counterexample_is_looked_for_where_the_hypothesis_fails():
    # with x in [0, 1000] left, plain values of x nearly all satisfy the goal; where x <= y fails none does
    found, weaker, _ = asked("x <= y + 1/1000", {"x": "real", "y": "real"}, {"order": "x <= y"}, "order")
    assert found.verdict == "refuted"
    assert judge(weaker.statement(), found.certificate, found.method).verdict == "refuted"


def test_a_proof_where_the_hypothesis_fails_is_joined_with_the_one_that_is_there():
    def only_where_it_fails(c, seconds):
        return decide(c, seconds if any(h.name == "sign" for h in c.given) else 0.0)

    found, weaker, _ = asked("x**2 + x + 1 > 0", {"x": "real"}, {"sign": "x >= 0"}, "sign", only_where_it_fails)
    assert found.verdict == "proved"
    assert judge(weaker.statement(), found.certificate, found.method).verdict == "proved"


def test_without_it_a_term_is_undefined():
    found, _, _ = asked("x/x == 1", {"x": "real"}, {"apart": "x != 0"}, "apart")
    assert found.verdict == "ill-posed"
    assert found.certificate["kind"] == "undefined"


def test_an_offered_certificate_is_believed_only_where_the_kernel_accepts_it():
    weaker = claim("c", "x >= 1", variables={"x": "real"})
    strong = claim("c", "x >= 1", variables={"x": "real"}, given={"large": "x > 3"})
    proved = decide(strong, BUDGET).said
    found = roles.decide(weaker, Offer(proved, "large", dict(strong.statement().given)["large"]), BUDGET, decide)
    assert found.verdict == "refuted"
    forged = replace(proved, certificate={"kind": "proof", "tree": {"rule": "split", "nodes": []}})
    assert roles.decide(weaker, Offer(forged), BUDGET, decide).verdict == "refuted"


@pytest.mark.parametrize("formula", ["forall(t, real, t*x >= 0)", "exists(t, real, t*x == 1)"])
def test_a_quantified_hypothesis_is_not_denied_in_the_search(formula):
    made = claim("c", "x == x", variables={"x": "real"}, given={"h": formula})
    offer = Offer(undecided("nothing found").said, "h", dict(made.statement().given)["h"])
    assert roles._denial(made.without("h"), offer) is None


def test_where_no_method_finds_a_certificate_no_engine_and_no_sample_is_asked(monkeypatch):
    monkeypatch.setattr(portfolio, "METHODS", ())
    made = claim("c", "x**2 >= 0", variables={"x": "real"})
    assert decide(made, BUDGET).verdict in ("computed", "supported")
    assert certify(made, BUDGET).verdict == "undecided"


@pytest.mark.parametrize(
    ("goal", "given", "kind"),
    [
        ("x**2 + 1 > 0", {"h": "x > 3"}, "proof"),
        ("x > 3", {"h": "x > 2"}, "refutation"),
        ("1/x == 1/x", {"h": "x > -1"}, "undefined"),
    ],
)
def test_certificates_are_those_of_any_claim(goal, given, kind):
    made = claim("c", goal, variables={"x": "real"}, given=given)
    found = certify(made, BUDGET)
    assert found.certificate["kind"] == kind
    assert found.verdict == decide(made, BUDGET).verdict


@pytest.mark.parametrize(
    ("script", "stops"),
    [
        ([Take("x"), Have("x > 0", by=[Numbers(using=["order"])], name="sign")], True),
        ([Split([[Numbers()], [Use("order.1")]])], True),
        ([Linear(terms=[("order", "x", "1")])], True),
        ([Have("x > 0", name="order"), Numbers(using=["order"])], False),  # its own fact of that name
        ([Have("order > 0", name="sign"), Numbers(using=["order.positive", "borders"])], False),
        ([], False),
    ],
)
def test_an_argument_that_cites_the_hypothesis_is_not_run_without_it(script, stops):
    assert roles._cites(script, ["size", "order"]) is stops


def test_denials_that_contradict_the_other_hypotheses_are_found():
    denial = claim("c", "x > 7", variables={"x": "real"}, given={"a": "x**3 > 1", "b": "x <= 1"})
    assert roles._contradictory(denial).certificate["kind"] == "vacuous"
    possible = claim("c", "x > 7", variables={"x": "real"}, given={"a": "x**3 >= 1", "b": "x <= 1"})
    assert roles._contradictory(possible) is None
