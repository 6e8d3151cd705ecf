"""The rounds of an audit: conclusions and steps, then what depends on their verdicts, then the report."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from verifier.evidence.decision import Decision
from verifier.language.abstraction import occurs
from verifier.language.text.printing import to_text
from verifier.papers import combine
from verifier.papers.book import Book, Entry, Faulty, conclusion_id
from verifier.papers.inference import infer
from verifier.papers.inquiry import Roles, ablate, pursue, question
from verifier.papers.item import Item
from verifier.papers.results import ClaimResult, Heading, HypothesisResult, Imprint, ItemResult, PaperResult, ProofState
from verifier.run import evidence_file
from verifier.run.assumptions import CITEABLE, Assumptions
from verifier.run.audit import NoSuchItem, Options, remembered, report_key
from verifier.run.loading import loaded
from verifier.run.runner import Runner
from verifier.run.settle import Settler
from verifier.run.store import Store


def audit_paper(path: Path, options: Options, store: Store, runner: Runner) -> PaperResult:
    """The report on one paper: settle its claims, ask what depends on the answers, and combine everything.

    Unchanged since a whole audit on this machine: the remembered report, without importing the paper.
    Raises `NoSuchItem`; everything that is wrong with a page is in the report.
    """
    known = remembered(path, options, store)
    if known is not None:
        return known
    start = time.monotonic()
    key = report_key(path, options)
    report = replace(_compiled(path, options, store, runner), seconds=time.monotonic() - start)
    if not options.items and not report.lost and not report.faults:
        store.keep_report(key, str(path), report)
    return report


def _compiled(path: Path, options: Options, store: Store, runner: Runner) -> PaperResult:
    """The report from the paper's pages.  Raises `NoSuchItem`."""
    paper = loaded(path)
    book = Book(paper)
    evidence = evidence_file.read(evidence_file.path_for(path))
    settler = Settler(runner, store, evidence, options.budget, options.fresh, options.recheck, options.decide,
                      options.progress)  # fmt: skip
    if missing := [i for i in options.items if i not in book.items]:
        why = f" ({'; '.join(paper.faults)})" if paper.faults else ""
        raise NoSuchItem(f"{paper.name} has no item {missing[0]}{why}")
    audit = _Audit(book, settler, set(options.items) or set(book.items))
    items = audit.items()
    notes = [*evidence.faults, *settler.notes]
    if options.write_evidence:
        used = settler.used if not options.items else {**evidence.claims, **settler.used}
        target = evidence_file.path_for(path)
        evidence_file.write(target, paper.name, used)
        notes.append(f"wrote {sum(len(c) for c in used.values())} verdicts to {target}")
    imprint = Imprint(paper.name, paper.title, tuple(paper.authors), paper.year, paper.source, paper.venue, str(path))
    faults = (*paper.faults, *(i.fault for i in paper.items if i.fault))
    return PaperResult(imprint, items, faults, tuple(notes), dict(settler.lost), dict(settler.counts))


