"""Mutation of the kernel: is there a test for every condition?

    python benchmarks/mutants.py [--sample N] [--seed S] [--module NAME] [--workers W] [--report]

Weakens the conditions of `verifier/kernel` one at a time (`mutations` says how) and runs the kernel's tests against
each.  A mutant that some test notices is killed; one that survives is a hostile certificate that nobody has written,
or changes nothing: `equivalent_mutants.toml` holds the arguments, by module and text of the condition.

Tests are collected once.  A recorded run (`.verifier/mutants/tests.json`, made anew when kernel or tests change) says
which statements each test reaches; a mutant is put into a forked process and meets the tests that reach it, fastest
first, until one fails.  Results are lines of JSON in `.verifier/mutants/results.jsonl`: what is there is not run again
while the module, the tests and the program are the same.  `--report` only prints what is there.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.abc
import importlib.util
import json
import os
import random
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from mutations import FILES, Mutant, apply, clear_caches, forked, full_name, mutants, sources, with_probes  # noqa: E402

TESTS = ROOT / "tests" / "kernel"
STATE = ROOT / ".verifier" / "mutants"
RECORD, RESULTS = STATE / "tests.json", STATE / "results.jsonl"
ARGUMENTS = ROOT / "benchmarks" / "equivalent_mutants.toml"
SECONDS = 40  # of the processor, for the tests of one mutant, slow ones last


# -- which test reaches what -------------------------------------------------------------------------------------


class _Probing(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the kernel's modules with a mark before every statement."""

    def __init__(self) -> None:
        self.reached: set[tuple[str, int]] = set()

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        stem = name.rpartition(".")[2]
        if stem not in FILES or name != full_name(stem):
            return None
        return importlib.util.spec_from_file_location(name, FILES[stem], loader=self)

    def create_module(self, spec: Any) -> Any:
        return None

    def exec_module(self, module: Any) -> None:
        name, seen = module.__name__.rpartition(".")[2], self.reached
        module._reached = lambda line: seen.add((name, line))
        exec(with_probes(Path(module.__file__).read_text(), module.__file__), vars(module))


