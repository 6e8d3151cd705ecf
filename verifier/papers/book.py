"""From the text of a paper's items to claims: one for every conclusion, step, inference, reading and repair.

A claim takes only the variables that its formulas use.  An *inference* claim takes only what `because`
names; abbreviations whose definitions are not cited become fresh variables where they have a shape.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import TRUE, Expr, conjunction
from verifier.language.abstraction import abstracted
from verifier.language.claim import Claim, claim
from verifier.language.definitions import defined_name
from verifier.language.errors import ClaimError
from verifier.language.named import closed
from verifier.language.pages.scope import cited, written
from verifier.language.ranges import Domain
from verifier.language.script import theorems as theorems_of
from verifier.language.text.printing import to_text
from verifier.language.typing.typing import IllTyped, check_types
from verifier.papers.discover import library_folder
from verifier.papers.item import Block, Formula, Instance, Item, PageError, Scaling, Step, Variant, as_json
from verifier.papers.library import library
from verifier.papers.paper import Paper, in_one_line, location
from verifier.papers.proof_lines import Line, follows, holds, lines
from verifier.papers.scaling import covariant
from verifier.prove.questions.offer import Offer


class Faulty(ValueError):
    """An item that cannot be read; the line says file, line, claim and reason."""


@dataclass(frozen=True)
class Entry:
    """One claim of an item and the part it plays there."""

    item: str
    role: str  # conclusion, step, inference, repair, instance, scaling, ablation, more, realised
    name: str  # of the reading, step, repair, instance, change of scale or hypothesis
    claim: Claim
    fidelity: str = "faithful"
    expected: str | None = None
    opaque: tuple[str, ...] = ()  # abbreviations that stand as fresh variables
    instance_of: str | None = None
    elsewhere: bool = False  # what an item cites from another work
    offered: Offer | None = field(default=None, compare=False)  # of an ablation: the proof with the hypothesis

    @property
    def id(self) -> str:
        return self.claim.id

    @cached_property
    def statement_json(self) -> dict[str, Any]:
        return self.claim.statement().to_json()

    @cached_property
    def hints(self) -> Any:
        """Everything that may change the outcome of a search and is no part of the meaning."""
        c = self.claim
        return as_json([c.argument, c.lemmas, c.counterexample, c.example])


class Book:
    """The claims of a paper, built when they are asked for."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.items: dict[str, Item] = {item.id: item for item in paper.items}
        self._built: dict[str, list[Entry] | Faulty] = {}
        self._lines: dict[str, dict[str, Line]] = {}
        self._owners: dict[str, str] = {}  # whose claim has which id
        self.unfit: dict[str, str] = {}  # what is wrong with a proof as a whole, by item
        self._line = 0  # of the page, where something is read

    def entries(self, item: Item) -> list[Entry]:
        """The claims of an item that do not depend on other verdicts.  Raises `Faulty` with one line."""
        if item.fault is not None:
            raise Faulty(item.fault)
        if item.id not in self._built:
            self._line = item.line
            try:
                self._built[item.id] = self._owned(item, self._build(item))
            except (ClaimError, IllTyped, PageError) as error:
                self._built[item.id] = Faulty(
                    f"{location(item.file, self._line)}: {item.id}: {' '.join(str(error).split())}"
                )
            except Exception as error:  # a defect of the language must not end the audit of the other items
                self._built[item.id] = Faulty(f"{location(item.file, self._line)}: {item.id}: {in_one_line(error)}")
        built = self._built[item.id]
        if isinstance(built, Faulty):
            raise built
        return built

    def _owned(self, item: Item, entries: list[Entry]) -> list[Entry]:
        """The claims of an item.  Raises `PageError` where one has the id of another item or of its claims."""
        for entry in entries:
            owner = entry.id if entry.id in self.items else self._owners.setdefault(entry.id, item.id)
            if owner != item.id:
                raise PageError(f"{entry.id} is a claim of {item.id} and of {owner}: one of them needs another name")
        return entries

    def _build(self, item: Item) -> list[Entry]:
        entries = [self._conclusion(item, r) for r in self._readings(item)]
        if len(entries) > 1 and item.instances:
            raise PageError("instances of an item with several readings are not supported")
        entries += [self._conclusion(item, r) for r in item.repairs]
        if item.page_proof and entries and entries[0].claim.argument:
            try:
                return entries + self._page_lines(item, entries[0].claim)
            except ClaimError as error:  # what is claimed is still asked for
                place = location(item.file, error.line or item.line)
                self.unfit[item.id] = f"{place}: {' '.join(error.what.split())}"
                entries[0] = replace(entries[0], claim=replace(entries[0].claim, argument=()))
                return entries
        for number, step in enumerate(item.steps):
            self._line = step.formula.line
            entries += self._step(item, step, item.steps[:number])
        for instance in item.instances:
            self._line = instance.line
            entries.append(self._instance(entries[0], instance))
        for change in item.scalings:
            self._line = change.line
            entries.append(self._scaling(item, change))
        for entry in entries:
            try:
                check_types(entry.claim.statement())
            except IllTyped as error:
                raise ClaimError(str(error), entry.id) from None
        return entries

    @staticmethod
    def _readings(item: Item) -> list[Block]:
        own: list[Block] = (
            [item] if item.conclusion is not None or (item.kind == "definition" and not item.readings) else []
        )
        return own + list(item.readings)

    # -- conclusions, readings, repairs ------------------------------------------------------------

    def _conclusion(self, item: Item, block: Block) -> Entry:
        if isinstance(block, Variant):
            self._line = block.line
        id, role, name = conclusion_id(item, block)
        said = block.conclusion
        if said is None:
            if block is not item:
                raise PageError(f"{name}: nothing is concluded")
            said = Formula("true", item.line)  # a definition: that its conditions make sense and can be met
        self._line = said.line
        goal: str | Expr = TRUE if block.conclusion is None else said.text
        made = self._claim(id, goal, item, block, hypotheses(item, block), said, self._lemmas(item, said.because))
        elsewhere = item.kind == "cited" and role == "conclusion"
        return Entry(item.id, role, name, made, said.fidelity, said.expected, elsewhere=elsewhere)

    def _claim(
        self, id: str, goal: str | Expr, item: Item, block: Block, given: Mapping[str, str | Expr],
        said: Formula, lemmas: Sequence[tuple[str, Expr]], let: Mapping[str, str | Domain] | None = None,
        definitions: Sequence[str] | None = None,
    ) -> Claim:  # fmt: skip
        made = claim(
            id, goal, variables={**item.variables, **block.variables, **(let or {})}, given=given,
            definitions=abbreviations(item, block) if definitions is None else definitions,
            lemmas=lemmas, counterexample=said.counterexample,
            example=said.example, because=said.because,
        )  # fmt: skip
        spoken = _spoken(said.argument) if item.page_proof else ()
        return trimmed(argued(made, said.argument), goal == TRUE and not given, spoken)

    def _lemmas(self, item: Item, because: Iterable[str]) -> list[tuple[str, Expr]]:
        """The closed statements of the other items that are named."""
        found: list[tuple[str, Expr]] = []
        for name in because:
            cited, book = self.cited(name), self
            if cited is None and name not in item.given and self.theorem(name) is not None:
                cited, book = name, theorems()
            if cited is not None and (book is not self or cited != item.id):
                formula = book.closed(name)
                if formula is not None:
                    found.append((name, formula))
        return found

    def theorem(self, name: str) -> Item | None:
        """The theorem of the library of this name; None where there is none, or where this is the library."""
        return None if self.paper.folder == library_folder() else theorems().items.get(name)

    def from_library(self, ids: Iterable[str]) -> set[str]:
        """The theorems of the library that these items cite."""
        items = [self.items[i] for i in ids if i in self.items]
        named = {n for item in items for n in _cited_names(item) if n not in self.items and n not in item.given}
        return {n for n in named if self.cited(n) is None and self.theorem(n) is not None}

    def cited(self, name: str) -> str | None:
        """The item that a name in `because` belongs to: an item's id, ``item[reading]``, ``item/step``."""
        if name in self.items:
            return name
        stem = name.split("[", 1)[0] if name.endswith("]") else name.rsplit("/", 1)[0]
        return stem if stem in self.items and stem != name else None

    def supporting(self, ids: Iterable[str]) -> set[str]:
        """The items, and all items that their conclusions or steps cite, transitively."""
        known: set[str] = set()
        todo = [i for i in ids if i in self.items]
        while todo:
            id = todo.pop()
            if id in known:
                continue
            known.add(id)
            item = self.items[id]
            names = _cited_names(item)
            own = {*item.given, *(s.name for s in item.steps), "definitions"}
            todo += [c for n in names - own if (c := self.cited(n)) is not None]
        return known

    def closed(self, name: str) -> Expr | None:
        """The closed statement that a citation stands for; None where the item says nothing formal."""
        item = self.items[self.cited(name) or name]
        if item.fault is not None:
            raise PageError(f"cites {name}, which cannot be read")
        blocks = {conclusion_id(item, b)[0]: b for b in (*self._readings(item), *item.repairs)}
        if name == item.id and not blocks:
            return None
        line = self._line
        try:
            if name in blocks:
                block = blocks[name]
                if block.conclusion is None:
                    return None
                bare = replace(block.conclusion, argument=(), counterexample=None, example=None)
                made = self._claim(name, bare.text, item, block, hypotheses(item, block), bare, ())
                return closed(made.statement())
            for step in item.steps:
                if name == f"{item.id}/{step.name}":
                    bare = replace(step.formula, argument=(), counterexample=None, example=None)
                    made = self._claim(name, bare.text, item, item, hypotheses(item, item), bare, (), step.let)
                    return closed(made.statement())
        except (ClaimError, PageError) as error:
            raise PageError(f"cites {name}, which cannot be read: {error}") from None
        finally:
            self._line = line
        raise PageError(f"cites {name}: choose one of {', '.join(blocks)}")

    # -- the lines of a proof on a page of text ----------------------------------------------------------
    def _page_lines(self, item: Item, made: Claim) -> list[Entry]:
        """The claims of the lines, which become the item's steps."""
        self._lines[item.id] = found = {line.name: line for line in lines(made)}
        item.steps = [
            Step(n, Formula(to_text(line.formula), line.place or item.line, tuple(sorted(line.cites or ()))))
            for n, line in found.items()
        ]
        return [
            Entry(item.id, role, n, ask(line, made, f"{item.id}/{n}{mark}"))
            for n, line in found.items()
            for role, ask, mark in (("step", holds, ""), ("inference", follows, "#inference"))
        ]

    def line(self, item: Item, name: str) -> Line | None:
        """The line of a proof on a page of text."""
        return self._lines.get(item.id, {}).get(name)

    # -- steps -------------------------------------------------------------------------------------

    def _step(self, item: Item, step: Step, earlier: Sequence[Step]) -> list[Entry]:
        id, said = f"{item.id}/{step.name}", step.formula
        self.check_because(item, said.because, earlier)
        lemmas = self._lemmas(item, said.because)
        if said.example is None and item.conclusion is not None:
            said = replace(said, example=item.conclusion.example)
        conclusion = self._claim(id, said.text, item, item, hypotheses(item, item), said, lemmas, step.let)
        return [
            Entry(item.id, "step", step.name, conclusion, said.fidelity, said.expected),
            self.inference(item, step, said.because, f"{id}#inference"),
        ]

    def check_because(self, item: Item, because: Iterable[str], earlier: Sequence[Step]) -> None:
        for name in because:
            known = name == "definitions" or name in item.given or any(s.name == name for s in earlier)
            label = name.split(".", 1)[0] in item.variables  # the condition of a domain, always at hand
            if not known and not label and self.cited(name) is None and self.theorem(name) is None:
                raise PageError(f"because names {name!r}, which is no hypothesis, earlier step or item")

    def inference(
        self, item: Item, step: Step, because: Sequence[str], id: str, role: str = "inference",
        also: Mapping[str, str] | None = None,
    ) -> Entry:  # fmt: skip
        """The claim that the step's line follows from what `because` names (and from `also`)."""
        said, steps = step.formula, {s.name: s for s in item.steps}
        texts = {n: item.given[n] for n in because if n in item.given} | dict(also or {})
        cited = [steps[n] for n in because if n in steps and n not in item.given]
        used = [said.text, *texts.values(), *(s.formula.text for s in cited)]
        definitions = abbreviations(item, item)
        fresh: dict[str, Domain] = {}
        opaque: tuple[str, ...] = ()
        if "definitions" not in because:
            definitions, fresh, opaque = self._opaque(item, step, used)
        argument = said.argument if step.inference_argument is None else step.inference_argument
        bare = replace(said, argument=argument, example=None)  # the point may refute the inference too
        given: dict[str, str | Expr] = dict(texts)
        for other in cited:
            given[other.name] = self._premise(item, other, step, definitions, fresh)
        let: dict[str, str | Domain] = {**step.let, **fresh}
        made = self._claim(id, said.text, item, item, given, bare, self._lemmas(item, because), let, definitions)
        return Entry(item.id, role, step.name, made, said.fidelity, None, opaque)

    def _premise(
        self, item: Item, cited: Step, step: Step, definitions: Sequence[str], fresh: Mapping[str, Domain]
    ) -> Expr:
        """The cited line, for all values of the variables that it declares and the citing step does not."""
        let: dict[str, str | Domain] = {**cited.let, **fresh}
        plain = Formula(cited.formula.text, cited.formula.line)
        made = self._claim(f"{item.id}/{cited.name}", plain.text, item, item, {}, plain, (), let, definitions)
        formula = made.goal
        for v in reversed(made.variables):
            if v.name in cited.let and cited.let[v.name] != step.let.get(v.name):
                conditions = [f for _, f in v.domain.conditions(v.name)]
                body: Expr = ("implies", conjunction(conditions), formula) if conditions else formula
                formula = ("forall", v.name, v.domain.sort, body)
        return formula

    def _opaque(
        self, item: Item, step: Step, used: Sequence[str]
    ) -> tuple[list[str], dict[str, Domain], tuple[str, ...]]:
        """Abbreviations as fresh variables, where they are matrices, numbers or sequences of these."""
        variables: dict[str, str | Domain] = {**item.variables, **step.let}
        probe = claim("probe", TRUE, variables=variables, definitions=abbreviations(item, item))
        return abstracted(probe.definitions, probe.sorts(), used)

    # -- instances ---------------------------------------------------------------------------------

    def _instance(self, general: Entry, instance: Instance) -> Entry:
        if general.role != "conclusion":
            raise PageError(f"instance {instance.name}: there is no conclusion to take an instance of")
        made = general.claim
        for name in instance.drop:
            made = made.without(name)
        known = {v.name for v in made.variables}
        made = made.instance({k: v for k, v in instance.sizes.items() if k in known}, f"{general.item}@{instance.name}")
        hints = claim(
            made.id,
            TRUE,
            variables={v.name: v.domain for v in made.variables},
            counterexample=instance.counterexample,
        )
        made = argued(replace(made, counterexample=hints.counterexample), instance.argument)
        expected, name = instance.expected, instance.name
        return Entry(general.item, "instance", name, trimmed(made), "special case", expected, (), general.id)

    # -- changes of scale --------------------------------------------------------------------------

    def _scaling(self, item: Item, change: Scaling) -> Entry:
        said, id = item.conclusion, f"{item.id}~{change.name}"
        if said is None:
            raise PageError(f"change of scale {change.name}: there is no conclusion")
        bare = replace(said, argument=(), counterexample=None, example=None)
        general = self._claim(id, said.text, item, item, hypotheses(item, item), bare, ())
        made = covariant(general, change.powers, id)
        variables = {v.name: v.domain for v in made.variables}
        hints = claim(id, TRUE, variables=variables, counterexample=change.counterexample)
        made = argued(replace(made, counterexample=hints.counterexample, because=()), change.argument)
        return Entry(item.id, "scaling", change.name, trimmed(made), said.fidelity, change.expected)


