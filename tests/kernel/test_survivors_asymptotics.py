"""What expansions say that they lack: the search catches `Unknown`, and goes on where `Wanted` names something."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.analysis.scales import Wanted
from verifier.kernel.terms.expr import REAL, Expr


def scale(depth: int = 4) -> Asymptotics:
    made = Asymptotics({"y": REAL, "b": REAL}, "y", depth)
    made.build(["y"])
    return made


@pytest.mark.parametrize(
    "e", [("sum", "y", "j", 1, 3), ("fn", "root", "y", "b"), ("fn", "stirling", "y", "b"), ("fn", "stirling", "y", "y")]
)
def test_what_has_no_expansion_is_unknown(e: Any) -> None:
    with pytest.raises(Unknown):
        scale().expand(e, 0)


def test_a_floor_that_is_not_known_is_wanted() -> None:
    with pytest.raises(Wanted) as found:
        scale().expand(("floor", ("+", "b", ("/", 1, "y"))), 0)
    assert (found.value.kind, found.value.of) == ("floor", "b")


@pytest.mark.parametrize("power", [2, 3])
def test_more_terms_are_wanted_where_the_error_of_what_a_wave_is_of_is_not_small(power: int) -> None:
    root: Expr = ("sqrt", ("+", 1, ("/", 1, "y")))
    with pytest.raises(Wanted) as found:
        scale(depth=1).expand(("fn", "sin", ("*", ("^", "y", power), root)), 0)
    assert found.value.kind == "depth"
