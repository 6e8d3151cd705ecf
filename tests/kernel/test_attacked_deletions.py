"""Nodes and certificates that nothing but one condition refuses, now that another one beside it is gone.

A name that is not in scope is tried wherever a term can hold one; what counts (an index, a part, a label) as `true`,
as 1.0, below 0 and past the end; infinite, complex and moving ends; a binder of another kind; a range without points;
a fact that is nearly the one that is needed; quotients of integers that a float would round.  Most stand beside a
twin that is not refused: so it is that one thing for which they are.
"""

from __future__ import annotations

from typing import Any

import pytest
from single import DONE, said

from verifier.kernel.algebra.integers import Context, Index
from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement

Data = Any
REAL, COMPLEX, INTEGER, NATURAL = ["real"], ["complex"], ["integer", "-oo", "oo"], ["integer", 0, "oo"]
FALSE, TRUE, OO, ROOT = ["false"], ["true"], ["fn", "oo"], ["fn", "I"]  # ROOT: of -1
HALF = ["/", 1, 2]


def told(sorts: Data, goal: Data, node: Data, **facts: Data) -> Any:
    return said({"sorts": sorts, "facts": facts, "goal": goal, "node": node})


def refuted(variables: Data, goal: Data, **more: Data) -> Any:
    """What remains to be shown for a refutation of a statement."""
    certificate = {"kind": "refutation", "tree": DONE, "defined": DONE, "values": {}, **more}
    return said({"statement": {"variables": variables, "given": [], "goal": goal}, "certificate": certificate})


# -- names that are not in scope ------------------------------------------------------------------------------------

PLACES: dict[str, Any] = {
    "size": lambda q: ["forall", "M", ["matrix", 2, q], ["==", "M", "M"]],
    "size inside": lambda q: ["forall", "M", ["sequence", ["matrix", q, 2]], ["==", ["at", "M", 0], ["at", "M", 0]]],
    "range": lambda q: ["forall", "j", ["integer", ["+", q, 0], 9], ["<=", "j", 9]],
    "end": lambda q: ["==", ["sum", "j", "j", 0, q], 0],
    "index": lambda q: ["==", ["at", "s", q], 0],
    "entry": lambda q: ["==", ["entry", "A", 0, q], 0],
    "exponent": lambda q: ["==", ["^", "A", q], "A"],
    "case": lambda q: ["==", ["fn", "Piecewise", 1, ["<", q, 0], 2, TRUE], 1],
    "slope": lambda q: ["==", ["fn", "diff", ["forall", "y", REAL, "y"], q, 1], 1],
    "limit": lambda q: ["==", ["fn", "limit", ["forall", "y", REAL, "y"], q, 0], 1],
    "mean": lambda q: ["==", ["expect", ["+", ["at", "X", "w"], q], "w"], 0],
    "time": lambda q: ["==", ["rate", "c", q], 0],
}  # fmt: skip
SCOPE = {"n": NATURAL, "s": ["sequence", REAL], "A": ["matrix", 2, 2], "X": ["random", REAL], "c": ["curve", REAL]}


@pytest.mark.parametrize("place", PLACES)
def test_a_formula_has_no_loose_name_anywhere(place: str) -> None:
    """Shapes looks at each part: nobody else asks whether the names are in scope before a fact is assumed."""

    def had(q: Data) -> Any:
        node = {"rule": "have", "formula": PLACES[place](q), "as": "h", "proof": DONE, "then": DONE}
        return told(SCOPE, FALSE, node)

    assert had("n") is not None
    for loose in ("q", "j", "y", "w", "oo", "-oo", "_"):
        assert had(loose) is None, loose


def test_a_range_does_not_speak_of_its_own_variable() -> None:
    """The ends of a sum and of a sort are read outside, where the variable has no sort."""
    for loose in (["==", ["sum", "j", "j", 0, "j"], 0], ["forall", "j", ["integer", 0, "j"], [">=", "j", 0]]):
        node = {"rule": "have", "formula": loose, "as": "h", "proof": DONE, "then": DONE}
        assert told({"n": NATURAL}, FALSE, node) is None


