"""What is no infinite sum is rejected by the rule, and is no crash of it."""

from __future__ import annotations

from typing import Any

import pytest
from single import DONE, One

from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL

FINITE: Any = ["sum", 1, "j", 0, 1]
SUM: Any = ["forall", "k", ["integer", 0, "oo"], 1]


@pytest.mark.parametrize("e", [["+", "Sum", FINITE], ["fn", "g", FINITE], ["fn", "Sum", SUM, 3]])
def test_a_series_is_a_word_with_a_function(e: Any) -> None:
    node = {"rule": "series-definition", "of": ["==", e, 2], "as": "d", "then": DONE}
    with pytest.raises(Rejected):
        One().check(Sequent().declare("Sum", REAL), ("true",), node)
