"""The matching equations of one variable, solved and verified."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from verifier.derive.implicit_bias.metrics.metric_kinds import CoordinateMetric, RadialMetric
from verifier.derive.implicit_bias.metrics.time_warp import TimeWarp
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential, Profile
from verifier.derive.implicit_bias.proving import NotVerified, attempt, prove, text


def coordinate_profile(metric: CoordinateMetric, zero: Set[str]) -> Profile:
    """q with q'' = 1/speed, q' and q zero at 0 where 0 is in the domain.  Raises `NoPotential`, `NotVerified`."""
    import sympy

    constants = {c.symbol: sympy.Symbol(str(c.symbol), positive=True) for c in metric.constants}
    speed = metric.speed.subs({s: 0 if str(s) in zero else p for s, p in constants.items()})
    kept = {str(p): "positive" for s, p in constants.items() if str(s) not in zero and speed.has(p)}
    w = metric.w
    at_zero = sympy.simplify(speed.subs(w, 0))
    domain = "real" if at_zero.is_positive else "positive" if _sign_at(speed, w, 1) else "negative"
    x = w if domain == "real" else sympy.Symbol(str(w), **{domain: True})
    speed = sympy.powsimp(speed.subs(w, x))
    if not (speed.is_rational_function(x) or _radical(speed, x)):
        raise NoPotential(f"1/({speed}) is integrated only for rational functions, powers and roots of quadratics")
    if domain == "negative":  # integrated over -w, so that logarithms are of positive numbers
        y = sympy.Dummy("y", positive=True)
        mirrored = _integral(1 / sympy.powsimp(speed.subs(x, -y)), y)
        slope, value = -mirrored.subs(y, -x), _integral(mirrored, y).subs(y, -x)
    else:
        slope = _integral(1 / speed, x)
        value = _integral(slope, x)
    if domain == "real":
        slope = sympy.simplify(slope - slope.subs(x, 0))
        value = sympy.expand(_integral(slope, x))
        value -= value.subs(x, 0)
    value = sympy.expand(value)
    variables = {str(x): domain, **kept}
    evidence = (
        prove("q' is the derivative of q", f"diff({text(value)}, {x}) == {text(slope)}", variables),
        prove("q'' = 1/speed", f"diff({text(slope)}, {x}) == {text(1 / speed)}", variables),
        prove("q is strictly convex", f"{text(1 / speed)} > 0", variables),
    )
    return Profile(x, value, slope, domain, kept, evidence)


def _sign_at(speed: Any, w: Any, place: int) -> bool:
    """Whether the speed is positive at a place, for constants of size one: a guess, and the proof follows it."""
    value = speed.subs(w, place)
    return bool(value.subs(dict.fromkeys(value.free_symbols, 1)) > 0)


def _radical(speed: Any, x: Any) -> bool:
    """Whether a speed is c sqrt(quadratic) or c x^r."""
    import sympy

    ratio = sympy.simplify(x * sympy.diff(speed, x) / speed)
    square = sympy.expand(speed**2)
    return not ratio.has(x) or bool(square.is_polynomial(x) and sympy.degree(square, x) <= 2)


def _integral(e: Any, x: Any) -> Any:
    import sympy

    found = sympy.integrate(e, x)
    if found.has(sympy.Integral) or found.has(sympy.Piecewise):
        raise NoPotential(f"the integral of {e} over {x} has no closed form here")
    return found