def test_a_random_variable_has_its_values_at_the_outcomes_of_the_innermost_mean() -> None:
    def had(term: Data) -> Any:
        node = {"rule": "have", "formula": ["==", term, 0], "as": "h", "proof": DONE, "then": DONE}
        return told({"n": NATURAL, "X": ["random", REAL]}, FALSE, node)

    value = ["at", "X", "w"]
    assert had(["expect", value, "w"]) is not None
    for term in (value, ["at", "X", "n"], ["at", "X", 0], "X", ["expect", ["at", "X", 0], "w"], ["expect", "w", "w"],
                 ["expect", ["expect", value, "v"], "w"], ["expect", ["at", "X", value], "w"]):  # fmt: skip
        assert had(term) is None, term


@pytest.mark.parametrize("name", ["", "_", "_a", "#1", "?0", "!a", "-a", "oo", "-oo", "x"])
def test_a_reserved_name_or_none_at_all_is_not_declared(name: str) -> None:
    """The empty name is refused as one that begins like a reserved one."""
    goal = ["forall", "y", REAL, ["==", "y", "x"]]
    assert told({"x": REAL}, goal, {"rule": "intro", "as": name, "then": DONE}) is None
    node = {"rule": "obtain", "fact": "f", "name": name, "as": "h", "then": DONE}
    assert told({"x": REAL}, FALSE, node, f=["exists", "y", REAL, ["==", "y", "x"]]) is None


@pytest.mark.parametrize(
    ("sort", "closed", "loose"),
    [
        (REAL, 1, ["q", "x", "#1", {"value": 1, "index": "j"}, ROOT, True, 1.0]),
        (["sequence", REAL], {"value": "j", "index": "j"},
         [1, {"value": "q", "index": "j"}, {"value": "j", "index": "k"}, {"value": ["at", "x", "j"], "index": "j"},
          {"value": 1, "index": ""}, {"value": 1, "index": 0}, {"value": "oo", "index": "oo"}]),
        (["curve", REAL], {"value": "t", "index": "t"},
         [{"value": "q", "index": "t"}, {"value": ["rate", "x", "t"], "index": "t"}]),
        (["function", ["matrix", 2, 2], REAL], {"value": ["trace", "M"], "index": "M"},
         [{"value": ["entry", "M", 0, "q"], "index": "M"}, {"value": "M", "index": "M"}]),
        (["matrix", 2, 1], ["zeros", 2, 1], [["zeros", "q", 1], ["matrix", ["row", "q"], ["row", 0]]]),
        (["random", REAL], 1, ["q", ["at", "x", "w"], {"value": 1, "index": "j"}]),
    ],
    ids=["real", "sequence", "curve", "function", "matrix", "random"],
)  # fmt: skip
def test_a_value_is_closed(sort: Data, closed: Data, loose: list[Data]) -> None:
    """Nothing is declared where a value is read, so Shapes refuses its names; `fits`, an index out of place."""
    assert refuted([["x", sort]], ["<", 1, 0], values={"x": closed}) is not None
    for value in loose:
        assert refuted([["x", sort]], ["<", 1, 0], values={"x": value}) is None, value


@pytest.mark.parametrize("outcome", ["q", "X", "w", ROOT, True, OO, {"value": "j", "index": "j"}])
def test_an_outcome_is_closed_and_of_the_sort(outcome: Data) -> None:
    mean = ["==", ["expect", ["at", "X", "w"], "w"], 0]
    for value, whether in ((1, True), (outcome, False)):
        law = {"weights": ["1/2", "1/2"], "outcomes": {"X": [0, value]}}
        assert (refuted([["X", ["random", REAL]]], mean, law=law) is not None) is whether


def test_an_outcome_of_a_random_variable_without_a_law_is_no_name() -> None:
    """What is left of the mean has a loose outcome, which every node refuses."""
    x, y = ["at", "X", "w"], ["at", "Y", "w"]
    goal = ["exists", "Y", ["random", REAL], ["==", ["expect", ["+", x, y], "w"], ["+", ["expect", x, "w"], 1]]]
    statement = Statement.from_json({"variables": [["X", ["random", REAL]]], "given": [], "goal": goal})
    law = {"weights": [1], "outcomes": {"X": [0]}}
    for tree in (DONE, {"rule": "intro", "as": "Y", "then": {"rule": "linear"}}):
        with pytest.raises(Rejected, match="undeclared name"):
            check(statement, {"kind": "refutation", "values": {}, "law": law, "tree": tree, "defined": DONE})


