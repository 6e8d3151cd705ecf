"""Floors and ceilings: each is an integer with a name, next to its argument; then order between integers and reals.

Decides: relations that follow linearly from k <= u < k + 1 for the floors k == floor(u) that occur, where a strict
inequality between integers leaves room for 1, with at most `SPLITS` case distinctions between two floors.  Complete
for: nothing as a whole.  Cannot do: claims with `MOST` floors or more.
"""

from __future__ import annotations

from itertools import permutations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, INTEGER, RELATIONS, Expr, head
from verifier.language.named import fresh, operands, replaced, to_json
from verifier.library.trees import between
from verifier.prove.driver.driver import Branch, Driver, Node

NAME = "floors"
EFFORT = 1
MOST = 6
SPLITS = 2


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal != FALSE and head(goal) not in RELATIONS:
        return None
    if not any(_floor(e) is not None for f in (goal, *s.facts.values()) for e in subexpressions(f)):
        return None
    branch, names = Branch(driver, s), []
    for _ in range(MOST):
        found = _next(branch, goal)
        if found is None:
            break
        old, new, label = found
        names += [str(new)] if isinstance(new, str) else []
        goal = _everywhere(branch, goal, old, new, label)
    else:
        return None
    if not names:
        return None
    return branch.wrap(_decided(driver, branch.s, goal, names, effort, SPLITS if effort > 1 else 0))


def _floor(e: Expr) -> Expr | None:
    if head(e) == "floor":
        return operands(e)[0]
    return operands(e)[1] if head(e) == "fn" and operands(e)[0] == "ceiling" else None


def _whole(s: Sequent, e: Expr) -> bool:
    try:
        Checker().fits(s, e, INTEGER)
    except (Rejected, Unknown):
        return False
    return True


def _next(branch: Branch, goal: Expr) -> tuple[Expr, Expr, str] | None:
    """An innermost floor or ceiling, what it is equal to, and the label of that fact."""
    s = branch.s
    done = {operands(f)[0] for f in s.facts.values() if head(f) == "=="}
    for e in [e for f in (goal, *s.facts.values()) for e in subexpressions(f)]:
        u = _floor(e)
        if u is None or e in done or not free_names(u) <= set(s.sorts) or not is_real(u, s.sorts):
            continue
        if any(_floor(x) is not None for x in subexpressions(u)):
            continue
        if head(e) == "fn":
            label = branch.instance("ceiling", u)
            return None if label is None else (e, operands(branch.s.facts[label])[1], label)
        if _whole(s, u):
            label = branch.instance("floor-value", u, u, effort=0)
            return None if label is None else (e, u, label)
        k = fresh("k", frozenset(s.sorts))
        around: Expr = ("and", ("<=", k, u), ("<", u, ("+", k, 1)))
        known = branch.theorem("integer-part", [to_json(u)], [], ("exists", k, INTEGER, around))
        near = branch.label("near")
        branch.steps.append({"rule": "obtain", "fact": known, "name": k, "as": near})
        branch.s = branch.s.declare(k, INTEGER).assume(near, around)
        label = branch.instance("floor-value", u, k)
        return None if label is None else (e, k, label)
    return None


def _everywhere(branch: Branch, goal: Expr, old: Expr, new: Expr, label: str) -> Expr:
    """The goal and the facts with a term replaced; the goal's proof comes at the end."""
    for name, fact in list(branch.s.facts.items()):
        if name != label and head(fact) in RELATIONS and replaced(fact, old, new) != fact:
            branch.step({"rule": "replace", "fact": label, "on": name}, replaced(fact, old, new))
    if goal != FALSE and replaced(goal, old, new) != goal:
        branch.steps.append({"rule": "replace", "fact": label})
        return replaced(goal, old, new)
    return goal


def _decided(driver: Driver, s: Sequent, goal: Expr, names: list[str], effort: int, splits: int) -> Node | None:
    if head(goal) == "==" and all(_whole(s, a) for a in operands(goal)):
        a, b = operands(goal)
        low = _decided(driver, s, ("<=", a, b), names, effort, splits)
        high = None if low is None else _decided(driver, s, ("<=", b, a), names, effort, splits)
        return None if low is None or high is None else between(a, b, low, high, fresh("equal", frozenset(s.facts)))
    node = _linear(driver, s, goal)
    if node is not None or splits == 0:
        return node
    for k, m in permutations(names, 2):
        label = fresh("apart", frozenset(s.facts))
        yes = _decided(driver, s.assume(label, ("<=", k, m)), goal, names, effort, 0)
        if yes is None:
            continue
        other = Branch(driver, s.assume(label, (">", k, m)))
        other.instance("integer-step", m, k)
        no = other.wrap(_decided(driver, other.s, goal, names, effort, splits - 1))
        if no is not None:
            return {"rule": "either", "formula": to_json(("<=", k, m)), "as": label, "yes": yes, "no": no}
    return None


def _linear(driver: Driver, s: Sequent, goal: Expr) -> Node | None:
    """By linear arithmetic; between integers the negated goal leaves room for 1."""
    less = as_less(goal)
    if head(less) in ("<", "<=") and all(_whole(s, a) for a in operands(less)):
        a, b = operands(less)
        label = fresh("against", frozenset(s.facts))
        branch = Branch(driver, s.assume(label, ("<" if head(less) == "<=" else "<=", b, a)))
        if head(less) == "<=":
            branch.instance("integer-step", b, a)
        node = branch.wrap(driver.prove(branch.s, FALSE, 1))
        return None if node is None else {"rule": "negate", "as": label, "then": node}
    return driver.prove(s, goal, 1)
