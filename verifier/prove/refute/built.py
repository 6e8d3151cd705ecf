"""Counterexamples in which something moves: sequences, curves and functions that are built for the hypotheses.

Decides: falsehood of claims about them, also where sequences have to follow a recursion and curves a linear flow. How:
points are built that seem to satisfy the hypotheses (`properties`); where the goal is seen to fail and all values are
terms, the hypotheses and the negated goal are proved there.  Complete for: nothing.  Cannot do: flows and recursions
that have no closed form; random variables (`laws`).
"""

from __future__ import annotations

from itertools import chain

from verifier.kernel.terms.expr import head
from verifier.language.text.point_words import shown
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.properties.building import MOVES
from verifier.prove.properties.violations import violations
from verifier.prove.refute import simple_functions
from verifier.prove.refute.points import certify

NAME = "built counterexample"
SECONDS = 1.0  # for the points


def attempt(task: Task) -> Evidence | None:
    if not any(head(sort) in MOVES for _, sort in task.statement.variables):
        return None
    seconds = min(SECONDS, 0.1 * task.left())
    plain = simple_functions.found(task.statement, 0.3 * seconds)  # what is simplest comes first
    for values in chain(plain, violations(task.statement, seconds)):
        certificate = certify(task, values, share=0.1)
        if certificate is not None:
            return Evidence(certificate, "refuted at an exact point that was built", shown(values))
    return None
