"""The rules of logic: how a proof tree is taken apart.  The rules that close a branch by algebra are in
`closing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.kernel.antiderivatives import ANTIDERIVATIVES
from verifier.kernel.axioms import AXIOMS
from verifier.kernel.boxes import BOXES
from verifier.kernel.closing import CLOSING
from verifier.kernel.convergence import CONVERGENCE
from verifier.kernel.curves import CURVES
from verifier.kernel.derivative import CALCULUS
from verifier.kernel.ends import ENDS_RULES
from verifier.kernel.expr import (
    ENDS,
    FALSE,
    TRUE,
    Expr,
    free_names,
    head,
    negation,
    operands,
    same,
    substitute,
)
from verifier.kernel.functions import FUNCTIONS
from verifier.kernel.integers import index_of
from verifier.kernel.integral_table import TABLED
from verifier.kernel.integrals import INTEGRALS
from verifier.kernel.intermediate import INTERMEDIATE
from verifier.kernel.jets import JETS
from verifier.kernel.limits import LIMITS
from verifier.kernel.literal_matrices import LITERAL_MATRICES
from verifier.kernel.logic import Checker, Node, Rejected, Sequent, apply_value, as_less, halved
from verifier.kernel.nearness import NEARNESS
from verifier.kernel.pieces import PIECES
from verifier.kernel.recursion import RECURSION
from verifier.kernel.residues import RESIDUES
from verifier.kernel.scalars import SCALARS
from verifier.kernel.schemas import instance
from verifier.kernel.series import SERIES
from verifier.kernel.sums import SUMS
from verifier.kernel.taylor import TAYLOR


def _need(condition: bool, why: str) -> None:
    if not condition:
        raise Rejected(why)


def intro(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """forall x: take an x.  P implies Q: assume P.  a != b: assume a == b, prove false."""
    args = operands(goal)
    if head(goal) == "forall":
        name = str(node["as"])
        c.check(s.declare(name, args[1]), substitute(args[2], {str(args[0]): name}), node["then"])
    elif head(goal) == "implies":
        c.check(s.assume(node["as"], args[0]), args[1], node["then"])
    elif head(goal) == "!=":
        c.check(s.assume(node["as"], ("==", *args)), FALSE, node["then"])
    else:
        raise Rejected("intro: the goal is no 'for all', no implication and no '!='")


def split(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """P and Q: prove each."""
    parts = operands(goal)
    _need(head(goal) == "and" and len(parts) == len(node["nodes"]), "split: not that many parts")
    for part, child in zip(parts, node["nodes"], strict=True):
        c.check(s, part, child)


def choose(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """P or Q: prove one."""
    _need(head(goal) == "or" and isinstance(node["index"], int), "choose: the goal is no 'or'")
    _need(0 <= node["index"] < len(operands(goal)), "choose: no such part")
    c.check(s, operands(goal)[node["index"]], node["then"])


def witness(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """exists x: name one."""
    _need(head(goal) == "exists", "witness: the goal is no 'exists'")
    name, sort, body = operands(goal)
    index = node.get("index")
    value = c.expression(s, node["value"], frozenset([index] if index else []), sort)
    c.fits(s, value, sort, index)
    c.check(s, apply_value(body, str(name), sort, value, index, s.sorts), node["then"])


def have(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """Prove a formula on the way, then use it."""
    formula = c.formula(s, node["formula"])
    c.check(s, formula, node["proof"])
    c.check(s.assume(node["as"], formula), goal, node["then"])


def use(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """Apply a fact 'for all x: P implies Q' at given values, proving each P."""
    formula = c.applied(s, s.fact(node["fact"]), node)
    c.check(s.assume(node["as"], formula), goal, node["then"])


def obtain(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """From 'there is x with P' take such an x."""
    fact = s.fact(node["fact"])
    _need(head(fact) == "exists", "obtain: the fact is no 'exists'")
    name, sort, body = operands(fact)
    new = str(node["name"])
    c.check(s.declare(new, sort).assume(node["as"], substitute(body, {str(name): new})), goal, node["then"])


def cases(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """From 'P or Q' prove the goal under each."""
    fact = s.fact(node["fact"])
    parts = operands(fact)
    _need(head(fact) == "or" and len(parts) == len(node["nodes"]), "cases: not that many cases")
    for part, child in zip(parts, node["nodes"], strict=True):
        c.check(s.assume(node["as"], part), goal, child)


def either(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A formula or its negation."""
    formula = c.formula(s, node["formula"])
    _need(not halved(formula), "either: both may fail where a limit or an integral does not exist")
    c.check(s.assume(node["as"], formula), goal, node["yes"])
    c.check(s.assume(node["as"], negation(formula)), goal, node["no"])


