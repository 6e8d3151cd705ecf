"""Corrupted twins of a statement: the small mistakes that papers contain, made on purpose.

A method that proves a twin which is false is unsound; a statement whose twins all pass is too weak.  A twin
may happen to be true (dropping a superfluous hypothesis), so that a twin alone proves nothing.  Twins that do
not typecheck, mean the same as the statement or as another twin (numbers that change places), or follow from the
statement by their form alone (a weaker relation in the goal, a stronger one in a hypothesis) are left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verifier.kernel.algebra.field import is_real
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import BINDERS, Expr, head
from verifier.language.laws.outcomes import scope_of
from verifier.language.named import operands
from verifier.language.typing.typing import IllTyped, check_types

#: relation -> relations by which a twin replaces it
SWAPS = {
    "==": ("<=", "<"), "!=": ("==",), "<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="),
}  # fmt: skip
#: what a change makes of the formula that is changed
WEAKER, STRONGER, OTHER = 1, -1, 0
EFFECTS = {("==", "<="): WEAKER, ("<", "<="): WEAKER, (">", ">="): WEAKER, ("<=", "<"): STRONGER, (">=", ">"): STRONGER}

Path = tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """Where in a statement an expression stands: the way to it, the sorts of the names, and its polarity.

    Polarity: 1 where a weaker formula makes the statement weaker, -1 where it makes it stronger, 0 elsewhere.
    """

    path: Path
    sorts: Mapping[str, Expr]
    polarity: int

    def __str__(self) -> str:
        return ".".join(map(str, self.path)) or "the top"


@dataclass(frozen=True)
class Twin:
    """One corruption: its kind, what was changed, and the corrupted statement."""

    kind: str
    description: str
    statement: Statement


def twins(statement: Statement) -> Iterator[Twin]:
    """All twins, in a fixed order: hypotheses dropped, then the goal corrupted, then the hypotheses."""
    seen = {statement.digest()}
    return (twin for twin in _all(statement) if _is_new(twin, seen))


def pick(statement: Statement, count: int, seed: int = 0) -> list[Twin]:
    """A seeded sample of at most `count` twins, spread over the kinds of corruption."""
    by_kind: dict[str, list[Twin]] = {}
    for twin in _all(statement):
        by_kind.setdefault(twin.kind, []).append(twin)
    source = random.Random(seed)
    for group in by_kind.values():
        source.shuffle(group)
    order = sorted(by_kind)
    source.shuffle(order)
    seen = {statement.digest()}
    chosen: list[Twin] = []
    while len(chosen) < count and any(by_kind.values()):
        for group in (by_kind[kind] for kind in order):  # one of each kind, the next that is a twin
            while group and len(chosen) < count:
                twin = group.pop()
                if _is_new(twin, seen):
                    chosen.append(twin)
                    break
    return chosen


def _is_new(twin: Twin, seen: set[str]) -> bool:
    """Whether it typechecks and means nothing in `seen`, to which its meaning is added."""
    try:
        digest = twin.statement.digest()
        if digest in seen:
            return False
        check_types(twin.statement)
    except (IllTyped, RecursionError):
        return False
    seen.add(digest)
    return True


def _all(s: Statement) -> Iterator[Twin]:
    for i, (label, _) in enumerate(s.given):
        given = s.given[:i] + s.given[i + 1 :]
        yield Twin("hypothesis", f"without {label}", Statement(s.variables, given, s.goal))
    sorts = dict(s.variables)
    for kind, what, goal in corruptions(s.goal, Place((), sorts, 1)):
        yield Twin(kind, f"goal: {what}", Statement(s.variables, s.given, goal))
    for i, (label, formula) in enumerate(s.given):
        for kind, what, changed in corruptions(formula, Place((), sorts, -1)):
            given = (*s.given[:i], (label, changed), *s.given[i + 1 :])
            yield Twin(f"given {kind}", f"{label}: {what}", Statement(s.variables, given, s.goal))


def corruptions(e: Expr, where: Place) -> Iterator[tuple[str, str, Expr]]:
    """(kind, what, corrupted expression) for every place of `e`, without those that its form makes no mistake."""
    for place, inner in places(e, where):
        for kind, what, new, effect in _local(inner, place.sorts):
            if not effect or effect != place.polarity:
                yield kind, f"{what} at {place}", replaced(e, place.path, new)


def places(e: Expr, where: Place) -> Iterator[tuple[Place, Expr]]:
    """Every term and formula inside `e`, with its place; bound names and sorts are left out."""
    yield where, e
    op, args = head(e), operands(e)
    skip = {"sum": (1,), "product": (1,), "tends": (1,), "forall": (0, 1), "exists": (0, 1), "fn": (0,),
            "grad": (1,), "expect": (1,)}.get(str(op), ())  # fmt: skip
    sorts = where.sorts
    if op in BINDERS:
        sorts = scope_of(e, sorts)
    kept = where.polarity if op in ("and", "or", "forall", "exists", "implies") else 0
    for i, a in enumerate(args):
        if i not in skip:
            turned = op == "not" or (op == "implies" and i == 0)
            yield from places(a, Place((*where.path, i), sorts, -where.polarity if turned else kept))


def replaced(e: Expr, path: Path, new: Expr) -> Expr:
    """`e` with the subexpression at `path` replaced."""
    if not path:
        return new
    assert isinstance(e, tuple)
    i = path[0] + 1
    return (*e[:i], replaced(e[i], path[1:], new), *e[i + 1 :])


def _local(e: Expr, sorts: Mapping[str, Expr]) -> Iterator[tuple[str, str, Expr, int]]:
    """(kind, what, corrupted expression, effect) for the changes at the top of `e`."""
    op, args = head(e), operands(e)
    if isinstance(e, int):
        yield "coefficient", f"{e} becomes {e + 1}", e + 1, OTHER
        if e:
            yield "sign", f"{e} becomes {-e}", -e, OTHER
    if op in SWAPS:
        for other in SWAPS[str(op)]:
            yield "relation", f"{op} becomes {other}", (other, *args), EFFECTS.get((str(op), other), OTHER)
    if op == "+":
        for i in range(len(args)):
            yield "sign", f"summand {i} changes its sign", ("+", *args[:i], ("neg", args[i]), *args[i + 1 :]), OTHER
            if len(args) > 1:
                yield "term", f"summand {i} is dropped", _joined("+", args[:i] + args[i + 1 :]), OTHER
    if op == "-":
        yield "sign", "- becomes +", ("+", *args), OTHER
    if op == "neg":
        yield "sign", "the sign is dropped", args[0], OTHER
    if op == "*":
        yield "coefficient", "a factor 2", ("*", 2, *args), OTHER
        for i in range(len(args) - 1):
            if not (_number(args[i], sorts) or _number(args[i + 1], sorts)):
                swapped = (*args[:i], args[i + 1], args[i], *args[i + 2 :])
                yield "order", f"factors {i} and {i + 1} change places", ("*", *swapped), OTHER
    if op == "^":
        yield "exponent", "the exponent grows by 1", ("^", args[0], ("+", args[1], 1)), OTHER
        yield "exponent", "the exponent shrinks by 1", ("^", args[0], ("-", args[1], 1)), OTHER
    if op == "T":
        yield "transpose", "a transpose is dropped", args[0], OTHER
    if op in ("sum", "product"):
        body, j, lo, hi = args
        yield "bound", "the upper end grows by 1", (op, body, j, lo, ("+", hi, 1)), OTHER
        yield "bound", "the upper end shrinks by 1", (op, body, j, lo, ("-", hi, 1)), OTHER
        yield "bound", "the lower end grows by 1", (op, body, j, ("+", lo, 1), hi), OTHER
    if op == "forall" or op == "exists":
        name, sort, body = args
        other, effect = ("exists", WEAKER) if op == "forall" else ("forall", STRONGER)
        yield "quantifier", f"{op} changes", (other, name, sort, body), effect
        if head(sort) == "integer":
            lo, hi = operands(sort)
            if lo != "-oo":
                earlier = ("integer", ("-", lo, 1), hi)
                yield "bound", "the range starts 1 earlier", (op, name, earlier, body), -effect
            if hi != "oo":
                later = ("integer", lo, ("+", hi, 1))
                yield "bound", "the range ends 1 later", (op, name, later, body), -effect
    if op == "at":
        yield "index", "the index grows by 1", ("at", args[0], ("+", args[1], 1)), OTHER
    if op in ("and", "or") and len(args) > 1:
        effect = WEAKER if op == "and" else STRONGER
        yield "connective", f"{op} changes", ("or" if op == "and" else "and", *args), effect
    if op == "implies":
        yield "connective", "the implication is reversed", ("implies", args[1], args[0]), OTHER
        yield "connective", "the premise is dropped", args[1], STRONGER


def _number(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether a factor is seen to be a number, which commutes."""
    try:
        return is_real(e, sorts)
    except (KeyError, ValueError, TypeError):
        return False


def _joined(op: str, args: tuple[Expr, ...]) -> Expr:
    return args[0] if len(args) == 1 else (op, *args)
