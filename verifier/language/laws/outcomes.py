"""Expectations as they are written, and as they are meant.

On a page ``expect(X*Y)`` names no outcome, and is read as ``("fn", "expect", ...)`` at first.  Meant is the mean of
X(w)*Y(w) over the outcomes w of the one space on which all random variables live:
``("expect", ("*", ("at", "X", "w"), ("at", "Y", "w")), "w")``.  A statement about random variables that stand outside
of all expectations, as ``X >= 0``, is meant almost surely: the mean of (0 where it holds, else 1) is 0.  A name that a
sum or a quantifier binds inside of an expectation is no random variable there, unless the quantifier says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import BINDERS, OUTCOME, REAL, RELATIONS, TRUE, Expr, head
from verifier.language.named import fresh, operands

Sorts = Mapping[str, Expr]


def with_outcomes(e: Expr, sorts: Sorts) -> Expr:
    """The expression in which each expectation binds its outcome, at which the random variables inside stand."""
    chance = any(head(sort) == "random" for sort in sorts.values())
    if not chance and not any(head(x) == "random" or x[:2] == ("fn", "expect") for x in _operations(e)):
        return e
    names = {x for x in subexpressions(e) if isinstance(x, str)} | set(sorts)
    return _placed(_almost_surely(e, sorts), sorts, None, names)


def _operations(e: Expr) -> Iterator[tuple[Expr, ...]]:
    return (x for x in subexpressions(e) if isinstance(x, tuple))


def _almost_surely(e: Expr, sorts: Sorts) -> Expr:
    """A formula, its largest parts that speak of values of random variables at no outcome taken almost surely."""
    if not _loose(e, sorts):
        return e
    op, args = str(head(e)), operands(e)
    if op == "and":
        return ("and", *(_almost_surely(a, sorts) for a in args))
    if op == "implies" and not (_loose(args[0], sorts) and _loose(args[1], sorts)):
        return ("implies", _almost_surely(args[0], sorts), _almost_surely(args[1], sorts))
    if op in ("forall", "exists"):
        return (op, args[0], args[1], _almost_surely(args[2], scope_of(e, sorts)))
    if op in (*RELATIONS, "or", "not", "implies", "tends"):
        return ("==", ("fn", "expect", ("fn", "Piecewise", 0, e, 1, TRUE)), 0)
    return e


def _loose(e: Expr, sorts: Sorts) -> bool:
    """Whether a random variable stands outside of all expectations."""
    if isinstance(e, str):
        return head(sorts.get(e, REAL)) == "random"
    if not isinstance(e, tuple) or e[:2] == ("fn", "expect") or e[0] == "expect":
        return False
    if e[0] in BINDERS:
        place, scope = BINDERS[str(e[0])]
        inner = scope_of(e, sorts)
        return any(_loose(a, inner if i in scope else sorts) for i, a in enumerate(e[1:]) if i != place)
    if e[0] == "at" and isinstance(e[2], str) and sorts.get(e[2]) == OUTCOME:
        return False
    return any(_loose(a, sorts) for a in e[2 if e[0] == "fn" else 1 :])


def _placed(e: Expr, sorts: Sorts, outcome: str | None, names: set[str]) -> Expr:
    if isinstance(e, str):
        return ("at", e, outcome) if outcome is not None and head(sorts.get(e, REAL)) == "random" else e
    if not isinstance(e, tuple):
        return e
    op, args = str(e[0]), e[1:]
    if op == "fn" and args[0] == "expect":
        w = fresh("w", names)
        names.add(w)
        return ("expect", _placed(args[1], {**sorts, w: OUTCOME}, w, names), w)
    if op == "fn":
        return ("fn", args[0], *(_placed(a, sorts, outcome, names) for a in args[1:]))
    if op == "at" and isinstance(args[1], str) and sorts.get(args[1]) == OUTCOME:  # it stands at an outcome already
        return e
    if op not in BINDERS:
        return (op, *(_placed(a, sorts, outcome, names) for a in args))
    place, scope = BINDERS[op]
    inner = scope_of(e, sorts)
    return (
        op,
        *(a if i == place else _placed(a, inner if i in scope else sorts, outcome, names) for i, a in enumerate(args)),
    )


def scope_of(e: Expr, sorts: Sorts) -> Sorts:
    """The sorts in the body of a binding operation."""
    op, args = str(head(e)), operands(e)
    if op == "expect":
        return {**sorts, str(args[1]): OUTCOME}
    bound: Expr = ("integer", "-oo", "oo")
    if op in ("forall", "exists"):
        bound = args[1]
    elif op == "grad":
        bound = sorts.get(args[2], REAL) if isinstance(args[2], str) else REAL
        bound = operands(bound)[0] if head(bound) == "random" else bound  # one of its values
    return {**sorts, str(args[BINDERS[op][0]]): bound}


def as_written(e: Expr, outcome: str) -> Expr:
    """The body of an expectation as it is written: random variables without the outcome."""
    if not isinstance(e, tuple):
        return e
    if e[0] == "at" and e[2] == outcome:
        return e[1]
    return (e[0], *(as_written(a, outcome) for a in e[1:]))
