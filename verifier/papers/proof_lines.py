"""The lines of a proof on a page of text: what each says, what is known where it stands, and what it follows from.

A proof is gone through without proving anything.  Each of its lines becomes two claims: that the line holds, from the
hypotheses and what is supposed or obtained around it, by the lines before that it needs; and that it follows from what
it names alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import TRUE, Expr, head
from verifier.language import script as S
from verifier.language.claim import Claim, Hypothesis, Variable
from verifier.language.errors import ClaimError
from verifier.language.named import to_json
from verifier.language.ranges import Domain
from verifier.language.text.printing import to_text
from verifier.language.text.written import Written
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.driver.task import Task
from verifier.prove.scripts.continuous import ContinuousTactics
from verifier.prove.scripts.tactics import GAP, Parse, Stuck

_CITED = "cited:"
_INSIDE = re.compile(
    r"(?:Have (?P<line>.+)|CasesOn (?P<case>\d+)|Ladder (?P<slope>\w+)"
    r"|(?:Induct|Bootstrap) (?P<part>base|start|continuous))$"
)
MOST = 400  # lines of one proof
END = "qed"
CONDITION = "condition"  # of what is used at values; where there are more they have numbers


@dataclass(frozen=True)
class Line:
    """A line where it stands: `scope` has all that is known there, `haves` the lines among it, in their order."""

    name: str
    formula: Expr
    scope: Sequent
    haves: tuple[S.Have, ...]
    steps: tuple[S.Step, ...]
    place: int = 0  # line of the page
    last: bool = False  # what is left to show at the end

    @property
    def cites(self) -> frozenset[str] | None:
        """The facts that it names, without their parts and values; None where it may use all.

        A line with a proof of its own follows from that: its lines say what they use.
        """
        names = frozenset(_names(self.steps))
        return None if _has_lines(self.steps) else names or None


def lines(claim: Claim) -> list[Line]:
    """The lines of the claim's argument.  Raises `ClaimError` for a step that does not fit, and for too many."""
    task = Task(claim, float("inf"))
    walk = _Walk(task.read)
    try:
        tree = walk.prove(task.sequent, task.statement.goal, list(claim.argument))  # type: ignore[arg-type]
        walk.place = 0
        _Frame().check(task.sequent, marked(task.statement.goal), tree)
    except (Stuck, Rejected, Unknown) as error:
        raise ClaimError(str(error), "", walk.place or None, None) from None
    except RecursionError:
        raise ClaimError("it has too many lines inside each other") from None
    if len(walk.found) > MOST:
        raise ClaimError(f"a proof has at most {MOST} lines")
    names = [line.name for line in walk.found]
    if twice := [n for n in names if names.count(n) > 1]:
        raise ClaimError(f"two lines have the name {twice[0]}")
    return walk.found


class _Frame(Checker):
    """Checks a proof without its gaps: that the steps fit together is the kernel's to say."""

    def check(self, s: Sequent, goal: Expr, node: object) -> None:  # type: ignore[override]
        if node != GAP:
            super().check(s, goal, node)  # type: ignore[arg-type]


class _Nothing(Driver):
    """Says of each gap that it is closed."""

    def search(self, s: Sequent, goal: Expr, most: int = 3) -> Node | None:
        return dict(GAP)

    def tick(self) -> None:
        return


class _Walk(ContinuousTactics):
    def __init__(self, parse: Parse) -> None:
        super().__init__(parse, _Nothing(float("inf"), ()))
        self.found: list[Line] = []
        self.haves: dict[str, tuple[S.Have, Expr]] = {}  # the latest with each label
        self.inside = False  # an end, or a line whose reasons are names
        self.place = 0  # line of the page that was read last

    def prove(self, s: Sequent, goal: Expr, steps: Sequence[S.Step], where: str = "") -> Node:
        """The end of a proof, of the proof of a line, of a case, of an induction is a line too; so is a condition.

        What is known inside of it is forgotten at its end.
        """
        before = dict(self.haves)
        self.place = max([self.place, *(text.place(0)[0] for text in _texts(steps[:1]))])
        try:
            return self._proved(s, goal, steps, where)
        finally:
            self.haves = before

    def _proved(self, s: Sequent, goal: Expr, steps: Sequence[S.Step], where: str) -> Node:
        ends = not steps or isinstance(steps[0], S.By)
        if not ends or self.inside or isinstance(steps[0] if steps else None, S.Chain):
            return super().prove(s, goal, steps, where)
        letter = re.search(r"Set (\w+)$", where)
        what = f"{letter[1]} has a value" if letter else CONDITION if where.endswith("premise") else END
        name = "/".join([*_path(where), what])
        if what == CONDITION and (more := sum(_is_condition(line.name, name) for line in self.found)):
            name = f"{name} {more + 1}"
        self.found.append(Line(name, goal, s, self._known(s), tuple(steps[:1]), last=True))
        self.inside = True
        try:
            return super().prove(s, goal, steps, where)
        finally:
            self.inside = False

    def _known(self, s: Sequent) -> tuple[S.Have, ...]:
        """The lines before that are known there: a label may be used again behind the proof that it stood in."""
        return tuple(self.haves[n][0] for n, f in s.facts.items() if n in self.haves and self.haves[n][1] == f)

    def _have(self, s: Sequent, goal: Expr, step: S.Have, rest: Sequence[S.Step], where: str) -> Node:
        if step.name:
            label = re.sub(r"^(.+) or$", _cases, step.name)
            name = "/".join([*_path(where.rpartition(" > ")[0]), label])
            formula, known = self.text(s, step.formula), self._known(s)
            place = step.formula.place(0)[0] if isinstance(step.formula, Written) else 0
            self.found.append(Line(name, formula, s, known, tuple(step.by), place))
        self.inside = not _has_lines(step.by)
        proof = self.prove(s, self.text(s, step.formula), step.by, f"{where} {step.name or step.formula}")
        self.inside = False
        if step.name:
            self.haves[step.name] = step, self.text(s, step.formula)
        then = s.assume(self._name(s, step.name, "have"), self.text(s, step.formula))
        return {"rule": "have", "formula": to_json(self.text(s, step.formula)), "proof": proof,
                "as": self._name(s, step.name, "have"),
                "then": self.prove(then, goal, rest, where.rpartition(" > ")[0])}  # fmt: skip


