"""The JSON forms that other programs rely on; nothing else makes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from verifier.papers.results import (
    CheckedClaim,
    ClaimResult,
    HypothesisResult,
    InferenceResult,
    ItemResult,
    Meaning,
    PaperResult,
    StepResult,
)

Json = dict[str, Any]


def dumps(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)


def audit(results: Iterable[PaperResult]) -> list[Json]:
    """The items of all papers, each a claim's object with readings, hypotheses, repair and steps."""
    return [item(i) for result in results for i in result.items]


def claim(found: ClaimResult) -> Json:
    """The one object of a claim."""
    return {
        "id": found.id, "verdict": found.verdict, "scope": found.scope, "method": found.method,
        "trust": list(found.trust), "seconds": round(found.seconds, 4), "counterexample": _point(found.counterexample),
        "certificate": found.certificate, "assumes": list(found.assumes), "fidelity": found.fidelity,
        "instance_of": found.instance_of, "vacuity": found.vacuity, "reason": found.reason,
    }  # fmt: skip


def of_item(found: ClaimResult) -> Json:
    """A claim of an item: its object, its name, its text and what the page expects."""
    return {**claim(found), "name": found.name, "expected": found.expected, "formal": found.formal}


def item(found: ItemResult) -> Json:
    head = found.heading
    return {
        "paper": head.paper, "kind": head.kind, "title": head.title, "where": head.where,
        "provenance": head.provenance, "printed": head.printed, "notes": list(head.notes),
        "criteria": list(head.criteria), "citation": head.citation, "leads_to": list(head.leads_to),
        "another_route": head.another_route,
        **of_item(found.own), "counts": found.counts, "hypotheses": _hypotheses(found.own),
        "readings": [_with_hypotheses(r) for r in found.readings],
        "repair": [_with_hypotheses(r) for r in found.repairs],
        "steps": [step(s) for s in found.steps],
        "instances": [of_item(i) for i in found.instances],
        "scalings": [of_item(s) for s in found.scalings],
        "fault": found.fault,
        "proof": {"state": found.proof.state, "weakest": found.proof.weakest, "given": list(found.proof.given)},
    }  # fmt: skip


def step(found: StepResult) -> Json:
    inference = found.inference
    return {
        "id": found.id, "name": found.name, "says": found.says, "formula": found.formula,
        "because": list(found.because), "expected": found.expected, "expected_inference": found.expected_inference,
        "conclusion": of_item(found.conclusion),
        "inference": {**claim(inference.claim), "answer": inference.answer, "with": list(inference.further),
                      "witness": inference.witness, "opaque": list(inference.opaque)},
        "state": found.state,
    }  # fmt: skip


def checked(found: CheckedClaim) -> Json:
    """A claim of ``check --json``; what there is nothing to say about is left out."""
    one = claim(found.claim)
    if found.inhabited is not None:
        one |= {"example": _point(found.example), "inhabited": found.inhabited}
    if found.tried:
        one["tried"] = list(found.tried)
    if found.expanded is not None:
        one["expanded"] = found.expanded
    if found.because:
        one["because"] = list(found.because)
    if found.inference is not None and found.inferred is not None:
        one["inference"] = _inference(found.inference, found.inferred)
    return {**one, **_meaning(found.meaning)}


def _inference(found: InferenceResult, inferred: Meaning) -> Json:
    point = found.claim.counterexample if found.answer == "does not follow" else None
    return {
        "answer": found.answer, "with": list(found.further), "superfluous": list(found.superfluous),
        "witness": _point(point), "realised": None if found.witness is None else found.witness == "realised",
        "opaque": list(found.opaque), **claim(found.claim), **_meaning(inferred),
    }  # fmt: skip


def _meaning(found: Meaning) -> Json:
    return {"digest": found.digest, "statement": found.statement}


def _point(point: Mapping[str, str] | None) -> Json | None:
    return None if point is None else dict(point)


def _with_hypotheses(found: ClaimResult) -> Json:
    return {**of_item(found), "hypotheses": _hypotheses(found)}


def _hypotheses(found: ClaimResult) -> list[Json]:
    return [_hypothesis(h) for h in found.hypotheses]


def _hypothesis(h: HypothesisResult) -> Json:
    found: Json = {"name": h.name, "formula": h.formula, "role": h.role, "witness": _point(h.witness)}
    if h.undefined:
        found["for"] = "definedness"
    if h.together is not None:
        found["together"] = h.together
    if h.repair is not None:
        found["repair"] = h.repair
    return found


def listing(paper: str, items: Iterable[Any], verdicts: Mapping[str, str]) -> list[Json]:
    """``list --json``: what a paper holds, with the verdicts that are known."""
    return [
        {
            "paper": paper, "id": item.id, "kind": item.kind, "title": item.title, "where": item.where,
            "provenance": item.provenance, "steps": [f"{item.id}/{s.name}" for s in item.steps],
            "verdict": verdicts.get(item.id),
        }
        for item in items
    ]  # fmt: skip
