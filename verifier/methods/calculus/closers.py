"""The closers, cheapest first.  A new one is one module and one entry here."""

from __future__ import annotations

from types import ModuleType

from verifier.methods.calculus import (
    angles,
    basic,
    boxes,
    cases,
    evaluation,
    factoring,
    identities,
    infinite,
    integral_bounds,
    ladders,
    linear,
    moduli,
    naturals,
    numeric,
    pieces,
    positivity,
    products,
    reciprocals,
    squares,
)

CLOSERS: tuple[ModuleType, ...] = (
    infinite,
    angles,
    basic,
    numeric,
    positivity,
    evaluation,
    pieces,
    identities,
    linear,
    naturals,
    cases,
    factoring,
    reciprocals,
    squares,
    products,
    moduli,
    boxes,
    ladders,
    integral_bounds,
)
