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


class alarm:
    """Raises `Overdue` inside after so many seconds.  One inside another is a part of the other's time.

    Does nothing outside the main thread, on systems without interval timers, and where somebody uses the signal.
    No generator with a `yield`: broken off between its own lines, such a one would leave its end behind, to be raised
    in whatever runs later.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = max(seconds, 0.0)
        self.end: float | None = None  # None while it does nothing

    def __enter__(self) -> None:
        if not _ours():
            return
        self._outer, self._bits = len(_ends), _precision()
        self.end = time.monotonic() + self.seconds
        _ends.append(self.end)
        if self._outer == 0:
            signal.signal(signal.SIGALRM, _over)
        _set()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if self.end is None:
            return False
        del _ends[self._outer :]
        _precision(self._bits)  # what was broken off may not have come to put it back
        if _ends:
            _set()
        else:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        return self._swallows(error, self.end)

    def _swallows(self, error: BaseException | None, end: float) -> bool:
        return False


class part(alarm):
    """What runs inside is broken off, silently, after so many seconds."""

    def _swallows(self, error: BaseException | None, end: float) -> bool:
        return isinstance(error, Overdue) and error.end >= end  # if not, the whole is over, not only this part of it


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
    if _importing(frame) or _collecting(frame) or _changing(frame):
        return  # it is raised once more: a module that is half there would break what comes after in this process
    now = time.monotonic()
    for end in _ends:
        if end <= now:
            raise Overdue(end)


def _changing(frame: FrameType | None) -> bool:
    """Whether a part is just beginning or ending: broken off there, it would leave its end and its timer behind."""
    while frame is not None:
        if frame.f_code in (alarm.__enter__.__code__, alarm.__exit__.__code__):
            return True
        frame = frame.f_back
    return False


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
