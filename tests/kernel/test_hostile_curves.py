"""False statements about curves with certificates made up for them: slopes of the wrong shape, names bound twice,
sums inside of a time, matrices that hide, powers without a meaning, and times that are too long.
"""

from __future__ import annotations

import pytest
from test_curves import CURVE, LINEAR, REAL, TRIVIAL, Node, exact

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.language.named import to_json
from verifier.library.trees import each

SQUARE: Expr = ("matrix", 2, 2)
ANY: Expr = ("integer", "-oo", "oo")
NATURAL: Expr = ("integer", 0, "oo")
Variables = list[tuple[str, Expr]]


def why(variables: Variables, given: Variables, goal: Expr, tree: Node, **more: Node) -> str:
    """Why a proof is rejected; "" where it is accepted."""
    try:
        check(Statement(tuple(variables), tuple(given), goal), {"kind": "proof", "tree": tree, **more})
    except Rejected as error:
        return str(error)
    return ""


# -- the slope of a constant matrix is a zero matrix, and its power 0 the identity --------------------------------
ONES: Expr = ("^", ("*", "s", ("eye", 2)), 0)
FLAT: list[Expr] = [("/", ONES, 2), ("*", 2, ONES), ("sum", ONES, "j", 0, 3), ("T", ONES)]
POWER: Expr = ("trace", ("^", ("rate", "X", 0), 0))


@pytest.mark.parametrize("value", FLAT)
def test_a_slope_has_the_shape_of_its_curve(value):
    lemma: Expr = ("forall", "X", ("curve", SQUARE), ("==", POWER, 2))
    then = {"rule": "linear", "terms": [{"fact": "k"}]}
    use = {"rule": "use", "fact": "h", "at": [{"value": to_json(value), "index": "s"}], "as": "k", "then": then}
    proof = {"rule": "intro", "as": "Y", "then": LINEAR}
    tree = {"rule": "have", "as": "h", "formula": to_json(lemma), "proof": proof, "then": use}
    assert why([], [], ("==", 0, 1), tree)


def test_a_slope_has_the_shape_of_its_curve_in_a_counterexample():
    then = {"rule": "order", "terms": [{"fact": "k"}], "positive": [{"weight": 1}]}
    certificate = {"kind": "refutation", "values": {"X": {"value": to_json(FLAT[0]), "index": "s"}},
                   "tree": {"rule": "intro", "as": "k", "then": then}}  # fmt: skip
    with pytest.raises(Rejected):
        check(Statement((("X", ("curve", SQUARE)),), (), ("==", POWER, 2)), certificate)


# -- a sum over a variable that has the name of a matrix ----------------------------------------------------------
def slope_of(name: str) -> Expr:
    """The derivative of sum_{name = 1..1} 1/(y + name) at 0, which is -1."""
    return ("fn", "diff", ("forall", "y", REAL, ("sum", ("^", ("+", "y", name), -1), name, 1, 1)), 0, 1)


def taken(e: Expr, then: Node) -> Node:
    positive = {"rule": "positive", "products": [{}], "terms": [{"fact": "z", "times": 1}]}
    one: Expr = ("forall", "k", ("integer", 1, 1), ("true",))
    smooth = each(one, 1, 1, [{"rule": "intro", "as": "z", "then": positive}], ())
    return {"rule": "diff", "of": to_json(e), "smooth": smooth, "as": "slope", "then": then}


def test_a_sum_over_the_name_of_a_matrix_is_one_over_integers():
    e = slope_of("M")
    tree = taken(e, {"rule": "replace", "fact": "slope", "then": LINEAR})
    assert why([("M", SQUARE)], [], ("==", e, 0), tree, defined=tree["smooth"])


# -- bound names inside of a time ---------------------------------------------------------------------------------
COUNTED: Variables = [("n", ANY), ("m", NATURAL), ("q", NATURAL), ("z", CURVE)]
ROW: Expr = ("sum", 1, "r", 0, ("-", "n", "m"))
WEIGHT: Expr = ("sum", ("*", ("delta", "j", "m"), ("at", "z", ("sum", "i", "i", 0, "q"))), "j", 0, "n")


