"""Every step of a check, kept by a checker that listens.

What is written down is what the kernel computed, at the place where it was computed.  No verdict comes from a check
that is listened to, so nothing here is trusted.  `steps` has the form in JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.kernel.algebra.integers import Context, Index
from verifier.kernel.check import NO_CLAIMS, Report, check, obligations
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Node, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import TRUE, Expr, from_json
from verifier.kernel.work import STEPS, bounded
from verifier.language.named import naming


@dataclass
class Step:
    """One application of a rule.

    `parts` are the proofs that the rule demanded, in the order in which it did; each has its node inside of `node`.
    `found` is what the rule computed and the certificate does not say, each with a word for what it is; of rewrites
    also the facts about integers that are known there.
    """

    sequent: Sequent
    goal: Expr
    node: Node
    parts: list[Step] = field(default_factory=list)
    found: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def rule(self) -> str:
        return str(self.node["rule"])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Step]:
        """The step and all below it, each before its parts."""
        yield self
        for part in self.parts:
            yield from part


@dataclass(frozen=True)
class Derivation:
    """Why integers with all ``fact >= 0`` have ``goal >= 0``, or, where that is None, why there are none.

    A line shows of an index that it is at least 0: ``("fact", i)``, ``("implicit", i)`` (a bound of
    a remainder, a product of two lower bounds), ``("denied", i)`` (the goal is at most -1), or
    ``("sum", a, m, b, n, i)``: a times line m plus b times line n.  A line is used after division
    by the common factor of its coefficients, the constant rounded down.  The last is a negative
    number.  `needs` show the conditions of bounds of remainders.
    """

    goal: Index | None
    lines: tuple[tuple[Any, ...], ...]
    needs: tuple[Derivation, ...]


def recorded(
    statement: Statement, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> tuple[Report, list[tuple[str, Step]]]:
    """What the kernel reports of a certificate, and the steps of what it shows, by the field that has the proof.

    The report is of a check to which nobody listens.  Raises `Rejected` where the kernel does not accept it.
    """
    report = check(statement, certificate, claims)
    recorder, proofs = _Recorder(), []
    with bounded(2 * STEPS):  # who listens asks again what the kernel knows already
        for part, sequent, goal, tree in obligations(recorder, statement, certificate, claims)[1]:
            heard = replace(sequent, context=_Heard(recorder, sequent.context.facts))
            recorder.check(heard, goal, tree)
            proofs.append((part, recorder.open[0].parts[-1]))
    typed = [from_json(s.node["formula"]) for _, proof in proofs for s in proof if "formula" in s.node]
    name = _remembered(naming(("and", *(f for _, f in statement.given), statement.goal), *typed))
    for step in (s for _, proof in proofs for s in proof):
        _rename(step, name)
    return report, proofs


def _remembered(name: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """The same; what is the same object is named once."""
    known: dict[int, tuple[Expr, Expr]] = {}

    def named(e: Expr) -> Expr:
        if id(e) not in known:
            known[id(e)] = e, name(marked(e))
        return known[id(e)][1]

    return named


def _rename(step: Step, name: Callable[[Expr], Expr]) -> None:
    """Give names to what is bound in its goal and its sequent."""
    sorts, facts = ({n: name(e) for n, e in known.items()} for known in (step.sequent.sorts, step.sequent.facts))
    step.sequent, step.goal = replace(step.sequent, sorts=sorts, facts=facts), name(step.goal)


class _Recorder(Checker):
    """Checks as the kernel does, and keeps what it saw."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Step(Sequent(), TRUE, {})]

    def check(self, sequent: Sequent, goal: Expr, node: Node) -> None:
        self.open.append(step := Step(sequent, goal, node))
        try:
            super().check(sequent, goal, node)
        finally:
            self.open.pop()
        self.open[-1].parts.append(step)

    def found(self, *what: Any) -> None:
        """The rule at work rests on this."""
        self.open[-1].found.append(what)


class _Heard(Context):
    """Facts about integers that write down why something follows from them, and what else the rules tell."""

    def __init__(self, recorder: _Recorder, facts: tuple[Index, ...]) -> None:
        super().__init__(facts)
        self._recorder = recorder
        self._derived: dict[Index | None, Derivation] = {}
        self._rows: dict[int, tuple[Any, ...]] = {}  # of an elimination, by identity: (row, where it comes from)
        self._asking: list[list[Derivation]] = []  # what the eliminations that are going on rest on so far

    def of(self, facts: tuple[Index, ...]) -> Context:
        return _Heard(self._recorder, facts)

    def told(self, *what: Any) -> None:
        word, *rest = what
        if word == "rows":
            self._rows = {id(row): (row, fact) for row, fact in zip(*rest, strict=True)}
        elif word == "row":
            self._rows[id(rest[0])] = tuple(rest)
        else:
            self._recorder.found(word, *rest, self.facts)

    def entails(self, goal: Index) -> bool:
        found = super().entails(goal)
        if found and goal in self._derived:
            self._rests(self._derived[goal])
        return found

    def contradictory(self) -> bool:
        found = super().contradictory()
        if found:
            self._rests(self._derived[None])
        return found

    def _rests(self, derivation: Derivation) -> None:
        """On this rests the elimination that is going on, or the rule at work."""
        if self._asking:
            self._asking[-1].append(derivation)
        else:
            for need in derivation.needs:
                self._rests(need)
            self._recorder.found("integers", derivation)

    def _refute(self, facts: tuple[Index, ...], denied: Index | None = None) -> bool:
        self._asking.append([])
        found, needs = super()._refute(facts, denied), self._asking.pop()
        if found:
            goal = None if denied is None else denied.plus(1).scale(-1)
            self._derived[goal] = Derivation(goal, self._lines(denied), tuple(needs))
        self._rows = {}
        return found

    def _lines(self, denied: Index | None) -> tuple[tuple[Any, ...], ...]:
        """The rows from which a negative number came, in their order."""
        last = next(row for row, *_ in self._rows.values() if not any(row) and row.get((), 0) < 0)
        lines: list[tuple[Any, ...]] = []
        numbers: dict[int, int] = {}

        def number(row: Any) -> int:
            if id(row) not in numbers:
                origin = self._rows[id(row)][1:]
                if len(origin) == 1:
                    fact = origin[0]
                    lines.append(("denied" if fact == denied else "fact" if fact in self.facts else "implicit", fact))
                else:
                    a, p, b, q = origin
                    lines.append(("sum", a, number(p), b, number(q), Index.of(row)))
                numbers[id(row)] = len(lines) - 1
            return numbers[id(row)]

        number(last)
        return tuple(lines)
