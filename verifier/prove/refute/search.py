"""The search for counterexamples: exact points that satisfy everything given and violate the goal.

`search` goes through small sizes first and, at each, through simple values before random structured ones, all
sizes in turn.  What it returns has been evaluated exactly; it is still untrusted, the kernel replays it.
Finding nothing means nothing.  `shrink` makes a counterexample simple in a mathematician's order: small
sizes, then entries towards 0, 1, -1, 1/2, 2, diagonal before full.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined, matrix, pack
from verifier.language.values.quantifiers import literal
from verifier.language.values.semantics import Limits, holds
from verifier.prove.driver.effort import now
from verifier.prove.refute.plain_values import NUMBERS, Constant, impose, simplicity
from verifier.prove.refute.sampling import QUICK, Plan, constant_form, judge

MOST_SIZES = 60


@dataclass(frozen=True)
class Counterexample:
    """Exact refuting values; sequences are constant, and stand in `values` and `env` as their one value.

    `witness` holds the values of inner quantifiers that violate the goal, outermost first.
    """

    values: dict[str, Expr]
    env: dict[str, Any] = field(compare=False)
    witness: tuple[tuple[str, Any], ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class SearchReport:
    """What a search found: a counterexample, an undefined point, a point of the hypotheses."""

    counterexample: Counterexample | None
    undefined: tuple[dict[str, Any], str] | None
    example: dict[str, Any] | None
    tried: int
    satisfied: int
    seconds: float


def _points(plan: Plan, sizes: dict[str, int], seed: int) -> Iterator[dict[str, Any] | None]:
    """Environments at fixed sizes: all simple ones by total rank, random ones in between and after."""
    try:
        pools = [plan.pool(name, sizes) for name in plan.free]
    except (Inexact, Undefined):
        return
    source = random.Random(f"{seed} {sorted(sizes.items())}")
    if not pools:
        yield plan.complete(sizes)
        return
    simple = _by_rank(pools) if all(pools) else iter(())
    for turn in itertools.count():
        chosen = next(simple, None) if turn % 3 < 2 else None
        if chosen is None:
            chosen = tuple(plan.draw(name, sizes, source) for name in plan.free)
        yield plan.complete({**sizes, **dict(zip(plan.free, chosen, strict=True))})


def _by_rank(pools: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """The product of the pools in order of the sum of the places."""
    for total in range(sum(len(p) - 1 for p in pools) + 1):
        yield from _with_sum(pools, total)


def _with_sum(pools: Sequence[Sequence[Any]], total: int) -> Iterator[tuple[Any, ...]]:
    if not pools:
        if total == 0:
            yield ()
        return
    rest = sum(len(p) - 1 for p in pools[1:])
    for i in range(max(0, total - rest), min(total, len(pools[0]) - 1) + 1):
        for tail in _with_sum(pools[1:], total - i):
            yield (pools[0][i], *tail)


def search(
    statement: Statement, budget: float = 3.0, seed: int = 0, limits: Limits = QUICK, most: int = 200_000
) -> SearchReport:
    """Look for a counterexample for `budget` seconds or `most` points."""
    start = now()
    flat = constant_form(statement)
    plan = Plan.of(flat)
    tried = satisfied = 0
    example: dict[str, Any] | None = None
    undefined: tuple[dict[str, Any], str] | None = None
    found: Counterexample | None = None
    size_lists = list(itertools.islice(plan.sizes(), MOST_SIZES))
    lanes = [_points(plan, sizes, seed) for sizes in size_lists]
    turn = 12
    while lanes and found is None:
        for lane in list(lanes):
            for env in itertools.islice(lane, turn):
                tried += 1
                if env is not None:
                    given, goal, reason, witness = _verdict(flat, env, limits)
                    if reason is not None and undefined is None:
                        undefined = (env, reason)
                    satisfied += given is True
                    example = env if given is True and example is None else example
                    if given is True and goal is False:
                        found = _counterexample(flat, env, witness)
                        break
                if tried >= most or now() - start > budget:
                    lanes = []
                    break
            else:
                if next(lane, lane) is lane:
                    lanes.remove(lane)
                continue
            break
        turn = min(4 * turn, 400)
    return SearchReport(found, undefined, example, tried, satisfied, now() - start)


def find_counterexample(statement: Statement, budget: float = 3.0, seed: int = 0) -> Counterexample | None:
    """A shrunk counterexample, or None; about a quarter of the budget goes to shrinking."""
    found = search(statement, 0.75 * budget, seed).counterexample
    return None if found is None else shrink(statement, found, 0.25 * budget + 0.2)


def _verdict(
    statement: Statement, env: dict[str, Any], limits: Limits
) -> tuple[bool | None, bool | None, str | None, list[tuple[str, Any]]]:
    """(given, goal, why undefined, witness); undefined counts only where everything given holds."""
    try:
        given = judge(Statement(statement.variables, statement.given, ("true",)), env, limits)
    except RecursionError:
        return None, None, None, []
    if given is None or given[0] is not True:
        return (None if given is None else given[0]), None, None, []
    witness: list[tuple[str, Any]] = []
    try:
        return True, holds(statement.goal, env, limits, witness), None, witness
    except Undefined as error:
        return True, None, str(error), []


def _counterexample(
    statement: Statement, env: dict[str, Any], witness: list[tuple[str, Any]]
) -> Counterexample:
    values = {n: literal(env[n]) for n, _ in statement.variables if n in env}
    return Counterexample(values, env, tuple(witness))


def check_values(statement: Statement, env: dict[str, Any], limits: Limits = QUICK) -> Counterexample | None:
    """The counterexample at given values, where it is one; sequences must be constants or their values."""
    flat = constant_form(statement)
    plain = {n: v.value if isinstance(v, Constant) else v for n, v in env.items()}
    given, goal, _, witness = _verdict(flat, plain, limits)
    return _counterexample(flat, plain, witness) if given is True and goal is False else None


# shrinking


def shrink(
    statement: Statement, found: Counterexample, budget: float = 1.0, limits: Limits = QUICK
) -> Counterexample:
    """A simpler counterexample, by greedy steps each of which is checked exactly."""
    until = now() + budget
    flat = constant_form(statement)
    plan = Plan.of(flat)
    improved = True
    while improved and now() < until:
        improved = False
        for env in _simpler(plan, found.env):
            if now() > until:
                break
            full = plan.complete(env)
            if full is None or _cost(plan, full) >= _cost(plan, found.env):
                continue
            given, goal, _, witness = _verdict(flat, full, limits)
            if given is True and goal is False:
                found, improved = _counterexample(flat, full, witness), True
                break
    return found


def _cost(plan: Plan, env: dict[str, Any]) -> tuple[Any, ...]:
    """Sizes first; then how many entries off the diagonal, and at all, are not 0; then their simplicity."""
    off = full = 0
    numbers = []
    for name in plan.data:
        x = env[name]
        for i, row in enumerate(x.entries if isinstance(x, Matrix) else ((x,),)):
            for j, v in enumerate(row):
                off += int(i != j and v != 0 and isinstance(x, Matrix) and x.rows == x.cols)
                full += int(v != 0)
                numbers.append(simplicity(v))
    sizes = [abs(env[n]) for n in plan.integers]
    return (sum(sizes), sizes, off, full, sorted(numbers, reverse=True), numbers)


def _simpler(plan: Plan, env: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Candidates that are simpler in one respect, boldest first."""
    for sizes in itertools.islice(plan.sizes(), MOST_SIZES):
        if sum(map(abs, sizes.values())) < sum(abs(env[n]) for n in plan.integers):
            for drop in range(max(map(abs, sizes.values()), default=0), -1, -1):
                try:
                    yield {**sizes, **{n: _fit(env[n], *plan.shape(n, sizes), drop) for n in plan.free}}
                except (Inexact, Undefined):
                    break
    for name in plan.free:
        x = env[name]
        if isinstance(x, Matrix):
            yield {**env, name: x.map(lambda v: Fraction(0))}
            if x.rows == x.cols:
                yield {
                    **env,
                    name: impose("diagonal", x),
                }
    for name in plan.free:
        x = env[name]
        rows = x.entries if isinstance(x, Matrix) else ((x,),)
        symmetric = "symmetric" in plan.kinds[name]
        for i, row in enumerate(rows):
            for j, v in enumerate(row):
                for c in (*NUMBERS[:6], Fraction(int(v))):
                    if simplicity(c) >= simplicity(v):
                        continue

                    def cell(p: int, q: int, i: int = i, j: int = j, c: Any = c, rows: Any = rows) -> Any:
                        hit = (p, q) == (i, j) or (symmetric and (q, p) == (i, j))  # noqa: B023
                        return c if hit else rows[p][q]

                    yield {**env, name: pack(matrix(len(rows), len(row), cell))}


def _fit(x: Any, m: int, n: int, drop: int) -> Any:
    """A matrix without row and column `drop`, cut from the top left and filled up with zeros."""
    rows = x.entries if isinstance(x, Matrix) else ((x,),)
    width = len(rows[0]) if rows else 0
    down = [i for i in range(len(rows)) if i != drop or m >= len(rows)]
    across = [j for j in range(width) if j != drop or n >= width]
    return pack(
        matrix(
            m, n, lambda i, j: rows[down[i]][across[j]] if i < len(down) and j < len(across) else Fraction(0)
        )
    )
