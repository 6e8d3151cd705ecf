"""Terms and formulas at many points at once, in floating point: where a search should look.  Nothing is decided here.

A formula gets two arrays: whether it seems to hold (ties count for weak relations only), and a margin, which is
positive where it holds clearly, 0 at ties, and negative where it fails; nan where something is undefined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from verifier.kernel.algebra.counting import counted
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import derivative, operands

Array: TypeAlias = Any
TIE = 1e-11


def _each(function: Callable[..., Any]) -> Callable[..., Array]:
    """A function of numbers for arrays; nan where it has no value."""

    def one(*xs: Any) -> float:
        try:
            value = function(*(float(x) for x in xs))
            return float(value) if not isinstance(value, complex) else math.nan
        except (ValueError, OverflowError, ZeroDivisionError, TypeError):
            return math.nan

    return np.vectorize(one, otypes=[float])


def _special(name: str) -> Callable[..., Array]:
    def slow(*xs: float) -> float:
        from mpmath import fp

        return float(getattr(fp, name)(*xs).real)

    return _each(slow)


def _lambertw(x: Array, branch: Array = 0) -> Array:
    """The branches that are real, by Halley's iteration."""
    x = np.asarray(x, dtype=float)
    near = np.sqrt(np.maximum(2 * (math.e * x + 1), 0))
    with np.errstate(all="ignore"):
        far = np.where(x > 3, np.log(x) - np.log(np.log(np.maximum(x, 3))), np.log1p(np.maximum(x, 0)))
        w = np.where(x < 0.3, -1 + near - near**2 / 3, far)
        low = np.log(-x) - np.log(np.maximum(-np.log(-x), 1))
        w = np.where(np.asarray(branch) == -1, np.where(x > -0.25, low, -1 - near), w)
        for _ in range(25):
            power = np.exp(w)
            gap = w * power - x
            below = power * (w + 1) - (w + 2) * gap / (2 * w + 2)
            w = w - np.where(gap == 0, 0, gap / np.where(below == 0, 1, below))
        return np.where((x >= -1 / math.e) & np.isfinite(w), w, math.nan)


def _factorial_power(sign: int) -> Callable[..., Array]:
    """RisingFactorial (1) and FallingFactorial (-1)."""

    def product(x: float, n: float) -> float:
        if n != round(n) or n < 0 or n > 1000:
            raise ValueError
        return math.prod(x + sign * i for i in range(round(n)))

    return _each(product)


def _whole(*xs: float) -> list[int]:
    if any(x != round(x) for x in xs):
        raise ValueError
    return [round(x) for x in xs]


def _counted(name: str) -> Callable[..., Array]:
    def slow(*xs: float) -> float:
        value = counted(name, _whole(*xs))
        return math.nan if value is None else float(value)

    return _each(slow)


_FUNCTIONS: dict[str, Callable[..., Array]] = {
    "exp": np.exp, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh, "acosh": np.arccosh,
    "atanh": np.arctanh, "sign": np.sign, "ceiling": np.ceil, "cbrt": np.cbrt,
    "cot": lambda x: 1 / np.tan(x), "sec": lambda x: 1 / np.cos(x), "csc": lambda x: 1 / np.sin(x),
    "coth": lambda x: 1 / np.tanh(x), "sech": lambda x: 1 / np.cosh(x), "csch": lambda x: 1 / np.sinh(x),
    "acot": lambda x: np.where(x == 0, np.pi / 2, np.arctan(1 / x)), "atan2": np.arctan2,
    "log": lambda x, b=None: np.log(x) if b is None else np.log(x) / np.log(b),
    "root": lambda x, n: np.where(n % 2 == 1, np.sign(x) * np.abs(x) ** (1 / n), x ** (1 / n)),
    "erf": _each(math.erf), "erfc": _each(math.erfc), "gamma": _each(math.gamma), "loggamma": _each(math.lgamma),
    "digamma": _special("digamma"), "zeta": _special("zeta"), "beta": _special("beta"),
    "lambertw": _lambertw, "RisingFactorial": _factorial_power(1), "FallingFactorial": _factorial_power(-1),
    "arg": lambda x: np.where(x > 0, 0.0, np.where(x < 0, math.pi, math.nan)),
    "re": lambda x: x, "conjugate": lambda x: x, "im": lambda x: x * 0,
    **{n: _counted(n) for n in ("factorial", "binomial", "fibonacci", "bell", "harmonic", "stirling1", "stirling2")},
}  # fmt: skip
_CONSTANTS = {
    "pi": math.pi, "E": math.e, "EulerGamma": 0.5772156649015329, "Catalan": 0.915965594177219,
    "GoldenRatio": (1 + math.sqrt(5)) / 2,
}  # fmt: skip


