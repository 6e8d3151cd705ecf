"""Steps of scripts that are put together from others: letters for numbers, and other names for what clashes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from verifier.language.script import Have, Obtain, Split, Step, Take, Witness


def named_number(name: str, value: str, by: Sequence[Step] = (), also: str = "") -> list[Step]:
    """A letter for a real number: the fact of that name says which, and `also`, which `by` proves of the value."""
    said = f"{name} == {value}" + (f" and {also}" if also else "")
    return [
        Have(f"exists({name}, real, {said})", name=f"a value {name}", by=[Witness(value), *by]),
        Obtain(f"a value {name}", name, label=name),
    ]


def positive_ratio(name: str, above: str, below: str, using: Sequence[str]) -> list[Step]:
    """A letter for above/below, both positive by the facts `using`: ``name.0`` that it is, ``name.1`` its product."""
    said = f"{name} > 0 and {name}*({below}) == {above}"
    by: list[Step] = [Witness(f"({above})/({below})"), Split([[], []])]
    return [
        Have(f"exists({name}, real, {said})", name=f"a ratio {name}", by=by),
        Obtain(f"a ratio {name}", name, label=name),
    ]


def renamed(steps: Sequence[Step], table: Mapping[str, str]) -> list[Step]:
    """The steps with each word of `table` replaced, in formulas and in labels alike."""
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, table)) + r")\b")

    def again(value: Any) -> Any:
        if isinstance(value, str):
            return pattern.sub(lambda found: table[found[0]], value)
        if isinstance(value, (list, tuple)):
            return type(value)(again(v) for v in value)
        if isinstance(value, Mapping):
            return {again(k): again(v) for k, v in value.items()}
        if is_dataclass(value) and not isinstance(value, type):
            if isinstance(value, Take):
                return Take(*again(value.names))
            return replace(value, **{f.name: again(getattr(value, f.name)) for f in fields(value)})
        return value

    return [again(step) for step in steps]
