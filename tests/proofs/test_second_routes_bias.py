"""Section 6 and the claims about convergence once more: exact descent, exact counterexamples, simulation."""

import itertools
import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from networks import basis, cyclic, draw, exact, eye, gradients, loss, norm2, response, same, step, zeros

ONE = exact([[1]])


def diagonal(*values):
    return exact([[v if i == j else 0 for j in range(len(values))] for i, v in enumerate(values)])


def rests(a, b, c, w, k):
    """Whether descent never leaves the point, whatever the step size."""
    return not any(g.any() for g in gradients(a, b, c, w, k))


def values(a, b, c, length):
    return [h[0, 0] for h in response(a, b, c, length)]


# Theorem 6.1


@pytest.mark.parametrize(("d", "k", "sign"), [(1, 3, 1), (2, 3, 1), (3, 3, 1), (3, 4, 1), (2, 5, 1), (3, 3, -1)])
def test_descent_keeps_symmetry(d, k, sign):
    """Exact steps from A = A', C = B' (and from C = -B', Remark 6.2)."""
    source = random.Random(d * k)
    a = draw(source, d, d, 2, 1)
    a, b = a + a.T, draw(source, d, 1, 2, 1)
    c, w, eta = sign * b.T, sign * ONE, Fraction(1, 50)
    for _ in range(3 if d < 3 else 2):
        a, b, c = step(a, b, c, w, k, eta)
        assert same(a, a.T) and same(c, sign * b.T)


@pytest.mark.parametrize("spoiled", ["A", "C", "step size"])
def test_without_the_start_or_a_common_step_size_symmetry_is_lost(spoiled):
    a, b, c, w = exact([[1, 2], [2, 0]]), exact([[1], [2]]), exact([[1, 2]]), exact([[3]])
    if spoiled == "A":
        a = exact([[1, 2], [0, 0]])
    if spoiled == "C":
        c = exact([[1, 1]])
    da, db, dc = gradients(a, b, c, w, 3)
    eta, zeta = Fraction(1, 10), Fraction(1, 20 if spoiled == "step size" else 10)
    a, b, c = a - eta * da, b - eta * db, c - zeta * dc
    assert not (same(a, a.T) and same(c, b.T))


def test_the_step_size_of_A_alone_may_differ():
    a, b, w = exact([[1, 2], [2, 0]]), exact([[1], [2]]), exact([[3]])
    da, db, dc = gradients(a, b, b.T, w, 4)
    moved = a - Fraction(1, 3) * da
    assert same(moved, moved.T) and same(b - db / 7, (b.T - dc / 7).T)


@pytest.mark.parametrize(("d", "k", "seed"), [(3, 3, 1), (4, 3, 2), (4, 4, 3), (6, 4, 4)])
def test_descent_from_a_symmetric_start_ends_in_complementary_slackness(d, k, seed):
    """A sanity check in floating point: |XY|^2 = h_2 is small where the loss is, and later values with it."""
    source = np.random.default_rng(seed)
    a = source.normal(size=(d, d)) / (2 * d)
    a, b = a + a.T, source.normal(size=(d, 1)) / 2
    c, w = b.T.copy(), np.array([[1.0]])
    for _ in range(15_000):
        a, b, c = step(a, b, c, w, k, 0.02)
    end = loss(a, b, c, w, k)
    assert end < 1e-5
    assert abs(a - a.T).max() < 1e-10 > abs(b - c.T).max()
    assert norm2(a @ b) <= end**0.5 + 1e-9
    assert max(abs(h[0, 0]) for h in response(a, b, c, 40)[1:]) < 0.02


SHIFT = (cyclic(3), basis(3, 0), basis(3, 0).T, ONE, 3)
ABLATIONS = {
    "length: k = 2": (exact([[0, 1], [1, 0]]), basis(2, 0), basis(2, 0).T, ONE, 2),
    "length: k = 1": (ONE, ONE, ONE, ONE, 1),
    "symmetric": SHIFT,
    "balanced": (diagonal(1, 2, -1), exact([[1], [1], [1]]), exact([[3, -1, 1]]), exact([[3]]), 3),
}


