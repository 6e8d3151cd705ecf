"""Papers written into a temporary folder, and audits of them with a store of their own."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.report import jsonout
from verifier.run.audit import Options
from verifier.run.compile import audit_paper
from verifier.run.keeping import plain
from verifier.run.runner import Runner
from verifier.run.store import Store

FAKES = str(Path(__file__).parent)
sys.path.insert(0, FAKES)

HEAD = 'from verifier.papers.paper import Paper\npaper = Paper("test-paper", title="A test")\n'


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "home"))


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers import the fakes by name."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [FAKES, os.environ.get("PYTHONPATH")])))


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a paper: one module from a body, or a folder from sections."""

    def make(body: str = "", **sections: str) -> Path:
        if not sections:
            path = tmp_path / "page.py"
            path.write_text(HEAD + textwrap.dedent(body), encoding="utf-8")
            return path
        folder = tmp_path / "folder"
        folder.mkdir(exist_ok=True)
        init = f"{HEAD}sections = {list(sections)}\n"
        (folder / "__init__.py").write_text(init + textwrap.dedent(body), encoding="utf-8")
        for name, text in sections.items():
            (folder / f"{name}.py").write_text("from . import paper\n" + textwrap.dedent(text), encoding="utf-8")
        return folder

    return make


@pytest.fixture(scope="session")
def shared_runner() -> Iterator[Runner]:
    """Two workers for all audits: to start one for each test takes longer than most of the audits."""
    with Runner(2) as runner:
        yield runner


@pytest.fixture
def audit(shared_runner: Runner) -> Callable[..., Any]:
    """Audit a paper: what the JSON output says, items also under ``["by_id"]``, and the result under ``["result"]``."""

    def run(path: Path, **options: Any) -> Any:
        own = "decide" in options  # a fake, which may end its worker or look at the environment
        with Store() as store, Runner(2) if own else contextlib.nullcontext(shared_runner) as runner:
            found = audit_paper(path, Options(**{"budget": 2.0, **options}), store, runner)
            report = {**plain(found), "notes": [*found.notes, *store.faults], "items": jsonout.audit([found])}
        report["result"] = found
        report["by_id"] = {item["id"]: item for item in report["items"]}
        return report

    return run
