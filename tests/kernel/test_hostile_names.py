"""Names as a way to prove something false: words of functions, letters of tables, indices of sequences."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr, Malformed, from_json
from verifier.language.named import to_json

Node = dict[str, Any]
REAL: Expr = ("real",)


def have(formula: Expr, proof: Node, label: str, then: Node) -> Node:
    return {"rule": "have", "formula": to_json(formula), "proof": proof, "as": label, "then": then}


def use(label: str, at: list[Any], new: str, then: Node) -> Node:
    return {"rule": "use", "fact": label, "at": at, "as": new, "then": then}


def constant_for_all_names(word: Expr) -> Node:
    """From 'there is c with word(1) == c for all sequences s': exp(1) == sin(1), with variables of these names in s."""
    term: Expr = ("fn", word, 1)
    constant: Expr = ("exists", "c", REAL, ("forall", "s", ("sequence", REAL), ("==", term, "c")))
    same_term = {"rule": "intro", "as": "s", "then": {"rule": "identical"}}
    named = {"rule": "witness", "value": to_json(term), "then": same_term}
    same: Expr = ("==", ("fn", "exp", 1), ("fn", "sin", 1))
    both: Expr = ("forall", "exp", REAL, ("forall", "sin", REAL, same))
    equal: Node = {"rule": "field", "terms": [{"fact": "e", "times": -1}, {"fact": "f", "times": 1}]}
    for label, name in (("f", "sin"), ("e", "exp")):
        equal = use("h", [{"index": "t", "value": name}], label, equal)
    for name in ("sin", "exp"):
        equal = {"rule": "intro", "as": name, "then": equal}
    never = {"rule": "box", "prec": 53, "tree": "pass", "facts": [], "given": []}
    end = use("a", [0, 0], "b", {"rule": "contradict", "fact": "b", "proof": never})
    return have(constant, named, "x", {"rule": "obtain", "fact": "x", "name": "c", "as": "h",
                                       "then": have(both, equal, "a", end)})  # fmt: skip


@pytest.mark.parametrize("word", [("at", "s", 0), "s", "exp"])
def test_the_word_of_a_function_is_no_expression(word: Expr) -> None:
    with pytest.raises(Rejected):
        check(Statement((), (), ("==", 1, 2)), {"kind": "proof", "tree": constant_for_all_names(word)})


@pytest.mark.parametrize("word", [["at", "s", 0], 1, ["real"], ["fn", "exp"], [], None, True])
def test_functions_have_words(word: Any) -> None:
    with pytest.raises(Malformed):
        from_json(["fn", word, "x"])
    assert from_json(["fn", "exp", "x"]) == ("fn", "exp", "x")
