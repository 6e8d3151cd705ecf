"""Truth as far as it can be seen: relations in balls, quantifiers over infinitely many values at some of them.

True means that nothing speaks against it at the values that were tried; where `sure` stays set, that was all of them
and exact.  A false equation or inequality is a ball that excludes the other side.
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from typing import Any

import flint

import verifier.language.values.arithmetic as ar
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined, matrix, pack
from verifier.language.values.semantics import Env, Limits, Truth
from verifier.prove.driver.effort import now
from verifier.prove.properties.ball_values import Balls, ball, is_exact, sign
from verifier.prove.properties.dynamics import Equations
from verifier.prove.properties.moving import Flow, Formula, Late, Member, Terms
from verifier.prove.properties.plain_families import members, shape_of
from verifier.prove.properties.solving import LOST, is_equation, parts, solved
from verifier.prove.refute.plain_values import matrices, structured

LIMITS = Limits(steps=40_000, span=400, reach=8, pool=4)
WIDTHS = (8, 4, 3, 2, 2)  # values of a bound variable that are tried, by depth
SMALL = tuple(Fraction(p, q) for p, q in ((1, 1), (1, 2), (1, 10), (1, 100), (1, 10**4), (1, 10**8), (2, 1), (10, 1),
                                          (100, 1), (10**4, 1), (10**8, 1)))  # fmt: skip
SCALES = (1, Fraction(1, 100), Fraction(1, 30_000))  # of matrices that may have to be small
NEAR = flint.arb(2) ** -40
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Seeing(Truth):
    """Truth of formulas at an environment of `balls`."""

    def __init__(self, until: float = math.inf, wide: int = 1, limits: Limits = LIMITS) -> None:
        super().__init__(limits, Balls(limits, self._certain))
        self.until = until
        self.sure = True
        self.depth = 0
        self.open = 0  # what was left open, and not only because a flow was not followed that far or time was up
        self.wide = wide  # how many times as many values are tried
        self.source = random.Random(wide)
        self.instances: list[Any] = []  # matrices that are tried for bound variables before others

    def decide(self, p: Expr, env: Env, trace: list[tuple[str, Any]]) -> bool | None:
        if now() > self.until:
            return None
        if head(p) in RELATIONS:
            try:
                return self._relation(str(head(p)), *(self.terms.value(a, env) for a in operands(p)))
            except Late:
                return None
            except Inexact:
                return None if self.terms.left < 0 else self._left_open()
        if head(p) == "tends":
            return self._tends(p, env)
        if head(p) in ("not", "implies"):
            met, sure = self.asked(operands(p)[0], env)
            if met is False:
                return True
            found = self.decide(operands(p)[1], env, trace) if head(p) == "implies" else False
            if found is False and met is True and not sure:  # what only seems to hold refutes nothing
                return self._left_open()
            return found if met is True or found is True else None
        return super().decide(p, env, trace)

    def _certain(self, p: Expr, env: Env) -> bool | None:
        """Whether a formula holds, where that is sure: which case of a term it is hangs on it."""
        found, sure = self.asked(p, env)
        return found if sure else None

    def _left_open(self) -> bool | None:
        self.open += 1
        return None

    def asked(self, p: Expr, env: Env) -> tuple[bool | None, bool]:
        """Whether a formula holds, and whether that is sure where it does."""
        before, self.sure = self.sure, True
        found = self.decide(p, env, [])
        sure, self.sure = self.sure, before and self.sure
        return found, sure

    def _premises(self, premises: Sequence[Expr], env: Env) -> tuple[bool | None, bool]:
        """The same for all of them, from left to right."""
        every, all_sure = True, True
        for p in premises:
            found, sure = self.asked(p, env)
            if found is False:
                return False, True
            every, all_sure = every and found is True, all_sure and sure
        return every or None, all_sure

    def _tends(self, p: Expr, env: Env) -> bool | None:
        """A sequence comes near to its limit, and nearer: at late members, which is no more than an impression."""
        term, index, limit = operands(p)
        try:
            goal = self.terms.value(limit, env)
            gaps = [
                _size(ar.plus(self.terms.value(term, {**env, str(index): n}), ar.times(-1, goal)))
                for n in (40, 120, 360)
            ]
        except Inexact:
            return self._left_open()
        self.sure = False
        near = gaps[2] <= NEAR * (1 + _size(goal))
        nearer = gaps[2] <= 0.7 * gaps[1] and gaps[1] <= 0.7 * gaps[0]
        return True if near or (nearer and gaps[2] <= 0.1) else self._left_open()

    def _relation(self, op: str, x: Any, y: Any) -> bool:
        if op in ("==", "!="):
            if ar.shape(x) != ar.shape(y) and not ((is_exact(x) and x == 0) or (is_exact(y) and y == 0)):
                raise Undefined(f"the comparison of shapes {ar.shape(x)} and {ar.shape(y)}")
            gap = ar.plus(x, ar.times(-1, y))
            size = 1 + _size(x) + _size(y)
            differ = any(self._sign(v, size) != 0 for row in _rows(gap) for v in row)
            if op == "!=" and not differ:
                self._exactly(gap)
            return differ == (op == "!=")
        gap = ar.plus(ar.number(x), ar.times(-1, ar.number(y)))
        order = self._sign(gap, 1 + _size(x) + _size(y))
        if order == 0 and op in ("<", ">"):
            self._exactly(gap)
        return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[op]

    def _exactly(self, gap: Any) -> None:
        """That something vanishes is never seen of a ball."""
        if not all(is_exact(v) for row in _rows(gap) for v in row):
            raise Inexact("a ball around 0")

    def _sign(self, gap: Any, size: Any) -> int:
        found = sign(gap, size)
        if found == 0 and not is_exact(gap):
            self.sure = False
        return found

    def _quantified(self, p: Expr, stop: bool, env: Env, trace: list[tuple[str, Any]]) -> bool | None:
        name, sort, body = operands(p)
        if name not in free_names(body) and head(sort) != "integer":
            return self.decide(body, env, trace)
        complete, met, unknown, late = True, 0, False, False
        premises: list[Expr] = []
        while not stop and head(body) == "implies":
            premises.append(operands(body)[0])
            body = operands(body)[1]
        self.depth += 1
        try:
            for candidate in self._tried(str(name), sort, operands(p)[2], stop, env):
                if candidate is None:
                    complete = False
                    break
                inside = {**env, str(name): candidate}
                asked, sure = self._premises(premises, inside)
                if asked is False:
                    continue
                before = self.open
                found = self.decide(body, inside, [])
                if found is None and self.open == before:
                    late = True
                elif found is None or (found is stop and not (asked and sure)):
                    unknown = True
                elif found is stop:
                    trace.append((str(name), candidate))
                    return stop
                else:
                    met += getattr(candidate, "moves", True)
        finally:
            self.depth -= 1
        if complete and not unknown and not late:
            return not stop
        if stop or unknown:
            return self._left_open()
        if met < (3 if head(sort) in ("curve", "sequence", "function") else 1):
            return None if late else self._left_open()  # of a premise that hardly a value met nothing is seen
        self.sure = False
        return True

    def _tried(self, name: str, sort: Expr, body: Expr, stop: bool, env: Env) -> Iterator[Any]:
        """Values of a bound variable; a final None says that there are more."""
        op, args = head(sort), operands(sort)
        if stop:
            yield from self._witnesses(name, sort, body, env)
        width = WIDTHS[min(self.depth, len(WIDTHS)) - 1] * self.wide * (2 if stop else 1)
        if op == "integer":
            if (yield from self._integers(args, width, env, stop)):
                return
        elif op == "real":
            yield from self._reals(name, body, width, env, stop)
        elif op == "matrix":
            m, n = (self.terms.size(a, env) for a in args)
            if (m, n) == (0, 0):
                yield Matrix(m, n, ())
                return
            yield from (x for x in self.instances if ar.shape(x) == (m, n))
            simple = list(matrices(m, n))
            self.source.shuffle(simple)
            near = head(body) == "implies" and self.depth > 1  # its premise may ask for small ones
            for x in [*simple[:width], *(structured(m, n, self.source) for _ in range(width // 2))]:
                yield from (ar.times(s, x) for s in (SCALES if near else SCALES[:1]))
        elif op in ("curve", "sequence", "function"):
            yield from members(sort, env, self.terms, self.source, width)
        yield None

    def _witnesses(self, name: str, sort: Expr, body: Expr, env: Env) -> Iterator[Any]:
        """What equations in a body say that something must be."""
        said = list(parts(body))
        try:
            if head(sort) in ("curve", "sequence"):
                found = Equations.of(iter(said), {name: sort})
                if name in found.terms:
                    time, term = found.terms[name]
                    yield (Formula if head(sort) == "curve" else Terms)(term, time, env)
                elif name in found.rates:
                    time, right = found.rates[name]
                    start = self._start(name, said, shape_of(sort, env, self.terms), env)
                    yield Member(Flow({name: right}, time, {name: start}, env), name)
            elif head(sort) in ("real", "matrix"):
                equations = [f for f in said if is_equation(f) and name in free_names(f)]
                if equations:
                    shape = shape_of(sort, env, self.terms)
                    yield from solved(name, shape, env, equations, pack(matrix(*shape, lambda i, j: Fraction(0))))
        except LOST:
            return

    def _start(self, name: str, said: Sequence[Expr], shape: tuple[int, int], env: Env) -> Any:
        """The value at 0 that an equation gives, or zero."""
        for f in said:
            sides = operands(f) if head(f) == "==" else ()
            for left, right in (sides, sides[::-1]) if sides else ():
                if left == ("at", name, 0) and name not in free_names(right):
                    return self.terms.value(right, env)
        return pack(matrix(*shape, lambda i, j: Fraction(0)))

    def _integers(self, ends: tuple[Expr, ...], width: int, env: Env, stop: bool) -> Generator[Any, None, bool]:
        """Integers of a range; returns whether they are all."""
        lo, hi = (None if a in ("-oo", "oo") else self._end(a, env) for a in ends)
        if lo is not None and hi is not None and hi - lo < 40:
            yield from range(lo, hi + 1)
            return True
        start = lo if lo is not None else hi if hi is not None else 0
        way = 1 if lo is not None else -1
        steps = list(range(width)) + ([20, 60, 150, 300] if stop else [12, 25])
        for k in steps:
            if hi is None or start + way * k <= hi:
                yield start + way * k
            if lo is None and hi is None and k:
                yield start - way * k
        return False

    def _reals(self, name: str, body: Expr, width: int, env: Env, stop: bool) -> Iterator[Any]:
        lows, highs = self._guards(name, body, env)
        low, high = max(lows, default=None), min(highs, default=None)
        source = self.source
        if low is not None and high is not None:
            found = [low, high, (low + high) / 2] if low <= high else [low]
            found += [low + (high - low) * Fraction(source.randint(1, 63), 64) for _ in range(width)]
        elif low is None and high is None:
            found = [Fraction(x, 2) for x in (0, 2, -2, 1, -1, 3, -4)]
            found = [*found[: max(width, 3)], *(Fraction(source.randint(-96, 96), 64) for _ in range(width // 3))]
        else:
            edge, way = (low, 1) if low is not None else (high or Fraction(0), -1)
            limits = stop or "'exists'" in repr(body)  # small and large values matter
            pool = SMALL if limits else (*SMALL[:3], Fraction(3, 4), Fraction(3, 2), Fraction(2))
            found = [edge, *(edge + way * x for x in pool)]
            found += [edge + way * Fraction(source.randint(1, 96), 64) for _ in range(width // 3)]
        if not stop and self.depth > 1 and head(body) == "implies":  # its premise may ask for small ones
            found += [Fraction(way, size) for size in (100, 30_000) for way in (1, -1)]
        yield from found

    def _guards(self, name: str, body: Expr, env: Env) -> tuple[list[Fraction], list[Fraction]]:
        """Lower and upper ends that the premises of a body put around its variable."""
        lows: list[Fraction] = []
        highs: list[Fraction] = []
        waiting = []
        while head(body) == "implies":
            waiting.append(operands(body)[0])
            body = operands(body)[1]
        if head(body) == "and":  # of something that exists
            waiting.append(body)
        while waiting:
            f = waiting.pop()
            if head(f) == "and":
                waiting += operands(f)
            elif head(f) in _FLIPPED:
                a, b = operands(f)
                for side, other, op in ((a, b, str(head(f))), (b, a, _FLIPPED[str(head(f))])):
                    if side == name and name not in free_names(other):
                        try:
                            end = fraction(self.terms.value(other, env))
                        except (Inexact, Undefined):
                            continue
                        (highs if op in ("<", "<=") else lows).append(end)
        return lows, highs


def fraction(x: Any) -> Fraction:
    """A number, or the middle of its ball."""
    x = ar.number(x)
    if is_exact(x):
        return Fraction(ar.primal(x))
    q = ball(x).mid().fmpq()
    return Fraction(int(q.p), int(q.q))


def _rows(x: Any) -> Any:
    return x.entries if isinstance(x, Matrix) else ((x,),)


def _size(x: Any) -> Any:
    return max((abs(ball(v)) for row in _rows(x) for v in row), default=flint.arb(0))
