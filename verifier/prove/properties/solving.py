"""Values that solve equations: affine ones exactly, found by putting in a basis; others in one number by roots."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import flint

import verifier.language.values.arithmetic as ar
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined, matrix, pack
from verifier.prove.matrices.echelon import echelon
from verifier.prove.properties.ball_values import Balls, ball, is_exact, root

#: what evaluation ends with where a value does not exist or is beyond it
LOST = (Undefined, Inexact, ArithmeticError, ValueError, TypeError)
CELLS = 12  # entries of an unknown


def parts(f: Expr) -> Iterator[Expr]:
    if head(f) == "and":
        for part in operands(f):
            yield from parts(part)
    elif head(f) == "forall":
        name, sort, body = operands(f)
        yield from (("forall", name, sort, part) for part in parts(body))
    elif head(f) == "implies":
        premise, body = operands(f)
        yield from (("implies", premise, part) for part in parts(body))
    elif f != ("true",):
        yield f


def is_equation(f: Expr) -> bool:
    if head(f) == "forall":
        _, sort, body = operands(f)
        return head(sort) == "integer" and operands(sort)[0] != "-oo" and is_equation(body)
    return head(f) == "=="


def squares(f: Expr, bound: frozenset[str] = frozenset()) -> Iterator[Expr]:
    """Equations that make a sum of squares vanish that is 0, at most 0, or at most what a bound variable gives.

    So a network whose loss is at most that of any other is looked for among those without loss.
    """
    args = operands(f)
    if head(f) == "forall":
        yield from squares(args[2], bound | {str(args[0])})
    elif head(f) == "implies":
        yield from squares(args[1], bound)
    elif head(f) in ("==", "<=") and (args[1] == 0 or (head(f) == "<=" and not bound.isdisjoint(free_names(args[1])))):
        yield from _bases(args[0]) or ()


def _bases(e: Expr) -> list[Expr] | None:
    """Equations that say that each square vanishes; None where a term is no sum of squares."""
    args = operands(e)
    if head(e) == "+":
        found = [_bases(a) for a in args]
        return None if None in found else [x for f in found for x in f or ()]
    if head(e) == "^" and args[1] == 2:
        return [("==", args[0], 0)]
    if head(e) == "trace" and head(args[0]) == "*" and len(operands(args[0])) == 2:
        a, b = operands(args[0])
        return [("==", b, 0)] if a == ("T", b) else None
    if head(e) == "sum":
        body, name, lo, hi = args
        inner = _bases(body)
        return None if inner is None else [("forall", name, ("integer", lo, hi), x) for x in inner]
    if head(e) in ("*", "/") and isinstance(args[0 if head(e) == "*" else 1], int) and len(args) == 2:
        return _bases(args[1 if head(e) == "*" else 0])
    return None


def relations(f: Expr, env: Mapping[str, Any]) -> Iterator[tuple[Expr, Mapping[str, Any]]]:
    """The relations that a formula says, those of its integers written out."""
    if head(f) in RELATIONS:
        yield f, env
    elif head(f) == "and":
        for part in operands(f):
            yield from relations(part, env)
    elif head(f) == "forall" and head(operands(f)[1]) == "integer" and operands(operands(f)[1])[0] != "-oo":
        name, sort, body = operands(f)
        lo, hi = operands(sort)
        first = ar.whole(Balls().value(lo, env), "an end")
        last = first + 5 if hi == "oo" else min(ar.whole(Balls().value(hi, env), "an end"), first + 8)
        for k in range(first, last + 1):
            yield from relations(body, {**env, str(name): k})


def gap(f: Expr, env: Mapping[str, Any]) -> list[Any]:
    """What the equations in a formula leave over: left minus right, entry by entry."""
    out: list[Any] = []
    for e, inner in relations(f, env):
        if head(e) == "==":
            a, b = (Balls().value(x, inner) for x in operands(e))
            rest = ar.plus(a, ar.times(-1, b))
            out += [v for row in rest.entries for v in row] if isinstance(rest, Matrix) else [rest]
    return out


def solved(
    name: str, shape: tuple[int, int], env: Mapping[str, Any], formulas: Sequence[Expr], drawn: Any,
    family: Callable[[Any], Any] = lambda x: x,
) -> Iterator[Any]:  # fmt: skip
    """The values nearest to a drawn one, in its free entries, that solve the equations."""
    m, n = shape
    cells = list(itertools.product(range(m), range(n)))
    if not cells or len(cells) > CELLS:
        return

    def left(x: list[Any]) -> list[Any]:
        value = pack(matrix(m, n, lambda i, j: x[i * n + j]))
        return [v for f in formulas for v in gap(f, {**env, name: family(value)})]

    zero: list[Any] = [Fraction(0)] * len(cells)
    try:
        base = left(zero)
        columns = []
        for k in range(len(cells)):
            unit = list(zero)
            unit[k] = Fraction(1)
            columns.append([ar.add(a, ar.mul(-1, b)) for a, b in zip(left(unit), base, strict=True)])
        start = [ar.primal(v) for row in (drawn.entries if isinstance(drawn, Matrix) else ((drawn,),)) for v in row]
        found = _affine(base, columns, start)
        if found is not None and all(v == 0 for v in left(found) if is_exact(v)):
            yield pack(matrix(m, n, lambda i, j: found[i * n + j]))
            return
        if len(cells) == 1:
            yield from roots(lambda x: left([x]))
            yield from _near_roots(lambda x: left([x])[0])
    except LOST:
        return


def _affine(base: list[Any], columns: list[list[Any]], start: list[Any]) -> list[Any] | None:
    """x with base + sum x_k columns_k == 0, as `start` in the entries that the equations leave free."""
    if not all(is_exact(v) for v in (*base, *(v for c in columns for v in c))):
        return None
    rows = [[Fraction(c[i]) for c in columns] + [-Fraction(b)] for i, b in enumerate(base)]
    n = len(columns)
    rows, pivots = echelon(rows, n + 1)
    if n in pivots:  # 0 == 1
        return None
    x = [Fraction(v) if is_exact(v) else Fraction(0) for v in start]
    for r, k in enumerate(pivots):
        x[k] = rows[r][n] - sum(rows[r][j] * x[j] for j in range(n) if j not in pivots)
    return x


def _near_roots(left: Callable[[Any], Any]) -> Iterator[Any]:
    """A root of one equation by the secant method, as a narrow ball."""
    for start in (1, 2, flint.arb(1) / 4, 4):
        x, y = flint.arb(start), flint.arb(start) * 9 / 8
        for _ in range(40):
            f, g = ball(left(x)), ball(left(y))
            if not abs(f - g) > 0:
                break
            x, y = y, (y - g * (y - x) / (g - f)).mid()
        if abs(ball(left(y))) < flint.arb(2) ** -80:
            yield y + flint.arb(0, flint.arb(2) ** -70)
            return


def roots(left: Callable[[Any], list[Any]]) -> Iterator[Any]:
    """Real roots of equations that are polynomials in one number, rational ones exactly."""
    points = [Fraction(k) for k in range(-3, 5)]
    values = [left(x) for x in points]
    for column in zip(*values, strict=True):
        if not all(is_exact(v) for v in column):
            continue
        poly = flint.fmpq_poly([0])
        for i, (x, y) in enumerate(zip(points[:-1], column[:-1], strict=True)):
            basis = flint.fmpq_poly([flint.fmpq(y.numerator, y.denominator)])
            for j, z in enumerate(points[:-1]):
                if j != i:
                    basis = basis * flint.fmpq_poly([-int(z), 1]) / flint.fmpq(int(x - z))
            poly = poly + basis
        check = poly(flint.fmpq(int(points[-1])))
        if check != flint.fmpq(column[-1].numerator, column[-1].denominator) or poly.degree() < 1:
            continue
        for factor, _ in poly.numer().factor()[1]:
            c = [int(v) for v in factor.coeffs()]
            if len(c) == 2:
                yield Fraction(-c[0], c[1])
            elif len(c) == 3 and c[1] ** 2 - 4 * c[0] * c[2] > 0:
                s = root(Fraction(c[1] ** 2 - 4 * c[0] * c[2]))
                yield ar.divide(ar.add(s, -c[1]), 2 * c[2])
                yield ar.divide(ar.add(ar.mul(-1, s), -c[1]), 2 * c[2])
            elif len(c) > 3 and not any(c[1:-1]) and c[0] * c[-1] < 0:
                yield root(Fraction(-c[0], c[-1]), len(c) - 1)
