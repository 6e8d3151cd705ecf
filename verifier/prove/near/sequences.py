"""Convergence of explicit sequences of real numbers and of matrices of fixed size.

Decides: ``tends(b(n), n, v)``.  How: by its definition.  The squared distance is a function of a real number that has
the limit 0 (`limit_values`), so it is at most h beyond some number, and there is an integer beyond that; else the
driver finds the index some other way.  The distance of matrices of literal sizes is written out by their entries
first. Complete for: sequences whose squared distance is elementary, as far as its limit is found.  Cannot do: sizes
that are symbolic, sequences that no formula gives, and what converges along the integers alone.
"""

from __future__ import annotations

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.literal_matrices import Entries, mentions
from verifier.kernel.analysis.limits import OO
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr, head
from verifier.language.named import arrival, closeness, fresh, operands, substitute, to_json
from verifier.library.trees import arrives, near
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.existence.beyond import integer_beyond, obtain, used

NAME = "convergence"
HEADS = ("tends",)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node for a convergence, or None."""
    if effort < 1:
        return None
    try:
        asked = arrival(goal, s)
    except (Rejected, ValueError):
        return None
    h, sort, body = operands(asked)
    first, indices, late = operands(operands(body)[1])
    n, _, close = operands(late)
    distance = _scalar(s, str(n), operands(close)[0])
    if distance is None:
        return None
    inner = s.declare(str(h), sort).assume(positive := fresh("positive", frozenset(s.facts)), operands(body)[0])
    branch = Branch(driver, inner)
    soon: Expr = ("exists", first, indices, ("forall", n, ("integer", first, "oo"), ("<=", distance, h)))
    found = branch.have(soon, _by_limit(driver, inner, soon, positive), effort)
    if found is None:
        return None
    exact: Node = {"rule": "exact", "fact": "now"}
    now: Node = {"rule": "use", "fact": "late", "at": [n], "premises": [], "as": "now", "then": exact}
    at_n: Node = now if distance == operands(close)[0] else {"rule": "by-entries", "then": now}
    end: Node = {"rule": "witness", "value": first, "then": {"rule": "intro", "as": n, "then": at_n}}
    whole = branch.wrap({"rule": "obtain", "fact": found, "name": first, "as": "late", "then": end})
    node: Node = {"rule": "intro", "as": h, "then": {"rule": "intro", "as": positive, "then": whole}}
    node = arrives(goal, node, fresh("convergence", frozenset(s.facts)))
    return node if driver.accepts(s, goal, node) else None


def _scalar(s: Sequent, n: str, distance: Expr) -> Expr | None:
    """The squared distance without matrices."""
    if not mentions(distance, s.sorts):
        return distance
    try:
        written = Entries({**s.sorts, n: ("integer", 0, "oo")}, s.context).formula(("<=", distance, 0))
    except (Rejected, Unknown):
        return None
    return operands(written)[0] if head(written) == "<=" else None


def _by_limit(driver: Driver, s: Sequent, goal: Expr, positive: str) -> Node | None:
    """There is an index from which on a term is at most h, since it has the limit 0 as a function of a real number."""
    _, indices, late = operands(goal)
    n, _, said = operands(late)
    term, h = operands(said)
    x = fresh("x", frozenset(s.sorts))
    limit: Expr = ("fn", "limit", ("forall", x, REAL, substitute(term, {str(n): x})), OO, 0)
    branch = Branch(driver, s)
    known = branch.have(("==", limit, 0), effort=1)
    if known is None:
        return None
    try:
        close = closeness(limit, 0, h, s)
    except Rejected:
        return None
    above: Node = {"rule": "exact", "fact": positive}
    there = branch.step(near(("==", limit, 0), known, h, above, close, branch.label("definition")), close)
    r = fresh(str(operands(close)[0]), frozenset(branch.s.sorts))
    inside = substitute(operands(close)[2], {str(operands(close)[0]): r})
    obtain(branch, there, r, REAL, inside)
    beyond = next(label for label, f in branch.s.facts.items() if f == operands(inside)[1])
    k = integer_beyond(branch, r, operands(indices)[0])
    if k is None:
        return None
    m = fresh(str(n), frozenset(branch.s.sorts))
    later = branch.s.declare(m, ("integer", k, "oo"))
    end = used(driver, later, substitute(said, {str(n): m}), beyond, m)
    if end is None:
        return None
    return branch.wrap({"rule": "witness", "value": to_json(k), "then": {"rule": "intro", "as": m, "then": end}})
