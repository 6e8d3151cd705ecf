"""The end of a claim's time, or of a part of it, as an exception in the middle of whatever runs then.

Every method looks at its deadline, but SymPy and long arithmetic do not.  The exception lets `decide` say what was
tried, and go on with the next method; the limits of the claim's process, which kill, are for what sits in C code.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SOONEST = 0.01  # seconds; what has no time left still begins, so that it can be broken off in an orderly way
AGAIN = 0.2  # seconds until it is raised once more, where somebody's handler swallowed it
_ends: list[float] = []  # when the parts of a claim's time end that are running now, the whole first


class Overdue(BaseException):
    """The time of a part is over.  No `Exception`, so that a method that survives broken helpers does not survive this.

    `end` is when that part should have ended: the outermost one that is over.
    """

    def __init__(self, end: float) -> None:
        super().__init__(end)
        self.end = end


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises `Overdue` inside after so many seconds.  One inside another is a part of the other's time.

    Does nothing outside the main thread, on systems without interval timers, and where somebody uses the signal.
    """
    if not _ours():
        yield
        return
    end = time.monotonic() + max(seconds, 0.0)
    _ends.append(end)
    precision = _precision()
    if len(_ends) == 1:
        signal.signal(signal.SIGALRM, _over)
    try:
        _set()
        yield
    finally:
        _ends.pop()
        _precision(precision)  # what was broken off may not have come to put it back
        if _ends:
            _set()
        else:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


@contextmanager
def part(seconds: float) -> Iterator[None]:
    """What runs inside is broken off, silently, after so many seconds."""
    end = time.monotonic() + max(seconds, 0.0)
    try:
        with alarm(seconds):
            yield
    except Overdue as over:
        if over.end < end:  # the whole is over, not only this part of it
            raise


def _precision(bits: int | None = None) -> int | None:
    """mpmath's working precision, put back where it is given; None where mpmath is not loaded."""
    mpmath = sys.modules.get("mpmath")
    if mpmath is None:
        return None
    if bits is not None and mpmath.mp.prec != bits:
        mpmath.mp.prec = bits
    return int(mpmath.mp.prec)


def _ours() -> bool:
    """Whether the timer may be used here."""
    return (
        threading.current_thread() is threading.main_thread()
        and hasattr(signal, "setitimer")
        and signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, _over)
    )


def _set() -> None:
    signal.setitimer(signal.ITIMER_REAL, max(min(_ends) - time.monotonic(), SOONEST), AGAIN)


def _over(number: int, frame: FrameType | None) -> None:
    if _importing(frame) or _collecting(frame):
        return  # it is raised once more: a module that is half there would break what comes after in this process
    now = time.monotonic()
    for end in _ends:
        if end <= now:
            raise Overdue(end)


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being loaded somewhere below this frame."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _collecting(frame: FrameType | None) -> bool:
    """Whether the garbage collector has called somebody back, where an exception would be printed and lost."""
    codes = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if frame.f_code in codes:
            return True
        frame = frame.f_back
    return False
