"""Theorems about curves that the pages cite: comparison with linear differential equations (Gronwall)."""

from __future__ import annotations

from verifier.language.script import Cite

GRONWALL = Cite("gronwall", "gronwall")
COMPARISON = Cite("comparison", "comparison")
STRICT_COMPARISON = Cite("strict-comparison", "strict comparison")
LINEAR_GROWTH = Cite("linear-growth", "linear growth")
SLOW_DECAY = Cite("slow-decay", "slow decay")
