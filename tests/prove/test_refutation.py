"""Counterexamples: found where they are plain, narrow, at ends, at touching points, far out; true claims have none."""

from __future__ import annotations

from itertools import pairwise

import pytest

from verifier.language.claim import claim
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.refute import refute
from verifier.prove.refute.candidates import candidates
from verifier.prove.refute.recognition import near, simplest, values
from verifier.prove.refute.solved import roots, systems


def refuted(goal, given=(), seconds=8, **variables):
    task = Task(claim("t", goal, variables=variables, given=list(given)), now() + seconds)
    found = refute.attempt(task, 3, 1.0)
    return None if found is None else found.counterexample or {}


FALSE = [
    ("x**2 >= x", {"x": "real"}, []),
    ("exp(x) > 1 + x", {"x": "real"}, []),
    ("log(x) < x - 1", {"x": "positive"}, []),
    ("(x - 1/3)**2 > 1/10**8", {"x": "[0, 1]"}, []),  # one in five thousand
    ("Abs(x - 7123/10000) > 1/10**6", {"x": "[0, 1]"}, []),
    ("x**3 < 10**15", {"x": "real"}, []),  # far out
    ("exp(-x) > 1/10**6", {"x": "real"}, []),
    ("sin(x) < 1 - 1/10**9", {"x": "[0, 3]"}, []),
    ("x < 1", {"x": "[0, 1]"}, []),  # a closed end
    ("x*y <= 1/4 - 1/10**6", {"x": "positive", "y": "positive"}, ["x + y == 1"]),
    ("a + b + c > 3", {"a": "positive", "b": "positive", "c": "positive"}, ["a*b*c == 1"]),
    ("n**2 != 144", {"n": "nonnegative integer"}, []),
    ("2**n >= n**2", {"n": "nonnegative integer"}, []),
    ("binomial(2*n, n) < 4**n", {"n": "nonnegative integer"}, []),
    ("x*exp(-x) <= exp(-1) - 1/10**30", {"x": "real"}, []),  # past the optimum by 1e-30
    ("sqrt(x**2) == x", {"x": "real"}, []),
    ("t > 0", {"t": "real", "s": "nonnegative"}, ["s**2 == 1 + t**2"]),
    ("gamma(x) >= 8857/10000", {"x": "positive"}, []),
]


@pytest.mark.parametrize("goal, variables, given", FALSE)
def test_false_claims(goal, variables, given):
    assert refuted(goal, given, **variables) is not None


TRUE = [
    ("exp(x) >= 1 + x", {"x": "real"}, []),
    ("log(x) <= x - 1", {"x": "positive"}, []),
    ("x > 0", {"x": "(0, 1]"}, []),
    ("x*exp(-x) <= exp(-1)", {"x": "real"}, []),
    ("x*y <= 1/4", {"x": "positive", "y": "positive"}, ["x + y == 1"]),
    ("2**n > n", {"n": "nonnegative integer"}, []),
    ("x*exp(-x) < exp(-1) + 1/10**30", {"x": "real"}, []),
]


@pytest.mark.parametrize("goal, variables, given", TRUE)
def test_true_claims(goal, variables, given):
    assert refuted(goal, given, seconds=2, **variables) is None


def test_candidates_satisfy_the_domains():
    task = Task(claim("t", "x + n < 0", variables={"x": "(0, 1]", "n": "positive integer"}), now() + 5)
    for point in candidates(task.statement, 3, now() + 2):
        assert set(point) == {"x", "n"}


def test_plain_points_come_first():
    assert refuted("x**2 + y**2 > 0", x="real", y="real") == {"x": "0", "y": "0"}
    assert refuted("n < 7", n="nonnegative integer") == {"n": "7"}


def test_equations_are_solved():
    sorts = {"x": ("real",), "y": ("real",), "z": ("real",)}
    assert roots(("+", "x", "y"), 1, "x", sorts)
    assert len(roots(("^", "x", 2), "y", "x", sorts)) == 2
    assert "'log'" in repr(roots(("fn", "exp", "x"), "y", "x", sorts)[0])
    assert not roots(("fn", "exp", "x"), "x", "x", sorts)
    found = list(systems([("==", ("*", "x", "y", "z"), 1)], sorts))
    assert found and all(len(solution) == 1 for solution in found)


def test_simplest_rationals():
    from fractions import Fraction as Q

    assert simplest(Q(3, 10), Q(4, 10)) == Q(1, 3)
    assert simplest(Q(-4, 10), Q(-3, 10)) == Q(-1, 3)
    assert simplest(Q(-1), Q(1)) == 0 and simplest(Q(5, 2), Q(7, 2)) == 3
    steps = list(near(0.3333333333))
    assert Q(1, 3) in steps and all(s.denominator <= t.denominator for s, t in pairwise(steps))


@pytest.mark.parametrize(
    "x, e",
    [
        (0.5, ("/", 1, 2)), (3.0, 3), (1.5707963267948966, ("*", ("/", 1, 2), ("fn", "pi"))),
        (1.4142135623730951, ("sqrt", 2)), (0.6931471805599453, ("fn", "log", 2)),
    ],
)  # fmt: skip
def test_numbers_are_recognised(x, e):
    assert e in values(x)
