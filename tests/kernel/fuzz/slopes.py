"""Derivatives of words of matrices that move, against the derivatives of their values, which are rational functions."""

from __future__ import annotations

import random
from fractions import Fraction

from fuzz.algebra import models
from fuzz.harness import REFUSALS, Direct, Generator, sequent, written
from fuzz.matrices import Curve, times
from fuzz.numbers import T, Undefined
from fuzz.values import REAL, Expr, equal

from verifier.kernel.analysis.derivative import moving
from verifier.kernel.terms.expr import from_json
from verifier.language.named import conditions, derivative


def slopes(rng: random.Random) -> Direct:
    """Sums, products, powers, transposes, traces and entries of two curves of matrices and one of numbers."""
    n = rng.randint(1, 3)
    square: Expr = ("matrix", n, n)
    sorts: dict[str, Expr] = {"P": ("curve", square), "Q": ("curve", square), "q": ("curve", REAL), "A": square,
                              "t": REAL, "k": ("integer", 0, 3)}  # fmt: skip

    def word(depth: int) -> Expr:
        kind = rng.randint(0, 8)
        if depth == 0 or kind < 2:
            return rng.choice((("at", "P", "t"), ("at", "Q", "t"), "A", ("at", "P", ("*", 2, "t")), ("eye", n)))
        if kind < 5:
            return (rng.choice("+-*"), word(depth - 1), word(depth - 1))
        if kind == 5:
            return ("^", word(depth - 1), rng.choice((0, 1, 2, 3, "k")))
        if kind == 6:
            return ("*", rng.choice(("t", ("at", "q", "t"), ("^", "t", 2))), word(depth - 1))
        return (rng.choice(("T", "neg")), word(depth - 1))

    e = word(3)
    kind = rng.random()
    e = ("trace", e) if kind < 0.3 else ("entry", e, 0, n - 1) if kind < 0.5 else e
    if rng.random() < 0.15:
        e = ("sum", ("*", "j", e), "j", 0, 2)
    try:
        sequent(sorts, {}).formula(("==", e, e))
        known = moving({n: from_json(sort) for n, sort in sorts.items()})
        slope = written(derivative(from_json(e), "t", known))
        needed = [written(f) for f in conditions(from_json(e), "t", True, known)]
    except REFUSALS:
        return Direct(False, None)
    m = models(sorts)(rng)
    try:
        if not all(m.holds(f) for f in needed):
            return Direct(True, None, False)
        exact = Curve(m.value(e, {**m.env, "t": T})).rate(m.env["t"])
        said = times(Fraction(0), exact) if slope == 0 else m.value(slope, m.env)
        wrong = not equal(exact, said)
    except (Undefined, OverflowError):
        return Direct(True, None, False)
    return Direct(True, "certain" if wrong else None, True, repr((e, slope)))


SLOPES: dict[str, Generator] = {"diff/matrices": slopes}
