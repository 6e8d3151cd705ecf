"""Which facts a goal is likely to follow from: those about its variables, before all others.

Facts that are left out say `true`, so that their labels stay taken; what is proved from the rest is proved.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, TRUE, Expr

FEW = 8  # facts, of which all are taken at once


def relevant(s: Sequent, goal: Expr) -> Iterator[Sequent]:
    """The sequent with few facts, with more, as it is.

    At first with those about the goal's variables alone, then with those that mention one of them, then also with what
    is said of the variables of these.
    """
    if goal != FALSE and len(s.facts) > FEW:
        names = {label: free_names(fact) for label, fact in s.facts.items()}
        about = free_names(goal)
        within = {label for label, its in names.items() if its and its <= about}
        near = {label for label, its in names.items() if its & about}
        around = frozenset(about.union(*(names[label] for label in near)))
        wide = {label for label, its in names.items() if its and its <= around}
        before = len(s.facts)
        for chosen in (within, near, wide):
            if len(chosen) < len(s.facts) and len(chosen) != before:
                before = len(chosen)
                yield Sequent(s.sorts, {n: f if n in chosen else TRUE for n, f in s.facts.items()}, s.context)
    yield s
