"""How a formula seems to come out at values, in floating point: where exact work is worth its time.

Decides: nothing.  How: terms are evaluated in floating point, matrices by NumPy and derivatives by differences;
"for all" and "there is" look at a few plain values.  What it says may be wrong, and only guides a search whose finds
are proved.  `refusal` turns a formula that seems to fail into the steps that show that it fails: witnesses, choices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import ENDS, RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.language.script import Cases, Choose, Split, Step, Take, Witness
from verifier.language.text.printing import to_text
from verifier.prove.driver.effort import kept

Env = Mapping[str, Any]  #: floats, two-dimensional arrays, functions of an index
NEAR = 1e-6  # relative, for equations: derivatives are differences here
ROUNDING = 1e-9
STEP = 1e-4
LONGEST = 4  # members of an integer range that are looked at
INDEX = "t"
OUTER = "__bounds__"  # the names that "there is" has bound, the innermost first
BOUNDS = (7.0, 1.0, 0.5)  # the first is beyond all `TIMES`: what has to be beyond it is the bound itself

TIMES: tuple[Expr, ...] = (1, 0, 2, ("/", 1, 2), -1, 5)
CURVES: tuple[Expr, ...] = (0, 1, INDEX, ("fn", "exp", INDEX), ("fn", "exp", ("neg", INDEX)))
SEQUENCES: tuple[Expr, ...] = (0, 1, INDEX, ("^", 2, INDEX))

_WORDS = ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh",
          "gamma", "erf", "erfc")  # fmt: skip
_FUNCTIONS: dict[str, Callable[[float], float]] = {w: getattr(math, w) for w in _WORDS}
_FUNCTIONS |= {"ceiling": lambda x: float(math.ceil(x)), "sign": lambda x: float((x > 0) - (x < 0))}
_NAMED = {"pi": math.pi, "E": math.e}


class Unclear(ValueError):
    """Raised where a value is not to be had here."""


class Undefined(ValueError):
    """Raised where a term has no value."""


def value(e: Expr, env: Env) -> Any:
    """A float, or an array of more than one entry.  Raises `Unclear`, or `Undefined` for a division by zero."""
    if isinstance(e, int):
        return float(e)
    if isinstance(e, str):
        if e not in env:
            raise Unclear(e)
        return env[e]
    op, args = str(e[0]), e[1:]
    if op in ("sum", "product"):
        return _total(op, args, env)
    if op == "at":
        return _plain(value(args[0], env)(value(args[1], env)))
    if op == "rate":
        curve, at = value(args[0], env), value(args[1], env)
        return _plain((curve(at + STEP) - curve(at - STEP)) / (2 * STEP))
    if op == "fn":
        return _function(str(args[0]), args[1:], env)
    if op == "grad":
        return _gradient(args[0], str(args[1]), args[2], env)
    if op in ("eye", "zeros", "basis"):
        return _literal(op, [int(_number(value(a, env))) for a in args])
    if op == "matrix":
        return _plain(np.array([[_number(value(x, env)) for x in operands(row)] for row in args]))
    xs = [value(a, env) for a in args]
    if op == "+" or op == "*":
        total = xs[0]
        for x in xs[1:]:
            both = isinstance(total, np.ndarray) and isinstance(x, np.ndarray)
            total = total + x if op == "+" else _plain(total @ x) if both else total * x
        return total
    if op == "/":
        return xs[0] / _divisor(xs[1])
    if op == "^":
        return _power(xs[0], _number(xs[1]))
    if op not in _PLAIN:
        raise Unclear(op)
    return _PLAIN[op](*xs)


def _plain(x: Any) -> Any:
    """Numbers as floats: one-by-one matrices are numbers."""
    if not isinstance(x, np.ndarray):
        return float(x)
    return float(x.flat[0]) if x.size == 1 else x


def _number(x: Any) -> float:
    if isinstance(x, np.ndarray) or callable(x):
        raise Unclear("no number")
    return float(x)


def _divisor(x: Any) -> float:
    if abs(_number(x)) < 1e-12:
        raise Undefined("a division by zero")
    return _number(x)


def _power(base: Any, exponent: float) -> Any:
    if isinstance(base, np.ndarray):
        return np.linalg.matrix_power(base, int(exponent))
    if base == 0 and exponent < 0:
        raise Undefined("a division by zero")
    if base < 0 and exponent != int(exponent):
        raise Unclear("a power of a negative number")
    return float(base**exponent)


def _inverse(x: Any) -> Any:
    if not isinstance(x, np.ndarray):
        return 1 / _divisor(x)
    if abs(np.linalg.det(x)) < 1e-9:
        raise Undefined("a matrix without an inverse")
    return np.linalg.inv(x)


_PLAIN: dict[str, Callable[..., Any]] = {
    "-": lambda x, y: x - y,
    "neg": lambda x: -x,
    "T": lambda x: x.T if isinstance(x, np.ndarray) else x,
    "trace": lambda x: float(np.trace(x)) if isinstance(x, np.ndarray) else x,
    "det": lambda x: float(np.linalg.det(x)) if isinstance(x, np.ndarray) else x,
    "inverse": _inverse,
    "entry": lambda x, i, j: float(x[int(i), int(j)]) if isinstance(x, np.ndarray) else x,
    "delta": lambda i, j: float(i == j),
    "abs": lambda x: abs(_number(x)),
    "sqrt": lambda x: math.sqrt(_number(x)),
    "floor": lambda x: float(math.floor(x)),
    "min": lambda x, y: min(_number(x), _number(y)),
    "max": lambda x, y: max(_number(x), _number(y)),
    "mod": lambda x, y: math.fmod(_number(x), _divisor(y)),
}


def _literal(op: str, sizes: list[int]) -> Any:
    if op == "basis":
        n, i = sizes
        if not 0 <= i < n:
            raise Undefined("a unit vector out of range")
        return _plain(np.eye(n)[:, i : i + 1])
    return _plain(np.eye(sizes[0]) if op == "eye" else np.zeros((sizes[0], sizes[1])))


def _total(op: str, args: tuple[Expr, ...], env: Env) -> Any:
    body, name, lo, hi = args
    total: Any = None
    low, high = int(_number(value(lo, env))), int(_number(value(hi, env)))
    if high - low > 40:
        raise Unclear("a long sum")
    for i in range(low, high + 1):
        x = value(body, {**env, str(name): float(i)})
        if total is None:
            total = x
        elif op == "sum":
            total = total + x
        else:
            total = _plain(total @ x) if isinstance(total, np.ndarray) and isinstance(x, np.ndarray) else total * x
    if total is None and op == "sum":
        return 0.0  # added to an array it is an array
    return 1.0 if total is None else total


def _function(word: str, args: tuple[Expr, ...], env: Env) -> Any:
    if word in _NAMED:
        return _NAMED[word]
    if word == "diff" and head(args[0]) == "forall" and args[2:] in ((), (1,)):
        name, _, body = operands(args[0])
        at = _number(value(args[1], env))
        after, before = (value(body, {**env, str(name): at + h}) for h in (STEP, -STEP))
        return (after - before) / (2 * STEP)
    if word not in _FUNCTIONS or len(args) != 1:
        raise Unclear(word)
    x = _number(value(args[0], env))
    if word == "log" and x == 0:
        raise Undefined("the logarithm of zero")
    return float(_FUNCTIONS[word](x))


def _gradient(f: Expr, name: str, point: Expr, env: Env) -> Any:
    here = np.atleast_2d(np.array(value(point, env), dtype=float))
    slope = np.zeros_like(here)
    for i, j in np.ndindex(*here.shape):
        ends = []
        for h in (STEP, -STEP):
            moved = here.copy()
            moved[i, j] += h
            ends.append(_number(value(f, {**env, name: _plain(moved)})))
        slope[i, j] = (ends[0] - ends[1]) / (2 * STEP)
    return _plain(slope)


# -- formulas ---------------------------------------------------------------------------------------------------------
def seems(p: Expr, env: Env) -> bool | None:
    """Whether a formula seems to hold at values; None where that is not clear.

    `and`, `or` and `implies` guard from left to right.  Raises `Undefined` where a term has no value.
    """
    try:
        return _truth(p, env)
    except Undefined:
        raise
    except (Unclear, ArithmeticError, ValueError, TypeError, IndexError, np.linalg.LinAlgError):
        return None


def _truth(p: Expr, env: Env) -> bool | None:
    op, args = head(p), operands(p)
    if op in RELATIONS:
        return _relation(str(op), value(args[0], env), value(args[1], env))
    if op == "implies":
        first = seems(args[0], env)
        if first is False:
            return True
        then = seems(args[1], env)
        return then if first or then else None
    if op in ("and", "or"):
        clear = True
        for part in args:
            found = seems(part, env)
            if found is (op == "or"):
                return found
            clear = clear and found is not None
        return op == "and" if clear else None
    if op == "exists" and head(args[1]) == "real":
        return _somewhere(str(args[0]), args[2], env)
    if op in ("forall", "exists"):
        clear = True
        for _, x in _members(args[1], env):
            found = seems(args[2], {**env, str(args[0]): x})
            if found is (op == "exists"):
                return found
            clear = clear and found is not None
        if op == "exists":  # a few values say little
            return False if clear and head(args[1]) == "integer" else None
        return True if clear else None
    if op == "not":
        inner = seems(args[0], env)
        return None if inner is None else not inner
    if op in ("true", "false"):
        return op == "true"
    return None


def _somewhere(name: str, body: Expr, env: Env) -> bool | None:
    """Whether there seems to be a number: not where "for all" inside fails for all bounds that are tried."""
    clear = _universal(body)
    for bound in BOUNDS:
        found = seems(body, within(name, bound, env))
        if found:
            return True
        clear = clear and found is False
    return False if clear else None


@kept(256)
def _universal(p: Expr) -> bool:
    return any(head(e) == "forall" for e in subexpressions(p))


def within(name: str, bound: float, env: Env) -> dict[str, Any]:
    """The environment in which a bound has a value; what depends on it may be the bound itself."""
    return {**env, name: bound, OUTER: (name, *env.get(OUTER, ()))}


def _relation(op: str, x: Any, y: Any) -> bool | None:
    if isinstance(x, float) and isinstance(y, float):
        return _between_numbers(op, x, y)
    gap = np.atleast_1d(np.asarray(x - y, dtype=float))
    if not np.all(np.isfinite(gap)):
        return None
    apart = float(np.max(np.abs(gap)))
    scale = max(1.0, float(np.max(np.abs(x))), float(np.max(np.abs(y))))
    if op in ("==", "!="):
        return (apart <= NEAR * scale) == (op == "==")
    return None if gap.size > 1 else _order(op, float(gap.flat[0]), scale)


def _between_numbers(op: str, x: float, y: float) -> bool | None:
    """The same without arrays, which are slow: most relations are between two numbers."""
    gap = x - y
    if not math.isfinite(gap):
        return None
    scale = max(1.0, abs(x), abs(y))
    return (abs(gap) <= NEAR * scale) == (op == "==") if op in ("==", "!=") else _order(op, gap, scale)


def _order(op: str, gap: float, scale: float) -> bool | None:
    if abs(gap) <= ROUNDING * scale:  # equal, or too near to say so
        return True if op in ("<=", ">=") else False if gap == 0 else None
    return (gap < 0) == (op in ("<", "<="))


def _members(sort: Expr, env: Env) -> Iterator[tuple[Expr, Any]]:
    """A few members of a sort, as expressions and as values."""
    kind, args = head(sort), operands(sort)
    if kind == "integer":
        lo = 0 if args[0] in ENDS else int(_number(value(args[0], env)))
        hi = lo + LONGEST - 1 if args[1] in ENDS else int(_number(value(args[1], env)))
        for i in range(lo, min(hi, lo + LONGEST - 1) + 1):
            yield i, float(i)
    elif kind == "real":
        yield from _TIMES
        for name in env.get(OUTER, ()):
            yield name, env[name]
    elif kind == "matrix":
        m, n = (int(_number(value(a, env))) for a in args)
        yield from _matrices(m, n)
    elif kind in ("sequence", "curve"):
        scalar = head(args[0]) == "real" or all(_number(value(a, env)) == 1 for a in operands(args[0]))
        if scalar:
            for e in CURVES if kind == "curve" else SEQUENCES:
                yield e, as_function(e)
        else:
            for e, x in _members(args[0], env):
                yield e, lambda t, x=x: x
    else:
        raise Unclear(str(kind))


_TIMES = tuple((e, value(e, {})) for e in TIMES)


@kept(64)
def _matrices(m: int, n: int) -> list[tuple[Expr, Any]]:
    return [(e, value(e, {})) for e in matrices(m, n)]


def matrices(m: int, n: int) -> list[Expr]:
    """A few matrices of a shape."""
    if m == n == 1:
        return [0, 1, 2, -1, ("/", 1, 2)]
    forms: list[Callable[[int, int], int]] = [
        lambda i, j: int(i == j), lambda i, j: 1, lambda i, j: int(j == i + 1), lambda i, j: 2 * int(i == j),
        lambda i, j: int(i == j == 0), lambda i, j: int(i == j == 1) if m > 1 < n else -int(i == j),
    ]  # fmt: skip
    made: list[Expr] = [("zeros", m, n)]
    for f in forms:
        rows: list[Expr] = [("row", *(f(i, j) for j in range(n))) for i in range(m)]
        e: Expr = ("matrix", *rows)
        if e not in made:
            made.append(e)
    return made


def as_function(e: Expr) -> Callable[[float], Any]:
    """The function of the index that an expression is."""
    return lambda t: value(e, {INDEX: t})


# -- how it fails -----------------------------------------------------------------------------------------------------
def refusal(p: Expr, env: Env, leaf: Sequence[Step] = ()) -> list[Step]:
    """Steps for the negation of a formula that seems to fail, as far as its form says them; `leaf` for relations."""
    op, args = head(p), operands(p)
    if op == "and":
        for i, part in enumerate(args):
            if seems(part, env) is False:
                return [Choose(i), *refusal(part, env, leaf)]
    if op == "or":
        return [Split([refusal(part, env, leaf) for part in args])]
    if op == "implies":
        return [Split([leaf, refusal(args[1], env, leaf)])]
    if op == "forall":
        for e, x in _members(args[1], env):
            inner = {**env, str(args[0]): x}
            if seems(args[2], inner) is False:
                indexed = head(args[1]) in ("sequence", "curve")
                return [Witness(to_text(e), INDEX if indexed else None), *refusal(args[2], inner, leaf)]
    if op == "exists" and head(args[1]) == "real" and head(args[2]) == "and" and len(operands(args[2])) == 2:
        condition, rest = operands(args[2])
        then = refusal(rest, within(str(args[0]), BOUNDS[0], env), leaf)
        return [Take(str(args[0])), Cases(to_text(condition), yes=[Choose(1), *then], no=[Choose(0)])]
    return list(leaf)
