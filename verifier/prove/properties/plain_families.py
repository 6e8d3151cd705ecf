"""Curves, sequences and functions from families: constant, linear, exponential, rational; quadratic and affine.

Their numbers are drawn; those of functions are shared within one point, so that a function and a field that is said to
be its gradient can meet.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import verifier.language.values.arithmetic as ar
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import Matrix
from verifier.language.values.semantics import Env, Evaluator
from verifier.prove.properties.moving import Formula, Function, Terms
from verifier.prove.refute.plain_values import Constant, structured

RATES = (Fraction(1), Fraction(1, 2), Fraction(2))
#: the form of a curve in the time, with drawn values A and B and a rate c
_CURVES: tuple[Expr, ...] = (
    "A",
    ("+", "A", ("*", "t", "B")),
    ("+", "A", ("*", ("fn", "exp", ("neg", ("*", "c", "t"))), "B")),
    ("*", ("fn", "exp", ("*", "c", "t")), "A"),
    ("+", "A", ("*", ("/", 1, ("+", 1, ("^", "t", 2))), "B")),
    ("+", "A", ("*", ("fn", "sin", "t"), "B")),
    ("*", ("fn", "tanh", "t"), "A"),
)
_SEQUENCES: tuple[Expr, ...] = (
    "A",
    ("+", "A", ("*", ("/", 1, ("+", 1, ("^", "n", 2))), "B")),
    ("+", "A", ("*", "n", "B")),
    ("+", "B", ("*", "n", "A")),
    ("*", ("/", 1, ("+", 1, ("abs", "n"))), "A"),
    ("*", ("^", "c", "n"), "A"),
)
_NUMBERS_OF: tuple[Expr, ...] = (  # functions of a matrix x with values in numbers
    ("+", ("/", ("*", "k", ("trace", ("*", ("T", "x"), "x"))), 2), ("trace", ("*", ("T", "b"), "x"))),
    ("trace", ("*", ("T", "b"), "x")),
    "A",
    ("sqrt", ("+", 1, ("trace", ("*", ("T", "x"), "x")))),
    ("abs", ("trace", ("*", ("T", "b"), "x"))),
)
_FIELDS: tuple[Expr, ...] = (("+", ("*", "k", "x"), "b"), "b", "x", ("neg", "x"))  # of the shape of x
#: names of what is drawn
_DRAWN = ("A", "B", "b", "c", "k")


def forms(sort: Expr, shape: tuple[int, int], argument: tuple[int, int], source: random.Random,
          shared: dict[Any, Any]) -> Callable[[Any], Any]:  # fmt: skip
    """A random family of curves, sequences or functions with values of a shape: its members by their value A."""
    kind = head(sort)
    env = {"B": value(shape, source), "c": source.choice(RATES)}
    if kind == "curve":
        term = source.choice(_CURVES)
        return lambda a: Formula(term, "t", {**env, "A": a})
    if kind == "sequence":
        inner = operands(sort)[0]
        if head(inner) == "sequence":
            rows = forms(inner, shape, argument, source, shared)
            return lambda a: Constant(rows(a))
        term = source.choice(_SEQUENCES)
        if shape[1] == 1 < shape[0] and source.random() < 0.4:  # an orthonormal basis, over and over
            term = ("basis", shape[0], ("mod", "n", shape[0]))
        return lambda a: Terms(term, "n", {**env, "A": a})
    env |= {
        "b": shared.setdefault(argument, value(argument, source)),
        "k": shared.setdefault("k", source.choice(RATES)),
    }
    term = source.choice(_NUMBERS_OF if shape == (1, 1) else (*_FIELDS, *_FIELDS[:1]) if shape == argument else ("A",))
    return lambda a: Function(term, {**env, "A": a})


def form(sort: Expr, shape: tuple[int, int], argument: tuple[int, int], source: random.Random,
         shared: dict[Any, Any]) -> Any:  # fmt: skip
    """A random member of a random family."""
    return forms(sort, shape, argument, source, shared)(value(shape, source))


def value(shape: tuple[int, int], source: random.Random) -> Any:
    """A number or a matrix of rational numbers, often sparse or of a special form."""
    if shape == (1, 1):
        return Fraction(source.randint(-8, 8), source.randint(1, 4))
    if 0 in shape:
        return Matrix(*shape, ((),) * shape[0])
    return ar.times(source.choice((1, 1, Fraction(1, 2))), structured(*shape, source))


def members(sort: Expr, env: Env, terms: Evaluator, source: random.Random, width: int) -> Iterator[Any]:
    """Some curves, sequences or functions of a sort, for a bound variable."""
    shared: dict[Any, Any] = {}
    shape = shape_of(operands(sort)[-1], env, terms)
    argument = shape_of(operands(sort)[0], env, terms)
    for _ in range(width):
        yield form(sort, shape, argument, source, shared)


def shape_of(sort: Expr, env: Mapping[str, Any], terms: Evaluator) -> tuple[int, int]:
    """The shape of the values of a sort."""
    while head(sort) in ("sequence", "random", "curve", "function"):
        sort = operands(sort)[-1]
    if head(sort) != "matrix":
        return (1, 1)
    m, n = (terms.size(a, env) for a in operands(sort))
    return m, n
