"""How to audit, what is remembered of an audit, and what a report amounts to; `compile` makes the report.

The report is the same whether it was computed now or remembered, and every output is made from it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.papers.combine import UNFIT
from verifier.papers.results import ItemResult, PaperResult
from verifier.run import fingerprint
from verifier.run.runner import DECIDE
from verifier.run.store import Store


class NoSuchItem(ValueError):
    """Raised for an item id that the paper does not have."""


@dataclass(frozen=True)
class Options:
    """How to audit; `decide` names the function that searches, as ``module:name``.

    Without `certificates` a remembered report comes as `bulk.apart` leaves it: enough for a table, read in an instant.
    """

    budget: float = 10.0
    fresh: bool = False
    recheck: bool = False  # let the kernel verify what the store remembers
    items: tuple[str, ...] = ()
    write_evidence: bool = False
    certificates: bool = True
    decide: str = DECIDE
    progress: Callable[[int, int], None] = field(default=lambda done, total: None, compare=False)


def report_key(path: Path, options: Options) -> str:
    """Everything that a report on the whole paper depends on."""
    parts = [str(path), fingerprint.of_paper(path), fingerprint.of_package(), options.budget, options.decide]
    return fingerprint.of_json(parts)


def remembered(path: Path, options: Options, store: Store) -> PaperResult | None:
    """The stored report on the paper as it is now; None where there is none, or where it is asked for afresh.

    Raises `NoSuchItem`.
    """
    if options.fresh or options.recheck or options.write_evidence:
        return None
    start = time.monotonic()
    known = store.report(report_key(path, options), options.certificates)
    if known is None:
        return None
    return replace(_selection(known, options.items), seconds=time.monotonic() - start, cached=True)


def _selection(report: PaperResult, items: Iterable[str]) -> PaperResult:
    wanted = list(items)
    if not wanted:
        return report
    known = {i.id for i in report.items}
    if missing := [i for i in wanted if i not in known]:
        raise NoSuchItem(f"{report.paper.name} has no item {missing[0]}")
    return replace(report, items=tuple(i for i in report.items if i.id in wanted))


def exit_code(reports: Iterable[PaperResult]) -> int:
    """0 as it should be, 1 refuted or an expectation broken, 2 a page or module could not be read, 3 open."""
    reports = list(reports)
    if any(r.faults for r in reports):
        return 2
    judged = [j for r in reports for i in r.items for j in judgements(i)]
    if any(j[1] == "wrong" for j in judged):
        return 1
    return 3 if any(j[1] == "open" for j in judged) else 0


def judgements(item: ItemResult) -> list[tuple[str, str, str]]:
    """(claim id, "fine" | "open" | "wrong", line) for everything an item asserts.

    A declared expectation is an assertion: meeting it is fine, breaking it is wrong.
    """
    found: list[tuple[str, str, str]] = []
    for claim in (*item.conclusions, *item.instances, *item.scalings, *item.repairs):
        found.append(_judged(claim.id, claim.verdict, claim.expected))
    if not any(j[1] != "fine" for j in found) and not any(c.expected for c in item.conclusions):
        counted = item.counts or item.verdict in ("computed", "assumed") or item.heading.kind == "definition"
        if not counted or item.verdict in ("undecided", "supported"):
            found.append((item.id, "open", item.own.reason))
    if item.proof.state.startswith(UNFIT):
        found.append((item.id, "wrong", f"the proof {item.proof.state}"))
    for step in item.steps:
        found.append(_judged(step.id, step.conclusion.verdict, step.expected))
        answer, expected = step.inference.answer, step.expected_inference
        id = step.inference.claim.id
        if expected is not None and answer != expected:
            found.append((id, "wrong", f"expected {expected!r}, found {answer!r}"))
        elif expected is None and answer in ("does not follow", "unknown"):
            found.append((id, "open", f"the inference {answer}" if answer != "unknown" else "the inference is open"))
    return found


def _judged(id: str, verdict: str, expected: str | None) -> tuple[str, str, str]:
    if expected is not None:
        fine = verdict == expected
        return (id, "fine", "") if fine else (id, "wrong", f"expected {expected}, found {verdict}")
    if verdict == "refuted":
        return (id, "wrong", "refuted")
    return (id, "open" if verdict in ("undecided", "ill-posed", "supported") else "fine", verdict)
