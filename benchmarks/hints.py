"""Hints on pages that the prover does without: found by trying, and taken away.

    python benchmarks/hints.py count
    python benchmarks/hints.py try FILE [--limit SECONDS] [--workers W]
    python benchmarks/hints.py strip FILE [--below SECONDS]

A hint is a step that closes a goal by saying how (`Numbers`, `Linear`, `Order`).  `count` says how many calls of each
there are in pages, lemmas and scripts of the library.  `try` searches every claim that has a script; wherever a hint
stands, the driver is asked for the same goal without it, within a limit.  FILE gets a line of JSON for each claim: the
places of its hints in the source, how often the driver did without, how often not, and the longest time.  `strip`
takes those away that were never needed and whose goal was closed below a time; a hint that is no element of a list
stays.  What is left has to be searched again: goals are closed one by one, and a claim has one limit.
"""

from __future__ import annotations

import argparse
import ast
import functools
import json
import multiprocessing
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from verifier.kernel.algebra.integers import Unknown  # noqa: E402
from verifier.kernel.logic.proofs import Checker  # noqa: E402
from verifier.kernel.logic.sequents import Rejected, Sequent  # noqa: E402
from verifier.kernel.terms.binding import marked  # noqa: E402
from verifier.kernel.terms.expr import Expr  # noqa: E402
from verifier.language import script  # noqa: E402
from verifier.language.claim import Claim  # noqa: E402
from verifier.papers.book import Book  # noqa: E402
from verifier.papers.discover import shipped_folder  # noqa: E402
from verifier.papers.load import load  # noqa: E402
from verifier.prove import portfolio  # noqa: E402
from verifier.prove.driver.closers import prover  # noqa: E402
from verifier.prove.driver.effort import now  # noqa: E402
from verifier.prove.matrices.equations import OutOfTime  # noqa: E402
from verifier.prove.overdue import part  # noqa: E402
from verifier.prove.scripts import tactics  # noqa: E402

HINTS = ("Numbers", "Linear", "Order")
BUDGET = 60.0  # seconds for a claim
EMPTY = ("by", "base", "step", "side", "smooth", "slope", "yes", "no", "then")  # arguments that are empty by default
Place = tuple[str, int, int, int, int]  # file, first and last line, first and last column


def sources() -> list[Path]:
    return [*sorted((ROOT / "proofs").rglob("*.py")), *sorted((ROOT / "verifier" / "library").rglob("*.py"))]


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") in HINTS)


def count() -> None:
    found = Counter(n.func.id for file in sources() for n in calls(ast.parse(file.read_text())))  # type: ignore[attr-defined]
    for name in HINTS:
        print(f"{name:10} {found[name]:6}")
    print(f"{'all':10} {sum(found.values()):6}")


