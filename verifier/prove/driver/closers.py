"""The closers, cheapest first.  A new one is one module and one entry here."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from verifier.prove.driver.driver import Driver
from verifier.prove.equations import congruence, conserved, identities
from verifier.prove.existence import existence
from verifier.prove.integers import floors, naturals, number_fields, remainders, strengthened
from verifier.prove.integers import integer_ranges as ranges
from verifier.prove.matrices import constant_sequences, entrywise
from verifier.prove.matrices import matrix_relations as relations
from verifier.prove.matrices.squares import roots
from verifier.prove.near import orders, parameters, sequences
from verifier.prove.normal import angles, piecewise, waves
from verifier.prove.numbers import (
    alternatives,
    basic,
    cases,
    chains,
    cited,
    entries,
    evaluation,
    given_values,
    hypotheses,
    instantiation,
    letters,
    numbers_of_sequences,
)
from verifier.prove.order import (
    box_search,
    comparing,
    contrapositive,
    distinct,
    factoring,
    infinite,
    logarithms,
    meetings,
    moduli,
    monotone,
    numeric,
    plain_signs,
    products,
    separation,
    tangents,
)
from verifier.prove.order.certificates import coefficients, graded, linear, squares
from verifier.prove.order.one_variable import ladders, parity, parting, reciprocals, touches
from verifier.prove.order.sums import (
    averages,
    expectations,
    integral_bounds,
    log_bounds,
    quadratic_forms,
    sum_bounds,
    termwise,
)

CLOSERS: tuple[ModuleType, ...] = (
    orders,
    existence,
    alternatives,
    sequences,
    infinite,
    angles,
    basic,
    congruence,
    chains,
    termwise,
    numeric,
    plain_signs,
    comparing,
    remainders,
    entries,
    hypotheses,
    evaluation,
    parameters,
    piecewise,
    identities,
    given_values,
    linear,
    relations,
    entrywise,
    constant_sequences,
    roots,
    cited,
    ranges,
    quadratic_forms,
    conserved,
    numbers_of_sequences,
    expectations,
    sum_bounds,
    averages,
    instantiation,
    letters,
    log_bounds,
    strengthened,
    naturals,
    parity,
    cases,
    floors,
    factoring,
    coefficients,
    graded,
    number_fields,
    distinct,
    reciprocals,
    tangents,
    meetings,
    monotone,
    touches,
    parting,
    waves,
    separation,
    squares,
    products,
    moduli,
    box_search,
    ladders,
    logarithms,
    contrapositive,
    integral_bounds,
)

#: for a step of a script that is about numbers: its matrices are other steps' business
NUMBERS: tuple[ModuleType, ...] = tuple(c for c in CLOSERS if not getattr(c, "OBJECTS", False))


def prover(deadline: float, closers: Iterable[ModuleType] = CLOSERS) -> Driver:
    """A driver that may ask all closers, until the deadline."""
    return Driver(deadline, closers)
