"""Evidence files that attack the reader of evidence and the kernel: each is rejected in one line, at a bounded cost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bombs import TRIVIAL, evidence, files, proof

from verifier.evidence import strict_json
from verifier.kernel import work
from verifier.kernel.statement import Statement
from verifier.run.recheck import recheck_file


def test_no_bomb_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "STEPS", 100_000)
    path = tmp_path / "evidence.json"
    count = 0
    for name, text in files():
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        count += 1
        try:
            found = recheck_file(path)
        except ValueError as error:
            assert str(error).isprintable() and len(str(error)) < 400, name
            continue
        assert found.rows and not found.open and not any(row.ok for row in found.rows), name
        assert all(row.reason.isprintable() and len(row.reason) <= 400 for row in found.rows), name
    assert count > 100


def test_the_harness_accepts_a_proof(tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    path.write_text(evidence({"kind": "proof", "tree": TRIVIAL}, Statement((), (), ("true",))))
    assert [row.ok for row in recheck_file(path).rows] == [True]


def test_what_is_printed_of_an_entry_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    [entry] = json.loads(proof(TRIVIAL))
    path.write_text(json.dumps([{**entry, "id": "\u00a0\u00ad" + "x" * 10_000, "verdict": "\u3000" * 10_000}]))
    [row] = recheck_file(path).rows
    assert row.id.isprintable() and len(row.id) <= 300 and str(row.reason).isprintable()


def test_a_file_of_evidence_is_of_bounded_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "MAX_BYTES", 1_000)
    path = tmp_path / "evidence.json"
    path.write_text("[]" + " " * 999)
    with pytest.raises(ValueError, match="more than 1000 bytes"):
        recheck_file(path)
