"""Shipped evidence is believed only after the kernel has re-checked it."""

from __future__ import annotations

import json

import pytest
from evidence_files import plain

from verifier.run import settle
from verifier.run.evidence_file import path_for
from verifier.run.recheck import recheck_file

BODY = """
@paper.lemma("lemma-1", "")
def first(item):
    item.let(a="real", b="real")
    item.suppose("equal", "a == b")
    item.conclude("a + b == 2*b", example={"a": "1", "b": "1"})

@paper.lemma("lemma-2", "")
def second(item):
    item.let(a="real")
    item.conclude("a*a == a", expected="refuted")
"""


@pytest.fixture
def shipped(write, audit):
    """A paper with evidence, on a machine that has not seen it."""
    page = write(BODY)
    audit(page, write_evidence=True)
    return page


def fresh_machine(monkeypatch, tmp_path):
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))


def no_search(monkeypatch):
    monkeypatch.setattr(settle.Settler, "_from_search", lambda self, entries: iter(()))


def test_evidence_settles_an_audit_without_a_search(shipped, audit, tmp_path, monkeypatch):
    fresh_machine(monkeypatch, tmp_path)
    no_search(monkeypatch)
    report = audit(shipped)
    assert report["by_id"]["lemma-1"]["verdict"] == "proved"
    assert report["by_id"]["lemma-2"]["verdict"] == "refuted"
    assert report["counts"]["search"] == 0 and report["notes"] == []


def test_evidence_is_written_the_same_twice(shipped, audit):
    before = path_for(shipped).read_bytes()
    audit(shipped, write_evidence=True, fresh=True)
    assert path_for(shipped).read_bytes() == before


def test_the_kernel_alone_accepts_the_file(shipped):
    rows = recheck_file(path_for(shipped)).rows
    assert rows and all(r.ok for r in rows)


def change(path, edit):
    data = plain(path)
    for entries in data["claims"].values():
        for id, entry in entries.items():
            edit(id, entry)
    path.write_text(json.dumps(data))


def flip(id, entry):
    if id == "lemma-2":
        entry["verdict"]["verdict"] = "proved"


def empty(id, entry):
    if id == "lemma-1":
        entry["verdict"]["certificate"] = {"kind": "proof", "tree": {"rule": "no such rule"}}


def handwritten(id, entry):
    if id == "lemma-1":
        entry["verdict"] = {"verdict": "proved", "reason": "trust me", "certificate": None}


def strange(id, entry):
    if id == "lemma-1":
        entry["verdict"] = 7


@pytest.mark.parametrize(
    ("edit", "id"), [(flip, "lemma-2"), (empty, "lemma-1"), (handwritten, "lemma-1"), (strange, "lemma-1")]
)
def test_damaged_evidence_is_searched_again_with_one_line(shipped, audit, tmp_path, monkeypatch, edit, id):
    fresh_machine(monkeypatch, tmp_path)
    change(path_for(shipped), edit)
    report = audit(shipped)
    [line] = report["notes"]
    assert line.startswith(f"{id}: the evidence is damaged") and "\n" not in line
    assert report["by_id"]["lemma-1"]["verdict"] == "proved"
    assert report["by_id"]["lemma-2"]["verdict"] == "refuted"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 99, "claims": {}}', "[" * 5000])
def test_an_unreadable_file_is_one_line_and_a_search(shipped, audit, tmp_path, monkeypatch, content):
    fresh_machine(monkeypatch, tmp_path)
    path_for(shipped).write_text(content)
    report = audit(shipped)
    assert len(report["notes"]) == 1 and "cannot be used" in report["notes"][0] and "\n" not in report["notes"][0]
    assert report["by_id"]["lemma-1"]["verdict"] == "proved"


def test_the_words_for_a_certificate_are_read_off_it(shipped, audit, tmp_path, monkeypatch):
    fresh_machine(monkeypatch, tmp_path)
    said = ("counterexample", "method", "reason")
    true = audit(shipped)["by_id"]["lemma-2"]

    def lie(id, entry):
        assert not set(said) & set(entry["verdict"])
        entry["verdict"] |= {"counterexample": {"a": "1"}, "method": "a lie", "reason": "a lie"}

    change(path_for(shipped), lie)
    found = audit(shipped)["by_id"]["lemma-2"]
    assert [found[k] for k in said] == [true[k] for k in said] == [{"a": "-1"}, "exact counterexample",
                                                                   "refuted at an exact point"]  # fmt: skip


def test_a_changed_claim_is_searched(shipped, audit, tmp_path, monkeypatch):
    fresh_machine(monkeypatch, tmp_path)
    shipped.write_text(shipped.read_text().replace("a + b == 2*b", "a + b == 2*a"))
    report = audit(shipped)
    assert report["by_id"]["lemma-1"]["verdict"] == "proved" and report["counts"]["search"] > 0


def test_the_file_rejects_certificates_of_other_statements(shipped):
    data = plain(path_for(shipped))
    for entries in data["claims"].values():
        if "lemma-1" in entries:
            entries["lemma-1"]["statement"]["goal"] = ["==", "a", 7]
    path_for(shipped).write_text(json.dumps(data))
    assert [r.id for r in recheck_file(path_for(shipped)).rows if not r.ok] == ["lemma-1"]
