"""The shipped papers, each read once in a process; a test that changes an item changes a copy of it."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

from verifier.audit.book import Book, Entry
from verifier.audit.discover import shipped_folder
from verifier.audit.item import Item
from verifier.audit.load import load
from verifier.audit.paper import Paper


@cache
def book(name: str) -> Book:
    """The claims of the paper in the folder of that name."""
    return Book(load(shipped_folder() / name))


def paper(name: str) -> Paper:
    return book(name).paper


def conclusion(name: str, id: str) -> Entry:
    """The claim that an item concludes."""
    return next(e for e in book(name).entries(book(name).items[id]) if e.role == "conclusion")


def copy_of(name: str, id: str) -> Item:
    """An item of a paper that may be changed."""
    return deepcopy(book(name).items[id])


def entries(name: str, changed: Item) -> list[Entry]:
    """The claims of a changed copy of an item."""
    return Book(paper(name)).entries(changed)
