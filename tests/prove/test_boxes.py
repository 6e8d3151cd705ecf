"""Rule ``box``: what it proves, what it must not prove, and what becomes of damaged trees."""

from __future__ import annotations

import copy
import random

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import free_names
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.order import box_search, numeric


def sequent(goal, given=(), **variables):
    task = Task(claim("t", goal, variables=variables, given=list(given)), now() + 20)
    return task.sequent, task.statement.goal


def proved(goal, given=(), effort=2, **variables):
    s, formula = sequent(goal, given, **variables)
    driver = prover(now() + 20)
    module = box_search if free_names(formula) else numeric
    node = module.close(driver, s, formula, effort)
    if node is not None:
        Checker().check(s, formula, node)
    return node


def accepted(goal, node, given=(), **variables):
    s, formula = sequent(goal, given, **variables)
    try:
        Checker().check(s, formula, node)
    except Rejected:
        return False
    return True


TRUE = [
    ("exp(x) < 3", [], {"x": "[0, 1]"}),
    ("exp(x) >= 1 + x", [], {"x": "[0, oo)"}),
    ("sin(x) + cos(x)**2 < 13/10", [], {"x": "[0, 3]"}),
    ("x*y + exp(-x*y) >= 1 - 1/100", [], {"x": "[0, 1]", "y": "[0, 2]"}),
    ("1/x > 1/2", [], {"x": "(0, 1]"}),
    ("x**2 - x + 26/100 > 0", [], {"x": "real"}),
    ("x != 3 or x*x == 9", [], {"x": "[0, 2]"}),
    ("sqrt(x) < 2", ["Abs(x - 1) <= 2", "x >= 0", "x <= 3"], {"x": "real"}),
    ("x**3 < 9", ["x <= y", "y <= 2"], {"x": "nonnegative", "y": "real"}),
    ("floor(x/3) <= 2", [], {"x": "[0, 8]"}),
    ("gamma(x) > 88/100", [], {"x": "[1, 2]"}),
    ("n*log(2) < 4", ["n < 6"], {"n": "nonnegative integer"}),
    ("asin(x) <= 1 + x", [], {"x": "[0, 1]"}),
]


@pytest.mark.parametrize("goal, given, variables", TRUE)
def test_true_claims(goal, given, variables):
    assert proved(goal, given, **variables) is not None


NEAR = "10**30"
FALSE = [
    ("exp(x) > 1 + x", [], {"x": "[0, 1]"}),  # touches at 0
    ("x < 1", [], {"x": "[0, 1]"}),
    ("1/x < 10**9", [], {"x": "(0, 1]"}),
    ("1/x > 0", [], {"x": "nonzero"}),
    ("Abs(x)/x >= 1", [], {"x": "nonzero"}),
    ("sqrt(x**2) == x", [], {"x": "[-1, 1]"}),
    ("log(x) >= -10**6", [], {"x": "(0, 1]"}),
    ("x**2 > 0", [], {"x": "[-1, 1]"}),
    ("x*y <= 1", [], {"x": "[0, 1]", "y": "nonnegative"}),
    ("tan(x) >= 0", [], {"x": "[0, 2]"}),
    ("x*log(x) > 0", [], {"x": "(0, 1]"}),
    ("floor(x) <= 1", [], {"x": "[0, 2]"}),
    ("x <= 2", [], {"x": "[0, 201/100]"}),
    ("n < 5", ["n <= 5"], {"n": "integer"}),
    ("n < 5", ["n < 5 + 1/10**30"], {"n": "integer"}),
    ("n > 2", ["2 - 1/10**30 < n"], {"n": "integer"}),
]


@pytest.mark.parametrize("goal, given, variables", FALSE)
def test_false_claims(goal, given, variables):
    assert proved(goal, given, **variables) is None


@pytest.mark.parametrize(
    "yes, no",
    [
        (f"pi < 3141592653589793238462643383280/{NEAR}", f"pi < 3141592653589793238462643383279/{NEAR}"),
        (f"exp(1) > exp(1 - 1/{NEAR})", f"exp(1) > exp(1 + 1/{NEAR})"),
        (f"sqrt(2)*sqrt(2) < 2 + 1/{NEAR}", "sqrt(2)*sqrt(2) < 2"),
        (f"cos(1/{NEAR}) < 1", "cos(0) < 1"),
        (f"4*atan(1) <= pi + 1/{NEAR}", f"4*atan(1) <= pi - 1/{NEAR}"),
        (f"zeta(2) > pi**2/6 - 1/{NEAR}", f"zeta(2) > pi**2/6 + 1/{NEAR}"),
        (f"lambertw(exp(1)) > 1 - 1/{NEAR}", f"lambertw(exp(1)) > 1 + 1/{NEAR}"),
        (f"erf(1/{NEAR}) > 1/{NEAR}", f"erf(1/{NEAR}) > 2/{NEAR}"),
    ],
)
def test_closed_terms_nudged(yes, no):
    assert proved(yes) is not None
    assert proved(no) is None


