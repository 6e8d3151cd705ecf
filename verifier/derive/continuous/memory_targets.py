"""Targets with memory at mu = 1/omega: rho(t) = an exponential sum + c_0 rho_0(t - mu), by exact Laplace transforms.

The integrals Delta_n(w) of t^n e^(-w t) rho_0(t - mu) over t >= 0 are what loss, gradient and Hessian see of it.
Gaussian rho_0: partial integration gives Delta_{n+1} = (mu - w sigma^2) Delta_n + n sigma^2 Delta_{n-1}, for n = 0
with the further term sigma^2 rho_0(-mu).  The solution of that equation for Delta_0 that vanishes at infinity has erfc.
Piecewise polynomials: repeated partial integration.  Airy's function: `airy_memory`.

Source: Li, Han, E and Li (ICLR 2021), equations (20), (82), (102), (103), (125); Lemma C.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verifier.derive.continuous.exponential_sums import Target, exact, exponential_sum
from verifier.derive.exact_numbers import NotVerified, rational, symbol_free


class NoMemory(ValueError):
    """The template, its place or its size does not give a target in L^2, or has no closed form."""


@dataclass(frozen=True)
class Gaussian:
    """rho_0(t) = e^(-t^2/(2 sigma^2)); sigma > 0, a rational or a positive symbol."""

    sigma: Any = 1

    def transform(self, s: Any, mu: Any) -> Any:
        """Delta_0(s), from the first-order equation that partial integration gives."""
        from sympy import Dummy, erfc, exp, integrate, limit, oo, pi, sqrt

        sigma = exact(self.sigma)
        x = Dummy("x", positive=True)
        # Delta_0' + (mu - x sigma^2) Delta_0 = -sigma^2 rho_0(-mu): integrating factor e^(mu x - sigma^2 x^2/2)
        rate = mu - x * sigma**2
        factor = exp(integrate(rate, x))
        z = (x * sigma**2 - mu) / (sigma * sqrt(2))
        solution = sigma * sqrt(pi / 2) * erfc(z) / factor
        source = -(sigma**2) * exp(-(mu**2) / (2 * sigma**2))
        if not _vanishes(solution.diff(x) + rate * solution - source):
            raise NotVerified("the transform does not satisfy its equation")
        # other solutions differ by a multiple of 1/factor, which grows without bound; this one vanishes at infinity
        y = Dummy("y", positive=True)
        decaying = sigma * sqrt(pi / 2) * exp(-(mu**2) / (2 * sigma**2)) * exp(z**2) * erfc(z)
        if not _vanishes(solution - decaying) or limit(exp(y**2) * erfc(y), y, oo) != 0:
            raise NotVerified("the transform does not vanish at infinity")
        return solution.subs(x, s)

    def norm_squared(self, mu: Any) -> Any:
        """The integral of rho_0(t - mu)^2 over t >= 0: a Gaussian with sigma/sqrt(2), its transform at 0."""
        from sympy import erfc, pi, sqrt

        sigma = exact(self.sigma)
        return sigma * sqrt(pi) / 2 * erfc(-mu / sigma)

    def density(self, t: Any) -> Any:
        """rho_0(t)."""
        from sympy import exp

        return exp(-(t**2) / (2 * exact(self.sigma) ** 2))


@dataclass(frozen=True)
class PiecewisePolynomial:
    """A compactly supported rho_0: pieces (low, high, coefficients from the constant term on), exact rationals.

    Pieces are in order and do not overlap; rho_0 is 0 outside.
    """

    pieces: tuple[tuple[Fraction, Fraction, tuple[Fraction, ...]], ...]

    def moved(self, mu: Fraction) -> list[tuple[Fraction, Fraction, Any, Any]]:
        """Pieces of rho_0(t - mu) on t >= 0: (low, high, polynomial in t, t)."""
        from sympy import Symbol, expand

        t = Symbol("t", real=True)
        found = []
        for low, high, coefficients in self.pieces:
            start, end = max(low + mu, Fraction(0)), high + mu
            if end > start:
                p = sum(symbol_free(c) * (t - symbol_free(mu)) ** i for i, c in enumerate(coefficients))
                found.append((start, end, expand(p), t))
        return found

    def transform(self, s: Any, mu: Any) -> Any:
        """Delta_0(s), a combination of exponentials over powers of s."""
        from sympy import Integer, exp

        total = Integer(0)
        for low, high, p, t in self.moved(rational(mu, "mu, the place of the memory,")):
            a, b = symbol_free(low), symbol_free(high)
            derivative, k = p, 0
            while derivative != 0:  # the primitive of p e^(-s t) is -e^(-s t) (p/s + p'/s^2 + ...)
                total += (derivative.subs(t, a) * exp(-s * a) - derivative.subs(t, b) * exp(-s * b)) / s ** (k + 1)
                derivative, k = derivative.diff(t), k + 1
        return total

    def norm_squared(self, mu: Any) -> Any:
        """The integral of rho_0(t - mu)^2 over t >= 0."""
        from sympy import Integer, integrate

        pieces = self.moved(rational(mu, "mu, the place of the memory,"))
        return sum((integrate(p**2, (t, symbol_free(a), symbol_free(b))) for a, b, p, t in pieces), Integer(0))

    @property
    def nonnegative(self) -> bool:
        """Whether rho_0 >= 0 everywhere, by Sturm's theorem."""
        from sympy import Poly, Symbol

        t = Symbol("t", real=True)
        for low, high, coefficients in self.pieces:
            p = Poly([symbol_free(c) for c in reversed(coefficients)], t)
            if p.is_zero:
                continue
            signs = Poly(1, t)  # roots of odd multiplicity inside are the changes of sign
            for factor, multiplicity in p.sqf_list()[1]:
                signs = signs * factor if multiplicity % 2 else signs
            a, b = symbol_free(low), symbol_free(high)
            inner = signs.count_roots(a, b) - (signs.eval(a) == 0) - (signs.eval(b) == 0)
            middle = (a + b) / 2
            while p.eval(middle) == 0:
                middle = (a + middle) / 2
            if inner or p.eval(middle) < 0:
                return False
        return True


