"""What no single certificate can tell, and so is asked of the checker itself: the rules of logic."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import TRUE, Expr

DONE: dict[str, Any] = {"rule": "split", "nodes": []}


@pytest.mark.parametrize("count", [0, 1, 3])
def test_each_part_has_one_proof(count: int) -> None:
    both: Expr = ("and", TRUE, TRUE)
    with pytest.raises(Rejected, match="not that many parts"):
        Checker().check(Sequent(), both, {"rule": "split", "nodes": [DONE] * count})
    node = {"rule": "cases", "fact": "f", "as": "h", "nodes": [DONE] * count}
    with pytest.raises(Rejected, match="not that many cases"):
        Checker().check(Sequent().assume("f", ("or", TRUE, TRUE)), TRUE, node)


@pytest.mark.parametrize("index", [2, -1, "0", None, 0.0, [0]])
def test_a_part_that_is_not_there_is_not_chosen(index: Any) -> None:
    with pytest.raises(Rejected):
        Checker().check(Sequent(), ("or", TRUE, TRUE), {"rule": "choose", "index": index, "then": DONE})
