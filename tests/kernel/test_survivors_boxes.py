"""Rule ``box``: what no single node reaches."""

from __future__ import annotations

import pytest

from verifier.kernel.enclosures import boxes
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr


@pytest.mark.parametrize(("most", "good"), [(3, True), (2, False)])
def test_a_tree_has_so_many_nodes_and_no_more(most: int, good: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "NODES", most)
    s = Sequent().declare("x", REAL)
    node = {"rule": "box", "prec": 53, "tree": {"split": "x", "at": [0, 0], "low": "pass", "high": "pass"}}
    if good:
        Checker().check(s, ("<=", 0, ("^", "x", 2)), node)
    else:
        with pytest.raises(Rejected, match="too large"):
            Checker().check(s, ("<=", 0, ("^", "x", 2)), node)


@pytest.mark.parametrize("fact", [("or", ("<", "x", 1), ("<", "x", 2)), ("forall", "y", REAL, ("<", "x", "y"))])
def test_a_fact_that_is_no_relation_bounds_nothing(fact: Expr) -> None:
    s = Sequent().declare("x", REAL).assume("h", fact)
    with pytest.raises(Rejected, match="bounds nothing"):
        boxes.box_of(s, ["h"], 53)
