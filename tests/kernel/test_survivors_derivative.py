"""`derivative` says `Unknown` of itself, without the conditions of `regularity`; `diff` says what it is not given."""

from __future__ import annotations

import pytest
from single import DONE, One

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr

SORTS: dict[str, Expr] = {"C": ("curve", ("matrix", 2, 2)), "x": REAL}


@pytest.mark.parametrize(
    "e",
    [
        ("product", "x", "#0", 0, 1),  # no rule for what binds
        ("entry", ("at", "C", "x"), ("floor", "x"), 0),  # a place that moves
        ("mod", "Piecewise", "x"),  # a variable with the name of a function
        ("mod", "exp", "x"),
        ("floor", "x"),
        ("fn", "exp", "x", "x"),  # a function of two numbers
        ("fn", "g", "x"),  # a function without a line in the table
    ],
)
def test_no_derivative_is_known(e: Expr) -> None:
    with pytest.raises(Unknown):
        derivative(e, "x", SORTS)


@pytest.mark.parametrize(
    "e", [["+", "diff", 1, 2, 3], ["fn", "limit", ["forall", "x", ["real"], "x"], 0, 1], ["*", 2, "diff"]]
)
def test_a_derivative_is_diff_of_a_function(e: object) -> None:
    s = Sequent().declare("diff", REAL)
    with pytest.raises(Rejected, match=r"no derivative$"):
        One().check(s, ("true",), {"rule": "diff", "of": e, "smooth": DONE, "as": "d", "then": DONE})
