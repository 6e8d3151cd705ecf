"""Real numbers as balls of FLINT's arithmetic, and as decimals whose radius counts the rounding as well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from verifier.derive.exact_numbers import NotVerified


@dataclass(frozen=True)
class Ball:
    """A real number within `radius` (a decimal text, rounded up) of the decimal `middle`."""

    middle: str
    radius: str


@contextmanager
def decimals(digits: int) -> Iterator[None]:
    """Ball arithmetic with this many decimal digits; the precision before is restored."""
    from flint import ctx

    before = ctx.dps
    try:
        ctx.dps = digits
        yield
    finally:
        ctx.dps = before


def ball(value: Any) -> Any:
    """A SymPy Rational as an `arb`."""
    from flint import arb, fmpq

    return arb(fmpq(int(value.p), int(value.q)))


def rounded(value: Any, digits: int) -> Ball:
    """A decimal with its distance from everything in an `arb`, rounding included."""
    from flint import arb

    middle = value.mid().str(digits, radius=False)
    return Ball(middle, upper(abs(value - arb(middle))))


def upper(value: Any) -> str:
    """A decimal text that is not smaller than a nonnegative `arb`."""
    from flint import arb

    bound = value.upper()
    if bound == 0:
        return "0"
    shown = (bound * arb("1.01")).str(3, radius=False)  # three digits are off by half a percent at most
    if not arb(shown) >= bound:
        raise NotVerified("a bound was rounded down")
    return str(shown)
