"""Terms that agree on an interval have the same derivative there, and nowhere else: the rule ``agree``."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.language.claim import Claim, claim
from verifier.language.script import Numbers, SameSlope, Take, Use
from verifier.prove.portfolio import decide

Node = dict[str, Any]
RIGHT = "diff(k[t], t) == -diff(x[t], t)*k[t]**2"


def inverse(goal: str = RIGHT, times: str = "[0, 1]", known: str = "[0, 1]", high: str = "1") -> Claim:
    """x k == 1 on [0, 1]: the slope of k by differentiating the product."""
    by = [Use("inverse", at=["s"], premises=[[Numbers(using=["between"])]])]
    return claim(
        "inverse",
        f"forall(t, {times}, {goal})",
        variables={"x": "real curve", "k": "real curve"},
        given={"inverse": f"forall(t, {known}, x[t]*k[t] == 1)"},
        argument=[
            Take("t"),
            SameSlope("x[s]*k[s]", "1", "s", "t", "0", high, by=by, place=[Numbers(using=["given"])], name="slopes"),
            Use("inverse", at=["t"], premises=[[Numbers(using=["given"])]], name="now"),
            Numbers(using=["slopes", "now"]),
        ],
    )


def test_the_slope_of_an_inverse_at_every_point_ends_included():
    assert decide(inverse(), 5).verdict == "proved"
    assert decide(inverse(times="[0, oo)", known="[0, oo)", high=""), 5).verdict == "proved"


@pytest.mark.parametrize(
    "changes",
    [
        {"goal": "diff(k[t], t) == diff(x[t], t)*k[t]**2"},
        {"goal": "diff(k[t], t) == -diff(x[t], t)*k[t]"},
        {"times": "[0, 2]"},
        {"times": "[-1, 1]"},
        {"known": "[0, 0]", "times": "[0, 0]", "high": "0"},  # one point says nothing about slopes
        {"times": "[0, oo)", "high": ""},
    ],
)
def test_other_slopes_and_other_points_are_not_proved(changes):
    assert decide(inverse(**changes), 1).verdict != "proved"


def agreements(tree: Any) -> Iterator[Node]:
    if isinstance(tree, dict):
        if tree.get("rule") == "agree":
            yield tree
        for part in tree.values():
            yield from agreements(part)
    elif isinstance(tree, list):
        for part in tree:
            yield from agreements(part)


@pytest.mark.parametrize(
    "damage",
    [{"low": 1}, {"high": 0}, {"low": 0, "high": 0}, {"at": 2}, {"at": -1}, {"right": 2}, {"left": 1}, {"name": "t"},
     {"high": 2}],
)  # fmt: skip
def test_a_damaged_certificate_is_rejected(damage):
    made = inverse()
    certificate = deepcopy(dict(decide(made, 5).certificate or {}))
    check(made.statement(), certificate)
    (node,) = agreements(certificate)
    node.update(damage)
    with pytest.raises(Rejected):
        check(made.statement(), certificate)


def test_a_term_with_a_kink_has_no_slope_there():
    """z(t) = |t| for t >= 0 has the slope 1 at 0, but not because |t| had one."""
    by = [Use("values", at=["s"], premises=[[Numbers(using=["between"])]])]
    step = SameSlope("z[s]", "Abs(s)", "s", "0", "0", by=by)
    given = {"values": "forall(t, [0, oo), z[t] == Abs(t))"}
    goal = "diff(z[s], (s, 0)) == 1"
    made = claim("kink", goal, variables={"z": "real curve"}, given=given, argument=[step, Numbers()])
    found = decide(made, 1)
    assert found.verdict != "proved" and any("SameSlope smooth" in note for note in found.tried)
