"""The lines of a page as statements: what is indented more goes on with a statement, or stands below one that ends in a
colon.

A ``#`` begins a remark, up to the end of its line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.language.errors import ClaimError
from verifier.language.text.scan import MAX_TEXT
from verifier.language.text.written import Written, joined, line_of_file

MAX_BYTES = 2_000_000
MAX_LINES = 50_000
MAX_DEPTH = 20
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
_REMARK = re.compile(r'(?:[^"#]|"[^"]*")*')


@dataclass
class Statement:
    """A statement: the lines that it is written on, and the statements below it."""

    parts: list[Written]
    depth: int
    below: list[Statement] = field(default_factory=list)

    @property
    def text(self) -> Written:
        """All of it on one line, without the colon at the end."""
        whole = joined(self.parts)
        return whole.part(0, len(whole) - 1) if self.opens else whole

    @property
    def opens(self) -> bool:
        """Whether it ends in a colon: what is indented more stands below it."""
        return self.parts[-1].endswith(":")

    def error(self, what: str, offset: int = 0, where: str = "") -> ClaimError:
        """An error at an offset in its text."""
        return ClaimError(what, where, *joined(self.parts).place(offset))


def statements(text: str, where: str = "") -> list[Statement]:
    """The statements of a page; those at the left margin hold all that is indented.  Raises `ClaimError`."""
    lines = text.split("\n")
    if len(text) > MAX_BYTES or len(lines) > MAX_LINES:
        raise ClaimError(f"a page has at most {MAX_BYTES} characters and {MAX_LINES} lines", where)
    found: list[Statement] = []
    around: list[Statement] = []  # the statements that a line may stand below, from the outside in
    for number, line in enumerate(lines, 1):
        line = line.removesuffix("\r")
        _check(line, number, where)
        bare = _REMARK.match(line)
        assert bare is not None
        if bare.end() < len(line) and line[bare.end()] != "#":
            raise ClaimError("a quotation mark is never closed", where, number, bare.end() + 1)
        shown = bare[0].rstrip()
        depth = len(shown) - len(shown.lstrip())
        if not shown:
            continue
        whole = line_of_file(shown, number)
        here = whole.part(0, len(whole))
        while around and around[-1].depth >= depth:
            around.pop()
        if around and not _holds(around, depth):
            around[-1].parts.append(here)
            continue
        if len(around) > MAX_DEPTH:
            raise ClaimError("nested too deeply", where, number, depth + 1)
        made = Statement([here], depth)
        siblings = around[-1].below if around else found
        if siblings and siblings[-1].depth != depth:
            raise ClaimError("it is indented unlike the statements beside it", where, number, depth + 1)
        siblings.append(made)
        around.append(made)
    return found


def _check(line: str, number: int, where: str) -> None:
    """Raises `ClaimError` for a line that is too long or has characters that nobody sees."""
    if len(line) > MAX_TEXT:
        raise ClaimError(f"a line has at most {MAX_TEXT} characters", where, number, 1)
    for column, c in enumerate(line, 1):
        if c != " " and unicodedata.category(c) in _UNSEEN:
            what = "a tab: indent with spaces" if c == "\t" else f"a character that is not seen (U+{ord(c):04X})"
            raise ClaimError(what, where, number, column)


def _holds(around: Sequence[Statement], depth: int) -> bool:
    """Whether a line that is indented more stands below the last statement; otherwise it goes on with it."""
    last = around[-1]
    return last.depth == 0 or last.opens
