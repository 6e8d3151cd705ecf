"""The derivative of a matrix that does not move is a zero matrix, and not the number 0: their powers 0 differ."""

from __future__ import annotations

import pytest
from test_curves import LINEAR, REAL, TRIVIAL, Node, by_diff, rejected

from verifier.kernel.terms.expr import Expr
from verifier.language.named import to_json

TWO: Expr = ("matrix", 2, 2)
MOVES: Expr = ("*", "s", "M")


def slope(body: Expr, order: int = 1) -> Expr:
    return ("fn", "diff", ("forall", "s", REAL, body), "t", order)


def trace_of_power_0(e: Expr) -> Expr:
    return ("trace", ("^", e, 0))


@pytest.mark.parametrize(
    "term",
    [slope("M"), slope(MOVES, 2), slope(("^", MOVES, 0)), slope(("T", ("^", MOVES, 0))), slope(("at", "S", 1)),
     slope(("/", ("^", MOVES, 0), 2)), slope(("sum", ("^", MOVES, 0), "j", 0, 3))],
)  # fmt: skip
def test_the_power_0_of_a_derivative_is_the_identity(term: Expr) -> None:
    variables = [("M", TWO), ("S", ("sequence", TWO)), ("t", REAL)]
    assert rejected(variables, [], ("==", trace_of_power_0(term), 1), by_diff(term, LINEAR))


def test_a_zero_matrix_is_a_derivative() -> None:
    term, power = slope("M"), trace_of_power_0("X")
    one = {"rule": "replace", "fact": "h", "then": by_diff(term, LINEAR)}
    closing = {"rule": "positive", "products": [{"weight": 1}],
               "terms": [{"fact": "one"}, {"fact": "two", "times": -1}]}  # fmt: skip
    inner = {"rule": "have", "formula": to_json(("==", power, 1)), "as": "one", "proof": one, "then": closing}
    outer = {"rule": "have", "formula": to_json(("==", power, 2)), "as": "two", "proof": LINEAR, "then": inner}
    tree = {"rule": "intro", "as": "h", "then": outer}
    assert rejected([("M", TWO), ("X", TWO), ("t", REAL)], [], ("!=", "X", term), tree)


def test_0_is_not_1() -> None:
    """A constant curve has a zero matrix for its rate; and that is its derivative."""
    moving = slope(("at", "A", "s"))
    lemma: Expr = ("forall", "A", ("curve", TWO), ("forall", "t", REAL, ("==", moving, ("rate", "A", "t"))))
    proof: Node = {"rule": "intro", "as": "B", "then": {"rule": "intro", "as": "t", "then": by_diff(
        ("fn", "diff", ("forall", "s", REAL, ("at", "B", "s")), "t", 1), LINEAR)}}  # fmt: skip
    term: Expr = ("fn", "diff", ("forall", "s", REAL, ("eye", 2)), 0, 1)
    power = trace_of_power_0(term)
    two: Node = {"rule": "replace", "fact": "zero", "then": LINEAR}
    closing: Node = {"rule": "field", "terms": [{"fact": "one"}, {"fact": "two", "times": -1}]}
    tree: Node = {"rule": "have", "formula": to_json(("==", power, 1)), "as": "one",
                  "proof": by_diff(term, LINEAR), "then": closing}  # fmt: skip
    tree = {"rule": "have", "formula": to_json(("==", power, 2)), "as": "two", "proof": two, "then": tree}
    at = [{"value": to_json(("eye", 2)), "index": "s"}, 0]
    tree = {"rule": "use", "fact": "lemma", "at": at, "as": "zero", "then": tree}
    tree = {"rule": "have", "formula": to_json(lemma), "as": "lemma", "proof": proof, "then": tree}
    assert rejected([], [], ("==", 0, 1), tree)


def test_the_determinant_of_an_empty_matrix() -> None:
    """It is 1, which the number 0 has not."""
    term = slope("M")
    entries = {"rule": "by-entries", "then": {"rule": "field"}}
    tree = {"rule": "diff", "of": to_json(term), "smooth": TRIVIAL, "as": "slope",
            "then": {"rule": "replace", "fact": "slope", "then": entries}}  # fmt: skip
    size = ("d", ("integer", 0, "oo"))
    assert rejected([size, ("M", ("matrix", "d", "d")), ("t", REAL)], [], ("==", ("det", term), 0), tree)


def test_it_is_zero() -> None:
    variables = [("M", TWO), ("t", REAL)]
    assert rejected(variables, [], ("==", slope("M"), ("zeros", 2, 2)), by_diff(slope("M"), LINEAR)) == ""