# -- what counts ----------------------------------------------------------------------------------------------------


def test_a_case_is_counted_from_0_and_has_a_condition() -> None:
    """The last value of the second term has none: nothing says when it is taken."""
    cases = ["fn", "Piecewise", 1, ["<", "x", 0], 2, TRUE]

    def piece(e: Data, index: Data, fail: Data) -> Any:
        more = {"index": index, "fail": fail, "holds": DONE, "as": "h", "then": DONE}
        return told({"x": REAL}, FALSE, {"rule": "piece", "of": e, **more})

    assert piece(cases, 1, [DONE]) == piece(cases, True, [DONE]) is not None
    assert piece(cases[:5], 0, []) is not None
    assert piece(cases[:5], 1, [DONE]) is None
    for index, fail in ((1.0, [DONE]), (2, [DONE] * 2), (-1, []), (1, []), (0, [DONE]), ("0", []), (1, {"a": 1})):
        assert piece(cases, index, fail) is None, index


def test_a_part_of_a_disjunction_is_counted_from_0() -> None:
    goal = ["or", ["<", "x", 0], ["<", "x", 1]]
    assert told({"x": REAL}, goal, {"rule": "choose", "index": 1, "then": DONE}) is not None
    for index in (-1, -2, 2, 1.0, "1", None, [1]):
        assert told({"x": REAL}, goal, {"rule": "choose", "index": index, "then": DONE}) is None, index


def test_a_fact_is_applied_to_as_much_as_it_takes() -> None:
    fact = ["forall", "k", NATURAL, ["implies", ["<", "k", 5], ["<=", "k", 4]]]

    def used(label: Data, at: list[Data], premises: int) -> Any:
        node = {"rule": "use", "fact": label, "at": at, "premises": [DONE] * premises, "as": "h", "then": DONE}
        return told({}, FALSE, node, f=fact)

    assert used("f", [3], 1) is not None
    for at, premises in (([], 1), ([3], 2), ([3, 4], 1), ([-1], 1), ([True], 1), ([1.0], 1), (["k"], 1),
                         ([{"value": "j", "index": "j"}], 1), ([{"value": 3, "index": "j"}], 1)):  # fmt: skip
        assert used("f", at, premises) is None, at
    fact = ["forall", "k", NATURAL, ["implies", ["<", "k", 5], ["forall", "j", NATURAL, ["<=", "k", "j"]]]]
    assert used("f", [3, 0], 1) is not None and used("f", [3, 0], 0) is None  # no value comes before a premise
    for label in ("g", 0, True, None, ["f"], {}):
        assert used(label, [3], 1) is None, label


# -- ends, binders and points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["x", "q", OO, ["neg", OO], ["*", 1, OO], ["min", OO, 1], ROOT, "z", True, 1.0])
def test_the_ends_of_an_interval_are_real_and_do_not_move(end: Data) -> None:
    """The ends are read where the variable is not declared; an infinite one is not real (`is_real`)."""
    added, signs = {"as": "h", "then": DONE}, {"negative": DONE, "positive": DONE, "order": DONE}
    zero = {"rule": "intermediate", "name": "x", "point": "t", "of": ["-", ["*", "x", "x"], 2], **signs, **added,
            "bounds": "b", "continuous": DONE}  # fmt: skip
    cover = {"rule": "compact", "name": "x", "radius": "r", "formula": ["<", "r", ["*", "x", "x"]], **added,
             "local": DONE, "smaller": DONE}  # fmt: skip
    for node in (zero, cover):
        assert told({"z": COMPLEX}, FALSE, {**node, "low": 0, "high": 2}) is not None
        assert told({"z": COMPLEX}, FALSE, {**node, "low": 0, "high": end}) is None
        assert told({"z": COMPLEX}, FALSE, {**node, "low": end, "high": 2}) is None


BEGINS, ENDS = ["<=", 0, "t"], ["<=", "t", 1]


