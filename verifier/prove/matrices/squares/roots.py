"""Facts that say that a sum of squares is at most 0: their roots are 0, and the goal follows from that.

Decides: relations that follow once such roots are known.  How: the sum is seen by its form, or is half of an equation
(`visible_squares`); the roots become facts (`vanishing`).  Complete for: nothing.  Cannot do: squares that show only
after completing them.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.matrices.contradictions import Contradictions
from verifier.prove.matrices.squares.vanishing import known, stated, vanished
from verifier.prove.matrices.squares.visible_squares import Piece, halves, pieces

NAME = "squares that vanish"
OBJECTS = True
EFFORT = 1
_MARK = "root:"


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    algebra = Contradictions(driver.deadline)
    usable = algebra.rules(s)
    for label, fact in s.facts.items():
        if head(as_less(fact)) not in ("==", "<=") or f"{_MARK}{label}" in s.facts or label.startswith(_MARK):
            continue
        for found in _sums(algebra, s, as_less(fact), usable):
            driver.tick()
            names = [f"{_MARK}{label}" if i == 0 else f"{_MARK}{label}:{i}" for i in range(len(found))]
            if any(p.square is None for p in found) or any(n in s.facts for n in names):
                continue
            items = [{**p.node(s), "as": n} for p, n in zip(found, names, strict=True)]
            for rewrite in ([], [u for u in usable if u != label]):
                try:
                    roots = vanished(s, label, items, rewrite)
                except (Rejected, Unknown):
                    continue
                node = driver.prove(known(s, roots), goal, effort - 1)
                if node is not None:
                    return stated(roots, node)
                break
    return None


def _sums(algebra: Contradictions, s: Sequent, fact: Expr, usable: list[str]) -> Iterator[list[Piece]]:
    """The squares of which left side minus right side of a fact is visibly the sum."""
    left, right = operands(fact)
    found = pieces(s, left if algebra.constant(s, right) == 0 else ("-", left, right))
    if found:
        yield found
    if head(fact) == "==":
        yield from (half for half in halves(s, left, right, usable) if half)
