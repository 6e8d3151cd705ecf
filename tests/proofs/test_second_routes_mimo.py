"""Appendices C and D once more: low-rank approximation, explicit networks, Hankel ranks, partial realisation."""

import random
from fractions import Fraction

import numpy as np
import pytest
from networks import (
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
    zeros,
)

# Theorem C.2: the minimum for W = I and n = m = d + 1 is 1


def test_one_unit_and_two_outputs_by_a_sum_of_squares():
    """|c b' - I|^2 - 1 = (c.b - 1)^2 + (c_0 b_1 - c_1 b_0)^2, expanded by SymPy."""
    from sympy import Matrix, expand, eye, symbols

    c0, c1, b0, b1 = symbols("c0 c1 b0 b1")
    gap = Matrix([c0, c1]) * Matrix([[b0, b1]]) - eye(2)
    squares = (c0 * b0 + c1 * b1 - 1) ** 2 + (c0 * b1 - c1 * b0) ** 2
    assert expand(sum(x**2 for x in gap) - 1 - squares) == 0
    assert expand(sum(x**2 for x in gap) - 1 - squares.subs(c0, -c0)) != 0


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_the_identity_is_at_distance_one_from_every_lower_rank(d):
    """Eckart and Young in floating point: the best fit leaves the last singular value of W."""
    source = np.random.default_rng(d)
    singular = np.linalg.svd(np.eye(d + 1), compute_uv=False)
    assert singular[d:].sum() == 1
    for _ in range(50):
        r, q = source.normal(size=(d + 1, d)), source.normal(size=(d, d + 1))
        r = np.linalg.lstsq(q.T, np.eye(d + 1), rcond=None)[0].T  # the best R for this Q
        assert abs(((r @ q - np.eye(d + 1)) ** 2).sum() - 1) < 1e-9
    exactly = random.Random(d)
    for _ in range(20):
        r, q = draw(exactly, d + 1, d), draw(exactly, d, d + 1)
        assert norm2(r @ q - eye(d + 1)) >= 1


def embedding(d):
    """B = (I 0) of size d x (d+1), C = B'."""
    return exact([[int(i == j) for j in range(d + 1)] for i in range(d)])


@pytest.mark.parametrize(("d", "k"), [(1, 2), (1, 3), (2, 3), (3, 4), (3, 3)])
def test_a_minimiser_of_positive_loss_does_not_compute_the_teachers_map(d, k):
    """Theorem C.2 at (1, 2) and Theorem C.4 at d = k = 3, n = 4: rest, loss 1, C B != I; W = I is PSD and >= 0."""
    a, b, w = zeros(d, d), embedding(d), eye(d + 1)
    assert loss(a, b, b.T, w, k) == 1
    assert not any(g.any() for g in gradients(a, b, b.T, w, k))
    assert not same(b.T @ b, w)
    assert all(not h.any() for h in response(a, b, b.T, 9)[1:])  # nothing later: only the gain is wrong
    assert same(w, w.T) and all(x >= 0 for x in w.flat)
    for i in range(d + 1):
        assert (basis(d + 1, i).T @ w @ basis(d + 1, i))[0, 0] == 1


def test_with_a_teacher_of_rank_at_most_d_the_minimum_is_zero():
    source = random.Random(12)
    for d, n, m in ((1, 2, 3), (2, 3, 3), (3, 2, 4)):
        u, v = draw(source, m, d), draw(source, d, n)
        assert loss(zeros(d, d), v, u, u @ v, 5) == 0


# Proposition C.3


def test_one_unit_cannot_reach_the_identity_of_size_two():
    source = random.Random(13)
    for _ in range(100):
        c, b = draw(source, 2, 1), draw(source, 1, 2)
        assert rank(c @ b) <= 1 < rank(eye(2)) and loss(zeros(1, 1), b, c, eye(2), 1) >= 1


