"""The rule for means: what it proves, and hostile nodes, each wrong in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.language.claim import claim
from verifier.language.text.text import parse
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now

VARIABLES = {"X": "random real", "Y": "random real", "Z": "random matrix(2, 1)", "c": "real", "z": "complex",
             "s": "real sequence"}  # fmt: skip
LETTERS = {"X": "x", "Y": "y", "Z": "v"}


def said(goal: str, given: tuple[str, ...] = ()) -> Statement:
    facts = {f"sure{i}": g for i, g in enumerate(given)}
    return claim("c", goal, variables=VARIABLES, given=facts).statement()


def accepted(goal: str, inside: str, given: tuple[str, ...] = (), sure: tuple[str, ...] = (), **changes: Any) -> bool:
    """Whether the kernel takes the rule with a proof of what should hold at each outcome."""
    from verifier.kernel.logic.sequents import Sequent

    s = Sequent()
    for name, sort in (*said(goal).variables, ("x", ("real",)), ("y", ("real",)), ("v", ("matrix", 2, 1))):
        s = s.declare(name, sort)
    for i, text in enumerate(sure):
        s = s.assume(f"at{i}", parse(text, declared=s.sorts))
    then = prover(now() + 30).prove(s, parse(inside, declared=s.sorts), 2)
    assert then is not None
    node: dict[str, Any] = {"rule": "expectation", "letters": LETTERS, "then": then}
    if sure:
        node["almost"] = {f"sure{i}": f"at{i}" for i in range(len(sure))}
    return takes(said(goal, given), {**node, **changes})


def takes(statement: Statement, node: Mapping[str, Any]) -> bool:
    try:
        check(statement, {"kind": "proof", "tree": node})
    except Rejected:
        return False
    return True


@pytest.mark.parametrize(
    ("goal", "inside"),
    [
        ("expect(X**2) >= 0", "x**2 >= 0"),
        ("0 < expect(1 + X**2)", "0 < 1 + x**2"),
        ("expect(X) <= expect(Abs(X))", "x <= Abs(x)"),
        ("expect(2*X) == 2*expect(X)", "2*x == 2*x"),
        ("expect(X**2)/2 >= -expect(Y**2)", "x**2/2 >= -y**2"),
        ("expect(X) + expect(Y) == expect(X + Y)", "x + y == x + y"),
        ("expect(norm2(Z)) >= 0", "norm2(v) >= 0"),
        ("expect(exp(X)) >= 1 + expect(X)", "exp(x) >= 1 + x"),
        ("1 >= 0 - expect(Y**2)", "1 >= 0 - y**2"),
    ],
)
def test_a_relation_at_each_outcome_is_one_of_means(goal: str, inside: str) -> None:
    assert accepted(goal, inside)


@pytest.mark.parametrize(
    ("goal", "inside"),
    [
        ("expect(X)**2 >= expect(X**2)", "x**2 >= x**2"),  # a square of a mean
        ("expect(X)*expect(X) >= expect(X**2)", "x*x >= x**2"),  # a product of means
        ("1/expect(1 + X**2) >= 1/expect(1 + X**2)", "1/(1 + x**2) >= 1/(1 + x**2)"),
        ("expect(X**2)/expect(X**2 + 1) <= 1", "x**2/(x**2 + 1) <= 1"),
        ("Abs(expect(X)) >= expect(Abs(X))", "Abs(x) >= Abs(x)"),
        ("exp(expect(X)) >= expect(exp(X))", "exp(x) >= exp(x)"),
        ("s[0] + Sum(expect(X**2), (j, 1, 3)) >= s[0]", "s[0] + Sum(x**2, (j, 1, 3)) >= s[0]"),  # not read: no matter
        ("expect(X*expect(X)) >= expect(X**2)", "x*x >= x**2"),  # the mean inside is a number
        ("expect(X) != expect(X + 1)", "x != x + 1"),  # what differs everywhere may have one mean
    ],
)
def test_where_means_are_not_linear_nothing_follows(goal: str, inside: str) -> None:
    assert not accepted(goal, inside)


def test_equations_may_be_of_complex_numbers() -> None:
    assert accepted("expect(X*z) == z*expect(X)", "x*z == z*x")


@pytest.mark.parametrize(
    "letters",
    [
        {},  # the variable stays at its outcome
        {"X": "c"},  # a name in use
        {"X": "Y"},
        {"X": "x", "Y": "x"},  # one letter for two variables
        {"c": "x"},  # no random variable
        {"X": "x", "s": "y"},
        {"X": "x", "Q": "y"},  # not declared
        {"X": "#1"},
        {"X": 3},
        {"X": "", "Y": "y"},
    ],
)
def test_letters_are_new_names_of_random_variables(letters: Any) -> None:
    said_ = said("expect((X - Y)**2) >= 0")
    square = {"rule": "positive", "products": [{"square": ["-", "x", "y"]}]}
    assert takes(said_, {"rule": "expectation", "letters": LETTERS, "then": square})
    assert not takes(said_, {"rule": "expectation", "letters": letters, "then": square})
    zero = {"rule": "positive", "products": [{"square": ["-", "x", "x"]}]}
    assert not takes(said_, {"rule": "expectation", "letters": letters, "then": zero})


def test_what_holds_almost_surely_is_used() -> None:
    assert accepted("expect(X) >= 0", "x >= 0", ("X >= 0",), ("x >= 0",))
    assert accepted("expect(X) < 1", "x < 1", ("X < Y and Y < 1",), ("x < y", "y < 1")) is False  # two facts, not one
    assert accepted("expect(X*Y) == 0", "x*y == 0", ("X*Y == 0",), ("x*y == 0",))


@pytest.mark.parametrize(
    "given",
    [
        "expect(Piecewise((1, X >= 0), (0, True))) == 0",  # almost surely not
        "expect(Piecewise((0, X >= 0), (1, True))) == 1",
        "expect(Piecewise((0, X >= 0), (1, True))) <= 0 or c == 0",
        "expect(Piecewise((0, X >= 0), (c, True))) == 0",
        "expect(Piecewise((0, X >= 0), (1, Y >= 0), (1, True))) == 0",
        "expect(Piecewise((0, X >= 0), (1, Y >= 0))) == 0",
        "expect(X) == 0",
        "expect(X)*0 == 0",
        "expect(Piecewise((0, X >= 0), (1, True))) != 0",
        "expect(Piecewise((-1, X >= 0), (1, True))) == 0",
        "c == 0",
        "Piecewise((0, expect(X) >= 0), (1, True)) == 0",
    ],
)
def test_what_does_not_say_so_is_not_used(given: str) -> None:
    assert not accepted("expect(X) >= 0", "x >= 0", (given,), ("x >= 0",))


@pytest.mark.parametrize("changes", [{"almost": {"sure0": "sure0"}}, {"almost": {"nothing": "at0"}}, {"almost": {}},
                                     {"almost": "sure0"}, {"then": {"rule": "split", "nodes": []}}])  # fmt: skip
def test_labels_are_those_of_facts_and_new(changes: dict[str, Any]) -> None:
    assert not accepted("expect(X) >= 0", "x >= 0", ("X >= 0",), ("x >= 0",), **changes)


def test_the_outcome_of_a_fact_is_not_another_variable() -> None:
    """Y >= 0 almost surely says nothing of X, whatever the letters are called."""
    assert not accepted("expect(X) >= 0", "x >= 0", ("Y >= 0",), ("x >= 0",))
    assert not accepted("expect(X) >= 0", "x >= 0", ("Y >= 0",), ("x >= 0",), letters={"Y": "x", "X": "y"})


@pytest.mark.parametrize("letter", [3, 0, True, 1.5, None, ["+", "c", 1], ("+", "c", 1), {"c": 1}])
def test_a_letter_is_a_name(letter: Any) -> None:
    """A number in the place of a random variable proves 1 == 2: its mean is 1, and 2."""
    node = {"rule": "expectation", "letters": {"X": letter}, "then": {"rule": "identical"}}
    assert not takes(said(f"expect(X) == {letter if type(letter) is int else 1}"), node)
    assert not takes(said("expect(X) == c + 1"), node)


def test_an_empty_sum_is_no_mean() -> None:
    sure = "Sum(Piecewise((0, c >= 0), (1, True)), (j, 1, 0)) == 0"
    assert not accepted("expect(c) >= 0", "c >= 0", (sure,), ("c >= 0",))


def contradicts(variables: list[Any], given: Any, against: list[Any], letters: dict[str, str], then: Any) -> bool:
    """Whether the rule shows that hypotheses contradict each other: there nothing has to be well defined."""
    data = {"variables": variables, "given": [["g", given], ["against", against]], "goal": ["true"]}
    proof = {"rule": "expectation", "letters": letters, "then": then}
    tree = {"rule": "contradict", "fact": "against", "proof": proof}
    try:
        check(Statement.from_json(data), {"kind": "vacuous", "tree": tree})
    except Rejected:
        return False
    return True


REAL = ["real"]
X, ONE = ["X", ["random", REAL]], ["/", 1, ["+", ["^", "t", 2], 1]]
Xw = ["at", "X", "w"]


def mean(body: Any) -> list[Any]:
    return ["expect", body, "w"]


def use(at: str) -> dict[str, Any]:
    return {"rule": "use", "fact": "g", "at": [at], "as": "here", "then": {"rule": "exact", "fact": "here"}}


def test_what_is_linear_contradicts_its_opposite() -> None:
    against = ["!=", ["+", mean(Xw), mean(Xw)], mean(["*", 2, Xw])]
    assert contradicts([X], ["true"], against, {"X": "x"}, {"rule": "linear"})


@pytest.mark.parametrize(
    ("variables", "given", "against", "letters", "then"),
    [
        # the mean of what is infinite
        ([["c", REAL]], ["forall", "t", REAL, ["<", "t", ["fn", "oo"]]], ["<=", mean(["fn", "oo"]), "c"], {}, use("c")),
        # an order of complex numbers
        ([["z", ["complex"]]], [">=", "z", 0], ["<", mean("z"), 0], {}, {"rule": "exact", "fact": "g"}),
        # a mean below a fraction
        ([X], ["forall", "t", REAL, ["==", ONE, ONE]],
         ["!=", ["/", 1, mean(["+", ["^", Xw, 2], 1])], mean(["/", 1, ["+", ["^", Xw, 2], 1]])], {"X": "x"}, use("x")),
        # a square of a mean
        ([X], ["true"], ["!=", ["^", mean(Xw), 2], mean(["^", Xw, 2])], {"X": "x"}, {"rule": "identical"}),
    ],
)  # fmt: skip
def test_what_is_no_relation_of_means_contradicts_nothing(
    variables: list[Any], given: Any, against: list[Any], letters: dict[str, str], then: Any
) -> None:
    assert not contradicts(variables, given, against, letters, then)


def test_a_letter_has_the_sort_of_the_values() -> None:
    trace = ["trace", ["*", ["T", "v"], "v"]]
    body = ["trace", ["*", ["T", ["at", "Z", "w"]], ["at", "Z", "w"]]]
    given = ["forall", "v", REAL, ["==", trace, ["+", trace, 1]]]  # of numbers: says nothing of matrices
    assert not contradicts([["Z", ["random", ["matrix", 2, 1]]]], given, ["!=", mean(body), ["+", mean(body), 1]],
                           {"Z": "y"}, use("y"))  # fmt: skip
