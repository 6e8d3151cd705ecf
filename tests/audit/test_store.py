"""The store is a cache: its keys name all that an answer depends on, and what was no answer is not kept."""

from __future__ import annotations

import json

import pytest

from verifier.audit import fingerprint
from verifier.audit.discover import package_folder
from verifier.audit.nursery import Limits
from verifier.audit.runner import Job, Runner

LIMITS = Limits(wall=60, cpu=60)


def test_what_decides_a_claim_is_part_of_the_key_of_its_verdict():
    with Runner(1) as running:
        [(_, reply)] = running.run([Job(0, "nursery_fakes:files_after_a_search", (), LIMITS)])
    assert reply.failure is None and len(reply.value) > 50
    known = {str(f) for f in fingerprint.deciding_files()}
    beside = {str(package_folder() / name) for name in ("__init__.py", "audit/__init__.py")}  # hand names on
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
