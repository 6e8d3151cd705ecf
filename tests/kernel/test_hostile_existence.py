"""Limits, integrals and sums that may not exist: no statement about one of them is proved or refuted.

An equation `limit == v` that a statement asserts says itself that the limit exists.  Everywhere else, under `not`,
`implies`, `or`, `!=`, and where something is done with the value, that it exists has to be shown.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sympy  # noqa: F401  (loaded before a budget runs)

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import TRUE, Expr
from verifier.language.claim import claim
from verifier.language.named import definedness, negation, to_json
from verifier.language.text.printing import to_text
from verifier.prove.portfolio import decide

Node = dict[str, Any]
FIELD: Node = {"rule": "field"}
TRIVIAL: Node = {"rule": "split", "nodes": []}
ROOT = Path(__file__).parents[2]
REAL: Expr = ("real",)
OO: Expr = ("fn", "oo")
#: sin(x) for x -> oo, and 1/x over (-1, 1): they have no value
WAVE: Expr = ("fn", "limit", ("forall", "x", REAL, ("fn", "sin", "x")), OO, 0)
POLE: Expr = ("fn", "integrate", ("forall", "x", REAL, ("/", 1, "x")), -1, 1)
TURNS: Expr = ("fn", "Sum", ("forall", "k", ("integer", 0, "oo"), ("^", -1, "k")))
NOWHERE = (WAVE, POLE, TURNS)


def said(goal: str, variables: dict[str, str] | None = None, given: tuple[str, ...] = ()) -> Statement:
    return claim("c", goal, variables=variables or {}, given=given).statement()


def closed(goal: Expr) -> Statement:
    return Statement((), (), goal)


def have(formula: Expr, by: Node, then: Node, label: str = "h") -> Node:
    return {"rule": "have", "as": label, "formula": to_json(formula), "proof": by, "then": then}


# -- what is asked -----------------------------------------------------------------------------------------

SINE = "limit(sin(x), x, oo)"
ASKED = [  # goal, in how many places that a value exists is asked for
    (f"{SINE} == 1", 0), (f"1 == {SINE}", 0), (f"{SINE} <= 1", 0), (f"{SINE} == 1 and {SINE} == 2", 0),
    (f"1 == 2 or {SINE} == 1", 0), (f"implies(1 == 2, {SINE} == 1)", 0), (f"forall(a, real, {SINE} == a)", 0),
    (f"exists(a, real, {SINE} == a)", 0), ("integrate(1/x, (x, 1, oo)) == oo", 0),
    (f"{SINE} != 1", 1), (f"not ({SINE} == 1)", 1), (f"not ({SINE} <= 1)", 1), (f"{SINE} == 1 or 1 == 2", 1),
    (f"implies({SINE} == 1, 1 == 2)", 1), (f"{SINE} == {SINE}", 1), (f"iff({SINE} == 1, 1 == 1)", 1),
    (f"2*{SINE} == 1", 1), (f"exp({SINE}) > 0", 1), (f"0*{SINE} == 0", 1), (f"x == x/(1 + {SINE}**2)", 1),
    (f"exists(a, real, not ({SINE} == a))", 1), (f"Piecewise((1, {SINE} < 1), (0, True)) >= 0", 1),
    (f"Piecewise(({SINE}, x < 1), (0, True)) >= 0", 1), (f"limit(x*{SINE}, x, 0) == 0", 1),
    ("2*integrate(x, (x, 0, 1)) == 1", 1), ("2*Sum(1/k**2, (k, 1, oo)) > 3", 1), ("Sum(1/k**2, (k, 1, oo)) != 3", 1),
    (f"Sum({SINE}*k, (k, 0, n)) == 0", 1), (f"{SINE} == 1 or {SINE} != 1", 2),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "places"), ASKED)
def test_existence_is_asked_for_where_it_is_not_asserted(goal: str, places: int) -> None:
    statement = said(goal, {n: s for n, s in (("x", "real"), ("n", "nonnegative integer")) if f"{n}" in goal})
    needed = to_text(definedness(statement))
    assert needed.count("exists(") == places, needed


def test_hypotheses_assert_like_goals() -> None:
    given = (f"{SINE} == 1",)
    assert definedness(said("x == x", {"x": "real"}, given)) == TRUE
    assert definedness(said("x == x", {"x": "real"}, given), everything=True) == TRUE
    needed = to_text(definedness(said("x == x", {"x": "real"}, (f"not ({SINE} == 1)",)), everything=True))
    assert needed.count("exists(") == 1


# -- hostile certificates ----------------------------------------------------------------------------------


def excluded_middle(term: Expr) -> tuple[Statement, Node]:
    """term == 1 or term != 1."""
    parts: tuple[Expr, Expr] = (("==", term, 1), ("!=", term, 1))
    sides = [{"rule": "choose", "index": i, "then": {"rule": "exact", "fact": "c"}} for i in (0, 1)]
    return closed(("or", *parts)), {
        "rule": "either", "formula": to_json(parts[0]), "as": "c", "yes": sides[0], "no": sides[1]}  # fmt: skip


def itself(term: Expr, rule: str) -> tuple[Statement, Node]:
    """term == term."""
    return closed(("==", term, term)), {"rule": rule, "low": {"rule": rule}, "high": {"rule": rule}}


def as_a_case(term: Expr) -> tuple[Statement, Node]:
    """A Piecewise that is always the term is equal to it, and this would say that the term has a value."""
    e: Expr = ("fn", "Piecewise", term, TRUE)
    tree = {"rule": "piece", "of": to_json(e), "index": 0, "fail": [], "holds": TRIVIAL, "as": "p",
            "then": {"rule": "exact", "fact": "p"}}  # fmt: skip
    return closed(("==", e, term)), tree


def as_an_entry(term: Expr) -> tuple[Statement, Node]:
    """The entry of the matrix [[term]] as a value."""
    e = ["entry", ["matrix", ["row", to_json(term)]], 0, 0]
    goal: Expr = ("exists", "v", ("complex",), ("==", term, "v"))
    return closed(goal), {"rule": "witness", "value": e, "then": {"rule": "by-entries", "then": FIELD}}


def times_zero(term: Expr) -> tuple[Statement, Node]:
    return closed(("==", ("*", 0, term), 0)), FIELD


def of_two(term: Expr) -> tuple[Statement, Node]:
    """(not term == 1) or (not term == 2): one of them at least."""
    goal: Expr = ("or", ("!=", term, 1), ("!=", term, 2))
    two_is_one = {"rule": "replace", "fact": "one", "on": "two", "as": "wrong", "then": {"rule": "arith"}}
    tree: Node = {"rule": "choose", "index": 1, "then": {"rule": "intro", "as": "two", "then": two_is_one}}
    return closed(goal), {
        "rule": "either", "formula": to_json(("==", term, 1)), "as": "one", "yes": tree,
        "no": {"rule": "choose", "index": 0, "then": {"rule": "exact", "fact": "one"}}}  # fmt: skip


def from_a_false_case(term: Expr) -> tuple[Statement, Node]:
    """implies(term == 1 and term == 2, false)."""
    goal: Expr = ("implies", ("and", ("==", term, 1), ("==", term, 2)), ("==", 1, 2))
    end = {"rule": "replace", "fact": "b.0", "on": "b.1", "as": "wrong", "then": {"rule": "exact", "fact": "wrong"}}
    return closed(goal), {"rule": "intro", "as": "b", "then": end}


ATTACKS = [excluded_middle, as_a_case, as_an_entry, times_zero, of_two, from_a_false_case]
#: ways to say that a statement is well defined
DEFINED: list[Node | None] = [
    None, TRIVIAL, FIELD, {"rule": "split", "nodes": [TRIVIAL, TRIVIAL]}, {"rule": "choose", "index": 0, "then": FIELD},
    {"rule": "witness", "value": 0, "then": FIELD}, {"rule": "witness", "value": ["fn", "oo"], "then": FIELD},
    {"rule": "choose", "index": 0, "then": {"rule": "witness", "value": 1, "then": {"rule": "identical"}}},
    {"rule": "negate", "as": "none", "then": FIELD},
]  # fmt: skip


@pytest.mark.parametrize("term", NOWHERE, ids=["limit", "integral", "sum"])
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.__name__)
def test_nothing_is_shown_of_a_term_without_a_value(attack: Any, term: Expr) -> None:
    statement, tree = attack(term)
    for defined in DEFINED:
        more = {} if defined is None else {"defined": defined}
        with pytest.raises(Rejected):
            check(statement, {"kind": "proof", "tree": tree, **more})
        if attack is not of_two:  # `term == 1 and term == 2` asserts the value, and is false
            denied = closed(negation(statement.goal))
            with pytest.raises(Rejected):
                check(denied, {"kind": "refutation", "values": {}, "tree": tree, **more})


RULES = ("field", "identical", "linear", "arith", "order", "positive", "box")


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_says_that_such_a_term_is_itself(rule: str) -> None:
    for term in NOWHERE:
        statement, tree = itself(term, rule)
        with pytest.raises(Rejected):
            check(closed(("==", 1, 1)), {"kind": "proof", "tree": have(statement.goal, tree, FIELD)})


def test_the_trees_prove_what_is_well_defined() -> None:
    """The same trees, about limits that exist: otherwise the tests above could not fail for the right reason."""
    limit: Expr = ("fn", "limit", ("forall", "x", REAL, "x"), 3, 0)
    way = {"scale": ["y"], "depth": 3, "facts": []}
    value = {"rule": "asymptotic", "of": to_json(limit), "value": 3, "name": "y", "ways": [way, way], "as": "l",
             "then": {"rule": "exact", "fact": "l"}}  # fmt: skip
    named = {"rule": "witness", "value": 3, "then": value}
    for attack in (excluded_middle, of_two, from_a_false_case):
        statement, tree = attack(limit)
        places = to_text(definedness(statement)).count("exists(")
        one = {"rule": "choose", "index": 0, "then": named}
        # the second part is asked for where the first one fails
        second = {"rule": "intro", "as": "g", "then": one}
        defined = one if places == 1 else {"rule": "split", "nodes": [one, second]}
        assert check(statement, {"kind": "proof", "tree": tree, "defined": defined}).establishes == "statement"
        with pytest.raises(Rejected):
            check(statement, {"kind": "proof", "tree": tree})


# -- what people ask ---------------------------------------------------------------------------------------

NO_VALUE = [
    f"{SINE} == 1 or {SINE} != 1", f"not ({SINE} == 1)", f"{SINE} != 3", f"implies({SINE} == 1, 1 == 0)",
    f"implies({SINE} == 1, {SINE} == 1)", f"{SINE} == {SINE}", f"0*{SINE} == 0", "integrate(1/x, (x, -1, 1)) != 0",
    "not (integrate(1/x, (x, -1, 1)) == 0)", "limit(1/x, x, 0) != 5", "Sum((-1)**k, (k, 0, oo)) != 2",
    "limit(sign(x), x, 0) == 1 or limit(sign(x), x, 0) != 1", "exp(integrate(1/x, (x, 0, 1))) > 0",
]  # fmt: skip
WITH_VALUE = [
    ("limit(x, x, 3) == 3 or limit(x, x, 3) != 3", "proved"), ("not (limit(x, x, 3) == 2)", "proved"),
    ("limit(x**2, x, oo) != 3", "proved"), ("implies(limit(x, x, 3) == 2, 1 == 1)", "proved"),
    ("2*integrate(x, (x, 0, 1)) == 1", "proved"), ("integrate(x, (x, 0, 1)) != 1/2", "refuted"),
    ("implies(limit(x, x, 3) == 3, limit(x, x, 3) == 2)", "refuted"),
    ("log(Sum(1/2**k, (k, 0, oo))) == log(2)", "proved"), ("2*integrate(exp(sin(x)), (x, 0, 1)) > 1", "proved"),
]  # fmt: skip


@pytest.mark.parametrize("goal", NO_VALUE)
def test_a_claim_about_a_term_without_a_value_stays_open(goal: str) -> None:
    for text in (goal, f"not ({goal})"):
        assert decide(claim("c", text), 0.6).verdict in ("undecided", "ill-posed", "supported")


@pytest.mark.parametrize(("goal", "verdict"), WITH_VALUE)
def test_a_claim_about_a_term_with_a_value_is_decided(goal: str, verdict: str) -> None:
    assert decide(claim("c", goal), 20).verdict == verdict


def test_the_command_line_says_that_a_term_has_no_value() -> None:
    command = [sys.executable, "-m", "verifier", "check", "limit(1/x, x, 0) != 5", "--json", "--budget", "10"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT)
    (found,) = json.loads(done.stdout)
    assert found["verdict"] == "ill-posed" and done.returncode == 3
