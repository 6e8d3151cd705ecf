"""Look for items by their words and by the shape of their formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from verifier.language.text.written import line_of_file
from verifier.papers.item import Item


def finds(wanted: Sequence[str], item: Item) -> bool:
    """Whether each text stands in the item's id, title, printed statement or formulas.

    White space and capitals do not matter; ``_`` stands for anything that is there, as in ``norm(_*_) <= _``.
    """
    formulas = [*item.given.values(), *item.definitions, *([] if item.conclusion is None else [item.conclusion.text])]
    texts = [_plain(t) for t in (item.id, item.title, item.statement, *formulas)]
    return all(any(re.search(_pattern(w), t) for t in texts) for w in wanted)


def _pattern(wanted: str) -> str:
    return ".+?".join(re.escape(part) for part in _plain(wanted).split("_"))


def _plain(text: str) -> str:
    return "".join(line_of_file(" ".join(text.split()), 1).split()).lower()
