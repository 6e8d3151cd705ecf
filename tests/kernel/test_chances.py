"""Random variables are functions of an outcome that expectations bind: what acted on free names proved false things.

`under_law` ignored binders: a name that a sum binds was taken for the random variable of that name, and a random
variable of a quantifier for a constant.
"""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import TRUE, Expr
from verifier.language.claim import claim
from verifier.language.laws.outcomes import with_outcomes
from verifier.language.named import definedness, to_json
from verifier.language.text.text import parse

CHANCE: Expr = ("random", ("real",))
SIGN = {"weights": ["1/2", "1/2"], "outcomes": {"X": [1, -1]}}
ASSUME = {"rule": "intro", "as": "e", "then": {"rule": "field", "terms": []}}


def refuted(statement: Statement, tree: Any, law: Any, values: Any = None) -> bool:
    try:
        certificate = {"kind": "refutation", "values": values or {}, "law": law, "tree": tree}
        return check(statement, certificate).establishes == "denial"
    except Rejected:
        return False


def test_a_sum_over_a_name_is_no_mean_of_the_random_variable_of_that_name() -> None:
    """Sum(expect(X), (X, 1, n)) == n*(n+1)/2 holds; under a law of X it was refuted at n = 1."""
    names = {"n": ("integer", 1, "oo"), "X": CHANCE}
    goal = parse("Sum(expect(X), (X, 1, n)) == n*(n + 1)/2", declared=names)
    assert goal[1] == ("sum", ("expect", "X", "w"), "X", 1, "n")  # type: ignore[index]
    for tree in (ASSUME, {"rule": "linear"}, {"rule": "intro", "as": "e", "then": {"rule": "linear"}}):
        assert not refuted(Statement(tuple(names.items()), (), goal), tree, SIGN, {"n": 1})


def test_a_random_variable_of_a_quantifier_is_no_constant() -> None:
    """X has mean 0 and E X^2 = 1, so there is a random Y with E[XY] != E[X]E[Y] (Y = X): it was refuted."""
    moments = {"mean": "expect(X) == 0", "variance": "expect(X*X) == 1"}
    given = tuple((label, parse(text, declared={"X": CHANCE})) for label, text in moments.items())
    goal = parse("exists(Y, random real, expect(X*Y) != expect(X)*expect(Y))", declared={"X": CHANCE})
    hold = [{"rule": "field"}, {"rule": "field"}]
    for last in ({"rule": "field"}, {"rule": "linear"}):
        tree = {"rule": "split", "nodes": [*hold, {"rule": "intro", "as": "Y", "then": last}]}
        assert not refuted(Statement((("X", CHANCE),), given, goal), tree, SIGN)


@pytest.mark.parametrize(("text", "times"), [
    ("expect(X) == 1", -1), ("expect(X*X) == 2", -1), ("expect(X*X) == 1", None),
])  # fmt: skip
def test_the_law_decides_what_is_random(text: str, times: int | None) -> None:
    goal = parse(text, declared={"X": CHANCE})
    for weight in (times,) if times else (1, -1, 2):
        last = {"rule": "positive", "products": [{}], "terms": [{"fact": "e", "times": weight}]}
        tree = {"rule": "intro", "as": "e", "then": last}
        assert refuted(Statement((("X", CHANCE),), (), goal), tree, SIGN) == bool(times)


def test_an_expectation_of_its_own_constants_is_read() -> None:
    goal = parse("expect(X*expect(X)) == expect(X)**2", declared={"X": CHANCE})
    proof = {"kind": "proof", "tree": {"rule": "linear"}}
    assert check(Statement((("X", CHANCE),), (), goal), proof).establishes == "statement"
    twin = parse("expect(X*X) == expect(X)**2", declared={"X": CHANCE})
    with pytest.raises(Rejected):
        check(Statement((("X", CHANCE),), (), twin), proof)


@pytest.mark.parametrize("body", [
    ("*", ("at", "X", "w"), ("expect", ("at", "X", "w"), "v")),  # the outer outcome, inside of another expectation
    ("expect", ("*", ("at", "X", "w"), ("at", "X", "v")), "v"),
])  # fmt: skip
def test_an_outer_outcome_is_none_of_the_inner_expectation(body: Expr) -> None:
    """E_w[X(w) E_v[X(w)]] is E[X^2], not E[X]^2: what is not read as such must not be read otherwise."""
    goal: Expr = ("==", ("expect", body, "w"), ("^", ("expect", ("at", "X", "w"), "w"), 2))
    with pytest.raises(Rejected):
        check(Statement((("X", CHANCE),), (), goal), {"kind": "proof", "tree": {"rule": "linear"}})


