"""Known facts by name: lines of the kernel's table, and theorems that follow from them.

A theorem is used like a line of the table: at terms for its letters, with proofs of its conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from verifier.kernel.facts import schemas
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.library.theorems import names, theorem
from verifier.library.trees import Node, used


@cache
def schema(name: str) -> tuple[tuple[str, ...], tuple[Expr, ...], Expr]:
    """Letters in alphabetical order, conditions, fact.  Raises `Rejected` for a name that nobody knows."""
    if name in schemas.TABLE or name not in names():
        return schemas.schema(name)
    formula = theorem(name).statement
    letters: list[str] = []
    conditions: list[Expr] = []
    while head(formula) == "forall":
        letters.append(str(operands(formula)[0]))
        formula = operands(formula)[2]
    while head(formula) == "implies":
        conditions.append(operands(formula)[0])
        formula = operands(formula)[1]
    return tuple(letters), tuple(conditions), formula


def values() -> Iterator[Expr]:
    """The facts without letters and conditions."""
    for name in (*schemas.TABLE, *names()):
        letters, conditions, fact = schema(name)
        if not letters and not conditions:
            yield fact


def stated(name: str, terms: Sequence[Expr], premises: Sequence[Any], fact: Expr, label: str) -> Node:
    """A step that makes a fact known, which is the named one at these terms; ``as`` and ``then`` are still to come."""
    at = [to_json(t) for t in terms]
    if name in schemas.TABLE:
        return {"rule": "instance", "name": name, "at": at, "premises": list(premises)}
    proof = used(name, at, premises, label, {"rule": "exact", "fact": label})
    return {"rule": "have", "formula": to_json(fact), "proof": proof}
