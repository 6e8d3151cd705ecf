"""Corrupted twins of the proved claims of the shipped papers, in worker processes.

    python benchmarks/twins.py [--each N] [--most M] [--seconds S] [--workers W] [--limit T] [--list FILE]

The originals are the claims whose shipped evidence is a proof, by whatever method; the twins of those that were not
proved by algebra are given to the whole portfolio.  Of each claim N twins are tried (0, the default: all), a seeded
sample, and where none of these is refuted further ones until one is, M in all (10).  Prints one line for each kind of
corruption, the totals, how many claims have a refuted twin, and how each proved twin was shown to be true by other
means than the prover's; exits with 1 where a false twin is proved.  `--list` writes a line of JSON for each claim.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "gate")]

from twin_trials import ROUTES, UNSHOWN, Outcome, proved_claims, trial  # noqa: E402
from twins import pick  # noqa: E402

WORDS = ("refuted", "undecided", "true variant", UNSHOWN, "unsound", "crash")


def of_claim(place: int, each: int, most: int, seconds: float, until: float) -> tuple[str, list[Outcome]]:
    """(id, outcomes) of the proved claim number `place`."""
    entry = proved_claims(algebra=False)[place]
    by_all = entry.claim.digest not in algebraic()
    found: list[Outcome] = []
    for twin in pick(entry.claim.statement(), max(each, most) if each else 1_000_000, seed=0):
        enough = each and len(found) >= each and any(o.outcome == "refuted" for o in found)
        if enough or time.time() > until:
            break
        found.append(trial(entry.claim, twin, seconds, by_all=by_all))
    return entry.id, found


def algebraic() -> set[str]:
    return {e.claim.digest for e in proved_claims()}


def limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--each", type=int, default=0, help="twins for each claim; 0: all")
    options.add_argument("--most", type=int, default=10, help="with --each: so many until one is refuted")
    options.add_argument("--seconds", type=float, default=2.0, help="for one twin")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--limit", type=float, default=36_000.0, help="seconds for everything")
    options.add_argument("--list", type=Path, help="where to write what became of each claim, one line of JSON each")
    chosen = options.parse_args()
    start, until = time.monotonic(), time.time() + chosen.limit
    found: dict[str, list[Outcome]] = {}
    with ProcessPoolExecutor(chosen.workers, initializer=limit_memory) as pool:
        jobs = [
            pool.submit(of_claim, i, chosen.each, chosen.most, chosen.seconds, until)
            for i in range(len(proved_claims(algebra=False)))
        ]
        for done, job in enumerate(as_completed(jobs), 1):
            id, outcomes = job.result()
            found[f"{done} {id}"] = outcomes
            if chosen.list:
                write(chosen.list, id, outcomes, done == 1)
            if sys.stderr.isatty():
                print(f"\r{done}/{len(jobs)} claims", end="", file=sys.stderr)
    table(list(found.values()), time.monotonic() - start)
    return 1 if any(o.outcome in ("unsound", "crash") for tried in found.values() for o in tried) else 0


def write(path: Path, id: str, outcomes: Sequence[Outcome], first: bool) -> None:
    """One line for a claim: its id, and kind, words, outcome, route and detail of each twin."""
    line = [id, [[o.kind, o.twin, o.outcome, o.route, round(o.seconds, 2), o.detail[:300]] for o in outcomes]]
    with path.open("w" if first else "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def table(tried: Sequence[Sequence[Outcome]], seconds: float) -> None:
    outcomes = [o for each in tried for o in each]
    kinds = Counter((o.kind, o.outcome) for o in outcomes)
    print(f"{'kind':22}" + "".join(f"{w:>14}" for w in WORDS))
    for kind in sorted({o.kind for o in outcomes}):
        print(f"{kind:22}" + "".join(f"{kinds[kind, w]:14}" for w in WORDS))
    total = Counter(o.outcome for o in outcomes)
    print(f"{'all':22}" + "".join(f"{total[w]:14}" for w in WORDS))
    routes = Counter((o.outcome, o.route) for o in outcomes)
    slowest = max((o.seconds for o in outcomes), default=0.0)
    claims, refuted = sum(map(bool, tried)), sum(any(o.outcome == "refuted" for o in each) for each in tried)
    print(f"\n{claims} proved claims, {len(outcomes)} twins in {seconds:.0f} s; the slowest took {slowest:.1f} s.")
    print(f"{refuted} of the claims have a twin that was refuted.")
    shown = ", ".join(f"{routes['true variant', r]} by {r}" for r in ROUTES)
    print(f"Proved twins shown to be true independently: {shown}; proved and not shown: {total[UNSHOWN]}.")
    ways = ("search", "solved points", "near an example", "portfolio")
    by = ", ".join(f"{routes['refuted', r]} by {r}" for r in ways)
    print(f"Refuted twins: {by}.")
    for o in outcomes:
        if o.outcome == UNSHOWN:
            print(f"not shown ({o.route}, {o.samples} points): {o.claim}: {o.twin}")
        if o.outcome in ("unsound", "crash"):
            print(f"{o.outcome.upper()} {o.claim}: {o.twin}: {o.detail[:300]}")


if __name__ == "__main__":
    sys.exit(main())
