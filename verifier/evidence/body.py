"""A closed body of evidence: claims by name, what the kernel reported of each, and what each verdict rests on.

`audit` and `recheck` ask the same questions of it.  The kernel's `closure` answers them; here are the names.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from verifier.evidence.decision import AXIOM, Decision
from verifier.kernel.check import Report, established
from verifier.kernel.closure import Support, closure, support
from verifier.kernel.logic.sequents import Rejected

#: what a certificate of each kind earns
EARNS = {"statement": "proved", "meant": "proved", "denial": "refuted", "vacuity": "ill-posed",
         "undefined": "ill-posed"}  # fmt: skip


@dataclass(frozen=True)
class Rests:
    """What a verdict rests on when its citations are followed: names of assumed claims, and axioms.

    `broken` names a claim that it cites and that is not established, where there is one.
    """

    given: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    digests: frozenset[str] = frozenset()  # of the assumed claims: two may have one name
    broken: str | None = None


@dataclass
class Body:
    """The claims of a paper or of a file.  `add` them all, then ask."""

    _reports: list[tuple[str, Report]] = field(default_factory=list)
    _names: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # digest -> (name, verdict)
    _assumed: dict[str, str] = field(default_factory=dict)  # digest -> name
    _known: dict[str, Support] | None = None

    def add(self, digest: str, name: str, verdict: str, report: Report | None, assumed: bool = False) -> None:
        """A claim that others may cite; one that is `assumed` and not refuted is believed under its name."""
        self._known = None
        self._names.setdefault(digest, []).append((name, verdict))
        if report is not None:
            self._reports.append((digest, report))
        if assumed:
            self._assumed.setdefault(digest, name)

    def rests(self, report: Report) -> Rests:
        """What a report rests on in this body."""
        known = self._closure()
        try:
            found = support(report, known)
        except Rejected:
            missing = min((d for d in report.assumes if d not in known), key=self._weight)
            return Rests(broken=self._name(missing))
        given = tuple(sorted(self._assumed[d] for d in found.given))
        return Rests(given, tuple(sorted(found.axioms)), found.given)

    def _closure(self) -> dict[str, Support]:
        if self._known is None:
            denied = {d for d, r in self._reports if r.establishes == "denial"}
            self._known = closure(self._reports, self._assumed.keys() - denied)
        return self._known

    def _weight(self, digest: str) -> tuple[bool, str]:
        """What is refuted is named first."""
        return not any(word == "refuted" for _, word in self._names.get(digest, ())), digest

    def _name(self, digest: str) -> str:
        """A claim that is not established, by its name and why it is not."""
        names = self._names.get(digest)
        if not names:
            return f"a claim that is not there ({digest:.12})"
        name, word = min(names, key=lambda n: (n[1] != "refuted", n[1] == "proved", n[0]))
        if word == "proved":
            return f"{name}, whose own proof is not established"
        return f"{name}, which is {word}"


def reported(found: Decision) -> Report | None:
    """The kernel's report behind a decision of the process in which it ran; None without a certificate."""
    if found.certificate is None:
        return None
    axioms = (t.removeprefix(AXIOM) for t in found.trust if t.startswith(AXIOM))
    return Report(established(found.certificate), found.assumes, tuple(axioms))


def exemplified(found: Decision) -> Report | None:
    """The kernel's report on the point that meets the hypotheses, resting on all that the verdict rests on."""
    return None if found.example is None else Report("inhabited", found.assumes)
