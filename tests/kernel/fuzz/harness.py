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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from fuzz.models import Model
from fuzz.numbers import APART, CLOSE, CONTEXT, Totals, Undefined
from fuzz.values import FALSE, Expr

from verifier.kernel.expr import Malformed, from_json, to_json
from verifier.kernel.integers import Unknown
from verifier.kernel.logic import Checker, Rejected, Sequent
from verifier.kernel.work import TooMuch, bounded

Node = Mapping[str, Any]
DONE: Node = {"rule": "split", "nodes": []}  # stands for a proof of any obligation
COARSE = CONTEXT.mpf(10) ** -10, CONTEXT.mpf(10) ** -7  # with integrals
ENOUGH = 5  # models of the facts that one instance is held against
BUDGET = 200  # assignments of the new variables of one obligation


@dataclass(frozen=True)
class Scope:
    """Sorts of names and facts by their labels as they are written down, and the kernel's sequent of them."""

    sorts: Mapping[str, Expr]
    facts: Mapping[str, Expr]
    kernel: Sequent

    def formula(self, e: Expr) -> None:
        """Raises `Rejected` or `Malformed` where a formula has no meaning here."""
        self.kernel.formula(from_json(e))


class Obligation(NamedTuple):
    """What a rule asks for, as it is written down: new names, new facts, a goal."""

    sorts: Mapping[str, Expr]
    facts: Mapping[str, Expr]
    goal: Expr


@dataclass
class Instance:
    """A node of a rule, applied to a sequent and a goal; where it came from, for the report.

    `facts` holds by construction in the models that `model` makes: such facts are not asked again.
    """

    sequent: Scope
    goal: Expr
    node: Node
    model: Callable[[random.Random], Model]
    granted: frozenset[str] = frozenset()
    models: int = 6
    hints: Callable[[Model, Mapping[str, Any], str], list[Any]] | None = None
    total: bool = False  # also in models where 1/0 is a number
    note: str = ""


