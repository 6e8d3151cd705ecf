"""Arguments: how a reader of a page may be told why a claim holds, step by step.

A script is a hint.  It never enters a verdict: the prover turns it into a proof tree, and the kernel checks
the tree.  Formulas are text in the language of the page, read where they stand, so they may mention the
variables that earlier steps have introduced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Take:
    """Take the goal's outermost 'for all' variables under these names; assume its conditions."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)


@dataclass(frozen=True)
class Have:
    """A formula on the way, proved by its own script (or found automatically), then used as a fact."""

    formula: str
    by: Sequence[Step] = ()
    name: str = ""


@dataclass(frozen=True)
class Induct:
    """Induction on the goal's outermost integer; with `strong`, from everything below."""

    name: str
    base: Sequence[Step] = ()
    step: Sequence[Step] = ()
    strong: bool = False
    hypothesis: str = "IH"


@dataclass(frozen=True)
class Witness:
    """Name what the goal says exists.  `index` names the index of a sequence's value."""

    value: str
    index: str | None = None


@dataclass(frozen=True)
class Use:
    """Apply a fact 'for all ..., if ... then' at given values; premises are proved by their scripts."""

    fact: str
    at: Sequence[str | tuple[str, str]] = ()
    premises: Sequence[Sequence[Step]] = ()
    name: str = ""


@dataclass(frozen=True)
class Obtain:
    """Take an object that a fact 'there is' promises."""

    fact: str
    name: str
    label: str = ""


@dataclass(frozen=True)
class Cases:
    """A formula holds or it does not."""

    formula: str
    yes: Sequence[Step] = ()
    no: Sequence[Step] = ()
    name: str = "case"


@dataclass(frozen=True)
class CasesOn:
    """A fact 'P or Q': the goal under each."""

    fact: str
    scripts: Sequence[Sequence[Step]]
    name: str = "case"


@dataclass(frozen=True)
class Split:
    """The goal is 'P and Q': a script for each part."""

    scripts: Sequence[Sequence[Step]]


@dataclass(frozen=True)
class Choose:
    """The goal is 'P or Q': prove the part with this number, counted from 0."""

    index: int


@dataclass(frozen=True)
class Axiom:
    """Bring in a fact of linear algebra by its name."""

    name: str


@dataclass(frozen=True)
class Root:
    """The square root of a number that is proved to be at least 0."""

    of: str
    by: Sequence[Step] = ()
    name: str = "root"


@dataclass(frozen=True)
class Vanish:
    """A fact says that a sum of squares is at most 0; name the roots: (weight, root, ranges)."""

    fact: str
    squares: Sequence[Square]
    rewrite: Sequence[str] | None = None
    terms: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True)
class Square:
    """weight * root^2 (the squared Frobenius norm of a matrix), summed over ranges, times positive facts."""

    root: str = ""
    weight: str = "1"
    over: Sequence[tuple[str, str, str]] = ()
    facts: Sequence[str] = ()
    name: str = ""
    nonzero: str = ""


@dataclass(frozen=True)
class Limit:
    """An equation that holds along sequences holds for their limits."""

    fact: str
    limits: Sequence[str]
    name: str = ""


@dataclass(frozen=True)
class Linear:
    """Close an equation: a combination (fact, left factor, right factor) and facts to rewrite with."""

    rewrite: Sequence[str] = ()
    terms: Sequence[tuple[str, str, str]] = ()
    nonzero: Sequence[str] = ()


@dataclass(frozen=True)
class Order:
    """Close an inequality: squares and products of facts with positive weights, plus equations."""

    positive: Sequence[Square] = ()
    rewrite: Sequence[str] = ()
    terms: Sequence[tuple[str, str, str]] = ()
    nonzero: Sequence[str] = ()


@dataclass(frozen=True)
class Contradict:
    """Some fact cannot hold: prove its negation."""

    fact: str
    by: Sequence[Step] = ()


@dataclass(frozen=True)
class Negate:
    """Assume that the goal fails and look for a contradiction."""

    name: str = "negated"


@dataclass(frozen=True)
class At:
    """For a counterexample: scripts for some hypotheses, by name, and for "goal" (that the goal fails)."""

    parts: Mapping[str, Sequence[Step]]


Step: TypeAlias = (
    Take | Have | Induct | Witness | Use | Obtain | Cases | CasesOn | Split | Choose | Axiom | Root | Vanish | Limit
    | Linear | Order | Contradict | Negate | At
)  # fmt: skip
