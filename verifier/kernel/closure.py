"""What a body of evidence establishes when its citations are followed, and what that rests on.

A body is a set of claims, known by their digests, with reports of checks.  Soundness: let every report be one of
`check`, so that what it establishes is true if all claims that it cites are.  By induction on the rounds of `closure`,
each claim that it gives is true if the assumed ones are that stand under ``given``: a claim enters only after all that
its proof cites.  Claims that cite each other in a circle never enter, and neither do claims that cite one that is not
there.  A refutation, an example or a contradiction establishes no claim that could be cited, nor does a proof that
supposes that hypotheses are defined: what is cited is a formula of total functions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from verifier.kernel.check import Report
from verifier.kernel.logic.sequents import Rejected


@dataclass(frozen=True)
class Support:
    """What remains under a claim: the digests of the claims that are assumed, and the axioms of its proof."""

    given: frozenset[str] = frozenset()
    axioms: frozenset[str] = frozenset()

    def __or__(self, other: Support) -> Support:
        return Support(self.given | other.given, self.axioms | other.axioms)


def closure(reports: Iterable[tuple[str, Report]], assumed: Collection[str] = ()) -> dict[str, Support]:
    """The claims of a body that are established, by digest, from reports (digest, report) in any order.

    An assumed claim that is not proved without assumptions rests on itself alone.  Of several proofs of a claim, one of
    the first round in which there is any counts, and there the one with the fewest assumptions.
    """
    proofs = [(d, r) for d, r in reports if r.establishes == "statement"]
    known: dict[str, Support] = {}
    _grow(known, proofs)
    known.update({d: Support(frozenset((d,))) for d in assumed if d not in known})
    _grow(known, proofs)
    return known


def support(report: Report, known: Mapping[str, Support]) -> Support:
    """What a report rests on, where all claims that it cites are established.  Raises `Rejected`."""
    missing = [d for d in report.assumes if d not in known]
    if missing:
        raise Rejected(f"it rests on a claim that is not established ({missing[0]:.12})")
    found = Support(axioms=frozenset(report.axioms))
    for digest in report.assumes:
        found |= known[digest]
    return found


def _grow(known: dict[str, Support], proofs: Iterable[tuple[str, Report]]) -> None:
    """Add what is established by claims that are known, until there is no more."""
    while True:
        found: dict[str, Support] = {}
        for digest, report in proofs:
            if digest not in known and all(d in known for d in report.assumes):
                new = support(report, known)
                found[digest] = min(found.get(digest, new), new, key=_weight)
        if not found:
            return
        known.update(found)


def _weight(found: Support) -> tuple[int, int, list[str], list[str]]:
    return len(found.given), len(found.axioms), sorted(found.given), sorted(found.axioms)