@cache
def theorems() -> Book:
    """The book of the library."""
    return Book(library())


def theorem_entries(names: Iterable[str]) -> list[Entry]:
    """The claims of theorems of the library, and of those that they cite in turn."""
    book, found = theorems(), []
    needed = book.supporting(names)
    for id in book.items:
        with contextlib.suppress(Faulty):  # whoever cites it says so
            found += [e for e in book.entries(book.items[id]) if e.role == "conclusion"] if id in needed else []
    return found


def _cited_names(item: Item) -> set[str]:
    blocks = (item, *item.variants())
    formulas = [s.formula for s in item.steps] + [b.conclusion for b in blocks if b.conclusion is not None]
    scripts = [*formulas, *item.steps, *item.instances, *item.scalings, *(h for b in blocks for h in b.hints.values())]
    return {n for f in formulas for n in f.because} | set(theorems_of(scripts))


def conclusion_id(item: Item, block: Block) -> tuple[str, str, str]:
    """(claim id, role, name) of an item's own conclusion, of a reading or of a repair."""
    if not isinstance(block, Variant):
        return item.id, "conclusion", "as printed" if item.readings else ""
    if block in item.repairs:
        return f"{item.id}/repair:{block.name}", "repair", block.name
    return f"{item.id}[{block.name}]", "conclusion", block.name


