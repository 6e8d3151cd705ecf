"""The argument that a page suggests, or none: proof trees from scripts and from automation.

Decides: equations, inequalities and implications in the dimension-free matrix algebra, with quantifiers
over integers, matrices and sequences; with a script, whatever the script breaks down into such goals.
How: scripts are run step by step, every gap is closed automatically (rewriting with the facts, linear
combinations with exact coefficients, visible sums of squares and their vanishing, integer arithmetic,
induction on the outermost integer); the kernel accepts every leaf before the tree is returned.
Complete for: identities of words whose sums agree after shifts, reflections and telescoping.
Cannot: invent witnesses beyond small integers, find hidden squares, reorder triangular sums.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Rejected
from verifier.language.script import At, Step
from verifier.prove.matrices.automation import OutOfTime
from verifier.prove.matrices.tactics import Stuck
from verifier.prove.task import Evidence, Task

NAME = "matrix words"


def attempt(task: Task) -> Evidence | None:
    """A proof tree for the claim, by its script if it has one, else automatically."""
    steps: list[Step] = list(task.claim.argument)  # type: ignore[arg-type]
    if any(isinstance(step, At) for step in steps):  # that script is for a counterexample
        steps = []
    for script in [steps, []] if steps else [[]]:
        try:
            share = 0.85 if script else 0.6  # what an author wrote is worth most of the time
            tree = task.tactics(share).prove(task.sequent, task.statement.goal, script)
        except (Stuck, Rejected) as error:
            if script:
                task.notes.append(f"argument: {error}")
            continue
        except OutOfTime:
            task.notes.append("matrix words: out of time")
            continue
        words = "by the argument given on the page" if script else "found automatically"
        return Evidence(task.proof(tree), f"proved for all values, {words}")
    return None
