"""Random terms of functions of real numbers, with poles, corners and jumps."""

from __future__ import annotations

import random

from fuzz.values import Expr

from verifier.kernel.facts.function_table import FUNCTIONS

#: every word of the table, evenly
ONE = tuple(sorted(name for name, known in FUNCTIONS.items() if known.arity == 1))
TWO = (*sorted(name for name, known in FUNCTIONS.items() if known.arity == 2), "root", "log", "lambertw", "harmonic")
SLOPED = tuple(name for name in ONE if FUNCTIONS[name].slope is not None)
SMOOTH = ("exp", "sin", "cos", "atan", "sinh", "tanh", "cosh", "erf", "asinh", "log", "sqrt")


def functions(rng: random.Random, names: tuple[str, ...], depth: int) -> Expr:
    """Everything that has a domain, a corner or a jump somewhere."""
    kind = rng.random()
    if depth == 0 or kind < 0.15:
        return rng.choice((*names, *names, 1, 2, -1, 0, ("/", 1, 2)))

    def inner() -> Expr:
        return functions(rng, names, depth - 1)

    if kind < 0.4:
        return (rng.choice("++-**/"), inner(), inner())
    if kind < 0.52:
        return ("^", inner(), rng.choice((2, -1, 0, 3, ("/", 1, 2), ("/", -1, 2), inner())))
    if kind < 0.65:
        word = rng.choice(("abs", "sqrt", "floor", "min", "max", "mod", "neg"))
        return (word, inner(), inner()) if word in ("min", "max", "mod") else (word, inner())
    if kind < 0.88:
        return ("fn", rng.choice(ONE), inner())
    return ("fn", rng.choice(TWO), inner(), inner())


def trap(rng: random.Random, x: str) -> Expr:
    """A term whose slope has one sign, or one formula, on both sides of a break at which it jumps, ends or turns."""
    b: Expr = rng.choice((0, 1, -1, ("/", 1, 2)))
    at: Expr = ("-", x, b)
    case: Expr = (rng.choice(("<", "<=")), x, b)
    return rng.choice((
        ("/", -1, at), ("/", 1, at), ("/", -1, ("^", at, 3)), ("/", ("abs", at), at), ("^", at, -2), ("abs", at),
        ("fn", "Piecewise", at, case, (rng.choice("+-"), at, 5), ("true",)), ("*", at, ("abs", at)), ("max", at, 0),
        ("fn", "Piecewise", b, ("==", x, b), x, ("true",)), ("fn", "Piecewise", 1, ("!=", x, b), 7, ("true",)),
        ("min", at, ("neg", at)), ("sqrt", ("^", at, 2)), ("fn", "Piecewise", 0, case, 3, ("true",)),
        ("fn", "Piecewise", -1, case, ("/", 1, at), ("true",)),
        ("fn", "Piecewise", 0, ("==", at, 0), ("*", 3, at), ("true",)),
        # of a complex number, whose modulus has another derivative
        rng.choice((("abs", ("-", x, "c")), ("^", ("abs", ("+", x, ("fn", "I"))), 2))),
    ))  # fmt: skip


def curve(rng: random.Random, x: str, depth: int, others: tuple[str, ...] = ()) -> Expr:
    """Terms in x that are mostly smooth, with a corner, a jump or a pole now and then."""
    kind = rng.random()
    if depth == 0 or kind < 0.25:
        return rng.choice((x, x, *others, 1, 2, -1, ("^", x, 2), ("/", 1, 2)))

    def inner() -> Expr:
        return curve(rng, x, depth - 1, others)

    if kind < 0.6:
        return (rng.choice("++-**"), inner(), inner())
    if kind < 0.68:
        return ("/", inner(), inner())
    if kind < 0.76:
        return ("^", inner(), rng.choice((2, 3, -1, ("/", 1, 2), ("/", 3, 2))))
    if kind < 0.84:
        word = rng.choice(("abs", "sqrt", "floor", "min", "max"))
        return (word, inner(), inner()) if word in ("min", "max") else (word, inner())
    if kind < 0.96:
        word = rng.choice(SMOOTH if rng.random() < 0.7 else SLOPED)
        return ("sqrt", inner()) if word == "sqrt" else ("fn", word, inner())
    return ("fn", "Piecewise", inner(), (rng.choice(("<", "<=")), x, rng.choice((0, 1))), inner(), ("true",))
