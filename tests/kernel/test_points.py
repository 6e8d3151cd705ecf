"""Values of variables under gradients, what a hypothesis supposes, and matrices with one entry."""

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement

R = ("real",)
M1 = ("matrix", 1, 1)
LOSS = ("/", ("trace", ("*", ("T", "W"), "W")), 2)
INTRO = {"rule": "intro", "as": "W"}


def refutes(goal, value, tree, sort=M1):
    certificate = {"kind": "refutation", "values": {"W": value}, "tree": tree}
    return check(Statement((("W", sort),), (), goal), certificate).establishes == "denial"


def at_the_value(then):
    return {**INTRO, "then": {"rule": "intro", "as": "value", "then": then}}


def apart(times=-1):
    term = {"fact": "equal", "in": ["*", times, "_"]}
    known = {"fact": "value", "in": "_"}
    then = {"rule": "order", "positive": [{"weight": "1"}], "terms": [term, known]}
    return at_the_value({"rule": "intro", "as": "equal", "then": then})


def test_a_gradient_is_taken_before_its_variable_has_a_value():
    assert refutes(("==", ("grad", LOSS, "W", "W"), 0), 1, apart())  # the gradient is W, and W is 1


@pytest.mark.parametrize("value", [0, 2])
def test_another_value_is_no_such_point(value):
    with pytest.raises(Rejected):
        refutes(("==", ("grad", LOSS, "W", "W"), 0), value, apart())


def test_the_equation_of_the_value_is_needed():
    with pytest.raises(Rejected):
        refutes(("==", ("grad", LOSS, "W", "W"), "W"), 1, apart())  # holds everywhere
    with pytest.raises(Rejected):  # a value of another shape is no value
        refutes(("==", ("grad", LOSS, "W", "W"), 0), 1, apart(), ("matrix", 2, 2))


def proof(given, goal, tree, meant=(), **more):
    certificate = {"kind": "proof", "tree": tree, "meant": list(meant), **more}
    return check(Statement((("x", R), ("a", R)), given, goal), certificate).establishes == "meant"


BELOW = (("below", ("<", "x", ("/", 1, "a"))),)
APART = {"rule": "exact", "fact": "meant:below"}


def test_a_hypothesis_that_holds_is_defined():
    assert proof(BELOW, ("!=", "a", 0), APART, ["below"])


@pytest.mark.parametrize(
    ("given", "goal", "meant"),
    [
        (BELOW, ("!=", "a", 0), []),  # it has to be asked for
        (BELOW, ("!=", "x", 0), ["below"]),  # nothing is said of x
        (BELOW, ("!=", "a", 0), ["above"]),  # no such hypothesis
        ((("below", ("<", "x", "a")),), ("!=", "a", 0), ["below"]),  # nothing is supposed here
    ],
)
def test_and_nothing_else_is_said(given, goal, meant):
    with pytest.raises(Rejected):
        proof(given, goal, APART, meant)


def test_a_refutation_does_not_suppose_it():
    statement = Statement((("x", R), ("a", R)), BELOW, ("!=", "a", 0))
    values = {"x": -1, "a": 0}
    certificate = {"kind": "refutation", "values": values, "tree": APART, "defined": {"rule": "split", "nodes": []}}
    with pytest.raises(Rejected):
        check(statement, {**certificate, "meant": ["below"]})


def test_a_matrix_with_one_entry_may_be_any_number():
    wave = ("fn", "exp", ("neg", "t"))
    Checker().fits(Sequent(), wave, ("curve", M1), "t")
    for sort in (("curve", ("matrix", 2, 1)), ("curve", ("matrix", 2, 2)), ("curve", ("matrix", "n", "n"))):
        with pytest.raises(ValueError):
            Checker().fits(Sequent().declare("n", ("integer", 1, "oo")), wave, sort, "t")
    with pytest.raises(ValueError):  # no real number
        Checker().fits(Sequent(), ("fn", "I"), M1)
