"""Statements about formulas that were derived, decided with evidence that the kernel checks again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.language.sympy_view.sympy_reading import from_sympy
from verifier.language.text.printing import to_text
from verifier.prove.portfolio import decide

SECONDS = 10.0


class NotVerified(ValueError):
    """A formula was derived but its proof was not found; it is not returned.  One line says which statement."""


@dataclass(frozen=True)
class Proved:
    """A statement and its verdict, always ``proved``; `verdict.recheck()` runs the kernel once more."""

    what: str
    goal: str
    verdict: Any

    def __str__(self) -> str:
        return f"{self.what}: {self.goal}"


def text(e: Any) -> str:
    """A SymPy expression in the language of claims.  Raises `ClaimError` where it cannot be said there."""
    return to_text(from_sympy(e)[0])


def attempt(
    what: str, goal: str, variables: Mapping[str, str], given: Sequence[str] = (), seconds: float = SECONDS,
    argument: Sequence[object] = (),
) -> Proved | None:  # fmt: skip
    """The statement with its proof, or None where none was found in time; an `argument` is tried, not believed."""
    try:
        made = claim(what, goal, variables=variables, given=list(given), argument=argument)
    except ClaimError:  # too large for the language of claims: then there is no proof either
        return None
    verdict = decide(made, seconds)
    if verdict.verdict != "proved":
        return None
    return Proved(what, goal, verdict.of(made))


def prove(
    what: str, goal: str, variables: Mapping[str, str], given: Sequence[str] = (), seconds: float = SECONDS,
    argument: Sequence[object] = (),
) -> Proved:  # fmt: skip
    """The statement with its proof.  Raises `NotVerified`."""
    found = attempt(what, goal, variables, given, seconds, argument)
    found = found or attempt(what, goal, variables, given, 3 * seconds, argument)  # most need little
    if found is None:
        where = ", ".join(f"{n} {d}" for n, d in variables.items())
        raise NotVerified(f"{what} was not proved: {goal} ({where})")
    return found
