"""`pytest proofs/`: every claim of a paper is a test.

Only folders and modules that define a `paper` are collected, and folders of text with their pages.  A test asks whether
the verdict is what the page expects (nothing refuted or ill-posed without being expected to be), and runs the claim as
a property at points that are built to satisfy its hypotheses, with a fixed seed.  At the end stands how many points the
claims had.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from verifier.papers.discover import INDEX, PAGE, defines_paper

if TYPE_CHECKING:
    from verifier.papers.book import Entry
    from verifier.run.tested import Tested

TESTED = ("conclusion", "step", "inference", "repair", "instance")
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
    if file.suffix == PAGE or file.name == INDEX:
        return file.parent if (file.parent / INDEX).is_file() else None
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
    if file_path.suffix not in (".py", PAGE) and file_path.name != INDEX:
        return None
    if file_path.name.startswith(("test_", "conftest")):
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


_LOADED: pytest.StashKey[dict[Path, Tested]] = pytest.StashKey()


class PaperFile(pytest.File):
    """The items that one module of a paper defines."""

    def __init__(self, *, root: Path, **more: Any) -> None:
        super().__init__(**more)
        self.root = root

    def collect(self) -> Iterator[pytest.Item]:
        from verifier.run.tested import Tested  # pytest has this plugin in every run, whatever is tested

        known = self.config.stash.setdefault(_LOADED, {})
        if self.root not in known:
            budget, count, seed = (self.config.getoption(f"--claim-{name}") for name in ("budget", "samples", "seed"))
            known[self.root] = Tested(self.root, budget, count, seed)
        loaded = known[self.root]
        if self.path == self.root or self.path.name in ("__init__.py", INDEX):
            for number, line in enumerate(loaded.paper.faults, 1):
                yield FaultTest.from_parent(self, name=f"module-{number}", line=line)
        for item, entries, fault in loaded.items(self.path):
            if fault:
                yield FaultTest.from_parent(self, name=item.id, line=fault)
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

    def __init__(self, *, entry: Entry, loaded: Tested, line: int, **more: Any) -> None:
        super().__init__(**more)
        self.entry, self.loaded, self.line = entry, loaded, line

    def runtest(self) -> None:
        found = self.loaded.verdict(self.entry)
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
        lines = [f"{self.entry.id}: {what}", *_indented(self.loaded.formal(self.entry).splitlines())]
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
