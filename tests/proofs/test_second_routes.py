"""The verdicts on the main text once more, each by a route that is unlike the prover's.

Fractions, numpy and mpmath only: enumeration, simulation, finite differences, constructions.
"""

import itertools
import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from networks import (
    ONE,
    basis,
    cyclic,
    draw,
    exact,
    eye,
    gradients,
    invertible,
    loss,
    norm2,
    power,
    rank,
    response,
    same,
    step,
    zeros,
)

SIZES = [(1, 1, 1, 1), (1, 4, 1, 1), (2, 1, 1, 1), (2, 3, 1, 1), (3, 4, 1, 1), (2, 3, 2, 3), (3, 2, 3, 1)]


def printed_gradients(a, b, c, w, k):
    """(21)-(23); with one input and one output these are (5)-(7)."""
    error = c @ b - w
    db, dc, da = 2 * c.T @ error, 2 * error @ b.T, 0 * a
    for i in range(1, k):
        h = c @ power(a, i) @ b
        db = db + 2 * power(a.T, i) @ c.T @ h
        dc = dc + 2 * h @ b.T @ power(a.T, i)
        for r in range(i):
            da = da + 2 * power(a.T, r) @ c.T @ h @ b.T @ power(a.T, i - r - 1)
    return da, db, dc


# gradients: (5)-(7), (16)-(18), (21)-(23), and the cited derivative of a' X^n b


@pytest.mark.parametrize(("d", "k", "n", "m"), SIZES)
def test_the_printed_gradients_are_those_of_backpropagation(d, k, n, m):
    source = random.Random(1)
    for _ in range(3):
        a, b, c, w = draw(source, d, d), draw(source, d, n), draw(source, m, d), draw(source, m, n)
        for ours, theirs in zip(gradients(a, b, c, w, k), printed_gradients(a, b, c, w, k), strict=True):
            assert same(ours, theirs)


@pytest.mark.parametrize(("d", "k", "n", "m"), SIZES)
def test_the_printed_gradients_are_exact_difference_quotients(d, k, n, m):
    """The loss is a polynomial of degree at most 2k in one entry: interpolation gives its slope exactly."""
    source = random.Random(2)
    weights = {"A": draw(source, d, d), "B": draw(source, d, n), "C": draw(source, m, d)}
    w = draw(source, m, n)
    slopes = dict(zip("ABC", printed_gradients(*weights.values(), w, k), strict=True))
    for name, value in weights.items():
        i, j = source.randrange(value.shape[0]), source.randrange(value.shape[1])

        def at(t, name=name, i=i, j=j, value=value):
            moved = value.copy()
            moved[i, j] += t
            return loss(*{**weights, name: moved}.values(), w, k)

        assert slope_at_zero(at, 2 * k) == slopes[name][i, j]


