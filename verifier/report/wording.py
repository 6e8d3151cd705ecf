"""How verdicts, proofs and findings are put into words; every output format says the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from verifier.papers.combine import UNFIT
from verifier.papers.results import CheckedClaim, ClaimResult, Imprint, InferenceResult, ItemResult, Point

ANYWHERE = " at a point that the hypotheses allow"  # in a reason; where the point is shown it says nothing


def verdict(found: ClaimResult) -> str:
    """The verdict with what qualifies it."""
    fidelity = f" [{found.fidelity}]" if _partial(found) else ""
    return _word(found) + (" (vacuity unknown)" if _vacuity_unknown(found) else "") + fidelity


def said(found: ClaimResult) -> str:
    """Verdict and reason in one sentence, without saying the verdict twice."""
    word, reason = _word(found), found.reason
    again = re.match(rf"(?:{re.escape(word)}|{re.escape(found.verdict)})(?![\w-])", reason)
    marks = verdict(found)[len(word) :]
    return reason + marks if again else f"{word}{marks}: {reason}"


def line(found: ClaimResult) -> str:
    """The one line of a claim that `check` decided: ``x: refuted at x = -1 (exact counterexample; 0.02 s)``."""
    point, kind = values(found.counterexample), found.verdict
    how: list[str] = []
    if kind == "refuted":
        text = f"refuted at {point}" if point else "refuted"
        how = ["its negation is proved"] if not point else ["exact counterexample"]
        if found.certificate is not None and found.certificate.get("somewhere"):
            how = ["a counterexample that is shown to exist"]
    elif kind == "ill-posed" and point:
        text = f"ill-posed at {point}: {found.reason.replace(ANYWHERE, '')}"
    else:
        reason = found.reason.removeprefix(f"{found.id}: ")  # a fault of types in the claim `goal`
        text = said(replace(found, reason=reason, vacuity="shown", fidelity="faithful"))
    if kind == "proved" and found.method:
        how = [found.method]
    elif kind == "computed":
        how = ["trusted: " + ", ".join(found.trust)]
    elif kind == "supported":
        how = ["nothing is proved"]
    if _vacuity_unknown(found):
        how.insert(0, "vacuity unknown")
    if _partial(found):
        how.insert(0, found.fidelity)
    how.append(f"{found.seconds:.2f} s")
    return f"{found.id}: {text} ({'; '.join(how)})"


def _word(found: ClaimResult) -> str:
    word = found.verdict
    return f"proved given {', '.join(found.assumes)}" if word == "proved" and found.assumes else word


def _vacuity_unknown(found: ClaimResult) -> bool:
    return found.verdict in ("proved", "computed") and found.vacuity == "unknown"


def _partial(found: ClaimResult) -> bool:
    return found.fidelity != "faithful" and found.verdict != "assumed"


def remarks(found: CheckedClaim) -> list[str]:
    """What is said below a claim's line: where its hypotheses hold, and whether it follows from what it cites."""
    lines = []
    if found.example:
        lines.append(f"the hypotheses hold at {values(found.example)}")
    if _vacuity_unknown(found.claim):
        lines.append("vacuity unknown: no point was found at which the hypotheses hold, and no contradiction")
    if found.tried:
        lines.append(f"tried: {'; '.join(t for t in dict.fromkeys(found.tried) if not t.endswith('(0.00 s)'))}")
    if found.inference is not None:
        lines.append(f"because {', '.join(found.because)}: {inference(found.inference)}")
    return lines


def inference(found: InferenceResult) -> str:
    """The answer of an inference with what qualifies it."""
    said = _with(found)
    if found.answer == "does not follow":
        point = found.claim.counterexample
        said += f"; {found.witness} witness" + (f": {values(point)}" if point else "")
    if found.superfluous:
        said += f"; already without {', '.join(found.superfluous)}"
    return said


def answer(found: InferenceResult) -> str:
    """The answer of an inference as a table has it."""
    return _with(found) + (f" ({found.witness} witness)" if found.witness else "")


def _with(found: InferenceResult) -> str:
    return f"{found.answer} {', '.join(found.further)}" if found.further else found.answer


def roles(item: ItemResult) -> str:
    """The hypotheses by their roles: ``2 needed, 1 superfluous``."""
    counts = Counter(h.role for h in item.own.hypotheses)
    return ", ".join(f"{counts[r]} {r}" for r in ("needed", "superfluous", "unknown") if r in counts) or "-"


def proof(item: ItemResult) -> str:
    """The state of the printed proof, and what it takes from elsewhere."""
    state = item.proof.state
    if item.proof.given and item.steps:
        state += f", given {', '.join(item.proof.given)}"
    return "-" if state == "no proof printed" else state


