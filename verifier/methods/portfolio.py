"""The portfolio: which methods are tried on a claim, in which order, and what becomes of their evidence."""

from __future__ import annotations

import time
from types import ModuleType

from verifier.claims.claim import Claim
from verifier.claims.typing import IllTyped, check_types
from verifier.evidence.kernel.check import check
from verifier.evidence.kernel.expr import FALSE, TRUE, Expr, Statement
from verifier.evidence.kernel.integers import Unknown
from verifier.evidence.kernel.logic import Rejected
from verifier.evidence.verdict import Verdict, ill_posed, judge, supported, undecided
from verifier.methods import algebra_system, analysis, argument, first_look, fixed_size, points, wellposed
from verifier.methods.task import Evidence, Task

#: Cheapest first.  A new method is one module and one entry here.
METHODS: tuple[ModuleType, ...] = (first_look, argument, fixed_size, analysis, points)
SAMPLES = 60


def decide(claim: Claim, budget: float = 10.0) -> Verdict:
    """The strongest verdict on a claim within the budget (seconds).

    Never raises for a claim that is only hard; the verdict's `tried` says what was attempted.
    """
    start = time.monotonic()
    task = Task(claim, start + budget)
    try:
        check_types(task.statement)
    except IllTyped as error:
        return ill_posed(str(error)).timed(time.monotonic() - start)
    tried: list[str] = []
    if wellposed.needed(task.statement) != TRUE and task.defined is None:
        undefined = wellposed.undefined(task)
        if undefined is not None:
            certificate, point = undefined.certificate, undefined.counterexample
            verdict = judge(task.statement, certificate, "definedness", undefined.reason, point)
            return verdict.timed(time.monotonic() - start)
    order = list(METHODS)
    if claim.counterexample:
        order.sort(key=lambda m: m is not points)  # a suggested point is the cheapest thing to try
    for method in order:
        if time.monotonic() > task.deadline:
            break
        began = time.monotonic()
        try:
            evidence = method.attempt(task)
        except (Unknown, Rejected) as error:
            evidence = None
            task.notes.append(f"{method.NAME}: {error}")
        except Exception as error:  # a method that breaks has not found anything; the others are still tried
            evidence = None
            task.notes.append(f"{method.NAME} broke: {error!r}"[:300])
        tried.append(f"{method.NAME} ({time.monotonic() - began:.2f} s)")
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
                evidence.counterexample,
            )
        except Rejected as error:  # search and kernel disagree: never silently
            task.notes.append(f"{method.NAME}: the kernel rejected the evidence: {error}")
            continue
        if verdict.verdict == "proved":
            verdict = _with_example(task, verdict)
        elif verdict.verdict == "refuted":
            verdict = verdict.with_vacuity("inhabited")
        return verdict.timed(time.monotonic() - start, [*tried, *task.notes])
    found = algebra_system.attempt(task)
    if found is not None:
        return found.timed(time.monotonic() - start, [*tried, *task.notes])
    vacuous = _contradiction(task)
    if vacuous is not None:
        return vacuous.timed(time.monotonic() - start, tried)
    return _sampled(task).timed(time.monotonic() - start, [*tried, *task.notes])


def _with_example(task: Task, verdict: Verdict) -> Verdict:
    """The verdict with the certificate of an exact point that satisfies the hypotheses, where one is found."""
    if not task.statement.given:
        return verdict.with_vacuity("inhabited")
    suggested = [task.claim.example] if task.claim.example else []
    for values in (*suggested, _example(task)):
        certificate = points.inhabit(task, values) if values is not None else None
        whole = wellposed.completed(task, Evidence(certificate, "")) if certificate is not None else None
        if whole is None:
            continue
        try:
            check(task.statement, whole.certificate)
        except Rejected:
            continue
        return verdict.with_vacuity("inhabited", whole.certificate)
    return verdict


def _example(task: Task) -> dict[str, Expr] | None:
    """A point that satisfies the hypotheses, as far as exact evaluation can tell."""
    from verifier.methods.search import find_counterexample

    anywhere = Statement(task.statement.variables, task.statement.given, FALSE)
    found = find_counterexample(anywhere, budget=0.6)
    return None if found is None else dict(found.values)


def _contradiction(task: Task) -> Verdict | None:
    """Hypotheses that contradict each other make the claim vacuous."""
    from verifier.methods.automation import OutOfTime

    if not task.statement.given:
        return None
    try:
        node = task.auto(0.5).prove(task.sequent, FALSE, 2)
    except (OutOfTime, Rejected, Unknown):
        return None
    if node is None:
        return None
    return judge(task.statement, task.proof(node, "vacuous"), "contradiction")


def _sampled(task: Task) -> Verdict:
    """No method decided: exact samples, which support at most."""
    from verifier.methods.sampling import sample

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
