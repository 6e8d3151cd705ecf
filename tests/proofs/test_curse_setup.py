"""Section 3 and Theorem 4.1 of the curse of memory: corrupted twins, and second routes by programs of their own."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def claims():
    paper = shipped.paper("curse_of_memory")
    book = shipped.book("curse_of_memory")
    wanted = {id for id, *_ in TWINS}
    return {e.id: e for item in paper.items if item.id in wanted for e in book.entries(item)}


def twin(entry, old, new, given=None):
    """The claim with one place changed, decided with the same argument."""
    text = entry.claim.goal_text
    assert text.count(old) >= 1
    kept = {h.name: h.formula for h in entry.claim.given} if given is None else given
    letters = {v.name: v.domain for v in entry.claim.variables}
    defined = [str(d) for d in entry.claim.definitions]
    other = claim("twin", text.replace(old, new, 1), variables=letters, given=kept, definitions=defined,
                  argument=entry.claim.argument, lemmas=entry.claim.lemmas)  # fmt: skip
    return decide(other, 3 if entry.item == "exponential-polynomials" else 1.0).verdict


TWINS = [
    ("eq-8", "a < 0", "a < -1"),
    ("stable-decay", "C*exp(-k*T)", "C*exp(-k*T) - C"),
    ("kernel-decay", "a < 0", "a <= 0"),
    ("response-bound", "Abs(F[T] - F[S]) <= C*exp(-k*S)", "Abs(F[T] - F[S]) <= exp(-S)"),
    ("response-linear", "v == lam*y + mu*z", "v == lam*y - mu*z"),
    ("response-linear", "forall(s, (-oo, t]", "forall(s, [t, oo)"),
    ("response-linear", "(r, s - tau)", "(r, s + tau)"),
    ("response-regular", "norm2(diff(Z[q], q)) <= e", "norm2(diff(Z[q], q)) <= 1"),
    ("prop-3.1", "(r, s - tau)", "(r, s + tau)"),
    ("prop-3.1", "a < 0", "a <= 0"),
    ("eq-7", "U*diff(X[r], (r, t - s))", "U*diff(X[r], (r, t + s))"),
    ("eq-7", "trace(c.T*h[t])", "trace(2*c.T*h[t])"),
    ("eq-9", "r*c.T*U", "2*r*c.T*U"),
    ("stable-Lyapunov", "a < 0", "a < -1/2"),
    ("exponential-polynomials", "Abs(F[S]) <= e", "Abs(F[S]) <= 0"),
    ("network-45", "al.T*E[s].T*c == k", "al.T*E[s].T*c == -k"),
    ("eq-74", "Abs(L[T]", "Abs(2*L[T]"),
    ("eq-74", "delta(i, j)*h*eye(d)", "delta(i, j)*h**2*eye(d)"),
    ("lem-A.2", "- G[0] <= e", "- G[0] <= e - 1"),
    ("lem-A.2", "r == exp(-s)", "r == exp(s)"),
    ("def-3.1", "(r, s - tau)", "(r, s + tau)"),
    ("eq-6", "sigma[(W*h[t] + U*x[t])[i, 0]]", "sigma[(W*h[t] + U*x[t])[i, 0]] + 1"),
    ("eq-1", "integer[0, k-1]", "integer[0, k-2]"),
    ("eq-2", "h[k+1][i, 0] ==", "h[k][i, 0] =="),
    ("eq-3", "<= Abs(v[i, 0])", "<= Abs(v[i, 0])/2"),
    ("eq-6", "h[k][i, 0] + eta*", "h[k+1][i, 0] + eta*"),
    ("eq-10", "(1 + s)**2 != 1", "(1 + s)**2 == 1"),
    ("eq-4", "Abs(y[t]) <= C", "Abs(y[t]) <= C - Abs(t)"),
    ("network-45", "a < 0", "a < -1"),
    ("network-45", "r**(j+1)", "r**j"),
    ("eq-46", "Abs(F[S] - G[S]) <= e", "Abs(F[S] - G[S]) <= 0"),
    ("eq-5", "forall(s, real, x[(k)", "forall(s, nonnegative, x[(k)"),
    ("lem-A.1", "(t + tau)*basis", "(t - tau)*basis"),
    ("lem-A.1", ">= nu - e", ">= nu"),
    ("signals-uniform", "(q - r)**2 <= w, ", "(q - r)**2 <= w + 1, "),
    ("signals-differences", "1, s, -oo)", "1, s, oo)"),
    ("eq-32", "(t + tau)*basis", "(t - tau)*basis"),
    ("eq-12", "(t - s)*basis", "(t + s)*basis"),
    ("thm-4.1", "- v) <= e)", "- v) <= 0)"),
    ("thm-4.1", "(t + tau)*basis", "(t - tau)*basis"),
    ("thm-4.1", "forall(s, (-oo, t]", "forall(s, (-oo, t + 1]"),
]


@pytest.mark.parametrize(("id", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(claims, id, old, new):
    assert twin(claims[id], old, new) != "proved"


@pytest.mark.parametrize("id", sorted({id for id, *_ in TWINS}))
def test_the_claims_themselves_are_proved(claims, id):
    assert shipped.found(claims[id].claim).verdict == "proved"


def test_the_decay_of_a_defective_matrix_by_its_closed_form():
    """W = [[-1, 5], [0, -1]]: |e^(Ws)|^2 = e^(-2s) (2 + 25 s^2) against C e^(-ks) with C and k of the page."""
    with mpmath.workdps(30):
        W = mpmath.matrix([[-1, 5], [0, -1]])
        P = mpmath.matrix([[mpmath.mpf(1) / 2, mpmath.mpf(5) / 4], [mpmath.mpf(5) / 4, mpmath.mpf(27) / 4]])
        assert mpmath.norm(W.T * P + P * W + mpmath.eye(2)) < 1e-25
        w = 2 + 1 + 25 + 1
        p = (1 + sum(P[i, j] ** 2 for i in range(2) for j in range(2))) / 2
        k, C = 1 / (1 + w * p), 2 + w * (P[0, 0] + P[1, 1])
        for s in (0, 1, 3, 50, 4000):
            assert mpmath.exp(-2 * s) * (2 + 25 * s**2) <= C * mpmath.exp(-k * s)


def test_narrow_spikes_are_not_seen():
    """x^(n) = e^(-n (s - 1)^2) tends to 0 but at s = 1: so does the response of e^(-s), not that of an atom."""

    def response(n):
        return mpmath.quad(lambda s: mpmath.exp(-s) * mpmath.exp(-n * (s - 1) ** 2), [0, 1, 3])

    with mpmath.workdps(20):
        values = [response(n) for n in (10, 10**3, 10**5)]
        assert values[0] > values[1] > values[2] > 0 and values[2] < mpmath.mpf(1) / 100


def test_a_polynomial_in_the_exponential_close_to_a_kernel():
    """rho(s) = (1 + s)^(-2) against u q(u), u = e^(-s), q by least squares: the L^1 distance falls with the degree."""

    def distance(m):
        points = [mpmath.mpf(i) / 200 for i in range(1, 200)]
        values = [1 / (1 - mpmath.log(u)) ** 2 / u for u in points]
        rows = mpmath.matrix([[u ** (j + mpmath.mpf(1) / 2) for j in range(m)] for u in points])
        right = mpmath.matrix([v * mpmath.sqrt(u) for u, v in zip(points, values, strict=True)])
        al = mpmath.lu_solve(rows, right)
        near = [sum(al[j] * u**j for j in range(m)) for u in points]
        return sum(abs(v - x) for v, x in zip(values, near, strict=True)) / 200

    with mpmath.workdps(40):
        assert distance(10) < distance(3) < distance(1)


def test_ito_sums_of_a_path_of_signs():
    """f(s) = 1 + s on [0, 1]: the mean of (sum f(jh) dB_j)^2 over all signs dB_j = +-sqrt(h) rises to 7/3."""
    means = []
    for N in (2, 5, 9):
        h = Fraction(1, N)
        f = [1 + j * h for j in range(N)]
        paths = product((1, -1), repeat=N)
        total = sum(sum(s * x for s, x in zip(signs, f, strict=True)) ** 2 for signs in paths)
        means.append(total * h / 2**N)
        assert means[-1] == sum(h * x * x for x in f)
    assert means[0] < means[1] < means[2] < Fraction(7, 3)
