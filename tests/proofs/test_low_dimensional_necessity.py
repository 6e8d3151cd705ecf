"""Necessity, the accumulated loss, Vandermonde matrices and the teachers of the experiments, each by an unlike route.

Exact rational examples, a finite whitened law, interval arithmetic, forward differences; the training program at its
smallest size.
"""

import importlib.util
import random
from fractions import Fraction
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest
from mpmath import iv

ROOT = Path(__file__).resolve().parents[2]
HALF = Fraction(1, 2)


def path(points, size, loop=False):
    """Half the adjacency matrix of a path, padded by zeros, perhaps with a loop at its far end."""
    a = [[HALF if abs(i - j) == 1 and max(i, j) < points else Fraction(0) for j in range(size)] for i in range(size)]
    if loop:
        a[points - 1][points - 1] = HALF
    return a


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def response(a, b, c, length):
    found = []
    for _ in range(length):
        found.append(sum(x * y for x, y in zip(c, b, strict=True)))
        b = times(a, b)
    return found


def unit(n, i=0):
    return [Fraction(int(j == i)) for j in range(n)]


def semidefinite(matrix):
    """Whether a symmetric rational matrix is positive semidefinite, by elimination."""
    m = [row[:] for row in matrix]
    n = len(m)
    for p in range(n):
        if m[p][p] < 0 or (m[p][p] == 0 and any(m[p][j] for j in range(p, n))):
            return False
        if m[p][p]:
            for i in range(p + 1, n):
                factor = m[i][p] / m[p][p]
                m[i] = [x - factor * y for x, y in zip(m[i], m[p], strict=True)]
    return True


# -- Appendix A ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", range(1, 9))
def test_the_two_teachers_are_stable_and_part_at_2n_minus_1(n):
    plain, loop = path(n, n), path(n, n, loop=True)
    values = [response(a, unit(n), unit(n), 2 * n) for a in (plain, loop)]
    assert values[0][:-1] == values[1][:-1] and values[1][-1] - values[0][-1] == HALF ** (2 * n - 1)
    for a in (plain, loop):
        for sign in (1, -1):
            assert semidefinite([[int(i == j) - sign * a[i][j] for j in range(n)] for i in range(n)])
    looser = path(n, n, loop=True)
    looser[n - 1][n - 1] = Fraction(3, 2)
    assert not semidefinite([[int(i == j) - looser[i][j] for j in range(n)] for i in range(n)])


@pytest.mark.parametrize("n", range(1, 9))
def test_binomial_laws_given_the_parity_share_2n_minus_2_moments(n):
    tosses = 2 * n - 1
    total = 2 ** (tosses - 1)
    laws = [{Fraction(i, tosses): Fraction(comb(tosses, i), total) for i in range(r, tosses + 1, 2)} for r in (0, 1)]
    moments = [[sum(p * x**j for x, p in law.items()) for j in range(2 * n)] for law in laws]
    assert all(len(law) == n and sum(law.values()) == 1 for law in laws)
    assert moments[0][:-1] == moments[1][:-1] and moments[0][-1] != moments[1][-1]


def gradients(a, b, c, w):
    """dL/dA, dL/dB, dL/dC by forward differentiation, one entry at a time, with dual numbers."""
    d = len(b)

    def slope(da, db, dc):
        """The derivative of the loss in one direction."""
        state, moving, total = b, db, Fraction(0)
        for target in w:
            error = sum(x * y for x, y in zip(c, state, strict=True)) - target
            rate = sum(x * y for x, y in zip([*dc, *c], [*state, *moving], strict=True))
            total += 2 * error * rate
            moving = [x + y for x, y in zip(times(da, state), times(a, moving), strict=True)]
            state = times(a, state)
        return total

    none, flat = [[Fraction(0)] * d for _ in range(d)], [Fraction(0)] * d
    of_a = [slope([[Fraction(int((i, j) == (p, q))) for j in range(d)] for i in range(d)], flat, flat)
            for p in range(d) for q in range(d)]  # fmt: skip
    return of_a, [slope(none, unit(d, p), flat) for p in range(d)], [slope(none, flat, unit(d, p)) for p in range(d)]


