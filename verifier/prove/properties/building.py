"""Points that are built to satisfy the hypotheses of a statement, one variable after the other.

Sizes come first.  A variable that an equation determines is computed; where an equation is affine in a variable it is
solved for it, whatever else it is (the affine map is found by putting in a basis); a number gets a value between the
places where the inequalities about it change their truth; a matrix is scaled until it is small enough; curves follow
their differential equations and sequences their recursions, from starting values that are variables of their own.
Every hypothesis is looked at as soon as all of its variables have values, so a bad choice is taken back early.  From a
point that was found others are reached by changing one variable at a time.  Nothing is assumed about a point: what its
hypotheses come to there has been evaluated (`seeing`).
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import verifier.language.values.arithmetic as ar
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import Undefined
from verifier.language.values.semantics import exact
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import INDEX
from verifier.prove.properties import plain_families
from verifier.prove.properties.ball_values import Balls, precision
from verifier.prove.properties.choosing import between, chained, places, powers, related
from verifier.prove.properties.dynamics import Equations
from verifier.prove.properties.moving import Formula, Steps, Terms, literal_or_none
from verifier.prove.properties.seeing import Seeing
from verifier.prove.properties.solving import LOST, is_equation, parts, solved, squares
from verifier.prove.refute.plain_values import as_probability, impose
from verifier.prove.refute.sampling import Plan, signs

TRIES = 12  # values of one variable before the whole point is begun anew
STARTS = 150  # points that are begun before one is given up
SHARED = "__shared__"  # what functions of one point have in common
FIRST = 4  # members of a recursion that have to exist
LATE = "@"  # in the name of a starting value
MOVES = ("curve", "sequence", "function")


@dataclass(frozen=True)
class Fact:
    """A hypothesis, and the variables without whose values it cannot be looked at."""

    formula: Expr
    names: frozenset[str]


class Builder:
    """Builds points of a statement; `env` has a value for each variable, and for each starting value of a curve."""

    def __init__(self, statement: Statement, closed: bool = False) -> None:
        """Of a statement whose bound names differ from each other and from its variables (`named.apart`).

        `closed`: sequences are terms, and recursions are solved among those.
        """
        self.statement = statement
        sorts = dict(statement.variables)
        given = [part for _, f in statement.given for part in parts(f)]
        self.equations = Equations.of(iter(given), sorts)
        if closed:
            self.equations = self.equations.without_steps()
        self.starts = {f"{n}{LATE}0": _inner(sorts[n]) for n in self.equations.rates}
        for n, (_, shift, least, _) in self.equations.steps.items():
            self.starts |= {f"{n}{LATE}{k}": _inner(sorts[n]) for k in range(least, least + shift)}
        self.equations.rates = {n: (t, self._with_starts(e)) for n, (t, e) in self.equations.rates.items()}
        given_there = tuple((label, self._with_starts(f)) for label, f in statement.given)
        self.plan = Plan.of(Statement((*statement.variables, *self.starts.items()), given_there, statement.goal))
        moving = {n for n, s in sorts.items() if head(s) in MOVES}
        self.facts = [self._fact(f) for f in given if f not in self.equations.met]
        self.facts += [self._fact(f) for f in chained([f.formula for f in self.facts])]
        self.hints = [Fact(h, frozenset(free_names(h))) for f in self.facts for h in squares(f.formula)]
        # what an equation says of a variable is used in two ways: to compute it last, or to solve it for another one
        solved = {n: e for n, e in self.plan.solved.items() if n not in moving}
        order = sorted(self.plan.data, key=self._rank)
        self.ways = [(solved, [n for n in order if n not in solved]), *([({}, order)] if solved else [])]
        for seed in (1, 2):  # and the order of the page is not always the best
            other = list(order)
            random.Random(seed).shuffle(other)
            self.ways.append(({}, sorted(other, key=self._rank)))
        self.solved, self.order = self.ways[0]
        self.wins = [1.0 for _ in self.ways]
        shaped = {n for s in self.plan.statement.variables for n in free_names(s[1])}
        free = len(self.plan.integers) if shaped.isdisjoint(self.plan.integers) else 9
        self.sizes = list(itertools.islice(self.plan.sizes({1: 40, 2: 8}.get(free, 3)), 60))
        self.kept: dict[str, Any] = {}
        self.until = math.inf

    def _rank(self, name: str) -> int:
        """Starting values and numbers first, then what is made of them."""
        if name in self.equations.terms:
            return 2
        return 1 if name in self.equations.rates or name in self.equations.steps else 0

    def _fact(self, f: Expr) -> Fact:
        f = self._with_starts(f)
        return Fact(f, frozenset(free_names(f)))

    def _with_starts(self, e: Expr) -> Expr:
        """Members at literal starts become variables of their own."""
        if head(e) == "at" and isinstance(e[2], int) and f"{e[1]}{LATE}{e[2]}" in self.starts:  # type: ignore[index]
            return f"{e[1]}{LATE}{e[2]}"  # type: ignore[index]
        return e if not isinstance(e, tuple) else (e[0], *(self._with_starts(a) for a in e[1:]))

    # -- one variable -----------------------------------------------------------------------------------
    def _ready(self, name: str, env: Mapping[str, Any]) -> list[Fact]:
        return [f for f in self.facts if name in f.names and f.names <= env.keys() | {name}]

    def _holds(self, facts: list[Fact], env: Mapping[str, Any]) -> bool:
        try:
            return all(Seeing(self.until).decide(f.formula, env, []) is True for f in facts)
        except LOST:
            return False

    def values(self, name: str, env: Mapping[str, Any], ready: list[Fact], source: random.Random) -> Iterator[Any]:
        """Values to try for a variable."""
        sort = dict(self.plan.statement.variables)[name]
        if name in self.equations.steps:
            rule = self.equations.steps[name]
            first = {int(n.split(LATE)[1]): v for n, v in env.items() if n.startswith(f"{name}{LATE}")}
            steps = Steps(first, name, rule, env)
            for k in range(FIRST):
                steps(rule[2] + rule[1] + k)
            yield steps
        elif name in self.equations.terms:
            index, term = self.equations.terms[name]
            yield Formula(term, index, env) if head(sort) == "curve" else Terms(term, index, env)
        elif head(sort) in MOVES:
            shared = env[SHARED]
            shape = plain_families.shape_of(operands(sort)[-1], env, Balls())
            argument = plain_families.shape_of(operands(sort)[0], env, Balls())
            equations = self._equations(name, env, ready)
            for _ in range(TRIES):
                family = plain_families.forms(sort, shape, argument, source, shared)
                first = self._draw(name, env, source)
                if equations:
                    yield from map(family, solved(name, shape, env, equations, first, family))
                yield family(first)
        else:
            shape = self.plan.shape(name, env)
            equations = self._equations(name, env, ready)
            drawn = [self._draw(name, env, source) for _ in range(4)]
            for d in drawn[:3] if equations else ():
                yield from solved(name, shape, env, equations, d)
            if shape == (1, 1):
                yield from between(places(name, env, [f.formula for f in ready]), source)
            yield from drawn
            yield from powers() if shape == (1, 1) else related(shape, env, drawn[0], source)
            yield from (self._draw(name, env, source) for _ in range(4))

    def _equations(self, name: str, env: Mapping[str, Any], ready: list[Fact]) -> list[Expr]:
        """What can be solved for a variable, where all others that it speaks of have values."""
        known = env.keys() | {name}
        hints = [h.formula for h in self.hints if name in h.names and h.names <= known]
        return [f.formula for f in ready if is_equation(f.formula)] + hints

    def _draw(self, name: str, env: Mapping[str, Any], source: random.Random) -> Any:
        base = name.split(LATE)[0]
        shape = plain_families.shape_of(dict(self.plan.statement.variables)[name], env, Balls())
        x = plain_families.value(shape, source)
        if self.equations.rates and source.random() < 0.8:  # large values make fast flows
            x = ar.times(Fraction(1, 4), x)
        try:
            for kind in self.plan.kinds.get(base, ()):
                x = as_probability(x) if kind == "probability" else impose(kind, x)
        except Undefined:
            pass
        return x

    # -- points -----------------------------------------------------------------------------------------
    def point(
        self, source: random.Random, near: Mapping[str, Any] | None = None, keep: float | None = None
    ) -> dict[str, Any] | None:
        """A new point, or None; `near` another one most of its values are kept where they do."""
        if not self.sizes:
            return None
        way = source.choices(range(len(self.ways)), self.wins)[0]
        self.solved, self.order = self.ways[way]
        keep = source.choice((0.6, 0.85, 0.95)) if keep is None else keep
        self.kept = {n: v for n, v in (near or {}).items() if source.random() < keep}
        sizes = source.choice(self.sizes[: source.choice((4, 12, 60))])
        if near is not None and source.random() < (keep + 1) / 2:
            sizes = {n: near[n] for n in sizes}
        elif near is not None:  # what has a shape has another one now
            sorts = dict(self.plan.statement.variables)
            self.kept = {n: v for n, v in self.kept.items() if n in sorts and sorts[n] == ("real",)}
        env = self._built(sizes, source)
        self.wins[way] = max(0.1, self.wins[way] + 1 if env is not None else 0.97 * self.wins[way])
        return env

    def _built(self, sizes: Mapping[str, int], source: random.Random) -> dict[str, Any] | None:
        env: dict[str, Any] = dict(sizes)
        env[SHARED] = {}
        if not self._holds([f for f in self.facts if f.names <= env.keys()], env):
            return None
        for name in self.order:
            if not self._extend(name, env, source) or not self._complete(env):
                return None
        if not self._complete(env) or self.solved.keys() - env.keys():
            return None
        flows = {n: env[n].flow for n in self.equations.rates if n in env}
        if not all(f.lasting or f.followed(n in self.equations.both) for n, f in flows.items()):
            return None
        return self._with_law(env)

    def _with_law(self, env: dict[str, Any]) -> dict[str, Any] | None:
        if self.plan.laws:
            env["__law__"] = signs({n: s for n, s in self.statement.variables if n in self.plan.laws}, env)
            facts = [f for f in self.facts if f.names & set(self.plan.laws)]
            return env if self._holds(facts, env) else None
        return env

    def _extend(self, name: str, env: dict[str, Any], source: random.Random) -> bool:
        if name in env:
            return True  # with another curve of its flow
        if name in self.equations.rates:
            known = set(env)
            try:
                env |= self.equations.flow(name, env, {n: n + f"{LATE}0" for n in self.equations.rates})
            except KeyError:  # a start that an equation gives from values that are not there yet
                return False
            return self._holds([f for f in self.facts if f.names <= env.keys() and not f.names <= known], env)
        ready = self._ready(name, env)
        try:
            kept = [self.kept[name]] if name in self.kept else []
            for value in itertools.islice(itertools.chain(kept, self.values(name, env, ready, source)), 4 * TRIES):
                if self._holds(ready, {**env, name: value}):
                    env[name] = value
                    return True
        except LOST:
            return False
        return False

    def _complete(self, env: dict[str, Any]) -> bool:
        """Compute the variables that equations determine, as soon as they can be."""
        again = True
        while again:
            again = False
            for name, (e, flipped) in self.solved.items():
                if name in env or not free_names(e) <= env.keys():
                    continue
                try:
                    value = Balls().value(e, env)
                    value = ar.transpose(value) if flipped else value
                    if ar.shape(value) != self.plan.shape(name, env):
                        return False
                except LOST:
                    return False
                ready = self._ready(name, env)
                env[name] = value
                if not self._holds(ready, env):
                    return False
                again = True
        return True

    def points(
        self, n: int, until: float, seed: int = 0, known: Sequence[Mapping[str, Any]] = ()
    ) -> list[dict[str, Any]]:
        """At most `n` different points; `known` ones are tried to be changed as well."""
        self.until = until
        found: dict[str, dict[str, Any]] = {}
        source = random.Random(seed)
        misses, near = 0, [self._filled(env) for env in known]
        with precision():
            for point in near:
                self.sizes = self.sizes or [{n: point[n] for n in self.plan.integers}]
                same = self.point(source, point, 1.0)
                found |= {shown(same): same} if same is not None else {}
            tried, met = [1, 1], [1, 1]  # points from nothing, and near others
            while len(found) < n and now() < until and misses < STARTS * (1 + len(found)):
                seeds = [*near, *found.values()]
                rates = [a / b for a, b in zip(met, tried, strict=True)]
                close = bool(seeds) and source.random() < min(max(rates[1] / sum(rates), 0.2), 0.9)
                env = self.point(source, source.choice(seeds) if close else None)
                tried[close] += 1
                if env is None or shown(env) in found:
                    misses += 1
                else:
                    met[close] += 1
                    found[shown(env)] = env
        return list(found.values())

    def _filled(self, env: Mapping[str, Any]) -> dict[str, Any]:
        """A point with the starting values that it has, and without the curves that follow from them."""
        full = dict(env)
        for start in self.starts:
            name, at = start.split(LATE)
            with contextlib.suppress(*LOST), precision():
                full[start] = env[name](int(at))
        return {n: v for n, v in full.items() if n not in self.equations.rates and n not in self.equations.steps}


def shown(env: Mapping[str, Any]) -> str:
    """A text that tells points apart."""
    return repr({n: v.shown() if hasattr(v, "shown") else v for n, v in env.items() if not n.startswith("__")})


def _inner(sort: Expr) -> Expr:
    return operands(sort)[-1]


def example_point(statement: Statement, example: Mapping[str, Expr]) -> list[dict[str, Any]]:
    """The point that a page names, if it names all values; a sequence, a curve and a function are terms."""
    if not example or {n for n, _ in statement.variables} - example.keys():
        return []
    env: dict[str, Any] = {}
    try:
        with precision():
            for name, sort in statement.variables:
                term = example[name]
                if head(sort) == "curve":
                    env[name] = Formula(term, "t", {})
                elif head(sort) == "sequence" and head(operands(sort)[0]) != "sequence":
                    env[name] = Terms(term, "t", {})
                elif head(sort) in ("function", "sequence", "random"):
                    return []
                else:
                    env[name] = exact(Balls().value(term, env))
    except LOST:
        return []
    return [env]


def as_terms(statement: Statement, env: Mapping[str, Any]) -> dict[str, Expr] | None:
    """The values of a point as closed terms, those of sequences, curves and functions in the index of certificates.

    None where one is a ball, a flow or a sequence that is computed step by step.
    """
    found: dict[str, Expr] = {}
    for name, _ in statement.variables:
        value: Any = env.get(name)
        term = value.closed(INDEX) if hasattr(value, "closed") else literal_or_none(value)
        if term is None:
            return None
        found[name] = term
    return found
