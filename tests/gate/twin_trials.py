"""One corrupted twin on trial: exact search, the provers with the original's argument, exact samples.

A twin that search refutes and a prover proves shows a defect of one of them; so does a proved twin that a
sample violates.  A proved twin that nothing violates is a true variant of the claim: a superfluous
hypothesis, a quantity that may as well have another sign.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from verifier.audit.book import Book, Entry
from verifier.audit.discover import shipped_folder
from verifier.audit.load import load
from verifier.claims.claim import Claim, Hypothesis, Variable
from verifier.claims.domains import Domain
from verifier.evidence.kernel.integers import Unknown
from verifier.evidence.kernel.logic import Rejected
from verifier.evidence.verdict import judge
from verifier.methods import argument, fixed_size
from verifier.methods.sampling import sample
from verifier.methods.search import find_counterexample
from verifier.methods.task import Task
from verifier.methods.twins import Twin

SAMPLES = 200


@dataclass(frozen=True)
class Outcome:
    """What became of a twin: refuted, undecided or true variant; unsound and crash must not happen."""

    claim: str
    kind: str
    twin: str
    outcome: str
    samples: int = 0
    seconds: float = 0.0
    detail: str = ""


def shipped_claims() -> list[Entry]:
    """Every claim of the shipped papers, in their order."""
    found = []
    for folder in sorted(p for p in shipped_folder().iterdir() if (p / "__init__.py").is_file()):
        paper = load(folder)
        book = Book(paper)
        found += [entry for item in paper.items for entry in book.entries(item)]
    return found


def corrupted(claim: Claim, twin: Twin) -> Claim:
    """The twin as a claim, with everything that helped to prove the original."""
    s = twin.statement
    made = replace(
        claim,
        id=f"{claim.id}~{twin.description}"[:200],
        variables=tuple(Variable(n, Domain(v.domain.text, sort)) for (n, sort), v in
                        zip(s.variables, claim.variables, strict=True)),
        given=tuple(Hypothesis(label, formula) for label, formula in s.given),
        goal=s.goal, goal_text="", counterexample=None, example=None,
    )  # fmt: skip
    assert made.digest == s.digest(), "the claim of a twin must mean what the twin means"
    return made


def proved(claim: Claim, seconds: float) -> bool:
    """Whether a prover finds a proof that the kernel accepts."""
    task = Task(claim, time.monotonic() + seconds)
    for method in (argument, fixed_size):
        try:
            evidence = method.attempt(task)
            if evidence is not None and evidence.certificate["kind"] == "proof":
                return judge(task.statement, evidence.certificate, method.NAME).verdict == "proved"
        except (Unknown, Rejected):
            continue
    return False


def trial(claim: Claim, twin: Twin, seconds: float = 2.0) -> Outcome:
    """Search takes a fifth of the time, the provers the rest; a proved twin gets as much again for samples."""
    start = time.monotonic()

    def outcome(word: str, samples: int = 0, detail: str = "") -> Outcome:
        return Outcome(claim.id, twin.kind, twin.description, word, samples, time.monotonic() - start, detail)

    try:
        found = find_counterexample(twin.statement, 0.2 * seconds)
        true = proved(corrupted(claim, twin), seconds - (time.monotonic() - start))
    except Exception as error:  # a defect, and of interest as such; the other twins are tried all the same
        return outcome("crash", detail=repr(error))
    if found is not None:
        return outcome("unsound", detail=f"proved, but refuted at {found.values}") if true else outcome("refuted")
    if not true:
        return outcome("undecided")
    satisfied, until = 0, time.monotonic() + seconds
    for seed in range(100):  # small portions: one point with a law of many outcomes may take long
        report = sample(twin.statement, 10, seed)
        satisfied += report.satisfied
        if report.violated:
            return outcome("unsound", satisfied, f"proved, but violated at {report.violation}")
        if satisfied >= SAMPLES or time.monotonic() > until:
            break
    return outcome("true variant", satisfied)
