"""Modes whose parameters scale: x = P rho + M/rho, rho' = gamma rho (sigma - lambda w), 4 w = alpha rho^2 - beta/rho^2.

For two layers m + n grows as rho and m - n decays as 1/rho, since (m + n)' = (m + n)(sigma - lambda w); so do u+ + v+
and u- - v- of a diagonal network, and u+ of a tied one.  q = rho^2 solves a Riccati equation:

    q' = gamma (lambda beta/2 + 2 sigma q - lambda alpha q^2/2),  q(0) = 1,

a quotient of the solutions of a linear system whose matrix has the square (kappa/2)^2, kappa^2 = 4 sigma^2 + lambda^2
alpha beta:

    q = (kappa cosh s + (2 sigma + lambda beta) sinh s)/(kappa cosh s + (lambda alpha - 2 sigma) sinh s),

with s = gamma kappa t/2.  For lambda >= 0 and kappa > 0 both are positive at all t >= 0, since kappa >= 2 |sigma|.

Source: Saxe, McClelland and Ganguli (2014); Gidel, Bach and Lacoste-Julien (NeurIPS 2019), equations (40)-(53), for
layers; the coordinates of diagonal networks are the same computation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.language.claim import claim


@dataclass(frozen=True)
class SeparatedMode:
    """Parameters of a mode by their values at a scale rho, and the rates of each as multiples of sigma - lambda w.

    `values` maps each letter to its SymPy formula in the symbol `rho` and the starts, `rates` to its time derivative
    over sigma - lambda w, in the letters; `product` is w in the letters; alpha, beta, gamma as in the module.
    """

    rho: Any
    values: Mapping[str, Any]
    rates: Mapping[str, Any]
    starts: Mapping[str, Any]
    product: Any
    alpha: Any
    beta: Any
    gamma: int

    def at(self, sigma: Any, lam: Any, kappa: Any, t: Any) -> dict[str, Any]:
        """q(t), and the parameters in the letter q for it; `kappa` stands for sqrt(4 sigma^2 + lambda^2 alpha beta)."""
        import sympy

        q = sympy.Symbol("q", positive=True)
        return {"q": quotient(sigma, lam, self.alpha, self.beta, self.gamma, kappa, t),
                **{x: value.subs(self.rho, sympy.sqrt(q)) for x, value in self.values.items()}}  # fmt: skip

    def verify(self) -> bool:
        """Starts, rates and w of the parameters by substitution; the quotient by its equation (`solves_riccati`)."""
        import sympy

        rho, letters = self.rho, {sympy.Symbol(x): v for x, v in self.values.items()}
        for x, value in self.values.items():
            rate = self.rates[x].subs(letters, simultaneous=True)
            if sympy.expand(value.subs(rho, 1) - self.starts[x]) != 0:
                return False
            if sympy.expand(self.gamma * rho * value.diff(rho) - rate) != 0:
                return False
        w = self.product.subs(letters, simultaneous=True)
        if sympy.expand(w - (self.alpha * rho**2 - self.beta / rho**2) / 4) != 0:
            return False
        return solves_riccati(self.gamma)


def quotient(sigma: Any, lam: Any, alpha: Any, beta: Any, gamma: int, kappa: Any, t: Any) -> Any:
    """q(t) of the module's formula."""
    from sympy import cosh, sinh

    s = gamma * kappa * t / 2
    top = kappa * cosh(s) + (2 * sigma + lam * beta) * sinh(s)
    return top / (kappa * cosh(s) + (lam * alpha - 2 * sigma) * sinh(s))