@pytest.mark.parametrize("name", ABLATIONS)
def test_each_ablation_of_the_bias_is_a_resting_minimiser_that_does_not_extrapolate(name):
    a, b, c, w, k = ABLATIONS[name]
    assert loss(a, b, c, w, k) == 0 and rests(a, b, c, w, k)
    assert any(values(a, b, c, 4 * len(a) + 1)[1:])
    symmetric, balanced = same(a, a.T), same(b, c.T)
    assert (symmetric, balanced) == {"symmetric": (False, True), "balanced": (True, False)}.get(name, (True, True))
    assert (k > 2) is (not name.startswith("length"))


def test_the_other_ablations():
    """Without a minimiser: the origin rests at loss 1.  Without descent: a jump from zero loss to the shift.

    Without convergence: X is any minimiser, here the shift, while descent rests elsewhere.
    """
    origin = (zeros(3, 3), zeros(3, 1), zeros(1, 3), ONE, 3)
    assert rests(*origin) and loss(*origin) == 1
    start = (zeros(3, 3), basis(3, 0), basis(3, 0).T, ONE, 3)
    assert loss(*start) == 0 and rests(*start)  # a true step would stay here and not jump to the shift
    assert loss(*SHIFT) == 0 and values(*SHIFT[:3], 4) == [1, 0, 0, 1]


def test_a_symmetric_network_of_zero_loss_at_length_three_is_silent():
    """Theorem 6.1 by construction: A = U diag(l) U' with U a rational Cayley transform, l_i v_i = 0."""
    source = random.Random(11)
    for d in range(1, 5):
        skew = draw(source, d, d)
        skew = skew - skew.T
        u = np.array(inverse(eye(d) + skew), dtype=object) @ (eye(d) - skew)
        assert same(u.T @ u, eye(d))
        support = [source.random() < 0.5 for _ in range(d)]
        lam = diagonal(*(0 if s else Fraction(source.randint(1, 5), 2) for s in support))
        v = exact([[Fraction(source.randint(1, 4)) if s else 0] for s in support])
        a, b = u @ lam @ u.T, u @ v
        w = b.T @ b
        assert loss(a, b, b.T, w, 3) == 0
        assert not any(values(a, b, b.T, 4 * d + 1)[1:])
        broken = u @ (v + basis(d, 0))  # a coordinate where perhaps both factors are not 0
        h = values(a, broken, broken.T, 3)
        assert (h[2] == 0) is (not (a @ broken).any())


def inverse(m):
    """The inverse over the rationals, by elimination."""
    n = len(m)
    rows = [[*m[i], *(Fraction(int(i == j)) for j in range(n))] for i in range(n)]
    for i in range(n):
        pivot = next(r for r in range(i, n) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i], strict=True)]
    return [row[n:] for row in rows]


# Lemma 6.3

EPSILONS = [Fraction(10) ** e for e in (-30, -12, -3, 0, 1, 3)]
TEACHERS = [Fraction(1), Fraction(1, 10**12), Fraction(10**12), Fraction(3, 7)]


@pytest.mark.parametrize(("d", "k"), [(3, 3), (4, 3), (5, 5), (2, 4)])
def test_the_family_of_small_loss(d, k):
    """S = e_0 e_0', B = C' = (sqrt q, sqrt(w-q), 0, ...): exactly in q, and simulated in 90 digits."""
    mpmath.mp.dps = 90
    for epsilon, w in itertools.product(EPSILONS, TEACHERS):
        q = w * epsilon / (epsilon + k * w**2)
        assert 0 < q < w  # both roots are real and the network is not silent: C S B = q
        assert (k - 1) * q**2 < epsilon
        roots = [mpmath.sqrt(mpmath.mpf(x.numerator) / x.denominator) for x in (q, w - q)]
        b = np.array([[x] for x in [*roots, *[mpmath.mpf(0)] * (d - 2)]], dtype=object)
        s = np.array([[mpmath.mpf(int(i == j == 0)) for j in range(d)] for i in range(d)], dtype=object)
        target = np.array([[mpmath.mpf(w.numerator) / w.denominator]], dtype=object)
        exactly = (k - 1) * q**2
        value = loss(s, b, b.T, target, k) * exactly.denominator / exactly.numerator
        assert abs(value - 1) < mpmath.mpf(10) ** -10
        assert response(s, b, b.T, 2)[1][0, 0] > 0


