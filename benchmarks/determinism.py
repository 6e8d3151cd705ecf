"""Whether an audit says the same on a busy machine: verdicts, roles and certificates of one paper, searched anew.

    python benchmarks/determinism.py PAPER [--item ID]... [--budget SECONDS] [--keep FOLDER]

The paper is audited once with one worker and once with two, in another order, under another hash seed and with a busy
loop on each core; no stored evidence is used.  Each field that differs is listed; the exit code is 1 if there is one.
Seconds are not compared, and with `--keep` the two reports are kept as JSON.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

UNTOLD = ("seconds", "folder")  # fields that may differ
BUSY = [sys.executable, "-c", "while True: pass"]


@dataclass(frozen=True)
class Setting:
    """How one audit is run."""

    name: str
    workers: int
    hash_seed: int
    shuffled: int | None = None  # the seed of the order of the searches
    busy: bool = False


QUIET = Setting("one worker, alone", 1, 0)
LOADED = Setting("two workers, other order and hash seed, busy cores", 2, 1, shuffled=1, busy=True)


def run(paper: str, items: Iterable[str], budget: float, setting: Setting) -> list[Any]:
    """The report of one audit, as `--json` prints it."""
    load = [subprocess.Popen(BUSY) for _ in range(os.cpu_count() or 1)] if setting.busy else []
    arguments = [sys.executable, __file__, paper, "--one", json.dumps(setting.__dict__), "--budget", str(budget)]
    for item in items:
        arguments += ["--item", item]
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as home:
            environment = {**os.environ, "PYTHONHASHSEED": str(setting.hash_seed), "VERIFIER_HOME": home}
            done = subprocess.run(arguments, env=environment, stdout=subprocess.PIPE, check=True)
    finally:
        for process in load:
            process.kill()
    print(f"{setting.name}: {time.monotonic() - began:.0f} s", flush=True)
    return list(json.loads(done.stdout))


def audited(paper: str, items: Iterable[str], budget: float, setting: Setting) -> list[Any]:
    """The same, in this process."""
    from verifier.papers.discover import find
    from verifier.report.jsonout import audit as flat
    from verifier.run.audit import Options
    from verifier.run.compile import audit_paper
    from verifier.run.runner import Job, Reply, Runner
    from verifier.run.store import Store

    class Shuffled(Runner):
        def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Reply]]:
            order = list(jobs)
            if setting.shuffled is not None:
                random.Random(setting.shuffled).shuffle(order)
            return super().run(order)

    options = Options(budget=budget, fresh=True, items=tuple(items))
    with Store() as store, Shuffled(setting.workers) as runner:
        reports = [audit_paper(path, options, store, runner) for path in find((paper,))]
    for report in reports:
        for line in report.notes:
            print(f"{setting.name}: {line}", file=sys.stderr)
    return list(flat(reports))


def fields(found: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """(where, what) of everything that a report says; a certificate by its digest."""
    if isinstance(found, dict) and not at.endswith("certificate"):
        for key, value in found.items():
            if key not in UNTOLD:
                yield from fields(value, f"{at}/{key}")
    elif isinstance(found, list) and not at.endswith("certificate"):
        for number, value in enumerate(found):
            name = value.get("id", number) if isinstance(value, dict) else number
            yield from fields(value, f"{at}/{name}")
    elif isinstance(found, (dict, list)):
        yield at, hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:12]
    else:
        yield at, str(found)


def differing(one: Any, other: Any) -> list[tuple[str, str, str]]:
    """(where, in one, in the other) of each field that is not the same in both."""
    a, b = dict(fields(one)), dict(fields(other))
    return [(k, a.get(k, ""), b.get(k, "")) for k in sorted(a.keys() | b.keys()) if a.get(k) != b.get(k)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paper")
    parser.add_argument("--item", action="append", default=[])
    parser.add_argument("--budget", type=float, default=10.0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(audited(given.paper, given.item, given.budget, Setting(**json.loads(given.one)))))
        return 0
    reports = []
    for number, setting in enumerate((QUIET, LOADED)):
        reports.append(run(given.paper, given.item, given.budget, setting))
        if given.keep is not None:
            (given.keep / f"{given.paper}-{number}.json").write_text(json.dumps(reports[-1]))
    different = differing(*reports)
    for where, one, other in different:
        print(f"{where}: {one[:100]} | {other[:100]}")
    print(f"{sum(1 for _ in fields(reports[0]))} fields, {len(different)} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