@pytest.mark.parametrize(
    "guard",
    [["and", ["<=", 0, 1], ENDS], ["and", BEGINS, ENDS, ["<=", "t", 2]], ["and", ENDS, BEGINS], ["or", BEGINS],
     ["<=", ["*", 2, "t"], "t"], ENDS, TRUE, ["<", 0, "t"], ["and", BEGINS, ["<", "t", 1]],
     ["and", BEGINS, ["<=", "s", "t"]], ["<=", ["neg", OO], "t"]],
)  # fmt: skip
def test_the_times_have_a_first_one(guard: Data) -> None:
    steps = {"start": DONE, "bounds": "b", "as": "v", "before": "p", "step": DONE, "continuous": DONE}
    node = {"rule": "bootstrap", "time": "t", **steps}
    for times, whether in ((["and", BEGINS, ENDS], True), (guard, False)):
        goal = ["forall", "t", REAL, ["implies", times, ["<", ["*", "t", "t"], 2]]]
        assert (told({"s": REAL}, goal, node) is not None) is whether


@pytest.mark.parametrize(
    "sort",
    [["integer", "-oo", "oo"], ["integer", 0, 5], ["integer", "oo", "oo"], ["integer", HALF, "oo"], REAL, COMPLEX,
     ["matrix", 2, 2], ["matrix", "oo", "oo"], ["sequence", REAL], ["random", REAL]],
)  # fmt: skip
def test_an_infinite_sum_has_a_first_index_and_no_last_one(sort: Data) -> None:
    """A lower end -oo is no integer (`fits`), an upper end is oo or the sum is none."""

    def defined(binder: Data) -> Any:
        formula = ["==", ["fn", "Sum", binder], 2]
        return told({}, FALSE, {"rule": "series-definition", "of": formula, "as": "h", "then": DONE})

    assert defined(["forall", "k", NATURAL, ["^", HALF, 2]]) is not None
    assert defined(["forall", "k", sort, ["^", HALF, 2]]) is None
    assert defined(["exists", "k", NATURAL, ["^", HALF, 2]]) is None


def test_what_is_differentiated_is_a_function_of_a_real_variable() -> None:
    def slope(binder: Data, order: Data = 1) -> Any:
        node = {"rule": "diff", "of": ["fn", "diff", binder, "x", order], "smooth": DONE, "as": "h", "then": DONE}
        return told({"x": REAL}, FALSE, node)

    square = ["^", "y", 2]
    assert slope(["forall", "y", REAL, square]) is not None
    for binder in (["exists", "y", REAL, square], ["forall", "y", INTEGER, square], ["forall", "y", COMPLEX, square],
                   ["sum", "y", "y", 0, 1], ["forall", "y", REAL, ["*", ROOT, "y"]], "x"):  # fmt: skip
        assert slope(binder) is None, binder
    assert all(slope(["forall", "y", REAL, square], order) is None for order in (True, 0, -1, "x", 1.0))


@pytest.mark.parametrize("x", ["n", "z", "c", "M", "q", ["x"], True, 0, None])
def test_a_slope_or_a_cut_is_by_a_real_variable(x: Data) -> None:
    """A name without bounds, or that is not real, has no slope; none of them is looked for otherwise."""
    sorts = {"x": REAL, "n": NATURAL, "z": COMPLEX, "c": ["curve", REAL], "M": ["matrix", 1, 1]}
    facts = {"a": ["<=", 0, "x"], "b": ["<=", "x", 2]}

    def box(leaf: Data, term: Data = ("+", "x", 1)) -> Any:
        node = {"rule": "box", "prec": 50, "facts": ["a", "b"], "tree": leaf}
        return told(sorts, ["<", 0, list(term)], node, **facts)

    falling = ["-", 3, "x"]
    assert box({"face": "x", "to": "low", "then": "pass"}) == []
    assert box({"face": "x", "to": "high", "then": "pass"}, falling) == []
    assert box({"split": "x", "at": [1, 0], "low": "pass", "high": "pass"}) == []
    assert box({"face": x, "to": "low", "then": "pass"}) is None
    assert x == "n" or box({"split": x, "at": [1, 0], "low": "pass", "high": "pass"}) is None
    assert all(box({"face": "x", "to": end, "then": "pass"}, falling) is None for end in (True, "up", None, "low"))
    proofs = {"side": DONE, "base": DONE, "bounds": "b", "continuous": DONE, "smooth": DONE, "slope": DONE}
    node = {"rule": "ladder", "of": x, "at": 0, "from": "left", "as": "t", **proofs}
    assert told(sorts, ["<=", 0, ["*", "x", "x"]], {**node, "of": "x"}) is not None
    assert told(sorts, ["<=", 0, ["*", "x", "x"]], node) is None


