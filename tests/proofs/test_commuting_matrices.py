"""Commuting symmetric matrices, joint singular value decompositions: what is shown, and what must not be shown."""


import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim
from verifier.papers.inquiry import ablate


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("discrete_gradient_dynamics")


def entry_of(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.conclusion("discrete_gradient_dynamics", item.id)


PAGES = ["common-eigenvector", "ext-HJ", "ext-HJ/kernel", "orthonormal-completion", "assump-1/B0"]


@pytest.mark.parametrize("id", PAGES)
def test_what_the_pages_expect(paper, id):
    _, entry = entry_of(paper, id)
    found = shipped.found(entry.claim)
    assert (found.verdict, found.vacuity) == ("proved", "inhabited")


@pytest.mark.parametrize("id", PAGES)
def test_no_hypothesis_can_be_dropped(paper, id):
    item, entry = entry_of(paper, id)
    for dropped in next(ablate(item, item, entry, {})):
        assert shipped.found(dropped.claim).verdict == "refuted", dropped.id


def twin_of(paper, id, old, new, **hints):
    item, entry = entry_of(paper, id)
    text = item.conclusion.text
    assert old in text
    return claim("twin", text.replace(old, new), variables=item.variables, given=item.given,
                 argument=item.conclusion.argument, lemmas=entry.claim.lemmas, **hints)  # fmt: skip


@pytest.mark.parametrize("id, old, new, point", [
    ("common-eigenvector", "x.T*x == 1", "x.T*x == -1", {"d": 1, "S": 1, "T": 0}),
    ("common-eigenvector", "T*x == t*x", "T*x == s*x", {"d": 1, "S": 1, "T": 0}),
    ("orthonormal-completion", "m <= p", "m < p", {"p": 1, "m": 1, "y": 1}),
])  # fmt: skip
def test_corrupted_twins_are_refuted(paper, id, old, new, point):
    assert decide(twin_of(paper, id, old, new, counterexample=point), 15).verdict == "refuted"


@pytest.mark.parametrize("id, old, new", [
    ("ext-HJ", "T == Sum(mu[i]", "T == Sum(lam[i]"),
    ("ext-HJ", "delta(i, j)", "2*delta(i, j)"),
    ("ext-HJ/kernel", "integer[m, d-1]", "integer[m-1, d-1]"),
    ("ext-HJ/kernel", "exists(m, integer[0, d]", "exists(m, integer[0, d-1]"),
    ("orthonormal-completion", "v[i] == y[i]", "v[i] == 2*y[i]"),
    ("assump-1/B0", "S*(Q*Q.T) ==", "S*(Q*Q.T) == -"),
    ("assump-1/B0", "m <= p and", "m < p and"),
    ("assump-1/B0", "sigma[i] > 0", "sigma[i] > 1"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved_by_the_argument(paper, id, old, new):
    assert decide(twin_of(paper, id, old, new), 1.5).verdict != "proved"
