"""A kernel that establishes a claim and its negation has a defect, and nothing that it says is told to anybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier import cli
from verifier.evidence.consistency import Consistency, Contradiction
from verifier.kernel.check import Report, check
from verifier.kernel.logic.rules import RULES
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import REAL
from verifier.run.recheck import recheck_file

X = (("x", REAL),)
CLAIM = Statement(X, (), ("==", "x", 1))
PROOF: dict[str, Any] = {"kind": "proof", "tree": {"rule": "field"}}  # of what is false
POINT: dict[str, Any] = {"kind": "refutation", "values": {"x": 2}, "tree": {"rule": "arith"}}
SOMEWHERE = Statement((), (), ("exists", "y", REAL, ("!=", "y", 1)))  # the negation of the claim
WITNESS = {"kind": "proof", "tree": {"rule": "witness", "value": 2, "then": {"rule": "arith"}}}
CITING = {"kind": "proof", "cites": {"it": CLAIM.digest()},
          "tree": {"rule": "use", "fact": "cited:it", "at": ["x"], "premises": [], "as": "h",
                   "then": {"rule": "exact", "fact": "h"}}}  # fmt: skip


@pytest.fixture
def faulty_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel in which one rule proves everything."""
    monkeypatch.setitem(RULES, "field", lambda *_: None)


def of(*found: tuple[str, Statement, Report]) -> Consistency:
    consistency = Consistency()
    for name, statement, report in found:
        consistency.add(statement.digest(), name, statement, report)
    return consistency


def evidence(path: Path, **found: tuple[Statement, str, Any]) -> Path:
    claims: dict[str, Any] = {}
    for id, (statement, verdict, certificate) in found.items():
        said = {"verdict": verdict, "certificate": certificate}
        entry = {"statement": statement.to_json(), "hints": "", "verdict": said}
        claims.setdefault(statement.digest(), {})[id] = entry
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": claims}))
    return path


OTHER_NAME = Statement((("z", REAL),), (), ("==", "z", 1))
BODIES: dict[str, dict[str, tuple[Statement, str, Any]]] = {
    "one claim": {"one": (CLAIM, "proved", PROOF), "two": (OTHER_NAME, "refuted", {**POINT, "values": {"z": 2}})},
    "a claim and its negation": {"one": (CLAIM, "proved", PROOF), "two": (SOMEWHERE, "proved", WITNESS)},
    "through a citation": {"one": (CLAIM, "proved", PROOF), "two": (CLAIM, "refuted", POINT),
                           "three": (Statement(X, (), ("<=", "x", 1)), "proved", CITING)},
    "under a wrong word": {"one": (CLAIM, "refuted", PROOF), "two": (CLAIM, "refuted", POINT)},
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.usefixtures("faulty_kernel")
def test_evidence_that_the_kernel_accepts_on_both_sides_is_a_defect(tmp_path: Path, name: str) -> None:
    with pytest.raises(Contradiction, match=r"one is proved, and two.* is (refuted|proved) \("):
        recheck_file(evidence(tmp_path / "e.json", **BODIES[name]))


@pytest.mark.parametrize("name", BODIES)
def test_the_same_evidence_is_no_defect_of_a_kernel_that_has_none(tmp_path: Path, name: str) -> None:
    found = recheck_file(evidence(tmp_path / "e.json", **BODIES[name]))
    assert "one" in {r.id for r in found.rows if not r.ok} and found.exit_code == 1


@pytest.mark.usefixtures("faulty_kernel")
def test_a_defect_is_a_line_and_a_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = evidence(tmp_path / "e.json", **BODIES["one claim"])
    monkeypatch.setattr("sys.argv", ["verifier", "recheck", str(path)])
    with pytest.raises(SystemExit) as end:
        cli.main()
    told = capsys.readouterr()
    assert end.value.code == 4 and told.out == "" and told.err.count("\n") == 1
    assert "a defect of this program" in told.err and "one is proved, and two is refuted" in told.err


PROVED, REFUTED, VACUOUS = Report("statement"), Report("denial"), Report("vacuity")
MET, UNDEFINED = Report("inhabited"), Report("undefined")
BOUNDED = Statement(X, (("low", ("<", "x", 0)), ("high", (">", "x", 0))), ("==", "x", 1))
BEYOND = Statement((), (), ("exists", "x", REAL, ("and", ("<", "x", 0), (">", "x", 0), ("!=", "x", 1))))
FALSE = Statement((), (), ("false",))


@pytest.mark.parametrize("found", [
    [(CLAIM, PROVED), (CLAIM, REFUTED)], [(CLAIM, PROVED), (CLAIM, UNDEFINED)], [(BOUNDED, VACUOUS), (BOUNDED, MET)],
    [(BOUNDED, VACUOUS), (BOUNDED, REFUTED)], [(CLAIM, VACUOUS)], [(FALSE, PROVED)],
    [(CLAIM, PROVED), (SOMEWHERE, PROVED)], [(CLAIM, REFUTED), (SOMEWHERE, REFUTED)],
    [(BOUNDED, PROVED), (BEYOND, PROVED)], [(BOUNDED, VACUOUS), (BEYOND, PROVED)],
    [(BOUNDED, REFUTED), (BEYOND, REFUTED)],
])  # fmt: skip
def test_what_cannot_all_be_true_is_a_contradiction(found: list[tuple[Statement, Report]]) -> None:
    for order in (found, found[::-1]):
        with pytest.raises(Contradiction):
            of(*((str(n), *each) for n, each in enumerate(order))).check()


@pytest.mark.parametrize("found", [
    [(CLAIM, PROVED), (CLAIM, MET)], [(CLAIM, REFUTED), (SOMEWHERE, PROVED)], [(CLAIM, PROVED), (SOMEWHERE, REFUTED)],
    [(BOUNDED, VACUOUS), (BOUNDED, PROVED)], [(BOUNDED, VACUOUS), (BOUNDED, UNDEFINED)],
    [(CLAIM, UNDEFINED), (CLAIM, REFUTED)], [(BOUNDED, VACUOUS), (BEYOND, REFUTED)], [(FALSE, REFUTED)],
    [(BOUNDED, VACUOUS), (Statement(X, (), ("implies", ("and", *(f for _, f in BOUNDED.given)), BOUNDED.goal)), MET)],
])  # fmt: skip
def test_what_can_all_be_true_is_none(found: list[tuple[Statement, Report]]) -> None:
    of(*((str(n), *each) for n, each in enumerate(found))).check()


def test_what_is_said_twice_under_one_name_is_all_kept() -> None:
    with pytest.raises(Contradiction):
        of(("one", CLAIM, PROVED), ("one", CLAIM, REFUTED)).check()


def test_what_rests_on_an_assumption_contradicts_nothing() -> None:
    elsewhere = SOMEWHERE.digest()
    given = Report("statement", (elsewhere,))
    of(("one", CLAIM, given), ("two", CLAIM, REFUTED)).check()
    with pytest.raises(Contradiction):  # until the assumption is a theorem
        of(("one", CLAIM, given), ("two", CLAIM, REFUTED), ("three", SOMEWHERE, PROVED)).check()


def test_the_certificates_of_these_tests_are_what_they_are_taken_for() -> None:
    assert check(CLAIM, POINT).establishes == "denial" and check(SOMEWHERE, WITNESS).establishes == "statement"
