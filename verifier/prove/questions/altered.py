"""Witnesses that a hypothesis is needed, near a point at which all hypotheses hold.

Decides: that a claim fails, or is undefined, once one of its hypotheses is taken away.  How: in a point of all
hypotheses, and in the plainest point, the letters of the hypothesis are given other values, one at a time, then with
one more letter, then several; what other equations determine follows.  Where floating point sees the other hypotheses
hold and the goal fail, the exact values and the steps that show it go to the provers like any counterexample.  Complete
for: nothing.  Cannot do: sizes that change, goals that say "there is".
"""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from verifier.evidence.verdict import Verdict, judge
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import TRUE, Expr, Malformed, from_json, head
from verifier.language.claim import Claim
from verifier.language.named import negation, operands
from verifier.language.script import At, Numbers
from verifier.language.text.point_words import shown
from verifier.language.values.arithmetic import Inexact
from verifier.language.values.arithmetic import Undefined as NoValue
from verifier.language.values.quantifiers import literal
from verifier.language.values.semantics import evaluate
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.questions import wellposed
from verifier.prove.questions.offer import Offer
from verifier.prove.refute import points
from verifier.prove.refute.floating import glance
from verifier.prove.refute.floating.glance import INDEX, Undefined, as_function, seems, value
from verifier.prove.refute.sampling import Plan

NAME = "altered example"
LOOK, PROVE = 0.5, 0.7  # seconds of effort for the search, and for the proof of what it finds
MOST = 2  # points that are handed to the provers

Point = dict[str, Expr]

NUMBERS: tuple[Expr, ...] = (
    0, 1, -1, 2, ("/", 1, 2), -2, 3, ("/", -1, 2), 10, ("/", 1, 10), -10, ("/", 3, 2), 100,
)  # fmt: skip
SEQUENCES: tuple[Expr, ...] = (*NUMBERS[:6], INDEX, ("+", 1, INDEX), ("^", 2, INDEX), ("^", 4, INDEX), ("^", -1, INDEX))
CURVES: tuple[Expr, ...] = (*NUMBERS[:6], INDEX, ("neg", INDEX), ("fn", "tanh", INDEX), ("+", 1, INDEX),
                            ("^", INDEX, 2), ("fn", "exp", INDEX), ("fn", "exp", ("neg", INDEX)),
                            ("fn", "exp", ("*", 2, INDEX)))  # fmt: skip


def decide(claim: Claim, offer: Offer) -> Verdict | None:
    """The verdict on the claim without the hypothesis, where an altered point shows that it does not hold."""
    if not offer.taken:
        return None
    for kind, point in itertools.islice(_candidates(claim, offer, now() + LOOK), MOST):
        verdict = _certified(claim, kind, point)
        if verdict is not None:
            return verdict
    return None


# -- points -----------------------------------------------------------------------------------------------------------
def _candidates(claim: Claim, offer: Offer, until: float) -> Iterator[tuple[str, Point]]:
    """(what is seen there, point): ``fails`` where the goal seems to, ``undefined`` where a term has no value."""
    statement = claim.statement()
    if any(head(sort) == "random" or "random" in str(sort) for _, sort in statement.variables):
        return
    look = _Look(statement)
    letters = [n for n, _ in statement.variables if n in free_names(offer.formula) and n not in look.sizes]
    seen: set[tuple[Expr, ...]] = set()
    small, large = look.bases(offer)
    for bases, stage in ((small, 1), (small, 2), (large, 1), (large, 2), (small, 3), (large, 3)):
        for base in bases:
            for point in look.altered(base, letters, stage):
                if now() > until:
                    return
                full = look.completed(point)
                key = tuple(full[n] for n, _ in statement.variables)
                if key in seen:
                    continue
                seen.add(key)
                kind = look.at(full, base)
                if kind:
                    began = now()
                    yield kind, full
                    until += now() - began


