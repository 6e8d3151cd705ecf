"""The handbook of derivations: every query asked of every model, for all sizes and for small ones, as Markdown.

    python -m verifier.derive.handbook > docs/derivations.md

Nothing in it is written by hand: a formula is there because it was derived and verified while the page was made, a
reason because the program gave it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.derive.query import QUERIES, answers
from verifier.models import MODELS

LONG = 1200  # characters of LaTeX beyond which a formula at given sizes is only named


def pages() -> Iterator[str]:
    """The lines of the page."""
    yield from ("# Derivations", "", *(__doc__ or "").splitlines()[:1])
    general, sized = answers(list(MODELS), True), answers(list(MODELS), False)
    yield from ("", "Made by `python -m verifier.derive.handbook`; do not edit.", "", "## What answers", "")
    yield "`a`: for all sizes; `s`: for given sizes; `-`: refused, with a reason below."
    yield ""
    yield f"| model | {' | '.join(QUERIES)} |"
    yield "| --- " * (len(QUERIES) + 1) + "|"
    for name in MODELS:
        cells = (_mark(general[name, q], sized[name, q]) for q in QUERIES)
        yield f"| [{name}](#{name}) | {' | '.join(cells)} |"
    for name, model in MODELS.items():
        yield from ("", f"## {name}", "", f"{model.title[0].upper()}{model.title[1:]}. Source: {model.source}.")
        if model.note:
            yield model.note
        yield ""
        for query in QUERIES:
            yield from _section(query, general[name, query], sized[name, query])


def _mark(general: Any, sized: Any) -> str:
    marks = ("" if isinstance(general, str) else "a") + ("" if isinstance(sized, str) else "s")
    return marks or "-"


def _section(query: str, general: Any, sized: Any) -> Iterator[str]:
    if isinstance(general, str) and isinstance(sized, str):
        reasons = [general] if general == sized else [general, sized]
        yield from (f"* **{query}**: {r}" for r in reasons)
        return
    found = sized if isinstance(general, str) else general
    where = "for all sizes" if found.sizes is None else "at " + ", ".join(f"{n} = {v}" for n, v in found.sizes.items())
    yield f"* **{query}** {where}:"
    for line in found.latex().splitlines():
        yield f"  $${line}$$" if len(line) < LONG else f"  (long: `verifier derive {query} {found.model.name}`)"
    notes = [n for n in found.notes if n != found.model.note]
    yield from (f"  {n}." if not n.endswith((".", ":")) else f"  {n}" for n in notes)
    if isinstance(general, str):
        yield f"  For all sizes: {general}."


if __name__ == "__main__":
    print("\n".join(pages()))
