"""Statements without a meaning that somebody tried to have accepted: real curves at complex times, formulas in the
place of numbers, indices that are no integers, derivatives by what is no number.  Beside each stands one that has one.
"""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Malformed, from_json
from verifier.language.claim import claim
from verifier.prove.portfolio import decide

REAL, PI, UNIT = ["real"], ["fn", "pi"], ["fn", "I"]
IDENTICAL = {"kind": "proof", "tree": {"rule": "identical"}}
CURVE, SEQUENCES = ["q", ["curve", REAL]], ["s", ["sequence", ["sequence", REAL]]]
ALIKE = "implies(forall(t, real, p[t] == q[t]), p[2*pi*I] == q[2*pi*I])"
CHANCE = ["X", ["random", ["sequence", REAL]]]


def diff(body: Any, point: Any, sort: Any = REAL, order: int = 1) -> Any:
    return ["fn", "diff", ["forall", "x", sort, body], point, order]


def accepted(variables: list[Any], term: Any, *given: Any, **more: Any) -> bool:
    data = {"variables": variables, "given": list(given), "goal": ["==", term, term]}
    try:
        return check(Statement.from_json(data), {**IDENTICAL, **more}).establishes == "statement"
    except (Rejected, Malformed):
        return False


@pytest.mark.parametrize(
    ("variables", "bad", "good"),
    [
        ([CURVE, ["t", REAL]], ["at", "q", UNIT], ["at", "q", "t"]),
        ([CURVE, ["t", REAL]], ["rate", "q", ["*", 2, UNIT]], ["rate", "q", ["*", 2, "t"]]),
        ([CURVE, ["z", ["complex"]]], ["at", "q", "z"], ["at", "q", ["fn", "re", "z"]]),
        ([CURVE, ["z", ["complex"]]], diff(["at", "q", "x"], "z"), diff(["at", "q", "x"], ["fn", "im", "z"])),
        ([], ["fn", "sin", ["<", 0, 1]], ["fn", "sin", 1]),
        ([], ["fn", "sin", ["forall", "x", REAL, "x"]], ["fn", "sin", ["sum", "x", "x", 0, 3]]),
        ([], ["fn", "diff", 3, 3, 1], diff(["^", "x", 2], 3)),
        ([], ["fn", "limit", 3, 3, 0], diff("x", 3)),
        ([], ["fn", "integrate", ["forall", "x", REAL, ["<", "x", 1]], 0, 1], ["fn", "exp", 1]),
        ([SEQUENCES], ["at", ["at", "s", 0], PI], ["at", ["at", "s", 0], 3]),
        ([SEQUENCES], ["at", ["at", "s", PI], 0], ["at", ["at", "s", 3], 0]),
        ([CHANCE], ["expect", ["at", ["at", "X", "w"], PI], "w"], ["expect", ["at", ["at", "X", "w"], 3], "w"]),
        ([], diff(["^", "x", 2], 3, ["integer", 0, 5]), diff(["^", "x", 2], 3)),
        ([["A", ["matrix", 2, 2]]], diff(["trace", "x"], "A", ["matrix", 2, 2]), ["trace", "A"]),
        ([], diff(["fn", "exp", "x"], 1, order=0), diff(["fn", "exp", "x"], 1, order=2)),
        ([], ["fn", "Piecewise", 1, 5, 2, ["true"]], ["fn", "Piecewise", 1, ["<", 0, 1], 2, ["true"]]),
        ([], ["fn", "Piecewise", ["<", 0, 1], ["true"]], ["fn", "Piecewise", 1, ["true"]]),
    ],
    ids=lambda e: repr(e)[:60],
)  # fmt: skip
def test_what_has_no_meaning_is_not_proved(variables: list[Any], bad: Any, good: Any) -> None:
    assert not accepted(variables, bad)
    assert accepted(variables, good)


def test_a_refutation_takes_no_real_curve_to_a_complex_time() -> None:
    """q[I]**2 != -1 has no counterexample q[t] = t, whose value at I is none of a real curve."""
    s = {"variables": [CURVE], "given": [], "goal": ["!=", ["^", ["at", "q", UNIT], 2], -1]}
    done = {"rule": "exact", "fact": "i"}
    tree = {"rule": "instance", "name": "I", "at": [], "premises": [], "as": "i", "then": done}
    given = {"kind": "refutation", "values": {"q": {"index": "t", "value": "t"}}, "tree": tree}
    for rule in ("identical", "field"):
        with pytest.raises(Rejected):
            check(Statement.from_json(s), {**given, "defined": {"rule": rule}})


