"""The end of a part of a claim's time leaves things as they were."""

import gc
import time

import mpmath
import pytest

from verifier.methods.overdue import part


def test_the_working_precision_is_put_back():
    before = mpmath.mp.prec
    began = time.monotonic()
    with part(0.05):
        mpmath.mp.prec = before + 100  # as code does that is broken off before its `finally`
        while time.monotonic() < began + 5:
            pass
    assert mpmath.mp.prec == before and time.monotonic() < began + 5


def test_a_module_that_is_being_loaded_is_loaded_whole(tmp_path, monkeypatch):
    package = tmp_path / "slowly"
    package.mkdir()
    (package / "__init__.py").write_text("from . import first, second\n")
    (package / "first.py").write_text("")
    (package / "second.py").write_text("import time\ntime.sleep(0.3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    after = False
    with part(0.05):
        import slowly  # type: ignore[import-not-found]

        time.sleep(5)  # what comes after it is broken off
        after = True
    import slowly

    assert slowly.first and slowly.second and not after


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_the_end_that_comes_while_garbage_is_collected_is_heard_after_it():
    heard = False

    def slow(phase: str, info: object) -> None:
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            pass

    gc.callbacks.append(slow)
    try:
        with part(0.1):
            gc.collect()
            heard = True  # the callback itself has come to its end
            time.sleep(5)
            raise AssertionError("the part was not broken off")
    finally:
        gc.callbacks.remove(slow)
    assert heard
