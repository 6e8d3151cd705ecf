"""A paper that is text: a folder with ``paper.toml`` and pages.

``paper.toml`` says the title, the authors, the year and the source, and lists the pages in their order::

    name = "gradient-methods"
    title = "Notes on gradient methods"
    pages = ["smooth", "convex"]          # smooth.page, convex.page

Nothing is executed, and a formula is read when its item is decided.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verifier.kernel.terms.expr import REAL
from verifier.language.errors import ClaimError
from verifier.language.pages.page import TextItem, items
from verifier.language.pages.scope import written
from verifier.language.text.text import check_written, read_definitions
from verifier.machine.regular import read_regular
from verifier.papers.discover import INDEX, PAGE
from verifier.papers.item import Formula, Item, PageError
from verifier.papers.paper import Paper, fallback_name

MAX_BYTES = 4_000_000
MAX_INDEX = 64_000
_PAGE = re.compile(r"[A-Za-z0-9_-]+")
_ID = re.compile(r"[A-Za-z0-9._/-]+")
_DOTTED = re.compile(r"(?:[A-Za-z0-9_-]+[ \t]*\.[ \t]*){6}")
_TEXTS = ("name", "title", "source", "venue")


def text_paper(folder: Path, elsewhere: Sequence[str] = ()) -> Paper:
    """The paper of a folder of text; what is wrong with it is a line of its `faults`.

    `elsewhere`: ids of items of other papers that its proofs may cite.
    """
    faults: list[str] = []
    try:
        said = _index(folder / INDEX)
    except ClaimError as error:
        said = {}
        faults.append(f"{folder / INDEX}: {error}")
    paper = Paper(said.get("name") or fallback_name(folder), title=said.get("title", ""),
                  authors=said.get("authors", ()), year=said.get("year"), source=said.get("source", ""),
                  venue=said.get("venue", ""))  # fmt: skip
    paper.folder = folder
    paper.faults += faults
    for page in said.get("pages", ()):
        add_page(paper, folder / f"{page}{PAGE}", elsewhere)
    return paper


def _index(file: Path) -> dict[str, Any]:
    """What ``paper.toml`` says.  Raises `ClaimError`."""
    try:
        data = read_regular(file, MAX_INDEX + 1)
        if len(data) > MAX_INDEX:
            raise ClaimError(f"it has at most {MAX_INDEX} bytes")
        text = data.decode("utf-8-sig")
        if _DOTTED.search(text):
            raise ClaimError("a key of many parts")
        said = tomllib.loads(text)
    except (OSError, RecursionError, ValueError) as error:
        if isinstance(error, ClaimError):
            raise
        raise ClaimError(f"cannot be read: {error}") from None
    if unknown := [k for k in said if k not in (*_TEXTS, "authors", "year", "pages")]:
        raise ClaimError(f"unknown key {unknown[0]!r:.60}")
    for key in _TEXTS:
        if not isinstance(said.get(key, ""), str) or not str(said.get(key, "")).isprintable():
            raise ClaimError(f"{key} must be a text on one line")
    for key in ("authors", "pages"):
        value = said.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, str) and v.isprintable() for v in value):
            raise ClaimError(f"{key} must be a list of texts")
    if not _ID.fullmatch(said.get("name", "a")):
        raise ClaimError("the name is made of letters, digits and . _ / -")
    if type(said.get("year", 2000)) is not int or not 0 < said.get("year", 2000) < 10_000:
        raise ClaimError("year must be a year")
    if not said.get("pages"):
        raise ClaimError("it names no pages")
    if bad := [p for p in said["pages"] if not _PAGE.fullmatch(p)]:
        raise ClaimError(f"{bad[0]!r:.60} is no name of a page: letters, digits, _ and -")
    return said


def add_page(paper: Paper, file: Path, elsewhere: Sequence[str] = ()) -> None:
    """Add the items of a page; what is wrong with the page as a whole is a line of the paper's `faults`.

    `elsewhere`: ids of items of other papers that its proofs may cite.
    """
    try:
        data = read_regular(file, MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ClaimError(f"a page has at most {MAX_BYTES} bytes")
        text = data.decode("utf-8-sig")
        known = [*elsewhere, *(i.id for i in paper.items)]
        for said in items(text, "", known):
            if said.id in known:
                raise ClaimError(f"there is an item or a theorem {said.id} already", "", said.line, 1)
            paper.items.append(_item(said, str(file)))
    except (ClaimError, PageError) as error:
        paper.faults.append(f"{file}: {error}")
    except (OSError, UnicodeDecodeError) as error:
        paper.faults.append(f"{file}: cannot be read: {error}")


def _item(said: TextItem, file: str) -> Item:
    names = {*said.variables}
    definitions = read_definitions(list(said.definitions.values()), declared=dict.fromkeys(names, REAL))
    for point in (said.example or {}, said.counterexample or {}):
        if unknown := [n for n in point if n not in names]:
            raise PageError(f"line {said.line}: {said.id} gives {unknown[0]} a value, which is no variable of it")
    for text in written(said.argument):
        check_written(text, names, definitions)
    made = Item(said.id, said.kind, said.title, said.source, "derived", file, said.line)
    made.page_proof = bool(said.argument)
    made.let(**said.variables)
    made.define(*said.definitions.values())
    for name, formula in said.given.items():
        made.suppose(name, formula)
    for words in said.notes:
        made.note(words)
    if said.conclusion is not None:
        line = said.conclusion.place(0)[0]
        made.conclusion = Formula(
            said.conclusion, line, said.because, said.argument, "faithful", said.expected,
            said.counterexample, said.example,
        )  # fmt: skip
    return made
