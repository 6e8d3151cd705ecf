"""Remark D.5: the gradient near critical spaces, a second route by differences, and corrupted twins."""

from dataclasses import replace

import mpmath
import pytest
import shipped
from shipped import decide

from proofs.curse_of_memory.lemmas import near_critical
from proofs.curse_of_memory.lemmas.near_critical import LIPSCHITZ, PRODUCT, QUOTIENT, SHIFT, SUM_BOUND, SUM_OF_TWO
from verifier.language.claim import claim
from verifier.language.script import Use

ITEMS = (
    "rem-D.5-estimates",
    "rem-D.5-entries",
    "rem-D.5-near",
    "rem-D.5",
    "rem-D.5-constant",
    "rem-third-transform",
    "rem-C.5",
)


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def conclusion(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.book("curse_of_memory").entries(item)[0].claim


@pytest.mark.parametrize("id", ITEMS)
def test_verdicts(paper, id):
    assert decide(conclusion(paper, id)[1], 30).verdict == "proved"


def test_away_from_critical_points_there_is_no_plateau(paper):
    item, _ = conclusion(paper, "rem-D.5-near")
    hint = item.hints["critical"]
    given = {k: v for k, v in item.given.items() if k != "critical"}
    weak = claim(
        "weak",
        item.conclusion.text,
        variables=item.variables,
        given=given,
        argument=hint.argument,
        counterexample=hint.counterexample,
    )
    assert decide(weak, 30).verdict == "refuted"


TWINS = (
    ("rem-D.5-near", "<= C*r", "<= C*r**2"),
    ("rem-D.5-near", "- R[y[i, 0]]", "+ R[y[i, 0]]"),
    ("rem-D.5", "forall(p, integer[1, m-n]", "forall(p, integer[1, m-n+1]"),
    ("rem-D.5", "integer[0, p-2]", "integer[0, p-1]"),
    ("rem-D.5", "implies(S.T*x == zeros(n, 1), forall(i", "implies(S.T*x == S.T*x, forall(i"),
    ("rem-C.5", "K >= 1", "K >= 2"),
    ("rem-C.5", "(n, 1, m-1)", "(n, 1, m)"),
    ("rem-third-transform", "-exp(u)*Q[u]", "-Q[u]**2"),
)


@pytest.mark.parametrize(("id", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(paper, id, old, new):
    item, made = conclusion(paper, id)
    assert old in item.conclusion.text
    goal = claim("twin", item.conclusion.text.replace(old, new), variables=item.variables).goal
    assert decide(replace(made, id="twin", goal=goal, counterexample=None), 1.5).verdict != "proved"


@pytest.mark.parametrize("fact", [LIPSCHITZ, SHIFT, PRODUCT, SUM_OF_TWO])
def test_facts_stand_on_their_own(fact):
    assert decide(claim("x", fact.formula, argument=[fact, Use(fact.name)]), 30).verdict == "proved"


@pytest.mark.parametrize(
    ("fact", "before", "old", "new"),
    [
        (QUOTIENT, [PRODUCT, SUM_OF_TWO], "(Abs(al) + 2)", "Abs(al)"),
        (SUM_BOUND, [SUM_OF_TWO], "cc*Sum(hh[j], (j, 0, n-1))", "cc*Sum(hh[j], (j, 0, n-2))"),
        (near_critical.FIRST, [SUM_OF_TWO], "and s1 == v0", "and s1 == 2*v0"),
    ],
)
def test_corrupted_facts_are_not_proved(fact, before, old, new):
    assert old in fact.formula
    steps = [*before, replace(fact, formula=fact.formula.replace(old, new)), Use(fact.name)]
    assert decide(claim("x", steps[-2].formula, argument=steps), 1.5).verdict != "proved"


def test_the_gradient_grows_linearly_from_a_space():
    """m = 2, n = 1, target e^(-t): on a_1 + a_2 = 1 with both rates 1 the slopes are 0; at distance r they are O(r)."""
    with mpmath.workdps(30):

        def slopes(x, y):
            def moments(i):
                rate = mpmath.e ** y[i]
                first = sum(x[j] / (rate + mpmath.e ** y[j]) for j in range(2)) - 1 / (1 + rate)
                second = sum(x[j] / (rate + mpmath.e ** y[j]) ** 2 for j in range(2)) - 1 / (1 + rate) ** 2
                return 2 * first, -2 * x[i] * second

            return max(abs(s) for i in range(2) for s in moments(i))

        assert slopes((3, -2), (0, 0)) < mpmath.mpf(10) ** -25
        ratios = [slopes((3 + r, -2 + r / 2), (-r, r)) / r for r in (mpmath.mpf(10) ** -k for k in range(1, 7))]
        assert max(ratios) < 40
        assert min(ratios) > mpmath.mpf(1) / 10
