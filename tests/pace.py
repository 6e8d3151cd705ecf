"""How long something may take on a machine of whatever speed: so many times what a fixed loop takes beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

LOOP = 300_000  # steps; numbers in tests are ten times what is needed and more, so one measurement a process will do


@contextmanager
def within(loops: float) -> Iterator[None]:
    """What is inside takes the processor at most so many times as long as the loop."""
    unit = _loop()
    start = time.process_time()
    try:
        yield
    finally:
        taken = (time.process_time() - start) / unit
        assert taken < loops, f"took as long as {taken:.0f} loops"


@cache
def _loop() -> float:
    start, total = time.process_time(), 0
    for i in range(LOOP):
        total += i * i
    return time.process_time() - start
