"""Theorems that were proved once: closed statements, each with a proof tree, in ``theorems.json``.

Nothing here is trusted: what uses a theorem carries its proof, and the kernel reads it again.  What would be a rule
about arbitrary terms is a theorem about all sequences, used at the terms.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from verifier.kernel.terms.expr import Expr, from_json

FILE = Path(__file__).with_name("theorems.json")


@dataclass(frozen=True)
class Theorem:
    """A closed statement, what it says in words, the tree that proves it, and one that it means something."""

    name: str
    says: str
    statement: Expr
    tree: Mapping[str, Any]
    defined: Mapping[str, Any] | None = None

    @property
    def certificate(self) -> dict[str, Any]:
        """What the kernel checks when the theorem is asked for alone."""
        return {"kind": "proof", "tree": self.tree, **({} if self.defined is None else {"defined": self.defined})}


@cache
def theorems() -> Mapping[str, Theorem]:
    """All theorems by their names."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return {n: Theorem(n, t["says"], from_json(t["statement"]), t["tree"], t.get("defined")) for n, t in data.items()}
