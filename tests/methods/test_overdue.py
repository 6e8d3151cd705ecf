"""The end of a part of a claim's time leaves things as they were."""

import gc
import signal
import sys
from types import FrameType, SimpleNamespace

import mpmath
import pytest

from verifier.methods import overdue
from verifier.methods.overdue import part


def test_the_working_precision_is_put_back():
    before = mpmath.mp.prec
    with part(0.05):
        mpmath.mp.prec = before + 100  # as code does that is broken off before its `finally`
        while True:  # only the end of the part ends it
            signal.pause()
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
    after = False
    with part(0.05):
        import slowly  # type: ignore[import-not-found]

        while len(heard) < 1000:  # what comes after it is broken off
            signal.pause()
        after = True
    import slowly

    assert slowly.first and slowly.second and not after and heard[0] is True and heard[-1] is False


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
    try:
        with part(0.1):
            gc.collect()
            heard = True  # the callback itself has come to its end
            while True:
                signal.pause()
    finally:
        gc.callbacks.remove(slow)
    assert heard
