"""Questions about an item whose claims depend on earlier answers: which hypotheses are needed, what a step lacks.

All inquiries of a paper advance together, so each round of claims is settled in parallel.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verifier.evidence.decision import Decision
from verifier.kernel.terms.expr import TRUE, conjunction
from verifier.language.claim import Claim, claim
from verifier.language.errors import ClaimError
from verifier.papers.book import Book, Entry, argued, trimmed
from verifier.papers.inference import Inquiry, Question, T
from verifier.papers.item import Block, Item, Step
from verifier.papers.proof_lines import Line, follows, holds
from verifier.prove.questions.offer import Offer


def pursue(
    settle: Callable[[Sequence[Entry]], dict[str, Decision]], inquiries: Mapping[Hashable, Inquiry[T]]
) -> dict[Hashable, T]:
    """Advance all inquiries in rounds until each has its answer; `settle` finds the verdicts that they ask for."""
    answers: dict[Hashable, T] = {}
    waiting: dict[Hashable, list[Entry]] = {}
    found: dict[str, Decision] = {}
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
        found = settle([e for key in active for e in waiting[key]])
    return answers


# -- the roles of hypotheses ------------------------------------------------------------------------


@dataclass(frozen=True)
class Role:
    """What a hypothesis does for a conclusion that is proved with it."""

    name: str
    role: str  # needed, superfluous, unknown
    entry: Entry | None = None
    decision: Decision | None = None


@dataclass(frozen=True)
class Roles:
    roles: tuple[Role, ...] = ()
    together: str | None = None  # whether all superfluous ones can go at once: superfluous, needed, unknown


def ablate(item: Item, block: Block, conclusion: Entry, proved: Decision) -> Inquiry[Roles]:
    """Drop each hypothesis, and each condition of a domain, of a proved conclusion.

    What the conclusion's own proof does not use is superfluous: that proof is offered before anything is searched.
    """
    entries: dict[str, Entry] = {}
    for label, formula in conclusion.claim.statement().given:
        hint = block.hints.get(label) or item.hints.get(label)
        argument = hint.argument if hint and hint.argument else conclusion.claim.argument
        try:
            made = argued(conclusion.claim.without(label), argument)
            if hint and hint.counterexample:
                made = replace(made, counterexample=_values(made, hint.counterexample))
        except ClaimError:
            continue
        offer = Offer(proved, label, formula, hint is not None, conclusion.claim.sorts())
        entries[label] = Entry(item.id, "ablation", label, trimmed(made), conclusion.fidelity, offered=offer)
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
    bare = trimmed(argued(replace(bare, id=f"{conclusion.id}-without:{'+'.join(loose)}"), argument))
    parts = tuple((n, f) for n, f in conclusion.claim.statement().given if n in loose)
    hinted = any(h is not None for h in hints)
    offer = Offer(proved, "", conjunction([f for _, f in parts]), hinted, conclusion.claim.sorts(), parts)
    found = yield [Entry(item.id, "ablation", "+".join(loose), bare, conclusion.fidelity, offered=offer)]
    return Roles(roles, _role(found[bare.id]))


def _role(found: Decision) -> str:
    """Needed is also what keeps every term of the conclusion defined."""
    return {"proof": "superfluous", "refutation": "needed", "undefined": "needed"}.get(str(found.kind), "unknown")


def _values(made: Claim, texts: Mapping[str, str]) -> Any:
    domains = {v.name: v.domain for v in made.variables}
    return claim(made.id, TRUE, variables=domains, counterexample=texts).counterexample


# -- what an inference lacks ------------------------------------------------------------------------


def question(book: Book, item: Item, step: Step, entry: Entry) -> Question:
    """Does a step follow from what it cites?  Further facts: the item's hypotheses and the earlier steps."""
    line = book.line(item, step.name)
    if line is not None:
        return _of_line(book, item, line, entry)
    cited = step.formula.because
    earlier = item.steps[: item.steps.index(step)]
    facts = tuple(n for n in (*item.given, *(s.name for s in earlier)) if n not in cited)

    def ask(further: Sequence[str], without: Sequence[str]) -> Entry:
        id = f"{item.id}/{step.name}#inference+{'+'.join(further)}"
        return book.inference(item, step, list(dict.fromkeys([*cited, *further])), id, "more")

    def realised() -> Entry:
        own = book.inference(
            item, step, [*cited, "definitions", *item.given], f"{item.id}/{step.name}#realised", "realised"
        )
        if step.formula.counterexample:
            own = replace(own, claim=replace(own.claim, counterexample=_values(own.claim, step.formula.counterexample)))
        return own

    return Question(entry, facts, ask, realised)


def _of_line(book: Book, item: Item, line: Line, entry: Entry) -> Question:
    """Does a line of a page follow from what it names?  Further facts: all others that are known where it stands."""
    made = book.entries(item)[0].claim
    names = dict.fromkeys(n.split(".", 1)[0] for n in line.scope.facts if not n.startswith("cited:"))
    cited = line.cites
    facts = () if cited is None else tuple(n for n in names if n not in cited and n not in line.scope.sorts)

    def ask(further: Sequence[str], without: Sequence[str]) -> Entry:
        id = f"{item.id}/{line.name}#inference+{'+'.join(further)}"
        return replace(entry, role="more", claim=follows(line, made, id, further))

    def realised() -> Entry:
        return replace(entry, role="realised", claim=holds(line, made, f"{item.id}/{line.name}#realised"))

    return Question(entry, facts, ask, realised)
