"""Modes of depth-L linear networks with equal layers: dw/dt = L w^(2 - 2/L) (sigma - lambda w).

With v = w^(1/L), dv/dt = v^(L-1) (sigma - lambda v^L).  L = 1 is linear and L = 2 the sigmoid of `sigmoid_modes`.  For
L >= 3 there is an explicit solution where sigma = 0 or lambda = 0 (powers of w are linear in t); else t is a function
of w, and w is the inverse of that function: the partial fraction

    1/(v^(L-1) (sigma - lambda v^L)) = (v^(1-L) + lambda v/(sigma - lambda v^L))/sigma

has the primitive (-v^(2-L)/(L-2) + lambda v^2/(2 sigma) F(1, 2/L; 1 + 2/L; lambda v^L/sigma))/sigma.

Source: Gidel, Bach and Lacoste-Julien (NeurIPS 2019), equations (40)-(43), Lemma 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.continuous.exponential_sums import exact
from verifier.derive.enclosed_numbers import Ball, ball, decimals, rounded
from verifier.derive.exact_numbers import NotVerified, rational, symbol_free
from verifier.derive.trajectories.sigmoid_modes import Mode


class NoClosedForm(ValueError):
    """No explicit solution of this kind; the message names what there is instead."""


@dataclass(frozen=True)
class DepthMode:
    """A mode of depth L (an integer >= 1) from w_0 > 0; sigma, lambda, w_0 exact numbers or SymPy symbols."""

    depth: int
    sigma: Any
    lam: Any
    start: Any

    @property
    def explicit(self) -> bool:
        """Whether w(t) is given as an elementary function of t."""
        return self.depth <= 2 or self.sigma == 0 or self.lam == 0

    def at(self, t: Any) -> Any:
        """w(t).  Raises `NoClosedForm` for L >= 3 with sigma != 0 != lambda."""
        from sympy import exp

        t = exact(t)
        w, s, l = self.start, self.sigma, self.lam  # noqa: E741
        if self.depth == 1:
            return w + s * t if l == 0 else s / l + (w - s / l) * exp(-l * t)
        if self.depth == 2:
            return Mode(s, l, w).at(t)
        if s == 0 or l == 0:
            power, rate = self._linear_power()
            return (w**power + rate * t) ** (1 / power)
        raise NoClosedForm(
            f"for L = {self.depth} and sigma, lambda other than 0 the solution is implicit: `time` gives t as a"
            " function of w, `enclosure` certified values of w(t)"
        )

    def _linear_power(self) -> tuple[Any, Any]:
        """(p, rate) such that w^p is linear in t, for sigma = 0 or lambda = 0 and L >= 3.

        By the chain rule w^p has the rate p w^(p - 1) L w^(2 - 2/L) (sigma - lambda w), which is constant for this p.
        """
        from sympy import Integer

        L = Integer(self.depth)
        power = 2 / L - 2 if self.sigma == 0 else 2 / L - 1
        return power, power * L * (-self.lam if self.sigma == 0 else self.sigma)

    @property
    def blow_up(self) -> Any | None:
        """The time at which w becomes infinite, for L >= 3 and lambda = 0 < sigma; None for other explicit cases."""
        if self.depth >= 3 and self.lam == 0 and self.sigma.is_positive:
            from sympy import Integer

            L = Integer(self.depth)
            return self.start ** (2 / L - 1) / ((L - 2) * self.sigma)
        return None

    def primitive(self, w: Any) -> Any:
        """A function of w whose rate along the mode is 1, for L >= 3 and sigma != 0."""
        from sympy import Integer, Rational, hyper

        if self.depth < 3 or self.sigma == 0:
            raise NoClosedForm("the implicit form is for L >= 3 and sigma != 0; otherwise `at` is explicit")
        L, v = Integer(self.depth), w ** Rational(1, self.depth)
        a = Rational(2, self.depth)
        ratio = self.lam / self.sigma
        series = hyper([1, a], [1 + a], ratio * w)
        return (-(v ** (2 - L)) / (L - 2) + ratio * v**2 / 2 * series) / self.sigma

    def time(self, w: Any) -> Any:
        """The time at which the mode has the value w between w_0 and sigma/lambda (sigma, lambda > 0)."""
        self._sigmoidal()
        level = exact(w)
        if (level - self.start).is_negative or (self.sigma - self.lam * level).is_nonpositive:
            raise NoClosedForm(f"the mode takes values from {self.start} on and below {self.sigma / self.lam}")
        return self.primitive(level) - self.primitive(self.start)

    def enclosure(self, t: Any, digits: int = 20) -> Ball:
        """w(t) as a certified ball for rational sigma, lambda > 0, 0 < w_0 < sigma/lambda and rational t >= 0.

        The time is increasing in w, so bisection with certified signs encloses its inverse.
        """
        self._sigmoidal()
        time = rational(t, "t")
        if time < 0:
            raise NoClosedForm("the mode is followed forward in time")
        if not all(x.is_Rational for x in (self.sigma, self.lam, self.start)):
            raise NoClosedForm("values are given for rational sigma, lambda and w_0")
        low, high = rational(self.start), rational(self.sigma / self.lam)
        with decimals(2 * digits + 30):
            goal = self._time_ball(low) + ball(symbol_free(time))
            while (high - low) * 10 ** (digits + 2) > high:
                middle = (low + high) / 2
                value = self._time_ball(middle)
                if value > goal:
                    high = middle
                elif value < goal:
                    low = middle
                else:
                    raise NoClosedForm("the precision is not enough at this time; ask for fewer digits")
            center, radius = symbol_free((low + high) / 2), symbol_free((high - low) / 2)
            from flint import arb

            return rounded(arb(ball(center), ball(radius)), digits)

    def _time_ball(self, w: Any) -> Any:
        from flint import arb

        L, s = self.depth, ball(self.sigma)
        ratio, x = ball(self.lam / self.sigma), ball(symbol_free(w))
        v, a = x.root(L), arb(2) / L
        series = (ratio * x).hypgeom_2f1(arb(1), a, 1 + a, abc=True)  # 1 + a - (1 + a) is 0 exactly
        return (-(v ** (2 - L)) / (L - 2) + ratio * v * v / 2 * series) / s

    def _sigmoidal(self) -> None:
        if not (self.sigma.is_positive and self.lam.is_positive):
            raise NoClosedForm("the implicit form is given for sigma > 0 < lambda; declare symbols positive")
        below = (self.sigma - self.lam * self.start).is_positive
        if below is False:
            raise NoClosedForm("the implicit form is given for 0 < w_0 < sigma/lambda")

    def verify(self) -> bool:
        """The equation of w from that of v for every L; the solution put in; for the implicit form its derivative.

        The series of the hypergeometric function is compared term by term with that of v/(1 - v^L), for all terms.
        """
        from sympy import Integer, Symbol, cancel, powsimp, simplify, symbols

        v, L, s, l = symbols("v L s l", positive=True)  # noqa: E741
        chain = (v**L).diff(v) * v ** (L - 1) * (s - l * v**L) - L * (v**L) ** (2 - 2 / L) * (s - l * v**L)
        if simplify(powsimp(chain.expand(), force=False)) != 0:
            return False
        depth = Integer(self.depth)
        if self.explicit:
            if self.depth == 2:
                return Mode(self.sigma, self.lam, self.start).verify()
            if self.depth == 1:
                t = Symbol("t", positive=True)
                w = self.at(t)
                return not any(simplify(x) for x in (w.diff(t) - self.sigma + self.lam * w, self.at(0) - self.start))
            power, rate = self._linear_power()
            base = Symbol("base", positive=True)  # w^power, as long as w is defined
            w = base ** (1 / power)
            motion = w.diff(base) * rate - depth * base ** ((2 - 2 / depth) / power) * (self.sigma - self.lam * w)
            return bool(simplify(motion) == 0 and simplify(self.at(0) - self.start) == 0)
        parts = 1 / (v ** (depth - 1) * (s - l * v**depth)) - (v ** (1 - depth) + l * v / (s - l * v**depth)) / s
        if cancel(parts) != 0 or cancel((-(v ** (2 - depth)) / (depth - 2)).diff(v) - v ** (1 - depth)) != 0:
            return False
        k = Symbol("k", integer=True, nonnegative=True)
        a = 2 / depth
        # the coefficients of F by their definition, c_0 = 1 and c_(k+1)/c_k as below, are a/(a + k)
        ratio = (1 + k) * (a + k) / ((1 + a + k) * (1 + k)) - (a + k) / (a + k + 1)
        # (v^2/2) a/(a + k) v^(k L) has the derivative v^(k L + 1), a term of v/(1 - v^L)
        slope = simplify((v**2 / 2 * a / (a + k) * v ** (k * depth)).diff(v) - v ** (k * depth + 1))
        return bool(cancel(ratio) == 0 and slope == 0)

    def _repr_latex_(self) -> str:
        from sympy import Symbol, latex

        if self.explicit:
            return f"$\\displaystyle w(t) = {latex(self.at(Symbol('t')))}$"
        w = Symbol("w", positive=True)
        return f"$\\displaystyle t = {latex(self.primitive(w))} - \\text{{(the same at }} w_0 = {latex(self.start)})$"


def depth_mode(depth: int, sigma: Any, lam: Any, start: Any) -> DepthMode:
    """The mode of a depth-L network with equal layers, w(0) = `start` > 0.  Raises `NoClosedForm`, `Inexact`.

    >>> from sympy import Symbol
    >>> depth_mode(4, 0, 1, 1).at(Symbol("t"))
    (6*t + 1)**(-2/3)
    """
    w = exact(start)
    if not isinstance(depth, int) or depth < 1:
        raise NoClosedForm("the depth is an integer, 1 at least")
    if not w.is_positive:
        raise NoClosedForm("the start of a mode is positive; declare symbols positive")
    found = DepthMode(depth, exact(sigma), exact(lam), w)
    if not found.verify():
        raise NotVerified("the mode does not solve its equation")
    return found
