"""The rules of logic: how a proof tree is taken apart.  The rules that close a branch by algebra are in
`closing`.
"""

from __future__ import annotations

from verifier.kernel.algebra.closing import CLOSING
from verifier.kernel.algebra.literal_matrices import LITERAL_MATRICES
from verifier.kernel.algebra.scalars import SCALARS
from verifier.kernel.algebra.sums import SUMS
from verifier.kernel.analysis.antiderivatives import ANTIDERIVATIVES
from verifier.kernel.analysis.convergence import CONVERGENCE
from verifier.kernel.analysis.curves import CURVES
from verifier.kernel.analysis.derivative import CALCULUS
from verifier.kernel.analysis.functions import FUNCTIONS
from verifier.kernel.analysis.integrals import INTEGRALS
from verifier.kernel.analysis.limits import LIMITS
from verifier.kernel.analysis.nearness import NEARNESS
from verifier.kernel.analysis.pieces import PIECES
from verifier.kernel.analysis.series import SERIES
from verifier.kernel.analysis.taylor import TAYLOR
from verifier.kernel.enclosures.boxes import BOXES
from verifier.kernel.enclosures.jets import JETS
from verifier.kernel.facts.schemas import instance
from verifier.kernel.logic.instances import instantiated
from verifier.kernel.logic.means import MEANS
from verifier.kernel.logic.recursion import RECURSION
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Rule, Sequent, as_less, halved
from verifier.kernel.terms.binding import bind, negation, new_name, opened, operands, outer, same
from verifier.kernel.terms.expr import FALSE, TRUE, Expr, head


def _need(condition: bool, why: str) -> None:
    if not condition:
        raise Rejected(why)


