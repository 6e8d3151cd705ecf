"""The kernel's enclosures under random calls, against mpmath with more digits and functional equations.

    python benchmarks/balls.py [--calls N] [--seed S] [--only NAME ...]

Prints for each function how often it was called, how often it refused (the argument may lie outside of its domain),
how many values were compared, how many of them lay outside of the enclosure, and how many enclosures were much wider
than the values.
Exits with 1 where one lay outside.  A sample of this runs as `tests/kernel/test_balls_fuzz.py`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "kernel")]

from ball_fuzz import HEADING, Count, names, run  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--calls", type=int, default=1000, help="calls of each function")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", help="these functions")
    options = parser.parse_args()
    total = Count()
    print(HEADING)
    for name in names():
        if not options.only or name in options.only:
            count = run(name, options.calls, options.seed)
            print(count.line(name), flush=True)
            total.add(count)
    print(total.line("all"))
    return 1 if total.outside else 0


if __name__ == "__main__":
    sys.exit(main())