class Floats:
    """Evaluates terms and formulas at the points of ``env`` (arrays of one length, or numbers)."""

    def __init__(self, env: Mapping[str, Array]) -> None:
        self.env = dict(env)

    def value(self, e: Expr) -> Array:
        """The values of a term.  Raises `Unknown` for operations without values in floating point."""
        if isinstance(e, int):
            return float(e) if abs(e) < 10**300 else math.inf
        if isinstance(e, str):
            if e not in self.env:
                raise Unknown(f"no value for {e}")
            return self.env[e]
        op, args = e[0], e[1:]
        if op == "fn":
            return self._function(str(args[0]), args[1:])
        if op in ("sum", "product"):
            return self._finite(str(op), *args)
        xs = [self.value(a) for a in args]
        if op == "+":
            return sum(xs[1:], xs[0])
        if op == "*":
            return math.prod(xs[1:], start=xs[0])
        if op in _PLAIN:
            return _PLAIN[str(op)](*xs)
        raise Unknown(f"no floating-point value for {op!r}")

    def _function(self, name: str, args: tuple[Expr, ...]) -> Array:
        if name in _CONSTANTS and not args:
            return _CONSTANTS[name]
        if name == "Piecewise":
            result: Array = math.nan
            for v, c in reversed(list(zip(args[::2], args[1::2], strict=True))):
                result = np.where(self.formula(c)[0], self.value(v), result)
            return result
        if name == "diff":
            binder, point, order = args
            x, _, body = operands(binder)
            if not isinstance(order, int) or order > 6:
                raise Unknown("a derivative of that order")
            for _i in range(order):
                body = derivative(body, str(x))
            return Floats({**self.env, str(x): self.value(point)}).value(body)
        if name not in _FUNCTIONS:
            raise Unknown(f"no floating-point value for {name!r}")
        return _FUNCTIONS[name](*(self.value(a) for a in args))

    def _finite(self, op: str, body: Expr, name: Expr, lo: Expr, hi: Expr) -> Array:
        first, last = np.broadcast_arrays(self.value(lo), self.value(hi))
        if not np.all(np.isfinite(first) & np.isfinite(last)) or np.max(last) - np.min(first) > 400:
            raise Unknown("a sum that is too long")
        total: Array = np.zeros(first.shape) if op == "sum" else np.ones(first.shape)
        for i in range(int(np.min(first)), int(np.max(last)) + 1):
            inside = (first <= i) & (i <= last)
            term = Floats({**self.env, str(name): float(i)}).value(body)
            total = np.where(inside, total + term if op == "sum" else total * term, total)
        return total

    def formula(self, p: Expr) -> tuple[Array, Array]:
        """Where a formula seems to hold, and its margin.  Raises `Unknown` for quantifiers."""
        op, args = head(p), operands(p)
        if op in ("true", "false"):
            return np.array(op == "true"), np.array(math.inf if op == "true" else -math.inf)
        if op == "not":
            ok, margin = self.formula(args[0])
            return ~ok & ~np.isnan(margin), -margin
        if op == "implies":
            return self.formula(("or", ("not", args[0]), args[1]))
        if op == "and" or op == "or":
            parts = [self.formula(a) for a in args]
            ok, margin = parts[0]
            for other, m in parts[1:]:
                ok = ok & other if op == "and" else ok | other
                margin = np.minimum(margin, m) if op == "and" else np.fmax(margin, m)
            return ok, margin
        if op not in _ORDER:
            raise Unknown(f"no floating-point truth of {op!r}")
        a, b = (np.asarray(self.value(x), dtype=float) for x in args)
        with np.errstate(all="ignore"):
            gap = (b - a) / np.maximum(1.0, np.minimum(np.abs(a), np.abs(b)))
        if op in (">", ">="):
            gap = -gap
        if op in ("==", "!="):
            margin = -np.abs(gap) if op == "==" else np.abs(gap)
        else:
            margin = gap
        return _ORDER[str(op)](gap), margin


_PLAIN: dict[str, Callable[..., Array]] = {
    "-": lambda x, y: x - y, "neg": lambda x: -x, "/": lambda x, y: x / np.asarray(y, dtype=float),
    "^": lambda x, y: np.power(np.asarray(x, dtype=float), y), "abs": np.abs, "sqrt": np.sqrt, "floor": np.floor,
    "min": np.minimum, "max": np.maximum, "mod": np.mod,
}  # fmt: skip
_ORDER: dict[str, Callable[[Array], Array]] = {
    "<": lambda g: g > TIE, ">": lambda g: g > TIE, "<=": lambda g: g >= -TIE, ">=": lambda g: g >= -TIE,
    "==": lambda g: np.abs(g) <= TIE, "!=": lambda g: np.abs(g) > TIE,
}  # fmt: skip


def holds(p: Expr, env: Mapping[str, Array]) -> tuple[Array, Array]:
    """Where a formula seems to hold at the points of ``env``, and its margin.  Raises `Unknown`."""
    shape = np.broadcast_shapes(*(np.shape(x) for x in env.values()))
    with np.errstate(all="ignore"):
        try:
            ok, margin = Floats(env).formula(p)
        except (OverflowError, ZeroDivisionError, ValueError) as error:
            raise Unknown(str(error)) from None
    return np.broadcast_to(ok, shape), np.broadcast_to(np.asarray(margin, dtype=float), shape)
