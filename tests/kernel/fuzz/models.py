"""The truth of the kernel's formulas in one exact model.

A model gives a value to each name: a number, a matrix of rational numbers (sizes from 0 on; a 1-by-1 matrix is a
number), a sequence or a curve (a rational function), a function of a matrix, a random variable on a finite space.

Truth has three values; None is "cannot be told".  "For all" and "there is" are decided over finite ranges, and for
equations between rational functions of the bound number.  Elsewhere samples can only show that "for all" fails and
that "there is" holds: where a verdict rests on a sample, `sampled` is set, and nobody may call it certain.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from fuzz.calculus import EXTENDED, Calculus
from fuzz.matrices import Mat, each, times
from fuzz.numbers import CONTEXT, Missing, NoValue, Number, Ratio, T, Totals, Undefined, below
from fuzz.ranges import Ranges
from fuzz.values import REAL, Expr, equal, infinite

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
RELATIONS = tuple(_COMPARED)


def _rank(x: Any) -> int:
    """The place of a number beside the infinities; where a number that is not real has it is not known."""
    if isinstance(x, float):
        return 1 if x > 0 else -1
    if isinstance(x, CONTEXT.mpc) and x.imag:
        if Totals.order is None:
            raise NoValue("the order of complex numbers")
        return 2 * Totals.order[1]
    return 0


class Model(Calculus, Ranges):
    """Values of names, and which formulas hold for them."""

    def holds(self, e: Expr, env: Mapping[str, Any] | None = None) -> bool | None:
        """The truth of a formula; None where a term has no value or the sample cannot tell."""
        env = self.env if env is None else env
        try:
            return self.truth(e, env)
        except (Undefined, OverflowError):
            return None

    def truth(self, e: Expr, env: Mapping[str, Any]) -> bool | None:
        self._spend()
        op, args = e[0], e[1:]
        if op in RELATIONS:
            return self._relation(op, args, env)
        if op in ("true", "false"):
            return op == "true"
        if op == "not":
            inside = self.holds(args[0], env)
            return None if inside is None else not inside
        if op in ("and", "or"):
            known = True
            for a in args:
                inside = self.holds(a, env)
                if inside is (op == "or"):
                    return inside
                known = known and inside is not None
            return op == "and" if known else None
        if op == "implies":
            premise = self.holds(args[0], env)
            if premise is False:
                return True
            inside = self.holds(args[1], env)
            return True if inside else inside if premise else None
        if op in ("forall", "exists"):
            return self._quantified(op, args, env)
        if op == "tends":
            return self._tends(args, env)
        raise Undefined(f"{op} where a formula is needed")

    def _relation(self, op: str, args: Any, env: Mapping[str, Any]) -> bool | None:
        try:
            a, b = self._side(args[0], env), self._side(args[1], env)
        except Missing:
            return op == "!="
        if type(a) is Fraction and type(b) is Fraction:
            return _COMPARED[op](a, b)
        if isinstance(a, float) or isinstance(b, float):
            return _COMPARED[op](_rank(a), _rank(b))
        if op in ("==", "!="):
            alike = equal(a, b)
            return alike if alike is None or op == "==" else not alike
        if isinstance(a, Mat) or isinstance(b, Mat):
            raise NoValue("matrices are not ordered")
        if op in (">", ">="):
            a, b = b, a
        return below(a, b, op in ("<", ">"))

    def _side(self, e: Expr, env: Mapping[str, Any]) -> Any:
        """A value, or an infinity as a float.  Raises `Missing` for a limit that does not exist."""
        if type(e) is tuple:
            if infinite(e):
                return float(infinite(e) * 1e400)
            if e[0] == "fn" and e[1] in EXTENDED:
                return self.extended(e[1], e[2:], env)
            if e[0] == "neg":
                inside = self._side(e[1], env)
                return -inside if isinstance(inside, float) else times(Fraction(-1), inside)
        return self.value(e, env)

    def function(self, name: str, args: Any, env: Mapping[str, Any]) -> Any:
        if name != "Piecewise":
            return super().function(name, args, env)
        for v, c in zip(args[::2], args[1::2], strict=True):
            chosen = self.truth(c, env)
            if chosen is None:
                raise Undefined("a case that cannot be told")
            if chosen:
                return self.value(v, env)
        raise NoValue("no case applies")

    def _quantified(self, op: str, args: Any, env: Mapping[str, Any]) -> bool | None:
        name, sort, body = args
        if op == "exists" and (late := self._eventually(name, sort, body, env)) is not None:
            return late
        chosen = self.places and self.places(op, sort, [v for n, v in env.items() if self.env.get(n) is not v])
        values, whole = (chosen, False) if chosen and sort == REAL else self.members(sort, env)
        if chosen and not whole:
            values = chosen
        elif op == "exists" and not whole:
            values = [*self.hints, *values]
        unknown = False
        for v in values:
            inside = self.holds(body, {**env, name: v})
            if inside is (op == "exists"):
                return op == "exists"
            unknown = unknown or inside is None
        if unknown:
            return None
        if whole:
            return op == "forall"
        if op == "exists":
            self.sampled = True
            return False if chosen else None
        if sort[0] in ("integer", "real") and body[0] == "==" and self.holds(body, {**env, name: T}) is True:
            return True
        self.sampled = True
        return True

    def _eventually(self, first: str, sort: Expr, body: Expr, env: Mapping[str, Any]) -> bool | None:
        """There is an index from which on d <= h, for a rational function d of the index; None for anything else."""
        if sort[0] != "integer" or sort[2] != "oo" or body[0] != "forall" or body[3][0] != "<=":
            return None
        name, span, (_, d, h) = body[1:]
        if span != ("integer", first, "oo"):
            return None
        try:
            value, most = self.number(d, {**env, name: T}), self.number(h, env)
        except Undefined:
            return None
        end = value.limit() if isinstance(value, Ratio) else value
        if not isinstance(most, Fraction) or not isinstance(end, Fraction):
            return False if end is None else None
        return None if end == most and isinstance(value, Ratio) else end <= most

    def _tends(self, args: Any, env: Mapping[str, Any]) -> bool | None:
        body, t, limit = args
        value, goal = self.value(body, {**env, t: T}), self.value(limit, env)
        ends: list[bool] = []

        def at_end(x: Number) -> Number:
            if isinstance(x, Ratio):
                end = x.limit()
                ends.append(end is not None)
                return end if end is not None else Fraction(0)
            return x

        reached = each(value, at_end)
        return False if not all(ends) else equal(reached, goal)
