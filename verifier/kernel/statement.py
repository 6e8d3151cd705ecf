"""A claim as the kernel sees it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from verifier.kernel.terms.binding import marked, numbered, universal
from verifier.kernel.terms.expr import Expr, Malformed, conjunction, from_json, to_json


@dataclass(frozen=True)
class Statement:
    """A claim as the kernel sees it: for all `variables` that satisfy every `given`, `goal` holds.

    `variables`: (name, sort) in order; a sort may mention earlier integer names.
    `given`: (label, formula), the domains' own conditions first.
    """

    variables: tuple[tuple[str, Expr], ...]
    given: tuple[tuple[str, Expr], ...]
    goal: Expr

    def closed(self) -> Expr:
        """The statement as one closed formula."""
        return marked(self._whole())

    def _whole(self) -> Expr:
        """The same, its variables with their names."""
        given = [f for _, f in self.given]
        return universal(self.variables, ("implies", conjunction(given), self.goal) if given else self.goal)

    def marked(self) -> Statement:
        """The same with marks for all bound variables; its own variables keep their names."""
        return Statement(
            tuple((n, marked(s)) for n, s in self.variables),
            tuple((n, marked(f)) for n, f in self.given),
            marked(self.goal),
        )

    def digest(self) -> str:
        """The SHA-256 of the meaning: unchanged when a variable, bound or quantified outside, is renamed."""
        text = json.dumps(numbered(self._whole()), separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {
            "variables": [[n, to_json(s)] for n, s in self.variables],
            "given": [[n, to_json(f)] for n, f in self.given],
            "goal": to_json(self.goal),
        }

    @staticmethod
    def from_json(data: Any) -> Statement:
        """Raises `Malformed` where `data` is not the JSON form of a statement."""
        try:
            return Statement(
                tuple((_text(n), from_json(s)) for n, s in data["variables"]),
                tuple((_text(n), from_json(f)) for n, f in data["given"]),
                from_json(data["goal"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise Malformed(f"not a statement: {error}") from None


def _text(name: Any) -> str:
    if not isinstance(name, str):
        raise Malformed(f"{name!r:.40} is no name")
    return name
