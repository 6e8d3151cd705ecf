"""Discrete gradient dynamics, statements about flows: second routes (integration, 50 digits) and corrupted twins."""

import mpmath
import pytest
from mpmath import mp, mpf
from shipped import decide

from proofs.discrete_gradient_dynamics.lemmas.linear_matrix_flow import PAIRING
from proofs.initialization_shape.lemmas.kept_ratio import KEPT_RATIO
from verifier.language.claim import claim
from verifier.library.short_names import PRODUCT


def midpoint(speed, state, T, steps):
    """A flow by the midpoint rule; states are lists of mpmath matrices."""
    h = mpf(T) / steps
    for _ in range(steps):
        half = [x + h / 2 * v for x, v in zip(state, speed(state), strict=True)]
        state = [x + h * v for x, v in zip(state, speed(half), strict=True)]
    return state


def rows(*values):
    return mpmath.matrix([[mpf(x) for x in row] for row in values])


def off_diagonal(A):
    return max((abs(A[i, j]) for i in range(A.rows) for j in range(A.cols) if i != j), default=mpf(0))


def test_the_pairing_needs_both_factors():
    assert decide(claim("pair", PAIRING.formula, argument=[PRODUCT, PAIRING]), 30).verdict == "proved"
    for old, new in (("2*trace(GG", "3*trace(GG"), (" + trace(QQ.T*QQ)", "")):
        wrong = PAIRING.formula.replace(old, new)
        script = [PRODUCT, type(PAIRING)(wrong, PAIRING.by, PAIRING.name)]
        assert decide(claim("pair", wrong, argument=script), 1).verdict != "proved"


def test_the_kept_ratio_and_its_twin():
    assert decide(claim("ratio", KEPT_RATIO.formula, argument=[KEPT_RATIO]), 30).verdict == "proved"
    wrong = KEPT_RATIO.formula.replace("2*diff(ff[t], t)", "diff(ff[t], t)")
    script = [type(KEPT_RATIO)(wrong, KEPT_RATIO.by, KEPT_RATIO.name)]
    assert decide(claim("ratio", wrong, argument=script), 1).verdict != "proved"


@pytest.mark.parametrize("L", [1, 2, 3, 4])
def test_a_mode_reaches_its_limit_at_least_at_the_rate_of_lemma_1(L):
    sigma, lam, start, T = mpf(2), mpf(3), mpf(1) / 4, mpf(1)
    with mp.workdps(30):
        q = 2 - mpf(2) / L

        def speed(state):
            return [L * state[0] ** q * (sigma - lam * state[0])]

        (w,) = midpoint(speed, [start], T, 2000)
        gap, first = sigma - lam * w, sigma - lam * start
        rate = lam * L * start**q
        assert start < w < sigma / lam and gap <= mpmath.exp(-rate * T) * first * (1 + mpf(10) ** -5)
        fastest = lam * L * (sigma / lam) ** q
        assert gap > mpmath.exp(-fastest * T) * first * (1 - mpf(10) ** -5)


def test_gronwall_needs_that_alpha_does_not_decrease():
    # alpha = 1 - t, beta = 1: phi = 1 solves phi = alpha + int phi, and at t = 1 the bound would be 0
    for t in (mpf(1) / 2, mpf(1)):
        alpha = 1 - t
        assert alpha + t == 1 and alpha * mpmath.exp(t) < 1


def test_gronwall_is_attained():
    with mp.workdps(50):
        C, t = mpf(-3), mpf(2)  # alpha = C < 0, beta = cos + 2, phi = C exp(P)
        P = mpmath.sin(t) + 2 * t
        R = mpmath.quad(lambda s: (mpmath.cos(s) + 2) * C * mpmath.exp(mpmath.sin(s) + 2 * s), [0, 1, 2])
        assert abs(C + R - C * mpmath.exp(P)) < mpf(10) ** -40


@pytest.mark.parametrize("where", ["before", "at", "after"])
def test_the_sum_of_the_modes_at_a_transition(where):
    with mp.workdps(50):
        modes, kappa, delta = [(mpf(2), mpf(1)), (mpf(1), mpf(4)), (mpf(0), mpf(1))], mpf(1), mpf(1000)
        t = kappa / 2 + {"before": -1, "at": 0, "after": 1}[where] * mpf(1) / 20  # T_1 = 1/4 and T_2 = 1/2
        total = mpf(0)
        for sigma, lam in modes:
            x, y = mpmath.exp(delta * (2 * sigma * t - kappa)), mpmath.exp(-kappa * delta)
            total += sigma * x / (lam * (x - y) + sigma) if sigma else y / (1 + 2 * lam * y * delta * t)
        expected = 2 + {"before": mpf(0), "at": mpf(1) / 5, "after": mpf(1) / 4}[where]
        assert abs(total - expected) < mpf(10) ** -30


SX = rows((2, 0), (0, 1))


def autoencoder(state):
    W, Z = state
    error = SX * (mpmath.eye(2) - W * Z)
    return [error * Z.T, W.T * error]


@pytest.mark.parametrize("start, stays", [
    (rows((1, 0), (0, "0.5")), True), (rows((1, 2), (2, -1)), True), (rows((1, 0), ("0.5", 1)), False)])  # fmt: skip
def test_tied_layers_stay_tied_where_they_commute(start, stays):
    """The second start has W W' = 5 I, which commutes with everything though W is not diagonal."""
    with mp.workdps(20):
        W, Z = midpoint(autoencoder, [start * mpf("0.3"), (start * mpf("0.3")).T], 1, 60)
        assert (mpmath.norm(W - Z.T) < mpf(10) ** -15) is stays


@pytest.mark.parametrize("data, stays", [(rows((1, 0), (0, 2)), True), (rows((1, "0.1"), ("0.1", 2)), False)])
def test_three_diagonal_layers_stay_diagonal_where_the_data_are(data, stays):
    K = rows((2, 0), (0, 1))

    def speed(layers):
        A, B, C = layers
        error = K - data * A * B * C
        return [error * (B * C).T, A.T * error * C.T, (A * B).T * error]

    with mp.workdps(20):
        start = rows(("0.5", 0), (0, "0.75"))
        assert (max(map(off_diagonal, midpoint(speed, [start, start, 2 * start], 1, 60))) < mpf(10) ** -15) is stays


def test_a_repeated_singular_value_needs_another_basis():
    """Sigma_xy = I and Sigma_x = [[0, 1], [1, 0]] commute; U = I does not serve, (1, 1) and (1, -1) do."""
    S = ((0, 1), (1, 0))
    for u, value in (((1, 1), 1), ((1, -1), -1)):
        assert tuple(sum(a * b for a, b in zip(row, u, strict=True)) for row in S) == tuple(value * x for x in u)
    assert S[0][1] != 0  # e_1, e_2 are singular vectors of Sigma_xy as well, and leave a rest


@pytest.mark.parametrize("line, verdict", [
    (">= (1 - 2*y)*(1/z - 1)", "proved"), (">= (1 - 2*y + 1/100)*(1/z - 1)", "refuted"),
    ("<= 1/(1 + y)**2*(1/z - 1)", "proved"), ("<= 99/100*1/(1 + y)**2*(1/z - 1)", "refuted")])  # fmt: skip
def test_no_better_factor_serves_in_theorem_3(line, verdict):
    y_step = f"1/(z*(1 + y*(1 - z))**2) - 1 {line}"
    found = decide(claim("step", y_step, variables={"z": "(0, 1)", "y": "(0, 1/2]"}), 5)
    assert found.verdict == verdict
