"""How much work a search has done: a second of effort is a fixed number of steps, the same on every machine.

A step is the call or the return of a Python function, counted by the interpreter's own profiler, so that SymPy's work
is paid for like everybody's and nobody can forget to pay.  On a quiet machine a second of effort takes between one and
two seconds of the clock; on a busy one it takes longer and finds the same.  What C code does in one long call is not
seen: who asks an engine for much says what it cost (`spend`).  Modules that have to be imported on the way cost
nothing, since another process may have them already; what an earlier search has left behind is forgotten (`kept`).

Outside of `metered` nothing is counted and `now` is the processor's clock.  Counting takes about as long again as what
is counted: with `CLOCK` in the environment nothing is counted anywhere, and a second of effort is one of the processor.
"""

from __future__ import annotations

import _thread
import cProfile
import functools
import importlib._bootstrap as bootstrap
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, repeat
from typing import Any, ParamSpec, TypeVar, cast

CLOCK = "VERIFIER_CLOCK"  # in the environment: budgets are seconds of the processor's clock
RATE = 6_000_000  # steps in a second of effort
CALL = 2  # steps: a call begins and it ends
OWN = 3 * CALL  # those of `aside` itself
ENDLESS = 1 << 62  # steps
AGAIN = 1000  # steps until a signal that was not heard, or was swallowed, comes once more
SIGNAL = getattr(signal, "SIGALRM", 0)

P = ParamSpec("P")
T = TypeVar("T")
_kept: list[Any] = []  # functions that remember what they gave in this search


class _Meter:
    """The steps of this thread since the meter began, and a signal to itself after a given one of them.

    The profiler's clock is a countdown: an iterator over a range, whose place can be read and set.  Where it comes to
    its end, the signal is pending and the countdown begins at `ENDLESS`, all in one call in C; so what is broken off is
    broken off at the same step each time, and leaves the same things behind.
    """

    def __init__(self) -> None:
        self.left = left = cast(Any, iter(range(ENDLESS)))
        self.goal = 0  # the tick at which the countdown ends, or at which it began anew
        self.until: int | None = None  # the step of the search at which it wants the signal
        self.free = 0  # ticks that are not the search's, and, negative, what was paid for work that makes no steps
        signals = map(partial(filter, _thread.interrupt_main), repeat((SIGNAL,)))
        anew = map(partial(filter, left.__setstate__), repeat((0,)))
        ticks = chain.from_iterable(chain.from_iterable(zip(repeat(left), signals, anew)))
        self.profiler = cProfile.Profile(ticks.__next__, 1.0, subcalls=False, builtins=False)

    def steps(self) -> int:
        """The search's own steps so far, also where a signal comes while they are read."""
        while True:
            free, goal = self.free, self.goal
            left = self.left.__length_hint__()
            if self.free == free and self.goal == goal:
                return int((goal - left) % ENDLESS - free)

    def arm(self, paid: int = 0) -> None:
        """Count down to the step that is wanted; to one `AGAIN` steps from here where that one is over.

        `paid`: steps that are not the search's either and are still to come.
        """
        while self.until is not None:
            free, goal = self.free, self.goal
            left = self.left.__length_hint__()
            if self.free == free and self.goal == goal:  # no signal is heard from here on until both are set
                ticks = (goal - left) % ENDLESS
                more = self.until + free - ticks
                more = more if more > paid else AGAIN + paid
                self.goal = ticks + more
                self.left.__setstate__(ENDLESS - more)
                return


class _Here(threading.local):
    meter: _Meter | None = None


_here = _Here()


@contextmanager
def metered() -> Iterator[None]:
    """Count the steps of this thread inside; inside of another one, go on counting."""
    if _here.meter is not None or CLOCK in os.environ:
        yield
        return
    meter, before = _Meter(), sys.getprofile()
    for function in _kept:
        function.cache_clear()
    _begin_anew()
    try:
        _here.meter = meter
        bootstrap._find_and_load = _importing  # type: ignore[attr-defined]
        try:
            meter.profiler.enable()
        except ValueError:  # one profiler at a time, since Python 3.12: somebody measures the program
            _here.meter = None
        yield
    finally:
        meter.profiler.disable()
        _here.meter = None
        if isinstance(before, cProfile.Profile):
            before.enable()
        else:
            sys.setprofile(before)


def kept(most: int | None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As `functools.lru_cache`, until the search ends: what something costs must not depend on what came before."""

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        _kept.append(functools.lru_cache(most)(function))
        return _kept[-1]  # type: ignore[no-any-return]

    return keeping


def _begin_anew() -> None:
    """SymPy draws the same points at random, and remembers nothing."""
    if (drawn := sys.modules.get("sympy.core.random")) is not None:
        drawn.seed(0)
    if (cache := sys.modules.get("sympy.core.cache")) is not None:
        cache.clear_cache()


def now() -> float:
    """Seconds of effort since the meter began; outside of `metered`, of this process's processor."""
    meter = _here.meter
    if meter is None:
        return time.process_time()
    return meter.steps() / RATE


def counting() -> bool:
    """Whether the steps of this thread are counted."""
    return _here.meter is not None


def wake(moment: float) -> None:
    """Send the signal at the first step after that moment, and again and again until it is another moment; see `now`.

    Only for the main thread, which is the one that hears signals.
    """
    meter = _here.meter
    if meter is not None:
        meter.until = None if moment == math.inf else int(moment * RATE) + 1
        meter.arm()


def spend(seconds: float) -> None:
    """Pay for work that makes no steps: that of an engine, or of another process."""
    meter = _here.meter
    if meter is not None:
        meter.free -= round(seconds * RATE)
        meter.arm()


def set_back(moment: float) -> None:
    """It is `moment` again: what was done since then, in time that nobody had, is forgotten."""
    meter = _here.meter
    if meter is not None:
        late = meter.steps() - round(moment * RATE)
        meter.free += late
        meter.arm()


def counts() -> bool:
    """Whether steps are counted here."""
    return _here.meter is not None


def aside(work: Callable[..., T], *args: Any, own: int = OWN) -> T:
    """What `work` gives; its steps are nobody's.  `own`: the steps of the call itself."""
    meter = _here.meter
    if meter is None:
        return work(*args)
    begun = meter.steps()
    try:
        return work(*args)
    finally:
        more = meter.steps() - begun + own
        meter.free += more  # by itself, so that no signal comes between reading and writing
        meter.arm(own - 2 * CALL)


_find_and_load = bootstrap._find_and_load  # type: ignore[attr-defined]


def _importing(name: str, import_: Any) -> Any:
    """What Python calls for a module that is not there yet."""
    return aside(_imported, name, import_, own=OWN + CALL)


def _imported(name: str, import_: Any) -> Any:
    module = _find_and_load(name, import_)
    if name == "sympy":
        _begin_anew()
    return module
