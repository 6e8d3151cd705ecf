"""What the verdicts of a paper rest on, transitively: `assumed` is contagious, and what is open is no ground."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from verifier.evidence.body import Body, reported
from verifier.evidence.decision import AXIOM, Decision
from verifier.papers.book import Entry, theorem_entries
from verifier.papers.discover import library_folder
from verifier.run import evidence_file
from verifier.run.settle import Settler

CITEABLE = ("conclusion", "step", "repair")  # the roles of claims that others may cite


@dataclass
class Assumptions:
    """The claims of a paper that others may cite."""

    body: Body = field(default_factory=Body)

    def cite(self, settler: Settler, names: Collection[str]) -> None:
        """Settle theorems of the library that are cited, and what they cite, by the library's own evidence."""
        if not names:
            return
        evidence = evidence_file.read(evidence_file.path_for(library_folder()))
        theirs = replace(settler, evidence=evidence, notes=[], lost={}, used={}, counts={**settler.counts})
        self.settle(theirs, theorem_entries(names))
        settler.notes += theirs.notes

    def settle(self, settler: Settler, entries: Sequence[Entry]) -> dict[str, Decision]:
        """The verdicts of claims as they stand when all that they cite is among them, or was settled before.

        A claim of another work is assumed where it is open.
        """
        found = settler.settle(entries)
        for entry in entries:
            if entry.role in CITEABLE:
                said = found[entry.id]
                self.body.add(entry.claim.digest, entry.id, said.verdict, reported(said), entry.elsewhere)
        return {id: self.grounded(said) for id, said in found.items()}

    def grounded(self, found: Decision) -> Decision:
        """The decision with what it rests on: ids of what is ``given``, and all axioms in ``trust``.

        It is undecided where a claim that it cites is not established.
        """
        report = reported(found)
        if report is None:
            return found
        rests = self.body.rests(report)
        if rests.broken is not None:
            return replace(
                found, verdict="undecided", reason=f"its evidence rests on {rests.broken}", certificate=None,
                counterexample=None, vacuity="unknown",
            )  # fmt: skip
        engines = (t for t in found.trust if not t.startswith(AXIOM))
        return replace(found, given=rests.given, trust=(*engines, *(AXIOM + a for a in rests.axioms)))
