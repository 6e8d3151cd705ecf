"""Theorems of the library with their proofs, for who has no claim that could cite them.

What ships with the library is evidence: for each theorem its statement and the tree that proves it.  Put into another
proof, a theorem is a closed fact that stands there with its whole proof, after those that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from verifier.evidence.strict_json import of_this_version, read_json
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import HEADS, Expr
from verifier.language.named import closed, to_json

Node = dict[str, Any]
FILE = Path(__file__).resolve().parents[2] / "library" / "pages" / "evidence.json"


_LABELS = ("as", "name", "range", "bounds", "index", "value", "point", "time", "before", "run")


def primed(tree: Any) -> Any:
    """The tree with a prime on all names and labels that it makes, so that they are not those of where it is used.

    Raises `ValueError` where one of them is the name of an operation.
    """
    made: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            named = node.get("rule") == "instance"
            made.update(node[k] for k in _LABELS if isinstance(node.get(k), str) and not (named and k == "name"))
        for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            collect(part)

    def renamed(node: Any) -> Any:
        if isinstance(node, dict):
            kept = ("rule", "name") if node.get("rule") == "instance" else ("rule",)
            return {k: v if k in kept else renamed(v) for k, v in node.items()}
        if isinstance(node, list):
            return [renamed(part) for part in node]
        stem, dot, part = node.partition(".") if isinstance(node, str) else ("", "", "")
        return f"{stem}'{dot}{part}" if stem in made else node

    collect(tree)
    made = {name for name in made if name and not re.fullmatch(r"[0-9/]+", name)}  # lines of a page; numbers stay
    if made & HEADS.keys():
        raise ValueError(f"names of operations are used for something else: {made & HEADS.keys()}")
    return renamed(tree)


def inlined(theorem: str) -> list[tuple[str, Expr, Node]]:
    """Names, closed statements and proofs: of what the theorem cites first, at last its own.

    Nothing where the theorem has no proof that ships.
    """
    found: dict[str, tuple[str, Expr, Node]] = {}

    def add(name: str, above: frozenset[str]) -> bool:
        if name in found:
            return True
        known = _shipped().get(name)
        if known is None or name in above:
            return False
        statement, certificate = known
        if not all(add(cited, above | {name}) for cited in certificate.get("cites", {})):
            return False
        try:
            found[name] = (name, closed(statement), _closed(statement, certificate["tree"]))
        except ValueError:
            return False
        return True

    return list(found.values()) if add(theorem, frozenset()) else []


def have(formula: Expr, proof: Node, label: str, then: Node) -> Node:
    """The node that states a fact with its proof."""
    return {"rule": "have", "formula": to_json(formula), "proof": proof, "as": label, "then": then}


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
    """The theorems that are proved, by name."""
    found: dict[str, tuple[Statement, Mapping[str, Any]]] = {}
    try:
        claims = of_this_version(read_json(FILE))["claims"]
    except (OSError, ValueError):
        return found
    for entries in claims.values():
        for name, entry in entries.items():
            certificate = entry["verdict"].get("certificate")
            if certificate is not None and certificate.get("kind") == "proof":
                found[name] = Statement.from_json(entry["statement"]), certificate
    return found
