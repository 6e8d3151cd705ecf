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

from verifier.kernel.expr import Expr, from_json

FILE = Path(__file__).with_name("theorems.json")


@dataclass(frozen=True)
class Theorem:
    """A closed statement, what it says in words, and the tree that proves it."""

    name: str
    says: str
    statement: Expr
    tree: Mapping[str, Any]


@cache
def theorems() -> Mapping[str, Theorem]:
    """All theorems by their names."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return {n: Theorem(n, t["says"], from_json(t["statement"]), t["tree"]) for n, t in data.items()}
