"""What an evidence file says many times is written once: a table of shared parts, and references into it.

A reference is an object with the one key ``=`` whose value is the key of a part; a part may refer to others.  Keys are
made from what a part says, so that a change of one certificate leaves the others' lines as they are.  Nothing rests on
them: a reader puts the parts in, and the kernel checks what it gets.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

REFERENCE = "="
LEAST = 100  # bytes of a part that is shared
_DIGITS = 12


def shared(value: Any) -> tuple[Any, dict[str, Any]]:
    """The value with references, and the table of the parts.  Raises `ValueError` where it says ``=`` itself."""
    numbers: dict[object, int] = {}  # of parts, by what they say
    seen: dict[int, int] = {}  # the same, by where they lie
    sizes: list[int] = []
    uses: Counter[int] = Counter()  # in how many places of different parts each stands

    def number(x: Any) -> int:
        if id(x) in seen:
            return seen[id(x)]
        if isinstance(x, dict):
            if REFERENCE in x:
                raise ValueError("a key of evidence that is reserved")
            parts = [number(x[k]) for k in sorted(x)]
            key: object = ("{", *sorted(x), *parts)
            size = 2 + sum(len(k) + 4 for k in x) + sum(sizes[i] for i in parts)
        elif isinstance(x, (list, tuple)):
            parts = [number(v) for v in x]
            key, size = ("[", *parts), 1 + sum(1 + sizes[i] for i in parts)
        else:
            parts, key, size = [], (type(x), repr(x)), len(json.dumps(x))
        if key not in numbers:
            numbers[key] = len(sizes)
            sizes.append(size)
            uses.update(parts)
        if isinstance(x, (dict, list, tuple)):
            seen[id(x)] = numbers[key]
        return numbers[key]

    table: dict[str, Any] = {}
    named: dict[int, str] = {}

    def written(x: Any) -> Any:
        """The value with references for what is long and stands in several places."""
        if not isinstance(x, (dict, list, tuple)):
            return x
        i = number(x)
        if i not in named:
            whole: Any = {k: written(v) for k, v in x.items()} if isinstance(x, dict) else [written(v) for v in x]
            if uses[i] < 2 or sizes[i] < LEAST:
                return whole
            text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
            named[i] = hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
            if table.setdefault(named[i], whole) != whole:
                raise ValueError("two parts of evidence with one name")
        return {REFERENCE: named[i]}

    return written(value), table


def whole(value: Any, table: Mapping[str, Any], most: int, longest: int) -> Any:
    """The value with its parts put in: as if each had been written out wherever it stands, no two places share one.

    Raises `ValueError` for a part that is not there or is a part of itself, and for more than `most` values or
    `longest` characters in all, before anything is put in.
    """
    known: dict[str, tuple[int, int]] = {}
    opened: set[str] = set()

    def part(x: dict[str, Any]) -> str:
        name = x[REFERENCE]
        if len(x) != 1 or not isinstance(name, str) or name not in table:
            raise ValueError("a reference to no part")
        return name

    def measured(x: Any) -> tuple[int, int]:
        """How many values and characters a value has, its parts written out."""
        if isinstance(x, dict) and REFERENCE in x:
            name = part(x)
            if name in opened:
                raise ValueError("a part of itself")
            if name not in known:
                opened.add(name)
                known[name] = measured(table[name])
                opened.discard(name)
            return known[name]
        count, length = 1, 2
        if isinstance(x, dict):
            length += sum(len(k) + 4 for k in x)
        elif isinstance(x, str):
            length += len(x)
        elif isinstance(x, int):
            length += x.bit_length() // 3
        for inside in x.values() if isinstance(x, dict) else x if isinstance(x, list) else ():
            more, longer = measured(inside)
            count, length = count + more, length + longer
        if count > most:
            raise ValueError(f"it has more than {most} values")
        if length > longest:
            raise ValueError(f"it has more than {longest} characters")
        return count, length

    def put(x: Any) -> Any:
        if isinstance(x, list):
            return [put(v) if isinstance(v, (dict, list)) else v for v in x]
        if isinstance(x, dict):
            if REFERENCE in x:
                return put(table[part(x)])
            return {k: put(v) if isinstance(v, (dict, list)) else v for k, v in x.items()}
        return x

    measured(value)
    return put(value)
