"""Initialization shape: flows to 40 digits against the printed potentials, and controls that break one hypothesis.

They confirm and decide nothing.  The potentials are written down as printed and differentiated numerically.
"""

import importlib.util
import sys
from pathlib import Path

import mpmath as mp
import pytest
import sympy

from verifier.derive.implicit_bias.confirmation.flow_limits import descent, kkt_residual
from verifier.derive.implicit_bias.confirmation.flow_series import NotConverged
from verifier.derive.implicit_bias.networks import Network

SOURCE = Path(__file__).parents[2] / "benchmarks" / "initialization_shape_flows.py"
SPEC = importlib.util.spec_from_file_location("initialization_shape_flows", SOURCE)
flows = importlib.util.module_from_spec(SPEC)
sys.modules[SPEC.name] = flows
SPEC.loader.exec_module(flows)

Q = sympy.Rational
SMALL = mp.mpf(10) ** -40
SEEDS = {"thm-1: d = 5, three samples": 2, "prop-1: strictly balanced, three neurons": 2}


@pytest.mark.parametrize("name", flows.KINDS)
def test_the_limit_of_the_flow_meets_the_kkt_conditions_to_40_digits(name):
    problem, limit = flows.drawn(flows.KINDS[name], SEEDS.get(name, 0))
    assert limit.training_residual < SMALL
    assert limit.error < SMALL
    assert problem.residual(limit) < SMALL
    with mp.workdps(60):
        assert max(abs(x) for x in limit.predictor) > SMALL**0.1  # not the trivial limit 0
    assert 0 < problem.X.rank() < problem.X.rows  # some direction is not seen


@pytest.mark.parametrize("name", flows.CONTROLS)
def test_a_control_leaves_a_residual(name):
    assert flows.CONTROLS[name](0) > 1e-3


def test_the_residual_of_gradient_descent_is_of_the_order_of_its_step():
    coarse, fine = (flows.constant_step(0, n) for n in (32, 64))
    assert 1.8 < coarse / fine < 2.2


def test_several_neurons_have_a_potential_each_but_none_together():
    whole, own = flows.several_neurons(0)  # claim-5-multi: the factors g_i differ
    assert whole > 1e-2
    assert max(own) < 1e-20


def test_a_negative_delta_matters_only_where_the_outer_weight_passes_zero():
    for seed in (0, 2):
        residual, turned = flows.negative_delta(seed)
        assert (residual > 1e-2) if turned else (residual < 1e-20)
    assert flows.negative_delta(0)[1] and not flows.negative_delta(2)[1]


def test_a_multiplier_that_diverges_does_not_matter():
    """B1-e: equal samples with different labels; X int r converges and int r does not."""
    training, residual, error = flows.out_of_reach(0)
    assert abs(training - mp.mpf(1) / 2) < SMALL
    assert residual < SMALL and error < SMALL


def test_the_weights_of_the_samples_do_not_matter():
    residual, moved = flows.weighted(0)
    assert residual < 1e-20 and moved < 1e-20


def test_the_gradient_is_in_the_range_of_the_data_all_along_the_path():
    training, residual = flows.stopped(0)
    assert training > 1e-12 and residual < 1e-20


def test_theorem_3_asks_for_small_weights_and_not_for_small_products():
    every = [flows.small_start(Q(1, n), "all") for n in (10, 100)]
    assert 9 < every[0] / every[1] < 11  # of the order of eps
    inner = [flows.small_start(Q(1, n), "w") for n in (10, 100)]
    assert 95 < inner[0] / inner[1] < 105  # of the order of |W(0)| = eps^2: a(0) need not be small
    products = [flows.small_start(Q(1, n), "products") for n in (10, 100)]
    assert products[1] > 1e-1 and abs(products[0] / products[1] - 1) < 1e-2


def test_the_residual_by_hand_and_bad_data():
    X = sympy.Matrix([[1, 2], [0, 0]])  # dependent samples
    with mp.workdps(30):
        assert abs(kkt_residual(X, [3, 4]) - mp.mpf(4) / 5) < mp.mpf(10) ** -28
        assert kkt_residual(X, [3, 0]) == 0 and kkt_residual(X, [0, 0]) == 0
        assert kkt_residual(sympy.eye(2), [3, 4]) == 0  # everything is seen
    u = sympy.Symbol("u", real=True)
    with pytest.raises(NotConverged):
        descent(Network("square", (u,), (u**2,)), sympy.Matrix([[1]]), [-1], [1], Q(1, 8))
