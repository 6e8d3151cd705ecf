"""How a certificate shows what it shows, in words read off it: no text that is stored beside it is believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names, read
from verifier.kernel.terms.expr import Malformed
from verifier.kernel.work import TooMuch

#: theorems of the library that name a way of proof
_THEOREMS = ("sum-telescope", "product-telescope", "sum-vanish", "integer-part", "integer-beyond", "trichotomy",
             "antisymmetry", "division")  # fmt: skip
#: rules and theorems that name a way of proof, the most telling first
_WAYS = {
    "induction": "induction", "sum-telescope": "telescoping", "product-telescope": "telescoping",
    "integral": "table of integrals", "primitive": "fundamental theorem of calculus",
    "integral-enclosed": "enclosure of an integral", "intermediate": "intermediate value theorem",
    "taylor": "Taylor's formula", "limit-definition": "definition of the limit", "ladder": "derivative ladder",
    "box": "interval boxes", "asymptotic": "asymptotic expansion",
    "divergent": "divergence of a part", "substitution": "substitution in an integral",
    "linear-integral": "linearity of the integral",
    "series-derivative": "power series", "series-definition": "limit of partial sums",
    "division": "remainders", "integer-part": "integer parts",
    "integer-beyond": "integer parts", "diff": "derivative",
    "sum-vanish": "sum of squares", "order": "sum of squares", "by-entries": "entry by entry",
    "instance": "known facts", "positive": "positivity", "field": "identity", "linear": "matrix algebra",
    "axiom": "matrix algebra",
}  # fmt: skip

_TABLES = {"integral": "integral", "resolution": "axiom"}  # how the names of lines begin that say more than a fact


def _is_closed(formula: object) -> bool:
    try:
        return not free_names(read(formula))
    except (Malformed, TooMuch):
        return False


def way(node: object) -> str:
    """How a tree proves what it proves, in words: its rules by their names, the most telling first."""
    found: set[str] = set()
    queue = [node]
    squares = False
    while queue:
        at = queue.pop()
        if isinstance(at, dict):
            if isinstance(at.get("rule"), str):
                _, colon, theorem = str(at.get("as")).rpartition(":")
                if at["rule"] == "have" and colon and _is_closed(at.get("formula")):  # a theorem with its own proof
                    found.add(next((name for name in _THEOREMS if theorem.startswith(name)), "instance"))
                    queue.append(at["then"])
                    continue
                found.add(_TABLES.get(str(at.get("name")).partition("-")[0], "instance") if at["rule"] == "instance"
                          else str(at["rule"]))  # fmt: skip
            squares = squares or "square" in at
            queue.extend(at.values())
        elif isinstance(at, list):
            queue.extend(at)
    named = list(dict.fromkeys(words for rule, words in _WAYS.items() if rule in found))
    if squares and "positivity" in named:
        named[named.index("positivity")] = "sum of squares"
    return ", ".join(named[:2]) or ("integer arithmetic" if "arith" in found else "logic")


def manner(statement: Statement, certificate: Mapping[str, Any]) -> tuple[str, str]:
    """The method and the reason of a certificate that the kernel has accepted for a statement."""
    kind, tree = certificate["kind"], certificate["tree"]
    if kind == "undefined":
        return "definedness", "a term is undefined at a point that the hypotheses allow"
    if kind == "vacuous":
        return "contradiction", "the hypotheses contradict each other (vacuous)"
    if kind == "refutation" and certificate.get("values"):
        return "exact counterexample", "refuted at an exact point"
    if kind == "refutation":
        return way(tree), "its negation is proved"
    return way(tree), "proved for all values" if statement.variables else "proved"