def solves_riccati(gamma: int) -> bool:
    """Whether the quotient has the start 1 and solves q' = gamma (lambda beta/2 + 2 sigma q - lambda alpha q^2/2).

    For all values of the letters: kappa^2, and cosh^2 in sinh^2, are replaced in the numerator.
    """
    import sympy

    s, l, a, b, k, t, c, h = sympy.symbols("s l a b k t c h")  # noqa: E741
    q = quotient(s, l, a, b, gamma, k, t)
    gap = sympy.together(q.diff(t) - gamma * (l * b / 2 + 2 * s * q - l * a * q**2 / 2))
    angle = gamma * k * t / 2
    top = sympy.expand(sympy.numer(gap).subs({sympy.cosh(angle): c, sympy.sinh(angle): h}))
    relations = [c**2 - 1 - h**2, k**2 - 4 * s**2 - l**2 * a * b]
    rest = sympy.reduced(top, relations, c, k, h, s, l, a, b, order="lex")[1]
    return bool(q.subs(t, 0) == 1 and rest == 0)


def two_layer_mode() -> SeparatedMode:
    """m' = n (sigma - lambda m n), n' = m (sigma - lambda m n) from any m0, n0."""
    import sympy

    m, n, m0, n0 = sympy.symbols("m n m0 n0")
    rho = sympy.Symbol("rho", positive=True)
    grows, decays = m0 + n0, m0 - n0
    values = {"m": (grows * rho + decays / rho) / 2, "n": (grows * rho - decays / rho) / 2}
    return SeparatedMode(rho, values, {"m": n, "n": m}, {"m": m0, "n": n0}, m * n, grows**2, decays**2, 1)


def diagonal_mode() -> SeparatedMode:
    """One coordinate of the diagonal network: w = up vp - um vm, up' = vp (sigma - lambda w), um' = -vm (...), ..."""
    import sympy

    up, vp, um, vm = letters = sympy.symbols("up vp um vm")
    u, v, x, y = sympy.symbols("up0 vp0 um0 vm0")
    rho = sympy.Symbol("rho", positive=True)
    values = {"up": ((u + v) * rho + (u - v) / rho) / 2, "vp": ((u + v) * rho - (u - v) / rho) / 2,
              "um": ((x - y) * rho + (x + y) / rho) / 2, "vm": (-(x - y) * rho + (x + y) / rho) / 2}  # fmt: skip
    rates = dict(zip(values, (vp, up, -vm, -um), strict=True))
    starts = dict(zip((str(z) for z in letters), (u, v, x, y), strict=True))
    alpha, beta = (u + v) ** 2 + (x - y) ** 2, (u - v) ** 2 + (x + y) ** 2
    return SeparatedMode(rho, values, rates, starts, up * vp - um * vm, alpha, beta, 1)


def tied_mode() -> SeparatedMode:
    """One coordinate of the tied network: w = up^2 - um^2, up' = 2 up (sigma - lambda w), um' = -2 um (...)."""
    import sympy

    up, um, u, x = sympy.symbols("up um up0 um0")
    rho = sympy.Symbol("rho", positive=True)
    return SeparatedMode(rho, {"up": u * rho, "um": x / rho}, {"up": 2 * up, "um": -2 * um}, {"up": u, "um": x},
                         up**2 - um**2, 4 * u**2, 4 * x**2, 2)  # fmt: skip


def positivity_claims() -> tuple[Any, ...]:
    """What `decide` proves: numerator and denominator of q are positive at all t >= 0.

    k = kappa, z = 2 sigma or -2 sigma, b = lambda beta or lambda alpha; multiplied by 2 e^(-s), with g = e^(-2 s).
    Then the denominator lambda w_0 (g - 1) + sigma of the balanced mode, with g = e^(2 sigma t).
    """
    letters = {"k": "positive", "z": "real", "b": "nonnegative", "g": "(0, 1]"}
    goal = "k*(1 + g) + (z + b)*(1 - g) > 0"
    balanced = {"l": "positive", "w": "positive", "s": "positive", "g": "[1, oo)"}
    return (claim("q is positive and defined", goal, variables=letters, given=["k >= -z"]),
            claim("z is positive and defined", "l*w*(g - 1) + s > 0", variables=balanced))  # fmt: skip
