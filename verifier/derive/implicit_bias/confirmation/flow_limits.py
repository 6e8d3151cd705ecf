"""Limits of flows against a formula for grad Q, and controls; everything here confirms or warns and decides nothing.

The limit w* of gradient flow is integrated twice, with more digits the second time; the difference is the estimate of
its error.  The KKT equation grad Q(w*) = X nu says that grad Q(w*) is orthogonal to what no sample sees; the residual
is the rest, projected exactly (rational data), so that dependent samples are as good as others.

`descent` is a control: gradient descent with a constant step is no flow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.confirmation.flow_series import NotConverged, gradient_flow
from verifier.derive.implicit_bias.confirmation.oracle import number
from verifier.derive.implicit_bias.networks import Network

EXTRA = 6  # digits by which the second flow is longer
MOST_STEPS = 20_000  # of gradient descent


@dataclass(frozen=True)
class Limit:
    """Where a flow ends: predictor and parameters (mpmath), |y - X'w*|, and the estimate of the error of both."""

    predictor: tuple[Any, ...]
    parameters: tuple[Any, ...]
    training_residual: Any
    error: Any
    steps: int
    signs_kept: bool = True


def flow_limit(
    network: Network, X: Any, y: Sequence[Any], start: Sequence[Any], digits: int = 40,
    slopes: Sequence[Any] | None = None, least_squares: bool = False, once: bool = False,
) -> Limit:  # fmt: skip
    """The limit of gradient flow on squared loss from a rational start, with the difference of two tolerances.

    X: d x N SymPy matrix of rationals; `start` in the order of `network.parameters`; `once`: without the estimate of
    the error (nan).  Raises `NotConverged`.
    """
    import mpmath

    ends = [
        gradient_flow(network.parameters, network.predictor, X, y, start, n, slopes, least_squares)
        for n in ((digits,) if once else (digits, digits + EXTRA))
    ]
    with mpmath.workdps(digits + 25):
        pairs = [
            *zip(ends[0].predictor, ends[-1].predictor, strict=True),
            *zip(ends[0].parameters, ends[-1].parameters, strict=True),
        ]
        error = mpmath.nan if once else max(abs(a - b) for a, b in pairs)
    last = ends[-1]
    return Limit(last.predictor, last.parameters, last.training_residual, error, last.steps, last.signs_kept)


def kkt_residual(X: Any, gradient: Sequence[Any]) -> Any:
    """|P v|/|v| with P the projection on the orthogonal complement of the range of X; 0 for v = 0.

    P is exact: K (K'K)^-1 K' for a rational basis K of the kernel of X'.

    >>> import sympy
    >>> round(float(kkt_residual(sympy.Matrix([[1, 2], [0, 0]]), [3, 4])), 12)
    0.8
    """
    import mpmath
    import sympy

    v = mpmath.matrix(list(gradient))
    size = mpmath.norm(v)
    basis = X.T.nullspace()
    if not basis or size == 0:
        return mpmath.mpf(0)
    K = sympy.Matrix.hstack(*basis)
    P = K * (K.T * K).inv() * K.T
    exact = mpmath.matrix([[number(P[i, j]) for j in range(P.cols)] for i in range(P.rows)])
    return mpmath.norm(exact * v) / size


def residual_of(
    limit: Limit, X: Any, gradient: Callable[[Sequence[Any]], Sequence[Any]], digits: int = 40
) -> Any:
    """The KKT residual at the limit of a gradient given as a function of the predictor."""
    import mpmath

    with mpmath.workdps(digits + 25):
        return kkt_residual(X, gradient(limit.predictor))


def descent(
    network: Network, X: Any, y: Sequence[Any], start: Sequence[Any], rate: Any, digits: int = 20
) -> Limit:
    """The limit of gradient descent with the constant step `rate`, a control.  Raises `NotConverged`."""
    import mpmath
    import sympy

    letters = list(network.parameters)
    w = sympy.Matrix(network.predictor)
    with mpmath.workdps(digits + 15):
        value = sympy.lambdify(letters, list(w), "mpmath")
        slope = sympy.lambdify(letters, w.jacobian(letters).tolist(), "mpmath")
        rows = [[number(X[i, n]) for i in range(X.rows)] for n in range(X.cols)]
        labels, step, at = [number(v) for v in y], number(rate), [number(v) for v in start]
        for k in range(MOST_STEPS):
            here = value(*at)
            r = [b - mpmath.fdot(row, here) for b, row in zip(labels, rows, strict=True)]
            worst = max(abs(e) for e in r)
            if worst < mpmath.mpf(10) ** -digits:
                return Limit(tuple(here), tuple(at), worst, mpmath.mpf(0), k)
            if worst > 1e6:
                break
            p = [mpmath.fsum(e * row[i] for e, row in zip(r, rows, strict=True)) for i in range(X.rows)]
            J = slope(*at)
            at = [a + step * mpmath.fsum(p[i] * J[i][j] for i in range(X.rows)) for j, a in enumerate(at)]
    raise NotConverged(f"gradient descent with the step {rate} did not reach an interpolating predictor")
