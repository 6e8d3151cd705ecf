"""Damage that a file of evidence may bring: entries of the first version that are none, times out of range."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.audit import evidence_file, tasks
from verifier.audit.recheck import recheck_file
from verifier.kernel.statement import Statement

ONE = Statement((), (), ("==", 1, 1))
PROVED: dict[str, Any] = {"verdict": "proved", "certificate": {"kind": "proof", "tree": {"rule": "field"}}}


@pytest.mark.parametrize("entry", [5, None, [1], {"verdict": 5}, {"verdict": [1]}, {"verdict": {"certificate": 5}}])
def test_an_entry_of_version_one_that_is_none_spoils_nothing(tmp_path: Path, entry: Any) -> None:
    sound = {"verdict": {"certificate": {"cites": {"a": ["true"]}}}}
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 1, "paper": "p", "claims": {"d": {"bad": entry, "good": sound}}}))
    found = evidence_file.read(path)
    cited = Statement((), (), ("true",)).digest()
    assert found.faults == []
    assert {"verdict": {"certificate": {"cites": {"a": cited}}}} in found.offers("d", "good")


@pytest.mark.parametrize(
    "seconds", [10**400, -(10**400), [], {}, "soon"], ids=["huge", "low", "list", "object", "word"]
)
def test_a_time_that_is_none_is_damage_of_one_entry(seconds: Any) -> None:
    batch: list[Any] = [(ONE.to_json(), {**PROVED, "seconds": seconds}, []), (ONE.to_json(), PROVED, [])]
    bad, good = tasks.recheck(batch)
    assert "not of the form" in bad["rejected"]
    assert good["ok"]["verdict"] == "proved"


@pytest.mark.parametrize("certificate", [
    0, "", [], False, {}, {"kind": []}, {"kind": "proof", "tree": {"rule": {}}},
    {"kind": "proof", "tree": {"rule": "box", "prec": 53, "tree": 5}},
    {"kind": "proof", "tree": {"rule": "instance", "name": [], "at": []}},
    {"kind": "proof", "tree": {"rule": "field"}, "cites": {"a": {}}},
])  # fmt: skip
def test_a_certificate_that_is_none_is_a_verdict_that_is_not_earned(tmp_path: Path, certificate: Any) -> None:
    entry = {"statement": ONE.to_json(), "hints": "", "verdict": {"verdict": "proved", "certificate": certificate}}
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 2, "paper": "p", "claims": {ONE.digest(): {"x": entry}}}))
    found = recheck_file(path)
    assert [row.ok for row in found.rows] == [False]
    assert found.exit_code == 1
