"""Deciders for the tests: they misbehave in the ways that real ones might, and keep a log."""

from __future__ import annotations

import os
import time
from typing import Any


def misbehaving(claim: Any, budget: float) -> Any:
    """The real portfolio, except for claims whose id says otherwise."""
    from verifier.methods.portfolio import decide

    _log(claim.id)
    if "hungry" in claim.id:
        hoard = []
        while True:
            hoard.append(bytearray(1 << 26))
    if "endless" in claim.id:
        while True:
            pass
    if "crash" in claim.id:
        os.abort()
    if "raising" in claim.id:
        raise RuntimeError("a method with\na defect")
    if "lying" in claim.id:
        return {"verdict": "proved"}
    return decide(claim, budget)


def slow(claim: Any, budget: float) -> Any:
    from verifier.evidence.verdict import undecided

    time.sleep(0.4)
    _log(claim.id)
    return undecided("a slow search found nothing")


def _log(id: str) -> None:
    if log := os.environ.get("AUDIT_FAKES_LOG"):
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"{id}\n")
