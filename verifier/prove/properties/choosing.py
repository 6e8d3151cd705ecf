"""Values to try for a variable: numbers between the places where inequalities change, matrices related to others."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import verifier.language.values.arithmetic as ar
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import Matrix, matrix, pack
from verifier.prove.properties.ball_values import Balls
from verifier.prove.properties.seeing import fraction
from verifier.prove.properties.solving import LOST, relations, roots

MOST = 12  # numbers between places
PLACES = 8  # where the truth of inequalities about a number changes, beyond those that are affine
SCALES = tuple(Fraction(1, k) for k in (2, 4, 16, 64))


def chained(formulas: Sequence[Expr]) -> list[Expr]:
    """What chains x < y < z of names say of their ends, so that windows are chosen from the outside in."""
    less: list[tuple[str, Expr, Expr]] = []
    for f in formulas:
        if (op := str(head(f))) in ("<", "<=", ">", ">="):
            a, b = operands(f)
            less.append((op, a, b) if op[0] == "<" else (op.replace(">", "<"), b, a))
    found: list[Expr] = []
    for _ in range(3):
        for (op, a, b), (other, c, d) in itertools.product(list(less), repeat=2):
            new = ("<" if "<" in (op, other) else "<=", a, d)
            if b == c and isinstance(b, str) and a != d and new not in less and len(found) < 40:
                less.append(new)
                found.append(new)
    return found


def places(name: str, env: Mapping[str, Any], formulas: Sequence[Expr]) -> list[Fraction]:
    """Where the inequalities about a number change their truth, as far as they are affine in it."""
    found: set[Fraction] = set()
    for said in formulas:

        def gaps(x: Fraction, formula: Expr = said) -> list[Fraction]:
            return [_difference(f, inner) for f, inner in relations(formula, {**env, name: x})]

        try:
            values = [gaps(Fraction(k)) for k in (1, 2, 3)]
        except LOST:
            continue
        for k, (a, b, c) in enumerate(zip(*values, strict=False)):
            if c - b == b - a:
                found |= {1 - a / (b - a)} if a != b else set()
            elif len(found) < PLACES:
                with contextlib.suppress(*LOST):
                    found |= {fraction(x) for x in roots(partial(_picked, gaps, k))}
    return sorted(found)

def _difference(f: Expr, env: Mapping[str, Any]) -> Fraction:
    a, b = (Balls().value(x, env) for x in operands(f))
    return fraction(a) - fraction(b)


def _picked(gaps: Callable[[Fraction], list[Fraction]], k: int, x: Fraction) -> list[Fraction]:
    return [gaps(x)[k]]


def between(places: list[Fraction], source: random.Random) -> list[Fraction]:
    """Numbers at, between and beyond some places, in a random order."""
    found = list(places)
    for a, b in itertools.pairwise(places):
        found += [(a + b) / 2, *(a + (b - a) * Fraction(source.randint(1, 127), 128) for _ in range(3))]
    if places:
        step = source.choice(
            (Fraction(1), Fraction(1, 2), Fraction(1, 8), Fraction(3), Fraction(source.randint(1, 40), 8))
        )
        found += [places[0] - step, places[-1] + step]
    source.shuffle(found)
    return found[:MOST]


def powers() -> Iterator[Fraction]:
    """Large and small numbers."""
    yield from (Fraction(4) ** (way * k) for k in range(1, 7) for way in (1, -1))


def related(shape: tuple[int, int], env: Mapping[str, Any], drawn: Any, source: random.Random) -> Iterator[Any]:
    """Matrices of a shape that others, their transposes, rows and columns give, and small multiples of a drawn one."""
    known = [v for v in env.values() if isinstance(v, Matrix)]
    others = [v for x in known for v in (x, ar.transpose(x)) if ar.shape(v) == shape]
    lines = [v for x in known for v in _lines(x, shape)]
    source.shuffle(others)
    source.shuffle(lines)
    yield from others[:2]
    yield from lines[:3]
    yield from (ar.times(s, drawn) for s in SCALES)
    yield pack(matrix(*shape, lambda i, j: Fraction(0)))


def _lines(x: Matrix, shape: tuple[int, int]) -> Iterator[Any]:
    for row in x.entries:
        for form in (Matrix(1, x.cols, (row,)), Matrix(x.cols, 1, tuple((v,) for v in row))):
            if (form.rows, form.cols) == shape:
                yield form
