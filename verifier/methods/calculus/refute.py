"""Counterexamples to claims about numbers: candidate points, and the driver's proof that each is one.

Decides: falsehood, at exact points.  How: candidates come from `candidates`, the plainest first; at a candidate the
driver proves the hypotheses and the negation of the goal.  Complete for: nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from verifier.evidence.kernel.expr import Expr, Statement, conjunction, negation, substitute, to_json
from verifier.evidence.kernel.integers import Unknown
from verifier.evidence.kernel.logic import Checker, Rejected, Sequent
from verifier.methods.calculus.candidates import candidates
from verifier.methods.calculus.driver import Driver, Node, OutOfTime
from verifier.methods.task import Evidence, Task


def search(statement: Statement, effort: int, deadline: float) -> tuple[dict[str, Expr], Node] | None:
    """Values at which the hypotheses hold and the goal fails, with the proof of that; None where none is found."""
    denial = conjunction([f for _, f in statement.given] + [negation(statement.goal)])
    for values in candidates(statement, effort, deadline):
        driver = Driver(deadline)
        try:
            for name, sort in statement.variables:
                Checker().fits(Sequent(), values[name], substitute(sort, values))
            node = driver.prove(Sequent(), substitute(denial, values), effort)
        except (Rejected, Unknown):
            continue
        except OutOfTime:
            return None
        if node is not None:
            return values, node
    return None


def evidence(kind: str, values: Mapping[str, Expr], node: Node, reason: str) -> Evidence:
    """A certificate of a kind that has values and one tree."""
    from verifier.methods.points import shown

    data = {name: to_json(v) for name, v in values.items()}
    return Evidence({"kind": kind, "values": data, "tree": node}, reason, shown(values) if values else None)


def attempt(task: Task, effort: int, share: float) -> Evidence | None:
    """A certified counterexample, or None."""
    found = search(task.statement, effort, time.monotonic() + share * task.left())
    return None if found is None else evidence("refutation", *found, "refuted at an exact point")
