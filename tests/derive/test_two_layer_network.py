"""The two-layer network from its modes: against the flow of the matrices themselves."""

import doctest
from dataclasses import replace

import mpmath
import pytest
from sympy import Matrix, N, Rational, diag

from verifier.derive.trajectories import two_layer_network
from verifier.derive.trajectories.linear_closed_forms import linear_flow
from verifier.derive.trajectories.sigmoid_modes import NoMode
from verifier.derive.trajectories.two_layer_network import separation_claims
from verifier.language.claim import claim
from verifier.prove.portfolio import decide

TURN = Matrix([[Rational(3, 5), Rational(-4, 5)], [Rational(4, 5), Rational(3, 5)]])
TURN_3 = diag(1, TURN) * diag(TURN, 1)


def network(**changes):
    given = {
        "U": TURN_3, "V": TURN.T, "sigma": [2, Rational(1, 2)], "lam": [3, 1, 2],
        "starts": [(Rational(1, 3), Rational(1, 2)), (1, Rational(1, 4))], "B": TURN_3.T,
    }  # fmt: skip
    return two_layer_network.two_layer_network(**{**given, **changes})


def test_examples():
    assert doctest.testmod(two_layer_network).failed == 0


@pytest.mark.parametrize("changes", [
    {}, {"B": TURN}, {"B": None}, {"starts": [(1, 2)], "B": None}, {"starts": [(0, 0), (1, 1)]},
])  # fmt: skip
def test_against_the_flow_of_the_matrices(changes):
    found = network(**changes)
    assert found.verify()
    d, h, p = found.sizes
    with mpmath.workdps(20):
        S, Q = (mpmath.matrix([[mpmath.mpf(x.p) / x.q for x in m.row(i)] for i in range(d)])
                for m in (found.input_covariance, found.cross_covariance))  # fmt: skip

        def field(_, y):
            first, second = mpmath.matrix(d, h), mpmath.matrix(h, p)
            for i in range(d * h):
                first[i // h, i % h] = y[i]
            for i in range(h * p):
                second[i // p, i % p] = y[d * h + i]
            error = Q - S * first * second
            return [*(error * second.T), *(first.T * error)]

        start = [mpmath.mpf(str(N(x, 25))) for m in found.at(0) for x in m]
        end = [mpmath.mpf(str(N(x, 25))) for m in found.at(Rational(1, 2)) for x in m]
        wanted = mpmath.odefun(field, 0, start)(mpmath.mpf(1) / 2)
        assert max(abs(x - y) for x, y in zip(end, wanted, strict=True)) < mpmath.mpf(10) ** -12


def test_the_product_and_its_limit():
    found = network()
    first, second = found.at(0)
    assert all(abs(x) < 1e-25 for x in (first * second - found.product(0)).evalf(30))
    late = found.product(Rational(200)).evalf(30)
    least_squares = linear_flow(found.input_covariance, found.cross_covariance).limit
    assert all(abs(x) < 1e-20 for x in late - least_squares.evalf(30))


def test_separation_for_all_sizes():
    for one in separation_claims():
        assert decide(one, 5).verdict == "proved"
        assert decide(one.without("B"), 1).verdict != "proved"


def test_coordinates_that_are_not_orthogonal_do_not_separate():
    """W_1 = U M B^-1 with an invertible B: already with one neuron the factor B'B remains."""
    scalar = claim(
        "invertible", "(s - l*m/b*b*n)*(b*n) == (s - l*m*n)*n/b",
        variables={**dict.fromkeys("slmn", "real"), "b": "nonzero"},
    )  # fmt: skip
    assert decide(scalar, 5).verdict == "refuted"
    with pytest.raises(NoMode, match="orthogonal"):
        network(B=2 * TURN)


def test_twins_fail():
    found = network()
    assert not replace(found, B=2 * found.B).verify()
    assert not replace(found, lam=found.lam[::-1]).verify()
    assert not replace(found, modes=found.modes[::-1]).verify()


@pytest.mark.parametrize("changes", [
    {"lam": [1, 2]}, {"sigma": [1, 2, 3]}, {"starts": [(1, 1)] * 3}, {"U": [[1, 1], [0, 1]]}, {"starts": [(1, -1)]},
])  # fmt: skip
def test_bad_questions_get_one_line(changes):
    with pytest.raises(NoMode) as error:
        network(**changes)
    assert "\n" not in str(error.value)
