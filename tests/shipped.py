"""The shipped papers, each read once in a process; a test that changes an item changes a copy of it.

What a page states has its verdict from the evidence that ships (`found`, `decide`); only what a test changes is
searched.

A corrupted twin that must not be proved is given three times what its original takes on this machine, at this moment,
and `MOST` seconds where that is less: more would be spent on looking for what is not there.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

from verifier.evidence.verdict import Verdict, restore
from verifier.language.claim import Claim
from verifier.papers.book import Book, Entry
from verifier.papers.discover import shipped_folder
from verifier.papers.item import Item
from verifier.papers.load import load
from verifier.papers.paper import Paper
from verifier.prove import portfolio
from verifier.prove.driver.effort import now
from verifier.run import evidence_file

LONGEST = 60.0  # seconds for what is true, also on a busy machine
TIMES, LEAST, MOST = 3, 0.3, 1.2
_needed: dict[tuple[str, str], float] = {}


@cache
def book(name: str) -> Book:
    """The claims of the paper in the folder of that name."""
    return Book(load(shipped_folder() / name))


def paper(name: str) -> Paper:
    return book(name).paper


def conclusion(name: str, id: str) -> Entry:
    """The claim that an item concludes."""
    return next(e for e in book(name).entries(book(name).items[id]) if e.role == "conclusion")


def copy_of(name: str, id: str) -> Item:
    """An item of a paper that may be changed."""
    return deepcopy(book(name).items[id])


def entries(name: str, changed: Item) -> list[Entry]:
    """The claims of a changed copy of an item."""
    return Book(paper(name)).entries(changed)


@cache
def _evidence() -> list[evidence_file.Evidence]:
    """What ships with the papers."""
    files = sorted(shipped_folder().glob("*/evidence.json"))
    assert files
    return [evidence_file.read(file) for file in files]


def found(claim: Claim) -> Verdict:
    """The verdict that the kernel gives on a claim for the evidence that ships; nothing is searched.

    Raises `Rejected` where the kernel does not accept it, and fails where there is none.
    """
    certified = _certified(claim)
    assert certified, f"no evidence for {claim.id}"
    return restore(claim.statement(), certified[0], claim.cited)


def decide(claim: Claim, seconds: float) -> Verdict:
    """The verdict from the evidence that ships, where there is some for the same statement; otherwise it is searched.

    Pages state it, or state it without one of its hypotheses.
    """
    return found(claim) if _certified(claim) else portfolio.decide(claim, seconds)


def _certified(claim: Claim) -> list[Any]:
    offers = [o for evidence in _evidence() for o in evidence.offers(claim.digest, claim.id)]
    return [o["verdict"] for o in offers if o["verdict"].get("certificate") is not None]


def patience(original: Claim) -> float:
    """Seconds for the corrupted twins of a claim that can be decided."""
    key = original.id, original.digest
    if key not in _needed:
        start = now()
        assert portfolio.certify(original, LONGEST).verdict in ("proved", "refuted"), original.id
        _needed[key] = now() - start
    return min(MOST, max(LEAST, TIMES * _needed[key]))


def time_for(name: str, id: str) -> float:
    """Seconds for the corrupted twins of what an item concludes."""
    return patience(conclusion(name, id).claim)
