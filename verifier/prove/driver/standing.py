"""What is being proved right now, by whatever driver, so that nobody asks for it again inside of its own proof.

The time of a part may end at any moment (`overdue`): what a question finds when it is over is what it found
when it began, not one less.  A new claim begins with nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_all: list[Standing] = []


class Standing:
    """Questions that are open, the innermost last."""

    def __init__(self) -> None:
        self._open: list[object] = []
        _all.append(self)

    def __contains__(self, question: object) -> bool:
        return question in self._open

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def asking(self, question: object = None) -> Iterator[None]:
        """The question is open inside."""
        before = len(self._open)
        try:
            self._open.append(question)
            yield
        finally:
            del self._open[before:]

    def clear(self) -> None:
        self._open.clear()


def forget() -> None:
    """A new claim: no question is open."""
    for standing in _all:
        standing.clear()
