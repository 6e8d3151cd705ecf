"""Definition by recursion: what the rule gives, and what it must not give."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import FALSE, Expr
from verifier.language.claim import claim
from verifier.language.script import Induct, Numbers, Recursion, Split, Use, Witness
from verifier.prove.portfolio import decide

R: Expr = ("real",)
EXACT = {"rule": "exact", "fact": "d"}


def prove(sorts: dict[str, Expr], goal: Expr, node: dict[str, Any], facts: dict[str, Expr] | None = None) -> str:
    statement = Statement(tuple(sorts.items()), tuple((facts or {}).items()), goal)
    return check(statement, {"kind": "proof", "tree": node}).establishes


def define(
    start: Any, step: Any, then: Any, *, name: str = "w", index: str = "t", value: str = "v", sort: Any = ("real",)
) -> dict[str, Any]:
    return {"rule": "recursion", "name": name, "index": index, "value": value, "sort": list(sort),
            "start": start, "next": step, "as": "d", "then": then}  # fmt: skip


def test_the_first_values_are_those_of_the_step() -> None:
    closed = {"rule": "linear", "terms": [{"fact": "u", "in": "_"}, {"fact": "d.0", "in": ["*", 2, "_"]}]}
    use = {"rule": "use", "fact": "d.1", "at": [0], "as": "u",
           "then": {"rule": "witness", "value": ["at", "w", 1], "then": closed}}  # fmt: skip
    goal: Expr = ("exists", "x", R, ("==", "x", 7))
    assert prove({}, goal, define(3, ["+", ["*", 2, "v"], 1, "t"], use)) == "statement"
    with pytest.raises(Rejected):
        prove({}, ("exists", "x", R, ("==", "x", 8)), define(3, ["+", ["*", 2, "v"], 1, "t"], use))


@pytest.mark.parametrize(
    ("sorts", "node"),
    [
        ({}, define(["at", "w", 1], "v", EXACT)),  # a first value that speaks of the sequence
        ({}, define(0, ["at", "w", ["+", "t", 1]], EXACT)),  # a step that looks at what it defines
        ({}, define("t", "v", EXACT)),  # a first value that depends on the index
        ({"w": R}, define(0, "v", EXACT)),  # a name that is taken
        ({"t": R}, define(0, "v", EXACT)),
        ({"v": R}, define(0, "v", EXACT)),
        ({}, define(0, "v", EXACT, value="t")),  # one name for two things
        ({}, define(0, "v", EXACT, name="t")),
        ({"X": ("random", R)}, define("X", "v", EXACT)),  # a random value
        ({"X": ("random", R)}, define(0, ["*", "v", "X"], EXACT)),
        ({"n": ("integer", 1, "oo"), "A": ("matrix", "n", "n")}, define("A", "v", EXACT)),  # another sort
        ({"n": ("integer", 1, "oo"), "A": ("matrix", "n", "n")}, define(0, "A", EXACT)),
        ({}, define(0, "v", EXACT, sort=("matrix", "t", "t"))),
        ({}, define(0, "v", EXACT, sort=("integer", 0, 0))),  # no range is promised
        ({}, define(0, ["fn", "I"], EXACT)),
    ],
)  # fmt: skip
def test_what_defines_no_sequence_is_refused(sorts: dict[str, Expr], node: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        prove(sorts, FALSE, node)
    with pytest.raises(Rejected):  # and not for the goal's sake
        prove(sorts, ("true",), {**node, "then": {"rule": "split", "nodes": []}})


def test_a_bound_name_does_not_catch_the_sequence() -> None:
    """In sum_{w=0}^{1} (v + w) the bound w is not the new sequence: w[1] = 2 w[0] + 1."""
    step = ["sum", ["+", "v", "w"], "w", 0, 1]
    for value, right in ((0, False), (1, True), (2, False), (3, False)):
        closed = {"rule": "linear", "terms": [{"fact": "u", "in": "_"}, {"fact": "d.0", "in": ["*", 2, "_"]}]}
        use = {"rule": "use", "fact": "d.1", "at": [0], "as": "u",
               "then": {"rule": "witness", "value": ["at", "w", 1], "then": closed}}  # fmt: skip
        goal: Expr = ("exists", "x", R, ("==", "x", value))
        if right:
            assert prove({}, goal, define(0, step, use)) == "statement"
        else:
            with pytest.raises(Rejected):
                prove({}, goal, define(0, step, use))


DOUBLES = (
    "exists(w, real sequence, w[0] == 1 and forall(t, nonnegative integer, w[t+1] == 2*w[t])"
    " and forall(t, nonnegative integer, w[t] {} 2**t))"
)


def doubling() -> list[Any]:
    return [
        Recursion("s", start="1", next="2*x", label="s"), Witness("s[r]", index="r"),
        Split([[], [], [Induct("t", base=[], step=[Use("s.1", at=["t"], name="n"), Numbers(using=["n", "IH"])])]]),
    ]  # fmt: skip


def test_a_script_defines_a_sequence() -> None:
    claims = [claim("doubles", DOUBLES.format(sign), variables={}, argument=doubling()) for sign in ("==", ">")]
    assert [decide(c, 4.0).verdict for c in claims] == ["proved", "undecided"]


def test_a_script_defines_a_sequence_of_matrices() -> None:
    power = "exists(W, matrix(n, n) sequence, forall(t, nonnegative integer, W[t+1] == A*W[t]) and W[0] == eye(n))"
    products = Recursion("S", start="eye(n)", next="A*X", value="X", shape="n, n", label="S")
    script = [products, Witness("S[r]", index="r"), Split([[], []])]
    letters = {"n": "positive integer", "A": "matrix(n, n)"}
    found = decide(claim("powers", power, variables=letters, argument=script), 4.0)
    assert found.verdict == "proved"
