"""Enclosures contain the true values and are tight, by random calls: a sample of `benchmarks/balls.py`."""

from __future__ import annotations

import random
from fractions import Fraction

import ball_fuzz
import pytest
from ball_fuzz import CASES, OPERATIONS, Count, constant, try_function, try_operation, try_ratio

from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import FUNCTIONS, Interval

CALLS = 25


def test_each_function_of_the_kernel_is_tried() -> None:
    assert set(CASES) == set(FUNCTIONS)


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_function_encloses_its_values(name: str) -> None:
    count, source = Count(), random.Random(name)
    for _ in range(CALLS):
        try_function(name, source, count)
    assert count.outside == count.loose == 0 and count.points >= CALLS


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_an_operation_encloses_its_values_and_leaves_its_operands_alone(name: str) -> None:
    count, source = Count(), random.Random(name)
    for _ in range(CALLS):
        try_operation(name, source, count)
    assert count.outside == count.loose == 0 and count.points >= CALLS


def test_rational_numbers_and_constants_are_enclosed() -> None:
    count, source = Count(), random.Random(1)
    for _ in range(CALLS):
        try_ratio(source, count)
    for one in (count, *map(constant, balls.CONSTANTS)):
        assert one.outside == one.loose == 0 and one.points > 0


@pytest.mark.parametrize("name", ["exp", "sin", "gamma", "atan", "zeta"])
def test_the_comparison_sees_an_error_of_one_unit_and_an_enclosure_of_no_use(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = FUNCTIONS[name]

    def narrow(u: Interval, apart: bool) -> Interval:
        """The two ends exchanged for their neighbours inside, as if they were rounded inward."""
        v = true(u, apart)
        tiny = (v - v) if v.is_point else (v - balls.point(v.middle())) * balls.ratio(Fraction(1, 2))
        return balls.point(v.middle()) + tiny

    def wide(u: Interval, apart: bool) -> Interval:
        v = true(u, apart)
        return Interval((v.lo - 1).lower(), (v.hi + 1).upper())

    for wrong, field in ((narrow, "outside"), (wide, "loose")):
        monkeypatch.setitem(ball_fuzz.FUNCTIONS, name, wrong)
        count, source = Count(), random.Random(name)
        for _ in range(4 * CALLS):
            try_function(name, source, count)
        assert getattr(count, field) > 0