class _Audit:
    def __init__(self, book: Book, settler: Settler, wanted: set[str]) -> None:
        self.book, self.settler, self.wanted = book, settler, wanted
        self.entries: dict[str, list[Entry]] = {}
        self.faults: dict[str, str] = {}
        self.found: dict[str, Decision] = {}
        self.assumptions = Assumptions()
        for item in book.items.values():
            try:
                self.entries[item.id] = book.entries(item)
            except Faulty as fault:
                self.faults[item.id] = str(fault)

    def items(self) -> tuple[ItemResult, ...]:
        """What is said of the wanted items, in the paper's order."""
        supporting = self.book.supporting(self.wanted)
        first = [
            e for id, entries in self.entries.items() for e in entries
            if id in self.wanted or (id in supporting and e.role in CITEABLE)
        ]  # fmt: skip
        self.assumptions.cite(self.settler, self.book.from_library(supporting))
        self.found = self.assumptions.settle(self.settler, first)
        inquiries: dict[Hashable, Any] = {}
        for id in self.entries.keys() & self.wanted:
            item = self.book.items[id]
            inquiries |= self._inquiries(item)
        settle = partial(self.assumptions.settle, self.settler)
        answers: dict[Hashable, Any] = pursue(settle, dict(sorted(inquiries.items(), key=lambda kv: str(kv[0]))))
        done = {id: self._item(self.book.items[id], answers) for id in self.book.items if id in self.wanted}
        return tuple(replace(item, proof=self._proof(item, done)) for item in done.values())

    def _proof(self, item: ItemResult, done: Mapping[str, ItemResult]) -> ProofState:
        others = sorted(self.book.supporting({item.id}) - {item.id})
        cited = [(c, done[c].verdict if c in done else self._plain(c)) for c in others]
        return combine.proof_state(item.steps, item.verdict, cited, self.book.unfit.get(item.id))

    def _inquiries(self, item: Item) -> dict[Hashable, Any]:
        found: dict[Hashable, Any] = {}
        entries = {e.id: e for e in self.entries[item.id]}
        for block in (item, *item.readings, *item.repairs):
            entry = entries.get(conclusion_id(item, block)[0])
            if entry is None or block.conclusion is None:
                continue
            if self.found[entry.id].verdict == "proved":
                found[("roles", entry.id)] = ablate(item, block, entry, self.found[entry.id])
        for step in item.steps:
            id = f"{item.id}/{step.name}"
            entry = entries[f"{id}#inference"]
            asked = question(self.book, item, step, entry)
            found[("infers", id)] = infer(asked, self.found[entry.id], self.found[id])
        return found

    def _plain(self, id: str) -> str:
        """The verdict of an item that is cited but not itself reported on."""
        item = self.book.items[id]
        own = [self.found[e.id].verdict for e in self.entries.get(id, []) if e.role == "conclusion"]
        if own and len(set(own)) == 1:
            return "assumed" if item.kind == "cited" and own[0] not in ("proved", "refuted") else own[0]
        return "assumed" if item.kind == "cited" else "undecided"

    def _item(self, item: Item, answers: Mapping[Hashable, Any]) -> ItemResult:
        heading = Heading(
            self.book.paper.name, item.id, item.kind, item.title, item.where, item.provenance, item.statement,
            tuple(item.notes), tuple(item.criteria), item.citation, tuple(item.behind), item.rerouted,
        )  # fmt: skip
        if item.id in self.faults or item.fault is not None:
            verdict = "undecided" if item.fault is not None else "ill-posed"
            fault = self.faults.get(item.id) or str(item.fault)
            return ItemResult(heading, combine.bare(item.id, verdict, fault), fault=fault)
        repairs = self._claims(item, "repair", answers)
        conclusions = tuple(
            combine.with_roles_of_repairs(c, repairs) for c in self._claims(item, "conclusion", answers)
        )
        instances, lines = self._claims(item, "instance"), self._claims(item, "step")
        own = combine.decide_item(item, conclusions, instances)
        single = conclusions[0] if len(conclusions) == 1 else combine.bare(item.id, "undecided", "")
        own = replace(own, expected=single.expected, formal=single.formal, hypotheses=single.hypotheses)
        steps = tuple(
            combine.step_result(step, item, line, answers[("infers", line.id)])
            for step, line in zip(item.steps, lines, strict=True)
        )
        return ItemResult(
            heading, own, combine.counts(own), () if len(conclusions) == 1 and not item.readings else conclusions,
            repairs, steps, instances, self._claims(item, "scaling"),
        )  # fmt: skip

    def _claims(
        self, item: Item, role: str, answers: Mapping[Hashable, Any] | None = None
    ) -> tuple[ClaimResult, ...]:
        """What is said of the claims of an item that play a role; with the roles of their hypotheses, if asked for."""
        found = []
        for entry in (e for e in self.entries[item.id] if e.role == role):
            claim = combine.claim_result(entry, self.found[entry.id], formal(entry))
            if answers is not None:
                claim = replace(claim, hypotheses=self._hypotheses(entry, answers.get(("roles", entry.id))))
            found.append(claim)
        return tuple(found)

    def _hypotheses(self, entry: Entry, roles: Roles | None) -> tuple[HypothesisResult, ...]:
        texts = {h.name: h.text for h in entry.claim.given}
        labels = [(n, texts.get(n) or to_text(f)) for n, f in entry.claim.statement().given]
        return combine.hypothesis_results(roles, labels)


def formal(entry: Entry) -> str:
    """The formal statement as text, with the abbreviations that it uses."""
    said = str(entry.claim)
    shown: list[str] = []
    for definition in reversed(entry.claim.definitions):
        if occurs(definition.name, [said, *shown]):
            shown.insert(0, str(definition))
    return "\n".join([*shown, said])
