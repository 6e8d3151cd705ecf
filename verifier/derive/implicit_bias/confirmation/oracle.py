"""The limit of the flow without integrating it, for separate quadratic coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.derive.implicit_bias.confirmation.flow_series import Flow
from verifier.derive.implicit_bias.networks import Network
from verifier.derive.implicit_bias.potentials.coordinate_profiles import Potential


def number(x: Any) -> Any:
    import mpmath
    import sympy

    x = sympy.Rational(x)
    return mpmath.mpf(int(x.p)) / int(x.q)


def oracle_distance(Q: Potential, flat: Network, theta: Mapping[Any, Any], X: Any, y: Sequence[Any], flow: Flow) -> Any:
    """|w* - w(nu)| with X' w(nu) = y, for quadratic coordinates: theta(nu) = exp((X nu)_i A) theta(0) in each.

    The field of such a coordinate is p_i(t) A theta with A the Hessian of w_i, so only int p_i dt matters.
    """
    import mpmath
    import sympy

    if Q.radial:
        return None
    blocks = []
    for e in flat.predictor:
        own = sorted(sympy.sympify(e).free_symbols, key=str)
        if any(sum(m) != 2 for m in sympy.Poly(e, *own).monoms()):
            return None
        A = sympy.hessian(e, own).applyfunc(number)
        blocks.append((mpmath.matrix(A.tolist()), mpmath.matrix([number(theta[s]) for s in own])))
    d, N = X.shape
    rows = [[number(X[i, n]) for n in range(N)] for i in range(d)]

    def place(nu: Any) -> tuple[list[Any], list[Any]]:
        w, speed = [], []
        for i, (A, b) in enumerate(blocks):
            c = mpmath.expm(A * sum(rows[i][n] * nu[n] for n in range(N)), method="taylor") * b
            w.append((c.T * A * c)[0] / 2)
            speed.append(mpmath.fsum(z**2 for z in A * c))
        return w, speed

    def gap(w: Sequence[Any]) -> Any:
        return mpmath.matrix([number(y[n]) - sum(rows[i][n] * w[i] for i in range(d)) for n in range(N)])

    nu = mpmath.matrix(N, 1)
    w, speed = place(nu)
    for _ in range(200):
        miss = gap(w)
        if mpmath.norm(miss) < mpmath.mpf(10) ** (8 - mpmath.mp.dps):
            return mpmath.norm(mpmath.matrix(w) - mpmath.matrix(list(flow.predictor)))
        J = mpmath.matrix(N, N)
        for n in range(N):
            for k in range(N):
                J[n, k] = sum(rows[i][n] * speed[i] * rows[i][k] for i in range(d))
        move = mpmath.lu_solve(J, miss)
        size = mpmath.mpf(1)
        while size > mpmath.mpf(10) ** -9:  # the dual problem is convex: damped steps lead to its solution
            trial = place(nu + size * move)
            if mpmath.norm(gap(trial[0])) < mpmath.norm(miss):
                break
            size /= 2
        nu += size * move
        w, speed = trial
    return None
