"""Sequents for tests of the kernel and of methods, and whether the kernel accepts a node there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr
from verifier.kernel.work import TooMuch, bounded


def sequent(facts: Mapping[str, Expr] | None = None, **sorts: Expr) -> Sequent:
    """Variables of these sorts, and facts by their labels."""
    s = Sequent()
    for name, sort in sorts.items():
        s = s.declare(name, sort)
    for label, fact in (facts or {}).items():
        s = s.assume(label, fact)
    return s


def accepts(s: Sequent, goal: Expr, node: Mapping[str, Any]) -> bool:
    try:
        with bounded():
            Checker().check(s, goal, node)
    except (Rejected, TooMuch):
        return False
    return True