def test_slopes_are_not_used_across_a_gap():
    """|x| has slopes away from 0, and x != 0 does not make the mean value form valid on both sides of it."""
    for tree in ("mean", {"face": "x", "to": "low", "then": "pass"}, {"face": "x", "to": "high", "then": "pass"}):
        node = {"rule": "box", "prec": 60, "facts": ["x.nonzero", "x.lower", "x.upper"], "tree": tree}
        node["facts"] = ["h1", "h2", "h3"]
        given = ["x != 0", "x >= -1", "x <= 1"]
        assert not accepted("Abs(x) <= x + 1/2", node, given, x="real")
        assert not accepted("1/x <= 2", node, given, x="real")


def test_a_face_outside_of_the_domain_needs_continuity():
    face = {"face": "x", "to": "low", "then": "pass"}
    node = {"rule": "box", "prec": 60, "facts": ["x.positive", "h1"], "tree": face}
    assert accepted("sqrt(x) >= 0", node, ["x <= 1"], x="positive")
    assert not accepted("x > 0", {**node, "facts": ["h1", "h2"]}, ["x >= 0", "x <= 1"], x="real")
    assert not accepted("-1/x >= -2", node, ["x <= 1"], x="positive")


def test_a_fact_that_bounds_another_variable_is_no_bound():
    node = {"rule": "box", "prec": 60, "facts": ["h1"], "tree": "pass"}
    assert accepted("x <= 1", node, ["x <= 1"], x="real")
    assert not accepted("x <= 1", node, ["x*x <= 1"], x="real")
    assert not accepted("x <= 1", node, ["x >= 1"], x="real")
    assert not accepted("x < 1", node, ["x <= 1"], x="real")
    assert not accepted("x <= 1", node, ["1/x <= 1"], x="real")
    assert not accepted("y <= 1", node, ["x <= 1"], x="real", y="real")


def test_malformed_nodes_are_rejected():
    good = {"rule": "box", "prec": 60, "facts": ["x.lower", "x.upper"], "tree": "pass"}
    assert accepted("exp(x) < 3", good, x="[0, 1]")
    cuts = [["x", [1, -1]], ["y", [1, -1]], ["x", [1.5, 0]], ["x", [True, 0]], ["x", [1, 10**9]], [1, [1, 0]]]
    trees = [None, 7, "fail", {}, [], {"split": "x"}, {"face": "x", "to": "middle", "then": "pass"}]
    trees += [{"split": x, "at": at, "low": "pass", "high": "no"} for x, at in cuts]
    for bad in [{"prec": 5}, {"prec": 10**6}, {"prec": "60"}, {"prec": True}, {"facts": ["no"]}, {"given": ["no"]}]:
        assert not accepted("exp(x) < 3", {**good, **bad}, x="[0, 1]"), bad
    for tree in trees:
        assert not accepted("exp(x) < 3", {**good, "tree": tree}, x="[0, 1]"), tree


def places(tree, path=()):
    """Every number and every leaf of a node."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from places(value, (*path, key))
    elif isinstance(tree, list):
        for i, value in enumerate(tree):
            yield from places(value, (*path, i))
    else:
        yield path, tree


def damaged(node, source):
    new = copy.deepcopy(node)
    path, old = source.choice(list(places(new)))
    at = new
    for key in path[:-1]:
        at = at[key]
    if isinstance(old, int):
        at[path[-1]] = source.choice([old + 1, old - 1, -old, 2 * old, 0])
    else:
        at[path[-1]] = source.choice(["pass", "mean", "x", "low", "high", "x.lower", "x.upper", 3])
    return new


def test_damaged_trees_never_prove_a_nudged_claim():
    """A tree of a true claim, damaged in any way, is no proof of the same claim with a constant past the optimum."""
    source = random.Random(11)
    pairs = [
        ("sin(x) + cos(x)**2 < 1251/1000", "sin(x) + cos(x)**2 < 1249/1000", {"x": "[0, 3]"}),
        ("x*exp(-x) < 3679/10000", "x*exp(-x) < 3678/10000", {"x": "[0, 4]"}),
        ("exp(x)*y - y**2 < 185/100", "exp(x)*y - y**2 < 184/100", {"x": "[0, 1]", "y": "[0, 2]"}),
    ]
    for true, false, variables in pairs:
        node = proved(true, **variables)
        assert node is not None
        assert not accepted(false, node, **variables)
        kept = 0
        for _ in range(150):
            new = damaged(node, source)
            assert not accepted(false, new, **variables)
            kept += accepted(true, new, **variables)
        assert kept < 150  # damage is noticed


def test_work_is_bounded():
    deep = "pass"
    for _ in range(120):
        deep = {"split": "x", "at": [1, 0], "low": deep, "high": "pass"}
    node = {"rule": "box", "prec": 60, "facts": ["x.lower", "x.upper"], "tree": deep}
    assert not accepted("x < 1", node, x="[0, 1]")
    slow = "+".join(f"gamma(x + {i}/7)" for i in range(40))
    accepted(f"{slow} > 0", {**node, "prec": 1000, "tree": "mean"}, x="[1, 2]")  # it comes back
