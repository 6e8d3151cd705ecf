"""Appendix E.4 of low dimensional state spaces, at one time: the important verdicts again, by unlike means."""

import random
from fractions import Fraction as F

import pytest
from mpmath import iv, mp, mpf


# -- exact matrices ---------------------------------------------------------------------------------------------------
def mul(a, b):
    return [[sum(x * y for x, y in zip(row, col, strict=True)) for col in zip(*b, strict=True)] for row in a]


def add(a, b, factor=1):
    return [[x + factor * y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def times(c, a):
    return [[c * x for x in row] for row in a]


def transposed(a):
    return [list(col) for col in zip(*a, strict=True)]


def power(a, n):
    result = [[F(i == j) for j in range(len(a))] for i in range(len(a))]
    for _ in range(n):
        result = mul(result, a)
    return result


def norm2(a):
    return sum(x * x for row in a for x in row)


def some(source, rows, columns, size=3):
    return [[F(source.randint(-size, size), source.randint(1, size)) for _ in range(columns)] for _ in range(rows)]


def response(a, b, c, n):
    return mul(c, mul(power(a, n), b))[0][0]


# -- the chi-squared law ----------------------------------------------------------------------------------------------
def poisson_tail(m, level):
    """P(X >= level) for an even number m of degrees of freedom: a finite sum, in intervals."""
    half, total, term = level / 2, iv.mpf(0), iv.mpf(1)
    for i in range(m // 2):
        total += term
        term = term * half / (i + 1)
    return iv.exp(-half) * total


def tail(m, level):
    mp.dps = 50
    return mp.gammainc(mpf(m) / 2, mpf(level) / 2, regularized=True)


@pytest.mark.parametrize("m", [2, 4, 10, 20, 22, 60, 200])
def test_the_bounds_of_laurent_and_massart_for_even_degrees(m):
    iv.dps = 40
    for x in (F(1, 100), F(1, 2), F(9 * m, 64), F(3), F(20)):
        x = iv.mpf(x.numerator) / x.denominator
        assert (poisson_tail(m, m + 2 * iv.sqrt(m * x) + 2 * x) - iv.exp(-x)).b < 0
        low = m - 2 * iv.sqrt(m * x)
        if low.a > 0:
            assert (1 - poisson_tail(m, low) - iv.exp(-x)).b < 0


def test_the_lemma_for_all_small_sizes():
    for m in range(1, 80):
        inside = tail(m, mpf(m) / 4) - tail(m, mpf(9 * m) / 4)
        assert inside > 1 - 2 * mp.exp(mpf(-9 * m) / 64) + mpf(10) ** -30


def test_a_matrix_with_the_variance_of_a_vector_is_too_large():
    for d in (2, 3, 6, 21):
        inside = tail(d * d, mpf(d) / 4) - tail(d * d, mpf(9 * d) / 4)
        promised = 1 - 2 * mp.exp(mpf(-9 * d * d) / 64)
        assert (inside < promised) == (d > 2)
    assert tail(21 * 21, mpf(9 * 21) / 4) > 1 - mpf(10) ** -30


def test_difference_and_sum_at_the_start():
    """z(0) < 3 eps^2 and x(0) > eps^2/2 for d = 21, and all other events with them."""
    above, under = tail(21, mpf(63) / 2), 1 - tail(21, mpf(21) / 4)
    assert mpf("0.06") < above < mpf("0.07") and under < mpf("0.001")
    vectors = 2 * (1 - tail(21, mpf(21) / 4) + tail(21, mpf(189) / 4))
    matrix = 1 - tail(441, mpf(441) / 4) + tail(441, mpf(9 * 441) / 4)
    assert 1 - above - under - vectors - matrix > mpf("0.92")
    # the cited bound at this level is no help: x = m r^2 with 2 r + 2 r^2 = 1/2
    r = (mp.sqrt(2) - 1) / 2
    assert mp.exp(-21 * r**2) > mpf("0.4")


def test_cauchy_schwarz_does_not_bound_the_difference_by_three():
    b, c = [[F(7, 5)], [F(0)]], [[F(-7, 5), F(0)]]
    assert F(1, 4) < norm2(b) == norm2(c) < F(9, 4)
    assert 3 < norm2(add(transposed(c), b, -1)) < 9 and norm2(add(transposed(c), b)) == 0


# -- norms ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(20))
def test_powers_and_their_parts(seed):
    """|A^i Z| <= |A|^i |Z|, |A^i| <= |A|^i from i = 1 on, and the parts of A^i are no larger; in squares, exactly."""
    source = random.Random(seed)
    d = source.randint(1, 4)
    a, z = some(source, d, d), some(source, d, 2)
    for i in range(6):
        p = power(a, i)
        assert norm2(mul(p, z)) <= norm2(a) ** i * norm2(z)
        assert norm2(p) <= norm2(a) ** i or (i == 0 and norm2(p) == d > 1)
        s, n = times(F(1, 2), add(p, transposed(p))), times(F(1, 2), add(p, transposed(p), -1))
        assert norm2(s) <= norm2(p) and norm2(n) <= norm2(p) and norm2(s) + norm2(n) == norm2(p)


@pytest.mark.parametrize("seed", range(10))
def test_the_parts_and_the_sign_of_the_difference(seed):
    source = random.Random(seed)
    d, i = source.randint(1, 3), source.randint(0, 4)
    a, b, c = some(source, d, d), some(source, d, 1), some(source, d, 1)  # c is C'
    p = power(a, i)
    s, n = times(F(1, 2), add(p, transposed(p))), times(F(1, 2), add(p, transposed(p), -1))
    left = add(mul(transposed(p), c), mul(p, b), -1)
    y, w = add(c, b, -1), add(c, b)
    assert left == add(mul(s, y), mul(n, w), -1)
    wrong = add(times(-1, mul(s, y)), mul(n, w), -1)
    assert left != wrong or norm2(mul(s, y)) == 0


def test_the_geometric_sum_has_equality_for_one_term():
    for k in range(1, 6):
        for a in (F(0), F(1, 3), F(9, 10)):
            total = sum(a**i for i in range(k))
            assert (total == k) if k == 1 else (total < k)
            assert sum(i * a**i for i in range(1, k)) <= F(k * (k - 1), 2) * a


def test_without_the_exponent_the_trace_is_not_bounded():
    """Eq. (E.87) at its counterexample, with dA from differences of the loss, exact for these polynomials."""
    a, b, c = [[F(0), F(1, 2)], [F(1, 2), F(0)]], [[F(1)], [F(0)]], [[F(1), F(0)]]
    e = [response(a, b, c, i) - 1 for i in range(3)]
    assert e[1:] == [F(-1), F(-3, 4)]

    def loss(m):
        return sum((response(m, b, c, i) - 1) ** 2 for i in range(3))

    def slope(f):  # of a polynomial of degree at most 4, at 0
        return (8 * (f(F(1)) - f(F(-1))) - (f(F(2)) - f(F(-2)))) / 12

    # Tr(A' dA/dt) is the derivative of -L/2 along A (the paper's convention has no factor 2)
    trace = -slope(lambda h: loss(add(a, times(h, a)))) / 2
    legible = sum(abs(e[i]) * i * abs(response(a, b, c, 1)) for i in (1, 2))
    meant = sum(abs(e[i]) * i * abs(response(a, b, c, i)) for i in (1, 2))
    assert trace == F(3, 8) > legible == 0 and trace <= meant and norm2(a) < 1


def test_the_bilinear_form_exceeds_its_printed_bound():
    """Eq. (E.109) with d = 1, i = 2: all hypotheses hold, the form is above the bound; the bound of i = 1 is kept."""
    eps, eps075, m = F(1, 16), F(1, 8), 12
    a, b, c = F(7, 10), F(0), F(7, 5)
    assert a < m * eps < 1 and c < m * eps075 and b < m * eps075
    form = abs((c - b) * a**2 * (c + b))
    assert form == F(2401, 2500) > 4 * m**3 * eps075**2 * eps**2 == F(27, 64)
    assert form <= 4 * m**3 * eps075**2 * eps
    # the strict sign at i = 1, where M_1 = M_2
    assert 2 * m * eps075 * (m * eps) * 2 * m * eps075 == 4 * m**3 * eps075**2 * eps


@pytest.mark.parametrize("seed", range(30))
def test_the_repaired_bound_of_one_term(seed):
    """Eq. (E.110) at random rational points of the region, in squares."""
    source = random.Random(seed)
    d, s = source.randint(1, 3), F(1, source.randint(2, 5))
    m1, m2 = F(source.randint(1, 40), 4), F(source.randint(1, 63), 64) / s**4
    a, b, c = some(source, d, d), some(source, d, 1), some(source, d, 1)
    a = times(m2 * s**4 / (norm2(a) + 1), a)
    b, c = times(m1 * s**3 / (norm2(b) + 1), b), times(m1 * s**3 / (norm2(c) + 1), c)
    assert norm2(a) < (m2 * s**4) ** 2 < 1 and norm2(b) < (m1 * s**3) ** 2 and norm2(c) < (m1 * s**3) ** 2
    y, w, m3 = add(c, b, -1), add(c, b), max(m1, m2)
    for i in range(1, 5):
        p = power(a, i)
        sym, skew = times(F(1, 2), add(p, transposed(p))), times(F(1, 2), add(p, transposed(p), -1))
        forms = [abs(mul(transposed(y), mul(x, v))[0][0]) for x, v in ((sym, y), (skew, w))]
        assert all(f <= 4 * m1**2 * s**6 * (m2 * s**4) ** i for f in forms) and sum(forms) <= 8 * m3**3 * s**10


def test_the_other_reading_of_the_bracket_fails():
    eps, eps075, m = F(1, 2**16), F(1, 2**12), F(1, 3)
    c, b = F(1, 12300), F(1, 36900)
    assert m > 4 * F(1, 16) and c < m * eps075 and b < m * eps075
    z = (c - b) ** 2
    assert c * b * z > m**2 * eps075**2 * (m**2 * eps075) ** 2  # e_0 z + w_0 z = C B z
    assert c * b * z <= m**2 * eps075**2 * (2 * m * eps075) ** 2 == 4 * m**4 * eps**3


# -- near zero --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(5))
def test_the_gradient_near_zero_by_differences(seed):
    """dL/dB at (sA, sB, sC), from central differences (exact: L is a parabola in B), is -2 w_0 s C' up to K s^2."""
    source = random.Random(seed)
    d, k = 2, 4
    a, b, c = some(source, d, d), some(source, d, 1), some(source, 1, d)
    w = [F(source.randint(-3, 3)) for _ in range(k)]
    w[0] = F(2)

    def loss(x, y, z):
        return sum((response(x, y, z, i) - w[i]) ** 2 for i in range(k))

    def rest(s, factor):
        found = []
        for j in range(d):
            unit = [[F(i == j)] for i in range(d)]
            up, down = add(times(s, b), unit), add(times(s, b), unit, -1)
            slope = (loss(times(s, a), up, times(s, c)) - loss(times(s, a), down, times(s, c))) / 2
            found.append(slope + factor * w[0] * s * c[0][j])
        return sum(x * x for x in found)

    sizes = [rest(F(1, 10**n), 2) * 10 ** (4 * n) for n in range(2, 7)]
    assert max(sizes) <= 2 * (min(sizes) + 1)  # |rest|^2 is of the order s^4
    if norm2(c):
        assert rest(F(1, 10**6), 1) > norm2(c) * F(1, 10**12)  # with the factor 1 it is of the order s^2 alone


def test_how_long_the_bounds_hold():
    """b' = -f (b^2 - 1) b from b = eps, by Runge and Kutta: at t = ln(1/eps^0.5)/2, b^2 is about eps for f = 2.

    For f = 1, half of the gradient, it is about eps^1.5.
    """

    def square(eps, f, steps=4000):
        b, h = eps, mp.log(1 / mp.sqrt(eps)) / 2 / steps
        speed = lambda x: -f * (x * x - 1) * x  # noqa: E731
        for _ in range(steps):
            k1 = speed(b)
            k2 = speed(b + h * k1 / 2)
            k3 = speed(b + h * k2 / 2)
            k4 = speed(b + h * k3)
            b += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        return b * b

    mp.dps = 20
    for f, order in ((2, mpf(1)), (1, mpf(3) / 2)):
        small, smaller = (square(mpf(10) ** -n, f, 400) for n in (4, 6))
        assert abs(mp.log(small / smaller) / mp.log(100) - order) < mpf("0.01")
        eps = mpf(10) ** -4
        closed = 1 / (1 + (1 / eps**2 - 1) * mp.exp(-f * mp.log(1 / mp.sqrt(eps))))
        assert abs(small / closed - 1) < mpf(10) ** -6


@pytest.mark.parametrize("seed", range(10))
def test_one_constant(seed):
    """Eq. (E.114): M_4 does not depend on eps."""
    source = random.Random(seed)
    k, top = source.randint(1, 6), F(source.randint(0, 5))
    m1, m3 = F(source.randint(1, 9), 3), F(source.randint(1, 9), 2)
    m4 = 8 * (k - 1) * (top + m1**2) * m3**3 + 4 * m1**4
    for s in (F(1, 100), F(1, 3), F(99, 100)):
        assert 8 * (k - 1) * (top + m1**2 * s**6) * m3**3 * s**10 + 4 * m1**4 * s**12 <= m4 * s**10