def exact(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """The goal is a fact."""
    _need(same(as_less(goal), as_less(s.fact(node["fact"]))), "exact: the fact is another formula")


def trivial(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    _need(goal == TRUE, "trivial: the goal is not 'true'")


def contradict(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A fact whose negation can be proved closes any goal."""
    fact = s.fact(node["fact"])
    c.check(s, FALSE if fact == TRUE else TRUE if fact == FALSE else negation(fact), node["proof"])


def refute_goal(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """Assume the negation of the goal and prove false."""
    _need(not halved(goal), "negate: the goal and its negation may fail where a limit or an integral does not exist")
    c.check(s.assume(node["as"], negation(goal)), FALSE, node["then"])


def induction(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """For all integers n >= lo: base and step, or the step from everything below (strong)."""
    _need(
        head(goal) == "forall" and head(operands(goal)[1]) == "integer",
        "induction: the goal is not 'for all integers'",
    )
    bound, sort, body = operands(goal)
    lo, hi = operands(sort)
    _need(lo != "-oo", "induction: the integers have no least element")
    name, bound = str(node["name"]), str(bound)
    if node.get("strong"):
        inner = s.declare(name, sort)
        below: Expr = ("forall", bound, ("integer", lo, ("-", name, 1)), body)
        c.check(inner.assume(node["as"], below), substitute(body, {bound: name}), node["step"])
        return
    start = s if hi == "oo" else s.assume(node.get("range", "range"), ("<=", lo, hi))
    c.check(start, substitute(body, {bound: lo}), node["base"])
    inner = s.declare(name, ("integer", lo, hi if hi == "oo" else ("-", hi, 1)))
    inner = inner.assume(node["as"], substitute(body, {bound: name}))
    c.check(inner, substitute(body, {bound: ("+", name, 1)}), node["step"])


def enumerate_(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """For all integers between two numbers: each."""
    _need(
        head(goal) == "forall" and head(operands(goal)[1]) == "integer",
        "enumerate: the goal is not 'for all integers'",
    )
    bound, sort, body = operands(goal)
    lo, hi = (None if e in ENDS else index_of(e).constant for e in operands(sort))
    if lo is None or hi is None:
        raise Rejected("enumerate: the range is not given by numbers")
    _need(len(node["nodes"]) == max(0, hi - lo + 1) <= 200, "enumerate: not that many values")
    for i, child in zip(range(lo, hi + 1), node["nodes"], strict=True):
        c.check(s, substitute(body, {str(bound): i}), child)


def axiom(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A fact of linear algebra, reported with the proof."""
    _need(node["name"] in AXIOMS, f"axiom: there is none called {node['name']!r:.40}")
    c.axioms.add(node["name"])
    c.check(s.assume(node["as"], AXIOMS[node["name"]]), goal, node["then"])


def eventually(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A sequence converges to what it is equal to from some place on."""
    _need(head(goal) == "tends", "eventually: the goal is no convergence")
    body, t, value = operands(goal)
    name = str(node["name"])
    inner = s.declare(name, ("integer", c.expression(s, node["from"]), "oo"))
    c.check(inner, ("==", substitute(body, {str(t): name}), value), node["proof"])


def constant_limit(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
    """A constant sequence has no other limit than its value."""
    tends = s.fact(node["fact"])
    _need(head(tends) == "tends", "constant-limit: the fact is no convergence")
    body, t, value = operands(tends)
    _need(t not in free_names(body), "constant-limit: the sequence is not constant")
    c.check(s.assume(node["as"], ("==", value, body)), goal, node["then"])


RULES: dict[str, Callable[[Checker, Sequent, Expr, Any], None]] = {
    "intro": intro, "split": split, "choose": choose, "witness": witness, "have": have, "use": use,
    "obtain": obtain, "cases": cases, "either": either, "exact": exact, "trivial": trivial,
    "contradict": contradict, "negate": refute_goal, "induction": induction, "enumerate": enumerate_,
    "axiom": axiom, "eventually": eventually,
    "constant-limit": constant_limit, "instance": instance, **CLOSING, **SCALARS, **CALCULUS, **PIECES, **SUMS,
    **SERIES, **INTEGRALS, **CONVERGENCE, **TABLED, **JETS, **LIMITS, **BOXES, **ENDS_RULES, **NEARNESS,
    **LITERAL_MATRICES, **INTERMEDIATE, **CURVES, **RESIDUES, **RECURSION,
    **TAYLOR, **ANTIDERIVATIVES, **FUNCTIONS,
}  # fmt: skip
