"""Arguments: how a reader of a page may be told why a claim holds, step by step.

A script is a hint.  It never enters a verdict: the prover turns it into a proof tree, and the kernel checks
the tree.  Formulas are text in the language of the page, read where they stand, so they may mention the
variables that earlier steps have introduced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
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
    """Induction on the goal's outermost integer; with `strong`, from everything below.

    `outermost`: the goal has it under this name.
    """

    name: str
    base: Sequence[Step] = ()
    step: Sequence[Step] = ()
    strong: bool = False
    hypothesis: str = "IH"
    outermost: bool = False


@dataclass(frozen=True)
class Witness:
    """Name what the goal says exists.  `index` names the index of a sequence's value."""

    value: str
    index: str | None = None


@dataclass(frozen=True)
class Use:
    """Apply a fact 'for all ..., if ... then' at given values; premises are proved by their scripts.

    `exactly`: it takes all of the values.
    """

    fact: str
    at: Sequence[str | tuple[str, str]] = ()
    premises: Sequence[Sequence[Step]] = ()
    name: str = ""
    exactly: bool = False


@dataclass(frozen=True)
class Obtain:
    """Take an object that a fact 'there is' promises."""

    fact: str
    name: str
    label: str = ""


@dataclass(frozen=True)
class Set:
    """A letter for a number or a matrix: the fact `label`, or of the letter's name, says that they are equal."""

    name: str
    value: str
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
class Recall:
    """A line of the table of known facts, at terms for its letters in alphabetical order; conditions are found."""

    fact: str
    at: Sequence[str] = ()
    name: str = ""


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
    terms: Sequence[Term] = ()


@dataclass(frozen=True)
class Inside:
    """A term: an expression in which HOLE stands for the sides of an equation, summed over ranges."""

    fact: str
    within: str
    over: Sequence[tuple[str, str, str]] = ()


#: An equation that is used: the name of the fact, what stands left of it, and what stands right; or `Inside`.
Term: TypeAlias = tuple[str, str, str] | Inside


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
class Converge:
    """The goal is that a sequence converges; what is left to show is its definition.

    For every h > 0 there is an index from which on the squared distance from the limit is at most h.
    """


@dataclass(frozen=True)
class Unfold:
    """What a fact that is a convergence says by its definition; see `Converge`."""

    fact: str
    name: str = ""


@dataclass(frozen=True)
class Eventually:
    """The goal is that a sequence converges: it equals its limit from the index `start` on, called `name` there."""

    start: str = "0"
    by: Sequence[Step] = ()
    name: str = "n"


@dataclass(frozen=True)
class Linear:
    """Close an equation: a combination (fact, left factor, right factor) and facts to rewrite with."""

    rewrite: Sequence[str] = ()
    terms: Sequence[Term] = ()
    nonzero: Sequence[str] = ()


@dataclass(frozen=True)
class Order:
    """Close an inequality: squares and products of facts with positive weights, plus equations."""

    positive: Sequence[Square] = ()
    rewrite: Sequence[str] = ()
    terms: Sequence[Term] = ()
    nonzero: Sequence[str] = ()


@dataclass(frozen=True)
class Numbers:
    """Close a goal about numbers by the calculus of `verifier check`; `using` names the facts that it may see.

    The name of a variable there stands for the conditions of its domain.
    """

    using: Sequence[str] | None = None
    effort: int = 2


@dataclass(frozen=True)
class By:
    """Close the goal from these facts, each as it stands or at values; a cited statement is one of them.

    Without `facts`: from all.  Conditions of domains are always at hand.
    """

    facts: Sequence[str | tuple[str, tuple[str | tuple[str, str], ...]]] = ()


@dataclass(frozen=True)
class Chain(By):
    """The end of a chain: the goal from its links."""


@dataclass(frozen=True)
class Cite:
    """A theorem of the library is a fact from here on, under the name ``name``."""

    theorem: str
    name: str = ""


@dataclass(frozen=True)
class Assume:
    """The goal is 'if P then Q': suppose P, which `formula` says, under a name."""

    formula: str
    name: str


@dataclass(frozen=True)
class Ladder:
    """The goal u R v (R: <=, <, ==) at `variable` from the same at `start` and the sign of its slope in between.

    `right`: the start is the upper end.  `time` and `bounds` name the running point and what is known of it.
    """

    variable: str
    start: str
    slope: Sequence[Step] = ()
    base: Sequence[Step] = ()
    side: Sequence[Step] = ()
    smooth: Sequence[Step] = ()
    right: bool = False
    strict: str = ""
    time: str = "r"
    bounds: str = "between"


@dataclass(frozen=True)
class Bounded:
    """A term that is continuous in `variable` between two numbers has an upper bound there."""

    term: str
    variable: str
    low: str
    high: str
    by: Sequence[Step] = ()
    name: str = "bounded"


