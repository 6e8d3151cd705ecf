"""Discrete gradient dynamics, Sections 1-4 and 6: second routes and corrupted twins."""

from fractions import Fraction

import mpmath
import pytest
from shipped import decide

from proofs.discrete_gradient_dynamics.lemmas.projections import PROJECTOR, STATEMENT, TOP_EIGENVALUES
from verifier.language.claim import claim
from verifier.language.script import Have, Linear
from verifier.language.script_parts import renamed
from verifier.library.short_names import norms


def loss(W):
    """(1/4) |Y - X W|_F^2 with X = diag(2, 1), Y = diag(1, 3/2)."""
    X, Y = ((2, 0), (0, 1)), ((1, 0), (0, Fraction(3, 2)))
    error = [[Y[i][j] - sum(X[i][k] * W[k][j] for k in range(2)) for j in range(2)] for i in range(2)]
    return sum(e * e for row in error for e in row) / 4


def test_the_first_mode_is_not_the_best_rank_one_matrix():
    first, second = ((Fraction(1, 2), 0), (0, 0)), ((0, 0), (0, Fraction(3, 2)))
    assert (loss(first), loss(second)) == (Fraction(9, 16), Fraction(1, 4))


def test_the_first_mode_is_learned_first_all_the_same():
    with mpmath.workdps(50):
        sigma, lams, delta = (mpmath.mpf(1), mpmath.mpf(3) / 4), (mpmath.mpf(2), mpmath.mpf(1) / 2), mpmath.mpf(400)
        t = (1 / (2 * sigma[0]) + 1 / (2 * sigma[1])) / 2  # between the two transitions, kappa = 1

        def mode(s, lam):
            e = mpmath.exp(delta * (2 * s * t - 1))
            return s * e / (lam * (e - mpmath.exp(-delta)) + s)

        values = [mode(*pair) for pair in zip(sigma, lams, strict=True)]
    assert abs(values[0] - mpmath.mpf(1) / 2) < mpmath.mpf(10) ** -10 and values[1] < mpmath.mpf(10) ** -10


def test_projectors_exist_and_one_dimension_less_is_too_few():
    assert decide(claim("rows", STATEMENT, argument=PROJECTOR), 60).verdict == "proved"
    fewer = STATEMENT.replace("trace(PP) <= mm", "trace(PP) <= mm - 1")
    assert decide(claim("rows", fewer, argument=PROJECTOR), 2).verdict != "proved"


def test_the_largest_eigenvalues_need_their_order():
    script = [*norms("sum of bounds"), TOP_EIGENVALUES]
    assert decide(claim("top", TOP_EIGENVALUES.formula, argument=script), 60).verdict == "proved"
    wrong = TOP_EIGENVALUES.formula.replace("ee[j] <= cc", "ee[j] >= cc")
    twin = Have(wrong, TOP_EIGENVALUES.by, "top eigenvalues")
    assert decide(claim("top", wrong, argument=[*norms("sum of bounds"), twin]), 2).verdict != "proved"


def test_renaming_changes_formulas_and_labels_alike():
    step = renamed([Have("trace(X.T*X) >= 0", [Linear(rewrite=["|X|"])], "norm of X")], {"X": "X_1"})[0]
    assert step.formula == "trace(X_1.T*X_1) >= 0" and step.by[0].rewrite == ["|X_1|"] and step.name == "norm of X_1"


def euler(W, Z, sigma, lam, T, steps):
    """The flow of one mode by the midpoint rule."""
    h = mpmath.mpf(T) / steps
    for _ in range(steps):
        a, b = Z * (sigma - lam * W * Z), W * (sigma - lam * W * Z)
        w, z = W + h * a / 2, Z + h * b / 2
        W, Z = W + h * z * (sigma - lam * w * z), Z + h * w * (sigma - lam * w * z)
    return W, Z


@pytest.mark.parametrize("scale, close", [(1, True), (2, False)])
def test_the_closed_form_needs_an_orthogonal_matrix(scale, close):
    """With Q = 2 the layers start at a/2 and 2a, and the product leaves the logistic curve."""
    with mpmath.workdps(20):
        sigma, lam, start = mpmath.mpf(1), mpmath.mpf(1), mpmath.mpf(1) / 4
        a = mpmath.sqrt(start)
        W, Z = euler(a / scale, a * scale, sigma, lam, 1, 2000)
        e = mpmath.exp(2)
        logistic = sigma * start * e / (lam * start * (e - 1) + sigma)
        assert (abs(W * Z - logistic) < mpmath.mpf(10) ** -6) is close


@pytest.mark.parametrize("factor, verdict", [("2", "proved"), ("1", "refuted"), ("3", "refuted")])
def test_the_factor_of_the_fading_modes(factor, verdict):
    w = f"(w0/(1 + {factor}*lam*w0*t))"
    variables = {"lam": "positive", "w0": "positive", "t": "nonnegative"}
    assert decide(claim("mode", f"diff({w}, t) == -2*lam*{w}**2", variables=variables), 15).verdict == verdict
