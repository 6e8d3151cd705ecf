"""What a line of a claim file takes from the claims that it cites: the inference as a claim of its own.

Names mean the same in a line and in what it cites.  A cited claim holds under its own hypotheses, so it enters as
'hypotheses of the cited claim imply its goal', at the variables of the line, and for all values of variables that the
line does not have.  Hypotheses that the line has too are shared; the others remain to be shown, as obligations, and so
do the conditions of domains that are wider here.  Abbreviations that both use stand for fresh variables, as long as
"definitions" is not cited: an inference knows of them what its lines say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, conjunction, head
from verifier.language.abstraction import abstracted
from verifier.language.claim import Claim, Variable, claim, range_conditions
from verifier.language.ranges import Domain
from verifier.language.text.text import parse, read_definitions

DEFINITIONS = "definitions"  # the name by which `because` cites the abbreviations


@dataclass(frozen=True)
class Fact:
    """What an inference may assume: an earlier claim, or a hypothesis of one (``hypothesis`` is its name)."""

    claim: Claim
    hypothesis: str | None = None

    @property
    def name(self) -> str:
        """The claim's id, or ``id:hypothesis``; ids have no colon in them."""
        return self.claim.id if self.hypothesis is None else f"{self.claim.id}:{self.hypothesis}"


def clash(line: Claim, cited: Claim) -> tuple[str, str, str] | None:
    """A variable of both claims that cannot mean the same in both, with its two domains."""
    mine = {v.name: v.domain for v in line.variables}
    for v in cited.variables:
        own = mine.get(v.name)
        if own is not None and not _fits(own.sort, v.domain.sort):
            return v.name, own.text, v.domain.text
    return None


def _fits(sort: Expr, wanted: Expr) -> bool:
    """Whether a variable of one sort can stand for one of another, up to conditions that are formulas."""
    return sort == wanted or (head(sort) == "integer" and head(wanted) in ("integer", "real"))


def without_unused(line: Claim, kept: Collection[str]) -> Claim:
    """The claim without the variables that it does not use, apart from some."""
    used = set(kept).union(free_names(line.goal), *(free_names(h.formula) for h in line.given))
    variables: list[Variable] = []
    for v in reversed(line.variables):
        if v.name in used:
            variables.append(v)
            used |= v.domain.mentions()
    return replace(line, variables=tuple(reversed(variables)))


def further(line: Claim, earlier: Sequence[Claim]) -> list[Fact]:
    """What may be missing: hypotheses of the cited claims that the line has not got, then the other earlier claims."""
    own = {f for _, f in _conditions(line, line.variables)}
    missing: list[Fact] = []
    seen: set[Expr] = set(own)
    names = {v.name for v in line.variables}
    for source in earlier:
        if source.id in line.because:
            shared = [v for v in source.variables if v.name in names]
            for label, formula in _conditions(source, shared):
                if formula not in seen and free_names(formula) <= names:
                    missing.append(Fact(source, label))
                    seen.add(formula)
    others = [Fact(c) for c in earlier if c.id not in line.because and clash(line, c) is None]
    return missing + others


def _conditions(source: Claim, variables: Collection[Variable]) -> list[tuple[str, Expr]]:
    """The hypotheses of a claim and what the domains of some of its variables say, with their names."""
    found = [c for v in variables for c in (*range_conditions(v), *v.domain.conditions(v.name))]
    return [*found, *((h.name, h.formula) for h in source.given)]


def inference(
    line: Claim, facts: Sequence[Fact], id: str, unfold: bool = False
) -> tuple[Claim, tuple[str, ...]]:
    """The claim that the line follows from the facts and from its own hypotheses, and the names of the abbreviations

    that stand for fresh variables in it (none with `unfold`).  Raises `ClaimError`.
    """
    reading = _Reading.of(line, [f.claim for f in facts], unfold)
    given = {h.name: reading.formula(line, h.text, h.formula) for h in line.given}
    domains: dict[str, str | Domain] = {v.name: v.domain for v in line.variables}
    known = {*given.values(), *(f for _, f in _conditions(replace(line, given=()), line.variables))}
    premises: dict[str, Expr] = {}
    for fact in facts:  # hypotheses first: they discharge obligations of the lines
        if fact.hypothesis is not None:
            known.add(premises.setdefault(fact.name, reading.condition(fact.claim, fact.hypothesis)))
    for fact in facts:
        if fact.hypothesis is None:
            premises[fact.name] = _premise(fact.claim, line, reading, known)
    for name, formula in premises.items():
        while name in given:
            name += "'"
        given[name] = formula
    goal = reading.formula(line, line.goal_text, line.goal)
    because = tuple(f.name for f in facts)
    made = claim(id, goal, variables={**domains, **reading.fresh}, given=given, because=because, lemmas=line.lemmas)
    return made, reading.hidden


def _premise(cited: Claim, line: Claim, reading: _Reading, known: Collection[Expr]) -> Expr:
    """What a cited claim says at the variables of the line."""
    formula = reading.formula(cited, cited.goal_text, cited.goal)
    mine = {v.name: v.domain.sort for v in line.variables}
    obligations: list[Expr] = []
    for v in cited.variables:
        ends = [] if v.name not in mine or mine[v.name] == v.domain.sort else range_conditions(v)
        obligations += [f for _, f in (*ends, *v.domain.conditions(v.name))]
    obligations += [reading.formula(cited, h.text, h.formula) for h in cited.given]
    if left := [f for f in obligations if f not in known]:
        formula = ("implies", conjunction(left), formula)
    for v in reversed(cited.variables):
        if v.name not in mine:
            formula = ("forall", v.name, v.domain.sort, formula)
    return formula


@dataclass(frozen=True)
class _Reading:
    """The abbreviations of an inference, as they are or as fresh variables."""

    definitions: Mapping[str, str]  # those that stand for fresh variables, by what they were
    fresh: Mapping[str, Domain]
    hidden: tuple[str, ...]

    @classmethod
    def of(cls, line: Claim, cited: Sequence[Claim], unfold: bool) -> _Reading:
        names = {v.name for v in line.variables}
        usable = [d for d in line.definitions if d.outer_names() <= names]
        if unfold or not usable:
            return cls({}, {}, ())
        used = [text for c in (line, *cited) for text in (c.goal_text, *(h.text for h in c.given))]
        texts, fresh, hidden = abstracted(usable, line.sorts(), used)
        changed = {str(d): text for d, text in zip(usable, texts, strict=True) if d.name in hidden}
        return cls(changed, fresh, hidden)

    def formula(self, source: Claim, text: str, formula: Expr) -> Expr:
        """A formula of a claim, with fresh variables for the abbreviations; as it is where its text is not known."""
        lines = [self.definitions.get(str(d), str(d)) for d in source.definitions]
        if not text or lines == [str(d) for d in source.definitions]:
            return formula
        declared = {**{v.name: v.domain for v in source.variables}, **self.fresh}
        macros = read_definitions(lines, declared=declared, where=f"claim {source.id!r}")
        return parse(text, declared=declared, definitions=macros, kind="formula", where=f"claim {source.id!r}")

    def condition(self, source: Claim, name: str) -> Expr:
        """A hypothesis of a claim, or a condition of one of its domains, by name."""
        for h in source.given:
            if h.name == name:
                return self.formula(source, h.text, h.formula)
        return dict(_conditions(source, source.variables))[name]

