"""Steps of arguments under other names of variables, for pages whose own letters they would clash with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from verifier.language.script import Step, Take

#: The letters of `norms`, longer.
LONG = {"p": "p_1", "q": "q_1", "r": "r_1", "X": "X_1", "Z": "Z_1", "h": "h_1"}


def renamed(steps: Sequence[Step], table: Mapping[str, str] = LONG) -> list[Step]:
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