@pytest.mark.parametrize(
    ("goal", "variables", "verdict"),
    [
        ("q[I] == q[I]", {"q": "real curve"}, "ill-posed"),
        ("diff(q[t], t) == diff(q[t], t)", {"q": "real curve", "t": "complex"}, "ill-posed"),
        ("q[t] == q[t]", {"q": "real curve", "t": "real"}, "proved"),
        ("diff(Abs(x), x) == 1", {"x": "positive real"}, "proved"),
        # two formulas of one real curve differ at 2*pi*I, where it has no value: no point shows that
        (ALIKE, {"p": "real curve", "q": "real curve"}, "supported"),
    ],
)
def test_the_verdict_says_so(goal: str, variables: dict[str, str], verdict: str) -> None:
    assert decide(claim("c", goal, variables=variables), 10.0).verdict == verdict


def test_a_slope_along_the_line_is_no_complex_derivative() -> None:
    """|z| has a slope along the line, and no derivative in the complex plane."""
    z = ["z", ["complex"]]
    apart = ["apart", ["!=", "z", 0]]
    given = {"rule": "intro", "as": "h", "then": {"rule": "exact", "fact": "h"}}  # all that is asked is what is given
    for word in ("re", "conjugate", "sign"):
        assert not accepted([z], diff(["fn", word, "x"], "z"), apart, defined=given)
    assert not accepted([z], diff(["abs", "x"], "z"), apart, defined=given)
    assert accepted([["z", REAL]], diff(["abs", "x"], "z"), apart, defined=given)
    assert accepted([z], diff(["fn", "exp", "x"], "z"))


INFINITE = ["fn", "oo"]
HIDDEN = [["abs", INFINITE], ["fn", "re", INFINITE], ["fn", "arg", ["neg", INFINITE]], ["delta", INFINITE, 1],
          ["abs", ["fn", "limit", ["forall", "x", REAL, "x"], INFINITE, 0]],
          ["fn", "im", ["fn", "Sum", ["forall", "k", ["integer", 0, "oo"], 1]]]]  # fmt: skip


@pytest.mark.parametrize("end", HIDDEN, ids=lambda e: repr(e)[:40])
def test_what_hides_an_infinity_is_no_real_end(end: Any) -> None:
    """No bound of x on [0, |oo|], no limit at |oo|: nothing is known of these, and nothing may ever be."""
    done = {"rule": "split", "nodes": []}

    def bounded_up_to(high: Any) -> None:
        node = {"rule": "bounded", "name": "t", "of": "t", "low": 0, "high": high, "bounds": "b", "continuous": done,
                "as": "most", "then": done}  # fmt: skip
        Checker().check(Sequent(), ("true",), node)

    def limit_at(point: Any) -> None:
        of = ["==", ["fn", "limit", ["forall", "t", REAL, ["*", 0, "t"]], point, 0], 0]
        Checker().check(Sequent(), ("true",), {"rule": "limit-definition", "of": of, "as": "both", "then": done})

    for asked in (bounded_up_to, limit_at):
        asked(1)
        with pytest.raises(Rejected):
            asked(end)


def test_no_function_whose_values_have_a_size_that_depends_on_the_argument() -> None:
    square = ["matrix", 2, 2]

    def chosen(rows: Any) -> None:
        fact = ["forall", "A", square, ["exists", "y", ["matrix", rows, 1], ["==", "y", "y"]]]
        node = {"rule": "choice", "fact": "fact", "as": "f", "then": {"rule": "split", "nodes": []}}
        Checker().check(Sequent().assume("fact", marked(from_json(fact))), ("true",), node)

    chosen(2)
    with pytest.raises(Rejected):
        chosen(["floor", ["trace", "A"]])


@pytest.mark.parametrize("word", ["Sum", "Product"])
def test_an_infinite_sum_of_terms_without_a_value_has_none(word: str) -> None:
    """That 0*log(-k) is 0 as a number of which nothing is known does not make the sum of them 0."""
    for goal in (f"{word}(0*log(-k), (k, 1, oo)) == 0", f"{word}(1 + 0/(k - 2), (k, 1, oo)) == 1"):
        assert decide(claim("c", goal), 5.0).verdict not in ("proved", "refuted")