def taylor(term: Data, least: Data = 0, most: Data = 1, **more: Data) -> Any:
    """0 <= term (or <) at x by Taylor's rule, where the limit is a fact."""
    node = {"rule": "taylor", "of": "x", "at": 0, "order": 2, "from": "left", "side": DONE, "fact": "l",
            "facts": ["b", "c"], "cuts": [], "prec": 60, **more}  # fmt: skip
    gap, order = ["-", term, 0], node["order"]
    quotient = gap if order == 1 else ["/", gap, ["^", ["-", "x", node["at"]], order - 1]]
    fact = ["==", ["fn", "limit", ["forall", "x", REAL, quotient], node["at"], 0], 0]
    facts = {"l": fact, "b": ["<=", least, "x"], "c": ["<=", "x", most]}
    return told({"x": REAL, "n": NATURAL, "z": COMPLEX}, [node.pop("goal", "<="), 0, term], node, **facts)


def test_taylor_asks_for_real_terms_at_a_real_point_and_for_points_in_order() -> None:
    """That terms are real is seen by the limit that is cited, that cuts are in order by their intervals."""
    square: Data = ["*", "x", "x"]
    assert taylor(square) is not None and taylor(square, cuts=["1/4", "1/2"]) is not None
    for order in (1, 2):
        assert taylor(["*", ["*", ROOT, ROOT], square], order=order) is None  # -x^2
        assert taylor(["*", ROOT, square], order=order) is None
        for at in (OO, ["neg", OO], ROOT, ["*", 0, ROOT], "n"):
            assert taylor(square, order=order, at=at) is None, at
    for cuts in (["1/2", "1/4"], ["-1"], ["3/2"], [True], [0.5]):
        assert taylor(square, cuts=cuts) is None, cuts
    for name in ("z", "n", ["x"], True):
        assert taylor(square, of=name) is None, name
    for way in ("up", True, None, "right"):
        assert way == "right" or taylor(square, **{"from": way}) is None, way
    assert taylor(["neg", square], -5, -1) is None  # there is no x from 0 to -1, and -x^2 < 0
    assert taylor(["neg", square], -5, -1, goal="<") is None


# -- integers -------------------------------------------------------------------------------------------------------


def test_one_fact_answers_only_for_what_is_at_least_as_large() -> None:
    """A fact that differs by a constant says it where its own constant is at most that of the question."""
    n, m = Index.var("n"), Index.var("m")
    known = Context([n.plus(-2), m.scale(2).plus(-1), n.scale(-1).plus(9)])
    assert known.entails(n.plus(-2)) and known.entails(n) and known.entails(m.plus(-1))
    assert not known.entails(n.plus(-3)) and not known.entails(m.plus(-2)) and not known.entails(m.scale(2).plus(-3))
    assert not known.entails(n.scale(-1).plus(8)) and not known.entails(n.scale(-1))
    assert Context([n.plus(5), n.plus(-2)]).entails(n)  # not the first fact about n, but the second
    assert not Context([Index.const(3)]).entails(Index.const(-1))
    assert Context([Index.const(-1)]).entails(Index.const(-5)) and Context([Index.const(-5)]).entails(Index.const(-1))


