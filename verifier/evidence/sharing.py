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


def whole(value: Any, table: Mapping[str, Any], most: int) -> Any:
    """The value with its parts put in, in place: each part is there once, however often it is seen.

    Raises `ValueError` for a part that is not there or is a part of itself, and for more than `most` values in all.
    """
    known: dict[str, tuple[Any, int]] = {}
    opened: set[str] = set()

    def part(name: Any) -> tuple[Any, int]:
        if not isinstance(name, str) or name not in table or name in opened:
            raise ValueError("a reference to no part")
        if name not in known:
            opened.add(name)
            known[name] = put(table[name])
            opened.discard(name)
        return known[name]

    def put(x: Any) -> tuple[Any, int]:
        """What a value is, and how many values are in it."""
        if isinstance(x, dict):
            if REFERENCE in x:
                if len(x) != 1:
                    raise ValueError("a reference that says more")
                return part(x[REFERENCE])
            places: Any = x.items()
        elif isinstance(x, list):
            places = enumerate(x)
        else:
            return x, 1
        count = 1
        for place, inside in places:
            if isinstance(inside, (dict, list)):
                found, more = put(inside)
                if found is not inside:
                    x[place] = found
                count += more
            else:
                count += 1
        if count > most:
            raise ValueError(f"it has more than {most} values")
        return x, count

    return put(value)[0]
