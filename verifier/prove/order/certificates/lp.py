"""Nonnegative solutions of homogeneous linear systems, exactly: what linear arithmetic and Farkas' lemma need.

`farkas` finds rational weights w >= 0 (and free weights) with sum w_i column_i == 0 and weight 1 on the strict
columns together.  Free columns are eliminated first, then rows whose entries have one sign (they force weights to
0), then integer-preserving simplex steps decide the rest.  Exact and complete within its limits of size.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from verifier.kernel.terms.expr import Number

Column = Mapping[Any, Number]
CELLS = 60_000  # of a tableau; beyond it nothing is tried
STEPS = 600


def farkas(
    columns: Sequence[Column], free: Sequence[Column], strict: Sequence[bool], tick: Callable[[], None]
) -> tuple[list[Fraction], list[Fraction]] | None:
    """Weights of the columns and of the free columns, or None where there are none (or the problem is too big)."""
    n = len(columns)
    rows: dict[Hashable, dict[int, Fraction]] = {}
    for j, column in enumerate((*columns, *free)):
        for m, c in column.items():
            rows.setdefault(m, {})[j] = Fraction(c)
    system = list(rows.values())
    solved: list[tuple[int, dict[int, Fraction]]] = []
    for j in range(n, n + len(free)):
        touching = [r for r in system if j in r]
        if not touching:
            continue
        tick()
        pivot = min(touching, key=len)
        system = [r for r in system if r is not pivot]
        for r in touching:
            if r is not pivot:
                _add(r, pivot, -r[j] / pivot[j])
        solved.append((j, pivot))
    weights = _positive([r for r in system if r], n, strict, tick)
    if weights is None:
        return None
    values = {j: w for j, w in enumerate(weights) if w}
    for j, row in reversed(solved):
        values[j] = -sum((c * values.get(k, Fraction(0)) for k, c in row.items() if k != j), Fraction(0)) / row[j]
    return weights, [values.get(j, Fraction(0)) for j in range(n, n + len(free))]


def _add(row: dict[int, Fraction], other: Mapping[int, Fraction], factor: Fraction) -> None:
    for k, c in other.items():
        value = row.get(k, 0) + factor * c
        if value:
            row[k] = value
        else:
            row.pop(k, None)


def _positive(
    system: list[dict[int, Fraction]], n: int, strict: Sequence[bool], tick: Callable[[], None]
) -> list[Fraction] | None:
    alive = set(range(n))
    changed = True
    while changed:
        changed = False
        for r in system:
            live = [c for j, c in r.items() if j in alive]
            if live and (all(c > 0 for c in live) or all(c < 0 for c in live)):
                alive -= set(r)
                changed = True
    order = sorted(alive)
    if not any(strict[j] for j in order):
        return None
    table: list[list[int]] = []
    for r in system:
        left = {j: c for j, c in r.items() if j in alive}
        if left:
            scale = lcm(*(c.denominator for c in left.values()))
            table.append([int(left.get(j, 0) * scale) for j in order] + [0])
    table.append([int(strict[j]) for j in order] + [1])
    if len(table) * (len(order) + 1) > CELLS:
        return None
    found = simplex(table, tick)
    if found is None:
        return None
    weights = [Fraction(0)] * n
    for j, w in zip(order, found, strict=True):
        weights[j] = w
    return weights


def simplex(table: list[list[int]], tick: Callable[[], None]) -> list[Fraction] | None:
    """x >= 0 with A x == b for rows [A | b], b >= 0; None where there is none."""
    width = len(table[0]) - 1
    cost = [-sum(column) for column in zip(*table, strict=True)]
    basis = [-1] * len(table)
    den = 1
    for step in range(STEPS):
        tick()
        if cost[width] == 0:
            break
        if step < 150:
            j = min(range(width), key=lambda k: cost[k])
        else:
            j = next((k for k in range(width) if cost[k] < 0), 0)
        if cost[j] >= 0:
            return None
        best: tuple[Fraction, int, int] | None = None
        for i, row in enumerate(table):
            if row[j] > 0:
                key = (Fraction(row[width], row[j]), basis[i], i)
                best = key if best is None or key < best else best
        if best is None:
            return None
        r = best[2]
        pivot = table[r]
        p = pivot[j]
        for i, row in enumerate(table):
            if i != r:
                f = row[j]
                table[i] = [(x * p - f * y) // den for x, y in zip(row, pivot, strict=True)]
        f = cost[j]
        cost = [(x * p - f * y) // den for x, y in zip(cost, pivot, strict=True)]
        den = p
        basis[r] = j
    else:
        return None
    x = [Fraction(0)] * width
    for i, k in enumerate(basis):
        if k >= 0:
            x[k] = Fraction(table[i][width], den)
    return x
