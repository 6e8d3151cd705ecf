"""Certificates that only one condition of the kernel rejects, beside ones that it accepts: analysis."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr


def accepted(goal: Expr, node: dict[str, Any], s: Sequent | None = None) -> bool:
    try:
        Checker().check(s or Sequent(), goal, node)
    except Rejected:
        return False
    return True


@pytest.mark.parametrize(("low", "high", "true"), [(0, 1, True), (1, 2, False), (-1, 0, False), (0, 0, False)])
def test_an_enclosure_of_an_integral_lies_in_its_bounds(low: int, high: int, true: bool) -> None:
    term: Expr = ("fn", "integrate", ("forall", "t", REAL, "t"), 0, 1)
    body: Expr = ("and", ("==", term, "v"), ("<=", low, "v"), ("<=", "v", high))
    node = {"rule": "integral-enclosed", "low": low, "high": high, "prec": 60, "cuts": ["1/2"], "orders": [6, 6]}
    assert accepted(("exists", "v", REAL, body), node) is true


@pytest.mark.parametrize(("depth", "good"), [(3, True), (0, False), (31, False), ("3", False)])
def test_the_depth_of_an_expansion_is_a_small_number(depth: Any, good: bool) -> None:
    term: Expr = ("fn", "limit", ("forall", "x", REAL, ("/", 1, "x")), ("fn", "oo"), 0)
    way = {"scale": ["y"], "depth": depth, "facts": []}
    node = {"rule": "asymptotic", "of": term, "value": 0, "name": "y", "ways": [way], "as": "f",
            "then": {"rule": "exact", "fact": "f"}}  # fmt: skip
    assert accepted(("==", term, 0), node) is good