def test_two_units_that_fit_the_identity_extrapolate():
    """d = k = 2, W = I: C = B^-1, and A -> C A B is injective, so that C A B = 0 leaves A = 0 alone."""
    source = random.Random(14)
    for _ in range(20):
        b, c = invertible(source, 2)
        images = [(c @ (basis(2, i) @ basis(2, j).T) @ b).flatten() for i in range(2) for j in range(2)]
        assert same(c @ b, eye(2)) and rank(np.array(images, dtype=object)) == 4


def misled(source, k, r, n, m):
    """A zero-loss network of width k + r - 1 for a teacher of rank r that does not extrapolate: (A, B, C, W)."""
    d, s = k + r - 1, r - 1
    columns, rows = invertible(source, m)[0][:, :r], invertible(source, n)[0][:r, :]
    pad = np.concatenate([zeros(k, s), eye(s)]) if s else zeros(d, 0)
    b = basis(d, 0) @ rows[:1] + pad @ rows[1:] if s else basis(d, 0) @ rows[:1]
    c = columns[:, :1] @ basis(d, 0).T + columns[:, 1:] @ pad.T if s else columns[:, :1] @ basis(d, 0).T
    return cyclic(k, d), b, c, columns @ rows


CASES = [(1, 1, 1, 1), (2, 1, 3, 2), (3, 1, 2, 2), (1, 2, 2, 2), (2, 2, 2, 3), (3, 2, 4, 2), (4, 3, 3, 3), (2, 4, 4, 5)]


@pytest.mark.parametrize(("k", "r", "n", "m"), CASES)
def test_width_k_plus_r_minus_one_suffices(k, r, n, m):
    a, b, c, w = misled(random.Random(k + 10 * r), k, r, n, m)
    assert rank(w) == r and len(a) == k + r - 1
    assert loss(a, b, c, w, k) == 0 < loss(a, b, c, w, k + 1)


def hankel(h, size):
    """Rows and columns 0..size-1 of the block Hankel matrix of H_0, H_1, ..."""
    return np.concatenate([np.concatenate(h[i : i + size], axis=1) for i in range(size)])


@pytest.mark.parametrize(("k", "r", "n", "m"), CASES)
def test_width_k_plus_r_minus_one_is_also_needed(k, r, n, m):
    """H_0 = W of rank r >= 1, H_1 = ... = H_(k-1) = 0, H_k != 0 has Hankel rank >= r + k - 1 whatever follows.

    A network of width d has Hankel rank at most d: with d < k + r - 1 every zero-loss network extrapolates.
    """
    source = random.Random(k + r)
    w = misled(source, k, r, n, m)[-1]
    for _ in range(5):
        later = [draw(source, m, n) for _ in range(k)]
        if not later[0].any():
            later[0] = basis(m, 0) @ basis(n, 0).T
        h = [w, *[zeros(m, n)] * (k - 1), *later]
        assert rank(hankel(h, k)) == r + (k - 1) * rank(h[k])


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_for_the_zero_teacher_one_more_unit_is_needed(k):
    """W = 0: the nilpotent chain of width k + 1 fits k zeros and then speaks; Hankel rank k + 1 is least."""
    n = k + 1
    a = exact([[int(j == i + 1) for j in range(n)] for i in range(n)])
    b, c = basis(n, n - 1), basis(n, 0).T
    assert loss(a, b, c, zeros(1, 1), k) == 0 < loss(a, b, c, zeros(1, 1), k + 1)
    source = random.Random(k)
    for _ in range(10):
        h = [*[zeros(1, 1)] * k, exact([[1 + source.randint(0, 3)]]), *[draw(source, 1, 1) for _ in range(k)]]
        assert rank(hankel(h, k + 1)) == k + 1


# Theorem C.4: W must be symmetric for the invariant


def test_the_invariant_needs_a_symmetric_teacher():
    source = random.Random(15)
    a, b = draw(source, 3, 3), draw(source, 3, 2)
    a = a + a.T
    for w, kept in ((exact([[1, 2], [2, -1]]), True), (exact([[1, 2], [0, -1]]), False)):
        da, db, dc = gradients(a, b, b.T, w, 4)
        assert same(da, da.T)
        assert same(db, dc.T) is kept


