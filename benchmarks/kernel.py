"""The kernel in figures: its lines and imports, certificates re-checked per second, steps spent.

    python benchmarks/kernel.py [--modules] [--shipped] [--gate] [--workers W]

`--modules`: lines of every module, those of code (no docstrings, comments and blanks), and what it imports besides the
kernel: the standard library and python-flint are allowed.  `--shipped`: the evidence that ships with the papers.
`--gate`: certificates for the claims on the gate's floor, searched first (minutes).  All three by default.  Seconds are
those of the processor.  Exits with 1 on another import, and where a certificate is rejected.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import sys
import time
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from verifier.kernel import work  # noqa: E402
from verifier.kernel.check import _check  # noqa: E402
from verifier.kernel.logic.sequents import Rejected  # noqa: E402
from verifier.kernel.statement import Statement  # noqa: E402
from verifier.kernel.terms.expr import Malformed  # noqa: E402

KERNEL = ROOT / "verifier" / "kernel"
CLAIMS = ROOT / "tests" / "gate" / "claims"
OWN = "verifier.kernel"
BUDGET = 10.0  # seconds to search for one certificate
COMMON = {"__future__", "typing", "collections", "dataclasses"}  # not worth a place in the table
NO_CODE = ("COMMENT", "NL", "NEWLINE", "INDENT", "DEDENT", "ENDMARKER")

Claims = dict[str, Statement]
Named = tuple[str, Statement, Any, Claims]


def code_lines(source: str) -> int:
    """Lines that are neither blank nor only a comment or a docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            text = node.body[0]
            lines.difference_update(range(text.lineno, (text.end_lineno or 0) + 1))
    return len(lines)


def imports(source: str) -> tuple[set[str], set[str]]:
    """Modules from the kernel itself, and top-level packages from elsewhere."""
    own: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            whole = node.module or "." * node.level
            names = [f"{whole}.{a.name}" for a in node.names] if whole == OWN else [whole]
        for name in names:
            inside = name == OWN or name.startswith(OWN + ".")
            (own if inside else others).add(name.removeprefix(OWN + ".") if inside else name.split(".")[0])
    return own, others


def modules() -> bool:
    """The table of modules; whether one imports something else."""
    total = code = 0
    foreign: set[str] = set()
    print(f"{'module':20} {'lines':>6} {'code':>6}  imports")
    for file in sorted(KERNEL.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        own, others = imports(source)
        lines, pure = source.count("\n"), code_lines(source)
        total, code = total + lines, code + pure
        foreign |= {name for name in others if name not in sys.stdlib_module_names and name != "flint"}
        outside = " ".join(sorted(others - COMMON))
        print(f"{file.stem:20} {lines:6} {pure:6}  {outside:34} {len(own):3} of the kernel")
    allowed = "nothing but the standard library and python-flint"
    verdict = f"NOT ALLOWED: {' '.join(sorted(foreign))}" if foreign else allowed
    print(f"{'all':20} {total:6} {code:6}  {verdict}")
    return bool(foreign)


def shipped() -> Iterator[Named]:
    """The certificates that ship with the papers."""
    for file in sorted((ROOT / "proofs").glob("*/evidence*.json")):
        claims = json.loads(file.read_text(encoding="utf-8"))["claims"]
        cited = {d: Statement.from_json(next(iter(entries.values()))["statement"]) for d, entries in claims.items()}
        for entries in claims.values():
            for id, found in entries.items():
                verdict = found.get("verdict") or {}
                if verdict.get("certificate") is not None:
                    statement = Statement.from_json(found["statement"])
                    yield f"{file.parent.name} {id}", statement, verdict["certificate"], cited


def gate(workers: int) -> Iterator[Named]:
    """Certificates for the claims on the floor of the gate, each searched in its own process."""
    from verifier.language.files import load
    from verifier.run.runner import DECIDE, Job, Runner, limits

    floor = json.loads((CLAIMS / "floor.json").read_text())
    claims = {c.id: c for file in sorted(CLAIMS.glob("*.toml")) for c in load(file) if c.id in floor}
    jobs = [Job(i, "verifier.run.searching:search", (DECIDE, c, BUDGET), limits(BUDGET)) for i, c in claims.items()]
    with Runner(workers) as runner:
        for job, reply in runner.run(jobs):
            certificate = (reply.value or {}).get("certificate")
            if certificate is not None:
                yield job.key, claims[job.key].statement(), certificate, {}


def measured(name: str, certificates: list[Named]) -> bool:
    """One line of the second table; whether a certificate was rejected."""
    rows, rejected = [], []
    for id, statement, certificate, claims in certificates:
        start = time.process_time()
        with work.bounded() as left:
            try:
                _check(statement, certificate, claims)
            except (Rejected, Malformed, work.TooMuch) as error:
                rejected.append(f"{id}: {error}")
            rows.append((work.STEPS - left[0], time.process_time() - start, id))
    steps, seconds = sum(r[0] for r in rows), sum(r[1] for r in rows)
    if rows:
        most, slowest = max(rows), max(rows, key=lambda r: r[1])
        print(f"{name}: {len(rows)} certificates, {len(rejected)} rejected, {seconds:.2f} s")
        print(f"  {len(rows) / seconds:.0f} certificates and {steps / seconds / 1e6:.2f} million steps a second")
        share = 100 * most[0] / work.STEPS
        print(f"  {steps / len(rows):.0f} steps each; most {most[0]}, {share:.1f} % of the bound: {most[2]}")
        print(f"  longest {slowest[1]:.3f} s: {slowest[2]}")
    print(*rejected, sep="\n", end="\n" if rejected else "")
    return bool(rejected)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for part in ("modules", "shipped", "gate"):
        options.add_argument(f"--{part}", action="store_true")
    options.add_argument("--workers", type=int, default=2)
    chosen = options.parse_args()
    everything = not (chosen.modules or chosen.shipped or chosen.gate)
    failed = [modules()] if everything or chosen.modules else []
    failed += [measured("shipped evidence", list(shipped()))] if everything or chosen.shipped else []
    failed += [measured("the gate's floor", list(gate(chosen.workers)))] if everything or chosen.gate else []
    return int(any(failed))


if __name__ == "__main__":
    sys.exit(main())
