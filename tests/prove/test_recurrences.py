"""Hypotheses that define sequences by recursion are met by such sequences; the proof that there are some is checked."""

import copy
import json

import pytest

from verifier.evidence.inhabited import existence, inhabited
from verifier.kernel.logic.sequents import Rejected
from verifier.language.claim import claim
from verifier.language.text.point_words import point_words
from verifier.prove.portfolio import decide
from verifier.prove.refute.recursion_points import recurrences

STEP = "forall(t, nonnegative integer, w[t+1] == w[t]*(1 + a*(1 - w[t])))"
GIVEN = {"step": STEP, "start": "0 < w[0] and w[0] < 1", "small": "a <= 1"}
LETTERS = {"a": "positive", "w": "real sequence"}


def iterates(goal="w[0] > 0", given=None, letters=None):
    return claim("iterates", goal, variables=letters or LETTERS, given=given or GIVEN)


def decided(goal="w[0] > 0", given=None, letters=None, budget=6.0):
    return decide(iterates(goal, given, letters), budget)


def test_a_recurrence_is_met_by_its_iterates():
    found = decided()
    assert found.vacuity == "inhabited"
    words = point_words(iterates().statement(), found.example)
    assert list(words) == ["a", "w"]
    assert words["w"].startswith("the sequence with w[0] = ") and "w[r+1] = w[r]*" in words["w"]


@pytest.mark.parametrize(("letters", "given"), [
    ({"w": "real sequence"}, {"step": "forall(t, nonnegative integer, w[t]**2 + t == w[t+1])"}),  # sides, and the index
    ({"x": "positive", "w": "real sequence"}, {
        "step": "forall(n, nonnegative integer, w[1+n] == x*w[n])", "start": "w[0] > x"}),
    ({"v": "real sequence", "w": "real sequence"}, {
        "one": "forall(t, nonnegative integer, w[t+1] == 2*w[t]**2 + 1)",
        "other": "forall(t, nonnegative integer, v[t+1] == v[t]**3 - 2)", "starts": "v[0] < w[0]"}),
    ({"n": "positive integer", "w": "real sequence"}, {
        "step": "forall(t, nonnegative integer, w[t+1] == w[t]**2 + n)", "start": "w[0] == n/2 and n > 2"}),
])  # fmt: skip
def test_recurrences_of_several_forms(letters, given):
    assert decided("0 == 0", given, letters).vacuity == "inhabited"


def test_what_no_sequence_meets_is_not_met():
    empty = decided(given={"step": STEP, "start": "w[0] > 1 and w[0] < 1"})
    assert empty.vacuity != "inhabited"
    later = decided(given={**GIVEN, "later": "w[1] == w[0]/2"})  # the step moves upwards
    assert later.vacuity != "inhabited"
    torn = {"step": STEP, "other": "forall(t, nonnegative integer, w[t+1] == w[t] + 1)"}
    assert decided(given=torn, budget=4.0).vacuity != "inhabited"


def test_what_is_no_recurrence_is_left_alone():
    def of(step, **more):
        return recurrences(claim("r", "w[0] == 0", variables={**LETTERS, **more}, given={"s": step}).statement())

    assert of(STEP)
    assert not of("forall(t, nonnegative integer, w[t+2] == w[t])")
    assert not of("forall(t, nonnegative integer, w[t+1] == w[t] + w[0])")
    assert not of("forall(t, positive integer, w[t+1] == w[t])")
    assert not of("forall(t, nonnegative integer, w[t+1] <= w[t])")
    assert not of("forall(t, nonnegative integer, w[t+1] == v[t])", v="real sequence")


def test_the_certificate_is_checked():
    found = decided()
    statement = claim("iterates", "w[0] > 0", variables=LETTERS, given=GIVEN).statement()
    certificate = json.loads(json.dumps(found.example))
    assert inhabited(statement, certificate)
    smaller = {**GIVEN, "start": "0 < w[0] and w[0] < 1/1000"}
    other = claim("twin", "w[0] > 0", variables=LETTERS, given=smaller).statement()
    renamed = {**certificate, "names": ["w", "a"]}
    moved = copy.deepcopy(certificate)
    moved["tree"]["start"] = 2
    for meant, damaged in ((other, certificate), (statement, renamed), (statement, moved)):
        with pytest.raises(Rejected):
            inhabited(meant, damaged)


def test_the_statement_of_existence_has_the_hypotheses_and_what_they_need():
    made = claim("r", "0 == 0", variables={"x": "real", "w": "real sequence"}, given={"s": "w[0] == 1/x"})
    assert existence(made.statement()).goal[0] == "exists"
    assert "!=" in str(existence(made.statement()).goal)  # x != 0
