"""Whether one rule, at one node, says more than is true.

A rule is sound if in each model in which its obligations hold, so does its conclusion: from S_i |- G_i for all i
follows S |- G.  A rule is run with a checker that records the obligations and descends into none of them, and then
a model that has all facts of S, all obligations and not the goal is looked for.  An obligation with new variables
holds in a model if it does for all their values that satisfy its new facts.

For a rule that adds a fact and goes on with ``then``, the goal is ``false``: then that obligation holds in a model just
where the new fact does not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from fuzz.models import Expr, Model
from fuzz.numbers import APART, CLOSE, CONTEXT, Totals, Undefined

from verifier.claims.named import negation, operands
from verifier.kernel.expr import Malformed, head
from verifier.kernel.integers import Unknown
from verifier.kernel.logic import Checker, Rejected, Sequent
from verifier.kernel.rules import RULES
from verifier.kernel.work import TooMuch, bounded

Node = Mapping[str, Any]
FALSE: Expr = ("false",)
DONE: Node = {"rule": "trivial"}  # stands for a proof of any obligation
COARSE = CONTEXT.mpf(10) ** -10, CONTEXT.mpf(10) ** -7  # with integrals
BUDGET = 400  # assignments of the new variables of one obligation


@dataclass
class Instance:
    """A node of a rule, applied to a sequent and a goal; where it came from, for the report.

    `facts` holds by construction in the models that `model` makes: such facts are not asked again.
    """

    sequent: Sequent
    goal: Expr
    node: Node
    model: Callable[[random.Random], Model]
    granted: frozenset[str] = frozenset()
    models: int = 6
    hints: Callable[[Model, Mapping[str, Any], str], list[Any]] | None = None
    total: bool = False  # also in models where 1/0 is a number
    note: str = ""


class Recorder(Checker):
    """Writes down what is to be checked."""

    def __init__(self) -> None:
        super().__init__()
        self.obligations: list[tuple[Sequent, Expr]] = []

    def check(self, sequent: Sequent, goal: Expr, node: Any) -> None:
        if not isinstance(node, Mapping):
            raise Rejected("a proof node without a rule")
        self.obligations.append((sequent, goal))


class Dropped(Exception):
    """A rule that leaves out what it has to ask."""


#: what `Checker.check` and `check` turn into a rejection
REFUSALS = (Unknown, Malformed, Rejected, TooMuch, KeyError, TypeError, ValueError, IndexError, AttributeError,
            RecursionError, ArithmeticError, AssertionError, StopIteration)  # fmt: skip


def applied(i: Instance) -> list[tuple[Sequent, Expr]] | None:
    """The obligations of a rule at a node; None where it rejects."""
    recorder = Recorder()
    goal = negation(operands(i.goal)[0]) if head(i.goal) == "not" else i.goal
    try:
        with bounded():
            RULES[i.node["rule"]](recorder, i.sequent, goal, i.node)
    except REFUSALS:
        return None
    goals = [g for _, g in recorder.obligations]
    if "then" in i.node and i.goal == FALSE and goals[-1:] != [FALSE]:
        raise Dropped(f"{i.node['rule']} adds a fact and does not hand its goal on")
    return recorder.obligations


def unsound(i: Instance, obligations: list[tuple[Sequent, Expr]], rng: random.Random) -> tuple[str | None, bool]:
    try:
        if "integrate" in repr((i.goal, i.node, i.sequent.facts)):
            Totals.close, Totals.apart = COARSE
        return _unsound(i, obligations, rng)
    finally:
        Totals.inverse_of_zero = None
        Totals.close, Totals.apart = CLOSE, APART


def _unsound(i: Instance, obligations: list[tuple[Sequent, Expr]], rng: random.Random) -> tuple[str | None, bool]:
    """ "certain" or "sampled" where a model has the facts and the obligations and not the goal, None where none does;

    and whether some model was one where all of this could be told.
    """
    decided = False
    for _ in range(i.models):
        Totals.inverse_of_zero = Fraction(rng.choice((0, 1, -2))) if i.total and rng.random() < 0.7 else None
        try:
            model = i.model(rng)
        except Undefined:
            continue
        model.work, model.sampled = 0, False
        if not all(label in i.granted or model.holds(f) is True for label, f in i.sequent.facts.items()):
            continue
        goal = model.holds(i.goal)
        if goal is not False:
            decided = decided or goal is True
            continue
        answers = []
        for s, g in obligations:
            answers.append(_holds(model, i, s, g))
            if answers[-1] is not True:
                break
        decided = decided or answers[-1:] != [None]
        if all(answers):
            return "sampled" if model.sampled else "certain", True
    return None, decided


def _holds(model: Model, i: Instance, s: Sequent, goal: Expr) -> bool | None:
    """Whether an obligation holds in a model, for all values of its new variables; None where that cannot be told."""
    names = [n for n in s.sorts if n not in i.sequent.sorts]
    facts = [f for label, f in s.facts.items() if label not in i.sequent.facts]
    answer: bool | None = True
    for count, (env, whole) in enumerate(_assignments(model, i, s, names, dict(model.env))):
        model.sampled = model.sampled or not whole
        truths = [model.holds(f, env) for f in facts]
        if False in truths:
            continue
        inside = model.holds(goal, env)
        if inside is False and None not in truths:
            return False
        if inside is not True:
            answer = None
        if count > BUDGET:
            model.sampled = True
            break
    return answer


def _assignments(
    model: Model, i: Instance, s: Sequent, names: list[str], env: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], bool]]:
    if not names:
        yield env, True
        return
    name, *rest = names
    values, whole = model.members(s.sorts[name], env)
    if not whole:
        values = [*(i.hints(model, env, name) if i.hints else []), *values]
    for v in values:
        for found, all_of_them in _assignments(model, i, s, rest, {**env, name: v}):
            yield found, all_of_them and whole


@dataclass
class Tally:
    """Of one rule: instances by what became of them, and those that say too much."""

    accepted: int = 0
    rejected: int = 0
    decided: int = 0  # accepted instances with a model of the facts in which the goal is false or open to question
    found: list[tuple[str, Instance | Direct]] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass
class Direct:
    """A question that its generator has asked and answered itself."""

    accepted: bool
    verdict: str | None
    decided: bool = True
    note: str = ""


Generator = Callable[[random.Random], "Instance | Direct"]


def run(generator: Generator, instances: int, seed: int, most: int = 40) -> Tally:
    """Instances until so many are accepted, or `most` times as many were tried."""
    tally = Tally()
    for k in range(most * instances):
        if tally.accepted >= instances:
            break
        rng = random.Random(f"{seed} {k}")
        try:
            i = generator(rng)
        except REFUSALS:
            tally.kinds["no sequent"] += 1
            continue
        if isinstance(i, Direct):
            tally.accepted += i.accepted
            tally.rejected += not i.accepted
            tally.decided += i.accepted and i.decided
            if i.accepted and i.verdict:
                tally.found.append((f"{i.verdict} at {k}", i))
            continue
        obligations = applied(i)
        if obligations is None:
            tally.rejected += 1
            continue
        tally.accepted += 1
        verdict, decided = unsound(i, obligations, rng)
        tally.decided += decided
        if verdict:
            tally.found.append((f"{verdict} at {k}", i))
    return tally


def sequent(sorts: Mapping[str, Expr], facts: Mapping[str, Expr]) -> Sequent:
    """A sequent as the kernel makes it.  Raises `Rejected` or `Malformed`."""
    s = Sequent()
    for name, sort in sorts.items():
        s = s.declare(name, sort)
    for label, f in facts.items():
        s.formula(f)
        s = s.assume(label, f)
    return s


def plain(sorts: Mapping[str, Expr], outcomes: int = 1) -> Callable[[random.Random], Model]:
    """Models with a random value for each name."""

    def model(rng: random.Random) -> Model:
        cuts = [rng.randint(1, 3) for _ in range(outcomes)]
        m = Model({}, tuple(Fraction(c, sum(cuts)) for c in cuts), rng.randint(0, 10**6))
        for name, sort in sorts.items():
            m.env[name] = m.member(sort, m.env, rng)
        return m

    return model
