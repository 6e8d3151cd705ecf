"""What a reviewer must see of a paper: its faulty lines, how grave each is, what it breaks and what survives.

A page says with `leads_to` which lines and results the paper derives from a line.  From that and from the verdicts:

* *result broken*: a theorem, proposition, lemma, corollary or claim is itself refuted or ill-posed as printed;
* *proof broken, result survives*: a line of a proof fails, or does not follow, and a line derived from it fails as
  well, or the result is only reached another way (`by_another_route`);
* *slip*: the line fails, and everything that is printed behind it holds as it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from verifier.papers.combine import UNFIT
from verifier.papers.results import ItemResult
from verifier.report import wording

OURS = "(not in the paper)"  # how a page begins what it adds itself
RESULTS = ("theorem", "proposition", "lemma", "corollary", "claim")
GRAVE = ("result broken", "proof broken, result survives", "slip")
_FAULTY = ("refuted", "ill-posed")


@dataclass(frozen=True)
class Finding:
    """A faulty item: how grave, the lines behind it that fail too, and what holds all the same."""

    item: ItemResult
    severity: str
    breaks: tuple[str, ...] = ()
    survives: tuple[str, ...] = ()

    @property
    def reconstructed(self) -> bool:
        """Whether the formula is recalled or a guess, so that nothing is said of the printed one."""
        return self.item.heading.provenance in ("recalled", "guess")

    @property
    def grade(self) -> str:
        """The severity; of a reconstructed formula it says so."""
        return f"{self.severity}, of a reconstructed formula" if self.reconstructed else self.severity


def findings(items: Sequence[ItemResult]) -> list[Finding]:
    """The faulty items of a paper in its order."""
    by_id = {item.id: item for item in items}
    printed = (item for item in items if not item.heading.printed.startswith(OURS))
    return [_rated(item, by_id) for item in printed if _fails(item) or _proof_fails(item)]


def counted(found: Iterable[Finding]) -> str:
    """``2 results broken, 5 proofs broken whose result survives, 3 slips``; "" where nothing was found.

    What fails of formulas that are reconstructed is counted by itself.
    """
    found = list(found)
    counts = Counter(f.severity for f in found if not f.reconstructed)
    names = {
        "result broken": ("result broken", "results broken"),
        "proof broken, result survives": ("proof broken whose result survives", "proofs broken whose results survive"),
        "slip": ("slip", "slips"),
    }
    parts = [f"{counts[s]} {names[s][counts[s] != 1]}" for s in GRAVE if counts[s]]
    if hearsay := sum(f.reconstructed for f in found):
        parts.append(f"{hearsay} of reconstructed formulas, of which nothing printed is said")
    return ", ".join(parts)


def consequences(found: Finding) -> str:
    """What it breaks and what survives, as words; "" where the page says nothing of that."""
    parts = []
    if found.breaks:
        parts.append(f"with it fail {', '.join(found.breaks)}")
    if found.survives:
        parts.append(f"{', '.join(found.survives)} {'holds' if len(found.survives) == 1 else 'hold'} all the same")
    return "; ".join(parts)


def letter(found: Iterable[Finding]) -> list[str]:
    """The findings as Markdown that can be sent to the authors."""
    lines: list[str] = []
    for f in found:
        head = f.item.heading
        lines += [f"### {head.id}: {head.title} ({f.grade})", "", f"{head.where}. Printed:", "",
                  f"> {head.printed or '(no printed text)'}", ""]  # fmt: skip
        lines += [f"- {line}" for line in wording.findings(f.item) if not line.startswith("superfluous")]
        if said := consequences(f):
            lines.append(f"- Behind this line: {said}.")
        lines += [f"- {note}" for note in head.notes]
        lines.append(f"- Decided by {f.item.own.method or 'its steps'}; the kernel re-checks the evidence.")
        lines.append("")
    return lines


def _fails(item: ItemResult) -> bool:
    return item.verdict in _FAULTY


def _proof_fails(item: ItemResult) -> bool:
    wrong = (s.conclusion.verdict in _FAULTY or s.inference.answer == "does not follow" for s in item.steps)
    return item.proof.state.startswith(UNFIT) or any(wrong)


def _rated(item: ItemResult, by_id: Mapping[str, ItemResult]) -> Finding:
    behind = _behind(item, by_id)
    breaks = tuple(i.id for i in behind if _fails(i))
    survives = tuple(i.id for i in behind if i.verdict == "proved")
    if any(_fails(i) and i.heading.kind in RESULTS for i in (item, *behind)):
        return Finding(item, "result broken", breaks, survives)
    grave = bool(breaks) or not _fails(item)
    grave = grave or any(i.verdict != "proved" or i.heading.another_route for i in behind)
    return Finding(item, GRAVE[1] if grave else "slip", breaks, survives)


def _behind(item: ItemResult, by_id: Mapping[str, ItemResult]) -> list[ItemResult]:
    """What the paper derives from an item, directly or not, in the order of the paper."""
    reached: set[str] = set()
    waiting = list(item.heading.leads_to)
    while waiting:
        name = waiting.pop()
        if name in by_id and name not in reached:
            reached.add(name)
            waiting += by_id[name].heading.leads_to
    return [i for id, i in by_id.items() if id in reached and id != item.id]
