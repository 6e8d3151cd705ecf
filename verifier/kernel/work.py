"""A bound on the work of one check, counted in steps and not in seconds, so that the answer is reproducible.

Every loop that a certificate can make long spends steps; a step is about a microsecond, and what is kept in
memory is paid for as well.  Outside of `bounded` nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count

STEPS = 3_000_000  # the longest certificate of the shipped papers takes little more than half of it

_left: ContextVar[list[int] | None] = ContextVar("steps left", default=None)


class TooMuch(Exception):
    """The steps are spent.  No `ValueError`, so that nobody takes it for "this does not apply"."""


@contextmanager
def bounded(steps: int | None = None) -> Iterator[list[int]]:
    """Count the steps inside; raises `TooMuch` where there are none left.  Yields the steps left and names made."""
    left, outer = [STEPS if steps is None else steps, 0], _left.get()
    try:  # what is set is set back, at whatever moment an alarm breaks it off
        _left.set(left)
        yield left
    finally:
        _left.set(outer)


def spend(steps: int = 1) -> None:
    """Pay for what comes next; raises `TooMuch`."""
    left = _left.get()
    if left is not None:
        left[0] -= steps
        if left[0] < 0:
            raise TooMuch("too much work")


_outside = count()


def next_number() -> int:
    """Another number each time; those of one bounded computation begin at 0."""
    left = _left.get()
    if left is None:
        return next(_outside)
    left[1] += 1
    return left[1] - 1
