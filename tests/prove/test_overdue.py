"""The end of a part of a claim's time leaves things as they were."""

import contextlib
import gc
import signal
import sys
from types import FrameType, SimpleNamespace
from typing import Any

import mpmath
import pytest

from verifier.prove import overdue
from verifier.prove.driver import effort
from verifier.prove.driver.effort import metered
from verifier.prove.overdue import part

pytestmark = pytest.mark.usefixtures("counted")


def test_the_working_precision_is_put_back():
    before = mpmath.mp.prec

    def endless():
        mpmath.mp.prec = before + 100  # as code does that is broken off before its `finally`
        while True:  # only the end of the part ends it
            signal.pause()

    assert part(0.05, endless) is None
    assert mpmath.mp.prec == before


def test_a_module_that_is_being_loaded_is_loaded_whole(tmp_path, monkeypatch):
    package = tmp_path / "slowly"
    package.mkdir()
    (package / "__init__.py").write_text("from . import first, second\n")
    (package / "first.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    over, heard = overdue._over, []

    def told(number: int, frame: FrameType | None) -> None:
        heard.append(overdue._importing(frame))
        over(number, frame)

    monkeypatch.setattr(overdue, "_over", told)
    (package / "second.py").write_text(
        "import slowly_heard, signal\nwhile not slowly_heard.told:\n    signal.pause()\n"
    )
    monkeypatch.setitem(sys.modules, "slowly_heard", SimpleNamespace(told=heard))

    def imports():
        import slowly  # type: ignore[import-not-found]

        while len(heard) < 1000:  # what comes after it is broken off
            signal.pause()
        return slowly

    after = part(0.05, imports)
    import slowly

    assert slowly.first and slowly.second and after is None and heard[0] is True and heard[-1] is False


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_the_end_that_comes_while_garbage_is_collected_is_heard_after_it(monkeypatch):
    heard = False

    over, told = overdue._over, []

    def hears(number: int, frame: FrameType | None) -> None:
        told.append(number)
        over(number, frame)

    monkeypatch.setattr(overdue, "_over", hears)

    def slow(phase: str, info: object) -> None:
        while not told:  # until the time of the part has come to its end
            signal.pause()

    gc.callbacks.append(slow)

    def collects() -> None:
        nonlocal heard
        gc.collect()
        heard = True  # the callback itself has come to its end
        while True:
            signal.pause()

    try:
        part(0.1, collects)
    finally:
        gc.callbacks.remove(slow)
    assert heard


def _ended_at(step: int, counted: bool) -> bool:
    """The whole's time ends at this step of a part's beginning or end; whether there is such a step."""
    taken = 0

    def look(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal taken
        if frame.f_code.co_filename not in (overdue.__file__, effort.__file__):
            return None
        taken += 1
        if taken == step:
            sys.settrace(None)
            overdue._ends[0].effort = -1.0
            overdue._over(signal.SIGALRM, frame)
        return look

    def begins_and_ends() -> None:
        sys.settrace(look)
        part(200, int)
        sys.settrace(None)

    before = sys.gettrace()
    try:
        with metered() if counted else contextlib.nullcontext():
            part(100, begins_and_ends)
    finally:
        sys.settrace(before)
    return taken >= step


@pytest.mark.parametrize("counted", [False, True])
def test_a_part_that_is_broken_off_while_it_begins_or_ends_leaves_nothing_behind(counted: bool):
    """Its end was left in the list: it was raised in whatever the process did later, again and again."""
    step = 1
    while _ended_at(step, counted):
        left, timer = list(overdue._ends), signal.getitimer(signal.ITIMER_REAL)
        overdue._ends.clear()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        assert (left, timer) == ([], (0.0, 0.0)), step
        step += 1
    assert step > 20
