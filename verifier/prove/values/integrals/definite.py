"""Definite integrals: finds their values.

Decides: ``integrate(f, (x, a, b)) == v`` where a primitive is found, the range being cut where f or the primitive
breaks off, with limits at singular and infinite ends, divergence included; else by a substitution into the kernel's
table of classical integrals.  How: primitives and substitutions are suggested by SymPy and by fits in floating point;
the kernel sees that F' == f and what happens at the ends.  Complete for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verifier.kernel.algebra.field import EXTENDED, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.integrals import INFINITE, OO, opposite
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, TRUE, Expr, conjunction, head
from verifier.language.named import (
    conditions,
    derivative,
    fresh,
    integral,
    meaningful,
    operands,
    replaced,
    substitute,
    to_json,
)
from verifier.prove.equations.rearranging import rearranged
from verifier.prove.numbers.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.refute.approximation import NoValue, samples, value
from verifier.prove.values.breaks import break_points
from verifier.prove.values.integrals.primitives import primitives
from verifier.prove.values.neat import neat, tidy

Found = tuple[Expr, Node]  # a value, and a proof that the integral has it

_SHARES = ("0.03", "0.11", "0.23", "0.37", "0.52", "0.66", "0.79", "0.9", "0.98")


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of an integral, which becomes a fact of the branch; it may be infinite."""
    found = Integration(driver, branch.s, effort).solve(term)
    if found is None:
        return None
    branch.have(("==", term, found[0]), found[1])
    return found[0]


@dataclass(frozen=True)
class Range:
    """An integral that was taken apart: `fields` of a node say how the ends lie, `points` are samples inside."""

    t: str
    body: Expr
    lo: Expr
    hi: Expr
    fields: Node
    inside: Sequent
    points: list[dict[str, Any]]

    @property
    def up(self) -> bool:
        return str(self.fields["order"])[0] == "<"

    @property
    def strict(self) -> bool:
        return len(str(self.fields["order"])) == 1


