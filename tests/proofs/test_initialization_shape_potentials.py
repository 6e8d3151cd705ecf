"""Initialization shape, Section 3: statements about arbitrary potentials and metrics, and their corrupted twins."""


import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim
from verifier.papers.book import Book


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("initialization_shape")


@pytest.mark.parametrize("item", ["eq-1", "eq-5-unique", "eq-6", "eq-6-affine"])
def test_they_are_proved_as_they_are_printed(book: Book, item: str) -> None:
    entry = book.entries(book.items[item])[0]
    assert (shipped.found(entry.claim).verdict, entry.fidelity) == ("proved", "faithful")


@pytest.mark.parametrize(("item", "hypothesis", "old", "new"), [
    ("eq-1", "", "u == v", "u == 2*v"),
    ("eq-1", "strictly convex", "< s*Q[a]", "<= s*Q[a]"),
    ("eq-1", "strictly convex", "Q[s*a + (1 - s)*b] <", "Q[s*a + (1 - s)*b] >"),
    ("eq-1", "v is a minimum", "Q[v] <= Q[w]", "Q[v] >= Q[w]"),
    ("eq-1", "feasible", "X.T*v == y", "X.T*v == 2*y"),
    ("eq-5-unique", "", "+ trace((G1", "- trace((G1"),
    ("eq-5-unique", "", "(G1[zeros(d, 1)] - G2[zeros(d, 1)]).T*w", "(G1[zeros(d, 1)]).T*w"),
    ("eq-5-unique", "Jacobian 2", "== H[u[t]]*", "== 2*H[u[t]]*"),
    ("eq-5-unique", "gradient 1", "== trace(G1[u[t]].T*", "== 2*trace(G1[u[t]].T*"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved(book: Book, item: str, hypothesis: str, old: str, new: str) -> None:
    page = book.items[item]
    goal, given = page.conclusion.text, dict(page.given)
    assert old in (given[hypothesis] if hypothesis else goal)
    if hypothesis:
        given[hypothesis] = given[hypothesis].replace(old, new)
    else:
        goal = goal.replace(old, new)
    twin = claim("twin", goal, variables=page.variables, given=given, definitions=page.definitions,
                 argument=page.conclusion.argument)  # fmt: skip
    assert decide(twin, 2).verdict != "proved"


@pytest.mark.parametrize("hypothesis", ["strictly convex", "feasible", "u is a minimum", "v is a minimum"])
def test_the_minimum_needs_all_of_it(book: Book, hypothesis: str) -> None:
    made = book.entries(book.items["eq-1"])[0].claim
    assert decide(made.without(hypothesis), 2).verdict != "proved"
