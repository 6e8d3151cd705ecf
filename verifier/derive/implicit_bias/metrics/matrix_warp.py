"""Time warps and potentials of metrics given as matrices of a fixed dimension.

For phi = log g the condition of a Hessian map for g H reads phi_k H_ij - phi_j H_ik = -(d_k H_ij - d_j H_ik).
Multiplied by H^-1 from the left it gives phi_k = -sum_i (H^-1)_ji (d_k H_ij - d_j H_ik) for each j != k: in dimension
d >= 2 the gradient of phi is determined, and g, where it exists, is unique up to a positive constant.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from verifier.derive.implicit_bias.metrics.hessian_map import NoHessianMap, hessian_map_residual


class NoTimeWarp(NoHessianMap):
    """No scalar factor makes the matrix a Hessian; one line gives an exact point where the conditions contradict."""


def matrix_time_warp(H: Any, w: Sequence[Any]) -> Any:
    """A positive factor g with g H a Hessian map, as a SymPy expression; verified by its residual.

    Raises `NoTimeWarp` where there is none on any open set, `NoHessianMap` where it is not found in closed form.

    >>> import sympy
    >>> w = sympy.symbols("w_1 w_2", real=True)
    >>> v = sympy.Matrix(w)
    >>> matrix_time_warp(sympy.eye(2) + v * v.T, w)
    exp(w_1**2/2 + w_2**2/2)
    """
    import sympy

    H = sympy.Matrix(H)
    n = len(w)
    if hessian_map_residual(H, w).holds:
        return sympy.S.One
    inverse = H.inv()
    rates: list[Any] = [None] * n
    for k in range(n):
        for j in (j for j in range(n) if j != k):
            column = [_residual(H, w, i, j, k) for i in range(n)]
            for m in range(n):
                value = -sympy.simplify(sum(inverse[m, i] * column[i] for i in range(n)))
                if m == j:  # phi_k, the same for each j
                    _demand(value - rates[k] if rates[k] is not None else sympy.S.Zero, w)
                    rates[k] = value
                elif m != k:
                    _demand(value, w)
    for j, k in itertools.combinations(range(n), 2):
        _demand(sympy.diff(rates[j], w[k]) - sympy.diff(rates[k], w[j]), w)
    factor = sympy.simplify(sympy.exp(_real_logarithms(primitive(rates, w), H, w)))
    if not hessian_map_residual((factor * H).applyfunc(sympy.simplify), w).holds:
        raise NoHessianMap(f"the factor {factor} did not verify")
    return factor


def _real_logarithms(e: Any, H: Any, w: Sequence[Any]) -> Any:
    """The primitive with log(-u) for log(u) where u < 0 at a point at which H is positive definite."""
    import sympy

    for values in itertools.product((0, 1, 2, -1, -2), repeat=len(w)):
        at = dict(zip(w, values, strict=True))
        here = H.subs(at)
        if here.has(sympy.zoo, sympy.nan) or not here.is_positive_definite:
            continue
        turned = {u: sympy.log(-u.args[0]) for u in e.atoms(sympy.log) if u.args[0].subs(at).is_negative}
        return e.subs(turned)
    return e


def _residual(H: Any, w: Sequence[Any], i: int, j: int, k: int) -> Any:
    import sympy

    return sympy.diff(H[i, j], w[k]) - sympy.diff(H[i, k], w[j])


def _demand(e: Any, w: Sequence[Any]) -> None:
    """Raise `NoTimeWarp` with a point where e is not 0, unless it is 0 identically."""
    import sympy

    e = sympy.simplify(e)
    if e == 0:
        return
    for values in itertools.product((1, 2, 0, 3, -1), repeat=len(w)):
        at = sympy.simplify(e.subs(dict(zip(w, values, strict=True))))
        if at.is_zero is False and at.is_finite:
            where = ", ".join(f"{s} = {v}" for s, v in zip(w, values, strict=True))
            raise NoTimeWarp(f"no scalar factor makes it a Hessian: two demands on its slope differ by {at} at {where}")
    raise NoTimeWarp(f"no scalar factor makes it a Hessian: two demands on its slope differ by {e}")


def primitive(field: Sequence[Any], w: Sequence[Any]) -> Any:
    """f with the gradient `field`, one coordinate after the other.  Raises `NoHessianMap` without a closed form."""
    import sympy

    total = sympy.S.Zero
    for k, s in enumerate(w):
        rest = sympy.simplify(field[k] - sympy.diff(total, s))
        if rest.free_symbols & set(w[:k]):
            raise NoHessianMap("the field has no primitive")
        part = sympy.integrate(rest, s)
        if part.has(sympy.Integral):
            raise NoHessianMap(f"the integral of {rest} over {s} has no closed form here")
        total += part
    if any(sympy.simplify(sympy.diff(total, s) - e) != 0 for s, e in zip(w, field, strict=True)):
        raise NoHessianMap("the primitive did not verify")
    return total


def matrix_potential(H: Any, w: Sequence[Any]) -> tuple[Any, Any]:
    """(Q, g) with Hess Q = g H, verified by differentiation; Q without its linear term.

    Raises `NoTimeWarp` and `NoHessianMap`.  Q is convex on each convex set where H is positive definite; the limit of
    a flow solves the KKT equation, and minimises Q where such a set contains all w that interpolate.
    """
    import sympy

    g = matrix_time_warp(H, w)
    G = (g * sympy.Matrix(H)).applyfunc(sympy.simplify)
    gradient = [primitive(list(G.row(i)), w) for i in range(len(w))]
    Q = primitive(gradient, w)
    if any(sympy.simplify(e) != 0 for e in sympy.hessian(Q, w) - G):
        raise NoHessianMap("the potential did not verify")
    return Q, g
