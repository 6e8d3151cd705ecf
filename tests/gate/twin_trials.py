"""One corrupted twin on trial: the provers with the original's argument, exact search, independent evidence.

A twin that is proved is searched for a counterexample in earnest, one that is not only for the tally.  One that search
refutes and a prover proves shows a defect of one of them; so does a proved twin that a sample or a solved point
violates.  A proved twin must be shown to be true in another way:

* algebra: it holds at small sizes for all entries (`tests.gate.small_sizes`), no kernel words involved;
* same meaning: there, what was changed follows from the original, or the original from it (so that it rests on
  the truth of the original);
* samples: at `SAMPLES` exact points that satisfy its hypotheses its goal was decided, and holds;
* constant: algebra, for constant sequences only.

Where none succeeds the twin is "not shown": proved, and only by the method under test.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import shipped
from small_sizes import at_small_sizes, shown_at, shown_at_point
from twins import Twin

from verifier.evidence.decision import Decision
from verifier.evidence.verdict import judge
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import head
from verifier.language.claim import Claim, Hypothesis, Variable
from verifier.language.named import operands
from verifier.language.ranges import Domain
from verifier.papers.book import Entry
from verifier.papers.discover import shipped_folder
from verifier.prove import first_look
from verifier.prove.analysis import scalar
from verifier.prove.driver.effort import metered, now
from verifier.prove.driver.task import Task
from verifier.prove.matrices.at_sizes import fixed_size
from verifier.prove.overdue import part
from verifier.prove.portfolio import decide
from verifier.prove.properties.solved_points import readable, solved_sample
from verifier.prove.questions import altered, wellposed
from verifier.prove.questions.offer import Offer
from verifier.prove.refute.sampling import constant_form, sample
from verifier.prove.refute.search import find_counterexample
from verifier.prove.scripts import argument
from verifier.run.evidence_file import path_for, read

SAMPLES = 200
EARNEST, QUICK = 2.0, 0.5  # times the seconds of a trial, to search where a twin is proved, and where it is not
SECOND_OPINION = 6  # times the seconds of a trial, after which the evidence for a proved twin is broken off
#: how a proved twin was shown to be true by other means than the prover's
ROUTES = ("algebra", "same meaning", "samples", "constant")
#: shipped verdicts of the claims that `proved_claims` has found, by digest; they hold points that meet the hypotheses
SHIPPED: dict[str, Decision] = {}
UNSHOWN = "not shown"


@dataclass(frozen=True)
class Outcome:
    """What became of a twin: refuted, undecided, true variant or not shown; unsound and crash must not happen.

    `route` says how a true variant was shown, or what refuted a twin: one of three searches or the portfolio.
    """

    claim: str
    kind: str
    twin: str
    outcome: str
    samples: int = 0
    route: str = ""
    seconds: float = 0.0
    detail: str = ""


@cache
def proved_claims(algebra: bool = True) -> list[Entry]:
    """The claims of the shipped papers that are proved: those about matrices or with a script on the page, or all.

    Other tests decide claims of the papers anew; here the shipped verdict says which are worth a twin.
    """
    found = []
    for folder in sorted(p for p in shipped_folder().iterdir() if (p / "__init__.py").is_file()):
        stored = read(path_for(folder))
        book = shipped.book(folder.name)
        for item in book.paper.items:
            for e in book.entries(item):
                verdicts = [o["verdict"] for o in stored.offers(e.claim.digest, e.id)]
                good = [v for v in verdicts if v["verdict"] == "proved"]
                if good and not (algebra and not e.claim.argument and scalar(Task(e.claim, 0.0))):
                    found.append(e)
                    example = dict(good[0].get("details", {})).get("inhabited")
                    SHIPPED[e.claim.digest] = Decision("proved", certificate=good[0]["certificate"], example=example)
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


@metered()
def proved(claim: Claim, seconds: float) -> bool:
    """Whether a prover finds a proof that the kernel accepts, with so many seconds of effort."""
    return bool(part(2 * seconds, lambda: _proved(Task(claim, now() + seconds))))  # a method may miss its deadline


def _proved(task: Task) -> bool:
    for method in (first_look, argument, fixed_size):
        try:
            evidence = method.attempt(task)
            if evidence is not None and evidence.certificate["kind"] == "proof":
                whole = wellposed.completed(task, evidence)
                if whole is not None:
                    found = judge(task.statement, whole.certificate, method.NAME, claims=task.claim.cited)
                    return found.verdict == "proved"
        except (Unknown, Rejected):
            continue
    return False


@metered()
def trial(claim: Claim, twin: Twin, seconds: float = 2.0, *, by_all: bool = False) -> Outcome:
    """The provers take the seconds; the search for a violation takes more where the twin is proved, and less elsewhere.

    Evidence for a proved twin comes on top.  `by_all`: the provers are all methods of the portfolio, not those of
    algebra alone; where the searches found nothing the portfolio's own refutation counts as well.
    """
    start = now()

    def outcome(word: str, route: str = "", samples: int = 0, detail: str = "") -> Outcome:
        spent = now() - start
        return Outcome(claim.id, twin.kind, twin.description, word, samples, route, spent, detail)

    try:
        made, verdict = corrupted(claim, twin), ""
        if by_all:
            verdict = decide(made, seconds).verdict
        true = verdict == "proved" or (not by_all and proved(made, seconds))
        where, route = violation(claim, twin, (EARNEST if true else QUICK) * seconds)
        if where is None and verdict in ("refuted", "ill-posed"):
            return outcome("refuted", "portfolio")
        if where is not None and route != "near an example" and shown_though_refuted(twin.statement, where):
            return outcome("crash", route, detail=f"algebra shows what {where} refutes")
        if where is not None:
            detail = f"proved, but refuted at {where}" if true else ""
            return outcome("unsound" if true else "refuted", route, detail=detail)
        if not true:
            return outcome("undecided")
        # it may miss its own deadlines
        opinion = part(SECOND_OPINION * seconds, lambda: evidence(claim.statement(), twin, EARNEST * seconds))
        return outcome(*(opinion or (UNSHOWN, "no second opinion in time")))
    except Exception as error:  # a defect, and of interest as such; the other twins are tried all the same
        return outcome("crash", detail=repr(error))


def violation(claim: Claim, twin: Twin, seconds: float) -> tuple[dict[str, Any] | None, str]:
    """A point that satisfies the hypotheses of the twin and violates its goal, and the search that found it."""
    # a search over the ranges of many quantifiers may miss its deadline
    found = part(0.4 * seconds, lambda: find_counterexample(twin.statement, 0.2 * seconds))
    if found is not None:
        return found.env, "search"
    solved = part(0.5 * seconds, lambda: solved_sample(twin.statement, 60, 0.25 * seconds))
    if solved is not None and solved.violation is not None:
        return solved.violation, "solved points"
    return near_an_example(claim, twin, seconds)


def near_an_example(claim: Claim, twin: Twin, seconds: float) -> tuple[dict[str, Any] | None, str]:
    """A point near the one at which the original's hypotheses are known to hold, and the name of this route."""
    offer = Offer(SHIPPED.get(claim.digest, Decision("undecided")), "twin", twin.statement.goal)
    found = part(0.5 * seconds, lambda: altered.decide(corrupted(claim, twin), offer))
    if found is not None and found.verdict == "refuted":
        return dict(found.counterexample or {}), "near an example"
    return None, ""


