"""Targets with a memory at mu = 1/omega whose letters are symbols: what a formula for all values needs.

The target is rho(t) = sum_j s_j e^(-v_j t) + c y(t), y one of

* a Gaussian e^(-(t - mu)^2/(2 sigma^2)), its transform with erfc (`memory_targets.Gaussian`);
* the bump (1 - ((t - mu)/h)^2)^2 on [mu - h, mu + h], 0 < h <= mu, by repeated partial integration;
* Airy's function Ai(q (t - mu)), q = kappa.  Its transform A(x) on the half line is no elementary function; the
  equation y'' = q^3 (t - mu) y gives A'(x) = -mu A(x) - (x^2 A(x) - y'(0) - x y(0))/q^3, so that all derivatives are
  in A itself.

Source: Li, Han, E and Li (ICLR 2021), (20), (82), (125), Remark C.1, Figure 1 (b).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from verifier.derive.continuous.memory_targets import Gaussian, _vanishes


@dataclass(frozen=True)
class SymbolicMemory:
    """y(t), its Laplace transform in `x` and the integral of y^2 over t >= 0; SymPy, in positive symbols `letters`.

    `derivation` says how the transform was derived; `verify` derives it again.
    """

    value: Any
    t: Any
    transform: Any
    x: Any
    norm_squared: Any
    letters: tuple[Any, ...]
    derivation: str
    verifier: Callable[[SymbolicMemory], bool]

    def at(self, point: Any) -> Any:
        """The transform at a point."""
        return self.transform.subs(self.x, point)

    def verify(self) -> bool:
        """Whether transform and norm are those of y."""
        return self.verifier(self)


def _letters(*names: str) -> tuple[Any, ...]:
    from sympy import Symbol

    return tuple(Symbol(n, positive=True) for n in names)


@cache
def gaussian() -> SymbolicMemory:
    """e^(-(t - mu)^2/(2 sigma^2))."""
    from sympy import exp

    x, t, mu, sigma = _letters("x", "t", "mu", "sigma")
    template = Gaussian(sigma)
    return SymbolicMemory(exp(-((t - mu) ** 2) / (2 * sigma**2)), t, template.transform(x, mu), x,
                          template.norm_squared(mu), (mu, sigma), "its equation by partial integration", _gaussian)


def _gaussian(m: SymbolicMemory) -> bool:
    """T' + (mu - x sigma^2) T + sigma^2 y(0) = 0; and the square is a Gaussian with sigma/sqrt(2), its transform at 0.

    The equation is partial integration of d/dt (y e^(-x t)), which is checked first.
    """
    from sympy import exp, limit, oo, simplify, sqrt

    mu, sigma = m.letters
    step = (m.value * exp(-m.x * m.t)).diff(m.t) - (-(m.t - mu) / sigma**2 - m.x) * m.value * exp(-m.x * m.t)
    equation = m.transform.diff(m.x) + (mu - m.x * sigma**2) * m.transform + sigma**2 * m.value.subs(m.t, 0)
    narrow = m.transform.subs(sigma, sigma / sqrt(2)).subs(m.x, 0)
    return bool(
        simplify(step) == 0 and _vanishes(equation) and limit(m.transform.subs({mu: 1, sigma: 1}), m.x, oo) == 0
        and simplify(narrow - m.norm_squared) == 0
    )  # fmt: skip


@cache
def bump() -> SymbolicMemory:
    """(1 - ((t - mu)/h)^2)^2 on [mu - h, mu + h], continuously differentiable."""
    from sympy import exp, integrate

    x, t, mu, h = _letters("x", "t", "mu", "h")
    p = ((1 - (t - mu) ** 2 / h**2) ** 2).expand()
    low, high = mu - h, mu + h
    total, derivative, k = p * 0, p, 0
    while derivative != 0:  # the primitive of p e^(-x t) is -e^(-x t) (p/x + p'/x^2 + ...)
        ends = [derivative.subs(t, end).expand().factor() for end in (low, high)]
        total += (ends[0] * exp(-x * low) - ends[1] * exp(-x * high)) / x ** (k + 1)
        derivative, k = derivative.diff(t), k + 1
    norm = integrate((p**2).expand(), (t, low, high)).expand().factor()
    return SymbolicMemory((1 - (t - mu) ** 2 / h**2) ** 2, t, total, x, norm, (mu, h), "partial integration", _bump)


def _bump(m: SymbolicMemory) -> bool:
    """A primitive solved for by its equation x q - q' = p, at both ends; the norm by the binomial theorem."""
    from math import comb

    from sympy import Integer, Rational, exp, expand, factorial

    mu, h = m.letters
    x, t, p = m.x, m.t, expand(m.value)
    q = sum((p.diff(t, k) / x ** (k + 1) for k in range(5)), Integer(0))
    if expand(x * q - q.diff(t) - p) != 0:
        return False
    wanted = q.subs(t, mu - h) * exp(-x * (mu - h)) - q.subs(t, mu + h) * exp(-x * (mu + h))
    beta = 2 * h * sum(Rational((-1) ** i * comb(4, i), 2 * i + 1) for i in range(5))
    small = factorial(4) * Rational(2**4, 1) / (3 * 5 * 7 * 9) * 2 * h  # Wallis: the integral of (1 - u^2)^4
    return bool(expand((wanted - m.transform).expand()) == 0 and expand(beta - m.norm_squared) == 0 == beta - small)


