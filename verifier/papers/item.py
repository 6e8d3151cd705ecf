"""One item of a paper as its page says it: printed words, declarations, hypotheses, conclusion, steps.

Everything here is text and names.  Nothing is parsed and nothing is decided while a page is built, so a
page costs microseconds and a mistake in one formula cannot disturb another item.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from verifier.language.definitions import defined_name
from verifier.papers.setting import Setting

PROVENANCES = ("printed", "derived", "recalled", "guess")
FIDELITIES = ("faithful", "special case", "fragment")
VERDICTS = ("proved", "refuted", "computed", "supported", "assumed", "undecided", "ill-posed")
INFERENCES = ("follows", "follows with", "does not follow", "unknown")

_HERE = str(Path(__file__).parent)


class PageError(ValueError):
    """A page that is not written as a page must be, with one line that says what is wrong."""


def calling_line() -> tuple[str, int]:
    """File and line of the page that called into this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def text(value: object, what: str) -> str:
    """`value`, which must be a text that is not empty; raises `PageError` otherwise."""
    if not isinstance(value, str) or not value.strip():
        raise PageError(f"{what} must be a text, not {value!r:.60}")
    stripped = value.strip()
    return value if value == stripped else stripped  # what knows its place keeps it


def one_of(value: str | None, words: Sequence[str], what: str) -> None:
    if value is not None and value not in words:
        raise PageError(f"{what} must be one of {', '.join(words)}, not {value!r:.40}")


@dataclass(frozen=True)
class Formula:
    """A formula of the page with what the page says about it; hints are never believed, only tried."""

    text: str
    line: int
    because: tuple[str, ...] = ()
    argument: tuple[object, ...] = ()
    fidelity: str = "faithful"
    expected: str | None = None
    counterexample: Mapping[str, str] | None = None
    example: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        text(self.text, "a formula")
        one_of(self.fidelity, FIDELITIES, "fidelity")
        one_of(self.expected, VERDICTS, "expected")


@dataclass(frozen=True)
class Step:
    """One line of a printed proof: a formula, and what the paper says it follows from."""

    name: str
    formula: Formula
    says: str = ""
    let: Mapping[str, str] = field(default_factory=dict)
    expected_inference: str | None = None
    inference_argument: tuple[object, ...] | None = None


@dataclass(frozen=True)
class Instance:
    """The conclusion at fixed sizes, or at one boundary of its hypotheses."""

    name: str
    sizes: Mapping[str, str]
    line: int
    drop: tuple[str, ...] = ()
    expected: str | None = None
    argument: tuple[object, ...] = ()
    counterexample: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Scaling:
    """A change of scale under which the statement should say the same (see `verifier.papers.scaling`)."""

    name: str
    powers: Mapping[str, tuple[int, ...]]
    line: int
    expected: str | None = None
    argument: tuple[object, ...] = ()
    counterexample: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Hint:
    """What to try when a hypothesis is dropped."""

    counterexample: Mapping[str, str] | None = None
    argument: tuple[object, ...] = ()


