"""All critical points of one exponential a e^(-w t) fitted to a target with a rational Laplace transform R.

The gradient vanishes exactly where a = 2 w R(w) and a (a/(4 w^2) + R'(w)) = 0: where R(w) (R(w) + 2 w R'(w)) = 0, which
is a polynomial equation for w > 0.  Its roots are isolated by Sturm sequences, so none is missed, and what is said at a
root is decided in the field Q[w]/(f), f its irreducible factor, or by an enclosure that does not contain 0.

Source: Li, Han, E and Li (ICLR 2021), Lemma D.1: J = (a - 2 w R)^2/(2 w) + |rho|^2 - 2 w R^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.derive.exact_numbers import rational, symbol_free


@dataclass(frozen=True)
class OnePoint:
    """A critical point: the exponent w is a root of the irreducible `factor`, a the value of `amplitude`, a polynomial.

    `interval` are rational ends between which w is the only root.  `kind`: "strict local minimum", "saddle" or
    "degenerate" (the Hessian is singular).
    """

    factor: Any
    amplitude: Any
    interval: tuple[Any, Any]
    kind: str
    w: Any

    @property
    def a(self) -> Any:
        """The amplitude as a number."""
        from sympy import radsimp

        value = self.amplitude.as_expr().subs(self.factor.gen, self.w)
        return radsimp(value) if self.factor.degree() <= 2 else value


def one_neuron(terms: Sequence[tuple[Any, Any]]) -> tuple[OnePoint, ...]:
    """The critical points with w > 0 for the target sum of A e^(-W t), exact rational pairs, by ascending exponents.

    Raises `ValueError` for the target 0, for which all points with a = 0 are critical.
    """
    from sympy import Integer, Poly, cancel, fraction

    R, w = _transform(terms)
    if R == 0:
        raise ValueError("the target is 0: exactly the points with a = 0 are critical")
    top = Poly(fraction(cancel(R * (R + 2 * w * R.diff(w))))[0], w, domain="QQ")
    amplitude = cancel(2 * w * R)
    # the Hessian is (1/w, h; h, g) with h = -a/w^2 - 2 R'(w), g = a^2/w^3 - 2 a R''(w): (97)-(101)
    h = -amplitude / w**2 - 2 * R.diff(w)
    determinant = (amplitude**2 / w**3 - 2 * amplitude * R.diff(w, 2)) / w - h**2
    found = []
    for factor, _ in top.factor_list()[1]:
        own, value = _reduced(amplitude, factor), _reduced(determinant, factor)
        for ((low, high), _), root in zip(factor.intervals(), factor.real_roots(), strict=True):
            if _sign(Poly(w, w), factor, (low, high)) > 0:
                sign = 0 if value.is_zero else _sign(value, factor, (low, high))
                kind = ("degenerate", "strict local minimum", "saddle")[sign]
                found.append(OnePoint(factor, own, (Integer(0) + low, Integer(0) + high), kind, root))
    return tuple(sorted(found, key=lambda p: p.w.evalf(30)))


def _transform(terms: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    from sympy import Integer, Symbol, cancel, together

    w = Symbol("w")
    pairs = [(symbol_free(rational(A, "an amplitude")), symbol_free(rational(W, "an exponent"))) for A, W in terms]
    if any(W <= 0 for _, W in pairs):
        raise ValueError("the exponents of the target are positive")
    return cancel(together(sum((A / (w + W) for A, W in pairs), Integer(0)))), w


def _reduced(e: Any, factor: Any) -> Any:
    """A rational function modulo an irreducible polynomial that does not divide its denominator."""
    from sympy import Poly, cancel, fraction

    top, bottom = (Poly(p, factor.gen, domain="QQ") for p in fraction(cancel(e)))
    return (top * bottom.rem(factor).invert(factor)).rem(factor)


def _sign(value: Any, factor: Any, interval: tuple[Any, Any]) -> int:
    """The sign of a polynomial at the root of `factor` in an interval; 0 where it is divisible by the factor."""
    from sympy import sign

    if value.rem(factor).is_zero:
        return 0
    low, high = interval
    while low != high and value.count_roots(low, high):
        low, high = factor.refine_root(low, high, steps=4)
    return int(sign(value.eval(low)))


def verify(terms: Sequence[tuple[Any, Any]], found: Sequence[OnePoint]) -> bool:
    """The partial derivatives vanish in the field of each exponent; the number of points is Sturm's count."""
    from sympy import Poly, Symbol, cancel, fraction

    R, w = _transform(terms)
    a = Symbol("a")
    J = a**2 / (2 * w) - 2 * a * R
    for point in found:
        for slope in (J.diff(a), J.diff(w)):
            if not _reduced(slope.subs(a, point.amplitude.as_expr()), point.factor).is_zero:
                return False
    distinct = Poly(fraction(cancel(R * (R + 2 * w * R.diff(w))))[0], w, domain="QQ").sqf_part()
    return int(distinct.count_roots(0)) - int(distinct.eval(0) == 0) == len(found) == len({p.w for p in found})
