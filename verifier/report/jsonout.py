"""The JSON forms that other programs rely on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]


def dumps(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)


def audit(results: Iterable[Json]) -> list[Json]:
    """The items of all papers, each a claim's object with readings, hypotheses, repair and steps."""
    return [item for result in results for item in result["items"]]


def listing(paper: str, items: Iterable[Any], verdicts: dict[str, str]) -> list[Json]:
    """``list --json``: what a paper holds, with the verdicts that are known."""
    return [
        {
            "paper": paper, "id": item.id, "kind": item.kind, "title": item.title, "where": item.where,
            "provenance": item.provenance, "steps": [f"{item.id}/{s.name}" for s in item.steps],
            "verdict": verdicts.get(item.id),
        }
        for item in items
    ]  # fmt: skip
