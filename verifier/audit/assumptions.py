"""What a verdict rests on, transitively: `assumed` is contagious, and so is everything not proved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.audit.book import Entry
from verifier.audit.settle import Data
from verifier.kernel.expr import Malformed, Statement, from_json


@dataclass
class Assumptions:
    """Verdicts of a paper's claims by id, and which claims state which closed formula."""

    verdicts: dict[str, Data] = field(default_factory=dict)
    stated: dict[str, list[str]] = field(default_factory=dict)  # digest -> claim ids

    def add(self, entry: Entry, data: Data) -> None:
        """A claim that others may cite."""
        self.verdicts[entry.id] = data
        known = self.stated.setdefault(entry.claim.digest, [])
        if entry.id not in known:
            known.append(entry.id)

    def behind(self, data: Data) -> list[str]:
        """What remains assumed in a verdict when everything that is proved is discharged, sorted."""
        return sorted(self._behind(data, frozenset()))

    def refuted(self, ids: Iterable[str]) -> list[str]:
        return [i for i in ids if self.verdicts.get(i, {}).get("verdict") == "refuted"]

    def _behind(self, data: Data, open: frozenset[str]) -> set[str]:
        found: set[str] = set()
        for digest in data.get("assumes", ()):
            found |= self._remaining(str(digest), data, open)
        return found

    def _remaining(self, digest: str, data: Data, open: frozenset[str]) -> set[str]:
        """The best that any claim of this meaning offers; a circle discharges nothing."""
        ids = self.stated.get(digest)
        if not ids:
            return {_label(digest, data)}
        offers = []
        for id in ids:
            own = self.verdicts[id]
            if own["verdict"] == "proved" and id not in open:
                offers.append(self._behind(own, open | {id}))
            else:
                offers.append({id})
        return min(offers, key=len)


def _label(digest: str, data: Data) -> str:
    """A formula that is no claim of the paper, by the label of the certificate that cites it."""
    for label, formula in dict((data.get("certificate") or {}).get("cites", {})).items():
        try:
            if Statement((), (), from_json(formula)).digest() == digest:
                return f"{label} (a formula that is no item of the paper)"
        except Malformed:
            continue
    return f"formula {digest[:12]}"
