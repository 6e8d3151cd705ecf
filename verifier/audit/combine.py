"""From verdicts on claims to what is said of an item: plain functions on plain data.

The rules that no page can bend live here: only faithful claims decide an item, an
unknown vacuity does not count as decided, disagreeing readings leave an item undecided, an experiment is
supported at most, and a proof that rests on a refuted statement proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.audit.book import Entry
from verifier.audit.inference import Inference
from verifier.audit.inquiry import Roles
from verifier.audit.item import Item, Step
from verifier.audit.settle import Data
from verifier.claims.point_words import point_words

Json = dict[str, Any]


def claim_json(entry: Entry, data: Data) -> Json:
    """The one JSON object of a claim."""
    verdict, reason = data["verdict"], data["reason"]
    assumes = list(data.get("given", ()))
    if assumes:
        reason = f"{verdict} given {', '.join(assumes)}"
    return {
        "id": entry.id,
        "verdict": verdict,
        "scope": entry.name if entry.role == "instance" else data.get("scope", "all values"),
        "method": data.get("method", ""),
        "trust": list(data.get("trust", ())),
        "seconds": data.get("seconds", 0.0),
        "counterexample": data.get("counterexample"),
        "certificate": data.get("certificate"),
        "assumes": assumes,
        "fidelity": entry.fidelity,
        "instance_of": entry.instance_of,
        "vacuity": "exempt" if entry.role in ("inference", "more", "realised") else data.get("vacuity", "unknown"),
        "reason": reason,
    }


def example_json(data: Data) -> Json:
    """The exact point at which the hypotheses hold, where one is kept, and the certificate that they do."""
    certificate = dict(data.get("details") or {}).get("inhabited")
    if certificate is None:
        return {}
    return {"example": point_words(certificate), "inhabited": certificate}


def tried_json(data: Data) -> Json:
    """The methods that were tried and their seconds, where none of them decided."""
    tried = [str(t) for t in data.get("tried", ())] if data["verdict"] in ("undecided", "supported") else []
    return {"tried": tried} if tried else {}


def inference_json(inference: Inference) -> Json:
    """Whether a claim of a file follows from what it cites: the claim that decides it, and the answer."""
    found = claim_json(inference.entry, inference.data)
    return {
        "answer": inference.answer,
        "with": list(inference.further),
        "superfluous": list(inference.superfluous),
        "witness": found["counterexample"] if inference.answer == "does not follow" else None,
        "realised": inference.witness == "realised" if inference.witness is not None else None,
        "opaque": list(inference.entry.opaque),
        **found,
        "digest": inference.entry.claim.digest,
        "statement": inference.entry.statement_json,
    }


def bare_json(id: str, verdict: str, reason: str, fidelity: str = "faithful") -> Json:
    """The object of an item about which no claim was decided: cited, declared, or faulty."""
    return {
        "id": id, "verdict": verdict, "scope": "", "method": "", "trust": [], "seconds": 0.0,
        "counterexample": None, "certificate": None, "assumes": [id] if verdict == "assumed" else [],
        "fidelity": fidelity,        "instance_of": None, "vacuity": "unknown", "reason": reason,
    }  # fmt: skip


def counts(found: Json) -> bool:
    """Whether a claim counts as decided in figures."""
    if found["fidelity"] != "faithful":
        return False
    return found["verdict"] == "refuted" or (
        found["verdict"] == "proved" and found["vacuity"] in ("inhabited", "exempt")
    )


def decide_item(item: Item, readings: Sequence[Json], instances: Sequence[Json]) -> Json:
    """The item's own verdict object from its readings."""
    if not readings:
        if item.kind == "cited":
            return bare_json(item.id, "assumed", f"cited, not checked here: {item.citation or 'no source given'}")
        if item.criteria:
            return bare_json(item.id, "undecided", "declared; reproduction not run")
        return bare_json(item.id, "undecided", "nothing is claimed formally")
    words = {r["verdict"] for r in readings if r["fidelity"] == "faithful"}
    found = dict(readings[0])
    found["id"] = item.id
    if len(readings) > 1 and len({r["verdict"] for r in readings}) > 1:
        said = "; ".join(f"{r['id']} is {r['verdict']}" for r in readings)
        return {**bare_json(item.id, "undecided", f"the readings disagree: {said}")}
    if len(readings) > 1:
        found["reason"] = f"every reading is {found['verdict']}: {found['reason']}"
        found["assumes"] = sorted({a for r in readings for a in r["assumes"]})
        found["vacuity"] = next((r["vacuity"] for r in readings if r["vacuity"] != "inhabited"), "inhabited")
    if not words:
        kind = readings[0]["fidelity"]
        if found["verdict"] in ("proved", "supported", "computed") and kind == "special case":
            found |= {
                "verdict": "supported",
                "reason": f"only a special case is formalised, and it is {found['verdict']}",
            }
        else:
            found |= {
                "verdict": "undecided",
                "reason": f"only a {kind} is formalised, and it is {found['verdict']}",
            }
    if item.kind == "cited" and found["verdict"] not in ("proved", "refuted"):
        return bare_json(item.id, "assumed", f"cited, not checked here: {item.citation or 'no source given'}")
    if item.kind == "figure" and found["verdict"] in ("proved", "computed"):
        found |= {"verdict": "supported", "reason": f"an experiment is supported at most: {found['reason']}"}
    if item.kind == "definition" and item.conclusion is None and found["verdict"] == "proved":
        inhabited = found["vacuity"] == "inhabited"
        found["reason"] = "well typed and inhabited" if inhabited else "well typed; no example of it is known"
        if not inhabited:
            found["verdict"] = "undecided"
    elif found["verdict"] == "proved" and found["vacuity"] == "unknown":
        found["reason"] += " (vacuity unknown: no point that satisfies the hypotheses is known)"
    if found["verdict"] == "undecided" and words:
        _support(found, instances)
    return found


