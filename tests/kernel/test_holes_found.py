"""Conditions whose lack once let the kernel prove contradictions: without them the fuzz of rules finds it.

Each is taken away here as it was missing then, and random instances of the rule are asked as in `test_rule_fuzz`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from fuzz import foundations
from fuzz.harness import written
from fuzz.registry import GENERATORS
from fuzz.tally import run
from fuzz.values import Expr

from verifier.kernel.analysis import nearness
from verifier.kernel.enclosures.balls import Interval
from verifier.kernel.facts import function_table
from verifier.kernel.meaning import conditions, definedness
from verifier.kernel.terms.expr import BINDERS, from_json, head

ENOUGH = 1000  # accepted instances; each hole is found within half of them


def found(name: str) -> bool:
    tally = run(GENERATORS[name], ENOUGH, seed=1, first=True)
    return bool(tally.found) and tally.accepted < ENOUGH // 2


def test_a_power_that_passes_to_a_limit_of_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """s[t]**(-1) tended to 0**(-1): asked was that the exponent does not move, not that it is natural."""
    nearby = nearness.nearby

    def without_powers(e: Any, xs: frozenset[str], sorts: Any) -> list[Any]:
        return [f for f in nearby(e, xs, sorts) if head(f) not in ("!=", "or")]

    monkeypatch.setattr(nearness, "nearby", without_powers)
    assert found("limit")


@pytest.mark.parametrize("hole", ["a bound name for a random variable", "a quantified one for a constant"])
def test_a_law_that_does_not_know_binders(monkeypatch: pytest.MonkeyPatch, hole: str) -> None:
    """The mean over the outcomes, with values put in wherever a name stands."""

    def naive(_checker: Any, _sequent: Any, formula: Any, _random: Any, law: Any) -> Any:
        known = law["outcomes"]

        def put(e: Expr, w: str, i: int) -> Expr:
            if not isinstance(e, tuple):
                return known[e][i] if hole.startswith("a bound") and e in known else e
            if e[0] == "at" and e[2] == w:
                return known[e[1]][i] if e[1] in known else e[1]
            place = 1 + BINDERS[e[0]][0] if e[0] in BINDERS else 0
            return (e[0], *(a if k == place else put(a, w, i) for k, a in enumerate(e[1:], 1)))

        def walk(e: Expr) -> Expr:
            if not isinstance(e, tuple):
                return e
            if e[0] == "random":
                return e[1]
            if e[0] != "expect":
                return (e[0], *map(walk, e[1:]))
            weights = [Fraction(w) for w in law["weights"]]
            means = [walk(put(e[1], e[2], i)) for i in range(len(weights))]
            return ("+", *(("*", ("/", w.numerator, w.denominator), m) for w, m in zip(weights, means, strict=True)))

        return from_json(walk(written(formula)))

    monkeypatch.setattr(foundations, "under_law", naive)
    assert found("under-law")


def test_sums_that_are_not_rounded_outwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ends of sums were rounded to the nearest number where an end was longer than the precision."""
    monkeypatch.setattr(Interval, "__add__", lambda a, b: Interval((a.lo + b.lo).mid(), (a.hi + b.hi).mid()))
    monkeypatch.setattr(Interval, "__sub__", lambda a, b: Interval((a.lo - b.hi).mid(), (a.hi - b.lo).mid()))
    assert found("box/rounding")


def test_a_binomial_coefficient_of_any_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """binomial(-1, 1/2) has no value."""
    known = function_table.FUNCTIONS["binomial"]
    monkeypatch.setitem(function_table.FUNCTIONS, "binomial", replace(known, line=""))
    assert found("defined")


@pytest.mark.parametrize("op", ["eye", "entry", "^"])
def test_matrices_without_a_condition_on_their_places(monkeypatch: pytest.MonkeyPatch, op: str) -> None:
    """eye(-1), entries outside of their matrix, and powers that are no natural ones."""
    operation = conditions.operation
    monkeypatch.setattr(definedness, "operation", lambda e, s: [] if head(e) == op else operation(e, s))
    assert found("defined")
