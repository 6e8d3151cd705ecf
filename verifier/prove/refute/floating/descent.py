"""Points of thin sets: least squares of how far relations are from holding.  Floating point: suggestions only.

Relations become residuals (what is missing to a margin, or the difference of an equation's sides); Gauss and Newton's
steps from several starts, first for a wide margin, then for ever smaller ones.  Finds points where random samples do
not, such as near the centre of a set of small volume.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from verifier.kernel.logic.sequents import as_less
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.prove.refute.floating.floats import Array, Floats

MARGINS = (1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 0.0)
STEPS = 12
BIGGEST = 1e60

Env = dict[str, Array]
Point = dict[str, float]


def descended(
    formula: Expr, starts: Env, bounds: Mapping[str, tuple[float, float]], full: Callable[[Env], Env],
    whole: Callable[[str], bool],
) -> Iterator[Point]:  # fmt: skip
    """Points that are nearer to the relations of a conjunction; `full` adds the variables that `starts` leaves out."""
    relations = [r for r in parts_of(formula) if head(r) in RELATIONS and head(r) != "!="]
    names = [x for x in starts if not whole(x)]
    if not relations or not names:
        return
    for i in range(len(next(iter(starts.values())))):
        point = {x: float(v[i]) for x, v in starts.items()}
        for margin in MARGINS:
            found = _steps(relations, names, point, bounds, full, margin)
            if found is None:
                break
            point, missing = found
            yield dict(point)
            if missing == 0.0:
                break


def parts_of(p: Expr) -> list[Expr]:
    """The parts of a conjunction."""
    return [q for a in operands(p) for q in parts_of(a)] if head(p) == "and" else [p]


def _residuals(relations: list[Expr], env: Env, margin: float) -> Array:
    """How far each relation (row) is from holding at each point (column)."""
    floats = Floats(env)
    size = np.shape(next(iter(env.values())))
    rows = []
    with np.errstate(all="ignore"):
        for r in relations:
            a, b = (np.broadcast_to(floats.value(x), size) for x in operands(as_less(r)))
            scale = np.maximum(1.0, np.abs(b))
            gap = (a - b) / scale
            rows.append(gap if head(r) == "==" else np.maximum(0.0, gap + margin))
    return np.array(rows)


def _steps(
    relations: list[Expr], names: list[str], point: Point, bounds: Mapping[str, tuple[float, float]],
    full: Callable[[Env], Env], margin: float,
) -> tuple[Point, float] | None:  # fmt: skip
    """The point after some steps of Gauss and Newton with damping, and how much is missing there."""
    damping = 1e-3
    missing = np.inf
    for _ in range(STEPS):
        width = np.array([1e-6 * max(1.0, abs(point[x])) for x in names])
        env = {x: np.full(len(names) + 1, v) for x, v in point.items()}
        for k, x in enumerate(names):
            env[x][k + 1] += width[k]
        r = _residuals(relations, full(env), margin)
        if not np.all(np.abs(r) < BIGGEST):  # also where something is undefined
            return None
        missing = float(r[:, 0] @ r[:, 0])
        if missing == 0.0:
            break
        slopes = (r[:, 1:] - r[:, :1]) / width
        if not np.all(np.abs(slopes) < BIGGEST):
            return None
        matrix = slopes.T @ slopes
        moved, least = None, missing
        for factor in (0.1, 1.0, 10.0, 1000.0):
            step = np.linalg.lstsq(matrix + factor * damping * np.eye(len(names)), -slopes.T @ r[:, 0], rcond=None)[0]
            trial = dict(point)
            for k, x in enumerate(names):
                low, high = bounds[x]
                trial[x] = float(min(max(point[x] + step[k], low), high))
            there = _residuals(relations, full({x: np.array([v]) for x, v in trial.items()}), margin)
            value = float(there[:, 0] @ there[:, 0]) if np.all(np.abs(there) < BIGGEST) else np.inf
            if value < least:
                moved, least, damping = trial, value, max(1e-12, factor * damping)
                break
        if moved is None:
            break
        point, missing = moved, least
    return point, missing
