"""A second meaning of the kernel's terms and formulas: their values in one exact model.

Written against the description of the language (`verifier.kernel.expr`) and sharing nothing with the kernel.  A model
gives a value to each name: a number, a matrix of rational numbers (sizes from 0 on; a 1-by-1 matrix is a number), a
sequence or a curve (a rational function), a function of a matrix, a random variable on a finite space.

Truth has three values; None is "cannot be told".  "For all" and "there is" are decided over finite ranges, and for
equations between rational functions of the bound number.  Elsewhere samples can only show that "for all" fails and
that "there is" holds: where a verdict rests on a sample, `sampled` is set, and nobody may call it certain.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from fuzz import words
from fuzz.matrices import (
    Curve,
    Mat,
    determinant,
    each,
    falling_curve,
    grid,
    identity,
    inverse,
    matrix,
    plus,
    polynomial_curve,
    rational,
    table,
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
    T,
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


RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


FINITE = 40  # values of a range that are tried one by one


LARGEST = 12  # rows or columns


LIMIT = 60_000  # terms read by one question


class Random(NamedTuple):
    """The values of a random variable, outcome by outcome."""

    values: tuple[Any, ...]


class Outcome(NamedTuple):
    """One outcome: its place among the values of random variables."""

    place: int


def _size(n: int) -> int:
    if n < 0:
        raise NoValue("a negative size")
    if n > LARGEST:
        raise Undefined("a large matrix")
    return n


@dataclass
class Model:
    """Values of names, and the probabilities of the outcomes."""

    env: dict[str, Any]
    weights: tuple[Fraction, ...] = (Fraction(1),)
    seed: int = 0
    hints: list[Any] = field(default_factory=list)  # values that "there is" tries first
    sampled: bool = False
    work: int = 0

    # -- formulas ------------------------------------------------------------------------------------------------
    def holds(self, e: Expr, env: Mapping[str, Any] | None = None) -> bool | None:
        """The truth of a formula; None where a term has no value or the sample cannot tell."""
        env = self.env if env is None else env
        try:
            return self._holds(e, env)
        except (Undefined, OverflowError):
            return None

    def _holds(self, e: Expr, env: Mapping[str, Any]) -> bool | None:
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
            parts = [self.holds(a, env) for a in args]
            if (op == "or") in parts:
                return op == "or"
            return None if None in parts else op == "and"
        if op == "implies":
            a, b = self.holds(args[0], env), self.holds(args[1], env)
            return True if a is False or b is True else False if a is True and b is False else None
        if op in ("forall", "exists"):
            return self._quantified(op, args, env)
        if op == "tends":
            return self._tends(args, env)
        raise Undefined(f"{op} where a formula is needed")

    def _relation(self, op: str, args: Any, env: Mapping[str, Any]) -> bool | None:
        infinite = [_infinite(a) for a in args]
        sides = [self._extended(a, env) for a in args]
        if any(infinite) or any(isinstance(x, float) for x in sides):
            a, b = (x if isinstance(x, float) else 0.0 for x in sides)
            return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
        a, b = sides
        if op in ("==", "!="):
            alike = equal(a, b)
            return alike if alike is None or op == "==" else not alike
        if isinstance(a, Mat) or isinstance(b, Mat):
            raise NoValue("matrices are not ordered")
        if op in (">", ">="):
            a, b = b, a
        return below(a, b, op in ("<", ">"))

    def _extended(self, e: Expr, env: Mapping[str, Any]) -> Any:
        """A value, or an infinity as a float."""
        if _infinite(e):
            return float(_infinite(e) * 1e400)
        if isinstance(e, tuple) and e[:2] == ("fn", "limit"):
            return self._limit(e[2:], env)
        return self.value(e, env)

    def _quantified(self, op: str, args: Any, env: Mapping[str, Any]) -> bool | None:
        name, sort, body = args
        if op == "exists" and (late := self._eventually(name, sort, body, env)) is not None:
            return late
        values, whole = self.members(sort, env)
        if op == "exists":
            values = [*self.hints, *values] if not whole else values
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
            return None
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

    # -- ranges --------------------------------------------------------------------------------------------------
    def members(self, sort: Expr, env: Mapping[str, Any]) -> tuple[list[Any], bool]:
        """Values of a sort, and whether they are all of them."""
        rng = random.Random(f"{self.seed} {sort!r}")
        kind = sort[0]
        if kind == "integer":
            lo, hi = (None if a in ("-oo", "oo") else integer(self.value(a, env)) for a in sort[1:])
            if lo is not None and hi is not None and hi - lo < FINITE:
                return [Fraction(i) for i in range(lo, hi + 1)], True
            if lo is None and hi is None:
                found = [*range(-4, 7), -1000, 1000]
            elif lo is None:
                assert hi is not None
                found = [hi - i for i in (*range(8), 1000)]
            else:
                found = [i for i in (*range(lo, lo + 9), lo + 1000) if hi is None or i <= hi]
            return [Fraction(i) for i in found], False
        if kind == "real":
            fixed = [
                Fraction(1, 10**12),
                0,
                1,
                -1,
                2,
                -2,
                Fraction(1, 2),
                Fraction(-1, 2),
                Fraction(1, 3),
                3,
                -3,
                10,
                Fraction(1, 10),
            ]
            return [Fraction(x) for x in fixed] + [rational(rng) for _ in range(8)], False
        if kind == "matrix":
            m, n = (_size(integer(self.value(a, env))) for a in sort[1:])
            if 0 in (m, n):
                return [Mat(tuple(() for _ in range(m)), m, n)], True
            found = [table(rng, m, n) for _ in range(6)]
            return [each(found[0], lambda _: Fraction(0)), *found], False
        return [self.member(sort, env, rng) for _ in range(4)], False

    def member(self, sort: Expr, env: Mapping[str, Any], rng: random.Random) -> Any:
        """A random value of a sort."""
        kind = sort[0]
        if kind in ("integer", "real"):
            values, _ = self.members(sort, env)
            if not values:
                raise Undefined("an empty range")
            return (
                rng.choice(values if kind == "integer" else values[1:])
                if kind == "integer" or rng.random() < 0.4
                else rational(rng)
            )
        if kind == "complex":
            return MP.mpc(*(approx(rational(rng)) for _ in range(2)))
        if kind == "matrix":
            m, n = (_size(integer(self.value(a, env))) for a in sort[1:])
            return table(rng, m, n)
        if kind == "random":
            return Random(tuple(self.member(sort[1], env, rng) for _ in self.weights))
        if kind == "sequence" and sort[1][0] == "sequence":
            raise Undefined("a sequence of sequences")
        if kind == "sequence" and sort[1][0] == "integer":
            seed = rng.random()
            return lambda t: self.member(sort[1], env, random.Random(f"{seed} {integer(t)}"))
        if kind == "sequence":
            return falling_curve(rng, self._shape(sort[1], env))
        if kind == "curve":
            return polynomial_curve(rng, self._shape(sort[1], env))
        if kind == "function":
            seed, shape = rng.random(), self._shape(sort[2], env)
            return lambda x: table(random.Random(f"{seed} {_exact(x)}"), *shape)
        raise Undefined(f"no values of the sort {kind}")

    def _shape(self, sort: Expr, env: Mapping[str, Any]) -> tuple[int, int]:
        if sort[0] == "real":
            return 1, 1
        if sort[0] != "matrix":
            raise Undefined(f"no shape of {sort[0]}")
        m, n = (_size(integer(self.value(a, env))) for a in sort[1:])
        return m, n

    # -- terms ---------------------------------------------------------------------------------------------------
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
        if isinstance(e, int):
            return Fraction(e)
        if isinstance(e, str):
            if e not in env:
                raise Undefined(f"the name {e} means nothing")
            if isinstance(env[e], Random):
                raise NoValue("a random variable outside every expectation")
            return env[e]
        op, args = e[0], e[1:]
        if op in _TERMS:
            return _TERMS[op](self, args, env)
        if op == "fn":
            return self._function(args[0], args[1:], env)
        numbers = [self.number(a, env) for a in args]
        return _NUMBERS[op](*numbers)

    def _sum(self, args: Any, env: Mapping[str, Any], op: str) -> Any:
        body, name, *ends = args
        lo, hi = (self.whole(a, env) for a in ends)
        if hi - lo > 300:
            raise Undefined("a long sum")
        terms = [self.value(body, {**env, name: Fraction(i)}) for i in range(lo, hi + 1)]
        if not terms:
            return self._empty(body, name, lo, env, op)
        total = terms[0]
        for t in terms[1:]:
            total = plus(total, t) if op == "sum" else times(total, t)
        return total

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
        n, i = _size(self.whole(args[0], env)), self.whole(args[1], env)
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

    def _function(self, name: str, args: Any, env: Mapping[str, Any]) -> Any:
        if name in words.CONSTANTS and not args:
            return words.CONSTANTS[name]()
        if name == "Piecewise":
            for v, c in zip(args[::2], args[1::2], strict=True):
                chosen = self._holds(c, env)
                if chosen is None:
                    raise Undefined("a case that cannot be told")
                if chosen:
                    return self.value(v, env)
            raise NoValue("no case applies")
        if name == "diff":
            return self._diff(args, env)
        if name == "integrate":
            return self._integral(args, env)
        if name == "limit":
            found = self._limit(args, env)
            if isinstance(found, float):
                raise NoValue("an infinite limit where a number is needed")
            return found
        if name not in words.FUNCTIONS:
            raise Undefined(f"no value of {name}")
        numbers = [self.number(a, env) for a in args]
        if any(isinstance(x, (Ratio, Dual)) for x in numbers):
            raise Undefined("a function of what moves")
        if name not in _SLOW_GROWING and any(abs(approx(x)) > 10**4 for x in numbers):
            raise Undefined("a large argument")
        try:
            return words.FUNCTIONS[name](*numbers)
        except (ZeroDivisionError, TypeError, ValueError) as error:
            if isinstance(error, Undefined):
                raise
            raise Undefined(f"no value of {name}") from None

    def _diff(self, args: Any, env: Mapping[str, Any]) -> Number:
        """The derivative: exactly for rational functions, else by differences in 260 digits from both sides."""
        (_, name, _, body), point, order = args
        x = self.number(point, env)
        try:
            f = self.number(body, {**env, name: T})
            for _ in range(order):
                f = f.slope() if isinstance(f, Ratio) else Fraction(0)
            return f.at(x) if isinstance(f, Ratio) else f
        except Undefined:
            if order != 1:
                raise
        if not isinstance(x, Fraction):
            raise Undefined("a derivative at no rational point")
        h = Fraction(1, 10**60)
        with MP.workdps(260):
            left, here, right = (approx(self.number(body, {**env, name: x + d})) for d in (-h, Fraction(0), h))
            slopes = [(here - left) * 10**60, (right - here) * 10**60]
        if abs(slopes[0] - slopes[1]) > MP.mpf(10) ** -40 * (1 + abs(slopes[0])):
            raise NoValue("no derivative")
        return (slopes[0] + slopes[1]) / 2

    def _integral(self, args: Any, env: Mapping[str, Any]) -> Number:
        """An integral between numbers, or over a half line, by quadrature: good for a dozen digits."""
        (_, name, _, body), *ends = args
        if any(map(_infinite, ends)) and any(f"'{w}'" in repr(body) for w in ("sin", "cos")):
            raise Undefined("an integral that oscillates")
        lo, hi = (MP.inf * _infinite(a) if _infinite(a) else approx(self.number(a, env)) for a in ends)

        def f(t: Any) -> Any:
            return approx(self.number(body, {**env, name: MP.mpf(t)}))

        with MP.workdps(20):
            middle = [MP.mpf(0)] if lo < 0 < hi else []
            value, error = MP.quad(f, [lo, *middle, hi], error=True)
            if error > MP.mpf(10) ** -12 * (1 + abs(value)) or not MP.isfinite(value):
                raise Undefined("an integral that cannot be told")
        return value

    def _limit(self, args: Any, env: Mapping[str, Any]) -> Any:
        """The limit of a rational function; an infinite one is a float."""
        (_, name, _, body), point, side = args
        far = _infinite(point)
        ends: list[Any] = []
        for sign in (1, -1):
            if (far and sign != 1) or (not far and side == -sign):
                continue
            step = div(Fraction(sign), T)
            way = mul(Fraction(far), T) if far else add(self.number(point, env), step)
            f = self.number(body, {**env, name: way})
            if not isinstance(f, Ratio):
                ends.append(f)
                continue
            end = f.limit()
            lead = f.top[f.top.degree()] / f.below[f.below.degree()]
            ends.append(end if end is not None else float("inf") if lead > 0 else float("-inf"))
        if any(e != ends[0] for e in ends):
            raise NoValue("a limit that does not exist")
        return ends[0]


def _infinite(e: Expr) -> int:
    return 1 if e == ("fn", "oo") else -1 if e == ("neg", ("fn", "oo")) else 0


def equal(a: Any, b: Any) -> bool | None:
    a, b = grid(a), grid(b)
    if (a.m, a.n) != (b.m, b.n):
        raise NoValue("an equation between different shapes")
    found = [same(x, y) for r, s in zip(a.rows, b.rows, strict=True) for x, y in zip(r, s, strict=True)]
    return False if False in found else None if None in found else True


def _exact(x: Any) -> str:
    return repr(each(x, lambda v: v if isinstance(v, Fraction) else Fraction(0)))


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
    if isinstance(x, Fraction):
        return abs(x)
    return abs(approx(x))


_TERMS: dict[str, Callable[[Model, Any, Mapping[str, Any]], Any]] = {
    "+": lambda m, a, env: _folded(m, a, env, plus), "*": lambda m, a, env: _folded(m, a, env, times),
    "-": lambda m, a, env: plus(m.value(a[0], env), times(Fraction(-1), m.value(a[1], env))),
    "neg": lambda m, a, env: times(Fraction(-1), m.value(a[0], env)),
    "/": lambda m, a, env: times(m.value(a[0], env), div(Fraction(1), m.number(a[1], env))),
    "^": Model._power, "T": lambda m, a, env: transposed(m.value(a[0], env)),
    "trace": lambda m, a, env: trace(grid(m.value(a[0], env))),
    "det": lambda m, a, env: determinant(grid(m.value(a[0], env))),
    "inverse": lambda m, a, env: inverse(m.value(a[0], env)),
    "eye": lambda m, a, env: identity(_size(m.whole(a[0], env))),
    "zeros": lambda m, a, env: zeros(_size(m.whole(a[0], env)), _size(m.whole(a[1], env))),
    "basis": Model._basis, "entry": Model._entry, "at": Model._at, "rate": Model._rate, "expect": Model._expect,
    "grad": Model._grad, "sum": lambda m, a, env: m._sum(a, env, "sum"),
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


def _folded(m: Model, args: Any, env: Mapping[str, Any], f: Callable[[Any, Any], Any]) -> Any:
    total = m.value(args[0], env)
    for a in args[1:]:
        total = f(total, m.value(a, env))
    return total
