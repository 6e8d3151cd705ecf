"""Order and equality of terms as they are written: a <= b, b == c and c < d give a < d, whatever a, b, c and d are.

Decides: relations that follow from the facts by transitivity; that a function has one value at equal arguments.  How:
the sides of facts and goal are the points of a graph; where a path leads from one side of the goal to the other, its
points become letters, and what is left is linear.  Complete for: facts that are relations, with sides that are the same
terms up to names of bound variables.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import TRUE, Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.matrices.equations import accepted
from verifier.prove.numbers.letters import generalised, is_number, lettered

NAME = "transitivity"
AT_ONCE = True
Step = tuple[Expr, str, bool]  # where a fact leads, its label, whether from left to right
MOST = 60  # facts


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    usual = as_less(goal)
    if head(usual) not in ("<", "<=", "=="):
        return None
    alike = _congruent(driver, s, usual, effort) if head(usual) == "==" and effort else None
    if alike is not None:
        return alike
    steps: dict[Expr, list[Step]] = {}
    for label, fact in [known for known in s.facts.items() if known[1] != TRUE][:MOST]:
        known = as_less(fact)
        if head(known) in ("<", "<=", "=="):
            a, b = map(marked, operands(known))
            steps.setdefault(a, []).append((b, label, True))
            if head(known) == "==":
                steps.setdefault(b, []).append((a, label, False))
    low, high = map(marked, operands(usual))
    if low not in steps or low == high:
        return None
    path = _path(steps, low, high)
    used = [label for label, _ in path or ()]
    if not any(isinstance(e, tuple) for label in used for e in operands(s.facts[label])):
        return None
    sides = dict.fromkeys(e for f in (goal, *(s.facts[n] for n in used)) for e in operands(f) if isinstance(e, tuple))
    if not all(is_number(e, s) for e in sides):
        return _added(s, goal, path or [])
    only = Sequent(s.sorts, {n: f if n in used else TRUE for n, f in s.facts.items()}, s.context)
    return generalised(driver, only, goal, min(effort, 1), lettered(sides, "z", s.sorts), frozenset(), [])


def _congruent(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """One function at equal arguments."""
    left, right = operands(goal)
    if head(left) != "fn" or head(right) != "fn" or len(operands(left)) != 2 or len(operands(right)) != 2:
        return None
    (f, a), (g, b) = operands(left), operands(right)
    equal: Expr = ("==", a, b)
    if f != g or marked(a) == marked(b) or not any(known != TRUE for known in s.facts.values()):
        return None
    proof = driver.prove(s, equal, 0)
    if proof is None:
        return None
    branch = Branch(driver, s)
    label = branch.have(equal, proof)
    same = driver.prove(branch.s, ("==", right, right), 0)
    return None if same is None else branch.wrap({"rule": "replace", "fact": label, "then": same})


def _added(s: Sequent, goal: Expr, path: Sequence[tuple[str, bool]]) -> Node | None:
    """Equations between matrices, added up."""
    if any(head(s.facts[label]) != "==" for label, _ in path):
        return None
    terms = [{"fact": label, "in": to_json(HOLE if forwards else ("*", -1, HOLE))} for label, forwards in path]
    return accepted(s, goal, {"rule": "linear", "terms": terms})


def _path(steps: dict[Expr, list[Step]], low: Expr, high: Expr) -> list[tuple[str, bool]] | None:
    """The labels of the facts on a shortest path, and whether it goes from their left to their right side."""
    found: dict[Expr, list[tuple[str, bool]]] = {low: []}
    waiting = deque([low])
    while waiting:
        here = waiting.popleft()
        for there, label, forwards in steps.get(here, ()):
            if there not in found:
                found[there] = [*found[here], (label, forwards)]
                if there == high:
                    return found[there]
                waiting.append(there)
    return None
