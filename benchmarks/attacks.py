"""Attacks on the text language, on claim files and on the kernel, each through the command line in its own process.

    python benchmarks/attacks.py [--only PART] [--slowest N]

The contract: for what is no claim one line that names file, claim, line and column, and exit code 2; for what is one,
however large, an honest verdict; for a certificate that the kernel is not given a proof by, a rejection.  All of it
within a second beyond the start (and the budget of a verdict; a certificate has the kernel's bound of steps, 5 s), and
within 500 MB, children included.  Seconds are those of the processor, so that a busy machine does not count.
Exits with 1 where something breaks the contract.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "language"), str(ROOT / "tests" / "kernel")]

import bombs  # noqa: E402
from attack_texts import DECLARED, LARGE, TEXTS, file, files, odd_files  # noqa: E402
from test_text import ATTACKS  # noqa: E402
from test_work import ATTACKS as LONG_WORK  # noqa: E402
from test_work import GOAL  # noqa: E402

BUDGET, MEGABYTES = 0.5, 500
#: beyond the start; the kernel stops by its own count of steps
SECONDS = {"text": 1.0, "file": 1.0, "claim": 1.0 + BUDGET, "certificate": 5.0}
#: a process of its own starts the command: a child's peak begins with the size of the process that it was forked from
STARTER = "import os, sys; p = os.fork() or os.execv(sys.executable, sys.argv[1:]); _, s, u = os.wait4(p, 0); " \
    "print(os.waitstatus_to_exitcode(s), u.ru_utime + u.ru_stime, u.ru_maxrss, file=sys.stderr)"  # fmt: skip
PLACE = re.compile(r"verifier: \S+\.toml, claim 'a', .*line \d+, column \d+: .")
VERDICT = re.compile(r"(proved|refuted|undecided|ill-posed|supported|computed|assumed)")


@dataclass(frozen=True)
class Outcome:
    """What one process said and used."""

    name: str
    kind: str
    code: int
    said: str
    seconds: float
    megabytes: float

    def fault(self, start: float) -> str:
        """What it does not keep to; nothing where it keeps the contract."""
        lines = self.said.strip().splitlines()
        if self.kind == "text" and not PLACE.match(self.said):
            return "no place"
        if self.kind in ("text", "file") and (self.code != 2 or len(lines) != 1 or len(lines[0]) > 1000):
            return f"exit code {self.code}, {len(lines)} lines"
        if self.kind == "claim" and self.code != 2 and (self.code not in (0, 1, 3) or not VERDICT.search(self.said)):
            return f"exit code {self.code}"
        if self.kind == "certificate" and (self.code not in (1, 2) or not lines or "Traceback" in self.said):
            return f"exit code {self.code}"
        if self.seconds > start + SECONDS[self.kind]:
            return "too slow"
        return "too much memory" if self.megabytes > MEGABYTES else ""


def run(name: str, kind: str, file: Path, home: str) -> Outcome:
    """One command on one file."""
    command = ["recheck"] if kind == "certificate" else ["check", "--budget", str(BUDGET), "--workers", "1"]
    run_main = [sys.executable, "-c", "from verifier.cli import main; main()", command[0], str(file), *command[1:]]
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", STARTER, *run_main], stdout=out, stderr=out, stdin=subprocess.DEVNULL,
            cwd=file.parent, env={**os.environ, "PYTHONPATH": str(ROOT), "VERIFIER_HOME": home}, start_new_session=True,
        )  # fmt: skip
        watch = Timer(60, os.killpg, (process.pid, signal.SIGKILL))
        watch.start()
        process.wait()
        watch.cancel()
        size = out.seek(0, os.SEEK_END)
        out.seek(max(0, size - 20_000))
        said, _, used = out.read().decode("utf-8", "replace").rstrip("\n").rpartition("\n")
    if process.returncode:
        return Outcome(name, kind, process.returncode, "killed after a minute", 60.0, 0.0)
    code, seconds, peak = used.split()
    return Outcome(name, kind, int(code), said, float(seconds), float(peak) / 1024)


def attacks(kind: str) -> list[tuple[str, bytes]]:
    """Name and content of every attack of a kind."""
    if kind == "text":
        names = DECLARED + ', a = "real", b = "real", c = "real", z = "real", k = "nonnegative integer"'
        found: Any = ((n, file(t, names)) for n, t in {**ATTACKS, **TEXTS}.items())
    elif kind == "file":
        found = files().items()
    elif kind == "claim":
        found = [*((n, file(t)) for n, t in LARGE.items()), *odd_files().items()]
    else:
        found = [*bombs.files(), *((f.__name__.replace("_", " "), bombs.evidence(f(), GOAL)) for f in LONG_WORK)]
    return [(n, d if isinstance(d, bytes) else d.encode("utf-8", "surrogatepass")) for n, d in found]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--only", choices=("text", "file", "claim", "certificate"))
    options.add_argument("--slowest", type=int, default=12, help="lines of the table for each part")
    chosen = options.parse_args()
    plain = {
        "text": file("x >"), "file": "a = 1", "claim": file("1 < 2"), "certificate": "[]",
    }  # fmt: skip
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, text in plain.items():
            if chosen.only not in (None, kind):
                continue
            place = Path(folder) / f"attack.{'json' if kind == 'certificate' else 'toml'}"
            place.write_text(text)
            start = min(run("start", kind, place, folder).seconds for _ in range(3))
            outcomes = []
            for name, data in attacks(kind):
                place.write_bytes(data)
                outcomes.append(run(name, kind, place, folder))
            bad = [o for o in outcomes if o.fault(start)]
            faults += len(bad)
            worst, most = max(o.seconds for o in outcomes), max(o.megabytes for o in outcomes)
            print(f"\n{kind}: {len(outcomes)} attacks, {len(bad)} break the contract; start {start:.2f} s, "
                  f"worst {worst:.2f} s and {most:.0f} MB")  # fmt: skip
            for o in sorted(outcomes, key=lambda o: (not o.fault(start), -o.seconds))[: max(chosen.slowest, len(bad))]:
                used = f"{o.seconds:6.2f} s {o.megabytes:5.0f} MB  exit {o.code}"
                print(f"  {o.name[:34]:34} {used}  {o.fault(start):16} {' '.join(o.said.split())[:70]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
