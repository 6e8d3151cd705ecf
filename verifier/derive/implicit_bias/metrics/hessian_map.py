"""Is the metric the Hessian of a function?  The residual d_k H_ij - d_j H_ik, exactly.

On R^d, or on any simply connected domain, H is a Hessian if and only if the residual vanishes identically (symmetry
of third derivatives; the converse is the lemma of Poincare).  For H = h(x) I + b(x) w w' with x = |w| the residual is

    (h'(x)/x - b(x)) (w_k [i=j] - w_j [i=k]),

so in dimension d >= 2 the criterion is h'(x)/x = b(x).  An entry involves at most three of the coordinates of w, and
the derivative of a function of x at fixed h, b is f'(x) w_k/x, so the computation at d = 3 with a free x, which
`radial_identity` carries out, is the computation for every d.  (Azulay et al. 2021, eq. 6 and appendix B.1.)
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.derive.implicit_bias.metrics.metric_kinds import EntrywiseMetric, Metric, RadialMetric, SeparableMetric
from verifier.derive.implicit_bias.proving import Proved, attempt, text


class NoHessianMap(ValueError):
    """The matrix is not the Hessian of a function; one line gives the residual at an exact point."""


@dataclass(frozen=True)
class HessianMap:
    """Whether H is a Hessian map, with the residual.

    `residual`: for a radial metric h'/x - b as a function of x = |w| and the constants (the criterion for d >= 2);
    for a matrix the first residual that does not vanish.  Where it fails, `entry` = (i, j, k), `point` and `value`
    are exact: d_k H_ij - d_j H_ik = value there.  `scope` says for which dimensions.
    """

    holds: bool
    residual: Any
    scope: str
    entry: tuple[int, int, int] | None = None
    point: Mapping[str, Any] | None = None
    value: Any = None
    everywhere: Proved | None = None  #: a proof that the radial residual vanishes nowhere, where one was found

    def __str__(self) -> str:
        if self.holds:
            return f"a Hessian map ({self.scope})"
        i, j, k = self.entry or (0, 0, 0)
        where = ", ".join(f"{n} = {v}" for n, v in (self.point or {}).items())
        return (
            f"not a Hessian map ({self.scope}): d_{k} H_{i}{j} - d_{j} H_{i}{k} = {self.value} at {where};"
            f" residual {self.residual}"
        )


def hessian_map_residual(given: Metric | Any, w: Sequence[Any] = ()) -> HessianMap:
    """The condition for a metric, or for a symmetric SymPy matrix H in the symbols w.

    Raises `ValueError` for a matrix that is not symmetric or of another size than w.

    >>> import sympy
    >>> w = sympy.symbols("w_1 w_2", real=True)
    >>> v = sympy.Matrix(w)
    >>> print(hessian_map_residual(sympy.eye(2) + v * v.T, w))
    not a Hessian map (d = 2): d_2 H_11 - d_1 H_12 = -1 at w_1 = 0, w_2 = 1; residual -w_2
    """
    if isinstance(given, SeparableMetric):
        return HessianMap(True, 0, "every d" if given.every else f"d = {len(given.coordinates)}")
    if isinstance(given, RadialMetric):
        return _radial(given)
    if isinstance(given, EntrywiseMetric):
        return _matrix(given.inverse.inv(), given.w)
    return _matrix(given, tuple(w))


def radial_residual(metric: RadialMetric) -> Any:
    """h'(x)/x - b(x) in x and the constants; d/dx = (2x / (dx^2/dt)) d/dt."""
    import sympy

    t = metric.t
    return sympy.factor(2 * sympy.diff(metric.h, t) / sympy.diff(metric.square, t) - metric.b)


