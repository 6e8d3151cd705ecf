"""Formulas at rational points by balls, with few functions: a second opinion on what a box is said to show."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx
from trace_terms import inward, op

FUNCTIONS = {"exp": arb.exp, "log": arb.log, "sin": arb.sin, "cos": arb.cos, "sinh": arb.sinh, "cosh": arb.cosh,
             "tanh": arb.tanh, "asinh": arb.asinh, "atan": arb.atan, "gamma": arb.gamma, "erfc": arb.erfc,
             "erf": arb.erf}  # fmt: skip


class NoBall(Exception):
    """A word that is not known here."""


def ball(e, at):
    if isinstance(e, int):
        return arb(e)
    if isinstance(e, str):
        if e not in at:
            raise NoBall(e)
        return arb(at[e].numerator) / at[e].denominator
    word, args = e[0], e[1:]
    if word == "fn":
        if args == ("pi",):
            return arb.pi()
        if len(args) != 2 or args[0] not in FUNCTIONS:
            raise NoBall(args[0])
        return FUNCTIONS[args[0]](ball(args[1], at))
    values = [ball(a, at) for a in args]
    if word == "^" and isinstance(args[1], int):
        power = arb(1)
        for _ in range(abs(args[1])):
            power = power * values[0]
        return power if args[1] >= 0 else 1 / power
    if word == "neg":
        return -values[0]
    if word in ("sqrt", "abs"):
        return values[0].sqrt() if word == "sqrt" else abs(values[0])
    if word in ("max", "min"):
        return values[0].max(values[1]) if word == "max" else values[0].min(values[1])
    if word not in ("+", "-", "*", "/"):
        raise NoBall(word)
    total = values[0]
    for v in values[1:]:
        total = {"+": total + v, "-": total - v, "*": total * v}[word] if word != "/" else total / v
    return total


def surely_false(f, at) -> bool:
    """Whether the formula fails at the point for certain.  Raises `NoBall`."""
    before, ctx.prec = ctx.prec, 200
    try:
        return _fails(inward(f), {n: Fraction(q) for n, q in at.items()})
    finally:
        ctx.prec = before


def _fails(f, at) -> bool:
    word = op(f)
    if word in ("true", "false"):
        return word == "false"
    if word in ("and", "or"):
        return (any if word == "and" else all)([_fails(inward(a), at) for a in f[1:]])
    if word not in ("==", "!=", "<", "<=", ">", ">="):
        raise NoBall(word)
    a, b = (ball(e, at) for e in f[1:])
    return bool({"==": a < b or a > b, "!=": False, "<": a >= b, "<=": a > b, ">": a <= b, ">=": a < b}[word])