def _support(found: Json, instances: Sequence[Json]) -> None:
    """What fixed sizes say of a claim that is open for all sizes."""
    if wrong := [i["scope"] for i in instances if i["verdict"] == "refuted"]:
        found["reason"] += f"; refuted at {', '.join(wrong)}"
    elif good := [i["scope"] for i in instances if i["verdict"] == "proved"]:
        found |= {"verdict": "supported", "reason": f"open for all sizes; proved at {', '.join(good)}"}


def step_json(step: Step, item: Item, conclusion: Json, inference: Inference) -> Json:
    """A step: its two answers, and what they say together."""
    found = claim_json(inference.entry, inference.data)
    found |= {"answer": inference.answer, "with": list(inference.further), "witness": inference.witness}
    found["opaque"] = list(inference.entry.opaque)
    return {
        "id": f"{item.id}/{step.name}",
        "name": step.name,
        "says": step.says,
        "formula": step.formula.text,
        "because": list(step.formula.because),
        "expected": step.formula.expected,
        "expected_inference": step.expected_inference,
        "conclusion": conclusion,
        "inference": found,
        "state": _step_state(conclusion, inference),
    }


def _step_state(conclusion: Json, inference: Inference) -> str:
    if conclusion["verdict"] == "refuted":
        return "false line"
    if inference.answer == "does not follow":
        if inference.witness == "realised":
            return "wrong argument"
        return "gap" if conclusion["verdict"] == "proved" else "open"
    if conclusion["verdict"] not in ("proved", "computed", "assumed") or inference.answer == "unknown":
        return "open"
    notation = set(inference.further) <= {"definitions"}  # abbreviations of the page are only notation
    return "sound" if notation else "sound with further facts"


#: weakest first
STATES = ("false line", "wrong argument", "gap", "open", "sound with further facts", "sound")


def proof_json(steps: Sequence[Json], verdict: str, cited: Sequence[tuple[str, str]]) -> Json:
    """The state of the printed proof: its weakest step, and what it inherits from the items it cites.

    `cited`: (item id, verdict) of what `because` names, transitively.
    """
    given = sorted({i for i, v in cited if v != "proved"})
    if not steps:
        return {"state": "no proof printed", "weakest": None, "given": given}
    worst = min(steps, key=lambda s: STATES.index(s["state"]))
    state = worst["state"]
    if state in ("false line", "wrong argument"):
        state = f"error at {worst['name']}" + (", which the result survives" if verdict == "proved" else "")
    elif state in ("gap", "open"):
        state = f"{state} at {worst['name']}"
    if wrong := sorted({i for i, v in cited if v == "refuted"}):
        state = f"rests on {', '.join(wrong)}, which is refuted"
    return {"state": state, "weakest": worst["id"], "given": given}


def hypotheses_json(roles: Roles | None, labels: Sequence[tuple[str, str]]) -> list[Json]:
    """The role of each hypothesis; unknown where the conclusion is not proved."""
    known = {r.name: r for r in roles.roles} if roles else {}
    found = []
    for name, text in labels:
        role = known.get(name)
        entry: Json = {
            "name": name,
            "formula": text,
            "role": role.role if role else "unknown",
            "witness": None,
        }
        if role is not None and role.role == "needed":
            entry["witness"] = role.data.get("counterexample")
            if role.data["verdict"] == "ill-posed":
                entry["for"] = "definedness"
        if role is not None and role.role == "superfluous" and roles is not None and roles.together is not None:
            entry["together"] = roles.together
        found.append(entry)
    return found


def roles_in_repairs(conclusions: Sequence[Json], repairs: Sequence[Json]) -> None:
    """A conclusion that is refuted needs no hypothesis: its hypotheses have the roles that they have in a repair."""
    proved = [r for r in repairs if r["verdict"] == "proved"]
    for claim in conclusions:
        if claim["verdict"] != "refuted":
            continue
        for h in claim["hypotheses"]:
            for repair in proved:
                same = [k for k in repair["hypotheses"] if (k["name"], k["formula"]) == (h["name"], h["formula"])]
                if same and h["role"] == "unknown":
                    h.update({**same[0], "repair": repair["name"]})
