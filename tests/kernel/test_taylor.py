"""Rule ``taylor``: what it proves, and false statements with orders, limits, ranges and cuts made up for them."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.taylor import quotient
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.named import operands, to_json

REAL: Expr = ("real",)
Node = dict[str, Any]


def limit_of(goal: Expr, at: Expr, order: int, way: int) -> Expr:
    u, v = operands(as_less(goal))
    body = quotient(("-", v, u), "x", at, order)
    return ("==", ("fn", "limit", ("forall", "x", REAL, body), at, way), 0)


def setting(goal: str, given: list[str], at: Expr, order: int, way: int, granted: bool) -> tuple[Sequent, Expr]:
    """The goal and the facts h1, h2, ...; where `granted`, with the limit that the rule asks for, true or not."""
    statement = claim("t", goal, variables={"x": "real"}, given=given).statement()
    s = Sequent().declare("x", REAL)
    for label, fact in statement.given:
        s = s.assume(label, fact)
    if granted:
        s = s.assume("limit", limit_of(statement.goal, at, order, way))
    return s, statement.goal


def node(order: Any, way: str, at: Expr = 0, cuts: tuple[str, ...] = (), side: str = "h1", **other: Any) -> Node:
    return {
        "rule": "taylor", "of": "x", "at": to_json(at), "order": order, "prec": 80, "from": way, "fact": "limit",
        "facts": ["h1", "h2"], "cuts": list(cuts), "side": {"rule": "exact", "fact": side}, **other,
    }  # fmt: skip


def rejected(s: Sequent, goal: Expr, tree: Node) -> bool:
    try:
        Checker().check(s, goal, tree)
    except (Rejected, Unknown):
        return True
    return False


TRUE_ONES = [
    ("sin(x) <= x", ["0 <= x", "x <= 1"], node(3, "left"), 1),
    ("sin(x) < x", ["0 < x", "x <= 1"], node(3, "left"), 1),
    ("x - x**3/6 <= sin(x)", ["0 <= x", "x <= 1"], node(5, "left", cuts=("1/3", "2/3")), 1),
    ("x <= sin(x)", ["x <= 0", "x >= -1"], node(3, "right"), -1),
    ("cos(x) <= 1", ["x <= 0", "x >= -1"], node(2, "right"), -1),
]


@pytest.mark.parametrize("goal, given, tree, way", TRUE_ONES, ids=[g for g, *_ in TRUE_ONES])
def test_true_claims(goal: str, given: list[str], tree: Node, way: int) -> None:
    s, formula = setting(goal, given, 0, tree["order"], way, True)
    Checker().check(s, formula, tree)
    bare, _ = setting(goal, given, 0, tree["order"], way, False)
    assert rejected(bare, formula, tree)  # no limit
    other, _ = setting(goal, given, 0, tree["order"] + 1, way, True)
    assert rejected(other, formula, tree)  # the limit for another order
    turned, _ = setting(goal, given, 0, tree["order"], -way, True)
    assert rejected(turned, formula, tree)  # the limit from the other side


FALSE_ONES = [
    ("sin(x) < x", ["0 <= x", "x <= 1"], node(3, "left"), "strict at the point itself"),
    ("sin(x) >= x", ["0 <= x", "x <= 1"], node(3, "left"), "a coefficient of the wrong sign"),
    ("0 <= x**3", ["x <= 0", "x >= -1"], node(3, "right"), "an odd order from the right"),
    ("sin(x) <= x - x**3/7", ["0 <= x", "x <= 3"], node(3, "left"), "the coefficient changes its sign further on"),
    ("0 <= x - x**2", ["0 <= x", "x <= 2"], node(1, "left", cuts=("1",)), "the same in a later piece"),
    ("0 <= abs(x) - 2*x", ["0 <= x", "x <= 1"], node(1, "left"), "a kink at the point"),
    ("0 <= floor(x) - x/2", ["0 <= x", "x <= 1"], node(1, "left"), "jumps"),
    ("0 <= sqrt(x) - 2*x", ["0 <= x", "x <= 1"], node(1, "left"), "no derivative at the point"),
    ("0 <= 1/(1 - x) - 1", ["0 <= x", "x <= 2"], node(1, "left"), "a pole inside"),
]  # fmt: skip


@pytest.mark.parametrize("goal, given, tree, why", FALSE_ONES, ids=[why for *_, why in FALSE_ONES])
def test_false_claims_are_rejected_even_where_their_limits_are_granted(
    goal: str, given: list[str], tree: Node, why: str
) -> None:
    way = 1 if tree["from"] == "left" else -1
    s, formula = setting(goal, given, 0, tree["order"], way, True)
    assert rejected(s, formula, tree)


@pytest.mark.parametrize(
    "change",
    [
        {"order": 0}, {"order": -1}, {"order": True}, {"order": "3"}, {"order": 10**6}, {"prec": 10**6}, {"prec": True},
        {"cuts": ["2", "1"]}, {"cuts": ["5"]}, {"from": "above"}, {"fact": "h1"}, {"facts": []}, {"of": "y"}, {"at": 1},
        {"facts": ["h1"]}, {"at": "x"}, {"cuts": ["1/2"] * 5000},
    ],
)  # fmt: skip
def test_damaged_nodes(change: Node) -> None:
    s, formula = setting("sin(x) <= x", ["0 <= x", "x <= 1"], 0, 3, 1, True)
    Checker().check(s, formula, node(3, "left"))
    with pytest.raises((Rejected, Unknown, ValueError, KeyError)):
        Checker().check(s, formula, {**node(3, "left"), **change})


def test_other_variables_are_refused() -> None:
    statement = claim("t", "sin(x) <= x + y**2", variables={"x": "real", "y": "real"}).statement()
    s = Sequent().declare("x", REAL).declare("y", REAL).assume("h1", ("<=", 0, "x")).assume("h2", ("<=", "x", 1))
    s = s.assume("limit", limit_of(statement.goal, 0, 3, 1))
    assert rejected(s, statement.goal, node(3, "left"))
