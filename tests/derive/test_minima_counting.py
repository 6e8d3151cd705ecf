"""Spaces of global minimisers of an exponential sum: enumerated, counted, and told from other points."""

import doctest
import itertools
import random
from dataclasses import replace
from fractions import Fraction
from math import factorial

import pytest
from questions import refused_in_one_line
from sympy import Rational

from verifier.derive.exact_numbers import Inexact
from verifier.derive.measures import set_partitions
from verifier.derive.measures.set_partitions import (
    critical_spaces,
    ratio_polynomial,
    restricted_growth_strings,
    stirling2,
)
from verifier.derive.stationary import minima_counting
from verifier.derive.stationary.minima_counting import NoMinimum, count, locate, minimising_spaces

TARGET = [(2, 1), ("-1/3", "5/2")]


def test_examples():
    for module in (minima_counting, set_partitions):
        assert doctest.testmod(module).failed == 0


def test_partitions_are_all_and_once():
    for m in range(1, 7):
        words = list(restricted_growth_strings(m))
        assert len(set(words)) == len(words)
        brute = {
            frozenset(frozenset(i for i in range(m) if f[i] == b) for b in set(f))
            for f in itertools.product(range(m), repeat=m)
        }
        assert {frozenset(frozenset(i for i in range(m) if w[i] == b) for b in set(w)) for w in words} == brute
        for n in range(1, m + 1):
            assert len(list(restricted_growth_strings(m, n))) == stirling2(m, n)


@pytest.mark.parametrize(("m", "n"), [(m, n) for m in range(1, 7) for n in range(1, m + 1)])
def test_the_number_of_spaces_is_that_of_surjections(m, n):
    surjections = sum(1 for f in itertools.product(range(n), repeat=m) if set(f) == set(range(n)))
    c = count(m, n)
    assert c.formula == c.enumerated == surjections == factorial(n) * stirling2(m, n)
    assert c.dimension == c.family_dimension == m - n


def test_degenerate_families():
    for m, n, r in [(3, 1, 1), (4, 2, 1), (5, 2, 2), (5, 1, 4)]:
        c = count(m, n, r)
        assert c.formula == c.enumerated == stirling2(m, n + r) * factorial(n + r) // factorial(r)
        assert (c.dimension, c.family_dimension) == (m - n - r, m - n)


@pytest.mark.parametrize("r", [0, 1, 2])
def test_every_space_verifies_and_its_members_reproduce_the_target(r):
    for space in minimising_spaces(4, TARGET, r):
        assert space.verify() and space.degenerate == bool(r)
        a, w = space.member(seed=5)
        # the loss as a double sum over differences, another route than comparing coefficients
        terms = [*zip(a, w, strict=True), *((-Rational(A), Rational(W)) for A, W in TARGET)]
        assert sum(x * y / (v + u) for x, v in terms for y, u in terms) == 0
        for other in minimising_spaces(4, TARGET, r):
            assert space.contains(*other.member(seed=1)) == (other == space)


def test_random_points_near_a_space_are_on_none():
    source = random.Random(3)
    for space in minimising_spaces(4, TARGET, 1):
        a, w = space.member(seed=2)
        i = source.randrange(4)
        moved = (*a[:i], a[i] + Rational(1, 10**9), *a[i + 1 :])
        assert locate(TARGET, moved, w) is None
        block = next(b for b in (*space.blocks, *space.null_blocks) if i in b)
        away = (*w[:i], w[i] + Rational(1, 10**9), *w[i + 1 :])
        found = locate(TARGET, a, away)
        # a single silent neuron may have any exponent; it stays on the family, everything else leaves
        if found is not None:
            assert a[i] == 0 and (block in space.null_blocks or len(block) > 1)


def test_twins_fail():
    space = next(iter(minimising_spaces(4, TARGET)))
    assert not replace(space, target=((2, 1), (Rational(-1, 3), 1))).verify()
    assert not replace(count(5, 2), formula=31).verify()
    assert not replace(count(5, 2), enumerated=29).verify()
    good = critical_spaces(5)
    assert not replace(good, total=good.total + 1).verify()
    assert not replace(good, ratio_bound=good.ratio_bound + 1).verify()
    swapped = replace(space, blocks=space.blocks[::-1])
    assert swapped.verify() and not swapped.contains(*space.member())


def test_critical_spaces():
    m = ratio_polynomial().free_symbols.pop()
    for k in range(2, 61):
        c = critical_spaces(k)
        assert c.ratio >= Fraction(str(ratio_polynomial().subs(m, k)))
    assert critical_spaces(3, 2).total == 1 + 6


@pytest.mark.parametrize("call", [
    lambda: list(minimising_spaces(2, [(1, 1), (1, 2), (1, 3)])),
    lambda: list(minimising_spaces(3, [])),
    lambda: list(minimising_spaces(3, [(0, 1)])),
    lambda: list(minimising_spaces(3, [(1, 1), (2, 1)])),
    lambda: list(minimising_spaces(3, [(1, -1)])),
    lambda: list(minimising_spaces(40, [(1, 1)])),
    lambda: locate(TARGET, [1], [1, 2]),
    lambda: locate(TARGET, [1, 2], [1, 0]),
    lambda: count(2, 3),
    lambda: critical_spaces(3, 4),
])  # fmt: skip
def test_bad_questions_get_one_line(call):
    refused_in_one_line(call)


def test_floats_are_refused():
    with pytest.raises(Inexact):
        locate(TARGET, [2.0, 1], [1, 2])
    assert issubclass(NoMinimum, ValueError)
