"""A paper whose claims are tests, for `verifier.pytest_plugin`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from verifier.evidence.decision import Decision
from verifier.papers.book import Book, Entry, Faulty
from verifier.papers.item import Item
from verifier.run import evidence_file
from verifier.run.assumptions import CITEABLE, Assumptions
from verifier.run.compile import formal
from verifier.run.loading import loaded
from verifier.run.nursery import Limits
from verifier.run.runner import DECIDE, Job, Runner
from verifier.run.settle import Settler
from verifier.run.store import Store

SAMPLED = ("conclusion", "step", "repair", "instance")


class Tested:
    """A paper that is loaded once, and whose selected claims are settled together at the first test.

    `count` points of each claim, with `seed`, and `budget` seconds to search for it.
    """

    def __init__(self, root: Path, budget: float, count: int, seed: int) -> None:
        self.root, self.budget, self.count, self.seed = root, budget, count, seed
        self.paper = loaded(root)
        self.book = Book(self.paper)
        self.selected: list[Entry] = []
        self.notes: list[str] = []
        self._verdicts: dict[str, Decision] = {}
        self._samples: dict[str, Any] = {}

    def items(self, path: Path) -> Iterator[tuple[Item, Sequence[Entry], str]]:
        """The items that a module of the paper defines, with their claims, or with the line that says their fault."""
        here = str(path.resolve())
        for item in self.paper.items:
            if str(Path(item.file).resolve()) != here:
                continue
            try:
                yield item, self.book.entries(item), ""
            except Faulty as fault:
                yield item, (), str(fault)

    def verdict(self, entry: Entry) -> Decision:
        if entry.id not in self._verdicts:
            self._settle(entry)
        return self._verdicts[entry.id]

    def samples(self, entry: Entry) -> Any:
        return self._samples.get(entry.id)

    def formal(self, entry: Entry) -> str:
        return formal(entry)

    def _settle(self, entry: Entry) -> None:
        wanted = list({e.id: e for e in [*self.selected, entry]}.values())
        evidence = evidence_file.read(evidence_file.path_for(self.root))
        with Store() as store, Runner() as runner:
            settler = Settler(runner, store, evidence, self.budget, decide=DECIDE)
            self._verdicts |= Assumptions().settle(settler, self._with_cited(wanted))
            self.notes += [*evidence.faults, *settler.notes, *store.faults]
            jobs = [
                Job(e.id, "verifier.run.searching:property_run", (e.claim, self.count, self.seed),
                    Limits(wall=60, cpu=60))
                for e in wanted
                if self.count > 0 and e.role in SAMPLED and e.expected in (None, "proved", "supported", "computed")
            ]  # fmt: skip
            for job, reply in runner.run(jobs):
                self._samples[job.key] = reply.value

    def _with_cited(self, wanted: list[Entry]) -> list[Entry]:
        """The claims, and all that they cite, through others too."""
        known = {e.id: e for e in wanted}
        for id in sorted(self.book.supporting({e.item for e in wanted})):
            try:
                known |= {e.id: e for e in self.book.entries(self.book.items[id]) if e.role in CITEABLE}
            except Faulty:
                continue  # it has a test of its own
        return list(known.values())
