"""The pages of the library: each theorem has a proof that ships, each proof is the one on its page, twins fail."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.evidence.decision import Decision
from verifier.evidence.verdict import restore
from verifier.kernel.statement import Statement
from verifier.language.claim import Claim, Hypothesis, Variable
from verifier.language.ranges import Domain
from verifier.language.script import Cite, Use
from verifier.library.theorems import inlined
from verifier.papers.book import Entry, theorems
from verifier.papers.discover import library_folder
from verifier.papers.library import library
from verifier.prove.portfolio import decide
from verifier.prove.refute.search import find_counterexample
from verifier.run.evidence_file import path_for, read

sys.path.append(str(Path(__file__).resolve().parents[1] / "gate"))
from twins import pick

EVIDENCE = read(path_for(library_folder()))
ALL = [e for item in theorems().items.values() for e in theorems().entries(item)]
ENTRIES = [e for e in ALL if e.role == "conclusion" and not e.elsewhere]
BY_ID = {e.id: e for e in ENTRIES}


def certificates(entry: Entry) -> Decision:
    """What ships for a theorem, as the kernel restores it."""
    offer = EVIDENCE.offers(entry.claim.digest, entry.id)[0]
    return restore(entry.claim.statement(), offer["verdict"], entry.claim.cited)


def test_the_pages_have_no_faults() -> None:
    assert (library().faults, EVIDENCE.faults) == ([], [])
    assert len(ENTRIES) >= 60


@pytest.mark.parametrize("id", BY_ID)
def test_each_theorem_ships_with_a_proof_and_a_point_that_meets_its_hypotheses(id: str) -> None:
    found = certificates(BY_ID[id])
    assert (found.verdict, found.vacuity) == ("proved", "inhabited")


def test_each_line_of_a_proof_ships_with_two_proofs() -> None:
    """That it holds, and that it follows from what it names; or that what is supposed there cannot be."""
    found = [(e, certificates(e)) for e in ALL if e.role in ("step", "inference")]
    assert len(found) > 400
    kinds = {e.id: (said.certificate or {}).get("kind") for e, said in found}
    assert {id: kind for id, kind in kinds.items() if kind not in ("proof", "vacuous")} == {}


@pytest.mark.parametrize("id", [e.id for e in ENTRIES if e.claim.argument])
def test_what_is_proved_on_a_page_is_proved_as_the_page_says(id: str) -> None:
    assert decide(BY_ID[id].claim, 20).method == "argument"


def claimed(statement: Statement) -> Claim:
    """A statement as a claim that nobody suggests anything about."""
    variables = tuple(Variable(name, Domain("", sort)) for name, sort in statement.variables)
    return Claim("twin", variables, tuple(Hypothesis(n, f) for n, f in statement.given), statement.goal)


@pytest.mark.parametrize("id", BY_ID)
def test_a_corrupted_twin_fails(id: str) -> None:
    """Of some twins one at least is not proved; most have a counterexample that the kernel accepts."""
    twins = [t.statement for t in pick(BY_ID[id].claim.statement(), 20, seed=1)]
    assert any(find_counterexample(t, 0.5) or decide(claimed(t), 2).verdict != "proved" for t in twins)


@pytest.mark.parametrize("id", ["gronwall", "triangle-inequality", "submultiplicative"])
def test_a_theorem_stands_with_its_proof_where_nothing_can_be_cited(id: str) -> None:
    entry = BY_ID[id]
    use = Use("it", at=[v.name for v in entry.claim.variables])
    bare = replace(entry.claim, id="elsewhere", argument=(Cite(id, "it"), use), lemmas=())
    assert [name for name, _, _ in inlined(id)][-1] == id
    verdict = decide(bare, 20)
    assert (verdict.verdict, verdict.method, verdict.assumes) == ("proved", "argument", ()), verdict.tried