def _radial(metric: RadialMetric) -> HessianMap:
    import sympy

    radial_identity()
    in_t = sympy.simplify(radial_residual(metric))
    residual = sympy.simplify(metric.in_x(in_t))
    if in_t == 0:
        return HessianMap(True, sympy.S.Zero, "every d")
    for point, value in _rational_values(metric, in_t):
        # at w = (x, 0, ..., 0): d_1 H_22 - d_2 H_21 = (h'/x - b) x
        where = {"w": f"({point[0]}, 0, ..., 0)", **point[1]}
        domain = {str(metric.x): "positive", **{str(c.symbol): "real" for c in metric.constants}}
        sign = "<" if value < 0 else ">"
        nowhere = attempt("the residual vanishes nowhere", f"{text(residual)} {sign} 0", domain)
        value = sympy.simplify(value * point[0])
        return HessianMap(False, residual, "every d >= 2", (2, 2, 1), where, value, nowhere)
    raise NoHessianMap(f"the residual {residual} is no zero formula, but no rational point shows it")


def _rational_values(metric: RadialMetric, e: Any) -> Any:
    """Points (x, constants) with x rational at which a function of t is an exact nonzero number."""
    import sympy

    sizes = [sympy.Rational(q) for q in (1, 2, Fraction(1, 2), 3, Fraction(3, 2), 4, 6, 12)]
    symbols = [c.symbol for c in metric.constants]
    for rational in (True, False):  # rational values first
        for values in itertools.product((0, 1, 3, 5, 8), repeat=len(symbols)):
            fixed = dict(zip(symbols, values, strict=True))
            for x in sizes:
                t = metric.root.subs(fixed).subs(metric.x, x)
                value = sympy.simplify(e.subs(fixed).subs(metric.t, t))
                if value.is_zero is False and value.is_finite and (value.is_Rational or not rational):
                    yield (x, {str(s): v for s, v in fixed.items()}), value


def radial_identity() -> None:
    """Compute d_k H_ij - d_j H_ik for H = h I + b w w' with free functions at d = 3 and compare with the criterion.

    Raises `ArithmeticError` where they differ (they do not).
    """
    import sympy

    w, (x, b, dh, db) = sympy.symbols("w_1:4", real=True), sympy.symbols("x b dh db")

    def partial(i: int, j: int, k: int) -> Any:  # of h(x) [i=j] + b(x) w_i w_j with respect to w_k
        return dh * w[k] / x * int(i == j) + db * w[k] / x * w[i] * w[j] + b * sympy.diff(w[i] * w[j], w[k])

    for i, j, k in itertools.product(range(3), repeat=3):
        expected = (dh / x - b) * (w[k] * int(i == j) - w[j] * int(i == k))
        if sympy.expand(partial(i, j, k) - partial(i, k, j) - expected) != 0:
            raise ArithmeticError("the radial criterion does not agree with the residual")


def _matrix(H: Any, w: Sequence[Any]) -> HessianMap:
    import sympy

    H = sympy.Matrix(H)
    n = len(w)
    if H.shape != (n, n) or n == 0:
        raise ValueError(f"H is {H.shape[0]} x {H.shape[1]} and there are {n} symbols w")
    if any(sympy.simplify(H[i, j] - H[j, i]) != 0 for i in range(n) for j in range(i)):
        raise ValueError("H is not symmetric")
    scope = f"d = {n}"
    for i in range(n):
        for j, k in itertools.combinations(range(n), 2):
            residual = sympy.simplify(sympy.diff(H[i, j], w[k]) - sympy.diff(H[i, k], w[j]))
            if residual == 0:
                continue
            letters = sorted(residual.free_symbols, key=str)
            for values in itertools.product((0, 1, 2, 3, -1), repeat=len(letters)):
                at = dict(zip(letters, map(sympy.Integer, values), strict=True))
                value = sympy.simplify(residual.subs(at))
                if value.is_zero is False and value.is_finite:
                    point = {str(s): at.get(s, sympy.S.Zero) for s in (*w, *(s for s in letters if s not in w))}
                    return HessianMap(False, residual, scope, (i + 1, j + 1, k + 1), point, value)
            raise NoHessianMap(f"the residual {residual} is no zero formula, but no small point shows it")
    return HessianMap(True, sympy.S.Zero, scope)