def _vanishes(expression: Any) -> bool:
    """Whether a combination of exponentials and erfc with rational coefficients cancels, exponents multiplied out."""
    from sympy import exp, expand, powsimp

    flat = expand(expression).replace(lambda e: isinstance(e, exp), lambda e: exp(expand(e.args[0])))
    return bool(expand(powsimp(expand(flat, power_exp=False), combine="exp")) == 0)


def piecewise(pieces: Sequence[tuple[Any, Any, Sequence[Any]]]) -> PiecewisePolynomial:
    """A compactly supported template from (low, high, coefficients); raises `NoMemory` where the pieces do not fit."""
    read = []
    for low, high, coefficients in pieces:
        row = tuple(rational(c, "a coefficient") for c in coefficients)
        read.append((rational(low, "an end"), rational(high, "an end"), row))
    if not read or any(low >= high for low, high, _ in read):
        raise NoMemory("a template has pieces (low, high, coefficients) with low < high")
    if any(a[1] > b[0] for a, b in pairwise(read)):
        raise NoMemory("the pieces of a template are in order and do not overlap")
    if not any(any(row) for _, _, row in read):
        raise NoMemory("the template is 0 everywhere; Assumption (ii) asks for a template that is not")
    return PiecewisePolynomial(tuple(read))


def indicator(half_width: Any = 1) -> PiecewisePolynomial:
    """1 on [-h, h]."""
    h = rational(half_width, "the half width")
    return piecewise([(-h, h, [1])])


def hat(half_width: Any = 1) -> PiecewisePolynomial:
    """1 - |t|/h on [-h, h]: continuous."""
    h = rational(half_width, "the half width")
    if h <= 0:
        raise NoMemory("a hat has a positive half width")
    return piecewise([(-h, 0, [1, 1 / h]), (0, h, [1, -1 / h])])


def bump(half_width: Any = 1, smoothness: int = 1) -> PiecewisePolynomial:
    """(1 - (t/h)^2)^(r+1) on [-h, h]: r times continuously differentiable, r the smoothness."""
    from math import comb

    h = rational(half_width, "the half width")
    if smoothness < 0 or h <= 0:
        raise NoMemory("a bump has a positive half width and a smoothness of at least 0")
    row = [Fraction(0)] * (2 * smoothness + 3)
    for i in range(smoothness + 2):
        row[2 * i] = comb(smoothness + 1, i) * (-1 / h**2) ** i
    return piecewise([(-h, h, row)])


