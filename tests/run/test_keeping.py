"""Results are kept as plain data and come back as they were; what is no result is none."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from verifier.evidence.decision import Decision
from verifier.papers.results import (
    ClaimResult,
    Heading,
    HypothesisResult,
    Imprint,
    InferenceResult,
    ItemResult,
    PaperResult,
    ProofState,
    StepResult,
)
from verifier.run.keeping import frozen, plain

ROLE = HypothesisResult("h", "x > 0", "needed", {"x": "0"}, True, "needed", "mended")
CLAIM = ClaimResult(
    "c", "proved", "why", "how", {"kind": "proof", "tree": [1, {"a": None}]}, {"x": "1/2"}, ("z3",), ("ext",), "all",
    0.5, "inhabited", "fragment", "c0", "n", "proved", "x == x", (ROLE,),
)  # fmt: skip
INFERENCE = InferenceResult("follows with", CLAIM, ("h",), "abstract", ("g",), ("H",))
STEP = StepResult("c/s", "s", "so", "x", ("h",), "proved", "follows", CLAIM, INFERENCE, "gap")
HEADING = Heading("p", "c", "lemma", "T", "W", "printed", "...", ("n",), ("k",), "by", ("d",), True)
PROOF = ProofState("gap at s", "c/s", ("d",))
ITEM = ItemResult(HEADING, CLAIM, True, (CLAIM,), (CLAIM,), (STEP,), (CLAIM,), (CLAIM,), PROOF, "f")
PAPER = PaperResult(
    Imprint("p", "T", ("A", "B"), 2024, "arXiv", "V", "/p"), (ITEM, replace(ITEM, fault=None)), ("f",), ("n",),
    {"c": "killed"}, {"store": 1}, True, 1.5,
)  # fmt: skip


def test_no_field_of_the_example_has_its_default() -> None:
    """Else a field that is forgotten would come back as it was."""
    for value in (ROLE, CLAIM, INFERENCE, STEP, HEADING, ITEM, PAPER):
        assert [f.name for f in fields(value) if getattr(value, f.name) == f.default] == []


def test_a_report_comes_back_as_it_was() -> None:
    assert frozen(PaperResult, json.loads(json.dumps(plain(PAPER)))) == PAPER


@pytest.mark.parametrize(("path", "value"), [
    (("items",), None), (("items",), {}), (("items", 0), 5), (("items", 0, "own", "verdict"), None),
    (("items", 0, "own", "trust"), "z3"), (("items", 0, "own", "seconds"), "soon"), (("seconds",), None),
    (("items", 0, "own", "certificate"), [1]), (("items", 0, "steps", 0, "inference"), None), (("cached",), "yes"),
    (("paper", "authors"), [1]),
])  # fmt: skip
def test_what_is_no_report_is_refused(path: tuple[Any, ...], value: Any) -> None:
    data = json.loads(json.dumps(plain(PAPER)))
    *way, last = path
    at = data
    for key in way:
        at = at[key]
    at[last] = value
    with pytest.raises(ValueError, match="no PaperResult"):
        frozen(PaperResult, data)
    if isinstance(at, dict):
        del at[last]
        with pytest.raises(ValueError, match="no PaperResult"):
            frozen(PaperResult, data)


def test_a_result_is_changed_by_nobody_and_is_no_truth_value() -> None:
    for found in (CLAIM, Decision("proved")):
        with pytest.raises(FrozenInstanceError):
            found.verdict = "refuted"  # type: ignore[misc]
        with pytest.raises(TypeError, match="truth value"):
            bool(found)


SAID = Decision(
    "proved", "why", "how", {"kind": "proof", "tree": {}}, {"kind": "inhabited"}, {"x": "1"}, ("axiom: a",),
    ("d" * 64,), "all values", 0.25, "inhabited", ("points (0.1 s)",), {"samples": 3},
)  # fmt: skip


def test_a_decision_comes_back_as_it_was() -> None:
    assert Decision.from_json(json.loads(json.dumps(SAID.to_json()))) == SAID


@pytest.mark.parametrize(("field", "value"), [
    ("certificate", 5), ("trust", None), ("trust", "axiom"), ("seconds", "soon"), ("seconds", 10**400),
    ("counterexample", 5), ("details", 5), ("details", {"inhabited": 5}), ("assumes", {}),
])  # fmt: skip
def test_what_is_no_decision_is_refused(field: str, value: Any) -> None:
    data = SAID.to_json()
    with pytest.raises(ValueError, match="not a decision"):
        Decision.from_json({**data, field: value})
    with pytest.raises(ValueError, match="not a decision"):
        Decision.from_json({k: v for k, v in data.items() if k != field})