class _Recorder:
    def __init__(self, probing: _Probing) -> None:
        self.probing, self.tests = probing, {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        clear_caches()
        self.probing.reached.clear()
        self.failed, start = False, time.process_time()
        result = yield
        lines: dict[str, list[int]] = {}
        for module, line in sorted(self.probing.reached):
            lines.setdefault(module, []).append(line)
        seconds = round(time.process_time() - start, 3)
        self.tests[item.nodeid] = {"seconds": seconds, "failed": self.failed, "lines": lines}
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


def record() -> None:
    """Run the kernel's tests once and note which statements each of them reaches."""
    probing = _Probing()
    sys.meta_path.insert(0, probing)
    recorder = _Recorder(probing)
    pytest.main(_options(), plugins=[recorder])
    STATE.mkdir(parents=True, exist_ok=True)
    RECORD.write_text(json.dumps({"digest": digest(), "tests": recorder.tests}))


def _options() -> list[str]:
    return [str(TESTS), "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--tb=no", "--assert=plain"]


def digest() -> str:
    """Of the kernel and of its tests."""
    files = [*FILES.values(), *sorted(TESTS.rglob("*.py"))]
    return hashlib.sha256(b"".join(p.read_bytes() for p in files)).hexdigest()


def recorded() -> dict[str, Any]:
    """The tests with what they reach."""
    if not RECORD.exists() or json.loads(RECORD.read_text())["digest"] != digest():
        subprocess.run([sys.executable, __file__, "--record"], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return dict(json.loads(RECORD.read_text())["tests"])


Timed: TypeAlias = "tuple[pytest.Item, float]"


# -- running -----------------------------------------------------------------------------------------------------


@dataclass
class Loop:
    """Runs the mutants after pytest has collected the tests; each in a process of its own."""

    chosen: Sequence[Mutant]
    tests: dict[str, Any]
    workers: int
    results: dict[str, dict[str, Any]] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {i.nodeid: i for i in session.items}
        reach: dict[str, list[str]] = {}
        usable = {t: d for t, d in self.tests.items() if t in items and not d["failed"]}
        for test, known in usable.items():
            for module, lines in known["lines"].items():
                for line in lines:
                    reach.setdefault(f"{module}:{line}", []).append(test)
                reach.setdefault(f"{module}:0", []).append(test)
        source, waiting, running = sources(), list(self.chosen)[::-1], {}
        for name in source:
            importlib.import_module(full_name(name))
        while waiting or running:
            while waiting and len(running) < self.workers:
                m = waiting.pop()
                some = self._selected(m, reach, items)
                pid, pipe = forked(_outcome, m, source[m.module], [(items[t], self.tests[t]["seconds"]) for t in some])
                running[pipe] = pid, m, time.time(), len(some)
            ready, _, _ = select.select(list(running), [], [], 1.0)
            for pipe, (pid, m, begun, count) in list(running.items()):
                if pipe in ready:
                    said = os.read(pipe, 1 << 16).decode()
                elif time.time() - begun > 30 * SECONDS:
                    os.kill(pid, 9)
                    said = ""
                else:
                    continue
                os.close(pipe)
                os.waitpid(pid, 0)
                del running[pipe]
                outcome, _, by = said.partition(" ")
                self._keep(m, outcome or "timeout", by, count, time.time() - begun)
        return True

    def _selected(self, m: Mutant, reach: dict[str, list[str]], items: dict[str, Any]) -> list[str]:
        """The tests that reach the statement, fastest first; those first that name the fact or the module."""
        place = f"{m.module}:{m.statement}"
        if m.kind == "premise":
            place = "schemas:0"
        tests = reach.get(place, [])
        if m.statement == 0 and not tests:
            tests = sorted({t for p, each in reach.items() if p.endswith(":0") for t in each})
        return sorted(tests, key=lambda t: (m.module not in t and "facts" not in t, self.tests[t]["seconds"], t))

    def _keep(self, m: Mutant, outcome: str, by: str, count: int, seconds: float) -> None:
        found = {"key": m.key, "outcome": outcome, "by": by, "tests": count, "seconds": round(seconds, 1)}
        self.results[m.key] = found
        with RESULTS.open("a") as out:
            out.write(json.dumps({"digest": digest(), **asdict(m), **found}) + "\n")
        print(f"{outcome:9} {m.module}.py:{m.line} {m.kind} {m.text[:90]}", flush=True)


def _outcome(m: Mutant, source: str, items: Iterable[Timed]) -> str:
    """How a mutant ends.  A test that takes far more than its time ends the process: it would not have passed."""
    if not apply(m, source):
        return "unapplied"
    start = time.process_time()
    for item, seconds in items:
        if time.process_time() - start > SECONDS:
            return "survived not all tests were run"
        signal.setitimer(signal.ITIMER_PROF, 10 + 10 * seconds)
        if any(r.failed for r in runtestprotocol(item, log=False, nextitem=None)):
            return f"killed {item.nodeid}"
    return "survived"


# -- what is reported --------------------------------------------------------------------------------------------


def arguments() -> list[dict[str, str]]:
    """The mutants that are said to change nothing, each with a reason."""
    if not ARGUMENTS.exists():
        return []
    return list(tomllib.loads(ARGUMENTS.read_text()).get("equivalent", []))


def equivalent(m: Mutant, known: list[dict[str, str]]) -> str | None:
    """The reason why a mutant changes nothing; None where none is given."""
    for a in known:
        if a["module"] == m.module and a.get("kind", m.kind) == m.kind and a["text"] in m.text:
            return a["why"]
    return None


def report(chosen: Sequence[Mutant], results: dict[str, dict[str, Any]]) -> str:
    """The share of killed mutants, and the survivors."""
    known, count, lines = arguments(), Counter(), []
    for m in chosen:
        found = results.get(m.key)
        outcome = found["outcome"] if found else "not run"
        if outcome == "timeout":
            outcome = "killed"  # the mutant never ends, and the test would not pass
        if outcome == "survived":
            why = equivalent(m, known)
            outcome = "equivalent" if why else outcome
            reach = "" if found and found["tests"] else " (no test reaches it)"
            if not why:
                lines.append(f"  {FILES[m.module].relative_to(ROOT)}:{m.line}  {m.kind}  {m.text}{reach}")
        count[outcome] += 1
    decided = count["killed"] + count["survived"]
    share = f"{count['killed']} of {decided} killed"
    if decided:
        share += f" ({100 * count['killed'] / decided:.1f} %)"
    others = ", ".join(f"{v} {k}" for k, v in sorted(count.items()) if k not in ("killed", "survived"))
    return "\n".join([f"{share}; {others or 'nothing else'}", *lines])


def earlier() -> dict[str, dict[str, Any]]:
    """Results for the kernel and the tests as they are, by key."""
    found: dict[str, dict[str, Any]] = {}
    now = digest()
    for line in RESULTS.read_text().splitlines() if RESULTS.exists() else ():
        known = json.loads(line)
        if known["digest"] == now:
            found[known["key"]] = known
    return found


def listed(module: str | None, sample: int | None, seed: int) -> list[Mutant]:
    """The mutants of one module or of all, or a random sample of them."""
    found = [m for name, text in sources().items() if module in (None, name) for m in mutants(name, text)]
    return random.Random(seed).sample(found, min(sample, len(found))) if sample is not None else found


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n")[0])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--module")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", action="store_true", help="print what is known and run nothing")
    parser.add_argument("--record", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.record:
        record()
        return 0
    chosen, results = listed(given.module, given.sample, given.seed), earlier()
    todo = [m for m in chosen if m.key not in results]
    if todo and not given.report:
        STATE.mkdir(parents=True, exist_ok=True)
        loop = Loop(todo, recorded(), given.workers)
        pytest.main(_options(), plugins=[loop])
        results |= loop.results
    print(report(chosen, results))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
