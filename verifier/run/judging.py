"""What runs where evidence is checked: in a process that has loaded neither page nor prover.

Everything that comes out is plain data.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from verifier.evidence.decision import Decision
from verifier.evidence.verdict import received, restore
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Malformed
from verifier.language.text.point_words import point_words

#: What a nursery imports before it forks for a function of this module.
PRELOAD: Mapping[str, Sequence[str]] = dict.fromkeys(("judge", "recheck"), ("verifier.kernel.logic.rules",))


def judge(
    statement: dict[str, Any], data: dict[str, Any], cited: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The verdict that a search sends as data, made again by the kernel from statement and certificate.

    Runs in a process that has loaded neither page nor prover.  Raises `Rejected` where the data lies.
    """
    claims = {s.digest(): s for s in (Statement.from_json(c) for c in cited)}
    found = received(Statement.from_json(statement), Decision.from_json(data), claims).to_json()
    return {**data, **found, "seconds": data["seconds"]}


def recheck(
    batch: Sequence[tuple[dict[str, Any], dict[str, Any], Sequence[dict[str, Any]]]],
) -> list[dict[str, Any]]:
    """Run the kernel on stored evidence: ``{"ok": verdict}`` or ``{"rejected": line}`` for each triple of
    statement, verdict and the claims that it may cite.

    Imports the evidence package and nothing that searches.
    """
    results: list[dict[str, Any]] = []
    for statement, data, cited in batch:
        start = time.monotonic()
        try:
            meant = Statement.from_json(statement)
            claims = {s.digest(): s for s in (Statement.from_json(c) for c in cited)}
            found = restore(meant, data, claims).to_json()
            found["counterexample"] = _point(meant, found)
        except (Rejected, Malformed) as error:
            results.append({"rejected": " ".join(str(error).split())[:300]})
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            results.append({"rejected": f"not of the form it should be ({error!r:.120})"})
        else:
            found["seconds"] = round(time.monotonic() - start, 4)
            results.append({"ok": found})
    return results


def _point(statement: Any, found: dict[str, Any]) -> dict[str, str] | None:
    """The counterexample as the certificate has it; the words stored beside it are not believed."""
    certificate = found.get("certificate") or {}
    if certificate.get("kind") not in ("refutation", "undefined"):
        return None
    return point_words(statement, certificate)
