"""Re-check an evidence file with the kernel alone.

Nothing of the package but the kernel is imported, and `verifier.evidence.existence`, which makes a statement for it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MAX_BYTES = 25_000_000  # decoded, small pieces take nearly twenty times as much
_EARNS = {"statement": "proved", "denial": "refuted", "vacuity": "ill-posed", "undefined": "ill-posed"}


def recheck_file(path: Path) -> tuple[list[dict[str, Any]], int]:
    """(a row for each certificate, how many verdicts carry none).

    Reads the evidence of a paper and what `verifier check --json` prints.  Raises `ValueError` where the file is
    neither.
    """
    try:
        with open(path, "rb") as file:
            text = file.read(MAX_BYTES + 1)
        if len(text) > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES} bytes")
        data = json.loads(text.decode("utf-8"))
        del text
        if isinstance(data, list):
            stated = [e for d in data for e in (d, d.get("inference")) if e is not None]
            pairs = [(e["digest"], e["id"], {"statement": e["statement"], "verdict": e}) for e in stated]
        else:
            claims = data["claims"]
            pairs = [(d, id, found) for d in sorted(claims) for id, found in sorted(claims[d].items())]
        for digest, id, found in pairs:
            if not isinstance(digest, str) or not isinstance(id, str) or not isinstance(found.get("verdict", {}), dict):
                raise ValueError("an entry is not of the form it should be")
    except KeyError as error:
        raise ValueError(f"{path} is no evidence file (it lacks {str(error)[:60]})") from None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path} is no evidence file ({_line(error)[:120]})") from None
    rows: list[dict[str, Any]] = []
    skipped = 0
    for digest, id, found in pairs:
        verdict = found.get("verdict", {})
        if verdict.get("certificate") is None and verdict.get("verdict") not in ("proved", "refuted"):
            skipped += 1
            continue
        reason = _reason(digest, found, verdict)
        rows.append(
            {
                "digest": digest,
                "id": _line(id),
                "verdict": verdict.get("verdict"),
                "ok": reason is None,
                "reason": reason,
            }
        )
    return rows, skipped


def _line(text: object) -> str:
    """A line of bounded length that can be printed."""
    return "".join(c if c.isprintable() else " " for c in str(text)[:300])


def _example(verdict: dict[str, Any]) -> dict[str, Any] | None:
    """The certificate of a point of the hypotheses, where the evidence of a paper or of a claim keeps it."""
    found = verdict.get("inhabited") or dict(verdict.get("details") or {}).get("inhabited")
    return found if found is None else dict(found)


def _reason(digest: str, found: dict[str, Any], verdict: dict[str, Any]) -> str | None:
    """Why the kernel does not accept an entry; None where it does."""
    from verifier.evidence.existence import inhabited
    from verifier.kernel.check import check
    from verifier.kernel.expr import Malformed, Statement
    from verifier.kernel.logic import Rejected

    try:
        statement = Statement.from_json(found.get("statement"))
        if statement.digest() != digest:
            return "the statement is not the one of its digest"
        if verdict.get("certificate") is None:
            return f"{_line(verdict.get('verdict'))} without a certificate"
        earned = _EARNS.get(check(statement, verdict["certificate"]).establishes)
        example = _example(verdict)
        if example is not None and not inhabited(statement, example):
            return "the example of the hypotheses is none"
    except (Malformed, Rejected) as error:
        return _line(error)
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        return f"not of the form it should be ({_line(error)[:80]})"
    return (
        None
        if earned == verdict.get("verdict")
        else f"stored as {_line(verdict.get('verdict'))}, the evidence makes it {earned}"
    )
