"""Nodes for equations at fixed sizes: written out by entries, each entry an identity of rational functions.

Decides: equations between matrices and numbers at literal sizes: `identity` those that hold by themselves, `by_terms`
those that follow from equations with known cofactors (see `polynomials_at_sizes`). How: the kernel's rule
``by-entries``; both functions return what the kernel has accepted, or None.  Complete for: identities within the
kernel's bound of work. Cannot do: symbolic sizes, and finding cofactors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.literal_matrices import Entries
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands, to_json

Node = dict[str, Any]


class Term(NamedTuple):
    """times * (left - right) of one entry (counted row by row) of an equation, for one entry of the goal."""

    entry: int
    fact: str
    at: int
    times: Expr


def _accepted(s: Sequent, goal: Expr, node: Node) -> Node | None:
    try:
        Checker().check(s, goal, node)
    except (Rejected, Unknown):
        return None
    return node


def _parts(formula: Expr) -> tuple[Expr, ...]:
    return operands(formula) if head(formula) == "and" else (formula,)


def _split(nodes: Sequence[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else {"rule": "split", "nodes": list(nodes)}


def identity(s: Sequent, goal: Expr) -> Node | None:
    """An equation that holds for all entries, without division by what may vanish."""
    if head(goal) != "==":
        return None
    words = _accepted(s, goal, {"rule": "linear"})
    if words is not None:
        return words
    writer = Entries(s.sorts, s.context)
    try:
        formula = writer.formula(goal)
    except (Rejected, Unknown):
        return None
    closing = _split([{"rule": "field"} for _ in _parts(formula)])
    return _accepted(s, goal, closing if formula == goal else {"rule": "by-entries", "then": closing})


def by_terms(
    s: Sequent, goal: Expr, terms: Sequence[Term], power: int, clear: Sequence[tuple[Expr, str, Expr]]
) -> Node | None:
    """The goal, or its square, as a combination of equations; `clear` has (e, label, ratio): the fact makes e nonzero.

    With a ratio r, right side minus left side of the fact is r * e.
    """
    steps: list[Node] = []
    known: dict[str, str] = {}  # fact -> label of what it is by entries
    inner, proofs = s, dict[Expr, Node]()
    writer = Entries(s.sorts, s.context)
    try:
        for label in dict.fromkeys([label for _, label, _ in clear] + [t.fact for t in terms]):
            formula, known[label] = writer.formula(s.fact(label)), label
            if formula != s.fact(label):
                known[label] = fresh("entries", frozenset(inner.facts))
                inner = inner.assume(known[label], formula)
                proven = [_apart(inner, e, proofs) for e in writer.apart]
                steps.append({"rule": "by-entries", "on": label, "as": known[label], "apart": proven})
                writer.apart.clear()
            for e, other, ratio in clear:
                if other == label:
                    proofs[writer.scalar(e)] = _nonzero(inner, known[label], ratio)
        formula = writer.formula(goal)
    except (Rejected, Unknown):
        return None
    common: Node = {"nonzero": [{"of": to_json(e), "proof": proof} for e, proof in proofs.items()]} if proofs else {}
    closing: list[Node] = []
    for number, part in enumerate(_parts(formula)):
        field = power == 1 and part != FALSE  # whose terms are right side minus left side, like its goal
        own = [_cited(t, inner, known[t.fact], field) for t in terms if t.entry == number]
        if part == FALSE:
            closing.append({"rule": "positive", "products": [{}], "terms": own, **common})
        elif field:
            closing.append({"rule": "field", "terms": own, **common})
        else:
            label = fresh("apart", frozenset(inner.facts))
            then = {"rule": "positive", "products": [{"facts": [label]}], "terms": own, **common}
            closing.append({"rule": "negate", "as": label, "then": then})
    node = _split(closing)
    if formula != goal:
        node = {"rule": "by-entries", "apart": [_apart(inner, e, proofs) for e in writer.apart], "then": node}
    for step in reversed(steps):
        node = {**step, "then": node}
    return _accepted(s, goal, node)


def _cited(t: Term, s: Sequent, label: str, negative: bool) -> Node:
    if head(s.fact(label)) == "and":
        label = f"{label}.{t.at}"
    return {"fact": label, "times": to_json(("neg", t.times) if negative else t.times)}


def _nonzero(s: Sequent, label: str, ratio: Expr) -> Node:
    """A proof that e is not 0, where right side minus left side of a strict fact is ratio * e."""
    fact, name = as_less(s.fact(label)), fresh("zero", frozenset(s.facts))
    times = ratio if head(fact) != "!=" else ("*", ratio, ("-", *reversed(operands(fact))))  # a square is positive
    then = {"rule": "positive", "products": [{"facts": [label]}], "terms": [{"fact": name, "times": to_json(times)}]}
    return {"rule": "intro", "as": name, "then": then}


def _apart(s: Sequent, e: Expr, proofs: Mapping[Expr, Node]) -> Node:
    """The proof that a determinant does not vanish.  Raises `Rejected` where none is known."""
    for proof in proofs.values():
        if _accepted(s, ("!=", e, 0), proof) is not None:
            return proof
    raise Rejected("a determinant that may vanish")
