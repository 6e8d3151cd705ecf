"""Damage that a file of evidence may bring: entries that are none, words that are lies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.kernel.statement import Statement
from verifier.run import evidence_file, judging
from verifier.run.recheck import recheck_file

ONE = Statement((), (), ("==", 1, 1))
PROVED: dict[str, Any] = {"verdict": "proved", "certificate": {"kind": "proof", "tree": {"rule": "field"}}}


@pytest.mark.parametrize("known", [5, None, [1], {"bad": 5}, {"bad": None}, {"bad": [1]}])
def test_an_entry_that_is_none_spoils_no_other(tmp_path: Path, known: Any) -> None:
    good = {"good": {"verdict": PROVED}}
    path = tmp_path / "evidence.json"
    claims = {"d": {**known, **good} if isinstance(known, dict) else known, "e": good}
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": claims}))
    found = evidence_file.read(path)
    assert found.faults == [] and found.offers("e", "good") == [good["good"]]
    assert found.offers("d", "bad") == ([good["good"]] if isinstance(known, dict) else [])


@pytest.mark.parametrize("field", [
    "seconds", "tried", "method", "reason", "counterexample", "scope", "assumes", "trust", "vacuity",
])  # fmt: skip
@pytest.mark.parametrize("value", [10**400, 5, [], {}, {"x": "1"}, ["a lie"], "a lie"], ids=repr)
def test_beside_a_certificate_nothing_that_a_file_says_is_read(field: str, value: Any) -> None:
    batch: list[Any] = [(ONE.to_json(), {**PROVED, field: value}, []), (ONE.to_json(), PROVED, [])]
    edited, plain = (found["ok"] for found in judging.recheck(batch))
    assert {**edited, "seconds": 0} == {**plain, "seconds": 0}
    assert (plain["verdict"], plain["method"], plain["reason"]) == ("proved", "identity", "proved")


@pytest.mark.parametrize("certificate", [
    0, "", [], False, {}, {"kind": []}, {"kind": "proof", "tree": {"rule": {}}},
    {"kind": "proof", "tree": {"rule": "box", "prec": 53, "tree": 5}},
    {"kind": "proof", "tree": {"rule": "instance", "name": [], "at": []}},
    {"kind": "proof", "tree": {"rule": "field"}, "cites": {"a": {}}},
])  # fmt: skip
def test_a_certificate_that_is_none_is_a_verdict_that_is_not_earned(tmp_path: Path, certificate: Any) -> None:
    entry = {"statement": ONE.to_json(), "hints": "", "verdict": {"verdict": "proved", "certificate": certificate}}
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": {ONE.digest(): {"x": entry}}}))
    found = recheck_file(path)
    assert [row.ok for row in found.rows] == [False]
    assert found.exit_code == 1
