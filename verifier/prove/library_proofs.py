"""Writes theorems of the library: the prover makes the proof tree of each from its script (`sources`).

    python -m verifier.prove.library_proofs [NAME ...]

writes them to ``theorems.json`` again.  Nothing that runs otherwise reads this file.
"""

from __future__ import annotations

import argparse
import json
from typing import Any, cast

from verifier.kernel.check import check
from verifier.kernel.statement import Statement
from verifier.language.named import to_json
from verifier.library.facts import schema
from verifier.library.sources import SOURCES
from verifier.library.theorems import FILE, Theorem, theorems
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.questions import wellposed
from verifier.prove.scripts import argument
from verifier.prove.scripts.inlined import primed


def proved(name: str) -> dict[str, Any]:
    """The theorem as the library keeps it.  Raises `SystemExit` where the script does not prove it."""
    source = SOURCES[name]
    asked = source.claim(name)
    task = Task(asked, now() + 60)
    known = cast(dict[str, Theorem], theorems())
    own = known.pop(name, None)  # no proof cites what it proves
    schema.cache_clear()
    try:
        evidence = argument.attempt(task)
        whole = None if evidence is None else wellposed.completed(task, evidence)
    finally:
        known.update({} if own is None else {name: own})
    if whole is None:
        raise SystemExit(f"{name}: {task.notes}")
    formula = asked.statement().goal
    found: dict[str, Any] = json.loads(json.dumps(whole.certificate))
    certificate = {**found, "tree": primed(found["tree"])}
    check(Statement((), (), formula), certificate)
    more = {"defined": certificate["defined"]} if "defined" in certificate else {}
    return {"says": source.says, "statement": to_json(formula), "tree": certificate["tree"], **more}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", choices=[*SOURCES, []])
    names = options.parse_args().names or SOURCES
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    kept.update({name: proved(name) for name in names})
    lines = (
        f" {json.dumps(name)}: {{\n" + ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in t.items()) + "\n }"
        for name, t in kept.items()
    )
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
