"""The audit as one Markdown file, to attach to a review."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.papers.results import PaperResult
from verifier.report import findings, wording


def report(results: Sequence[PaperResult]) -> str:
    """All papers, each a table and its findings."""
    return "\n".join(line for result in results for line in _paper(result))


def _paper(result: PaperResult) -> list[str]:
    paper, items = result.paper, result.items
    lines = [
        f"# {paper.title or paper.name}",
        "",
        wording.heading(paper),
        "",
        f"{len(items)} items: {wording.tally(items)}.",
        "",
    ]
    lines += [
        "| item | kind | title | verdict | printed proof | hypotheses | note |",
        "|---|---|---|---|---|---|---|",
    ]
    for item in items:
        cells = (item.id, item.heading.kind, item.heading.title, wording.verdict(item.own), wording.proof(item),
                 wording.roles(item), wording.note(item))  # fmt: skip
        lines.append("| " + " | ".join(_cell(c) for c in cells) + " |")
    lines.append("")
    found = findings.findings(items)
    if found:
        lines += ["## Findings", "", f"{findings.counted(found).capitalize()}.", "", *findings.letter(found)]
    faulty = {f.item.id for f in found}
    others = [(i.id, line) for i in items if i.id not in faulty for line in wording.findings(i)]
    if others:
        lines += ["## Remarks", ""] + [f"- **{_cell(id)}** {_cell(line)}" for id, line in others] + [""]
    shown = [i for i in items if i.own.formal or i.heading.printed]
    if shown:
        lines += ["## Statements, printed and formal", ""]
    for item in shown:
        head = item.heading
        lines += [f"### {head.id} {head.title}", "", f"> {head.printed or '(no printed text)'}", ""]
        for claim in item.conclusions:
            name = f"Reading “{claim.name}”, " if item.readings else ""
            lines += [f"{name}{claim.fidelity}, {wording.verdict(claim)}:", "", "```", claim.formal, "```", ""]
        if head.notes:
            lines += [*(f"- {note}" for note in head.notes), ""]
    lines += [f"- {line}" for line in (*result.faults, *result.notes)]
    return [*lines, ""]


def _cell(text: str) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ").replace("*", "\\*")
