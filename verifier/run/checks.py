"""Claims given one by one on the command line or in a TOML file, decided like any other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from verifier.evidence.decision import Decision
from verifier.kernel.terms.expr import Expr
from verifier.language import citations
from verifier.language.citations import Fact
from verifier.language.claim import Claim, claim
from verifier.language.errors import ClaimError
from verifier.language.files import LIBRARY, lemmas_of, load
from verifier.language.laws.expansion import expansion
from verifier.language.text.text import undeclared
from verifier.language.typing.typing import IllTyped, check_types
from verifier.papers import combine
from verifier.papers.book import Entry, theorems
from verifier.papers.inference import Inference, Inquiry, Question, infer
from verifier.papers.inquiry import pursue
from verifier.papers.results import CheckedClaim, Meaning
from verifier.run import fingerprint
from verifier.run.assumptions import Assumptions
from verifier.run.runner import Runner
from verifier.run.settle import Settler
from verifier.run.store import Store

MOST_FACTS = 24  # further facts that are considered for an inference
TRIAL = 3.0  # seconds for an inference with some of them


class BadInput(ValueError):
    """Input that cannot be read, with one line that says where and why."""


def typed(
    goal: str, variables: Mapping[str, str], given: Sequence[str], because: Sequence[str] = ()
) -> tuple[Claim, list[str]]:
    """A claim from the command line, and the names that were undeclared and are taken as real.

    `because`: theorems of the library.  Raises `BadInput`.
    """
    loose = list(dict.fromkeys(n for text in (goal, *given) for n in undeclared(text, variables)))
    try:
        domains = {**variables, **dict.fromkeys(loose, "real")}
        lemmas = lemmas_of([LIBRARY + name for name in because], theorem, "goal")
        return claim("goal", goal, variables=domains, given=list(given), lemmas=lemmas), loose
    except ClaimError as error:
        raise BadInput(str(error)) from None


def theorem(name: str) -> Expr | None:
    """The closed statement of a theorem of the library; None where there is none of this name."""
    return theorems().closed(name) if name in theorems().items else None


def from_file(path: Path, only: str | None = None) -> list[Claim]:
    """The claims of a file; with `only`, up to this one.  Raises `BadInput` with file, claim, line and column."""
    try:
        claims = load(path, theorem)
    except ClaimError as error:
        raise BadInput(str(error)) from None
    ids = [c.id for c in claims]
    if not claims:
        raise BadInput(f"{path}: no claims in it; each is a table [[claim]]")
    if only is not None and only not in ids:
        known = ", ".join(ids) if len(ids) <= 12 else f"{', '.join(ids[:12])}, ..."
        raise BadInput(f"{path}: no claim {only!r:.80}; its claims are {known}")
    return claims if only is None else claims[: ids.index(only) + 1]


def decide_all(
    claims: Sequence[Claim], store: Store, runner: Runner, budget: float, decide: str, only: str | None = None
) -> list[CheckedClaim]:
    """What is said of the claims, or of one of them, each decided in its own process.

    A claim with `because` has two answers: its own verdict, under its own hypotheses, and `inference`, whether it
    follows from what it cites.
    """
    settler = Settler(runner, store, budget=budget, decide=decide)
    assumptions = Assumptions()
    assumptions.cite(settler, {n.removeprefix(LIBRARY) for c in claims for n, _ in c.lemmas})
    argument = Argument(claims, only)
    entries = {e.id: e for e in argument.entries()}
    ill: dict[str, Decision] = {}
    for entry in entries.values():
        try:
            check_types(entry.claim.statement())
        except IllTyped as error:
            ill[entry.id] = Decision("ill-posed", str(error), scope="")
    found = assumptions.settle(settler, [e for e in entries.values() if e.id not in ill])
    inquiries = argument.inquiries({**ill, **found})
    answers = pursue(partial(assumptions.settle, replace(settler, budget=min(budget, TRIAL))), inquiries)
    shown: list[CheckedClaim] = []
    for c in argument.wanted:
        decision, answer = {**ill, **found}[c.id], answers.get(c.id)
        shown.append(CheckedClaim(
            combine.claim_result(entries[c.id], decision), meaning(entries[c.id]),
            combine.example_point(c.statement(), decision), decision.example, combine.tried(decision), expansion(c),
            c.because, None if answer is None else combine.inference_result(answer),
            None if answer is None else meaning(answer.entry),
        ))  # fmt: skip
    return shown


class Argument:
    """The claims of a file as lines of an argument."""

    def __init__(self, claims: Sequence[Claim], only: str | None = None) -> None:
        self.claims = list(claims)
        self.wanted = [c for c in claims if only in (None, c.id)]

    def entries(self) -> list[Entry]:
        """The claims whose verdicts are asked for first: the lines, and their inferences as they are cited."""
        lines = [Entry(c.id, "conclusion", "", c) for c in self.claims if c in self.wanted or self._inferences()]
        return lines + [self._stated(c, self._cited(c)) for c in self._inferences()]

    def inquiries(self, found: Mapping[str, Decision]) -> dict[Hashable, Inquiry[Inference]]:
        """For each inference, what it lacks and what it could do without."""
        return {c.id: infer(self._question(c, found), found[f"{c.id}#inference"], found[c.id])
                for c in self._inferences() if f"{c.id}#inference" in found and c.id in found}  # fmt: skip

    def _inferences(self) -> list[Claim]:
        return [c for c in self.wanted if any(not b.startswith(LIBRARY) for b in c.because)]

    def _cited(self, line: Claim) -> list[Fact]:
        return [Fact(c) for c in self.claims if c.id in line.because]

    def _question(self, line: Claim, found: Mapping[str, Decision]) -> Question:
        cited = self._cited(line)
        entry = self._stated(line, cited)
        facts = citations.further(line, self.claims[: self.claims.index(line)])
        verdicts = {f.name: found[f.claim.id].verdict if f.hypothesis is None else "" for f in facts}
        if found[entry.id].verdict == "refuted" and not entry.opaque:  # what is true everywhere changes nothing
            facts = [f for f in facts if verdicts[f.name] != "proved"]
        facts = sorted(facts, key=lambda f: verdicts[f.name] == "refuted")[:MOST_FACTS]
        known = {f.name: f for f in (*cited, *facts)}

        def ask(further: Sequence[str], without: Sequence[str]) -> Entry:
            names = [n for n in (*(f.name for f in cited), *further) if n not in without]
            return self._stated(line, [known[n] for n in names if n in known], further, without)

        def accepts(decision: Decision, further: Sequence[str]) -> bool:
            """Facts that contradict each other are none, and a refuted line needs a point where it holds."""
            false = any(verdicts.get(n) == "refuted" for n in further)
            return decision.verdict == "proved" and (decision.vacuity == "inhabited" or not false)

        return Question(entry, tuple(f.name for f in facts), ask, None, tuple(f.name for f in cited), accepts)

    @staticmethod
    def _stated(line: Claim, facts: Sequence[Fact], more: Sequence[str] = (), without: Sequence[str] = ()) -> Entry:
        unfold = citations.DEFINITIONS in (*line.because, *more)
        id = f"{line.id}#inference" + "".join(f"+{n}" for n in more) + "".join(f"-{n}" for n in without)
        if len(id) > 200:
            id = f"{line.id[:120]}#inference:{fingerprint.of_json([list(more), list(without)])}"
        made, opaque = citations.inference(line, facts, id, unfold)
        return Entry(line.id, "more" if more or without else "inference", "", made, opaque=opaque)


def exit_code(found: Sequence[CheckedClaim]) -> int:
    """1 something is refuted; 3 something is open: a line, its hypotheses, or whether it follows; else 0."""
    if any(one.claim.verdict == "refuted" for one in found):
        return 1
    return 3 if any(_is_open(one) for one in found) else 0


def _is_open(one: CheckedClaim) -> bool:
    if one.claim.verdict in ("undecided", "ill-posed", "supported") or one.claim.vacuity == "unknown":
        return True
    return one.inference is not None and one.inference.answer in ("does not follow", "unknown")


def meaning(entry: Entry) -> Meaning:
    """What a claim says, for those who re-check its evidence."""
    return Meaning(entry.claim.digest, entry.statement_json)
