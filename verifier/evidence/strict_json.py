"""The one reader of evidence: strict JSON of bounded size, so that two readers of a file never see different things.

Refused are keys that occur twice, numbers that are none or infinite, characters that steer a terminal or reorder a
line, and whatever is no regular file.  What is read is still believed nowhere.
"""

from __future__ import annotations

import contextlib
import gc
import json
import math
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verifier.evidence.sharing import whole

VERSION = 3  # of the evidence of a paper
MAX_BYTES = 25_000_000
MAX_VALUES = 5_000_000  # the longest file that ships has less than half as many

#: Characters as they stand there: deletion and C1 controls, marks that reorder text, line separators.
_RAW = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
#: The same and all other controls as escapes, where no backslash is escaped; and surrogates without a partner.
_ESCAPED = re.compile(
    r"\\(?:[bfnrt]|u(?i:00[01][0-9a-f]|007f|00[89][0-9a-f]|200[ef]|202[89a-e]|206[6-9]"
    r"|d[89ab][0-9a-f]{2}(?!\\ud[c-f]))|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\)u[dD][c-fC-F][0-9a-fA-F]{2})"
)


def read_json(path: Path) -> Any:
    """The value that a file holds.  Raises `ValueError` with one line that can be printed, or `OSError`."""
    text = _text(path)
    if text.count(",") + text.count("[") + text.count("{") > MAX_VALUES:
        raise ValueError(f"it has more than {MAX_VALUES} values")
    if _RAW.search(text) or _ESCAPED.search(text.replace("\\\\", "")):
        raise ValueError("there is a control character in it")
    try:
        with _uncollected():
            return json.loads(text, object_pairs_hook=_object, parse_float=_number, parse_constant=_number)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except ValueError as error:
        raise ValueError(line(error)[:120]) from None


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Everything that is read is kept: walks of the collector over it would take most of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def of_this_version(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The evidence of a paper as it was read, shared parts put in.

    Raises `ValueError` where its format is not the one of this program.
    """
    version = data.get("version")
    if type(version) is not int:
        raise ValueError("it does not say of which version it is")
    if version != VERSION:
        raise ValueError(
            f"it is of version {line(version)[:20]}, and {VERSION} is read here: make it anew with "
            "verifier audit --write-evidence PAPER"
        )
    parts = data.get("shared", {})
    if not isinstance(parts, dict):
        raise ValueError("its shared parts are no table")
    try:
        with _uncollected():
            claims = whole(data.get("claims"), parts, MAX_VALUES, MAX_BYTES)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(claims, dict):
        raise ValueError("its claims are no table")
    return {**data, "claims": claims}


def _text(path: Path) -> str:
    """The text of a regular file; nothing waits for somebody to write into a pipe."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("it is no regular file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES} bytes")
    return data.decode("utf-8")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(k for k, _ in pairs if k in seen or seen.add(k))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice!r:.40} occurs twice")
    return found


def _number(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(f"{text:.20} is no number")
    return found


def line(text: object) -> str:
    """A text from outside as one line of bounded length that can be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in str(text)[:300]).split())
