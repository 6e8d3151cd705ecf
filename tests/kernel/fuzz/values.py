"""Values of the kernel's terms in one exact model: a second meaning, which shares nothing with the kernel.

Written against the description of the language in `verifier.kernel.terms.expr`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from fuzz import words
from fuzz.matrices import (
    Curve,
    Mat,
    determinant,
    each,
    grid,
    identity,
    inverse,
    matrix,
    minus,
    plus,
    times,
    trace,
    transposed,
    zeros,
)
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import (
    Dual,
    NoValue,
    Number,
    Ratio,
    Totals,
    Undefined,
    add,
    approx,
    below,
    div,
    integer,
    mul,
    neg,
    same,
    whole_power,
)

Expr = Any
FALSE: Expr = ("false",)
REAL: Expr = ("real",)
OO: Expr = ("fn", "oo")
_LITERALS = {n: Fraction(n) for n in range(-8, 9)}  # what is read most often
LARGEST = 12  # rows or columns
LIMIT = 60_000  # terms read by one question


class Random(NamedTuple):
    """The values of a random variable, outcome by outcome."""

    values: tuple[Any, ...]


class Outcome(NamedTuple):
    """One outcome: its place among the values of random variables."""

    place: int


def size(n: int) -> int:
    if n < 0:
        raise NoValue("a negative size")
    if n > LARGEST:
        raise Undefined("a large matrix")
    return n


class Given(dict[str, Any]):
    """The values of names, some of which are settled before a model is made: whoever makes it cannot change them."""

    settled: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.kept = self.settled
        super().__init__({**values, **{n: v for n, v in self.kept.items() if n in values}})

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, self.kept.get(name, value))


@dataclass
class Values:
    """Values of names, and the probabilities of the outcomes."""

    env: dict[str, Any]
    weights: tuple[Fraction, ...] = (Fraction(1),)
    seed: int = 0
    hints: list[Any] = field(default_factory=list)  # values that "there is" tries first
    #: what stands for all values that a quantifier ranges over, from it, the sort and the values bound before it
    places: Callable[[str, Expr, list[Any]], list[Any] | None] | None = None
    sampled: bool = False
    work: int = 0
    remembered: dict[Any, Any] = field(default_factory=dict, compare=False)  # what was dear to find

    def __post_init__(self) -> None:
        self.env = Given(self.env)

    def _spend(self) -> None:
        self.work += 1
        if self.work > LIMIT:
            raise Undefined("too much work")

    def number(self, e: Expr, env: Mapping[str, Any]) -> Number:
        x = self.value(e, env)
        if isinstance(x, (Mat, Random)) or callable(x):
            raise NoValue("no number")
        return x

    def whole(self, e: Expr, env: Mapping[str, Any]) -> int:
        return integer(self.number(e, env))

    def value(self, e: Expr, env: Mapping[str, Any]) -> Any:
        """The value of a term.  Raises `Undefined`, and `NoValue` where it has none in mathematics."""
        self._spend()
        if type(e) is int:
            return _LITERALS[e] if -8 < e < 8 else Fraction(e)
        if type(e) is str:
            if e not in env:
                raise Undefined(f"the name {e} means nothing")
            if isinstance(env[e], Random):
                raise NoValue("a random variable outside every expectation")
            return env[e]
        op, args = e[0], e[1:]
        if op in _TERMS:
            return _TERMS[op](self, args, env)
        if op == "fn":
            return self.function(args[0], args[1:], env)
        numbers = [self.number(a, env) for a in args]
        try:
            return _NUMBERS[op](*numbers)
        except NoValue:
            return _outside(op, numbers)

    def _sum(self, args: Any, env: Mapping[str, Any], op: str) -> Any:
        body, name, *ends = args
        lo, hi = self._end(ends[0], env, 1), self._end(ends[1], env, -1)
        if hi - lo > 300:
            raise Undefined("a long sum")
        terms = [self.value(body, {**env, name: Fraction(i)}) for i in range(lo, hi + 1)]
        if not terms:
            return self._empty(body, name, lo, env, op)
        total = terms[0]
        for t in terms[1:]:
            total = plus(total, t) if op == "sum" else times(total, t)
        return total

    def _end(self, e: Expr, env: Mapping[str, Any], inwards: int) -> int:
        """The first or last integer of a range; where an end is none, no value, or that of some total function."""
        x = self.number(e, env)
        if isinstance(x, Fraction) and x.denominator == 1:
            return int(x)
        if isinstance(x, Fraction) and Totals.order is not None:
            return -((-x.numerator) // x.denominator) if inwards > 0 else x.numerator // x.denominator
        if isinstance(x, (Fraction, MP.mpc)):
            raise NoValue("a range that does not begin or end with an integer")
        return integer(x)

    def _empty(self, body: Expr, name: str, lo: int, env: Mapping[str, Any], op: str) -> Any:
        """The sum of nothing, of the shape that a term would have."""
        for i in (lo, lo - 1, lo + 1, 0, 1):
            try:
                shape = self.value(body, {**env, name: Fraction(i)})
            except Undefined:
                continue
            if isinstance(shape, Mat):
                return each(shape, lambda _: Fraction(0)) if op == "sum" else identity(shape.m)
            return Fraction(int(op == "product"))
        raise Undefined("a sum of nothing, of unknown shape")

    def _power(self, args: Any, env: Mapping[str, Any]) -> Any:
        base = self.value(args[0], env)
        if isinstance(base, Mat):
            n = self.whole(args[1], env)
            if n < 0 or base.m != base.n:
                raise NoValue("a negative power of a matrix")
            result = identity(base.m)
            for _ in range(min(n, 400)):
                result = times(result, base)
            return result
        exponent = self.number(args[1], env)
        if isinstance(base, (Ratio, Dual)):
            return whole_power(base, integer(exponent))
        return words.power(base, exponent)

    def _at(self, args: Any, env: Mapping[str, Any]) -> Any:
        outcome = env.get(args[1]) if isinstance(args[1], str) else None
        what = env.get(args[0]) if isinstance(args[0], str) and isinstance(outcome, Outcome) else None
        what = self.value(args[0], env) if what is None else what
        if isinstance(outcome, Outcome) or isinstance(what, Random):
            if not isinstance(outcome, Outcome) or not isinstance(what, Random):
                raise NoValue("something random and an outcome belong together")
            return what.values[outcome.place]
        if not callable(what):
            raise NoValue("no sequence")
        return what(self.value(args[1], env))

    def _rate(self, args: Any, env: Mapping[str, Any]) -> Any:
        what = self.value(args[0], env)
        if not isinstance(what, Curve):
            raise NoValue("no curve")
        return what.rate(self.number(args[1], env))

    def _entry(self, args: Any, env: Mapping[str, Any]) -> Number:
        a, i, j = grid(self.value(args[0], env)), self.whole(args[1], env), self.whole(args[2], env)
        if not (0 <= i < a.m and 0 <= j < a.n):
            raise NoValue("an entry outside its matrix")
        return a.rows[i][j]

    def _basis(self, args: Any, env: Mapping[str, Any]) -> Any:
        n, i = size(self.whole(args[0], env)), self.whole(args[1], env)
        if not 0 <= i < n:
            raise NoValue("a unit vector outside its space")
        return matrix([[Fraction(int(k == i))] for k in range(n)], n, 1)

    def _expect(self, args: Any, env: Mapping[str, Any]) -> Any:
        """The mean over the outcomes."""
        total: Any = None
        for i, w in enumerate(self.weights):
            part = times(w, self.value(args[0], {**env, args[1]: Outcome(i)}))
            total = part if total is None else plus(total, part)
        return total

    def _grad(self, args: Any, env: Mapping[str, Any]) -> Any:
        f, name, point = args
        x = grid(self.value(point, env))
        rows = []
        for i in range(x.m):
            row = []
            for j in range(x.n):
                moved = [
                    [Dual(v, Fraction(int((a, b) == (i, j)))) for b, v in enumerate(r)] for a, r in enumerate(x.rows)
                ]
                y = self.number(f, {**env, name: matrix(moved, x.m, x.n)})
                row.append(y.slope if isinstance(y, Dual) else Fraction(0))
            rows.append(row)
        return matrix(rows, x.m, x.n)

    def function(self, name: str, args: Any, env: Mapping[str, Any]) -> Any:
        """The value of a function of numbers; whoever knows more of them says so in a class of its own."""
        if name in words.CONSTANTS and not args:
            return words.CONSTANTS[name]()
        if name not in words.FUNCTIONS:
            raise Undefined(f"no value of {name}")
        numbers = [self.number(a, env) for a in args]
        if any(isinstance(x, (Ratio, Dual)) for x in numbers):
            raise Undefined("a function of what moves")
        numbers = [x.real if isinstance(x, MP.mpc) and x.imag == 0 else x for x in numbers]
        if name not in _SLOW_GROWING and any(abs(approx(x)) > 10**4 for x in numbers):
            raise Undefined("a large argument")
        try:
            found = _called(name, MP.prec, *numbers)
        except NoValue:
            return _outside(name, numbers)
        except (ZeroDivisionError, TypeError, ValueError) as error:
            if isinstance(error, Undefined):
                raise
            raise Undefined(f"no value of {name}") from None
        if not isinstance(found, Fraction) and not MP.isfinite(found):
            raise NoValue(f"a pole of {name}")
        return found


def _outside(name: str, numbers: list[Number]) -> Number:
    """The value of a total function where it has none in mathematics: any number, but always the same."""
    if Totals.outside is None:
        raise NoValue(f"no value of {name}")
    return Fraction(random.Random(f"{Totals.outside} {name} {numbers}").randint(-2, 3))


@lru_cache(1 << 14)
def _called(name: str, prec: int, *numbers: Number) -> Number:
    """Remembered, as the same functions are asked at the same few points again and again."""
    return words.FUNCTIONS[name](*numbers)


def renamed(e: Expr, old: str, new: str) -> Expr:
    """A term with another name wherever one stands, whatever binds it there."""
    return new if e == old else (e[0], *(renamed(a, old, new) for a in e[1:])) if isinstance(e, tuple) else e


def infinite(e: Expr) -> int:
    return 1 if e == OO else -1 if e == ("neg", OO) else 0


def equal(a: Any, b: Any) -> bool | None:
    a, b = grid(a), grid(b)
    if (a.m, a.n) != (b.m, b.n):
        raise NoValue("an equation between different shapes")
    found = [same(x, y) for r, s in zip(a.rows, b.rows, strict=True) for x, y in zip(r, s, strict=True)]
    return False if False in found else None if None in found else True


def _exact(x: Any) -> str:
    return repr(each(x, lambda v: v if isinstance(v, Fraction) else Fraction(0)))


def _quotient(a: Any, b: Number) -> Any:
    if type(a) is Fraction and type(b) is Fraction and b:
        return a / b
    return times(a, div(_LITERALS[1], b))


def _mod(a: Number, b: Number) -> Number:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        if b == 0:
            raise NoValue("a remainder of a division by 0")
        return a - b * (a // b)
    return add(a, neg(mul(b, words.floor_of(div(a, b)))))


def _choice(least: bool) -> Callable[[Number, Number], Number]:
    def f(a: Number, b: Number) -> Number:
        first = below(a, b, False)
        if first is None:
            raise Undefined("an order that cannot be told")
        return a if first == least else b

    return f


def _absolute(x: Number) -> Number:
    if isinstance(x, Ratio):
        return x if below(Fraction(0), x, False) else neg(x)
    return abs(x) if isinstance(x, Fraction) else abs(approx(x))


_TERMS: dict[str, Callable[[Values, Any, Mapping[str, Any]], Any]] = {
    "+": lambda m, a, env: _folded(m, a, env, plus), "*": lambda m, a, env: _folded(m, a, env, times),
    "-": lambda m, a, env: minus(m.value(a[0], env), m.value(a[1], env)),
    "neg": lambda m, a, env: times(_LITERALS[-1], m.value(a[0], env)),
    "/": lambda m, a, env: _quotient(m.value(a[0], env), m.number(a[1], env)),
    "^": Values._power, "T": lambda m, a, env: transposed(m.value(a[0], env)),
    "trace": lambda m, a, env: trace(grid(m.value(a[0], env))),
    "det": lambda m, a, env: determinant(grid(m.value(a[0], env))),
    "inverse": lambda m, a, env: inverse(m.value(a[0], env)),
    "eye": lambda m, a, env: identity(size(m.whole(a[0], env))),
    "zeros": lambda m, a, env: zeros(size(m.whole(a[0], env)), size(m.whole(a[1], env))),
    "basis": Values._basis, "entry": Values._entry, "at": Values._at, "rate": Values._rate, "expect": Values._expect,
    "grad": Values._grad, "sum": lambda m, a, env: m._sum(a, env, "sum"),
    "product": lambda m, a, env: m._sum(a, env, "product"),
    "matrix": lambda m, a, env: matrix([[m.number(x, env) for x in r[1:]] for r in a], len(a), len(a[0]) - 1),
}  # fmt: skip


_NUMBERS: dict[str, Callable[..., Number]] = {
    "mod": _mod, "abs": _absolute, "sqrt": words.sqrt, "floor": words.floor_of, "min": _choice(True),
    "max": _choice(False), "delta": lambda a, b: Fraction(int(integer(a) == integer(b))),
}  # fmt: skip


_SLOW_GROWING = (
    "log",
    "atan",
    "asinh",
    "acosh",
    "re",
    "im",
    "conjugate",
    "arg",
    "sign",
    "cbrt",
    "ceiling",
    "atan2",
    "acot",
)


def _folded(m: Values, args: Any, env: Mapping[str, Any], f: Callable[[Any, Any], Any]) -> Any:
    total = m.value(args[0], env)
    for a in args[1:]:
        total = f(total, m.value(a, env))
    return total
