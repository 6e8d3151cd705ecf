"""Claims given one by one on the command line or in a TOML file (DESIGN 3.1), decided like any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from verifier.audit import combine
from verifier.audit.assumptions import Assumptions
from verifier.audit.book import Entry
from verifier.audit.runner import Runner
from verifier.audit.settle import Settler
from verifier.audit.store import Store
from verifier.claims.claim import Claim, claim
from verifier.claims.errors import ClaimError
from verifier.claims.files import load
from verifier.claims.text import undeclared
from verifier.claims.typing import IllTyped, check_types


class BadInput(ValueError):
    """Input that cannot be read, with one line that says where and why."""


def typed(goal: str, variables: Mapping[str, str], given: Sequence[str]) -> tuple[Claim, list[str]]:
    """A claim from the command line, and the names that were undeclared and are taken as real.

    Raises `BadInput`.
    """
    loose = list(dict.fromkeys(n for text in (goal, *given) for n in undeclared(text, variables)))
    try:
        domains = {**variables, **dict.fromkeys(loose, "real")}
        return claim("goal", goal, variables=domains, given=list(given)), loose
    except ClaimError as error:
        raise BadInput(str(error)) from None


def from_file(path: Path, only: str | None = None) -> list[Claim]:
    """The claims of a file, or one of them.  Raises `BadInput` with file, claim, line and column."""
    try:
        claims = load(path)
    except ClaimError as error:
        raise BadInput(str(error)) from None
    found = [c for c in claims if only in (None, c.id)]
    if not found:
        raise BadInput(f"{path}: no claim {only}" if only else f"{path}: no claims in it")
    return found


def decide_all(claims: Sequence[Claim], store: Store, runner: Runner, budget: float, decide: str) -> list[combine.Json]:
    """The JSON objects of the claims, each decided in its own process; earlier claims discharge citations."""
    settler = Settler(runner, store, budget=budget, decide=decide)
    entries = [Entry(c.id, "conclusion", "", c) for c in claims]
    ill: dict[str, combine.Json] = {}
    for entry in entries:
        try:
            check_types(entry.claim.statement())
        except IllTyped as error:
            ill[entry.id] = combine.bare_json(entry.id, "ill-posed", str(error))
    found = settler.settle([e for e in entries if e.id not in ill])
    assumptions = Assumptions()
    for entry in entries:
        if entry.id in found:
            assumptions.add(entry, found[entry.id])
    shown = [ill[e.id] if e.id in ill else combine.claim_json(e, found[e.id], assumptions) for e in entries]
    meant = [{"digest": e.claim.statement().digest(), "statement": e.statement_json} for e in entries]
    return [{**one, **statement} for one, statement in zip(shown, meant, strict=True)]