def radial_profile(metric: RadialMetric, warp: TimeWarp, zero: Set[str]) -> tuple[Profile, list[str]]:
    """q with Hess q(|w|) = g H for w != 0 in every dimension, and the conditions under which it is used.

    q'(x) = x g h; q = int q' dx = 1/2 int (g h) (x^2)' dt.  The matching equations are q'/x = g h and
    q'' = g (h + b x^2).  Raises `NoPotential`, `NotVerified`.
    """
    import sympy

    t, x = metric.t, metric.x
    fixed = {c.symbol: 0 for c in metric.constants if str(c.symbol) in zero}
    names = {str(c.symbol): "real" for c in metric.constants if str(c.symbol) not in zero}

    def in_x(e: Any) -> Any:
        return e.subs(t, metric.root).subs(fixed)

    raw = sympy.integrate(sympy.expand(warp.growth * sympy.diff(metric.square, t) / 2), t)
    if raw.has(sympy.Integral):
        raise NoPotential(f"the integral of {warp.growth} d(x^2)/2 has no closed form in t")
    value = in_x(_gathered(raw, t))
    slope = x * in_x(warp.growth)
    factor, h = sympy.sympify(warp.factor).subs(fixed), in_x(metric.h)
    variables = {"x": "positive", **names}
    # along w: h + b x^2 = 1/(A + B x^2), the same eigenvalue of H without a difference
    if sympy.simplify(metric.h + metric.b * metric.square - 1 / (metric.across + metric.beta * metric.square)) != 0:
        raise NotVerified("H is not the inverse of J J' along w")
    ratio = sympy.cancel(sympy.together(metric.across / (metric.across + metric.beta * metric.square)))
    second = in_x(sympy.powsimp(warp.growth * ratio))
    evidence = [
        prove("q' is the derivative of q", f"diff({text(value)}, x) == {text(slope)}", variables),
        prove("q'/x = g h", f"{text(slope / x)} == {text(factor * h)}", variables),
        prove("q'' = g (h + b x^2)", f"diff({text(slope)}, x) == {text(second)}", variables),
        prove("q increases", f"{text(slope)} > 0", variables),
        prove("q is strictly convex", f"{text(second)} > 0", variables),
    ]
    conditions = ["q is increasing and strictly convex on x > 0, so Q = q(|w|) + z'w is strictly convex on R^d"]
    conditions += _at_zero(slope, names)
    return Profile(x, value, slope, "positive", names, tuple(evidence)), conditions


def _gathered(e: Any, t: Any) -> Any:
    """A sum of powers of t with its lowest power in front; other expressions as they are."""
    import sympy

    terms = sympy.Add.make_args(sympy.expand(e))
    powers = [sympy.simplify(t * sympy.diff(a, t) / a) for a in terms]
    if any(p.has(t) for p in powers) or len(terms) < 2:
        return e
    least = min(powers)
    return t**least * sympy.expand(e / t**least)


def _at_zero(slope: Any, names: dict[str, str]) -> list[str]:
    """What happens where w passes through 0: for which constants grad Q is continuous there."""
    import sympy

    x = sympy.Symbol("x", positive=True)
    if not names:
        curvature = sympy.limit(slope / x, x, 0, "+")
        place = f"limit({text(slope / x)}, x, 0, '+')"
        if curvature.is_finite and attempt("curvature at 0", f"{place} == {text(curvature)}", {}):
            return [f"any start; at w = 0 the Hessian of Q is {curvature} I"]
        start = sympy.limit(slope, x, 0, "+")
        proof = attempt("q'(0+)", f"limit({text(slope)}, x, 0, '+') == {text(start)}", {}) if start.is_finite else None
        still = "grad Q is continuous at 0" if start == 0 and proof else "grad Q is not known to be continuous at 0"
        return [f"w(0) is not 0 (w = 0 does not move); {still}"]
    if len(names) > 1:
        return ["w(t) is never 0"]
    (name,) = names
    positive = sympy.Symbol(name, positive=True)
    ratio = (slope / x).subs({s: positive for s in slope.free_symbols if s.name == name})
    value = sympy.limit(sympy.simplify(ratio), x, 0, "+")
    proof = attempt("curvature at 0", f"limit({text(ratio)}, x, 0, '+') == {text(value)}", {name: "positive"})
    said = []
    if proof:
        said.append(f"{name} > 0: any start; at w = 0 the Hessian of Q is {value} I")
    said.append(f"{name} = 0: w(0) is not 0 (w = 0 does not move)")
    said.append(f"{name} < 0: as long as w(t) is not 0 (there the direction of w turns round)")
    return said
