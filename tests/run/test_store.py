"""The store is a cache: its keys name all that an answer depends on, and what was no answer is not kept."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys

import pytest

from verifier.evidence.decision import Decision
from verifier.papers.discover import package_folder
from verifier.run import fingerprint
from verifier.run import store as stores
from verifier.run.nursery import Limits
from verifier.run.runner import Job, Runner
from verifier.run.store import Store

LIMITS = Limits(wall=60, cpu=60)


def test_what_decides_a_claim_is_part_of_the_key_of_its_verdict():
    with Runner(1) as running:
        [(_, reply)] = running.run([Job(0, "nursery_fakes:files_after_a_search", (), LIMITS)])
    assert reply.failure is None and len(reply.value) > 50
    known = {str(f) for f in fingerprint.deciding_files()}
    beside = {str(package_folder() / name) for name in ("__init__.py", "run/__init__.py")}  # hand names on
    assert set(reply.value) - known - beside == set()


def test_a_library_that_was_missing_makes_another_key(monkeypatch):
    from importlib import metadata

    before, there = fingerprint.of_deciding_code(), metadata.version

    def without(name):
        if name == "z3-solver":
            raise metadata.PackageNotFoundError(name)
        return there(name)

    monkeypatch.setattr(metadata, "version", without)
    assert fingerprint.of_deciding_code() != before


PAGE = """
@paper.equation("{id}", "")
def page(item):
    item.let(a="real")
    item.conclude("a*a*a == a**3")
"""
CAUSES = {
    "killed": "the process was killed by SIGKILL",
    "orphaned": "the supervising process ended",
    "lacking": "No module named 'z3'",
    "hungry": "MemoryError",
    "full": "disk full",
}


@pytest.mark.parametrize("id", CAUSES)
def test_what_was_no_answer_is_reported_and_tried_again(write, audit, tmp_path, monkeypatch, id):
    log = tmp_path / "log"
    log.touch()
    monkeypatch.setenv("AUDIT_FAKES_LOG", str(log))
    page = write(PAGE.format(id=id))
    evidence = page.with_suffix(".evidence.json")
    first = audit(page, decide="audit_fakes:failing_once", write_evidence=True)
    assert first["by_id"][id]["verdict"] in ("undecided", "supported")
    [line] = [n for n in first["notes"] if CAUSES[id] in n]
    assert line.startswith(f"{id}: ") and "tried again the next time" in line
    assert json.loads(evidence.read_text())["claims"] == {}
    second = audit(page, decide="audit_fakes:failing_once")
    assert second["by_id"][id]["verdict"] == "proved" and not second["cached"] and second["notes"] == []
    third = audit(page, decide="audit_fakes:failing_once")
    assert third["cached"] and log.read_text().split() == [id, id]


def test_an_answer_is_kept_though_a_method_broke_before_another_one_proved_it(write, audit, tmp_path, monkeypatch):
    monkeypatch.setenv("AUDIT_FAKES_LOG", str(tmp_path / "log"))
    page = write(PAGE.format(id="proved-otherwise"))
    first = audit(page, decide="audit_fakes:broken_and_proved")
    assert first["by_id"]["proved-otherwise"]["verdict"] == "proved" and first["notes"] == []
    assert audit(page, decide="audit_fakes:broken_and_proved")["cached"]


def test_evidence_of_a_claim_that_had_no_answer_stays_as_it_was(write, audit, tmp_path, monkeypatch):
    (tmp_path / "log").touch()
    monkeypatch.setenv("AUDIT_FAKES_LOG", str(tmp_path / "log"))
    page = write(PAGE.format(id="killed"))
    evidence = page.with_suffix(".evidence.json")
    audit(page, write_evidence=True)
    before = evidence.read_bytes()
    audit(page, decide="audit_fakes:failing_once", fresh=True, write_evidence=True)
    assert (tmp_path / "log").read_text() and evidence.read_bytes() == before


def test_a_page_that_could_not_be_loaded_is_loaded_again(write, audit, tmp_path):
    there = str(tmp_path / "there")
    folder = write(section_1=f"if not __import__('os').path.exists({there!r}):\n    import no_such_module")
    assert "no_such_module" in audit(folder)["faults"][0]
    (tmp_path / "there").touch()
    assert audit(folder)["faults"] == []


ROW = ("digest", "code", "basis")


@pytest.fixture
def path(tmp_path):
    """A store with one verdict in it, all of it in one file."""
    file = tmp_path / "store.sqlite"
    with Store(file) as store:
        store.keep(*ROW, Decision("proved"))
        store._db.execute("pragma journal_mode = delete")
    return file


@pytest.mark.parametrize("text", [b"primary key", b"create table", b"verdicts", b"report text"])
def test_a_store_whose_schema_is_no_text_blocks_nothing(path, text):
    content = path.read_bytes()
    place = content.lower().find(text)
    path.write_bytes(content[:place] + b"\xff\xfe\xfd" + content[place + 3 :])
    with Store(path) as store:
        store.keep(*ROW, Decision("refuted"))
        assert store.decision(*ROW) == Decision("refuted") and len(store.faults) <= 1
    with Store(path) as store:
        assert store.decision(*ROW) == Decision("refuted") and store.faults == []


@pytest.fixture
def locked(path):
    """The store while somebody else writes; nobody else may even read."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin exclusive")
    yield other
    other.close()


