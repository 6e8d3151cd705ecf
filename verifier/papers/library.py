"""The library: theorems that are proved once, on pages of their own, and cited by name from any paper."""

from __future__ import annotations

from functools import cache

from verifier.papers.discover import library_folder
from verifier.papers.paper import Paper
from verifier.papers.text_pages import text_paper


@cache
def library() -> Paper:
    """The pages of the library, as they lie there at the first call."""
    return text_paper(library_folder())


def theorem_ids() -> list[str]:
    """The ids of its theorems."""
    return [item.id for item in library().items]
