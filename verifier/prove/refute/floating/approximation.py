"""Values of terms in floating point, to choose what is worth a proof; nothing is decided by them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import operands

_SAME = frozenset((
    "exp", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "acot", "sinh", "cosh", "tanh", "coth",
    "sech", "csch", "asinh", "acosh", "atanh", "erf", "erfc", "gamma", "loggamma", "digamma", "beta", "zeta",
    "lambertw", "factorial", "binomial", "sign", "log", "harmonic", "cbrt", "root", "fibonacci",
))  # fmt: skip
_CONSTANTS = {
    "pi": "pi", "E": "e", "I": "j", "EulerGamma": "euler", "GoldenRatio": "phi", "Catalan": "catalan", "oo": "inf",
}  # fmt: skip


class NoValue(ValueError):
    """Raised where a term has no real value here, or none that can be computed."""


def value(e: Expr, at: Mapping[str, Any], digits: int = 20) -> Any:
    """The real value of a term as an mpf.  Raises `NoValue`."""
    import mpmath

    with mpmath.workdps(digits):
        try:
            v = _value(e, at)
        except (ArithmeticError, TypeError, KeyError, AttributeError, RecursionError, ValueError) as error:
            raise NoValue(str(error)) from None
    if isinstance(v, mpmath.mpc) or mpmath.isnan(v):
        raise NoValue("not real")
    return v


def _value(e: Expr, at: Mapping[str, Any]) -> Any:
    import mpmath

    if isinstance(e, int):
        return mpmath.mpf(e)
    if isinstance(e, str):
        return at[e]
    op, args = e[0], e[1:]
    if op == "fn":
        name = str(args[0])
        if len(args) == 1:
            return +getattr(mpmath, _CONSTANTS[name])
        if name == "Piecewise":
            for piece, c in zip(args[1::2], args[2::2], strict=True):
                if truth(c, at):
                    return _value(piece, at)
            raise NoValue("no case")
        if name not in _SAME:
            raise NoValue(f"no value of {name}")
        values = [_value(a, at) for a in args[1:]]
        return _real(getattr(mpmath, name)(*values))
    if op in ("sum", "product"):
        lo, hi = int(_value(args[2], at)), int(_value(args[3], at))
        if hi - lo > 2000:
            raise NoValue("too long")
        terms = [_value(args[0], {**at, str(args[1]): mpmath.mpf(j)}) for j in range(lo, hi + 1)]
        return mpmath.fsum(terms) if op == "sum" else mpmath.fprod(terms)
    v: list[Any] = [_value(a, at) for a in args]
    if op == "+":
        return mpmath.fsum(v) if not any(map(mpmath.isinf, v)) else sum(v[1:], v[0])
    if op == "*":
        return mpmath.fprod(v)
    if op == "-":
        return v[0] - v[1]
    if op == "neg":
        return -v[0]
    if op == "/":
        return v[0] / v[1]
    if op == "^":
        if v[0] == 0 and v[1] <= 0:
            return mpmath.mpf(1) if v[1] == 0 else mpmath.mpf(1) / 0
        return _real(v[0] ** (int(v[1]) if v[1] == int(v[1]) else v[1]))
    if op == "sqrt":
        return _real(mpmath.sqrt(v[0]))
    if op in ("abs", "floor", "min", "max"):
        functions = {"abs": abs, "floor": mpmath.floor, "min": min, "max": max}
        return functions[op](*v)
    raise NoValue(f"no value of {op}")


def _real(v: Any) -> Any:
    import mpmath

    if isinstance(v, mpmath.mpc):
        if v.imag != 0:
            raise NoValue("not real")
        return v.real
    return v


def truth(p: Expr, at: Mapping[str, Any]) -> bool:
    """Whether a formula holds in floating point.  Raises `NoValue` where that cannot be said."""
    op, args = head(p), operands(p)
    if op in ("true", "false"):
        return op == "true"
    if op == "and":
        return all(truth(a, at) for a in args)
    if op == "or":
        return any(truth(a, at) for a in args)
    if op not in RELATIONS:
        raise NoValue("no relation")
    try:
        a, b = _value(args[0], at), _value(args[1], at)
        return bool({"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[str(op)])
    except (ArithmeticError, TypeError, KeyError, AttributeError, ValueError) as error:
        raise NoValue(str(error)) from None


def samples(s: Sequent, names: frozenset[str], count: int = 2) -> Iterator[dict[str, Any]]:
    """A few values of the variables that satisfy the facts about them, as far as these can be evaluated."""
    import mpmath

    draw = random.Random(7)
    chosen = sorted(n for n in names if head(s.sorts.get(n, 0)) in ("real", "integer"))
    facts = [f for f in s.facts.values() if head(f) in RELATIONS or head(f) in ("and", "or")]
    found = 0
    for i in range(300):
        at: dict[str, Any] = {}
        for n in chosen:
            if head(s.sorts[n]) == "integer":
                lo = operands(s.sorts[n])[0]
                at[n] = mpmath.mpf((lo if isinstance(lo, int) else -2) + draw.randrange(5))
            else:
                at[n] = mpmath.mpf(draw.choice((1, 1, -1)) * draw.randrange(1, 400)) / draw.choice((97, 211, 409))
        if all(_holds(f, at) for f in facts):
            yield at
            found += 1
            if found == count:
                return
        if not chosen and i == 0:
            return


def _holds(f: Expr, at: Mapping[str, Any]) -> bool:
    try:
        return truth(f, at)
    except NoValue:
        return True
