"""The rate of approximation by other routes: transforms, integrals by quadrature, brute force; and corrupted twins."""

from fractions import Fraction
from math import comb, factorial

import mpmath
import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def claims():
    paper = shipped.paper("curse_of_memory")
    book = shipped.book("curse_of_memory")
    wanted = ("thm-4.2", "eq-67", "eq-70/15", "eq-71/16", "kernel-13", "distance-1")
    return {e.id: e for item in paper.items if item.id in wanted for e in book.entries(item)}


def test_theorem_4_2_and_equation_15_are_refuted_as_recalled(claims):
    for id in ("thm-4.2", "eq-70/15"):
        assert shipped.found(claims[id].claim).verdict == "refuted"


def kernel(u):
    """rho at lam = 1, u = e^(-t)."""
    return u**2 * (1 - u) ** 2 * (1 - 2 * u)


def test_the_distance_to_one_exponential_by_quadrature():
    """min over a, w of the L^1 distance of the kernel to a e^(-wt), on a grid, is above 1/420."""
    points = [mpmath.mpf(i) / 50 for i in range(401)]

    def distance(a, w):
        values = [abs(kernel(mpmath.exp(-t)) - a * mpmath.exp(-w * t)) for t in points]
        return (sum(values) - (values[0] + values[-1]) / 2) / 50

    grid = [(mpmath.mpf(a) / 100, mpmath.mpf(w) / 2) for a in range(-6, 7) for w in range(1, 14, 2)]
    assert min(distance(a, w) for a, w in grid) > mpmath.mpf(1) / 420


def test_the_transforms_have_opposite_signs():
    terms = {2: 1, 3: -4, 4: 5, 5: -2}  # u^2 (1 - u)^2 (1 - 2 u)
    for i in range(7):
        u = Fraction(i, 3)
        assert sum(c * u**k for k, c in terms.items()) == kernel(u)

    def transform(p):
        return sum(Fraction(c) / (p + k) for k, c in terms.items())

    assert transform(Fraction(1, 2)) == Fraction(16, 3465)
    assert transform(Fraction(2)) == Fraction(-1, 420)


def test_condition_13_on_three_scales():
    for lam in (Fraction(1, 7), Fraction(1), Fraction(50)):
        for i in range(201):
            u = Fraction(i, 200)  # exp(-lam t)
            first = lam * (u - 4 * u**2 + 5 * u**3 - 2 * u**4) / lam
            second = lam**2 * (-2 * u + 12 * u**2 - 20 * u**3 + 10 * u**4) / lam**2
            assert first * u == kernel(u) and abs(first) <= 1 and abs(second) <= 1


def test_the_kernel_and_its_slope_vanish_at_the_start():
    """So y = 0 for t < 0 continues y in C^2; the jet of the page by its differences."""
    terms = {2: 1, 3: -4, 4: 5, 5: -2}
    assert sum(terms.values()) == 0 and sum(-k * c for k, c in terms.items()) == 0
    assert Fraction(1, 60) + sum(Fraction(-c, k) for k, c in terms.items()) == 0


def test_the_coefficients_of_50_by_differentiating_a_polynomial_kernel():
    """q(s) = rho(-K log s)/s for rho(t) = e^(-wt): q = s^(Kw - 1); its derivatives against (50) with stirling1."""
    stirling = {(0, 0): 1}
    for n in range(1, 9):
        for j in range(n + 1):
            stirling[n, j] = (n - 1) * stirling.get((n - 1, j), 0) + stirling.get((n - 1, j - 1), 0)
    for k in range(7):
        for x in (Fraction(3, 2), Fraction(7), Fraction(-2, 5)):  # x = K w
            falling = Fraction(1)
            for r in range(k):
                falling *= x - 1 - r
            assert (-1) ** k * sum(stirling[k + 1, j + 1] * (-x) ** j for j in range(k + 1)) == falling
        for alpha in range(1, 6):  # the constant of (51)
            total = sum(stirling[k + 1, j + 1] * (alpha + 1) ** j for j in range(k + 1))
            assert total == factorial(alpha + k + 1) // factorial(alpha + 1) == comb(alpha + k + 1, k) * factorial(k)


def test_the_kernel_of_equation_15_by_quadrature():
    def rho(t):
        return t / (1 + t * t) ** 2 + (mpmath.mpf(17) / 2 - 10 * t) * mpmath.exp(-t)

    with mpmath.workdps(20):
        assert mpmath.quad(rho, [0, 1]) > 2
        assert mpmath.quad(rho, [0, 2, 5, 9]) < mpmath.mpf(-9) / 10
        assert abs(rho(mpmath.mpf(10) ** 4) * mpmath.mpf(10) ** 12 - 1) < mpmath.mpf(10) ** -6


def test_the_tail_of_equation_67_by_quadrature():
    for omega in (mpmath.mpf(1) / 2, mpmath.mpf(1), mpmath.mpf(2)):
        for T in (5, 50):
            tail = mpmath.quad(lambda t, w=omega: (1 + t) ** (-1 - w), [T, 10 * T, mpmath.inf])
            assert tail <= 2 / omega * mpmath.mpf(T) ** (-omega)


def twin(entry, old, new):
    """The claim with one place changed, decided with the same argument."""
    text = entry.claim.goal_text
    assert old in text
    c = entry.claim
    return decide(
        claim("twin", text.replace(old, new, 1), variables={v.name: v.domain for v in c.variables},
              given={h.name: h.formula for h in c.given}, definitions=(), argument=c.argument), 1).verdict  # fmt: skip


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("thm-4.2/s4", "exp((k+2)*t/K)", "exp((k+1)*t/K)"),
        ("thm-4.2/s5, the constant", "(K+k+1)*Sum", "(K+k)*Sum"),
        ("thm-4.2/s6", "s**(alpha+1)", "s**alpha"),
        ("thm-4.2/s10", "-K*G[exp", "K*G[exp"),
        ("thm-4.2/s12", "Abs(F[T]) <= N[T]", "Abs(F[T]) <= N[T]/2"),
        ("eq-67", "P[S] <= C*T**(-omega)", "P[S] <= C*T**(-omega - 1)"),
        ("eq-67", "forall(T, (T0, oo), forall(q", "forall(T, positive, forall(q"),
        ("eq-67", "q[r] <= q[s]", "q[r] >= q[s] - 1"),
        ("kernel-13", "/lam**k <= 1", "/lam**k <= 1/20"),
        ("distance-1", "Abs(F[0]) >= 1/420", "Abs(F[0]) >= 1/400"),
    ],
)
def test_corrupted_lines_are_not_proved(claims, id, old, new):
    assert twin(claims[id], old, new) != "proved"


def test_a_repaired_bound_is_not_refuted_by_the_same_kernel(claims):
    """With C gamma d/m^alpha for (14) the argument that refutes it fails: the bound does not fall with lam."""
    entry = claims["thm-4.2"]
    text = entry.claim.goal_text
    assert text.count("(beta*m**alpha)") == 1
    other = claim("repaired", text.replace("(beta*m**alpha)", "m**alpha"), variables={"alpha": "positive integer"},
                  argument=entry.claim.argument, counterexample={"alpha": 1}, lemmas=entry.claim.lemmas)  # fmt: skip
    assert decide(other, 1).verdict not in ("proved", "refuted")
