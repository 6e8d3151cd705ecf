"""Sections 3 to 5 and Appendices A, B of initialization-shape by other routes, and corrupted twins."""

import mpmath
import pytest
from mpmath import mpf

from verifier import check

mpmath.mp.dps = 15


def q_delta(x, delta):
    if x == 0:
        return -(delta ** mpf("1.5")) / 2
    s = mpmath.sqrt(x**2 + delta**2 / 4)
    return (x**2 - delta / 2 * (delta / 2 + s)) * mpmath.sqrt(s - delta / 2) / x


def neuron(delta, start, end, other):
    """One sample e_1 in the plane: a^2 - w_1^2 - w_2^2 = delta, w_2 = `other`, w_1 goes from start to end, a > 0."""
    a = [mpmath.sqrt(delta + w**2 + other**2) for w in (start, end)]
    return [(a[i] * w, a[i] * other) for i, w in enumerate((start, end))]


@pytest.mark.parametrize(("delta", "start", "end", "other"), [(0, 0.3, 1.1, 0.4), (1, -0.5, 2, 0.7), (5, 0.1, -3, 0.1)])
def test_theorem_2_by_the_slope_along_the_constraint(delta, start, end, other):
    with mpmath.workdps(50):
        delta, start, end, other = (mpf(str(v)) for v in (delta, start, end, other))
        first, last = neuron(delta, start, end, other)
        size = mpmath.hypot(*first)
        z = [-mpf(3) / 2 * mpmath.sqrt(mpmath.sqrt(size**2 + delta**2 / 4) - delta / 2) / size * c for c in first]

        def potential(free):
            return q_delta(mpmath.hypot(last[0], free), delta) + z[1] * free

        assert abs(mpmath.diff(potential, last[1])) < mpf(10) ** -30
        assert all(potential(last[1] + h) > potential(last[1]) for h in (mpf("0.01"), mpf("-0.01"), mpf(1), mpf(-1)))


def test_theorem_2_fails_behind_a_sign_change_of_a():
    """delta < 0: a = sinh t, w_1 = cosh t passes a = 0 between t = -1 and t = 1; the end is no minimum."""
    with mpmath.workdps(50):
        other = mpf("0.5")
        delta = -1 - other**2
        first, last = [(mpmath.sinh(t) * mpmath.cosh(t), mpmath.sinh(t) * other) for t in (mpf(-1), mpf(1))]
        size = mpmath.hypot(*first)
        z = -mpf(3) / 2 * mpmath.sqrt(mpmath.sqrt(size**2 + delta**2 / 4) - delta / 2) / size * first[1]
        slope = mpmath.diff(lambda free: q_delta(mpmath.hypot(last[0], free), delta) + z * free, last[1])
        assert slope > mpf("0.1")


def test_theorem_1_by_the_slope_along_the_constraint():
    """w = c sinh(2 X nu) with X = (1, 2)': the slope of Q along (2, -1) vanishes."""
    with mpmath.workdps(50):
        k = [2 * (mpf(u) ** 2 + mpf(v) ** 2) for u, v in ((0.5, 0.1), (1, 2))]
        nu = mpf("0.7")
        w = [k[0] / 2 * mpmath.sinh(2 * nu), k[1] / 2 * mpmath.sinh(4 * nu)]

        def q(x, K):
            return K / 4 * (1 - mpmath.sqrt(1 + 4 * x**2 / K**2) + 2 * x / K * mpmath.asinh(2 * x / K))

        def along(s):
            return q(w[0] + 2 * s, k[0]) + q(w[1] - s, k[1])

        assert abs(mpmath.diff(along, 0)) < mpf(10) ** -30
        assert along(mpf("0.1")) > along(0) < along(mpf("-0.1"))


def test_metric_of_one_neuron_at_a_rational_point():
    from fractions import Fraction as F

    a, w, p = F(3), (F(2), F(-1)), (F(1), F(5))
    n2 = sum(c * c for c in w)
    dot = sum(c * e for c, e in zip(w, p, strict=True))
    speed = [a * a * e + dot * c for c, e in zip(w, p, strict=True)]
    delta = a * a - n2
    along = sum(c * v for c, v in zip(w, speed, strict=True))
    back = [(v - along * c / (delta + 2 * n2)) / (delta + n2) for c, v in zip(w, speed, strict=True)]
    assert tuple(back) == p


S = "sqrt(x**2 + delta**2/4)"
SIDE = {"x": "positive", "delta": "nonnegative"}


@pytest.mark.parametrize("claim", [
    f"diff((x**2 - delta/4*(delta/2 + {S}))*sqrt({S} - delta/2)/x, x) == 3/2*sqrt({S} - delta/2)",
    f"diff((x**2 - delta/2*(delta/2 + {S}))*sqrt({S} - delta/2)/x, x) == 2/3*sqrt({S} - delta/2)",
    f"diff((x**2 - delta/2*(delta/2 + {S}))*sqrt({S} - delta/2)/x, x) == 3/2*sqrt({S} + delta/2)",
    f"3/2*({S} + delta/2)*sqrt({S} - delta/2)/x == 3/2*sqrt({S} - delta/2)",
])  # fmt: skip
def test_twins_of_the_radial_potential(claim):
    assert check(claim, **SIDE, budget=2).verdict != "proved"


@pytest.mark.parametrize("claim", [
    "(u**2 + v**2 + a**2 + b**2)**2 == 4*(u*v - a*b)**2 + 4*(u*b + a*v)**2 + (u**2 - v**2 - a**2 + b**2)**2",
    "(u**2 + v**2 + a**2 + b**2)**2 == 4*(u*v - a*b)**2 + 4*(u*b - a*v)**2 + (u**2 - v**2 + a**2 - b**2)**2",
    "(u**2 + v**2 + a**2 + b**2)**2 == 4*(u*v + a*b)**2 + 4*(u*b + a*v)**2 + (u**2 - v**2 + a**2 - b**2)**2",
])  # fmt: skip
def test_twins_of_the_closing_identity(claim):
    assert check(claim, u="real", v="real", a="real", b="real", budget=2).verdict == "refuted"