@pytest.mark.parametrize("lam", [Fraction(1), Fraction(10**9 + 1, 10**9), Fraction(2), Fraction(-2), Fraction(1, 2)])
def test_the_printed_family_exactly(lam):
    """A = diag(lam, 0, 0), B = C' = (delta, r, 0) with r^2 = w - delta^2: loss delta^4 sum lam^(2j)."""
    r, k = Fraction(3, 4), 4
    for delta in (Fraction(1, 2), Fraction(1, 10**9)):
        a, b = diagonal(lam, 0, 0), exact([[delta], [r], [0]])
        w = exact([[delta**2 + r**2]])
        for length in (1, 2, k, 9):
            assert loss(a, b, b.T, w, length) == delta**4 * sum(lam ** (2 * j) for j in range(1, length))
        assert values(a, b, b.T, 2)[1] != 0
        grows = loss(a, b, b.T, w, 400) > 99 * loss(a, b, b.T, w, k)
        assert grows is (abs(lam) >= 1)  # below 1 the loss stays bounded, but the network does not extrapolate


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_a_single_unit_suffices_for_the_lemma(k):
    """Neither width nor length is needed: A = a, B = C = sqrt(w) with a = epsilon / (epsilon + k w^2).

    The loss is w^2 sum a^(2j) <= k w^2 a < epsilon, and C A B = a w is not 0.  (Exactly, with w a square.)
    """
    for epsilon, w in itertools.product(EPSILONS, (x**2 for x in TEACHERS)):
        a = epsilon / (epsilon + k * w**2)
        root = next(x for x in TEACHERS if x**2 == w)
        b = exact([[root]])
        assert loss(exact([[a]]), b, b, exact([[w]]), k) < epsilon
        assert values(exact([[a]]), b, b, 2)[1] == a * w != 0


# the claims about convergence, as they are worded


def test_claim_6a_descent_from_the_cyclic_shift_stays_there():
    a, b, c, w, k = SHIFT
    for _ in range(3):
        a, b, c = step(a, b, c, w, k, Fraction(1, 3))
    assert same(a, cyclic(3)) and loss(a, b, c, w, k) == 0 and values(a, b, c, 4)[3] == 1


@pytest.mark.parametrize("d", [3, 4, 5])
def test_claims_71a_and_8a_descent_from_the_origin_stays_there(d):
    a, b, c = zeros(d, d), zeros(d, 1), zeros(1, d)
    for _ in range(3):
        a, b, c = step(a, b, c, ONE, 3, Fraction(1, 3))
    assert not a.any() and not b.any() and loss(a, b, c, ONE, 3) == 1


@pytest.mark.parametrize("d", [3, 4, 5])
def test_a_symmetric_start_may_also_oscillate_for_ever(d):
    """A = 0, B = C' = 2 e_0, w = 1, eta = 1/3: each step turns B to -B; nothing converges."""
    a, b = zeros(d, d), 2 * basis(d, 0)
    c = b.T
    for t in range(1, 6):
        a, b, c = step(a, b, c, ONE, 3, Fraction(1, 3))
        assert not a.any() and same(b, (-1) ** t * 2 * basis(d, 0)) and same(c, b.T)


def test_a_balanced_network_need_not_be_symmetric():
    """conservation-figure-4: A = 0, B = 1, C = -1 has balance 0."""
    b, c = ONE, -ONE
    assert same(b @ b.T, c.T @ c) and not same(b, c.T)
