"""What an expression means at concrete values: exact values of terms, three-valued truth of formulas.

An environment gives each name a number, a `Matrix`, or (for sequences) a function of an integer; under
``"__law__"`` it may carry a finite law, a list of (probability, {random name: value}), for expectations.
`holds` answers None where finitely many exact evaluations do not decide: unbounded and real quantifiers
(unless `quantifiers` decides them exactly), limits, irrational values.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

import verifier.language.values.arithmetic as ar
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import HEADS, RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import (
    Dual,
    Inexact,
    Matrix,
    Undefined,
    Value,
    entry,
    matrix,
    number,
    pack,
    plus,
)
from verifier.language.values.quantifiers import candidates, decide_universal

__all__ = ["DEFAULT", "Dual", "Env", "Evaluator", "Inexact", "Limits", "Matrix", "Outcome", "Undefined", "Value",
           "evaluate", "exact", "holds"]  # fmt: skip

Env: TypeAlias = Mapping[str, Any]
_TAGS = itertools.count(1)  # of derivatives inside each other, also through values that evaluate terms themselves
FORMULAS = (*RELATIONS, "and", "or", "not", "implies", "true", "false", "forall", "exists", "tends")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a finite law: the values of the random variables there."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Limits:
    """How far evaluation goes: operations, exponents and sums, and reach of unbounded quantifiers."""

    steps: int = 2_000_000
    span: int = 20_000
    reach: int = 12
    pool: int = 8


DEFAULT = Limits()


def _negated(x: Any) -> Any:
    return ar.times(-1, x)


#: operations that are functions of the values of their arguments
PLAIN: dict[str, Any] = {
    "+": lambda *xs: functools.reduce(plus, xs),
    "*": lambda *xs: functools.reduce(ar.times, xs),
    "-": lambda x, y: plus(x, _negated(y)),
    "neg": _negated,
    "/": ar.quotient,
    "mod": ar.remainder,
    "abs": ar.absolute,
    "sqrt": lambda x: ar.root(number(x)),
    "floor": ar.floor,
    "min": lambda x, y: ar.choose(x, y, -1),
    "max": lambda x, y: ar.choose(x, y, 1),
    "T": ar.transpose,
    "trace": ar.trace,
    "det": ar.determinant,
    "inverse": ar.inverse,
    "entry": lambda x, i, j: entry(x, ar.whole(i, "an index"), ar.whole(j, "an index")),
    "delta": lambda i, j: int(ar.whole(i, "an index") == ar.whole(j, "an index")),
}


class Evaluator:
    """Evaluates expressions; one object carries the budget of one evaluation."""

    plain: ClassVar[dict[str, Any]] = PLAIN

    def __init__(self, limits: Limits | None = None, truth: Callable[[Expr, Env], bool | None] | None = None) -> None:
        """`truth` says which case of a Piecewise it is; without it they have no value."""
        self.limits = limits or Limits()
        self.left = self.limits.steps
        self.truth = truth

    def value(self, e: Expr, env: Env) -> Any:
        """The value of a term.  Raises `Undefined` or `Inexact`."""
        if isinstance(e, int):
            return e
        if isinstance(e, str):
            if e not in env:
                raise Inexact(f"no value is given for {e}")
            x = env[e]
            return pack(x) if isinstance(x, Matrix) else x
        self.left -= 1
        if self.left < 0:
            raise Inexact("the evaluation is too long")
        op = str(e[0])
        if op in self.plain:
            return self.plain[op](*(self.value(a, env) for a in e[1:]))
        if op == "^":
            return self.raised(self.value(e[1], env), number(self.value(e[2], env)))
        method = getattr(self, "_" + op, None) if op in HEADS else None
        if method is None:
            raise (
                Undefined(f"{op!r} is no value") if op in FORMULAS else Inexact(f"no exact value for {op!r}")
            )
        return method(env, *e[1:])

    def raised(self, base: Any, exponent: Any) -> Any:
        return ar.matrix_power(base, ar.whole(exponent, "an exponent"), self.limits.span)

    def size(self, e: Expr, env: Env, what: str = "a size") -> int:
        n = ar.whole(self.value(e, env), what)
        if not 0 <= n <= 64:
            raise Undefined(f"{what} is {n}") if n < 0 else Inexact(f"{what} is {n}")
        return n

    def span(self, lo: Expr, hi: Expr, env: Env) -> range:
        a, b = ar.whole(self.value(lo, env), "a bound"), ar.whole(self.value(hi, env), "a bound")
        if b - a > self.limits.span:
            raise Inexact(f"a range of {b - a + 1} integers")
        return range(a, b + 1)

    def shape(self, e: Expr, env: Env) -> tuple[int, int]:
        """The shape of a term, without its value: empty sums and zeroth powers need it."""
        op, args = head(e), operands(e)
        if op in ("+", "-", "neg", "^", "inverse"):
            return next((s for s in (self.shape(a, env) for a in args[:2]) if s != (1, 1)), (1, 1))
        if op == "*":
            left = (1, 1)
            for a in args:
                right = self.shape(a, env)
                left = right if left == (1, 1) else left if right == (1, 1) else (left[0], right[1])
            return left
        if op == "/":
            return self.shape(args[0], env)
        if op == "T":
            return self.shape(args[0], env)[::-1]
        if op in ("sum", "product"):
            return self.shape(args[0], {**env, str(args[1]): self.value(args[2], env)})
        if op == "eye":
            return (self.size(args[0], env),) * 2
        if op == "zeros":
            return self.size(args[0], env), self.size(args[1], env)
        if op == "basis":
            return self.size(args[0], env), 1
        if op == "matrix":
            return len(args), len(operands(args[0]))
        if op == "grad":
            return self.shape(args[2], env)
        if op == "expect":
            return ar.shape(self.value(e, env))
        if op in (None, "at"):
            return ar.shape(self.value(e, env))
        return (1, 1)

    def _fn(self, env: Env, *args: Expr) -> Any:
        if args[0] != "Piecewise" or self.truth is None:
            raise Inexact(f"the function {args[0]} has no exact values")
        for value, condition in zip(args[1::2], args[2::2], strict=True):
            met = self.truth(condition, env)
            if met is None:
                raise Inexact("a case that is open")
            if met:
                return self.value(value, env)
        raise Undefined("no case of a Piecewise holds")

    def _sum(self, env: Env, body: Expr, j: str, lo: Expr, hi: Expr) -> Any:
        total: Any = None
        for i in self.span(lo, hi, env):
            part = self.value(body, {**env, j: i})
            total = part if total is None else plus(total, part)
        if total is not None:
            return total
        try:
            m, n = self.shape(body, {**env, j: self.value(lo, env)})
        except (Undefined, Inexact):
            return 0
        return pack(matrix(m, n, lambda i, k: 0))

    def _product(self, env: Env, body: Expr, j: str, lo: Expr, hi: Expr) -> Any:
        total: Any = None
        for i in self.span(lo, hi, env):
            part = self.value(body, {**env, j: i})
            total = part if total is None else ar.times(total, part)
        if total is not None:
            return total
        m, n = self.shape(body, {**env, j: self.value(lo, env)})
        return ar.identity(m) if m == n else 1

    def _at(self, env: Env, x: Expr, t: Expr) -> Any:
        outcome = env.get(t) if isinstance(t, str) else None
        if isinstance(outcome, Outcome):
            if x not in outcome.values:
                raise Inexact(f"the law does not know {x!r:.40}")
            return self.value("x", {"x": outcome.values[str(x)]})
        sequence = self.value(x, env)
        if not callable(sequence):
            raise Undefined("an index on something that is no sequence")
        found = sequence(ar.whole(self.value(t, env), "an index"))
        return pack(found) if isinstance(found, Matrix) else found

    def _grad(self, env: Env, f: Expr, x: str, point: Expr) -> Any:
        here, tag = self.value(point, env), next(_TAGS)
        m, n = ar.shape(here)

        def slope(i: int, j: int) -> Any:
            moved = pack(matrix(m, n, lambda p, q: Dual(tag, entry(here, p, q), int((p, q) == (i, j)))))
            result = number(self.value(f, {**env, x: moved}))
            return result.slope if isinstance(result, Dual) and result.tag == tag else 0

        return pack(matrix(m, n, slope))

    def _expect(self, env: Env, f: Expr, w: str) -> Any:
        if "__law__" not in env:
            raise Inexact("an expectation without a finite law")
        total: Any = 0
        for weight, values in env["__law__"]:
            total = plus(total, ar.times(weight, self.value(f, {**env, w: Outcome(values)})))
        return total

    def _eye(self, env: Env, n: Expr) -> Any:
        return ar.identity(self.size(n, env))

    def _zeros(self, env: Env, m: Expr, n: Expr) -> Any:
        return pack(matrix(self.size(m, env), self.size(n, env), lambda i, j: 0))

    def _basis(self, env: Env, n: Expr, i: Expr) -> Any:
        size, place = self.size(n, env), ar.whole(self.value(i, env), "an index")
        if not 0 <= place < size:
            raise Undefined(f"unit vector {place} of {size}")
        return pack(matrix(size, 1, lambda r, _: int(r == place)))

    def _matrix(self, env: Env, *rows: Expr) -> Any:
        return pack(Matrix.of([[number(self.value(x, env)) for x in operands(r)] for r in rows]))


def _numbers(x: Any) -> Iterator[Any]:
    if isinstance(x, Matrix):
        yield from (v for row in x.entries for v in row)
    elif isinstance(x, Outcome):
        yield from (v for value in x.values.values() for v in _numbers(value))
    else:
        yield x


def exact(x: Any) -> Any:
    """A value with its numbers as `Fraction`s; anything else unchanged."""
    if isinstance(x, Matrix):
        return x.map(exact)
    return Fraction(x) if isinstance(x, int) else x


def evaluate(e: Expr, env: Env, limits: Limits = DEFAULT) -> Any:
    """The exact value of a term: a `Fraction` or a `Matrix`.

    Raises `Undefined` where it has none (division by zero, shapes that do not conform, ...) and `Inexact`
    where it is irrational, needs a value that `env` lacks, or exceeds the limits.
    """
    return exact(Evaluator(limits).value(e, env))


def holds(
    formula: Expr, env: Env, limits: Limits = DEFAULT, trace: list[tuple[str, Any]] | None = None
) -> bool | None:
    """Whether a formula is true at concrete values; None where that is not decided.

    `trace`, when given, receives the bound values that decided the quantifiers: those that violate a
    forall, those that satisfy an exists.  `and`, `or` and `implies` guard from left to right.
    Raises `Undefined` where the formula has no meaning at these values.
    """
    return Truth(limits).decide(formula, env, [] if trace is None else trace)


class Truth:
    """Three-valued truth of formulas; `decide` is the whole of it."""

    def __init__(self, limits: Limits, terms: Evaluator | None = None) -> None:
        self.terms = terms or Evaluator(limits, self._case)
        self.limits = limits

    def _case(self, p: Expr, env: Env) -> bool | None:
        """Whether a condition of a Piecewise holds; None inside of a derivative, where it may be about to change."""
        varying = any(isinstance(v, Dual) for n in free_names(p) for v in _numbers(env.get(n)))
        return None if varying else self.decide(p, env, [])

    def decide(self, p: Expr, env: Env, trace: list[tuple[str, Any]]) -> bool | None:
        op, args = head(p), operands(p)
        if op in RELATIONS:
            try:
                return self._relation(str(op), self.terms.value(args[0], env), self.terms.value(args[1], env))
            except Inexact:
                return None
        if op == "true" or op == "false":
            return op == "true"
        if op == "not":
            inner = self.decide(args[0], env, trace)
            return None if inner is None else not inner
        if op == "implies":
            return self._guarded((("not", args[0]), args[1]), True, env, trace)
        if op == "and" or op == "or":
            return self._guarded(args, op == "or", env, trace)
        if op == "forall" or op == "exists":
            return self._quantified(p, op == "exists", env, trace)
        if op == "tends":
            return None
        raise Undefined(f"{op or p!r} is no formula")

    def _relation(self, op: str, x: Any, y: Any) -> bool:
        if op == "==" or op == "!=":
            if ar.shape(x) != ar.shape(y) and 0 not in (x, y):
                raise Undefined(f"the comparison of shapes {ar.shape(x)} and {ar.shape(y)}")
            gap = plus(x, _negated(y))
            rows = gap.entries if isinstance(gap, Matrix) else ((gap,),)
            return any(v != 0 for row in rows for v in row) == (op == "!=")
        order = ar.compare(x, y)
        return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[op]

    def _guarded(
        self, parts: tuple[Expr, ...], stop: bool, env: Env, trace: list[tuple[str, Any]]
    ) -> bool | None:
        """A disjunction (stop = True) or conjunction (stop = False) from left to right."""
        unknown = False
        for part in parts:
            inner: list[tuple[str, Any]] = []
            try:
                found = self.decide(part, env, inner)
            except Undefined:
                if not unknown:
                    raise
                continue  # an undecided part on the left may have been the guard
            if found is stop:
                trace.extend(inner)
                return stop
            unknown = unknown or found is None
        return None if unknown else not stop

    def _quantified(self, p: Expr, stop: bool, env: Env, trace: list[tuple[str, Any]]) -> bool | None:
        name, sort, body = operands(p)
        complete, unknown = True, False
        if name not in free_names(body) and ("-oo" in operands(sort) or "oo" in operands(sort)):
            return self.decide(body, env, trace)
        for candidate in self._range(sort, env):
            if candidate is None:
                complete = False
                break
            inner: list[tuple[str, Any]] = []
            found = self.decide(body, {**env, str(name): candidate}, inner)
            if found is stop:
                trace.extend([(str(name), exact(candidate)), *inner])
                return stop
            unknown = unknown or found is None
        if complete and not unknown:
            return not stop
        if head(sort) == "integer":
            return None

        return decide_universal(p, env, self.terms)

    def _range(self, sort: Expr, env: Env) -> Iterator[Any]:
        """Candidates for a bound variable; a final None says that there are further values."""
        op, args = head(sort), operands(sort)
        try:
            if op == "integer":
                lo, hi = (None if a in ("-oo", "oo") else self._end(a, env) for a in args)
                yield from _integers(lo, hi, self.limits)
                return
            if op == "matrix":
                m, n = (self.terms.size(a, env) for a in args)
                yield from candidates(m, n, self.limits.pool)
            elif op == "real":
                yield from candidates(1, 1, self.limits.pool)
        except Inexact:
            pass
        yield None

    def _end(self, e: Expr, env: Env) -> int:
        return ar.whole(number(self.terms.value(e, env)), "an end of a range")


def _integers(lo: int | None, hi: int | None, limits: Limits) -> Iterator[int | None]:
    if lo is not None and hi is not None:
        yield from range(lo, min(hi, lo + limits.span) + 1)
        if hi > lo + limits.span:
            yield None
        return
    for k in range(limits.reach + 1):
        if lo is not None:
            yield lo + k
        elif hi is not None:
            yield hi - k
        else:
            yield from (k, -k) if k else (0,)
    yield None
