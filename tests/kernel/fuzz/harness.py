"""Whether one rule, at one node, says more than is true.

A rule is sound if in each model in which its obligations hold, so does its conclusion: from S_i |- G_i for all i
follows S |- G.  A rule is run with a checker that records the obligations and descends into none of them, and then
a model that has all facts of S, all obligations and not the goal is looked for.  An obligation with new variables
holds in a model if it does for all their values that satisfy its new facts.

For a rule that adds a fact and goes on with ``then``, the goal is ``false``: then that obligation holds in a model just
where the new fact does not.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from fuzz.models import Model
from fuzz.numbers import APART, CLOSE, CONTEXT, ORDERS, Totals, Undefined
from fuzz.values import FALSE, REAL, Expr

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Malformed, from_json, to_json
from verifier.kernel.work import TooMuch, bounded

Node = Mapping[str, Any]
DONE: Node = {"rule": "split", "nodes": []}  # stands for a proof of any obligation
COARSE = CONTEXT.mpf(10) ** -10, CONTEXT.mpf(10) ** -7  # with integrals
ENOUGH = 3  # models of the facts that one instance is held against
LATER = 3  # from this place of a list on all are alike
BUDGET = 120  # assignments of the new variables of one obligation


@dataclass(frozen=True)
class Scope:
    """Sorts of names and facts by their labels as they are written down, and the kernel's sequent of them."""

    sorts: Mapping[str, Expr]
    facts: Mapping[str, Expr]
    kernel: Sequent
    given: Mapping[str, Expr]  # the facts without the parts of conjunctions

    def formula(self, e: Expr) -> None:
        """Raises `Rejected` or `Malformed` where a formula has no meaning here."""
        self.kernel.formula(from_json(e))


class Obligation(NamedTuple):
    """What a rule asks for, as it is written down: new names, new facts, a goal; and where its proof has to stand."""

    sorts: Mapping[str, Expr]
    facts: Mapping[str, Expr]
    goal: Expr
    place: str


Told = Callable[[Model, Obligation], "bool | None"]
NOTHING: Mapping[str, Told] = MappingProxyType({})


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
    #: whether what a rule adds as a fact is false in a model, where "for all values of its variables" cannot tell
    refuted: Told | None = None
    told: Mapping[str, Told] = field(default_factory=dict)  # for obligations, by their places: whether one holds
    made: frozenset[str] = frozenset()  # letters that the models give values to, so that facts hold
    note: str = ""


