"""Whether the hypotheses of a claim can be met: an exact point that meets them, or a proof that none does.

Decides: inhabited, with a certificate of a point; contradictory, with a proof of false from the hypotheses.  How: the
point that a page suggests, the search for counterexamples with nothing to violate, points that are shown to exist,
sequences by recursion, the search that was made for matrices; contradictions by the provers that decide claims.  Cheap
looks at both questions come first, since almost every claim is settled by one of them.  Complete for: nothing; where
neither is found, vacuity stays unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, permutations
from typing import Any

from verifier.evidence.inhabited import unconstrained
from verifier.evidence.verdict import Verdict, judge
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, conjunction, head
from verifier.language.named import operands, substitute
from verifier.language.values.arithmetic import Inexact, Undefined
from verifier.machine import lost
from verifier.prove import analysis
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import INDEX, Evidence, Task
from verifier.prove.overdue import part
from verifier.prove.properties.building import Builder, as_terms
from verifier.prove.questions import wellposed
from verifier.prove.refute import laws, points, recursion_points, refute
from verifier.prove.refute.search import find_counterexample

NAME = "contradiction"
LEAST, MOST = 1.0, 3.0  # seconds for the question, whatever the proof of the claim took
BUILDING, POINTS = 0.8, 4  # seconds to build points, and how many are tried
LAWS = 4  # that are tried
SHARE = 0.15  # of the time that is left, for a contradiction before the search for a proof goes deep

Certificate = dict[str, Any]


def attempt(task: Task) -> Evidence | None:
    """A contradiction among hypotheses about numbers, before much time is spent on a goal that they make vacuous."""
    if unconstrained(task.statement) or not analysis.scalar(task):
        return None
    until = now() + SHARE * task.left()
    task.inhabited = part(until - now(), lambda: _point(task, until, 0))
    found: Certificate | None = None
    if task.inhabited is None:
        found = part(until - now(), lambda: _contradiction(task, until, 2))
    return None if found is None else Evidence(found, "the hypotheses contradict each other (vacuous)")


def examined(task: Task, verdict: Verdict) -> Verdict:
    """The verdict with a point of the hypotheses; ill-posed where they contradict each other."""
    if verdict.verdict == "ill-posed":
        return verdict
    if verdict.vacuity == "inhabited":  # a counterexample is such a point, or any point is
        return verdict
    if task.inhabited is not None:
        return verdict.with_example(task.inhabited, task.claim.cited)
    until = now() + min(MOST, max(LEAST, task.left()))
    for look in (_looks if analysis.scalar(task) else _looks_at_matrices)(task, until):
        try:
            found = part(until - now(), look)
        except Exception as error:  # a search that breaks has not found anything; the others are still asked
            lost.note(NAME, error)
            task.notes.append(f"{NAME} broke: {error!r}"[:300])
            continue
        if found is None:
            continue
        if found["kind"] == "vacuous":
            vacuous = _vacuous(task, found)
            if vacuous is None:
                continue
            return vacuous
        return verdict.with_example(found, task.claim.cited)
    return verdict


def contradiction(task: Task) -> Verdict | None:
    """The verdict on a claim whose hypotheses contradict each other; None where that is not found."""
    if unconstrained(task.statement) or task.inhabited is not None:
        return None
    until = now() + min(MOST, max(LEAST, task.left()))
    found = _contradiction(task, until, 2)
    return None if found is None else _vacuous(task, found)


def _vacuous(task: Task, certificate: Certificate) -> Verdict | None:
    """The verdict by a contradiction of the hypotheses; None, with a note, where the kernel does not accept it."""
    try:
        return judge(task.statement, certificate, "contradiction", claims=task.claim.cited)
    except Rejected as error:
        task.notes.append(f"{NAME}: the kernel rejected the evidence: {error}"[:300])
        return None


def _looks(task: Task, until: float) -> Iterator[Callable[[], Certificate | None]]:
    """Ways to settle the question for numbers, the cheapest first."""
    yield lambda: _suggested(task)
    yield lambda: _law(task)
    for effort in (0, 1):
        yield lambda effort=effort: _point(task, until, effort)  # type: ignore[misc]
        yield lambda effort=effort: _contradiction(task, until, effort)  # type: ignore[misc]
    yield lambda: _contradiction(task, until, 2)
    yield lambda: _evaluated(task)
    yield lambda: _point(task, until, 2)
    yield lambda: _unnamed(task, until)
    yield lambda: _iterates(task, until)
    yield lambda: _as_claimed(task)
    yield lambda: _built(task, until)


def _looks_at_matrices(task: Task, until: float) -> Iterator[Callable[[], Certificate | None]]:
    yield lambda: _suggested(task)
    yield lambda: _law(task)
    yield lambda: _iterates(task, until)
    yield lambda: _evaluated(task)
    yield lambda: _built(task, until)
    yield lambda: _contradiction(task, until, 2)


# -- points -----------------------------------------------------------------------------------------------------------
def _kept(task: Task, certificate: Mapping[str, Any] | None) -> Certificate | None:
    """The certificate with what it says about definedness, if the kernel accepts it."""
    if certificate is None:
        return None
    whole = wellposed.completed(task, Evidence(dict(certificate), ""))
    if whole is None:
        return None
    try:
        check(task.statement, whole.certificate, task.claim.cited)
    except Rejected:
        return None
    return whole.certificate


def _suggested(task: Task) -> Certificate | None:
    values = task.claim.example
    found = _kept(task, points.inhabit(task, values)) if values else None
    if values and found is None:
        task.notes.append("the hypotheses are not shown to hold at the example that is given")
    return found


def _law(task: Task) -> Certificate | None:
    """Numbers and a law of random numbers."""
    for values, law in islice(laws.refuting(_anywhere(task.statement)), LAWS):
        found = _kept(task, points.inhabit(task, values, law=law))
        if found is not None:
            return found
    return None


def _evaluated(task: Task) -> Certificate | None:
    """A point that exact evaluation finds among simple and solved values."""
    try:
        found = find_counterexample(_anywhere(task.statement), budget=0.6)
    except (Inexact, Undefined, ValueError, ArithmeticError, TypeError):
        return None
    return None if found is None else _kept(task, points.inhabit(task, dict(found.values)))


def _point(task: Task, until: float, effort: int) -> Certificate | None:
    formula = conjunction([f for _, f in task.statement.given])
    found = refute.where(_anywhere(task.statement), formula, effort, until)
    return None if found is None else _kept(task, refute.evidence("inhabited", *found, "").certificate)


def _unnamed(task: Task, until: float) -> Certificate | None:
    """A point that is shown to exist, for equations whose solutions have no closed form."""
    found = refute.without_values("inhabited", task.statement, until)
    return None if found is None else _kept(task, found.certificate)


def _iterates(task: Task, until: float) -> Certificate | None:
    """Sequences that the hypotheses define by recursion, from a first value that is found with the other values."""
    return recursion_points.inhabit(task, lambda plain: refute.meeting(plain, until))


def _as_claimed(task: Task) -> Certificate | None:
    """Of a goal x[k] == e the sequence e, where it has no other variables: the goal fails, or this solves it."""
    goal = task.statement.goal
    for side, other in permutations(operands(goal)) if head(goal) == "==" else ():
        name, index = operands(side) if head(side) == "at" else ("", "")
        sorts = dict(task.statement.variables)
        if sorts.keys() == {name, index} and name not in free_names(other) and head(sorts[str(index)]) == "integer":
            low = operands(sorts[str(index)])[0]
            values = {str(name): substitute(other, {str(index): INDEX}), str(index): low if low != "-oo" else 0}
            return _kept(task, points.inhabit(task, values))
    return None


def _built(task: Task, until: float) -> Certificate | None:
    """A point that is built for the hypotheses, where its values are closed terms: the shortest that does."""
    end = min(until, now() + BUILDING)
    built = (as_terms(task.statement, env) for env in Builder(task.statement).points(POINTS, end))
    for values in sorted((v for v in built if v is not None), key=lambda v: len(repr(v))):
        found = _kept(task, points.inhabit(task, values))
        if found is not None or now() > until:
            return found
    return None


def _anywhere(statement: Statement) -> Statement:
    """The claim that nothing meets the hypotheses: whatever meets them refutes it."""
    return Statement(statement.variables, statement.given, FALSE)


# -- contradictions ---------------------------------------------------------------------------------------------------
def _contradiction(task: Task, until: float, effort: int) -> Certificate | None:
    driver = prover(until)
    driver.given = frozenset(task.sequent.facts)
    node = _quietly(lambda: driver.prove(task.sequent, FALSE, effort))
    return None if node is None else task.proof(node, "vacuous")


def _quietly(prove: Callable[[], Mapping[str, Any] | None]) -> Mapping[str, Any] | None:
    try:
        return prove()
    except (OutOfTime, Rejected, Unknown):
        return None
