"""Initialization shape, Sections 6 to 8: verdicts by unlike routes, and corrupted twins that are not proved."""

from fractions import Fraction as F

import mpmath as mp
import pytest
import shipped

from verifier import check

PAPER = shipped.paper("initialization_shape")
BOOK = shipped.book("initialization_shape")


def verdict(id, part=""):
    item = next(i for i in PAPER.items if i.id == id)
    entry = next(e for e in BOOK.entries(item) if e.id == (f"{id}/{part}" if part else id))
    return shipped.found(entry.claim).verdict


def neuron_minimiser(X, y, A, b0):
    """The minimiser a b of the potential for one sample, by bisection: b = b0 + X t, a X'b = y, a^2 - |b|^2 kept."""
    def layers(t):
        b = [p + t * x for p, x in zip(b0, X, strict=True)]
        a = mp.sqrt(A**2 - sum(p * p for p in b0) + sum(p * p for p in b))
        return a, b

    def output(t):
        a, b = layers(t)
        return a * sum(p * x for p, x in zip(b, X, strict=True)) - y

    low, high = mp.mpf(-1000), mp.mpf(1000)
    for _ in range(220):
        middle = (low + high) / 2
        low, high = (middle, high) if output(middle) < 0 else (low, middle)
    a, b = layers(low)
    return [a * p for p in b]


def kernel_minimiser(X, y, A, k, u):
    """w(0) + K z for one sample, K = A^2 (I + k^2 u u')."""
    w0 = [k * A**2 * p for p in u]
    ux = sum(p * x for p, x in zip(u, X, strict=True))
    Kx = [A**2 * (x + k**2 * ux * p) for x, p in zip(X, u, strict=True)]
    t = (y - sum(p * x for p, x in zip(w0, X, strict=True))) / sum(p * x for p, x in zip(Kx, X, strict=True))
    return [p + t * q for p, q in zip(w0, Kx, strict=True)]


def test_the_kernel_limit_fails_for_fixed_outputs_at_an_exact_point():
    # alpha = 1, s = 0, sample e_0, output 0: alpha (0, 9/25) against alpha (0, 15/41)
    u = (F(4, 5), F(3, 5))
    Q = (F(0), F(9, 25))
    assert Q[1] == F(3, 5) * F(3, 5)  # a b with a = 3/5, b = (0, 3/5)
    K = kernel_minimiser((F(1), F(0)), F(0), F(1), F(1), u)
    assert [0, F(15, 41)] == K and K[1] - Q[1] == F(6, 1025)
    assert verdict("claim-7.2b") == "refuted"


def test_the_repaired_kernel_bound_on_random_neurons_at_40_digits():
    with mp.workdps(40):
        third, tenth = mp.mpf(1) / 3, mp.mpf(1) / 10
        problems = [((1, 0), 1, 3, 1, (4, 3)), ((1, 2), -2, 5, third, (3, 4)), ((2, -1), 7, 10, tenth, (-4, 3))]
        for X, y, A, k, u in problems:
            u = [mp.mpf(p) / 5 for p in u]
            b0 = [k * A * p for p in u]
            w = neuron_minimiser(X, y, A, b0)
            v = kernel_minimiser(X, y, A, k, u)
            gap = y - A * sum(p * x for p, x in zip(b0, X, strict=True))
            f2 = gap**2 / sum(x * x for x in X)
            assert A**4 * sum((p - q) ** 2 for p, q in zip(w, v, strict=True)) <= 32 * f2**2
    assert verdict("claim-7.2b", "repair:with the displacement in the bound") == "proved"


def test_the_distance_from_least_norm_is_bounded_and_the_bound_is_nearly_attained():
    with mp.workdps(40):
        A, k = mp.mpf(1) / 1000, mp.mpf(1)
        w = neuron_minimiser((1, 0), 1, A, [0, k * A])  # orientation orthogonal to the sample
        distance2 = w[1] ** 2 + (w[0] - 1) ** 2
        bound = (A**2 + 1) * k**2 * A**2
        assert distance2 <= bound and distance2 > bound * mp.mpf("0.999")
    assert verdict("neuron-least-norm") == "proved"


def test_a_neuron_with_a_small_product_and_a_large_weight_ends_far_from_the_least_norm():
    # a^2 = p^2 follows the logistic equation, q = 1: (a p, a q) -> (1, 1)
    a = p = 0.01
    for _ in range(20000):
        r = 1 - a * p
        a, p = a + 0.001 * p * r, p + 0.001 * a * r
    assert abs(a * p - 1) < 1e-3 and abs(a * 1 - 1) < 1e-3


@pytest.mark.parametrize("id", ["prop-1-convex", "thm-3-rate", "thm-4", "neuron-argmin", "neuron-projection"])
def test_proved_for_all_sizes(id):
    assert verdict(id) == "proved"


@pytest.mark.parametrize(("goal", "names"), [
    ("2*(u**2 + v**2) == 2*Abs(u)*Abs(v)*(1 + s**2)/(1 - s**2)", {"u": "nonzero", "v": "nonzero", "s": "(-1, 1)"}),
    ("z**2/2 - z**4/64 <= 1 - sqrt(1 + z**2) + z*asinh(z)", {"z": "positive"}),
    ("limit(sqrt(sqrt(x**2 + D**2/4) - D/2)/x, x, 0, '+') == 1/D", {"D": "positive"}),
    ("a*n <= e and 3/2*n <= sqrt(e)", {"a": "positive", "n": "positive", "e": "positive"}),
])  # fmt: skip
def test_corrupted_twins_are_not_proved(goal, names):
    assert check(goal, budget=2, **names).verdict != "proved"
