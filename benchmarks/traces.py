"""Traces in figures: time and size beside the certificates', and how many replay.

    python benchmarks/traces.py PAPER [EVERY [FIRST]]

Each certificate that ships with the paper (or one of EVERY) is checked, traced, and replayed from the JSON by
`tests/traces`.  A replay is full where each step was judged by its rule; elsewhere some steps only have the parts that
they demand, and the rules of these are counted.  Seconds are those of the processor.  Exits with 1 where a trace is
refused.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "traces")]

from trace_replay import Replay  # noqa: E402
from trace_samples import cited, shipped  # noqa: E402
from trace_terms import Wrong  # noqa: E402

from verifier.evidence.steps import trace  # noqa: E402
from verifier.kernel.check import check  # noqa: E402


def main(paper: str, every: str = "1", first: str = "0") -> int:
    claims = cited(paper)
    seconds, sizes, alone, counted = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    full, refused, number = 0, [], 0
    for statement, certificate in shipped(paper, int(every), int(first)):
        number += 1
        start = time.process_time()
        check(statement, certificate, claims)
        checked = time.process_time()
        text = json.dumps(trace(statement, certificate, claims))
        traced = time.process_time()
        replay = Replay(json.loads(text))
        try:
            counted += replay.run()
        except Wrong as error:
            refused.append(f"{statement.digest()[:12]}: {error}")
        seconds += {"checked": checked - start, "traced": traced - checked, "replayed": time.process_time() - traced}
        sizes += {"traces": len(text), "certificates": len(json.dumps(certificate))}
        rules = Counter(s["rule"] for s in replay.steps if not replay.judges(s["rule"]))
        full += not rules
        alone += rules
    print(f"{paper}: {number} certificates, {number - len(refused)} replayed, {full} of them in full")
    print("  a second:", ", ".join(f"{number / s:.1f} {what}" for what, s in seconds.items()))
    print(f"  {sizes['traces'] / 1e6:.1f} MB of traces, {sizes['traces'] / sizes['certificates']:.1f} times as long")
    print("  steps by their parts alone:", ", ".join(f"{n} {rule}" for rule, n in alone.most_common()))
    print("  ", ", ".join(f"{n} {what}" for what, n in sorted(counted.items())))
    print(*refused, sep="\n", end="\n" if refused else "")
    return int(bool(refused))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
