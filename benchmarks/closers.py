"""What each closer of the prover for numbers wins, and what it costs, on the claim files and a file of one's own.

    python benchmarks/closers.py [--budget SECONDS] [--file CLAIMS.toml ...] [--every N]

A win is a goal that the closer closed while no other closer was asking; "inside" counts those closed for another one.
Seconds are the processor's, without what the closers that it asked took.  A closer that wins nothing here and in the
papers is to be merged or removed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]
CLAIMS = ROOT / "tests" / "gate" / "claims"


class Ledger:
    """Counts what closers do while claims are decided."""

    def __init__(self) -> None:
        self.wins: Counter[str] = Counter()
        self.inside: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self._open: list[float] = []  # seconds of what was asked inside of each closer that is at work

    def watch(self, closer: ModuleType) -> None:
        name, close = closer.__name__.rsplit(".", 1)[-1], closer.close

        def watched(*args: Any, **more: Any) -> Any:
            start = time.process_time()
            self._open.append(0.0)
            node = None
            try:
                node = close(*args, **more)
                return node
            finally:
                spent = time.process_time() - start
                self.asked[name] += 1
                self.seconds[name] += spent - self._open.pop()
                if self._open:
                    self._open[-1] += spent
                if node is not None:
                    (self.inside if self._open else self.wins)[name] += 1

        closer.close = watched  # type: ignore[attr-defined]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=float, default=5.0)
    parser.add_argument("--file", nargs="*", type=Path, default=sorted(CLAIMS.glob("*.toml")))
    parser.add_argument("--every", type=int, default=1, help="only every N-th claim")
    options = parser.parse_args()
    from verifier.language.files import load
    from verifier.prove.driver.closers import CLOSERS
    from verifier.prove.portfolio import decide

    ledger = Ledger()
    for closer in CLOSERS:
        ledger.watch(closer)
    verdicts: Counter[str] = Counter()
    for file in options.file:
        for claim in load(file)[:: options.every]:
            verdicts[decide(claim, options.budget).verdict] += 1
    print("  ".join(f"{n} {verdict}" for verdict, n in verdicts.most_common()))
    print(f"{'closer':24}{'wins':>7}{'inside':>8}{'asked':>9}{'seconds':>10}")
    for closer in CLOSERS:
        name = closer.__name__.rsplit(".", 1)[-1]
        counts = f"{ledger.wins[name]:7}{ledger.inside[name]:8}{ledger.asked[name]:9}"
        print(f"{name:24}{counts}{ledger.seconds[name]:10.1f}")


if __name__ == "__main__":
    main()
