"""Integrated flows against the potentials: residuals of the KKT equation at 30 to 40 digits, and controls that fail."""

import mpmath
import pytest
import sympy
from sympy import Rational, symbols

from verifier.derive.implicit_bias.confirmation.confirmation import confirm
from verifier.derive.implicit_bias.confirmation.flow_series import NotConverged, gradient_flow
from verifier.derive.implicit_bias.confirmation.problems import random_start
from verifier.derive.implicit_bias.networks import (
    Network,
    NetworkError,
    diagonal,
    fully_connected,
    leaky_relu_neuron,
    single_neuron,
    tied_diagonal,
)
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential
from verifier.derive.implicit_bias.potentials.potential import potential

U, V = symbols("u v", real=True)
A, V1, V2 = symbols("a v_1 v_2", real=True)


@pytest.mark.parametrize(("network", "seed"), [
    (diagonal(), 1), (diagonal(unbiased=False), 2), (tied_diagonal(), 3), (single_neuron(), 4),
    (fully_connected(3, balanced=True), 5), (leaky_relu_neuron(Rational(1, 2)), 6),
    (Network("square", (U, V), (U * V,), (U - V,), copies=True), 7), (Network("linear", (U, V), (U + V, U - 2 * V)), 8),
    (Network("seen", (A, U, V), (A * U, A * V, A)), 9),
], ids=lambda x: getattr(x, "name", str(x)))  # fmt: skip
def test_the_limit_solves_the_kkt_equation_and_a_control_does_not(network, seed):
    Q = potential(single_neuron() if network.slope != 1 else network)  # a leaky neuron has the metric of a linear one
    with mpmath.workdps(50):
        found = confirm(network, seed, 40, d=2, Q=Q)
        assert found.residual < mpmath.mpf(10) ** -40
        assert found.training_residual < mpmath.mpf(10) ** -40
        assert found.drift < mpmath.mpf(10) ** -40
        if found.oracle is not None:
            assert found.oracle < mpmath.mpf(10) ** -38
    if Q.closed is None:
        control = confirm(network, seed, 20, d=2, control=True, Q=Q)
        assert control.control
        assert control.residual > 1e-6


def test_two_samples_in_three_dimensions():
    found = confirm(diagonal(), 1, 30)
    assert found.residual < 1e-30
    assert found.oracle < 1e-28


def test_a_neuron_whose_predictor_passes_zero_with_negative_delta_leaves_the_domain():
    start = {A: Rational(1, 10), V1: -1, V2: Rational(1, 3)}
    residuals = [confirm(single_neuron(), seed, 20, d=2, control=True, start=start).residual for seed in range(4)]
    assert any(r > 1e-2 for r in residuals)  # those that turn round
    assert any(r < 1e-20 for r in residuals)  # those that do not
    with pytest.raises(NoPotential, match="outside the domain"):
        confirm(single_neuron(), 0, 20, d=2, start=start)


def test_the_series_agree_with_a_solution_in_closed_form():
    # w = u v from u = v = 1, one sample x = 1, y = 4: dw/dt = 2 w (4 - w), so w = 4/(1 + 3 exp(-8 t))
    X = sympy.Matrix([[1]])
    flow = gradient_flow((U, V), (U * V,), X, [4], [1, 1], 30)
    with mpmath.workdps(50):
        expected = 4 / (1 + 3 * mpmath.exp(-8 * flow.time))
        assert abs(flow.predictor[0] - expected) < mpmath.mpf(10) ** -40
        assert flow.training_residual < mpmath.mpf(10) ** -30


def test_a_label_that_is_out_of_reach_is_refused():
    with pytest.raises(NotConverged):  # w = u^2 never reaches -1: the flow stops at 0
        gradient_flow((U,), (U**2,), sympy.Matrix([[1]]), [-1], [1], 10)


def test_starts_lie_on_their_relations():
    import random

    for network in (diagonal(), tied_diagonal(), fully_connected(3, balanced=True)):
        for d in (1, 2, 4):
            theta = random_start(network, d, random.Random(d))
            assert all(sympy.sympify(e).subs(theta) == 0 for e in network.at(d).start)
    curved = Network("curved", (U, V), (U * V,), (U**2 + V**2 - 1,), copies=True)
    with pytest.raises(NetworkError, match="give rational values"):
        random_start(curved, 2, random.Random(0))


def test_bad_starts_get_one_line():
    with pytest.raises(NetworkError, match="no value for"):
        confirm(single_neuron(), d=2, start={A: 1})
    with pytest.raises(NetworkError, match="rational"):
        confirm(single_neuron(), d=2, start={A: sympy.sqrt(2), V1: 1, V2: 1})
    u, v = (symbols(f"{n}_plus_1 {n}_minus_1", real=True) for n in "uv")
    off = {u[0]: 1, u[1]: 2, v[0]: 1, v[1]: 1}
    with pytest.raises(NetworkError, match="off the relations"):
        confirm(diagonal(), d=1, start=off)


def test_potentials_are_the_same_objects_for_the_same_network():
    assert potential(diagonal()) is potential(diagonal())


def test_a_neuron_may_start_at_zero_where_delta_is_positive():
    found = confirm(single_neuron(), 3, 20, d=2, start={A: 1, V1: 0, V2: 0})
    assert found.residual < 1e-30  # w stays in the range of X: minimal norm
    with pytest.raises(NoPotential):
        confirm(single_neuron(), 3, 20, d=2, start={A: 0, V1: 0, V2: 0})
