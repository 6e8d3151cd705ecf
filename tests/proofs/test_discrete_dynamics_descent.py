"""Second routes to the verdicts on discrete dynamics: exact iterates, iterates to 50 digits, corrupted twins."""

from fractions import Fraction as Q

import mpmath
import pytest
from shipped import decide

from verifier.language.claim import claim

STEPS = [Q(1, 1000), Q(1, 10), Q(1, 4), Q(2, 5), Q(49, 100), Q(1, 2)]
STARTS = [Q(1, 100), Q(1, 4), Q(1, 2), Q(9, 10), Q(999, 1000)]


def step(z, y):
    """One step of a mode in the normal form."""
    return z * (1 + y * (1 - z)) ** 2


def test_the_bounds_of_theorem_3_on_exact_iterates():
    for y in STEPS:
        for z in STARTS:
            first = 1 / z - 1
            for t in range(1, 7):
                z, before = step(z, y), z
                assert before < z < 1
                assert first * (1 - 2 * y) ** t <= 1 / z - 1 <= first / (1 + y) ** (2 * t)
                assert 1 / (1 + y) ** 2 <= 1 - 2 * y + 3 * y**2


def test_a_larger_step_leaves_the_interval():
    for y in (Q(51, 100), Q(3, 5), Q(1)):
        assert step((1 + y) / (3 * y), y) > 1


def test_the_exponential_bounds_as_recalled_fail_where_the_page_says():
    """(81) with exponents at t = 1: fails beyond 0.3419... near the top; holds below it; (82) holds."""
    with mpmath.workdps(50):
        root = mpmath.findroot(lambda y: 1 - 2 * y - mpmath.exp(-2 * y - 4 * y**2), mpmath.mpf("0.34"))
        assert mpmath.almosteq(root, mpmath.mpf("0.341901311876"), 1e-10)
        for y, holds in ((mpmath.mpf("0.33"), True), (mpmath.mpf("0.36"), False)):
            z = mpmath.mpf(1) - mpmath.mpf(10) ** -6
            upper = z / ((1 - z) * mpmath.exp(-2 * y - 4 * y**2) + z)
            assert (step(z, y) <= upper) == holds
            assert step(z, y) >= z / ((1 - z) * mpmath.exp(-2 * y + y**2) + z)


@pytest.mark.parametrize("y", ["0.1", "0.25", "0.4"])
def test_the_transition_lies_at_the_logarithm(y):
    """With w_0 = e^(-delta) the mode is small before delta/(2 ln(1 + y)) steps and learned after them."""
    with mpmath.workdps(50):
        y, delta = mpmath.mpf(y), 4000
        turn, early = 1 / (2 * mpmath.log(1 + y)), 1 / (2 * y)
        z, seen = mpmath.exp(-delta), {}
        marks = {"early": (early + turn) / 2, "before": turn * mpmath.mpf("0.99"), "after": turn * mpmath.mpf("1.01")}
        last = int(delta * marks["after"])
        for t in range(last + 1):
            for name, T in marks.items():
                if t == int(delta * T):
                    seen[name] = z
            z = step(z, y)
        assert early < turn and seen["early"] < 1e-10 and seen["before"] < 1e-10
        assert seen["after"] > 1 - mpmath.mpf(1) / 10**6


def test_modes_without_signal_on_exact_iterates():
    for x, holds in ((Q(23, 100), True), (Q(6, 25), False), (Q(1, 4), False)):
        w = 1 * (1 - x) ** 2
        assert (w >= 1 / (1 + 3 * x)) == holds and w <= 1 / (1 + 2 * x)


def test_gaps_are_not_needed():
    """Singular values 1 and 0.99 at eta = 0.45: between their transitions one is learned, the other is not."""
    with mpmath.workdps(40):
        eta, delta = mpmath.mpf("0.45"), 20_000
        sigmas = (mpmath.mpf(1), mpmath.mpf("0.99"))
        assert eta >= 2 * (sigmas[0] - sigmas[1]) / sigmas[0] ** 2
        T = sum(1 / (2 * mpmath.log(1 + eta * s)) for s in sigmas) / 2
        values = []
        for s in sigmas:
            w = mpmath.exp(-delta)
            for _ in range(int(delta * T)):
                w = w * (1 + eta * (s - w)) ** 2
            values.append(w / s)
        assert values[0] > 1 - mpmath.mpf(1) / 10**6 and values[1] < 1e-6


TWINS = [
    ("1 - 2*x <= 1/(1 + x)**2 <= 1 - 2*x + 2*x**2", {"x": "[0, 1]"}),
    ("z*(1 + y*(1 - z))**2 < 1", {"z": "(0, 1)", "y": "(0, 11/20]"}),
    ("1/(z*(1 + y*(1 - z))**2) - 1 <= (1/z - 1)/(1 + y)**3", {"z": "(0, 1)", "y": "(0, 1/2]"}),
    ("1/(z*(1 + y*(1 - z))**2) - 1 >= (1 - y)*(1/z - 1)", {"z": "(0, 1)", "y": "(0, 1/2]"}),
    ("1 - 2*y + 3*y**2 <= exp(-2*y + y**2)", {"y": "(0, 1/100]"}),
    ("1/(w*(1 - w)**2) <= 1/w + 3", {"w": "(0, 6/25]"}),
]


@pytest.mark.parametrize(("goal", "variables"), TWINS)
def test_corrupted_lines_are_refuted(goal, variables):
    assert decide(claim("twin", goal, variables=variables), 18).verdict == "refuted"
