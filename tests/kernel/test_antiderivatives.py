"""The rules antiderivative and inverse: the curves that they give, and those that they must not give."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import FALSE, Expr
from verifier.language.claim import claim
from verifier.language.named import to_json
from verifier.language.script import Antiderivative, Intermediate, Inverse, Numbers, Obtain, Take, Use, Witness
from verifier.language.text.text import parse
from verifier.prove.portfolio import decide

Node = dict[str, Any]
REAL: Expr = ("real",)
TRIVIAL: Node = {"rule": "split", "nodes": []}


def rejected(sorts: dict[str, Expr], given: dict[str, Expr], goal: Expr, tree: Node) -> str:
    """Why a proof is rejected; "" where it is accepted."""
    try:
        check(Statement(tuple(sorts.items()), tuple(given.items()), goal), {"kind": "proof", "tree": tree})
    except Rejected as error:
        return str(error)
    return ""


def antiderivative(term: Any, **more: Any) -> Node:
    return {"rule": "antiderivative", "name": "x", "of": to_json(term), "start": 0, "continuous": TRIVIAL, "as": "F",
            "then": {"rule": "exact", "fact": "F"}, **more}  # fmt: skip


def promised(term: Expr, start: Expr = 0) -> Expr:
    slope: Expr = ("forall", "x", REAL, ("==", ("rate", "F", "x"), term))
    return ("exists", "F", ("curve", REAL), ("and", ("==", ("at", "F", start), 0), slope))


def test_a_continuous_term_has_an_antiderivative():
    term = parse("exp(x**2)", declared={"x": REAL})
    assert rejected({}, {}, promised(term), antiderivative(term)) == ""
    assert rejected({}, {}, promised(term, 1), antiderivative(term)) != ""
    assert rejected({}, {}, promised(("*", 2, term)), antiderivative(term)) != ""


@pytest.mark.parametrize("text", ["1/x", "sign(x)", "floor(x)", "log(x)", "sqrt(x)", "Piecewise((0, x < 0), (1, True))",
                                  "tan(x)", "x**(1/2)", "gamma(x)"])  # fmt: skip
def test_a_term_with_a_jump_or_a_gap_has_none(text):
    term = parse(text, declared={"x": REAL})
    assert rejected({}, {}, promised(term), antiderivative(term)) != ""
    steps = [Antiderivative(text, "x", "0")]
    goal = f"exists(F, real curve, F[0] == 0 and forall(x, real, diff(F[x], x) == {text}))"
    false = claim("jump", goal, argument=steps)
    assert decide(false, 1).verdict != "proved"


NO_LIMIT: Expr = ("fn", "limit", ("forall", "y", REAL, ("fn", "sin", "y")), ("fn", "oo"), 0)


@pytest.mark.parametrize(
    ("sorts", "node"),
    [
        ({}, antiderivative("x", start="x")),  # a start that depends on the point
        ({"x": REAL}, antiderivative("x")),  # a name that is taken
        ({"z": ("complex",)}, antiderivative("x", start="z")),
        ({"z": ("complex",)}, antiderivative(("*", "z", "x"))),
        ({"X": ("random", REAL)}, antiderivative("X")),
        ({"X": ("random", REAL)}, antiderivative("x", start="X")),
        ({}, antiderivative("x", start=("fn", "oo"))),
        ({}, antiderivative(("fn", "I"))),
        ({"w": ("curve", REAL)}, antiderivative(("rate", "w", "x"))),  # need not be continuous
        ({"w": ("sequence", REAL)}, antiderivative(("at", "w", "x"))),
        ({"A": ("matrix", 2, 2)}, antiderivative(("*", "x", "A"))),
        ({}, antiderivative(NO_LIMIT)),
    ],
)
def test_what_has_no_antiderivative_that_is_a_real_curve(sorts, node):
    assert rejected(sorts, {"false": FALSE}, FALSE, {"rule": "exact", "fact": "false"}) == ""
    then = {"rule": "witness", "value": 0, "then": {"rule": "field"}}
    assert rejected(sorts, {}, ("exists", "y", REAL, ("==", "y", 0)), {**node, "then": then}) != ""


MATRIX: Expr = ("matrix", 2, 1)
FIELD: dict[str, Expr] = {"h": ("curve", ("matrix", 2, 2)), "w": MATRIX}


def matrix_promised(term: Expr, zero: Expr = ("zeros", 2, 1)) -> Expr:
    slope: Expr = ("forall", "x", REAL, ("==", ("rate", "F", "x"), term))
    return ("exists", "F", ("curve", MATRIX), ("and", ("==", ("at", "F", 0), zero), slope))


def test_a_continuous_matrix_has_an_antiderivative():
    """Entry by entry."""
    term: Expr = ("*", ("at", "h", "x"), "w")
    tree = antiderivative(term, shape=[2, 1])
    assert rejected(FIELD, {}, matrix_promised(term), tree) == ""
    assert rejected(FIELD, {}, matrix_promised(("*", 2, term)), tree)
    assert rejected(FIELD, {}, matrix_promised(term, "w"), tree)
    assert rejected(FIELD, {}, promised(term), tree)


@pytest.mark.parametrize(("term", "more"), [
    (("*", ("at", "h", "x"), "w"), {"shape": [1, 2]}),  # another shape
    (("*", ("at", "h", "x"), "w"), {}),
    ("x", {"shape": [2, 1]}),
    (("*", ("rate", "h", "x"), "w"), {"shape": [2, 1]}),  # need not be continuous
    (("*", ("/", 1, "x"), "w"), {"shape": [2, 1]}),
    (("*", ("fn", "sign", "x"), "w"), {"shape": [2, 1]}),
    (("*", ("fn", "I"), "w"), {"shape": [2, 1]}),
    (("*", "x", ("at", "f", ("*", "x", "w"))), {"shape": [2, 1]}),  # of a function of vectors nothing is known
])  # fmt: skip
def test_what_matrix_has_none(term, more):
    sorts = {**FIELD, "f": ("function", MATRIX, MATRIX)}
    assert rejected(sorts, {"false": FALSE}, FALSE, {"rule": "exact", "fact": "false"}) == ""
    node = antiderivative(term, **more)
    assert rejected(sorts, {"false": FALSE}, FALSE, {**node, "then": {"rule": "exact", "fact": "false"}})


def test_the_control_of_these_trees_is_accepted():
    then = {"rule": "witness", "value": 0, "then": {"rule": "field"}}
    tree = antiderivative(("*", "a", "x"), start="a", then=then)
    assert rejected({"a": REAL}, {}, ("exists", "y", REAL, ("==", "y", 0)), tree) == ""


# -- inverse --------------------------------------------------------------------------------------------------------
def onto(term: str) -> list[object]:
    """Each t is taken between -|t| - 1 and |t| + 1."""
    closed = [Numbers()]
    between = Intermediate(f"{term} - t", "x", "-1 - Abs(t)", "1 + Abs(t)", signs=(closed, closed), order=closed)
    return [Take("t"), between, Obtain("between", "z", label="z"), Witness("z"), Numbers(using=["z"])]


def inverted(term: str, goal: str, **more: Any) -> str:
    step = Inverse(term, "x", slope=[Numbers()], onto=onto(term), **more)
    found = [Obtain("inverse", "G", label="G"), Witness("G[t]", index="t"), Take("t"), Use("G.1", at=["t"], name="now")]
    script = [step, *found, Numbers(using=["now"])]
    return decide(claim("inverse", goal, argument=script), 4).verdict


@pytest.mark.parametrize(("term", "goal", "true"), [
    ("x + x**3", "exists(G, real curve, forall(t, real, G[t] + G[t]**3 == t))", True),
    ("x + x**3", "exists(G, real curve, forall(t, real, diff(G[t], t)*(1 + 3*G[t]**2) == 1))", True),
    ("x + x**3", "exists(G, real curve, forall(t, real, diff(G[t], t)*(1 + 3*G[t]**2) == 2))", False),
    ("x**3", "exists(G, real curve, forall(t, real, G[t]**3 == t))", False),  # no derivative at 0
    ("exp(x)", "exists(G, real curve, forall(t, real, exp(G[t]) == t))", False),  # not onto
    ("-x", "exists(G, real curve, forall(t, real, -G[t] == t and diff(G[t], t) == 1))", False),
    ("x**2", "exists(G, real curve, forall(t, real, G[t]**2 == t))", False),
    ("x + Abs(x)/2", "exists(G, real curve, forall(t, real, G[t] + Abs(G[t])/2 == t))", False),  # a corner
])  # fmt: skip
def test_an_inverse_needs_a_positive_slope_and_all_values(term, goal, true):
    assert (inverted(term, goal) == "proved") is true


def test_one_name_does_not_stand_for_two_things():
    node = {"rule": "inverse", "name": "x", "value": "x", "of": "x", "smooth": TRIVIAL, "slope": {"rule": "arith"},
            "onto": TRIVIAL, "as": "G", "then": {"rule": "arith"}}  # fmt: skip
    assert "two things" in rejected({}, {}, ("<=", 0, 1), node)
    identity = {"rule": "intro", "as": "t", "then": {"rule": "witness", "value": "t", "then": {"rule": "field"}}}
    assert rejected({}, {}, ("<=", 0, 1), {**node, "value": "t", "onto": identity}) == ""
    assert rejected({}, {}, ("<=", 0, 1), {**node, "value": "t"}) != ""
    assert "taken" in rejected({"t": REAL}, {}, ("<=", 0, 1), {**node, "value": "t", "onto": identity})
