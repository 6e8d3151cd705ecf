"""Budgets count work: what is found does not depend on how fast the machine is, nor on how often the clock is asked."""

from __future__ import annotations

import cProfile
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import verifier
from verifier.language.claim import claim
from verifier.machine import lost
from verifier.prove import overdue, portfolio, solver
from verifier.prove.driver import effort
from verifier.prove.driver.effort import metered, now
from verifier.prove.portfolio import decide
from verifier.prove.values.symbolic import guarded

pytestmark = pytest.mark.usefixtures("counted")

#: Where the clock may be read: to report nothing, and to end what a busy machine does not end.  The list only shrinks.
NETS = {"prove/driver/effort.py", "prove/overdue.py", "prove/values/symbolic.py"}
CLOCK = re.compile(r"^\s*(import time\b|from time import|import datetime\b|from datetime import)|ITIMER", re.MULTILINE)


STEP = 1 / effort.RATE


def worked(n: int) -> int:
    return 0 if n == 0 else worked(n - 1) + 1


def apart(work: Callable[[], Any]) -> Any:
    """What some work gives in a process of its own, as each claim of an audit is decided in one."""
    receive, send = os.pipe()
    if (child := os.fork()) == 0:
        try:
            os.write(send, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive) as said:
        data = said.read()
    os.waitpid(child, 0)
    return json.loads(data)


@metered()
def spent(rounds: int) -> float:
    start = now()
    for _ in range(rounds):
        worked(30)
    return now() - start


def test_nothing_that_searches_reads_the_clock() -> None:
    root = Path(verifier.__file__).parent
    reads = {str(p.relative_to(root)) for p in root.glob("prove/**/*.py") if CLOCK.search(p.read_text())}
    assert reads == NETS


def test_a_step_is_a_call_or_a_return() -> None:
    assert spent(1000) - spent(0) == pytest.approx(1000 * 62 * STEP, abs=STEP / 2)


def test_asking_how_much_is_spent_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    @metered()
    def interrupted() -> float:
        def often() -> float:
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
            start = now()
            for _ in range(20_000):
                worked(30)
            return now() - start

        return overdue.alarm(100.0, often)

    look = overdue._look

    def counted(frame: object) -> None:
        asked.append(1)
        look(frame)  # type: ignore[arg-type]
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)

    monkeypatch.setattr(overdue, "_look", counted)
    assert interrupted() == pytest.approx(spent(20_000), abs=STEP / 2) and len(asked) > 10


def test_an_import_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "costly.py").write_text("def f(n):\n    return n and f(n - 1)\nfor _ in range(1000):\n    f(20)\n")
    monkeypatch.syspath_prepend(tmp_path)

    @metered()
    def importing() -> float:
        start = now()
        import costly  # type: ignore[import-not-found]

        assert costly
        return now() - start

    first = importing()
    assert "costly" in sys.modules and importing() == first


def test_what_is_broken_off_has_spent_exactly_what_it_had() -> None:
    @metered()
    def broken() -> tuple[float, object]:
        start = now()
        found = overdue.part(0.05, lambda: worked(30) and [worked(30) for _ in range(10**7)])
        return now() - start, found

    first, second = broken(), broken()
    assert first == second and first[1] is None and first[0] == pytest.approx(0.05, abs=1e-4)


def test_what_is_broken_off_is_broken_off_at_the_same_step_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    look = overdue._look

    def busy(frame: object) -> None:
        look(frame)  # type: ignore[arg-type]
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)

    @metered()
    def reached() -> int:
        done: list[int] = []

        def endless() -> None:
            while True:
                done.append(worked(3))

        assert overdue.part(0.03, endless) is None
        return len(done)

    first = reached()
    monkeypatch.setattr(overdue, "_look", busy)  # the clock asks as well, and often
    assert [reached() for _ in range(3)] == [first] * 3 and first > 10_000


def test_an_end_that_somebody_swallows_comes_again() -> None:
    swallowed: list[int] = []

    def survives() -> None:
        while len(swallowed) < 3:
            try:
                while True:
                    worked(30)
            except overdue.Overdue:
                swallowed.append(1)
        while True:
            worked(30)

    with metered():
        assert overdue.part(0.001, survives) is None
    assert len(swallowed) == 3


def test_what_is_finished_too_late_is_broken_off_as_well() -> None:
    needs = spent(300)
    for seconds, found in ((2 * needs, 7), (0.9 * needs, None)):

        def work() -> int:
            for _ in range(300):
                worked(30)
            return 7

        with metered():
            assert overdue.part(seconds, work) == found