@pytest.mark.parametrize("n", range(1, 5))
def test_the_other_teacher_is_a_balanced_rest_point_that_does_not_extrapolate(n):
    for k in range(1, 2 * n):
        for d in (k + 1, k + 2):
            m = min(n, d)
            w = response(path(m, n, loop=True), unit(n), unit(n), 2 * n + 2)
            student = path(m, d), unit(d), unit(d)
            g = response(*student, 2 * n + 2)
            assert g[:k] == w[:k] and g[2 * m - 1] != w[2 * m - 1]
            if d <= 5:
                assert not any(any(part) for part in gradients(*student, w[:k]))
    # and a slope where the response does not fit
    assert any(gradients(path(1, 2), unit(2), unit(2), [Fraction(1), HALF])[0])


# -- Vandermonde -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("d", range(1, 7))
def test_vandermonde_is_inverted_by_lagrange_polynomials(d):
    source = random.Random(d)
    nodes = [Fraction(x, 7) for x in source.sample(range(-20, 20), d)]
    wanted = [Fraction(source.randrange(-9, 9)) for _ in range(d)]
    weights = []
    for j, x in enumerate(nodes):  # coefficients of the polynomial that is 1 at x and 0 at the other nodes
        polynomial = [Fraction(1)]
        for other in nodes[:j] + nodes[j + 1 :]:
            longer = [Fraction(0), *polynomial]
            polynomial = [a - other * b for a, b in zip(longer, [*polynomial, Fraction(0)], strict=True)]
        scale = prod((x - other for other in nodes[:j] + nodes[j + 1 :]), start=Fraction(1))
        weights.append(sum(a * r for a, r in zip(polynomial, wanted, strict=True)) / scale)
    assert [sum(x**i * g for x, g in zip(nodes, weights, strict=True)) for i in range(d)] == wanted
    student = [[nodes[i] if i == j else Fraction(0) for j in range(d)] for i in range(d)]
    assert response(student, [Fraction(1)] * d, weights, d) == wanted


# -- Appendix D ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("d", "n", "k"), [(1, 1, 1), (2, 1, 3), (2, 3, 4), (3, 2, 5)])
def test_the_accumulated_loss_over_a_finite_whitened_law(d, n, k):
    """x is one of the 2k points +-sqrt(k) e_a: E[x_a x_b] = 1{a = b}; squares of linear forms are rational."""
    source = random.Random(k)

    def draw(rows, columns):
        return [[Fraction(source.randrange(-3, 4), 2) for _ in range(columns)] for _ in range(rows)]

    g = response(draw(d, d), draw(1, d)[0], draw(1, d)[0], k)
    w = response(draw(n, n), draw(1, n)[0], draw(1, n)[0], k)
    accumulated = sum(
        Fraction(1, k) * sum(k * (g[j - a] - w[j - a]) ** 2 for a in range(j + 1)) for j in range(k)
    )  # fmt: skip
    assert accumulated == sum((k - i) * (g[i] - w[i]) ** 2 for i in range(k))
    assert accumulated == sum(sum((g[i] - w[i]) ** 2 for i in range(j + 1)) for j in range(k))


def test_a_narrow_student_has_other_minimisers_for_the_weighted_loss():
    wanted = [1, 0, 1]

    def losses(u, a):
        errors = [(u * a**i - w) ** 2 for i, w in enumerate(wanted)]
        return sum(errors), sum((3 - i) * e for i, e in enumerate(errors))

    grid = [Fraction(i, 6) for i in range(-12, 13)]
    assert losses(Fraction(1), Fraction(0)) == (1, 1)
    assert min(losses(u, a)[1] for u in grid for a in grid) == 1
    assert losses(Fraction(2, 3), Fraction(1))[0] == Fraction(2, 3) < 1


def test_a_negative_error_breaks_the_printed_chain():
    error, k, i = -1, 2, 0
    assert (k - i) * error**2 <= 2
    assert not error <= np.sqrt(k - i) * error
    assert abs(error) <= np.sqrt(k - i) * abs(error) <= np.sqrt(2)