class Block:
    """Declarations, hypotheses and a conclusion: what items, readings and repairs have in common."""

    def __init__(self) -> None:
        self.variables: dict[str, str] = {}
        self.definitions: list[str] = []
        self.given: dict[str, str] = {}
        self.omitted: list[str] = []
        self.conclusion: Formula | None = None
        self.hints: dict[str, Hint] = {}
        self.notes: list[str] = []

    def use(self, setting: Setting) -> None:
        """Take over a setting's variables, abbreviations and hypotheses."""
        self.let(**setting.let)
        self.define(*setting.define)
        for name, formula in setting.suppose.items():
            self.suppose(name, formula)

    def let(self, /, **domains: str) -> None:
        """Declare variables by their domains; declaring one again replaces its domain."""
        for name, domain in domains.items():
            self.variables[name] = text(domain, f"the domain of {name}")

    def define(self, *abbreviations: str) -> None:
        """Declare abbreviations such as ``h(j) := C*A**j*B``; one of the same name is replaced."""
        for abbreviation in abbreviations:
            if ":=" not in text(abbreviation, "an abbreviation"):
                raise PageError(f"an abbreviation is written name := formula, not {abbreviation!r:.60}")
            name = defined_name(abbreviation)
            self.definitions = [d for d in self.definitions if defined_name(d) != name] + [abbreviation]

    def suppose(self, name: str, formula: str) -> None:
        """A named hypothesis; supposing the same name again replaces it."""
        self.given[text(name, "the name of a hypothesis")] = text(formula, f"hypothesis {name}")

    def omit(self, *names: str) -> None:
        """Leave out hypotheses that a reading or repair would otherwise take over from its item."""
        self.omitted.extend(names)

    def conclude(
        self, formula: str, *, because: Sequence[str] = (), argument: Sequence[object] = (),
        fidelity: str = "faithful", expected: str | None = None,
        counterexample: Mapping[str, str] | None = None, example: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """The formal conclusion.  Raises `PageError` when there is one already."""
        if self.conclusion is not None:
            raise PageError("there is a conclusion already; join the parts with `and`, or use a reading")
        self.conclusion = Formula(
            formula, calling_line()[1], names(because), tuple(argument), fidelity, expected,
            counterexample, example,
        )  # fmt: skip

    def without(
        self, hypothesis: str, *, counterexample: Mapping[str, str] | None = None,
        argument: Sequence[object] = (),
    ) -> None:  # fmt: skip
        """What to try when the hypothesis is dropped to find out whether it is needed."""
        self.hints[hypothesis] = Hint(counterexample, tuple(argument))

    def note(self, words: str) -> None:
        """A remark shown with the item."""
        self.notes.append(text(words, "a note"))


class Variant(Block):
    """A reading or a repair: the item's declarations and hypotheses, and what it adds or replaces."""

    def __init__(self, name: str, line: int, alone: bool) -> None:
        super().__init__()
        self.name = text(name, "the name of a reading or repair")
        self.line = line
        self.alone = alone  # takes over no hypothesis of its item

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class Item(Block):
    """One definition, equation, lemma, theorem, remark, figure or citation of a paper."""

    def __init__(
        self, id: str, kind: str, title: str, where: str = "", provenance: str = "derived",
        file: str = "", line: int = 0,
    ) -> None:  # fmt: skip
        super().__init__()
        one_of(provenance, PROVENANCES, "provenance")
        self.id, self.kind, self.title, self.where, self.provenance = id, kind, title, where, provenance
        self.file, self.line = file, line
        self.statement = ""
        self.steps: list[Step] = []
        self.instances: list[Instance] = []
        self.scalings: list[Scaling] = []
        self.readings: list[Variant] = []
        self.repairs: list[Variant] = []
        self.citation = ""
        self.criteria: list[str] = []
        self.behind: list[str] = []
        self.rerouted = False
        self.page_proof = False  # its argument is the proof on its page, whose lines are its steps
        self.fault: str | None = None

    def __repr__(self) -> str:
        return f"Item({self.id!r}, {self.kind})"

    def printed(self, statement: str) -> None:
        """The statement in the paper's words, shown beside the formal one."""
        self.statement = " ".join(text(statement, "the printed statement").split())

    def step(
        self, name: str, formula: str, *, because: Sequence[str] = (), says: str = "",
        let: Mapping[str, str] | None = None, argument: Sequence[object] = (), fidelity: str = "faithful",
        expected: str | None = None, expected_inference: str | None = None,
        inference_argument: Sequence[object] | None = None,
        counterexample: Mapping[str, str] | None = None, example: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """One line of the printed proof, and what the paper says it follows from.

        `because` names hypotheses of the item, earlier steps, other items, or "definitions".
        Raises `PageError` when the name is taken.
        """
        if any(s.name == text(name, "the name of a step") for s in self.steps):
            raise PageError(f"there is a step {name} already")
        one_of(expected_inference, INFERENCES, "expected_inference")
        said = Formula(formula, calling_line()[1], names(because), tuple(argument), fidelity, expected,
                       counterexample, example)  # fmt: skip
        self.steps.append(
            Step(name, said, says, dict(let or {}), expected_inference,
                 None if inference_argument is None else tuple(inference_argument))
        )  # fmt: skip

    def instance(
        self, name: str, sizes: Mapping[str, str | int], *, drop: Sequence[str] = (),
        expected: str | None = None, argument: Sequence[object] = (),
        counterexample: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """The conclusion with variables replaced (``sizes={"d": "2"}``), hypotheses in `drop` left out."""
        one_of(expected, VERDICTS, "expected")
        values = {v: text(str(e), f"the value of {v}") for v, e in sizes.items()}
        self.instances.append(
            Instance(text(name, "the name of an instance"), values, calling_line()[1], names(drop), expected,
                     tuple(argument), counterexample)
        )  # fmt: skip

    def scaling(
        self, name: str, powers: Mapping[str, int | tuple[int, int]], *, expected: str | None = None,
        argument: Sequence[object] = (), counterexample: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """A change of scale ("time", {"t": 1, "w": -1}): t becomes s t and w becomes w/s, for every s > 0.

        A curve may have a second power, (p, q): y(t) becomes s^p y(s^q t).  Bound variables may scale too.

        Claimed is that the hypotheses still hold and the sides of the conclusion scale alike.
        """
        one_of(expected, VERDICTS, "expected")
        exact = {text(v, "a letter"): (p if isinstance(p, tuple) else (p,)) for v, p in powers.items()}
        if any(type(n) is not int for p in exact.values() for n in p):
            raise PageError("the powers of a change of scale are integers")
        self.scalings.append(
            Scaling(text(name, "the name of a change of scale"), exact, calling_line()[1], expected, tuple(argument),
                    counterexample)
        )  # fmt: skip

    def reading(self, name: str, *, alone: bool = False) -> Variant:
        """A reading of an ambiguous statement, audited beside the others."""
        self.readings.append(Variant(name, calling_line()[1], alone))
        return self.readings[-1]

    def repair(self, name: str, *, alone: bool = False) -> Variant:
        """A corrected statement with its own verdict; `alone` takes over no hypothesis of the item."""
        self.repairs.append(Variant(name, calling_line()[1], alone))
        return self.repairs[-1]

    def leads_to(self, *items: str) -> None:
        """Which lines and results of the paper are derived from this one; what breaks with it is told from that."""
        self.behind += [text(id, "the name of an item") for id in items]

    def by_another_route(self) -> None:
        """The printed proof is not the one checked here: what fails in it breaks the proof and not the statement."""
        self.rerouted = True

    def cites(self, source: str) -> None:
        """Where the statement is proved, for one that the paper takes from elsewhere."""
        self.citation = text(source, "a citation")

    def criterion(self, words: str) -> None:
        """What a reproduction of this experiment must show."""
        self.criteria.append(text(words, "a criterion"))

    def variants(self) -> Iterator[Variant]:
        yield from self.readings
        yield from self.repairs


def names(values: Sequence[str]) -> tuple[str, ...]:
    """A sequence of names; a single text is one name and not its letters."""
    return (values,) if isinstance(values, str) else tuple(values)


def as_json(value: Any) -> Any:
    """Hints as plain data, for the key under which a search that used them is stored."""
    if isinstance(value, Mapping):
        return {str(k): as_json(v) for k, v in sorted(value.items())}
    if isinstance(value, (list, tuple)):
        return [as_json(v) for v in value]
    return value if isinstance(value, (str, int, type(None))) else repr(value)
