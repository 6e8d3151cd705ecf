"""The whole suite in two processes, where pytest-xdist is installed: most of it is exact arithmetic on one core.

Some three hundred interpreters start, each as a user's would.  Where the environment forbids them to keep byte code,
as images of containers do to stay small, each would compile the package anew, and that is most of its time: so they
are not told.  Searches are given seconds of the processor, since counting their steps takes as long again; tests of the
counting ask for it (`counted`).  Each test finds mpmath's working precision as it is by default, whatever ran before it
in its process.

Of the whole suite a share is run (`--share`, 1 for all of it): of the long rooms (`FILES`) some files, of the others
some of the cases of each test; all of the kernel's tests.  Which ones is drawn from what the package contains, so it is
the same for everybody with one version and other ones with the next.  What is asked for by name runs whole.
"""

from __future__ import annotations

import gc
import hashlib
import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import mpmath
import pytest

from verifier.prove.driver.effort import CLOCK
from verifier.run.fingerprint import of_package
from verifier.run.nursery import YOUNG
from verifier.run.runner import SINGLE

PROCESSES = 2
DIGITS = 15
SHARE = 0.2
FILES = ("derive", "proofs", "traces")  # rooms of which whole files are left out
WHOLE = ("kernel", "gate")  # rooms that run as they are; tests there may ask for the share themselves
LEAST = 2  # cases of a test that are always run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--share", type=float, default=None,
                     help=f"how much of the suite is run: {SHARE} of the whole one, all of what is named")  # fmt: skip


@pytest.fixture(scope="session")
def share(request: pytest.FixtureRequest) -> float:
    """How much is to be tried of what has many cases."""
    return float(request.config.getoption("share"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    share = config.getoption("share")
    if share >= 1:
        return
    seed = of_package()
    root = Path(__file__).parent
    rooms = {item: item.path.relative_to(root).parts[0] for item in items if item.path.is_relative_to(root)}

    def drawn(found: dict[str, list[pytest.Item]], least: int) -> set[pytest.Item]:
        """What belongs to some of the keys."""
        order = sorted(found, key=lambda key: hashlib.sha256(f"{seed} {key}".encode()).digest())
        return {item for key in order[: max(least, math.ceil(share * len(order)))] for item in found[key]}

    def grouped(some: list[pytest.Item], key: Callable[[pytest.Item], str]) -> dict[str, list[pytest.Item]]:
        groups = defaultdict(list)
        for item in some:
            groups[key(item)].append(item)
        return groups

    kept = {item for item in items if rooms.get(item) is None or rooms[item] in WHOLE}
    for room in FILES:
        kept |= drawn(grouped([i for i in items if rooms.get(i) == room], lambda i: str(i.path.relative_to(root))), 1)
    rest = [i for i in items if i not in kept and rooms.get(i) not in FILES]
    for cases in grouped(rest, lambda i: i.nodeid.partition("[")[0]).values():
        kept |= drawn(grouped(cases, lambda i: i.nodeid), LEAST)
    config.hook.pytest_deselected(items=[i for i in items if i not in kept])
    items[:] = [i for i in items if i in kept]


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
    os.environ |= SINGLE  # for the processes that run the tests: with threads of their own they wait for each other
    gc.set_threshold(YOUNG, 50, 50)
    option = config.option
    whole = not config.args or set(config.args) <= set(config.getini("testpaths"))
    if option.share is None:
        option.share = SHARE if whole and not option.keyword else 1.0
    if "PYTEST_XDIST_WORKER" in os.environ or hasattr(config, "workerinput"):
        return  # this is one of the two: it must not start processes of its own
    if not (whole and config.pluginmanager.hasplugin("xdist") and (os.cpu_count() or 1) >= PROCESSES):
        return
    if option.numprocesses is None and option.dist == "no" and not option.usepdb and not option.collectonly:
        option.numprocesses, option.dist = PROCESSES, "loadfile"
        option.loadscopereorder = False  # files of few tests are the longest here; at the end they run alone
