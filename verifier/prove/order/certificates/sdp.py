"""A small interior-point solver for semidefinite feasibility, in floating point: it only proposes.

`centre` looks for positive semidefinite matrices X_k and numbers x >= 0 with sum A_k(X_k) + a(x) == b, as far
inside the cone as possible: it maximises t with X_k - t I and x - t still in the cone (a primal-dual method with
the HKM direction).  What it returns is rounded and checked exactly elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class Centre(NamedTuple):
    """t > 0: an inner point; t about 0: only on the boundary; the dual matrices show which face."""

    t: float
    blocks: list[Array]
    dual: list[Array]


def reduced(rows: Array, b: Array, free: Array) -> tuple[Array, Array] | None:
    """The system without its free columns and without dependent rows; None where it is inconsistent."""
    if free.shape[1]:
        u, sv, _ = np.linalg.svd(free, full_matrices=True)
        rank = int((sv > 1e-9 * max(1.0, sv.max(initial=0))).sum())
        rest = u[:, rank:].T
        rows, b = rest @ rows, rest @ b
    values, vectors = np.linalg.eigh(rows @ rows.T)
    good = values > 1e-12 * max(1e-30, values.max(initial=0))
    basis = vectors[:, good].T
    if np.linalg.norm(b - basis.T @ (basis @ b)) > 1e-7 * (1 + np.linalg.norm(b)):
        return None
    scale = 1 / np.sqrt(values[good])
    return (basis @ rows) * scale[:, None], (basis @ b) * scale


def centre(
    sizes: list[int], rows: Array, b: Array, free: Array, tick: Callable[[], None], steps: int = 60
) -> Centre | None:
    """`rows` has one column for each entry of each block (row by row); 1-by-1 blocks are numbers.

    None where no point was found, or where there is none.
    """
    system = reduced(rows, b, free)
    if system is None:
        return None
    a, b = system
    ones = np.concatenate([np.eye(n).ravel() for n in sizes])
    shift = a @ ones
    blocks = [*sizes, 1]
    a = np.concatenate([a, -shift[:, None]], axis=1)  # minimise u, the last block; t = 1 - u
    b = b - shift
    m = len(b)
    ends = np.cumsum([n * n for n in blocks])
    parts = [a[:, e - n * n : e].reshape(m, n, n) for n, e in zip(blocks, ends, strict=True)]
    total = sum(blocks)
    scale = max(10.0, 10 * float(np.linalg.norm(b)))
    x = [np.eye(n) * scale for n in blocks]
    s = [np.eye(n) * 1.0 for n in blocks]
    y = np.zeros(m)
    cost = [np.zeros((n, n)) for n in sizes] + [np.ones((1, 1))]
    best: Centre | None = None
    for _ in range(steps):
        tick()
        flat = np.concatenate([q.ravel() for q in x])
        rp = b - a @ flat
        adjoint = a.T @ y
        rd = [
            c - z - adjoint[e - n * n : e].reshape(n, n) for c, z, n, e in zip(cost, s, blocks, ends, strict=True)
        ]
        mu = sum(float((p * z).sum()) for p, z in zip(x, s, strict=True)) / total
        u, primal = float(x[-1][0, 0]), float(np.linalg.norm(rp)) / (1 + float(np.linalg.norm(b)))
        dual_gap = max(float(np.abs(r).max()) for r in rd)
        lower = float(b @ y)
        if primal < 1e-8:
            best = Centre(1 - u, [q + (1 - u) * np.eye(len(q)) for q in x[:-1]], s[:-1])
            if u < 0.9 and mu * total < 0.05 * (1 - u):
                return best
        if dual_gap < 1e-8 and lower > 1 + 1e-4:
            return None
        if primal < 1e-8 and dual_gap < 1e-8 and mu * total < 1e-9:
            return best
        try:
            step = _step(parts, a, x, s, rp, rd, mu, blocks, ends, total)
        except np.linalg.LinAlgError:
            return best
        if step is None:
            return best
        x, s, dy, beta = step
        y = y + beta * dy
    return best


def _step(
    parts: list[Array], a: Array, x: list[Array], s: list[Array], rp: Array, rd: list[Array], mu: float,
    blocks: list[int], ends: Array, total: int,
) -> tuple[list[Array], list[Array], Array, float] | None:  # fmt: skip
    m = len(rp)
    inverse = [np.linalg.inv(z) for z in s]
    schur = np.zeros((m, m))
    for part, p, z in zip(parts, x, inverse, strict=True):
        n = len(p)
        schur += part.reshape(m, n * n) @ (p @ part @ z).transpose(0, 2, 1).reshape(m, n * n).T
    schur = (schur + schur.T) / 2
    schur += 1e-14 * np.trace(schur) / max(1, m) * np.eye(m)
    factor = np.linalg.cholesky(schur)

    def solve(r: Array) -> Array:
        w = np.linalg.solve(factor, r)
        return np.asarray(np.linalg.solve(factor.T, w))

    def direction(sigma: float, second: list[Array] | None) -> tuple[list[Array], list[Array], Array]:
        base = [sigma * mu * z - p - p @ r @ z for p, z, r in zip(x, inverse, rd, strict=True)]
        if second is not None:
            base = [q - w for q, w in zip(base, second, strict=True)]
        dy = solve(rp - a @ np.concatenate([((q + q.T) / 2).ravel() for q in base]))
        adjoint = a.T @ dy
        ds = [r - adjoint[e - n * n : e].reshape(n, n) for r, n, e in zip(rd, blocks, ends, strict=True)]
        dx = [
            q + p @ (adjoint[e - n * n : e].reshape(n, n)) @ z
            for q, p, z, n, e in zip(base, x, inverse, blocks, ends, strict=True)
        ]
        return [(q + q.T) / 2 for q in dx], ds, dy

    dx, ds, _ = direction(0.0, None)
    alpha, beta = _longest(x, dx), _longest(s, ds)
    after = sum(
        float(((p + alpha * d) * (z + beta * e)).sum()) for p, d, z, e in zip(x, dx, s, ds, strict=True)
    )
    sigma = min(1.0, max(0.0, after / total / mu)) ** 3 if mu > 0 else 0.1
    second = [d @ e @ z for d, e, z in zip(dx, ds, inverse, strict=True)]
    dx, ds, dy = direction(max(sigma, 1e-4), second)
    alpha, beta = 0.95 * _longest(x, dx), 0.95 * _longest(s, ds)
    if max(alpha, beta) < 1e-7:
        return None
    alpha, beta = min(1.0, alpha), min(1.0, beta)
    return (
        [p + alpha * d for p, d in zip(x, dx, strict=True)],
        [z + beta * e for z, e in zip(s, ds, strict=True)],
        dy,
        beta,
    )


def _longest(x: list[Array], d: list[Array]) -> float:
    """The longest step that stays in the cone, at most 1 / 0.95."""
    worst = 0.95
    for p, q in zip(x, d, strict=True):
        if len(p) == 1:
            worst = max(worst, -float(q[0, 0]) / float(p[0, 0]))
            continue
        low = np.linalg.inv(np.linalg.cholesky(p))
        worst = max(worst, -float(np.linalg.eigvalsh(low @ q @ low.T)[0]))
    return 1 / worst
