"""Values to try for a quantified variable: instances of a hypothesis, witnesses of an existence.

They are made from what is in scope, numbers and polynomials alike.  A poor choice costs strength, never truth.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.values import arithmetic as ar
from verifier.language.values.arithmetic import Matrix, matrix, pack, shape, times
from verifier.language.values.semantics import Env
from verifier.prove.properties.small_algebra import Room


def pool(room: Room, sort: Expr, env: Env, pulses: int, few: bool = False) -> list[Any]:
    """Instances of a sort: zero, units, permutations, what has a name (filled up with zeros); unit pulses."""
    if sort == ("sequence", ("real",)):
        return [lambda t, s=s: int(t == s) for s in range(pulses)]
    if head(sort) not in ("real", "matrix"):
        return []
    m, n = (room.size(a, env) for a in operands(sort)) if head(sort) == "matrix" else (1, 1)
    found = [pack(matrix(m, n, lambda i, j: 0)), pack(matrix(m, n, lambda i, j: int(i == j == 0)))]
    for x in env.values():
        if not isinstance(x, (Matrix, Fraction)) and not hasattr(x, "monoms"):
            continue
        rows = x.entries if isinstance(x, Matrix) else ((x,),)
        if len(rows) <= m and len(rows[0]) <= n:
            found.append(pack(matrix(m, n, lambda i, j, rows=rows: (  # type: ignore[misc]
                rows[i][j] if i < len(rows) and j < len(rows[0]) else 0))))  # fmt: skip
    found.append(pack(matrix(m, n, lambda i, j: int(i == j))))
    if m == n and n > 1 and not few:
        found.append(matrix(n, n, lambda i, j: int(j == i + 1)))
        found += [matrix(n, n, lambda i, j, o=o: int(o[i] == j))  # type: ignore[misc]
                  for o in itertools.islice(itertools.permutations(range(n)), 1, 24)]  # fmt: skip
    if (m, n) != (1, 1):
        found.append(matrix(m, n, lambda i, j: int(i == m - 1 and j == n - 1)))
    if n == 1 and not few:
        found += [_characteristic(x) for x in env.values() if isinstance(x, Matrix) and x.rows == x.cols == m > 1]
    if not few:
        found += _joined([x for x in env.values() if isinstance(x, Matrix) or hasattr(x, "monoms")], m, n)
    distinct: list[Any] = []
    for x in found:
        if not any(_same(x, y) for y in distinct):
            distinct.append(x)
    return distinct


def _characteristic(x: Matrix) -> Matrix:
    """The coefficients of the characteristic polynomial, constant one first, without the leading 1."""
    n, power, found = x.rows, ar.identity(x.rows), []
    for k in range(1, n + 1):  # Faddeev and LeVerrier
        power = times(x, power)
        c = ar.quotient(times(-1, ar.trace(power)), k)
        found.append(c)
        power = ar.plus(power, times(c, ar.identity(n)))
    return matrix(n, 1, lambda i, j: found[n - 1 - i])


def _joined(values: list[Any], m: int, n: int) -> list[Any]:
    """Pairs of values side by side or one above the other, filled up with zeros to m by n."""
    found = []
    for x, y in itertools.permutations(values, 2):
        (a, b), (c, d) = shape(x), shape(y)
        if a == c <= m and b + d <= n:
            rows = [[*(ar.entry(x, i, j) for j in range(b)), *(ar.entry(y, i, j) for j in range(d))] for i in range(a)]
        elif b == d <= n and a + c <= m:
            rows = [[ar.entry(x, i, j) for j in range(b)] for i in range(a)]
            rows += [[ar.entry(y, i, j) for j in range(b)] for i in range(c)]
        else:
            continue
        found.append(pack(matrix(m, n, lambda i, j, r=rows: (  # type: ignore[misc]
            r[i][j] if i < len(r) and j < len(r[0]) else 0))))  # fmt: skip
    return found[:12]


def _same(x: Any, y: Any) -> bool:
    rows = [v.entries if isinstance(v, Matrix) else ((v,),) for v in (x, y)]
    return all(a == b for r, s in zip(*rows, strict=True) for a, b in zip(r, s, strict=True))