class Recorder(Checker):
    """Checks one node, and writes down what it asks for in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.obligations: list[tuple[Sequent, Expr, str]] | None = None

    def check(self, sequent: Sequent, goal: Expr, node: Any) -> None:
        if self.obligations is None:
            self.obligations = []
            super().check(sequent, goal, node)
            return
        if not isinstance(node, Mapping):
            raise Rejected("a proof node without a rule")
        self.obligations.append((sequent, goal, node.get("place", "?")))


def placed(node: Any, place: str = "") -> Any:
    """A node in which each proof says where it stands: the same obligation of a rule has one place in all instances."""
    if node is DONE:
        return {**DONE, "place": place}
    if isinstance(node, dict):
        return {key: placed(child, f"{place}.{key}" if place else key) for key, child in node.items()}
    if isinstance(node, list):
        return [placed(child, f"{place}.{min(k, LATER)}") for k, child in enumerate(node)]
    return node


class Senseless(Exception):
    """A rule that leaves out what it has to ask, or asks for what has no meaning."""


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
            recorder.check(s, from_json(i.goal), placed(i.node))
    except (*REFUSALS, ValueError):
        return None
    asked = recorder.obligations or []
    for inner, goal, place in asked:
        try:
            for f in (goal, *(f for label, f in inner.facts.items() if label not in s.facts)):
                inner.formula(f)
        except REFUSALS as error:
            raise Senseless(f"{i.node['rule']} says something at {place} that means nothing: {error}") from None
    if concludes(i) and (not asked or written(asked[-1][1]) != FALSE):
        raise Senseless(f"{i.node['rule']} adds a fact and does not hand its goal on")
    return [
        Obligation(
            {n: written(sort) for n, sort in inner.sorts.items() if n not in s.sorts},
            {label: written(f) for label, f in inner.facts.items() if label not in s.facts},
            written(goal),
            place,
        )
        for inner, goal, place in asked
    ]


def concludes(i: Instance) -> bool:
    """Whether what the rule concludes is what it hands on last, as a new fact."""
    return "then" in i.node and i.goal == FALSE


@dataclass
class Finding:
    """What the models say of one accepted instance."""

    verdict: str | None = None  # "certain" or "sampled" where one has the facts and the obligations, not the conclusion
    follows: bool = False  # in some model of the facts the obligations hold, and so does the conclusion
    fails: bool = False  # in some model of the facts the conclusion fails, and so does an obligation
    needed: set[str] = field(default_factory=set)  # the places of obligations that fail alone where the conclusion does
    told: int = 0  # models that could tell of the conclusion

@dataclass(frozen=True)
class Wanted:
    """What is still to be learnt of a rule besides whether it is sound."""

    follows: bool = True
    fails: bool = True
    known: Collection[str] = ()  # places of obligations that are needed

    def alone(self, place: str) -> bool:
        return place not in self.known


def examined(i: Instance, obligations: list[Obligation], rng: random.Random, wanted: Wanted) -> Finding:
    """An accepted instance against models."""
    found = Finding()
    try:
        if "integrate" in repr((i.goal, i.node, i.sequent.facts)):
            Totals.close, Totals.apart = COARSE
        for model in _models(i, rng, found):
            if _against(model, i, obligations, found, wanted):
                break
    finally:
        Totals.inverse_of_zero = Totals.order = Totals.outside = None
        Totals.close, Totals.apart = CLOSE, APART
    return found


def _models(i: Instance, rng: random.Random, found: Finding) -> Iterator[Model]:
    """Models of the facts; where "false" is what follows from them alone, it does where one of them fails."""
    alone = i.goal == FALSE and "then" not in i.node
    for _ in range(i.models):
        Totals.inverse_of_zero = Fraction(rng.choice((0, 1, -2))) if i.total and rng.random() < 0.7 else None
        Totals.outside = rng.randint(0, 9) if i.total and rng.random() < 0.7 else None
        Totals.order = rng.choice(ORDERS)
        try:
            model = i.model(rng)
        except Undefined:
            continue
        model.work, model.sampled = 0, False
        given = [label in i.granted or model.holds(f) for label, f in i.sequent.facts.items()]
        if all(given):
            yield model
        elif alone and False in given:
            found.follows = True


def _against(model: Model, i: Instance, obligations: list[Obligation], found: Finding, wanted: Wanted) -> bool:
    """Whether nothing more is to be asked, as the instance is unsound or was told of in enough models."""
    others = obligations[::-1]  # what comes last is mostly what was concluded
    last = others.pop(0) if concludes(i) else None
    settled = not wanted.follows and not wanted.fails and not any(wanted.alone(o.place) for o in others)
    if settled and i.refuted and not all(_answer(model, i, o) for o in others):
        found.told += 1  # the conclusion costs more than what it rests on
        return found.told == ENOUGH
    conclusion = model.holds(i.goal) if last is None else _concluded(model, i, last)
    if conclusion is None:
        return False
    found.told += 1
    if conclusion:
        found.follows = found.follows or (wanted.follows and all(_answer(model, i, o) for o in others))
        return found.told == ENOUGH
    loose: list[tuple[str, bool | None]] = []
    for o in others:
        answer = _answer(model, i, o)
        if answer:
            continue
        loose.append((o.place, answer))
        found.fails = found.fails or answer is False
        if (found.fails or not wanted.fails) and (len(loose) > 1 or answer is None or not wanted.alone(o.place)):
            break
    else:
        if not loose and not any(_passed(model, i, o) for o in others):
            found.verdict = "sampled" if model.sampled else "certain"
            return True
        elif len(loose) == 1 and loose[0][1] is False:
            found.needed.add(loose[0][0])
    return found.told == ENOUGH


def _concluded(model: Model, i: Instance, last: Obligation) -> bool | None:
    """Whether what a rule adds as a fact holds: "false" follows from it just where it does not."""
    absurd = i.refuted(model, last) if i.refuted else holds(model, i, last)
    return None if absurd is None else not absurd


def _answer(model: Model, i: Instance, o: Obligation) -> bool | None:
    if o.place not in i.told:
        return holds(model, i, o)
    try:
        return i.told[o.place](model, o)
    except (Undefined, OverflowError):
        return None


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


def _passed(model: Model, i: Instance, o: Obligation) -> bool:
    """Whether two sides that are different wherever one looks lie in both orders: then they may meet in between."""
    parts = [p for p in (o.goal[1:] if o.goal[0] == "and" else (o.goal,)) if p[0] == "!="]
    orders: dict[Expr, set[bool | None]] = {p: set() for p in parts} if REAL in o.sorts.values() else {}
    every = _assignments(model, i, o.sorts, list(o.sorts), dict(model.env))
    for env, _ in itertools.islice(every, BUDGET if orders else 0):
        if all(model.holds(f, env) for f in o.facts.values()):
            for p, seen in orders.items():
                seen.add(model.holds(("<", *p[1:]), env))
    return any({True, False} <= seen for seen in orders.values())


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
class Direct:
    """A question that its generator has asked and answered itself."""

    accepted: bool
    verdict: str | None
    judged: bool = True
    note: str = ""


Generator = Callable[[random.Random], "Instance | Direct"]


def sequent(sorts: Mapping[str, Expr], facts: Mapping[str, Expr]) -> Scope:
    """A sequent as the kernel makes it.  Raises `Rejected` or `Malformed`."""
    s = Sequent()
    for name, sort in sorts.items():
        s = s.declare(name, from_json(sort))
    for label, e in facts.items():
        f = from_json(e)
        s.formula(f)
        s = s.assume(label, f)
    return Scope(dict(sorts), {label: written(f) for label, f in s.facts.items()}, s, facts)


def plain(sorts: Mapping[str, Expr], outcomes: int = 1) -> Callable[[random.Random], Model]:
    """Models with a random value for each name."""

    def model(rng: random.Random) -> Model:
        cuts = [rng.randint(1, 3) for _ in range(outcomes)]
        m = Model({}, tuple(Fraction(c, sum(cuts)) for c in cuts), rng.randint(0, 10**6))
        for name, sort in sorts.items():
            m.env[name] = m.member(sort, m.env, rng)
        return m

    return model
