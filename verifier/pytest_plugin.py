"""`pytest proofs/`: every claim of a paper is a test.

Only folders and modules that define a `paper` are collected.  A test asks whether the verdict is what the
page expects (nothing refuted or ill-posed without being expected to be), and runs the claim as a property at points
that are built to satisfy its hypotheses, with a fixed seed.  At the end stands how many points the claims had.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from verifier.evidence.decision import Decision
    from verifier.papers.book import Book, Entry
    from verifier.papers.paper import Paper

TESTED = ("conclusion", "step", "inference", "repair", "instance")
SAMPLED = ("conclusion", "step", "repair", "instance")
WANTED = 25  # points of a claim


class HealthWarning(UserWarning):
    """What was said of a claim while it was settled."""


class Unexpected(Exception):
    """A claim that did not come out as its page says; the message is for people."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("verifier", "claims of papers")
    group.addoption("--claim-samples", type=int, default=WANTED, help="points for each claim's property run (0: none)")
    group.addoption("--claim-seed", type=int, default=0, help="seed of the points, and of the share")
    group.addoption("--claim-share", type=float, default=1.0, help="the share of the claims to test, by the seed")
    group.addoption("--claim-budget", type=float, default=10.0, help="seconds to search for each claim")


def paper_root(file: Path) -> Path | None:
    """The folder or module of the paper that a file belongs to."""
    from verifier.papers.discover import defines_paper

    if defines_paper(file.parent / "__init__.py"):
        return file.parent
    return file if file.name != "__init__.py" and defines_paper(file) else None


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A paper's folder is imported by the audit under a name of its own, never as a test package."""
    if (path / "__init__.py").is_file() and paper_root(path / "__init__.py") is not None:
        found: pytest.Collector = pytest.Dir.from_parent(parent, path=path)
        return found
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".py" or file_path.name.startswith(("test_", "conftest")):
        return None
    root = paper_root(file_path)
    if root is None:
        return None
    found: pytest.Collector = PaperFile.from_parent(parent, path=file_path, root=root)
    return found


class NotExecuted(pytest.File):
    """In the place of pytest's own module, which would import a page that is named on the command line."""

    def collect(self) -> Iterator[pytest.Item]:
        return iter(())


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if module_path.name.startswith(("test_", "conftest")) or paper_root(module_path) is None:
        return None
    found: pytest.Collector = NotExecuted.from_parent(parent, path=module_path)
    return found


class Loaded:
    """A paper of this session: loaded once, and its selected claims settled together at the first test."""

    def __init__(self, root: Path) -> None:
        from verifier.papers.book import Book
        from verifier.run.loading import loaded

        self.root = root
        self.paper: Paper = loaded(root)
        self.book: Book = Book(self.paper)
        self.selected: list[Entry] = []
        self.notes: list[str] = []
        self._verdicts: dict[str, Decision] | None = None
        self._samples: dict[str, Any] = {}

    def verdict(self, entry: Entry, config: pytest.Config) -> Decision:
        if self._verdicts is None or entry.id not in self._verdicts:
            self._settle(entry, config)
        assert self._verdicts is not None
        return self._verdicts[entry.id]

    def samples(self, entry: Entry) -> Any:
        return self._samples.get(entry.id)

    def _settle(self, entry: Entry, config: pytest.Config) -> None:
        from verifier.run import evidence_file
        from verifier.run.assumptions import Assumptions
        from verifier.run.nursery import Limits
        from verifier.run.runner import DECIDE, Job, Runner
        from verifier.run.settle import Settler
        from verifier.run.store import Store

        wanted = list({e.id: e for e in [*self.selected, entry]}.values())
        evidence = evidence_file.read(evidence_file.path_for(self.root))
        count, seed = config.getoption("--claim-samples"), config.getoption("--claim-seed")
        with Store() as store, Runner() as runner:
            settler = Settler(runner, store, evidence, config.getoption("--claim-budget"), decide=DECIDE)
            self._verdicts = {**(self._verdicts or {}), **Assumptions().settle(settler, self._with_cited(wanted))}
            self.notes += [*evidence.faults, *settler.notes, *store.faults]
            jobs = [
                Job(e.id, "verifier.run.tasks:property_run", (e.claim, count, seed), Limits(wall=60, cpu=60))
                for e in wanted
                if count > 0 and e.role in SAMPLED and e.expected in (None, "proved", "supported", "computed")
            ]
            for job, reply in runner.run(jobs):
                self._samples[job.key] = reply.value

    def _with_cited(self, wanted: list[Entry]) -> list[Entry]:
        """The claims, and all that they cite, through others too."""
        from verifier.papers.book import Faulty
        from verifier.run.assumptions import CITEABLE

        known = {e.id: e for e in wanted}
        for id in sorted(self.book.supporting({e.item for e in wanted})):
            try:
                known |= {e.id: e for e in self.book.entries(self.book.items[id]) if e.role in CITEABLE}
            except Faulty:
                continue  # it has a test of its own
        return list(known.values())


