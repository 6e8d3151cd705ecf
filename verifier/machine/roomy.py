"""Room for deep recursion: CPython maps its frames' memory in pieces of 16 kB, as they are needed.

A recursion that goes up and down across the end of a piece maps and unmaps it each time; for the recursive functions
of the kernel and the methods that was up to a tenth of the time.  A function that asks for a large frame gets a large
piece, and what it calls finds its frames' places there.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

SLOTS = 600_000  # of 8 bytes each; only those that are used take memory

P = ParamSpec("P")
R = TypeVar("R")


def roomy(function: Callable[P, R]) -> Callable[P, R]:
    """The same function; what it calls recurses in one piece of memory."""

    def inside(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    if sys.implementation.name == "cpython":
        inside.__code__ = inside.__code__.replace(co_stacksize=SLOTS)
    return functools.wraps(function)(inside)
