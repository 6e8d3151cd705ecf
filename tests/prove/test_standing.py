"""Open questions are closed by whatever ends them, and a new claim begins with none."""

from __future__ import annotations

import pytest

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.work import bounded, spend
from verifier.language.claim import claim
from verifier.language.named import closed
from verifier.prove.driver import driver
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.standing import Standing
from verifier.prove.integers import naturals
from verifier.prove.order import function_facts
from verifier.prove.overdue import part
from verifier.prove.portfolio import decide


def test_a_question_is_open_inside_alone() -> None:
    questions = Standing()
    with questions.asking("a"):
        assert "a" in questions and len(questions) == 1
        with pytest.raises(KeyError), questions.asking("b"):
            raise KeyError
        assert "b" not in questions and "a" in questions
    assert len(questions) == 0


def test_what_is_broken_off_at_any_moment_leaves_nothing_open() -> None:
    questions = Standing()

    def endless() -> None:
        while True:
            with questions.asking(1), questions.asking(2):
                pass

    for i in range(60):
        part(0.01 + i * 1e-5, endless)
        with questions.asking("outer"):
            pass
    assert len(questions) <= 1  # the last moment of all is nobody's; see the next test


def test_the_work_of_a_check_that_is_broken_off_does_not_burden_the_next() -> None:
    def endless() -> None:
        while True:
            with bounded(5):
                pass

    for i in range(60):
        part(0.01 + i * 1e-5, endless)
    spend(1000)


def test_a_new_claim_begins_with_no_open_question() -> None:
    for opened in (driver._calls, function_facts._OPEN, naturals._OPEN):
        opened._open.extend(range(100))
    assert decide(claim("c", "exp(x) >= 1 + x", variables={"x": "real"})).verdict == "proved"
    assert not len(driver._calls)


def test_a_cited_statement_is_not_asked_for_its_own_premises() -> None:
    variables = {"n": "positive integer", "A": "matrix(n, n)", "B": "matrix(n, n)"}
    made = claim("l", "implies(trace(A*B) > 5, trace(A) > 7)", variables=variables)
    cited = claim("c", "trace(A) > 7", variables=variables)
    s = Sequent()
    for v in cited.variables:
        s = s.declare(v.name, v.domain.sort)
    s = s.assume("cited:l", closed(made.statement()))
    assert prover(now() + 5).prove(s, cited.goal) is None
    known = s.assume("large", (">", ("trace", ("*", "A", "B")), 5))
    assert prover(now() + 5).prove(known, cited.goal) is not None
