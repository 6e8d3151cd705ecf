"""What no single certificate can tell, and so is asked of the kernel's entry itself."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel import check as checking
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import at_value, check, established, under_law
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import REAL, TRUE, Expr, Malformed
from verifier.kernel.work import TooMuch

DONE: dict[str, Any] = {"rule": "split", "nodes": []}
CHANCE: dict[str, Expr] = {"X": ("random", REAL)}
MEAN: Expr = ("expect", ("at", "X", "w"), "w")


@pytest.mark.parametrize(
    "error",
    [TooMuch, Malformed, Unknown, KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError,
     AssertionError, StopIteration, RecursionError],
)  # fmt: skip
def test_a_check_that_breaks_off_establishes_nothing(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise error("why")

    monkeypatch.setattr(checking, "_check", broken)
    with pytest.raises(Rejected):
        check(Statement((), (), TRUE), {})


def test_a_rejection_keeps_its_reason() -> None:
    with pytest.raises(Rejected, match=r"^unknown kind of certificate .prof.$"):
        check(Statement((), (), TRUE), {"kind": "prof"})


def test_every_tree_is_checked() -> None:
    assert check(Statement((), (), TRUE), {"kind": "proof", "tree": DONE}).establishes == "statement"
    with pytest.raises(Rejected):
        check(Statement((), (), ("==", 0, 1)), {"kind": "proof", "tree": DONE})


def test_what_is_established() -> None:
    assert established({"kind": "proof"}) == "statement"
    assert established({"kind": "proof", "meant": ["h"]}) == "meant"
    assert established({"kind": "vacuous", "meant": ["h"]}) == "vacuity"


def test_what_is_cited_is_assumed_and_has_a_meaning() -> None:
    claim = Statement((), (), ("==", 1, 1))
    node = {"rule": "exact", "fact": "cited:f"}
    certificate = {"kind": "proof", "cites": {"f": claim.digest()}, "tree": node}
    report = check(claim, certificate, {claim.digest(): claim})
    assert report.assumes == (claim.digest(),)
    with pytest.raises(Rejected, match="is not at hand"):
        check(claim, certificate)
    term = Statement((), (), 1)
    with pytest.raises(Rejected, match="where a formula is needed"):
        check(claim, {**certificate, "cites": {"f": term.digest()}, "tree": node}, {term.digest(): term})


def test_a_statement_that_is_not_shown_to_be_defined() -> None:
    with pytest.raises(Rejected, match="not shown to be well defined"):
        check(Statement((("x", REAL),), (), ("==", ("/", 1, "x"), 0)), {"kind": "proof", "tree": DONE})


# -- laws ----------------------------------------------------------------------------------------------------------


def mean(formula: Expr, *outcomes: Any) -> Expr:
    law = {"weights": ["1/2", "1/2"], "outcomes": {"X": outcomes}}
    return under_law(Checker(), Sequent(), formula, CHANCE, law)


def test_a_mean_is_over_all_outcomes() -> None:
    assert mean(("==", MEAN, 0), 3, 4) == ("==", ("+", ("*", ("/", 1, 2), 3), ("*", ("/", 1, 2), 4)), 0)


@pytest.mark.parametrize("outcome", ["y", ["+", "y", 1], {"value": "y", "index": "i"}])
def test_an_outcome_is_closed(outcome: Any) -> None:
    with pytest.raises((Rejected, Malformed)):
        mean(("==", MEAN, 0), 0, outcome)


def test_a_random_variable_stands_inside_of_expectations() -> None:
    with pytest.raises(Rejected, match="outside every expectation"):
        mean(("==", ("at", "X", "v"), 0), 0, 1)


def test_a_value_is_an_equation_where_a_gradient_is_taken_at_its_variable() -> None:
    square: Expr = ("^", "y", 2)
    assert at_value(("==", "x", 3), "x", REAL, 4) == ("==", 4, 3)
    other: Expr = ("grad", square, "y", "z")
    assert marked(at_value(("==", other, "x"), "x", REAL, 4)) == marked(("==", other, 4))
    formula: Expr = ("==", ("grad", square, "y", "x"), 6)
    assert at_value(formula, "x", REAL, 3) == marked(("forall", "x", REAL, ("implies", ("==", "x", 3), formula)))
