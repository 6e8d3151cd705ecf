"""Commuting symmetric matrices: what is shown, and what must not be shown."""

from pathlib import Path

import pytest

from verifier.audit.book import Book
from verifier.audit.inquiry import ablate
from verifier.audit.load import load
from verifier.claims.claim import claim
from verifier.methods.portfolio import decide


@pytest.fixture(scope="module")
def paper():
    return load(Path(__file__).parents[2] / "proofs" / "discrete_gradient_dynamics")


def entry_of(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, next(e for e in Book(paper).entries(item) if e.role == "conclusion")


PAGES = ["common-eigenvector", "ext-HJ"]


@pytest.mark.parametrize("id", PAGES)
def test_what_the_pages_expect(paper, id):
    _, entry = entry_of(paper, id)
    found = decide(entry.claim, 20)
    assert (found.verdict, found.vacuity) == ("proved", "inhabited")


@pytest.mark.parametrize("id", PAGES)
def test_no_hypothesis_can_be_dropped(paper, id):
    item, entry = entry_of(paper, id)
    for dropped in next(ablate(item, item, entry, {})):
        assert decide(dropped.claim, 5).verdict == "refuted", dropped.id


def twin_of(paper, id, old, new, **hints):
    item, entry = entry_of(paper, id)
    text = item.conclusion.text
    assert old in text
    return claim("twin", text.replace(old, new), variables=item.variables, given=item.given,
                 argument=item.conclusion.argument, lemmas=entry.claim.lemmas, **hints)  # fmt: skip


@pytest.mark.parametrize("id, old, new, point", [
    ("common-eigenvector", "x.T*x == 1", "x.T*x == -1", {"d": 1, "S": 1, "T": 0}),
    ("common-eigenvector", "T*x == t*x", "T*x == s*x", {"d": 1, "S": 1, "T": 0}),
])  # fmt: skip
def test_corrupted_twins_are_refuted(paper, id, old, new, point):
    assert decide(twin_of(paper, id, old, new, counterexample=point), 5).verdict == "refuted"


@pytest.mark.parametrize("id, old, new", [
    ("ext-HJ", "T == Sum(mu[i]", "T == Sum(lam[i]"),
    ("ext-HJ", "delta(i, j)", "2*delta(i, j)"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved_by_the_argument(paper, id, old, new):
    assert decide(twin_of(paper, id, old, new), 1.5).verdict != "proved"
