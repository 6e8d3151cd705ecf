"""Airy targets rho_0(t) = Ai(k (t - mu)): what is exact about their integrals, and certified balls for the rest.

y(t) = Ai(k (t - mu)) solves y'' = k^3 (t - mu) y.  Multiplied by t^n e^(-w t) and integrated by parts twice this gives

    k^3 (M_{n+1} - mu M_n) = n (n-1) M_{n-2} - 2 n w M_{n-1} + w^2 M_n + b_n,

M_n the integral of t^n e^(-w t) y over t >= 0, b_0 = -y'(0) - w y(0), b_1 = y(0), b_n = 0 for n >= 2.  So all moments
follow from M_0, the Laplace transform on the half line, which has no elementary closed form.  It is enclosed by
rigorous integration and a bound for the tail: Ai(x) <= e^(-2/3 x^(3/2))/2 for x >= 1.

Source: Li, Han, E and Li (ICLR 2021), Section 6, Figure 1 (b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.derive.continuous.memory_targets import NoMemory
from verifier.derive.enclosed_numbers import Ball, ball, decimals, rounded
from verifier.derive.exact_numbers import NotVerified, rational, symbol_free


@dataclass(frozen=True)
class AiryMemory:
    """rho_0(t) = Ai(scale (t - mu)); both positive rationals (SymPy); oscillates before mu and decays after it."""

    scale: Any
    mu: Any

    def norm_squared(self) -> Any:
        """The integral of rho_0^2 over t >= 0, exact: (Ai'(z)^2 - z Ai(z)^2)/scale at z = -scale mu."""
        from sympy import airyai, airyaiprime

        z = -self.scale * self.mu
        return (airyaiprime(z) ** 2 - z * airyai(z) ** 2) / self.scale

    def moment_formula(self, n: int) -> Any:
        """M_n exactly, in the symbols w and M0 (the Laplace transform at w) and the values Ai, Ai' at -scale mu."""
        from sympy import Symbol, airyai, airyaiprime, expand

        w, first = Symbol("w", positive=True), Symbol("M0", real=True)
        z = -self.scale * self.mu
        value, slope = airyai(z), self.scale * airyaiprime(z)
        moments = [first]
        for i in range(n):
            right = w**2 * moments[i] + (-slope - w * value if i == 0 else value if i == 1 else 0)
            right -= 2 * i * w * moments[i - 1] if i >= 1 else 0
            right += i * (i - 1) * moments[i - 2] if i >= 2 else 0
            moments.append(expand(self.mu * moments[i] + right / self.scale**3))
        return moments[n]

    def moment(self, n: int, w: Any, digits: int = 30) -> Ball:
        """M_n(w) as a ball that certainly contains it, w >= 0 an exact rational, with about `digits` digits."""
        exponent = rational(w, "w")
        if exponent < 0 or n < 0:
            raise NoMemory("moments are taken for w >= 0 and n >= 0")
        with decimals(digits + 15):
            return rounded(self._enclosure(n, exponent, digits), digits)

    def plateau_gradient(
        self, a: Sequence[Any], w: Sequence[Any], amplitude: Any = 1, digits: int = 30
    ) -> tuple[Ball, ...]:
        """The gradient of the loss where the student equals the rest of the target, rho = rest + amplitude rho_0.

        Order (a_1..a_m, w_1..w_m): -2 c M_0(w_k), then 2 a_k c M_1(w_k), as certified balls; all exact rationals.
        """
        c = rational(amplitude, "the amplitude")
        found = []
        with decimals(digits + 15):
            for n, scales in ((0, [-2 * c for _ in a]), (1, [2 * c * rational(x, "an amplitude") for x in a])):
                for scale, exponent in zip(scales, w, strict=True):
                    moment = self._enclosure(n, rational(exponent, "an exponent"), digits)
                    found.append(rounded(ball(symbol_free(scale)) * moment, digits))
        return tuple(found)

    def _enclosure(self, n: int, w: Any, digits: int) -> Any:
        from math import factorial

        from flint import acb, arb

        k, mu, rate = (ball(x) for x in (self.scale, self.mu, symbol_free(w)))
        # beyond T, with x = k (t - mu) >= X >= 1, Ai <= e^(-b (t - mu))/2 with b = 2/3 sqrt(X) k
        X = arb(int((2 * digits + 20) ** (2 / 3)) * 2 + 4)  # any X >= 1 is right; this one makes the tail small
        T = mu + X / k
        b = 2 * X.sqrt() * k / 3
        tail = arb(0)
        for j in range(n + 1):
            tail += arb(factorial(n) // factorial(n - j)) * T ** (n - j) / b ** (j + 1)
        tail = tail * (-b * (T - mu)).exp() / 2

        def integrand(t: Any, _analytic: bool) -> Any:
            return t**n * (-rate * t).exp() * (k * (t - mu)).airy_ai()

        pieces = max(1, int(float(T.mid())))
        total = acb(0)
        for i in range(pieces):
            total += acb.integral(integrand, acb(T * i / pieces), acb(T * (i + 1) / pieces))
        return total.real + arb(0, tail.upper())

    def verify(self, digits: int = 20) -> bool:
        """The recurrence's identity for t^n e^(-w t), the primitive of Ai^2, and balls of moments by both routes."""
        from flint import arb
        from sympy import Symbol, airyai, airyaiprime, exp, expand, symbols

        t, w = symbols("t w", positive=True)
        for n in range(5):
            second = (t**n * exp(-w * t)).diff(t, 2) * exp(w * t)
            if expand(second - (n * (n - 1) * t ** (n - 2) - 2 * n * w * t ** (n - 1) + w**2 * t**n)) != 0:
                return False
        z = Symbol("z", real=True)
        if expand((z * airyai(z) ** 2 - airyaiprime(z) ** 2).diff(z) - airyai(z) ** 2) != 0:
            return False
        with decimals(digits + 15):
            first = self._enclosure(0, rational(1), digits)
            point = ball(-self.scale * self.mu)
            values = {airyai: point.airy_ai(), airyaiprime: point.airy_ai(derivative=1)}
            for n in (1, 2, 3):
                total = arb(0)
                for term in self.moment_formula(n).subs(Symbol("w", positive=True), 1).as_ordered_terms():
                    coefficient, rest = term.as_coeff_Mul()
                    factor = 1 if rest == 1 else first if rest.is_Symbol else values[rest.func]
                    total += ball(coefficient) * factor
                direct = self._enclosure(n, rational(1), digits)
                if not total.overlaps(direct) or total.rad() > arb(10) ** (4 * n - digits):
                    return False
        return True


def airy(scale: Any = 1, mu: Any = 1) -> AiryMemory:
    """The Airy target Ai(scale (t - mu)); a larger mu or scale means a longer memory.  Raises `NoMemory`, `Inexact`.

    >>> airy(1, 2).moment_formula(1)
    M0*w**2 + 2*M0 - w*airyai(-2) - airyaiprime(-2)
    """
    k, place = rational(scale, "the scale"), rational(mu, "mu")
    if k <= 0 or place <= 0:
        raise NoMemory("an Airy target has a positive scale and its turning point at mu > 0")
    made = AiryMemory(symbol_free(k), symbol_free(place))
    if not made.verify():
        raise NotVerified("the moments of the Airy target disagree")
    return made
