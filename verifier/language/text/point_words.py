"""The point of a certificate in words: exact values, and enclosures of numbers that have no closed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr, from_json, head, rational
from verifier.language.named import fresh, operands, substitute
from verifier.language.text.printing import to_text


def shown(values: Mapping[str, Expr]) -> dict[str, str]:
    """Values as text, in the order of the claim's variables."""
    return {name: to_text(value) for name, value in values.items()}


def point_words(statement: Statement, certificate: Mapping[str, Any]) -> dict[str, str]:
    """The values by name: ``{"x": "3/4", "y": "a root of cos(y) == y in [2/3, 4/5]"}``; random variables by their law.

    The certificate is one that the kernel has accepted for the statement, whose variables are named and no others.
    """
    names = [name for name, _ in statement.variables]
    if certificate.get("somewhere") or "values" not in certificate:
        return _named(names, certificate["tree"])
    values = certificate["values"]
    found = {name: _of(values[name]) for name in names if name in values}
    random = [name for name in names if name not in values]
    return {**found, **_law(random, certificate["law"])} if random else found


def _law(names: Sequence[str], law: Mapping[str, Any]) -> dict[str, str]:
    """The values of the random variables together, and their probabilities."""
    outcomes = [_tuple(row) for row in zip(*([_of(v) for v in law["outcomes"][n]] for n in names), strict=True)]
    chances = [str(rational(w)) for w in law["weights"]]
    said = ", ".join(f"{o} with probability {p}" for o, p in zip(outcomes, chances, strict=True))
    if len(outcomes) == 1:
        said = f"always {outcomes[0]}"
    elif len(set(chances)) == 1:
        said = f"{', '.join(outcomes)}, each with probability {chances[0]}"
    return {_tuple(names): said}


def _tuple(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"({', '.join(words)})"


def _of(value: Any) -> str:
    return to_text(from_json(value["value"] if isinstance(value, Mapping) else value))


def _named(names: Sequence[str], tree: Any) -> dict[str, str]:
    """The values that a proof of existence names, in the order of the variables.

    What it has defined before is said in words: a root between two numbers, a sequence by its recursion.
    """
    made: dict[str, Any] = {}  # by the name of what is made, or by the label of the fact that there is one
    found: dict[str, str] = {}
    left = list(names)
    while isinstance(tree, Mapping) and left:
        rule = tree.get("rule")
        if rule == "recursion":
            made[str(tree["name"])] = tree
        elif rule == "intermediate":
            made[str(tree["as"])] = tree
        elif rule == "obtain" and tree["fact"] in made:
            made[str(tree["name"])] = made[str(tree["fact"])]
        elif rule == "witness":
            name = left.pop(0)
            found[name] = _value(name, from_json(tree["value"]), made)
        tree = tree.get("then")
    return found


def _value(name: str, value: Expr, made: Mapping[str, Any]) -> str:
    node = made.get(str(operands(value)[0] if head(value) == "at" else value))
    if node is None:
        return to_text(value)
    return _root(name, node) if node["rule"] == "intermediate" else _sequence(name, node)


def _root(name: str, node: Mapping[str, Any]) -> str:
    low, high = (to_text(from_json(node[k])) for k in ("low", "high"))
    term = substitute(from_json(node["of"]), {str(node["name"]): name})
    sides = operands(term) if head(term) == "-" else (term, 0)
    return f"a root of {to_text(('==', *sides))} in [{low}, {high}]"


def _sequence(name: str, node: Mapping[str, Any]) -> str:
    index = fresh("r", {name})
    before: dict[str, Expr] = {str(node["index"]): index, str(node["value"]): ("at", name, index)}
    start, following = to_text(from_json(node["start"])), to_text(substitute(from_json(node["next"]), before))
    return f"the sequence with {name}[0] = {start} and {name}[{index}+1] = {following}"
