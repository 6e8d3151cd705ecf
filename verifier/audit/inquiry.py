"""Questions whose claims depend on earlier answers: which hypotheses are needed, what an inference lacks.

An inquiry is a generator that yields claims and is sent their verdicts; all inquiries of a paper advance
together, so each round of claims is settled in parallel.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from verifier.audit.book import Book, Entry, trimmed
from verifier.audit.item import Block, Item, Step
from verifier.audit.settle import Data, Settler
from verifier.claims.claim import Claim, claim
from verifier.claims.errors import ClaimError
from verifier.evidence.kernel.expr import TRUE

T = TypeVar("T")
Inquiry = Generator[list[Entry], dict[str, Data], T]


def pursue(settler: Settler, inquiries: Mapping[Hashable, Inquiry[T]]) -> dict[Hashable, T]:
    """Advance all inquiries in rounds until each has its answer."""
    answers: dict[Hashable, T] = {}
    waiting: dict[Hashable, list[Entry]] = {}
    found: dict[str, Data] = {}
    active = dict(inquiries)
    first = True
    while active:
        for key, inquiry in list(active.items()):
            try:
                waiting[key] = next(inquiry) if first else inquiry.send({e.id: found[e.id] for e in waiting[key]})
            except StopIteration as stop:
                answers[key] = stop.value
                del active[key]
        first = False
        found = settler.settle([e for key in active for e in waiting[key]])
    return answers


# -- the roles of hypotheses ------------------------------------------------------------------------


@dataclass(frozen=True)
class Role:
    """What a hypothesis does for a conclusion that is proved with it."""

    name: str
    role: str  # needed, superfluous, unknown
    entry: Entry | None = None
    data: Data = field(default_factory=dict)


@dataclass(frozen=True)
class Roles:
    roles: tuple[Role, ...] = ()
    together: str | None = None  # whether all superfluous ones can go at once: superfluous, needed, unknown


def ablate(item: Item, block: Block, conclusion: Entry) -> Inquiry[Roles]:
    """Drop each hypothesis, and each condition of a domain, of a proved conclusion."""
    entries: dict[str, Entry] = {}
    for label, _ in conclusion.claim.statement().given:
        hint = block.hints.get(label) or item.hints.get(label)
        argument = hint.argument if hint and hint.argument else conclusion.claim.argument
        try:
            made = replace(conclusion.claim.without(label), argument=argument)
            if hint and hint.counterexample:
                made = replace(made, counterexample=_values(made, hint.counterexample))
        except ClaimError:
            continue
        entries[label] = Entry(item.id, "ablation", label, trimmed(made), conclusion.fidelity)
    found = yield list(entries.values())
    roles = tuple(Role(n, _role(found[e.id]), e, found[e.id]) for n, e in entries.items())
    loose = [r.name for r in roles if r.role == "superfluous"]
    if len(loose) < 2:
        return Roles(roles)
    bare = conclusion.claim
    for name in loose:
        bare = bare.without(name)
    hints = [block.hints.get(name) or item.hints.get(name) for name in loose]
    argument = next((h.argument for h in hints if h and h.argument), conclusion.claim.argument)
    bare = trimmed(replace(bare, id=f"{conclusion.id}-without:{'+'.join(loose)}", argument=argument))
    found = yield [Entry(item.id, "ablation", "+".join(loose), bare, conclusion.fidelity)]
    return Roles(roles, _role(found[bare.id]))


def _role(data: Data) -> str:
    return {"proved": "superfluous", "refuted": "needed"}.get(str(data["verdict"]), "unknown")


def _values(made: Claim, texts: Mapping[str, str]) -> Any:
    domains = {v.name: v.domain for v in made.variables}
    return claim(made.id, TRUE, variables=domains, counterexample=texts).counterexample


# -- what an inference lacks ------------------------------------------------------------------------


@dataclass(frozen=True)
class Inference:
    """Whether a line follows from what it cites."""

    answer: str  # follows, follows with, does not follow, unknown
    data: Data
    entry: Entry
    further: tuple[str, ...] = ()
    witness: str | None = None  # realised, abstract


def infer(book: Book, item: Item, step: Step, entry: Entry, data: Data, line: Data) -> Inquiry[Inference]:
    """From the verdict `data` on an inference claim to an answer; `line` is the step's conclusion verdict."""
    if follows(data):
        return Inference("follows", data, entry)
    cited = list(step.formula.because)
    earlier = item.steps[: item.steps.index(step)]
    fixed: list[str] = []
    if entry.opaque:
        fixed = ["definitions"]
        trial = _more(book, item, step, cited, fixed)
        found = yield [trial]
        if follows(found[trial.id]):
            return Inference("follows with", found[trial.id], trial, tuple(fixed))
        entry, data = trial, found[trial.id]  # abbreviations are the page's notation: blame nobody for them
    facts = [n for n in (*item.given, *(s.name for s in earlier)) if n not in cited]
    if facts:
        everything = _more(book, item, step, cited, [*fixed, *facts])
        singles = [_more(book, item, step, cited, [*fixed, f]) for f in facts] if len(facts) > 1 else []
        found = yield [everything, *singles]
        for fact, single in zip(facts, singles, strict=False):
            if follows(found[single.id]):
                return Inference("follows with", found[single.id], single, (*fixed, fact))
        if follows(found[everything.id]):
            best, proof = everything, found[everything.id]
            for fact in list(facts):  # leave out what is not needed, one by one
                rest = [f for f in facts if f != fact]
                if len(rest) < 2:
                    break
                trial = _more(book, item, step, cited, [*fixed, *rest])
                found = yield [trial]
                if follows(found[trial.id]):
                    facts, best, proof = rest, trial, found[trial.id]
            return Inference("follows with", proof, best, (*fixed, *facts))
    if data["verdict"] != "refuted":
        return Inference("unknown", data, entry)
    if line["verdict"] == "proved":
        return Inference("does not follow", data, entry, witness="abstract")
    own = book.inference(
        item, step, [*cited, "definitions", *item.given], f"{item.id}/{step.name}#realised", "realised"
    )
    if step.formula.counterexample:
        own = replace(own, claim=replace(own.claim, counterexample=_values(own.claim, step.formula.counterexample)))
    found = yield [own]
    if found[own.id]["verdict"] == "refuted":
        return Inference("does not follow", found[own.id], own, witness="realised")
    return Inference("does not follow", data, entry, witness="abstract")


def follows(data: Data) -> bool:
    """Proved, or from premises that contradict each other: inferences are exempt from vacuity."""
    return data["verdict"] == "proved" or (data["verdict"] == "ill-posed" and data.get("certificate") is not None)


def _more(book: Book, item: Item, step: Step, cited: Sequence[str], further: Sequence[str]) -> Entry:
    id = f"{item.id}/{step.name}#inference+{'+'.join(further)}"
    return book.inference(item, step, list(dict.fromkeys([*cited, *further])), id, "more")