@pytest.mark.parametrize("e", [
    ("forall", "w", ("outcome",), ("==", ("at", "X", "w"), 0)), ("==", ("at", "X", "X"), 0), ("==", ("at", "X", 0), 0),
    ("==", ("expect", ("at", "X", "X"), "w"), 0), ("==", ("expect", "w", "w"), 0),
    ("==", ("expect", ("sum", ("at", "X", "w"), "w", 0, 1), "w"), 0),
    ("==", ("expect", ("at", ("at", "X", "w"), "w"), "w"), 0),
])  # fmt: skip
def test_outcomes_stand_behind_random_variables_alone(e: Expr) -> None:
    certificate = {"kind": "proof", "tree": {"rule": "have", "as": "h", "formula": to_json(e), "proof": {}, "then": {}}}
    with pytest.raises(Rejected, match=r"outcome|outside|sort|index"):
        check(Statement((("X", CHANCE),), (), ("==", 0, 1)), certificate)


def test_a_quantified_random_variable_may_be_a_constant() -> None:
    goal = parse("exists(Y, random real, expect(X*Y) == 3*expect(X))", declared={"X": CHANCE})
    tree = {"rule": "witness", "value": 3, "then": {"rule": "linear"}}
    assert check(Statement((("X", CHANCE),), (), goal), {"kind": "proof", "tree": tree}).establishes == "statement"
    with pytest.raises(Rejected):
        check(Statement((("X", CHANCE),), (), goal), {"kind": "proof", "tree": {**tree, "value": 2}})
    with pytest.raises(Rejected):
        check(Statement((("X", CHANCE),), (), goal), {"kind": "proof", "tree": {**tree, "value": "X"}})


def test_outcomes_are_set_once() -> None:
    sorts = {"X": CHANCE, "w": ("real",)}
    once = with_outcomes(("fn", "expect", ("*", "w", "X")), sorts)
    assert once == ("expect", ("*", "w", ("at", "X", "w1")), "w1")
    assert with_outcomes(once, sorts) == once


# -- gradients ----------------------------------------------------------------------------------------------

SIZE: tuple[tuple[str, Expr], ...] = (("n", ("integer", 1, "oo")), ("A", ("matrix", "n", "n")))


def gradient_proved(goal: Expr) -> bool:
    statement = Statement((*SIZE, ("B", ("matrix", "n", "n"))), (), goal)
    try:
        return check(statement, {"kind": "proof", "tree": {"rule": "linear"}}).establishes == "statement"
    except Rejected:
        return False


def test_a_gradient_is_that_of_its_function_at_its_point() -> None:
    square: Expr = ("trace", ("*", "M", "M"))
    assert gradient_proved(("==", ("grad", square, "M", "A"), ("*", 2, ("T", "A"))))
    assert not gradient_proved(("==", ("grad", square, "M", "A"), ("*", 2, ("T", "B"))))
    # A is a parameter of the function and its point: only the function's variable is differentiated
    mixed: Expr = ("trace", ("*", "M", "A"))
    assert not gradient_proved(("==", ("grad", mixed, "M", "A"), ("*", 2, ("T", "A"))))
    assert gradient_proved(("==", ("grad", mixed, "A", "A"), ("zeros", "n", "n"))) is False
    assert gradient_proved(("==", ("grad", ("trace", ("*", "M", "B")), "M", "A"), ("T", "B")))


def test_what_has_no_gradient_is_not_shown_to_be_defined() -> None:
    modulus = claim("c", "grad(Abs(x), x) == grad(Abs(x), x)", variables={"x": "real"}).statement()
    assert definedness(modulus) != TRUE
    with pytest.raises(Rejected):
        check(modulus, {"kind": "proof", "tree": {"rule": "linear"}})
    smooth = claim("c", "grad(x**2, x) == 2*x", variables={"x": "real"}).statement()
    assert check(smooth, {"kind": "proof", "tree": {"rule": "linear"}}).establishes == "statement"
    exponential = claim("c", "grad(exp(x), x) == exp(x)", variables={"x": "real"}).statement()
    with pytest.raises(Rejected, match="is not decided by its form"):  # it is defined all the same
        check(exponential, {"kind": "undefined", "values": {"x": 0}, "tree": {"rule": "split", "nodes": []}})
