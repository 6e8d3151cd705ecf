"""Targets with memory at 1/omega: transforms and moments against integration."""

import doctest
from dataclasses import replace
from itertools import pairwise

import mpmath
import pytest
from sympy import N, Rational, Symbol

from verifier.derive.continuous import airy_memory, memory_targets
from verifier.derive.continuous.airy_memory import airy
from verifier.derive.continuous.exponential_sums import loss
from verifier.derive.continuous.memory_targets import Gaussian, NoMemory, bump, hat, indicator, memory_target, piecewise
from verifier.derive.exact_numbers import Inexact

TEMPLATES = [
    (Gaussian(Rational(1, 2)), lambda t: mpmath.exp(-2 * t * t), 12),
    (indicator(1), lambda t: mpmath.mpf(abs(t) <= 1), 1),
    (hat(2), lambda t: max(mpmath.mpf(0), 1 - abs(t) / 2), 2),
    (bump(1, 2), lambda t: (1 - t * t) ** 3 if abs(t) < 1 else mpmath.mpf(0), 1),
    (piecewise([(-1, 0, [1, 1]), (0, 2, [1, "-1/2", "-1/3"])]), None, 2),
]


def test_examples():
    for module in (memory_targets, airy_memory):
        assert doctest.testmod(module).failed == 0


def value(template, function, t):
    if function is not None:
        return function(t)
    for low, high, row in template.pieces:
        if float(low) <= t <= float(high):
            return sum(mpmath.mpf(c.numerator) / c.denominator * t**i for i, c in enumerate(row))
    return mpmath.mpf(0)


@pytest.mark.parametrize(("template", "function", "width"), TEMPLATES)
@pytest.mark.parametrize("mu", [Rational(1, 2), Rational(4)])
def test_transforms_and_moments_against_quadrature(template, function, width, mu):
    memory = memory_target([(1, 1), (-2, 3)], template, mu, Rational(3, 7))
    assert memory.verify()
    with mpmath.workdps(40):
        m = mpmath.mpf(mu.p) / mu.q
        cuts = sorted({mpmath.mpf(0), *(max(mpmath.mpf(0), m + mpmath.mpf(j) * width / 8) for j in range(-8, 9))})

        def target(t):
            c = mpmath.mpf(3) / 7
            return mpmath.exp(-t) - 2 * mpmath.exp(-3 * t) + c * value(template, function, t - m)

        for n, w in [(0, Rational(1)), (1, Rational(2, 3)), (3, Rational(2))]:
            x = mpmath.mpf(w.p) / w.q
            wanted = mpmath.quad(lambda t, n=n, x=x: t**n * mpmath.exp(-x * t) * value(template, function, t - m), cuts)
            assert abs(mpmath.mpf(N(memory.moment(n, w), 40)) - wanted) < mpmath.mpf(10) ** -25
        whole = mpmath.quad(lambda t: target(t) ** 2, [*cuts, cuts[-1] + 4, cuts[-1] + 40, mpmath.inf])
        assert abs(mpmath.mpf(N(memory.target.norm_squared, 40)) - whole) < mpmath.mpf(10) ** -20


def test_the_gradient_on_the_plateau_is_that_of_the_loss():
    for template in (Gaussian(1), hat(1)):
        memory = memory_target([(1, 1)], template, 6, Rational(1, 2))
        which = loss(2, memory.target)
        assert which.verify()
        a, w = ["1/3", "2/3"], [1, 1]
        difference = which.at(a, w, which.gradient) - memory.plateau_gradient(a, w)
        assert all(x.simplify() == 0 for x in difference)
        added = which.at(a, w, which.hessian) - memory.plateau_hessian(a, w)
        plain = loss(2, [(1, 1)])
        assert (added - plain.at(a, w, plain.hessian)).applyfunc(lambda x: x.simplify()).is_zero_matrix


def test_symbolic_memory():
    sigma, mu = Symbol("sigma", positive=True), Symbol("mu", positive=True)
    memory = memory_target([], Gaussian(sigma), mu)
    assert memory.verify()
    at = memory.target.transform.subs({sigma: Rational(1, 2), mu: 3})
    assert (at - memory_target([], Gaussian(Rational(1, 2)), 3).target.transform).simplify() == 0


