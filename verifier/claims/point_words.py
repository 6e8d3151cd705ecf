"""The point of a certificate in words: exact values, and enclosures of numbers that have no closed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.claims.named import operands, substitute
from verifier.claims.printing import to_text
from verifier.kernel.expr import from_json, head


def point_words(certificate: Mapping[str, Any]) -> dict[str, str]:
    """The values by name: ``{"x": "3/4", "y": "a root of cos(y) == y in [2/3, 4/5]"}``.

    The certificate is one that the kernel has accepted.
    """
    if "names" in certificate:
        return _named(certificate["names"], certificate["tree"])
    if certificate.get("somewhere"):
        return _walked(certificate["tree"])
    plain = {k: v["value"] if isinstance(v, Mapping) else v for k, v in certificate["values"].items()}
    found = {str(name): to_text(from_json(value)) for name, value in plain.items()}
    return {**found, **_law(certificate["law"])} if "law" in certificate else found


def _law(law: Mapping[str, Any]) -> dict[str, str]:
    """The values of the random variables together, and their probabilities."""
    names = [str(name) for name in law["outcomes"]]
    columns = [[_of(v) for v in values] for values in law["outcomes"].values()]
    outcomes = [row[0] if len(row) == 1 else f"({', '.join(row)})" for row in zip(*columns, strict=True)]
    chances = [str(w) for w in law["weights"]]
    said = ", ".join(f"{o} with probability {p}" for o, p in zip(outcomes, chances, strict=True))
    if len(set(chances)) == 1 and len(outcomes) > 1:
        said = f"{', '.join(outcomes)}, each with probability {chances[0]}"
    name = names[0] if len(names) == 1 else f"({', '.join(names)})"
    return {name: f"always {outcomes[0]}" if len(outcomes) == 1 else said}


def _of(value: Any) -> str:
    return to_text(from_json(value["value"] if isinstance(value, Mapping) else value))


def _walked(tree: Any) -> dict[str, str]:
    """What the first steps of a proof of existence name: roots between two numbers."""
    found: dict[str, str] = {}
    while isinstance(tree, Mapping):
        if tree.get("rule") == "intermediate":
            low, high = (to_text(from_json(tree[k])) for k in ("low", "high"))
            term = from_json(tree["of"])
            sides = operands(term) if head(term) == "-" else (term, 0)
            found[str(tree["name"])] = f"a root of {to_text(('==', *sides))} in [{low}, {high}]"
        tree = tree.get("then")
    return found


def _named(names: Sequence[Any], tree: Any) -> dict[str, str]:
    """What the first steps of a proof of existence define by recursion, and the values that they name in order."""
    made: dict[str, Any] = {}
    found: dict[str, str] = {}
    left = [str(name) for name in names]
    while isinstance(tree, Mapping) and left:
        if tree.get("rule") == "recursion":
            made[str(tree["name"])] = tree
        elif tree.get("rule") == "witness":
            name, value = left.pop(0), from_json(tree["value"])
            defined = made.get(str(operands(value)[0])) if head(value) == "at" else None
            found[name] = to_text(value) if defined is None else _sequence(name, defined)
        tree = tree.get("then")
    return found


def _sequence(name: str, node: Mapping[str, Any]) -> str:
    index = str(node["index"])
    before = {str(node["value"]): ("at", name, index)}
    start, step = to_text(from_json(node["start"])), to_text(substitute(from_json(node["next"]), before))
    return f"the sequence with {name}[0] = {start} and {name}[{index}+1] = {step}"
