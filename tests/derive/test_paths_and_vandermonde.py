"""Arguments about paths and Vandermonde matrices: they prove what they say, and no neighbour of it."""

import pytest

from proofs.low_dimensional_state_spaces.appendix_e_vandermonde import distinct, invertible_at, one_to_one, onto
from proofs.low_dimensional_state_spaces.lemmas.binomial_laws import PROOF, TWO_LAWS
from proofs.low_dimensional_state_spaces.lemmas.path_graphs import (
    contracting,
    halved,
    looped_path,
    padded,
    spectrum,
    stable,
)
from verifier.language.claim import claim
from verifier.language.script import Linear, Negate, Order, Split, Square, Take, Use, Witness
from verifier.prove.portfolio import decide

BUDGET = 3.0
HALVES = [*looped_path(), *halved(), Witness("F"), Witness("G")]
SAME = [Take("j"), Use("moments", at=["j"], name="now"), Linear(terms=[("now", "-1", "1")])]
PARTED = [Order(positive=[Square(facts=["gap"])], terms=[("parting", "1", "1")])]


def walks(last, extra):
    """Two matrices with the same moments up to `last`, and what is said of the moment 2n - 1."""
    value = "basis(n, 0).T*{}**{}*basis(n, 0)"
    return (
        "exists(F, matrix(n, n), exists(G, matrix(n, n), F.T == F and G.T == G and forall(j, integer[0, "
        f"{last}], {value.format('F', 'j')} == {value.format('G', 'j')})"
        f" and {value.format('F', '(2*n-1)')} {extra} {value.format('G', '(2*n-1)')}))"
    )


@pytest.mark.parametrize(
    ("last", "relation", "holds"), [("2*n-2", "<", True), ("2*n-1", "<", False), ("2*n-2", ">", False)]
)
def test_a_loop_at_the_far_end_is_noticed_at_2n_minus_1(last, relation, holds):
    argument = [*HALVES, Split([[], [], SAME, PARTED])]
    c = claim("walks", walks(last, relation), variables={"n": "positive integer"}, argument=argument)
    found = decide(c, BUDGET)
    assert (found.verdict == "proved") is holds, found.reason


@pytest.mark.parametrize(("loop", "holds"), [(True, True), (False, False)])
def test_half_a_path_with_a_loop_is_stable(loop, holds):
    """The loop must be said: its square is missing from the sum otherwise."""
    facts = contracting("G", "T") if loop else contracting("G")
    goal = f"exists(F, matrix(n, n), exists(G, matrix(n, n), {stable('G', 'n')}))"
    argument = [*looped_path(), *halved(), *facts, Witness("F"), Witness("G"), *spectrum("G")]
    found = decide(claim("stable", goal, variables={"n": "positive integer"}, argument=argument), BUDGET)
    assert any("argument:" in line for line in found.tried) is not holds


def test_padding_needs_room():
    goal = "exists(X, matrix(d, d), X.T == X)"
    variables = {"m": "positive integer", "d": "positive integer"}
    argument = [*looped_path(n="m"), *halved(n="m"), *padded("F", "X", "J", "m", "d"), Witness("X")]
    roomy = claim("roomy", goal, variables=variables, given={"room": "m <= d"}, argument=argument)
    assert decide(roomy, BUDGET).verdict == "proved"
    tight = decide(claim("tight", goal, variables=variables, argument=argument), BUDGET)
    assert any("argument:" in line for line in tight.tried)


@pytest.mark.parametrize(("size", "given", "holds"), [("d", "d", True), ("d+1", "d", False), ("d", "d-1", False)])
def test_vandermonde_needs_as_many_distinct_numbers_as_values(size, given, holds):
    c = claim(
        "v", f"{onto(size)} and {one_to_one(size)}", variables={"d": "positive integer", "l": "real sequence"},
        given={"distinct": distinct(given)}, argument=invertible_at(size),
    )  # fmt: skip
    assert (decide(c, BUDGET).verdict == "proved") is holds


def test_equal_numbers_are_not_distinct():
    goal = f"implies(l[0] == l[1], {one_to_one('2')})"
    c = claim("equal", goal, variables={"l": "real sequence"}, argument=[Take(), Take("g"), Negate("no")])
    assert decide(c, BUDGET).verdict != "proved"


WRONG_LAWS = [("(j, integer[0, 2*n-2]", "(j, integer[0, 2*n-1]"), ("a[i, 0] <= 1)", "a[i, 0] <= 1/2)"), ("!=", "==")]


def laws(goal, seconds=15.0):
    return decide(claim("laws", goal, variables={"n": "positive integer"}, argument=PROOF), seconds).verdict


def test_two_laws_part_at_the_moment_2n_minus_1():
    assert laws(TWO_LAWS) == "proved"


@pytest.mark.parametrize(("old", "new"), WRONG_LAWS)
def test_two_laws_do_no_more(old, new):
    assert TWO_LAWS.count(old) == 1
    assert laws(TWO_LAWS.replace(old, new), 1.5) != "proved"  # three times what the true one needs
