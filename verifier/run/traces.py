"""What each check of a file of evidence did, step by step; it needs more than the kernel, to read terms back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from verifier.evidence.inhabited import KIND, existence
from verifier.evidence.steps import trace
from verifier.evidence.strict_json import line
from verifier.run.recheck import entries_of, example_of, statements_of, with_theorems


def traces(path: Path) -> Iterator[dict[str, Any]]:
    """Each step of each check of the file, claim by claim; `docs/traces.md` says what stands in it.

    What the kernel does not accept has none.  Raises `ValueError` as `recheck_file` does.
    """
    entries = with_theorems(entries_of(path))
    statements, _ = statements_of(entries)
    known = {entries[n].digest: s for n, s in statements.items()}
    for number, about in statements.items():
        entry = entries[number]
        found = {"certificate": entry.verdict.get("certificate"), "example": example_of(entry.verdict)}
        for field, certificate in found.items():
            with suppress(ValueError, TypeError, AttributeError, RecursionError):
                shown = about
                if field == "example" and certificate.get("kind") == KIND:
                    shown, certificate = existence(about), {**certificate, "kind": "proof"}
                yield {"id": line(entry.id), "claim": entry.digest, "field": field} | trace(shown, certificate, known)
