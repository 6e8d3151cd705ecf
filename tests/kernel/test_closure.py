"""What is cited is believed only where it is established itself, and nothing that it rests on is lost."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from verifier.kernel.check import Report, check
from verifier.kernel.closure import Support, closure, support
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import REAL, Expr, Malformed

SQUARE = Statement((("x", REAL),), (), ("<=", 0, ("^", "x", 2)))
CITING: dict[str, Any] = {"rule": "use", "fact": "cited:square", "at": ["y"], "premises": [], "as": "h",
                          "then": {"rule": "exact", "fact": "h"}}  # fmt: skip
OTHER = Statement((("y", REAL),), (), ("<=", 0, ("^", "y", 2)))  # the same up to names
WRONG = Statement((("x", REAL),), (), ("<", 0, ("^", "x", 2)))


def cite(digest: Any) -> dict[str, Any]:
    return {"kind": "proof", "cites": {"square": digest}, "tree": CITING}


def test_a_claim_is_cited_by_its_digest() -> None:
    report = check(OTHER, cite(SQUARE.digest()), {SQUARE.digest(): SQUARE})
    assert report == Report("statement", (SQUARE.digest(),))


@pytest.mark.parametrize("digest", [["false"], "false", None, 7, SQUARE.digest()[:32], WRONG.digest(), "0" * 64])
def test_what_is_no_claim_at_hand_is_not_cited(digest: Any) -> None:
    with pytest.raises(Rejected):
        check(OTHER, cite(digest), {SQUARE.digest(): SQUARE})
    with pytest.raises(Rejected):
        check(OTHER, cite(digest))


def test_a_claim_under_the_digest_of_another_is_not_cited() -> None:
    with pytest.raises(Rejected, match="not the one of its digest"):
        check(OTHER, cite(SQUARE.digest()), {SQUARE.digest(): WRONG})


def test_an_open_formula_is_not_cited() -> None:
    loose = Statement((), (), ("<=", 0, "y"))
    with pytest.raises(Rejected, match="not closed"):
        check(OTHER, cite(loose.digest()), {loose.digest(): loose})


def test_a_digest_is_the_whole_sha_256_and_forgets_names_alone() -> None:
    assert len(SQUARE.digest()) == 64 and SQUARE.digest() == OTHER.digest() != WRONG.digest()


def test_a_digest_takes_no_function_and_no_loose_mark_for_a_variable() -> None:
    def says(variable: str, term: Expr) -> str:
        return Statement(((variable, REAL),), (), ("<=", 0, term)).digest()

    assert says("exp", ("fn", "exp", "exp")) == says("x", ("fn", "exp", "x")) != says("cos", ("fn", "cos", "cos"))
    assert says("x", "x") == says("#1", "#1")
    for mark in ("#0", "#1"):
        with pytest.raises(Malformed, match="loose mark"):
            says("x", mark)


def proof(*cites: str, axioms: tuple[str, ...] = ()) -> Report:
    return Report("statement", cites, axioms)


def test_axioms_and_assumptions_come_through_citations() -> None:
    body = [("a", proof("b", "c")), ("b", proof(axioms=("choice",))), ("c", proof("d"))]
    known = closure(body, {"d"})
    assert known["a"] == Support(frozenset("d"), frozenset({"choice"}))
    assert support(Report("denial", ("a",)), known) == known["a"]


@pytest.mark.parametrize(
    "body",
    [
        [("a", proof("a"))],
        [("a", proof("b")), ("b", proof("a"))],
        [("a", proof("b")), ("b", proof("c")), ("c", proof("a"))],
        [("a", proof("nowhere"))],
        [("a", proof("b")), ("b", Report("denial"))],
        [("a", proof("b")), ("b", Report("vacuity"))],
        [("a", proof("b")), ("b", Report("inhabited"))],
        [("a", proof("b")), ("b", Report("undefined"))],
    ],
)
def test_circles_and_what_is_not_proved_establish_nothing(body: Any) -> None:
    known = closure(body)
    assert known == {}
    with pytest.raises(Rejected, match="not established"):
        support(body[0][1], known)


def test_a_second_proof_breaks_a_circle() -> None:
    body = [("a", proof("b")), ("b", proof("a")), ("b", proof("c")), ("c", proof())]
    assert set(closure(body)) == {"a", "b", "c"}


def test_an_assumption_is_not_discharged_in_a_circle() -> None:
    known = closure([("a", proof("b")), ("b", proof("a"))], {"a"})
    assert known["b"] == known["a"] == Support(frozenset("a"))


def test_what_is_proved_is_not_assumed() -> None:
    known = closure([("a", proof("b")), ("b", proof())], {"b", "c"})
    assert known["a"] == known["b"] == Support() and known["c"].given == {"c"}


def test_the_order_of_the_entries_does_not_matter() -> None:
    body = [("a", proof("b")), ("a", proof("c")), ("b", proof("d")), ("c", proof(axioms=("x",))), ("d", proof("c")),
            ("e", proof("f", "a"))]  # fmt: skip
    found = [closure(order, {"f"}) for order in permutations(body)]
    assert all(known == found[0] for known in found) and set(found[0]) == set("abcdef")


def test_a_proof_that_supposes_its_hypotheses_to_be_defined_is_not_cited() -> None:
    """"log(x) == c, so x > 0" supposes that log(x) has a value; as a formula it says that -1 > 0, of c = log(-1)."""
    supposed = Statement((("x", REAL), ("c", REAL)), (("h", ("==", ("fn", "log", "x"), "c")),), (">", "x", 0))
    first = check(supposed, {"kind": "proof", "meant": ["h"], "tree": {"rule": "exact", "fact": "meant:h"}})
    assert first.establishes == "meant"
    absurd = {"rule": "positive", "products": [{}, {"facts": ["w"]}]}
    tree = {
        "rule": "use", "fact": "cited:a", "at": [-1, ["fn", "log", -1]], "premises": [{"rule": "field"}], "as": "w",
        "then": {"rule": "have", "formula": ["false"], "proof": absurd, "as": "f",
                 "then": {"rule": "contradict", "fact": "f", "proof": {"rule": "split", "nodes": []}}},
    }  # fmt: skip
    wrong, digest = Statement((), (), ("==", 1, 2)), supposed.digest()
    second = check(wrong, {"kind": "proof", "cites": {"a": digest}, "tree": tree}, {digest: supposed})
    assert closure([(digest, first), (wrong.digest(), second)]) == {}
    with pytest.raises(Rejected, match="not established"):
        support(second, {})