class Recorder(Checker):
    """Checks one node, and writes down what it asks for in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.obligations: list[tuple[Sequent, Expr]] | None = None

    def check(self, sequent: Sequent, goal: Expr, node: Any) -> None:
        if self.obligations is None:
            self.obligations = []
            super().check(sequent, goal, node)
            return
        if not isinstance(node, Mapping):
            raise Rejected("a proof node without a rule")
        self.obligations.append((sequent, goal))


class Dropped(Exception):
    """A rule that leaves out what it has to ask."""


#: what a sequent that has no meaning raises
REFUSALS = (Rejected, Malformed, Unknown, TooMuch)


def written(e: Any) -> Expr:
    """A term of the kernel as a model reads it: as in JSON, with tuples for lists."""
    return e if type(e) is int or type(e) is str else _tuples(to_json(e))


def _tuples(data: Any) -> Expr:
    return tuple(map(_tuples, data)) if isinstance(data, list) else data


def applied(i: Instance) -> list[Obligation] | None:
    """The obligations of a rule at a node; None where it rejects."""
    recorder = Recorder()
    s = i.sequent.kernel
    try:
        with bounded():
            recorder.check(s, from_json(i.goal), i.node)
    except (*REFUSALS, ValueError):
        return None
    asked = recorder.obligations or []
    if "then" in i.node and i.goal == FALSE and (not asked or written(asked[-1][1]) != FALSE):
        raise Dropped(f"{i.node['rule']} adds a fact and does not hand its goal on")
    return [
        Obligation(
            {n: written(sort) for n, sort in inner.sorts.items() if n not in s.sorts},
            {label: written(f) for label, f in inner.facts.items() if label not in s.facts},
            written(goal),
        )
        for inner, goal in asked
    ]


def unsound(i: Instance, obligations: list[Obligation], rng: random.Random) -> tuple[str | None, bool]:
    try:
        if "integrate" in repr((i.goal, i.node, i.sequent.facts)):
            Totals.close, Totals.apart = COARSE
        return _unsound(i, obligations, rng)
    finally:
        Totals.inverse_of_zero = None
        Totals.close, Totals.apart = CLOSE, APART


def _unsound(i: Instance, obligations: list[Obligation], rng: random.Random) -> tuple[str | None, bool]:
    """ "certain" or "sampled" where a model has the facts and the obligations and not the goal, None where none does;

    and whether the instance is judged: some model of the facts has the obligations and the goal, or lacks the goal and
    an obligation.
    """
    judged, told = False, 0
    for _ in range(i.models):
        if told == ENOUGH:
            break
        Totals.inverse_of_zero = Fraction(rng.choice((0, 1, -2))) if i.total and rng.random() < 0.7 else None
        try:
            model = i.model(rng)
        except Undefined:
            continue
        model.work, model.sampled = 0, False
        given = [label in i.granted or model.holds(f) for label, f in i.sequent.facts.items()]
        if not all(given):
            judged = judged or (False in given and i.goal == FALSE and not obligations)  # these facts fail everywhere
            continue
        goal = model.holds(i.goal)
        told += goal is not None
        if goal is None or (goal and judged):
            continue
        answers: list[bool | None] = []
        for o in reversed(obligations):  # what comes last is mostly what was concluded
            answers.append(holds(model, i, o))
            if answers[-1] is False or (goal and answers[-1] is None):
                break
        if goal:
            judged = all(answers)
            continue
        judged = judged or answers[-1:] == [False]
        if all(answers):
            return "sampled" if model.sampled else "certain", True
    return None, judged


def holds(model: Model, i: Instance, o: Obligation) -> bool | None:
    """Whether an obligation holds in a model, for all values of its new variables; None where that cannot be told."""
    parts = {f"{label}.{k}" for label, f in o.facts.items() if f[0] == "and" for k in range(len(f))}
    facts = [f for label, f in o.facts.items() if label not in parts]
    answer: bool | None = True
    for count, (env, whole) in enumerate(_assignments(model, i, o.sorts, list(o.sorts), dict(model.env))):
        model.sampled = model.sampled or not whole
        inside = model.holds(o.goal, env)
        if inside is not True:
            met = _all(model.holds(f, env) for f in facts)
            if inside is False and met:
                return False
            if met is not False:
                answer = None
        if count > BUDGET:
            model.sampled = True
            break
    return answer


def _all(truths: Iterator[bool | None]) -> bool | None:
    answer: bool | None = True
    for t in truths:
        if t is False:
            return False
        answer = answer and t
    return answer


def _assignments(
    model: Model, i: Instance, sorts: Mapping[str, Expr], names: list[str], env: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], bool]]:
    if not names:
        yield env, True
        return
    name, *rest = names
    values, whole = model.members(sorts[name], env)
    if not whole:
        values = [*(i.hints(model, env, name) if i.hints else []), *values]
    for v in values:
        for found, all_of_them in _assignments(model, i, sorts, rest, {**env, name: v}):
            yield found, all_of_them and whole


@dataclass
class Tally:
    """Of one rule: instances by what became of them, and those that say too much."""

    accepted: int = 0
    rejected: int = 0
    judged: int = 0  # accepted instances with a model that can tell whether the conclusion follows
    asking: int = 0  # accepted instances where the rule asks for something besides handing its goal on
    found: list[tuple[str, Instance | Direct]] = field(default_factory=list)


@dataclass
class Direct:
    """A question that its generator has asked and answered itself."""

    accepted: bool
    verdict: str | None
    judged: bool = True
    note: str = ""


Generator = Callable[[random.Random], "Instance | Direct"]


def run(
    generator: Generator, instances: int, seed: int, most: int = 40, first: bool = False, forgetful: bool = False
) -> Tally:
    """Instances until so many are accepted, or `most` times as many were tried; or until the `first` is unsound.

    `forgetful`: of what the rule asks for one thing is left out, so that something unsound should be found.
    """
    tally = Tally()
    for k in range(most * instances):
        if tally.accepted >= instances or (first and tally.found):
            break
        rng = random.Random(f"{seed} {k}")
        try:
            i = generator(rng)
        except REFUSALS:
            continue
        if isinstance(i, Direct):
            tally.accepted += i.accepted
            tally.rejected += not i.accepted
            tally.judged += i.accepted and i.judged
            if i.accepted and i.verdict:
                tally.found.append((f"{i.verdict} at {k}", i))
            continue
        obligations = applied(i)
        if obligations is None:
            tally.rejected += 1
            continue
        tally.accepted += 1
        asked = len(obligations) - ("then" in i.node and i.goal == FALSE)  # the last one is what was concluded
        tally.asking += asked > 0
        if forgetful:
            if asked < 1:
                continue
            obligations.pop(rng.randrange(asked))
        verdict, judged = unsound(i, obligations, rng)
        tally.judged += judged
        if verdict:
            tally.found.append((f"{verdict} at {k}", i))
    return tally


def sequent(sorts: Mapping[str, Expr], facts: Mapping[str, Expr]) -> Scope:
    """A sequent as the kernel makes it.  Raises `Rejected` or `Malformed`."""
    s = Sequent()
    for name, sort in sorts.items():
        s = s.declare(name, from_json(sort))
    for label, e in facts.items():
        f = from_json(e)
        s.formula(f)
        s = s.assume(label, f)
    return Scope(dict(sorts), {label: written(f) for label, f in s.facts.items()}, s)


def plain(sorts: Mapping[str, Expr], outcomes: int = 1) -> Callable[[random.Random], Model]:
    """Models with a random value for each name."""

    def model(rng: random.Random) -> Model:
        cuts = [rng.randint(1, 3) for _ in range(outcomes)]
        m = Model({}, tuple(Fraction(c, sum(cuts)) for c in cuts), rng.randint(0, 10**6))
        for name, sort in sorts.items():
            m.env[name] = m.member(sort, m.env, rng)
        return m

    return model
