"""Goals about curves: facts at the times that occur in them, and derivatives of terms put in their place.

Decides: nothing by itself; facts that hold at all times are used at those that stand in the goal, and a goal with
``diff(f, t)`` becomes one with the derivatives of curves only.  How: the rules ``use``, ``diff`` and ``replace``.
Complete for: sums, products, traces and powers of curves.  Cannot do: times that stand nowhere, and derivatives under a
binder that binds one of their names.
"""

from __future__ import annotations

from collections.abc import Callable

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.derivative import has_real_values, of_shape
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, Expr, Malformed, conjunction, head
from verifier.language.named import conditions, derivative, fresh, named, operands, replaced, substitute, to_json
from verifier.prove.matrices.equations import Node

MOST = 24  # facts at a time for one goal
Prove = Callable[[Sequent, Expr], Node | None]


def times(e: Expr, curves: frozenset[str]) -> list[Expr]:
    """The times at which curves stand in a formula, those of its bound variables left out."""
    found: list[Expr] = []
    bound = {str(operands(x)[0]) for x in subexpressions(e) if head(x) in ("forall", "exists")}
    for x in subexpressions(e):
        if head(x) in ("at", "rate") and operands(x)[0] in curves:
            t = operands(x)[1]
            if t not in found and not free_names(t) & bound:
                found.append(t)
    return found


def at_the_times(s: Sequent, goal: Expr, prove: Prove) -> tuple[Sequent, list[Node]]:
    """The facts that hold at all times, at the times in the goal: the longer sequent, and the nodes that lead to it."""
    curves = frozenset(n for n, sort in s.sorts.items() if head(sort) == "curve")
    steps: list[Node] = []
    if not curves:
        return s, steps
    wanted = times(goal, curves)
    for label, fact in list(s.facts.items()):
        if head(fact) != "forall" or operands(fact)[1] != REAL:
            continue
        t, _, body = operands(fact)
        values = (x for x in subexpressions(body) if head(x) in ("at", "rate") and operands(x)[0] in curves)
        if not any(t in free_names(x) for x in values):
            continue
        for time in wanted:
            now = substitute(body, {str(t): time})
            new = f"{label} at {time if isinstance(time, (str, int)) else len(s.facts)}"
            if now in s.facts.values() or new in s.facts or len(steps) == MOST:
                continue
            premises = []
            if head(now) == "implies":
                if operands(now)[1] in s.facts.values():
                    continue
                proof = prove(s, operands(now)[0])
                if proof is None:
                    continue
                premises, now = [proof], operands(now)[1]
            steps.append({"rule": "use", "fact": label, "at": [to_json(time)], "premises": premises, "as": new})
            s = s.assume(new, now)
    return s, steps


def without_derivatives(s: Sequent, goal: Expr, prove: Prove) -> Node | None:
    """A proof of the goal in which the first derivative that can be taken is taken; None where there is none."""
    for term in subexpressions(goal):
        if head(term) != "fn" or operands(term)[0] != "diff" or operands(term)[3] != 1:
            continue
        (name, sort, body), point = operands(operands(term)[1]), operands(term)[2]
        try:
            if sort != REAL or not has_real_values(term, s):
                continue
            needed = [substitute(f, {str(name): point}) for f in conditions(body, str(name), True, s.sorts)]
            value = substitute(derivative(body, str(name), s.sorts), {str(name): point})
            value = named(of_shape(s, term, value), term)
        except (Unknown, Malformed):
            continue
        new = replaced(goal, term, value)
        smooth = prove(s, conjunction(needed)) if new != goal else None
        if smooth is None:
            continue
        label = fresh("slope", frozenset(s.facts))
        then = prove(s.assume(label, ("==", term, value)), new)
        if then is not None:
            replace: Node = {"rule": "replace", "fact": label, "then": then}
            return {"rule": "diff", "of": to_json(term), "smooth": smooth, "as": label, "then": replace}
    return None