def intro(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Introduction: 'for all x in S, P' follows from P for a new x of S, 'P implies Q' from Q under P, a != b from

    false under a == b.  The name is not in use, so nothing else is known of x.
    """
    if head(goal) == "forall":
        name = str(node["as"])
        c.check(s.declare(name, outer(goal)[0]), opened(goal, name)[1], node["then"])
    elif head(goal) == "implies":
        premise, conclusion = operands(goal)
        c.check(s.assume(node["as"], premise), conclusion, node["then"])
    elif head(goal) == "!=":
        c.check(s.assume(node["as"], ("==", *operands(goal))), FALSE, node["then"])
    else:
        raise Rejected("intro: the goal is no 'for all', no implication and no '!='")


def split(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """A conjunction follows from all of its parts, in their order; 'true' is the one without parts."""
    parts = operands(goal) if head(goal) == "and" else ()
    _need(head(goal) in ("and", "true") and len(parts) == len(node["nodes"]), "split: not that many parts")
    for part, child in zip(parts, node["nodes"], strict=True):
        c.check(s, part, child)


def choose(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """A disjunction follows from one of its parts."""
    _need(head(goal) == "or" and node["index"] >= 0, "choose: the goal is no 'or', or has no such part")
    c.check(s, operands(goal)[node["index"]], node["then"])


def witness(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """'There is x in S with P' follows from P at a value that belongs to S; the value of a sequence, a curve or a

    function is a term in a name for its argument, and is put in without capture (`apply_value`).
    """
    _need(head(goal) == "exists", "witness: the goal is no 'exists'")
    (sort,), index = outer(goal), node.get("index")
    value = c.expression(s, node["value"], frozenset([index] if index else []), sort)
    c.fits(s, value, sort, index)
    c.check(s, instantiated(goal, value, index, s.sorts), node["then"])


def have(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Cut: the goal follows from a formula that follows from the facts; the formula has a meaning in this scope."""
    formula = c.formula(s, node["formula"])
    c.check(s, formula, node["proof"])
    c.check(s.assume(node["as"], formula), goal, node["then"])


def use(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Elimination: a fact 'for all x in S: P implies Q' holds at values that belong to S, where each P is proved."""
    formula = c.applied(s, s.fact(node["fact"]), node)
    c.check(s.assume(node["as"], formula), goal, node["then"])


def obtain(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """From a fact 'there is x in S with P' take such an x, under a name that is not in use.

    So nothing else is known of it, and the goal does not speak of it.
    """
    fact = s.fact(node["fact"])
    _need(head(fact) == "exists", "obtain: the fact is no 'exists'")
    name = str(node["name"])
    c.check(s.declare(name, outer(fact)[0]).assume(node["as"], opened(fact, name)[1]), goal, node["then"])


def cases(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The goal follows from a fact that is a disjunction where it follows from each of its parts."""
    fact = s.fact(node["fact"])
    parts = operands(fact) if head(fact) == "or" else ()
    _need(head(fact) == "or" and len(parts) == len(node["nodes"]), "cases: not that many cases")
    for part, child in zip(parts, node["nodes"], strict=True):
        c.check(s.assume(node["as"], part), goal, child)


def either(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Excluded middle: a formula holds or its negation does.

    Not so where an order has a limit or an integral on a side (`halved`): it says that this exists, and its reverse
    relation says so, too.
    """
    formula = c.formula(s, node["formula"])
    _need(not halved(formula), "either: both may fail where a limit or an integral does not exist")
    c.check(s.assume(node["as"], formula), goal, node["yes"])
    c.check(s.assume(node["as"], negation(formula)), goal, node["no"])


def exact(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The goal is a fact, up to names of bound variables and the direction in which an inequality is written."""
    _need(same(as_less(goal), as_less(s.fact(node["fact"]))), "exact: the fact is another formula")


def contradict(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Any goal follows from a fact whose negation follows from the facts: not both of them hold."""
    fact = s.fact(node["fact"])
    c.check(s, FALSE if fact == TRUE else TRUE if fact == FALSE else negation(fact), node["proof"])


def refute_goal(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Proof by contradiction: the goal holds where its negation leads to false.  Not for `halved` goals (see `either`).

    It could be `either` with `contradict`, in five nodes with the goal written out twice; thousands of proofs use it.
    """
    _need(not halved(goal), "negate: the goal and its negation may fail where a limit or an integral does not exist")
    c.check(s.assume(node["as"], negation(goal)), FALSE, node["then"])


def induction(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """P(n) for all integers n >= lo (and n <= hi) follows from P(lo), and from P(n + 1) under P(n) for lo <= n (< hi);

    or, ``strong``, from P(n) under P(m) for all m in lo..n-1.  There is a least element, since lo is an integer and not
    -oo; the base may assume lo <= hi under ``range``, as there is nothing to prove otherwise.
    """
    sort = outer(goal)[0] if head(goal) == "forall" else 0
    _need(head(sort) == "integer", "induction: the goal is not 'for all integers'")
    lo, hi = operands(sort)
    _need(lo != "-oo", "induction: the integers have no least element")
    name = str(node["name"])
    if node.get("strong"):
        inner, m = s.declare(name, outer(goal)[0]), new_name()
        below = bind("forall", m, ("integer", lo, ("-", name, 1)), opened(goal, m)[1])
        c.check(inner.assume(node["as"], below), opened(goal, name)[1], node["step"])
        return
    start = s if hi == "oo" else s.assume(node.get("range", "range"), ("<=", lo, hi))
    c.check(start, opened(goal, lo)[1], node["base"])
    inner = s.declare(name, ("integer", lo, hi if hi == "oo" else ("-", hi, 1)))
    c.check(inner.assume(node["as"], opened(goal, name)[1]), opened(goal, ("+", name, 1))[1], node["step"])


RULES: dict[str, Rule] = {
    "intro": intro, "split": split, "choose": choose, "witness": witness, "have": have, "use": use,
    "obtain": obtain, "cases": cases, "either": either, "exact": exact,
    "contradict": contradict, "negate": refute_goal, "induction": induction,
    "instance": instance, **CLOSING, **SCALARS, **CALCULUS, **PIECES, **SUMS,
    **SERIES, **INTEGRALS, **CONVERGENCE, **JETS, **LIMITS, **BOXES, **NEARNESS,
    **LITERAL_MATRICES, **CURVES, **RECURSION, **MEANS,
    **TAYLOR, **ANTIDERIVATIVES, **FUNCTIONS,
}  # fmt: skip