def test_a_locked_store_is_left_as_it_is_and_said_once(path, locked, monkeypatch):
    monkeypatch.setattr(stores, "PATIENCE", 0.01)
    with Store(path) as store:
        for number in range(50):
            store.keep("digest", "code", str(number), Decision("proved"))
        [line] = store.faults
    assert "locked" in line and "damaged" not in line and list(path.parent.glob("*damaged*")) == []
    locked.execute("rollback")
    with Store(path) as store:
        assert store.decision(*ROW) == Decision("proved") and store.faults == []


def test_what_a_locked_store_could_not_take_it_takes_when_it_is_free(path, monkeypatch):
    monkeypatch.setattr(stores, "PATIENCE", 0.01)
    with Store(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin exclusive")
        for number in range(50):
            store.keep("digest", "code", str(number), Decision("proved"))
        assert len(store.faults) == 1
        other.execute("rollback")
        other.close()
    with Store(path) as store:
        assert all(store.decision("digest", "code", str(n)) is not None for n in range(50))
        assert store.decision(*ROW) is not None


def test_a_store_on_a_full_disk_is_left_as_it_is_and_said_once(path):
    with Store(path) as store:
        store._db.execute("pragma max_page_count = 1")  # SQLite then says that the disk is full
        for number in range(20):
            store.keep("digest", "code", str(number), Decision("proved", "x" * 5000))
        [line] = store.faults
        assert "full" in line and "damaged" not in line and store.decision(*ROW) == Decision("proved")
    assert list(path.parent.glob("*damaged*")) == []


@pytest.mark.parametrize("arguments", [("check", "x*x >= 0"), ("audit", "page.py", "-q"), ("list", "page.py")])
def test_every_command_answers_where_the_store_is_locked(write, tmp_path, arguments):
    write(PAGE.format(id="good"))
    home = tmp_path / "home"
    home.mkdir()
    with Store(home / "store.sqlite"):
        pass
    other = sqlite3.connect(home / "store.sqlite", isolation_level=None)
    other.execute("pragma locking_mode = exclusive")
    other.execute("begin exclusive")
    command = [sys.executable, "-m", "verifier", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    other.close()
    assert done.returncode == 0, done.stderr
    assert "quiet" in arguments or "-q" in arguments or done.stdout
    assert len([line for line in done.stderr.splitlines() if "the store" in line]) == 1, done.stderr
    assert list(home.glob("*damaged*")) == []


@pytest.mark.parametrize("forged", ["without a certificate", "with the certificate of another claim"])
def test_what_is_remembered_is_verified_by_the_kernel_on_request(write, audit, tmp_path, forged):
    page = write(PAGE.format(id="true") + PAGE.format(id="false").replace("a*a*a == a**3", "a*a == a**3"))
    assert {i: r["verdict"] for i, r in audit(page)["by_id"].items()} == {"true": "proved", "false": "refuted"}
    with sqlite3.connect(tmp_path / "home" / "store.sqlite") as db:
        verdicts = [json.loads(v) for (v,) in db.execute("select verdict from verdicts")]
        [proof] = [v for v in verdicts if v["verdict"] == "proved"]
        proof["certificate"] = None if forged.startswith("without") else proof["certificate"]
        db.execute("update verdicts set verdict = ?", (json.dumps(proof),))
        db.execute("delete from papers")
    report = audit(page, recheck=True)
    assert {i: r["verdict"] for i, r in report["by_id"].items()} == {"true": "proved", "false": "refuted"}
    assert [n for n in report["notes"] if n.startswith("false: the evidence is damaged")]
    again = audit(page, recheck=True)
    assert again["notes"] == [] and not again["cached"] and again["counts"]["search"] == 0
