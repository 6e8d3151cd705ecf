"""Complex floating point for closed formulas: which simple points seem to violate a claim, and are tried first.

Nothing is decided here; a point that seems to be none is only tried later.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping
from typing import Any

from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands

NEAR = 1e-9
_SAME = ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh")
_WORDS: dict[str, Callable[[complex], complex]] = {name: getattr(cmath, name) for name in _SAME}
_WORDS |= {"re": lambda z: z.real, "im": lambda z: z.imag, "conjugate": lambda z: z.conjugate(), "arg": cmath.phase}
_NAMED: dict[str, complex] = {"I": 1j, "pi": math.pi, "E": math.e}


def seems(formula: Expr, point: Mapping[str, Expr]) -> bool | None:
    """Whether a formula seems to hold at a point; None where floating point cannot tell."""
    try:
        return _truth(formula, {name: _value(e, {}) for name, e in point.items()})
    except (KeyError, ArithmeticError, ValueError, TypeError):
        return None


def _truth(p: Expr, env: Mapping[str, complex]) -> bool:
    op, args = head(p), operands(p)
    if op == "and":
        return all(_truth(a, env) for a in args)
    if op == "or":
        return any(_truth(a, env) for a in args)
    if op == "not":
        return not _truth(args[0], env)
    if op == "implies":
        return not _truth(args[0], env) or _truth(args[1], env)
    a, b = (_value(e, env) for e in args)
    equal = abs(a - b) <= NEAR * max(1.0, abs(a), abs(b))
    if op in ("==", "!="):
        return equal == (op == "==")
    if max(abs(a.imag), abs(b.imag)) > NEAR:
        raise ValueError("an order between numbers that are not real")
    if op in ("<=", ">="):
        return equal or (a.real < b.real) == (op == "<=")
    if op in ("<", ">"):
        return not equal and (a.real < b.real) == (op == "<")
    raise KeyError(op)


def _value(e: Expr, env: Mapping[str, complex]) -> complex:
    if isinstance(e, int):
        return complex(e)
    if isinstance(e, str):
        return env[e]
    op, args = head(e), operands(e)
    if op == "fn":
        word = str(args[0])
        return _NAMED[word] if len(args) == 1 else _WORDS[word](_value(args[1], env))
    values: list[Any] = [_value(a, env) for a in args]
    if op == "+":
        return sum(values, 0j)
    if op == "*":
        return complex(math.prod(values))
    if op == "-":
        return complex(values[0] - values[1])
    if op == "neg":
        return complex(-values[0])
    if op == "/":
        return complex(values[0] / values[1])
    if op == "^":
        return complex(values[0] ** values[1])
    if op == "sqrt":
        return cmath.sqrt(values[0])
    if op == "abs":
        return complex(abs(values[0]))
    raise KeyError(op)
