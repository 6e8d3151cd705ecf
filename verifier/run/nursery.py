"""A single-threaded process that forks one child per job and outlives every one of them.

Limits of time and memory hold only in a process of their own: an alarm does not interrupt C code, and
FLINT aborts the process when memory runs out.  Forking from the threaded audit could deadlock on a lock
that another thread held, so every supervising thread owns one nursery, which imports the methods once and
forks for each claim in milliseconds.

Messages are a length (8 bytes) and a body.  Requests are pickled; replies are JSON
``["ok", value]``, ``["error", one line]`` or ``["lost", one line]``.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import json
import os
import pickle
import resource
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from verifier.machine.roomy import roomy

HEADER = struct.Struct(">Q")
YOUNG = 100_000  # objects until the collector looks: terms are not cyclic, and its walks take a tenth of the time
#: What the next children get for nothing once one had to import it; slow to import, and many claims do without.
SHARED = frozenset(("verifier", "flint", "numpy", "mpmath", "sympy", "z3"))


@dataclass(frozen=True)
class Limits:
    """What one job may use; seconds of the clock and of the processor, bytes of address space."""

    wall: float
    cpu: float
    memory: int = 4 << 30


@dataclass(frozen=True)
class Request:
    """Call ``function`` ("module:name") on pickled arguments under limits."""

    function: str
    arguments: bytes
    limits: Limits


def write(fd: int, body: bytes) -> None:
    data = HEADER.pack(len(body)) + body
    while data:
        data = data[os.write(fd, data) :]


def read(fd: int) -> bytes | None:
    """The next message; None when the other end is gone."""
    first = _exactly(fd, HEADER.size)
    return None if first is None else _exactly(fd, HEADER.unpack(first)[0])


def _exactly(fd: int, size: int) -> bytes | None:
    parts: list[bytes] = []
    while size:
        part = os.read(fd, min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def resolve(function: str) -> Callable[..., Any]:
    """The function named ``module:name``.  Raises `ImportError` or `AttributeError`."""
    module, name = function.split(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found


def prepare(function: str) -> None:
    """Import the function and what its module's ``PRELOAD`` names for it.

    Raises `ImportError` or `AttributeError`.
    """
    resolve(function)
    module, name = function.split(":")
    load(getattr(sys.modules[module], "PRELOAD", {}).get(name, ()))


def load(modules: Iterable[str]) -> None:
    """Import modules before the next fork, so that no child has to.

    The collector then leaves alone what is there: its walks would copy every page that the children share.
    """
    wanted = [m for m in modules if m not in sys.modules]
    for module in wanted:
        with contextlib.suppress(Exception):  # whoever needs it will say what is wrong
            importlib.import_module(module)
    if wanted:
        gc.collect()
        gc.freeze()


@roomy
def serve() -> None:
    """Answer requests on stdin until it closes; the audit ends a nursery by closing it."""
    requests, replies = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # whatever a method prints must not mix with the replies
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the audit's business; it closes stdin
    for function in sys.argv[1:]:
        with contextlib.suppress(Exception):
            prepare(function)
    _library()  # once, and not in each child
    gc.set_threshold(YOUNG, 50, 50)
    while (body := read(requests)) is not None:
        request = pickle.loads(body)  # from the audit that started us, through our own pipe; never from a file
        with contextlib.suppress(Exception):  # the child says what is wrong with it
            prepare(request.function)
        reply = _in_child(request, requests, replies)
        if reply is None:
            return
        learnt, _, answer = reply.partition(b"\n")
        write(replies, answer)
        load(json.loads(learnt))


def _in_child(request: Request, requests: int, replies: int) -> bytes | None:
    """Run one request in a child and wait for it; None when the audit went away meanwhile.

    A line with the names of the modules that the child had to import, and the reply.
    """
    receive, send = os.pipe()
    supervisor = os.getpid()
    pid = os.fork()
    if pid == 0:
        for fd in (receive, requests, replies):  # whoever waits for the supervisor's end must not wait for the child's
            os.close(fd)
        die_with(supervisor)
        _child(request, send)
    os.close(send)
    with contextlib.suppress(OSError):  # the child does the same; whoever is first wins the race
        os.setpgid(pid, pid)
    deadline = time.monotonic() + request.limits.wall
    buffer = b""
    gone = late = False
    while not _complete(buffer):
        ready, _, _ = select.select([receive, requests], [], [], max(0.0, deadline - time.monotonic()))
        late = not ready
        gone = requests in ready
        part = os.read(receive, 1 << 20) if receive in ready else b""
        if late or gone or not part:
            break
        buffer += part
    os.close(receive)
    if not _complete(buffer):
        if not late and not gone:
            _settle(pid)  # it is dying by itself: let it, so that its status says of what
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(OSError):  # and whatever processes it started
        os.killpg(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    if gone:
        return None
    if _complete(buffer):
        return buffer[HEADER.size :]
    return b"[]\n" + json.dumps(["lost", _why(status, late, request.limits)]).encode()


@functools.cache
def _library() -> Any:
    """The C library where it has `prctl`, else None."""
    import ctypes

    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    return library if hasattr(library, "prctl") else None


def die_with(parent: int) -> None:
    """Ask the system to kill this process when its parent, of that id, ends; where it can (Linux)."""
    if (library := _library()) is None:
        return
    library.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:  # it ended before it was asked
        os._exit(1)


def _settle(pid: int) -> None:
    """Wait a moment for a child that closed its pipe to become a corpse, without burying it."""
    for _ in range(100):
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return
        time.sleep(0.01)


def _complete(buffer: bytes) -> bool:
    return len(buffer) >= HEADER.size and len(buffer) >= HEADER.size + HEADER.unpack(buffer[: HEADER.size])[0]


def _why(status: int, late: bool, limits: Limits) -> str:
    """One line on a child that ended without an answer."""
    if late:
        return f"stopped after {limits.wall:g} s (time limit)"
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
        if number == signal.SIGXCPU:
            return f"stopped after {limits.cpu:g} s of processor time (time limit)"
        if number == signal.SIGABRT:
            return f"the process aborted ({name}), most likely out of memory (limit {_size(limits.memory)})"
        return f"the process was killed by {name}"
    return f"the process ended without an answer (exit code {os.WEXITSTATUS(status)})"


def _size(memory: int) -> str:
    return f"{memory / (1 << 30):.3g} GiB"


def _child(request: Request, send: int) -> None:
    """Never returns."""
    limits = request.limits
    there = frozenset(sys.modules)
    try:
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # an abort in C prints; the reply says it in one line
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
        cpu = max(1, int(limits.cpu + 0.999))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 2))
        value = resolve(request.function)(*pickle.loads(request.arguments))
        body = json.dumps(["ok", value]).encode()
    except MemoryError:
        body = json.dumps(["lost", f"memory exhausted (limit {_size(limits.memory)})"]).encode()
    except BaseException as error:
        words = " ".join(str(error).split())[:300]
        body = json.dumps(["error", f"{type(error).__name__}: {words}"]).encode()
    with contextlib.suppress(OSError):
        write(send, json.dumps(_imported(there)).encode() + b"\n" + body)
    os._exit(0)


def _imported(there: frozenset[str]) -> list[str]:
    """The modules that are worth while to share, of those that were not there."""
    return [m for m in list(sys.modules) if m not in there and m.partition(".")[0] in SHARED]
