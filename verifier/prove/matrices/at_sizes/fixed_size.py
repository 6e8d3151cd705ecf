"""Fixed sizes: polynomial identities and implications, entry by entry.

Decides: equations between polynomials and rational functions in the entries of matrices whose sizes are
numbers, also under polynomial equations (by explicit cofactors).
How: values modulo a random 61-bit prime first (a nonzero value ends the attempt), then exact expansion
with python-flint; cofactors by linear algebra of growing degree.
Complete for: identities.  Cannot: symbolic sizes, inequalities.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verifier.kernel.terms.expr import head
from verifier.language.named import operands
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.matrices.at_sizes.polynomials_at_sizes import prove_identity, prove_implication

NAME = "polynomials at fixed sizes"


def attempt(task: Task) -> Evidence | None:
    """A proof by entries."""
    statement = task.statement
    if any(head(sort) not in ("real", "matrix") for _, sort in statement.variables):
        return None
    goals = operands(statement.goal) if head(statement.goal) == "and" else (statement.goal,)
    nodes: list[dict[str, Any]] = []
    for goal in goals:
        part = replace(statement, goal=goal)
        node = prove_identity(part)
        if node is None:
            left = task.deadline - now()
            node = prove_implication(part, max(0.1, min(5.0, 0.4 * left)))
        if node is None:
            return None
        nodes.append(node)
    node = nodes[0] if len(nodes) == 1 else {"rule": "split", "nodes": nodes}
    return Evidence({"kind": "proof", "tree": node}, "proved by exact expansion in the entries")
