"""Does a line follow from what it cites, and if not, with what?  The same for steps of pages and claims of files.

An inquiry is a generator that yields claims and is sent their verdicts, so that each round is settled in parallel.
A `Question` can state its inference with further facts, and without some of what is cited; this module asks.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import TypeVar

from verifier.evidence.decision import Decision
from verifier.papers.book import Entry

T = TypeVar("T")
Inquiry = Generator[list[Entry], dict[str, Decision], T]

MOST = 60  # sets of further facts that are tried on the way to the fewest


@dataclass(frozen=True)
class Inference:
    """Whether a line follows from what it cites."""

    answer: str  # follows, follows with, does not follow, unknown
    decision: Decision
    entry: Entry
    further: tuple[str, ...] = ()
    witness: str | None = None  # realised, abstract
    superfluous: tuple[str, ...] = ()  # of what is cited; they can all go at once


@dataclass(frozen=True)
class Question:
    """One inference.  `ask(further, without)` states it with further facts and without some citations.

    `facts`: names of the further facts, in the order in which they are preferred; "definitions" is one by itself.
    `realised`: the inference with everything that makes its objects those of its item; where there is none, `entry`
    with its definitions is that.  `cited`: the citations of which it is asked whether they are superfluous; a page's
    are not asked about.  `accepts(found, further)`: whether a verdict says that the line follows with further facts.
    """

    entry: Entry
    facts: tuple[str, ...]
    ask: Callable[[Sequence[str], Sequence[str]], Entry]
    realised: Callable[[], Entry] | None = None
    cited: tuple[str, ...] = ()
    accepts: Callable[[Decision, Sequence[str]], bool] = lambda found, further: follows(found)


def follows(found: Decision) -> bool:
    """Proved, or from premises that contradict each other: inferences are exempt from vacuity."""
    return found.verdict == "proved" or (found.verdict == "ill-posed" and found.kind == "vacuous")


def infer(question: Question, decision: Decision, line: Decision) -> Inquiry[Inference]:
    """From the decision on the inference to an answer; `line` is the one on the line by itself."""
    if follows(decision):
        return (yield from _trimmed(question, Inference("follows", decision, question.entry)))
    entry, fixed = question.entry, tuple[str, ...]()
    if entry.opaque:
        fixed = ("definitions",)
        trial = question.ask(fixed, ())
        found = yield [trial]
        if follows(found[trial.id]):
            return (yield from _trimmed(question, Inference("follows with", found[trial.id], trial, fixed)))
        entry, decision = trial, found[trial.id]  # abbreviations are the page's notation: blame nobody for them
    answer = yield from _with_facts(question, fixed)
    if answer is not None:
        return (yield from _trimmed(question, answer))
    if decision.verdict != "refuted":
        return Inference("unknown", decision, entry)
    if line.verdict == "proved":
        return Inference("does not follow", decision, entry, witness="abstract")
    if question.realised is None:
        return Inference("does not follow", decision, entry, witness="realised")
    own = question.realised()
    found = yield [own]
    if found[own.id].verdict == "refuted":
        return Inference("does not follow", found[own.id], own, witness="realised")
    return Inference("does not follow", decision, entry, witness="abstract")


def _with_facts(question: Question, fixed: tuple[str, ...]) -> Inquiry[Inference | None]:
    """The inference with the fewest further facts with which it is found to follow, or None."""
    facts = question.facts
    if not facts:
        return None
    everything = question.ask((*fixed, *facts), ())
    singles = [question.ask((*fixed, f), ()) for f in facts] if len(facts) > 1 else []
    found = yield [everything, *singles]
    for fact, single in zip(facts, singles, strict=False):
        if question.accepts(found[single.id], (fact,)):
            return Inference("follows with", found[single.id], single, (*fixed, fact))
    if not question.accepts(found[everything.id], facts):
        return None
    best = Inference("follows with", found[everything.id], everything, (*fixed, *facts))
    if len(facts) < 3:
        return best
    return (yield from _fewest(question, fixed, best))


def _fewest(question: Question, fixed: tuple[str, ...], best: Inference) -> Inquiry[Inference]:
    """A smallest set of at least two facts; where there are too many to try, one that none can be left out of."""
    facts = question.facts
    rests = {f: question.ask((*fixed, *(g for g in facts if g != f)), ()) for f in facts}
    found = yield list(rests.values())
    # no set that follows can do without these
    core = [f for f in facts if not question.accepts(found[rests[f].id], [g for g in facts if g != f])]
    loose = [f for f in facts if f not in core]
    tried = 0
    for size in range(max(0, 2 - len(core)), len(loose)):
        sets = list(islice(combinations(loose, size), MOST - tried + 1))
        tried += len(sets)
        if tried > MOST:
            break
        names = [tuple(f for f in facts if f in core or f in chosen) for chosen in sets]
        trials = [question.ask((*fixed, *chosen), ()) for chosen in names]
        found = yield trials
        for chosen, trial in zip(names, trials, strict=True):
            if question.accepts(found[trial.id], chosen):
                return Inference("follows with", found[trial.id], trial, (*fixed, *chosen))
    kept = list(facts) if tried > MOST else []
    for fact in loose if kept else ():
        rest = [f for f in kept if f != fact]
        trial = question.ask((*fixed, *rest), ())
        found = yield [trial]
        if question.accepts(found[trial.id], rest):
            kept, best = rest, Inference("follows with", found[trial.id], trial, (*fixed, *rest))
    return best


def _trimmed(question: Question, answer: Inference) -> Inquiry[Inference]:
    """The answer with the citations without which the line follows already, with the same further facts."""
    if not question.cited:
        return answer
    bare = question.ask(answer.further, question.cited)
    found = yield [bare]
    if follows(found[bare.id]):
        return replace(answer, superfluous=question.cited)
    if len(question.cited) == 1:
        return answer
    alone = {c: question.ask(answer.further, (c,)) for c in question.cited}
    found = yield list(alone.values())
    dropped: tuple[str, ...] = ()
    for c in [c for c in question.cited if follows(found[alone[c].id])]:
        if dropped:
            trial = question.ask(answer.further, (*dropped, c))
            found = yield [trial]
            if not follows(found[trial.id]):
                continue
        dropped += (c,)
    return replace(answer, superfluous=dropped)
