"""Decide claims each in its own process, several at a time, without losing what is finished.

The executor is any `concurrent.futures.Executor`; a thread or a worker of it supervises one nursery, and
the limits live inside the job, so cancelling is never relied upon.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import pickle
import subprocess
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from verifier.machine import isolation
from verifier.run import nursery
from verifier.run.nursery import Limits, Request

DECIDE = "verifier.prove.portfolio:decide"
CERTIFY = "verifier.prove.portfolio:certify"  # for the roles of hypotheses
SEARCH = "verifier.run.searching:search"
ROLE = "verifier.run.searching:role"
JUDGE = "verifier.run.judging:judge"

RECHECK = "verifier.run.judging:recheck"
CHECKING = (JUDGE, RECHECK)

#: NumPy starts no threads of its own: a nursery forks, and its matrices are small.
SINGLE = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Job:
    """One call in one process; `key` is handed back with the reply.

    `about`: where the reply is a verdict, the statement and the claims that it may cite, in their JSON form.  The
    verdict is then made again from its certificate, in a process that has loaded neither page nor prover.
    """

    key: Any
    function: str
    arguments: tuple[Any, ...]
    limits: Limits
    about: tuple[Any, Any] | None = None


@dataclass(frozen=True)
class Reply:
    """`value` when the call returned; otherwise one line that says why it did not."""

    value: Any = None
    failure: str | None = None


def limits(budget: float) -> Limits:
    """Hard limits around a method portfolio that is asked to keep to `budget` seconds of effort by itself.

    They are a net for what sits in C code: several times what the portfolio takes of the processor, and of the clock
    where the machine is busy.
    """
    return Limits(wall=30 * budget + 30, cpu=10 * budget + 20)


class Nursery:
    """The audit's end of one nursery process; restarted when it dies."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.asked = False

    def call(self, job: Job) -> Reply:
        """Raises nothing: whatever goes wrong is a `Reply` with a failure."""
        try:
            arguments = pickle.dumps(job.arguments)
        except Exception as error:
            return Reply(failure=f"cannot be sent to a process: {' '.join(str(error).split())[:200]}")
        request = Request(job.function, arguments, job.limits)
        try:
            process = self.started()
            self.asked = True
            assert process.stdin is not None and process.stdout is not None
            nursery.write(process.stdin.fileno(), pickle.dumps(request))
            body = nursery.read(process.stdout.fileno())
        except OSError as error:
            body, reason = None, str(error)
        else:
            reason = "it was killed"
        if body is None:
            self.close()
            return Reply(failure=f"the supervising process ended ({reason})")
        kind, value = json.loads(body)
        return Reply(value=value) if kind == "ok" else Reply(failure=str(value))

    def started(self, *functions: str) -> subprocess.Popen[bytes]:
        """The process; a new one begins to import what the functions need, before anybody asks."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                isolation.command("verifier.run.nursery:serve", *functions), stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, start_new_session=True, cwd=isolation.FOLDER,
                env={**SINGLE, **isolation.environment()},
            )  # fmt: skip
        return self.process

    def close(self) -> None:
        """End the nursery and whatever it runs."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.close()  # it kills its child and leaves
            if not self.asked:  # still importing, and no child to kill
                process.kill()
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            with contextlib.suppress(OSError):
                process.stdout.close()


_own = threading.local()
_open: set[Nursery] = set()
_spare: list[Nursery] = []  # started ahead
_spare_judges: list[Nursery] = []
_lock = threading.Lock()


def ahead(function: str = SEARCH) -> None:
    """Start a nursery for the first thread that needs one of its kind, while its job is still being read."""
    spare = Nursery()
    spare.started(function)
    with _lock:
        (_spare_judges if function in CHECKING else _spare).append(spare)
        _open.add(spare)


def perform(job: Job) -> Reply:
    """Run a job in a nursery of this thread; what is submitted to the executor."""
    if job.function in CHECKING:
        return _nursery("judge", _spare_judges).call(job)
    reply = _nursery("nursery", _spare).call(job)
    if job.about is None or reply.failure is not None:
        return reply
    statement, cited = job.about
    again = Job(job.key, JUDGE, (statement, reply.value, cited), job.limits)
    return _nursery("judge", _spare_judges).call(again)


def _nursery(name: str, spares: list[Nursery]) -> Nursery:
    """This thread's nursery of a kind: those that check are none of those that search."""
    mine: Nursery | None = getattr(_own, name, None)
    if mine is None:
        with _lock:
            mine = spares.pop() if spares else Nursery()
        setattr(_own, name, mine)
    with _lock:
        _open.add(mine)  # again, where all were closed in the meantime
    return mine


@atexit.register
def close_all() -> None:
    """End every nursery of this process."""
    with _lock:
        mine = list(_open)
        _open.clear()
        _spare.clear()
        _spare_judges.clear()
    for each in mine:
        each.close()


class Runner:
    """Runs jobs on an executor; a context that leaves no process behind."""

    def __init__(self, workers: int | None = None, executor: Executor | None = None) -> None:
        self.workers = max(1, workers or os.cpu_count() or 1)
        self._given = executor
        self._executor = executor

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._executor is not None and self._given is None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            close_all()
            self._executor.shutdown(wait=True)
            self._executor = None

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Reply]]:
        """Replies as they come.  A job that fails, never ends or dies has a reply that says so."""
        pending: Sequence[Job] = list(jobs)
        if not pending:
            return
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self.workers, thread_name_prefix="verifier")
        futures: dict[Future[Reply], Job] = {self._executor.submit(perform, job): job for job in pending}
        try:
            for future in as_completed(futures):
                error = future.exception()
                yield (
                    futures[future],
                    future.result() if error is None else Reply(failure=f"executor: {error}"),
                )
        finally:
            for future in futures:
                future.cancel()