@dataclass(frozen=True)
class Memory:
    """The target rho(t) = sum of A e^(-W t) over `terms` + `amplitude` rho_0(t - mu), rho_0 a template, mu = 1/omega.

    `target` has its Laplace transform, for the losses of `exponential_sums`.
    """

    terms: tuple[tuple[Any, Any], ...]
    amplitude: Any
    template: Gaussian | PiecewisePolynomial
    mu: Any
    target: Target

    def moment(self, n: int, w: Any) -> Any:
        """The integral of t^n e^(-w t) rho_0(t - mu) over t >= 0, exact: (-1)^n times a derivative of the transform."""
        from sympy import Dummy

        s = Dummy("s", positive=True)
        return ((-1) ** n * self.template.transform(s, self.mu).diff(s, n)).subs(s, exact(w))

    def delta(self, n: int, w: Any) -> Any:
        """Delta_n(w) with |rho_0|, equation (82).  Raises `NoMemory` for a template that changes its sign."""
        if isinstance(self.template, PiecewisePolynomial) and not self.template.nonnegative:
            raise NoMemory("rho_0 changes its sign: `moment` is without the absolute value; split rho_0 at its zeros")
        return self.moment(n, w)

    def plateau_gradient(self, a: Sequence[Any], w: Sequence[Any]) -> Any:
        """The gradient of the loss where the student equals the exponential sum: only the memory is seen (eq. 92)."""
        from sympy import Matrix

        c, exponents = self.amplitude, [exact(x) for x in w]
        first = [-2 * c * self.moment(0, x) for x in exponents]
        return Matrix([*first, *(2 * exact(y) * c * self.moment(1, x) for y, x in zip(a, exponents, strict=True))])

    def plateau_hessian(self, a: Sequence[Any], w: Sequence[Any]) -> Any:
        """What the memory adds to the Hessian there (eq. 103), 2m x 2m: zero but for (a_k, w_k) and (w_k, w_k)."""
        from sympy import zeros

        m, c = len(a), self.amplitude
        found = zeros(2 * m, 2 * m)
        for k, (y, x) in enumerate(zip(a, w, strict=True)):
            found[k, m + k] = found[m + k, k] = 2 * c * self.moment(1, exact(x))
            found[m + k, m + k] = -2 * exact(y) * c * self.moment(2, exact(x))
        return found

    def verify(self) -> bool:
        """The transform's equation (Gaussian) or derivative of the primitive (polynomials), and the recurrence."""
        from sympy import Dummy, expand

        s = Dummy("s", positive=True)
        moments = [(-1) ** n * self.template.transform(s, self.mu).diff(s, n) for n in range(4)]
        if isinstance(self.template, Gaussian):
            sigma = exact(self.template.sigma)
            for n in range(3):
                right = (self.mu - s * sigma**2) * moments[n] + (n * sigma**2 * moments[n - 1] if n else 0)
                right += sigma**2 * self.template.density(-self.mu) if n == 0 else 0
                if not _vanishes(moments[n + 1] - right):
                    return False
            return True
        from sympy import Integer, exp

        wanted = Integer(0)
        for low, high, p, t in self.template.moved(rational(self.mu)):
            # the primitive -q(t) e^(-s t) with s q - q' = p, its coefficients solved from the top
            q = Integer(0)
            derivative, k = p, 0
            while derivative != 0:
                q += derivative / s ** (k + 1)
                derivative, k = derivative.diff(t), k + 1
            if expand(s * q - q.diff(t) - p) != 0:
                return False
            a, b = symbol_free(low), symbol_free(high)
            wanted += q.subs(t, a) * exp(-s * a) - q.subs(t, b) * exp(-s * b)
        return bool(expand(wanted - moments[0]) == 0)


def memory_target(
    terms: Sequence[tuple[Any, Any]], template: Gaussian | PiecewisePolynomial, mu: Any, amplitude: Any = 1
) -> Memory:
    """The target with memory at mu = 1/omega; `terms` are pairs (A, W), `amplitude` is c_0.

    mu > 0: an exact rational, or for a Gaussian also a positive symbol.  Raises `NoMemory`, `Inexact`.

    >>> memory_target([(1, 1)], indicator(1), 3).moment(0, 2)
    -exp(-8)/2 + exp(-4)/2
    """
    from sympy import Dummy, Integer

    place = exact(mu)
    if not place.is_positive:
        raise NoMemory("the memory lies at mu = 1/omega > 0: Rational(5), or Symbol('mu', positive=True)")
    if isinstance(template, PiecewisePolynomial) and not place.is_Rational:
        raise NoMemory("a piecewise template needs a rational mu, which says which pieces lie at t < 0")
    base = exponential_sum(terms)
    s, c = base.s, exact(amplitude)
    if isinstance(template, Gaussian):
        if not exact(template.sigma).is_positive:
            raise NoMemory("sigma is positive: Rational(1, 2), or Symbol('sigma', positive=True)")
        inner = place if place.is_Symbol else Dummy("mu", positive=True)
        memory = template.transform(s, inner).subs(inner, place)
    else:
        memory = template.transform(s, place)
    point = Dummy("point", positive=True)
    shifted = memory.subs(s, point)
    cross = 2 * c * sum((A * shifted.subs(point, W) for A, W in base.terms), Integer(0))
    norm = base.norm_squared + cross + c**2 * template.norm_squared(place)
    found = Memory(base.terms, c, template, place, Target(base.transform + c * memory, s, norm))
    if not found.verify():
        raise NotVerified("the Laplace transform of the memory fails its equation")
    return found
