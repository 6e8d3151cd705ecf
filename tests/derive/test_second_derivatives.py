"""Schwarz's theorem for fields with a Jacobian along all curves: its corrupted twins, and a field in exact numbers."""

from fractions import Fraction as F
from itertools import product

import pytest

from proofs.initialization_shape.lemmas.second_derivatives import DERIVATIVE, JACOBIAN, SCHWARZ, SYMMETRIC
from verifier.language.claim import claim
from verifier.prove.portfolio import decide

LETTERS = {"d": "positive integer", "G": "matrix(d, 1) function of matrix(d, 1)", "w": "matrix(d, 1)",
           "H": "matrix(d, d) function of matrix(d, 1)", "P": "matrix(d, d) sequence"}  # fmt: skip
ZERO = {"d": 2, "G": "zeros(2, 1)", "H": "zeros(2, 2)", "w": "zeros(2, 1)", "P": "zeros(2, 2)"}


def verdict(goal: str = SYMMETRIC, jacobian: str = JACOBIAN, derivative: str = DERIVATIVE, budget: float = 1.3) -> str:
    given = {"Jacobian": jacobian, "derivative of H": derivative}
    return decide(
        claim("x", goal, variables=LETTERS, given=given, argument=SCHWARZ, example=ZERO), budget
    ).verdict  # fmt: skip


def test_it_is_proved() -> None:
    assert verdict(budget=20) == "proved"


@pytest.mark.parametrize(("old", "new"), [
    ("P[j][i, k]", "P[j][k, i]"), ("P[j][i, k]", "2*P[j][i, k]"), ("==", "<"), ("==", "!="),
])  # fmt: skip
def test_corrupted_conclusions_are_not_proved(old: str, new: str) -> None:
    assert verdict(SYMMETRIC.replace(old, new)) != "proved"


@pytest.mark.parametrize(("old", "new"), [
    ("q[t] == G[u[t]] and ", ""), (" and diff(q[t], t) == H[u[t]]*diff(u[t], t)", ""),
    ("diff(q[t], t) == H[u[t]]*", "diff(q[t], t) == H[u[0]]*"),
])  # fmt: skip
def test_corrupted_jacobians_are_not_enough(old: str, new: str) -> None:
    assert old in JACOBIAN and verdict(jacobian=JACOBIAN.replace(old, new)) != "proved"


@pytest.mark.parametrize(("old", "new"), [
    ("<= e*norm2(v)", "<= e"), ("forall(e, positive, exists(D, positive, ", "exists(e, positive, exists(D, positive, "),
    ("norm2(v) <= D", "norm2(v) >= D"), (" - H[w] ", " "),
])  # fmt: skip
def test_corrupted_derivatives_are_not_enough(old: str, new: str) -> None:
    assert old in DERIVATIVE and verdict(derivative=DERIVATIVE.replace(old, new)) != "proved"


# -- another route: the second difference of a cubic field in exact numbers -------------------------------------------
def test_the_second_difference_of_a_gradient_is_symmetric_to_second_order() -> None:
    """Q = x^2 y + x y^3: P_k[i, j] = d_k d_j d_i Q is symmetric, and the difference of G_i over s^2 tends to it."""

    def gradient(x: F, y: F) -> tuple[F, F]:
        return 2 * x * y + y**3, x**2 + 3 * x * y**2

    def third(x: F, y: F) -> list[list[list[F]]]:  # [k][i][j]
        a, b, c = F(2), 6 * y, 6 * x  # of x, x, y; of x, y, y; of y, y, y
        return [[[F(0), a], [a, b]], [[a, b], [b, c]]]

    x, y = F(2, 3), F(-5, 7)
    for i, j, k in product(range(2), repeat=3):
        assert third(x, y)[k][i][j] == third(x, y)[j][i][k]
        gaps = []
        for s in (F(1, 10**3), F(1, 10**6)):
            a, b = ((s, F(0)) if n == 0 else (F(0), s) for n in (j, k))
            corners = [gradient(x + p * a[0] + q * b[0], y + p * a[1] + q * b[1])[i]
                       for p, q in ((1, 1), (1, 0), (0, 1), (0, 0))]  # fmt: skip
            second = (corners[0] - corners[1] - corners[2] + corners[3]) / s**2
            gaps.append(abs(second - third(x, y)[k][i][j]))
        assert gaps[1] <= gaps[0] and gaps[1] < F(1, 10**4)
