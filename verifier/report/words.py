"""How verdicts, proofs and findings are put into words; every output format says the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Json = dict[str, Any]
ANYWHERE = " at a point that the hypotheses allow"  # in a reason; where the point is shown it says nothing


def verdict(found: Json) -> str:
    """The verdict with what qualifies it."""
    fidelity = f" [{found['fidelity']}]" if _partial(found) else ""
    return _word(found) + (" (vacuity unknown)" if _vacuity_unknown(found) else "") + fidelity


def said(found: Json) -> str:
    """Verdict and reason in one sentence, without saying the verdict twice."""
    word, reason = _word(found), str(found["reason"])
    again = re.match(rf"(?:{re.escape(word)}|{re.escape(str(found['verdict']))})(?![\w-])", reason)
    marks = verdict(found)[len(word) :]
    return reason + marks if again else f"{word}{marks}: {reason}"


def line(found: Json) -> str:
    """The one line of a claim that `check` decided: ``x: refuted at x = -1 (exact counterexample; 0.02 s)``."""
    point, kind = values(found["counterexample"]), found["verdict"]
    how: list[str] = []
    if kind == "refuted":
        text = f"refuted at {point}" if point else "refuted"
        how = ["its negation is proved"] if not point else ["exact counterexample"]
        if (found["certificate"] or {}).get("somewhere"):
            how = ["a counterexample that is shown to exist"]
    elif kind == "ill-posed" and point:
        text = f"ill-posed at {point}: {str(found['reason']).replace(ANYWHERE, '')}"
    else:
        reason = str(found["reason"]).removeprefix(f"{found['id']}: ")  # a fault of types in the claim `goal`
        text = said({**found, "reason": reason, "vacuity": "shown", "fidelity": "faithful"})
    if kind == "proved" and found["method"]:
        how = [str(found["method"])]
    elif kind == "computed":
        how = ["trusted: " + ", ".join(found["trust"])]
    elif kind == "supported":
        how = ["nothing is proved"]
    if _vacuity_unknown(found):
        how.insert(0, "vacuity unknown")
    if _partial(found):
        how.insert(0, str(found["fidelity"]))
    how.append(f"{found['seconds']:.2f} s")
    return f"{found['id']}: {text} ({'; '.join(how)})"


def _word(found: Json) -> str:
    word = str(found["verdict"])
    return f"proved given {', '.join(found['assumes'])}" if word == "proved" and found["assumes"] else word


def _vacuity_unknown(found: Json) -> bool:
    return found["verdict"] in ("proved", "computed") and found["vacuity"] == "unknown"


def _partial(found: Json) -> bool:
    return bool(found["fidelity"] != "faithful" and found["verdict"] != "assumed")


def remarks(found: Json) -> list[str]:
    """What is said below a claim's line: where its hypotheses hold, and whether it follows from what it cites."""
    lines = []
    if found.get("example"):
        lines.append(f"the hypotheses hold at {values(found['example'])}")
    if _vacuity_unknown(found):
        lines.append("vacuity unknown: no point was found at which the hypotheses hold, and no contradiction")
    if found.get("tried"):
        lines.append(f"tried: {'; '.join(t for t in dict.fromkeys(found['tried']) if not t.endswith('(0.00 s)'))}")
    if "inference" in found:
        lines.append(f"because {', '.join(found['because'])}: {inference(found['inference'])}")
    return lines


def inference(found: Json) -> str:
    """The answer of an inference with what qualifies it."""
    said = str(found["answer"])
    if found["with"]:
        said += f" {', '.join(found['with'])}"
    if found["answer"] == "does not follow":
        kind = "realised" if found["realised"] else "abstract"
        said += f"; {kind} witness" + (f": {values(found['witness'])}" if found["witness"] else "")
    if found["superfluous"]:
        said += f"; already without {', '.join(found['superfluous'])}"
    return said


def roles(item: Json) -> str:
    """The hypotheses by their roles: ``2 needed, 1 superfluous``."""
    counts: dict[str, int] = {}
    for h in item["hypotheses"]:
        counts[h["role"]] = counts.get(h["role"], 0) + 1
    return ", ".join(f"{counts[r]} {r}" for r in ("needed", "superfluous", "unknown") if r in counts) or "-"


def proof(item: Json) -> str:
    """The state of the printed proof, and what it takes from elsewhere."""
    state = str(item["proof"]["state"])
    if item["proof"]["given"] and item["steps"]:
        state += f", given {', '.join(item['proof']['given'])}"
    return "-" if state == "no proof printed" else state


def values(point: Mapping[str, Any] | None) -> str:
    """A point as mathematics: ``d = 1, A = [0], w = 1``."""
    return ", ".join(f"{k} = {v}" for k, v in (point or {}).items())


