"""Certificates that tell the mutants of the kernel from the kernel: found at random, kept in `tests/kernel/said`.

    python benchmarks/hostile.py [--module NAME]... [--sample N] [--seed S] [--workers W] [--kept] [--write]

A candidate is one node with its sequent and goal, or one statement with its certificate; in the place of a proof stands
an empty one.  Candidates come from the generators of the rule fuzz and from the shipped evidence, as they are and
damaged in one place or two.  What the kernel says of each (it refuses, or these are the obligations) is held against
what each mutant says; the first candidate of which they differ is kept, with what the kernel says, and the mutant is
named beside it.  So an entry that is refused is one that a single weaker condition would let pass.

What the kernel says is put down as it is: that it says no more than is true is for the fuzz and the hostile tests.
`--write` adds what was found to the file of the mutant's module; entries of which the kernel says something else by now
are dropped, and said.  `--kept` tries only what is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks"), str(ROOT / "tests" / "kernel")]

from mutations import Mutant, apply, clear_caches, forked, sources  # noqa: E402
from single import DONE, places, said  # noqa: E402

from verifier.kernel.logic.proofs import Checker  # noqa: E402

FOLDER = ROOT / "tests" / "kernel" / "said"
STATE = ROOT / ".verifier" / "mutants"
SEEDS = 40  # instances of each generator
DAMAGED = 4  # copies of each
NATURAL = 60  # nodes of each rule from shipped certificates
TRIED = 150  # nodes of each rule from tests
LONG = 3000  # characters of a candidate at most
SECONDS = 6.0  # of the processor for one mutant

Entry = dict[str, Any]


# -- candidates ----------------------------------------------------------------------------------------------------


def generated() -> Iterator[Entry]:
    """Nodes of the rule fuzz."""
    from fuzz.harness import REFUSALS, Instance
    from fuzz.registry import GENERATORS
    from fuzz.sums_and_facts import fact

    from verifier.kernel.facts.schemas import TABLE

    makers = [(name, GENERATORS[name], SEEDS) for name in sorted(GENERATORS)]
    makers += [(name, lambda rng, name=name: fact(rng, name), 2) for name in TABLE]
    for name, make, count in makers:
        for k in range(count):
            try:
                i = make(random.Random(f"{name} {k}"))
            except (*REFUSALS, ValueError, KeyError):
                continue
            if isinstance(i, Instance):
                yield plain({"sorts": i.sequent.sorts, "facts": i.sequent.given, "goal": i.goal, "node": i.node})


class Met:
    """The nodes that a checker meets, the shortest of each rule first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.found: dict[str, dict[str, int]] = {}

    def __enter__(self) -> Met:
        self.check = check = Checker.check

        def recording(checker: Checker, sequent: Any, goal: Any, node: Any) -> None:
            self.keep(sequent, goal, node)
            check(checker, sequent, goal, node)

        Checker.check = recording  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Checker.check = self.check  # type: ignore[method-assign]

    def keep(self, sequent: Any, goal: Any, node: Any) -> None:
        try:
            entry = {"sorts": sequent.sorts, "facts": sequent.facts, "goal": goal, "node": node}
            if not small(entry):
                return
            text = named({**entry, "node": shallow(node, top=True)})
            kept = self.found.setdefault(f"{node['rule']} {node.get('name') or node.get('schema') or ''}"[:40], {})
        except Exception:
            return  # what tests hand in may be no node at all
        if len(text) < LONG and len(kept) < 4 * self.most:
            kept[text] = len(text)

    def entries(self) -> Iterator[Entry]:
        for kept in self.found.values():
            yield from (whole(json.loads(text)) for text in sorted(kept, key=lambda t: (kept[t], t))[: self.most])


def natural() -> Iterator[Entry]:
    """The shortest nodes of each rule in the shipped evidence, and its shortest certificates."""
    from kernel import shipped

    from verifier.kernel import work
    from verifier.kernel.check import _check

    everything = sorted(shipped(), key=lambda n: len(json.dumps([n[1].to_json(), n[2]])))[:1500]
    with Met(NATURAL) as met:
        for _, statement, certificate, claims in everything:
            with work.bounded():
                _check(statement, certificate, claims)
    yield from met.entries()
    for _, statement, certificate, _ in everything:
        if "cites" not in certificate and len(json.dumps(statement.to_json())) < LONG:
            yield plain({"statement": statement.to_json(), "certificate": shallow(certificate, top=True)})


