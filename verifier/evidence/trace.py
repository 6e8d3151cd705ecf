"""Every step of a check as data: a `Recorder` that is handed to the kernel's `check`.

What is written down is what the kernel computed, at the place where it was computed.  No verdict is
made from a check that is listened to, so nothing here is trusted.  `steps` has the form in JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from verifier.kernel.expr import Expr
from verifier.kernel.integers import Context, Index
from verifier.kernel.logic import Checker, Node, Rule, Sequent

Named: TypeAlias = tuple[tuple[str, Expr], ...]


@dataclass(frozen=True)
class Step:
    """One application of a rule.

    `sorts` and `facts` are in scope here and not, or not so, in the step above; `gone` are in scope
    there alone.  `parts` are the proofs that the rule demanded, in the order in which it did; each
    has its node inside of `node`.  `found` is what the rule computed and the certificate does not
    say, each with a word for what it is.  `known` are the integers that are at least 0 by what is in
    scope.
    """

    rule: str
    goal: Expr
    node: Node
    sorts: Named
    facts: Named
    gone: tuple[str, ...]
    parts: tuple[Step, ...]
    found: tuple[tuple[Any, ...], ...]
    known: tuple[Index, ...]


@dataclass(frozen=True)
class Derivation:
    """Why integers with all ``fact >= 0`` have ``goal >= 0``, or, where that is None, why there are none.

    A line shows of an index that it is at least 0: ``("fact", i)``, ``("implicit", i)`` (a bound of
    a remainder, a product of two lower bounds), ``("denied", i)`` (the goal is at most -1), or
    ``("sum", a, m, b, n, i)``: a times line m plus b times line n.  A line is used after division
    by the common factor of its coefficients, the constant rounded down.  The last is a negative
    number.
    """

    goal: Index | None
    lines: tuple[tuple[Any, ...], ...]


@dataclass
class _Open:
    sequent: Sequent
    parts: list[Step] = field(default_factory=list)
    found: list[tuple[Any, ...]] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)


class Recorder:
    """Keeps the steps of one check; `steps` are those of its obligations, in their order."""

    def __init__(self) -> None:
        self._open = [_Open(Sequent())]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self._open[0].parts)

    def start(self) -> Sequent:
        """An empty sequent; what is asked about integers in it and in all that come from it is written down."""
        return Sequent(context=_Asked(self))

    @property
    def found(self) -> list[tuple[Any, ...]]:
        """What the rule at work has found so far."""
        return self._open[-1].found

    def recorded(self, rule: Rule, posed: Expr) -> Rule:
        """The rule, which writes down its step where it accepts.

        `posed` is the goal before a negation was pushed inside.
        """

        def run(c: Checker, s: Sequent, goal: Expr, node: Node) -> None:
            above = self._open[-1]
            self._open.append(here := _Open(s))
            try:
                rule(c, s, goal, node)
            finally:
                self._open.pop()
            outer = above.sequent
            gone = (*(n for n in outer.sorts if n not in s.sorts), *(n for n in outer.facts if n not in s.facts))
            step = Step(str(node["rule"]), posed, node, _new(outer.sorts, s.sorts), _new(outer.facts, s.facts), gone,
                        tuple(here.parts), tuple(here.found), s.context.facts)  # fmt: skip
            above.parts.append(step)

        return run

    def asked(self, derivation: Derivation) -> None:
        """The rule at work rests on this, which is said once a step."""
        here = self._open[-1]
        if id(derivation) not in here.asked:
            here.asked.add(id(derivation))
            here.found.append(("integers", derivation))


def _new(outer: Mapping[str, Expr], inner: Mapping[str, Expr]) -> Named:
    return () if inner is outer else tuple((n, e) for n, e in inner.items() if outer.get(n) != e)


class _Asked(Context):
    """Facts about integers that write down why something follows from them."""

    def __init__(self, recorder: Recorder, facts: Iterable[Index] = ()) -> None:
        super().__init__(facts)
        self.recorder = recorder
        self._derived: dict[Index | None, Derivation] = {}

    def of(self, facts: Iterable[Index]) -> Context:
        return _Asked(self.recorder, facts)

    def entails(self, goal: Index) -> bool:
        found = super().entails(goal)
        if found and goal in self._derived:
            self.recorder.asked(self._derived[goal])
        return found

    def contradictory(self) -> bool:
        found = super().contradictory()
        if found:
            self.recorder.asked(self._derived[None])
        return found

    def _refute(self, facts: tuple[Index, ...], trail: list[Any] | None = None) -> bool:
        trail = []
        found = super()._refute(facts, trail)
        if found:
            denied = facts[-1] if len(facts) > len(self.facts) else None
            goal = None if denied is None else denied.plus(1).scale(-1)
            self._derived[goal] = Derivation(goal, _lines(trail, self.facts, denied))
        return found


def _lines(trail: list[Any], facts: tuple[Index, ...], denied: Index | None) -> tuple[tuple[Any, ...], ...]:
    """The rows of an elimination from which a negative number came, in their order."""
    made = {id(row): (row, origin) for row, origin in trail}
    last = next(row for row, _ in trail if not any(row) and row.get((), 0) < 0)
    lines: list[tuple[Any, ...]] = []
    numbers: dict[int, int] = {}

    def number(row: Any) -> int:
        if id(row) not in numbers:
            origin = made[id(row)][1]
            if isinstance(origin, Index):
                kind = "denied" if origin == denied else "fact" if origin in facts else "implicit"
                line: tuple[Any, ...] = (kind, origin)
            else:
                (a, p), (b, q) = origin
                line = ("sum", a, number(p), b, number(q), Index.of(row))
            lines.append(line)
            numbers[id(row)] = len(lines) - 1
        return numbers[id(row)]

    number(last)
    return tuple(lines)