def values(point: Point | None) -> str:
    """A point as mathematics: ``d = 1, A = [0], w = 1``."""
    return ", ".join(f"{k} = {v}" for k, v in (point or {}).items())


#: How a reconstructed formula came about.
RECONSTRUCTED = {"recalled": "recalled", "guess": "guessed"}


def note(item: ItemResult) -> str:
    """The one remark of an item's line."""
    if item.fault:
        return item.fault
    parts = []
    if item.heading.provenance in RECONSTRUCTED:
        parts.append(f"formula {RECONSTRUCTED[item.heading.provenance]}")
    if item.repairs:
        parts.append("; ".join(f"repair {r.name}: {verdict(r)}" for r in item.repairs))
    if item.verdict not in ("proved", "refuted"):
        reason, disagree = item.own.reason, "the readings disagree"
        parts.append(disagree if reason.startswith(disagree) else reason)  # each of them follows with its verdict
    if item.readings:
        parts.append("; ".join(f"{r.name or 'as printed'}: {verdict(r)}" for r in item.readings))
    return "; ".join(parts)


def findings(item: ItemResult) -> list[str]:
    """What a reviewer must see: everything refuted, ill-posed or not following, with witness and repair."""
    found: list[str] = []
    if item.fault:
        return [f"cannot be read: {item.fault}"]
    hearsay = ""
    if (origin := item.heading.provenance) in RECONSTRUCTED:
        hearsay = f" (of a formula that is {RECONSTRUCTED[origin]}, so nothing is said of the printed one)"
    for claim in item.conclusions:
        name = f"reading “{claim.name}”: " if item.readings else ""
        if claim.verdict == "refuted":
            found.append(f"{name}refuted{hearsay}: {_at(claim)}")
        elif claim.verdict == "ill-posed":
            found.append(f"{name}ill-posed: {claim.reason}")
    for claim in item.instances:
        if claim.verdict == "refuted":
            found.append(f"at {claim.name} it fails{_as_expected(claim)}: {_at(claim)}")
    for claim in item.scalings:
        if claim.verdict == "refuted":
            found.append(f"scale “{claim.name}”: its sides scale differently{_as_expected(claim)}: {_at(claim)}")
        elif claim.verdict == "proved":
            found.append(f"scale “{claim.name}”: the hypotheses hold on, and its sides scale alike: proved")
    if item.proof.state.startswith(UNFIT):
        found.append(f"proof: {item.proof.state}")
    for step in item.steps:
        if step.conclusion.verdict in ("refuted", "ill-posed"):
            found.append(f"step {step.name}: the line is {step.conclusion.verdict}: {_at(step.conclusion)}")
        inference = step.inference
        if inference.answer == "does not follow":
            blame = "the argument is wrong" if inference.witness == "realised" else "as cited it does not follow"
            cited = ", ".join(step.because) or "nothing"
            witness = f"{inference.witness} witness: {_at(inference.claim)}"
            found.append(f"step {step.name}: {blame} (because {cited}); {witness}")
        elif inference.answer == "follows with" and set(inference.further) - {"definitions"}:
            found.append(f"step {step.name}: follows only with {', '.join(inference.further)}")
    loose = [h for h in item.own.hypotheses if h.role == "superfluous"]
    if loose:
        how = {"superfluous": ", also all at once", "needed": ", but not all at once"}.get(str(loose[0].together), "")
        found.append(f"superfluous: {', '.join(h.name for h in loose)}{how}")
    found += [f"repair “{repair.name}”: {verdict(repair)}" for repair in item.repairs]
    return found


def _as_expected(claim: ClaimResult) -> str:
    return ", as expected" if claim.expected == "refuted" else ""


def _at(claim: ClaimResult) -> str:
    return values(claim.counterexample) or claim.reason


def tally(items: Iterable[ItemResult]) -> str:
    """``31 proved, 2 refuted, ...``; only faithful, non-vacuous claims count as decided."""
    counts: Counter[str] = Counter()
    for item in items:
        word = item.verdict
        if word == "proved" and item.own.vacuity == "unknown" and not item.counts:
            word = "proved with vacuity unknown"
        elif word == "proved" and item.own.assumes:
            word = "proved given an assumption"
        counts[word] += 1
    order = ("proved", "proved given an assumption", "proved with vacuity unknown", "refuted", "computed",
             "supported", "assumed", "undecided", "ill-posed")  # fmt: skip
    return ", ".join(f"{counts[w]} {w}" for w in order if w in counts) or "no items"


def heading(paper: Imprint) -> str:
    """Title, authors, year and source in one line."""
    authors = paper.authors
    who = authors[0] + " et al." if len(authors) > 2 else " and ".join(authors)
    parts = (paper.title or paper.name, who, paper.venue or paper.year, paper.source)
    return ", ".join(str(p) for p in parts if p)
