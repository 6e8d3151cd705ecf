"""The driver: takes a goal about numbers apart and asks the closers, cheapest first.

A closer is a module with ``close(driver, s, goal, effort) -> Node | None`` for goals that are relations (or false).
None means "not found", never "false".  A closer proves its side conditions by calling `Driver.prove` with less
effort; effort 0 is for side conditions and must answer in milliseconds.  Closers build nodes from what the kernel
offers; `Branch` strings forward steps together.  Every node that `prove` returns has been accepted by the kernel at
its leaves, and the whole tree is checked again before it becomes evidence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from verifier.claims.named import fresh, negation, operands, substitute, to_json
from verifier.kernel.binding import same
from verifier.kernel.expr import FALSE, RELATIONS, TRUE, Expr, Malformed, head
from verifier.kernel.integers import Unknown
from verifier.kernel.logic import Checker, Rejected, Sequent, as_less
from verifier.library.facts import schema, stated
from verifier.library.theorems import theorems
from verifier.library.trees import used
from verifier.methods import lost
from verifier.methods.calculus.standing import Standing
from verifier.methods.calculus.witnesses import witnesses
from verifier.methods.effort import now
from verifier.methods.equations import Node, OutOfTime, accepts

__all__ = ["Branch", "Driver", "Node", "OutOfTime", "accepts"]


DEEPEST = 40  # side conditions of side conditions of ...
_calls = Standing()  # calls of `prove`, by whatever driver, inside each other


class Driver:
    """Proves formulas under a deadline; keeps what it learnt about side conditions."""

    def __init__(self, deadline: float, closers: Sequence[ModuleType] | None = None) -> None:
        from verifier.methods.calculus.closers import CLOSERS

        self.deadline = deadline
        self.closers: Sequence[ModuleType] = CLOSERS if closers is None else closers
        self.notes: list[str] = []
        self.fruitless: set[object] = set()  # what was tried in vain, for closers to remember
        self.given: frozenset[str] = frozenset()  # the labels of a statement's hypotheses, for `hypotheses`
        self._known: dict[object, Node | None] = {}

    def tick(self) -> None:
        """Raises `OutOfTime` behind the deadline."""
        if now() > self.deadline:
            raise OutOfTime

    def left(self) -> float:
        """Seconds of effort until the deadline."""
        return self.deadline - now()

    def within(self, share: float, seconds: float = math.inf) -> Driver:
        """A driver for a part of what is left, and for no more than some seconds."""
        other = Driver(min(self.deadline, now() + min(max(0.0, share * self.left()), seconds)), self.closers)
        other.notes, other._known, other.fruitless, other.given = self.notes, self._known, self.fruitless, self.given
        return other

    def asking(self, closers: Iterable[ModuleType]) -> Driver:
        """A driver with the same time that asks other closers."""
        return Driver(self.deadline, tuple(closers))

    def prove(self, s: Sequent, goal: Expr, effort: int = 3) -> Node | None:
        """A node for the goal, or None.  Raises `OutOfTime`."""
        self.tick()
        key = (goal, tuple(sorted(s.sorts.items(), key=repr)), tuple(s.facts.items()), effort)
        if key not in self._known:
            if len(_calls) >= DEEPEST:  # a side condition of a side condition of ...: not worth while
                return None
            with _calls.asking():
                self._known[key] = self._prove(s, goal, effort)
        return self._known[key]

    def _prove(self, s: Sequent, goal: Expr, effort: int) -> Node | None:
        op, args = head(goal), operands(goal)
        if op == "not":
            goal = negation(args[0])
            op, args = head(goal), operands(goal)
        if goal == TRUE:
            return {"rule": "split", "nodes": []}
        for label, fact in s.facts.items():
            if same(as_less(goal), as_less(fact)):
                return {"rule": "exact", "fact": label}
            if fact == FALSE:
                return {"rule": "contradict", "fact": label, "proof": {"rule": "exact", "fact": label}}
        if op == "and":
            nodes: list[Node] = []
            for a in args:
                node = self.prove(s, a, effort)
                if node is None:
                    return None
                nodes.append(node)
            return {"rule": "split", "nodes": nodes}
        if op == "implies":
            label = fresh("if", frozenset(s.facts))
            return under({"rule": "intro", "as": label}, self.prove(s.assume(label, args[0]), args[1], effort))
        if op == "forall":
            name = fresh(str(args[0]), frozenset(s.sorts))
            inner = s.declare(name, args[1])
            body = substitute(args[2], {str(args[0]): name})
            return under({"rule": "intro", "as": name}, self.prove(inner, body, effort))
        if op == "exists" or op == "or":
            from verifier.methods.calculus import orders

            node = orders.prove(self, s, goal, effort)
            if node is not None or (effort < 3 and orders.concerns(s, goal)):
                return node
        if op == "exists":
            return self._exists(s, goal, effort)
        if op == "tends":
            from verifier.methods.calculus import sequences

            return sequences.prove(self, s, goal, effort)
        if op == "or":
            return self._either(s, args, effort)
        if op in RELATIONS or goal == FALSE:
            return self.close(s, goal, effort)
        return None

    def _exists(self, s: Sequent, goal: Expr, effort: int) -> Node | None:
        """Name a value and prove that it is one."""
        from verifier.methods.calculus import beyond, crossings, existence

        name, sort, body = operands(goal)
        if effort < 1 or head(sort) not in ("real", "integer", "complex"):
            return None
        found = existence.prove(self, s, goal, effort)
        first = beyond.moves(s, goal)  # no number would do
        if found is None and first:
            found = beyond.prove(self, s, goal, effort)
        if found is not None:
            return found
        for value in witnesses(str(name), sort, body, s.sorts, effort):
            self.tick()
            try:
                Checker().fits(s, value, sort)
            except (Rejected, Unknown, Malformed):
                continue
            node = self.prove(s, substitute(body, {str(name): value}), min(effort, 2))
            if node is not None:
                return {"rule": "witness", "value": to_json(value), "then": node}
        node = crossings.prove(self, s, goal, effort)
        return node if node is not None or first else beyond.prove(self, s, goal, effort)

    def _either(self, s: Sequent, parts: Sequence[Expr], effort: int) -> Node | None:
        """P or Q: one of them, or the last one where none of the others holds."""
        for i, part in enumerate(parts):
            node = self.prove(s, part, min(effort, 1))
            if node is not None:
                return {"rule": "choose", "index": i, "then": node}
        if effort < 2 or len(parts) < 2:
            return None
        label = fresh("none", frozenset(s.facts))
        none = self.prove(s.assume(label, negation(("or", *parts))), FALSE, effort - 1)
        if none is not None:
            return {"rule": "negate", "as": label, "then": none}
        label = fresh("case", frozenset(s.facts))
        for i, part in enumerate(parts):  # assume that one fails, prove one of the rest
            rest = [p for j, p in enumerate(parts) if j != i]
            others: Expr = rest[0] if len(rest) == 1 else ("or", *rest)
            node = self.prove(s.assume(label, negation(part)), others, effort - 1)
            if node is None:
                continue
            if len(rest) == 1:
                no: Node = {"rule": "choose", "index": 1 - i, "then": node}
                yes: Node = {"rule": "choose", "index": i, "then": {"rule": "exact", "fact": label}}
                return {"rule": "either", "formula": to_json(part), "as": label, "yes": yes, "no": no}
            return None  # nested alternatives would have to be put back in order
        return None

    def close(self, s: Sequent, goal: Expr, effort: int) -> Node | None:
        """Ask the closers in their order.  Raises `OutOfTime`."""
        for closer in self.closers:
            self.tick()
            if getattr(closer, "EFFORT", 0) > effort:
                continue
            try:
                node = closer.close(self, s, goal, effort)
            except (Unknown, Rejected) as error:
                self.notes.append(f"{closer.NAME}: {error}"[:200])
                continue
            except OutOfTime:
                raise
            except Exception as error:  # a closer that breaks has not found anything; the others are still asked
                lost.note(closer.NAME, error)
                self.notes.append(f"{closer.NAME} broke: {error!r}"[:200])
                continue
            if node is not None:
                return node  # type: ignore[no-any-return]
        return None

    def accepts(self, s: Sequent, goal: Expr, node: Mapping[str, Any]) -> bool:
        return accepts(s, goal, node)


def under(node: Node, then: Node | None) -> Node | None:
    """`node` with `then` below it; None where there is nothing below."""
    return None if then is None else {**node, "then": then}


class Branch:
    """A branch of a proof that grows forwards: each step adds a fact to `s`; `wrap` puts the steps round the end."""

    def __init__(self, driver: Driver, s: Sequent) -> None:
        self.driver, self.s = driver, s
        self.steps: list[Node] = []

    def _add(self, node: Node, label: str, formula: Expr) -> str:
        self.s = self.s.assume(label, formula)
        self.steps.append({**node, "as": label})
        return label

    def label(self, stem: str = "f") -> str:
        return fresh(stem, frozenset(self.s.facts))

    def have(self, formula: Expr, proof: Node | None = None, effort: int = 1) -> str | None:
        """Prove a formula (with the driver where no proof is given) and keep it; its label, or None."""
        node = self.driver.prove(self.s, formula, effort) if proof is None else proof
        if node is None:
            return None
        return self._add({"rule": "have", "formula": to_json(formula), "proof": node}, self.label(), formula)

    def instance(self, name: str, *terms: Expr, effort: int = 0) -> str | None:
        """A known fact at terms (in the alphabetical order of its letters); None where a condition is not proved."""
        letters, conditions, fact = schema(name)
        values = dict(zip(letters, terms, strict=True))
        premises: list[Node] = []
        for condition in conditions:
            node = self.driver.prove(self.s, substitute(condition, values), effort)
            if node is None:
                return None
            premises.append(node)
        formula, label = substitute(fact, values), self.label(name)
        return self._add(stated(name, terms, premises, formula, f"{label}:here"), label, formula)

    def theorem(self, name: str, values: Sequence[Any], premises: Sequence[Node], formula: Expr) -> str:
        """What a theorem of the library says at values (index and value for a sequence); nodes prove its premises.

        Raises `Rejected` where the kernel does not take them.
        """
        label = self.label(name)
        node: Node = {"rule": "use", "fact": label, "at": list(values), "premises": list(premises)}
        Checker().applied(self.s, theorems()[name].statement, node)
        proof = used(name, values, premises, f"{label}:here", {"rule": "exact", "fact": f"{label}:here"})
        return self._add({"rule": "have", "formula": to_json(formula), "proof": proof}, label, formula)

    def step(self, node: Node, formula: Expr, stem: str = "f") -> str:
        """Any other forward rule with fields ``as`` and ``then``, and the formula that it makes known."""
        return self._add(node, self.label(stem), formula)

    def wrap(self, end: Node | None) -> Node | None:
        """The steps around the node that ends the branch."""
        for step in reversed(self.steps):
            if end is None:
                return None
            end = {**step, "then": end}
        return end
