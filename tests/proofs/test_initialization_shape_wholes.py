"""Initialization shape: Eq. (6), biased starts, regimes of alpha, the ends of Theorems 2 and 3, by other routes."""

from fractions import Fraction as F
from itertools import product

import mpmath
import pytest
import shipped
from mpmath import mpf
from shipped import decide

from verifier.language.claim import claim
from verifier.papers.book import Book
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.refute import points


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("initialization_shape")


def decided(book: Book, item: str, place: int = 0) -> str:
    return decide(book.entries(book.items[item])[place].claim, 30).verdict


def test_items_that_were_fragments_are_decided(book: Book) -> None:
    assert decided(book, "app-A-biased") == decided(book, "eq-13") == "proved"
    assert [decided(book, "thm-3", place) for place in (0, 1)] == ["proved", "refuted"]


@pytest.mark.parametrize("item", ["app-A-biased", "eq-13", "A/limit", "thm-4", "G/step-1"])
def test_their_hypotheses_hold_somewhere(book: Book, item: str) -> None:
    made = book.entries(book.items[item])[0].claim
    assert points.inhabit(Task(made, now() + 60), made.example or {}) is not None


# -- Eq. (6): a metric A + sum_k w_k B_k on R^2 in exact numbers -----------------------------------------------------
def jacobian_is_the_metric(b: list[list[list[F]]]) -> bool:
    """Whether the Jacobian of the line integral of H is H, by differences, which are exact for quadratic fields."""

    def metric(w: list[F]) -> list[list[F]]:
        return [[sum((w[k] * b[k][i][j] for k in range(2)), F(0)) for j in range(2)] for i in range(2)]

    def integral(w: list[F]) -> list[F]:
        return [sum((metric(w)[i][j] * w[j] for j in range(2)), F(0)) / 2 for i in range(2)]

    w = [F(2, 3), F(-5, 7)]
    for i, j in product(range(2), repeat=2):
        forth, back = ([x + s * (n == j) for n, x in enumerate(w)] for s in (1, -1))
        if (integral(forth)[i] - integral(back)[i]) / 2 != metric(w)[i][j]:
            return False
    return True


def test_the_hessian_map_condition_by_differences() -> None:
    for p, q, r, s, t, u in product((0, 1, 2), repeat=6):
        b = [[[F(p), F(q)], [F(q), F(r)]], [[F(s), F(t)], [F(t), F(u)]]]
        symmetric = all(b[k][i][j] == b[j][i][k] for i, j, k in product(range(2), repeat=3))
        assert jacobian_is_the_metric(b) == symmetric


# -- Appendix A, biased: the flow of one coordinate pair in closed form -----------------------------------------------
def test_a_biased_start_ends_at_the_minimum() -> None:
    """One sample x = (1, 2): the potential with the linear term is stationary along (2, -1) at the end of the flow."""
    with mpmath.workdps(50):
        layers = (("0.3", "0.9", "-0.4", "0.2"), ("1", "-0.5", "0.7", "0.1"))  # u+ v+ u- v- of each coordinate
        starts = [tuple(mpf(c) for c in s) for s in layers]
        sample = (mpf(1), mpf(2))

        def moved(start, s):
            up, vp, um, vm = start
            c, h = mpmath.cosh(s), mpmath.sinh(s)
            return (c * up + h * vp) * (c * vp + h * up) - (c * um - h * vm) * (c * vm - h * um)

        both = list(zip(starts, sample, strict=True))
        time = mpmath.findroot(lambda s: sum(x * moved(p, x * s) for p, x in both) - 3, mpf("0.3"))
        slopes = []
        for (up, vp, um, vm), x in both:
            k = mpmath.sqrt(4 * (up * vm + um * vp) ** 2 + (up**2 - vp**2 + um**2 - vm**2) ** 2)
            first, last = up * vp - um * vm, moved((up, vp, um, vm), x * time)
            slopes.append((mpmath.asinh(2 * last / k) - mpmath.asinh(2 * first / k)) / 2)
        assert abs(2 * slopes[0] - slopes[1]) < mpf(10) ** -40
        unbiased = 2 * mpmath.asinh(2 * moved(starts[0], time)) - mpmath.asinh(2 * moved(starts[1], 2 * time))
        assert abs(unbiased) > mpf("0.01")  # without the linear term and the right k it is not


