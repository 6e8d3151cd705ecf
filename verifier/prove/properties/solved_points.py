"""Exact points that satisfy rare hypotheses, made by solving their equations.

What is given at small sizes is turned into polynomial equations (`small_sizes`: equations as they stand, sums of
squares that are at most 0, minimality against a few competitors).  Random values for some unknowns leave
equations that determine the others one after the other.  Nothing about a point is assumed: the hypotheses are
evaluated at it like at any other.  Sequences are constant where something is said about all their members.
Finding no point means nothing.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined
from verifier.prove.driver.effort import now
from verifier.prove.properties.small_algebra import Full, Ideal, Late, Room
from verifier.prove.properties.small_reasoning import Attempt
from verifier.prove.refute.sampling import Plan, SampleReport, constant_form, judge

VALUES = tuple(Fraction(p, q) for p, q in ((1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (3, 1), (-1, 2), (1, 3)))
MOST_SIZES = 8
SLICE = 0.4  # seconds for the equations of one hypothesis
WORDY = 150  # a formula with more parts makes no equations
EACH = 6  # points at one size before the next
LONGEST = 60  # terms of an equation that is solved


def solved_points(statement: Statement, until: float, seed: int = 0) -> Iterator[dict[str, Any]]:
    """Environments of `readable(statement)` that solve equations found among its hypotheses."""
    flat = readable(statement)
    plan, source = Plan.of(flat), random.Random(seed)
    systems: list[tuple[Room, dict[str, Any], list[Ideal]]] = []
    waiting = itertools.islice(plan.sizes(4), MOST_SIZES)
    idle = 0
    while idle < 60 and now() < until:
        sizes = next(waiting, None)
        if sizes is None and not systems:
            return
        system = None if sizes is None else _system(flat, plan, sizes, until)
        if system is not None:
            systems.append(system)
        for room, env, branches in systems:
            for _ in range(EACH):
                values = _solution(room, source.choice(branches), source)
                idle += 1
                if now() > until:
                    return
                if values is None:
                    continue
                point = {name: _put(x, values) for name, x in env.items()}
                full = plan.complete(point) if plan.laws else point
                if full is not None:
                    idle = 0
                    yield full


def readable(statement: Statement) -> Statement:
    """The statement itself where finitely many members of its sequences decide it, else its constant form."""
    for _, f in statement.given:
        for e in subexpressions(f):
            ends = operands(operands(e)[1]) if head(e) in ("forall", "exists") else ()
            if head(e) == "tends" or "oo" in ends or "-oo" in ends:
                return constant_form(statement)
    return statement


def solved_sample(statement: Statement, n: int, seconds: float, seed: int = 0) -> SampleReport:
    """At most `n` solved points, judged exactly like random ones; stops at the first violation."""
    flat = readable(statement)
    tried = satisfied = 0
    left_open = []
    for env in itertools.islice(solved_points(statement, now() + seconds, seed), n):
        tried += 1
        verdicts = judge(flat, env)
        if verdicts is None or verdicts[0] is not True:
            continue
        satisfied += 1
        if verdicts[1] is None:
            left_open.append(env)
        if verdicts[1] is False:
            return SampleReport(tried, satisfied, 1, len(left_open), seed, env)
    return SampleReport(tried, satisfied, 0, len(left_open), seed, None, tuple(left_open))


def _system(
    flat: Statement, plan: Plan, sizes: dict[str, int], until: float
) -> tuple[Room, dict[str, Any], list[Ideal]] | None:
    """The unknowns at these sizes and, branch by branch, the equations between them."""
    for size in (80, 240):
        room = Room(size, until)
        attempt = Attempt(room, math.inf)
        try:
            env: dict[str, Any] = dict(sizes)
            sorts = dict(flat.variables)
            for name in plan.data:
                env[name] = room.unknown(sorts[name], env)
            found: list[list[Any]] = [[]]
            for f in sorted((f for _, f in flat.given), key=_length):
                if _length(f) > WORDY:
                    break
                room.until = min(until, now() + SLICE)
                with contextlib.suppress(Full, Late):  # what is left out here is checked at the point
                    more = [[q for q in b if len(q) <= LONGEST] for b in attempt.assume(f, env, found)]
                    found = [attempt.sharpened(f, env, b) for b in more[:6]] or found
            branches = []
            for branch in found:
                ideal = Ideal(room, [*branch, *room.facts])
                if not any(q.is_constant() for q in ideal.rest):
                    branches.append(ideal)
            room.until = math.inf
            return (room, env, branches) if branches else None
        except Full:
            continue
        except (Inexact, Undefined, ArithmeticError, RecursionError, Late):
            return None
    return None


def _length(f: Expr) -> int:
    return sum(1 for _ in subexpressions(f))


def _solution(room: Room, ideal: Ideal, source: random.Random) -> list[Fraction] | None:
    """Values for all atoms that solve the equations; None where the random choices contradict them."""
    chain = list(ideal.solved)
    sparse = source.choice((0.2, 0.5, 0.8))

    def number() -> Fraction:
        return Fraction(0) if source.random() < sparse else source.choice(VALUES)

    for _ in range(60):
        if not ideal.rest:
            break
        shortest = min(ideal.rest, key=len)
        at = source.choice([i for i, d in enumerate(shortest.degrees()) if d])
        try:
            ideal = Ideal(room, [*ideal.rest, room.generators[at] - room.poly(number())])
        except Full:
            return None
        if any(q.is_constant() for q in ideal.rest):
            return None
        chain += ideal.solved
    if ideal.rest:
        return None
    from flint import fmpq

    values = [fmpq(x.numerator, x.denominator) for x in (number() for _ in room.generators)]
    for at, p in reversed(chain):
        values[at] = p(*values)
    return [Fraction(int(v.p), int(v.q)) for v in values]


def _put(x: Any, values: list[Fraction]) -> Any:
    if isinstance(x, Matrix):
        return x.map(lambda v: _put(v, values))
    if callable(x) and not hasattr(x, "monoms"):
        return lambda t: _put(x(t), values)
    if not hasattr(x, "monoms"):
        return x
    return values[next(i for i, d in enumerate(x.degrees()) if d)]
