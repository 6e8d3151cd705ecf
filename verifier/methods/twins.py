"""Corrupted twins of a statement: the small mistakes that papers contain, made on purpose.

A method that proves a twin which is false is unsound; a statement whose twins all pass is too weak.  A twin
may happen to be true (dropping a superfluous hypothesis), so that a twin alone proves nothing.  Twins that do
not typecheck, or mean the same as the statement or as another twin, are left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.claims.typing import IllTyped, check_types
from verifier.evidence.kernel.expr import Expr, Statement, head, operands

#: relation -> relations by which a twin replaces it
SWAPS = {
    "==": ("<=",), "!=": ("==",), "<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="),
}  # fmt: skip

Path = tuple[int, ...]


@dataclass(frozen=True)
class Twin:
    """One corruption: its kind, what was changed, and the corrupted statement."""

    kind: str
    description: str
    statement: Statement


def twins(statement: Statement) -> Iterator[Twin]:
    """All twins, in a fixed order: hypotheses dropped, then the goal corrupted, then the hypotheses."""
    seen = {statement.digest()}
    for twin in _all(statement):
        try:
            digest = twin.statement.digest()
            if digest in seen:
                continue
            check_types(twin.statement)
        except (IllTyped, RecursionError):
            continue
        seen.add(digest)
        yield twin


def pick(statement: Statement, count: int, seed: int = 0) -> list[Twin]:
    """A seeded sample of at most `count` twins, spread over the kinds of corruption."""
    by_kind: dict[str, list[Twin]] = {}
    for twin in twins(statement):
        by_kind.setdefault(twin.kind, []).append(twin)
    source = random.Random(seed)
    for group in by_kind.values():
        source.shuffle(group)
    order = sorted(by_kind)
    source.shuffle(order)
    chosen: list[Twin] = []
    while len(chosen) < count and any(by_kind.values()):
        chosen += [by_kind[kind].pop() for kind in order if by_kind[kind]]
    return chosen[:count]


def _all(s: Statement) -> Iterator[Twin]:
    for i, (label, _) in enumerate(s.given):
        given = s.given[:i] + s.given[i + 1 :]
        yield Twin("hypothesis", f"without {label}", Statement(s.variables, given, s.goal))
    for kind, what, goal in corruptions(s.goal):
        yield Twin(kind, f"goal: {what}", Statement(s.variables, s.given, goal))
    for i, (label, formula) in enumerate(s.given):
        for kind, what, changed in corruptions(formula):
            given = (*s.given[:i], (label, changed), *s.given[i + 1 :])
            yield Twin(f"given {kind}", f"{label}: {what}", Statement(s.variables, given, s.goal))


def corruptions(e: Expr) -> Iterator[tuple[str, str, Expr]]:
    """(kind, what, corrupted expression) for every place of `e`."""
    for path, inner in places(e):
        for kind, what, new in _local(inner):
            yield kind, f"{what} at {'.'.join(map(str, path)) or 'the top'}", replaced(e, path, new)


def places(e: Expr, path: Path = ()) -> Iterator[tuple[Path, Expr]]:
    """Every term and formula inside `e`, with the way to it; bound names and sorts are left out."""
    yield path, e
    op, args = head(e), operands(e)
    skip = {"sum": (1,), "product": (1,), "tends": (1,), "forall": (0, 1), "exists": (0, 1), "fn": (0,),
            "grad": (1,)}.get(str(op), ())  # fmt: skip
    for i, a in enumerate(args):
        if i not in skip:
            yield from places(a, (*path, i))


def replaced(e: Expr, path: Path, new: Expr) -> Expr:
    """`e` with the subexpression at `path` replaced."""
    if not path:
        return new
    assert isinstance(e, tuple)
    i = path[0] + 1
    return (*e[:i], replaced(e[i], path[1:], new), *e[i + 1 :])


def _local(e: Expr) -> Iterator[tuple[str, str, Expr]]:
    op, args = head(e), operands(e)
    if isinstance(e, int):
        yield "coefficient", f"{e} becomes {e + 1}", e + 1
        if e:
            yield "sign", f"{e} becomes {-e}", -e
    if op in SWAPS:
        for other in SWAPS[str(op)]:
            yield "relation", f"{op} becomes {other}", (other, *args)
    if op == "+":
        for i in range(len(args)):
            yield "sign", f"summand {i} changes its sign", ("+", *args[:i], ("neg", args[i]), *args[i + 1 :])
            if len(args) > 1:
                yield "term", f"summand {i} is dropped", _joined("+", args[:i] + args[i + 1 :])
    if op == "-":
        yield "sign", "- becomes +", ("+", *args)
    if op == "neg":
        yield "sign", "the sign is dropped", args[0]
    if op == "*":
        yield "coefficient", "a factor 2", ("*", 2, *args)
        for i in range(len(args) - 1):
            swapped = (*args[:i], args[i + 1], args[i], *args[i + 2 :])
            yield "order", f"factors {i} and {i + 1} change places", ("*", *swapped)
    if op == "^":
        yield "exponent", "the exponent grows by 1", ("^", args[0], ("+", args[1], 1))
        yield "exponent", "the exponent shrinks by 1", ("^", args[0], ("-", args[1], 1))
    if op == "T":
        yield "transpose", "a transpose is dropped", args[0]
    if op in ("sum", "product"):
        body, j, lo, hi = args
        yield "bound", "the upper end grows by 1", (op, body, j, lo, ("+", hi, 1))
        yield "bound", "the upper end shrinks by 1", (op, body, j, lo, ("-", hi, 1))
        yield "bound", "the lower end grows by 1", (op, body, j, ("+", lo, 1), hi)
    if op == "forall" or op == "exists":
        name, sort, body = args
        yield "quantifier", f"{op} changes", ("exists" if op == "forall" else "forall", name, sort, body)
        if head(sort) == "integer":
            lo, hi = operands(sort)
            if lo != "-oo":
                yield "bound", "the range starts 1 earlier", (op, name, ("integer", ("-", lo, 1), hi), body)
            if hi != "oo":
                yield "bound", "the range ends 1 later", (op, name, ("integer", lo, ("+", hi, 1)), body)
    if op == "at":
        yield "index", "the index grows by 1", ("at", args[0], ("+", args[1], 1))
    if op in ("and", "or") and len(args) > 1:
        yield "connective", f"{op} changes", ("or" if op == "and" else "and", *args)
    if op == "implies":
        yield "connective", "the implication is reversed", ("implies", args[1], args[0])
        yield "connective", "the premise is dropped", args[1]


def _joined(op: str, args: tuple[Expr, ...]) -> Expr:
    return args[0] if len(args) == 1 else (op, *args)
