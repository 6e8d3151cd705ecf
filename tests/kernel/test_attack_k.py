"""Scopes: outcomes inside outcomes, sums inside of denominators, sizes that are no sizes."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.expr import INTEGER, Expr, Statement, to_json
from verifier.kernel.logic import Rejected

Node = dict[str, Any]
REAL: Expr = ("real",)
LINEAR: Node = {"rule": "linear"}


def mean(body: Expr, w: str) -> Expr:
    return ("expect", body, w)


def proved(statement: Statement, tree: Node) -> None:
    check(statement, {"kind": "proof", "tree": tree})


def intros(names: tuple[str, ...], then: Node) -> Node:
    for name in reversed(names):
        then = {"rule": "intro", "as": name, "then": then}
    return then


def test_a_law_is_about_one_outcome_at_a_time() -> None:
    """E over w of E over v of X(w)*X(v) is (E X)^2, which is 0; the law took both for one outcome, and found E X^2."""
    here, there = ("at", "X", "w"), ("at", "X", "v")
    statement = Statement(
        (("X", ("random", REAL)),),
        (("centred", ("==", mean(here, "w"), 0)),),
        ("==", mean(mean(("*", here, there), "v"), "w"), 0),
    )
    law = {"weights": ["1/2", "1/2"], "outcomes": {"X": [1, -1]}}
    apart = {"rule": "order", "positive": [{"weight": 1}], "terms": [{"fact": "h", "in": ["neg", "_"]}]}
    tree = {"rule": "split", "nodes": [LINEAR, {"rule": "intro", "as": "h", "then": apart}]}
    with pytest.raises(Rejected, match="outside every expectation"):
        check(statement, {"kind": "refutation", "values": {}, "law": law, "tree": tree})


@pytest.mark.parametrize("inner", [("at", "X", "w"), ("*", ("at", "X", "w"), ("at", "X", "v"))])
def test_inside_an_expectation_there_is_no_other_outcome(inner: Expr) -> None:
    goal: Expr = ("==", mean(mean(inner, "v"), "w"), mean(mean(inner, "v"), "w"))
    with pytest.raises(Rejected, match="outside every expectation"):
        proved(Statement((("X", ("random", REAL)),), (), goal), LINEAR)


NEGATIVE: Expr = ("-", "n", 5)


@pytest.mark.parametrize(
    "value",
    [
        ("*", ("fn", "exp", 0), ("zeros", NEGATIVE, NEGATIVE)),
        ("*", ("fn", "exp", 0), ("eye", NEGATIVE)),
        ("zeros", NEGATIVE, NEGATIVE),
    ],
)
def test_there_is_no_matrix_of_a_size_that_may_be_negative(value: Expr) -> None:
    """With one of size n - 5 for every n, the square of its power 0 has a trace, n - 5, that is never negative."""
    square = {"rule": "order", "positive": [{"weight": 1, "square": ["^", "A", 0]}]}
    there: Expr = ("exists", "A", ("matrix", NEGATIVE, NEGATIVE), ("==", 0, 0))
    size = {
        "rule": "have", "as": "there", "formula": to_json(there),
        "proof": {"rule": "witness", "value": to_json(value), "then": LINEAR},
        "then": {"rule": "obtain", "fact": "there", "name": "A", "as": "t", "then": square},
    }  # fmt: skip
    goal: Expr = ("forall", "n", INTEGER, (">=", NEGATIVE, 0))
    with pytest.raises(Rejected, match="size that may be negative|size may be negative"):
        proved(Statement((), (), goal), intros(("n",), size))


def test_matrices_with_functions_in_them_have_sizes_that_are_known() -> None:
    there: Expr = ("exists", "A", ("matrix", "n", 2), ("==", 0, 0))
    value = ["*", ["fn", "exp", 0], ["zeros", "n", 2]]
    tree = {"rule": "witness", "value": value, "then": LINEAR}
    proved(Statement((("n", ("integer", 0, "oo")),), (), there), tree)
    with pytest.raises(Rejected, match="size may be negative"):
        proved(Statement((("n", INTEGER),), (), there), tree)
