"""The table of known facts refuses by name what is not in it, and says how many terms and premises a fact takes."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.facts.schemas import schema
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent

DONE: dict[str, Any] = {"rule": "split", "nodes": []}


@pytest.mark.parametrize("name", ["no-fact", "integral-no-line"])
def test_a_name_that_is_in_no_table_is_refused(name: str) -> None:
    with pytest.raises(Rejected, match="no known fact"):
        schema(name)


@pytest.mark.parametrize(("terms", "premises"), [(2, 1), (1, 0)])
def test_the_numbers_of_terms_and_of_premises_are_those_of_the_fact(terms: int, premises: int) -> None:
    node = {"rule": "instance", "name": "abs-positive", "at": [1] * terms, "premises": [DONE] * premises}
    with pytest.raises(Rejected, match="takes 1 terms and 1 premises"):
        Checker().check(Sequent(), ("true",), {**node, "as": "f", "then": DONE})
