"""A name that is spelled like a term: a rule that asks for the sort of a term by its text would find it.

Found by an attack: with such a name in scope, a sequence of matrices was taken for one of numbers, and L**(-1) asked
for L != 0 alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.meaning.conditions import whole
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import TRUE

LIKE = "('at', 'S', 0)"
REAL, MATRIX = ["real"], ["matrix", 2, 2]


def inverse(a: Any) -> list[Any]:
    return ["*", ["det", ["^", a, -1]], ["det", a]]


@pytest.mark.parametrize("name", ["q", LIKE])
def test_a_limit_of_matrices_is_none_of_numbers(name: str) -> None:
    """S[0][t] = diag(1, 1/(t+1)) and L = diag(1, 0) meet the hypotheses."""
    member = ["at", ["at", "S", 0], "t"]
    given = [["f", ["forall", "t", ["integer", 0, "oo"], ["==", inverse(member), 1]]],
             ["lim", ["tends", member, "t", "L"]],
             ["nz", ["!=", "L", ["zeros", 2, 2]]], ["h", ["!=", inverse("L"), 1]]]  # fmt: skip
    variables = [["S", ["sequence", ["sequence", MATRIX]]], ["L", MATRIX]]
    statement = Statement.from_json({"variables": variables, "given": given, "goal": ["false"]})
    terms = [{"fact": "e", "in": ["*", HOLE, ["eye", 2]]}]
    apart = {"rule": "intro", "as": "e",
             "then": {"rule": "contradict", "fact": "nz", "proof": {"rule": "linear", "terms": terms}}}  # fmt: skip
    limit = {"rule": "limit", "fact": "f", "limits": ["lim"], "continuous": apart, "as": "d",
             "then": {"rule": "contradict", "fact": "h", "proof": {"rule": "exact", "fact": "d"}}}  # fmt: skip
    use = {"rule": "use", "fact": "k", "at": [{"index": "i", "value": 0}], "as": "z",
           "then": {"rule": "exact", "fact": "z"}}  # fmt: skip
    tree = {"rule": "have", "formula": ["forall", "q", ["sequence", REAL], ["false"]], "as": "k",
            "proof": {"rule": "intro", "as": name, "then": limit}, "then": use}  # fmt: skip
    with pytest.raises(Rejected):
        check(statement, {"kind": "vacuous", "tree": tree})


def test_the_sort_of_a_member_of_a_member_is_not_that_of_such_a_name() -> None:
    member = ("at", ("at", "S", 0), 0)
    sorts = {"S": ("sequence", ("sequence", ("real",))), LIKE: ("sequence", ("integer", 0, "oo"))}
    assert whole(member, sorts) != TRUE
    assert whole(("at", LIKE, 0), sorts) == TRUE  # were it one


@pytest.mark.parametrize("name", [LIKE, "(", "f(x)", 3, True, None, ("at", "S", 0)])
def test_no_name_is_spelled_like_a_term(name: Any) -> None:
    with pytest.raises(Rejected):
        Sequent().declare(name, ("real",))