@cache
def airy_transform() -> Any:
    """The class of A(x, k, mu), the integral of Ai(k (t - mu)) e^(-x t) over t >= 0, as a SymPy function.

    It is opaque but for its derivative in x.
    """
    from sympy import Function, airyai, airyaiprime

    class A(Function):  # type: ignore[misc]
        nargs = 3

        def fdiff(self, argindex: int = 1) -> Any:
            x, k, mu = self.args
            if argindex != 1:
                raise ValueError("the transform is differentiated with respect to its first argument alone")
            z = -k * mu
            return -mu * self - (x**2 * self - k * airyaiprime(z) - x * airyai(z)) / k**3

        def _latex(self, printer: Any, exp: Any = None) -> str:
            shown = rf"A\left({printer.doprint(self.args[0])}\right)"
            return shown if exp is None else f"{shown}^{{{exp}}}"

        def _sympystr(self, printer: Any) -> str:
            return f"A({printer.doprint(self.args[0])})"

    return A


@cache
def airy() -> SymbolicMemory:
    """Ai(kappa (t - mu)): oscillates before mu and decays after it."""
    from sympy import airyai, airyaiprime

    x, t, mu, k = _letters("x", "t", "mu", "kappa")
    z = -k * mu
    norm = (airyaiprime(z) ** 2 - z * airyai(z) ** 2) / k
    return SymbolicMemory(airyai(k * (t - mu)), t, airy_transform()(x, k, mu), x, norm, (mu, k),
                          "Airy's equation, partial integration", _airy)  # fmt: skip


def _airy(m: SymbolicMemory) -> bool:
    """d/dt of e^(-x t) (y' + x y) is e^(-x t) (k^3 (t - mu) - x^2) y, which gives A'; and the primitive of y^2."""
    from sympy import airyai, airyaiprime, exp, expand

    mu, k = m.letters
    t, x, y = m.t, m.x, m.value
    inner = exp(-x * t) * (y.diff(t) + x * y)
    if expand(inner.diff(t) - exp(-x * t) * (k**3 * (t - mu) - x**2) * y) != 0:
        return False
    z = k * (t - mu)
    primitive = (z * airyai(z) ** 2 - airyaiprime(z) ** 2) / k
    if expand(primitive.diff(t) - y**2) != 0 or expand(primitive.subs(t, 0) + m.norm_squared) != 0:
        return False
    # integrated over t >= 0: -(y'(0) + x y(0)) = k^3 (-A' - mu A) - x^2 A
    first = k * airyaiprime(-k * mu) + x * airyai(-k * mu)
    balance = -first - k**3 * (-m.transform.diff(x) - mu * m.transform) + x**2 * m.transform
    return bool(expand(balance) == 0)
