"""Re-check an evidence file with the kernel alone.  Nothing of the package but the kernel is imported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_EARNS = {"statement": "proved", "denial": "refuted", "vacuity": "ill-posed", "undefined": "ill-posed"}


def recheck_file(path: Path) -> tuple[list[dict[str, Any]], int]:
    """(a row for each certificate, how many verdicts carry none).

    Reads the evidence of a paper and what `verifier check --json` prints.  Raises `ValueError` where the file is
    neither.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, list):
            pairs = [(d["digest"], d["id"], {"statement": d["statement"], "verdict": d}) for d in data]
        else:
            claims = data["claims"]
            pairs = [(d, id, found) for d in sorted(claims) for id, found in sorted(claims[d].items())]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path} is no evidence file ({' '.join(str(error).split())[:120]})") from None
    rows: list[dict[str, Any]] = []
    skipped = 0
    for digest, id, found in pairs:
        verdict = found.get("verdict", {}) if isinstance(found, dict) else {}
        if verdict.get("certificate") is None and verdict.get("verdict") not in ("proved", "refuted"):
            skipped += 1
            continue
        reason = _reason(digest, found, verdict)
        rows.append(
            {
                "digest": digest,
                "id": id,
                "verdict": verdict.get("verdict"),
                "ok": reason is None,
                "reason": reason,
            }
        )
    return rows, skipped


def _reason(digest: str, found: dict[str, Any], verdict: dict[str, Any]) -> str | None:
    """Why the kernel does not accept an entry; None where it does."""
    from verifier.evidence.kernel.check import check
    from verifier.evidence.kernel.expr import Malformed, Statement
    from verifier.evidence.kernel.logic import Rejected

    try:
        statement = Statement.from_json(found.get("statement"))
        if statement.digest() != digest:
            return "the statement is not the one of its digest"
        if verdict.get("certificate") is None:
            return f"{verdict.get('verdict')} without a certificate"
        earned = _EARNS.get(check(statement, verdict["certificate"]).establishes)
    except (Malformed, Rejected) as error:
        return str(error)
    return (
        None
        if earned == verdict.get("verdict")
        else f"stored as {verdict.get('verdict')}, the evidence makes it {earned}"
    )