def tried() -> Iterator[Entry]:
    """The nodes that the tests of the kernel try, those of its fuzz apart; found once, in a process of its own."""
    file = STATE / "tried.jsonl"
    if not file.exists():
        subprocess.run([sys.executable, __file__, "--tried"], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    yield from (json.loads(line) for line in file.read_text().splitlines())


def record_tried() -> None:
    import pytest

    with Met(TRIED) as met:
        options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--tb=no"]
        pytest.main(["tests/kernel", *options, "-k", "not fuzz and not bomb and not work"])
    (STATE / "tried.jsonl").write_text("".join(json.dumps(e) + "\n" for e in met.entries()))


def small(data: Any) -> bool:
    """Whether it has few parts, empty proofs for those inside: what is shared in memory may be endless as text."""
    parts, count = [(data, 0)], 0
    while parts and count < LONG:
        part, depth = parts.pop()
        count += 1
        inside = part.values() if isinstance(part, dict) else part if isinstance(part, (list, tuple)) else ()
        if not (depth > 1 and isinstance(part, dict) and "rule" in part):
            parts += [(p, depth + 1) for p in inside]
    return not parts


def shallow(node: Any, top: bool = False) -> Any:
    """A node with an empty proof in the place of each proof inside."""
    if isinstance(node, dict):
        if "rule" in node and not top:
            return DONE
        return {k: shallow(v, top and k == "certificate") for k, v in node.items()}
    return [shallow(v) for v in node] if isinstance(node, (list, tuple)) else node


def plain(entry: Any) -> Any:
    return json.loads(json.dumps(entry, default=dict))


def named(entry: Any) -> str:
    """As text, with names for the marks of bound variables and for those that only the kernel makes."""
    return json.dumps(entry, default=dict).replace('"#', '"bound').replace('"?', '"new')


def whole(entry: Entry) -> Entry:
    """Without the facts that are parts of another one."""
    parts = {f"{k}.{i}" for k, f in entry["facts"].items() if f[:1] == ["and"] for i in range(len(f) - 1)}
    return {**entry, "facts": {k: f for k, f in entry["facts"].items() if k not in parts}}


RELATIONS = ("<", "<=", "==", "!=", ">", ">=")
SORTS = (["real"], ["complex"], ["integer", 0, "oo"], ["integer", "-oo", "oo"], ["integer", 1, "n"], ["matrix", 2, 2])
OTHER = (0, 1, -1, 2, -2, 10**30, "x", "oo", "-oo", "#0", "1/0", None, True, [], {}, ["true"], ["false"], DONE,
         ["fn", "I"], ["fn", "pi"], ["fn", "log", 0], ["/", 1, 2], ["neg", 1])  # fmt: skip


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def damaged(entry: Entry, rng: random.Random) -> Entry:
    """A copy that differs in one place or two."""
    names = [*entry.get("sorts", {}), *(v[0] for v in entry.get("statement", {}).get("variables", []))]
    entry = copy.deepcopy(entry)
    for _ in range(rng.choice((1, 1, 1, 2))):
        everywhere = [p for p in places(entry) if len(p) > 1]
        if not everywhere:
            break
        path = rng.choice(everywhere)
        parent, last = at(entry, path[:-1]), path[-1]
        old = parent[last]
        ways: list[Any] = [copy.deepcopy(rng.choice(OTHER)), copy.deepcopy(at(entry, rng.choice(everywhere)))]
        if isinstance(old, str) and old in RELATIONS:
            ways = [rng.choice(RELATIONS)]
        elif isinstance(old, str) and names:
            ways += [rng.choice(names), old + "'"]
        elif type(old) is int:
            ways += [old + 1, old - 1, -old, 0]
        elif isinstance(old, list) and old:
            ways += [rng.choice(SORTS), old[:-1], [*old, old[-1]], [old[0], *old[:0:-1]]]
            ways += [["neg", old], ["+", old, 1], ["*", old, ["fn", "I"]], ["/", 1, old], ["^", old, -1], old[-1]]
        if rng.random() < 0.12:
            del parent[last]
        else:
            parent[last] = rng.choice(ways)
    return entry


def candidates() -> list[Entry]:
    """All of them, and what the kernel says of each."""
    found: dict[str, Entry] = {}
    for entry in (*generated(), *natural(), *tried()):
        rng = random.Random(json.dumps(entry))
        for made in (entry, *(damaged(entry, rng) for _ in range(DAMAGED))):
            text = json.dumps(made)
            if len(text) < LONG:
                found.setdefault(text, made)
    return list(found.values())


def answer(entry: Entry) -> str:
    """What the kernel says, as text; a crash is one of its own kind."""
    try:
        return json.dumps(said(entry), default=list)
    except (RecursionError, Exception) as error:
        return f"crash {type(error).__name__}"


# -- which statements a candidate reaches --------------------------------------------------------------------------


def reached() -> None:
    """In a process with marked sources: the statements that each candidate reaches."""
    from mutants import _Probing

    probing = _Probing()
    for name in [n for n in sys.modules if n.startswith("verifier.kernel") or n == "single"]:
        del sys.modules[name]
    sys.meta_path.insert(0, probing)
    from single import said as told

    with (STATE / "candidates.jsonl").open() as lines, (STATE / "reached.jsonl").open("w") as out:
        for line in lines:
            clear_caches()
            probing.reached.clear()
            with contextlib.suppress(Exception):
                told(json.loads(line)["entry"])
            out.write(json.dumps(sorted(f"{m}:{n}" for m, n in probing.reached)) + "\n")


# -- mutants -------------------------------------------------------------------------------------------------------


def killer(m: Mutant, source: str, order: list[int], entries: list[Entry], answers: list[str]) -> str:
    """The number of the first candidate of which the mutant says something else."""
    if not apply(m, source):
        return "unapplied"
    start = time.process_time()
    for i in order:
        if time.process_time() - start > SECONDS:
            return "late"
        signal.setitimer(signal.ITIMER_PROF, 20)
        found = answer(entries[i])
        if found != answers[i] and not found.startswith("crash") and not answers[i].startswith("crash"):
            return str(i)
    return "none"


def searched(chosen: list[Mutant], entries: list[Entry], answers: list[str], reach: dict[str, list[int]],
             known: list[int], workers: int) -> dict[str, str]:  # fmt: skip
    """For each mutant by its key, the number of what tells it from the kernel, or how the search ended."""
    text, waiting, results = sources(), chosen[::-1], {}
    running: dict[int, tuple[int, Mutant]] = {}
    best = dict.fromkeys(known, 0)
    begun = time.time()
    while waiting or running:
        while waiting and len(running) < workers:
            m = waiting.pop()
            some = reach.get(f"{m.module}:{m.statement}", []) if m.statement else list(range(len(entries)))
            if m.kind == "premise":
                some = [i for i in some if entries[i].get("node", {}).get("rule") in ("instance", "asymptotic")]
            order = sorted(some, key=lambda i: (i not in best, len(answers[i]) + len(json.dumps(entries[i]))))
            pid, pipe = forked(killer, m, text[m.module], order, entries, answers)
            running[pipe] = pid, m
        for pipe in select.select(list(running), [], [], 1.0)[0]:
            outcome = os.read(pipe, 1000).decode()
            os.close(pipe)
            pid, m = running.pop(pipe)
            os.waitpid(pid, 0)
            results[m.key] = outcome
            if outcome.isdigit():
                best[int(outcome)] = 0
            if len(results) % 50 == 0:
                killed = sum(r.isdigit() for r in results.values())
                print(f"{len(results)} of {len(chosen)}: {killed} told, {len(best)} kept, {time.time() - begun:.0f} s",
                      flush=True)  # fmt: skip
    return results


def write(kept: list[Entry]) -> None:
    """Each entry in the file of the module whose mutant it tells."""
    FOLDER.mkdir(exist_ok=True)
    for name in sources():
        lines = sorted(json.dumps(e) for e in kept if e["tells"].partition(":")[0] == name)
        file = FOLDER / f"{name}.jsonl"
        if lines:
            file.write_text("".join(line + "\n" for line in lines))
        else:
            file.unlink(missing_ok=True)


def main() -> int:
    from mutants import listed

    parser = argparse.ArgumentParser(description=str(__doc__).split("\n")[0])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--module", action="append")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--reached", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--tried", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.reached:
        reached()
        return 0
    STATE.mkdir(parents=True, exist_ok=True)
    if given.tried:
        record_tried()
        return 0
    kept = [json.loads(line) for file in sorted(FOLDER.glob("*.jsonl")) for line in file.read_text().splitlines()]
    stale = [e for e in kept if answer(e["entry"]) != json.dumps(e["said"])]
    print(*(f"the kernel says something else by now: {e['tells']}" for e in stale), sep="\n", end="\n" * bool(stale))
    kept = [e for e in kept if e not in stale]
    entries = [e["entry"] for e in kept]
    there = {json.dumps(e) for e in entries}
    entries += [] if given.kept else [c for c in candidates() if json.dumps(c) not in there]
    answers = []
    for e in entries:
        clear_caches()
        answers.append(answer(e))
    print(f"{len(entries)} candidates, {sum(a == 'null' for a in answers)} of them refused, "
          f"{sum(a.startswith('crash') for a in answers)} crash", flush=True)  # fmt: skip
    with (STATE / "candidates.jsonl").open("w") as out:
        out.writelines(json.dumps({"entry": e}) + "\n" for e in entries)
    subprocess.run([sys.executable, __file__, "--reached"], check=True, cwd=ROOT)
    reach: dict[str, list[int]] = {}
    for i, line in enumerate((STATE / "reached.jsonl").read_text().splitlines()):
        for place in json.loads(line):
            reach.setdefault(place, []).append(i)
    chosen = [m for name in given.module or [None] for m in listed(name, given.sample, given.seed)]
    results = searched(chosen, entries, answers, reach, list(range(len(kept))), given.workers)
    told: dict[int, list[str]] = {}
    for m in chosen:
        outcome = results[m.key]
        if outcome.isdigit():
            told.setdefault(int(outcome), []).append(f"{m.module}: {m.kind} {m.text}")
        else:
            place = f"{m.module}.py:{m.line} {m.kind} {m.text[:100]}"
            print(f"{outcome:9} {place}{'' if f'{m.module}:{m.statement}' in reach else ' (not reached)'}")
    print(f"{sum(map(len, told.values()))} of {len(chosen)} told from the kernel, by {len(told)} certificates")
    if given.write:
        new = [{"tells": told[i][0], "entry": entries[i], "said": json.loads(answers[i])}
               for i in sorted(told) if i >= len(kept)]  # fmt: skip
        write([*kept, *new])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
