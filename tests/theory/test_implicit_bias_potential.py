"""Potentials of gradient flow: derived by the program, compared with the paper's formulas."""

import doctest
import functools
import importlib
import pkgutil

import mpmath
import pytest
import sympy
from sympy import Rational, symbols

from verifier.theory import implicit_bias
from verifier.theory.implicit_bias.bregman import bregman
from verifier.theory.implicit_bias.hessian_map import hessian_map_residual
from verifier.theory.implicit_bias.limits import extremes
from verifier.theory.implicit_bias.metric import NoMetric, metric
from verifier.theory.implicit_bias.networks import (
    Network,
    diagonal,
    fully_connected,
    single_neuron,
    tied_diagonal,
)
from verifier.theory.implicit_bias.potential import NoPotential, potential
from verifier.theory.implicit_bias.proving import NotVerified, prove
from verifier.theory.implicit_bias.shapes import coordinate_shape, neuron_shape
from verifier.theory.implicit_bias.starts import potential_at

U, V, T = symbols("u v t", real=True)
X = sympy.Symbol("x", positive=True)
PRODUCT = Network("product", (U, V), (U * V,), copies=True)


@functools.cache
def derived(name):
    """Potentials that several tests look at."""
    made = {
        "diagonal": diagonal, "biased": lambda: diagonal(unbiased=False), "tied": tied_diagonal,
        "neuron": single_neuron, "balanced": lambda: fully_connected(2, balanced=True), "product": lambda: PRODUCT,
    }  # fmt: skip
    return potential(made[name]())


def near(e, f, at):
    """Whether two expressions agree to 40 digits at rational values of their symbols, by name."""
    def values(g):
        return g.subs({s: at[s.name] for s in g.free_symbols})

    return abs(sympy.N(values(e) - values(f), 60)) < Rational(1, 10**40)


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
    assert Q.quadratic * sympy.Matrix([[2, -1], [-1, 5]]) == sympy.eye(2)
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


# Limits, shapes, divergences.


def test_extremes_of_the_diagonal_potential():
    low, high = extremes(derived("diagonal"))
    assert (low.leading, high.leading) == (low.leading.args[1] / 4, high.factor.subs(high.constant, 1) * X**2 / 2)
    expansion = X / 2 * (sympy.log(4 * X) - 1)
    assert sympy.simplify(sympy.expand_log(low.next - expansion)) == 0


def test_extremes_of_the_neurons_potential():
    low, high = extremes(derived("neuron"))
    assert low.leading == 2 * X ** Rational(3, 2) / 3
    assert (high.factor, high.leading) == (sympy.sqrt(high.constant), X**2 / 2)


def test_shapes_are_those_of_the_lemmas():
    alpha, s = sympy.Symbol("alpha", positive=True), sympy.Symbol("s", real=True)
    found = coordinate_shape(derived("diagonal"))
    assert sympy.simplify(found.constant - (4 * alpha * (1 + s**2) / (1 - s**2)) ** 2) == 0
    assert dict(found.limits) == {"alpha -> 0": 0, "s -> 1": sympy.oo, "s -> -1": sympy.oo}
    neuron = neuron_shape(derived("neuron"))
    at = {"alpha": Rational(7, 3), "s": Rational(1, 5)}
    assert near(neuron.constant, 4 * alpha * s / (1 - s**2), at)
    assert near(neuron.pull, sympy.sqrt(alpha * (1 - s) / (1 + s)), at)
    assert near(neuron.bend, (1 - s) ** 2 / (2 * (1 + s**2)), at)
    assert dict(neuron.limits)["bend, s -> 1"] == 0
    with pytest.raises(NoPotential):
        neuron_shape(derived("balanced"))


def test_divergences():
    D = bregman(derived("diagonal"))
    assert D.evidence[0].verdict.verdict == "proved"
    values = {"k_1": 2, "k_2": 3}
    assert sympy.simplify(D.at((1, 2), (1, 2), values)) == 0
    w, w0 = (1, Rational(-1, 2)), (Rational(1, 3), 2)
    terms = sum(
        D.terms[0].subs({s: v for s in D.terms[0].free_symbols if s.name == "k"}).subs({D.x: a, D.y: b})
        for a, b, v in zip(w, w0, (2, 3), strict=True)
    )
    assert abs(sympy.N(terms - D.at(w, w0, values), 50)) < Rational(1, 10**40)
    assert sympy.N(terms) > 0
    radial = bregman(derived("balanced"))
    term = radial.terms[0].subs({radial.x: 5, radial.y: 13, radial.product: 63})  # (3, 4) and (5, 12)
    assert near(term, radial.at((3, 4), (5, 12)), {})


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


@pytest.mark.parametrize("module", [m.name for m in pkgutil.iter_modules(implicit_bias.__path__)])
def test_examples(module):
    assert doctest.testmod(importlib.import_module(f"verifier.theory.implicit_bias.{module}")).failed == 0
    assert mpmath.mp.dps == 15  # nobody leaves another precision behind
