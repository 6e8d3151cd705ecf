"""Intervals with exact ends, asked directly: what no certificate reaches."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, ctx

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import LARGEST, MOO, ONE, OO, PRECISION, ZERO, Interval

SIZE = arb((1, LARGEST))
NAN = arb.nan()


@pytest.mark.parametrize(("bits", "good"), [(1, False), (2, True), (PRECISION, True), (PRECISION + 1, False)])
def test_a_precision_is_neither_too_small_nor_too_large(bits: int, good: bool) -> None:
    before = ctx.prec
    if good:
        with balls.precision(bits):
            assert ctx.prec == bits
    else:
        with pytest.raises(Unknown), balls.precision(bits):
            pass
    assert ctx.prec == before


@pytest.mark.parametrize(("lo", "hi"), [(ONE, ZERO), (OO, OO), (MOO, MOO), (NAN, ONE), (ONE, NAN), (NAN, NAN)])
def test_ends_are_numbers_in_order_and_no_interval_is_infinite_on_one_side(lo: Any, hi: Any) -> None:
    with pytest.raises(Unknown, match="no enclosure"):
        Interval(lo, hi)


def test_an_interval_equals_intervals_alone() -> None:
    assert Interval(ZERO, ONE) == Interval(ZERO, ONE)
    assert Interval(ZERO, ONE) != 0
    assert Interval(ZERO, ONE) != (ZERO, ONE)


def test_an_interval_around_0_has_no_reciprocal_and_neither_has_0_alone() -> None:
    for u in (Interval(-ONE, ONE), Interval(ZERO, ZERO)):
        for nonzero in (False, True):
            with pytest.raises(Unknown):
                u.reciprocal(nonzero)


@pytest.mark.parametrize("x", [SIZE, -SIZE, 1 / SIZE, -1 / SIZE, OO, MOO])
def test_numbers_out_of_proportion_are_neither_written_out_nor_rounded(x: Any) -> None:
    with pytest.raises(Unknown, match="too"):
        balls.fraction(x)


@pytest.mark.parametrize("x", [SIZE / 2, -SIZE / 2, 2 / SIZE, -2 / SIZE, ZERO])
def test_numbers_in_proportion_are_written_out(x: Any) -> None:
    q = balls.fraction(x)
    assert arb(q.numerator) / q.denominator == x
