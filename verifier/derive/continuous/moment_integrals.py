"""The loss of an exponential sum by its defining integral, enclosed in balls: a confirmation of closed forms.

The integral of (rhohat - rho)^2 over t >= 0, where rhohat - rho is a sum of exponentials and a template y: rigorous
integration up to T, and beyond T the bound |rhohat - rho| <= B e^(-b (t - T)), whose square integrates to B^2/(2 b).

Enclosures of closed forms: arithmetic, exp, erfc, Airy's functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from verifier.derive.continuous.airy_memory import AiryMemory
from verifier.derive.enclosed_numbers import ball, decimals


class NoEnclosure(ValueError):
    """A function without ball arithmetic here; the message names it."""


def enclosure(e: Any, values: Mapping[Any, Any] | None = None) -> Any:
    """A ball (FLINT's arb) that contains the value of a SymPy expression without symbols.

    `values`: balls for functions that are not elementary, by their applied form.  Raises `NoEnclosure`.
    """
    from flint import arb
    from sympy import airyai, airyaiprime, erfc, exp, pi

    known = values or {}
    if e in known:
        return known[e]
    if e.is_Rational:
        return ball(e)
    if e == pi:
        return arb.pi()
    parts = [enclosure(x, known) for x in e.args] if not e.is_Pow else [enclosure(e.base, known)]
    if e.is_Add:
        return sum(parts, arb(0))
    if e.is_Mul:
        product = arb(1)
        for part in parts:
            product *= part
        return product
    if isinstance(e, exp):
        return enclosure(e.args[0], known).exp()
    if e.is_Pow and e.exp.is_Integer:
        return parts[0] ** int(e.exp)
    if e.is_Pow and (2 * e.exp).is_Integer:
        return parts[0].sqrt() ** int(2 * e.exp)
    if isinstance(e, erfc):
        return parts[0].erfc()
    if isinstance(e, airyai):
        return parts[0].airy_ai()
    if isinstance(e, airyaiprime):
        return parts[0].airy_ai(derivative=1)
    raise NoEnclosure(f"{type(e).__name__} has no enclosure here")


def _exponentials(terms: Sequence[tuple[Any, Any]]) -> Callable[[Any], Any]:
    pairs = [(ball(A), ball(W)) for A, W in terms]
    return lambda t: sum((A * (-W * t).exp() for A, W in pairs), 0 * t)


def squared_distance(terms: Sequence[tuple[Any, Any]], template: str, data: Mapping[str, Any], digits: int = 20) -> Any:
    """The integral over t >= 0 of (sum of A e^(-W t) over `terms` - c y(t))^2 as a ball; all data SymPy Rationals.

    `template`: "" (y = 0), "gaussian" (mu, sigma), "compact" (mu, h), "airy" (mu, kappa); `data` has c and these.
    """
    from flint import acb, arb

    with decimals(digits + 15):
        total, slowest = _exponentials(terms), min(ball(W) for _, W in terms)
        size = sum((abs(ball(A)) for A, _ in terms), arb(0))
        mu, c = (ball(data[n]) if template else arb(0) for n in ("mu", "c"))
        y, start, scale, rate = _template(template, data, digits)
        # from T on, |y| <= scale e^(-rate (t - start)), and the exponentials are small
        T = start + (arb(3 * digits) / slowest).max(arb(3 * digits) / rate)
        decay = slowest.min(rate)
        most = size * (-slowest * T).exp() + abs(c) * scale * (-rate * (T - start)).exp()
        tail = most**2 / (2 * decay)
        cuts = [arb(0), T]
        if template == "compact":
            h = ball(data["h"])
            cuts = [arb(0), mu - h, mu + h, T]
        found = acb(0)
        for i, (low, high) in enumerate(pairwise(cuts)):
            inside = template != "compact" or i == 1

            def integrand(t: Any, _analytic: bool, inside: bool = inside) -> Any:
                return (total(t) - (c * y(t) if inside and template else 0)) ** 2

            pieces = max(1, min(200, int(float((high - low).mid()))))
            for j in range(pieces):
                found += acb.integral(integrand, acb(low + (high - low) * j / pieces),
                                      acb(low + (high - low) * (j + 1) / pieces))  # fmt: skip
        return found.real + arb(0, tail.upper())


def _template(name: str, data: Mapping[str, Any], digits: int) -> tuple[Callable[[Any], Any], Any, Any, Any]:
    """y, and (start, scale, rate) with |y(t)| <= scale e^(-rate (t - start)) for t >= start."""
    from flint import arb

    if not name:
        return (lambda t: 0 * t), arb(0), arb(0), arb(1)
    mu = ball(data["mu"])
    if name == "gaussian":
        s = ball(data["sigma"])
        # t - mu >= s: (t - mu)^2/(2 s^2) >= (t - mu)/(2 s)
        return (lambda t: (-((t - mu) ** 2) / (2 * s**2)).exp()), mu + s, arb(1), 1 / (2 * s)
    if name == "compact":
        h = ball(data["h"])
        return (lambda t: (1 - (t - mu) ** 2 / h**2) ** 2), mu + h, arb(0), arb(1)
    k = ball(data["kappa"])
    # Ai(z) <= e^(-2/3 z^(3/2))/2 <= e^(-2/3 z)/2 for z = k (t - mu) >= 1
    return (lambda t: (k * (t - mu)).airy_ai()), mu + 1 / k, arb(1) / 2, 2 * k / 3


def airy_laplace(x: Any, k: Any, mu: Any, digits: int = 20) -> Any:
    """The integral of Ai(k (t - mu)) e^(-x t) over t >= 0 as a ball; exact rationals."""
    with decimals(digits + 15):
        return AiryMemory(k, mu)._enclosure(0, x, digits)
