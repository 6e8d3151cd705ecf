"""Formulas about a model, before anything is known of them: what an answer shows, and what source code is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.kernel.terms.expr import Expr
from verifier.models.model import Model


class Refused(ValueError):
    """A query that has no answer, with one line that says why and what would work."""


@dataclass(frozen=True)
class Formula:
    """A formula with its left-hand side, ``dL/dA``, as text and as LaTeX.

    `term` is the formula for all sizes, in the text language's expressions; `value` is the SymPy object, which for all
    sizes is made from the term when it is asked for.
    """

    name: str
    latex_name: str
    term: Expr | None = None
    value: Any = None


@dataclass(frozen=True)
class Formulas:
    """What a query gives for a model, for given sizes or (`sizes` is None) for all sizes.

    `letters` are the sorts of letters beyond the model's.
    """

    query: str
    model: Model
    sizes: Mapping[str, int] | None
    formulas: tuple[Formula, ...]
    letters: Mapping[str, Expr] = field(default_factory=dict, repr=False, kw_only=True)

    @property
    def sorts(self) -> dict[str, Expr]:
        return {**self.model.sorts, **self.letters}
