"""Linear flows in closed form: exponentials, polynomials, sines, from exact starting values.

A flow x' = M x + b starts with the slope v = M x(0) + b, and x' moves in the space of v, M v, M^2 v, ...  Where that
space has one or two dimensions and the roots of its polynomial are rational, or rational multiples of I, the solution
is a term.  Nothing is assumed of the term: who uses it proves that it meets the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

import verifier.language.values.arithmetic as ar
from verifier.kernel.terms.expr import Expr
from verifier.language.text.rebuild import rational
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined, matrix, pack
from verifier.language.values.quantifiers import literal

Vector = list[Fraction]
Values = Mapping[str, Any]
Part = tuple[Expr, Vector]  # a term in the time, and what it is multiplied with


def closed_flow(start: Values, slope: Callable[[Values], Values], t: str) -> dict[str, Expr]:
    """The curves of a flow as terms in t; empty where they have no such form.

    `slope`: the derivatives of all curves at values of all of them; affine, and the same at all times.
    """
    try:
        return _closed(start, slope, t)
    except (Inexact, Undefined, TypeError, AttributeError):
        return {}


def _closed(start: Values, slope: Callable[[Values], Values], t: str) -> dict[str, Expr]:
    def flat(values: Values) -> Vector:
        return [Fraction(c) for n in start for row in _rows(values[n]) for c in row]

    def unflat(x: Vector) -> dict[str, Any]:
        left = iter(x)
        return {n: pack(matrix(*ar.shape(v), lambda i, j: next(left))) for n, v in start.items()}

    zero: Vector = [Fraction(0)] * len(flat(start))
    base = flat(slope(unflat(zero)))

    def linear(x: Vector) -> Vector:
        return [a - b for a, b in zip(flat(slope(unflat(x))), base, strict=True)]

    parts = _parts(flat(slope(start)), linear, t)
    if parts is None:
        return {}
    at_rest = flat(start)
    for factor, x in parts:
        if factor == 1:
            at_rest = [a + b for a, b in zip(at_rest, x, strict=True)]
    found: dict[str, Expr] = {}
    for n in start:
        terms: list[Expr] = []
        for factor, x in [(1, at_rest), *(part for part in parts if part[0] != 1)]:
            value = unflat(x)[n]
            if any(c for row in _rows(value) for c in row):
                terms.append(literal(value) if factor == 1 else ("*", factor, literal(value)))
        found[n] = literal(unflat(zero)[n]) if not terms else terms[0] if len(terms) == 1 else ("+", *terms)
    return found


def _rows(x: Any) -> Sequence[Sequence[Any]]:
    return x.entries if isinstance(x, Matrix) else ((x,),)


def _parts(v: Vector, linear: Callable[[Vector], Vector], t: str) -> list[Part] | None:
    """x(t) - x(0) from the slope v at 0; None where it has no such form."""
    if not any(v):
        return []
    w = linear(v)
    ratio = _multiple(w, v)
    if ratio is not None:
        return _grown(ratio, v, t)
    coefficients = _combination(linear(w), w, v)
    if coefficients is None:
        return None
    a, b = coefficients  # r^2 == a*r + b
    square = _root(a * a / 4 + b)
    if square is None:
        size = _root(-(a * a / 4 + b))
        if a or size is None:
            return None
        angle: Expr = t if size == 1 else ("*", rational(size), t)
        swing = _scaled(w, 1 / size**2)
        return [(("fn", "sin", angle), _scaled(v, 1 / size)), (("fn", "cos", angle), _scaled(swing, -1)), (1, swing)]
    r, q = a / 2 + square, a / 2 - square
    if r == q:
        return [(t, v), (("^", t, 2), _scaled(w, Fraction(1, 2)))] if r == 0 else None
    one = [(y - q * x) / (r - q) for x, y in zip(v, w, strict=True)]
    other = [x - y for x, y in zip(v, one, strict=True)]
    return [*_grown(r, one, t), *_grown(q, other, t)]


def _grown(r: Fraction, v: Vector, t: str) -> list[Part]:
    """The integral of exp(r*s)*v from 0 to t."""
    if r == 0:
        return [(t, v)]
    power: Expr = t if r == 1 else ("neg", t) if r == -1 else ("*", rational(r), t)
    return [(("fn", "exp", power), _scaled(v, 1 / r)), (1, _scaled(v, -1 / r))]


def _scaled(v: Vector, c: Fraction | int) -> Vector:
    return [c * x for x in v]


def _multiple(w: Vector, v: Vector) -> Fraction | None:
    """The number r with w == r*v."""
    i = next(i for i, x in enumerate(v) if x)
    r = w[i] / v[i]
    return r if all(y == r * x for x, y in zip(v, w, strict=True)) else None


def _combination(u: Vector, w: Vector, v: Vector) -> tuple[Fraction, Fraction] | None:
    """Numbers a, b with u == a*w + b*v, where w is no multiple of v."""
    for i in range(len(v)):
        for j in range(i):
            det = w[i] * v[j] - w[j] * v[i]
            if det:
                a = (u[i] * v[j] - u[j] * v[i]) / det
                b = (w[i] * u[j] - w[j] * u[i]) / det
                return (a, b) if all(z == a * y + b * x for x, y, z in zip(v, w, u, strict=True)) else None
    return None


def _root(x: Fraction) -> Fraction | None:
    """The rational square root."""
    if x < 0:
        return None
    p, q = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(p, q) if p * p == x.numerator and q * q == x.denominator else None
