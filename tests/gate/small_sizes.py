"""Statements at small concrete sizes, by polynomials over symbolic entries: a second opinion, no certificate.

Shows, size by size, that the goal follows from the hypotheses for all entries, sequences and laws.
How: entries are atoms of one polynomial ring (see `small_algebra`), integer quantifiers are written out,
quantifiers over matrices give new atoms (in a goal) or a few instances (in a hypothesis), a sum of squares that
is at most 0 gives its parts, expectations are linear in moments.  It shares nothing with the kernel's words of
symbolic size.  Hypotheses that it cannot use are left out, which makes what it shows stronger; an unbounded
integer in a goal is tried up to a horizon, which makes it weaker.
Cannot: show anything for all sizes, refute, use limits; it makes no evidence for a verdict.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import head
from verifier.language.values.semantics import Env
from verifier.prove.driver.effort import now
from verifier.prove.properties.small_algebra import Full, Late, Room
from verifier.prove.properties.small_reasoning import REACH, Attempt
from verifier.prove.refute.sampling import Plan

ENOUGH = 3  # sizes that must be shown, where there are so many
MOST_SIZES = 8
ROOMS = (80, 320)


@dataclass(frozen=True)
class SmallSizes:
    """The sizes at which the goal was shown to follow; those at which it was not, or time was up."""

    shown: tuple[dict[str, int], ...]
    open: tuple[dict[str, int], ...]

    @property
    def settled(self) -> bool:
        """Shown wherever it was tried; or at all sizes up to 2, or `ENOUGH`, one of them with no size 0 or 1."""
        if not self.open:
            return bool(self.shown)
        beyond = max(self.open[0].values(), default=0) > 2
        return _enough(self.shown) or (beyond and any(s and set(s.values()) == {2} for s in self.shown))


def at_small_sizes(statement: Statement, seconds: float = 1.0) -> SmallSizes:
    """Try sizes in order until one is not shown, `MOST_SIZES` are, or the time is up with enough of them."""
    until = now() + seconds
    best = SmallSizes((), ({},))
    stages = list(_stages(statement))
    for turn, (part, reach) in enumerate(stages):
        share = (until - now()) * (0.6 if turn < len(stages) - 1 else 1)
        found = _over_sizes(part, reach, share)
        if found.settled:
            return found
        best = max(best, found, key=lambda r: len(r.shown))
        if now() > until:
            break
    return best


def _stages(s: Statement) -> Iterator[tuple[Statement, int]]:
    """The statement with no hypothesis, without its longest ones, with all; far and near horizons."""
    integers = {n for n, sort in s.variables if head(sort) == "integer"}
    sizes = [label for label, f in s.given if free_names(f) <= integers]
    order = [g for g in s.given if g[0] not in sizes]
    order.sort(key=lambda pair: sum(1 for _ in subexpressions(pair[1])))
    for count in dict.fromkeys((0, max(0, len(order) - 2), max(0, len(order) - 1), len(order))):
        labels = {*sizes, *(label for label, _ in order[:count])}
        yield Statement(s.variables, tuple(g for g in s.given if g[0] in labels), s.goal), REACH
    yield s, 2


def _over_sizes(statement: Statement, reach: int, seconds: float) -> SmallSizes:
    start = now()
    shown: list[dict[str, int]] = []
    for sizes in itertools.islice(Plan.of(statement).sizes(4), MOST_SIZES):
        if _enough(shown) and now() > start + 0.3 * seconds:
            break
        if not shown_at(statement, sizes, start + seconds, reach):
            return SmallSizes(tuple(shown), (sizes,))
        shown.append(sizes)
    return SmallSizes(tuple(shown), ())


def _enough(shown: Sequence[dict[str, int]]) -> bool:
    return len(shown) >= ENOUGH and any(all(v > 1 for v in s.values()) for s in shown)


def shown_at(statement: Statement, sizes: dict[str, int], until: float, reach: int = REACH) -> bool:
    """Whether the goal is shown to follow at these values of the integer variables."""
    for size in ROOMS:
        try:
            return Attempt(Room(size, until), until, reach).statement(statement, sizes)
        except Full:
            continue
        except (ValueError, ArithmeticError, TypeError, AttributeError, RecursionError, Late):
            return False
    return False


def shown_at_point(statement: Statement, env: Env, until: float) -> bool:
    """Whether the goal is shown at exact values (integers up to a horizon, witnesses by solving equations)."""
    try:
        attempt = Attempt(Room(ROOMS[0], until), until)
        attempt.substitutes = True
        return attempt.goal(statement.goal, env, [])
    except (ValueError, ArithmeticError, TypeError, AttributeError, RecursionError, Late):
        return False
