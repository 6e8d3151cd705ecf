"""A command that is killed or interrupted loses nothing that was finished, and leaves no process behind.

Nothing here depends on how fast the machine is: what must not end yet is held, and what is waited for is an event.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verifier.papers.discover import package_folder

IDS = [f"e{i}" for i in range(8)]
PAGE = "\n".join(
    f"@paper.equation('{id}', '')\ndef page(item):\n    item.let(a='real')\n    item.conclude('a == {id[1:]}')\n"
    for id in IDS
)
SCRIPT = """
import functools, verifier.cli
from verifier.run import audit
audit.Options = functools.partial(audit.Options, decide="audit_fakes:held")
verifier.cli.main()
"""


def interruptible():
    """Where the tests run in the background they ignore Ctrl-C, and what they start would inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Command:
    """`verifier audit`, with a decider that holds some claims and says which process has which claim."""

    def __init__(self, folder):
        self.folder, self.log = folder, folder / "log"
        self.log.touch()
        self.started = []

    def start(self, *arguments, held=()):
        path = os.pathsep.join((str(package_folder().parent), str(Path(__file__).parent)))
        env = {**os.environ, "PYTHONPATH": path, "AUDIT_FAKES_LOG": str(self.log), "AUDIT_FAKES_HELD": " ".join(held)}
        command = [sys.executable, "-P", "-c", SCRIPT, "audit", *map(str, arguments), "--workers", "2"]
        pipe = subprocess.PIPE
        run = subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe, text=True, preexec_fn=interruptible)
        self.started.append(run)
        return run

    def begun(self):
        return [line.split(":")[0] for line in self.log.read_text().split()]

    def processes(self):
        return {int(pid) for line in self.log.read_text().split() for pid in line.split(":")[1:]}

    def stored(self):
        try:
            with sqlite3.connect(f"file:{self.folder / 'home' / 'store.sqlite'}?mode=ro", uri=True) as db:
                return db.execute("select count(*) from verdicts").fetchone()[0]
        except sqlite3.OperationalError:  # it is just being made
            return 0


@pytest.fixture
def command(tmp_path):
    made = Command(tmp_path)
    yield made
    for run in made.started:
        run.kill()
        run.communicate()


def wait(event, run=None):
    """Until it is true, however long that takes; a run that waits with us must not have ended."""
    while not event():
        assert run is None or run.poll() is None
        time.sleep(0.02)


def ended(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, -15), (signal.SIGINT, 130)])
def test_a_killed_run_resumes_where_it_was_and_leaves_no_process(write, command, number, code):
    page = write(PAGE)
    first = command.start(page, held=IDS[4:])
    wait(lambda: len(command.begun()) == 6 and command.stored() == 4, first)
    assert sorted(command.begun()) == IDS[:6]
    first.send_signal(number)
    _, said = first.communicate()
    assert first.returncode == code
    assert number != signal.SIGINT or said.strip().endswith("run the same command to resume")
    wait(lambda: all(ended(pid) for pid in command.processes()))
    command.log.write_text("")
    again = command.start(page)
    again.communicate()
    assert sorted(command.begun()) == IDS[4:] and again.returncode == 3 and command.stored() == 8
    wait(lambda: all(ended(pid) for pid in command.processes()))


def test_an_interrupted_audit_reports_the_papers_that_are_finished(write, command, tmp_path):
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    text = write(PAGE).read_text()
    first.write_text(text.replace("test-paper", "paper-one"))
    second.write_text(text.replace("test-paper", "paper-two").replace("'e", "'f").replace("a == ", "a == 1"))
    run = command.start(first, second, held=[f"f{id[1:]}" for id in IDS])
    wait(lambda: len(command.begun()) == 10, run)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate()
    assert run.returncode == 130 and "interrupted" in err and "Traceback" not in err
    assert "paper-one" in out and "paper-two" not in out
    wait(lambda: all(ended(pid) for pid in command.processes()))


def test_an_interrupted_fresh_run_does_not_promise_to_resume(write, command):
    run = command.start(write(PAGE), "--fresh", held=IDS)
    wait(lambda: len(command.begun()) == 2, run)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate()
    assert run.returncode == 130 and "run the command without --fresh to resume" in said


def test_a_worker_whose_supervisor_was_killed_ends(write, command):
    run = command.start(write(PAGE), held=IDS[:1])
    wait(lambda: any(line.startswith("e0:") for line in command.log.read_text().split()), run)
    [line] = [line for line in command.log.read_text().split() if line.startswith("e0:")]
    _, pid, supervisor = line.split(":")
    os.kill(int(supervisor), signal.SIGKILL)
    wait(lambda: ended(int(pid)))
    out, _ = run.communicate()
    assert run.returncode == 3 and "the supervising process ended" in out
