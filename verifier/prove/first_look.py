"""A first look at claims about numbers, before the methods that were made for matrices.

Decides: what `analysis` decides with little effort.  How: its first round, within a small share of the time.  Complete
for: nothing.  A claim whose page brings an argument of its own is left to that argument.
"""

from __future__ import annotations

from verifier.prove import analysis
from verifier.prove.driver.task import Evidence, Task

NAME = "first look"


def attempt(task: Task) -> Evidence | None:
    return None if task.claim.argument else analysis.first_look(task)