def shown_though_refuted(s: Statement, where: dict[str, Any]) -> bool:
    """Whether the second opinion shows a statement at the sizes of its counterexample: a defect of one of them.

    With a quantifier over all integers the horizon of the second opinion may be the reason; then it is not asked.
    """
    quantified = [e for e in subexpressions(s.goal) if head(e) in ("forall", "exists")]
    if any(end in ("oo", "-oo") for e in quantified for end in operands(operands(e)[1])):
        return False
    sizes = {n: where[n] for n, sort in s.variables if head(sort) == "integer"}
    return shown_at(s, sizes, now() + 0.1)


def evidence(original: Statement, twin: Twin, seconds: float) -> tuple[str, str, int, str]:
    """(outcome, route, samples, detail) for a proved twin; every route may find it unsound."""
    s = twin.statement
    report = at_small_sizes(s, 1.5 * seconds)
    if report.settled:
        satisfied, bad = decided_samples(s, 20, 0.2 * seconds)
        return ("unsound", "samples", satisfied, bad) if bad else ("true variant", "algebra", satisfied, "")
    satisfied, bad = decided_samples(s, SAMPLES, 1.2 * seconds)
    if bad:
        return "unsound", "samples", satisfied, bad
    if satisfied >= SAMPLES:
        return "true variant", "samples", satisfied, ""
    if any(at_small_sizes(part, 0.4 * seconds).settled for part in same_meaning(original, s)):
        return "true variant", "same meaning", satisfied, ""
    if at_small_sizes(constant_form(s), 0.6 * seconds).settled:
        return "true variant", "constant", satisfied, ""
    return UNSHOWN, f"{len(report.shown)} sizes", satisfied, ""


def decided_samples(s: Statement, wanted: int, seconds: float) -> tuple[int, str]:
    """(exact points that satisfy the hypotheses and the goal, a violation as text or nothing).

    A third of the time goes to random points, the rest to points that solve the equations.  Where the
    evaluation leaves the goal open at a point it is tried there by algebra.
    """
    count, start = 0, now()
    for seed in range(1000):  # small portions: one point with a law of many outcomes may take long
        if count >= wanted or now() - start > seconds / 3:
            break
        report = sample(s, 10, seed, keep=True)
        if report.violated:
            return count, f"proved, but violated at {report.violation}"
        flat = constant_form(s)
        count += report.satisfied - report.undecided
        count += sum(shown_at_point(flat, env, now() + 0.1) for env in report.open)
    for seed in range(1000):
        left = seconds - (now() - start)
        if count >= wanted or left <= 0:
            break
        report = solved_sample(s, 60, left, seed)
        if report.violated:
            return count, f"proved, but violated at {report.violation}"
        flat = readable(s)
        count += report.satisfied - report.undecided
        count += sum(shown_at_point(flat, env, now() + 0.1) for env in report.open)
        if not report.tried:
            break
    return count, ""


def same_meaning(original: Statement, twin: Statement) -> list[Statement]:
    """Statements that make a twin follow from its original: the new goal from the old, the old facts from the new."""
    if original.goal != twin.goal:
        return [Statement(twin.variables, (*twin.given, ("original", original.goal)), twin.goal)]
    lost = [f for _, f in original.given if f not in {g for _, g in twin.given}]
    return [Statement(twin.variables, twin.given, f) for f in lost]
