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
    if certificate.get("somewhere"):
        return _walked(certificate["tree"])
    if "names" in certificate:
        return _named(certificate["names"], certificate["tree"])
    plain = {k: v["value"] if isinstance(v, Mapping) else v for k, v in certificate["values"].items()}
    return {str(name): to_text(from_json(value)) for name, value in plain.items()}


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