def test_a_sum_inside_of_a_time_is_not_caught_by_one_outside():
    """z(0 + 1 + ... + q) is not z(m + m + ... + m)."""
    goal: Expr = ("==", ROW, ("/", ("*", ROW, ("at", "z", ("sum", "m", "i", 0, "q"))), WEIGHT))
    defined = {"rule": "intro", "as": "g", "then": exact("g")}
    tree = {"rule": "linear", "nonzero": ["h"]}
    assert why(COUNTED, [("h", ("!=", WEIGHT, 0))], goal, tree, defined=defined)


# -- members of sequences of sequences are matrices too -----------------------------------------------------------
P, Q = (("at", ("at", "S", 0), k) for k in (0, 1))
NESTED: Variables = [("S", ("sequence", ("sequence", SQUARE))), ("x", REAL)]


def test_powers_of_hidden_matrices_do_not_follow_the_rule_of_numbers():
    def base(x: str) -> Expr:
        return ("+", ("*", x, P), ("*", ("^", x, 2), Q))

    slope: Expr = ("+", ("*", 1, P), ("*", ("*", 2, ("^", "x", 1), 1), Q))
    e: Expr = ("fn", "diff", ("forall", "y", REAL, ("trace", ("*", ("^", base("y"), 3), Q))), "x", 1)
    wrong: Expr = ("trace", ("*", ("*", 3, ("^", base("x"), 2), slope), Q))
    tree = {"rule": "diff", "of": to_json(e), "smooth": TRIVIAL, "as": "slope", "then": exact("slope")}
    assert why(NESTED, [], ("==", e, wrong), tree)


def test_an_inverse_of_hidden_matrices_is_not_bounded():
    """trace((P + x Q)^(-1)) with P = diag(0, 3), Q = diag(1, 0); the trace of P + x Q does not vanish on [-1, 1]."""
    sum_: Expr = ("+", P, ("*", "x", Q))
    term: Expr = ("trace", ("^", sum_, -1))
    inside: Expr = ("and", ("<=", -1, "x"), ("<=", "x", 1))
    goal: Expr = ("exists", "M", REAL, ("forall", "x", REAL, ("implies", inside, ("<=", term, "M"))))
    apart: Expr = ("forall", "x", REAL, ("!=", ("trace", sum_), 0))
    no = {"rule": "contradict", "fact": "a", "proof": {"rule": "replace", "fact": "zero", "then": LINEAR}}
    used = {"rule": "use", "fact": "apart", "at": ["x"], "as": "a", "then": no}
    continuous: Node = {"rule": "intro", "as": "zero", "then": used}
    tree = {"rule": "bounded", "of": to_json(term), "name": "x", "low": -1, "high": 1, "bounds": "between",
            "continuous": continuous, "as": "bound", "then": exact("bound")}  # fmt: skip
    defined = continuous
    for label in ("b", "x", "M", "apart"):
        defined = {"rule": "intro", "as": label, "then": defined}
    assert why(NESTED[:1], [("apart", apart)], goal, tree, defined=defined)


# -- powers without a meaning -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("sort", "base"), [(("curve", SQUARE), ("at", "A", 0)), (SQUARE, "A")])
@pytest.mark.parametrize("exponent", ["n", -1])
def test_a_matrix_that_is_not_zero_need_not_have_an_inverse(sort, base, exponent):
    goal: Expr = ("==", ("^", base, exponent), ("^", base, exponent))
    no = {"rule": "contradict", "fact": "h", "proof": {"rule": "replace", "fact": "k", "then": LINEAR}}
    apart: Node = {"rule": "intro", "as": "k", "then": no}
    for inside in (apart, {"rule": "choose", "index": 1, "then": apart}):
        defined = {"rule": "intro", "as": "h", "then": inside}
        given: Variables = [("h", ("!=", ("trace", base), 0))]
        assert why([("A", sort), ("n", ANY)], given, goal, {"rule": "identical"}, defined=defined)


# -- work ---------------------------------------------------------------------------------------------------------
def test_long_times_are_paid_for():
    variables: Variables = [*((n, REAL) for n in "abcd"), ("z", CURVE)]
    moment: Expr = ("^", ("+", "a", "b", "c", "d"), 17)
    assert "terms" in why(variables, [], ("==", ("^", ("+", ("at", "z", moment), "a", "b", "c"), 18), 1), LINEAR)
