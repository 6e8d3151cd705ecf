"""Limits with a real parameter whose sign matters: the goal for negative, for zero and for positive values of it.

Decides: relations in which a limit occurs whose value the evaluators find once they know the sign of a variable that
the facts leave open, such as limit(asinh(x/s)*s, s, oo) == x.  Complete for: the reduction itself, at most
two parameters deep.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, RELATIONS, Expr, head
from verifier.language.named import substitute
from verifier.library.trees import compared
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.numbers.evaluable import terms
from verifier.prove.numbers.gathered import stem_of

NAME = "signs of parameters"
EFFORT = 2
DEPTH = 2
WORDS = ("limit",)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE or head(goal) not in RELATIONS:
        return None
    found = list(terms(goal, s, WORDS))
    names = sorted({n for e in found for n in free_names(e) if s.sorts.get(n) == ("real",)})
    if sum(label.startswith("sign.") for label in s.facts) >= DEPTH:
        return None
    for x in names:
        if _decided(driver, s, x):
            continue
        label = f"sign.{stem_of(s, (goal, x))}"
        nodes: dict[str, Node] = {}
        for op in ("==", ">", "<"):  # the plainest first
            inner = s.assume(label, (op, x, 0))
            node = driver.prove(inner, substitute(goal, {x: 0}) if op == "==" else goal, effort)
            if node is None:
                return None
            nodes[op] = {"rule": "replace", "fact": label, "then": node} if op == "==" else node
        return compared(x, 0, label, nodes)
    return None


def _decided(driver: Driver, s: Sequent, x: str) -> bool:
    """Whether the sign of a variable, or that it is 0, is known."""
    return any(driver.prove(s, (op, x, 0), 0) is not None for op in ("<", ">", "=="))
