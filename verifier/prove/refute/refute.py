"""Counterexamples to claims about numbers: candidate points, and the driver's proof that each is one.

Decides: falsehood, at exact points.  How: candidates come from `candidates`, the plainest first; at a candidate the
driver proves the hypotheses and the negation of the goal.  Complete for: nothing.  Where a point has no closed form,
`enclosed` shows that there is one.  Cannot do: sequences, functions, and matrices that are not of the smallest sizes
(`points`).
"""

from __future__ import annotations

from collections.abc import Mapping

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import TRUE, Expr, conjunction, head
from verifier.language.named import definedness, negation, operands, substitute, to_json
from verifier.language.text.point_words import shown
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Node, OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.numbers.entries import literal_sizes, scalar_statement
from verifier.prove.refute import enclosed
from verifier.prove.refute.candidates import candidates
from verifier.prove.refute.valued import with_values

NUMBERS = ("real", "integer", "complex")


def search(statement: Statement, effort: int, deadline: float) -> tuple[dict[str, Expr], Node] | None:
    """Values at which the hypotheses hold and the goal fails, with the proof of that; None where none is found."""
    denial = conjunction([f for _, f in statement.given] + [negation(statement.goal)])
    return where(statement, denial, effort, deadline)


def where(statement: Statement, formula: Expr, effort: int, deadline: float) -> tuple[dict[str, Expr], Node] | None:
    """The first candidate for a counterexample at which a formula can be proved, with the proof."""
    try:
        valued = effort and statement.variables  # without variables there is nothing to search
        plain, matrices = scalar_statement(with_values(statement, deadline) if valued else statement)
    except (Rejected, Unknown):
        return None
    names = [name for name, _ in statement.variables]
    for found in candidates(plain, effort, deadline):
        values = {name: substitute(matrices[name], found) if name in matrices else found[name] for name in names}
        if now() > deadline:
            return None
        node = shown_at(statement, formula, values, effort, deadline)
        if node is not None:
            return values, node
    return None


def meeting(statement: Statement, until: float) -> Mapping[str, Expr] | None:
    """Values at which the hypotheses of a statement about numbers are proved, the plainest first; or None."""
    for effort in (0, 1):
        found = where(statement, conjunction([f for _, f in statement.given]), effort, until)
        if found is not None:
            return found[0]
    return None


def shown_at(
    statement: Statement, formula: Expr, values: Mapping[str, Expr], effort: int, deadline: float
) -> Node | None:
    """A proof of a formula at values that lie in the ranges of the variables; None where it is not found."""
    try:
        for name, sort in statement.variables:
            Checker().fits(Sequent(), values[name], substitute(sort, dict(values)))
        return prover(deadline).prove(Sequent(), substitute(formula, dict(values)), effort)
    except (Rejected, Unknown, OutOfTime):
        return None


def evidence(kind: str, values: Mapping[str, Expr], node: Node, reason: str) -> Evidence:
    """A certificate of a kind that has values and one tree."""
    data = {name: to_json(v) for name, v in values.items()}
    return Evidence({"kind": kind, "values": data, "tree": node}, reason, shown(values) if values else None)


def smallest(statement: Statement) -> tuple[Statement, dict[str, Expr]] | None:
    """The statement at the smallest sizes of its matrices, and these; None where other than numbers would be left."""
    sorts = dict(statement.variables)
    used = {n for sort in sorts.values() if head(sort) == "matrix" for n in free_names(sort)}
    sizes: dict[str, Expr] = {n: max(low, 1) for n in used if isinstance(low := operands(sorts[n])[0], int)}
    left = tuple((n, substitute(sort, sizes)) for n, sort in statement.variables if n not in sizes)
    if len(sizes) < len(used) or any(head(sort) not in NUMBERS and literal_sizes(sort) is None for _, sort in left):
        return None
    given = tuple((label, substitute(f, sizes)) for label, f in statement.given)
    return Statement(left, given, substitute(statement.goal, sizes)), sizes


def attempt(task: Task, effort: int, share: float) -> Evidence | None:
    """A certified counterexample, or None."""
    deadline = now() + share * task.left()
    small = smallest(task.statement)
    if small is None:
        return None
    found = search(small[0], effort, now() + 0.6 * (deadline - now()))
    if found is not None and small[1]:
        found = {n: {**small[1], **found[0]}[n] for n, _ in task.statement.variables}, found[1]
    if found is not None:
        reason = "refuted at an exact point" if found[0] else "refuted: its negation is proved"
        return evidence("refutation", *found, reason)
    return without_values("refutation", task.statement, deadline) if effort >= 2 and not small[1] else None


def without_values(kind: str, statement: Statement, deadline: float) -> Evidence | None:
    """A certificate that there is a point where the hypotheses hold and, for a refutation, the goal fails."""
    try:
        meant = statement if kind == "refutation" else Statement(statement.variables, statement.given, TRUE)
        parts = [f for _, f in meant.given] + ([negation(meant.goal)] if kind == "refutation" else [])
        found = enclosed.somewhere(
            statement, conjunction([conjunction(parts), definedness(meant, everything=True)]), deadline
        )
    except (Rejected, Unknown, OutOfTime):
        return None
    if found is None:
        return None
    certificate = {"kind": kind, "values": {}, "somewhere": True, "tree": found[1]}
    return Evidence(certificate, "refuted at a point that is shown to exist", found[0])
