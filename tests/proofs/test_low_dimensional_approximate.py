"""Second routes to the verdicts on Section 4.2 and Appendix E.3: exact arithmetic on small laws and systems."""

from fractions import Fraction as F
from itertools import pairwise, product
from random import Random

from mpmath import iv, mp, mpf


def moments(weights, atoms, count):
    return [sum(w * x**j for w, x in zip(weights, atoms, strict=True)) for j in range(count)]


def random_law(random, atoms, bound=F(1)):
    parts = [random.randint(1, 6) for _ in range(atoms)]
    return [F(p, sum(parts)) for p in parts], [bound * F(random.randint(-6, 6), 6) for _ in range(atoms)]


def distance(first, second):
    """W_1 on the line: the area between the two distribution functions."""
    points = sorted({*first[1], *second[1]})
    total = F(0)
    for low, high in pairwise(points):
        below = [sum(w for w, x in zip(*law, strict=True) if x <= low) for law in (first, second)]
        total += abs(below[0] - below[1]) * (high - low)
    return total


def test_moments_and_wasserstein_distances_of_point_masses():
    """One coupling: W_q = |x - y| for every q.  E.36e fails at 1 and 1/2, the two ends of E.37 at 2 and 1."""
    assert abs(F(1) ** 2 - F(1, 2) ** 2) == F(3, 4) > F(1, 2)
    bound = mp.sqrt(mpf(1) * (2 * 2))  # (W_1 (2 tau)^(q-1))^(1/q), q = tau = 2
    assert abs(2**2 - 1**2) > bound


def test_the_repaired_bound_on_random_laws():
    random = Random(1)
    for _ in range(60):
        tau = F(random.randint(1, 3))
        student, teacher = random_law(random, 4, tau), random_law(random, 2)
        near = distance(student, teacher)
        for q in range(1, 6):
            gap = moments(*student, q + 1)[q] - moments(*teacher, q + 1)[q]
            assert abs(gap) <= q * tau ** (q - 1) * near


def test_the_diameter_of_the_union_of_supports():
    a = F(7, 2)
    assert 2 * a * a <= 25 and 2 * a > 5 + 1 and 2 * a <= 2 * 5


def test_e36_on_small_systems_and_its_failure_for_single_terms():
    """One atom each: the line holds with the sum of two terms on a grid, and fails with their maximum."""
    grid = [F(i, 4) for i in range(-4, 5)]
    broken = 0
    for a, x, b, c in product(grid, grid, [F(1, 4), F(1), F(2)], [F(1, 9), F(1), F(9, 4)]):
        for j in (1, 2):
            first, second = (c - b) ** 2, (c * x**j - b * a**j) ** 2
            left = (x**j - a**j) ** 2 * b**2
            assert left <= (first + second) * (1 + 1 * 2)  # tau = 1
            broken += left > max(first, second) * 3 and max(first, second) < b
    assert broken
    assert (F(1) - 0) ** 2 > F(1, 4) + F(2 * 2, 2 * 4)  # the witness of the page: u = c = 1, what = 0, chat = 2


def test_the_printed_choice_of_delta_may_be_too_large():
    """n = q = 1, k = 3: the teacher's atom is 0, its gain 9, tau = 3; the student has A = 0 and B = (1, 1, 2, 0)."""
    random = Random(2)
    ratio = F(82, 81)  # rho^4
    for _ in range(200):  # W_1^4 <= rho^4 L for balanced students bounded by 3
        weights, atoms = random_law(random, 4, F(3))
        gain = F(random.randint(1, 36), 4)
        m = moments(weights, atoms, 3)
        loss = (gain - 9) ** 2 + (gain * m[1]) ** 2 + (gain * m[2]) ** 2
        assert distance((weights, atoms), ([F(1)], [F(0)])) ** 4 <= ratio * loss
    gain, epsilon = F(1 + 1 + 4), F(2)
    loss = (gain - 9) ** 2
    assert loss < epsilon**4 / ratio  # L < delta(eps, q) = (eps/rho)^(4n)
    assert abs(gain - 9) > epsilon


def test_few_moments_determine_laws():
    """Laws with two atoms: four moments tell them apart, three do not."""
    one = [F(9, 25), F(16, 25)], [F(16), F(-9)]
    assert moments(*one, 2) == [1, 0] and moments(*one, 3)[2] != 0  # against the point mass at 0
    grid = [F(i, 2) for i in range(-2, 3)]
    laws = [([w, 1 - w], [x, y]) for w in (F(1, 4), F(1, 2), F(3, 4)) for x in grid for y in grid if x < y]
    seen = {}
    for law in laws:
        key = tuple(moments(*law, 4))
        assert key not in seen
        seen[key] = law


def test_close_moments_force_a_small_distance_for_one_atom():
    """n = 1, atom a: W_1^2 <= 3 K delta^(1/2) when the first two moments are K delta^(1/2)-close."""
    random = Random(3)
    for _ in range(100):
        law, a = random_law(random, 3), F(random.randint(-4, 4), 4)
        m = moments(*law, 3)
        close = max(abs(m[1] - a), abs(m[2] - a * a))
        assert distance(law, ([F(1)], [a])) ** 2 <= 3 * close


def test_theorem_8_along_a_sequence_of_students():
    """Teacher with one atom 1/2, k = 3; students with atoms 1/2 +- h, and -1 of weight h^4: all errors shrink."""
    iv.dps = 40
    worst = []
    for power in (2, 4, 6):
        h = F(1, 10**power)
        weights, atoms = [F(1, 2), F(1, 2), h**4], [F(1, 2) + h, F(1, 2) - h, F(-1)]
        errors = [m - F(1, 2) ** j for j, m in enumerate(moments(weights, atoms, 20))]
        loss = sum(e * e for e in errors[:3])
        worst.append((loss, max(abs(e) for e in errors)))
    assert all(b[0] < a[0] / 10**6 and b[1] < a[1] / 10**3 for a, b in pairwise(worst))


def test_the_exponents_of_the_sketch():
    mp.dps = 40
    for n, p, q in ((1, 1, 2), (2, 3, 5), (3, 2, 7)):
        eps = mpf(1) / 1000
        delta = eps ** (4 * n * (q - 1))
        assert delta ** (mpf(1) / (4 * n * p)) <= eps * (1 + mpf(10) ** -30)
        assert abs(mp.sqrt(delta) ** (mpf(1) / (2 * n)) / delta ** (mpf(1) / (4 * n)) - 1) < mpf(10) ** -30
