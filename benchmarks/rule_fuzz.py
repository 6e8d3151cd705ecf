"""Random instances of the kernel's rules against exact models.

    python benchmarks/rule_fuzz.py [--rule NAME]... [--instances N] [--seed S]

For each rule, until N instances are accepted (1,000 by default): how many were accepted and rejected; how many have a
model in which all that is asked for holds and the conclusion, too, and one in which both fail (200 of each kind are
looked for); how many are unsound; and which obligations of the rule no instance shows to be needed.  "certain" rests on
exhaustive evaluation, "sampled" on points of an infinite range.  Exits with 1 where something unsound was found, and
prints it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "kernel")]

from fuzz.harness import Direct  # noqa: E402
from fuzz.registry import GENERATORS  # noqa: E402
from fuzz.tally import run  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n")[0])
    parser.add_argument("--rule", action="append", choices=sorted(GENERATORS))
    parser.add_argument("--instances", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    total = 0
    print(f"{'rule':20} accepted rejected follows   fails unsound  seconds")
    for name in given.rule or GENERATORS:
        start = time.process_time()
        tally = run(GENERATORS[name], given.instances, given.seed)
        seconds, found = time.process_time() - start, len(tally.found)
        counts = f"{tally.accepted:8} {tally.rejected:8} {tally.follows:7} {tally.fails:7} {found:7} {seconds:8.1f}"
        print(f"{name:20} {counts}  {' '.join(sorted(tally.idle))}", flush=True)
        total += found
        for how, i in tally.found[:3]:
            what = i.note if isinstance(i, Direct) else f"{dict(i.sequent.facts)} |- {i.goal} by {dict(i.node)}"
            print(f"    {how}: {what}")
    return int(total > 0)


if __name__ == "__main__":
    raise SystemExit(main())
