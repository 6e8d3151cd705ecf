"""Potentials at extreme constants: leading terms, as proved limits.

The order of growth is guessed from two values at 40 digits, SymPy gives the limit, and the kernel's proof is kept.
A limit of which no proof was found is not returned.  (Azulay et al. 2021, section 7.1 and appendix E.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.potentials.coordinate_profiles import Potential, Profile
from verifier.derive.implicit_bias.proving import Proved, attempt, text


@dataclass(frozen=True)
class Extreme:
    """factor * (q - q(0)) -> leading as the constant tends to its end; then q - q(0) - leading/factor -> next.

    `leading` and `next` are functions of x > 0, the absolute value of the coordinate or of w; `next` is None where
    it was not found or is no finite function.
    """

    constant: Any
    end: Any
    factor: Any
    leading: Any
    next: Any
    evidence: tuple[Proved, ...]


def extremes(Q: Potential) -> tuple[Extreme, ...]:
    """The leading terms of each profile with one constant as this tends to 0 and to infinity (from above).

    At an unbiased start minimising Q tends to minimising the sum of the limit functions (convex functions that converge
    pointwise do so uniformly on bounded sets): x stands for the l1 norm (separable), x^2 for a Euclidean norm.

    >>> from verifier.derive.implicit_bias.networks import diagonal
    >>> from verifier.derive.implicit_bias.potentials.potential import potential
    >>> [(e.end, e.factor, e.leading) for e in extremes(potential(diagonal()))]
    [(0, -1/log(k), x/4), (oo, sqrt(k), x**2/2)]
    """
    found = []
    for p in Q.profiles[:1] if Q.radial else Q.profiles:
        if len(p.constants) == 1:
            found += [e for end in (0, 1) if (e := _extreme(p, end)) is not None]
    return tuple(found)


def _extreme(p: Profile, end: int) -> Extreme | None:
    import sympy

    (name,) = p.constants
    x, c = sympy.Symbol("x", positive=True), sympy.Symbol(name, positive=True)
    q = p.value.subs({s: c for s in p.value.free_symbols if s.name == name}).subs(p.variable, x)
    if p.domain == "real" and sympy.simplify(p.value - p.value.subs(p.variable, -p.variable)) != 0:
        return None  # not a function of the absolute value
    q = q - sympy.limit(q, x, 0, "+")
    place, side = (sympy.oo, "-") if end else (sympy.S.Zero, "+")
    factor = _normaliser(q, x, c, end)
    if factor is None:
        return None
    leading = sympy.limit(factor * q, c, place, side)
    proof = _proved_limit(f"leading term, {name} -> {place}", factor * q, c, place, leading)
    if proof is None or leading.has(c):
        return None
    rest = sympy.limit(q - leading / factor, c, place, side)
    evidence: tuple[Proved, ...] = (proof,)
    second = None
    if rest.is_finite is not False and not rest.has(sympy.Limit, sympy.oo, c):
        further = _proved_limit(f"next term, {name} -> {place}", q - leading / factor, c, place, rest)
        if further is not None:
            second, evidence = sympy.factor(rest, deep=False), (proof, further)
    return Extreme(c, place, factor, leading, second, evidence)


def _normaliser(q: Any, x: Any, c: Any, end: int) -> Any:
    """A power of c, or such a power over log c, by which q(1) stays between bounds: a guess from two values."""
    import mpmath
    import sympy

    one = sympy.lambdify(c, q.subs(x, 1), "mpmath")
    with mpmath.workdps(400):
        near, far = (one(mpmath.mpf(10) ** (n if end else -n)) for n in (60, 120))
        if not (near > 0 and far > 0):
            return None
        decades = 60 if end else -60
        power = sympy.Rational(round(4 * mpmath.log10(far / near) / decades), 4)
        logs = mpmath.log(far / near, 2) - mpmath.mpf(power.p) / power.q * decades * mpmath.log(10, 2)
    if abs(logs) < 0.1:
        return c**-power
    if abs(logs - 1) < 0.1:
        return c**-power / sympy.log(c) * (1 if end else -1)
    return None


def _proved_limit(what: str, e: Any, c: Any, place: Any, value: Any) -> Proved | None:
    side = "" if place.is_infinite else ", '+'"
    try:
        return attempt(what, f"limit({text(e)}, {c}, {place}{side}) == {text(value)}", {"x": "positive"})
    except ValueError:  # what the language of claims cannot say has no proof
        return None
