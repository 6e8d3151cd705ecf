"""The point of a certificate in words: exact values, and enclosures of numbers that have no closed form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.claims.printing import to_text
from verifier.evidence.kernel.expr import from_json, head, operands


def point_words(certificate: Mapping[str, Any]) -> dict[str, str]:
    """The values by name: ``{"x": "3/4", "y": "a root of cos(y) == y in [2/3, 4/5]"}``.

    The certificate is one that the kernel has accepted.
    """
    if certificate.get("somewhere"):
        return _walked(certificate["tree"])
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
