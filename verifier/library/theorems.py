"""The theorems of the library with their proofs, as closed facts that a proof may contain.

What ships with the library's pages is evidence: for each theorem its statement and the tree that proves it.  Put into
another proof, a theorem stands there with its whole proof, after those that it cites; so nothing here is trusted, and
what would be a rule about arbitrary terms is a theorem about all sequences, used at the terms.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from verifier.evidence.strict_json import of_this_version, read_json
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import HEADS, Expr
from verifier.language.named import closed, to_json

Node = dict[str, Any]
FILE = Path(__file__).with_name("pages") / "evidence.json"
_LABELS = ("as", "name", "range", "bounds", "index", "value", "point", "time", "before", "run")
_REFERENCES = ("as", "fact", "on", "range", "bounds", "before", "run")  # where lines of a page may be called 1, 2, 3
_WORDS = ("rule", "strict", "from", "infinite")  # words that the kernel knows
_LISTS = ("facts", "nonzero", "limits", "range", "over")  # lists of labels or names, and no terms
_open: set[str] = set()  # theorems that are to be proved


@dataclass(frozen=True)
class Theorem:
    """A closed statement, its hypotheses one behind the other, and the tree that proves it."""

    name: str
    statement: Expr
    tree: Node


@contextmanager
def unproved(name: str) -> Iterator[None]:
    """As long as a theorem, or a line of its proof, is to be proved, it is none."""
    here = {re.split(r"[/#]", name, maxsplit=1)[0]} - _open
    _open.update(here)
    try:
        yield
    finally:
        _open.difference_update(here)


def names() -> Collection[str]:
    """The names of the theorems that are proved, in their order."""
    return [name for name in _shipped() if name not in _open] if _open else _shipped().keys()


def theorem(name: str) -> Theorem:
    """Raises `Rejected` for a name that is no proved theorem, or the one that is to be proved."""
    if name in _open or name not in _shipped():
        raise Rejected(f"there is no theorem {name!r:.60}")
    return _theorem(name)


def inlined(name: str) -> list[tuple[str, Expr, Node]]:
    """Names, closed statements and proofs: of what the theorem cites first, at last its own.

    Nothing where the theorem has no proof that ships.
    """
    found: dict[str, tuple[str, Expr, Node]] = {}

    def add(name: str, above: frozenset[str]) -> bool:
        if name in found:
            return True
        if name in above or name not in names():
            return False
        statement, certificate = _shipped()[name]
        if not all(add(cited, above | {name}) for cited in certificate.get("cites", {})):
            return False
        found[name] = (name, closed(statement), _closed(statement, certificate["tree"]))
        return True

    return list(found.values()) if add(name, frozenset()) else []


def have(formula: Expr, proof: Node, label: str, then: Node) -> Node:
    """The node that states a fact with its proof."""
    return {"rule": "have", "formula": to_json(formula), "proof": proof, "as": label, "then": then}


def primed(tree: Any) -> Any:
    """The tree with a prime on all names and labels that it makes, so that they are not those of where it is used."""
    made: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            named = node.get("rule") == "instance"
            made.update(node[k] for k in _LABELS if isinstance(node.get(k), str) and not (named and k == "name"))
        for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            collect(part)

    def label(part: Any) -> Any:
        stem, dot, rest = part.partition(".") if isinstance(part, str) else ("", "", "")
        return f"{stem}'{dot}{rest}" if stem in made else part if isinstance(part, str) else renamed(part)

    def renamed(node: Any) -> Any:
        if isinstance(node, dict):
            same = (*_WORDS, "name") if node.get("rule") == "instance" else _WORDS
            return {k: v if k in same else field(k, v) for k, v in node.items()}
        if isinstance(node, list):  # of a term the operation stays, and the name of a function
            term = bool(node) and isinstance(node[0], str) and node[0] in HEADS
            kept = 0 if not term else 2 if node[0] == "fn" else 1
            return [*node[:kept], *(renamed(part) for part in node[kept:])]
        return node if not isinstance(node, str) or re.fullmatch(r"[0-9/.]+", node) else label(node)  # numbers stay

    def field(key: str, value: Any) -> Any:
        if key in _LISTS and isinstance(value, list):
            return [label(part) for part in value]
        return label(value) if key in _REFERENCES else renamed(value)

    collect(tree)
    made.discard("")
    return renamed(tree)


@cache
def _theorem(name: str) -> Theorem:
    above = inlined(name)
    if not above:
        raise Rejected(f"the proof of {name!r:.60} does not ship")
    statement, certificate = _shipped()[name]
    formula, tree = statement.goal, certificate["tree"]
    for label, given in reversed(statement.given):
        formula, tree = ("implies", given, formula), {"rule": "intro", "as": label, "then": tree}
    for variable, sort in reversed(statement.variables):
        formula, tree = ("forall", variable, sort, formula), {"rule": "intro", "as": variable, "then": tree}
    tree = primed(tree)
    for cited, said, proof in reversed(above[:-1]):
        tree = have(said, proof, f"cited:{cited}", tree)
    return Theorem(name, formula, tree)


def _closed(statement: Statement, tree: Node) -> Node:
    """A proof of the closed statement from one of its goal."""
    whole, given = "all of it", list(statement.given)
    for i, (label, formula) in reversed(list(enumerate(given))):
        part = whole if len(given) == 1 else f"{whole}.{i}"
        tree = have(formula, {"rule": "exact", "fact": part}, label, tree)
    if given:
        tree = {"rule": "intro", "as": whole, "then": tree}
    for name, _ in reversed(statement.variables):
        tree = {"rule": "intro", "as": name, "then": tree}
    renamed: Node = primed(tree)
    return renamed


@cache
def _shipped() -> Mapping[str, tuple[Statement, Mapping[str, Any]]]:
    """The theorems that are proved with all that they cite, by name."""
    found: dict[str, tuple[Statement, Mapping[str, Any]]] = {}
    try:
        claims = of_this_version(read_json(FILE))["claims"]
    except (OSError, ValueError):
        return found
    for entries in claims.values():
        for name, entry in entries.items():
            certificate = entry["verdict"].get("certificate")
            if certificate is not None and certificate.get("kind") == "proof" and not re.search("[/#:]", name):
                found[name] = Statement.from_json(entry["statement"]), certificate
    while rests := {n for n, (_, said) in found.items() if not said.get("cites", {}).keys() <= found.keys()}:
        found = {name: known for name, known in found.items() if name not in rests}  # on what is assumed
    return found