@pytest.mark.parametrize(
    "goal",
    [FALSE, ["!=", "n", 1], ["!=", ["*", 2, "n"], 2], ["!=", ["mod", "n", 0], 1], ["!=", ["mod", "n", -2], 1],
     ["<", ["mod", "n", "m"], "m"], ["<=", 0, ["mod", "n", "m"]], ["!=", "x", 0], ["!=", ["/", "n", 2], 1],
     ["<=", 0, ["*", "m", "n"]], ["or", ["<=", 0, "n"], FALSE]],
)  # fmt: skip
def test_a_relation_that_does_not_follow_is_none(goal: Data) -> None:
    """An absurdity or an inequation that does not follow is no relation either."""
    sorts = {"n": NATURAL, "m": INTEGER, "x": REAL}
    for given, answer in ((["!=", "n", -1], []), (["<", ["mod", "n", 3], 3], []), (goal, None)):
        assert told(sorts, given, {"rule": "arith"}) == answer


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ([["/", 5, 2], ["/", 10, 4]], [["/", 5, 2], 2]),
        ([["/", -7, 2], ["neg", ["/", 7, 2]]], [["/", -7, 2], -4]),
        ([["/", 10**40, 10**40], 1], [["/", ["+", 10**40, 1], 10**40], 1]),
        ([["/", 2**53 + 1, 1], 2**53 + 1], [["/", 2**53 + 1, 1], 2**53]),
        ([["*", 3, ["/", "x", 3]], "x"], [["/", "x", 10**400], 0]),
        ([["^", ["/", "x", 2], 3], ["/", ["^", "x", 3], 8]], [["^", ["/", "x", 2], 3], 0]),
        ([["sum", ["/", "j", 2], "j", 1, 3], 3], [["sum", ["/", "j", 2], "j", 1, 2], 1]),
        ([["trace", ["/", ["eye", 3], 2]], ["/", 3, 2]], [["trace", ["/", ["eye", 3], 2]], 1]),
        ([["sum", HALF, "j", 1, "n"], ["/", "n", 2]], [["sum", HALF, "j", 2, "n"], ["/", ["-", "n", 1], 2]]),
    ],
)  # fmt: skip
def test_integers_are_divided_exactly(true: list[Data], false: list[Data]) -> None:
    """A quotient of coefficients is neither rounded nor a float; a sum from 2 to n is not n - 1 terms for n = 0."""
    assert told({"x": REAL, "n": NATURAL}, ["==", *true], {"rule": "linear"}) == []
    assert told({"x": REAL, "n": NATURAL}, ["==", *false], {"rule": "linear"}) is None


@pytest.mark.parametrize(
    ("below", "other"),
    [(["-", "x", 1], ["+", "x", "y", -1]), (["+", "x", "y", -1], ["-", "x", 1]), (["-", "x", 1], ["-", "x", 2]),
     (["-", "x", 1], ["-", ["*", 2, "x"], 1]), (["-", "x", 1], ["*", 0, "x"]), (["-", "x", 1], 5)],
)  # fmt: skip
def test_a_denominator_is_a_multiple_of_what_does_not_vanish(below: Data, other: Data) -> None:
    """All terms are compared, whether there are as many or not."""
    goal = ["==", ["/", below, below], 1]
    node = {"rule": "linear", "nonzero": ["f"]}
    assert told({"x": REAL, "y": REAL}, goal, node, f=["!=", ["*", -3, below], 0]) == []
    assert told({"x": REAL, "y": REAL}, goal, node, f=["!=", other, 0]) is None


# -- where a term has a value ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "asked"),
    [
        (["delta", "n", ["^", 2, "n"]], ["delta", "n", ["^", 2, "m"]]),
        (["delta", ["^", 2, ["+", "n", "n"]], 1], ["delta", ["^", 2, ["*", -1, "n"]], 1]),
        (["delta", ["^", 2, ["*", 3, "n"]], 1], ["delta", ["^", 2, ["neg", "n"]], 1]),
        (["delta", ["^", 2, ["+", "n", 1]], 1], ["delta", ["^", 2, ["-", "n", 1]], 1]),
        (["delta", "n", ["^", 2, 3]], ["delta", "n", ["^", 2, -1]]),
        (["fn", "root", "x", ["/", 9, 3]], ["fn", "root", "x", ["/", 3, 2]]),
        (["fn", "root", "x", ["neg", ["neg", 3]]], ["fn", "root", "x", -3]),
        (["fn", "root", "x", 3], ["fn", "root", "x", 4]),
    ],
)  # fmt: skip
def test_an_integer_or_an_odd_root_that_is_not_visible_is_asked_for(seen: Data, asked: Data) -> None:
    """A power of integers is one where the exponent is visibly at least 0; a root of any real is odd."""
    variables = [["n", NATURAL], ["m", INTEGER], ["x", REAL]]
    for term, fields in ((seen, ["tree"]), (asked, ["defined", "tree"])):
        entry = {"statement": {"variables": variables, "given": [], "goal": ["==", term, term]},
                 "certificate": {"kind": "proof", "tree": DONE, "defined": DONE}}  # fmt: skip
        assert [part[0] for part in said(entry)] == fields, term