#: How a reconstructed formula came about.
RECONSTRUCTED = {"recalled": "recalled", "guess": "guessed"}


def note(item: Json) -> str:
    """The one remark of an item's line."""
    if item["fault"]:
        return str(item["fault"])
    parts = []
    if item["provenance"] in RECONSTRUCTED:
        parts.append(f"formula {RECONSTRUCTED[item['provenance']]}")
    if item["repair"]:
        parts.append("; ".join(f"repair {r['name']}: {verdict(r)}" for r in item["repair"]))
    if item["verdict"] not in ("proved", "refuted"):
        reason, disagree = str(item["reason"]), "the readings disagree"
        parts.append(disagree if reason.startswith(disagree) else reason)  # each of them follows with its verdict
    if item["readings"]:
        parts.append("; ".join(f"{r['name'] or 'as printed'}: {verdict(r)}" for r in item["readings"]))
    return "; ".join(parts)


def findings(item: Json) -> list[str]:
    """What a reviewer must see: everything refuted, ill-posed or not following, with witness and repair."""
    found: list[str] = []
    if item["fault"]:
        return [f"cannot be read: {item['fault']}"]
    hearsay = ""
    if item["provenance"] in RECONSTRUCTED:
        hearsay = f" (of a formula that is {RECONSTRUCTED[item['provenance']]}, so nothing is said of the printed one)"
    for claim in item["readings"] or [item]:
        name = f"reading “{claim['name']}”: " if item["readings"] else ""
        if claim["verdict"] == "refuted":
            found.append(f"{name}refuted{hearsay}: {_at(claim)}")
        elif claim["verdict"] == "ill-posed":
            found.append(f"{name}ill-posed: {claim['reason']}")
    for claim in item["instances"]:
        if claim["verdict"] == "refuted":
            expected = ", as expected" if claim["expected"] == "refuted" else ""
            found.append(f"at {claim['name']} it fails{expected}: {_at(claim)}")
    for claim in item["scalings"]:
        if claim["verdict"] == "refuted":
            expected = ", as expected" if claim["expected"] == "refuted" else ""
            found.append(f"scale “{claim['name']}”: its sides scale differently{expected}: {_at(claim)}")
        elif claim["verdict"] == "proved":
            found.append(f"scale “{claim['name']}”: the hypotheses hold on, and its sides scale alike: proved")
    for step in item["steps"]:
        if step["conclusion"]["verdict"] in ("refuted", "ill-posed"):
            found.append(
                f"step {step['name']}: the line is {step['conclusion']['verdict']}: {_at(step['conclusion'])}"
            )
        inference = step["inference"]
        if inference["answer"] == "does not follow":
            blame = (
                "the argument is wrong"
                if inference["witness"] == "realised"
                else "as cited it does not follow"
            )
            cited = ", ".join(step["because"]) or "nothing"
            witness = f"{inference['witness']} witness: {_at(inference)}"
            found.append(f"step {step['name']}: {blame} (because {cited}); {witness}")
        elif inference["answer"] == "follows with" and set(inference["with"]) - {"definitions"}:
            found.append(f"step {step['name']}: follows only with {', '.join(inference['with'])}")
    loose = [h for h in item["hypotheses"] if h["role"] == "superfluous"]
    if loose:
        together = loose[0].get("together")
        how = {"superfluous": ", also all at once", "needed": ", but not all at once"}.get(str(together), "")
        found.append(f"superfluous: {', '.join(h['name'] for h in loose)}{how}")
    for repair in item["repair"]:
        found.append(f"repair “{repair['name']}”: {verdict(repair)}")
    return found


def _at(claim: Json) -> str:
    return values(claim["counterexample"]) or str(claim["reason"])


def tally(items: Iterable[Json]) -> str:
    """``31 proved, 2 refuted, ...``; only faithful, non-vacuous claims count as decided."""
    counts: dict[str, int] = {}
    for item in items:
        word = item["verdict"]
        if word == "proved" and item["vacuity"] == "unknown" and not item["counts"]:
            word = "proved with vacuity unknown"
        elif word == "proved" and item["assumes"]:
            word = "proved given an assumption"
        counts[word] = counts.get(word, 0) + 1
    order = ("proved", "proved given an assumption", "proved with vacuity unknown", "refuted", "computed",
             "supported", "assumed", "undecided", "ill-posed")  # fmt: skip
    return ", ".join(f"{counts[w]} {w}" for w in order if w in counts) or "no items"


def heading(paper: Json) -> str:
    """Title, authors, year and source in one line."""
    authors = list(paper["authors"])
    who = authors[0] + " et al." if len(authors) > 2 else " and ".join(authors)
    return ", ".join(
        str(p)
        for p in (paper["title"] or paper["name"], who, paper["venue"] or paper["year"], paper["source"])
        if p
    )
