"""All corrupted twins of all proved claims of the shipped papers, in worker processes.

    python benchmarks/twins.py [--each N] [--seconds S] [--workers W] [--limit T]

Prints one line for each kind of corruption, the totals, and how each proved twin was shown to be true by other
means than the prover's; exits with 1 where a false twin is proved.
`--each 0` (the default) takes every twin, another number a seeded sample of so many for each claim.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "gate")]

from twin_trials import ROUTES, UNSHOWN, Outcome, proved, shipped_claims, trial  # noqa: E402

from verifier.methods.twins import pick  # noqa: E402

WORDS = ("refuted", "undecided", "true variant", UNSHOWN, "unsound", "crash")


def of_claim(place: int, each: int, seconds: float, until: float) -> tuple[str, list[Outcome]]:
    """(id, outcomes) of claim number `place`; no outcomes where the claim itself is not proved.

    Processor time and memory are limited for the whole worker, the time of one twin by its deadline.
    """
    claim = shipped_claims()[place].claim
    if not proved(claim, 10.0):
        return claim.id, []
    found = []
    for twin in pick(claim.statement(), each or 1_000_000, seed=0):
        if time.time() > until:
            break
        found.append(trial(claim, twin, seconds))
    return claim.id, found


def limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--each", type=int, default=0, help="twins for each claim; 0: all")
    options.add_argument("--seconds", type=float, default=2.0, help="for one twin")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--limit", type=float, default=36_000.0, help="seconds for everything")
    chosen = options.parse_args()
    start, until = time.monotonic(), time.time() + chosen.limit
    outcomes: list[Outcome] = []
    claims = 0
    with ProcessPoolExecutor(chosen.workers, initializer=limit_memory) as pool:
        jobs = [pool.submit(of_claim, i, chosen.each, chosen.seconds, until) for i in range(len(shipped_claims()))]
        for done, job in enumerate(as_completed(jobs), 1):
            _, found = job.result()
            claims += bool(found)
            outcomes += found
            if sys.stderr.isatty():
                print(f"\r{done}/{len(jobs)} claims, {len(outcomes)} twins", end="", file=sys.stderr)
    table(claims, outcomes, time.monotonic() - start)
    return 1 if any(o.outcome in ("unsound", "crash") for o in outcomes) else 0


def table(claims: int, outcomes: list[Outcome], seconds: float) -> None:
    kinds = Counter((o.kind, o.outcome) for o in outcomes)
    print(f"{'kind':22}" + "".join(f"{w:>14}" for w in WORDS))
    for kind in sorted({o.kind for o in outcomes}):
        print(f"{kind:22}" + "".join(f"{kinds[kind, w]:14}" for w in WORDS))
    total = Counter(o.outcome for o in outcomes)
    print(f"{'all':22}" + "".join(f"{total[w]:14}" for w in WORDS))
    routes = Counter((o.outcome, o.route) for o in outcomes)
    slowest = max((o.seconds for o in outcomes), default=0.0)
    print(f"\n{claims} proved claims, {len(outcomes)} twins in {seconds:.0f} s; the slowest took {slowest:.1f} s.")
    shown = ", ".join(f"{routes['true variant', r]} by {r}" for r in ROUTES)
    print(f"Proved twins shown to be true independently: {shown}; proved and not shown: {total[UNSHOWN]}.")
    by = [routes["refuted", route] for route in ("search", "solved points")]
    print(f"Refuted twins: {by[0]} by search, {by[1]} by solved points.")
    for o in outcomes:
        if o.outcome == UNSHOWN:
            print(f"not shown ({o.route}, {o.samples} points): {o.claim}: {o.twin}")
        if o.outcome in ("unsound", "crash"):
            print(f"{o.outcome.upper()} {o.claim}: {o.twin}: {o.detail[:300]}")


if __name__ == "__main__":
    sys.exit(main())
