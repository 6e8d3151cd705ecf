"""Order along a chain of terms as they are written, whatever the variables are called."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

CHAIN = ["exp({0}) <= f[{0}]", "f[{0}] <= sin({0})*g[{0}]", "sin({0})*g[{0}] < h[{0}]"]
CURVES = {"f": "real curve", "g": "real curve", "h": "real curve"}


@pytest.mark.parametrize("name", ["x", "z1", "z2", "z3"])
@pytest.mark.parametrize(("goal", "holds"), [("exp({0}) < h[{0}]", True), ("h[{0}] < exp({0})", False),
                                             ("exp({0}) < sin({0})*g[{0}]", False)])
def test_a_chain_holds_for_every_name(name: str, goal: str, holds: bool) -> None:
    given = [fact.format(name) for fact in CHAIN]
    stated = claim("c", goal.format(name), variables={**CURVES, name: "real"}, given=given)
    assert (decide(stated, 5).verdict == "proved") is holds
