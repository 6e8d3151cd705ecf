"""Matrices have no order: no formula says it of them, and the rule would refuse it by itself."""

from __future__ import annotations

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr

S = Sequent().declare("A", ("matrix", 2, 2))
LESS: Expr = ("<=", "A", "A")


def test_no_matrix_is_less_than_another() -> None:
    with pytest.raises(Rejected, match="matrices are not ordered"):
        Checker().check(S, LESS, {"rule": "order"})


def test_no_inequality_between_matrices_is_used() -> None:
    node = {"rule": "order", "positive": [{"weight": 1, "facts": ["f"]}]}
    with pytest.raises(Rejected, match="a matrix where a number is expected"):
        Checker().check(S.assume("f", LESS), ("<=", 0, 0), node)
