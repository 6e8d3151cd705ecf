"""Corrupted facts about norms are not proved, not even from the true ones."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.language.script import Cite, Use
from verifier.papers.book import theorems
from verifier.prove.portfolio import decide

TWIN = 0.8  # seconds, three times what any of the true ones needs
CONCLUSIONS = {
    "submultiplicative": ("norm(X*Z) <= norm(X)*norm(Z)", "norm(X*Z) < norm(X)*norm(Z)"),
    "cauchy-schwarz-norms": ("ip(X, Z) <= norm(X)*norm(Z)", "2*ip(X, Z) <= norm(X)*norm(Z)"),
    "triangle-inequality": ("norm(X + Z) <= norm(X) + norm(Z)", "norm(X + Z) < norm(X) + norm(Z)"),
}


@pytest.mark.parametrize("name", CONCLUSIONS)
def test_a_corrupted_conclusion_is_not_proved(name: str) -> None:
    item = theorems().items[name]
    right, wrong = CONCLUSIONS[name]
    assert item.conclusion is not None and item.conclusion.text == right
    argument = [Cite(name, "it"), Use("it", at=list(item.variables))]
    made = claim(name, wrong, variables=item.variables, definitions=item.definitions, argument=argument)
    assert decide(made, TWIN).verdict != "proved"


def test_a_power_0_is_no_power_of_the_norm() -> None:
    item = theorems().items["norm-of-a-power"]
    assert item.conclusion is not None
    variables = {**item.variables, "j": "nonnegative integer"}
    made = claim("twin", item.conclusion.text, variables=variables, definitions=item.definitions)
    assert decide(made, 4).verdict != "proved"


def test_each_term_of_a_sum_is_compared() -> None:
    item = theorems().items["sum-of-bounds"]
    assert item.conclusion is not None
    given = {"termwise": item.given["termwise"].replace("integer[0, n-1]", "integer[1, n-1]")}
    assert given != item.given
    assert decide(claim("twin", item.conclusion.text, variables=item.variables, given=given), 4).verdict != "proved"
