"""Potentials of gradient flow: derived by the program, compared with the paper's formulas."""


import pytest
import sympy
from bias_networks import PRODUCT, T, U, V, X, derived, near
from sympy import Rational, symbols

from verifier.derive.implicit_bias.metrics.hessian_map import hessian_map_residual
from verifier.derive.implicit_bias.metrics.metric import metric
from verifier.derive.implicit_bias.metrics.metric_kinds import NoMetric, RadialMetric
from verifier.derive.implicit_bias.networks import Network, VectorNetwork, diagonal, inner, single_neuron
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential
from verifier.derive.implicit_bias.potentials.dual_potentials import dual_potential
from verifier.derive.implicit_bias.potentials.potential import potential
from verifier.derive.implicit_bias.proving import NotVerified, prove
from verifier.derive.implicit_bias.small_starts import potential_at

# Potentials.


def test_the_diagonal_potential_is_equation_9():
    p = derived("diagonal").profiles[0]
    k = sympy.Symbol("k", positive=True)
    z = 2 * p.variable / sympy.sqrt(k)
    printed = sympy.sqrt(k) / 4 * (1 - sympy.sqrt(1 + 4 * p.variable**2 / k) + z * sympy.asinh(z))
    for at in ({"w": 3, "k": 2}, {"w": Rational(-1, 7), "k": Rational(5, 3)}):
        assert near(p.value, printed, at)
        assert not near(p.value, printed.subs(k, 2 * k), at)  # a corrupted twin


def test_the_tied_potential_is_that_of_woodworth():
    p = derived("tied").profiles[0]
    alpha = sympy.Symbol("alpha", positive=True)
    q = p.value.subs({s: 4 * alpha**4 for s in p.value.free_symbols if s.name == "k"})
    z = p.variable / alpha**2
    printed = alpha**2 * (2 - sympy.sqrt(4 + z**2) + z * sympy.asinh(z / 2))
    assert near(q * 4, printed, {"w": Rational(5, 3), "alpha": Rational(2, 7)})


def test_the_neurons_potential_is_that_of_theorem_2():
    p = derived("neuron").profiles[0]
    delta = next(s for s in p.value.free_symbols if s.name == "delta")
    S = sympy.sqrt(p.variable**2 + delta**2 / 4)
    printed = (p.variable**2 - delta / 2 * (delta / 2 + S)) * sympy.sqrt(S - delta / 2) / p.variable
    for at in ({"x": 3, "delta": 2}, {"x": Rational(1, 7), "delta": Rational(5, 3)}):
        assert near(p.value * Rational(3, 2), printed, at)
        assert near(p.slope, sympy.sqrt(S - delta / 2), at)


@pytest.mark.parametrize("name", ["neuron", "balanced"])
def test_the_hessian_of_the_potential_is_the_warped_metric_at_a_rational_point(name):
    Q, w = derived(name), symbols("w_1:4", real=True)
    m, values = Q.metric, {"delta": Rational(3, 2)}
    at = dict(zip(w, (1, Rational(-2, 3), 2), strict=True))
    norm = sympy.sqrt(sum(s**2 for s in w))
    fixed = {c.symbol: values[c.symbol.name] for c in m.constants}
    G = (Q.warp.factor.subs(m.x, norm) * m.matrix(w)).subs(fixed).subs(at)
    hessian = sympy.hessian(Q.at(w, (1, 2, 0), values), w).subs(at)
    assert max(abs(sympy.N(e, 50)) for e in hessian - G) < Rational(1, 10**40)
    assert all(sympy.N(e, 50) == 0 for e in Q.gradient((1, 2, 0), (1, 2, 0), values))


def test_certificates_are_accepted_once_more():
    for name in ("diagonal", "balanced", "product"):
        assert derived(name).evidence
        assert derived(name).verify()


def test_starts_on_which_constants_vanish_have_a_potential_of_their_own():
    twins = potential(Network("square", (U, V), (U * V,), (U - V,), copies=True))
    p = twins.profiles[0]
    assert p.domain == "positive"
    assert sympy.simplify(p.slope - sympy.log(p.variable) / 2) == 0
    assert potential(metric(diagonal(False)), zero=("k",)).profiles[0].slope == p.slope
    still = potential(derived("neuron").metric, zero=("delta",))
    assert still.profiles[0].value == derived("balanced").profiles[0].value


