"""Integrals that are being found: their ranges taken apart, and what every way to a value does with the parts.

Decides nothing by itself: an `Integration` goes through the ways that it was made with (`definite`), for an integral
and for those that it is traced back to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.integrals import INFINITE, OO
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, TRUE, Expr, conjunction, head
from verifier.language.named import conditions, fresh, integral, meaningful, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.refute.floating.approximation import NoValue, samples, value
from verifier.prove.values import limit_values
from verifier.prove.values.neat import neat, tidy

Found = tuple[Expr, Node]  # a value, and a proof that the integral has it

_SHARES = ("0.03", "0.11", "0.23", "0.37", "0.52", "0.66", "0.79", "0.9", "0.98")


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


Way = Callable[[Expr, Range], Found | None]
Ways = Callable[["Integration"], Iterator[Way]]  # in the order in which they are tried


class Integration:
    """Finds values of integrals under a sequent."""

    def __init__(self, driver: Driver, s: Sequent, effort: int, ways: Ways, depth: int = 0) -> None:
        self.driver, self.s, self.effort, self.ways, self.depth = driver, s, effort, ways, depth

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

    # -- values ---------------------------------------------------------------------------------------
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
        for way in self.ways(self):
            try:
                found = way(term, r)
            except (Unknown, NoValue, RecursionError) as error:
                self.driver.notes.append(f"integrals: {error}"[:200])
                continue
            if found is not None:
                return found
        return None

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
        return Integration(self.driver, self.s if s is None else s, self.effort, self.ways, self.depth + 1)

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
        branch = Branch(self.driver, self.s)
        v = limit_values.evaluate(self.driver, branch, term, self.effort)
        label = next((n for n, f in branch.s.facts.items() if f == ("==", term, v)), None)
        node = None if v is None or label is None else branch.wrap({"rule": "exact", "fact": label})
        return None if v is None or node is None else (v, node)

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
