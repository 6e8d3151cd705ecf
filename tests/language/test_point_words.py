"""The words for a counterexample come from what the kernel has checked; names beside it are not believed."""

from __future__ import annotations

from verifier.kernel.check import check
from verifier.language.claim import claim
from verifier.language.text.point_words import point_words
from verifier.prove.portfolio import decide

FORGED = "\x1b[31m always false"
SEQUENCES = {"t": "real sequence", "k": "nonnegative integer"}
SQUARES = ["t[0] == 2", "forall(j, nonnegative integer, t[j+1] == t[j]**2 - 1)"]  # has no closed form


def refuted(goal, variables, given=()):
    c = claim("c", goal, variables=variables, given=list(given))
    found = decide(c, 10.0)
    assert found.verdict == "refuted"
    return c.statement(), dict(found.certificate)


def test_values_of_no_variable_are_not_shown():
    statement, certificate = refuted("x == 1", {"x": "real"})
    forged = {**certificate, "values": {FORGED: 7, **certificate["values"]}}
    assert check(statement, forged).establishes == "denial"
    assert point_words(statement, forged) == point_words(statement, certificate) == {"x": "0"}


def test_outcomes_of_no_variable_are_not_shown():
    statement, certificate = refuted("expect(X)**2 == 2", {"X": "random real"})
    law = certificate["law"]
    forged = {**certificate, "law": {**law, "outcomes": {FORGED: [7] * len(law["weights"]), **law["outcomes"]}}}
    assert check(statement, forged).establishes == "denial"
    assert point_words(statement, forged) == point_words(statement, certificate) == {"X": "always 1"}


def test_names_of_an_existing_point_are_those_of_the_statement():
    statement, certificate = refuted("t[k] <= 5", SEQUENCES, SQUARES)
    words = {"t": "the sequence with t[0] = 2 and t[r+1] = t[r]**2 - 1", "k": "2"}
    for names in (["k", "t"], [FORGED, "k"], []):
        assert point_words(statement, {**certificate, "names": names}) == words


def test_a_root_beside_the_point_is_not_taken_for_it():
    statement, certificate = refuted("cos(x) == x and x >= 3", {"x": "real"})
    assert point_words(statement, certificate)["x"] == "0"
    statement, certificate = refuted("implies(cos(y) == y, y >= 3/4)", {"y": "real"})
    assert point_words(statement, certificate)["y"].startswith("a root of cos(y) == y in [")
