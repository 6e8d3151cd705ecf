"""Gradient descent on a balanced two-layer mode: w+ = w (1 + eta (sigma - lambda w))^2.

Normal form: with z = lambda w/sigma and y = eta sigma, z+ = z (1 + y (1 - z))^2, a cubic map with the fixed points 0, 1
and 1 + 2/y.  Iterates of a polynomial have a closed form where it is conjugate to a power or to a Chebyshev polynomial.
A power: both critical points agree, y = -1.  A Chebyshev polynomial: both critical values are fixed points and no
critical point is one; (1 + y)/y goes to 0, and (1 + y)/(3 y) goes to 4 (1 + y)^3/(27 y), which is 1 for y = -4 (and for
y = 1/2, where it is a critical point), and 1 + 2/y for y = 2 (and for y = -5/2, where it is one).  For other y there
is no closed form of these kinds: iterates are enclosed instead.

Source: Gidel, Bach and Lacoste-Julien (NeurIPS 2019), equations (22), (72), Lemma 6, Theorem 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.derive.enclosed_numbers import Ball, ball, decimals, rounded
from verifier.derive.exact_numbers import NotVerified, rational, symbol_free
from verifier.language.claim import claim

EXACT_STEPS = 12  #: exact iterates have 3^t times as many digits


class NoClosedForm(ValueError):
    """The recursion has no closed form at these parameters, or a bound does not apply."""


@dataclass(frozen=True)
class Recursion:
    """w+ = w (1 + eta (sigma - lambda w))^2 from w_0; all exact rationals (SymPy)."""

    eta: Any
    sigma: Any
    lam: Any
    start: Any

    @property
    def y(self) -> Any:
        """eta sigma."""
        return self.eta * self.sigma

    def step(self, w: Any) -> Any:
        """One step of gradient descent."""
        return w * (1 + self.eta * (self.sigma - self.lam * w)) ** 2

    def closed_form(self, t: Any) -> Any:
        """w_t where there is a closed form: lambda = 0, w_0 = 0, eta = 0, or eta sigma = 2, -1 or -4.

        Raises `NoClosedForm` with the reason elsewhere.
        """
        from sympy import acos, asin, cos, sin, sqrt

        if self.lam == 0:
            return self.start * (1 + self.y) ** (2 * t)
        if self.start == 0 or self.eta == 0:
            return self.start
        if self.y in (-1, -4, 2):
            z, top = self.lam * self.start / self.sigma, self.sigma / self.lam
            if self.y == -1:
                return top * z ** (3**t)
            if self.y == 2 and 0 <= z <= 2:
                return 2 * top * sin(3**t * asin(sqrt(z / 2))) ** 2
            if self.y == -4 and 0 <= z <= 1:
                return top * cos(3**t * acos(sqrt(z))) ** 2
            raise NoClosedForm("there the iterates diverge; the closed form is for bounded ones, `enclosure` for all")
        raise NoClosedForm(
            f"eta sigma = {self.y}: the cubic map z (1 + y (1 - z))^2 is conjugate to a power or a Chebyshev polynomial"
            " for y = -1, 2 and -4 only; use `exact`, `enclosure` or `bounds`"
        )

    def exact(self, t: int) -> Any:
        """w_t as a rational number, for t <= 12."""
        if not 0 <= t <= EXACT_STEPS:
            raise NoClosedForm(f"exact iterates are given for 0 to {EXACT_STEPS} steps; `enclosure` for any number")
        w = rational(self.start)
        eta, sigma, lam = (rational(x) for x in (self.eta, self.sigma, self.lam))
        for _ in range(t):
            w = w * (1 + eta * (sigma - lam * w)) ** 2
        return symbol_free(w)

    def enclosure(self, t: int, digits: int = 20) -> Ball:
        """w_t as a ball that certainly contains it; the working precision is doubled until the ball is small."""
        if t < 0:
            raise NoClosedForm("the number of steps is not negative")
        precision = digits + 30
        while precision <= 64 * (digits + 30 + t):
            with decimals(precision):
                w, eta, sigma, lam = (ball(x) for x in (self.start, self.eta, self.sigma, self.lam))
                for _ in range(t):
                    factor = 1 + eta * (sigma - lam * w)
                    w = w * factor * factor
                found = rounded(w, digits) if w.is_finite() else None
                small = found is not None and (w.rad() == 0 or w.rel_accuracy_bits() > 3.4 * digits)
            if small and found is not None:
                return found
            precision *= 2
        raise NoClosedForm("the iterates grow beyond every precision that was tried")

    def bounds(self, t: int) -> tuple[Any, Any]:
        """Exact lower and upper bounds of w_t, for 0 < eta sigma <= 1/2 and 0 < w_0 < sigma/lambda, or sigma = 0.

        With e = sigma/(lambda w) - 1: (1 - 2y)^t e_0 <= e_t <= (1 - 2y + 3y^2)^t e_0.  For sigma = 0,
        0 < x = eta lambda w_0 < 1: 1 + 2 x t <= w_0/w_t <= 1 + (2 - x)/(1 - x)^2 x t.  See `step_claims`.
        """
        if t < 0:
            raise NoClosedForm("the number of steps is not negative")
        if self.sigma == 0:
            x = self.eta * self.lam * self.start
            if not 0 < x < 1:
                raise NoClosedForm("for sigma = 0 the bounds are for 0 < eta lambda w_0 < 1")
            return self.start / (1 + (2 - x) / (1 - x) ** 2 * x * t), self.start / (1 + 2 * x * t)
        if not (0 < self.y <= Fraction(1, 2) and 0 < self.lam * self.start / self.sigma < 1):
            raise NoClosedForm("the bounds are for 0 < eta sigma <= 1/2 and 0 < w_0 < sigma/lambda")
        return bracket(self.eta, self.sigma, self.lam, self.start, t)

    def verify(self) -> bool:
        """The normal form; the two closed forms and why there are no others; bounds at exact iterates."""
        from sympy import Rational, cancel, cos, expand, expand_trig, sin, solve, symbols

        w, s, l, h, z, y, u = symbols("w s l h z y u")  # noqa: E741
        normal = z * (1 + y * (1 - z)) ** 2
        moved = l / s * w * (1 + h * (s - l * w)) ** 2
        if cancel(moved - normal.subs({z: l * w / s, y: h * s}, simultaneous=True)) != 0:
            return False
        for k, function, top in ((2, sin, 2), (-4, cos, 1)):  # f(3u) is a polynomial in f(u)
            tripled = expand(expand_trig(function(3 * u)).subs(function(u), w))
            if expand(top * tripled**2 - normal.subs({y: k, z: top * w**2}, simultaneous=True)) != 0:
                return False
        if expand(normal.subs(y, -1) - z**3) != 0:
            return False
        # there are no others: critical points, where they go, and which of the fixed points that can be
        first, second = (1 + y) / y, (1 + y) / (3 * y)
        slope = normal.diff(z)
        if any(cancel(slope.subs(z, c)) != 0 for c in (first, second)) or cancel(normal.subs(z, first)) != 0:
            return False
        if any(cancel(normal.subs(z, fixed) - fixed) != 0 for fixed in (0, 1, 1 + 2 / y)):
            return False
        value = cancel(normal.subs(z, second))
        found = {fixed: set(solve(cancel(value - fixed), y)) for fixed in (0, 1, 1 + 2 / y)}
        if found != {0: {-1}, 1: {Rational(1, 2), -4}, 1 + 2 / y: {Rational(-5, 2), 2}}:
            return False
        own = {Rational(1, 2): 1, Rational(-5, 2): Rational(1, 5)}  # the critical point is the fixed point itself
        if any(second.subs(y, k) != fixed for k, fixed in own.items()):
            return False
        try:
            pairs = [(self.bounds(t), self.exact(t)) for t in range(4)]
        except NoClosedForm:
            return True
        return all(bool(low <= w_t <= high) for (low, high), w_t in pairs)


def bracket(eta: Any, sigma: Any, lam: Any, start: Any, t: Any) -> tuple[Any, Any]:
    """The bounds of w_t for 0 < eta sigma <= 1/2 and 0 < w_0 < sigma/lambda; numbers or SymPy symbols."""
    y, e, top = eta * sigma, sigma / (lam * start) - 1, sigma / lam
    return top / (1 + (1 - 2 * y + 3 * y**2) ** t * e), top / (1 + (1 - 2 * y) ** t * e)


def recursion(eta: Any, sigma: Any, lam: Any, start: Any) -> Recursion:
    """The recursion of gradient descent on a two-layer mode, exact rationals.  Raises `NoClosedForm`, `Inexact`.

    >>> recursion(1, 2, 1, "1/2").closed_form(3)
    4*sin(27*asin(sqrt(2)/4))**2
    """
    values = {"eta": eta, "sigma": sigma, "lambda": lam, "w_0": start}
    made = Recursion(*(symbol_free(rational(x, name)) for name, x in values.items()))
    if made.start < 0:
        raise NoClosedForm("the start is w_0 = m_0^2 >= 0")
    if not made.verify():
        raise NotVerified("the recursion fails an identity or a bound")
    return made


def step_claims() -> tuple[Any, ...]:
    """What `decide` proves for one step, for all real values; bounds for t steps follow by induction.

    e = 1/z - 1 is nonnegative where 0 < z <= 1, z = 1/(1 + e); x = eta lambda w for sigma = 0.
    """
    after = "((1 + e)/(1 + y*e/(1 + e))**2 - 1)"
    sigmoid = {"e": "nonnegative", "y": "[0, 1/2]"}
    parabolic = {"top": "(0, 1)", "x": "(0, top]"}
    return (
        claim("error-from-below", f"{after} >= (1 - 2*y)*e", variables=sigmoid),
        claim("error-from-above", f"{after} <= (1 - 2*y + 3*y**2)*e", variables=sigmoid),
        claim("parabolic-from-below", "1/(x*(1 - x)**2) >= 1/x + 2", variables={"x": "(0, 1)"}),
        claim("parabolic-from-above", "1/(x*(1 - x)**2) <= 1/x + (2 - top)/(1 - top)**2", variables=parabolic),
    )
