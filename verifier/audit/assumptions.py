"""What the verdicts of a paper rest on, transitively: `assumed` is contagious, and what is open is no ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.audit.book import Entry
from verifier.audit.settle import Data, Settler
from verifier.evidence.body import AXIOM, Body, reported

CITEABLE = ("conclusion", "step", "repair")  # the roles of claims that others may cite


@dataclass
class Assumptions:
    """The claims of a paper that others may cite."""

    body: Body = field(default_factory=Body)

    def settle(self, settler: Settler, entries: Sequence[Entry]) -> dict[str, Data]:
        """The verdicts of claims as they stand when all that they cite is among them, or was settled before.

        A claim of another work is assumed where it is open.
        """
        found = settler.settle(entries)
        for entry in entries:
            if entry.role in CITEABLE:
                data = found[entry.id]
                self.body.add(entry.claim.digest, entry.id, data["verdict"], reported(data), entry.elsewhere)
        return {id: self.grounded(data) for id, data in found.items()}

    def grounded(self, data: Data) -> Data:
        """The verdict with what it rests on: ids of what is ``given``, and all axioms in ``trust``.

        It is undecided where a claim that it cites is not established.
        """
        report = reported(data)
        if report is None:
            return data
        rests = self.body.rests(report)
        if rests.broken is not None:
            return {**data, "verdict": "undecided", "reason": f"its evidence rests on {rests.broken}",
                    "certificate": None, "counterexample": None, "vacuity": "unknown"}  # fmt: skip
        engines = [t for t in data["trust"] if not t.startswith(AXIOM)]
        return {**data, "given": list(rests.given), "trust": [*engines, *(AXIOM + a for a in rests.axioms)]}