_LOADED: pytest.StashKey[dict[Path, Loaded]] = pytest.StashKey()


class PaperFile(pytest.File):
    """The items that one module of a paper defines."""

    def __init__(self, *, root: Path, **more: Any) -> None:
        super().__init__(**more)
        self.root = root

    def collect(self) -> Iterator[pytest.Item]:
        from verifier.papers.book import Faulty

        known = self.config.stash.setdefault(_LOADED, {})
        loaded = known.get(self.root) or known.setdefault(self.root, Loaded(self.root))
        here = str(self.path.resolve())
        if self.path == self.root or self.path.name == "__init__.py":
            for number, line in enumerate(loaded.paper.faults, 1):
                yield FaultTest.from_parent(self, name=f"module-{number}", line=line)
        for item in loaded.paper.items:
            if str(Path(item.file).resolve()) != here:
                continue
            try:
                entries = loaded.book.entries(item)
            except Faulty as fault:
                yield FaultTest.from_parent(self, name=item.id, line=str(fault))
                continue
            for entry in entries:
                if entry.role in TESTED:
                    yield ClaimTest.from_parent(
                        self, name=entry.id, entry=entry, loaded=loaded, line=item.line
                    )


_HEALTH: pytest.StashKey[dict[str, dict[str, Any]]] = pytest.StashKey()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """How many points the property runs had, and which claims had none."""
    health = config.stash.get(_HEALTH, {})
    if not health:
        return
    wanted = min(WANTED, config.getoption("--claim-samples"))
    full = sum(found["satisfied"] >= wanted for found in health.values())
    judged = sum(found["judged"] > 0 for found in health.values())
    none = sorted(id for id, found in health.items() if not found["satisfied"])
    terminalreporter.section("property runs")
    terminalreporter.line(
        f"{len(health)} claims: {full} at {wanted} points or more, {len(none)} at none; "
        f"the goal could be seen for {judged}"
    )
    if config.option.verbose > 0:
        for id, found in sorted(health.items()):
            terminalreporter.line(f"  {id}: {found['satisfied']} points, goal seen at {found['judged']}")
    elif none:
        terminalreporter.line("no point: " + ", ".join(none))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The chosen share of the claims."""
    share = config.getoption("--claim-share")
    if share < 1:
        seed = config.getoption("--claim-seed")
        claims = [item for item in items if isinstance(item, ClaimTest)]
        left = [item for item in claims if random.Random(f"{seed}:{item.nodeid}").random() >= share]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


def pytest_collection_finish(session: pytest.Session) -> None:
    for test in session.items:
        if isinstance(test, ClaimTest):
            test.loaded.selected.append(test.entry)


class FaultTest(pytest.Item):
    """A page or module that cannot be read: fails with its one line."""

    def __init__(self, *, line: str, **more: Any) -> None:
        super().__init__(**more)
        self.line = line

    def runtest(self) -> None:
        raise Unexpected(self.line)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"page {self.name}"


class ClaimTest(pytest.Item):
    """One claim: its verdict, and its property run."""

    def __init__(self, *, entry: Entry, loaded: Loaded, line: int, **more: Any) -> None:
        super().__init__(**more)
        self.entry, self.loaded, self.line = entry, loaded, line

    def runtest(self) -> None:
        found = self.loaded.verdict(self.entry, self.config)
        samples = self.loaded.samples(self.entry)
        if samples is not None:
            self.config.stash.setdefault(_HEALTH, {})[f"{self.loaded.paper.name}/{self.entry.id}"] = samples
        for line in self.loaded.notes:
            if line.startswith(f"{self.entry.id}:"):
                warnings.warn(line, HealthWarning, stacklevel=1)
        verdict, expected, inference = found.verdict, self.entry.expected, self.entry.role == "inference"
        if expected is not None and verdict != expected:
            raise Unexpected(
                self._told(
                    f"expected {expected}, found {verdict}: {found.reason}", found.counterexample
                )
            )
        special = verdict == "refuted" and self.entry.fidelity == "special case"  # leaves what is printed open
        if expected is None and verdict in ("refuted", "ill-posed") and not inference and not special:
            raise Unexpected(self._told(f"{verdict}: {found.reason}", found.counterexample))
        if samples is not None and samples["violated"] and verdict != "refuted":
            where = f"fails at a point of its hypotheses (seed {samples['seed']})"
            raise Unexpected(self._told(where, samples["point"]))

    def _told(self, what: str, point: Mapping[str, str] | None) -> str:
        from verifier.run.compile import formal

        lines = [f"{self.entry.id}: {what}", *_indented(formal(self.entry).splitlines())]
        if point:
            lines += ["  at", *_indented(f"{name} = {value}" for name, value in point.items())]
        return "\n".join(lines)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Unexpected):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, max(0, self.line - 1), f"claim {self.name}"


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]