# -- trying ------------------------------------------------------------------------------------------------------------
def remember_places() -> None:
    """Each hint knows where in the source it was made."""
    for name in HINTS:
        cls = getattr(script, name)

        def made(self: Any, *args: Any, _plain: Any = cls.__init__, **more: Any) -> None:
            _plain(self, *args, **more)
            frame = sys._getframe(1)
            where = list(frame.f_code.co_positions())[frame.f_lasti // 2]
            object.__setattr__(self, "place", (frame.f_code.co_filename, *where))

        cls.__init__ = functools.wraps(cls.__init__)(made)


class Trial:
    """Asks the driver wherever a script has a hint."""

    def __init__(self, limit: float) -> None:
        self.limit, self.plain = limit, tactics.Tactics.prove
        self.votes: dict[Place, list[Any]] = {}  # done without, not done without, longest time

    def __call__(self, own: tactics.Tactics, s: Sequent, goal: Expr, steps: Any, where: str = "") -> Any:
        place = getattr(steps[0], "place", None) if steps else None
        vote = self.votes.setdefault(place, [0, 0, 0.0]) if place is not None else None
        if vote is not None and not vote[1]:
            start = time.monotonic()
            node = self.found(own, s, goal)
            vote[2] = max(vote[2], round(time.monotonic() - start, 3))
            vote[0 if node is not None else 1] += 1
            if node is not None:
                return node
        return self.plain(own, s, goal, steps, where)

    def found(self, own: tactics.Tactics, s: Sequent, goal: Expr) -> Any:
        driver = prover(min(own.driver.deadline, now() + self.limit))
        try:
            node = part(self.limit + 0.3, lambda: driver.search(s, goal, tactics.EFFORT))
            if node is not None:
                Checker().check(s, marked(goal), node)
        except (OutOfTime, Rejected, Unknown):
            return None
        return node


@functools.cache
def claims() -> list[tuple[str, Claim]]:
    remember_places()
    found = []
    for folder in sorted(p for p in shipped_folder().iterdir() if (p / "__init__.py").exists()):
        book = Book(load(folder))
        entries = (e for item in book.items.values() for e in book.entries(item))
        found += [(f"{folder.name}:{e.id}", e.claim) for e in entries
                  if e.claim.argument or e.claim.counterexample or e.claim.example]  # fmt: skip
    return found


def tried(i: int, limit: float) -> dict[str, Any]:
    name, claim = claims()[i]
    trial = Trial(limit)

    def asking(own: Any, s: Sequent, goal: Expr, steps: Any, where: str = "") -> Any:
        return trial(own, s, goal, steps, where)

    tactics.Tactics.prove = asking  # type: ignore[method-assign]
    try:
        verdict = portfolio.decide(claim, BUDGET).verdict
    finally:
        tactics.Tactics.prove = trial.plain  # type: ignore[method-assign]
    return {"claim": name, "verdict": verdict, "hints": [[*place, *vote] for place, vote in trial.votes.items()]}


def try_all(file: Path, limit: float, workers: int) -> None:
    fork = multiprocessing.get_context("fork")
    n = len(claims())
    with file.open("w") as out, ProcessPoolExecutor(workers, mp_context=fork) as pool:
        for done in pool.map(tried, range(n), [limit] * n):
            out.write(json.dumps(done) + "\n")
            out.flush()


# -- taking away -------------------------------------------------------------------------------------------------------
def idle(file: Path, below: float) -> dict[Path, set[tuple[int, ...]]]:
    """The places of hints that were never needed, by file."""
    votes: dict[Place, list[Any]] = defaultdict(lambda: [0, 0, 0.0])
    for line in file.read_text().splitlines():
        for *place, without, needed, seconds in json.loads(line)["hints"]:
            vote = votes[tuple(place)]  # type: ignore[index]
            vote[:] = [vote[0] + without, vote[1] + needed, max(vote[2], seconds)]
    found: dict[Path, set[tuple[int, ...]]] = defaultdict(set)
    for (name, *place), (without, needed, seconds) in votes.items():
        if without and not needed and seconds <= below:
            found[Path(name)].add(tuple(place))
    return found


def stripped(source: str, places: set[tuple[int, ...]]) -> tuple[str, int]:
    """The source without the hints at some places, and how many are gone."""
    tree, text = ast.parse(source), source.encode()
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line.encode()) + 1)

    def span(n: Any) -> tuple[int, int]:
        return starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset

    above = {child: n for n in ast.walk(tree) for child in ast.iter_child_nodes(n)}
    gone: dict[ast.List, list[ast.Call]] = defaultdict(list)
    for n in calls(tree):
        around = above[n]
        if (n.lineno, n.end_lineno, n.col_offset, n.end_col_offset) in places and isinstance(around, ast.List):
            gone[around].append(n)
    edits: list[tuple[int, int, bytes]] = []
    for around, hints in gone.items():
        keyword = above[around]
        if len(hints) == len(around.elts):
            call = above.get(keyword)
            if isinstance(keyword, ast.keyword) and keyword.arg in EMPTY and isinstance(call, ast.Call):
                before = [span(a)[1] for a in (*call.args, *call.keywords) if span(a)[1] < span(keyword)[0]]
                if before:
                    edits.append((max(before), span(around)[1], b""))
                    continue
            edits.append((*span(around), b"[]"))
            continue
        for hint in hints:
            i = around.elts.index(hint)
            if i + 1 < len(around.elts):
                edits.append((span(hint)[0], span(around.elts[i + 1])[0], b""))
            else:
                edits.append((span(around.elts[i - 1])[1] if around.elts[i - 1] not in hints else span(hint)[0],
                              span(hint)[1], b""))  # fmt: skip
    end = len(text) + 1
    for a, b, new in sorted(edits, reverse=True):
        if b <= end:  # nothing inside of what is gone already
            text, end = text[:a] + new + text[b:], a
    return text.decode(), sum(map(len, gone.values()))


def strip(file: Path, below: float) -> None:
    total = 0
    for page, places in sorted(idle(file, below).items()):
        new, gone = stripped(page.read_text(), places)
        ast.parse(new)
        page.write_text(new)
        total += gone
    print(f"{total} hints are gone; unused imports are left to the linter")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("count", "try", "strip"))
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--limit", type=float, default=1.0)
    parser.add_argument("--below", type=float, default=0.1)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    if chosen.what != "count" and chosen.file is None:
        parser.error(f"{chosen.what} needs a file")
    if chosen.what == "count":
        count()
    elif chosen.what == "try":
        try_all(chosen.file, chosen.limit, chosen.workers)
    else:
        strip(chosen.file, chosen.below)


if __name__ == "__main__":
    main()
