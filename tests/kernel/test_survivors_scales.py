"""Signs of constants that expansions do not know: the search asks for them."""

from __future__ import annotations

import pytest

from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.analysis.scales import Wanted
from verifier.kernel.terms.expr import REAL


def test_a_sign_that_is_not_known_is_wanted() -> None:
    made = Asymptotics({"y": REAL, "b": REAL}, "y", 2)
    made.learn(("!=", "b", 0))
    with pytest.raises(Wanted) as found:
        made.sign(made.read("b"))
    assert (found.value.kind, found.value.of) == ("sign", "b")
