"""Every claim as a Hypothesis property: points that are built to satisfy its hypotheses, and a look at its goal there.

The points come first (`building`), simple ones before others; Hypothesis draws from them and varies them, and
shrinks a violation to the simplest.  What looks like a violation is looked at again with more values of whatever is
sampled, and counts if it stays.  A run proves nothing: equality is seen in balls, and what is said of all reals is
asked at some of them.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import apart, fresh, operands, substitute
from verifier.language.text.printing import to_text
from verifier.language.values.arithmetic import Matrix
from verifier.language.values.quantifiers import literal
from verifier.prove.driver.effort import now
from verifier.prove.properties.ball_values import Balls, precision
from verifier.prove.properties.building import Builder, example_point, shown
from verifier.prove.properties.dynamics import Equations
from verifier.prove.properties.seeing import Seeing
from verifier.prove.properties.solved_points import readable, solved_points
from verifier.prove.properties.solving import LOST, parts
from verifier.prove.refute.sampling import constant_form

SPARE = 4  # points more than are wanted, since some do not stand the second look
MORE = 1024  # bits for a second look at the hypotheses
LONGER = 4  # times the seconds, where points are found, but slowly
SLICE = 0.25  # of the seconds, for one form of a statement after the other
WIDER = 4  # times as many values for what looks like a violation


@dataclass(frozen=True)
class PropertyReport:
    """How many different points met the hypotheses, at how many the goal could be seen, at how many it failed."""

    satisfied: int
    judged: int
    violated: int
    seed: int
    violation: dict[str, Any] | None = field(default=None, compare=False)


def strategy_for(statement: Statement, n: int = 50, seed: int = 0, seconds: float = 2.0) -> Any:
    """A Hypothesis strategy for environments that satisfy the hypotheses, simple ones first.

    Its values are meant for `seeing`.  Raises `ValueError` where no point was found.
    """
    from hypothesis import strategies

    statement = apart(statement)
    with precision():
        found = [env for form, env in _points(statement, n, seed, seconds, {}) if form == statement]
    if not found:
        raise ValueError("no point was found that satisfies the hypotheses")
    return strategies.sampled_from(sorted(found, key=lambda env: len(shown(env))))


class _Violated(Exception):
    """Tells Hypothesis that a point is a counterexample."""


def property_run(
    statement: Statement, n: int = 25, seed: int = 0, seconds: float = 2.0, example: Mapping[str, Expr] | None = None
) -> PropertyReport:
    """At most `n` different points, within some seconds for building them and as many for looking at the goal."""
    with precision():
        found = list(_points(statement, n, seed, seconds, example or {}))
        if not found:
            return PropertyReport(0, 0, 0, seed)
        return _looked_at(found, n, seed, now() + seconds)


def _looked_at(found: list[tuple[Statement, dict[str, Any]]], n: int, seed: int, until: float) -> PropertyReport:
    import hypothesis
    from hypothesis import strategies
    from hypothesis.errors import HypothesisException

    found.sort(key=lambda pair: len(shown(pair[1])))
    seen: dict[int, bool | None] = {}
    violations: list[int] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=4 * n, deadline=None, database=None, print_blob=False, report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
    )  # fmt: skip
    @hypothesis.given(strategies.integers(0, len(found) - 1))
    def holds_there(index: int) -> None:
        if index not in seen:
            seen[index] = truth(*found[index], until)
        if seen[index] is False:
            violations.append(index)
            raise _Violated

    with contextlib.suppress(_Violated, HypothesisException):
        holds_there()
    judged = sum(v is not None for v in seen.values())
    violated = sum(v is False for v in seen.values())
    violation = found[violations[-1]][1] if violations else None
    return PropertyReport(len(found), judged, violated, seed, violation)


def prenex(statement: Statement) -> Statement:
    """The statement with the variables and the premises that its goal begins with among its own."""
    variables, given, goal = list(statement.variables), list(statement.given), statement.goal
    while head(goal) in ("forall", "implies"):
        if head(goal) == "implies":
            given.append((f"goal.{len(given)}", operands(goal)[0]))
            goal = operands(goal)[1]
            continue
        name, sort, body = operands(goal)
        other = fresh(str(name), {n for n, _ in variables})
        variables.append((other, sort))
        goal = substitute(body, {str(name): other})
    return Statement(tuple(variables), tuple(given), goal)


def truth(statement: Statement, env: Mapping[str, Any], until: float = math.inf) -> bool | None:
    """Whether the goal holds at a point, as far as can be seen.

    A violation counts only where all hypotheses are sure, or true by how the point was made: what they say of all
    vectors, say, was tried at a few of them.
    """
    try:
        first = Seeing(until).decide(statement.goal, env, [])
        if first is not False:
            return first
        if any(hasattr(v, "flow") and not v.flow.lasting for v in env.values()):
            return None  # it may end behind the horizon, and then it was no solution
        wider = Seeing(until, WIDER)
        wider.instances = list(_arguments(statement.goal, env))
        given = [p for _, f in statement.given for p in parts(f)]
        made = Equations.of(iter(given), dict(statement.variables)).met
        for f in given:
            met, sure = wider.asked(f, env)
            if met is not True or not (sure or f in made):
                return None
        return wider.decide(statement.goal, env, [])
    except LOST:
        return None


def _arguments(goal: Expr, env: Mapping[str, Any]) -> Iterator[Any]:
    """Where the functions of a goal are applied: hypotheses about all arguments have to hold there."""
    for e in subexpressions(goal):
        if head(e) == "at" and isinstance(operands(e)[0], str) and hasattr(env.get(str(operands(e)[0])), "argument"):
            with contextlib.suppress(*LOST):
                yield Balls().value(operands(e)[1], env)


@dataclass
class _Way:
    """A form of a statement, what builds points of it, and those that it built."""

    form: Statement
    builder: Builder
    found: list[dict[str, Any]]
    built: int = 0
    spent: float = 0.0

    def more(self, n: int, seconds: float, seed: int) -> list[dict[str, Any]]:
        """Other points, at most `n`, near the ones that are known, too."""
        begun = now()
        points = self.builder.points(n, begun + seconds, seed, self.found)
        self.spent += now() - begun
        self.built += len(points)
        self.found += points
        return points

    def rate(self) -> float:
        return self.built / (self.spent + 0.1)


def _points(
    statement: Statement, n: int, seed: int, seconds: float, example: Mapping[str, Expr]
) -> Iterator[tuple[Statement, dict[str, Any]]]:
    """Different points, each with the statement that it belongs to.

    That is the claim with the premises of its goal among its hypotheses, the claim itself, and both for sequences and
    curves that do not move.
    """
    statement = apart(statement)
    opened = prenex(statement)
    forms = list(dict.fromkeys((opened, statement, constant_form(opened), constant_form(statement))))
    met: set[str] = set()
    ways = [_Way(form, Builder(form), list(example_point(form, example))) for form in forms]
    for share, way in zip((0.5, 0.25, 0.25, 0.1), ways, strict=False):
        for env in way.more(n - len(met) + SPARE, share * seconds, seed):
            if len(met) < n and not _fails(way.form, env) and shown(env) not in met:
                met.add(shown(env))
                yield way.form, env
        if len(met) >= n:
            return
    until = now() + LONGER * seconds if met else 0.0
    while len(met) < n and now() < until:  # where some were found, more of them are
        seed += 1
        way = max(ways, key=_Way.rate)
        for env in way.more(n - len(met) + SPARE, SLICE * seconds, seed):
            if len(met) < n and not _fails(way.form, env) and shown(env) not in met:
                met.add(shown(env))
                yield way.form, env
    if len(met) >= n:
        return
    plain = readable(statement)
    for env in solved_points(plain, now() + 0.2 * seconds, seed):
        if shown(env) not in met and _meets(plain, env):
            met.add(shown(env))
            yield plain, env
        if len(met) >= n:
            return


def _fails(statement: Statement, env: Mapping[str, Any]) -> bool:
    """Whether a hypothesis is seen to fail with many more digits, as 1/(1 + exp(-x)) == 1 at a large x.

    Of flows it is not asked: what they leave open is their error, whatever the digits.
    """
    if any(hasattr(v, "flow") for v in env.values()):
        return False
    try:
        with precision(MORE):
            return any(Seeing().decide(f, env, []) is False for _, f in statement.given)
    except LOST:
        return True


def _meets(statement: Statement, env: Mapping[str, Any]) -> bool:
    try:
        return all(Seeing().decide(f, env, []) is True for _, f in statement.given)
    except LOST:
        return False


def words(value: Any) -> str:
    """A value of a point for people."""
    if hasattr(value, "shown"):
        return str(value.shown())
    with contextlib.suppress(*LOST, AttributeError, KeyError):
        return to_text(literal(value))
    if isinstance(value, Matrix):
        return "[" + "; ".join(", ".join(map(words, row)) for row in value.entries) + "]"
    return str(value)
