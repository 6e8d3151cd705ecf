"""Numbers recognised from digits: the simplest rational near a point, and exact values of touching points."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from verifier.kernel.terms.expr import Expr
from verifier.prove.refute.solved import literal

PI: Expr = ("fn", "pi")
E: Expr = ("fn", "E")


def simplest(lo: Fraction, hi: Fraction) -> Fraction:
    """The rational with the least denominator in [lo, hi], by continued fractions."""
    if lo <= 0 <= hi:
        return Fraction(0)
    if hi < 0:
        return -simplest(-hi, -lo)
    whole = math.ceil(lo)
    if whole <= hi:
        return Fraction(whole)
    base = math.floor(lo)
    return base + 1 / simplest(1 / (hi - base), 1 / (lo - base))


def near(x: float | Fraction) -> Iterator[Fraction]:
    """Rationals ever nearer to a number, the simplest first."""
    exact = Fraction(x)
    size = max(abs(exact), Fraction(1, 10**12))
    last: Fraction | None = None
    for k in range(1, 54, 2):
        q = simplest(exact - size / 2**k, exact + size / 2**k)
        if q != last:
            yield q
        last = q
    if exact != last:
        yield exact


def values(x: float, tolerance: float = 1e-7) -> list[Expr]:
    """Exact numbers that a touching point may be: rationals, multiples of pi, roots, logarithms, exponentials."""
    found: list[Expr] = []

    def fits(y: float, most: int) -> Fraction | None:
        if not math.isfinite(y) or abs(y) > 1e6:
            return None
        q = Fraction(y).limit_denominator(most)
        return q if abs(float(q) - y) <= tolerance * max(1.0, abs(y)) else None

    def add(q: Fraction | None, make: Expr | None = None, *shape: str) -> None:
        if q is not None and not (make is not None and q == 0):
            found.append(literal(q) if make is None else ("*", literal(q), make) if not shape else (*shape, literal(q)))

    add(fits(x, 40))
    add(fits(x / math.pi, 24), PI)
    square = fits(x * x, 30)
    if square is not None and square > 0:
        root: Expr = ("sqrt", literal(square))
        found.append(root if x > 0 else ("neg", root))
    add(fits(math.exp(x) if x < 30 else math.nan, 30), 0, "fn", "log")
    if x > 0:
        power = fits(math.log(x), 12)
        if power is not None and power != 0:
            found.append(("fn", "exp", literal(power)))
    for root_of in (2, 3, 5):
        for shift in (-1, 1, 2, -2, 3, -3):
            part = fits((x + shift) / math.sqrt(root_of), 4) or fits((2 * x + shift) / math.sqrt(root_of), 2)
            if part is not None and part != 0:
                two = abs((x + shift) / math.sqrt(root_of) - float(part)) > tolerance * 4
                term: Expr = ("-", ("*", literal(part), ("sqrt", root_of)), shift)
                found.append(("/", term, 2) if two else term)
    add(fits(x, 1000))
    unique: list[Expr] = []
    for e in found:
        if e not in unique:
            unique.append(e)
    return unique[:6]