def test_delta_decreases_and_has_no_value_for_changing_signs():
    memory = memory_target([], bump(1, 1), 5)
    values = [memory.delta(1, w) for w in (Rational(1, 2), 1, 2)]
    assert all(bool(x > y) for x, y in pairwise(values))
    signed = memory_target([], piecewise([(-1, 1, [0, 1])]), 5)
    with pytest.raises(NoMemory):
        signed.delta(0, 1)
    assert memory_target([], piecewise([(-1, 1, [0, 0, 1])]), 5).template.nonnegative
    assert not memory_target([], piecewise([(-1, 1, [0, 0, -1])]), 5).template.nonnegative


def test_twins_fail():
    class Wrong(Gaussian):
        def transform(self, s, mu):
            return 2 * super().transform(s, mu)

    good = memory_target([], Gaussian(1), 3)
    assert not replace(good, template=Wrong(1)).verify()
    polynomial = memory_target([], hat(1), 3)

    class Shifted(type(polynomial.template)):
        def transform(self, s, mu):
            return super().transform(s, mu + 1)

    assert not replace(polynomial, template=Shifted(polynomial.template.pieces)).verify()


@pytest.mark.parametrize(("scale", "mu", "n", "w"), [(1, 2, 0, 1), (2, 5, 1, "1/3"), (1, 10, 2, 1), (1, 3, 0, 0)])
def test_airy_moments_against_quadrature(scale, mu, n, w):
    target = airy(scale, mu)
    ball = target.moment(n, w, 20)
    with mpmath.workdps(25):
        x = mpmath.mpf(Rational(w).p) / Rational(w).q

        def integrand(t):
            return t**n * mpmath.exp(-x * t) * mpmath.airyai(scale * (t - mu))

        wanted = mpmath.quad(integrand, mpmath.linspace(0, mu + 26, 10))
        assert abs(mpmath.mpf(ball.middle) - wanted) <= mpmath.mpf(ball.radius) + mpmath.mpf(10) ** -18
        assert mpmath.mpf(ball.radius) < mpmath.mpf(10) ** -18


def test_airy_norm_and_twin():
    target = airy(2, 3)
    with mpmath.workdps(30):
        wanted = mpmath.quad(lambda t: mpmath.airyai(2 * (t - 3)) ** 2, mpmath.linspace(0, 12, 16))
        assert abs(mpmath.mpf(N(target.norm_squared(), 30)) - wanted) < mpmath.mpf(10) ** -20

    first, second = target.plateau_gradient(["1/2"], [1], -3, 20)
    with mpmath.workdps(30):
        for shown, n, scale in ((first, 0, 6), (second, 1, -3)):
            exact = mpmath.mpf(target.moment(n, 1, 20).middle) * scale
            assert abs(mpmath.mpf(shown.middle) - exact) < mpmath.mpf(10) ** -18

    class Wrong(type(target)):
        def moment_formula(self, n):
            return super().moment_formula(n) + int(n == 2)

    assert not Wrong(target.scale, target.mu).verify()


@pytest.mark.parametrize("call", [
    lambda: memory_target([], Gaussian(1), 0),
    lambda: memory_target([], Gaussian(-1), 1),
    lambda: memory_target([], hat(1), Symbol("mu", positive=True)),
    lambda: piecewise([]),
    lambda: piecewise([(0, 1, [0])]),
    lambda: piecewise([(0, 2, [1]), (1, 3, [1])]),
    lambda: bump(0),
    lambda: hat(0),
    lambda: airy(0, 1),
    lambda: airy(1, 1).moment(0, -1),
])  # fmt: skip
def test_bad_questions_get_one_line(call):
    with pytest.raises(ValueError) as error:
        call()
    assert "\n" not in str(error.value) and len(str(error.value)) > 15


def test_floats_are_refused():
    with pytest.raises(Inexact):
        airy(1.5, 1)
    with pytest.raises(Inexact):
        memory_target([], indicator(1), 0.5)