def slope_at_zero(f, degree):
    """The derivative at 0 of a polynomial of at most this degree, from its values at integers."""
    nodes = [Fraction(t) for t in range(-((degree + 1) // 2), degree // 2 + 2)]
    total = Fraction(0)
    for p in nodes:
        scale, others = ONE, [q for q in nodes if q != p]
        for q in others:
            scale *= p - q
        total += f(p) / scale * sum(product([-q for q in others if q != r]) for r in others)
    return total


def product(values):
    total = ONE
    for v in values:
        total *= v
    return total


def test_the_printed_gradients_at_a_larger_size():
    """d = 7, k = 9, in floating point: central differences of the loss along random directions."""
    source = np.random.default_rng(3)
    a, b, c, w = source.normal(size=(7, 7)) / 4, *(source.normal(size=s) for s in ((7, 1), (1, 7), (1, 1)))
    da, db, dc = printed_gradients(a, b, c, w, 9)
    for _ in range(5):
        x, y, z = (source.normal(size=m.shape) for m in (a, b, c))
        t = 1e-5
        up, down = (loss(a + s * x, b + s * y, c + s * z, w, 9) for s in (t, -t))
        slope = (da * x).sum() + (db * y).sum() + (dc * z).sum()
        assert abs((up - down) / (2 * t) - slope) < 1e-6 * (1 + abs(slope))


@pytest.mark.parametrize(("d", "n"), [(1, 0), (1, 3), (2, 1), (2, 4), (3, 5)])
def test_the_cited_derivative_of_a_power(d, n):
    source = random.Random(4)
    x, a, b = draw(source, d, d), draw(source, d, 1), draw(source, d, 1)
    formula = sum((power(x.T, r) @ a @ b.T @ power(x.T, n - 1 - r) for r in range(n)), start=zeros(d, d))
    for i, j in itertools.product(range(d), repeat=2):
        e = basis(d, i) @ basis(d, j).T
        slope = slope_at_zero(lambda t, e=e: (a.T @ power(x + t * e, n) @ b)[0, 0], n)
        assert slope == formula[i, j]


# the conservation law and its drift


def balance(a, b, c):
    return a @ a.T - a.T @ a + b @ b.T - c.T @ c


@pytest.mark.parametrize(("d", "k", "n", "m"), SIZES)
def test_the_balance_is_conserved_and_drifts_by_its_own_form(d, k, n, m):
    source = random.Random(5)
    a, b, c, w = draw(source, d, d), draw(source, d, n), draw(source, m, d), draw(source, m, n)
    f, g, h = gradients(a, b, c, w, k)
    speed = f @ a.T + a @ f.T - f.T @ a - a.T @ f + g @ b.T + b @ g.T - h.T @ c - c.T @ h
    assert not speed.any()
    eta = Fraction(2, 7)
    moved = balance(*step(a, b, c, w, k, eta))
    assert same(moved, balance(a, b, c) + eta**2 * balance(f, g, h))


def test_the_balance_at_a_larger_size_along_the_flow():
    """d = 7, k = 9: a Runge-Kutta integration in 30 digits keeps the balance to far below its own error."""
    source = np.random.default_rng(6)
    shapes = ((7, 7), (7, 1), (1, 7))
    point = [source.normal(size=s) / 3 for s in shapes]
    w, start = np.array([[1.0]]), balance(*point)
    h = 1e-3
    for _ in range(200):
        def field(p):
            return [-g for g in gradients(*p, w, 9)]

        k1 = field(point)
        k2 = field([p + h / 2 * v for p, v in zip(point, k1, strict=True)])
        k3 = field([p + h / 2 * v for p, v in zip(point, k2, strict=True)])
        k4 = field([p + h * v for p, v in zip(point, k3, strict=True)])
        point = [p + h / 6 * (x + 2 * y + 2 * z + u) for p, x, y, z, u in zip(point, k1, k2, k3, k4, strict=True)]
    assert abs(balance(*point) - start).max() < 1e-9 < abs(point[1] - np.zeros((7, 1))).max()


# the population loss, by enumerating laws


def signs(k):
    """Independent fair signs."""
    return [(Fraction(1, 2**k), x) for x in itertools.product((ONE, -ONE), repeat=k)]


def dependent(k):
    """Uncorrelated signs of which the last is the product of the others (k >= 3)."""
    return [(2 * p, (*x[:-1], product(x[:-1]))) for p, x in signs(k) if x[-1] == 1]


def one_at_a_time():
    """k = 4: one coordinate at a time is 2 or -2."""
    return [(Fraction(1, 8), tuple(s * Fraction(int(i == j)) for j in range(4))) for i in range(4) for s in (2, -2)]


#: k = 4: the rows of a Hadamard matrix; second moment I, mean (1, 0, 0, 0).
HADAMARD = [(Fraction(1, 4), tuple(map(Fraction, x))) for x in
            ((1, 1, 1, 1), (1, -1, 1, -1), (1, 1, -1, -1), (1, -1, -1, 1))]  # fmt: skip


def independent(k, *values):
    """Independent coordinates, uniform on the given values."""
    return [(Fraction(1, len(values) ** k), tuple(map(Fraction, x))) for x in itertools.product(values, repeat=k)]


LAWS = {
    "signs": (signs(3), True),
    "one sign": (signs(1), True),
    "dependent, k = 3": (dependent(3), True),
    "dependent, k = 4": (dependent(4), True),
    "one at a time": (one_at_a_time(), True),
    "mean not 0, second moment I": (HADAMARD, True),
    "independent, variance 4": (independent(2, 2, -2), False),
    "independent, variance 1, mean 1": (independent(3, 0, 2), False),
    "correlated signs": ([(Fraction(1, 2), (ONE, ONE)), (Fraction(1, 2), (-ONE, -ONE))], False),
}


@pytest.mark.parametrize("name", LAWS)
def test_the_population_loss_depends_on_second_moments_alone(name):
    """Formula (4) holds for every network exactly when E x x' = I; independence and the mean play no part."""
    law, white = LAWS[name]
    k = len(law[0][1])
    second = [[sum(p * x[i] * x[j] for p, x in law) for j in range(k)] for i in range(k)]
    assert sum(p for p, _ in law) == 1
    assert (second == eye(k).tolist()) is white
    source, agreements = random.Random(7), []
    for _ in range(12):
        d = source.randint(1, 3)
        a, b, c = draw(source, d, d), draw(source, d, 1), draw(source, 1, d)
        w = draw(source, 1, 1)
        h = [x[0, 0] for x in response(a, b, c, k)]
        outputs = ((p, sum(h[i] * x[k - 1 - i] for i in range(k)), x[k - 1]) for p, x in law)
        population = sum(p * (y - w[0, 0] * latest) ** 2 for p, y, latest in outputs)
        agreements.append(population == loss(a, b, c, w, k))
    assert all(agreements) is white


def test_the_population_loss_with_several_inputs_and_outputs():
    """Lemma C.1 by enumeration: n = 2, k = 2, independent signs; and the Hadamard law with a mean."""
    source = random.Random(8)
    for law in (signs(4), HADAMARD):
        a, b, c, w = draw(source, 2, 2), draw(source, 2, 2), draw(source, 3, 2), draw(source, 3, 2)
        h, total = response(a, b, c, 2), Fraction(0)
        for p, x in law:
            before, latest = exact([[x[0]], [x[1]]]), exact([[x[2]], [x[3]]])
            total += p * norm2(h[1] @ before + h[0] @ latest - w @ latest)
        assert total == loss(a, b, c, w, 2)


# Theorem 4.1


def zero_loss_network(source, d, w):
    """A network of width d whose impulse response is w, 0, 0, ... with A != 0 where d > 1, in random coordinates.

    Blocks: what B reaches but C does not see, one unit with A = 0 that passes w on, what C sees but B does
    not reach.
    """
    left = source.randint(0, d - 1)
    right = d - 1 - left
    a = zeros(d, d)
    a[:left, :left] = draw(source, left, left) if left else a[:left, :left]
    a[left + 1 :, left + 1 :] = draw(source, right, right) if right else a[left + 1 :, left + 1 :]
    a[:left, left:] = draw(source, left, d - left) if left else a[:left, left:]  # into what C does not see
    if right:
        a[left, left + 1 :] = draw(source, 1, right)[0]  # out of what B does not reach
    b, c = zeros(d, 1), zeros(1, d)
    b[: left + 1, 0] = draw(source, left + 1, 1)[:, 0]
    b[left, 0] = ONE
    c[0, left:] = draw(source, 1, d - left)[0]
    c[0, left] = w
    p, q = invertible(source, d)
    return p @ a @ q, p @ b, c @ q


@pytest.mark.parametrize("d", range(1, 6))
def test_networks_of_zero_loss_on_long_sequences_extrapolate(d):
    source = random.Random(d)
    for _ in range(10):
        w = Fraction(source.randint(-4, 4))
        a, b, c = zero_loss_network(source, d, w)
        assert loss(a, b, c, exact([[w]]), d + 1) == 0
        assert [h[0, 0] for h in response(a, b, c, 4 * d + 1)] == [w] + [0] * (4 * d)


@pytest.mark.parametrize("d", range(1, 7))
def test_with_distinct_eigenvalues_d_zeros_leave_no_choice(d):
    """The residue route: for distinct eigenvalues l_i the values h_1..h_d are Vandermonde in l_i p_i.

    The system is invertible where no l_i is 0, so h_1 = ... = h_d = 0 forces every residue p_i l_i to 0.
    """
    nodes = [Fraction(x) for x in (1, -1, 2, -2, Fraction(1, 2), 3)][:d]
    vandermonde = [[x ** (j + 1) for x in nodes] for j in range(d)]
    assert rank(exact(vandermonde)) == d


@pytest.mark.parametrize("d", range(1, 7))
def test_at_k_equal_to_d_the_cyclic_shift_does_not_extrapolate(d):
    a, b, c = cyclic(d), 3 * basis(d, 0), basis(d, 0).T
    assert loss(a, b, c, exact([[3]]), d) == 0
    assert loss(a, b, c, exact([[3]]), d + 1) == 9


# Proposition 5.1


@pytest.mark.parametrize("d", range(1, 13))
def test_the_cyclic_solutions(d):
    w = Fraction(-5, 3)
    a, b, c = cyclic(d), w * basis(d, 0), basis(d, 0).T
    assert [h[0, 0] for h in response(a, b, c, 3 * d + 1)] == [w * (j % d == 0) for j in range(3 * d + 1)]
    for k in range(1, 2 * d + 3):
        value = loss(a, b, c, exact([[w]]), k)
        assert value == w**2 * ((k - 1) // d)
        assert (value == 0) is (k <= d)
    for j in range(d + 1):
        assert same(power(a, j)[[0], :], basis(d, j % d).T)


def test_the_larger_size_in_thirty_digits():
    """Finite differences of the loss in 30 digits at d = 7, k = 9 agree with (7) to 12 digits."""
    mpmath.mp.dps = 30
    source = random.Random(9)

    def matrix(m, n):
        return np.array([[mpmath.mpf(source.randint(-9, 9)) / 20 for _ in range(n)] for _ in range(m)], dtype=object)

    a, b, c, w = matrix(7, 7), matrix(7, 1), matrix(1, 7), matrix(1, 1)
    da, _, _ = printed_gradients(a, b, c, w, 9)
    for i, j in ((0, 0), (2, 5), (6, 1)):
        e = np.array([[mpmath.mpf(int((p, q) == (i, j))) for q in range(7)] for p in range(7)], dtype=object)
        t = mpmath.mpf(10) ** -8
        slope = (loss(a + t * e, b, c, w, 9) - loss(a - t * e, b, c, w, 9)) / (2 * t)
        assert abs(slope - da[i, j]) < mpmath.mpf(10) ** -12 * (1 + abs(slope))
