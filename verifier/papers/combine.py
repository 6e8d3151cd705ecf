"""From decisions on claims to what is said of an item: plain functions on frozen results.

The rules that no page can bend live here: only faithful claims decide an item, an
unknown vacuity does not count as decided, disagreeing readings leave an item undecided, an experiment is
supported at most, and a proof that rests on a refuted statement proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.evidence.decision import Decision
from verifier.kernel.statement import Statement
from verifier.language.text.point_words import point_words
from verifier.papers.book import Entry
from verifier.papers.inference import Inference
from verifier.papers.inquiry import Roles
from verifier.papers.item import Item, Step
from verifier.papers.results import ClaimResult, HypothesisResult, InferenceResult, Point, ProofState, StepResult

EXEMPT = ("inference", "more", "realised")  # roles of claims of which no vacuity is asked


def claim_result(entry: Entry, found: Decision, formal: str = "") -> ClaimResult:
    """What is said of a claim; `formal`: the claim as text."""
    return ClaimResult(
        entry.id, found.verdict, f"{found.verdict} given {', '.join(found.given)}" if found.given else found.reason,
        found.method, found.certificate, found.counterexample, found.trust, found.given,
        entry.name if entry.role == "instance" else found.scope, found.seconds,
        "exempt" if entry.role in EXEMPT else found.vacuity, entry.fidelity, entry.instance_of, entry.name,
        entry.expected, formal,
    )  # fmt: skip


def example_point(statement: Statement, found: Decision) -> Point | None:
    """The exact point at which the hypotheses hold, where one is kept."""
    return None if found.example is None else point_words(statement, found.example)


def tried(found: Decision) -> tuple[str, ...]:
    """The methods that were tried and their seconds, where none of them decided."""
    return found.tried if found.verdict in ("undecided", "supported") else ()


def inference_result(inference: Inference) -> InferenceResult:
    """Whether a line follows from what it cites, and the claim that decides it."""
    return InferenceResult(
        inference.answer, claim_result(inference.entry, inference.decision), inference.further, inference.witness,
        inference.superfluous, inference.entry.opaque,
    )  # fmt: skip


def bare(id: str, verdict: str, reason: str) -> ClaimResult:
    """What is said of an item about which no claim was decided: cited, declared, or faulty."""
    return ClaimResult(id, verdict, reason, assumes=(id,) if verdict == "assumed" else ())


def counts(found: ClaimResult) -> bool:
    """Whether a claim counts as decided in figures."""
    if found.fidelity != "faithful":
        return False
    return found.verdict == "refuted" or (found.verdict == "proved" and found.vacuity in ("inhabited", "exempt"))


def decide_item(item: Item, readings: Sequence[ClaimResult], instances: Sequence[ClaimResult]) -> ClaimResult:
    """What is said of the item itself, from its readings."""
    cited = bare(item.id, "assumed", f"cited, not checked here: {item.citation or 'no source given'}")
    if not readings:
        if item.kind == "cited":
            return cited
        why = "declared; reproduction not run" if item.criteria else "nothing is claimed formally"
        return bare(item.id, "undecided", why)
    if len({r.verdict for r in readings}) > 1:
        said = "; ".join(f"{r.id} is {r.verdict}" for r in readings)
        return bare(item.id, "undecided", f"the readings disagree: {said}")
    found, faithful = replace(readings[0], id=item.id), any(r.fidelity == "faithful" for r in readings)
    if len(readings) > 1:
        found = replace(
            found, reason=f"every reading is {found.verdict}: {found.reason}",
            assumes=tuple(sorted({a for r in readings for a in r.assumes})),
            vacuity=next((r.vacuity for r in readings if r.vacuity != "inhabited"), "inhabited"),
        )  # fmt: skip
    if not faithful:
        kind, special = found.fidelity, found.fidelity == "special case"
        partly = special and found.verdict in ("proved", "supported", "computed")
        reason = f"only a {kind} is formalised, and it is {found.verdict}"
        found = replace(found, verdict="supported" if partly else "undecided", reason=reason)
    if item.kind == "cited" and found.verdict not in ("proved", "refuted"):
        return cited
    if item.kind == "figure" and found.verdict in ("proved", "computed"):
        found = replace(found, verdict="supported", reason=f"an experiment is supported at most: {found.reason}")
    if item.kind == "definition" and item.conclusion is None and found.verdict == "proved":
        if found.vacuity == "inhabited":
            found = replace(found, reason="well typed and inhabited")
        else:
            found = replace(found, verdict="undecided", reason="well typed; no example of it is known")
    elif found.verdict == "proved" and found.vacuity == "unknown":
        unknown = " (vacuity unknown: no point that satisfies the hypotheses is known)"
        found = replace(found, reason=found.reason + unknown)
    return _supported(found, instances) if found.verdict == "undecided" and faithful else found


def _supported(found: ClaimResult, instances: Sequence[ClaimResult]) -> ClaimResult:
    """What fixed sizes say of a claim that is open for all sizes."""
    if wrong := [i.scope for i in instances if i.verdict == "refuted"]:
        return replace(found, reason=f"{found.reason}; refuted at {', '.join(wrong)}")
    if good := [i.scope for i in instances if i.verdict == "proved"]:
        return replace(found, verdict="supported", reason=f"open for all sizes; proved at {', '.join(good)}")
    return found


def step_result(step: Step, item: Item, conclusion: ClaimResult, inference: Inference) -> StepResult:
    """A step: its two answers, and what they say together."""
    if item.page_proof and impossible(conclusion) and inference.answer == "follows":
        why = "what is supposed there cannot be, so that it holds"
        conclusion = replace(conclusion, verdict="proved", reason=why, vacuity="exempt")
    return StepResult(
        f"{item.id}/{step.name}", step.name, step.says, step.formula.text, tuple(step.formula.because),
        step.formula.expected, step.expected_inference, conclusion, inference_result(inference),
        _step_state(conclusion, inference),
    )  # fmt: skip


def impossible(line: ClaimResult) -> bool:
    """Whether the facts around a line contradict each other, by a proof that the kernel has checked."""
    return line.verdict == "ill-posed" and line.certificate is not None and line.certificate.get("kind") == "vacuous"


def _step_state(conclusion: ClaimResult, inference: Inference) -> str:
    if conclusion.verdict == "refuted":
        return "false line"
    if inference.answer == "does not follow":
        if inference.witness == "realised":
            return "wrong argument"
        return "gap" if conclusion.verdict == "proved" else "open"
    if conclusion.verdict not in ("proved", "computed", "assumed") or inference.answer == "unknown":
        return "open"
    notation = set(inference.further) <= {"definitions"}  # abbreviations of the page are only notation
    return "sound" if notation else "sound with further facts"


UNFIT = "does not fit: "  # how the state of a proof begins whose steps do not fit together
#: weakest first
STATES = ("false line", "wrong argument", "gap", "open", "sound with further facts", "sound")


def proof_state(
    steps: Sequence[StepResult], verdict: str, cited: Sequence[tuple[str, str]], unfit: str | None = None
) -> ProofState:
    """The state of the printed proof: its weakest step, and what it inherits from the items it cites.

    `cited`: (item id, verdict) of what `because` names, transitively; `unfit`: what is wrong with it as a whole.
    """
    given = tuple(sorted({i for i, v in cited if v != "proved"}))
    if unfit is not None:
        return ProofState(f"{UNFIT}{unfit}", None, given)
    if not steps:
        return ProofState(given=given)
    worst = min(steps, key=lambda s: STATES.index(s.state))
    state = worst.state
    if state in ("false line", "wrong argument"):
        state = f"error at {worst.name}" + (", which the result survives" if verdict == "proved" else "")
    elif state in ("gap", "open"):
        state = f"{state} at {worst.name}"
    if wrong := sorted({i for i, v in cited if v == "refuted"}):
        state = f"rests on {', '.join(wrong)}, which is refuted"
    return ProofState(state, worst.id, given)


def hypothesis_results(roles: Roles | None, labels: Sequence[tuple[str, str]]) -> tuple[HypothesisResult, ...]:
    """The role of each hypothesis; unknown where the conclusion is not proved."""
    known = {r.name: r for r in roles.roles} if roles else {}
    found = []
    for name, formula in labels:
        role = known.get(name)
        plain = HypothesisResult(name, formula, role.role if role else "unknown")
        if role is not None and role.role == "needed" and role.decision is not None:
            undefined = role.decision.verdict == "ill-posed"
            plain = replace(plain, witness=role.decision.counterexample, undefined=undefined)
        if role is not None and role.role == "superfluous" and roles is not None:
            plain = replace(plain, together=roles.together)
        found.append(plain)
    return tuple(found)


def with_roles_of_repairs(claim: ClaimResult, repairs: Sequence[ClaimResult]) -> ClaimResult:
    """A conclusion that is refuted needs no hypothesis: its hypotheses have the roles that they have in a repair."""
    if claim.verdict != "refuted":
        return claim
    proved = [r for r in repairs if r.verdict == "proved"]
    return replace(claim, hypotheses=tuple(_as_in(proved, h) for h in claim.hypotheses))


def _as_in(repairs: Sequence[ClaimResult], h: HypothesisResult) -> HypothesisResult:
    for repair in repairs:
        same = [k for k in repair.hypotheses if (k.name, k.formula) == (h.name, h.formula)]
        if same and h.role == "unknown":
            h = replace(same[0], repair=repair.name)
    return h
