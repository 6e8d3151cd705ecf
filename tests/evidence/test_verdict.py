"""A verdict is made by the evidence package alone, from what the kernel says, and cannot be made into another one."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from verifier.evidence.decision import Decision
from verifier.evidence.inhabited import unconstrained
from verifier.evidence.verdict import Verdict, judge, received, restore, undecided
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import INTEGER, REAL, TRUE
from verifier.language.claim import claim

X = claim("x", "x == x", variables={"x": "real"})
PROOF = {"kind": "proof", "tree": {"rule": "field"}}
FALSE_CLAIM = claim("x", "x == 1", variables={"x": "real"})


@pytest.fixture
def proved() -> Verdict:
    return judge(X.statement(), PROOF, "field")


def test_nobody_makes_a_verdict_by_hand() -> None:
    for arguments in ((), ("proved", "because I say so")):
        with pytest.raises(TypeError):
            Verdict(*arguments)
    with pytest.raises(AttributeError):
        object.__new__(Verdict).verdict  # noqa: B018


def test_a_verdict_cannot_be_replaced() -> None:
    open = undecided("nothing found")
    with pytest.raises(TypeError):
        dataclasses.replace(open, verdict="proved")  # type: ignore[type-var]
    for setter in (setattr, object.__setattr__):
        with pytest.raises(AttributeError):
            setter(open, "verdict", "proved")
    assert open.verdict == "undecided"


def test_a_verdict_is_neither_copied_nor_pickled(proved: Verdict) -> None:
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(proved)


def test_a_verdict_has_no_subclass() -> None:
    with pytest.raises(TypeError):
        type("Proved", (Verdict,), {"verdict": "proved"})


def test_a_verdict_on_one_claim_is_not_shown_for_another(proved: Verdict) -> None:
    assert proved.of(X).about is X and proved.of(X).recheck()
    with pytest.raises(ValueError, match="none on another"):
        proved.of(FALSE_CLAIM)


def test_an_example_of_the_hypotheses_is_one_that_the_kernel_sees() -> None:
    positive = claim("x", "x == x", variables={"x": "real"}, given=["x > 0"])
    found = judge(positive.statement(), PROOF, "field")
    point: dict[str, Any] = {"kind": "inhabited", "values": {"x": 1}, "tree": {"rule": "arith"}}
    assert found.vacuity == "unknown" and found.with_example(point).vacuity == "inhabited"
    with pytest.raises(Rejected):
        found.with_example({**point, "values": {"x": -1}})
    with pytest.raises(Rejected):
        undecided("nothing found").with_example(point)


def test_what_is_stored_of_vacuity_is_not_believed() -> None:
    positive = claim("x", "x == x", variables={"x": "real"}, given=["x > 0", "x < 0"]).statement()
    stored = {**judge(positive, PROOF, "field").to_json(), "vacuity": "inhabited"}
    assert restore(positive, stored).vacuity == "unknown"


@pytest.mark.parametrize("word", ["proved", "refuted", "computed", "ill-posed", "assumed", "certain", None, 7])
def test_a_file_without_a_certificate_says_nothing_strong(word: Any) -> None:
    with pytest.raises(Rejected, match="without a certificate"):
        restore(X.statement(), {"verdict": word, "reason": "trust me", "trust": ["me"]})


def test_a_file_without_a_certificate_may_say_that_nothing_was_found() -> None:
    for word in ("supported", "undecided"):
        found = restore(X.statement(), {"verdict": word, "reason": "tried\n\x1b[2J hard", "vacuity": "inhabited"})
        assert (found.verdict, found.vacuity) == (word, "unknown")
        assert found.reason.isprintable() and "searched elsewhere" in found.reason


def test_a_process_of_this_run_may_trust_an_engine_and_prove_nothing_by_its_word() -> None:
    sent = Decision("computed", "unsat", "z3", trust=("z3",))
    assert received(X.statement(), sent).trust == ("z3",)
    for word in ("proved", "refuted"):
        with pytest.raises(Rejected, match="without a certificate"):
            received(X.statement(), dataclasses.replace(sent, verdict=word))


@pytest.mark.parametrize(
    ("sort", "free"),
    [
        (REAL, True), (INTEGER, True), (("integer", 1, 1), True), (("integer", 1, "oo"), True),
        (("integer", 1, 0), False), (("integer", 1, "n"), False), (("sequence", ("integer", 1, 0)), False),
        (("sequence", REAL), True), (("random", ("integer", 1, 0)), False), (("matrix", 2, 2), True),
        (("function", ("matrix", 1, 1), REAL), True), (("curve", REAL), True),
    ],
)  # fmt: skip
def test_no_hypothesis_and_no_empty_domain_can_be_met(sort: Any, free: bool) -> None:
    assert unconstrained(Statement((("x", sort),), (), TRUE)) is free
    assert not unconstrained(Statement((("x", sort),), (("h", TRUE),), TRUE))


@pytest.mark.parametrize(
    ("size", "free"),
    [
        ("n", True), (("+", "n", 1), True), (("*", 2, "n", "m"), True), (0, True),
        ("k", False), ("p", False),  # at most -1, and at most something
        (("-", -1, ("*", "n", "n")), False), (("-", "n", 5), False), (("neg", "n"), False),
    ],
)  # fmt: skip
def test_no_matrix_has_a_size_below_0(size: Any, free: bool) -> None:
    """"Matrices of size -1 - n*n" are none, and whatever is said of them is vacuous."""
    up, down = ("integer", "n", "oo"), ("integer", "-oo", "m")
    names = (("n", INTEGER), ("m", up), ("k", ("integer", "-oo", -1)), ("p", down))
    for sort in (("matrix", size, 1), ("matrix", 1, size), ("sequence", ("matrix", size, size))):
        assert unconstrained(Statement((*names, ("x", sort)), (), TRUE)) is free


def test_what_is_said_of_matrices_that_there_are_not_is_not_inhabited() -> None:
    size = ("-", -1, ("*", "n", "n"))
    vacuous = Statement((("n", INTEGER), ("A", ("matrix", size, size))), (), ("<", ("trace", ("^", "A", 0)), 0))
    tree = {"rule": "order", "positive": [{"weight": 1}, {"weight": 1, "square": "n"}]}
    assert judge(vacuous, {"kind": "proof", "tree": tree}, "by hand").vacuity == "unknown"