# -- the regimes of alpha: exact minimisers for one sample ------------------------------------------------------------
def minimiser(c, sample, output):
    """w_i = (c/2) sinh(2 x_i nu) with x'w = output."""
    guess = mpmath.asinh(output / c) / (2 * max(sample))
    nu = mpmath.findroot(lambda n: sum(x * c / 2 * mpmath.sinh(2 * x * n) for x in sample) - output, guess)
    return [c / 2 * mpmath.sinh(2 * x * nu) for x in sample]


def test_the_rate_of_the_kernel_regime() -> None:
    with mpmath.workdps(40):
        sample, output = (mpf(1), mpf(2), mpf("0.5")), mpf(3)
        least = [x * output / sum(y**2 for y in sample) for x in sample]
        size = sum(v**2 for v in least)
        scaled = []
        for c in (mpf(2), mpf(8), mpf(32)):
            w = minimiser(c, sample, output)
            distance = sum((a - b) ** 2 for a, b in zip(w, least, strict=True))
            assert c**2 * distance <= size**2
            scaled.append(c**4 * distance)
        assert scaled[2] > scaled[0] / 4  # of the order of alpha^-4: the bound of order alpha^-2 is safe, not sharp


def test_the_rate_of_the_rich_regime() -> None:
    with mpmath.workdps(40):
        sample, output = (mpf(1), mpf(2)), mpf(3)
        sparse = (mpf(0), mpf(3) / 2)
        for c in (mpf("0.5"), mpf("0.01"), mpf(10) ** -6):
            w, rate = minimiser(c, sample, output), mpmath.log(1 / c)
            excess = sum(abs(x) for x in w) - sum(sparse)
            assert 0 < excess <= (mpf(2) / 4 + sum(v * mpmath.log(1 + 4 * v) for v in sparse)) / rate


# -- the ends of Theorems 2 and 3 -------------------------------------------------------------------------------------
def test_the_logistic_flow_of_small_products() -> None:
    """dp/dt = p (1 - p^2) from p(0) = eps by an integrator: a w tends to (1, 1) however small eps is."""
    for eps in (0.1, 0.001):
        p, step = eps, 0.01
        for _ in range(4000):
            k1 = p * (1 - p * p)
            half = p + step / 2 * k1
            p += step * half * (1 - half * half)
        assert abs(p * p - 1) < 1e-9 and abs(p * 1 - 1) < 1e-9


CORRUPTED = [
    ("4*z**2/(8 + z**2) <= z*asinh(z) + 1 - sqrt(1 + z**2) - z**2/100", {"z": "nonnegative"}),
    ("64*z/(8 + z**2)**2 >= asinh(z)", {"z": "nonnegative"}),
    ("asinh(2*z) > 2*asinh(z)", {"z": "positive"}),
    ("4*a*(1 + s**2)/(1 - s**2) < 4*a*(1 + t**2)/(1 - t**2)", {"a": "positive", "s": "(-1, 1)", "t": "(-1, 1)"}),
]


@pytest.mark.parametrize(("goal", "domains"), CORRUPTED)
def test_corrupted_bounds_are_refuted(goal: str, domains: dict[str, str]) -> None:
    assert decide(claim("twin", goal, variables=domains), 18).verdict == "refuted"


def test_the_condition_is_no_consequence_of_symmetry() -> None:
    """B_k symmetric for each k alone does not give (6)."""
    wrong = claim("twin", "B[0][0, 1] == B[1][0, 0]", variables={"B": "matrix(2, 2) sequence"},
                  given=["forall(k, integer[0, 1], B[k].T == B[k])"], counterexample={"B": "t*eye(2)"})  # fmt: skip
    assert decide(wrong, 18).verdict == "refuted"
