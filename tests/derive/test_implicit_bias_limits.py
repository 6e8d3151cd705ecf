"""Potentials of gradient flow: derived by the program, at extreme constants and starts; divergences."""

import doctest
import importlib
import pkgutil

import mpmath
import pytest
import sympy
from bias_networks import X, derived, near
from sympy import Rational

from verifier.derive import implicit_bias
from verifier.derive.implicit_bias.potentials.bregman import bregman
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential
from verifier.derive.implicit_bias.potentials.potential_limits import extremes
from verifier.derive.implicit_bias.potentials.potential_shapes import coordinate_shape, neuron_shape

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
    assert {e.verdict.verdict for e in D.evidence} <= {"proved"}
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


@pytest.mark.parametrize("module", [m.name for m in pkgutil.iter_modules(implicit_bias.__path__)])
def test_examples(module):
    before = mpmath.mp.dps
    assert doctest.testmod(importlib.import_module(f"verifier.derive.implicit_bias.{module}")).failed == 0
    assert mpmath.mp.dps == before  # nobody leaves another precision behind
