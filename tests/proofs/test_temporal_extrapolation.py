"""The audit of temporal extrapolation: complete, and each claim comes out as its page expects.

Every claim is searched anew, in process; the shipped evidence is not looked at.
"""

from functools import cache

import pytest
import shipped
from shipped import decide

from verifier.papers.inquiry import ablate
from verifier.papers.item import PROVENANCES

BUDGET = 10.0

#: The catalogue of the paper: what the audit must contain at least.
CATALOGUE = [
    "eq-1", "eq-2", "eq-3", "def-mem", "lemma-3.1", "rem-3.1a", "def-ext", "lemma-3.2", "rem-3.2a",
    "thm-4.1", "ext-CH", "prop-5.1", "rem-5.1a", "thm-6.1", "eq-5", "eq-6", "eq-7", "eq-8", "ext-spec",
    "ext-cookbook91", "rem-6.1a", "rem-6.2", "lemma-6.3", "claim-6a", "fig-1", "fig-2", "fig-3", "fig-4",
    "fig-5", "eq-16", "eq-19", "lemma-C.1", "thm-C.2", "prop-C.3", "thm-C.4", "eq-9", "eq-10", "eq-11",
    "eq-12", "eq-13", "eq-14", "eq-15", "eq-17", "eq-18", "eq-20", "eq-21", "eq-22", "eq-23", "eq-24",
    "eq-25", "eq-26", "eq-27", "eq-28", "eq-29", "eq-30", "eq-31", "claim-7.1a", "claim-8a",
]  # fmt: skip

PAPER = shipped.paper("temporal_extrapolation")
BOOK = shipped.book("temporal_extrapolation")
ITEMS = {item.id: item for item in PAPER.items}
ENTRIES = {e.id: e for item in PAPER.items for e in BOOK.entries(item)}
EXPECTED = [id for id, e in ENTRIES.items() if e.expected is not None]
#: What the pages state without saying how it comes out: steps, inferences, repairs, remarks.
#: Inferences that do not follow: the places where the paper's argument breaks.
BROKEN = ["thm-C.2/hence#inference", "thm-C.4/zero#inference"]
STATED = [
    id for id, e in ENTRIES.items() if e.expected is None and ITEMS[e.item].kind != "cited" and id not in BROKEN
]

#: What the audit says of the paper, whatever its pages expect.
WRONG = {
    "claim-6a", "claim-7.1a", "claim-8a", "thm-C.2", "prop-C.3", "thm-C.4[positive semidefinite]",
    "thm-C.4[nonnegative in every entry]", "conservation-figure-4",
}  # fmt: skip
MAIN_TEXT = ["lemma-3.1", "lemma-3.2", "thm-4.1", "prop-5.1", "thm-6.1", "lemma-6.3"]


def ablations():
    """(id, verdict that the page's hint suggests, claim) for each hypothesis with a hint of its own."""
    for item in PAPER.items:
        conclusions = [e for e in BOOK.entries(item) if e.role == "conclusion"]
        if item.hints and len(conclusions) == 1:
            for entry in next(ablate(item, item, conclusions[0], {})):
                hint = item.hints.get(entry.name)
                if hint is not None:
                    yield entry.id, "refuted" if hint.counterexample else "proved", entry.claim


ABLATIONS = {id: (verdict, claim) for id, verdict, claim in ablations()}


@cache
def verdict(id):
    return shipped.found(ENTRIES[id].claim)


def complaint(found):
    return f"{found.reason}; tried: {'; '.join(t[:300] for t in found.tried)}"


def test_the_pages_have_no_faults():
    assert PAPER.faults == []
    assert [item.fault for item in PAPER.items if item.fault] == []


def test_the_catalogue_is_complete():
    assert len(CATALOGUE) == len(set(CATALOGUE)) == 58
    assert set(CATALOGUE) <= set(ITEMS)
    assert len(ITEMS) == len(PAPER.items)


def test_every_item_says_where_it_comes_from_and_what_is_printed():
    for item in PAPER.items:
        assert item.provenance in PROVENANCES
        assert item.statement and item.title and item.where, item.id


def test_only_citations_and_experiments_have_no_conclusion():
    for item in PAPER.items:
        if item.conclusion is None and not item.readings:
            assert (item.kind == "cited" and item.citation) or (item.kind == "figure" and item.criteria), item.id


@pytest.mark.parametrize("id", EXPECTED)
def test_a_claim_comes_out_as_its_page_expects(id):
    found = verdict(id)
    assert found.verdict == ENTRIES[id].expected, complaint(found)


@pytest.mark.parametrize("id", STATED)
def test_a_claim_that_a_page_states_is_proved(id):
    found = verdict(id)
    assert found.verdict == "proved", complaint(found)


@pytest.mark.parametrize("id", BROKEN)
def test_an_argument_that_breaks_is_refuted(id):
    found = verdict(id)
    assert found.verdict == "refuted", complaint(found)


@pytest.mark.parametrize("id", ABLATIONS)
def test_a_hypothesis_plays_the_part_that_its_page_says(id):
    wanted, claim = ABLATIONS[id]
    found = decide(claim, BUDGET)
    assert found.verdict == wanted, complaint(found)


def test_the_page_expects_a_refutation_exactly_where_the_paper_is_wrong():
    conclusions = {e.id for e in ENTRIES.values() if e.role == "conclusion" and e.expected == "refuted"}
    assert conclusions == WRONG
    for id in WRONG - {"conservation-figure-4"}:
        assert any(e.role == "repair" and e.item == ENTRIES[id].item for e in ENTRIES.values())


@pytest.mark.parametrize("id", MAIN_TEXT)
def test_the_main_text_is_decided_faithfully_and_for_all_sizes(id):
    entry, found = ENTRIES[id], verdict(id)
    assert entry.fidelity == "faithful" and entry.instance_of is None
    assert found.decided and found.scope == "all values"
    assert {"d", "k"} <= set(entry.claim.sorts()) or id == "lemma-3.2"


def test_a_verdict_is_proved_from_nothing_that_is_only_cited():
    """The main results rest on no cited theorem: Cayley-Hamilton and the spectral theorem are not used."""
    for id in MAIN_TEXT:
        assert verdict(id).assumes == (), id
