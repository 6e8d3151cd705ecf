"""'From some N on', for integers and for real N, typed by hand: what holds eventually, and twins that do not."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

GOALS = """
exists(N, integer, N >= e)
exists(N, positive integer, 1/N <= e)
exists(N, nonnegative integer, 2**N >= e)
exists(N, positive, forall(n, positive, implies(n >= N, 1/2**n <= e)))
exists(N, positive integer, forall(n, positive integer, implies(n >= N, 1/(1 + n) <= e)))
exists(N, positive integer, forall(n, positive integer, implies(n >= N, n*exp(-n) < e)))
exists(N, positive integer, forall(n, positive, implies(N < n, n**3/2**n < e)))
"""
TWINS = """
exists(N, integer, 2**N <= -e)
exists(N, negative integer, 1/N >= e)
exists(N, integer, forall(n, integer, implies(n >= N, n < e)))
exists(N, positive integer, forall(n, positive integer, implies(n >= N, 1/n > e)))
exists(N, positive integer, forall(n, positive integer, implies(n <= N, 1/(1 + n) <= e)))
exists(N, positive integer, forall(n, positive integer, implies(n >= N, n*exp(-n) < -e)))
exists(N, positive integer, forall(n, positive, implies(N < n, 2**n/n**3 < e)))
"""


def verdict(goal: str) -> str:
    return str(decide(claim("c", goal, variables={"e": "positive"}), 15.0).verdict)


@pytest.mark.parametrize("goal", GOALS.strip().splitlines())
def test_what_holds_eventually_holds_from_an_integer_on(goal: str) -> None:
    assert verdict(goal) == "proved"


@pytest.mark.parametrize("goal", TWINS.strip().splitlines())
def test_what_does_not_hold_eventually_is_not_proved(goal: str) -> None:
    assert verdict(goal) != "proved"
