"""A question about a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.models.model import Model


@dataclass(frozen=True)
class Ask:
    """What is asked of a model: `sizes` is None for all sizes; `wrt` names one parameter; `options` are the query's."""

    model: Model
    sizes: Mapping[str, int] | None
    wrt: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[str, ...]:
        return (self.model.note,) if self.model.note else ()
