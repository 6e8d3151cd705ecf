"""Guards against work without bound, which are no benchmarks: they say the same on a machine of whatever speed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

LOOP = 300_000  # steps of the loop that says how fast the machine is
LOOPS = 5_000  # ten times what the longest work in tests takes; work without bound takes more, whatever the machine


@contextmanager
def within_bounds() -> Iterator[None]:
    """What is inside ends, and takes the processor at most `LOOPS` times as long as a loop of `LOOP` steps."""
    start = time.process_time()
    try:
        yield
    finally:  # also what is rejected has to be rejected in bounds
        taken = (time.process_time() - start) / _loop()
        assert taken < LOOPS, f"took as long as {taken:.0f} loops"


@cache
def _loop() -> float:
    start, total = time.process_time(), 0
    for i in range(LOOP):
        total += i * i
    return time.process_time() - start
