"""Squares that vanish: where a sum of squares is at most 0, each of their roots is 0.

How: were a root not 0, the sum would be above 0; of a sum over a range, each term is at most 0, as none is below 0 (the
theorem `sum-vanish`).  Complete for: squares with positive weights, also of matrices and under sums, without factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Expr, from_json, head
from verifier.language.named import fresh, operands, to_json
from verifier.library.trees import used
from verifier.prove.matrices.equations import Node
from verifier.prove.matrices.spelling import spelled

Range = tuple[str, Expr, Expr]
Root = tuple[str, Expr, Node]  # label, what holds, and why


def vanished(
    s: Sequent, label: str, items: Sequence[Mapping[str, Any]], rewrite: Sequence[str], terms: Sequence[Any] = ()
) -> list[Root]:
    """What a fact says of the roots of squares whose sum is its left side minus its right side, with their labels.

    Raises `Rejected` or `Unknown` where it is not this sum, or where it is not at most 0.
    """
    fact = as_less(s.facts[label])
    if head(fact) not in ("==", "<="):
        raise Rejected("vanish: the fact is no equation and no upper bound")
    left, right = operands(fact)
    plain = [[(k, v) for k, v in p.items() if k not in ("as", "nonzero") and v != []] for p in items]
    squares: list[dict[str, Any]] = [dict(fields) for fields in plain]
    asked: Node = {"rule": "order", "positive": squares, "rewrite": list(rewrite), "terms": list(terms)}
    found: dict[str, Any] = spelled(s, ("<=", right, left), asked)
    if found["rule"] != "order":
        raise Rejected("vanish: the fact is not this sum of squares")
    roots: list[Root] = []
    for i, item in enumerate(items):
        if item.get("facts") or "square" not in item:
            continue
        scale = 1 / Fraction(item["weight"])
        rest = [_scaled_square(p, scale) for j, p in enumerate(squares) if j != i]
        equal = [{**t, "in": _scaled(t.get("in", "_"), scale)} for t in found.get("terms", [])]
        if head(fact) == "<=":
            rest.append({"weight": str(scale), "facts": [label]})
        else:
            equal.append({"fact": label, "in": _scaled("_", -scale)})
        ranges = [(str(v), from_json(lo), from_json(hi)) for v, lo, hi in item.get("over", [])]
        small: dict[str, Any] = {"rule": "order", "positive": rest, "terms": equal}
        if found.get("nonzero"):
            small["nonzero"] = found["nonzero"]
        name = str(item["as"])
        formula, proof = _root(s, from_json(item["square"]), ranges, small, name)
        Checker().check(s, marked(formula), proof)
        roots.append((name, formula, proof))
    return roots


def known(s: Sequent, roots: Iterable[Root]) -> Sequent:
    """The sequent with the roots among its facts."""
    for label, formula, _ in roots:
        s = s.assume(label, formula)
    return s


def stated(roots: Sequence[Root], then: Node) -> Node:
    """The node, after the roots have become facts."""
    for label, formula, proof in reversed(roots):
        then = {"rule": "have", "formula": to_json(formula), "proof": proof, "as": label, "then": then}
    return then


def _scaled(place: Any, by: Fraction) -> Any:
    return place if by == 1 else ["*", ["/", by.numerator, by.denominator], place]


def _scaled_square(piece: Mapping[str, Any], by: Fraction) -> dict[str, Any]:
    return {**piece, "weight": str(Fraction(piece["weight"]) * by)}


def _size(root: Expr, s: Sequent, ranges: Sequence[Range]) -> tuple[Expr, Expr]:
    """The square of a root, summed over its ranges, and the zero of its shape."""
    for v, lo, hi in ranges:
        s = s.declare(v, ("integer", lo, hi))
    _, shape = s.reader().read(marked(root))
    size: Expr = ("^", root, 2) if shape is None else ("trace", ("*", ("T", root), root))
    for v, lo, hi in reversed(ranges):
        size = ("sum", size, v, lo, hi)
    return size, 0 if shape is None else ("zeros", shape[0].expr(), shape[1].expr())


def _root(s: Sequent, root: Expr, ranges: Sequence[Range], small: dict[str, Any], label: str) -> tuple[Expr, Node]:
    """That a root is 0 all over its ranges, and why; `small`: the sum of its squares is at most 0, or false follows

    from it where there is no sum: then a fact that the root is not 0 makes it strict.
    """
    taken = {*s.sorts, *s.facts, label}
    if not ranges:
        _, zero = _size(root, s, ())
        apart = fresh(f"{label} apart", taken)
        square = {"weight": "1", "square": to_json(root), "nonzero": apart}
        proof = {**small, "positive": [square, *small["positive"]]}
        return ("==", root, zero), {"rule": "negate", "as": apart, "then": proof}
    (v, lo, hi), *rest = ranges
    within = s.declare(v, ("integer", lo, hi))
    term, _ = _size(root, within, rest)
    total: Expr = ("sum", term, v, lo, hi)
    bound, all_small, here = (fresh(f"{label} {word} {v}", taken) for word in ("sum", "terms", "term"))
    square = {"weight": "1", "square": to_json(root), **({"over": [[x, to_json(a), to_json(b)] for x, a, b in rest]}
                                                          if rest else {})}  # fmt: skip
    above: Node = {"rule": "intro", "as": v, "then": {"rule": "order", "positive": [square]}}
    inner = within.assume(bound, ("<=", total, 0)).assume(here, ("<=", term, 0))
    part: dict[str, Any] = {"rule": "order", "positive": [{"weight": "1", "facts": [here]}]}
    formula, proof = _root(inner, root, rest, part, label)
    step: Node = {"rule": "use", "fact": all_small, "at": [v], "as": here, "then": proof}
    values = [{"index": v, "value": to_json(term)}, to_json(lo), to_json(hi)]
    premises = [above, {"rule": "exact", "fact": bound}]
    tree = used("sum-vanish", values, premises, all_small, {"rule": "intro", "as": v, "then": step})
    tree = {"rule": "have", "formula": to_json(("<=", total, 0)), "proof": small, "as": bound, "then": tree}
    return ("forall", v, ("integer", lo, hi), formula), tree
