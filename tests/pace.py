"""How long something may take on a machine of whatever speed: so many times what a fixed loop takes beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

LOOP = 300_000  # steps, about 20 milliseconds on the machine that the numbers in tests were chosen on


@contextmanager
def within(loops: float) -> Iterator[None]:
    """What is inside takes the processor at most so many times as long as the loop."""
    unit = min(_loop() for _ in range(3))
    start = time.process_time()
    try:
        yield
    finally:
        taken = (time.process_time() - start) / unit
        assert taken < loops, f"took as long as {taken:.0f} loops"


def _loop() -> float:
    start, total = time.process_time(), 0
    for i in range(LOOP):
        total += i * i
    return time.process_time() - start
