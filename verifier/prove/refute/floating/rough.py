"""A look at small integers in floating point, to drop hopeless attempts early; nothing rests on it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from itertools import product as pairs

from verifier.kernel.algebra.counting import counted
from verifier.kernel.algebra.integers import Index
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands

SAMPLES = 60
_CONSTANTS = {"pi": math.pi, "E": math.e, "GoldenRatio": (1 + math.sqrt(5)) / 2, "EulerGamma": 0.5772156649015329}


def plausible(s: Sequent, relation: Expr) -> bool:
    """False where small integers seem to violate a relation between integer variables; True where nothing is known."""
    names = sorted(free_names(relation))
    if not names or any(head(s.sorts[n]) != "integer" for n in names):
        return True
    facts = [f for f in s.context.facts if f.names() <= set(names) and f.names()]
    seen = 0
    for values in pairs(range(-1, 8), repeat=min(len(names), 3)):
        if len(names) > 3 or seen > SAMPLES:
            return True
        at = dict(zip(names, values, strict=True))
        if any((f.substitute({n: Index.const(v) for n, v in at.items()}).constant or 0) < 0 for f in facts):
            continue
        seen += 1
        try:
            a, b = (roughly(e, at) for e in operands(as_less(relation)))
        except (ArithmeticError, ValueError, TypeError, KeyError):
            continue
        if a > b + 1e-9 * (1 + abs(a) + abs(b)) or (head(relation) == "==" and b > a + 1e-9 * (1 + abs(a) + abs(b))):
            return False
    return True


def likely(s: Sequent, relation: Expr) -> bool:
    """False where random real numbers that meet the facts seem to violate a relation; True where nothing is known."""
    names = sorted(free_names(relation))
    facts = [f for f in s.facts.values() if head(f) in ("<", "<=", ">", ">=") and free_names(f) <= set(names)]
    if any(head(s.sorts.get(n, 0)) != "real" for n in names):
        return True
    source = random.Random(0)
    for _ in range(SAMPLES):
        at = {n: source.choice((-2.0, -1.0, 0.0, 1.0, 2.0, source.uniform(-3, 3))) for n in names}
        try:
            if all(_rest(f, at) >= 0 for f in facts) and _rest(relation, at) < -1e-9:
                return False
        except (ArithmeticError, ValueError, TypeError, KeyError):
            continue
    return True


def _rest(relation: Expr, at: Mapping[str, float]) -> float:
    a, b = (roughly(e, at) for e in operands(as_less(relation)))
    return b - a


def roughly(e: Expr, at: Mapping[str, float]) -> float:
    """A value in floating point, to drop hopeless attempts.  Raises `ValueError` for what it does not know."""
    if isinstance(e, int):
        return float(e)
    if isinstance(e, str):
        return float(at[e])
    op, args = e[0], e[1:]
    if op == "fn":
        if len(args) == 1:
            return _CONSTANTS[str(args[0])] if args[0] in _CONSTANTS else _unknown()
        if args[0] in ("exp", "log", "sin", "cos") and len(args) == 2:
            return float(getattr(math, str(args[0]))(roughly(args[1], at)))
        numbers = [round(roughly(a, at)) for a in args[1:]]
        known = counted(str(args[0]), numbers)
        return _unknown() if known is None else float(known)
    if op in ("sum", "product"):
        body, j, lo, hi = args
        total = 0.0 if op == "sum" else 1.0
        for i in range(round(roughly(lo, at)), round(roughly(hi, at)) + 1):
            value = roughly(body, {**at, str(j): i})
            total = total + value if op == "sum" else total * value
        return total
    values = [roughly(a, at) for a in args]
    if op == "+":
        return math.fsum(values)
    if op == "*":
        return math.prod(values)
    if op == "^":
        return float(values[0] ** values[1])
    simple: dict[str, Callable[..., float]] = {
        "-": lambda x, y: x - y, "neg": lambda x: -x, "/": lambda x, y: x / y, "sqrt": math.sqrt, "abs": abs,
        "floor": math.floor, "min": min, "max": max,
    }  # fmt: skip
    return float(simple[str(op)](*values)) if op in simple else float(_unknown())


def _unknown() -> float:
    raise ValueError("no value in floating point")
