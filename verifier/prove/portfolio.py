"""The portfolio: which methods are tried on a claim, in which order, and what becomes of their evidence."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from verifier.evidence.verdict import Verdict, ill_posed, judge, supported, undecided
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.expr import TRUE
from verifier.language.claim import Claim
from verifier.language.typing.typing import IllTyped, check_types
from verifier.library.theorems import unproved
from verifier.machine import lost
from verifier.machine.roomy import roomy
from verifier.prove import algebra_system, analysis, first_look, solver
from verifier.prove.driver import standing
from verifier.prove.driver.effort import metered, now
from verifier.prove.driver.task import Task
from verifier.prove.matrices import comparison
from verifier.prove.matrices.at_sizes import fixed_size
from verifier.prove.numbers import evaluation
from verifier.prove.overdue import Overdue, alarm
from verifier.prove.questions import vacuity, wellposed
from verifier.prove.refute import built, points
from verifier.prove.refute.sampling import sample
from verifier.prove.scripts import argument

#: Cheapest first.  A new method is one module and one entry here.
METHODS: tuple[ModuleType, ...] = (first_look, argument, fixed_size, comparison, vacuity, built, analysis, points)
#: Asked when all others have failed; what they say is `computed` at most, or a refutation that the kernel accepts.
LAST: tuple[ModuleType, ...] = (algebra_system, solver)
SAMPLES = 60
GRACE = 0.5  # seconds beyond the budget, for the kernel's check of what was found at the last moment


@roomy
@metered()
def decide(claim: Claim, budget: float = 10.0) -> Verdict:
    """The strongest verdict on a claim within the budget (seconds of effort).

    Never raises for a claim that is only hard; the verdict's `tried` says what was attempted.
    """
    return _within(claim, budget, _decided)


@roomy
@metered()
def certify(claim: Claim, budget: float = 10.0) -> Verdict:
    """The verdict on a claim of which only a certificate is of use, as of one that has lost a hypothesis.

    As `decide`, but where the kernel can check nothing no engine is trusted and no sample drawn, and of a claim that
    is proved it is not asked whether its hypotheses can be met: a point of more hypotheses is known.
    """
    return _within(claim, budget, _certified)


def _within(claim: Claim, budget: float, work: Callable[[Task, list[str]], Verdict]) -> Verdict:
    """What some work arrives at with its effort."""
    start = now()
    task = Task(claim, start + budget)
    tried: list[str] = []
    evaluation.forget()
    standing.forget()
    try:
        with unproved(claim.id):
            verdict = alarm(budget + GRACE, lambda: work(task, tried))
    except Overdue as over:
        verdict = undecided("stopped by the clock" if over.late else "its effort was spent")
    return verdict.timed(now() - start, [*tried, *task.notes])


def _decided(task: Task, tried: list[str]) -> Verdict:
    """The verdict; what was tried is added to the list.  Raises `Overdue`."""
    verdict = _checked(task, tried)
    if verdict is not None:
        return _examined(task, verdict)
    vacuous = vacuity.contradiction(task)
    if vacuous is not None:
        return vacuous
    for last in LAST:
        try:
            found = last.attempt(task)
        except Exception as error:  # a method that breaks has not found anything; the others are still tried
            lost.note(last.NAME, error)
            task.notes.append(f"{last.NAME} broke: {error!r}"[:300])
            continue
        if found is not None:
            return _examined(task, found)
    return _sampled(task)


def _certified(task: Task, tried: list[str]) -> Verdict:
    """The verdict, `undecided` where there is no certificate.  Raises `Overdue`."""
    verdict = _checked(task, tried)
    return undecided("no proof and no certified counterexample found") if verdict is None else verdict


def _checked(task: Task, tried: list[str]) -> Verdict | None:
    """The verdict of the first method whose evidence the kernel accepts; that of a statement without a meaning."""
    try:
        check_types(task.statement)
    except IllTyped as error:
        return ill_posed(str(error))
    try:
        open_question = wellposed.needed(task.statement) != TRUE and wellposed.defined(task) is None
    except Unknown as error:  # then nothing can be certified: samples are what is left
        task.notes.append(f"definedness: {error}")
        return None
    if open_question:
        undefined = wellposed.undefined(task)
        if undefined is not None:
            certificate, point = undefined.certificate, undefined.counterexample
            try:
                return judge(task.statement, certificate, "definedness", undefined.reason, point, task.claim.cited)
            except Rejected as error:  # that a derivative does not exist is not certified
                task.notes.append(f"definedness: the kernel rejected the evidence: {error}")
    order = list(METHODS)
    if task.claim.counterexample is not None:
        order.sort(key=lambda m: m is not points)  # a suggested point is the cheapest thing to try
    for method in order:
        if now() > task.deadline:
            break
        began = now()
        evidence = None
        try:
            evidence = method.attempt(task)
        except (Unknown, Rejected) as error:
            task.notes.append(f"{method.NAME}: {error}")
        except Exception as error:  # as above
            lost.note(method.NAME, error)
            task.notes.append(f"{method.NAME} broke: {error!r}"[:300])
        finally:
            tried.append(f"{method.NAME} ({now() - began:.2f} s)")
        if evidence is None:
            continue
        whole = wellposed.completed(task, evidence)
        if whole is None:
            task.notes.append(f"{method.NAME}: decided, but the claim is not shown to be well defined")
            continue
        evidence = whole
        try:
            verdict = judge(
                task.statement, evidence.certificate, evidence.method or method.NAME, evidence.reason,
                evidence.counterexample, task.claim.cited,
            )  # fmt: skip
        except Rejected as error:  # search and kernel disagree: never silently
            task.notes.append(f"{method.NAME}: the kernel rejected the evidence: {error}")
            continue
        return verdict
    return None


def _examined(task: Task, verdict: Verdict) -> Verdict:
    """The verdict with what is known of the hypotheses; it is not lost where the time ends before that is known."""
    try:
        return vacuity.examined(task, verdict)
    except Overdue:
        return verdict


def _sampled(task: Task) -> Verdict:
    """No method decided: exact samples, which support at most."""
    try:
        report = sample(task.statement, SAMPLES, 0)
    except (ValueError, ArithmeticError, TypeError) as error:
        return undecided(f"no method applies; sampling: {error}")
    tested = report.satisfied - report.undecided  # points at which the goal itself could be evaluated
    if tested and not report.violated:
        return supported(
            "exact samples", f"no counterexample among {tested} exact samples",
            samples=tested, drawn=report.tried, seed=0, strategy="structured random rationals",
        )  # fmt: skip
    return undecided("no proof and no certified counterexample found")
