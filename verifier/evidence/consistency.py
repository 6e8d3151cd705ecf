"""The alarm: where a body of evidence establishes a claim and its negation, the kernel has a defect.

Each report is what the kernel established from the claims that it cites.  Those whose citations are established
without any assumption are true if the kernel is sound; they cannot contradict each other, so where two do, none of them
is worth anything.  Nothing is then said of any claim: `Contradiction` ends the command.  Contradictions among what
rests on an assumption say only that the assumption is false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.evidence.inhabited import unconstrained
from verifier.kernel.check import Report
from verifier.kernel.closure import closure
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import bind, negation, new_name, opened, operands
from verifier.kernel.terms.expr import FALSE, Expr, conjunction, head

_SAYS = {"statement": "proved", "vacuity": "shown to have hypotheses that nothing meets", "denial": "refuted"}


class Contradiction(Exception):
    """The kernel has established two things of which one is false: a defect of this program, and no verdict."""


@dataclass(frozen=True)
class _Found:
    digest: str
    name: str
    statement: Statement
    report: Report


@dataclass
class Consistency:
    """Reports of the kernel on claims, of one body or of several that were checked by the same program."""

    _found: dict[tuple[str, str, Report], _Found] = field(default_factory=dict)
    _opposites: dict[str, frozenset[str]] = field(default_factory=dict)  # digests of what a claim denies

    def add(self, digest: str, name: str, statement: Statement, report: Report) -> None:
        """What the kernel has established of a claim."""
        self._found[digest, name, report] = _Found(digest, name, statement, report)
        if digest not in self._opposites:
            self._opposites[digest] = frozenset(s.digest() for s in _denied(statement))

    def check(self) -> None:
        """Raises `Contradiction`, with one line, where two of the reports contradict each other."""
        known = closure((f.digest, f.report) for f in self._found.values())
        sure = [f for f in self._found.values() if all(d in known for d in f.report.assumes)]
        true: dict[str, str] = {}
        false: dict[str, str] = {Statement((), (), FALSE).digest(): "it is false by its form"}
        for f in sure:
            said = _SAYS.get(f.report.establishes)
            if said is not None:
                holds, fails = (false, true) if f.report.establishes == "denial" else (true, false)
                holds.setdefault(f.digest, f"{f.name} is {said}")
                for digest in self._opposites[f.digest]:
                    fails.setdefault(digest, f"{f.name}, its negation, is {said}")
        for digest in true.keys() & false.keys():
            raise Contradiction(f"{true[digest]}, and {false[digest]} ({digest:.12})")
        for f, why in _at_odds(sure):
            raise Contradiction(f"{f.name} is {_SAYS[f.report.establishes]}, and {why} ({f.digest:.12})")


def _at_odds(sure: list[_Found]) -> Iterator[tuple[_Found, str]]:
    """What contradicts a proof or a vacuity otherwise: a term without a value, a point that meets the hypotheses."""
    others: dict[str, list[_Found]] = {}
    for f in sure:
        if f.report.establishes in ("undefined", "inhabited"):
            others.setdefault(f.digest, []).append(f)
    for f in sure:
        same = [g for g in others.get(f.digest, ()) if g.statement == f.statement]  # one digest, other hypotheses
        if f.report.establishes == "statement":
            yield from ((f, f"a term of {g.name} has no value") for g in same if g.report.establishes == "undefined")
        if f.report.establishes == "vacuity":
            yield from ((f, "it has no hypotheses") for _ in range(unconstrained(f.statement)))
            yield from ((f, f"those of {g.name} are met") for g in same if g.report.establishes == "inhabited")


def _denied(statement: Statement) -> Iterator[Statement]:
    """Claims that hold where this one does not.

    For a claim that begins with ``forall``, as nearly all do, that is not asked: its negation begins with ``exists``,
    and is asked.
    """
    formula = statement.closed()
    if head(formula) == "forall":
        return
    yield Statement((), (), negation(formula))
    around: list[tuple[str, Expr]] = []
    while head(formula) == "exists":
        name = new_name()
        sort, formula = opened(formula, name)
        around.append((name, sort))
    if head(formula) == "and":  # as hypotheses and the negation of a goal
        *given, last = operands(formula)
        formula = ("implies", conjunction(given), negation(last))
        for name, sort in reversed(around):
            formula = bind("forall", name, sort, formula)
        yield Statement((), (), formula)
