"""Derivative ladders: inequalities that touch, on bounded and unbounded domains, and their false neighbours."""

from __future__ import annotations

import time

import pytest

from verifier.claims.claim import claim
from verifier.kernel.logic import Checker, Rejected, Sequent
from verifier.methods.calculus import ladders
from verifier.methods.calculus.driver import Driver, OutOfTime
from verifier.methods.task import Task


def proved(goal, given=(), effort=2, seconds=12, **variables):
    task = Task(claim("t", goal, variables=variables, given=list(given)), time.monotonic() + seconds)
    driver = Driver(time.monotonic() + seconds)
    try:
        node = ladders.close(driver, task.sequent, task.statement.goal, effort)
    except OutOfTime:
        return False
    if node is None:
        return False
    Checker().check(task.sequent, task.statement.goal, node)
    return True


#: a true claim, and claims that are false by a hair
CLAIMS = [
    ("exp(x) >= 1 + x", {"x": "real"}, ["exp(x) > 1 + x", "exp(x) >= 1 + x + 1/10**30"]),
    ("x*exp(-x) <= exp(-1)", {"x": "real"}, ["x*exp(-x) < exp(-1)", "x*exp(-x) <= exp(-1) - 1/10**30"]),
    ("asinh(x) <= x", {"x": "nonnegative"}, ["asinh(x) < x", "asinh(x) <= x*(1 - 1/10**30)"]),
    ("log(1 + x) < x", {"x": "positive"}, ["log(1 + x) < x - x**2/2"]),
    ("exp(-x)*(1 + x + x**2/2) <= 1", {"x": "nonnegative"}, ["exp(-x)*(1 + x + x**2/2) < 1"]),
    ("log(x) <= x - 1", {"x": "positive"}, ["log(x) < x - 1", "log(x) <= (x - 1)*(1 - 1/10**30)"]),
    ("sin(x) <= x", {"x": "nonnegative"}, ["sin(x) < x", "sin(x) <= x - x**3/6"]),
    ("cos(x) >= 1 - x**2/2", {"x": "[0, 10]"}, ["cos(x) > 1 - x**2/2", "cos(x) >= 1 - x**2/2 + x**4/24"]),
    ("tanh(x) < x", {"x": "positive"}, ["tanh(x) < x - x**3/3"]),
    ("sin(x) >= 2*x/pi", {"x": "[0, pi/2]"}, ["sin(x) > 2*x/pi", "sin(x) >= 2*x/pi + x/10**30"]),
    ("log(1 + 1/x) < 1/x", {"x": "positive"}, []),
    ("log(1 + 1/x) > 1/(x + 1)", {"x": "positive"}, ["log(1 + 1/x) > 1/(x + 1/3)"]),
]


@pytest.mark.parametrize("goal, variables, _false", CLAIMS)
def test_true_claims(goal, variables, _false):
    assert proved(goal, **variables)


@pytest.mark.parametrize("goal, variables", [(f, v) for _, v, false in CLAIMS for f in false])
def test_false_neighbours(goal, variables):
    assert not proved(goal, seconds=4, **variables)


def test_touching_at_several_points():
    assert proved("sin(x)**2*(2 + cos(x)) >= 0", x="[0, 7]")
    assert not proved("sin(x)**2*(2 + cos(x)) > 0", x="[0, 7]", seconds=3)


def test_high_order_at_an_end():
    assert proved("x*(2 + cosh(x)) >= 3*sinh(x)", x="[0, 2]")
    assert not proved("x*(2 + cosh(x)) > 3*sinh(x)", x="[0, 2]", seconds=3)


def test_a_second_variable():
    assert proved("x*exp(y) >= x + x*y", x="positive", y="real")


# -- rule ladder-limit -------------------------------------------------------------------------------------------------
def at_infinity(goal, limit, node):
    """Check a node for a goal in x under a limit that is given as a fact."""
    s = Sequent().declare("x", ("real",)).assume("p", (">", "x", 0)).assume("lim", limit)
    try:
        Checker().check(s, goal, node)
    except Rejected:
        return False
    return True


X = ("/", 1, "x")
GAP = ("-", X, 0)
LIMIT = ("==", ("fn", "limit", ("forall", "x", ("real",), GAP), ("fn", "oo"), 0), 0)


def pieces(relation, **change):
    """The parts of a proof that 1/x > 0, where its limit is 0 and it falls."""
    s = Sequent().declare("x", ("real",)).assume("p", (">", "x", 0)).assume("lim", LIMIT)
    driver = Driver(time.monotonic() + 10)
    around = s.declare("t", ("real",))
    closed, inside = around.assume("b", ("<=", "x", "t")), around.assume("b", ("<", "x", "t"))
    from verifier.claims.named import conditions, derivative, substitute
    from verifier.kernel.expr import conjunction

    here = substitute(GAP, {"x": "t"})
    return {
        "rule": "ladder-limit", "of": "x", "fact": "lim", "from": "right", "as": "t", "bounds": "b", "strict": "slope",
        "base": driver.prove(s, ("<=", 0, 0)),
        "continuous": driver.prove(closed, conjunction(conditions(here, "t", inner=False))),
        "smooth": driver.prove(inside, conjunction(conditions(here, "t", inner=True))),
        "slope": driver.prove(inside, (relation, derivative(here, "t"), 0)),
        **change,
    }  # fmt: skip


def test_a_limit_as_anchor():
    node = pieces("<")
    assert all(value is not None for value in node.values())
    assert at_infinity(("<", 0, X), LIMIT, node)


def test_a_limit_that_does_not_fit_is_refused():
    node = pieces("<")
    word, body, point, side = LIMIT[1][1:]
    others = [
        ("==", LIMIT[1], -1),  # a negative limit
        ("==", LIMIT[1], ("fn", "oo")),
        ("==", ("fn", word, body, ("neg", point), side), 0),  # at the other end
        ("==", ("fn", word, ("forall", "x", ("real",), ("-", 0, X)), point, side), 0),  # of another function
        ("<=", LIMIT[1], 0),
    ]
    for fact in others:
        assert not at_infinity(("<", 0, X), fact, node), fact
    assert not at_infinity(("<", 0, ("neg", X)), LIMIT, node)
    assert not at_infinity(("<", 0, X), LIMIT, {**node, "from": "left"})
    assert not at_infinity(("<", 0, X), LIMIT, {**node, "strict": "base"})
    assert at_infinity(("<=", 0, X), LIMIT, {**pieces("<="), "strict": ""})
