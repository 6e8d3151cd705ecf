"""The whole suite in two processes, where pytest-xdist is installed: most of it is exact arithmetic on one core.

Some three hundred interpreters start, each as a user's would.  Where the environment forbids them to keep byte code,
as images of containers do to stay small, each would compile the package anew, and that is most of its time: so they
are not told.  Searches are given seconds of the processor, since counting their steps takes as long again; tests of the
counting ask for it (`counted`).  Each test finds mpmath's working precision as it is by default, whatever ran before it
in its process.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import mpmath
import pytest

from verifier.audit.nursery import YOUNG
from verifier.methods.effort import CLOCK

PROCESSES = 2
DIGITS = 15


@pytest.fixture(autouse=True)
def _default_precision() -> Iterator[None]:
    mpmath.mp.dps = mpmath.iv.dps = DIGITS
    yield
    mpmath.mp.dps = mpmath.iv.dps = DIGITS


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches count their steps, as they do for users."""
    monkeypatch.delenv(CLOCK, raising=False)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """A file stays in one process, for what its tests share; a choice on the command line is left as it is."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ[CLOCK] = "1"
    gc.set_threshold(YOUNG, 50, 50)
    if "PYTEST_XDIST_WORKER" in os.environ or hasattr(config, "workerinput"):
        return  # this is one of the two: it must not start processes of its own
    option = config.option
    whole = not config.args or set(config.args) <= set(config.getini("testpaths"))
    if not (whole and config.pluginmanager.hasplugin("xdist") and (os.cpu_count() or 1) >= PROCESSES):
        return
    if option.numprocesses is None and option.dist == "no" and not option.usepdb and not option.collectonly:
        option.numprocesses, option.dist = PROCESSES, "loadfile"
        option.loadscopereorder = False  # files of few tests are the longest here; at the end they run alone
