"""Proof trees made of rules and of theorems of the library: what a prover writes as one step.

Labels that a tree needs are made from the label that the caller has chosen, which no fact has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Expr
from verifier.kernel.terms.shapes import Shapes
from verifier.language.named import fresh, operands, to_json
from verifier.library.theorems import theorem

Node: TypeAlias = dict[str, Any]


def used(name: str, values: Sequence[Any], premises: Sequence[Any], label: str, then: Node) -> Node:
    """`then`, where what a theorem says at values is known under a label."""
    known = theorem(name)
    node: Node = {"rule": "use", "fact": f"{label}:{name}", "at": list(values), "premises": list(premises), "as": label}
    have: Node = {"rule": "have", "formula": to_json(known.statement), "proof": known.tree, "as": f"{label}:{name}"}
    return {**have, "then": {**node, "then": then}}


def compared(a: Expr, b: Expr, label: str, nodes: Mapping[str, Any]) -> Node:
    """The goal from a < b, from a == b and from a > b, which the nodes find under the label."""
    cases: Node = {"rule": "cases", "fact": f"{label}:or", "as": label, "nodes": [nodes[op] for op in ("<", "==", ">")]}
    return used("trichotomy", [to_json(a), to_json(b)], [], f"{label}:or", cases)


def between(a: Expr, b: Expr, low: Any, high: Any, label: str) -> Node:
    """a == b from a <= b and b <= a."""
    return used("antisymmetry", [to_json(a), to_json(b)], [low, high], label, {"rule": "exact", "fact": label})


def root(q: Expr, proof: Any, label: str, then: Node) -> Node:
    """`then`, where sqrt(q) >= 0 and sqrt(q)^2 == q are known under the label; `proof`: q is at least 0."""
    sign = f"{label}:sign"
    known: list[Node] = []
    for name in ("sqrt-nonnegative", "sqrt-square"):
        end = {"as": f"{label}:{name}", "then": {"rule": "exact", "fact": f"{label}:{name}"}}
        premises = [{"rule": "exact", "fact": sign}]
        known.append({"rule": "instance", "name": name, "at": [to_json(q)], "premises": premises, **end})
    both: Expr = ("and", (">=", ("sqrt", q), 0), ("==", ("^", ("sqrt", q), 2), q))
    split: Node = {"rule": "split", "nodes": known}
    inner: Node = {"rule": "have", "formula": to_json((">=", q, 0)), "proof": proof, "as": sign, "then": split}
    return {"rule": "have", "formula": to_json(both), "proof": inner, "as": label, "then": then}


def absurd(label: str) -> Node:
    """Any goal, where the facts about integers contradict each other."""
    nothing: Node = {"rule": "contradict", "fact": label, "proof": {"rule": "split", "nodes": []}}
    return {"rule": "have", "formula": ["false"], "proof": {"rule": "arith"}, "as": label, "then": nothing}


def each(goal: Expr, lo: int, hi: int, nodes: Sequence[Node], taken: Collection[str]) -> Node:
    """'For all n in lo..hi', from a node for each of the numbers: a range is halved until one number is left of it.

    `taken` are the names of variables and labels that are in use; those of the nodes are in scope with these.
    """
    return _each(goal, lo, hi, nodes, {*taken, *_labels(nodes)})


def _labels(node: Any) -> Iterator[str]:
    """The names and labels that a node and those inside of it bring."""
    parts = [node]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            yield from (part[key] for key in ("as", "range", "name", "index") if isinstance(part.get(key), str))
            parts.extend(part.values())
        elif isinstance(part, (list, tuple)):
            parts.extend(part)


def _each(goal: Expr, lo: int, hi: int, nodes: Sequence[Node], taken: Collection[str]) -> Node:
    n, _, body = operands(goal)
    low, high, at, none = (fresh(f"{word} {lo}..{hi}", taken) for word in ("low", "high", "at", "so"))
    k = fresh(str(n), taken)
    if hi <= lo:
        first = nodes[0] if lo == hi else absurd(none)
        return {"rule": "induction", "name": k, "as": at, "range": high, "base": first, "step": absurd(none)}
    middle = (lo + hi) // 2
    tree: Node = {"rule": "either", "formula": ["<=", k, middle], "as": at}
    for answer, label in (("yes", low), ("no", high)):
        tree[answer] = {"rule": "use", "fact": label, "at": [k], "as": none, "then": {"rule": "exact", "fact": none}}
    tree = {"rule": "intro", "as": k, "then": tree}
    for label, a, b in ((high, middle + 1, hi), (low, lo, middle)):
        half: Expr = ("forall", n, ("integer", a, b), body)
        proof = _each(half, a, b, nodes[a - lo : b - lo + 1], taken)
        tree = {"rule": "have", "formula": to_json(half), "proof": proof, "as": label, "then": tree}
    return tree


def arrives(goal: Expr, proof: Node, label: str) -> Node:
    """A convergence from its definition, of which there is a proof."""
    so = f"{label}:so"
    end: Node = {"rule": "use", "fact": f"{label}.1", "at": [], "premises": [proof], "as": so}
    end["then"] = {"rule": "exact", "fact": so}
    return {"rule": "convergence", "of": to_json(goal), "as": label, "then": end}


def unfolded(convergence: Expr, fact: str, label: str, then: Node) -> Node:
    """`then`, where the definition of a convergence that is a fact is known under the label."""
    both = f"{label}:both"
    step: Node = {"rule": "use", "fact": f"{both}.0", "at": [], "premises": [{"rule": "exact", "fact": fact}]}
    return {"rule": "convergence", "of": to_json(convergence), "as": both, "then": {**step, "as": label, "then": then}}


def _sizes(e: Expr, s: Sequent) -> list[Any] | None:
    """Rows and columns of a matrix; None for a number."""
    shape = Shapes(s.sorts, s.context).term(marked(e))
    return None if shape is None else [to_json(n.expr()) for n in shape]


def equal_from(goal: Expr, s: Sequent, start: Expr, name: str, proof: Node, label: str) -> Node:
    """A convergence, where the sequence is equal to its limit from an index on; the proof is about the index `name`."""
    body, t, value = operands(goal)
    sizes = _sizes(value, s)
    at = [*(sizes or ()), {"index": t, "value": to_json(body)}, to_json(value), to_json(start)]
    equal: Node = {"rule": "intro", "as": name, "then": proof}
    theorem = "eventually-equal" if sizes is None else "eventually-equal-matrices"
    return used(theorem, at, [equal], label, {"rule": "exact", "fact": label})


def of_a_constant(convergence: Expr, s: Sequent, fact: str, label: str, then: Node) -> Node:
    """`then`, where it is known under the label that the limit of a constant is the constant."""
    body, _, value = operands(convergence)
    sizes = _sizes(value, s)
    theorem = "constant-limit" if sizes is None else "constant-limit-matrices"
    at = [*(sizes or ()), to_json(body), to_json(value)]
    return used(theorem, at, [{"rule": "exact", "fact": fact}], label, then)


def near(formula: Expr, fact: str, within: Expr, positive: Node | None, close: Expr, label: str) -> Node:
    """A step that makes it known how close to its limit a function lies; the formula is the fact that is the limit.

    ``as`` and ``then`` are still to come; a finite limit needs a proof that the distance is positive.
    """
    so = f"{label}:so"
    end: Node = {"rule": "use", "fact": f"{label}.0", "at": [to_json(within)], "as": so}
    end["premises"] = [{"rule": "exact", "fact": fact}, *([] if positive is None else [positive])]
    end["then"] = {"rule": "exact", "fact": so}
    unfold: Node = {"rule": "limit-definition", "of": to_json(formula), "as": label, "then": end}
    return {"rule": "have", "formula": to_json(close), "proof": unfold}


def approached(formula: Expr, proof: Node, label: str) -> Node:
    """A limit from its definition, of which there is a proof."""
    so = f"{label}:so"
    end: Node = {"rule": "use", "fact": f"{label}.1", "at": [], "premises": [proof], "as": so}
    end["then"] = {"rule": "exact", "fact": so}
    return {"rule": "limit-definition", "of": to_json(formula), "as": label, "then": end}
