"""The end of a claim's effort, or of a part of it, as an exception in the middle of whatever runs then.

Every method looks at its deadline, but SymPy and long arithmetic do not.  The exception lets `decide` say what was
tried, and go on with the next method; the limits of the claim's process, which kill, are for what sits in C code.
The meter of the effort gives the signal, at the same step each time, and what is finished a moment too late is broken
off as well.  The clock, the processor's, is a net: what takes it `NET` times as long as its effort says is broken off,
too, and that is no answer (`lost`).
"""

from __future__ import annotations

import gc
import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import TypeVar

from verifier.machine import lost
from verifier.prove.driver import effort
from verifier.prove.driver.effort import now

SOONEST = 0.01  # seconds of the clock; what has no time left still begins, to be broken off in an orderly way
AGAIN = 0.2  # seconds until it is raised once more, where somebody's handler swallowed it
NET = 10  # seconds of the processor for a second of effort, which takes it about one and a half
AROUND = 1.0  # seconds of effort that a net allows for what is not counted, such as imports

T = TypeVar("T")


@dataclass(eq=False)
class End:
    """Where a part ends: of effort, and of the clock.  What is over `settles`, and is not broken off once more."""

    effort: float
    moment: float
    settles: bool = False


_ends: list[End] = []  # of the parts that are running now, the whole first


class Overdue(BaseException):
    """The time of a part is over.  No `Exception`, so that a method that survives broken helpers does not survive this.

    `end` is that part's: the outermost one that is over; `late`: it was the clock that ended it.
    """

    def __init__(self, end: End | None = None, late: bool = False) -> None:
        super().__init__(end, late)
        self.end, self.late = end, late


def alarm(seconds: float, work: Callable[[], T]) -> T:
    """What some work gives; raises `Overdue` in it after so many seconds of effort.

    One inside another is a part of the other's.  Where no effort is counted they are seconds of the processor.  Outside
    the main thread, on systems without interval timers, and where somebody uses the signal, nothing is broken off.
    """
    return _until(_end(seconds), work)


def part(seconds: float, work: Callable[[], T]) -> T | None:
    """What some work gives; None where it is broken off after so many seconds of effort."""
    end = _end(seconds)
    try:
        return _until(end, work)
    except Overdue as over:
        if over.end is not end:  # the whole is over, not only this part of it
            raise
    return None


def _end(seconds: float) -> End:
    seconds = max(seconds, 0.0)
    if effort.counts():
        return End(now() + seconds, time.process_time() + net(seconds))
    return End(math.inf, time.process_time() + seconds)


def charge(seconds: float) -> None:
    """Pay for one long call of C code before it begins; raises `Overdue` where there is no effort left for it.

    What FLINT does makes no steps, and nothing breaks it off: its price is an estimate from the sizes of what it gets.
    """
    effort.spend(seconds)
    ahead = 0.0 if effort.counting() else seconds  # by the clock it is not paid for until it has passed
    for end in _ends:
        if end.effort < now() + ahead and not end.settles:
            raise Overdue(end)


def net(seconds: float) -> float:
    """Seconds of the processor that are enough for some seconds of effort, whatever they go to."""
    return NET * (seconds + AROUND)


def _until(end: End, work: Callable[[], T]) -> T:
    ours, precision = _ours(), effort.aside(_precision)
    over: list[tuple[End | None, bool]] = []  # no exception is kept: the frames that it holds have to end where it ends
    failure: list[Exception] = []
    try:
        if ours:
            if not _ends:
                signal.signal(signal.SIGALRM, _over)
            _ends.append(end)
            _set(_ends)
        found = work()
        end.settles = True
    except Overdue as error:
        end.settles = True
        over.append((error.end, error.late))
    except Exception as error:
        end.settles = True
        failure.append(error)
    finally:
        end.settles = True
        if ours:
            effort.aside(_precision, precision)  # what was broken off may not have come to put it back
            if len(_ends) > 1:
                _set(_ends[:-1])
            else:
                effort.wake(math.inf)
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
            _ends.pop()  # at last: now the end of the whole may come
    if over and over[0][0] is not end:
        raise Overdue(*over[0])
    if over or (effort.counts() and now() > end.effort):
        effort.set_back(end.effort)
        raise Overdue(end, bool(over) and over[0][1])
    if failure:
        raise failure.pop()
    return found


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


def _set(ends: Sequence[End]) -> None:
    """Ask when the first of these ends has come."""
    effort.wake(min(end.effort for end in ends))
    _ask(ends)


def _ask(ends: Sequence[End]) -> None:
    """Ask when the processor's clock may have come to the first of these ends; it is the slower one."""
    left = min(end.moment for end in ends) - time.process_time()
    signal.setitimer(signal.ITIMER_REAL, max(left, SOONEST), AGAIN)


def _over(number: int, frame: FrameType | None) -> None:
    effort.aside(_look, frame, own=effort.OWN + effort.CALL)


def _look(frame: FrameType | None) -> None:
    if not _ends or _ends[-1].settles or (frame is not None and frame.f_code is _until.__code__):
        return  # a part is just beginning or ending: broken off there, it would leave its end and its timer behind
    if _importing(frame) or _collecting(frame):
        return  # it is raised once more: a module that is half there would break what comes after in this process
    for end in _ends:
        if end.effort < now():
            raise Overdue(end)
        if end.moment <= time.process_time():
            if effort.counts():
                lost.told("the search", f"stopped after {NET} times as long as its effort takes")
            raise Overdue(end, effort.counts())
    _ask(_ends)


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
