"""Cauchy-Schwarz for traces, for all sizes: tr(X'Y)^2 <= tr(X'X)*tr(Y'Y), with the identity matrix as Y, too.

Decides: u <= v where v - u is tr(X'X)*tr(Y'Y) - tr(X'Y)^2 for pieces X, Y of a word whose squared trace occurs in it.
How: b*X - s*Y and a*Y - s*X with the traces a, b, s as numbers are roots of b and a times the gap; a zero a and b leave
X - s*Y.  Complete for: such gaps.  It cannot handle strict ones, or sums of several such products.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.reading import Reader
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, to_json
from verifier.prove.matrices.equations import Node, accepts
from verifier.prove.matrices.squares.matrix_squares import cuts, letters_of, matrix, transposed

MOST = 24  # pairs of pieces


def inner_products(s: Sequent, goal: Expr, tick: Callable[[], None]) -> Node | None:
    """A node for the goal, or None."""
    goal = as_less(goal)
    if head(goal) != "<=":
        return None
    low, high = operands(goal)
    reader = s.reader()
    try:
        gap = reader.scalar(("-", high, low))
        if not any(len(scalars) == 1 and scalars[0][0][0] == "trace" for _, scalars, _ in gap):
            return None
        for x, y in list(_pairs(reader, gap))[:MOST]:
            tick()
            product: Expr = ("-", ("*", _inner(x, x), _inner(y, y)), ("^", _inner(x, y), 2))
            if reader.scalar(product) == gap:
                node = _cauchy_schwarz(s, goal, x, y)
                if accepts(s, goal, node):
                    return node
    except (Unknown, Rejected):
        return None
    return None


def _pairs(reader: Reader, gap: object) -> Iterator[tuple[Expr, Expr]]:
    """Matrices X, Y with trace(X'Y)^2 in the gap."""
    for _, scalars, word in gap:  # type: ignore[attr-defined]
        if word or len(scalars) != 1 or scalars[0][0][0] != "trace" or scalars[0][1].constant != 2:
            continue
        letters = letters_of(scalars[0][0][1])
        if letters is None:
            continue
        for left, right in cuts(letters, True):
            yield matrix(transposed(left)), matrix(right)
        whole = matrix(letters)
        shape = reader.read(whole)[1]
        if shape is not None:
            yield ("eye", shape[0].expr()), whole


def _inner(x: Expr, y: Expr) -> Expr:
    return ("trace", ("*", ("T", x), y))


def _cauchy_schwarz(s: Sequent, goal: Expr, x: Expr, y: Expr) -> Node:
    """The goal where b > 0, where a > 0, and where neither is."""
    low, high = operands(goal)
    a, b, c = _inner(x, x), _inner(y, y), _inner(x, y)
    gap: Expr = ("-", high, low)
    taken: set[str] = set(s.facts)

    def named(stem: str) -> str:
        taken.add(label := fresh(stem, frozenset(taken)))
        return label

    squares: list[tuple[str, Expr, Expr]] = [
        (named("first"), ("*", a, gap), ("-", ("*", a, y), ("*", c, x))),
        (named("second"), ("*", b, gap), ("-", ("*", b, x), ("*", c, y))),
        (named("both"), ("-", ("+", ("*", 2, gap), a, ("*", ("^", c, 2), b)), ("*", 2, a, b)),
         ("-", x, ("*", c, y))),
        (named("left"), a, x),
        (named("right"), b, y),
    ]  # fmt: skip
    first, second, both, left, right = (label for label, _, _ in squares)
    one, two = named("case"), named("case")
    zero: Node = {
        "rule": "positive",
        "products": [
            {"weight": "1/2", "facts": [both]},
            {"weight": "1/2", "facts": [one]},
            {"weight": "1/2", "facts": [two], "square": to_json(c)},
            {"facts": [left, right]},
        ],
    }

    def scaled(by: str, fact: str) -> Node:
        return {"rule": "positive", "multiplier": [{"facts": [by]}], "products": [{"facts": [fact]}]}

    inner: Node = {"rule": "either", "formula": to_json((">", b, 0)), "as": two, "yes": scaled(two, second), "no": zero}
    node: Node = {"rule": "either", "formula": to_json((">", a, 0)), "as": one, "yes": scaled(one, first), "no": inner}
    for label, value, root in reversed(squares):
        proof: Node = {"rule": "order", "positive": [{"weight": "1", "square": to_json(root)}]}
        node = {"rule": "have", "formula": to_json(("<=", 0, value)), "proof": proof, "as": label, "then": node}
    return node
