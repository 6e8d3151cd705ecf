"""The argument that a page suggests: a proof tree from its script, step by step, gaps closed by the driver.

Decides: what the script breaks down into goals that the driver closes.  Complete for: nothing.  Cannot do: claims
without a script (`analysis`).
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Rejected
from verifier.language.script import At, Step
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.matrices.equations import OutOfTime
from verifier.prove.scripts.tactics import Stuck

NAME = "argument"
SHARE = 0.85  # of the time: what an author wrote is worth most of it


def attempt(task: Task) -> Evidence | None:
    """A proof tree for the claim by its script; nothing where it has none, or one for a counterexample."""
    steps: list[Step] = list(task.claim.argument)  # type: ignore[arg-type]
    if not steps or any(isinstance(step, At) for step in steps):
        return None
    try:
        tree = task.tactics(SHARE).prove(task.sequent, task.statement.goal, steps)
    except (Stuck, Rejected) as error:
        task.notes.append(f"argument: {error}")
        return None
    except OutOfTime:
        task.notes.append("argument: out of time")
        return None
    return Evidence(task.proof(tree), "proved for all values, by the argument given on the page")
