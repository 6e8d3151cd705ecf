"""A positive scalar g(w) for which g H is a Hessian map: time is run at another speed along the same path.

For H = h I + b w w' with x = |w| the criterion for g H is (g h)'/x = g b, a linear equation with the solution
g h = exp(int x b/h dx); every radial metric has one.  In the variable t in which h, b and x^2 are rational the
integrand is rational: x dx = (x^2)'/2 dt.  Separable metrics and others that are Hessian maps need g = 1.
The limit of the flow is that of the unwarped one; no condition on int g dt is needed for the KKT equation: the range
of X is closed and grad Q is continuous.  (Azulay et al. 2021, section 5 and appendix B.1.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from verifier.derive.implicit_bias.metrics.hessian_map import radial_residual
from verifier.derive.implicit_bias.metrics.matrix_warp import matrix_time_warp
from verifier.derive.implicit_bias.metrics.metric_kinds import EntrywiseMetric, Metric, RadialMetric
from verifier.derive.implicit_bias.proving import NotVerified, Proved, prove, text


@dataclass(frozen=True)
class TimeWarp:
    """g with g H a Hessian map: `factor` as a function of x = |w| and the constants (1 where none is needed).

    `growth` is g h = q'(x)/x as a function of t, and `domain` says where g > 0 and the condition are proved.
    """

    metric: Metric = field(repr=False)
    factor: Any
    growth: Any
    domain: str
    evidence: tuple[Proved, ...] = field(default=(), repr=False)


def time_warp(metric: Metric) -> TimeWarp:
    """The factor, with its condition and its sign proved; in dimension d >= 2 it is unique up to a positive constant.

    Raises `NoHessianMap` (`NoTimeWarp` where no factor exists) and `NotVerified`.

    >>> from verifier.derive.implicit_bias import metric as m, networks as n
    >>> time_warp(m.metric(n.fully_connected(2, balanced=True))).factor
    sqrt(x)
    """
    import sympy

    if isinstance(metric, EntrywiseMetric):
        factor = matrix_time_warp(metric.inverse.inv(), metric.w)
        return TimeWarp(metric, factor, None, "wherever the metric is positive definite")
    if not isinstance(metric, RadialMetric):
        return TimeWarp(metric, sympy.S.One, None, "wherever the metric is positive definite")
    if sympy.simplify(radial_residual(metric)) == 0:
        return TimeWarp(metric, sympy.S.One, metric.h, "w != 0, every d")
    t = metric.t
    rate = sympy.cancel(sympy.together(metric.b / metric.h * sympy.diff(metric.square, t) / 2))
    growth = exponential(sympy.integrate(sympy.apart(rate, t) if rate.is_rational_function(t) else rate, t), t)
    if growth is None:
        raise NotVerified(f"the integral of {rate} in t was not found in closed form")
    factor = metric.in_x(sympy.powsimp(growth / metric.h, force=False))
    h, b = metric.in_x(metric.h), metric.in_x(metric.b)
    domain = {"x": "positive", **{str(c.symbol): "real" for c in metric.constants}}
    evidence = (
        prove("the factor is positive", f"{text(factor)} > 0", domain),
        prove("g H is a Hessian map",
              f"diff({text(factor * h)}, x)/x == {text(factor * b)}", domain),
    )  # fmt: skip
    return TimeWarp(metric, factor, growth, "w != 0, every d", evidence)


def exponential(e: Any, t: Any) -> Any:
    """exp(e) with the logarithms in e turned into powers; None where e still has an integral."""
    import sympy

    if e.has(sympy.Integral):
        return None
    result = sympy.S.One
    for term in sympy.Add.make_args(sympy.expand(e)):
        logs = [f for f in sympy.Mul.make_args(term) if isinstance(f, sympy.log)]
        rest = sympy.cancel(term / logs[0]) if len(logs) == 1 else None
        if rest is not None and not rest.has(t):
            result *= logs[0].args[0] ** rest
        else:
            result *= sympy.exp(term)
    # a constant factor in a power, such as (2t)^(1/2), changes nothing
    constant = [f for f in sympy.Mul.make_args(sympy.powsimp(result)) if not f.has(t)]
    return sympy.powsimp(result / sympy.prod(constant))