@dataclass(frozen=True)
class Intermediate:
    """A term that is continuous in `variable` and changes its sign between two numbers vanishes between them.

    `signs` proves that the term is at most 0 at `low` and at least 0 at `high`, or the other way round where `falling`.
    """

    term: str
    variable: str
    low: str
    high: str
    signs: tuple[Sequence[Step], Sequence[Step]] = ((), ())
    order: Sequence[Step] = ()
    by: Sequence[Step] = ()
    falling: bool = False
    name: str = "between"


@dataclass(frozen=True)
class SameSlope:
    """Two terms in `variable` that agree from `low` on (up to `high`): their derivatives at a point `at` are equal.

    `by` proves that they agree, `place` where the point lies, `smooth` that both are differentiable there.
    """

    left: str
    right: str
    variable: str
    at: str
    low: str
    high: str = ""
    by: Sequence[Step] = ()
    place: Sequence[Step] = ()
    smooth: Sequence[Step] = ()
    name: str = ""
    bounds: str = "between"


@dataclass(frozen=True)
class Antiderivative:
    """A term that is continuous in `variable` on the whole line is the derivative of a curve that is 0 at `start`.

    A number, or a matrix of the `shape` ``"m, n"``.
    """

    term: str
    variable: str
    start: str
    by: Sequence[Step] = ()
    name: str = "antiderivative"
    shape: str = ""


@dataclass(frozen=True)
class Differentiable:
    """A term that has a derivative at each value of `variable`, by the definition that `by` proves, is a curve.

    A number, or a matrix of the `shape` ``"m, n"``.
    """

    term: str
    variable: str
    by: Sequence[Step] = ()
    name: str = "differentiable"
    shape: str = ""


@dataclass(frozen=True)
class Chosen:
    """From a fact 'for every matrix there is a value with ...': there is a function whose values have it."""

    fact: str
    name: str = "chosen"


@dataclass(frozen=True)
class Compact:
    """A formula in `variable` and a positive `radius` that holds near each point of [low, high] for some radius,

    and with each radius for every smaller one, holds for one radius at all points of the interval.
    """

    formula: str
    variable: str
    radius: str
    low: str
    high: str
    local: Sequence[Step] = ()
    smaller: Sequence[Step] = ()
    name: str = "compact"


@dataclass(frozen=True)
class Inverse:
    """A term that rises in `variable` on the whole line and takes every value has an inverse, which is a curve.

    `slope` proves that its derivative is positive, `onto` that for each real `value` there is a point with it.
    """

    term: str
    variable: str
    slope: Sequence[Step] = ()
    onto: Sequence[Step] = ()
    by: Sequence[Step] = ()
    value: str = "t"
    name: str = "inverse"


@dataclass(frozen=True)
class Bootstrap:
    """The goal at all times: at the first one, and at each time before which it holds (`before`) at all times.

    The goal consists of strict inequalities between continuous terms; `bounds` names what is known of the time.
    """

    time: str
    step: Sequence[Step]
    start: Sequence[Step] = ()
    by: Sequence[Step] = ()
    bounds: str = "time"
    before: str = "before"


@dataclass(frozen=True)
class Beyond:
    """The fact that some integer is larger than a real number."""

    bound: str
    name: str = ""


@dataclass(frozen=True)
class Rewritten:
    """A fact with equations used letter for letter, one after the other: their right sides become their left sides.

    `forwards`: left sides become right sides.
    """

    fact: str
    equations: Sequence[str]
    name: str = ""
    forwards: bool = False


@dataclass(frozen=True)
class Recursion:
    """Take the sequence with the first value `start`; `next` is made of the index and of the `value` before it.

    A sequence of real numbers, or of matrices of the `shape` ``"m, n"``.  The fact has two parts: `start` and the step.
    """

    name: str
    start: str
    next: str
    index: str = "r"
    value: str = "x"
    shape: str = ""
    label: str = ""


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
    Take | Have | Induct | Witness | Use | Obtain | Cases | CasesOn | Split | Choose | Axiom | Recall | Root | Vanish
    | Limit | Converge | Unfold | Eventually | Linear | Order | Numbers | Ladder | Bounded | Intermediate | SameSlope
    | Antiderivative | By | Cite | Assume
    | Differentiable | Chosen | Compact | Inverse | Bootstrap | Recursion | Rewritten | Beyond | Contradict
    | Negate | At | Set
)  # fmt: skip


def theorems(steps: object) -> Iterator[str]:
    """The names of the theorems that a script cites."""
    if isinstance(steps, Cite):
        yield steps.theorem
    elif isinstance(steps, Mapping):
        for part in steps.values():
            yield from theorems(part)
    elif isinstance(steps, (list, tuple)):
        for part in steps:
            yield from theorems(part)
    elif is_dataclass(steps) and not isinstance(steps, type):
        for field in fields(steps):
            yield from theorems(getattr(steps, field.name))
