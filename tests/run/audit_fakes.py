"""Deciders for the tests: they misbehave in the ways that real ones might, and keep a log."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any


def misbehaving(claim: Any, budget: float) -> Any:
    """The real portfolio, except for claims whose id says otherwise."""
    from verifier.prove.portfolio import decide

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


def held(claim: Any, budget: float) -> Any:
    """Answers at once; but a claim whose id is in AUDIT_FAKES_HELD does not come to an end."""
    from verifier.evidence.verdict import undecided

    _log(f"{claim.id}:{os.getpid()}:{os.getppid()}")
    while claim.id in os.environ.get("AUDIT_FAKES_HELD", "").split():
        signal.pause()
    return undecided("a search found nothing")


def _log(id: str) -> None:
    if log := os.environ.get("AUDIT_FAKES_LOG"):
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"{id}\n")


def failing_once(claim: Any, budget: float) -> Any:
    """The real portfolio; but the first time a claim is tried, what its id says befalls its process."""
    from verifier.prove.portfolio import decide

    first = claim.id not in Path(os.environ["AUDIT_FAKES_LOG"]).read_text().split()
    _log(claim.id)
    if first and claim.id == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if first and claim.id == "orphaned":
        os.kill(os.getppid(), signal.SIGKILL)
        signal.pause()
    if first and claim.id == "lacking":
        raise ModuleNotFoundError("No module named 'z3'")
    if first and claim.id in ("hungry", "full"):
        return _with_a_broken_method(claim, budget, MemoryError() if claim.id == "hungry" else OSError(28, "disk full"))
    return decide(claim, budget)


def _with_a_broken_method(claim: Any, budget: float, error: Exception) -> Any:
    from verifier.prove import first_look, portfolio

    def attempt(task: Any) -> Any:
        raise error

    first_look.attempt = attempt  # type: ignore[assignment]
    portfolio.METHODS, portfolio.LAST = (first_look,), ()
    return portfolio.decide(claim, budget)


def broken_and_proved(claim: Any, budget: float) -> Any:
    """The real portfolio behind a method that runs out of memory."""
    from types import ModuleType

    from verifier.prove import portfolio

    def attempt(task: Any) -> Any:
        raise MemoryError

    broken = ModuleType("broken")
    broken.NAME, broken.attempt = "broken", attempt  # type: ignore[attr-defined]
    portfolio.METHODS = (broken, *portfolio.METHODS)
    return portfolio.decide(claim, budget)


def forging(claim: Any, budget: float) -> Any:
    """A prover that has got hold of the verdict's class and makes everything `proved` on its way out."""
    from verifier.evidence.verdict import Verdict, undecided

    honest = Verdict.to_json
    certificate = {"kind": "proof", "tree": {"rule": "split", "nodes": []}} if "with" in claim.id else None
    Verdict.to_json = lambda self: {**honest(self), "verdict": "proved", "certificate": certificate}  # type: ignore[method-assign]
    return undecided("nothing found")
