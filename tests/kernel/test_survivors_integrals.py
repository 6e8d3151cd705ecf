"""Integrals are told from other operations with a function among their arguments, also where no shapes are checked."""

from __future__ import annotations

import pytest
from single import DONE, One

from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL


def test_the_word_of_an_integral_is_that_of_a_function() -> None:
    s = Sequent().declare("integrate", REAL)
    goal = ("==", ("+", "integrate", ("forall", "x", REAL, 1), 0, 1), 0)
    node = {"rule": "primitive", "order": "<", "ends": DONE, "as": "t", "bounds": "b", "primitive": "t",
            "smooth": DONE, "defined": DONE, "same": DONE, "low": {"continuous": DONE}, "high": {"continuous": DONE},
            "value": DONE}  # fmt: skip
    with pytest.raises(Rejected, match="no integral"):
        One().check(s, goal, node)


def test_two_pieces_have_two_values() -> None:
    term = ("fn", "integrate", ("forall", "x", REAL, 1), 0, 2)
    node = {"rule": "pieces", "at": 1, "values": [1, 1, 0], "nodes": [DONE, DONE], "value": DONE}
    with pytest.raises(Rejected):
        One().check(Sequent(), ("==", term, 2), node)
