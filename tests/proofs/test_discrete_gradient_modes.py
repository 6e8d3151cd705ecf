"""Discrete gradient dynamics, Lemma 1: solutions exist for every depth, and the pages show no more."""


import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("discrete_gradient_dynamics")


def item_of(paper, id):
    return next(i for i in paper.items if i.id == id)


@pytest.mark.parametrize("id", ["lemma-1/existence", "lemma-1", "lemma-1/entries", "products/front", "products/behind"])
def test_what_the_pages_expect(paper, id):
    entry = shipped.conclusion("discrete_gradient_dynamics", id)
    found = shipped.found(entry.claim)
    assert (found.verdict, found.vacuity, entry.expected) == ("proved", "inhabited", "proved")


def test_the_lemma_rests_on_nothing_that_is_cited_from_elsewhere(paper):
    kinds = {i.id: i.kind for i in paper.items}
    names, seen = ["lemma-1"], set()
    while names:
        id = names.pop()
        if id not in seen:
            seen.add(id)
            names += [n for n in item_of(paper, id).conclusion.because if n in kinds]
    assert "lemma-1/existence" in seen and not any(kinds[id] == "cited" for id in seen)


@pytest.mark.parametrize("old, new", [
    ("w[0] == w_0", "w[0] == 2*w_0"), ("(sigma - lam*w[t])", "(sigma - 2*lam*w[t])"), ("L*w[t]", "2*L*w[t]"),
    ("2 - 2/L", "2 - 1/L"),
])  # fmt: skip
def test_the_argument_shows_no_other_equation(paper, old, new):
    item = item_of(paper, "lemma-1/existence")
    text = item.conclusion.text
    assert old in text
    twin = claim("twin", text.replace(old, new), variables=item.variables, given=item.given,
                 argument=item.conclusion.argument)  # fmt: skip
    assert decide(twin, 1.5).verdict != "proved"


def test_a_start_beyond_the_limit_is_not_covered(paper):
    item = item_of(paper, "lemma-1/existence")
    twin = claim("twin", item.conclusion.text, variables=item.variables, argument=item.conclusion.argument)
    assert decide(twin, 1.5).verdict != "proved"