def test_what_raises_too_late_is_broken_off_as_well() -> None:
    def breaks() -> int:
        for _ in range(300):
            worked(30)
        raise KeyError

    with metered():
        assert overdue.part(0.001, breaks) is None
        with pytest.raises(KeyError):
            overdue.part(10.0, breaks)


def test_a_part_does_not_swallow_the_end_of_the_whole() -> None:
    def endless() -> None:
        while True:
            worked(3)

    with metered(), pytest.raises(overdue.Overdue):
        overdue.alarm(0.02, lambda: overdue.part(10.0, endless))


def test_the_net_ends_what_does_not_spend_and_that_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overdue, "AROUND", 0.01)
    lost.forget()

    def idle() -> None:
        while True:
            sum(range(100_000))

    with metered():
        assert overdue.part(0.01, idle) is None
    assert any("times as long" in line for line in lost.lines())
    lost.forget()
    monkeypatch.setattr(portfolio, "METHODS", (SimpleNamespace(NAME="idle", attempt=lambda task: idle()),))
    monkeypatch.setattr(portfolio, "GRACE", 0.0)
    verdict = decide(claim("c", "A*B == B*A", variables=dict.fromkeys("AB", "matrix(2, 2)")), 0.01)
    assert (verdict.verdict, verdict.reason) == ("undecided", "stopped by the clock") and lost.lines()
    lost.forget()


def test_a_child_process_pays_for_what_it_does() -> None:
    def costs(seconds: float) -> tuple[float, object]:
        with metered():
            start = now()
            found = guarded(lambda: {worked(30) for _ in range(4000)}, seconds)
            return now() - start, found

    plenty, little = costs(5.0), costs(0.021)
    assert plenty == costs(5.0) and plenty[1] == {30} and plenty[0] > spent(4000)
    assert little == costs(0.021) and little[1] is None and 0.021 < little[0] < 0.022


def test_engines_are_paid_in_their_own_units() -> None:
    pytest.importorskip("z3")
    hard = claim("c", "x**3 + y**3 + z**3 != 42", variables=dict.fromkeys("xyz", "positive integer")).statement()

    @metered()
    def asked(seconds: float) -> tuple[str, bool]:
        start = now()
        answer = solver.ask(hard, seconds)[0]
        return answer, seconds < now() - start < seconds + 0.5

    assert asked(0.05) == asked(0.05) == ("unknown", True)


CLAIMS = {
    "proved": ("log(1 + x) <= x/sqrt(1 + x)", {"x": "nonnegative"}, 3.0),
    "refuted": ("x**2*sin(y) + y**3 > cos(x)**3 - x", {"x": "real", "y": "real"}, 3.0),
    "undecided": ("gamma(x + 1/2)**2 <= gamma(x)*gamma(x + 1)", {"x": "positive"}, 0.4),  # all of it is spent
}


@pytest.mark.parametrize("verdict", CLAIMS)
def test_the_verdict_is_the_same_where_the_clock_runs_twenty_times_faster(
    verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal, variables, budget = CLAIMS[verdict]
    made = claim("c", goal, variables=variables)
    decide(made, budget)  # what is loaded once in a process is there
    began, clock = time.process_time(), time.process_time
    monkeypatch.setattr(overdue, "NET", 1000)  # which is all that the clock may end
    found = []
    for speed in (1, 20):
        faster = SimpleNamespace(process_time=lambda speed=speed: began + speed * (clock() - began))
        for module in (effort, overdue):
            monkeypatch.setattr(module, "time", faster)
        found.append(apart(lambda: decide(made, budget).to_json()))
    assert found[0] == found[1]
    assert found[0]["verdict"] == verdict


def test_who_measures_the_program_goes_on_measuring() -> None:
    profile = cProfile.Profile()
    profile.enable()
    spent(10)
    worked(5)
    profile.disable()
    assert "worked" in {entry.code.co_name for entry in profile.getstats() if not isinstance(entry.code, str)}
    assert sys.getprofile() is None


def test_a_call_of_an_engine_that_there_is_no_effort_for_does_not_begin() -> None:
    begun: list[str] = []

    def dear(seconds: float) -> str:
        overdue.charge(seconds)
        begun.append("engine")
        return "answer"

    with metered():
        start = now()
        assert overdue.part(1.0, lambda: dear(0.4)) == "answer" and begun == ["engine"]
        assert 0.4 < now() - start < 0.41
        assert overdue.part(1.0, lambda: dear(1.5)) is None and begun == ["engine"]
        assert now() - start == pytest.approx(1.4, abs=0.01)  # a part has no more than it had
