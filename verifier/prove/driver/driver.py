"""The driver: takes a goal apart and asks the closers of what remains, cheapest first.

A closer is a module with ``close(driver, s, goal, effort) -> Node | None`` for goals with one of its ``HEADS``:
relations and false, where it does not say; with ``OBJECTS`` it is asked before others about what is no number, unless
these answer ``AT_ONCE``.  None means "not found", never "false".  A closer proves its side conditions by calling
`Driver.prove` with less effort; effort 0 is for side conditions and must answer in milliseconds.  Closers build nodes
from what the kernel offers; `Branch` strings forward steps together.  Every node that `prove` returns has been accepted
by the kernel at its leaves, and the whole tree is checked again before it becomes evidence.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, same
from verifier.kernel.terms.expr import FALSE, RELATIONS, TRUE, Expr, head
from verifier.language.named import fresh, negation, operands, substitute, to_json
from verifier.library.facts import schema, stated
from verifier.library.theorems import theorem
from verifier.library.trees import used
from verifier.machine import lost
from verifier.prove.driver.effort import now
from verifier.prove.driver.objects import concerns
from verifier.prove.driver.relevance import relevant
from verifier.prove.driver.standing import Standing
from verifier.prove.matrices.equations import Node, OutOfTime, accepts

__all__ = ["Branch", "Driver", "Node", "OutOfTime", "accepts"]


LIMITED = 0.1, 0.5  # share and seconds of what is left, for a search from some of the facts
DEEPEST = 40  # side conditions of side conditions of ...
PLAIN = frozenset((*RELATIONS, head(FALSE)))  # what a closer closes that does not say
_calls = Standing()  # calls of `prove`, by whatever driver, inside each other


@cache
def _by_head(closers: tuple[ModuleType, ...], objects: bool) -> dict[str | None, tuple[ModuleType, ...]]:
    """The closers of each head; for a goal about objects those that know them first, behind what answers at once."""
    if objects:
        first = [c for c in closers if getattr(c, "OBJECTS", False) or getattr(c, "AT_ONCE", False)]
        closers = (*first, *(c for c in closers if c not in first))
    heads: set[str | None] = {h for c in closers for h in getattr(c, "HEADS", PLAIN)}
    return {h: tuple(c for c in closers if h in getattr(c, "HEADS", PLAIN)) for h in heads}


class Driver:
    """Proves formulas under a deadline; keeps what it learnt about side conditions."""

    def __init__(self, deadline: float, closers: Iterable[ModuleType]) -> None:
        """With the closers that it may ask; with all of them it is `closers.prover`."""
        self.deadline = deadline
        self.closers = tuple(closers)
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
        return Driver(self.deadline, closers)

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
            if _alike(as_less(goal), as_less(fact)) and same(as_less(goal), as_less(fact)):
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
            if not free_names(args[0]) and (false := self.prove(s, negation(args[0]), 0)) is not None:
                never: Node = {"rule": "contradict", "fact": label, "proof": false}
                return {"rule": "intro", "as": label, "then": never}
            return under({"rule": "intro", "as": label}, self.prove(s.assume(label, args[0]), args[1], effort))
        if op == "forall":
            name = fresh(str(args[0]), frozenset(s.sorts))
            inner = s.declare(name, args[1])
            body = substitute(args[2], {str(args[0]): name})
            node = under({"rule": "intro", "as": name}, self.prove(inner, body, effort))
            return self.close(s, goal, effort) if node is None else node
        if s.context.contradictory():
            never = {"rule": "arith"}
            return never if goal == FALSE else {"rule": "negate", "as": fresh("no", frozenset(s.facts)), "then": never}
        return self.close(s, goal, effort)

    def search(self, s: Sequent, goal: Expr, most: int = 3) -> Node | None:
        """A node for the goal, or None, from few facts to all, with more and more effort.  Raises `OutOfTime`."""
        for near in relevant(s, goal):
            found = None
            if near is s:
                found = self._rounds(s, goal, most)
            else:
                with contextlib.suppress(OutOfTime):
                    found = self.within(*LIMITED)._rounds(near, goal, most)
                self.tick()
            if found is not None:
                return found
        return None

    def _rounds(self, s: Sequent, goal: Expr, most: int) -> Node | None:
        for effort in range(1, most + 1):
            node = self.prove(s, goal, effort)
            if node is not None:
                return node
        return None

    def close(self, s: Sequent, goal: Expr, effort: int) -> Node | None:
        """Ask the closers of the goal's head in their order.  Raises `OutOfTime`."""
        for closer in _by_head(self.closers, concerns(s, goal)).get(head(goal), ()):
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


def _alike(a: Expr, b: Expr) -> bool:
    """Whether two formulas may be the same up to names: most facts differ early, and are not looked at further."""
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and a[0] == b[0] and all(map(_alike, a[1:], b[1:]))
    return isinstance(b, str) if isinstance(a, str) else a == b


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
        Checker().applied(self.s, theorem(name).statement, node)
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
