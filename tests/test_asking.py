"""`from verifier import check`: SymPy and text in, verdicts out."""

from __future__ import annotations

import pytest
from sympy import Eq, asinh, cos, sin, symbols

from verifier import check
from verifier.evidence.verdict import Verdict
from verifier.language.errors import ClaimError

x, y = symbols("x y", real=True)
p = symbols("p", positive=True)


def test_a_sympy_relation_is_decided() -> None:
    found = check(x**2 + y**2 >= 2 * x * y)
    assert found.verdict == "proved" and found.recheck() and found.certificate


def test_assumptions_of_symbols_are_domains() -> None:
    assert check(p**3 - 3 * p + 2 >= 0).verdict == "proved"
    assert check(x**3 - 3 * x + 2 >= 0).verdict == "refuted"


def test_hypotheses_may_be_one_or_several() -> None:
    assert check(x + y > 0, given=[x > 0, y > 0]).verdict == "proved"
    assert check(x + y > 0, given=x > 0).verdict == "refuted"
    assert check("x*y > 0", given=["x > 0", y > 0]).verdict == "proved"


def test_domains_are_given_by_name() -> None:
    assert check("1/x*x == 1", x="positive").verdict == "proved"
    assert check("asinh(x) <= x", x="nonnegative").verdict == "proved"
    assert check(asinh(p) <= p).verdict == "proved"


def test_an_equation_that_sympy_left_alone() -> None:
    assert check(Eq(sin(x) ** 2 + cos(x) ** 2, 1, evaluate=False)).verdict == "proved"


def test_what_sympy_evaluated_is_refused_with_the_reason() -> None:
    with pytest.raises(TypeError, match="SymPy evaluated it"):
        check(x**2 >= 0)
    with pytest.raises(TypeError, match="float"):
        check(x > 0.5)


def test_bad_text_is_one_line() -> None:
    with pytest.raises(ClaimError, match="line 1, column"):
        check("x +* 2 > 0")


def test_a_process_of_its_own_gives_the_same() -> None:
    apart, here = check("x**2 > 0", isolated=True), check("x**2 > 0")
    assert (apart.verdict, apart.counterexample) == (here.verdict, here.counterexample) == ("refuted", {"x": "0"})
    assert apart.recheck()


def test_a_verdict_shows_itself() -> None:
    found = check("x**2 >= 0")
    assert repr(found).startswith("Verdict(proved, ") and repr(found).endswith(" ms)")
    assert "proved" in found._repr_html_() and "x^{2}" in (found._repr_latex_() or "")
    with pytest.raises(TypeError, match="truth value"):
        bool(found)


def test_an_undefined_point_makes_a_claim_ill_posed() -> None:
    found = check("1/x == 1/x")
    assert (found.verdict, found.counterexample) == ("ill-posed", {"x": "0"})


def test_nobody_makes_a_verdict_by_hand() -> None:
    with pytest.raises(TypeError):
        Verdict("proved", "because I say so")
    with pytest.raises(ValueError, match="no certificate"):
        check("x == x + y", x="real", y="(0, 1]", budget=0.0).recheck()
