"""Conditions of `regularity` that no certificate reaches, as terms without sorts and moving integers go elsewhere."""

from __future__ import annotations

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.expr import Expr

MATRIX: Expr = ("matrix", 2, 2)


@pytest.mark.parametrize("e", [("at", "c", "x"), ("entry", ("*", "x", ("eye", 2)), 0, 0)])
def test_without_sorts_no_derivative_of_curves_and_entries_is_known(e: Expr) -> None:
    with pytest.raises(Unknown):
        derivative(e, "x", None)


def test_a_power_of_a_matrix_whose_exponent_moves_is_not_known_to_be_continuous() -> None:
    with pytest.raises(Unknown):
        conditions(("^", "A", "n"), "n", False, {"A": MATRIX, "n": ("integer", 0, "oo")})
