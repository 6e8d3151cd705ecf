"""Taylor coefficients and enclosures of integrals, asked directly: what no certificate reaches."""

from __future__ import annotations

from fractions import Fraction

import pytest
from ends import interval

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures.jets import PARTS, Jets, total
from verifier.kernel.terms.expr import Expr


@pytest.mark.parametrize(("term", "what"), [(("abs", "t"), "kink"), (("fn", "sign", "t"), "smooth")])
def test_there_are_no_coefficients_at_a_kink_or_a_jump(term: Expr, what: str) -> None:
    with pytest.raises(Unknown, match=what):
        Jets(53, "t", interval(-1, 1)).of(term, 2)


def test_a_function_of_a_variable_is_no_power() -> None:
    with pytest.raises(Unknown):
        Jets(53, "log", interval(4, 4)).of(("fn", "log", 2, "log"), 1)  # its parts are "log", 2 and the variable


def test_work_on_coefficients_is_counted() -> None:
    jets = Jets(53, "t", interval(0, 1))
    jets.work = 3  # orders 0 and 1 of a product
    jets.of(("*", "t", "t"), 1)
    with pytest.raises(Unknown, match="too much work"):
        jets.of(("*", "t", ("neg", "t")), 0)


@pytest.mark.parametrize(("cuts", "good"), [(1, True), (PARTS - 1, True), (PARTS, False), (0, False)])
def test_a_range_has_two_parts_at_least_and_not_too_many(cuts: int, good: bool) -> None:
    points, orders = [Fraction(1)] * cuts, [0] * (cuts + 1)
    if good:
        assert total(1, "t", 0, 2, points, orders, 53).within(2, 2)
    else:
        with pytest.raises(Unknown, match="too many parts"):
            total(1, "t", 0, 2, points, orders, 53)


@pytest.mark.parametrize("order", [-2, -1, 1, 42])
def test_an_order_is_even_and_small(order: int) -> None:
    with pytest.raises(Unknown, match="odd, negative or too large"):
        total("t", "t", 0, 2, [Fraction(1)], [0, order], 53)
