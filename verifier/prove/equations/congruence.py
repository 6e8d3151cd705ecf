"""Equals for equals: the equations among the facts rewrite terms as they are written, until nothing changes.

Decides: what is said anyway, or follows at once, when each term stands for all that it is equal to.  How: each equation
becomes a rule from its larger to its smaller side; rules rewrite each other, the facts and the goal (ground completion,
which is congruence closure).  Complete for: equations that follow from equations by congruence alone.  Cannot do: use
an equation whose sides occur in another writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import RELATIONS, TRUE, Expr, head
from verifier.language.named import operands, replaced
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.driver.objects import concerns
from verifier.prove.matrices.equations import OutOfTime

NAME = "congruence"
AT_ONCE = True
MOST = 40  # facts that are equations, and rewritten ones
LIMITED = (0.1, 0.3)  # share of the time that is left, and seconds of effort, for the normal form
LARGEST = 200  # operations in a side of a rule


@dataclass(frozen=True)
class Rule:
    """``old`` is equal to ``new``, which is smaller, by the fact of this label; ``back``: read from right to left."""

    old: Expr
    new: Expr
    label: str
    back: bool

    @property
    def node(self) -> Node:
        return {"rule": "replace", "fact": self.label, **({"back": True} if self.back else {})}


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Ask for the goal in its normal form, from the facts in theirs."""
    if head(goal) not in RELATIONS:
        return None
    branch = Branch(driver, s)
    rules = _rules(branch)
    if not rules:
        return None
    new, steps = _normal(goal, rules)
    kept = {rule.label for rule in rules}
    changed = [label for label, fact in s.facts.items() if _changes(label, fact, rules, kept)]
    for label in changed:
        _rewrite(branch, label, rules)
    if not steps and not changed:
        return None
    end = _ended(driver, branch, new, changed, effort if steps else effort - 1)
    for rule in reversed(steps):
        end = None if end is None else {**rule.node, "then": end}
    found = branch.wrap(end)
    return found if found is not None and driver.accepts(s, goal, found) else None


def _changes(label: str, fact: Expr, rules: list[Rule], kept: set[str]) -> bool:
    return head(fact) in RELATIONS and label not in kept and bool(_normal(fact, rules)[1])


def _ended(driver: Driver, branch: Branch, goal: Expr, changed: Sequence[str], effort: int) -> Node | None:
    a, b = map(marked, operands(as_less(goal)))
    if a == b and head(as_less(goal)) in ("==", "<="):
        return driver.prove(branch.s, goal, 0)
    for label, fact in branch.s.facts.items():
        if head(fact) in RELATIONS and marked(as_less(fact)) == marked(as_less(goal)):
            return {"rule": "exact", "fact": label}
    if effort < 1 or concerns(branch.s, goal):  # the algebra of matrices rewrites by itself
        return None
    kept = {n: TRUE if n in changed else f for n, f in branch.s.facts.items()}  # their labels stay taken
    found = None
    with suppress(OutOfTime):
        found = driver.within(*LIMITED).prove(Sequent(branch.s.sorts, kept, branch.s.context), goal, 0)
    driver.tick()
    return found


def _rules(branch: Branch) -> list[Rule]:
    """Rules that rewrite each other no more."""
    waiting = [label for label, fact in branch.s.facts.items() if head(fact) == "=="][:MOST]
    rules: list[Rule] = []
    while waiting and len(branch.steps) < MOST:
        label = waiting.pop(0)
        label = _rewrite(branch, label, rules)
        rule = _oriented(label, branch.s.facts[label])
        if rule is None:
            continue
        touched = [other for other in rules if replaced(other.old, rule.old, rule.new) != other.old]
        rules = [other for other in rules if other not in touched] + [rule]
        waiting += [other.label for other in touched]
    return rules


def _oriented(label: str, fact: Expr) -> Rule | None:
    a, b = operands(fact)
    one, other = (_weight(a), repr(marked(a))), (_weight(b), repr(marked(b)))
    if one[1] == other[1] or max(one[0], other[0]) > LARGEST:
        return None
    return Rule(a, b, label, False) if one > other else Rule(b, a, label, True)


def _weight(e: Expr) -> int:
    return 1 + sum(map(_weight, operands(e))) if isinstance(e, tuple) else 1


def _normal(e: Expr, rules: list[Rule]) -> tuple[Expr, list[Rule]]:
    """The term without anything that a rule rewrites, and the rules that lead there, in their order."""
    steps: list[Rule] = []
    again = True
    while again:
        again = False
        for rule in rules:
            new = replaced(e, rule.old, rule.new)
            if new != e:
                e, again = new, True
                steps.append(rule)
    return e, steps


def _rewrite(branch: Branch, label: str, rules: list[Rule]) -> str:
    """The label of the fact in its normal form."""
    fact = branch.s.facts[label]
    for rule in _normal(fact, rules)[1]:
        fact = replaced(fact, rule.old, rule.new)
        label = branch.step({**rule.node, "on": label}, fact)
    return label
