"""Relations whose sides may be infinite: a limit, an integral or a sum is evaluated before anything else is tried.

Decides: relations with oo or -oo on a side; v != limit(f) where a one-sided limit is another value.  How: the
facts that -oo < every real number < oo, after an evaluator has found the value of the other side.  Complete for:
the order of oo, -oo and terms that are visibly real.  It stands before the closers that do arithmetic, since no
arithmetic is done with a term that may be infinite.  Cannot do: terms whose value no evaluator finds.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.claims.named import fresh, operands, schema, substitute, to_json
from verifier.kernel.binding import same
from verifier.kernel.expr import Expr, head
from verifier.kernel.field import EXTENDED
from verifier.kernel.limits import infinite
from verifier.kernel.logic import Sequent, as_less
from verifier.methods.calculus import evaluation, limits
from verifier.methods.calculus.driver import Branch, Driver, Node

NAME = "infinite values"


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    sides = operands(goal)
    if any(infinite(e) for e in sides):
        order = _ordered(s, goal, sides)
        if order is not None and driver.accepts(s, goal, order):
            return order
    if effort >= evaluation.EFFORT and any(head(e) == "fn" and operands(e)[0] in EXTENDED for e in sides):
        node = evaluation.close(driver, s, goal, effort)
        return node if node is not None or head(goal) != "!=" else _one_side(driver, s, goal, effort)
    return None


def _ordered(s: Sequent, goal: Expr, sides: Sequence[Expr]) -> Node | None:
    """The order of oo, -oo and a real number."""
    terms = [e for e in sides if not infinite(e)]
    letters, _, known = schema(name := "finite" if terms else "infinities")
    known = substitute(known, dict(zip(letters, terms, strict=True)))
    label = fresh("order", frozenset(s.facts))
    for i, part in enumerate(operands(known)):
        if same(as_less(part), as_less(goal)):
            then: Node = {"rule": "exact", "fact": f"{label}.{i}"}
            return {"rule": "instance", "name": name, "at": [to_json(e) for e in terms], "as": label, "then": then}
    return None


def _one_side(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A limit from both sides is not v, because from one side the limit is another value."""
    term, v = operands(goal)
    if head(term) != "fn" or operands(term)[0] != "limit" or operands(term)[3] != 0:
        return None
    label = fresh("equal", frozenset(s.facts))
    start = s.assume(label, ("==", term, v))
    for side in (1, -1):
        branch = Branch(driver, start)
        half: Expr = ("fn", "limit", *operands(term)[1:3], side)
        one = branch.step({"rule": "limit-side", "fact": label, "side": side}, ("==", half, v), "side")
        value = limits.evaluate(driver, branch, half, effort)
        known = next((n for n, f in branch.s.facts.items() if value is not None and f == ("==", half, value)), None)
        if value is None or known is None or same(value, v):
            continue
        clash: Expr = ("==", value, v)
        wrong = branch.step({"rule": "replace", "fact": known, "on": one}, clash, "clash")
        proof = driver.prove(branch.s, ("!=", value, v), effort)
        end = branch.wrap({"rule": "contradict", "fact": wrong, "proof": proof}) if proof is not None else None
        node: Node = {"rule": "intro", "as": label, "then": end}
        if end is not None and driver.accepts(s, goal, node):
            return node
    return None
