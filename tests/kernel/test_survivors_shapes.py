"""`Shapes` refuses with `Malformed`, and with nothing else."""

from __future__ import annotations

import pytest

from verifier.kernel.algebra.integers import Context
from verifier.kernel.terms.expr import REAL, Expr, Malformed
from verifier.kernel.terms.shapes import Shapes


@pytest.mark.parametrize("inside", [("sum", 1, "#0", 0, 1), ("neg", "s"), 2])
def test_an_index_stands_behind_a_name_or_an_index(inside: Expr) -> None:
    with pytest.raises(Malformed, match="an index behind something that is no sequence"):
        Shapes({"s": ("sequence", REAL)}, Context()).term(("at", inside, 0))


def test_a_formula_of_a_certificate_has_a_meaning() -> None:
    with pytest.raises(Malformed, match="sizes that do not agree"):
        Shapes({"A": ("matrix", 2, 3)}, Context()).argument(("==", "A", 0))
