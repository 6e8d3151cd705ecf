"""What is said of claims, steps, items and papers: frozen objects, from the decisions of the kernel to the report.

Every output is made from them, and the store keeps them; their public JSON form is made in `report/jsonout` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.evidence.decision import Certificate

Point = Mapping[str, str]  # exact values by name, in words


@dataclass(frozen=True)
class HypothesisResult:
    """What a hypothesis is needed for: its role, and a point at which the conclusion fails without it.

    `undefined`: without it a term has no value there.  `together`: of superfluous ones, whether all can go at once.
    `repair`: the repair in which it has that role, where the printed conclusion has none.
    """

    name: str
    formula: str
    role: str = "unknown"  # needed, superfluous, unknown
    witness: Point | None = None
    undefined: bool = False
    together: str | None = None
    repair: str | None = None


@dataclass(frozen=True)
class ClaimResult:
    """What is said of one claim of an item; `assumes`: names of what is assumed, `formal`: the claim as text."""

    id: str
    verdict: str
    reason: str
    method: str = ""
    certificate: Certificate | None = None
    counterexample: Point | None = None
    trust: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    scope: str = ""
    seconds: float = 0.0
    vacuity: str = "unknown"
    fidelity: str = "faithful"
    instance_of: str | None = None
    name: str = ""
    expected: str | None = None
    formal: str = ""
    hypotheses: tuple[HypothesisResult, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("a result is not a truth value: compare its .verdict with a word")


@dataclass(frozen=True)
class InferenceResult:
    """Whether a line follows from what it cites, and the claim that decides it."""

    answer: str  # follows, follows with, does not follow, unknown
    claim: ClaimResult
    further: tuple[str, ...] = ()
    witness: str | None = None  # realised, abstract
    superfluous: tuple[str, ...] = ()
    opaque: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepResult:
    """A line of a proof: is it true, does it follow, and what both say together."""

    id: str
    name: str
    says: str
    formula: str
    because: tuple[str, ...]
    expected: str | None
    expected_inference: str | None
    conclusion: ClaimResult
    inference: InferenceResult
    state: str


@dataclass(frozen=True)
class ProofState:
    """The state of a printed proof: its weakest step, and what it takes from elsewhere that is not proved."""

    state: str = "no proof printed"
    weakest: str | None = None
    given: tuple[str, ...] = ()


@dataclass(frozen=True)
class Heading:
    """What a page says of an item, before anything is decided."""

    paper: str
    id: str
    kind: str
    title: str
    where: str
    provenance: str
    printed: str
    notes: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    citation: str = ""
    leads_to: tuple[str, ...] = ()
    another_route: bool = False


@dataclass(frozen=True)
class ItemResult:
    """An item: what is said of it (`own`), of its readings, and of everything that belongs to it."""

    heading: Heading
    own: ClaimResult
    counts: bool = False  # whether it counts as decided in figures
    readings: tuple[ClaimResult, ...] = ()
    repairs: tuple[ClaimResult, ...] = ()
    steps: tuple[StepResult, ...] = ()
    instances: tuple[ClaimResult, ...] = ()
    scalings: tuple[ClaimResult, ...] = ()
    proof: ProofState = ProofState()
    fault: str | None = None

    @property
    def id(self) -> str:
        return self.heading.id

    @property
    def verdict(self) -> str:
        return self.own.verdict

    @property
    def conclusions(self) -> tuple[ClaimResult, ...]:
        """Its readings, or what it says itself."""
        return self.readings or (self.own,)


@dataclass(frozen=True)
class Imprint:
    """Which paper it is."""

    name: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    source: str
    venue: str
    path: str


@dataclass(frozen=True)
class PaperResult:
    """The audit of a paper.  `lost`: by claim, why there was no answer; `counts`: where the answers came from."""

    paper: Imprint
    items: tuple[ItemResult, ...]
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lost: Mapping[str, str] | None = None
    counts: Mapping[str, int] | None = None
    cached: bool = False
    seconds: float = 0.0


@dataclass(frozen=True)
class Meaning:
    """A claim as the kernel sees it, in its JSON form, for those who re-check its evidence."""

    digest: str
    statement: Mapping[str, object]


@dataclass(frozen=True)
class CheckedClaim:
    """What `verifier check` says of a claim: an example of its hypotheses, what was tried, whether it follows."""

    claim: ClaimResult
    meaning: Meaning
    example: Point | None = None
    inhabited: Certificate | None = None
    tried: tuple[str, ...] = ()
    expanded: str | None = None
    because: tuple[str, ...] = ()
    inference: InferenceResult | None = None
    inferred: Meaning | None = None  # of the inference
