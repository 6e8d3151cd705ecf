"""Metrics of gradient flow, the Hessian-map condition and time warps: derived, and compared by unlike routes."""

import itertools

import pytest
import sympy
from bias_networks import PRODUCT, T, U, V, X, near
from sympy import Rational, symbols

from verifier.derive.implicit_bias.algebra import Variety, conserved
from verifier.derive.implicit_bias.expressed import expressed
from verifier.derive.implicit_bias.metrics.balanced import balanced_metric
from verifier.derive.implicit_bias.metrics.entrywise_networks import jacobian_square
from verifier.derive.implicit_bias.metrics.hessian_map import NoHessianMap, hessian_map_residual, radial_residual
from verifier.derive.implicit_bias.metrics.matrix_warp import NoTimeWarp, matrix_potential, matrix_time_warp
from verifier.derive.implicit_bias.metrics.metric import metric
from verifier.derive.implicit_bias.metrics.metric_kinds import EntrywiseMetric, NoMetric, RadialMetric, SeparableMetric
from verifier.derive.implicit_bias.metrics.time_warp import time_warp
from verifier.derive.implicit_bias.networks import (
    Network,
    NetworkError,
    VectorNetwork,
    diagonal,
    fully_connected,
    inner,
    leaky_relu_neuron,
    single_neuron,
    tied_diagonal,
)
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential
from verifier.derive.implicit_bias.potentials.potential import potential

# The metric.


@pytest.mark.parametrize("network", [diagonal(False), tied_diagonal(False), PRODUCT], ids=lambda n: n.name)
def test_speed_of_a_coordinate_is_the_squared_gradient_at_random_rational_points(network):
    one = metric(network).coordinates[0]
    for values in itertools.islice(itertools.product((2, Rational(-1, 3), Rational(5, 2)), repeat=4), 0, 81, 5):
        at = dict(zip(network.parameters, values, strict=False))
        k = {c.symbol: c.in_parameters.subs(at) for c in one.constants}
        squared = sum(sympy.diff(one.predictor, s) ** 2 for s in network.parameters).subs(at)
        assert sympy.simplify(one.speed.subs(k).subs(one.w, one.predictor.subs(at)) - squared) == 0


def test_the_constant_of_the_diagonal_network_is_that_of_equation_17():
    (k,) = metric(diagonal(False)).coordinates[0].constants
    um, vm, up, vp = symbols("u_minus v_minus u_plus v_plus", real=True)
    c, plus, minus = up * vm + um * vp, up**2 - vp**2, um**2 - vm**2
    assert sympy.expand(k.in_parameters - 4 * c**2 - (plus + minus) ** 2) == 0
    assert sympy.expand(k.in_parameters - 4 * c**2 - (plus - minus) ** 2) != 0  # a corrupted twin
    printed = (um**2 + vm**2 + up**2 + vp**2) ** 2 - 4 * (up * vp - um * vm) ** 2
    assert sympy.expand(k.in_parameters - printed) == 0
    (unbiased,) = metric(diagonal()).coordinates[0].constants
    assert sympy.expand(unbiased.at_start - 4 * (up**2 + vp**2) ** 2) == 0


@pytest.mark.parametrize("d", [2, 3])
def test_the_metric_of_a_neuron_for_every_d_is_its_jacobian_square_at_fixed_d(d):
    m, flat = metric(single_neuron()), single_neuron().at(d)
    square = jacobian_square(flat)
    a, *v = flat.parameters
    at = {a: 3, **dict(zip(v, (2, -1, Rational(1, 2)), strict=False))}
    w = sympy.Matrix(flat.predictor).subs(at)
    delta = at[a] ** 2 - sum(at[s] ** 2 for s in v)
    fixed = {m.constants[0].symbol: delta, m.x: sympy.sqrt(w.dot(w))}
    A, B = (sympy.sqrtdenest(sympy.simplify(m.in_x(e).subs(fixed))) for e in (m.across, m.beta))
    assert (A * sympy.eye(d) + B * w * w.T - square.subs(at)).applyfunc(sympy.simplify) == sympy.zeros(d, d)


def test_norm_of_the_weights_of_a_neuron_is_the_positive_root():
    m = metric(single_neuron())
    delta = m.constants[0].symbol
    printed = delta / 2 + sympy.sqrt(delta**2 / 4 + m.x**2)  # a^2 = |v|^2 + delta
    assert sympy.simplify(m.root - printed) == 0
    assert sympy.simplify(m.square - m.t * (m.t - delta)) == 0


def test_a_users_network_that_is_a_neuron_in_disguise_is_recognised():
    found = metric(Network("shared", symbols("x delta w", real=True), tuple(
        symbols("x", real=True) * s for s in symbols("delta w", real=True))))  # fmt: skip
    assert isinstance(found, RadialMetric)
    assert sympy.simplify(found.root - metric(single_neuron()).root) == 0


