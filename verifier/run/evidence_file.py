"""The evidence that ships with a paper: one JSON file beside it, keyed by the digests of its claims.

Under each digest stand the claims of that meaning by id, each with its statement (so that the kernel can
re-check the file alone) and its verdict with the certificate.  What is said many times is written once (`sharing`).
Keys are sorted and times are left out, so writing the same evidence twice gives the same bytes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.evidence.decision import Decision
from verifier.evidence.sharing import shared
from verifier.evidence.strict_json import VERSION, line, of_this_version, read_json

#: verdicts that carry no certificate and say only that a search found nothing better
UNCERTIFIED = ("undecided", "supported")
#: verdicts without a certificate that are quickly had again, by typing or by asking the engine that was trusted
ASKED_AGAIN = ("ill-posed", "computed")

Shipped = Mapping[str, Any]  # what a file says of a claim, or of its verdict: JSON that nobody has checked
TOLD = ("seconds", "tried")
WORDS = ("method", "reason", "counterexample")  # read off the certificate, whatever a file says


def path_for(paper: Path) -> Path:
    """Where the evidence of a paper's folder or module lies."""
    return paper / "evidence.json" if paper.is_dir() else paper.with_suffix(".evidence.json")


@dataclass
class Evidence:
    """What a file offers; nothing of it is believed until the kernel has re-checked it."""

    claims: dict[str, dict[str, Shipped]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def offers(self, digest: str, id: str) -> list[Shipped]:
        """Entries for a meaning, the one of the same claim id first."""
        known = self.claims.get(digest, {})
        return [known[k] for k in sorted(known, key=lambda k: (k != id, k)) if isinstance(known[k], dict)]


def read(path: Path) -> Evidence:
    """Read an evidence file; a missing one is empty; so is one that is damaged or of another version, with a line."""
    if not path.exists():
        return Evidence()
    try:
        data = read_json(path)
        if not isinstance(data, dict) or not isinstance(data.get("claims"), dict):
            raise ValueError("no evidence file")
        claims = {d: c for d, c in of_this_version(data)["claims"].items() if isinstance(c, dict)}
    except (OSError, ValueError, RecursionError) as error:
        reason = line(error)[:160]
        return Evidence(faults=[f"the evidence {path} cannot be used ({reason}); everything is searched again"])
    return Evidence(claims)


def entry(statement: Mapping[str, Any], hints: str, found: Decision, elsewhere: bool = False) -> Shipped:
    """What is written for one claim: no times, nothing that varies from run to run, nothing that a certificate says.

    A claim of another work that is open here is written down as assumed, so that the file says what rests on it.
    """
    if elsewhere and found.verdict in UNCERTIFIED:
        return {"statement": dict(statement), "hints": hints, "verdict": {"verdict": "assumed"}}
    left = TOLD if found.certificate is None else (*TOLD, *WORDS)
    kept = {k: v for k, v in found.to_json().items() if k not in left}
    return {"statement": dict(statement), "hints": hints, "verdict": kept}


def write(path: Path, paper: str, claims: Mapping[str, Mapping[str, Shipped]]) -> None:
    """Write an evidence file, one claim a line, in one step so that a killed run leaves the old one.

    What several claims say is written once, one part a line.
    """
    plain, parts = shared(dict(claims))
    tables = [("claims", plain), ("shared", parts)] if parts else [("claims", plain)]
    text = ",\n".join(f"{json.dumps(name)}: {{\n{_lines(table)}\n}}" for name, table in tables)
    text = f'{{{text},\n"paper": {json.dumps(paper)},\n"version": {VERSION}}}\n'
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def _lines(table: Mapping[str, Any]) -> str:
    return ",\n".join(
        f"{json.dumps(key)}: {json.dumps(table[key], sort_keys=True, separators=(',', ':'))}" for key in sorted(table)
    )
