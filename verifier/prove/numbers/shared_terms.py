"""Small things about terms and nodes that the closers for inequalities share."""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Branch, Node


def divides(e: Expr) -> bool:
    """Whether a division occurs in a term (or in a relation)."""
    if not isinstance(e, tuple):
        return False
    if e[0] == "/" and not (isinstance(e[1], int) and isinstance(e[2], int)):
        return True
    if e[0] == "^" and not (isinstance(e[2], int) and e[2] >= 0):
        return True
    return any(divides(a) for a in e[1:])


def number(q: Fraction | int) -> Expr:
    """A rational number as an expression."""
    return q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)


def addends(e: Expr, positive: bool = True) -> list[tuple[Expr, bool]]:
    """The parts of a sum, and whether each is added or subtracted."""
    op, args = head(e), operands(e)
    if op == "+":
        return [x for a in args for x in addends(a, positive)]
    if op == "-":
        return addends(args[0], positive) + addends(args[1], not positive)
    if op == "neg":
        return addends(args[0], not positive)
    return [(e, positive)]


def structural(exprs: list[Expr]) -> list[Expr]:
    """The denominators as they are written."""
    found: dict[Expr, None] = {}

    def visit(e: Expr) -> None:
        if isinstance(e, tuple):
            if e[0] == "/" and not isinstance(e[2], int):
                found[e[2]] = None
            if e[0] == "^" and isinstance(e[2], int) and e[2] < 0:
                found[e[1]] = None
            for a in e[1:]:
                visit(a)

    for e in exprs:
        visit(e)
    return list(found)


def strings(node: object) -> set[str]:
    """All strings in a node: among them the labels of the facts that it uses."""
    found: set[str] = set()
    queue = [node]
    while queue:
        at = queue.pop()
        if isinstance(at, str):
            found.add(at)
        elif isinstance(at, dict):
            queue.extend(at.values())
        elif isinstance(at, (list, tuple)):
            queue.extend(at)
    return found


def wrapped(branch: Branch, end: Node | None) -> Node | None:
    """Like `Branch.wrap`, without the steps that nothing uses (arithmetic of integers uses facts unnamed)."""
    if end is None:
        return None
    used = {x.split(".")[0] for x in strings(end)}
    kept: list[Node] = []
    for step in reversed(branch.steps):
        if str(step["as"]) in used or "arith" in used:
            kept.append(step)
            used |= {x.split(".")[0] for x in strings({k: v for k, v in step.items() if k != "as"})}
    for step in kept:
        end = {**step, "then": end}
    return end
