"""The audit as a reviewer reads it in a terminal: one line an item, then what is wrong and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from verifier.papers.results import CheckedClaim, ClaimResult, HypothesisResult, ItemResult, PaperResult
from verifier.report import findings, wording

STYLES = {
    "proved": "green", "refuted": "bold red", "computed": "cyan", "supported": "yellow", "assumed": "blue",
    "undecided": "magenta", "ill-posed": "bold red",
}  # fmt: skip


def report(console: Console, result: PaperResult) -> None:
    """Print one paper: table, findings, tally."""
    paper, items = result.paper, result.items
    console.print(Text(f"\n{paper.name}", style="bold"), Text(wording.heading(paper), style="dim"))
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("item", no_wrap=True)
    table.add_column("kind", no_wrap=True)
    table.add_column("title", ratio=3)
    table.add_column("verdict", ratio=2)
    table.add_column("printed proof", ratio=2)
    table.add_column("hypotheses", ratio=1)
    table.add_column("note", ratio=3)
    for item in items:
        table.add_row(
            item.id, item.heading.kind, Text(item.heading.title),
            Text(wording.verdict(item.own), style=STYLES[item.verdict]), Text(wording.proof(item)),
            Text(wording.roles(item)), Text(wording.note(item)),
        )  # fmt: skip
    console.print(table)
    _findings(console, items)
    for line in (*result.faults, *result.notes):
        console.print(Text(f"! {line}", style="yellow"))
    remembered = "unchanged since the last audit, " if result.cached else ""
    count = "1 item" if len(items) == 1 else f"{len(items)} items"
    tally = f"{count}: {wording.tally(items)} ({remembered}{result.seconds:.2f} s)"
    console.print(Text(tally, style="bold"))


def _findings(console: Console, items: Sequence[ItemResult]) -> None:
    lines: list[RenderableType] = []
    rated = {f.item.id: f for f in findings.findings(items)}
    for item in items:
        lines += [Text.assemble((f"{item.id}  ", "bold"), line) for line in wording.findings(item)]
        if (found := rated.get(item.id)) is not None:
            said = "; ".join(p for p in (found.grade, findings.consequences(found)) if p)
            lines.append(Text.assemble((f"{item.id}  ", "bold"), said))
    if lines:
        count = findings.counted(rated.values())
        console.print(Text(f"\nFindings{': ' if count else ''}{count}", style="bold"))
        for line in lines:
            console.print(line)
    console.print()


def problems(console: Console, judged: Sequence[tuple[str, str, str]]) -> None:
    """What kept the exit code from being 0, one line each."""
    for id, state, line in judged:
        if state == "wrong":
            console.print(Text(f"✗ {id}: {line}", style="red"))


def show(console: Console, item: ItemResult, latex: str | None = None) -> None:
    """One item in full."""
    head = item.heading
    console.print(Text.assemble((f"{head.id}  ", "bold"), (head.title, "bold"), f"  {head.kind}, {head.where}"))
    console.print(Text(wording.said(item.own), style=STYLES[item.verdict]))
    for claim in item.conclusions:
        table = Table.grid(padding=(0, 2), expand=True)
        table.add_column(ratio=1)
        table.add_column(ratio=1)
        name = f" ({claim.name})" if item.readings else ""
        printed = head.printed or "(no printed text)"
        formal = claim.formal or "(nothing formal)"
        table.add_row(
            Panel(Text(printed), title=f"printed \\[{head.provenance}]", title_align="left"),
            Panel(Text(formal), title=f"formal{name} \\[{claim.fidelity}]", title_align="left"),
        )
        console.print(table)
        if item.readings:
            console.print(Text(f"  {wording.said(claim)}", style=STYLES[claim.verdict]))
        _point(console, claim)
        _hypotheses(console, claim.hypotheses)
    if latex:
        console.print(Text(latex), soft_wrap=True)
    _steps(console, item)
    for kind, claims in (("at", item.instances), ("scale", item.scalings), ("repair", item.repairs)):
        for claim in claims:
            style = STYLES[claim.verdict]
            console.print(Text.assemble(f"{kind} {claim.name}: ", (wording.said(claim), style)))
            _point(console, claim)
            if kind == "repair":
                console.print(Text(_indented(claim.formal)))
                _hypotheses(console, claim.hypotheses)
    for criterion in head.criteria:
        console.print(Text(f"a reproduction must show: {criterion}"))
    if head.citation:
        console.print(Text(f"cited: {head.citation}"))
    for remark in head.notes:
        console.print(Text(f"note: {remark}", style="dim"))
    console.print(Text(f"evidence: {evidence(item.own)}", style="dim"))


def evidence(claim: ClaimResult) -> str:
    """The kind and size of a certificate, how it was found and how long that took."""
    if claim.certificate is None:
        return claim.method or "none"
    rules = _rules(claim.certificate.get("tree"))
    return f"{claim.certificate.get('kind')} of {rules} kernel steps, by {claim.method}, {claim.seconds:.3f} s"


def _rules(node: Any) -> int:
    if isinstance(node, dict):
        return ("rule" in node) + sum(_rules(v) for v in node.values())
    return sum(_rules(v) for v in node) if isinstance(node, list) else 0


def _point(console: Console, claim: ClaimResult) -> None:
    if claim.counterexample:
        console.print(Text(f"  counterexample: {wording.values(claim.counterexample)}", style="red"))


def _hypotheses(console: Console, hypotheses: Sequence[HypothesisResult]) -> None:
    for h in hypotheses:
        without = "without it a term is undefined" if h.undefined else "it fails"
        witness = f"; {without} at {wording.values(h.witness)}" if h.witness else ""
        where = f" in the repair “{h.repair}”" if h.repair else ""
        console.print(Text(f"  hypothesis {h.name}: {h.role}{where}{witness}"))


def _steps(console: Console, item: ItemResult) -> None:
    if not item.steps:
        return
    table = Table(
        title=f"printed proof: {wording.proof(item)}",
        title_justify="left",
        show_edge=False,
        header_style="bold",
    )
    for name, ratio in (("step", 1), ("line", 5), ("true?", 2), ("because", 2), ("follows?", 2)):
        table.add_column(name, ratio=ratio)
    for step in item.steps:
        line: RenderableType = Text(step.formula)
        if step.says:
            line = Group(Text(step.says, style="dim"), line)
        found = step.conclusion
        table.add_row(step.name, line, Text(wording.verdict(found), style=STYLES[found.verdict]),
                      Text(", ".join(step.because) or "-"), Text(wording.answer(step.inference)))  # fmt: skip
    console.print(table)
    for step in item.steps:
        for part, claim in (("conclusion", step.conclusion), ("inference", step.inference.claim)):
            if claim.counterexample:
                point = wording.values(claim.counterexample)
                console.print(Text(f"  {step.name} {part}: fails at {point}", style="red"))


def argument(console: Console, found: Sequence[CheckedClaim]) -> None:
    """The claims of a file as lines of an argument: is each true, and does it follow?"""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for name, ratio in (("claim", 2), ("true?", 2), ("because", 2), ("follows?", 4)):
        table.add_column(name, ratio=ratio)
    for one in found:
        table.add_row(
            one.claim.id, Text(wording.verdict(one.claim), style=STYLES[one.claim.verdict]),
            Text(", ".join(one.because) or "-"),
            Text("-" if one.inference is None else wording.inference(one.inference)),
        )  # fmt: skip
    console.print(table)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