def test_balanced_networks_of_two_three_and_any_number_of_neurons_agree():
    metrics = [balanced_metric(), *(metric(fully_connected(m, balanced=True)) for m in (2, 3))]
    assert {(m.square, m.beta * m.t, m.root) for m in metrics} == {(metrics[0].t ** 2, 1, metrics[0].x)}


def test_equivariant_networks_and_powers():
    cubic = metric(VectorNetwork("cubic", (), ("v",), (inner("v", "v"),)))
    assert cubic.root == cubic.x ** Rational(4, 3)
    deep = metric(Network("deep", (U, V, T), (U * V * T,), (U - V, V - T), copies=True))
    assert deep.coordinates[0].speed == 3 * sympy.Abs(deep.coordinates[0].w) ** Rational(4, 3)


@pytest.mark.parametrize(("network", "words"), [
    (fully_connected(2), "moves while w and every conserved polynomial"),
    (fully_connected(2).at(2), "moves while w"),
    (fully_connected(2, balanced=True).at(2), "VectorNetwork"),
    (Network("mixed", (U, V, T), (U * V + T,), copies=True), "moves while w"),
    (Network("deep", (U, V, T), (U * V * T,), copies=True), "degree 3"),
    (Network("constant", (U,), (sympy.Integer(3),), copies=True), "constant"),
])  # fmt: skip
def test_what_has_no_metric_is_refused_in_one_line(network, words):
    with pytest.raises(NoMetric, match=words) as error:
        metric(network)
    assert "\n" not in str(error.value)


def test_the_point_of_a_refused_metric_shows_that_no_function_of_w_will_do():
    flat = fully_connected(2).at(2)
    square = jacobian_square(flat)
    a1, a2, v11, v12, v21, v22 = flat.parameters
    with pytest.raises(NoMetric) as refused:
        metric(flat)
    message = str(refused.value)
    point = dict(q.split(" = ") for q in message[message.index("(at ") + 4 : message.index(")")].split(", "))
    at = {s: int(point[s.name]) for s in flat.parameters}
    laws = [a1**2 - v11**2 - v12**2, a2**2 - v21**2 - v22**2, a1 * a2 - v11 * v21 - v12 * v22, *flat.predictor]
    rows = [[sympy.diff(e, s).subs(at) for s in flat.parameters] for e in (*laws, square[0, 0])]
    assert sympy.Matrix(rows).rank() > sympy.Matrix(rows[:-1]).rank()


def test_conserved_quantities_are_those_for_every_force():
    p = sympy.Dummy("p")
    found = conserved((U, V), (p,), (p * V, p * U))
    assert [sympy.expand(q) for q in found] == [U**2 - V**2]


def test_other_quantities_in_terms_of_the_predictor():
    x = sympy.Symbol("x", nonnegative=True)
    found, (delta,) = expressed(single_neuron(), inner("v", "v"))
    assert sympy.simplify(found + delta.symbol / 2 - sympy.sqrt(delta.symbol**2 / 4 + x**2)) == 0
    um, vm, up, vp = symbols("u_minus v_minus u_plus v_plus", real=True)
    whole, (k,) = expressed(diagonal(), um**2 + vm**2 + up**2 + vp**2)
    assert whole == 2 * sympy.sqrt(k.symbol**2 + sympy.Symbol("w", real=True) ** 2)
    assert k.at_start == up**2 + vp**2
    with pytest.raises(NoMetric, match="the quantity"):
        expressed(diagonal(), up**2)


def test_no_relation_where_there_is_none():
    w = sympy.Symbol("w", real=True)
    assert Variety((U, V)).dependence(U**2 + 2 * V**2, {w: U * V}, 2) is None


# The Hessian-map condition and time warps.


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_identity_plus_a_square_is_no_hessian_and_becomes_one(d):
    w = symbols(f"w_1:{d + 1}", real=True)
    H = sympy.eye(d) + sympy.Matrix(w) * sympy.Matrix(w).T
    found = hessian_map_residual(H, w)
    assert found.holds is (d == 1)
    if d > 1:
        i, j, k = (n - 1 for n in found.entry)
        residual = sympy.diff(H[i, j], w[k]) - sympy.diff(H[i, k], w[j])
        assert residual.subs({s: found.point[s.name] for s in w}) == found.value != 0
    if d in (2, 3):
        Q, g = matrix_potential(H, w)
        assert Q == g == sympy.exp(sum(s**2 for s in w) / 2)


