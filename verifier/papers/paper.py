"""A paper written down once: its items in the paper's order, each a function that fills in one page."""

from __future__ import annotations

import contextlib
import re
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from verifier.papers.item import Item, PageError, calling_line

Page = Callable[[Item], None]
_ID = re.compile(r"[A-Za-z0-9._/-]+")


class Kind(Protocol):
    """``paper.theorem`` and its like: the id as `ids.json` writes it, a title, and where it stands."""

    def __call__(
        self, id: str, title: str = "", *, where: str = "", provenance: str = "derived"
    ) -> Callable[[Page], Page]: ...


class Paper:
    """A paper and its items.

    ``@paper.theorem("thm-4.1", "title", where="Section 4", provenance="derived")`` decorates a function
    that receives the `Item` and says the statement.  A page that raises becomes an item with a `fault`,
    one line that says file, line and reason; the rest of the paper is unharmed.
    """

    def __init__(
        self, name: str, *, title: str = "", authors: Sequence[str] | str = (), year: int | None = None,
        source: str = "", venue: str = "",
    ) -> None:  # fmt: skip
        if not _ID.fullmatch(name):
            raise PageError(f"the name of a paper is made of letters, digits and . _ / -, not {name!r:.60}")
        self.name, self.title, self.year, self.source, self.venue = name, title, year, source, venue
        self.authors = [authors] if isinstance(authors, str) else list(authors)
        self.items: list[Item] = []
        self.faults: list[str] = []  # what concerns no single item: a module that does not import, ...
        self.folder: Path | None = None
        self.theorem = self._kind("theorem")
        self.lemma = self._kind("lemma")
        self.proposition = self._kind("proposition")
        self.corollary = self._kind("corollary")
        self.equation = self._kind("equation")
        self.definition = self._kind("definition")  # well typed and inhabited, unless it concludes something
        self.remark = self._kind("remark")
        self.claim = self._kind("claim")
        self.figure = self._kind("figure")  # an experiment: supported at most, undecided until reproduced
        self.cited = self._kind("cited")  # from elsewhere: assumed, unless a proof is found all the same

    def __repr__(self) -> str:
        return f"Paper({self.name!r}, {len(self.items)} items)"

    def item(self, id: str) -> Item:
        """The item of that id; raises `KeyError`."""
        for item in self.items:
            if item.id == id:
                return item
        raise KeyError(id)

    def _kind(self, kind: str) -> Kind:
        def decorator(
            id: str, title: str = "", *, where: str = "", provenance: str = "derived"
        ) -> Callable[[Page], Page]:
            return self._page(kind, id, title, where, provenance)

        return decorator

    def _page(self, kind: str, id: str, title: str, where: str, provenance: str) -> Callable[[Page], Page]:
        file, line = calling_line()

        def write(page: Page) -> Page:
            try:
                item = Item(id, kind, title, where, provenance, file, line)
                if not _ID.fullmatch(id):
                    raise PageError(f"an id is made of letters, digits and . _ / -, not {id!r:.60}")
                if any(other.id == id for other in self.items):
                    raise PageError(f"there is an item {id} already")
            except PageError as error:
                self.faults.append(f"{location(file, line)}: {id}: {error}")
                return page
            self.items.append(item)
            try:
                page(item)
            except Exception as error:
                item.fault = f"{location(*raising_line(error, file, line))}: {id}: {in_one_line(error)}"
            return page

        return write


def location(file: str, line: int) -> str:
    """``file:line``, the file relative to the working directory where that is shorter."""
    with contextlib.suppress(ValueError, OSError):
        file = str(Path(file).resolve().relative_to(Path.cwd().resolve()))
    return f"{file}:{line}" if line else file


def raising_line(error: BaseException, file: str, line: int) -> tuple[str, int]:
    """The last line of `file` that was running when the error was raised."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == file:
            return file, frame.lineno or line
    return file, line


def in_one_line(error: BaseException, limit: int = 200) -> str:
    """The error as one line: its type (unless it is one of ours, which speak for themselves) and words."""
    words = " ".join(str(error).split())[:limit]
    if isinstance(error, PageError):
        return words
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def fallback_name(path: Path) -> str:
    """A name for a paper that could not say its own."""
    name = path.stem.replace("_", "-")
    return name if re.fullmatch(r"[A-Za-z0-9._/-]+", name) else "paper"
