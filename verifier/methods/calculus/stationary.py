"""Zeros of derivatives with many digits, by Newton's method on interval midpoints.

Touching points are recognised from these.  Suggestions only: nothing here is decided, and a zero that is far from the
start is not found.
"""

from __future__ import annotations

import math
import time
from fractions import Fraction

from mpmath import libmp

from verifier.kernel.derivative import derivative
from verifier.kernel.expr import Expr
from verifier.kernel.integers import Unknown
from verifier.kernel.intervals import Intervals

PREC = 240


def at(e: Expr, x: str, point: Fraction, prec: int = PREC) -> Fraction:
    """The value of a term in one variable, approximately.  Raises `Unknown`."""
    here = libmp.from_rational(point.numerator, point.denominator, prec, "n")
    lo, hi = Intervals(prec, {x: (here, here)}).value(e)
    middle = libmp.mpf_shift(libmp.mpf_add(lo, hi, prec, "n"), -1)
    if not middle[1] and middle != libmp.fzero:
        raise Unknown("an infinite value")
    if abs(middle[2] + middle[3]) > 2000:
        raise Unknown("a value that is too large or too small")
    top, below = libmp.to_rational(middle)
    return Fraction(int(top), int(below))


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
            if time.monotonic() > until:
                return None
        else:
            return None
        return point if near is None or abs(float(point) - start) < near * max(1.0, abs(start)) else None
    except (Unknown, ArithmeticError):
        return None
