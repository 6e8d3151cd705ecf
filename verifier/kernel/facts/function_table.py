"""The functions without a head of their own.  Part of what is trusted: written to be read.

Where they have a value, are continuous and differentiable, with which derivative; and what they are
where they are not analytic, and at oo.

A condition is a formula in the arguments a and b.  Two functions are the kernel's own:

* ``stirling(u, k)``, the k-th derivative of loggamma(u) - (u - 1/2)*log(u) + u - log(2*pi)/2, for u > 0;
* ``erfcx(u, k)``, the k-th derivative of exp(u^2)*erfc(u).

Both have an asymptotic series in 1/u for large u that may be differentiated term by term, so each is bounded there.
The factorial of a real number is gamma(a + 1), its harmonic number digamma(a + 1) + EulerGamma, and binomial
coefficients of real numbers are quotients of factorials.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial

from verifier.kernel.facts.schemas import _built
from verifier.kernel.terms.binding import operands
from verifier.kernel.terms.expr import TRUE, Expr, head


@dataclass(frozen=True)
class Function:
    """What is known of one function; a condition that is empty holds always.

    `line`: where it has a value for real arguments; `plane`: for complex ones, None where it is one
    of real numbers alone.  `continuous`: where it is known to be continuous, as a function of one
    real argument (None: nowhere); `smooth`: where it is differentiable as well, by default the
    strict form of the same; `slope`: its derivative there.
    """

    line: str = ""
    plane: str | None = ""
    continuous: str | None = None
    smooth: str | None = None
    slope: str | None = None
    arity: int = 1


def _analytic(
    slope: str, line: str = "", plane: str | None = "", smooth: str | None = None
) -> Function:
    """A function that is continuous where it has a value."""
    return Function(line, plane, line, smooth, slope)


_POLES = "im(a) != 0 or re(a) > 0 or floor(re(a)) != re(a)"  # not 0, -1, -2, ...
_LATER_POLES = "im(a + 1) != 0 or re(a + 1) > 0 or floor(re(a + 1)) != re(a + 1)"
_NATURALS = "a >= 0 and b >= 0 and floor(a) == a and floor(b) == b"
_UNIT = "im(a) != 0 or -1 <= re(a) and re(a) <= 1"
_GAUSS = "2*exp(-a**2)/sqrt(pi)"

#: On the part of the line where a real function has no value the kernel takes some unknown real
#: number for it, which need not be the complex value: a complex argument has to stay away from
#: there ("im(a) != 0 or ...").
FUNCTIONS: dict[str, Function] = {
    "exp": _analytic("exp(a)"),
    "log": _analytic("1/a", "a > 0", "a != 0 and (im(a) != 0 or re(a) > 0)"),
    "sin": _analytic("cos(a)"),
    "cos": _analytic("-sin(a)"),
    "tan": _analytic("1 + tan(a)**2", "cos(a) != 0", "cos(a) != 0"),
    "cot": _analytic("-(1 + cot(a)**2)", "sin(a) != 0", "sin(a) != 0"),
    "sec": _analytic("sec(a)*tan(a)", "cos(a) != 0", "cos(a) != 0"),
    "csc": _analytic("-(csc(a)*cot(a))", "sin(a) != 0", "sin(a) != 0"),
    "asin": _analytic("1/sqrt(1 - a**2)", "-1 <= a and a <= 1", _UNIT),
    "acos": _analytic("-(1/sqrt(1 - a**2))", "-1 <= a and a <= 1", _UNIT),
    "atan": _analytic("1/(1 + a**2)", "", "a**2 + 1 != 0"),
    "acot": Function("", "a**2 + 1 != 0", "a != 0", None, "-(1/(1 + a**2))"),
    "sinh": _analytic("cosh(a)"),
    "cosh": _analytic("sinh(a)"),
    "tanh": _analytic("1 - tanh(a)**2", "", "cosh(a) != 0"),
    "coth": _analytic("1 - coth(a)**2", "a != 0", "sinh(a) != 0"),
    "sech": _analytic("-(sech(a)*tanh(a))", "", "cosh(a) != 0"),
    "csch": _analytic("-(csch(a)*coth(a))", "a != 0", "sinh(a) != 0"),
    "asinh": _analytic("1/sqrt(1 + a**2)"),
    "acosh": _analytic("1/sqrt(a**2 - 1)", "a >= 1", "im(a) != 0 or re(a) >= 1"),
    "atanh": _analytic(
        "1/(1 - a**2)", "-1 < a and a < 1", "im(a) != 0 or -1 < re(a) and re(a) < 1"
    ),
    "erf": _analytic(_GAUSS),
    "erfc": _analytic(f"-({_GAUSS})"),
    "gamma": Function("a > 0 or floor(a) != a", _POLES, "a > 0", None, "gamma(a)*digamma(a)"),
    "loggamma": _analytic("digamma(a)", "a > 0", "im(a) != 0 or re(a) > 0"),
    "digamma": Function("a > 0 or floor(a) != a", _POLES, "a > 0"),
    "lambertw": _analytic(
        "1/(exp(lambertw(a))*(1 + lambertw(a)))", "a >= -(1/E)", "im(a) != 0 or re(a) >= -(1/E)"
    ),
    "sign": Function("", "", "a != 0", None, "0"),
    "cbrt": _analytic("1/(3*cbrt(a)**2)", "", "im(a) != 0 or re(a) >= 0", "a != 0"),
    "arg": Function("a != 0", "a != 0"),
    "re": Function(),
    "im": Function(),
    "conjugate": Function(),
    "ceiling": Function("", None),
    "zeta": Function("a != 1", "a != 1"),
    "atan2": Function("a != 0 or b != 0", None, arity=2),
    "beta": Function(
        "(a > 0 or floor(a) != a) and (b > 0 or floor(b) != b)",
        "(im(a) != 0 or re(a) > 0) and (im(b) != 0 or re(b) > 0)",
        arity=2,
    ),
    # gamma(a + 1), digamma(a + 1) + EulerGamma, and quotients of gammas between the integers
    "factorial": Function("a >= 0 or floor(a) != a", _LATER_POLES),
    "harmonic": Function("a >= 0 or floor(a) != a", _LATER_POLES),
    "binomial": Function(
        "floor(b) == b or a > -1 or floor(a) != a", "im(b) == 0 and floor(b) == b", arity=2
    ),
    "RisingFactorial": Function(
        "b >= 0 and (floor(b) == b or a + b > 0 or floor(a + b) != a + b)",
        "im(b) == 0 and b >= 0 and floor(b) == b",
        arity=2,
    ),
    "FallingFactorial": Function(
        "b >= 0 and (floor(b) == b or a > -1 or floor(a) != a)",
        "im(b) == 0 and b >= 0 and floor(b) == b",
        arity=2,
    ),
    # of integers alone
    "fibonacci": Function("floor(a) == a", None),
    "bell": Function("a >= 0 and floor(a) == a", None),
    "stirling1": Function(_NATURALS, None, arity=2),
    "stirling2": Function(_NATURALS, None, arity=2),
}  # fmt: skip


@cache
def formula(text: str) -> tuple[Expr, ...]:
    """The parts of a condition of the table, or the one term."""
    built = _built(ast.parse(text, mode="eval").body) if text else TRUE
    return operands(built) if head(built) == "and" else () if built == TRUE else (built,)


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
