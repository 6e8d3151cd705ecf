"""What runs inside a claim's own process; everything that comes out is plain data."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from verifier.run.nursery import resolve

#: What a nursery imports before it forks for a function of this module: what nearly every claim needs.
PRELOAD: Mapping[str, Sequence[str]] = {
    "search": ("verifier.prove.portfolio", "verifier.prove.numbers.closers", "verifier.prove.refute.refute",
               "verifier.kernel.logic.rules"),
    "role": ("verifier.prove.questions.roles", "verifier.prove.portfolio", "verifier.prove.numbers.closers",
             "verifier.prove.refute.refute", "verifier.kernel.logic.rules"),
    "recheck": ("verifier.evidence.verdict", "verifier.kernel.logic.rules"),
    "judge": ("verifier.evidence.verdict", "verifier.kernel.logic.rules"),
}  # fmt: skip


def search(decider: str, claim: Any, budget: float) -> dict[str, Any]:
    """Decide a claim with the function named ``module:name`` and give the verdict as data.

    Raises `TypeError` when the function returns anything but a verdict of the evidence package.
    """
    from verifier.evidence.verdict import Verdict
    from verifier.machine import lost

    start = time.monotonic()
    lost.forget()
    verdict = resolve(decider)(claim, budget)
    if not isinstance(verdict, Verdict):
        raise TypeError(f"{decider} returned {type(verdict).__name__}, not a verdict")
    found = verdict.to_json()
    found["seconds"] = found["seconds"] or round(time.monotonic() - start, 4)
    return _with_losses(found)


def role(decider: str, claim: Any, budget: float, offer: Any) -> dict[str, Any]:
    """Decide a claim from which one hypothesis was taken, given the verdict with it, and give the verdict as data."""
    from verifier.machine import lost
    from verifier.prove.questions import roles

    start = time.monotonic()
    lost.forget()
    found = roles.decide(claim, offer, budget, resolve(decider)).to_json()
    found["seconds"] = round(time.monotonic() - start, 4)
    return _with_losses(found)


def _with_losses(found: dict[str, Any]) -> dict[str, Any]:
    """The verdict as data; under ``"lost"``, what broke off and might have given a stronger one."""
    from verifier.machine import lost

    whole = found["certificate"] is not None and found["vacuity"] != "unknown"
    return found if whole or not lost.lines() else {**found, "lost": lost.lines()}


def judge(
    statement: dict[str, Any], data: dict[str, Any], cited: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The verdict that a search sends as data, made again by the kernel from statement and certificate.

    Runs in a process that has loaded neither page nor prover.  Raises `Rejected` where the data lies.
    """
    from verifier.evidence.decision import Decision
    from verifier.evidence.verdict import received
    from verifier.kernel.statement import Statement

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
    from verifier.evidence.verdict import restore
    from verifier.kernel.logic.sequents import Rejected
    from verifier.kernel.statement import Statement
    from verifier.kernel.terms.expr import Malformed

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
    from verifier.language.text.point_words import point_words

    certificate = found.get("certificate") or {}
    if certificate.get("kind") not in ("refutation", "undefined"):
        return None
    return point_words(statement, certificate)


def property_run(claim: Any, n: int, seed: int) -> dict[str, Any]:
    """A claim at points of its hypotheses: how many there were, where its goal could be seen, and a violation."""
    from verifier.prove.questions import properties

    statement = claim.statement()
    found = properties.property_run(statement, n, seed, example=claim.example)
    values = found.violation or {}
    return {
        "satisfied": found.satisfied,
        "judged": found.judged,
        "violated": found.violated,
        "seed": seed,
        "point": {name: properties.words(value) for name, value in values.items() if not name.startswith("__")},
    }