def test_the_gradients_of_the_weighted_loss_by_central_differences():
    source, d, k = np.random.default_rng(1), 3, 5
    a, b, c, w = source.normal(size=(d, d)), source.normal(size=d), source.normal(size=d), source.normal(size=k)

    def loss(a, b, c):
        return sum((k - i) * (c @ np.linalg.matrix_power(a, i) @ b - w[i]) ** 2 for i in range(k))

    def error(i):
        return (k - i) * (c @ np.linalg.matrix_power(a, i) @ b - w[i])

    power = np.linalg.matrix_power
    of_b = 2 * sum(error(i) * power(a.T, i) @ c for i in range(k))
    of_c = 2 * sum(error(i) * power(a, i) @ b for i in range(k))
    terms = [(i, r) for i in range(1, k) for r in range(i)]
    of_a = 2 * sum(error(i) * np.outer(power(a.T, r) @ c, power(a, i - r - 1) @ b) for i, r in terms)
    h = 1e-5
    for p in range(d):
        e = h * np.eye(d)[p]
        assert np.isclose((loss(a, b + e, c) - loss(a, b - e, c)) / (2 * h), of_b[p], rtol=1e-5)
        assert np.isclose((loss(a, b, c + e) - loss(a, b, c - e)) / (2 * h), of_c[p], rtol=1e-5)
        for q in range(d):
            m = h * np.outer(np.eye(d)[p], np.eye(d)[q])
            assert np.isclose((loss(a + m, b, c) - loss(a - m, b, c)) / (2 * h), of_a[p, q], rtol=1e-5)


# -- Appendix C: teachers --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", range(1, 9))
def test_delay_and_bidiagonal_teachers(n):
    source = random.Random(n)
    shift = [[Fraction(int(j == i + 1)) for j in range(n)] for i in range(n)]
    assert response(shift, unit(n, n - 1), unit(n), 2 * n + 2) == unit(2 * n + 2, n - 1)
    for row in range(n):
        shift[row][row] = Fraction(source.randrange(-5, 6), 3)
        if row + 1 < n:
            shift[row][row + 1] = Fraction(source.randrange(-5, 6), 3)
    values = response(shift, unit(n, n - 1), unit(n), n)
    superdiagonal = (shift[i][i + 1] for i in range(n - 1))
    assert not any(values[: n - 1]) and values[n - 1] == prod(superdiagonal, start=Fraction(1))


def test_two_grus_with_the_same_impulse_response():
    """The gated recurrent unit in full, in interval arithmetic; all weights but one are zero."""

    def sigmoid(x):
        return 1 / (1 + iv.exp(-x))

    def tanh(x):
        return 1 - 2 / (iv.exp(2 * x) + 1)

    def outputs(candidate, readout, inputs):
        h, found = iv.mpf(0), []
        for x in inputs:
            reset, update = sigmoid(0 * x + 0 * h), sigmoid(0 * x + 0 * h)
            new = tanh(candidate * x + reset * (0 * h))
            h = (1 - update) * new + update * h
            found.append(readout * h)
        return found

    one, two = (1, tanh(iv.mpf(2))), (2, tanh(iv.mpf(1)))
    impulse = [iv.mpf(1), iv.mpf(0), iv.mpf(0), iv.mpf(0)]
    for a, b in zip(outputs(*one, impulse), outputs(*two, impulse), strict=True):
        assert 0 in a - b
    twice = [2 * x for x in impulse]
    assert (outputs(*one, twice)[0] > outputs(*two, twice)[0]) is True


# -- the training program --------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def training():
    spec = importlib.util.spec_from_file_location("training", ROOT / "benchmarks" / "low_dimensional_training.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_exact_fit_extrapolates_from_2n_plus_1_on(training):
    for n in (1, 2):
        for k, apart in ((2 * n, False), (2 * n + 1, True)):
            source = np.random.default_rng(0)
            w = training.teacher(n, source, k + 3 * n + 1, apart=True)
            a, b = training.levenberg_marquardt(w[:k], *training.start(4 * n, source, 1.0, -1.0), steps=2000)
            loss, tail, _ = training.measured(w, k, a, b)
            assert loss < 1e-26 and (tail < 1e-9 if apart else tail > 1e-3)


def test_the_flow_shrinks_the_unbalanced_part_at_the_rate_of_the_linear_theory(training):
    w, c, ratios = np.array([1.0, 0.78, 0.642]), 0.25, []
    for eps in (1e-4, 1e-6):
        source = np.random.default_rng(0)
        begin = (eps * source.normal(size=(5, 5)) / 5, eps * source.normal(size=5), eps * source.normal(size=5))
        _, b, x = training.flow(begin, w, c * np.log(1 / np.sqrt(eps)), 0.02)
        ratios.append(np.linalg.norm(b - x) / np.linalg.norm(b + x))
    assert abs(np.log(ratios[1] / ratios[0]) / np.log(1e-2) - 2 * c) < 1e-3
