"""Zeros of derivatives with many digits, by Newton's method on interval midpoints.

Touching points are recognised from these.  Suggestions only: nothing here is decided, and a zero that is far from the
start is not found.
"""

from __future__ import annotations

import math
from fractions import Fraction

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.terms.expr import Expr
from verifier.language.named import derivative
from verifier.prove.driver.effort import now

PREC = 240


def at(e: Expr, x: str, point: Fraction, prec: int = PREC) -> Fraction:
    """The value of a term in one variable, approximately.  Raises `Unknown`."""
    with balls.precision(prec):
        here = balls.point(balls.ratio(point).middle())
        middle = balls.fraction(Intervals(prec, {x: here}).value(e).middle())
    if abs(middle.numerator.bit_length() - middle.denominator.bit_length()) > 2000:
        raise Unknown("a value that is too large or too small")
    return middle


def stationary(f: Expr, x: str, start: float, tries: int = 12, near: float | None = 0.01,
               until: float = math.inf) -> Fraction | None:  # fmt: skip
    """A zero of the derivative of f, or None; with `near`, one at that distance at most from the start."""
    try:
        slope = derivative(f, x)
        bend = derivative(slope, x)
        point = Fraction(start)
        for _ in range(tries):
            step = at(slope, x, point) / at(bend, x, point)
            point -= step.limit_denominator(1 << PREC) if step.denominator > 1 << PREC else step
            point = Fraction(round(point * (1 << 220)), 1 << 220)
            if abs(step) < Fraction(1, 1 << 180):
                break
            if now() > until:
                return None
        else:
            return None
        return point if near is None or abs(float(point) - start) < near * max(1.0, abs(start)) else None
    except (Unknown, ArithmeticError):
        return None
