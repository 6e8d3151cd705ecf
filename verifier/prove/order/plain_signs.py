"""Signs that show in the form of a term: the first thing that is asked about any inequality.

Decides: 0 < e, 0 <= e, e != 0 and a < b where the sign follows from the signs of the parts of a sum, a product, a
quotient or a power, from known facts up to scaling and a shift by a number, and from what is known of exp, sqrt,
abs, log, cosh, gamma and others.  How: one pass from the inside out; every sign found becomes a fact of the branch.
Complete for nothing; cancellation between the parts of a sum is left to `linear`.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, accepts
from verifier.prove.numbers.shared_terms import wrapped
from verifier.prove.order.sign_facts import Sign
from verifier.prove.order.signs import Signs

NAME = "signs"


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE:
        return None
    goal = as_less(goal)
    a, b = operands(goal)
    branch = Branch(driver, s)
    signs = Signs(branch)
    op = str(head(goal))
    e = b if a == 0 else a if b == 0 and op in ("==", "!=") else ("-", b, a)
    sign = signs.sign(e)
    if sign is None and b == 0 and a != 0 and op in ("<", "<="):
        sign = signs.sign(a)
        e = a
        if sign is not None:
            sign = Sign({"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign.op, sign.op), sign.label)
    if sign is None:
        return None
    wanted = {"<": (">",), "<=": (">", ">="), "==": ("==",), "!=": (">", "<", "!=")}[op]
    if sign.op not in wanted:
        if op == "<=" and sign.op == "==":
            return _equal(signs, goal, "positive", sign.label, s)
        return None
    if op == "!=":
        zero = branch.label("zero")
        labels = [sign.label] if sign.op == "!=" else [sign.label, sign.label]
        e2: Expr = ("-", a, b)
        terms = [{"fact": zero, "times": to_json(e2)}]
        then: Node = {"rule": "positive", "products": [{"facts": labels}], "terms": terms}
        entries = signs.nonzero([goal])
        if entries:
            then["nonzero"] = entries
        if not (is_real(a, s.sorts) and is_real(b, s.sorts)):
            return wrapped(branch, {"rule": "exact", "fact": sign.label})
        return _ended(signs, goal, {"rule": "intro", "as": zero, "then": then}, s)
    if op == "==":
        return _equal(signs, goal, "field", sign.label, s)
    return _ended(signs, goal, {"rule": "positive", "products": [{"facts": [sign.label]}]}, s)


def _equal(signs: Signs, goal: Expr, rule: str, label: str, s: Sequent) -> Node | None:
    """The goal from an equation with 0, which is up to sign what the goal's sides differ by."""
    nodes = (_ended(signs, goal, {"rule": rule, "terms": [{"fact": label, "times": t}]}, s) for t in (-1, 1))
    return next((node for node in nodes if node is not None), None)


def _ended(signs: Signs, goal: Expr, node: Node, s: Sequent) -> Node | None:
    if node["rule"] != "intro":
        entries = signs.nonzero([goal])
        if entries is None:
            return None
        if entries:
            node = {**node, "nonzero": entries}
    tree = wrapped(signs.branch, node)
    return tree if tree is not None and accepts(s, goal, tree) else None
