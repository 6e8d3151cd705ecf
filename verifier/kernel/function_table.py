"""What functions are where they are not analytic, and at oo.  Part of what is trusted: written to be read.

Two functions are the kernel's own:

* ``stirling(u, k)``, the k-th derivative of loggamma(u) - (u - 1/2)*log(u) + u - log(2*pi)/2, for u > 0;
* ``erfcx(u, k)``, the k-th derivative of exp(u^2)*erfc(u).

Both have an asymptotic series in 1/u for u -> oo that may be differentiated term by term, so each is bounded there.
The factorial of a real number is gamma(a + 1), its harmonic number digamma(a + 1) + EulerGamma, and binomial
coefficients of real numbers are quotients of factorials.
"""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import cache
from math import comb, factorial

from verifier.kernel.expr import TRUE, Expr
from verifier.kernel.schemas import _built

#: f(a), or f(a, b), == ... wherever the conditions hold; the first line whose conditions hold near the limit is used
DEFINITIONS: dict[str, tuple[str, ...]] = {
    "sinh": ("exp(a)/2 - exp(-a)/2",),
    "cosh": ("exp(a)/2 + exp(-a)/2",),
    "tanh": ("(exp(2*a) - 1)/(exp(2*a) + 1)",),
    "coth": ("a != 0 -> (exp(2*a) + 1)/(exp(2*a) - 1)",),
    "sech": ("2/(exp(a) + exp(-a))",),
    "csch": ("a != 0 -> 2/(exp(a) - exp(-a))",),
    "asinh": ("a >= 0 -> log(a + sqrt(a**2 + 1))", "-log(-a + sqrt(a**2 + 1))"),
    "acosh": ("a >= 1 -> log(a + sqrt(a**2 - 1))",),
    "atanh": ("-1 < a and a < 1 -> log((1 + a)/(1 - a))/2",),
    "tan": ("cos(a) != 0 -> sin(a)/cos(a)",),
    "cot": ("sin(a) != 0 -> cos(a)/sin(a)",),
    "sec": ("cos(a) != 0 -> 1/cos(a)",),
    "csc": ("sin(a) != 0 -> 1/sin(a)",),
    "log": ("a > 0 and b > 0 and b != 1 -> log(a)/log(b)",),
    "acot": ("a != 0 -> atan(1/a)", "pi/2"),
    "ceiling": ("-floor(-a)",),
    "sign": ("a > 0 -> 1", "a < 0 -> -1", "0"),
    "cbrt": ("a > 0 -> a**(1/3)", "a < 0 -> -(-a)**(1/3)", "0"),
    "factorial": ("a >= 0 -> gamma(a + 1)",),
    "harmonic": ("a >= 0 -> digamma(a + 1) + EulerGamma",),
    "binomial": ("b >= 0 and a >= b -> gamma(a + 1)/(gamma(b + 1)*gamma(a - b + 1))",),
    "beta": ("a > 0 and b > 0 -> gamma(a)*gamma(b)/gamma(a + b)",),
}

#: the same where the argument tends to oo or -oo
FAR: dict[str, tuple[str, ...]] = {
    "atan": ("a > 0 -> pi/2 - atan(1/a)", "a < 0 -> -pi/2 - atan(1/a)"),
    "gamma": ("a > 0 -> exp((a - 1/2)*log(a) - a + log(2*pi)/2 + stirling(a, 0))",),
    "loggamma": ("a > 0 -> (a - 1/2)*log(a) - a + log(2*pi)/2 + stirling(a, 0)",),
    "digamma": ("a > 0 -> log(a) - 1/(2*a) + stirling(a, 1)",),
    "erf": ("a > 0 -> 1 - exp(-a**2)*erfcx(a, 0)", "a < 0 -> exp(-a**2)*erfcx(-a, 0) - 1"),
    "erfc": ("a > 0 -> exp(-a**2)*erfcx(a, 0)", "a < 0 -> 2 - exp(-a**2)*erfcx(-a, 0)"),
}

#: the same at -1 and at 1
ENDS: dict[str, tuple[str, ...]] = {
    "acos": (
        "0 < a and a <= 1 -> 2*asin(sqrt((1 - a)/2))",
        "-1 <= a and a < 0 -> pi - 2*asin(sqrt((1 + a)/2))",
    ),
    "asin": (
        "0 < a and a <= 1 -> pi/2 - 2*asin(sqrt((1 - a)/2))",
        "-1 <= a and a < 0 -> 2*asin(sqrt((1 + a)/2)) - pi/2",
    ),
}


@cache
def definition(text: str) -> tuple[Expr, Expr]:
    before, arrow, after = text.rpartition(" -> ")
    condition = _built(ast.parse(before, mode="eval").body) if arrow else TRUE
    return condition, _built(ast.parse(after, mode="eval").body)


@cache
def _bernoulli(n: int) -> Fraction:
    if n == 0:
        return Fraction(1)
    return -sum((comb(n + 1, k) * _bernoulli(k) for k in range(n)), Fraction(0)) / (n + 1)


def tail_coefficient(name: str, m: int) -> Fraction:
    """The factor of u^(1-2m) in the series of stirling(u, 0), or of sqrt(pi)*erfcx(u, 0)."""
    if name == "stirling":
        return _bernoulli(2 * m) / (2 * m * (2 * m - 1))
    return Fraction((-1) ** (m - 1) * factorial(2 * m - 2), 4 ** (m - 1) * factorial(m - 1))
