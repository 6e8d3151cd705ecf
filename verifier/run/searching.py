"""What runs inside the process of a claim that is searched; everything that comes out is plain data."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from verifier.evidence.verdict import Verdict
from verifier.machine import lost
from verifier.prove.questions import properties, roles
from verifier.run.nursery import resolve

_NEEDED = ("verifier.prove.portfolio", "verifier.prove.driver.closers", "verifier.prove.refute.refute",
           "verifier.kernel.logic.rules")  # fmt: skip
#: What a nursery imports before it forks for a function of this module: what nearly every claim needs.
PRELOAD: Mapping[str, Sequence[str]] = {"search": _NEEDED, "role": _NEEDED}


def search(decider: str, claim: Any, budget: float) -> dict[str, Any]:
    """Decide a claim with the function named ``module:name`` and give the verdict as data.

    Raises `TypeError` when the function returns anything but a verdict of the evidence package.
    """
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
    start = time.monotonic()
    lost.forget()
    found = roles.decide(claim, offer, budget, resolve(decider)).to_json()
    found["seconds"] = round(time.monotonic() - start, 4)
    return _with_losses(found)


def _with_losses(found: dict[str, Any]) -> dict[str, Any]:
    """The verdict as data; under ``"lost"``, what broke off and might have given a stronger one."""
    whole = found["certificate"] is not None and found["vacuity"] != "unknown"
    return found if whole or not lost.lines() else {**found, "lost": lost.lines()}


def property_run(claim: Any, n: int, seed: int) -> dict[str, Any]:
    """A claim at points of its hypotheses: how many there were, where its goal could be seen, and a violation."""
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
