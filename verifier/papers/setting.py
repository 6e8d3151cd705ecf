"""Declarations that several items share, written once: the standing notation of a section of a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Setting:
    """Variables with their domains, abbreviations and named hypotheses that items `use`.

    Raises `TypeError` when a domain, an abbreviation or a hypothesis is no text.
    """

    let: Mapping[str, str] = field(default_factory=dict)
    define: Sequence[str] = ()
    suppose: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.define, str):
            object.__setattr__(self, "define", (self.define,))
        for text in (*self.let.values(), *self.define, *self.suppose.values()):
            if not isinstance(text, str):
                raise TypeError(f"a setting is written in text, not {text!r:.60}")
