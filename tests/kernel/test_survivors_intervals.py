"""Interval arithmetic, asked directly: what no certificate reaches."""

from __future__ import annotations

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures.intervals import Intervals, Purse


def test_a_purse_pays_for_what_is_in_it_and_for_no_more() -> None:
    purse = Purse(3)
    purse.spend(3)
    with pytest.raises(Unknown, match="too much"):
        purse.spend(1)
    assert purse.work == -1


def test_evaluators_of_one_tree_share_their_purse() -> None:
    purse = Purse(10)
    Intervals(53, {}, purse=purse).value(1)
    assert purse.work == 9


@pytest.mark.parametrize("term", [("fn", "pi", 1), ("fn", "log", 1, 2, 3), ("fn", "root", 4)])
def test_a_function_has_no_enclosure_at_another_number_of_arguments(term: tuple[object, ...]) -> None:
    with pytest.raises(Unknown, match="no enclosure"):
        Intervals(53, {}).value(term)  # type: ignore[arg-type]