class Integration:
    """Finds values of integrals under a sequent."""

    def __init__(self, driver: Driver, s: Sequent, effort: int, depth: int = 0) -> None:
        self.driver, self.s, self.effort, self.depth = driver, s, effort, depth

    # -- taking an integral apart ---------------------------------------------------------------------
    def open(self, term: Expr) -> Range | None:
        """The integral with the order of its ends proved; None where that fails."""
        _, binder, lo, hi = operands(term)
        x, sort, body = operands(binder)
        ends = [e for e in (lo, hi) if e not in INFINITE]
        if sort != REAL or not all(is_real(e, self.s.sorts) for e in ends):
            return None
        order, proof = self._order(lo, hi)
        if order is None:
            return None
        t = fresh(str(x), frozenset(self.s.sorts) | free_names(body) - {str(x)})
        label = fresh("range", frozenset(self.s.facts))
        low, high = (lo, hi) if order[0] == "<" else (hi, lo)
        bounds: list[Expr] = [] if low in INFINITE else [("<", low, t)]
        bounds += [] if high in INFINITE else [("<", t, high)]
        inside = self.s.declare(t, REAL)
        inside = inside.assume(label, conjunction(bounds)) if bounds else inside
        fields: Node = {"order": order, "as": t, "bounds": label}
        if proof is not None:
            fields["ends"] = proof
        body = substitute(body, {str(x): t})
        return Range(t, body, lo, hi, fields, inside, self.points(body, t, low, high))

    def _order(self, lo: Expr, hi: Expr) -> tuple[str | None, Node | None]:
        if lo in INFINITE or hi in INFINITE:
            if lo == hi:
                return None, None
            return ("<" if lo == INFINITE[1] or hi == OO else ">"), None
        for relation in ("<", "<=", ">", ">="):
            proof = self.driver.prove(self.s, (relation, lo, hi), min(self.effort, 1))
            if proof is not None:
                return relation, proof
        return None, None

    def points(self, body: Expr, t: str, low: Expr, high: Expr) -> list[dict[str, Any]]:
        """Sample points between the ends, for two samples of the parameters."""
        import mpmath

        found: list[dict[str, Any]] = []
        names = (free_names(body) - {t}) | free_names(low) | free_names(high)
        for at in samples(self.s, names, 3):
            try:
                a, b = value(low, at), value(high, at)
            except NoValue:
                continue
            for share in map(mpmath.mpf, _SHARES):
                if mpmath.isinf(a) and mpmath.isinf(b):
                    p = (share - 0.5) / (share * (1 - share))
                elif mpmath.isinf(b):
                    p = a + share / (1 - share)
                elif mpmath.isinf(a):
                    p = b - share / (1 - share)
                else:
                    p = a + share * (b - a)
                found.append({**at, t: p})
        return found

    # -- ways -----------------------------------------------------------------------------------------
    def solve(self, term: Expr) -> Found | None:
        """A value of the integral and a proof."""
        self.driver.tick()
        for label, fact in self.s.facts.items():
            if head(fact) == "==" and operands(fact)[0] == term:
                return operands(fact)[1], {"rule": "exact", "fact": label}
        if self.depth > 6 or len(operands(term)) != 4:
            return None
        r = self.open(term)
        if r is None:
            return self._either(term)
        for way in self._ways():
            try:
                found: Found | None = way(term, r)
            except (Unknown, NoValue, RecursionError) as error:
                self.driver.notes.append(f"integrals: {error}"[:200])
                continue
            if found is not None:
                return found
        return None

    def _ways(self) -> Iterator[Any]:
        from verifier.prove.values.integrals import integral_rules

        yield self._inner
        yield from (rule(self) for rule in integral_rules.EARLY)
        yield lambda term, r: self._by_primitive(term, r, (0,))
        yield from (rule(self) for rule in integral_rules.LATE)
        if self.effort > 1:
            yield lambda term, r: self._by_primitive(term, r, (1, 2, 3))

    def ask(self, s: Sequent, goal: Expr, effort: int, seconds: float = 1.5) -> Node | None:
        """A proof within a part of the time."""
        if goal == TRUE:
            return {"rule": "split", "nodes": []}
        part = self.driver.within(0.5, seconds)
        try:
            return part.prove(s, goal, min(effort, 2))
        except OutOfTime:
            self.driver.tick()
            return None

    def deeper(self, s: Sequent | None = None) -> Integration:
        return Integration(self.driver, self.s if s is None else s, self.effort, self.depth + 1)

    def _either(self, term: Expr) -> Found | None:
        """Two ends of which neither is known to be the larger one: both cases give the same value."""
        _, _, lo, hi = operands(term)
        if lo in INFINITE or hi in INFINITE or self.effort < 1 or self.depth > 2:
            return None
        if not (is_real(lo, self.s.sorts) and is_real(hi, self.s.sorts)):
            return None
        label = fresh("way", frozenset(self.s.facts))
        first = self.deeper(self.s.assume(label, ("<=", lo, hi))).solve(term)
        if first is None:
            return None
        other = self.s.assume(label, (">", lo, hi))
        second = self.deeper(other).solve(term)
        if second is None:
            return None
        proof = second[1]
        if second[0] != first[0]:
            branch = Branch(self.driver, other)
            fact = branch.have(("==", term, second[0]), second[1])
            same = branch.driver.prove(branch.s, ("==", second[0], first[0]), self.effort)
            node = None if same is None else branch.wrap({"rule": "replace", "fact": fact, "then": same})
            if node is None:
                return None
            proof = node
        formula = to_json(("<=", lo, hi))
        return first[0], {"rule": "either", "formula": formula, "as": label, "yes": first[1], "no": proof}

    def _inner(self, term: Expr, r: Range) -> Found | None:
        """An integrand with a limit, a sum or an integral inside, which is evaluated first."""
        if not any(head(e) == "fn" and operands(e)[0] in EXTENDED for e in subexpressions(r.body)):
            return None
        from verifier.prove.numbers.evaluation import terms, word
        from verifier.prove.numbers.evaluators import EVALUATORS

        for inner in terms(("==", r.body, 0), r.inside):
            branch = Branch(self.driver, r.inside)
            v = EVALUATORS[str(word(inner))].evaluate(self.driver, branch, inner, self.effort)
            fact = next((n for n, f in branch.s.facts.items() if f == ("==", inner, v)), None)
            if v is None or fact is None or v in INFINITE:
                continue
            body = replaced(r.body, inner, v)
            plain = self.ask(branch.s, ("==", body, ("*", 1, body)), 1)
            node = None if plain is None else branch.wrap({"rule": "replace", "fact": fact, "then": plain})
            return None if node is None else self.congruent(term, r, body, node)
        return None

    def congruent(self, term: Expr, r: Range, body: Expr, same: Node, weight: Expr = 1) -> Found | None:
        """The integral of weight*body, where `same` proves that this is the integrand."""
        found = self.deeper().solve(integral(body, r.t, r.lo, r.hi))
        defined = self.defined(r)
        return None if found is None or defined is None else self.scaled(r, body, found, same, defined, weight)

    def scaled(self, r: Range, body: Expr, found: Found, same: Node, defined: Node, weight: Expr) -> Found | None:
        part: Node = {"of": to_json(body), "weight": to_json(weight), "value": to_json(found[0]), "proof": found[1]}
        node: Node = {"rule": "linear-integral", **r.fields, "parts": [part], "same": same, "defined": defined}
        if found[0] in INFINITE:
            part["positive"] = self.driver.prove(self.s, ("<", 0, weight), 1)
            return None if part["positive"] is None else (found[0], node)
        return self.settled(("*", weight, found[0]), node)

    def defined(self, r: Range) -> Node | None:
        return self.ask(r.inside, meaningful(r.body, r.inside.sorts), self.effort)

    def settled(self, computed: Expr, node: Node) -> Found | None:
        """The finite value that a rule computes, written shorter where that is proved."""
        branch = Branch(self.driver, self.s)
        simple, used = neat(branch, computed)
        for v in dict.fromkeys((tidy(simple), simple)):
            proof: Node | None = {"rule": "identical"}
            if v != simple:
                proof = self.ask(branch.s, ("==", simple, v), 1, 0.3)
            for fact in reversed(used):
                proof = None if proof is None else {"rule": "replace", "fact": fact, "then": proof}
            proof = branch.wrap(proof)
            if proof is not None:
                return v, {**node, "value": proof}
        return None

    # -- the fundamental theorem ----------------------------------------------------------------------
    def _by_primitive(self, term: Expr, r: Range, ways: tuple[int, ...]) -> Found | None:
        points = [p for p in r.points if _defined_at(r.body, p)]
        if not points or 2 * len(points) < len(r.points):
            return None
        seconds = min(0.3 * self.driver.left(), (0.3, 0.8, 1.5, 2.0)[self.effort])
        for count, f in enumerate(primitives(r.body, r.t, r.inside, points, seconds, ways)):
            if count > 4:
                break
            found = self.with_primitive(r, f)
            if found is None:
                found = self.cut(term, r, f)
            if found is not None:
                return found
        return None

    def with_primitive(self, r: Range, f: Expr) -> Found | None:
        """The integral by a primitive that is smooth between the ends."""
        try:
            smooth = conjunction(conditions(f, r.t, inner=True))
            slope = derivative(f, r.t)
        except Unknown:
            return None
        if not is_real(f, r.inside.sorts):
            return None
        node: Node = {"rule": "primitive", **r.fields, "primitive": to_json(f)}
        steps = (
            ("smooth", smooth), ("defined", meaningful(r.body, r.inside.sorts)), ("same", ("==", r.body, slope)),
        )  # fmt: skip
        for name, goal in steps:
            proof = self.ask(r.inside, goal, self.effort)
            if proof is None and name == "same":
                proof = rearranged(self, r.inside, goal)
            if proof is None:
                self.driver.notes.append(f"integrals: {name} is not proved for {f!r}"[:200])
                return None
            node[name] = proof
        ends: list[Expr] = []
        for upper in (False, True):
            end = self.end(r, f, upper)
            if end is None:
                self.driver.notes.append(f"integrals: an end of {f!r} is not found"[:200])
                return None
            ends.append(end[0])
            node["high" if upper else "low"] = end[1]
        low, high = ends
        if high in INFINITE or low in INFINITE:
            return (high if high in INFINITE else opposite(low), node) if high != low else None
        return self.settled(("-", high, low), node)

    def end(self, r: Range, f: Expr, upper: bool) -> Found | None:
        """The value of a term at an end of the range, or its limit there."""
        p = r.hi if upper else r.lo
        if p not in INFINITE:
            try:
                goal = conjunction([substitute(q, {r.t: p}) for q in conditions(f, r.t, inner=False)])
            except Unknown:
                return None
            proof = self.ask(self.s, goal, self.effort, 0.5)
            if proof is not None:
                return substitute(f, {r.t: p}), {"continuous": proof}
        if not r.strict:
            return None
        side = 0 if p in INFINITE else 1 if upper != r.up else -1
        found = self.limit(("fn", "limit", ("forall", r.t, REAL, f), p, side))
        return None if found is None else (found[0], {"value": to_json(found[0]), "limit": found[1]})

    def limit(self, term: Expr) -> Found | None:
        from verifier.prove.numbers.evaluators import EVALUATORS

        if "limit" not in EVALUATORS:
            return None
        branch = Branch(self.driver, self.s)
        v = EVALUATORS["limit"].evaluate(self.driver, branch, term, self.effort)
        label = next((n for n, f in branch.s.facts.items() if f == ("==", term, v)), None)
        node = None if v is None or label is None else branch.wrap({"rule": "exact", "fact": label})
        return None if v is None or node is None else (v, node)

    def cut(self, term: Expr, r: Range, f: Expr | None = None) -> Found | None:
        """The range in pieces at a point where the integrand or a primitive may break off."""
        for p in break_points(r, f):
            found = self.at(term, r, p)
            if found is not None:
                return found
        return None

    def at(self, term: Expr, r: Range, p: Expr) -> Found | None:
        """The range in two pieces."""
        _, binder, lo, hi = operands(term)
        parts = [self.deeper().solve(("fn", "integrate", binder, a, b)) for a, b in ((lo, p), (p, hi))]
        if parts[0] is None or parts[1] is None:
            return None
        values = [parts[0][0], parts[1][0]]
        node: Node = {
            "rule": "pieces", "at": to_json(p), "values": [to_json(v) for v in values],
            "nodes": [parts[0][1], parts[1][1]],
        }  # fmt: skip
        infinite = [v for v in values if v in INFINITE]
        if not infinite:
            return self.settled(("+", *values), node)
        sides: list[Expr] = [("<", lo, p)] if lo not in INFINITE else []
        sides += [("<", p, hi)] if hi not in INFINITE else []
        proof = self.driver.prove(self.s, conjunction(sides), 1)
        if proof is None or infinite != [infinite[0]] * len(infinite):
            return None
        return infinite[0], {**node, "between": proof}


def _defined_at(body: Expr, point: dict[str, Any]) -> bool:
    try:
        value(body, point)
    except NoValue:
        return False
    return True
