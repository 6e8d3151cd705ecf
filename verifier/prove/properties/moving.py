"""Curves to look at statements with: terms in the time, and flows, which are integrated by power series.

A flow is a solution of the differential equations that the hypotheses state, from given starting values.  Each step
expands all of its curves around one time; what the terms that are left out would add is put into the balls' radius as
an estimate, not as a bound, so nothing that is seen here is a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced, substitute
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined, shape
from verifier.language.values.quantifiers import literal
from verifier.prove.properties.ball_values import ORDER, Balls, ball, coefficient, each, lifted, shortened, slope
from verifier.prove.properties.closed_flows import closed_flow
from verifier.prove.refute.plain_values import Constant

HORIZON = 2  # how far from 0 a flow is followed
FOREVER = 10**9  # how far a flow that is at rest is followed
STEPS = 48  # of one flow, in each direction
ERROR = flint.arb(2) ** -58  # of one step, as estimated


def literal_or_none(x: Any) -> Expr | None:
    """An exact number or matrix as a term."""
    try:
        return literal(x)
    except (Inexact, AttributeError, TypeError):
        return None


def _closed(term: Expr, index: str, env: Mapping[str, Any], new: str) -> Expr | None:
    """A term in an index with the values of its other names put in."""
    values: dict[str, Expr] = {index: new}
    for name in free_names(term) - {index}:
        value = literal_or_none(env.get(name))
        if value is None:
            return None
        values[name] = value
    return _plain(substitute(term, values))


def _plain(e: Expr) -> Expr:
    """A term without sums with 0, products with 1 and fractions over 1."""
    if not isinstance(e, tuple) or head(e) == "matrix":
        return e
    op, args = head(e), [_plain(a) for a in operands(e)]
    if op == "/" and args[1] == 1:
        return args[0]
    unit = {"+": 0, "*": 1}.get(str(op))
    if unit is None:
        return (str(op), *args)
    kept = [a for a in args if a != unit]
    return unit if not kept else kept[0] if len(kept) == 1 else (str(op), *kept)


class Late(Inexact):
    """A flow is not followed that far."""


class Formula:
    """A curve that is a term in the time."""

    def __init__(self, term: Expr, time: str, env: Mapping[str, Any]) -> None:
        self.term, self.time, self.env = term, time, env

    @property
    def moves(self) -> bool:
        """Whether it is no constant, by its form."""
        return self.time in free_names(self.term)

    def closed(self, index: str) -> Expr | None:
        return _closed(self.term, self.time, self.env, index)

    def __call__(self, t: Any) -> Any:
        return Balls().value(self.term, {**self.env, self.time: t})

    def shown(self) -> str:
        return f"{self.time} -> {self.term!r} {self.env.get('A')} {self.env.get('B')} {self.env.get('c')}"

    def rate(self, t: Any) -> Any:
        if isinstance(t, flint.arb_series):
            return each(self(lifted(t, 1)), slope)
        return each(self(flint.arb_series([ball(t), 1], prec=2)), lambda v: coefficient(v, 1))


class _Part:
    """One curve of a flow while it is expanded around a time: the series that is known so far."""

    def __init__(self, value: Any, at: Any) -> None:
        self.value, self.at = value, at

    def __call__(self, t: Any) -> Any:
        if not isinstance(t, flint.arb_series) or not t[0] == self.at:
            raise Inexact("an equation for a rate that speaks of another time")
        lifted(t, 0)
        return self.value

    def rate(self, t: Any) -> Any:
        raise Inexact("an equation for a rate that speaks of another rate")


class Flow:
    """The solution of `equations` (name -> right side in the time) from the values `start` at 0.

    It is followed to the horizon.  `lasting` says that it exists for all times, as linear ones do.
    """

    def __init__(
        self, equations: Mapping[str, Expr], time: str, start: Mapping[str, Any], env: Mapping[str, Any]
    ) -> None:
        self.equations, self.time, self.env = equations, time, env
        self.pieces: dict[int, list[tuple[Any, Any, dict[str, Any]]]] = {1: [], -1: []}  # (from, to, series)
        self.exact = dict(start)
        self.start = {n: each(v, ball) for n, v in start.items()}
        self.ended: set[int] = set()  # the directions in which it cannot be followed any further
        self.lasting = all(_degree(right, frozenset(equations)) <= 1 for right in equations.values())
        others = frozenset().union(*(free_names(_alone(e, equations, time)) for e in equations.values()))
        self.alone = not any(n == time or hasattr(env.get(n), "rate") for n in others)  # at rest once, at rest for ever

    def closed(self, index: str) -> dict[str, Expr]:
        """Its curves as terms in an index, where they have such a form that is known."""

        def rates(values: Mapping[str, Any]) -> dict[str, Any]:
            env = {**self.env, **{n: Constant(v) for n, v in values.items()}, self.time: Fraction(0)}
            return {n: Balls().value(e, env) for n, e in self.equations.items()}

        return closed_flow(self.exact, rates, index) if self.lasting and self.alone else {}

    def series(self, t: Any) -> tuple[Any, dict[str, Any]]:
        """The centre of an expansion that holds at `t`, and the expansions there."""
        way = 1 if t >= 0 else -1
        pieces = self.pieces[way]
        for a, b, found in pieces:
            if (t - a) * way >= 0 and (b - t) * way >= 0:
                return a, found
        if not abs(t) <= HORIZON and pieces:
            raise Late("a flow at a late time")
        while len(pieces) < STEPS and way not in self.ended:
            at, state = flint.arb(0), self.start
            if pieces:
                before, at, found = pieces[-1]
                state = {n: each(v, _widened) for n, v in _moved(found, at - before).items()}
            self.ended.add(way)
            pieces.append((at, *self._step(at, state, way)))
            self.ended.discard(way)
            if (pieces[-1][1] - t) * way >= 0:
                return at, pieces[-1][2]
            if not abs(t) <= HORIZON:
                raise Late("a flow at a late time")
        raise Inexact("a flow that moves too fast")

    def followed(self, both: bool) -> bool:
        """Whether it exists up to the horizon, and in both directions."""
        try:
            for t in (HORIZON, -HORIZON) if both else (HORIZON,):
                self.series(flint.arb(t))
        except (Inexact, Undefined, ArithmeticError, ValueError):
            return False
        return True

    def _step(self, at: Any, state: Mapping[str, Any], way: int) -> tuple[Any, dict[str, Any]]:
        found = {n: each(v, lambda c: [c]) for n, v in state.items()}
        for k in range(ORDER):
            time = flint.arb_series([at, 1], prec=k + 1)
            parts = {n: _Part(each(v, lambda c: flint.arb_series(c, prec=k + 1)), at) for n, v in found.items()}  # noqa: B023
            for n, right in self.equations.items():
                value = Balls().value(right, {**self.env, **parts, self.time: time})
                if shape(value) != shape(state[n]):
                    raise Inexact("an equation between shapes that differ")
                _appended(found[n], value, k)
        expansions = {n: each(v, lambda c: flint.arb_series(c, prec=ORDER + 1)) for n, v in found.items()}
        cells = [c for v in found.values() for c in _cells(v)]
        if self.alone and all(c == 0 for cell in cells for c in cell[1:]):
            return at + way * FOREVER, expansions  # at rest
        scale = 1 + max((abs(c[0]) for c in cells), default=flint.arb(0))
        high = range(ORDER - 5, ORDER + 1)  # single coefficients may vanish by symmetry
        step = flint.arb(1) / (4 if any(c[k] != 0 for c in cells for k in high) else 16)
        while not all(abs(c[k]) * (2 * step) ** k <= ERROR * 2**ORDER * scale for c in cells for k in high):
            step = step / 2
            if not step > flint.arb(1) / 512:
                raise Inexact("a flow that moves too fast")
        step = step.mid()
        return (at + way * step).mid(), expansions


def _alone(e: Expr, names: Iterable[str], time: str) -> Expr:
    """The right side of an equation without the values that the curves of the flow have at its time."""
    for n in names:
        e = replaced(e, ("at", n, time), 0)
    return e


def _moved(series: Mapping[str, Any], t: Any) -> dict[str, Any]:
    """The values of expansions at a time after their centre."""
    return {n: each(v, lambda c: _evaluated(c, t)) for n, v in series.items()}


def _cells(v: Any) -> list[Any]:
    return [x for row in v.entries for x in row] if isinstance(v, Matrix) else [v]


def _appended(known: Any, value: Any, k: int) -> None:
    """The coefficient of the rate at k gives that of the curve at k + 1."""
    for cell, v in zip(_cells(known), _cells(value), strict=True):
        cell.append(ball(coefficient(v, k)) / (k + 1))


def _evaluated(series: Any, t: Any) -> Any:
    """A polynomial at a number or at a series."""
    total: Any = flint.arb(0)
    for k in range(ORDER, -1, -1):
        total = total * t + series[k]
    return total


def _widened(x: Any) -> Any:
    """A value after a step, with the error of the step: later steps let it grow as the flow does."""
    return x + flint.arb(0, ((1 + abs(x)) * ERROR).upper())


def _degree(e: Expr, curves: frozenset[str]) -> int:
    """The degree of a term in the values of curves; 2 stands for all that is not at most 1."""
    args = operands(e)
    if free_names(e).isdisjoint(curves):
        return 0
    if head(e) == "at":
        return 1 if free_names(args[1]).isdisjoint(curves) else 2
    inner = [_degree(a, curves) for a in args]
    if head(e) in ("+", "-", "neg", "T", "trace", "entry", "sum", "matrix"):
        return max(inner)
    if head(e) == "*":
        return min(sum(inner), 2)
    return inner[0] if head(e) == "/" and inner[1] == 0 else 2


def _error(series: Any) -> Any:
    """A ball around 0 for what an expansion leaves out."""
    return flint.arb(0, (1 + abs(series[0])).upper() * flint.arb(2) ** -48)


@dataclass
class Member:
    """One curve of a flow."""

    flow: Flow
    name: str

    def shown(self) -> str:
        return self.name

    def closed(self, index: str) -> Expr | None:
        return self.flow.closed(index).get(self.name)

    def __call__(self, t: Any) -> Any:
        if not isinstance(t, flint.arb_series):
            t = ball(t)
            at, found = self.flow.series(t)
            return each(found[self.name], lambda c: _evaluated(c, t - at) + _error(c))
        at, found = self.flow.series(t[0])
        return each(
            found[self.name],
            lambda c: _evaluated(c, t - at) + flint.arb_series([_error(c)] * t.prec, prec=t.prec),
        )

    def rate(self, t: Any) -> Any:
        time = t if isinstance(t, flint.arb_series) else ball(t)
        return Balls().value(self.flow.equations[self.name], {**self.flow.env, **self.members(), self.flow.time: time})

    def members(self) -> dict[str, Member]:
        return {n: Member(self.flow, n) for n in self.flow.equations}


class Steps:
    """A sequence that is computed step by step from its first members."""

    def __init__(
        self, first: Mapping[int, Any], name: str, rule: tuple[str, int, int, Expr], env: Mapping[str, Any]
    ) -> None:
        self.known, self.name, self.rule, self.env = dict(first), name, rule, env

    def shown(self) -> str:
        return self.name

    def __call__(self, n: int) -> Any:
        index, shift, least, term = self.rule
        if n in self.known:
            return self.known[n]
        if n > 400:
            raise Late("a late member of a sequence")
        if n < least + shift:
            return self.known[min(self.known)]
        for k in range(least + shift, n + 1):
            if k not in self.known:
                value = _Early(self, k).value(term, {**self.env, self.name: self, index: k - shift})
                self.known[k] = each(value, shortened)
        return self.known[n]


class _Early(Balls):
    """Evaluates a step: later members are not known yet."""

    def __init__(self, sequence: Steps, now: int) -> None:
        super().__init__()
        self.sequence, self.now = sequence, now

    def _at(self, env: Mapping[str, Any], x: Expr, t: Expr) -> Any:
        if x == self.sequence.name and self.value(t, env) >= self.now:
            raise Inexact("a step that speaks of later members")
        return super()._at(env, x, t)


class Terms:
    """A sequence that is a term in its index."""

    def __init__(self, term: Expr, index: str, env: Mapping[str, Any]) -> None:
        self.term, self.index, self.env = term, index, env

    def shown(self) -> str:
        return f"{self.term!r} {self.env.get('A')} {self.env.get('B')} {self.env.get('b')} {self.env.get('k')}"

    def closed(self, index: str) -> Expr | None:
        return _closed(self.term, self.index, self.env, index)

    def __call__(self, n: int) -> Any:
        return Balls().value(self.term, {**self.env, self.index: n})


class Function:
    """A function of a matrix that is a term in its argument."""

    argument = "x"

    def __init__(self, term: Expr, env: Mapping[str, Any]) -> None:
        self.term, self.env = term, env

    def shown(self) -> str:
        return f"{self.term!r} {self.env.get('A')} {self.env.get('B')} {self.env.get('b')} {self.env.get('k')}"

    def closed(self, index: str) -> Expr | None:
        return _closed(self.term, self.argument, self.env, index)

    def __call__(self, x: Any) -> Any:
        return Balls().value(self.term, {**self.env, self.argument: x})