def test_the_potential_of_a_concrete_start_has_its_minimum_there():
    theta = {s: Rational(i + 1, 3) for i, s in enumerate(diagonal(False).at(2).parameters)}
    w, Q = potential_at(diagonal(False), theta, 2)
    start = dict(zip(w, (e.subs(theta) for e in diagonal(False).at(2).predictor), strict=True))
    assert all(abs(sympy.N(sympy.diff(Q, s).subs(start), 50)) < Rational(1, 10**40) for s in w)
    for s in w:  # H = (J J')^-1, computed at the start from the parameters
        speed = sum(sympy.diff(e, x) ** 2 for e in diagonal(False).at(2).predictor for x in theta
                    if e.has(x) and start[s] == e.subs(theta)).subs(theta)  # fmt: skip
        assert abs(sympy.N(sympy.diff(Q, s, 2).subs(start) * speed - 1, 50)) < Rational(1, 10**40)
    with pytest.raises(NoPotential, match="outside the domain"):
        potential_at(diagonal(), dict.fromkeys(diagonal().at(1).parameters, 0), 1)


def test_a_biased_start_with_no_constant_left_has_the_entropic_potential():
    network = diagonal(False)
    theta = {s: Rational(3, 2) if "plus" in s.name else 0 for s in network.at(1).parameters}
    Q = potential(metric(network), zero=("k",))
    (w,), value = potential_at(network, theta, 1, Q)
    x0 = Rational(9, 4)
    printed = (w * sympy.log(w / x0) - w) / 2
    assert sympy.simplify(sympy.expand_log(sympy.diff(value - printed, w).subs(w, 3), force=True)) == 0
    other = dict.fromkeys(theta, 1)  # here the constant is not zero
    with pytest.raises(NoPotential):
        potential_at(network, other, 1, Q)


def test_constant_metrics_have_quadratic_potentials():
    Q = potential(Network("linear", (U, V), (U + V, U - 2 * V)))
    assert sympy.hessian(Q.closed, Q.metric.w) * sympy.Matrix([[2, -1], [-1, 5]]) == sympy.eye(2)
    assert Q.verify()
    assert Q.gradient((1, 2), (1, 2)) == [0, 0]
    with pytest.raises(NoMetric):
        potential(Network("singular", (U, V), (U + V, 2 * U + 2 * V)))


@pytest.mark.parametrize(("goal", "what"), [
    ("diff(x*asinh(2*x/sqrt(k))/2 - sqrt(k + 4*x**2)/2, x) == asinh(2*x/sqrt(k))/2", "factor"),
    ("diff(asinh(2*x/sqrt(k))/2, x) == 1/sqrt(2*x**2 + k)", "metric"),
    ("diff(x/sqrt(sqrt(x**2 + 1) + 1), x) < 0", "convexity"),
])  # fmt: skip
def test_corrupted_matching_equations_are_not_verified(goal, what):
    with pytest.raises(NotVerified, match=what):
        prove(what, goal, {n: "positive" for n in "xk" if n in goal}, seconds=2)


# Bad input.


def test_bad_questions_get_one_line():
    with pytest.raises(NoPotential, match="it has: k"):
        potential(derived("diagonal").metric, zero=("c",))
    with pytest.raises(NoMetric, match="positive integer"):
        metric(PRODUCT, degree=0)
    with pytest.raises(NoPotential, match="2 coordinates and the start 1"):
        derived("diagonal").at((1, 2), (1,))
    with pytest.raises(ValueError, match="not symmetric"):
        hessian_map_residual(sympy.Matrix([[1, 2], [3, 4]]), (U, V))


