"""Text that knows where it was written, and how mathematicians' characters are read.

A formula on a page is a stretch of a file.  What is read is ASCII of the language; each of its characters keeps the
line and the column that it has in the file, so that an error points there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Self

Place = tuple[int, int]  # line and column in a file, both from 1

#: characters that stand for an operator or a word; a superscript is a power
SIGNS = {
    "^": "**", "≤": "<=", "≥": ">=", "≠": "!=", "·": "*", "×": "*", "−": "-", "∞": " oo ", "∧": " and ", "∨": " or ",
    "¬": " not ", "√": " sqrt ", "ᵀ": ".T", "Σ": " Sum ", "∏": " Product ", "π": " pi ",
}  # fmt: skip
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))


class Written(str):
    """ASCII with the place of each character in its file, and of its end."""

    places: tuple[Place, ...]

    def __new__(cls, text: str, places: Iterable[Place]) -> Self:
        made = super().__new__(cls, text)
        made.places = tuple(places)
        if len(made.places) != len(text) + 1:
            raise ValueError("each character has a place, and the end has one")
        return made

    def __getnewargs__(self) -> tuple[str, tuple[Place, ...]]:  # type: ignore[override]
        return str(self), self.places

    def place(self, offset: int) -> Place:
        """Line and column of the character at an offset."""
        return self.places[max(0, min(offset, len(self)))]

    def part(self, start: int, end: int) -> Written:
        """A stretch of it without the white space around it."""
        while start < end and self[start].isspace():
            start += 1
        while end > start and self[end - 1].isspace():
            end -= 1
        return Written(self[start:end], self.places[start : end + 1])


def line_of_file(text: str, line: int) -> Written:
    """One line of a file, as it is read."""
    characters = list(_read(text))
    places = [(line, column) for _, column in characters]
    return Written("".join(c for c, _ in characters), [*places, (line, len(text) + 1)])


def joined(parts: Iterable[str], between: str = " ") -> Written:
    """Texts one after the other; what has no place of its own has that of what stands before it."""
    text: list[str] = []
    places: list[Place] = []
    last: Place = (1, 1)
    for i, part in enumerate(parts):
        if i:
            text.append(between)
            places += [last] * len(between)
        own = part.places if isinstance(part, Written) else (last,) * (len(part) + 1)
        text.append(str(part))
        places += own[:-1]
        last = own[-1]
    return Written("".join(text), [*places, last])


def _read(text: str) -> Iterator[tuple[str, int]]:
    """The characters that are read, with the columns of those that they stand for."""
    for column, c in enumerate(text, 1):
        before, after = text[column - 2 : column - 1], text[column : column + 1]
        if c in _SUPERSCRIPTS:
            joins = (after.isalnum() and after not in _SUPERSCRIPTS) or after in (".", "_", "[")
            power = ("" if before in _SUPERSCRIPTS else "**") + _SUPERSCRIPTS[c]
            written = c if joins else power  # what follows is no part of the number: it stays, and nobody reads it
        elif c == "=" and not {before, after} & set("=<>!:"):
            written = "=="
        else:
            written = SIGNS.get(c, c)
        for w in written:
            yield w, column
