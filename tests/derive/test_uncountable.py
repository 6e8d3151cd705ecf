"""Completeness and uncountability: what the scripts prove, and neighbours of it that are false."""

import pytest

from proofs.curse_of_memory.lemmas.uncountable import SUPREMUM, UNLISTED
from verifier.language.claim import claim
from verifier.language.script import At, Numbers, Take, Witness
from verifier.prove.portfolio import decide

BUDGET = 1.0


def test_a_bounded_sequence_has_a_supremum_and_no_sequence_lists_an_interval():
    for argument, goal in (([], SUPREMUM), ([SUPREMUM], UNLISTED)):
        assert decide(claim("true", goal.formula, argument=[*argument, *goal.by]), 10).verdict == "proved"


EACH = "forall(n, nonnegative integer, {})"
WITHOUT_BOUND = SUPREMUM.formula.replace(EACH.format("l[n] <= c"), "l[0] <= c")
STRICT = SUPREMUM.formula.replace(EACH.format("l[n] <= s"), EACH.format("l[n] < s"))
ALL_BELOW = UNLISTED.formula.replace(EACH.format("x[n] != v"), EACH.format("x[n] < v"))


@pytest.mark.parametrize(
    ("goal", "argument"),
    [
        (WITHOUT_BOUND, SUPREMUM.by),
        (STRICT, SUPREMUM.by),
        (UNLISTED.formula.replace("v <= c + 1", "v <= c"), [SUPREMUM, *UNLISTED.by]),
        (ALL_BELOW, [SUPREMUM, *UNLISTED.by]),
    ],
)  # fmt: skip
def test_corrupted_twins_are_not_proved(goal, argument):
    assert goal not in (SUPREMUM.formula, UNLISTED.formula)
    assert decide(claim("twin", goal, argument=argument), BUDGET).verdict != "proved"


def test_a_sequence_lists_the_natural_numbers():
    """Of the integers, a sequence can hold all: here x_n = n."""
    goal = "exists(v, nonnegative integer, forall(n, nonnegative integer, x[n] != v))"
    argument = [At({"goal": [Take("v"), Witness("v"), Numbers()]})]
    twin = claim("integers", goal, variables={"x": "real sequence"}, counterexample={"x": "t"}, argument=argument)
    assert decide(twin, BUDGET).verdict == "refuted"