def test_the_radial_criterion_is_the_residual_of_the_matrix():
    w = symbols("w_1:4", real=True)
    norm = sympy.sqrt(sum(s**2 for s in w))
    for h, b in ((1, 1), (1 / X, -1 / (2 * X**3)), (X**2, 2), (sympy.exp(X), X)):
        m = RadialMetric.of(h, b, X)
        factor = (sympy.diff(h, X) / X - b).subs(X, norm)
        H = m.matrix(w)
        for i, j, k in ((0, 0, 1), (1, 0, 1), (0, 1, 2), (2, 2, 0)):
            residual = sympy.diff(H[i, j], w[k]) - sympy.diff(H[i, k], w[j])
            expected = factor * (w[k] * int(i == j) - w[j] * int(i == k))
            assert near(residual, expected, {"w_1": 1, "w_2": Rational(2, 3), "w_3": Rational(-1, 2)})
    assert hessian_map_residual(RadialMetric.of(X**2, 2, X)).holds
    assert not hessian_map_residual(RadialMetric.of(X**2, 3, X)).holds


def test_a_neuron_is_refused_without_a_warp_for_every_delta():
    m = metric(single_neuron())
    found = hessian_map_residual(m)
    assert not found.holds
    assert found.everywhere.verdict.verdict == "proved"  # nonzero for all x > 0 and all real delta
    assert radial_residual(m) != 0
    with pytest.raises(NoHessianMap, match="d_1 H_22 - d_2 H_21 = -1/2"):
        potential(m, warped=False)
    w = symbols("w_1:3", real=True)
    H = metric(fully_connected(2, balanced=True)).matrix(w)
    i, j, k = (n - 1 for n in found.entry)
    value = (sympy.diff(H[i, j], w[k]) - sympy.diff(H[i, k], w[j])).subs({w[0]: 1, w[1]: 0})
    assert value == found.value


def test_warps_of_matrices_agree_with_those_of_radial_metrics():
    w = symbols("w_1:3", real=True)
    m = metric(fully_connected(2, balanced=True))
    g = matrix_time_warp(m.matrix(w), w)
    assert sympy.simplify(g - time_warp(m).factor.subs(m.x, sympy.sqrt(w[0] ** 2 + w[1] ** 2))) == 0


def test_a_matrix_without_any_warp():
    w = symbols("w_1:4", real=True)
    with pytest.raises(NoTimeWarp, match="differ by"):
        matrix_time_warp(sympy.diag(1, 1, 1 + w[0] ** 2), w)


def test_a_potential_where_the_domain_is_not_convex_is_a_function_and_no_answer():
    m = metric(Network("symmetric", (U, V), (U * V, U + V)))
    assert isinstance(m, EntrywiseMetric)
    Q, g = matrix_potential(m.inverse.inv(), m.w)
    assert sympy.simplify(sympy.hessian(Q, m.w) - g * m.inverse.inv()) == sympy.zeros(2, 2)
    with pytest.raises(NoPotential, match="not proved to be positive definite"):
        potential(m)


def test_separable_networks_of_a_fixed_dimension():
    flat = metric(Network("two", (U, V, T), (U * V, 3 * T)))
    assert isinstance(flat, SeparableMetric)
    assert [c.speed for c in flat.coordinates][1] == 9


def test_leaky_neuron_has_the_metric_of_the_linear_one():
    assert metric(leaky_relu_neuron(Rational(1, 3))).root == metric(single_neuron()).root


# Bad input.


@pytest.mark.parametrize("make", [
    lambda: Network("text", (U,), ("u",)),
    lambda: Network("float", (U,), (0.5 * U,)),
    lambda: Network("extra", (U,), (U * V,)),
    lambda: Network("sine", (U,), (sympy.sin(U),)),
    lambda: Network("root", (U,), (sympy.sqrt(2) * U,)),
    lambda: Network("none", (), (sympy.S.One,)),
    lambda: Network("twice", (U, U), (U,)),
    lambda: Network("two", (U, V), (U, V), copies=True),
    lambda: Network("slope", (U,), (U,), slope=0),
    lambda: diagonal().at(0),
    lambda: fully_connected(0),
    lambda: VectorNetwork("short", (U,), ("v", "z"), (U,)),
])  # fmt: skip
def test_bad_networks_get_one_line(make):
    with pytest.raises(NetworkError) as error:
        make()
    assert "\n" not in str(error.value)


def test_lists_are_networks_too_and_other_things_are_not():
    made = Network("listed", [U, V], [U * V], copies=True)
    assert made == Network("listed", (U, V), (U * V,), copies=True)
    assert hash(made) == hash(Network("listed", (U, V), (U * V,), copies=True))
    for wrong in ("diagonal", sympy.eye(2), None):
        with pytest.raises(NoMetric, match="not for"):
            metric(wrong)
        with pytest.raises(NoPotential, match="not for"):
            potential(wrong)
