"""What expansions over a scale say that they lack: the search goes on where `Wanted` names something."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.analysis.scales import Wanted
from verifier.kernel.terms.expr import REAL, Expr


def scale(depth: int) -> Asymptotics:
    made = Asymptotics({"y": REAL, "b": REAL}, "y", depth)
    made.build(["y"])
    return made


def short(power: int) -> Expr:
    """An error of y^(power - 2) at depth 1, and no term."""
    root: Expr = ("sqrt", ("+", 1, ("/", 1, "y")))
    kept: Expr = ("+", ("^", "y", power), ("/", ("^", "y", power - 1), 2))
    return ("-", ("*", ("^", "y", power), root), kept)


@pytest.mark.parametrize(
    ("e", "kind"),
    [
        (("/", 1, short(1)), "depth"),
        (("fn", "exp", short(2)), "depth"),
        (("fn", "exp", short(3)), "depth"),
        (("fn", "exp", "y"), "large"),
    ],
)
def test_what_an_expansion_lacks_is_wanted(e: Any, kind: str) -> None:
    with pytest.raises(Wanted) as found:
        scale(1).expand(e, 0)
    assert found.value.kind == kind


def test_a_limit_in_the_error_wants_more_terms() -> None:
    made = scale(1)
    with pytest.raises(Wanted) as found:
        made.limit(made.expand(short(2), 0), 0)
    assert found.value.kind == "depth"


@pytest.mark.parametrize("e", [("/", 1, ("-", "y", "y")), ("^", ("-", "y", "y"), "b")])
def test_a_power_of_zero_is_unknown(e: Any) -> None:
    with pytest.raises(Unknown) as found:
        scale(1).expand(e, 0)
    assert not isinstance(found.value, Wanted)