class _Look:
    """A statement and the points at which it is looked at."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.sorts = dict(statement.variables)
        self.sizes = frozenset().union(*(free_names(s) for s in self.sorts.values())) & self.sorts.keys()
        parts = [p for _, f in statement.given for p in (operands(f) if head(f) == "and" else (f,))]
        self.given = [(free_names(f), f) for f in sorted(parts, key=lambda f: sum(1 for _ in subexpressions(f)))]
        self.known: dict[tuple[Expr, tuple[Expr, ...]], bool] = {}
        self.plan = Plan.of(statement)
        self.source = random.Random(5)

    def bases(self, offer: Offer) -> tuple[list[Point], list[Point]]:
        """Points to begin with: the one of all hypotheses that is known and the plainest one; the latter of size 2."""
        inhabited = offer.proved.example or {}
        known: Point = {}
        for name, data in dict(inhabited.get("values") or {}).items():
            with contextlib.suppress(Malformed):
                known[name] = from_json(data["value"] if isinstance(data, Mapping) else data)
        small = [{n: known[n] for n in self.sorts}] if known.keys() >= self.sorts.keys() else []
        least: Point = {n: max(1, x) if isinstance(x := operands(self.sorts[n])[0], int) else 1 for n in self.sizes}
        small.append({n: least.get(n, self.plain(n, least)) for n in self.sorts})
        vectors = any(head(s) == "sequence" and s != ("sequence", ("real",)) for s in self.sorts.values())
        if not self.sizes or vectors:
            return small, []
        two: Point = dict.fromkeys(self.sizes, 2)
        return small, [{n: two.get(n, self.plain(n, two)) for n in self.sorts}]

    def plain(self, name: str, sizes: Mapping[str, Expr]) -> Expr:
        shape = self.shape(self.sorts[name], sizes)
        return 1 if shape in (None, (1, 1)) else glance.matrices(*shape)[1]  # type: ignore[misc]

    def shape(self, sort: Expr, sizes: Mapping[str, Expr]) -> tuple[int, int] | None:
        while head(sort) in ("sequence", "curve"):
            sort = operands(sort)[0]
        if head(sort) != "matrix":
            return None
        m, n = (int(value(a, {k: value(v, {}) for k, v in sizes.items()})) for a in operands(sort))
        return m, n

    def pool(self, name: str, base: Point) -> tuple[Expr, ...]:
        """Other values of one letter, the plainest first."""
        sort = self.sorts[name]
        kind = head(sort)
        if kind == "integer":
            return tuple(range(4)) + (-1,)
        shape = self.shape(sort, {n: base[n] for n in self.sizes})
        if shape not in (None, (1, 1)):
            return tuple(glance.matrices(*shape))  # type: ignore[misc]
        if kind == "sequence":
            return SEQUENCES
        return CURVES if kind == "curve" else NUMBERS if kind in ("real", "matrix") else ()

    def altered(self, base: Point, letters: list[str], stage: int) -> Iterator[Point]:
        """Points that differ from the base in one letter, in two, in several."""
        free = [n for n in self.sorts if n not in self.sizes and n not in self.plan.solved]
        own = [n for n in letters if n in free] or free
        pools = {n: self.pool(n, base) for n in free}
        if stage == 1:
            yield base
            for rank in range(max((len(p) for p in pools.values()), default=0)):
                for n in own:
                    if rank < len(pools[n]):
                        yield {**base, n: pools[n][rank]}
        elif stage == 2:
            pairs = [(a, b) for a in own for b in free if a != b]
            for total in range(16):
                for (a, b), i in itertools.product(pairs, range(total + 1)):
                    if i < len(pools[a]) and total - i < len(pools[b]):
                        yield {**base, a: pools[a][i], b: pools[b][total - i]}
        else:
            for _ in range(1500):
                count = self.source.randint(1, max(1, min(5, len(free))))
                chosen = {self.source.choice(own), *self.source.sample(free, count)} if free else set()
                yield {**base, **{n: self.source.choice(pools[n]) for n in chosen if pools[n]}}

    def completed(self, point: Point) -> Point:
        """The point with what equations determine."""
        if not self.plan.solved:
            return point
        try:
            known = {n: _exact(e, self.sorts[n]) for n, e in point.items() if n not in self.plan.solved}
            full = self.plan.complete(known)
            return point if full is None else {**point, **{n: literal(full[n]) for n in self.plan.solved}}
        except (Inexact, NoValue, KeyError, ValueError, TypeError):
            return point

    def at(self, point: Point, base: Point) -> str:
        """What is seen at a point; nothing where a hypothesis seems to fail, or where it is not clear.

        What holds at the base and mentions nothing that differs is not looked at again.
        """
        env = self.values(point)
        if env is None:
            return ""
        changed = {n for n, e in point.items() if base[n] != e}
        for names, f in self.given:
            if names & changed or not self.holds_at(f, base):
                try:
                    if seems(f, env) is not True:
                        return ""
                except Undefined:
                    return ""  # a hypothesis that is not defined does not hold
        try:
            return "fails" if seems(self.statement.goal, env) is False else ""
        except Undefined:
            return "undefined"

    def values(self, point: Point) -> dict[str, Any] | None:
        env: dict[str, Any] = {}
        try:
            for name, sort in self.sorts.items():
                indexed = head(sort) in ("sequence", "curve")
                env[name] = as_function(point[name]) if indexed else value(point[name], {})
                if head(sort) == "integer" and not self.inside(env[name], sort, env):
                    return None
        except (ValueError, ArithmeticError):
            return None
        return env

    def holds_at(self, f: Expr, base: Point) -> bool:
        key = (f, tuple(base.values()))
        if key not in self.known:
            env = self.values(base)
            try:
                self.known[key] = env is not None and seems(f, env) is True
            except Undefined:
                self.known[key] = False
        return self.known[key]

    @staticmethod
    def inside(x: float, sort: Expr, env: Mapping[str, Any]) -> bool:
        low, high = operands(sort)
        return (low == "-oo" or value(low, env) <= x) and (high == "oo" or x <= value(high, env))


def _exact(e: Expr, sort: Expr) -> Any:
    if head(sort) in ("sequence", "curve"):
        return lambda t: evaluate(e, {INDEX: t})
    x = evaluate(e, {})
    return int(x) if head(sort) == "integer" else x


# -- proofs -----------------------------------------------------------------------------------------------------------
def _certified(claim: Claim, kind: str, point: Point) -> Verdict | None:
    """The verdict that a point earns."""
    task = Task(replace(claim, counterexample=point, argument=()), now() + PROVE)
    try:
        if kind == "undefined":
            evidence = _undefined(task, point)
        else:
            evidence = _refutation(task, point)
        whole = None if evidence is None else wellposed.completed(task, evidence)
        if whole is None:
            return None
        found = judge(task.statement, whole.certificate, NAME, whole.reason, whole.counterexample, task.claim.cited)
    except (Rejected, Unknown, Malformed):
        return None
    return found


def _refutation(task: Task, point: Point) -> Evidence | None:
    env = {
        n: as_function(point[n]) if head(s) in ("sequence", "curve") else value(point[n], {})
        for n, s in task.statement.variables
    }
    given = task.claim.counterexample
    assert given is not None
    goals = [glance.refusal(task.statement.goal, env, leaf) for leaf in ([], [Numbers()])]
    for steps in (*([At({"goal": script})] for script in goals if script), []):
        certificate = points.certify(task, given, steps)
        if certificate is not None:
            reason = "refuted at a point that differs from an example of the hypotheses in a few letters"
            return Evidence(certificate, reason, shown(point))
    return None


def _undefined(task: Task, point: Point) -> Evidence | None:
    formula = wellposed.needed(task.statement, least=True)
    parts = [f for _, f in task.statement.given] + [task.statement.goal]
    if formula == TRUE or any(
        head(e) in ("expect", "grad") or (head(e) == "fn" and operands(e)[0] == "diff")
        for p in parts for e in subexpressions(p)
    ):
        return None
    closed, data = points.at_values(task, point, negation(formula))
    node = wellposed.proved(task, task.cited, closed)
    if node is None:
        return None
    reason = "a term is undefined at a point that the hypotheses allow"
    return Evidence({"kind": "undefined", "values": data, "tree": node}, reason, shown(point))
