"""Second routes to what the audit of low dimensional state spaces says of gradient flow: the flow itself, integrated.

Runge-Kutta steps of order four in double precision on random systems; they decide nothing, they would only show that a
statement about the flow is not about this flow.
"""

from itertools import pairwise

import numpy as np
import pytest

D, N, K = 3, 2, 4


def teacher(rng):
    a, b = np.diag(rng.uniform(-0.9, 0.9, N)), rng.uniform(0.3, 1.0, (N, 1))
    return [(b.T @ np.linalg.matrix_power(a, i) @ b).item() for i in range(K)]


def gradients(student, w):
    """The gradients of sum_i (C A^i B - w_i)^2 by differences of the loss itself."""
    def loss(parts):
        a, b, c = parts
        return sum(((c @ np.linalg.matrix_power(a, i) @ b).item() - w[i]) ** 2 for i in range(K))

    found = []
    for place, matrix in enumerate(student):
        slope = np.zeros_like(matrix)
        for index in np.ndindex(*matrix.shape):
            moved = [m.copy() for m in student]
            moved[place][index] += 1e-6
            above = loss(moved)
            moved[place][index] -= 2e-6
            slope[index] = (above - loss(moved)) / 2e-6
        found.append(slope)
    return found


def exact_gradients(student, w):
    a, b, c = student
    powers = [np.linalg.matrix_power(a, i) for i in range(K)]
    e = [(c @ p @ b).item() - w[i] for i, p in enumerate(powers)]
    of_a = sum((2 * e[i] * sum(powers[r].T @ c.T @ b.T @ powers[i - r - 1].T for r in range(i)) for i in range(1, K)),
               start=np.zeros_like(a))  # fmt: skip
    of_b = sum(2 * e[i] * p.T @ c.T for i, p in enumerate(powers))
    of_c = sum(2 * e[i] * b.T @ p.T for i, p in enumerate(powers))
    return [of_a, of_b, of_c]


def flow(student, w, time, steps):
    """The student after that time."""
    h = time / steps

    def moved(parts, slopes, by):
        return [m - by * s for m, s in zip(parts, slopes, strict=True)]

    for _ in range(steps):
        k1 = exact_gradients(student, w)
        k2 = exact_gradients(moved(student, k1, h / 2), w)
        k3 = exact_gradients(moved(student, k2, h / 2), w)
        k4 = exact_gradients(moved(student, k3, h), w)
        student = [m - h / 6 * (p + 2 * q + 2 * r + s) for m, p, q, r, s in zip(student, k1, k2, k3, k4, strict=True)]
    return student


def start(rng, scale=1.0):
    return [scale * rng.standard_normal(shape) for shape in ((D, D), (D, 1), (1, D))]


def test_the_gradients_are_those_of_the_loss():
    rng = np.random.default_rng(0)
    w, student = teacher(rng), start(rng, 0.7)
    for exact, measured in zip(exact_gradients(student, w), gradients(student, w), strict=True):
        assert np.allclose(exact, measured, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_balanced_symmetric_students_stay_balanced_and_others_do_not(seed):
    """lemma-6, and that symmetry of A is needed."""
    rng = np.random.default_rng(seed)
    w, (a, b, _) = teacher(rng), start(rng, 0.5)
    _, b1, c1 = flow([(a + a.T) / 2, b, b.T.copy()], w, 1.0, 400)
    assert np.allclose(c1, b1.T, atol=1e-9)
    _, b2, c2 = flow([a, b, b.T.copy()], w, 1.0, 400)
    assert not np.allclose(c2, b2.T, atol=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_the_difference_of_the_norms_is_conserved(seed):
    """lemma-E.7."""
    rng = np.random.default_rng(seed)
    w, student = teacher(rng), start(rng, 0.5)
    _, b, c = flow(student, w, 1.0, 400)
    before = (student[1].T @ student[1] - student[2] @ student[2].T).item()
    assert np.isclose((b.T @ b - c @ c.T).item(), before, atol=1e-9)


def numbers(w):
    rate = sum((i + 2) * (1 + w[i] ** 2) for i in range(K))
    return rate, sum(1 + w[i] ** 2 for i in range(1, K))


@pytest.mark.parametrize("seed", range(3))
def test_the_bounds_near_zero(seed):
    """flow-near-zero, with the smallest v that it allows."""
    rng = np.random.default_rng(seed)
    w, student = teacher(rng), start(rng, 0.01)
    rate, rest = numbers(w)
    time = 0.02
    a, b, c = flow(student, w, time, 400)
    v = np.sqrt(sum((m * m).sum() for m in student) * np.exp(rate * time))
    error = (4 * rest + 1) * v**3 / w[0]
    assert v < 1

    def square(sign, parts):
        return float(((parts[2].T + sign * parts[1]) ** 2).sum())

    assert square(-1, (a, b, c)) <= np.exp(-4 * w[0] * time) * square(-1, student) + error
    assert square(1, (a, b, c)) >= np.exp(4 * w[0] * time) * (square(1, student) - error)
    assert sum((m * m).sum() for m in (a, b, c)) <= v**2
    assert (a * a).sum() <= (student[0] ** 2).sum() + 8 * rate * v**3 * time


def test_starts_nearer_to_zero_end_more_balanced():
    """lemma-E.12 and prop-9 at their own time ln(1/eps)/(2(L + 1))."""
    rng = np.random.default_rng(5)
    w, unit = teacher(rng), start(rng)
    rate, _ = numbers(w)
    ratios = []
    for eps in (1e-3, 1e-9, 1e-27, 1e-81):
        time = np.log(1 / eps) / (2 * (rate + 1))
        a, b, c = flow([eps * m for m in unit], w, time, 300)
        ratios.append((((c.T - b) ** 2).sum() / ((c.T + b) ** 2).sum(), (a * a).sum() / ((c.T + b) ** 2).sum()))
    assert all(later[i] < earlier[i] for earlier, later in pairwise(ratios) for i in (0, 1))
    assert ratios[-1][0] < ratios[0][0] / 20


def test_the_printed_time_is_too_long():
    """E.77b: with w_0 = 1, k = 1 the student has grown to about sqrt(eps) at ln(1/eps^0.5), not to eps^0.75."""
    for eps in (1e-4, 1e-6, 1e-8):
        q, time = 1 / eps**2 - 1, np.log(1 / eps) / 2
        b2 = 1 / (1 + q * np.exp(-2 * time))
        assert 0.9 * eps < b2 < eps * 1.1
        assert b2 / eps**1.5 > 0.9 * eps**-0.5
