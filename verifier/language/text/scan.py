"""What happens to a text before Python's parser sees it: bounds, forbidden characters, domains.

The parser of `ast` needs memory and stack in proportion to what it is given, so everything that could
make it expensive is refused here by a linear scan.  Domains inside quantifiers (``positive integer``,
``(0, 1]``) are no Python; they are masked by underscores of the same length, so that columns survive.
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from dataclasses import dataclass

from verifier.language.errors import ClaimError
from verifier.language.text.written import Written

MAX_TEXT = 20_000
MAX_BRACKETS = 60
MAX_DIGITS = 1_000
MAX_NAME = 64

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_CLOSES = {")": "(", "]": "["}
_FORBIDDEN = frozenset("\\#;@$`?{}&|~")
_QUANTIFIER = re.compile(r"\b(?:forall|exists)\s*\(\s*[A-Za-z][A-Za-z0-9_]*\s*,")
_FOR_ALL = re.compile(r"\bfor all\b")
_WITH = re.compile(r"\bwith\b")
_LONG_NUMBER = re.compile(rf"\d{{{MAX_DIGITS + 1},}}")
_LONG_PREFIX = re.compile(r"(?:[-+]\s*|not\s+){40}")


def locate(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of a place in a text."""
    before = text[: max(0, offset)]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def is_name(name: str) -> bool:
    """Whether `name` may be given to a variable or an abbreviation."""
    return bool(NAME.fullmatch(name)) and "__" not in name and len(name) <= MAX_NAME and name != "oo"


@dataclass(frozen=True)
class Source:
    """A stretch of a text that is being read; errors are placed in the whole text."""

    text: str
    start: int
    end: int
    where: str = ""

    @staticmethod
    def whole(text: str, where: str = "") -> Source:
        """The whole text; raises `ClaimError` for anything but text of bounded length."""
        if not isinstance(text, str):
            raise ClaimError(f"text is expected, not {type(text).__name__}", where)
        if len(text) > MAX_TEXT:
            raise ClaimError(f"the text has {len(text)} characters; the limit is {MAX_TEXT}", where, 1, 1)
        return Source(text, 0, len(text), where)

    def part(self, start: int, end: int) -> Source:
        """A stretch of this one without the white space around it."""
        while start < end and self.text[start] in " \t\r\n":
            start += 1
        while end > start and self.text[end - 1] in " \t\r\n":
            end -= 1
        return Source(self.text, start, end, self.where)

    def __str__(self) -> str:
        return self.text[self.start : self.end]

    def error(self, what: str, offset: int | None = None) -> ClaimError:
        """An error at a place counted from the start of the whole text."""
        place = self.start if offset is None else min(offset, len(self.text))
        line, column = self.text.place(place) if isinstance(self.text, Written) else locate(self.text, place)
        return ClaimError(what, self.where, line, column)

    def split(self) -> list[Source]:
        """The parts between the commas that no bracket encloses."""
        parts, depth, begin = [], 0, self.start
        for i in range(self.start, self.end):
            c = self.text[i]
            if c in "([":
                depth += 1
            elif c in ")]":
                depth -= 1
            elif c == "," and depth == 0:
                parts.append(self.part(begin, i))
                begin = i + 1
        parts.append(self.part(begin, self.end))
        return parts


def for_all(source: Source) -> tuple[Source, list[tuple[Source, Source]], Source | None]:
    """A statement, the names with their domains after its ``for all``, and the condition after ``with``, if any.

    ``P for all i, j: integer[0, n-1], x: real with Q``.  Raises `ClaimError`.
    """
    cut = _outside(source, _FOR_ALL)
    if cut is None:
        return source, [], None
    rest = source.part(cut.end(), source.end)
    among = _outside(rest, _WITH)
    condition = None if among is None else source.part(among.end(), source.end)
    if among is not None:
        rest = source.part(rest.start, among.start())
    bound: list[tuple[Source, Source]] = []
    waiting: list[Source] = []
    for part in rest.split():
        colon = source.text.find(":", part.start, part.end)
        name = source.part(part.start, part.end if colon < 0 else colon)
        waiting.append(name)
        if not is_name(str(name)):
            raise name.error(f"{str(name)!r:.40} is no name for a variable")
        if str(name) in [str(n) for n, _ in bound] + [str(n) for n in waiting[:-1]]:
            raise name.error(f"{name} is bound twice")
        if colon >= 0:
            bound += [(n, source.part(colon + 1, part.end)) for n in waiting]
            waiting = []
    if waiting or not bound:
        raise rest.error("a domain is missing: for all x: real")
    return source.part(source.start, cut.start()), bound, condition


