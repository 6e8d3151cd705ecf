"""Rewriting spelled out: a node that says with which facts to rewrite becomes one that says what was put for what.

The search writes ``"rewrite": [label, ...]`` into a node ("~label" reads the equation from right to left).  The kernel
knows no such thing; it gets the steps as terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.kernel.algebra.canonical import normal
from verifier.kernel.algebra.closing import HOLE, Balance
from verifier.kernel.algebra.integers import Index, Unknown
from verifier.kernel.algebra.words import Poly
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.language.text.rebuild import poly_expr, product
from verifier.prove.matrices.word_rewriting import Rewriter, rules_of

Node = dict[str, object]


class Rewriting(Balance):
    """A balance that is rewritten with facts before it is read off."""

    def __init__(self, s: Sequent, node: Mapping[str, Any], start: Expr, rewrite: Sequence[str]) -> None:
        super().__init__(Checker(), s, node, start)
        self.cleared: dict[Expr, int] = {}  # by what it was multiplied, and how often
        self.rewriter = Rewriter(self.reader, [rule for label in rewrite for rule in rules_of(label, s)])

    def rest(self) -> Poly:
        """What is left, rewritten, denominators cleared and rewritten again, in normal form."""
        p = self.rewriter.apply(self.total)
        for _ in range(40):
            inverse = self._denominator(p)
            if inverse is None:
                return normal(self.reader, p)
            power = max((e.constant or 0 for m in p for a, e in m[1] if a == inverse), default=0)
            p = self._cleared(p, inverse)
            below = poly_expr(inverse[1])
            self.cleared[below] = self.cleared.get(below, 0) + power
            self.rewriter.factor = product([self.rewriter.factor, ("^", ("/", 1, below), power)])
            p = self.rewriter.apply(p)
        raise Unknown("denominators that do not clear")


def _start(s: Sequent, goal: Expr, node: Mapping[str, Any]) -> Expr:
    """What a node of rule linear or order balances."""
    relation = as_less(goal)
    if relation == FALSE:
        return 0
    if head(relation) not in ("==", "<", "<="):
        raise Rejected(f"{node['rule']}: neither an equation nor an inequality")
    left, right = operands(relation)
    return ("-", right, left) if node["rule"] == "order" else ("-", left, right)


def spelled(s: Sequent, goal: Expr, node: Mapping[str, Any]) -> Node:
    """The node as the kernel takes it.  Raises `Rejected` or `Unknown` where the rewriting leaves something over."""
    if "rewrite" not in node:
        return dict(node)
    plain = {k: v for k, v in node.items() if k != "rewrite" and v != []}
    rewrite = node["rewrite"]
    if rewrite:
        balance = Rewriting(s, plain, _start(s, goal, node), rewrite)
        rest = balance.rest()
        if rest:
            raise Rejected(f"the sides differ by {len(rest)} terms")
        if balance.rewriter.terms:
            plain["terms"] = [*plain.get("terms", []), *balance.rewriter.terms]
        if balance.rewriter.agreed:
            return _with_equal_indices(s, goal, plain, balance.rewriter.agreed) or plain
    return plain


def _with_equal_indices(s: Sequent, goal: Expr, node: Mapping[str, Any], gaps: list[Index]) -> Node | None:
    """The node where one variable is replaced by what the facts about integers say that it is, if that is needed."""
    left = Balance(Checker(), s, node, _start(s, goal, node))
    if not left.rest():
        return None
    label = fresh("same", frozenset(s.facts))
    for gap, name in ((g, n) for g in gaps for n in sorted(g.names()) if n in s.sorts):
        sign = gap.coefficient(name)
        if sign not in (1, -1):
            continue
        value = (Index.var(name) - gap.scale(sign)).expr()
        around = substitute(poly_expr(left.total.items()), {name: HOLE})
        then = {**node, "terms": [*node.get("terms", []), {"fact": label, "in": to_json(around)}]}
        whole: Node = {"rule": "have", "formula": to_json(("==", name, value)), "as": label, "then": then,
                       "proof": {"rule": "arith"}}  # fmt: skip
        if accepted(s, goal, whole) is not None:
            return whole
    return None


def accepted(s: Sequent, goal: Expr, node: Mapping[str, Any]) -> Node | None:
    """The node spelled out, if the kernel accepts it for this goal."""
    try:
        plain = spelled(s, goal, node)
        Checker().check(s, goal, plain)
    except (Rejected, Unknown, ValueError):
        return None
    return plain


def accepts(s: Sequent, goal: Expr, node: Mapping[str, Any]) -> bool:
    """Whether the kernel accepts this node for this goal."""
    return accepted(s, goal, node) is not None