def test_metrics_given_by_two_functions():
    r = sympy.Symbol("r", positive=True)
    Q = potential(RadialMetric.of(1, 1, r))
    assert (Q.warp.factor, Q.profiles[0].value) == (sympy.exp(X**2 / 2), sympy.exp(X**2 / 2))
    assert potential(RadialMetric.of(2, 0, r), warped=False).profiles[0].value == X**2
    with pytest.raises(NotVerified):  # not positive definite
        potential(RadialMetric.of(-1, 0, r))
    with pytest.raises(NoMetric, match="one positive symbol"):
        RadialMetric.of(1, U, r)
    with pytest.raises(NoMetric, match="invertible"):
        RadialMetric.of(r**2, -1, r)


def test_a_deeper_neuron_with_a_balanced_start():
    a, b = symbols("a b", real=True)
    n = inner("v", "v")
    Q = potential(VectorNetwork("three layers", (a, b), ("v",), (a * b,), (a - b, n - a**2)))
    p = Q.profiles[0]
    # A = x^(4/3), B = 2 x^(-2/3): q''/q' = (A/(A + B x^2))/x = 1/(3x)
    assert sympy.simplify(p.slope / X ** Rational(1, 3)).is_constant()
    assert Q.metric.root == X ** Rational(4, 3)


def test_dual_potentials():
    found = dual_potential(diagonal(False))[0]
    Q = derived("biased").profiles[0]
    at = dict(zip(found.parameters, (Rational(1, 3), 2, Rational(-1, 2), 1), strict=True))
    (k,) = derived("biased").metric.coordinates[0].constants
    fixed = {s: k.in_parameters.subs(at) for s in Q.slope.free_symbols if s.name == "k"}
    for s in (0, Rational(1, 2), -2):  # q'(w(s)) - q'(w(0)) = s
        ends = (Q.slope.subs(fixed).subs(Q.variable, found.slope.subs(at).subs(found.s, r)) for r in (s, 0))
        assert abs(sympy.N(next(ends) - next(ends) - s, 50)) < Rational(1, 10**40)
    # a network without a metric in closed form has one all the same
    mixed = Network("two speeds", (U, V, T), (U * V + T**2,), copies=True)
    with pytest.raises(NoMetric):
        metric(mixed)
    (dual,) = dual_potential(mixed)
    assert sympy.simplify(dual.value - (sum(x**2 for x in dual.path)) / 4) == 0
    assert sympy.simplify(sympy.diff(dual.slope, dual.s) - sum(
        sympy.diff(U * V + T**2, x).subs(dict(zip(dual.parameters, dual.path, strict=True)), simultaneous=True) ** 2
        for x in dual.parameters)) == 0  # fmt: skip
    for network in (Network("cube", (U,), (U**3,), copies=True), single_neuron(), single_neuron().at(2)):
        with pytest.raises(NoPotential):
            dual_potential(network)


def test_a_neuron_whose_output_weight_is_seen_has_a_potential_on_a_half_space():
    network = Network("seen", (T, U, V), (T * U, T * V, T))
    Q = potential(network)
    w1, w2, w3 = Q.metric.w
    assert sympy.expand(Q.closed - (w1**2 + w2**2) / (2 * w3) - w3**3 / 6) == 0
    assert Q.conditions == ("as long as w_3 > 0",)
    H = (sympy.Matrix(network.predictor).jacobian(network.parameters)) ** -1
    at = {T: 2, U: Rational(1, 3), V: -1}
    place = dict(zip((w1, w2, w3), (e.subs(at) for e in network.predictor), strict=True))
    expected = (H.T * H).subs(at) * Q.warp.factor.subs(place)
    assert sympy.simplify(sympy.hessian(Q.closed, (w1, w2, w3)).subs(place) - expected) == sympy.zeros(3, 3)


def test_sums_of_vectors_have_the_euclidean_potential():
    Q = potential(VectorNetwork("sum", (), ("v", "z"), (1, 1)))
    assert (Q.profiles[0].value, Q.warp.factor) == (X**2 / 4, 1)
    assert any("any start" in c for c in Q.conditions)
    balanced = derived("balanced").conditions
    assert not any("any start" in c for c in balanced)
    assert any("grad Q is continuous at 0" in c for c in balanced)


def test_negative_coordinates():
    p = potential(Network("minus", (U,), (-(U**2),), copies=True)).profiles[0]
    assert p.domain == "negative"
    assert sympy.simplify(p.slope + sympy.log(-p.variable) / 4) == 0