def _outside(source: Source, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """The first place of a word that stands in no brackets."""
    for found in pattern.finditer(source.text, source.start, source.end):
        before = source.text[source.start : found.start()]
        if sum(before.count(c) for c in "([") == sum(before.count(c) for c in ")]"):
            return found
    return None


def check_characters(source: Source) -> None:
    """Raises `ClaimError` at the first character that no statement needs."""
    for i in range(source.start, source.end):
        c = source.text[i]
        if c in "\n\r\t" or (" " <= c <= "~" and c not in _FORBIDDEN):
            continue
        name = unicodedata.name(c, "control character") if c > "~" else repr(c)
        raise source.error(f"the character {name} (U+{ord(c):04X}) has no meaning here", i)
    text = str(source)
    for pattern, what in (
        (_LONG_NUMBER, f"a number of more than {MAX_DIGITS} digits"),
        (_LONG_PREFIX, "too many signs or negations in a row"),
    ):
        if found := pattern.search(text):
            raise source.error(what, source.start + found.start())


def _mask_domains(source: Source) -> tuple[str, dict[int, Source]]:
    text = list(source.text[source.start : source.end])
    domains: dict[int, Source] = {}
    position = source.start
    while found := _QUANTIFIER.search(source.text, position, source.end):
        begin, depth = found.end(), 0
        end = begin
        while end < source.end:
            c = source.text[end]
            if c in "([":
                depth += 1
            elif c in ")]":
                depth -= 1
            if depth < 0 or (c == "," and depth == 0):
                break
            end += 1
        domain = source.part(begin, end)
        if domain.end > domain.start:
            text[domain.start - source.start : domain.end - source.start] = "_" * (domain.end - domain.start)
            quoted = str(domain)
            bare = domain
            if len(quoted) > 2 and quoted[0] in "'\"" and quoted[-1] == quoted[0]:
                bare = source.part(domain.start + 1, domain.end - 1)
            domains[domain.start] = bare
        position = max(end, found.end())
    return "".join(text), domains


def _check_brackets(source: Source, masked: str) -> None:
    opened: list[tuple[str, int]] = []
    quote = ""
    for i, c in enumerate(masked):
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([":
            opened.append((c, i))
            if len(opened) > MAX_BRACKETS:
                raise source.error(f"brackets nested deeper than {MAX_BRACKETS} levels", source.start + i)
        elif c in _CLOSES and (not opened or opened.pop()[0] != _CLOSES[c]):
            raise source.error(f"a closing {c!r} without its opening bracket", source.start + i)
    if opened:
        c, i = opened[-1]
        raise source.error(f"an opening {c!r} is never closed", source.start + i)


def tree(source: Source) -> tuple[ast.expr, dict[int, Source]]:
    """The syntax tree of an expression, and the domain texts by the offset of their masks.

    ``node.col_offset - 1 + source.start`` is the place of a node in the whole text.  Raises `ClaimError`.
    """
    if source.start >= source.end:
        raise source.error("an expression is missing")
    check_characters(source)
    masked, domains = _mask_domains(source)
    _check_brackets(source, masked)
    flat = re.sub(r"\s", " ", masked)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = ast.parse(f"({flat})", mode="eval")
    except SyntaxError as error:
        offset = source.start + max(0, (error.offset or 2) - 2)
        hint = error.msg.split("(<unknown>")[0].strip() or "invalid syntax"
        if swapped := re.search(r"(?<![=!<>])=[<>]", masked):
            written = swapped.group()
            raise source.error(f"write {written[::-1]}, not {written}", source.start + swapped.start()) from None
        single = re.search(r"(?<![=!<>:])=(?!=)", masked)
        if single:
            raise source.error("write == for equality", source.start + single.start()) from None
        raise source.error(f"no expression: {hint}", min(offset, source.end)) from None
    except (RecursionError, MemoryError, ValueError, OverflowError):
        raise source.error("the expression is nested too deeply") from None
    return parsed.body, domains