def test_a_negative_symmetric_teacher_is_never_fitted_from_a_balanced_start():
    """B'B is positive semidefinite: |B'B - W|^2 >= 1 for W = diag(1, -1), yet unbalanced networks fit it."""
    source = random.Random(16)
    w = exact([[1, 0], [0, -1]])
    for _ in range(50):
        b = draw(source, 2, 2)
        assert norm2(b.T @ b - w) >= 1
    assert loss(zeros(2, 2), eye(2), w, w, 4) == 0


# Figure 5: 2n samples determine an n-dimensional system, 2n - 1 do not


@pytest.mark.parametrize("n", range(1, 8))
def test_one_sample_less_does_not_determine_the_response(n):
    """The nilpotent and the cyclic shift: a one at place n - 1; the cyclic one returns at place 2n - 1."""
    nilpotent = exact([[int(j == i + 1) for j in range(n)] for i in range(n)])
    c, b = basis(n, 0).T, basis(n, n - 1)
    one, other = ([h[0, 0] for h in response(a, b, c, 2 * n)] for a in (nilpotent, cyclic(n)))
    assert one[: 2 * n - 1] == other[: 2 * n - 1]
    assert one[2 * n - 1] != other[2 * n - 1]


def shortest_recurrence(values):
    """Berlekamp and Massey: c with x_t = sum c_i x_(t-1-i), of least length."""
    now, before, length, gap, scale = [Fraction(1)], [Fraction(1)], 0, 1, Fraction(1)
    for t in range(len(values)):
        error = sum((now[i] * values[t - i] for i in range(min(length, len(now) - 1) + 1)), start=Fraction(0))
        if not error:
            gap += 1
            continue
        shifted = [Fraction(0)] * gap + [error / scale * x for x in before]
        size = max(len(now), len(shifted))
        now, kept = [
            (now[i] if i < len(now) else 0) - (shifted[i] if i < len(shifted) else 0) for i in range(size)
        ], now
        if 2 * length <= t:
            before, scale, length, gap = kept, error, t + 1 - length, 1
        else:
            gap += 1
    return [-x for x in now[1:]] + [Fraction(0)] * (length + 1 - len(now)), length


@pytest.mark.parametrize("n", range(1, 6))
def test_2n_samples_determine_the_response(n):
    """Two different networks with the same 2n samples: both follow the recurrence found from the samples."""
    source = random.Random(n)
    for _ in range(8):
        a, b, c = draw(source, n, n), draw(source, n, 1), draw(source, 1, n)
        if source.random() < 0.4:  # fewer dimensions that matter
            a = a @ np.array([[Fraction(int(i == j and i > 0)) for j in range(n)] for i in range(n)], dtype=object)
        p, q = invertible(source, n)
        h = [x[0, 0] for x in response(a, b, c, 5 * n)]
        assert h == [x[0, 0] for x in response(p @ a @ q, p @ b, c @ q, 5 * n)]
        recurrence, length = shortest_recurrence(h[: 2 * n])
        assert length <= n
        for t in range(2 * n, 5 * n):
            assert h[t] == sum((recurrence[i] * h[t - 1 - i] for i in range(length)), start=Fraction(0))


def test_the_bias_with_several_outputs_by_construction():
    """Symmetric A, C = B': C A^2 B = 0 exactly where A B = 0, and then everything later vanishes."""
    source = random.Random(17)
    a = exact([[0, 0, 0], [0, 2, 1], [0, 1, -1]])
    b = np.concatenate([draw(source, 1, 2), zeros(2, 2)])
    assert all(not h.any() for h in response(a, b, b.T, 9)[1:])
    b = draw(source, 3, 2)
    assert (b.T @ power(a, 2) @ b).any() and (a @ b).any()
    assert np.trace(b.T @ power(a, 2) @ b) == norm2(a @ b)
