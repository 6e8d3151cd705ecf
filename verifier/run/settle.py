"""Settle claims: by the store, by shipped evidence that the kernel re-checks, or by a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verifier.evidence.body import exemplified, reported
from verifier.evidence.consistency import Consistency
from verifier.evidence.decision import Decision
from verifier.papers.book import Entry
from verifier.run import evidence_file, fingerprint
from verifier.run.evidence_file import ASKED_AGAIN, UNCERTIFIED, Evidence, Shipped
from verifier.run.nursery import Limits
from verifier.run.runner import CERTIFY, DECIDE, RECHECK, ROLE, SEARCH, Job, Runner, limits
from verifier.run.store import Store

Progress = Callable[[int, int], None]

BATCH = 24  # claims re-checked in one process
BATCH_LIMITS = Limits(wall=120, cpu=120)
SINGLE_LIMITS = Limits(wall=40, cpu=40)

Waiting = tuple[Entry, Shipped, str]  # a claim, what is stored of it, which nobody believes yet, and the basis of that

#: The part of a claim's budget for the role of a hypothesis, with and without a hint on the page: there are many of
#: these questions, and most of those that are answered are answered at once.
HINTED, UNHINTED = 0.6, 0.16


@dataclass
class Settler:
    """Finds the verdicts of claims, keeps each one as soon as it is known, and collects what went wrong."""

    runner: Runner
    store: Store
    evidence: Evidence = field(default_factory=Evidence)
    budget: float = 10.0
    fresh: bool = False
    recheck: bool = False  # verify with the kernel what the store remembers
    decide: str = DECIDE
    progress: Progress = lambda done, total: None
    notes: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)  # by claim id, why there was no answer, or not the whole of it
    code: str = field(default_factory=fingerprint.of_deciding_code)
    consistency: Consistency = field(default_factory=Consistency)
    used: dict[str, dict[str, Shipped]] = field(default_factory=dict)  # what an evidence file would hold
    counts: dict[str, int] = field(default_factory=lambda: {"store": 0, "evidence": 0, "search": 0})

    def settle(self, entries: Sequence[Entry]) -> dict[str, Decision]:
        """What is decided, by claim id, in the order of the entries, whatever was ready first; the notes sorted.

        Raises `Contradiction` where they, or what is remembered, show a defect of the kernel.
        """
        self._total, self._done = len(entries), 0
        noted = len(self.notes)
        results: dict[str, Decision] = {}
        for stage in (self._from_evidence, self._from_search):
            left = [e for e in entries if e.id not in results]
            for entry, found in stage(left):
                results[entry.id] = found
                self._use(entry, found)
                self._done += 1
                self.progress(self._done, self._total)
        self.notes[noted:] = sorted(self.notes[noted:])
        self._agree(entries, results)
        return {entry.id: results[entry.id] for entry in entries}

    def _agree(self, entries: Sequence[Entry], results: Mapping[str, Decision]) -> None:
        """Raises `Contradiction` where verdicts of this run contradict each other, or what the store remembers."""
        for entry in entries:
            found = results[entry.id]
            for report in (reported(found), exemplified(found)):
                if report is not None:
                    self.consistency.add(entry.claim.digest, entry.id, entry.claim.statement(), report)
        for entry in entries:
            for known in self.store.decisions(entry.claim.digest, self.code):
                past, name = reported(known), f"{entry.id}, as it is remembered,"
                if past is not None and past.establishes in ("statement", "denial"):  # of whatever is given there
                    self.consistency.add(entry.claim.digest, name, entry.claim.statement(), past)
        self.consistency.check()

    def _use(self, entry: Entry, found: Decision) -> None:
        """Put an answer into what an evidence file would hold; of what had none, what the file holds already."""
        digest = entry.claim.digest
        kept = evidence_file.entry(entry.statement_json, fingerprint.of_json(entry.hints), found, entry.elsewhere)
        if entry.id in self.lost:
            old = self.evidence.claims.get(digest, {}).get(entry.id)
            if old is None:
                return
            kept = old
        self.used.setdefault(digest, {})[entry.id] = kept

    def _no_answer(self, entry: Entry, why: str) -> None:
        self.lost[entry.id] = why
        self.notes.append(f"{entry.id}: {why}; not remembered, tried again the next time")

    # -- evidence ----------------------------------------------------------------------------------

    def _from_evidence(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Decision]]:
        if self.fresh:
            return
        waiting: list[Waiting] = []
        for entry in entries:
            offer = self._offer(entry)
            if offer is None:
                continue
            basis = f"evidence:{fingerprint.of_json([offer, entry.statement_json, _cited(entry, offer['verdict'])])}"
            known = None if self.recheck else self.store.decision(entry.claim.digest, self.code, basis)
            if known is not None:
                self.counts["store"] += 1
                yield entry, known
            else:
                waiting.append((entry, offer["verdict"], basis))
        yield from self._recheck(waiting)

    def _offer(self, entry: Entry) -> Shipped | None:
        """The evidence worth re-checking; a search that found nothing counts only for the same hints."""
        for offer in self.evidence.offers(entry.claim.digest, entry.id):
            verdict = offer.get("verdict")
            if not isinstance(verdict, dict):
                self._damaged(entry, "no verdict in it")
                continue
            if verdict.get("certificate") is not None:
                return offer
            if verdict.get("verdict") == "assumed" and entry.elsewhere:
                verdict = {"verdict": "undecided", "reason": "cited from another work"}
                offer = {**offer, "verdict": verdict}
            if verdict.get("verdict") in ASKED_AGAIN:
                continue
            if verdict.get("verdict") not in UNCERTIFIED:
                self._damaged(entry, f"it says {verdict.get('verdict')!r:.20} without a certificate")
            elif offer.get("hints") == fingerprint.of_json(entry.hints):
                return offer
        return None

    def _damaged(self, entry: Entry, reason: str) -> None:
        self.notes.append(f"{entry.id}: the evidence is damaged ({reason}); searched again")

    def _recheck(self, waiting: Sequence[Waiting]) -> Iterator[tuple[Entry, Decision]]:
        batches = [waiting[i :: max(1, -(-len(waiting) // BATCH))] for i in range(max(1, -(-len(waiting) // BATCH)))]
        retry: list[Waiting] = []
        for job, reply in self.runner.run(_recheck_job(b, BATCH_LIMITS) for b in batches if b):
            if reply.failure is None:
                yield from self._accept(job.key, reply.value)
            else:
                retry.extend(job.key)  # one bad entry must not spoil the others: one process each
        for job, reply in self.runner.run(_recheck_job([w], SINGLE_LIMITS) for w in retry):
            if reply.failure is None:
                yield from self._accept(job.key, reply.value)
            else:
                self._no_answer(job.key[0][0], f"the re-check did not finish ({reply.failure}), so it was searched")

    def _accept(self, batch: Sequence[Waiting], results: Sequence[Any]) -> Iterator[tuple[Entry, Decision]]:
        accepted: list[tuple[Entry, Decision, str]] = []
        for (entry, _, basis), result in zip(batch, results, strict=True):
            if "ok" in result:
                accepted.append((entry, Decision.from_json(result["ok"]), basis))
            else:
                self._damaged(entry, result["rejected"])
        self.store.keep_all((e.claim.digest, self.code, basis, found) for e, found, basis in accepted)
        self.counts["evidence"] += len(accepted)
        yield from ((entry, found) for entry, found, _ in accepted)

    # -- search ------------------------------------------------------------------------------------

    def _seconds(self, entry: Entry) -> float:
        """The budget of a claim; less for the role of a hypothesis, least where the page says nothing about it."""
        if entry.offered is None:
            return self.budget
        return self.budget * (HINTED if entry.offered.hinted else UNHINTED)

    def _from_search(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Decision]]:
        jobs: list[Job] = []
        same: dict[str, list[Entry]] = {}
        stored: list[tuple[Entry, Decision, str]] = []
        for entry in entries:
            basis = self._basis(entry)
            known = None if self.fresh else self.store.decision(entry.claim.digest, self.code, basis)
            if known is not None:
                stored.append((entry, known, basis))
        verified: set[str] = set()
        again = self._recheck([(e, d.to_json(), b) for e, d, b in stored]) if self.recheck else (s[:2] for s in stored)
        for entry, found in again:
            self.counts["store"] += not self.recheck
            verified.add(entry.id)
            yield entry, found
        for entry in entries:
            if entry.id in verified:
                continue
            basis = self._basis(entry)
            same.setdefault(basis, []).append(entry)
            if len(same[basis]) == 1:
                budget = self._seconds(entry)
                about = entry.statement_json, [s.to_json() for s in entry.claim.cited.values()]
                if entry.offered is None:
                    jobs.append(Job(basis, SEARCH, (self.decide, entry.claim, budget), limits(budget), about))
                else:
                    certify = CERTIFY if self.decide == DECIDE else self.decide
                    arguments = (certify, entry.claim, budget, entry.offered)
                    jobs.append(Job(basis, ROLE, arguments, limits(budget), about))
        for job, reply in self.runner.run(jobs):
            entries = same[job.key]
            if reply.failure is None:
                found, broken = Decision.from_json(reply.value), reply.value.get("lost", [])
            else:
                found, broken = Decision("undecided", reply.failure), [reply.failure]
            if broken:
                for entry in entries:
                    self._no_answer(entry, "; ".join(broken))
            else:
                self.store.keep(entries[0].claim.digest, self.code, job.key, found)
            self.counts["search"] += 1
            for entry in entries:
                yield entry, found

    def _basis(self, entry: Entry) -> str:
        parts = [self._seconds(entry), self.decide, entry.hints, entry.statement_json]
        if entry.offered is not None:
            parts.append(fingerprint.of_offer(entry.offered))
        return f"search:{fingerprint.of_json(parts)}"


def _recheck_job(batch: Iterable[Waiting], allowed: Limits) -> Job:
    items = list(batch)
    arguments = [(e.statement_json, verdict, _cited(e, verdict)) for e, verdict, _ in items]
    return Job(items, RECHECK, (arguments,), allowed)


def _cited(entry: Entry, verdict: Shipped) -> list[Any]:
    """The claims that the page cites there and the certificates cite, too."""
    details = verdict.get("details")
    parts = [verdict.get("certificate"), details.get("inhabited") if isinstance(details, dict) else None]
    cites = [part.get("cites") for part in parts if isinstance(part, dict)]
    named = [d for known in cites if isinstance(known, dict) for d in known.values()]
    return [s.to_json() for d, s in entry.claim.cited.items() if d in named]
