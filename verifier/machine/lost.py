"""What broke off inside a search for reasons that are not the claim's: it is no answer, and the next run may have one.

A method that breaks has not found anything, and the others are still tried.  But where memory ran out, a module could
not be imported or a process could not be started, "nothing found" says nothing of the claim: it must not be
remembered.
"""

from __future__ import annotations

#: what another run, with more room or with what was missing, would not meet again
CAUSES = (MemoryError, ImportError, OSError)
_told: list[str] = []


def forget() -> None:
    """A new search begins."""
    _told.clear()


def note(where: str, error: BaseException) -> None:
    """Keep in mind that something broke off, where the error is one of `CAUSES`."""
    if isinstance(error, CAUSES):
        told(where, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}".rstrip(": "))


def told(where: str, why: str) -> None:
    """Keep in mind that something ended without an answer."""
    line = f"{where}: {why}"
    if line not in _told:
        _told.append(line)


def lines() -> list[str]:
    """What broke off since the search began, one line each, in the order in which it did."""
    return list(_told)
