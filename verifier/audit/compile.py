"""The rounds of an audit: conclusions and steps, then what depends on their verdicts, then the report."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from pathlib import Path
from typing import Any

from verifier.audit import combine, evidence_file
from verifier.audit.apart import loaded
from verifier.audit.assumptions import CITEABLE, Assumptions
from verifier.audit.audit import NoSuchItem, Options
from verifier.audit.book import Book, Entry, Faulty, conclusion_id
from verifier.audit.inference import Inference, infer
from verifier.audit.inquiry import Roles, ablate, pursue, question
from verifier.audit.item import Item
from verifier.audit.runner import Runner
from verifier.audit.settle import Data, Settler
from verifier.audit.store import Store
from verifier.claims.abstraction import occurs
from verifier.claims.printing import to_text

Json = dict[str, Any]


def compile_report(path: Path, options: Options, store: Store, runner: Runner) -> Json:
    """Audit a paper from its pages.  Raises `NoSuchItem`."""
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
    return {
        "paper": {
            "name": paper.name, "title": paper.title, "authors": paper.authors, "year": paper.year,
            "source": paper.source, "venue": paper.venue, "path": str(path),
        },
        "items": items, "faults": [*paper.faults, *(i.fault for i in paper.items if i.fault)],
        "notes": notes, "lost": dict(settler.lost), "counts": settler.counts, "cached": False,
    }  # fmt: skip


class _Audit:
    def __init__(self, book: Book, settler: Settler, wanted: set[str]) -> None:
        self.book, self.settler, self.wanted = book, settler, wanted
        self.entries: dict[str, list[Entry]] = {}
        self.faults: dict[str, str] = {}
        self.found: dict[str, Data] = {}
        self.assumptions = Assumptions()
        for item in book.items.values():
            try:
                self.entries[item.id] = book.entries(item)
            except Faulty as fault:
                self.faults[item.id] = str(fault)

    def items(self) -> list[Json]:
        """The reports on the wanted items, in the paper's order."""
        supporting = self.book.supporting(self.wanted)
        first = [
            e for id, entries in self.entries.items() for e in entries
            if id in self.wanted or (id in supporting and e.role in CITEABLE)
        ]  # fmt: skip
        self.found = self.assumptions.settle(self.settler, first)
        inquiries: dict[Hashable, Any] = {}
        for id in self.entries.keys() & self.wanted:
            item = self.book.items[id]
            inquiries |= self._inquiries(item)
        settle = partial(self.assumptions.settle, self.settler)
        answers: dict[Hashable, Any] = pursue(settle, dict(sorted(inquiries.items(), key=lambda kv: str(kv[0]))))
        done = {id: self._item(self.book.items[id], answers) for id in self.book.items if id in self.wanted}
        verdicts = {id: json["verdict"] for id, json in done.items()}
        for id, json in done.items():
            cited = [(c, verdicts.get(c, self._plain(c))) for c in sorted(self.book.supporting({id}) - {id})]
            json["proof"] = combine.proof_json(json["steps"], json["verdict"], cited)
        return list(done.values())

    def _inquiries(self, item: Item) -> dict[Hashable, Any]:
        found: dict[Hashable, Any] = {}
        entries = {e.id: e for e in self.entries[item.id]}
        for block in (item, *item.readings, *item.repairs):
            entry = entries.get(conclusion_id(item, block)[0])
            if entry is None or block.conclusion is None:
                continue
            if self.found[entry.id]["verdict"] == "proved":
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
        own = [self.found[e.id]["verdict"] for e in self.entries.get(id, []) if e.role == "conclusion"]
        if own and len(set(own)) == 1:
            return "assumed" if item.kind == "cited" and own[0] not in ("proved", "refuted") else str(own[0])
        return "assumed" if item.kind == "cited" else "undecided"

    def _item(self, item: Item, answers: dict[Hashable, Any]) -> Json:
        head: Json = {
            "paper": self.book.paper.name, "kind": item.kind, "title": item.title, "where": item.where,
            "provenance": item.provenance, "printed": item.statement, "notes": item.notes,
            "criteria": item.criteria, "citation": item.citation,
            "leads_to": item.behind, "another_route": item.rerouted,
        }  # fmt: skip
        if item.id in self.faults or item.fault is not None:
            verdict = "undecided" if item.fault is not None else "ill-posed"
            found = combine.bare_json(item.id, verdict, self.faults.get(item.id) or str(item.fault))
            nothing: Json = {k: [] for k in ("readings", "hypotheses", "repair", "steps", "instances", "scalings")}
            bare: Json = nothing | {"formal": "", "counts": False, "expected": None, "fault": found["reason"]}
            return head | found | bare
        entries = self.entries[item.id]
        parts = {
            r: [self._claim(e) for e in entries if e.role == r]
            for r in ("conclusion", "repair", "instance", "step", "scaling")
        }
        found = combine.decide_item(item, parts["conclusion"], parts["instance"])
        steps = []
        for step, conclusion in zip(item.steps, parts["step"], strict=True):
            inference: Inference = answers[("infers", f"{item.id}/{step.name}")]
            steps.append(combine.step_json(step, item, conclusion, inference))
        main = [e for e in entries if e.role == "conclusion"]
        main += [e for e in entries if e.role == "repair"]
        for claim, entry in zip([*parts["conclusion"], *parts["repair"]], main, strict=True):
            claim["hypotheses"] = self._hypotheses(entry, answers.get(("roles", entry.id)))
        combine.roles_in_repairs(parts["conclusion"], parts["repair"])
        single = parts["conclusion"][0] if len(parts["conclusion"]) == 1 else None
        return head | found | {
            "expected": single["expected"] if single else None,
            "formal": single["formal"] if single else "",
            "counts": combine.counts(found),
            "readings": [] if single and not item.readings else parts["conclusion"],
            "hypotheses": single["hypotheses"] if single else [],
            "repair": parts["repair"],
            "steps": steps,
            "instances": parts["instance"],
            "scalings": parts["scaling"],
            "fault": None,
        }  # fmt: skip

    def _claim(self, entry: Entry) -> Json:
        found = combine.claim_json(entry, self.found[entry.id])
        return found | {"name": entry.name, "expected": entry.expected, "formal": formal(entry)}

    def _hypotheses(self, entry: Entry, roles: Roles | None) -> list[Json]:
        texts = {h.name: h.text for h in entry.claim.given}
        labels = [(n, texts.get(n) or to_text(f)) for n, f in entry.claim.statement().given]
        return combine.hypotheses_json(roles, labels)


def formal(entry: Entry) -> str:
    """The formal statement as text, with the abbreviations that it uses."""
    said = str(entry.claim)
    shown: list[str] = []
    for definition in reversed(entry.claim.definitions):
        if occurs(definition.name, [said, *shown]):
            shown.insert(0, str(definition))
    return "\n".join([*shown, said])