def hypotheses(item: Item, block: Block) -> dict[str, str | Expr]:
    """The hypotheses of an item's own conclusion, of a reading or of a repair, in order."""
    inherited = {} if isinstance(block, Variant) and block.alone else dict(item.given)
    for name in block.omitted:
        if name not in inherited:
            raise PageError(f"omits {name!r}, which is no hypothesis of the item")
        del inherited[name]
    return {**inherited, **block.given}


def abbreviations(item: Item, block: Block) -> list[str]:
    """The item's abbreviations with those that a reading or repair adds or replaces."""
    if block is item:
        return list(item.definitions)
    own = {defined_name(d): d for d in block.definitions}
    kept = [own.pop(defined_name(d), d) for d in item.definitions]
    return kept + list(own.values())


def argued(made: Claim, argument: Sequence[object]) -> Claim:
    """The claim with an argument, and with the theorems of the library that it cites."""
    known = {name for name, _ in made.lemmas}
    names = [n for n in dict.fromkeys(theorems_of([argument])) if n not in known]
    cited = [(n, f) for n in names if n in theorems().items and (f := theorems().closed(n)) is not None]
    return replace(made, argument=tuple(argument), lemmas=(*made.lemmas, *cited))


def _spoken(steps: Sequence[Any]) -> frozenset[str]:
    """The words in the formulas of a proof on a page, and what it names as reasons."""
    texts = [*written(steps), *cited(steps, ())]
    return frozenset(word for text in texts for word in re.findall(r"[A-Za-z]\w*", text))


def trimmed(made: Claim, everything: bool = False, more: Collection[str] = ()) -> Claim:
    """The claim with only the variables that its formulas use, those that their domains mention, and `more`."""
    needed = free_names(made.goal).union(more, *(free_names(h.formula) for h in made.given))
    kept = []
    for v in reversed(made.variables):
        if everything or v.name in needed:
            kept.append(v)
            needed |= v.domain.mentions()
    return made if len(kept) == len(made.variables) else replace(made, variables=tuple(reversed(kept)))
