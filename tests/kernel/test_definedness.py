"""When a statement is well defined: what the kernel asks for, and what it no longer has to ask."""

from __future__ import annotations

import pytest

from verifier.claims.claim import claim
from verifier.claims.printing import to_text
from verifier.kernel.check import check
from verifier.kernel.definedness import definedness
from verifier.kernel.expr import FALSE, TRUE
from verifier.kernel.logic import Rejected

ASKED = [
    # variables, hypotheses, goal, what must hold
    ({"x": "real"}, [], "1/x == 1/x", "x != 0"),
    ({"x": "real"}, ["x > 1"], "1/(x - 1) > 0", "implies(x > 1, x - 1 != 0)"),
    ({"x": "real"}, ["1/x > 0"], "1/x > 0", "implies(x != 0 and 1/x > 0, x != 0)"),
    ({"x": "real"}, [], "x != 0 and 1/x != 0", "implies(x != 0, x != 0)"),
    ({"x": "real"}, [], "x == 0 or 1/x != 0", "implies(x != 0, x != 0)"),
    ({"x": "real"}, [], "1/x != 0 or x == 0", "x != 0"),
    ({"x": "real"}, [], "implies(x > 0, log(x) < x)", "implies(x > 0, x > 0)"),
    ({"x": "real"}, [], "sqrt(x) >= 0", "x >= 0"),
    ({"x": "real"}, [], "asin(x) <= 2", "-1 <= x and x <= 1"),
    ({"x": "real"}, [], "tan(x) == 0", "cos(x) != 0"),
    ({"x": "real"}, [], "x**(1/3) >= 0", "x >= 0"),
    ({"x": "real"}, [], "x**(-1/3) >= 0", "x > 0"),
    ({"x": "real", "y": "real"}, [], "x**y >= 0", "x > 0 or x == 0 and y > 0"),
    ({"x": "real"}, [], "x**(-2) > 0", "x != 0"),
    ({"x": "real"}, [], "Piecewise((1/x, x != 0), (0, True)) >= -1", "implies(x != 0, x != 0)"),
    ({"x": "real", "y": "real"}, [], "Piecewise((1/x, y > 0), (0, True)) >= -1", "implies(y > 0, x != 0)"),
    ({"n": "integer"}, [], "factorial(n) > 0", "n >= 0"),
    ({"n": "positive integer"}, [], "Sum(1/k, (k, 0, n)) > 0", "forall(k, integer[0, n], k != 0)"),
    ({"x": "real"}, [], "diff(Abs(x), x) == 1", "x != 0"),
    ({"x": "real"}, [], "diff(log(x), x) == 1/x", "x > 0 and x != 0"),
]  # fmt: skip

NOT_ASKED = [
    ({"x": "real"}, ["1/x > 0"], "x > 0"),
    ({"x": "real"}, [], "x/3 + x**2 == x**2 + x/3"),
    ({"x": "real"}, [], "2**x > 0"),
    ({"n": "positive integer"}, [], "1/n > 0"),
    ({"n": "positive integer"}, [], "Sum(1/k, (k, 1, n)) >= 1"),
    ({"n": "nonnegative integer", "x": "real"}, [], "x**n == x**n"),
    ({"n": "integer"}, [], "(-1)**n != 0"),
    ({}, [], "limit(1/x, x, oo) == 0"),
    ({"A": "matrix(2, 2)", "k": "positive integer"}, [], "A**k == A**k"),
    ({"x": "real"}, [], "atan(x) + exp(x) + Abs(x) + floor(x) >= x"),
]  # fmt: skip


@pytest.mark.parametrize("case", ASKED, ids=lambda c: c[2])
def test_what_must_hold(case) -> None:
    variables, given, goal, wanted = case
    assert to_text(definedness(claim("c", goal, variables=variables, given=given).statement())) == wanted


@pytest.mark.parametrize("case", NOT_ASKED, ids=lambda c: c[2])
def test_nothing_is_asked_where_nothing_can_fail(case) -> None:
    variables, given, goal = case
    assert definedness(claim("c", goal, variables=variables, given=given).statement()) == TRUE


def test_a_division_by_zero_is_never_well_defined() -> None:
    assert definedness(claim("c", "1/0 == 1/0").statement()) == FALSE


def test_an_undefined_point_is_checked() -> None:
    statement = claim("c", "1/x == 1/x", variables={"x": "real"}).statement()
    equal = {"rule": "field"}
    assert check(statement, {"kind": "undefined", "values": {"x": 0}, "tree": equal}).establishes == "undefined"
    with pytest.raises(Rejected):
        check(statement, {"kind": "undefined", "values": {"x": 1}, "tree": equal})


def test_where_a_derivative_exists_is_not_read_off_its_form() -> None:
    statement = claim("c", "diff(x*Abs(x), x) == 2*Abs(x)", variables={"x": "real"}).statement()
    with pytest.raises(Rejected, match="derivative"):
        check(statement, {"kind": "undefined", "values": {"x": 0}, "tree": {"rule": "field"}})