def _is_condition(name: str, of: str) -> bool:
    return re.fullmatch(rf"{re.escape(of)}( \d+)?", name) is not None


def _cases(label: re.Match[str]) -> str:
    """That the cases of a distinction are all."""
    return "cases" if label[1] == "case" else f"cases of {label[1]}"


def _path(where: str) -> list[str]:
    """The lines and cases around a place."""
    found = []
    for part in where.split(" > "):
        if inside := _INSIDE.match(part):
            case = f"case {int(inside['case']) + 1}" if inside["case"] else None
            found.append(inside["line"] or case or inside["part"] or inside["slope"])
    return found


def _has_lines(steps: Sequence[S.Step]) -> bool:
    """Whether steps are more than names of facts: a proof with lines or ends of its own."""
    return bool(steps) and not isinstance(steps[0], S.By)


def _texts(steps: Sequence[S.Step]) -> Iterator[Written]:
    """What stands in a step itself, with its place on the page."""
    for step in steps:
        parts = [getattr(step, f.name) for f in fields(step)]
        texts = (x for part in parts for x in (part if isinstance(part, tuple) else (part,)))
        yield from (x for x in texts if isinstance(x, Written))


def _names(steps: Sequence[S.Step]) -> Iterator[str]:
    """The facts and theorems that steps name."""
    for step in steps:
        match step:
            case S.By(facts):
                yield from (fact if isinstance(fact, str) else fact[0] for fact in facts)
            case S.Use(fact) | S.Obtain(fact) | S.Unfold(fact):
                yield fact
            case S.Have(_, by):
                yield from _names(by)
            case S.Induct(_, base, inner) | S.Bootstrap(_, inner, base):
                yield from _names([*base, *inner])
            case S.CasesOn(_, scripts):
                for script in scripts:
                    yield from _names(script)
            case S.Ladder(_, _, slope, base):
                yield from _names([*slope, *base])


def holds(line: Line, claim: Claim, id: str) -> Claim:
    """That the line holds, by the lines before that it needs."""
    if line.last:  # from all that is known there: the lines before have claims of their own
        return _claim(line, claim, id, dict(line.scope.facts), line.steps)
    needed: list[S.Have] = []
    wanted = set(line.cites or line.scope.facts)
    for have in reversed(line.haves):
        if have.name in wanted or any(n.split(".", 1)[0] == have.name for n in wanted):
            needed.insert(0, have)
            wanted |= set(_names(have.by)) or set(line.scope.facts)
    own = {have.name for have in line.haves}
    kept = {n: f for n, f in line.scope.facts.items() if n.split(".", 1)[0] not in own}
    return _claim(line, claim, id, kept, (*needed, *line.steps))


def follows(line: Line, claim: Claim, id: str, further: Sequence[str] = ()) -> Claim:
    """That the line follows from what it names, and from `further` facts."""
    cited = line.cites
    kept = {
        n: f for n, f in line.scope.facts.items()
        if cited is None or n in cited or n.split(".", 1)[0] in {*cited, *further} or _of_domain(n, line.scope)
        or re.fullmatch(r"given\d*(\..*)?", n)
    }  # fmt: skip
    steps = line.steps if not further else ()
    return _claim(line, claim, id, kept, steps)


def _of_domain(label: str, s: Sequent) -> bool:
    stem, _, part = label.partition(".")
    return stem in s.sorts and part != "" and not part[0].isdigit()


def _claim(line: Line, claim: Claim, id: str, facts: dict[str, Expr], steps: tuple[S.Step, ...]) -> Claim:
    own = {v.name: v for v in claim.variables}
    variables = tuple(own.get(n) or Variable(n, Domain(to_text(sort), sort)) for n, sort in line.scope.sorts.items())
    of_domains = {label for v in claim.variables for label, _ in v.domain.conditions(v.name)}
    given = tuple(
        Hypothesis(n, f) for n, f in facts.items()
        if f != TRUE and not n.startswith(_CITED) and n not in of_domains and not _part(n, facts)
    )  # fmt: skip
    named = set(_names(steps))
    lemmas = tuple((n, f) for n, f in claim.lemmas if n in named or not steps)
    because = tuple(n for n, _ in lemmas)
    return replace(claim, id=id, variables=variables, given=given, goal=line.formula, goal_text=to_text(line.formula),
                   argument=steps, lemmas=lemmas, because=because, counterexample=None, example=None)  # fmt: skip


def _part(label: str, facts: dict[str, Expr]) -> bool:
    """Whether it is a part of another fact."""
    stem, _, number = label.rpartition(".")
    return number.isdigit() and stem in facts and head(facts[stem]) == "and"
