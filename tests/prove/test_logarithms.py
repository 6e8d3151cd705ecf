"""Products of powers compared by their logarithms; corrupted twins stay unproved."""

from __future__ import annotations

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.order import logarithms

TWIN = 2.0  # seconds, more than three times what any of the true ones needs


def proved(goal, given=(), seconds=10.0, **variables):
    task = Task(claim("t", goal, variables=variables, given=list(given)), now() + 20)
    try:
        node = logarithms.close(prover(now() + seconds), task.sequent, task.statement.goal, 2)
    except OutOfTime:
        return False
    if node is not None:
        Checker().check(task.sequent, task.statement.goal, node)
    return node is not None


N = {"n": "positive integer"}


@pytest.mark.parametrize(
    "goal, variables, twin",
    [
        ("(1 + x/n)**n <= exp(x)", {**N, "x": "nonnegative"}, "(1 + x/n)**n < exp(x)"),
        ("(1 + x/n)**n <= exp(x)", {**N, "x": "nonnegative"}, "(1 + x/n)**(n + 1) <= exp(x)"),
        ("(1 + 1/n)**n < E", N, "(1 + 1/n)**(n + 1) < E"),
        ("(n + 1)*(n/E)**n >= ((n + 1)/E)**(n + 1)", N, "(n + 1)*(n/E)**n >= (1 + 1/100)*((n + 1)/E)**(n + 1)"),
        ("x**a <= exp(a*(x - 1))", {"x": "positive", "a": "positive"}, "x**a <= exp(a*(x - 1)/2)"),
        ("sqrt(x)**a*exp(-a*x/2) <= exp(-a/2)", {"x": "positive", "a": "positive"},
         "sqrt(x)**a*exp(-a*x/2) <= exp(-a)"),
    ],
)  # fmt: skip
def test_compared_by_logarithms(goal, variables, twin):
    assert proved(goal, **variables)
    assert not proved(twin, seconds=TWIN, **variables)


def test_by_way_of_a_hypothesis():
    given = ["factorial(n) >= (n/E)**n"]
    assert proved("((n + 1)/E)**(n + 1) <= (n + 1)*factorial(n)", given, **N)
    assert not proved("((n + 1)/E)**(n + 1) <= (n + 1)*factorial(n)/6", given, **N)


def test_a_base_that_may_vanish_or_be_negative_is_left_alone():
    assert not proved("(1 + x/n)**n <= exp(x)", x="real", **N)
    assert not proved("x**n <= exp(n*(x - 1))", x="nonnegative", **N)
