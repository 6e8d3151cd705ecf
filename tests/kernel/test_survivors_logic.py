"""What no single certificate can tell, and so is asked of the checker itself: logic."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic import rules
from verifier.kernel.logic.instances import apply_value
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, TRUE, Expr, Malformed
from verifier.kernel.work import TooMuch, bounded

DONE: dict[str, Any] = {"rule": "split", "nodes": []}
SEQUENCE: Expr = ("sequence", REAL)
CURVE: Expr = ("curve", REAL)


def test_the_empty_name_is_declared_by_nobody() -> None:
    with pytest.raises(Rejected, match="taken or reserved"):
        Sequent().declare("", REAL)


def test_a_name_that_a_rule_leaves_in_a_fact_is_not_in_scope() -> None:
    assert Sequent().declare("x", REAL).assume("f", ("==", "x", 0)).fact("f") == ("==", "x", 0)
    with pytest.raises(Rejected, match="undeclared name x"):
        Sequent().assume("f", ("==", "x", 0)).fact("f")


def test_a_name_that_a_rule_leaves_in_a_goal_is_not_in_scope() -> None:
    node = {"rule": "choose", "index": 0, "then": DONE}
    Checker().check(Sequent().declare("x", REAL), ("or", TRUE, ("==", "x", 0)), node)
    with pytest.raises(Rejected, match="undeclared name x"):
        Checker().check(Sequent(), ("or", TRUE, ("==", "x", 0)), node)


def test_a_fact_that_is_not_there() -> None:
    with pytest.raises(Rejected, match="there is no fact 'g'"):
        Sequent().assume("f", TRUE).fact("g")


# -- values in the place of variables ------------------------------------------------------------------------------


def test_what_is_put_in_is_paid_for_by_its_length() -> None:
    nested: Expr = 0
    for _ in range(40):
        nested = ("at", "x", nested)
    with bounded(), pytest.raises(TooMuch):
        apply_value(nested, "x", SEQUENCE, ("+", "i", "i"), "i")


def test_a_sequence_has_a_value_at_an_index_alone() -> None:
    assert apply_value(("+", ("at", "x", 2), 1), "x", SEQUENCE, "i", "i") == ("+", 2, 1)
    with pytest.raises(Rejected, match="without an index"):
        apply_value(("+", "x", 1), "x", SEQUENCE, "i", "i")


def test_a_random_sequence_has_a_value_at_an_outcome_and_an_index_alone() -> None:
    chance: Expr = ("random", SEQUENCE)
    assert apply_value(("at", ("at", "x", "w"), 2), "x", chance, "i", "i") == 2
    with pytest.raises(Rejected, match="without an index"):
        apply_value(("+", ("at", "x", "w"), 2), "x", chance, "i", "i")


def test_the_derivative_of_a_value() -> None:
    assert apply_value(("rate", "x", 3), "x", CURVE, ("*", 2, "t"), "t") == ("*", 2, 1)
    assert apply_value(("rate", "x", 3), "x", CURVE, ("*", "a", "t"), "t", {"a": REAL}) == ("*", "a", 1)
    with pytest.raises(Rejected, match="that nobody has told about"):
        apply_value(("rate", "x", 3), "x", CURVE, ("*", "a", "t"), "t")
    with pytest.raises(Rejected, match="undeclared name a"):
        apply_value(("rate", "x", 3), "x", CURVE, ("*", "a", "t"), "t", {})


@pytest.mark.parametrize(
    ("sort", "why"),
    [(SEQUENCE, "a sequence needs"), (CURVE, "a curve needs"), (("function", REAL, REAL), "a function needs")],
)  # fmt: skip
def test_why_a_value_without_an_index_does_not_fit(sort: Expr, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        Checker().fits(Sequent(), 0, sort)


# -- nodes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("steps", "accepted"), [(19_999, True), (20_000, False)])
def test_a_proof_has_20000_nodes_at_most(steps: int, accepted: bool) -> None:
    checker = Checker()
    checker.steps = steps
    if accepted:
        checker.check(Sequent(), TRUE, DONE)
    else:
        with pytest.raises(Rejected, match="more than 20000 nodes"):
            checker.check(Sequent(), TRUE, DONE)


@pytest.mark.parametrize(
    ("node", "why"),
    [([], "without a rule"), ({}, "without a rule"), ({"rule": []}, "without a rule"), ({"rule": "s"}, "unknown rule")],
)  # fmt: skip
def test_what_is_no_node(node: Any, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        Checker().check(Sequent(), TRUE, node)


@pytest.mark.parametrize(
    "error", [Unknown, Malformed, KeyError, TypeError, IndexError, AttributeError, RecursionError, ArithmeticError,
              AssertionError, StopIteration]
)  # fmt: skip
def test_a_rule_that_breaks_off_proves_nothing(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise error("why")

    monkeypatch.setitem(rules.RULES, "broken", broken)
    with pytest.raises(Rejected, match="broken: "):
        Checker().check(Sequent(), TRUE, {"rule": "broken"})


def test_a_formula_speaks_of_what_is_in_scope() -> None:
    for formula in (("==", "x", 0), ("forall", "y", ("integer", 0, "x"), TRUE), ("implies", TRUE, ("==", 0, "x"))):
        Sequent().declare("x", ("integer", 0, "oo")).formula(formula)
        with pytest.raises((Rejected, Malformed), match="undeclared name x"):
            Sequent().formula(formula)
