"""Abbreviations as fresh variables: what an inference knows of a term whose definition it does not cite."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import INTEGER, REAL, Expr
from verifier.language.definitions import Definition
from verifier.language.ranges import Domain
from verifier.language.text.printing import sort_text
from verifier.language.typing.typing import IllTyped, shape_of

COMPLEX: Expr = ("complex",)


def abstracted(
    definitions: Sequence[Definition], sorts: Mapping[str, Expr], used: Sequence[str]
) -> tuple[list[str], dict[str, Domain], tuple[str, ...]]:
    """(definitions as texts, fresh variables, names of what they stand for).

    An abbreviation that stands for a matrix, a number or a sequence of these, and occurs in the texts `used`, becomes
    ``name := name_`` with a fresh variable ``name_``; the others stay as they are.
    """
    texts: list[str] = []
    variables: dict[str, Domain] = {}
    hidden: list[str] = []
    for definition in definitions:
        sort = abstract_sort(definition, sorts)
        name = f"{definition.name}_"
        if sort is None or name in sorts or not occurs(definition.name, [*used, *texts]):
            texts.append(str(definition))
            continue
        variables[name] = Domain(sort_text(sort), sort)
        place = f"({definition.params[0]}) := {name}[{definition.params[0]}]" if definition.params else f" := {name}"
        texts.append(definition.name + place)
        hidden.append(definition.name)
    return texts, variables, tuple(hidden)


def abstract_sort(definition: Definition, sorts: Mapping[str, Expr]) -> Expr | None:
    """The sort of a fresh variable that can stand for an abbreviation; None where there is none."""
    if definition.unknown or len(definition.params) > 1:
        return None
    known = {**sorts, **dict.fromkeys(definition.params, INTEGER)}
    parts = list(subexpressions(definition.body))
    if ("fn", "I") in parts or any(known.get(e) == COMPLEX for e in parts if isinstance(e, str)):
        return None  # a fresh variable would be real
    try:
        shape = shape_of(definition.body, known)
    except IllTyped:
        return None
    sort: Expr | None = REAL if shape == ("scalar",) else shape if shape[0] == "matrix" else None
    if sort is None or not definition.params:
        return sort
    return None if frozenset(definition.params) & free_names(sort) else ("sequence", sort)


def occurs(name: str, texts: Iterable[str]) -> bool:
    """Whether a name stands in one of the texts as a word."""
    return any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", t) for t in texts)
