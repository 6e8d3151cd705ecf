"""Order and equality of terms as they are written: a <= b, b == c and c < d give a < d, whatever a, b, c and d are.

Decides: relations that follow from the facts by transitivity.  How: the sides of facts and goal are the points of a
graph; where a path leads from one side of the goal to the other, its points become letters, and what is left is linear.
Complete for: facts that are relations, with sides that are the same terms up to names of bound variables.
"""

from __future__ import annotations

from collections import deque

from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import TRUE, Expr, head
from verifier.language.named import operands
from verifier.prove.numbers.driver import Driver, Node
from verifier.prove.numbers.letters import generalised, is_number, lettered

NAME = "transitivity"
AT_ONCE = True
MOST = 60  # facts


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    usual = as_less(goal)
    if head(usual) not in ("<", "<=", "=="):
        return None
    steps: dict[Expr, list[tuple[Expr, str]]] = {}
    for label, fact in [known for known in s.facts.items() if known[1] != TRUE][:MOST]:
        known = as_less(fact)
        if head(known) in ("<", "<=", "=="):
            a, b = map(marked, operands(known))
            steps.setdefault(a, []).append((b, label))
            if head(known) == "==":
                steps.setdefault(b, []).append((a, label))
    low, high = map(marked, operands(usual))
    if low not in steps or low == high:
        return None
    used = _path(steps, low, high)
    if used is None or not any(isinstance(e, tuple) for label in used for e in operands(s.facts[label])):
        return None
    sides = dict.fromkeys(e for f in (goal, *(s.facts[n] for n in used)) for e in operands(f) if isinstance(e, tuple))
    if not all(is_number(e, s) for e in sides):  # matrices are for `relations`
        return None
    only = Sequent(s.sorts, {n: f if n in used else TRUE for n, f in s.facts.items()}, s.context)
    return generalised(driver, only, goal, min(effort, 1), lettered(sides, "z", s.sorts), frozenset(), [])


def _path(steps: dict[Expr, list[tuple[Expr, str]]], low: Expr, high: Expr) -> list[str] | None:
    """The labels of the facts on a shortest path."""
    found: dict[Expr, list[str]] = {low: []}
    waiting = deque([low])
    while waiting:
        here = waiting.popleft()
        for there, label in steps.get(here, ()):
            if there not in found:
                found[there] = [*found[here], label]
                if there == high:
                    return found[there]
                waiting.append(there)
    return None
