"""What the kernel says of one node, or of one certificate without its trees: what it asks for, or that it refuses.

An entry is plain data: ``sorts``, ``facts``, ``goal`` and ``node`` of one rule, or ``statement`` and ``certificate``.
Wherever a proof would stand, `DONE` stands; nothing descends into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import obligations
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Malformed, from_json, to_json
from verifier.kernel.work import TooMuch, bounded

DONE: Mapping[str, Any] = {"rule": "split", "nodes": []}
REFUSALS = (Rejected, Malformed, Unknown, TooMuch, ValueError, KeyError, TypeError, IndexError, AttributeError,
            ArithmeticError, AssertionError, StopIteration)  # fmt: skip


class One(Checker):
    """Checks one node; what it asks for is written down."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Sequent, Any]] | None = None

    def check(self, sequent: Sequent, goal: Any, node: Any) -> None:
        if self.asked is not None:
            if not isinstance(node, Mapping):
                raise Rejected("a proof node without a rule")
            self.asked.append((sequent, goal))
            return
        self.asked = []
        super().check(sequent, goal, node)


def said(entry: Mapping[str, Any]) -> Any:
    """What is asked for, as data; None where the kernel refuses."""
    try:
        with bounded():
            return _of_node(entry) if "node" in entry else _of_certificate(entry)
    except REFUSALS:
        return None


def _of_node(entry: Mapping[str, Any]) -> list[Any]:
    s = Sequent()
    for name, sort in entry["sorts"].items():
        s = s.declare(name, from_json(sort))
    for label, fact in entry["facts"].items():
        formula = from_json(fact)
        s.formula(formula)
        s = s.assume(label, formula)
    one, goal = One(), from_json(entry["goal"])
    s.formula(goal)
    one.check(s, goal, entry["node"])
    return [*([*_more(s, inner), to_json(goal)] for inner, goal in one.asked or []), *sorted(one.axioms)]


def _more(outer: Sequent, inner: Sequent) -> list[dict[str, Any]]:
    """The names and facts that an obligation has besides those of its sequent."""
    pairs = ((inner.sorts, outer.sorts), (inner.facts, outer.facts))
    return [{n: to_json(e) for n, e in new.items() if n not in old or old[n] != e} for new, old in pairs]


def _of_certificate(entry: Mapping[str, Any]) -> list[Any]:
    statement = Statement.from_json(entry["statement"])
    _, parts = obligations(Checker(), statement, entry["certificate"])
    return [[field, *_more(Sequent(), sequent), to_json(goal)] for field, sequent, goal, _ in parts]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything inside of plain data."""
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))
