"""Closed forms against integrated flows of the whole parameters, and twins that must fail."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import sympy

from verifier.derive import derive
from verifier.derive.formulas import Refused
from verifier.derive.trajectories.scalar_recursion import recursion
from verifier.derive.trajectories.separated_modes import (
    diagonal_mode,
    quotient,
    solves_riccati,
    tied_mode,
    two_layer_mode,
)
from verifier.models import find

T = 0.8
U = np.array([[3, -4], [4, 3]]) / 5
V = np.array([[5, -12], [12, 5]]) / 13


def integrated(field, start, steps=4000):
    """Runge-Kutta of the fourth order, with floats: a route of its own."""
    x, h = np.asarray(start, float), T / steps
    for _ in range(steps):
        a = field(x)
        b = field(x + h / 2 * a)
        c = field(x + h / 2 * b)
        x = x + h / 6 * (a + 2 * b + 2 * c + field(x + h * c))
    return x


def at(mode, sigma, lam, starts):
    """The parameters at time T by the formula of the answer."""
    letters = {sympy.Symbol(x): v for x, v in starts.items()}
    kappa = sympy.sqrt(4 * sigma**2 + lam**2 * mode.alpha * mode.beta).subs(letters)
    q = quotient(sigma, lam, mode.alpha, mode.beta, mode.gamma, kappa, sympy.Rational(4, 5)).subs(letters)
    return [float(value.subs(letters).subs(mode.rho, sympy.sqrt(q))) for value in mode.values.values()]


def test_two_layers_follow_their_modes():
    lam, sigma, starts = (1, 0.5), (2, -1), ((0.3, 0.7), (1, -0.25))
    S, Q = U @ np.diag(lam) @ U.T, U @ np.diag(sigma) @ V.T

    def field(x):
        first, second = x[:4].reshape(2, 2), x[4:].reshape(2, 2)
        error = Q - S @ first @ second
        return np.concatenate([(error @ second.T).ravel(), (first.T @ error).ravel()])

    M, N = np.diag([m for m, _ in starts]), np.diag([n for _, n in starts])
    end = integrated(field, np.concatenate([(U @ M).ravel(), (N @ V.T).ravel()]))
    modes = [at(two_layer_mode(), s, x, {"m0": m, "n0": n}) for s, x, (m, n) in zip(sigma, lam, starts, strict=True)]
    first, second = (np.diag([mode[i] for mode in modes]) for i in (0, 1))
    assert np.abs(end - np.concatenate([(U @ first).ravel(), (second @ V.T).ravel()])).max() < 1e-9


def test_diagonal_networks_follow_their_coordinates():
    x, y = 1.5, -2.0  # d = 1: lambda = x^2, sigma = x y

    def field(p):
        error = x * (y - x * (p[0] * p[1] - p[2] * p[3]))
        return error * np.array([p[1], p[0], -p[3], -p[2]])

    start = (0.4, -1.0, 0.2, 0.9)
    names = ("up0", "vp0", "um0", "vm0")
    found = at(diagonal_mode(), x * y, x * x, dict(zip(names, start, strict=True)))
    assert np.abs(integrated(field, start) - found).max() < 1e-9

    def tied(p):
        return 2 * x * (y - x * (p[0] ** 2 - p[1] ** 2)) * np.array([p[0], -p[1]])

    assert np.abs(integrated(tied, (0.4, 0.3)) - at(tied_mode(), x * y, x * x, {"up0": 0.4, "um0": 0.3})).max() < 1e-9


OTHERS = ["linear-autoencoder", "reduced-rank-regression", "leaky-relu-neuron", "diagonal-network-tied"]


@pytest.mark.parametrize("name", OTHERS)
def test_closed_forms_are_verified(name):
    assert derive("closed-form", name, all_sizes=True).verified


def test_twins_fail():
    mode = two_layer_mode()
    assert mode.verify() and solves_riccati(3)
    for wrong in ({"alpha": 2 * mode.alpha}, {"gamma": 2}, {"rates": {"m": sympy.Symbol("n"), "n": -sympy.Symbol("m")}},
                  {"starts": {"m": 0, "n": 0}}, {"product": mode.product + 1}):  # fmt: skip
        assert not replace(mode, **wrong).verify()
    with pytest.raises(Refused, match="nothing is shown"):
        derive("closed-form", replace(find("linear-neuron"), normal=("X*X.T", "2*X*y", "0")), all_sizes=True)


def test_the_heavy_ball_is_shown_in_each_regime():
    found = derive("closed-form", "linear-network-1", all_sizes=True)
    assert found.verified and [f.name for f in found.formulas if f.name.startswith("x(t)")] == [
        "x(t) overdamped", "x(t) critical", "x(t) underdamped"]  # fmt: skip


def test_the_bounds_of_the_iterates_are_those_of_exact_iterates():
    low, high = (derive("closed-form", "linear-network-2").formulas[i].value for i in (-2, -1))
    values = {"eta": sympy.Rational(1, 4), "sigma": 1, "lambda": 2, "z0": sympy.Rational(1, 10), "n": 5}
    put = {s: values[s.name] for s in low.free_symbols | high.free_symbols}
    assert low.subs(put) < recursion("1/4", 1, 2, "1/10").exact(5) < high.subs(put)


def test_what_has_no_closed_form_is_refused():
    with pytest.raises(Refused, match="none is known"):
        derive("closed-form", "linear-rnn")
